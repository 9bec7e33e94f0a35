//! The table of docs/options.md, row by row: what each option of each game does to a database.

use std::process::Command;

use sowbase::games::{CATALOGUE, Effect, Entry, Opened, OptionInfo, entry};
use sowbase::tables::Tables;

const DOCUMENT: &str = include_str!("../docs/options.md");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Changes,
    Nothing,
    Bits,
    Depends,
}

#[derive(Debug)]
struct Line {
    option: String,
    games: Vec<String>,
    values: Vec<String>,
    with: Vec<String>,
    kind: Kind,
}

/// What stands in backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn table() -> Vec<Line> {
    let rows = DOCUMENT.lines().filter(|line| line.starts_with("| `"));
    let line = |row: &str| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [option, games, values, with, kind, why] = cells[..] else { panic!("six cells: {row}") };
        assert!(!why.is_empty(), "a reason: {row}");
        let kind = match kind {
            "changes the stored numbers" => Kind::Changes,
            "does not" => Kind::Nothing,
            "needs extra bits in the state" => Kind::Bits,
            "depends on stores, history or chance" => Kind::Depends,
            other => panic!("no effect: {other}"),
        };
        let [option] = &quoted(option)[..] else { panic!("one option: {row}") };
        Line {
            option: option.clone(),
            games: games.split(", ").map(str::to_owned).collect(),
            values: quoted(values),
            with: quoted(with),
            kind,
        }
    };
    rows.map(line).collect()
}

/// The table's lines for each game, with the game.
fn lines_of_games() -> Vec<(&'static Entry, OptionInfo, Line)> {
    let mut all = Vec::new();
    for line in table() {
        for game in &line.games {
            let entry = entry(game).expect("a game");
            let option = entry.options().into_iter().find(|option| option.key == line.option);
            let option = option.unwrap_or_else(|| panic!("{game} has no option {}", line.option));
            let (option_key, values, with) = (line.option.clone(), line.values.clone(), line.with.clone());
            let line = Line { option: option_key, games: vec![game.clone()], values, with, kind: line.kind };
            all.push((entry, option, line));
        }
    }
    all
}

fn pair(text: &str) -> (String, String) {
    let (key, value) = text.split_once('=').expect("key=value");
    (key.to_owned(), value.to_owned())
}

/// Opens a game on a board of so many pits a row, with settings of which later ones win.
fn open(entry: &Entry, pits: u32, settings: &[String]) -> Opened {
    let small = [format!("pits_per_row={pits}"), "seeds_per_pit=2".to_owned()];
    let known = |text: &String| entry.options().iter().any(|option| option.key == pair(text).0);
    let all: Vec<_> =
        small.iter().filter(|text| known(text)).chain(settings).map(|text| pair(text)).collect();
    entry.open(&all).unwrap_or_else(|error| panic!("{} {settings:?}: {error}", entry.name))
}

fn tables(opened: &Opened) -> &dyn Tables {
    &**opened.tables.as_ref().expect("a numbering")
}

fn values_of<'a>(line: &'a Line, option: &'a OptionInfo) -> impl Iterator<Item = (&'a String, Vec<String>)> {
    let setting = |value: &String| {
        let mut settings = line.with.clone();
        settings.push(format!("{}={value}", line.option));
        settings
    };
    line.values.iter().filter(|value| **value != option.default).map(move |value| (value, setting(value)))
}

#[test]
fn every_option_has_its_rows_and_every_value_with_a_name_its_place() {
    let lines = lines_of_games();
    for entry in CATALOGUE {
        for option in entry.options() {
            let rows: Vec<&Line> = lines
                .iter()
                .filter(|(game, _, line)| game.name == entry.name && line.option == option.key)
                .map(|(_, _, line)| line)
                .collect();
            let what = format!("{} {}", entry.name, option.key);
            assert!(!rows.is_empty(), "{what} has no row");
            let values: Vec<&String> = rows.iter().flat_map(|line| &line.values).collect();
            for value in &values {
                assert_eq!(values.iter().filter(|other| other == &value).count(), 1, "{what}={value} twice");
                entry.check_setting(option.key, value).expect("a value");
            }
            for value in
                option.allowed.split(", ").filter(|value| entry.check_setting(option.key, value).is_ok())
            {
                let there = values.iter().any(|other| *other == value) || value == option.default;
                assert!(there, "{what}={value} has no row");
            }
            let has = |kind| rows.iter().any(|line| line.kind == kind);
            let fits = match option.effect {
                Effect::Numbers => !has(Kind::Nothing) && !has(Kind::Bits),
                Effect::State => has(Kind::Bits) && !has(Kind::Nothing),
                Effect::Nothing => has(Kind::Nothing) && !has(Kind::Bits) && !has(Kind::Changes),
                Effect::History => has(Kind::Depends) && !has(Kind::Bits) && !has(Kind::Changes),
            };
            assert!(fits, "{what}: {:?} in the code, in the table {rows:?}", option.effect);
        }
    }
}

#[test]
fn what_does_not_change_numbers_leaves_the_fingerprint_alone_and_the_rest_changes_it() {
    for (entry, option, line) in lines_of_games() {
        for (value, settings) in values_of(&line, &option) {
            let [plain, set] = [&line.with, &settings].map(|settings| {
                let opened = entry.open(&settings.iter().map(|text| pair(text)).collect::<Vec<_>>());
                opened.unwrap_or_else(|error| panic!("{} {settings:?}: {error}", entry.name))
            });
            let same = plain.rules.database_fingerprint() == set.rules.database_fingerprint();
            let what = format!("{} {}={value}", entry.name, line.option);
            match line.kind {
                Kind::Nothing => assert!(same, "{what}"),
                Kind::Changes | Kind::Bits => assert!(!same, "{what}"),
                Kind::Depends => {}
            }
            let refused = set.rules.not_tabled();
            assert_eq!(refused.is_some(), line.kind == Kind::Depends, "{what}: {refused:?}");
        }
    }
}

/// True when some small layer has other numbers, or another size.
fn numbers_differ(entry: &Entry, plain: &[String], set: &[String]) -> bool {
    let boards = if entry.name == "omweso" { [(2, 12), (3, 10)] } else { [(3, 12), (4, 12)] };
    boards.into_iter().any(|(pits, most)| {
        let [plain, set] = [plain, set].map(|settings| open(entry, pits, settings));
        (1..=most).any(|seeds| {
            let [plain, set] = [&plain, &set].map(|opened| tables(opened).distribution(seeds).ok());
            plain != set
        })
    })
}

#[test]
fn what_changes_numbers_changes_those_of_a_small_layer() {
    let mut same = Vec::new();
    for (entry, option, line) in lines_of_games().into_iter().filter(|(.., line)| line.kind == Kind::Changes)
    {
        let values: Vec<_> = values_of(&line, &option).collect();
        if values.is_empty() {
            // A single value: nothing to compare with.
            assert_eq!(option.allowed, option.default, "{} {}", entry.name, line.option);
            continue;
        }
        let differs = values.iter().any(|(_, settings)| numbers_differ(entry, &line.with, settings));
        if !differs {
            same.push(format!("{} {} {:?}", entry.name, line.option, line.values));
        }
    }
    assert!(same.is_empty(), "{same:?}");
}

#[test]
fn what_needs_bits_has_more_states_to_a_board() {
    for (entry, option, line) in lines_of_games().into_iter().filter(|(.., line)| line.kind == Kind::Bits) {
        let states = |settings: &[String]| {
            let opened = open(entry, if entry.name == "omweso" { 2 } else { 3 }, settings);
            let counts = tables(&opened).distribution(8).expect("small");
            counts.iter().map(|(_, states)| states).sum::<u64>()
        };
        let named = option.allowed.split(", ").filter(|value| entry.check_setting(option.key, value).is_ok());
        let setting = |value: &str| format!("{}={value}", line.option);
        let least = named.filter(|value| *value != "lottery").map(|value| states(&[setting(value)])).min();
        for value in &line.values {
            let with_bits = states(&[setting(value)]);
            assert!(
                with_bits > least.expect("values"),
                "{} {}={value}: {with_bits}",
                entry.name,
                line.option
            );
        }
    }
}

#[test]
fn what_depends_on_more_than_the_board_is_refused_by_builds_and_warned_of_by_probes() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = |words: &[&str], rules: &[String]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
        command.args(words).arg("--db").arg(dir.path()).env("SOWBASE_COLOR", "never");
        for rule in rules {
            command.arg("--rule").arg(rule);
        }
        let output = command.output().expect("runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (entry, option, line) in lines_of_games().into_iter().filter(|(.., line)| line.kind == Kind::Depends)
    {
        for (value, settings) in values_of(&line, &option) {
            let what = format!("{} {}={value}", entry.name, line.option);
            let (code, words) = run(&["db", "build", entry.name, "--seeds", "4"], &settings);
            assert!(code == Some(2) && words.contains(&line.option), "{what}: {code:?} {words}");
            for command in
                [&["db", "probe", entry.name, "start"][..], &["analyze", entry.name, "start", "--depth", "2"]]
            {
                let (code, words) = run(command, &settings);
                assert!(code == Some(0) || code == Some(3), "{what}: {code:?} {words}");
                assert!(words.contains("warning") && words.contains(&line.option), "{what}: {words}");
            }
        }
    }
    assert_eq!(dir.path().read_dir().expect("a folder").count(), 0, "nothing was built");
}
