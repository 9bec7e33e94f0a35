//! Every message of the files in `data/words/`, with the holes that the code fills.

macro_rules! keys {
    ($($(#[$doc:meta])* $key:ident = $id:literal [$($hole:literal),*];)*) => {
        /// A message.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Key { $(#[doc = concat!("The message `", $id, "`.")] $(#[$doc])* $key,)* }

        impl Key {
            /// The name of the message in the files.
            pub fn id(self) -> &'static str {
                match self { $(Self::$key => $id,)* }
            }

            /// The names of its holes.
            pub fn holes(self) -> &'static [&'static str] {
                match self { $(Self::$key => &[$($hole),*],)* }
            }
        }
    };
}

keys! {
    // Words that others are made of.
    South = "south" [];
    North = "north" [];
    ListMore = "list-more" ["before", "next"];
    ListLast = "list-last" ["before", "last"];
    Stop = "stop" ["text"];

    // What a move does.
    MoveGains = "move-gains" ["seeds"];
    MoveGives = "move-gives" ["seeds", "other"];
    MoveForfeits = "move-forfeits" ["seeds", "rule"];
    MoveAgain = "move-again" [];
    MoveEnds = "move-ends" [];
    MoveQuiet = "move-quiet" [];
    MoveNothing = "move-nothing" [];
    MoveReply = "move-reply" ["who", "move"];
    MoveNext = "move-next" ["who", "move"];
    MoveUnknown = "move-unknown" [];
    MoveEven = "move-even" ["who", "other"];
    MoveMore = "move-more" ["who", "other", "seeds"];
    MoveLess = "move-less" ["who", "other", "seeds"];
    MoveIfEndless = "move-if-endless" ["text"];
    MoveIfEndlessForced = "move-if-endless-forced" ["text", "who", "other", "least", "most"];
    MoveRepeats = "move-repeats" [];

    // Problems.
    PuzzleWin = "puzzle-win" ["who", "within"];
    PuzzleDraw = "puzzle-draw" ["who", "within"];
    PuzzleGain = "puzzle-gain" ["who", "seeds", "within"];
    PuzzleAll = "puzzle-all" ["who", "seeds", "within"];
    PuzzlePoints = "puzzle-points" ["who", "points", "within"];
    PuzzleStrand = "puzzle-strand" ["who", "within"];
    PuzzleTurns = "puzzle-turns" ["turns"];
    PuzzlePlies = "puzzle-plies" ["plies"];

    // Who stands better.
    StandsLevel = "stands-level" ["sure"];
    StandsClose = "stands-close" ["sure"];
    StandsBetter = "stands-better" ["who", "seeds", "unit", "sure"];
    StandsLevelAtLeast = "stands-level-at-least" ["who"];
    StandsLevelAtMost = "stands-level-at-most" ["who"];
    StandsAtLeast = "stands-at-least" ["who", "seeds", "unit"];
    StandsAtMost = "stands-at-most" ["who", "seeds", "unit"];
    StandsUnknown = "stands-unknown" [];
    SureProven = "sure-proven" [];
    SureIfEndless = "sure-if-endless" [];
    SureEstimate = "sure-estimate" ["plies"];
    SureGuess = "sure-guess" [];

    // Steps of a move.
    StepLift = "step-lift" ["seeds", "pit"];
    StepRelay = "step-relay" ["seeds", "pit"];
    StepDrop = "step-drop" ["pit", "now"];
    StepStore = "step-store" ["who"];
    StepSkip = "step-skip" ["pit", "why"];
    StepCapture = "step-capture" ["who", "seeds", "pit", "rule"];
    StepForfeit = "step-forfeit" ["seeds", "rule"];
    StepResow = "step-resow" ["seeds", "pit"];
    StepResowClockwise = "step-resow-clockwise" ["seeds", "pit"];
    StepChoice = "step-choice" ["sign"];
    StepSwap = "step-swap" [];
    StepAgain = "step-again" [];
    StepHandOver = "step-hand-over" [];
    StepEndless = "step-endless" ["rule"];

    // Pictures.
    DrawBoard = "draw-board" ["game", "who"];
    DrawEmpty = "draw-empty" ["game"];
    DrawToMove = "draw-to-move" ["who"];
    DrawRow = "draw-row" ["who", "pits"];
    DrawPit = "draw-pit" ["pit", "seeds"];
    DrawClosed = "draw-closed" ["pit"];
    DrawStores = "draw-stores" ["south", "north"];
    DrawMove = "draw-move" ["game", "who", "move"];
    DrawBefore = "draw-before" ["who", "move"];
    DrawSown = "draw-sown" ["count", "first", "last", "now"];
    DrawSownStore = "draw-sown-store" ["count", "first", "who"];
    DrawFirstStore = "draw-first-store" ["who"];
    DrawAfter = "draw-after" [];
    DrawLegend = "draw-legend" [];

    // Pages.
    PageNumber = "page-number" ["page", "pages"];
    PageRules = "page-rules" ["game"];
    PageVariant = "page-variant" ["variant", "fingerprint"];
    PageStart = "page-start" [];
    PageExample = "page-example" ["id", "moves", "shows"];
    PageExamples = "page-examples" ["shown", "all", "game"];
    BookAnswers = "book-answers" [];
    BookProblem = "book-problem" ["number"];
    BookProblems = "book-problems" ["count"];

    // At the table, and in lists of moves.
    Plays = "plays" ["who", "move"];
    PlaysAs = "plays-as" ["who", "player", "move"];
    WouldPlay = "would-play" ["move", "score", "sure"];
    Values = "values" ["move", "score"];
    Resigns = "resigns" ["who", "other"];
    TimeIsUp = "time-is-up" ["who", "other"];
    TimeLeft = "time-left" ["south", "north"];
    OffersToStop = "offers-to-stop" ["who", "other"];
    PlaysOn = "plays-on" ["who"];
    TakesNet = "takes-net" ["who", "seeds"];
    MoreMoves = "more-moves" ["count"];
    NextRound = "next-round" ["position"];
    RoundOver = "round-over" ["round", "south", "north"];
    MatchOver = "match-over" ["reason"];

    // How a game ended.
    ResultWon = "result-won" ["who", "south", "north", "points"];
    ResultWonNorth = "result-won-north" ["who", "south", "north", "points"];
    ResultDraw = "result-draw" ["south", "north"];
    ResultVoid = "result-void" [];
    TotalsWon = "totals-won" ["south", "north", "who", "points"];
    TotalsDraw = "totals-draw" ["south", "north", "points"];
    TotalsVoid = "totals-void" ["south", "north", "points"];

    // Why a game ended, and who gets what.
    EndAgreed = "end-agreed" [];
    EndStuck = "end-stuck" ["why", "gets"];
    EndWon = "end-won" ["who", "store", "total", "share"];
    EndWonRest = "end-won-rest" ["who", "store", "total", "share", "seeds"];
    ShareHalf = "share-half" [];
    ShareThreeQuarters = "share-three-quarters" [];
    EndRepetition = "end-repetition" ["times", "who", "gets"];
    EndNoCapture = "end-no-capture" ["plies", "gets"];
    EndPlies = "end-plies" ["plies", "seeds"];
    EndSlam = "end-slam" ["who", "other", "gets"];
    EndOther = "end-other" ["rule", "gets"];
    StuckEmpty = "stuck-empty" ["who"];
    StuckNotFed = "stuck-not-fed" ["who", "other"];
    StuckByRules = "stuck-by-rules" ["who"];
    GetsDraw = "gets-draw" [];
    GetsNothing = "gets-nothing" [];
    GetsHalf = "gets-half" ["seeds"];
    GetsOne = "gets-one" ["who", "seeds"];
    GetsRows = "gets-rows" ["south", "north"];
    EndAgreedPlies = "end-agreed-plies" [];
    EndBothRowsEmpty = "end-both-rows-empty" [];
    EndRowEmpty = "end-row-empty" ["who", "left", "to"];
    Nobody = "nobody" [];
    DividedHalf = "divided-half" ["left"];
    DividedDraw = "divided-draw" [];
    DividedRows = "divided-rows" [];
    EndRecurs = "end-recurs" ["divided"];
    EndTooQuiet = "end-too-quiet" ["divided"];
    EndAnnulled = "end-annulled" [];
    EndNoTurnStops = "end-no-turn-stops" ["divided"];
    EndAllCaptured = "end-all-captured" [];
    EndFewOwnRows = "end-few-own-rows" ["left"];
    EndFewTo = "end-few-to" ["left", "who", "why"];
    FewFirstCaptor = "few-first-captor" [];
    FewLastCaptor = "few-last-captor" [];
    FewLastMover = "few-last-mover" [];
    FewMover = "few-mover" [];
    FewStarter = "few-starter" [];
    FewLot = "few-lot" [];
    EndBulijo = "end-bulijo" ["loser", "winner", "points"];
    EndAkawumbi = "end-akawumbi" ["loser", "winner", "points"];
    EndEmitweEbiri = "end-emitwe-ebiri" ["loser", "winner", "points"];
    EndFrontRow = "end-front-row" ["loser", "winner", "points"];
    EndAkakyala = "end-akakyala" ["loser", "winner", "points"];
    EndEndlessLost = "end-endless-lost" ["loser", "winner", "points"];
    EndEndlessIllegal = "end-endless-illegal" [];
    EndEndlessAnnulled = "end-endless-annulled" ["who"];
    EndQuietAnnulled = "end-quiet-annulled" ["turns"];
    EndThirdTime = "end-third-time" [];
    EndPliesNoPoints = "end-plies-no-points" [];
    EndBoardEmpty = "end-board-empty" [];
    EndStuckCedes = "end-stuck-cedes" ["who", "other", "left"];
    EndPliesStones = "end-plies-stones" [];
    WhyRowEmpty = "why-row-empty" [];
    WhyRecurs = "why-recurs" [];
    WhyQuiet = "why-quiet" ["plies"];
    WhyEndless = "why-endless" [];
    WhyNoTurnStops = "why-no-turn-stops" ["who"];
    RoundVoid = "round-void" ["why"];
    RoundVoidAgain = "round-void-again" ["why"];
    RoundHalved = "round-halved" ["why", "left"];
    RoundRows = "round-rows" ["why"];

    // Values.
    ScoreExact = "score-exact" ["score"];
    ScoreEnds = "score-ends" ["score", "south", "north"];
    ScoreSearched = "score-searched" ["score", "worth"];
    ScoreSearchedEnds = "score-searched-ends" ["score", "worth", "south", "north"];
    ScoreUnknown = "score-unknown" [];
    ScoreDepends = "score-depends" [];
    ScoreHolds = "score-holds" [];
    ScoreMayDepend = "score-may-depend" [];
    FromDatabase = "from-database" [];
    WorthExact = "worth-exact" [];
    WorthLower = "worth-lower" [];
    WorthUpper = "worth-upper" [];
    WorthEstimate = "worth-estimate" [];
    BoundExact = "bound-exact" [];
    BoundLower = "bound-lower" [];
    BoundUpper = "bound-upper" [];
    BoundUnseen = "bound-unseen" [];
    BoundNoMore = "bound-no-more" [];
    BoundDepth = "bound-depth" ["depth"];
    LineGoesOn = "line-goes-on" [];
    LineRepeats = "line-repeats" [];
    LineUnknown = "line-unknown" [];
    LineEnds = "line-ends" [];
    BestPlayUnknown = "best-play-unknown" [];
    BestPlayRepeats = "best-play-repeats" [];
    BestPlayOver = "best-play-over" [];

    // Why the best move is best.
    Best = "best" ["move"];
    BestBecause = "best-because" ["move", "reasons"];
    OnlyMove = "only-move" ["move"];
    OnlyMoveBecause = "only-move-because" ["move", "reasons"];
    AllEqual = "all-equal" ["move"];
    AllEqualBecause = "all-equal-because" ["move", "reasons"];
    ThenReply = "then-reply" ["who", "move"];
    ThenReplyTakes = "then-reply-takes" ["who", "move", "seeds"];
    EndsWon = "ends-won" ["who"];
    EndsDrawn = "ends-drawn" [];
    EndsVoid = "ends-void" [];
    OnlyWin = "only-win" [];
    OnlyDraw = "only-draw" [];
    WinsByForce = "wins-by-force" ["plies"];
    LeavesNoMove = "leaves-no-move" ["other"];
    LeavesAPass = "leaves-a-pass" ["other"];
    Starves = "starves" ["other"];
    OneReply = "one-reply" ["other", "move"];
    TakesTheRest = "takes-the-rest" ["seeds"];
    Feeds = "feeds" ["other", "seeds"];
    FeedsAsItMust = "feeds-as-it-must" ["other", "seeds", "refused", "count"];
    Forfeits = "forfeits" ["seeds", "rule"];
    Swaps = "swaps" [];
    NeverEnds = "never-ends" [];
    Captures = "captures" ["seeds", "pits"];
    MostAtOnce = "most-at-once" [];
    CapturesAgain = "captures-again" ["times"];
    MovesAgain = "moves-again" ["seeds"];
    MovesAgainWith = "moves-again-with" ["moves", "seeds"];
    Banks = "banks" ["seeds"];
    Stops = "stops" ["other", "reply", "seeds", "after"];
    StopsAllBut = "stops-all-but" ["other", "reply", "seeds", "after", "still"];
    Safe = "safe" ["other", "reply", "seeds", "after"];
    RefusesCapture = "refuses-capture" ["move", "seeds", "less", "unit"];
    Threatens = "threatens" ["move", "seeds"];
    Prepares = "prepares" ["move", "seeds"];
    Sacrifices = "sacrifices" ["gives", "back"];
    LongestSowing = "longest-sowing" ["laps"];
    Reverses = "reverses" [];
    GoesRound = "goes-round" ["pit", "seeds"];
    Hoards = "hoards" ["pit", "seeds"];
    Gives = "gives" ["other", "seeds"];
    Shortest = "shortest" ["plies"];
    HoldsOut = "holds-out" ["plies"];
    Repeats = "repeats" [];
    Better = "better" ["move", "less", "unit"];
}
