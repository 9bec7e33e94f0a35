//! Kalah in words, and its plain positions.

use sowbase_solver::retrograde::{Method, Once};
use sowbase_solver::{Ending, Hundredths, Move, Reason};

use super::play::{Kalah, KalahState};
use super::rules::{KalahRules, RemainingTo};
use crate::board::{Board, Row};
use crate::games::ladder::Ladder;
use crate::games::notation::{pit_letter, pit_problem};
use crate::games::rulebook::{Example, Rulebook};
use crate::games::trace::Trace;
use crate::play::{Position, Side};
use crate::words::{Key, name, say};

impl<R: Row> Rulebook for Kalah<R> {
    type Rules = KalahRules;

    fn rules(&self) -> &KalahRules {
        &self.rules
    }

    #[inline]
    fn estimate(&self, state: &KalahState<R>) -> Hundredths {
        super::evaluate::estimate(self, state)
    }

    fn ladder(&self) -> Ladder {
        // Extra moves make first looks long. docs/levels.md has what each step is worth.
        [
            (20, 800),
            (40, 500),
            (80, 320),
            (160, 210),
            (350, 140),
            (800, 90),
            (2_000, 58),
            (6_000, 22),
            (20_000, 8),
            (100_000, 0),
        ]
    }

    fn endless_is_even(&self) -> bool {
        // No play is endless.
        true
    }

    fn initial(&self) -> Position {
        let row = vec![self.rules.seeds_per_pit.0 as u8; self.n()];
        let mut position = Position::new(row.clone(), row);
        if self.rules.pie_rule {
            position.extras.insert("pie".into(), "1".into());
        }
        position
    }

    fn methods(&self) -> Vec<Box<dyn Method<Self>>> {
        vec![Box::new(Once)]
    }

    fn extras(&self) -> &'static [(&'static str, &'static str)] {
        if self.rules.pie_rule { &[("pie", "1: South's first turn, 2: North may swap")] } else { &[] }
    }

    fn admit(&self, position: &mut Position, _: bool) -> Result<(), String> {
        match position.extra("pie") {
            None | Some("1") if position.side == Side::South => Ok(()),
            None => Ok(()),
            Some("2") if position.side == Side::North && position.stores[1] == 0 => Ok(()),
            Some(other) => Err(format!(
                "pie={}: 1 with South to move in his first turn, 2 with North to move in his",
                crate::error::short(other)
            )),
        }
    }

    fn encode(&self, position: &Position) -> KalahState<R> {
        let board = Board::from_pits(position.row(position.side), position.row(position.side.other()));
        let pie = position.extra("pie").and_then(|text| text.parse().ok()).unwrap_or(0);
        KalahState { board, pie }
    }

    fn decode(&self, state: &KalahState<R>, side: Side) -> Position {
        let mut position = Position { side, ..Position::default() };
        position.pits[side.index()] = state.board.own.pits(self.n());
        position.pits[side.other().index()] = state.board.opposite.pits(self.n());
        if state.pie > 0 {
            position.extras.insert("pie".into(), state.pie.to_string());
        }
        position
    }

    fn traces(&self, position: &Position) -> Vec<Trace> {
        self.slow_moves(position)
    }

    fn move_text(&self, _: &KalahState<R>, mv: Move, side: Side) -> String {
        if mv == self.swap() { "swap".into() } else { pit_letter(side, mv.0 as usize).to_string() }
    }

    fn why_not(&self, position: &Position, text: &str) -> String {
        pit_problem(position, text).unwrap_or_else(|| "the game is over: a row is empty".into())
    }

    fn ending_words(&self, ending: &Ending, position: &Position) -> String {
        if ending.reason == Reason::PLY_LIMIT {
            return say(Key::EndAgreedPlies, &[]);
        }
        let empty = if position.row_seeds(Side::South) == 0 { Side::South } else { Side::North };
        let left = position.on_board();
        let to = match self.rules.remaining_to {
            _ if left == 0 => return say(Key::EndBothRowsEmpty, &[]),
            RemainingTo::Owner => name(empty.other()),
            RemainingTo::Other => name(empty),
            RemainingTo::Nobody => say(Key::Nobody, &[]).into(),
        };
        say(Key::EndRowEmpty, &[("who", name(empty)), ("left", left.into()), ("to", to)])
    }

    fn ends_in_stores(&self) -> bool {
        self.rules.remaining_to != RemainingTo::Nobody
    }

    fn themes(&self) -> &'static [crate::puzzles::Theme] {
        &super::themes::THEMES
    }

    fn words(&self) -> Vec<String> {
        let r = &self.rules;
        let mut words = vec![
            format!(
                "Two rows of {} pits with {} seeds each; each player's store is at his right.",
                r.pits_per_row.0, r.seeds_per_pit.0
            ),
            format!(
                "Lift all seeds of an own pit and sow them one by one, counter-clockwise, over your own pits, your own \
                 store and the opponent's pits; his store is passed over. The pit lifted {}.",
                if r.skip_origin {
                    "gets none of them"
                } else {
                    "gets one if the hand goes all the way round"
                }
            ),
            "A last seed in your store: you must move again.".to_owned(),
            format!(
                "A last seed in an own pit that was empty (the pit lifted counts as empty): it and all seeds of the \
                 opposite pit go to your store. If the opposite pit is empty, {}.",
                if r.empty_capture { "the one seed goes to your store" } else { "nothing is captured" }
            ),
            format!(
                "The game ends when after a move a row is empty, even if the mover would move again; the seeds left go \
                 to {}. More seeds win.",
                match r.remaining_to {
                    RemainingTo::Owner => "the player in whose row they lie",
                    RemainingTo::Other => "the player whose row is empty",
                    RemainingTo::Nobody => "nobody",
                }
            ),
        ];
        if r.pie_rule {
            words.push(
                "After South's first turn North may say swap and take over South's side instead.".to_owned(),
            );
        }
        if let Some(limit) = r.ply_limit.0 {
            words.push(format!("After {limit} plies the game stops; seeds on the board count for nobody."));
        }
        words
    }

    fn examples() -> &'static [Example] {
        &[
            Example {
                id: "KA1",
                rules: &[],
                position: "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S",
                moves: "C",
                after: "4,4,0,5,5,5/4,4,4,4,4,4 1-0 S",
                shows: "The last seed falls in South's store: he moves again.",
            },
            Example {
                id: "KA2",
                rules: &[],
                position: "5,5,1,5,5,0/5,5,5,5,4,0 2-1 S",
                moves: "A",
                after: "0,6,2,6,6,0/0,5,5,5,4,0 8-1 N",
                shows: "The last seed falls in the empty pit F; it and the five opposite are captured.",
            },
            Example {
                id: "KA3",
                rules: &[],
                position: "0,0,1,0,0,0/0,0,4,0,0,0 0-0 S",
                moves: "C",
                after: "0,0,0,0,0,0/0,0,0,0,0,0 5-0 N",
                shows: "The capture empties the board: the game is over.",
            },
            Example {
                id: "KA4",
                rules: &[],
                position: "0,0,1,0,0,0/0,4,0,0,0,0 0-0 S",
                moves: "C",
                after: "0,0,0,1,0,0/0,4,0,0,0,0 0-0 N",
                shows: "The opposite pit is empty: no capture.",
            },
            Example {
                id: "KA5",
                rules: &[],
                position: "1,0,0,0,0,8/1,0,0,0,0,0 0-0 S",
                moves: "F",
                after: "2,0,0,0,0,0/2,1,1,1,1,1 1-0 N",
                shows: "North's store is passed over.",
            },
        ]
    }
}
