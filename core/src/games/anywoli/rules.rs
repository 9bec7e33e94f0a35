//! The options of Anywoli.

use crate::games::history::Repetition;
use crate::games::options::{Count, Limit, Opt, RuleSet, choice, options};

choice! {
    /// Who gets the last four seeds.
    LastFour {
        /// Who took the four before them.
        LastCaptor = "last_captor",
        /// Even odds.
        Lottery = "lottery",
        /// Who was first in the game to capture with the last seed of a lap.
        FirstFinalCapture = "first_final_capture",
        /// The player whose turn it is.
        CurrentMover = "current_mover",
        /// The player who began, and already the last eight.
        StarterTakes8 = "starter_takes_8",
        /// Nobody: play goes on until nothing is left.
        PlayOn = "play_on",
    }
}

choice! {
    /// When the number of seeds left is looked at.
    EndCheck {
        /// After each capture, seeds in hand counted.
        Immediate = "immediate",
        /// After each lap.
        EndOfLap = "end_of_lap",
        /// When the turn or the extra move would begin.
        EndOfTurn = "end_of_turn",
    }
}

choice! {
    /// What becomes of an extra move without seeds in the row.
    WithoutSeeds {
        /// It is lost: a forced pass.
        Lost = "lost",
    }
}

choice! {
    /// Who gets a four made by the last seed of a lap.
    FinalFour {
        /// The mover.
        Mover = "mover",
        /// The owner of the pit.
        Owner = "owner",
    }
}

choice! {
    /// What a turn that never stops does.
    EndlessTurn {
        /// It may not be played.
        Illegal = "illegal",
        /// Every turn stops after 1,000 laps.
        StopAtCap = "stop_at_cap",
        /// It may be played and annuls the game.
        VoidGame = "void_game",
    }
}

/// Plies without capture after which a game stops, unless another number is set.
const QUIET_LIMIT: u32 = 5_000;

/// All options of Anywoli; the default is 2 × 12 pits with four seeds each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnywoliRules {
    /// Pits in a row.
    pub pits_per_row: Count<1, 16>,
    /// Seeds in each pit at the start.
    pub seeds_per_pit: Count<1, 63>,
    /// Who gets the last four.
    pub last_four: LastFour,
    /// When the number of seeds left is looked at.
    pub end_check: EndCheck,
    /// A lap-ending four gives an extra move.
    pub extra_move: bool,
    /// The extra move may be declined.
    pub extra_move_optional: bool,
    /// What becomes of an extra move without seeds.
    pub extra_move_without_seeds: WithoutSeeds,
    /// Who gets a lap-ending four.
    pub final_four_to: FinalFour,
    /// The pit lifted gets no seed of its own lap.
    pub skip_origin: bool,
    /// What a never-ending turn does.
    pub endless_turn: EndlessTurn,
    /// What the second occurrence of a position does.
    pub repetition: Repetition,
    /// Plies without capture after which the game stops.
    pub no_capture_limit: Limit,
    /// Plies after which the game stops.
    pub ply_limit: Limit,
}

impl Default for AnywoliRules {
    fn default() -> Self {
        Self {
            pits_per_row: Count(12),
            seeds_per_pit: Count(4),
            last_four: LastFour::LastCaptor,
            end_check: EndCheck::Immediate,
            extra_move: true,
            extra_move_optional: false,
            extra_move_without_seeds: WithoutSeeds::Lost,
            final_four_to: FinalFour::Mover,
            skip_origin: false,
            endless_turn: EndlessTurn::Illegal,
            repetition: Repetition::OwnSide,
            no_capture_limit: Limit(Some(QUIET_LIMIT)),
            ply_limit: Limit(None),
        }
    }
}

impl AnywoliRules {
    /// The game is over as soon as so many seeds or fewer are left.
    pub fn last_seeds(&self) -> u32 {
        match self.last_four {
            LastFour::PlayOn => 0,
            LastFour::StarterTakes8 => 8,
            _ => 4,
        }
    }

    /// True when a state says whether its mover is making an extra move.
    pub fn knows_extra_moves(&self) -> bool {
        self.extra_move && self.extra_move_optional
    }

    /// True when a game of `n` pits a row and `s` seeds a pit can be played.
    fn fits(&self, n: u32, s: u32) -> bool {
        let seeds = 2 * n * s;
        (1..=16).contains(&n)
            && (1..=63).contains(&s)
            && seeds.is_multiple_of(4)
            && (self.last_seeds() + 1..=crate::board::MAX_SEEDS).contains(&seeds)
    }

    /// The sizes nearest to the one asked for, in words.
    fn sizes_that_work(&self) -> String {
        let (n, s) = (self.pits_per_row.0, self.seeds_per_pit.0);
        let near = |key: &str, value: u32, fits: &dyn Fn(u32) -> bool| {
            let below = (1..value).rev().find(|&x| fits(x));
            let above = (value + 1..=63).find(|&x| fits(x));
            let found: Vec<String> = below.into_iter().chain(above).map(|x| format!("{key}={x}")).collect();
            (!found.is_empty()).then(|| found.join(" or "))
        };
        let ways: Vec<String> = near("seeds_per_pit", s, &|s| self.fits(n, s))
            .into_iter()
            .chain(near("pits_per_row", n, &|n| self.fits(n, s)))
            .collect();
        if ways.is_empty() {
            "with these rules 12 pits of 4 seeds work".to_owned()
        } else {
            format!("nearest sizes that work: {}", ways.join(", or "))
        }
    }
}

impl RuleSet for AnywoliRules {
    const GAME: &'static str = "anywoli";
    const INDEX_SCHEME: u32 = 3;

    fn options() -> &'static [Opt<Self>] {
        options!(AnywoliRules {
            pits_per_row: Numbers, "Pits in each player's row.", "A1 [S13-17]; 7 and 13 [X:SS]";
            seeds_per_pit: Nothing, "Seeds in each pit at the start.", "A1 [S13-17]; 4 and 2 [X:SS]";
            last_four: State, "Who gets the last four seeds (starter_takes_8: the last eight).", "A11 [S37-38]; [S~39] [X:SS] [X:WP]";
            end_check: Numbers, "When the number of seeds left is looked at.", "A10 [S36] \"as soon as\"";
            extra_move: Numbers, "A four made by the last seed of a lap gives an extra move.", "A7 [S32]; false [X:WP]";
            extra_move_optional: State, "The extra move may be declined (move text pass).", "A9 [S26] [S32]";
            extra_move_without_seeds: Numbers, "An extra move without seeds in the row is lost.", "A9 [I]";
            final_four_to: Numbers, "Who gets a four made by the last seed of a lap.", "A6 [S31]";
            skip_origin: Numbers, "The pit lifted gets no seed of its own lap.", "A2; no source mentions skipping";
            endless_turn: Numbers, "What a turn that never stops does.", "rules.md 7 [I]";
            repetition: Nothing, "What the second occurrence of a position with the same side to move, since the last capture, does.", "rules.md 12 [I]";
            no_capture_limit: History, "Plies without capture after which the game stops and the seeds are divided as by repetition.", "rules.md 7, 12 [I]";
            ply_limit: History, "Plies after which the game stops; seeds on the board count for nobody.", "rules.md 12";
        })
    }

    fn check(&self) -> Result<(), String> {
        let (n, s) = (self.pits_per_row.0, self.seeds_per_pit.0);
        let (seeds, most) = (2 * n * s, crate::board::MAX_SEEDS);
        let why = if seeds > most {
            format!("at most {most} can be handled")
        } else if !seeds.is_multiple_of(4) {
            "fours are captured, so the seeds must be a multiple of four".to_owned()
        } else if seeds <= self.last_seeds() {
            format!("the game is over with {} or fewer", self.last_seeds())
        } else {
            return Ok(());
        };
        Err(format!(
            "pits_per_row={n} with seeds_per_pit={s} makes {seeds} seeds: {why}; {}",
            self.sizes_that_work()
        ))
    }

    fn not_tabled(&self) -> Option<String> {
        if self.last_four == LastFour::Lottery {
            Some("last_four=lottery: a value would depend on the draw".into())
        } else if self.repetition == Repetition::Draw {
            Some("repetition=draw: a value would depend on the stores".into())
        } else if self.endless_turn == EndlessTurn::VoidGame {
            Some("endless_turn=void_game: what an annulled game saves depends on the stores".into())
        } else if let Some(limit) = self.no_capture_limit.0.filter(|&limit| limit < QUIET_LIMIT) {
            // So many plies without a capture and more are taken for endless play.
            Some(format!(
                "no_capture_limit={limit}: a value would depend on the plies since the last capture"
            ))
        } else {
            self.ply_limit.0.map(|limit| format!("ply_limit={limit}: a value would depend on the plies left"))
        }
    }
}
