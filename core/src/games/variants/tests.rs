//! Variants: the shipped ones, and what a user's file may get wrong.

use super::*;
use crate::games::CATALOGUE;

fn complaint(text: &str) -> String {
    Variant::read(text, "my.toml").expect_err(text).to_string()
}

const HEAD: &str = "format = 1\nname = \"mine\"\ngame = \"kalah\"\n";

#[test]
fn every_shipped_variant_opens() {
    assert_eq!(Variant::shipped().len(), shipped::FILES.len());
    for (variant, (name, text)) in Variant::shipped().iter().zip(shipped::FILES) {
        assert_eq!(variant.name, *name, "name of the file");
        let known = CATALOGUE.iter().any(|entry| entry.name == variant.game);
        assert!(known || CATALOGUE.len() < 6, "{name}: no game {}", variant.game);
        if known {
            assert_eq!(Variant::read(text, name).as_ref(), Ok(variant));
            variant.open(&[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn every_file_of_the_folder_is_shipped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/variants");
    let files = std::fs::read_dir(folder).expect("folder").count();
    assert_eq!(files, shipped::FILES.len());
}

#[test]
fn the_variants_that_people_ask_for_are_there() {
    // The list of the project's first issue.
    let wanted = "abapa awari_academic ouri_portugal codingame urim urim_2x7 anywoli yit_nuri yit_jani bosh \
                  bosh_single_round omweso omweso_no_reverse kalah kalah_empty_capture";
    for name in wanted.split_whitespace() {
        Variant::find(name, None).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn settings_given_later_win_over_the_variants() {
    let variant = Variant::find("kalah_empty_capture", Some("kalah")).expect("shipped");
    let value = |opened: Opened| {
        opened.rules.options().into_iter().find(|option| option.key == "empty_capture").expect("option").value
    };
    assert_eq!(value(variant.open(&[]).expect("opens")), "true");
    assert_eq!(value(variant.open(&[("empty_capture".into(), "false".into())]).expect("opens")), "false");
}

#[test]
fn a_users_file_may_hold_every_kind_of_value() {
    let variant = Variant::read(
        &format!("{HEAD}about = \"Six seeds.\"\n[rules]\nseeds_per_pit = 6\nempty_capture = true\nply_limit = \"none\"\n"),
        "my.toml",
    )
    .expect("reads");
    let settings: Vec<String> = variant.settings.iter().map(|(k, v)| format!("{k}={v}")).collect();
    assert_eq!(settings, ["seeds_per_pit=6", "empty_capture=true", "ply_limit=none"]);
    let sets = file::parse(&format!("{HEAD}rules = {{ chain_set = [2, 3, 4] }}"), "x").map(|p| p.variant);
    assert_eq!(sets.expect("reads").settings, [("chain_set".to_owned(), "2,3,4".to_owned())]);
}

#[test]
fn errors_name_file_line_column_and_the_nearest_right_word() {
    for (text, parts) in [
        (format!("{HEAD}abuot = \"x\""), &["my.toml, line 4, column 1", "about", "Known: format"][..]),
        (
            format!("{HEAD}[rules]\nemty_capture = true"),
            &["line 5, column 1", "mean empty_capture", "pie_rule"],
        ),
        (format!("{HEAD}[rules]\nremaining_to = \"ownr\""), &["line 5, column 1", "mean owner", "nobody"]),
        (format!("{HEAD}[rules]\nseeds_per_pit = 4.5"), &["line 5, column 17", "float", "whole numbers"]),
        (format!("{HEAD}[rules]\nseeds_per_pit = \"many\""), &["line 5", "whole number", "1 to 63"]),
        (format!("{HEAD}[rules]\nempty_capture = [[true]]"), &["line 5", "list in a list"]),
        (format!("{HEAD}rules = 3"), &["line 4, column 9", "no table"]),
        (format!("{HEAD}name = \"twice\""), &["line 4", "no TOML", "duplicate key"]),
        (
            "format = 2\nname = \"x\"\ngame = \"kalah\"".into(),
            &["line 1, column 10", "format 2", "reads format 1"],
        ),
        ("format = \"1\"".into(), &["line 1", "no number"]),
        ("name = \"x\"\ngame = \"kalah\"".into(), &["line 1", "no key format", "format = 1"]),
        ("format = 1\nname = \"x\"".into(), &["no key game"]),
        ("format = 1\nname = \"x\"\ngame = \"kalha\"".into(), &["line 3, column 8", "kalha", "mean kalah"]),
        ("format = 1\nname = \"a b\"\ngame = \"kalah\"".into(), &["line 2, column 8", "letters, digits"]),
        ("format = 1\nname = 7\ngame = \"kalah\"".into(), &["line 2, column 8", "integer", "quotes"]),
        ("this is no toml".into(), &["my.toml, line 1", "no TOML"]),
        (String::new(), &["line 1, column 1", "no key format"]),
        (format!("{HEAD}[rules]\npits_per_row = 16\nseeds_per_pit = 63"), &["my.toml", "at most 127"]),
    ] {
        let said = complaint(&text);
        for part in parts {
            assert!(said.contains(part), "{text:?} gave {said:?}, without {part:?}");
        }
    }
}

#[test]
fn the_column_counts_characters() {
    let said = complaint("format = 1 # é\n# ééé\nname = \"ééé\"\ngame = \"kalah\"");
    assert!(said.contains("line 3, column 8"), "{said}");
}

#[test]
fn unknown_names_and_other_games_are_refused() {
    let said = Variant::find("awari_acadmic", None).expect_err("unknown").to_string();
    assert!(said.contains("awari_academic?") && said.contains(".toml"), "{said}");
    let said = Variant::find("abapa", Some("kalah")).expect_err("other game").to_string();
    assert!(said.contains("oware, not of kalah") && said.contains("kalah_empty_capture"), "{said}");
    let said = Variant::find("nowhere/x.toml", None).expect_err("no file").to_string();
    assert!(said.contains("nowhere/x.toml"), "{said}");
}

#[test]
fn large_binary_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let said = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("write");
        Variant::find(path.to_str().expect("UTF-8"), None).expect_err(name).to_string()
    };
    assert!(said("large.toml", &vec![b'#'; 10 << 20]).contains("more than 65536 bytes"));
    assert!(said("binary.toml", &[0x00, 0xff, 0xfe]).contains("byte 2 is no UTF-8"));
    assert!(said("zeros.toml", &[0; 100]).contains("no TOML"));
    let said = Variant::find(folder.path().join("").to_str().expect("UTF-8"), None).expect_err("folder");
    assert!(said.to_string().contains("is a folder"), "{said}");
}
