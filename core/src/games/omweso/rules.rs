//! The options of Omweso.

use crate::games::options::{Count, Limit, Opt, RuleSet, Value, choice, options};

choice! {
    /// How a game is set up.
    Setup {
        /// Four seeds in each pit of the outer row.
        Outer4 = "outer4",
        /// Two seeds in each pit.
        TwoEach = "two_each",
        /// Four seeds in each pit of the inner row (for path counts).
        Inner4 = "inner4",
        /// The first player arranges his seeds, then the second.
        FreeFirstThenSecond = "free_first_then_second",
        /// Both arrange their seeds without seeing the other's.
        FreeSecret = "free_secret",
    }
}

choice! {
    /// Which pit gets the first captured seed.
    Reentry {
        /// The pit after the start pit of the lap that captured.
        Next = "next",
        /// That start pit itself.
        Same = "same",
    }
}

choice! {
    /// Where a lap may run clockwise.
    Reverse {
        /// At the start, when captured seeds of a reverse lap are sown, and at relays.
        Full = "full",
        /// At the start only.
        StartOnly = "start_only",
        /// Never.
        Off = "off",
    }
}

choice! {
    /// From which pits a lap may run clockwise.
    ReversePits {
        /// The four of the two left columns.
        LeftFour = "0,1,14,15",
        /// The outer left-most and the inner second (Kagera).
        Kagera = "0,14",
    }
}

choice! {
    /// Whether a player may capture in his own first turn.
    FirstTurnCapture {
        /// He may not.
        Forbidden = "forbidden",
        /// He may.
        Allowed = "allowed",
    }
}

choice! {
    /// What ends the time of okukoneeza.
    OkukoneezaUntil {
        /// The first capture by anybody.
        AnyCapture = "any_capture",
        /// The player's own first capture.
        OwnCapture = "own_capture",
    }
}

choice! {
    /// When okutema and akawumbi are looked for.
    WinTiming {
        /// When the turn is over.
        EndOfTurn = "end_of_turn",
        /// After each capture.
        Immediate = "immediate",
    }
}

choice! {
    /// What akawumbi pays.
    AkawumbiPoints {
        /// Twelve points.
        Twelve = "12",
        /// Six points.
        Six = "6",
    }
}

choice! {
    /// What counts as two captures for akakyala.
    AkakyalaScope {
        /// Captures in two turns.
        TwoTurns = "two_turns",
        /// Captures by two laps, of one turn or two.
        TwoCaptures = "two_captures",
    }
}

choice! {
    /// Who begins the next game of a match.
    NextStarter {
        /// The players take turns.
        Alternate = "alternate",
        /// The loser.
        Loser = "loser",
        /// The winner.
        Winner = "winner",
    }
}

choice! {
    /// What a never-ending turn does.
    EndlessTurn {
        /// It annuls the game.
        AnnulGame = "annul_game",
        /// It may not be played.
        Illegal = "illegal",
        /// It loses the game by a point.
        OpponentWins = "opponent_wins",
    }
}

choice! {
    /// What a position that comes up again does.
    OmwesoRepetition {
        /// The third time it annuls the game.
        AnnulOn3 = "annul_on_3",
        /// Nothing.
        Ignore = "ignore",
    }
}

choice! {
    /// The time for a move; told to the players, not measured.
    Clock {
        /// No limit.
        None = "none",
        /// Blitz: three seconds a move.
        Blitz = "blitz",
    }
}

/// Laps after which a turn counts as never-ending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LapLimit(pub u32);

impl Value for LapLimit {
    fn text(&self) -> String {
        self.0.to_string()
    }
    fn read(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(laps @ 1..=1_000_000_000) => Ok(Self(laps)),
            _ => Err("is not from 1 to 1000000000".into()),
        }
    }
    fn allowed() -> String {
        "1 to 1000000000".into()
    }
    fn samples() -> Vec<String> {
        vec!["10000".into(), "12".into(), "3".into()]
    }
}

/// All options of Omweso; the default is the game of rules.md.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OmwesoRules {
    /// Columns of the board.
    pub pits_per_row: Count<1, 8>,
    /// How a game is set up.
    pub setup: Setup,
    /// Most seeds in a pit of a free set-up.
    pub setup_max: Limit,
    /// Which pit gets the first captured seed.
    pub reentry_pit: Reentry,
    /// Where a lap may run clockwise.
    pub reverse: Reverse,
    /// From which pits a lap may run clockwise.
    pub reverse_pits: ReversePits,
    /// The seeds of a forward capture may be sown clockwise too.
    pub reverse_after_forward_capture: bool,
    /// A landing that captures must capture.
    pub capture_mandatory: bool,
    /// Whether a player may capture in his first turn.
    pub first_turn_capture: FirstTurnCapture,
    /// Three seeds may be sown two and one.
    pub okukoneeza: bool,
    /// What ends the time of okukoneeza.
    pub okukoneeza_until: OkukoneezaUntil,
    /// Clearing the opponent's front row wins.
    pub front_row_rule: bool,
    /// Capturing both end columns in one turn wins.
    pub emitwe_ebiri: bool,
    /// When okutema and akawumbi are looked for.
    pub win_timing: WinTiming,
    /// What akawumbi pays.
    pub akawumbi_points: AkawumbiPoints,
    /// Two captures before the opponent's first win.
    pub akakyala: bool,
    /// What counts as two captures for akakyala.
    pub akakyala_scope: AkakyalaScope,
    /// Points that win the match.
    pub match_points: Count<1, 1000>,
    /// Who begins the next game.
    pub next_starter: NextStarter,
    /// Laps after which a turn counts as never-ending.
    pub lap_limit: LapLimit,
    /// What a never-ending turn does.
    pub endless_turn: EndlessTurn,
    /// Turns without capture after which the game is annulled.
    pub no_capture_limit: Limit,
    /// What a position that comes up again does.
    pub repetition: OmwesoRepetition,
    /// The time for a move.
    pub clock: Clock,
    /// Plies after which the game stops.
    pub ply_limit: Limit,
}

impl Default for OmwesoRules {
    fn default() -> Self {
        Self {
            pits_per_row: Count(8),
            setup: Setup::Outer4,
            setup_max: Limit(Some(10)),
            reentry_pit: Reentry::Next,
            reverse: Reverse::Full,
            reverse_pits: ReversePits::LeftFour,
            reverse_after_forward_capture: false,
            capture_mandatory: true,
            first_turn_capture: FirstTurnCapture::Forbidden,
            okukoneeza: true,
            okukoneeza_until: OkukoneezaUntil::AnyCapture,
            front_row_rule: true,
            emitwe_ebiri: true,
            win_timing: WinTiming::EndOfTurn,
            akawumbi_points: AkawumbiPoints::Twelve,
            akakyala: false,
            akakyala_scope: AkakyalaScope::TwoTurns,
            match_points: Count(12),
            next_starter: NextStarter::Alternate,
            lap_limit: LapLimit(10_000),
            endless_turn: EndlessTurn::AnnulGame,
            no_capture_limit: Limit(Some(500)),
            repetition: OmwesoRepetition::AnnulOn3,
            clock: Clock::None,
            ply_limit: Limit(None),
        }
    }
}

impl OmwesoRules {
    /// Points that akawumbi pays.
    pub fn akawumbi(&self) -> u32 {
        match self.akawumbi_points {
            AkawumbiPoints::Twelve => 12,
            AkawumbiPoints::Six => 6,
        }
    }

    /// True when the players arrange their seeds themselves.
    pub fn is_free_setup(&self) -> bool {
        matches!(self.setup, Setup::FreeFirstThenSecond | Setup::FreeSecret)
    }
}

impl RuleSet for OmwesoRules {
    const GAME: &'static str = "omweso";
    const INDEX_SCHEME: u32 = 2;

    fn options() -> &'static [Opt<Self>] {
        options!(OmwesoRules {
            pits_per_row: Numbers, "Columns of the board: each player's circuit has twice as many pits.", "M1 [S13-17]; smaller boards: rules.md 12";
            setup: Nothing, "How the seeds lie at the start.", "M2 [S16,21] [X:BRA] [X:WP]";
            setup_max: Nothing, "Most seeds in one pit when a player arranges his seeds himself.", "M2 [S16] typically";
            reentry_pit: Numbers, "Which pit gets the first captured seed.", "M8 [S33] [X:LUD-677]";
            reverse: Numbers, "Where a lap may run clockwise.", "M12-M14 [S35] [X:PLAY]; off = McGill";
            reverse_pits: Numbers, "From which pits a lap may run clockwise, as numbered on the board of eight columns.", "M12 [X:LUD-677]; 0,14 is Kagera";
            reverse_after_forward_capture: Numbers, "Seeds captured by a forward lap may be sown clockwise too, if that captures again.", "M13: texts speak only of reverse captures";
            capture_mandatory: Numbers, "A landing that captures must capture; else it may be played as a relay (sign r).", "M7; rules.md 12";
            first_turn_capture: State, "Whether a player may capture in his own first turn.", "M11 [S34]; Ludii allows";
            okukoneeza: State, "Before the first capture three seeds may be sown two and one.", "M15 [S~24,43] [X:LUD-Mweiso]";
            okukoneeza_until: State, "Whose first capture ends okukoneeza.", "M15";
            front_row_rule: Numbers, "Clearing the opponent's front row by captures wins two points.", "M19 [S~41]; off as in Wikipedia and Ludii";
            emitwe_ebiri: Numbers, "Capturing both end columns in one turn wins two points.", "M19 [S~41] [X:WP]";
            win_timing: Numbers, "When akawumbi and okutema are looked for.", "5.4 [I]";
            akawumbi_points: Numbers, "Points for taking all seeds with a last capture in an end column.", "M20 [S~42]";
            akakyala: State, "Two captures before the opponent's first win two points.", "M21 [S43], if agreed";
            akakyala_scope: Numbers, "What counts as two captures for akakyala.", "M21 [I]";
            match_points: Nothing, "Points that win the match.", "M17 [S39]";
            next_starter: Nothing, "Who begins the next game of a match.", "5.4 [I]";
            lap_limit: Numbers, "Laps after which a turn counts as never-ending.", "M22; rules.md 7 and 12";
            endless_turn: Numbers, "What a never-ending turn does.", "M22 [S44]";
            no_capture_limit: History, "Turns without a capture after which the game is annulled.", "5.4 [I]";
            repetition: Nothing, "What a position does that comes up for the third time.", "5.4 [I]";
            clock: Nothing, "Time for a move, told to the players and not measured.", "[S28]";
            ply_limit: History, "Plies after which the game stops without points.", "rules.md 12";
        })
    }

    fn check(&self) -> Result<(), String> {
        if self.is_free_setup() && self.setup_max.0.is_some_and(|max| max < 2) {
            return Err(format!(
                "setup_max={} leaves no room for {} seeds in {} pits: 2 at least",
                self.setup_max.text(),
                4 * self.pits_per_row.0,
                2 * self.pits_per_row.0
            ));
        }
        Ok(())
    }

    fn not_tabled(&self) -> Option<String> {
        if let Some(limit) = self.ply_limit.0 {
            return Some(format!("ply_limit={limit}: a value then depends on the plies left"));
        }
        if let Some(limit) = self.no_capture_limit.0.filter(|&limit| limit < 500) {
            return Some(format!(
                "no_capture_limit={limit}: a value then depends on the turns since the last capture"
            ));
        }
        self.is_free_setup().then(|| {
            format!(
                "setup={}: the ways to place the seeds are too many to list; use another setup and give the position",
                self.setup.text()
            )
        })
    }
}
