//! Two fingerprints: of all rules, and of what changes the numbers in a database.

use sowbase::games::{CATALOGUE, Effect, Opened, entry};

fn open(game: &str, settings: &[(&str, &str)]) -> Opened {
    let settings: Vec<_> = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    entry(game).and_then(|entry| entry.open(&settings)).unwrap_or_else(|error| panic!("{error}"))
}

/// Another allowed value of an option, if it has one that can stand alone.
fn others(game: &str, key: &str, allowed: &str, now: &str) -> Vec<String> {
    let listed = allowed.split(", ").map(str::to_owned);
    let numbers = ["1", "2", "3", "7", "12", "17", "100"].map(str::to_owned);
    listed
        .chain(numbers)
        .filter(|value| value != now)
        .filter(|value| entry(game).is_ok_and(|e| e.open(&[(key.to_owned(), value.clone())]).is_ok()))
        .collect()
}

#[test]
fn every_option_changes_the_rules_and_only_numbers_change_databases() {
    for game in CATALOGUE {
        let standard = game.open(&[]).expect("opens");
        for option in standard.rules.options() {
            for value in others(game.name, option.key, &option.allowed, &option.value) {
                let changed = open(game.name, &[(option.key, &value)]);
                let what = format!("{} {}={value}", game.name, option.key);
                assert_ne!(changed.rules.fingerprint(), standard.rules.fingerprint(), "{what}");
                let same = changed.rules.database_fingerprint() == standard.rules.database_fingerprint();
                let numbers = matches!(option.effect, Effect::Numbers | Effect::State);
                assert_eq!(same, !numbers, "{what}: {:?}", option.effect);
            }
        }
    }
}

#[test]
fn repetition_points_win_at_and_seeds_per_pit_leave_databases_alone() {
    // Issue 2: these must not change the second fingerprint.
    let harmless = [
        "repetition",
        "repetition_count",
        "win_at",
        "seeds_per_pit",
        "match_target",
        "early_stop",
        "match_points",
    ];
    for game in CATALOGUE {
        let standard = game.open(&[]).expect("opens");
        for option in standard.rules.options().into_iter().filter(|option| harmless.contains(&option.key)) {
            for value in others(game.name, option.key, &option.allowed, &option.value) {
                let changed = open(game.name, &[(option.key, &value)]);
                assert_eq!(
                    changed.rules.database_fingerprint(),
                    standard.rules.database_fingerprint(),
                    "{} {}={value}",
                    game.name,
                    option.key
                );
            }
        }
    }
}

#[test]
fn spelling_a_default_out_changes_nothing() {
    // cases.md 23: options whose first value is 0, set explicitly and by default.
    for game in CATALOGUE {
        let standard = game.open(&[]).expect("opens");
        for option in standard.rules.options() {
            let spelled = open(game.name, &[(option.key, &option.default)]);
            assert_eq!(
                spelled.rules.fingerprint(),
                standard.rules.fingerprint(),
                "{} {}",
                game.name,
                option.key
            );
            assert_eq!(spelled.rules.options(), standard.rules.options());
        }
    }
}
