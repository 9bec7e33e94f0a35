//! Problems of every game: found, the same for any number of threads, proven again by the slow rules, and refused once any
//! value in them is changed.

use serde_json::Value;
use sowbase::games::{CATALOGUE, Opened, entry};
use sowbase::puzzles::{From, Goal, Pack, Puzzling, Source, Wanted};
use sowbase_solver::Unwatched;

fn open(game: &str) -> Opened {
    entry(game).and_then(|entry| entry.open(&[])).expect("opens")
}

fn puzzling(opened: &Opened) -> &dyn Puzzling {
    opened.puzzles.as_deref().expect("knows problems")
}

fn wanted(count: usize, candidates: u64) -> Wanted {
    Wanted {
        count,
        grades: 1..=5,
        seeds: None,
        max_moves: 12,
        min_moves: 1,
        from: From::Search,
        seed: 7,
        candidates,
    }
}

/// A few problems of every theme of a game.
fn some(opened: &Opened, threads: usize) -> Pack {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let puzzling = puzzling(opened);
    let mut pack = puzzling.pack();
    let themes: Vec<String> = puzzling.themes().iter().map(|theme| theme.key.to_owned()).collect();
    let (found, wanted) = (&mut pack.puzzles, wanted(2, 12_000));
    pool.install(|| puzzling.generate(&themes, &wanted, &Unwatched, &mut |puzzle| found.push(puzzle)))
        .expect("themes");
    pack
}

#[test]
fn problems_are_found_alike_by_any_number_of_threads_and_proven_by_the_slow_rules() {
    let mut found = 0;
    for game in CATALOGUE {
        let opened = open(game.name);
        let pack = some(&opened, 1);
        assert_eq!(pack, some(&opened, 3), "{}", game.name);
        assert!(!pack.puzzles.is_empty(), "{} has no problems", game.name);
        found += pack.puzzles.len();
        // As a reader of the file would have it.
        let read: Pack = serde_json::from_str(&serde_json::to_string(&pack).expect("JSON")).expect("a pack");
        assert_eq!(read, pack);
        let checked = puzzling(&opened).check(&read, &Unwatched).expect("fits the rules");
        assert_eq!(checked.wrong, [], "{}", game.name);
    }
    assert!(found >= 20, "only {found} problems");
}

/// Every place in a document whose value can be changed to another of the same kind.
fn changed(value: &Value, at: &mut Vec<String>, all: &mut Vec<(String, Value)>, root: &Value) {
    let mut put = |at: &[String], new: Value| {
        let mut copy = root.clone();
        if let Some(place) = copy.pointer_mut(&format!("/{}", at.join("/"))) {
            *place = new;
            all.push((at.join("/"), copy));
        }
    };
    match value {
        Value::Number(number) => put(at, Value::from(number.as_u64().unwrap_or_default() + 1)),
        Value::String(text) if text == "fails" => put(at, serde_json::json!({ "in": 1 })),
        Value::Object(map) => {
            if map.contains_key("in") || map.contains_key("late") {
                put(at, Value::from("fails"));
            }
            for (key, value) in map {
                at.push(key.clone());
                changed(value, at, all, root);
                at.pop();
            }
        }
        Value::Array(list) => {
            for (number, value) in list.iter().enumerate() {
                at.push(number.to_string());
                changed(value, at, all, root);
                at.pop();
            }
        }
        _ => {}
    }
}

#[test]
fn no_value_of_a_solution_can_be_changed() {
    let (mut problems, mut changes) = (0, 0);
    for game in CATALOGUE {
        let opened = open(game.name);
        let pack = some(&opened, 2);
        for puzzle in pack.puzzles.iter().take(5) {
            problems += 1;
            let solution = serde_json::to_value(&puzzle.solution).expect("JSON");
            let mut all = Vec::new();
            changed(&solution, &mut Vec::new(), &mut all, &solution);
            for (place, solution) in all {
                let mut wrong = puzzle.clone();
                wrong.solution = serde_json::from_value(solution).expect("the same shape");
                let altered = Pack { puzzles: vec![wrong], ..pack.clone() };
                let checked = puzzling(&opened).check(&altered, &Unwatched).expect("fits the rules");
                assert_eq!(checked.wrong.len(), 1, "{} {} at {place}", game.name, puzzle.position);
                changes += 1;
            }
        }
    }
    assert!(problems >= 20 && changes >= 150, "{problems} problems, {changes} changes");
}

/// rules.md, section 3.4: two composed problems whose only solutions were found by another program.
#[test]
fn the_composed_problems_have_their_solutions_and_no_other() {
    let opened = open("anywoli");
    for (position, goal, line) in [
        ("0,0,0,0,1,1,2,2,6,1,2,1/3,1,1,2,3,2,0,0,0,0,0,0 34-34 S", "gain 28 in 1 turn", "K F I H I K"),
        ("0,0,0,0,0,0,3,0,1,5,2,0/3,0,1,3,2,3,0,1,0,0,0,0 36-36 S", "gain 24 in 1 turn", "K G H J L"),
    ] {
        let position = opened.play.parse(position, false).expect("a position");
        let goal: Goal = goal.parse().expect("a goal");
        let source = Source::Composed { by: "rules.md".into() };
        let proven = puzzling(&opened).prove(&position, goal, source).expect("proves");
        assert!(proven.unique, "{:?}", proven.line);
        assert_eq!(proven.line.join(" "), line);
        let pack = Pack { puzzles: vec![proven.puzzle.expect("a problem")], ..puzzling(&opened).pack() };
        assert_eq!(puzzling(&opened).check(&pack, &Unwatched).expect("fits").wrong, []);
    }
}

#[test]
fn packs_of_other_rules_and_doubles_are_refused() {
    let opened = open("kalah");
    let pack = some(&opened, 2);
    let other = entry("kalah")
        .and_then(|entry| entry.open(&[("empty_capture".into(), "true".into())]))
        .expect("opens");
    let error = puzzling(&other).check(&pack, &Unwatched).expect_err("other rules");
    assert!(error.to_string().contains("under the rules"), "{error}");
    let mut twice = pack.clone();
    twice.puzzles.push(pack.puzzles[0].clone());
    let checked = puzzling(&opened).check(&twice, &Unwatched).expect("fits");
    assert_eq!(checked.wrong.len(), 1);
    assert!(checked.wrong[0].why.contains("the same problem as number 1"), "{:?}", checked.wrong);
}
