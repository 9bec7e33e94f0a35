//! Solved layers of real games: against the slow oracle, against plain recursion, and as `analyze` shows them.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sowbase::board::Board;
use sowbase::games::kalah::{Kalah, KalahRules};
use sowbase::games::{CATALOGUE, Entry, Opened, RuleSet, entry};
use sowbase::tables::{Analysis, AnalyzeOptions, BuildJob, IN_MEMORY, PvStops, Source};
use sowbase_solver::retrograde::{Plan, Solved, Values, general, solve};
use sowbase_solver::{Game, Layer, Layered, Metric, Score, Turn, Unwatched};

fn open(game: &str, rules: &[&str]) -> Opened {
    let pair = |rule: &&str| {
        let (key, value) = rule.split_once('=').expect("key=value");
        (key.to_owned(), value.to_owned())
    };
    entry(game).expect("known").open(&rules.iter().map(pair).collect::<Vec<_>>()).expect("allowed")
}

fn kalah(rules: &[(&str, &str)]) -> Kalah<u64> {
    let mut all = KalahRules::default();
    for (key, value) in rules {
        all.set(key, value).expect("allowed");
    }
    Kalah::new(all)
}

fn build(opened: &Opened, dir: &Path, seeds: u32) -> PathBuf {
    let job = BuildJob { metrics: vec![Metric::Score, Metric::Bounds], ..BuildJob::new(dir, seeds) };
    opened.tables.as_ref().expect("a numbering").build(&job, &Unwatched).expect("built").folder
}

fn analyze(opened: &Opened, position: &str, dirs: &[&Path], in_memory: u64) -> Analysis {
    let places = dirs.iter().map(|dir| dir.to_path_buf()).collect::<Vec<_>>().into();
    let options = AnalyzeOptions { places, lines: true, in_memory };
    let position = opened.play.parse(position, true).expect("a position");
    opened
        .tables
        .as_ref()
        .expect("a numbering")
        .analyze(&position, &options, &Unwatched)
        .expect("not stopped")
}

/// Settings of a small board of a game, of those that the game knows.
fn small(entry: &Entry) -> Vec<(String, String)> {
    let pits = if entry.name == "omweso" { "2" } else { "3" };
    let settings = [("pits_per_row", pits), ("seeds_per_pit", "2"), ("setup", "outer4")];
    let known: Vec<&str> = entry.options().iter().map(|option| option.key).collect();
    let known = settings.into_iter().filter(|(key, _)| known.contains(key));
    known.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// Solves layers of up to so many states every way; false when these rules have none.
fn layers_agree(entry: &Entry, settings: &[(String, String)], states: u128) -> bool {
    let Ok(opened) = entry.open(settings) else { return false };
    let Some(tables) = opened.tables.filter(|tables| tables.refusal().is_none()) else { return false };
    let fits = |seeds: &u32| {
        tables.estimate(&BuildJob::new("", *seeds)).is_ok_and(|estimate| estimate.states <= states)
    };
    let Some(seeds) = (2..=8).rev().find(fits) else { return false };
    tables.check_layers(seeds).is_ok()
}

#[test]
fn small_layers_of_every_game_and_option_equal_the_slow_oracle() {
    for entry in CATALOGUE {
        assert!(layers_agree(entry, &small(entry), 3_000), "{}", entry.name);
        let mut checked = 0;
        for option in entry.options() {
            // Options with names for values; sizes are sizes.
            for value in option.allowed.split(", ") {
                let mut settings = small(entry);
                settings.push((option.key.to_owned(), value.to_owned()));
                checked += u32::from(layers_agree(entry, &settings, 600));
            }
        }
        assert!(checked >= 10, "{}: {checked} rule sets", entry.name);
    }
}

/// Kalah has no cycles: its value is a plain recursion.
fn minimax(game: &Kalah<u64>, state: &<Kalah<u64> as Game>::State) -> Score {
    let mut best = None;
    let _ = game.children::<()>(state, |_, child| {
        let value = if child.turn == Turn::Over { Score::ZERO } else { minimax(game, &child.state) };
        best = best.max(Some(child.backup(value)));
        ControlFlow::Continue(())
    });
    best.unwrap_or_else(|| game.settle(state).score(Score::ZERO))
}

#[test]
fn case_41_kalah_equals_plain_recursion_wherever_a_player_moves_twice() {
    for (rules, seeds) in [(vec![("pits_per_row", "3")], 8), (vec![], 5)] {
        let game = kalah(&rules);
        let layers: Vec<Layer> = (0..=seeds).map(|seeds| Layer { seeds, shape: 0 }).collect();
        let mut solved = Solved::default();
        solve(
            &game,
            &layers,
            &[Metric::Score, Metric::Bounds],
            &mut solved,
            Plan::any(&general()),
            &Unwatched,
        )
        .expect("small");
        for layer in layers {
            for index in 0..game.layer_len(layer) as u64 {
                let state = game.unrank(layer, index);
                let value = solved.value(&game, &state).expect("built");
                assert_eq!(value.score, Some(minimax(&game, &state)), "{state:?}");
                assert_eq!(value.depends_on_endless(), Some(false), "no play of Kalah is endless: {state:?}");
            }
        }
    }
}

#[test]
fn kalah_start_values_of_rules_md_8_1() {
    // rules.md 8.1, first player's difference: empty_capture=true [IRV table 9] and false.
    for (pits, banked, expected) in
        [("2", "true", &[2, -2, -2, -12][..]), ("3", "true", &[0, 4, 2]), ("4", "true", &[2, 6])]
            .into_iter()
            .chain([
                ("2", "false", &[2, -2, -2, -10][..]),
                ("3", "false", &[0, 4, 2]),
                ("4", "false", &[2, 6]),
            ])
    {
        for (seeds, &expected) in (1u8..).zip(expected) {
            let text = seeds.to_string();
            let game =
                kalah(&[("pits_per_row", pits), ("empty_capture", banked), ("seeds_per_pit", text.as_str())]);
            let n = pits.parse::<usize>().expect("a number");
            let start = game.start();
            assert_eq!(start.board, Board::from_pits(&vec![seeds; n], &vec![seeds; n]));
            let layers = game.needed(game.layer(&start));
            let mut solved = Solved::default();
            solve(
                &game,
                &layers,
                &[Metric::Score, Metric::Bounds],
                &mut solved,
                Plan::any(&general()),
                &Unwatched,
            )
            .expect("fits");
            let score = solved.value(&game, &start).expect("built").score;
            assert_eq!(score, Some(Score(expected)), "Kalah({pits},{seeds}) empty_capture={banked}");
        }
    }
}

/// Totals are whole or half seeds.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.25
}

#[test]
fn an_analysis_has_every_field_of_the_schema() {
    let analysis = analyze(&open("kalah", &[]), "1,0,2,0,1,1/2,0,0,1,0,3 18-19 N", &[], IN_MEMORY);
    let json = json!(analysis);
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let fields = "position over result score bound depth distance source endless depends_on_endless final moves warnings";
    assert_eq!(keys(&json), fields.split(' ').collect::<Vec<_>>());
    let fields = "move score bound depth distance depends_on_endless pv pv_stops why";
    assert_eq!(keys(&json["moves"][0]), fields.split(' ').collect::<Vec<_>>());
    assert_eq!(
        (&json["over"], &json["bound"], &json["source"]),
        (&json!(false), &json!("exact"), &json!("database"))
    );
    assert_eq!(json["endless"], "split");
    assert_eq!(json["depth"], Value::Null);
}

#[test]
fn case_55_moves_come_best_first_and_scores_are_the_movers() {
    let kalah = open("kalah", &[]);
    // The same board with sides changed: the same scores for the side to move, the totals change places.
    let south = analyze(&kalah, "1,0,2,0,1,1/2,0,0,1,0,3 18-19 S", &[], IN_MEMORY);
    let north = analyze(&kalah, "2,0,0,1,0,3/1,0,2,0,1,1 19-18 N", &[], IN_MEMORY);
    assert_eq!(south.score, north.score);
    let (south_final, north_final) = (south.r#final.expect("exact"), north.r#final.expect("exact"));
    assert_eq!((south_final.south, south_final.north), (north_final.north, north_final.south));
    assert!(same(south_final.south + south_final.north, 48.0));
    let scores: Vec<_> = south.moves.iter().map(|mv| mv.score).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(scores[0], south.score);
    let ties: Vec<_> = south.moves.iter().filter(|mv| mv.score == Some(-1)).map(|mv| &mv.r#move).collect();
    assert!(ties.is_sorted(), "ties in the order of the rules: {ties:?}");
}

#[test]
fn case_31_the_last_move_and_a_game_that_is_over() {
    let kalah = open("kalah", &[]);
    let last = analyze(&kalah, "0,0,0,0,0,1/2,0,0,1,0,3 20-21 S", &[], IN_MEMORY);
    // cases.md 31: stores 21-27.
    let totals = last.r#final.expect("exact");
    assert_eq!((last.score, totals.south, totals.north), (Some(-5), 21.0, 27.0));
    assert_eq!(
        (last.moves[0].pv.as_deref(), last.moves[0].pv_stops),
        (Some(&["F".to_owned()][..]), Some(PvStops::End))
    );
    assert!(last.moves[0].why.contains("ends the game"), "{}", last.moves[0].why);
    let over = analyze(&kalah, "0,0,0,0,0,0/2,0,0,1,0,3 21-21 S", &[], IN_MEMORY);
    assert!(over.over && over.moves.is_empty());
    assert_eq!((over.source, over.score), (Some(Source::Rules), Some(-6)));
    assert_eq!(over.position, "0,0,0,0,0,0/0,0,0,0,0,0 21-27 S");
}

#[test]
fn best_play_played_out_ends_as_the_score_says() {
    for (game, position) in [
        ("kalah", "1,0,2,0,1,1/2,0,0,1,0,3 18-19 S"),
        ("kalah", "0,3,0,1,0,1/1,0,2,1,0,0 20-19 N"),
        ("oware", "0,0,0,0,1,2/1,0,0,0,1,0 20-23 S"),
        ("oware", "1,0,0,2,0,1/0,1,2,0,0,1 20-20 N"),
    ] {
        let opened = open(game, &["ply_limit=none"]);
        let analysis = analyze(&opened, position, &[], IN_MEMORY);
        let start = opened.play.parse(position, false).expect("a position");
        let (mover, mut ended) = (start.side, 0);
        for mv in analysis.moves.iter().filter(|mv| mv.pv_stops == Some(PvStops::End)) {
            let mut session = opened.play.session(&start);
            for text in mv.pv.as_ref().expect("lines were asked for") {
                // A game that is decided stops before its board is empty.
                if session.result().is_none() {
                    session.play(text).expect("legal");
                }
            }
            let result = session.result().expect("the line ends the game");
            if result.rule != "majority" {
                let ahead = if mover == sowbase::play::Side::South {
                    result.south - result.north
                } else {
                    result.north - result.south
                };
                let expected = f64::from(mv.score.expect("known")) + f64::from(start.banked());
                assert!(same(ahead, expected), "{position}: {ahead}, not {expected}: {:?}", mv.pv);
                ended += 1;
            }
        }
        assert!(ended > 0 || game == "oware", "{position}");
    }
}

#[test]
fn case_53_missing_and_damaged_layers_are_warned_of_and_the_moves_stand() {
    let (kalah, dir) = (open("kalah", &[]), tempfile::tempdir().expect("a folder"));
    let position = "1,0,2,0,1,1/2,0,0,1,0,3 18-19 S";
    let nothing = analyze(&kalah, position, &[dir.path()], 0);
    assert_eq!((nothing.score, nothing.source, nothing.moves.len()), (None, None, 4));
    assert!(nothing.moves.iter().all(|mv| mv.score.is_none() && mv.why.contains("not known")));
    let command = format!("sowbase db build kalah --seeds 11 --db {}", dir.path().display());
    assert!(nothing.warnings[0].contains(&command), "{:?}", nothing.warnings);
    let job = BuildJob::new(dir.path(), 11);
    let folder = kalah.tables.as_ref().expect("a numbering").build(&job, &Unwatched).expect("built").folder;
    let whole = analyze(&kalah, position, &[dir.path()], 0);
    assert!(whole.warnings.is_empty() && whole.score == Some(whole.moves[0].score.expect("known")));
    for seeds in 0..=11 {
        let file = folder.join(format!("layer-{seeds:02}-0000.score.sow"));
        let good = fs::read(&file).expect("built");
        for damaged in [Some(&good[..good.len() - 1]), None] {
            match damaged {
                Some(bytes) => fs::write(&file, bytes).expect("written"),
                None => fs::remove_file(&file).expect("removed"),
            }
            let partial = analyze(&kalah, position, &[dir.path()], 0);
            assert_eq!(partial.moves.len(), 4, "{seeds} seeds");
            let names = [format!("layer-{seeds:02}"), format!("boards of {seeds} seeds")];
            let named = partial.warnings.iter().any(|text| names.iter().any(|name| text.contains(name)));
            // Layers that neither the position nor best play comes to are not missed.
            assert!(named || partial == whole, "{seeds} seeds: {:?}", partial.warnings);
            // In memory everything is known again.
            let again = analyze(&kalah, position, &[dir.path()], IN_MEMORY);
            assert_eq!((again.score, again.moves.len()), (whole.score, 4));
            if seeds == 11 {
                let scores = |analysis: &Analysis| -> Vec<_> {
                    analysis.moves.iter().map(|mv| (mv.r#move.clone(), mv.score)).collect()
                };
                assert_eq!(scores(&again), scores(&whole));
                assert_eq!(partial.score, None);
            }
        }
        fs::write(&file, good).expect("written");
    }
}

#[test]
fn case_47_a_database_of_other_rules_is_never_asked() {
    let dir = tempfile::tempdir().expect("a folder");
    build(&open("kalah", &[]), dir.path(), 5);
    let other = open("kalah", &["empty_capture=true"]);
    let analysis = analyze(&other, "1,0,1,0,0,0/1,0,0,1,0,1 20-23 S", &[dir.path()], 0);
    assert_eq!(analysis.score, None);
    // Seeds per pit change no stored number: the same database.
    let small = open("kalah", &["seeds_per_pit=3"]);
    let analysis = analyze(&small, "1,0,1,0,0,0/1,0,0,1,0,1 10-13 S", &[dir.path()], 0);
    assert_eq!(analysis.source, Some(Source::Database));
    let totals = analysis.r#final.expect("exact");
    assert!(same(totals.south + totals.north, 28.0));
}

#[test]
fn rules_that_cannot_be_tabled_are_refused_when_building_and_warned_of_when_probing() {
    let dir = tempfile::tempdir().expect("a folder");
    let limited = open("kalah", &["ply_limit=30"]);
    let tables = limited.tables.as_ref().expect("a numbering");
    assert!(tables.refusal().is_some());
    let job = BuildJob::new(dir.path(), 4);
    let error = tables.build(&job, &Unwatched).expect_err("refused").to_string();
    assert!(error.contains("ply_limit=30"), "{error}");
    build(&open("kalah", &[]), dir.path(), 5);
    let analysis = analyze(&limited, "1,0,1,0,0,0/1,0,0,1,0,1 20-23 S", &[dir.path()], IN_MEMORY);
    assert!(analysis.score.is_some());
    assert!(
        analysis.warnings.iter().any(|warning| warning.contains("ply_limit=30")),
        "{:?}",
        analysis.warnings
    );
}

#[test]
fn case_71_a_table_too_large_is_refused_with_its_size() {
    for entry in CATALOGUE {
        let opened = entry.open(&[]).expect("defaults");
        let Some(tables) = &opened.tables else { continue };
        let seeds = opened.play.start().on_board();
        if tables.refusal().is_some() {
            continue;
        }
        let estimate = match tables.estimate(&BuildJob::new("", seeds)) {
            Ok(estimate) => estimate,
            Err(error) => {
                // Anywoli's layers hold no board as full as the start's.
                assert!(error.to_string().contains(&seeds.to_string()), "{}: {error}", entry.name);
                continue;
            }
        };
        assert!(estimate.states > 0 && estimate.disk >= estimate.states / 2, "{}", entry.name);
        let dir = tempfile::tempdir().expect("a folder");
        let job = BuildJob { memory: Some(1 << 20), ..BuildJob::new(dir.path(), seeds) };
        let error = tables.build(&job, &Unwatched).expect_err("too large").to_string();
        assert!(error.contains("states") && error.contains("1048576"), "{}: {error}", entry.name);
        assert!(
            tables.estimate(&BuildJob::new("", 127)).is_ok()
                || tables.estimate(&BuildJob::new("", 127)).is_err_and(|e| e.to_string().contains("127"))
        );
    }
}

#[test]
fn oware_a_value_that_depends_on_endless_play_and_one_that_does_not() {
    let oware = open("oware", &["repetition=split"]);
    // Each side has one seed far from the other's: nobody need ever give it up.
    let mut seen = [0, 0];
    for position in ["1,0,0,0,0,0/1,0,0,0,0,0 23-23 S", "0,0,0,0,0,1/0,0,0,1,0,0 22-24 S"] {
        let analysis = analyze(&oware, position, &[], IN_MEMORY);
        assert_eq!(analysis.endless, "split");
        seen[usize::from(analysis.depends_on_endless.expect("known"))] += 1;
    }
    assert_eq!(seen, [1, 1]);
}

#[test]
fn case_49_a_line_in_a_cycle_stops_at_the_first_repetition() {
    let oware = open("oware", &["repetition=split"]);
    let analysis = analyze(&oware, "1,0,0,0,0,0/1,0,0,0,0,0 23-23 S", &[], IN_MEMORY);
    let repeating: Vec<_> =
        analysis.moves.iter().filter(|mv| mv.pv_stops == Some(PvStops::Repetition)).collect();
    assert!(!repeating.is_empty(), "{:?}", analysis.moves);
    for mv in repeating {
        let pv = mv.pv.as_ref().expect("lines");
        let mut session = oware.play.session(&oware.play.parse(&analysis.position, false).expect("its own"));
        let mut seen = vec![session.position().clone()];
        for text in pv {
            let now = {
                session.play(text).expect("legal");
                let mut position = session.position().clone();
                (position.quiet, position.plies) = (0, 0);
                position
            };
            if seen.contains(&now) {
                assert_eq!(seen.len(), pv.len(), "only the last move repeats");
            }
            seen.push(now);
        }
        assert!(mv.why.contains("same position"), "{}", mv.why);
    }
}
