//! The search held against plain minimax, games of all kinds.

use sowbase::games::{CATALOGUE, Opened, entry};

fn open(game: &str, rules: &[(&str, &str)]) -> Opened {
    let settings: Vec<_> =
        rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    entry(game).expect("a game").open(&settings).expect("rules")
}

/// Minimax, alpha-beta, the search with a table, with a tiny one, with all lines, and on two threads: the same value at the
/// same depth.
#[test]
fn every_way_to_search_finds_the_value_of_minimax() {
    for game in CATALOGUE {
        let depth = match game.name {
            "omweso" => 2,
            "oware" | "urim" => 5,
            _ => 4,
        };
        open(game.name, &[])
            .search
            .agree(1000, depth, 1)
            .unwrap_or_else(|error| panic!("{}: {error}", game.name));
    }
}
