//! Oware and Kalah against OpenSpiel: random games that `tests/openspiel/games.py` played there, replayed through the
//! door. Boards, stores, side and legal moves after every ply, and the end, must be the same.
//!
//! Runs when `SOWBASE_OPENSPIEL` names the file that the script wrote (`./test` does that).
//!
//! What is not compared, and why:
//! * the board after the end. OpenSpiel's Oware also collects both rows when a player has 25 or more, its Mancala leaves
//!   the last seeds in their row; here a majority leaves the board as it is and a starved row is handed out. Store plus
//!   own row is the same in all of them, and that is compared, with the winner;
//! * the end of games that OpenSpiel stops at 1,000 moves (`max_game_length`); their plies are compared. None of the
//!   Oware games comes near (rules.md section 7: at most 311 plies), and Kalah cannot last so long.
//!
//! Nothing else needs leaving out. OpenSpiel's Oware has the defaults of this program: a grand slam is played and
//! forfeited, the second occurrence since the last capture ends the game and each takes his own row, 25 of 48 end it.
//! Its Mancala is Kalah(6,4) with `empty_capture=false`, and without pie rule.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};

use serde::Deserialize;
use sowbase::games::{Opened, entry};

#[derive(Deserialize)]
struct Played {
    game: String,
    seed: u64,
    moves: Vec<String>,
    seen: Vec<Seen>,
    ended: bool,
    totals: [u32; 2],
    winner: String,
}

#[derive(Deserialize)]
struct Seen {
    position: String,
    legal: Vec<String>,
}

#[derive(Default)]
struct Count {
    games: u32,
    plies: usize,
    ended: u32,
    same_winner: u32,
    by: BTreeMap<String, u32>,
}

/// Replays a game; what differs, if anything does.
fn replay(opened: &Opened, game: &Played, count: &mut Count) -> Result<(), String> {
    let mut session = opened.play.session(&opened.play.start());
    for (ply, (seen, text)) in game.seen.iter().zip(&game.moves).enumerate() {
        let at = |what: &str| format!("before ply {} ({text}): {what}", ply + 1);
        if let Some(result) = session.result() {
            return Err(at(&format!("over here, {}", result.reason)));
        }
        let mut position = session.position().clone();
        (position.quiet, position.plies) = (0, 0);
        let here = opened.play.format(&position);
        if here != seen.position {
            return Err(at(&format!("{here}, but OpenSpiel has {}", seen.position)));
        }
        let mut legal: Vec<String> = session.moves().into_iter().map(|trace| trace.text).collect();
        legal.sort();
        if legal != seen.legal {
            return Err(at(&format!("{legal:?}, but OpenSpiel has {:?} in {here}", seen.legal)));
        }
        session.play(text).map_err(|error| at(&error.to_string()))?;
        count.plies += 1;
    }
    if !game.ended {
        return Ok(());
    }
    let result = session.result().ok_or("over in OpenSpiel, but not here")?;
    let position = session.position();
    // What the end handed out is in the stores already; a majority leaves the rows to be counted.
    let totals = [0, 1]
        .map(|i| u32::from(position.stores[i]) + position.pits[i].iter().map(|&s| u32::from(s)).sum::<u32>());
    if totals != game.totals {
        return Err(format!("totals {totals:?}, but OpenSpiel has {:?}: {}", game.totals, result.reason));
    }
    count.ended += 1;
    *count.by.entry(result.rule.to_owned()).or_default() += 1;
    if result.winner.word() != game.winner {
        return Err(format!("winner {}, but OpenSpiel has {}", result.winner.word(), game.winner));
    }
    count.same_winner += 1;
    Ok(())
}

#[test]
fn random_games_are_the_same_in_openspiel() {
    let Some(path) = std::env::var_os("SOWBASE_OPENSPIEL") else {
        return;
    };
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut games: BTreeMap<String, (Opened, Count)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in BufReader::new(file).lines() {
        let game: Played = serde_json::from_str(&line.expect("a line")).expect("a line of games.py");
        let (opened, count) = games.entry(game.game.clone()).or_insert_with(|| {
            let opened = entry(&game.game).and_then(|entry| entry.open(&[]));
            (opened.unwrap_or_else(|error| panic!("{error}")), Count::default())
        });
        count.games += 1;
        if let Err(difference) = replay(opened, &game, count) {
            wrong.push(format!("{} game {}: {difference}", game.game, game.seed));
        }
    }
    assert!(!games.is_empty(), "no games in {}", path.display());
    let line = |(name, (_, count)): (&String, &(Opened, Count))| {
        let Count { games, plies, ended, same_winner, by } = count;
        format!(
            "{name}: {games} games, {plies} plies, {ended} ended {by:?}, {same_winner} with the same winner"
        )
    };
    let report: Vec<String> = games.iter().map(line).collect();
    let report = report.join("\n");
    // Seen with --nocapture; this is a test, not the program.
    #[allow(clippy::print_stdout)]
    {
        println!("{report}");
    }
    assert!(
        wrong.is_empty(),
        "{} games differ:\n{}\n{report}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
    for (name, (_, count)) in &games {
        assert!(
            count.same_winner * 10 >= count.games * 9,
            "{name}: too few games came to their end\n{report}"
        );
    }
}
