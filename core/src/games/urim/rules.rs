//! The options of Urim.

use sowbase_solver::Hundredths;

use crate::board::Board;
use crate::games::history::{History, Repetition};
use crate::games::options::{Count, CountSet, Limit, Opt, RuleSet, Value, choice, options};
use crate::games::oware::{
    Ends, Feeding, GrandSlam, Lanes, LimitRule, NoMove, PitLimit, Plan, SingleLapRules, Terms, WinAt,
};
use crate::games::rulebook::Example;

choice! {
    /// Whether a game stops before its end when nothing is left to win.
    EarlyStop {
        /// It is played out.
        None = "none",
        /// It stops when a player has three quarters of all seeds.
        AtThreeQuarters = "at_three_quarters",
    }
}

/// Points that win a match, or no match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Target(pub Option<u32>);

impl Value for Target {
    fn text(&self) -> String {
        Limit(self.0).text()
    }
    fn read(text: &str) -> Result<Self, String> {
        match text.parse() {
            _ if text == "none" => Ok(Self(None)),
            Ok(points @ 1..) => Ok(Self(Some(points))),
            _ => Err("is neither a positive number of points nor none".into()),
        }
    }
    fn allowed() -> String {
        "a positive number of points, none".into()
    }
    fn samples() -> Vec<String> {
        vec!["none".into(), "10".into()]
    }
}

/// All options of Urim; the default is the game of Brava on 2 × 6 pits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UrimRules {
    /// Pits in a row.
    pub pits_per_row: Count<1, 16>,
    /// Seeds in each pit at the start.
    pub seeds_per_pit: Count<1, 63>,
    /// Seeds a pit holds at most.
    pub pit_limit: PitLimit,
    /// What becomes of a seed for a full pit.
    pub pit_limit_rule: LimitRule,
    /// Counts of the landing pit that begin a capture.
    pub trigger_set: CountSet,
    /// Counts of the pits before it that are captured with it.
    pub chain_set: CountSet,
    /// What happens to a capture of all seeds of the opponent's row.
    pub grand_slam: GrandSlam,
    /// What a player owes an opponent who has no seeds.
    pub feeding: Feeding,
    /// A move that leaves the opponent a move must be chosen, if there is one.
    pub must_leave_opponent_a_move: bool,
    /// A pit with one seed may be lifted only if every choice is such a pit.
    pub singletons_only_if_all_single: bool,
    /// Who gets the seeds when there is no legal move.
    pub no_move: NoMove,
    /// Seeds in store that end the game.
    pub win_at: WinAt,
    /// Whether the game stops when a player has three quarters.
    pub early_stop: EarlyStop,
    /// What a recurrence pays.
    pub repetition: Repetition,
    /// Which occurrence ends the game.
    pub repetition_count: Count<2, 3>,
    /// Plies without a capture after which the game stops.
    pub no_capture_limit: Limit,
    /// Plies after which the game stops.
    pub ply_limit: Limit,
    /// Points that win a match.
    pub match_target: Target,
}

impl Default for UrimRules {
    fn default() -> Self {
        Self {
            pits_per_row: Count(6),
            seeds_per_pit: Count(3),
            pit_limit: PitLimit(Some(17)),
            pit_limit_rule: LimitRule::Skip,
            trigger_set: CountSet::of(&[2, 3]),
            chain_set: CountSet::of(&[2, 3, 4]),
            grand_slam: GrandSlam::Forfeit,
            feeding: Feeding::MustFeed,
            must_leave_opponent_a_move: false,
            singletons_only_if_all_single: false,
            no_move: NoMove::OpponentSweeps,
            win_at: WinAt::None,
            early_stop: EarlyStop::None,
            repetition: Repetition::OwnSide,
            repetition_count: Count(2),
            no_capture_limit: Limit(None),
            ply_limit: Limit(None),
            match_target: Target(None),
        }
    }
}

impl RuleSet for UrimRules {
    const GAME: &'static str = "urim";
    const INDEX_SCHEME: u32 = 2;

    fn options() -> &'static [Opt<Self>] {
        options!(UrimRules {
            pits_per_row: Numbers, "Pits in each player's row; 6 and 7 are played.", "U1 [S14-18]";
            seeds_per_pit: Nothing, "Seeds in each pit at the start; 3, in the riddle 4.", "U1 [S14-18]";
            pit_limit: Numbers, "Seeds a pit holds at most.", "U6 [S19] [X:MW-Urim]";
            pit_limit_rule: Numbers, "What becomes of a seed for a full pit.", "2.2 [I], skip as [X:SS]";
            trigger_set: Numbers, "Counts of the landing pit that begin a capture.", "U4 [S~30,32] [X:MW-Urim]";
            chain_set: Numbers, "Counts of the pits before it that are captured with it.", "U5 [S31] [X:MW-Urim]";
            grand_slam: Numbers, "What happens to a capture of every seed of the opponent's row.", "2.2 via Oware, [X:SS]";
            feeding: Numbers, "What a player owes an opponent who has no seeds.", "U3 [S25]";
            must_leave_opponent_a_move: Numbers, "A move that leaves the opponent a move must be chosen, if there is one.", "via Oware";
            singletons_only_if_all_single: Numbers, "A pit with one seed may be lifted only if every choice is such a pit.", "via Oware";
            no_move: Numbers, "Who gets the seeds when the side to move has no legal move.", "U8 [I]";
            win_at: Nothing, "Seeds in store that win and end the game.", "U10 [I]: none, since three quarters count more";
            early_stop: Nothing, "The game stops when a player has three quarters of all seeds.", "U10 [I]";
            repetition: Nothing, "Who gets the seeds on the board when a position recurs.", "U8 [I] via Oware";
            repetition_count: Nothing, "Which occurrence of a position ends the game.", "via Oware";
            no_capture_limit: History, "Plies without a capture after which the game stops.", "rules.md 12";
            ply_limit: History, "Plies after which the game stops; seeds on the board count for nobody.", "rules.md 12";
            match_target: Nothing, "Points that win a match of several games.", "10 in [X:SS]; not in the sheet";
        })
    }

    fn check(&self) -> Result<(), String> {
        self.terms().check("pit_limit")
    }

    fn not_tabled(&self) -> Option<String> {
        self.terms().not_tabled()
    }
}

impl SingleLapRules for UrimRules {
    #[inline(always)]
    fn estimate<R: Lanes>(n: usize, board: Board<R>) -> Hundredths {
        super::evaluate::estimate(n, board)
    }

    fn terms(&self) -> Terms {
        let plan = Plan {
            pits: self.pits_per_row.0 as u8,
            grand_slam: self.grand_slam,
            must_feed: self.feeding == Feeding::MustFeed,
            leave_a_move: self.must_leave_opponent_a_move,
            singles_last: self.singletons_only_if_all_single,
            limit: self.pit_limit.0,
            limit_rule: self.pit_limit_rule,
            trigger: self.trigger_set,
            chain: self.chain_set,
        };
        let history = History {
            repetition: self.repetition,
            occurrence: self.repetition_count.0,
            no_capture_limit: self.no_capture_limit,
            ply_limit: self.ply_limit,
        };
        let three_quarters = self.early_stop == EarlyStop::AtThreeQuarters;
        let ends = Ends { win_at: self.win_at, three_quarters, history };
        Terms { plan, seeds: self.seeds_per_pit.0, ends }
    }

    fn examples() -> &'static [Example] {
        super::examples::URIM
    }

    fn themes() -> &'static [crate::puzzles::Theme] {
        &super::themes::THEMES
    }

    fn points(&self, totals: [f64; 2]) -> Option<u32> {
        let (won, total) = (totals[0].max(totals[1]), f64::from(self.terms().total()));
        Some(if 4.0 * won >= 3.0 * total { 2 } else { u32::from(2.0 * won > total) })
    }

    fn match_target(&self) -> Option<u32> {
        self.match_target.0
    }

    fn more_words(&self) -> Vec<String> {
        let total = self.terms().total();
        let mut words = vec![format!(
            "The winner gets 2 points if he has at least three quarters of the {total} seeds, 1 if he has more than \
             half, else none."
        )];
        if let Some(target) = self.match_target.0 {
            words.push(format!(
                "Games are played until a player has {target} points; the players begin in turn."
            ));
        }
        words
    }
}
