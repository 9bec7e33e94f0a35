//! The search behind the door: held against plain minimax, and the cases of other programs' users.

use std::sync::atomic::AtomicBool;

use sowbase::engine::{Answer, EngineOptions, Limits, Question};
use sowbase::games::{CATALOGUE, Opened, entry};
use sowbase::play::Side;
use sowbase::tables::{PvStops, Worth};

fn open(game: &str, rules: &[(&str, &str)]) -> Opened {
    let settings: Vec<_> =
        rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    entry(game).expect("a game").open(&settings).expect("rules")
}

fn ask(opened: &Opened, position: &str, limits: Limits, options: &EngineOptions) -> Answer {
    let position = opened.play.parse(position, true).expect("a position");
    let question = Question { position: &position, moves: &[], limits, lines: 0 };
    let mut engine = opened.search.engine(options).expect("memory");
    engine.search(&question, &AtomicBool::new(false), &mut |_| {}).expect("no moves to play")
}

fn deep(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Minimax, alpha-beta, the search with a table, with a tiny one, with all lines, and on two threads: the same value at the
/// same depth. Case 41 among them: games in which one side moves twice.
#[test]
fn every_way_to_search_finds_the_value_of_minimax() {
    for game in CATALOGUE {
        let depth = match game.name {
            "omweso" => 2,
            "anywoli" => 3,
            _ => 4,
        };
        let agreed = open(game.name, &[]).search.agree(1000, depth, 1);
        agreed.unwrap_or_else(|error| panic!("{}: {error}", game.name));
    }
}

/// Small boards, where positions recur all the time, and rules that take back what is in store or look at counters.
#[test]
fn every_way_to_search_agrees_where_play_goes_in_circles() {
    let small = ("pits_per_row", "2");
    for (game, rules) in [
        ("oware", vec![small, ("seeds_per_pit", "1"), ("repetition", "draw")]),
        ("oware", vec![small, ("seeds_per_pit", "2"), ("repetition", "own_side_if_both")]),
        ("oware", vec![small, ("grand_slam", "allowed_move_again"), ("no_capture_limit", "6")]),
        ("oware", vec![("grand_slam", "allowed_if_wins"), ("ply_limit", "40")]),
        ("urim", vec![small, ("repetition", "split"), ("early_stop", "at_three_quarters")]),
        ("anywoli", vec![small, ("endless_turn", "void_game")]),
        ("bosh", vec![small, ("repetition", "void_round"), ("endless_turn", "void_round")]),
        ("kalah", vec![small, ("pie_rule", "true"), ("ply_limit", "12")]),
        ("omweso", vec![small, ("setup", "outer4")]),
    ] {
        let agreed = open(game, &rules).search.agree(150, 6, 2);
        agreed.unwrap_or_else(|error| panic!("{game} {rules:?}: {error}"));
    }
}

#[test]
fn case_43_rule_sets_asked_in_turn_answer_as_in_fresh_processes() {
    let position = "2,0,3,1,0,4/1,5,0,2,0,3 12-15 S";
    let rules = [vec![], vec![("grand_slam", "allowed")]].map(|rules| open("oware", &rules));
    let fresh = rules.each_ref().map(|opened| ask(opened, position, deep(9), &EngineOptions::default()));
    let parsed = rules[0].play.parse(position, false).expect("a position");
    let question = Question { position: &parsed, moves: &[], limits: deep(9), lines: 0 };
    let mut engines =
        rules.each_ref().map(|opened| opened.search.engine(&EngineOptions::default()).expect("memory"));
    for at in [0, 1, 0] {
        engines[at].forget();
        let again = engines[at].search(&question, &AtomicBool::new(false), &mut |_| {}).expect("a position");
        assert_eq!((again.nodes, &again.moves), (fresh[at].nodes, &fresh[at].moves));
    }
}

/// Cases 45 and 49: a line that goes round stops where it repeats and says so, and its value is what the rules pay there.
#[test]
fn a_line_that_repeats_stops_there_and_pays_what_the_rules_say() {
    // Nothing is looked up: a line would end where values are known.
    let opened = open("oware", &[]);
    let alone = EngineOptions { databases: false, ..EngineOptions::default() };
    let mut met = 0;
    for position in [
        "0,0,0,0,1,0/0,0,0,0,1,0 24-22 S",
        "1,0,0,0,0,0/0,1,0,0,0,0 22-24 S",
        "0,1,0,0,0,1/1,0,0,0,0,1 22-22 S",
        "1,0,0,1,0,0/0,0,1,0,0,1 23-21 N",
        "1,0,0,0,0,1/0,1,0,0,1,0 20-24 S",
        "0,1,0,0,1,0/0,1,0,0,1,0 22-22 N",
    ] {
        let answer = ask(&opened, position, deep(40), &alone);
        for mv in answer.moves.iter().filter(|mv| mv.pv_stops == PvStops::Repetition) {
            let mut session = opened.play.session(&opened.play.parse(position, false).expect("a position"));
            for (at, text) in mv.pv.iter().enumerate() {
                assert!(session.result().is_none(), "{position}: ply {at} of {:?}", mv.pv);
                session.play(text).expect("a legal line");
            }
            let result = session.result().expect("it repeats");
            assert_eq!(result.rule, "repetition");
            let totals = mv.r#final.expect("seeds end in stores");
            assert_eq!((totals.south, totals.north), (result.south, result.north), "{position} {:?}", mv.pv);
            assert_ne!(mv.bound, Worth::Exact, "what rests on a repetition is not proven");
            met += 1;
        }
    }
    assert!(met > 0);
}

/// Case 53, and section 6 of what a search must do: a legal move or the end of the game, whatever is asked.
#[test]
fn there_is_always_a_legal_move_or_an_end() {
    let nowhere = EngineOptions { places: vec!["/nowhere/at/all".into()].into(), ..EngineOptions::default() };
    for game in CATALOGUE {
        let opened = open(game.name, &[]);
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..20 {
            let mut session = opened.play.session(&opened.play.start());
            let mut engine = opened.search.engine(&nowhere).expect("memory");
            for limits in
                (0..).map(|ply| Limits { nodes: Some(1 + 50 * (ply % 3)), ..Limits::default() }).take(300)
            {
                let played = session.played();
                let start = opened.play.start();
                let question = Question { position: &start, moves: &played, limits, lines: 1 };
                let answer = engine.search(&question, &AtomicBool::new(false), &mut |_| {}).expect("legal");
                if let Some(result) = session.result() {
                    assert!(answer.best().is_none() && answer.result.as_ref() == Some(result));
                    break;
                }
                let moves: Vec<_> = session.moves().iter().map(|mv| mv.text.clone()).collect();
                assert_eq!(answer.moves.len(), moves.len(), "a value for every legal move");
                let best = answer.best().expect("the game goes on").r#move.clone();
                assert!(moves.contains(&best), "{best} of {moves:?}");
                let any = rng.usize(..moves.len());
                session.play(if rng.bool() { &best } else { &moves[any] }).expect("legal");
            }
        }
    }
}

/// Case 55: one viewpoint, the mover's, whoever moves: turning the board changes no value.
#[test]
fn values_are_the_movers_whoever_moves() {
    let opened = open("oware", &[]);
    let [south, north] = ["2,0,3,1,0,4/1,5,0,2,0,3 12-15 S", "1,5,0,2,0,3/2,0,3,1,0,4 15-12 N"]
        .map(|position| ask(&opened, position, deep(8), &EngineOptions::default()));
    let values = |answer: &Answer| answer.moves.iter().map(|mv| mv.hundredths).collect::<Vec<_>>();
    assert_eq!(values(&south), values(&north));
    assert!(values(&south).is_sorted_by(|a, b| a >= b), "best first");
    let totals = |answer: &Answer| answer.best().and_then(|mv| mv.r#final).expect("totals");
    let [south, north] = [totals(&south), totals(&north)];
    assert_eq!((south.south, south.north), (north.north, north.south));
}

/// With one thread the same question has the same answer, node for node; with two, the move is legal and the value is a value.
#[test]
fn one_thread_is_deterministic() {
    for game in CATALOGUE {
        let opened = open(game.name, &[]);
        let start = opened.play.format(&opened.play.start());
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let [one, other] = [(); 2].map(|()| ask(&opened, &start, limits, &EngineOptions::default()));
        assert_eq!(
            (one.nodes, &one.moves, one.depth),
            (other.nodes, &other.moves, other.depth),
            "{}",
            game.name
        );
        let two = ask(&opened, &start, limits, &EngineOptions { threads: 2, ..EngineOptions::default() });
        assert_eq!(two.moves.len(), one.moves.len());
    }
}

/// A search that is stopped before it began still names a move.
#[test]
fn a_stopped_search_says_what_it_knows() {
    let opened = open("anywoli", &[]);
    let start = opened.play.start();
    let question = Question { position: &start, moves: &[], limits: Limits::default(), lines: 1 };
    let mut engine = opened.search.engine(&EngineOptions::default()).expect("memory");
    let answer = engine.search(&question, &AtomicBool::new(true), &mut |_| {}).expect("a position");
    let legal = opened.play.session(&start).moves();
    assert!(legal.iter().any(|mv| Some(&mv.text) == answer.best().map(|best| &best.r#move)));
    assert_eq!(start.side, Side::South);
}
