//! A million random moves in every game and preset (issue 2, judged 4): seeds conserved, nothing negative, numbering
//! inverted by unranking, every game ends, undo restores.

use sowbase::games::{CATALOGUE, Variant};

/// No game of any preset is longer: 5,000 plies without capture at most, and at most 24 captures of four in Anywoli.
const CAP: u64 = 200_000;

#[test]
fn a_million_random_moves_in_every_preset() {
    let standard = CATALOGUE.iter().map(|entry| (entry.name, entry.name, Vec::new()));
    let presets = Variant::shipped().iter().map(|v| (v.game.as_str(), v.name.as_str(), v.settings.clone()));
    for (game, name, settings) in standard.chain(presets) {
        let opened = sowbase::games::entry(game).and_then(|entry| entry.open(&settings)).expect("opens");
        let soak = opened.laws.soak(1_000_000, CAP, 1).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(soak.moves, 1_000_000, "{name}");
        assert!(soak.games > 0, "{name}: no game ended in a million moves");
    }
}
