//! The options of Bosh.

use crate::games::options::{Count, Effect, Limit, Opt, RuleSet, Value, choice, options};

choice! {
    /// Whose hole a stop may capture.
    CaptureSide {
        /// Any hole, an own one too.
        Any = "any",
        /// A hole of the opponent only.
        Opponent = "opponent",
    }
}

choice! {
    /// When a round is over.
    RoundEnd {
        /// A player who is to move has no stones in his row: all stones left go to the other.
        MoverStuck = "mover_stuck",
        /// A move leaves a row empty: each keeps his own row.
        AnyRowEmpty = "any_row_empty",
    }
}

choice! {
    /// Which holes a player fills who cannot fill all.
    FillSide {
        /// From his right.
        Right = "right",
        /// From his left.
        Left = "left",
        /// Those he picks, in a ply of its own before the round.
        Choice = "choice",
    }
}

choice! {
    /// Who begins the next round.
    NextStarter {
        /// The one who did not begin this round.
        Alternate = "alternate",
        /// The one who owns fewer stones; if equal, as `alternate`.
        Loser = "loser",
        /// The one who owns more stones; if equal, as `alternate`.
        Winner = "winner",
    }
}

choice! {
    /// What happens when a position comes up again in a round.
    Recurrence {
        /// Each player takes the stones of his own row.
        OwnSide = "own_side",
        /// The stones left count half for each.
        Split = "split",
        /// The round does not count and is played again, the other player beginning.
        VoidRound = "void_round",
        /// No repetition rule.
        Ignore = "ignore",
        /// As `own_side` when both rows hold stones, else play goes on.
        OwnSideIfBoth = "own_side_if_both",
    }
}

choice! {
    /// What happens with a turn that never stops.
    EndlessTurn {
        /// It may not be played.
        Illegal = "illegal",
        /// It may be played; the round does not count and is played again, the other player beginning.
        VoidRound = "void_round",
    }
}

choice! {
    /// How long a game is.
    Rounds {
        /// Rounds until a player cannot fill a hole.
        Match = "match",
        /// One round; more stones win.
        Single = "single",
    }
}

/// A player who owns fewer stones than this has lost the match; the stones of a hole unless a number is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WinBelow(pub Option<u32>);

impl Value for WinBelow {
    fn text(&self) -> String {
        self.0.map_or_else(|| "seeds_per_pit".into(), |stones| stones.to_string())
    }
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "seeds_per_pit" => Ok(Self(None)),
            _ => match text.parse() {
                Ok(stones @ 1..=127) => Ok(Self(Some(stones))),
                _ => Err("is neither a number from 1 to 127 nor seeds_per_pit".into()),
            },
        }
    }
    fn allowed() -> String {
        "seeds_per_pit, a number from seeds_per_pit to 127".into()
    }
    fn samples() -> Vec<String> {
        vec!["seeds_per_pit".into(), "8".into()]
    }
}

/// The no-capture limit as set, if it was set; see [`BoshRules::quiet_limit`] for the one in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct QuietLimit(pub Option<Limit>);

/// All options of Bosh; the default is the game of the rule sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoshRules {
    /// Holes in a row.
    pub pits_per_row: Count<1, 16>,
    /// Stones in each open hole at the start of a round.
    pub seeds_per_pit: Count<1, 63>,
    /// Whose hole a stop may capture.
    pub capture_side: CaptureSide,
    /// The capture goes on while empty and full holes alternate.
    pub capture_chain: bool,
    /// The hole lifted gets no stone of its own lap.
    pub skip_origin: bool,
    /// When a round is over.
    pub round_end: RoundEnd,
    /// Which holes a player fills who cannot fill all.
    pub fill_side: FillSide,
    /// Who begins the next round.
    pub next_starter: NextStarter,
    /// What happens when a position comes up again in a round.
    pub repetition: Recurrence,
    /// What happens with a turn that never stops.
    pub endless_turn: EndlessTurn,
    /// How long a game is.
    pub rounds: Rounds,
    /// A player who owns fewer stones than this has lost the match.
    pub win_below: WinBelow,
    /// Rounds after which the match stops.
    pub max_rounds: Count<1, 100_000>,
    /// Plies without capture after which the round stops.
    pub no_capture_limit: QuietLimit,
    /// Plies after which the game stops, all rounds counted.
    pub ply_limit: Limit,
}

impl Default for BoshRules {
    fn default() -> Self {
        Self {
            pits_per_row: Count(5),
            seeds_per_pit: Count(4),
            capture_side: CaptureSide::Any,
            capture_chain: false,
            skip_origin: false,
            round_end: RoundEnd::MoverStuck,
            fill_side: FillSide::Right,
            next_starter: NextStarter::Alternate,
            repetition: Recurrence::OwnSide,
            endless_turn: EndlessTurn::Illegal,
            rounds: Rounds::Match,
            win_below: WinBelow(None),
            max_rounds: Count(200),
            no_capture_limit: QuietLimit(None),
            ply_limit: Limit(None),
        }
    }
}

/// The no-capture limit where none was set and repetition does not end every circle.
const QUIET_LIMIT: u32 = 500;

impl BoshRules {
    /// The no-capture limit in force: the one that was set; else none, or 500 where the repetition rule lets play go
    /// round in circles.
    pub fn quiet_limit(&self) -> Limit {
        self.no_capture_limit.0.unwrap_or(match self.repetition {
            Recurrence::Ignore | Recurrence::OwnSideIfBoth => Limit(Some(QUIET_LIMIT)),
            _ => Limit(None),
        })
    }

    /// A player with fewer stones than this has lost the match.
    pub fn lost_below(&self) -> u32 {
        self.win_below.0.unwrap_or(self.seeds_per_pit.0)
    }
}

const NO_CAPTURE_LIMIT: Opt<BoshRules> = Opt {
    key: "no_capture_limit",
    about: "Plies without capture after which the round stops; the stones left are divided as at a repetition. Unless it \
            is set: none, but 500 with repetition ignore or own_side_if_both.",
    source: "rules.md 12; 500 [I]",
    effect: Effect::History,
    get: |rules| rules.quiet_limit().text(),
    set: |rules, text| Value::read(text).map(|limit| rules.no_capture_limit = QuietLimit(Some(limit))),
    allowed: Limit::allowed,
    samples: Limit::samples,
};

impl RuleSet for BoshRules {
    const GAME: &'static str = "bosh";
    const INDEX_SCHEME: u32 = 3;

    fn options() -> &'static [Opt<Self>] {
        static ALL: std::sync::LazyLock<Vec<Opt<BoshRules>>> = std::sync::LazyLock::new(|| {
            let most = options!(BoshRules {
                pits_per_row: Numbers, "Holes in each player's row.", "B1 [S6-10]";
                seeds_per_pit: Nothing, "Stones in each open hole at the start of a round.", "B1, B9 [S6-10,16]";
                capture_side: Numbers, "Whose hole a stop may capture.", "B5 [S18]; opponent [I]";
                capture_chain: Numbers, "The capture goes on while empty and full holes alternate.", "B7 [I]; true in related games";
                skip_origin: Numbers, "The hole lifted gets no stone of its own lap.", "B2 [S12]; no source for true";
                round_end: Numbers, "When a round is over.", "B8 [S15,21]; any_row_empty [X:LUD]";
                fill_side: Nothing, "Which holes a player fills who cannot fill all.", "B9 [S16]; right [X:SS], choice [X:LUD]";
                next_starter: Nothing, "Who begins the next round.", "[I]; alternate [X:SS]";
                repetition: Nothing, "What happens when a position comes up again in a round.", "[I]";
                endless_turn: Numbers, "What happens with a turn that never stops.", "[I]";
                rounds: Nothing, "A match of rounds, or one round.", "B11 [S16,22]; single [I]";
                win_below: Nothing, "A player who owns fewer stones has lost the match.", "B11 [S22]";
                max_rounds: Nothing, "Rounds after which the match stops; more stones win.", "rules.md 12";
                ply_limit: History, "Plies after which the game stops, all rounds counted; stones on the board count for nobody.", "rules.md 12";
            });
            most.iter().map(|option| Opt { ..*option }).chain([NO_CAPTURE_LIMIT]).collect()
        });
        &ALL
    }

    fn not_tabled(&self) -> Option<String> {
        if self.endless_turn == EndlessTurn::VoidRound {
            Some("with endless_turn=void_round a value depends on the stones in reserve".into())
        } else if self.repetition == Recurrence::VoidRound {
            Some("with repetition=void_round a recurrence takes back what was captured in the round".into())
        } else if self.ply_limit.0.is_some() {
            Some("with ply_limit a value depends on the plies left".into())
        } else if self.no_capture_limit.0.is_some_and(|limit| limit.0.is_some()) {
            Some("with no_capture_limit a value depends on the plies since the last capture".into())
        } else {
            None
        }
    }

    fn check(&self) -> Result<(), String> {
        let (n, s) = (self.pits_per_row.0, self.seeds_per_pit.0);
        if 2 * n * s > crate::board::MAX_SEEDS {
            return Err(format!(
                "pits_per_row={n} with seeds_per_pit={s} makes {} stones; at most {} can be handled, so at most {} a hole",
                2 * n * s,
                crate::board::MAX_SEEDS,
                crate::board::MAX_SEEDS / (2 * n)
            ));
        }
        match self.win_below.0 {
            Some(below) if below < s => Err(format!(
                "win_below={below} with seeds_per_pit={s}: a player with fewer than {s} stones cannot fill a hole, so at \
                 least {s}"
            )),
            _ => Ok(()),
        }
    }
}
