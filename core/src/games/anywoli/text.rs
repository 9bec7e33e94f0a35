//! Anywoli's plain positions, its moves as text, and why something is not allowed.

use sowbase_solver::retrograde::Method;
use sowbase_solver::{Ending, Game, Hundredths, Move, Reason};

use super::base::Boards;
use super::examples::EXAMPLES;
use super::flags::Flags;
use super::play::{Anywoli, AnywoliState};
use super::rules::{AnywoliRules, EndlessTurn, LastFour};
use super::words::words_of_last_seeds;
use crate::board::Board;
use crate::error::short;
use crate::games::ladder::Ladder;
use crate::games::notation::{letter_pit, pit_letter, pit_problem};
use crate::games::rulebook::{Example, Rulebook};
use crate::games::trace::Trace;
use crate::play::{Position, Side};

type Extra = (&'static str, &'static str);
const AGAIN: Extra = ("again", "1: the side to move makes an extra move and may pass");
const VOID: Extra = ("void", "1: the last turn never stopped, the game is annulled");
const FIRST: Extra = ("first4", "S or N: who first captured with the last seed of a lap");
const STARTER: Extra = ("starter", "S or N: who began the game; S if not said");
const LOT: Extra = ("lot", "0 to 65535: the seed of the lottery; 0 if not said");
// Each list of extras that some rules need is a run of one of these.
static WITH_FIRST: [Extra; 4] = [VOID, AGAIN, FIRST, VOID];
static WITH_STARTER: [Extra; 4] = [VOID, AGAIN, STARTER, VOID];
static WITH_LOT: [Extra; 4] = [VOID, AGAIN, LOT, VOID];

impl<const W: u32> Rulebook for Anywoli<W> {
    type Rules = AnywoliRules;

    fn rules(&self) -> &AnywoliRules {
        &self.rules
    }

    #[inline]
    fn estimate(&self, state: &AnywoliState<W>) -> Hundredths {
        super::evaluate::estimate(self, state)
    }

    fn agreed(&self, rows: (u32, u32)) -> Ending {
        self.history().divided(rows, Reason::AGREED)
    }

    fn ladder(&self) -> Ladder {
        // Turns of fours: a slack of a few seeds is none. docs/levels.md has what each step is worth.
        [
            (8, 2_400),
            (16, 1_700),
            (40, 1_000),
            (90, 640),
            (180, 520),
            (550, 255),
            (1_600, 150),
            (5_000, 75),
            (22_000, 18),
            (100_000, 0),
        ]
    }

    fn endless_is_even(&self) -> bool {
        self.rules.repetition == crate::games::history::Repetition::Split
    }

    fn initial(&self) -> Position {
        let row = vec![self.rules.seeds_per_pit.0 as u8; self.n()];
        Position::new(row.clone(), row)
    }

    fn methods(&self) -> Vec<Box<dyn Method<Self>>> {
        vec![Box::new(Boards)]
    }

    fn at_first_use(&self) -> Option<u8> {
        Some(8)
    }

    fn extras(&self) -> &'static [(&'static str, &'static str)] {
        let (all, one) = match self.rules.last_four {
            LastFour::FirstFinalCapture => (&WITH_FIRST, true),
            LastFour::StarterTakes8 => (&WITH_STARTER, true),
            LastFour::Lottery => (&WITH_LOT, true),
            LastFour::LastCaptor | LastFour::CurrentMover | LastFour::PlayOn => (&WITH_LOT, false),
        };
        let void = self.rules.endless_turn == EndlessTurn::VoidGame;
        match (void, self.rules.knows_extra_moves(), one) {
            (true, true, true) => &all[..3],
            (true, true, false) => &all[..2],
            (true, false, true) => &all[2..],
            (true, false, false) => &all[..1],
            (false, true, true) => &all[1..3],
            (false, true, false) => &all[1..2],
            (false, false, true) => &all[2..3],
            (false, false, false) => &[],
        }
    }

    fn admit(&self, position: &mut Position, any_total: bool) -> Result<(), String> {
        for (key, value) in std::mem::take(&mut position.extras) {
            let allowed = match key.as_str() {
                "first4" | "starter" => matches!(value.as_str(), "S" | "N"),
                "lot" => value.parse::<u16>().is_ok(),
                _ => value == "1",
            };
            if !allowed {
                let what = self.extras().iter().find(|(known, _)| *known == key).map_or("", |(_, what)| what);
                return Err(format!("{key}={}: {what}", short(&value)));
            }
            let value = if key == "lot" { value.trim_start_matches(['+', '0']).to_owned() } else { value };
            if !(value.is_empty() || key == "starter" && value == "S") {
                position.extras.insert(key, value);
            }
        }
        let (seeds, last) = (position.on_board(), self.last_seeds);
        if any_total {
            Ok(())
        } else if !seeds.is_multiple_of(4) {
            Err(format!(
                "{seeds} seeds on the board, but fours are captured, so a multiple of four is left at any time; use \
                 --allow-any-total if that is meant"
            ))
        } else if seeds > 0 && seeds <= last {
            Err(format!(
                "{seeds} seeds on the board, but the game ends as soon as {last} are left; use --allow-any-total if that \
                 is meant"
            ))
        } else {
            Ok(())
        }
    }

    fn encode(&self, position: &Position) -> AnywoliState<W> {
        let mover = position.side;
        let board = Board::from_pits(position.row(mover), position.row(mover.other()));
        let who = |key: &str| {
            let side = position.extra(key).and_then(|text| text.chars().next()).and_then(Side::from_letter);
            side.map(|side| usize::from(side != mover))
        };
        let lot = position.extra("lot").and_then(|text| text.parse().ok()).unwrap_or(0);
        let mut flags = Flags::default().extra(position.extra("again").is_some()).with_lot(lot);
        if position.extra("void").is_some() {
            flags = flags.void();
        }
        if let Some(first) = who("first4") {
            flags = flags.note_final(first);
        }
        if self.rules.last_four == LastFour::StarterTakes8 {
            flags = flags.began(who("starter").unwrap_or(usize::from(mover == Side::North)));
        }
        AnywoliState { board, flags }
    }

    fn decode(&self, state: &AnywoliState<W>, side: Side) -> Position {
        let mut position = Position { side, ..Position::default() };
        let pits: Vec<u8> = self.ring(state).collect();
        let (own, opposite) = pits.split_at(self.n());
        position.pits[side.index()] = own.to_vec();
        position.pits[side.other().index()] = opposite.to_vec();
        let flags = state.flags;
        let letter = |who: usize| if who == 0 { side } else { side.other() }.letter().to_string();
        let starter = letter(flags.starter());
        let began_north = self.rules.last_four == LastFour::StarterTakes8 && starter == "N";
        let all = [
            ("again", flags.is_extra().then(|| "1".to_owned())),
            ("void", flags.is_void().then(|| "1".to_owned())),
            ("first4", flags.first_final().map(letter)),
            ("starter", began_north.then_some(starter)),
            ("lot", (flags.lot() > 0).then(|| flags.lot().to_string())),
        ];
        for (key, value) in all {
            if let Some(value) = value {
                position.extras.insert(key.into(), value);
            }
        }
        position
    }

    fn traces(&self, position: &Position) -> Vec<Trace> {
        self.slow_moves(position)
    }

    fn move_text(&self, _: &AnywoliState<W>, mv: Move, side: Side) -> String {
        if mv == Move::PASS { "pass".into() } else { pit_letter(side, mv.0 as usize).to_string() }
    }

    fn why_not(&self, position: &Position, text: &str) -> String {
        let mover = position.side.name();
        let state = self.encode(position);
        if self.count(&state) == 0 {
            return format!("the game is over: {}", self.ending_words(&self.settle(&state), position));
        }
        if text == "pass" {
            return format!("{mover} has a turn to play and must play it: only who has none passes");
        }
        if position.row_seeds(position.side) == 0 && letter_pit_of(text, position.side) {
            return format!("pit {text} is empty: {mover} has no seeds in his row and must pass");
        }
        pit_problem(position, text).unwrap_or_else(|| {
            format!("the turn from pit {text} never stops, and such a turn may not be played")
        })
    }

    fn ending_words(&self, ending: &Ending, position: &Position) -> String {
        self.words_of_ending(ending, position)
    }

    fn last_words(&self, trace: &Trace) -> Option<String> {
        Some(words_of_last_seeds(trace))
    }

    fn themes(&self) -> &'static [crate::puzzles::Theme] {
        &super::themes::THEMES
    }

    fn words(&self) -> Vec<String> {
        self.all_words()
    }

    fn examples() -> &'static [Example] {
        EXAMPLES
    }
}

fn letter_pit_of(text: &str, side: Side) -> bool {
    let mut letters = text.chars();
    letters.next().and_then(letter_pit).is_some_and(|(owner, _)| owner == side) && letters.next().is_none()
}
