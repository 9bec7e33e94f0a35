//! Matches of Bosh solved by `solve --match`, held against another way to the same answer: all positions of all rounds in one
//! graph, by the slow rules, with what follows a round written down here once more from rules.md B9–B11.

use std::collections::HashMap;

use sowbase::games::{Opened, entry};
use sowbase::play::{Position, Side};
use sowbase::proofs::SolveJob;
use sowbase_solver::Unwatched;

/// What a position leads to.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    On(usize),
    /// The beginning of another round.
    Round(usize),
    Won(Side),
}

/// All positions that can come up in a match, each with who began its round.
struct Graph<'a> {
    opened: &'a Opened,
    starter: &'a str,
    seeds: u32,
    numbers: HashMap<(String, Side), usize>,
    positions: Vec<(Position, Side)>,
    ways: Vec<Vec<Way>>,
}

impl Graph<'_> {
    fn number(&mut self, position: Position, began: Side) -> usize {
        let fresh = self.positions.len();
        let number = *self.numbers.entry((self.opened.play.format(&position), began)).or_insert(fresh);
        if number == fresh {
            self.positions.push((position, began));
        }
        number
    }

    /// B9 to B11: who owns fewer stones than fill a hole has lost; the others fill holes from the right.
    fn after_round(&mut self, owned: [u32; 2], began: Side) -> Way {
        if let Some(side) = Side::BOTH.into_iter().find(|side| owned[side.index()] < self.seeds) {
            return Way::Won(side.other());
        }
        let (richer, even) =
            (if owned[0] > owned[1] { Side::South } else { Side::North }, owned[0] == owned[1]);
        let starter = match self.starter {
            "winner" if !even => richer,
            "loser" if !even => richer.other(),
            _ => began.other(),
        };
        let pits = self.opened.play.start().pits[0].len();
        let mut position = Position::new(vec![0; pits], vec![0; pits]);
        position.side = starter;
        for side in Side::BOTH {
            let holes = pits.min((owned[side.index()] / self.seeds) as usize);
            for pit in 0..pits {
                if pit >= pits - holes {
                    position.pits[side.index()][pit] = self.seeds as u8;
                } else {
                    position.closed[side.index()] |= 1 << pit;
                }
            }
            position.stores[side.index()] = (owned[side.index()] - holes as u32 * self.seeds) as u16;
        }
        if self.opened.play.session(&position).moves().is_empty() {
            // No turn of the starter stops: the round is over at once, each keeps his row.
            return self.after_round(owned, starter);
        }
        Way::Round(self.number(position, starter))
    }

    fn explore(&mut self) {
        while let Some((position, began)) = self.positions.get(self.ways.len()).cloned() {
            let mut ways = Vec::new();
            for ahead in self.opened.play.session(&position).look_ahead() {
                let way = match ahead.result {
                    Some(result) => self.after_round([result.south as u32, result.north as u32], began),
                    None => Way::On(self.number(ahead.position, began)),
                };
                ways.push(way);
            }
            assert!(!ways.is_empty(), "{}", self.opened.play.format(&position));
            self.ways.push(ways);
        }
    }

    /// Who can force the match from each position in finite time, and in how many rounds.
    fn decide(&self) -> Vec<Option<(Side, u32)>> {
        let mut known: Vec<Option<(Side, u32)>> = vec![None; self.positions.len()];
        for rounds in 1.. {
            let earlier = known.clone();
            loop {
                let mut added = false;
                for number in 0..known.len() {
                    if known[number].is_some() {
                        continue;
                    }
                    let mover = self.positions[number].0.side;
                    let winner = |way: &Way| match way {
                        Way::Won(side) => Some(*side),
                        Way::On(next) => known[*next].map(|(side, _)| side),
                        Way::Round(next) => earlier[*next].map(|(side, _)| side),
                    };
                    let ways: Vec<Option<Side>> = self.ways[number].iter().map(winner).collect();
                    let won = if ways.contains(&Some(mover)) {
                        Some(mover)
                    } else if ways.iter().all(|way| *way == Some(mover.other())) {
                        Some(mover.other())
                    } else {
                        None
                    };
                    if let Some(side) = won {
                        known[number] = Some((side, rounds));
                        added = true;
                    }
                }
                if !added {
                    break;
                }
            }
            if earlier == known {
                break;
            }
        }
        known
    }
}

#[test]
fn matches_are_won_by_whom_the_whole_graph_says() {
    let (mut forced, mut neither) = (0, 0);
    for (pits, seeds) in [("2", "2"), ("2", "3"), ("3", "1"), ("3", "2")] {
        for starter in ["alternate", "loser", "winner"] {
            let settings = [("pits_per_row", pits), ("seeds_per_pit", seeds), ("next_starter", starter)];
            let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
            let opened = entry("bosh").and_then(|entry| entry.open(&settings)).expect("opens");
            let start = opened.play.start();
            let (numbers, positions, ways) = (HashMap::new(), Vec::new(), Vec::new());
            let seeds = seeds.parse().expect("a number");
            let mut graph = Graph { opened: &opened, starter, seeds, numbers, positions, ways };
            graph.number(start.clone(), start.side);
            graph.explore();
            let known = graph.decide();

            let proofs = opened.proofs.as_ref().expect("proves");
            let solution = proofs.solve_match(&start, &SolveJob::default(), &Unwatched).expect("solves");
            assert_eq!(solution.winner, known[0].map(|(side, _)| side), "{pits} {seeds} {starter}");
            for one in &solution.beginnings {
                let number = graph.numbers.get(&(one.position.clone(), one.to_move));
                // An end of a round that no play reaches leads to beginnings that are not in the graph.
                let Some(&number) = number else { continue };
                let told = one.winner.zip(one.rounds);
                assert_eq!(told, known[number], "{pits} {seeds} {starter}: {}", one.position);
                assert_eq!(
                    one.neither,
                    known[number].is_none(),
                    "{pits} {seeds} {starter}: {}",
                    one.position
                );
                if one.neither { neither += 1 } else { forced += 1 }
            }
            for mv in &solution.moves {
                let mut session = opened.play.session(&start);
                session.play(&mv.r#move).expect("legal");
                let Some(&number) = graph.numbers.get(&(opened.play.format(session.position()), start.side))
                else {
                    continue;
                };
                assert_eq!(
                    mv.winner,
                    known[number].map(|(side, _)| side),
                    "{pits} {seeds} {starter}: {}",
                    mv.r#move
                );
            }
        }
    }
    assert!(forced > 20 && neither > 5, "{forced} {neither}");
}

#[test]
fn games_without_such_matches_say_so() {
    for (game, settings) in
        [("oware", vec![]), ("urim", vec![]), ("bosh", vec![("rounds".to_owned(), "single".to_owned())])]
    {
        let opened = entry(game).and_then(|entry| entry.open(&settings)).expect("opens");
        let proofs = opened.proofs.as_ref().expect("proves");
        let error = proofs
            .solve_match(&opened.play.start(), &SolveJob::default(), &Unwatched)
            .expect_err("no match to solve");
        assert!(error.to_string().contains("no match of rounds"), "{error}");
    }
}
