//! `draw` from the outside: what it writes, what it refuses, and that other programs can read it.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use sowbase::draw::board::Board;
use sowbase::draw::book::{Answer, Book, Diagram};
use sowbase::draw::ink::Look;
use sowbase::draw::svg::picture::document;
use sowbase::games::CATALOGUE;

/// OW2 of the rules: four pits in a row are captured.
const OW2: &str = "0,0,8,0,0,1/3,1,1,1,2,0 0-0 S";

fn draw(args: &[&str]) -> Output {
    Command::cargo_bin("sowbase").expect("built").arg("draw").args(args).output().expect("runs")
}

fn drawn(args: &[&str]) -> String {
    let output = draw(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What a refused command says.
fn refused(args: &[&str]) -> String {
    let output = draw(args);
    assert!(!output.status.success() && output.stdout.is_empty(), "{args:?} is refused");
    String::from_utf8(output.stderr).expect("text")
}

fn classes(svg: &str) -> Vec<String> {
    let read = roxmltree::Document::parse(svg).expect("XML");
    let group = |node: roxmltree::Node<'_, '_>| node.attribute("class").map(str::to_owned);
    read.descendants().filter_map(group).collect()
}

#[test]
fn every_game_is_drawn_in_every_way() {
    for entry in CATALOGUE {
        let game = entry.name;
        let opened = entry.open(&[]).expect("opens");
        let first = opened.play.session(&opened.play.start()).moves()[0].text.clone();
        for args in [&[game][..], &[game, "start", &first], &[game, "--empty"], &[game, "--rules"]] {
            let svg = drawn(args);
            let read = roxmltree::Document::parse(&svg).expect("XML");
            let root = read.root_element();
            assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")), "{args:?}");
            assert!(!svg.contains("<text") && !svg.contains("font"), "{args:?} needs no font");
            assert_eq!(svg, drawn(args), "the same bytes");
            let html = drawn(&[args, &["--format", "html"]].concat());
            assert!(html.starts_with("<!DOCTYPE html>") && html.contains("base64,"), "{args:?}");
            assert!(!drawn(&[args, &["--format", "text"]].concat()).contains('\u{1b}'), "{args:?}");
        }
    }
}

/// Pictures that must stay as they are, byte by byte. `SOWBASE_BLESS=1` writes new ones: look at them before they go in.
#[test]
fn pictures_stay_as_they_are() {
    let bless = std::env::var_os("SOWBASE_BLESS").is_some();
    for (name, args) in [
        ("oware", &["oware", "0,1,2,3,0,7/5,0,0,1,4,12 6-7 S"][..]),
        ("bosh-closed", &["bosh", "4,4,4,4,4/4,4,4,-,- 0-0 N", "--look", "paper"]),
        ("omweso-screen", &["omweso", "--rule", "pits_per_row=4", "--look", "screen"]),
        ("kalah-move", &["kalah", "--rule", "pits_per_row=2", "1,0/2,3 0-0 S", "A", "--look", "paper"]),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.svg"));
        let found = drawn(args);
        if bless {
            fs::write(&path, &found).expect("write");
        }
        assert!(fs::read_to_string(&path).expect("the picture") == found, "{name} has changed");
    }
}

#[test]
fn a_move_is_drawn_as_steps_and_said_in_words() {
    let svg = drawn(&["oware", OW2, "C", "--look", "screen"]);
    let classes = classes(&svg);
    assert_eq!(classes.iter().filter(|class| *class == "sb-board").count(), 3, "before, the lap, after");
    for class in ["sb-lifted", "sb-drop", "sb-capture", "sb-gone"] {
        assert!(classes.iter().any(|other| other == class), "{class}");
    }
    assert!(svg.contains("<title>Oware: South plays C</title>"));
    let text = drawn(&["oware", OW2, "C", "--format", "text"]);
    assert!(text.contains("lift 8 from C") && text.contains("After the move. North to move."), "{text}");
    // The moves before the last are played; a move that ends the game says how.
    assert!(drawn(&["oware", "start", "A", "b"]).contains("<title>Oware: North plays b</title>"));
    let over = drawn(&["kalah", "0,0,1,0,0,0/0,0,4,0,0,0 0-0 S", "C", "--format", "text"]);
    assert!(over.contains("South wins 5-0"), "{over}");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_way_out() {
    assert!(refused(&["oware", "start", "a"]).contains("pit a is North's"));
    assert!(refused(&["oware", "4,4/4,4"]).contains("6 in this game"));
    assert!(refused(&["owari"]).contains("Did you mean oware?"));
    assert!(refused(&["oware", "--empty", "start"]).contains("cannot be used with"));
    assert!(refused(&["oware", "--format", "png"]).contains("svg, html, pdf, text"));
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    assert!(refused(&["oware", "-o", &path("board.png")]).contains("end it in .svg, .html, .pdf or .txt"));
    let nowhere = path("no/board.svg");
    let error = refused(&["oware", "-o", &nowhere]);
    assert!(error.contains("cannot write") && error.contains("-o"), "{error}");
    if !cfg!(feature = "pdf") {
        let error = refused(&["oware", "--format", "pdf"]);
        assert!(error.contains("--features pdf") && error.contains("--format html"), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("folder").count(), 0, "nothing half written is left");
}

#[test]
fn json_says_what_was_drawn() {
    let read = |args: &[&str]| -> Value {
        let args = [args, &["--json"]].concat();
        serde_json::from_str(&drawn(&args)).expect("JSON")
    };
    let answer = read(&["oware", OW2, "C"]);
    assert_eq!(
        (&answer["draws"], &answer["move"], &answer["format"]),
        (&"move".into(), &"C".into(), &"svg".into())
    );
    assert!(answer["content"].as_str().expect("a picture").starts_with("<svg "));
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("rules.html").display().to_string();
    let answer = read(&["bosh", "--rules", "-o", &path]);
    assert_eq!((answer["file"].as_str(), answer["content"].as_str()), (Some(&*path), None));
    assert!(fs::read_to_string(&path).expect("written").contains("Bosh: the rules"));
}

/// A book of sixty positions of a game, as a collection of problems would fill it.
fn sixty() -> Book {
    let opened = CATALOGUE[0].open(&[]).expect("opens");
    let (mut problems, mut answers) = (Vec::new(), Vec::new());
    for number in 1..=60 {
        let mut session = opened.play.session(&opened.play.start());
        for ply in 0..number % 20 {
            let legal = session.moves();
            if legal.is_empty() {
                break;
            }
            session.play(&legal[(number + ply) % legal.len()].text).expect("legal");
        }
        let captions = vec!["South to move".to_owned(), format!("Gain {number} seeds.")];
        problems.push(Diagram {
            captions,
            ..Diagram::new(number, session.position().clone(), opened.play.layout())
        });
        answers.push(Answer { number, lines: vec![format!("The answer of {number}.")] });
    }
    Book { per_page: 6, problems, answers, ..Book::new("Sixty endings") }
}

#[test]
fn boards_can_be_drawn_by_other_programs() {
    let opened = CATALOGUE[0].open(&[]).expect("opens");
    let picture = Board::new(&opened.play.start(), opened.play.layout()).titled("<start>").picture();
    let svg = document(&picture, Look::Color);
    assert!(svg.contains("<title>&lt;start&gt;</title>"));
    let html = sixty().html().expect("html");
    assert_eq!(html.matches("<figure>").count(), 60);
    assert!(html.contains("@page{size:A4;margin:15mm") && html.contains("The answer of 60."));
}

/// What other programs make of our PDFs.
#[cfg(feature = "pdf")]
mod pdf {
    use std::path::PathBuf;
    use std::process::Command as Program;

    use super::*;

    /// A program of poppler, or a message that it is missing: `./test` installs it.
    #[expect(clippy::print_stdout, reason = "who runs the tests should see what was left out")]
    fn poppler(program: &str, args: &[&str]) -> Option<Output> {
        match Program::new(program).args(args).output() {
            Ok(output) => Some(output),
            Err(error) => {
                println!(
                    "skipped: {program} cannot be run ({error}); install poppler-utils to have PDFs opened"
                );
                None
            }
        }
    }

    /// The text of a PDF, page by page.
    fn text_of(path: &Path) -> Option<Vec<String>> {
        let output = poppler("pdftotext", &["-layout", path.to_str().expect("path"), "-"])?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        Some(text.trim_end_matches('\u{c}').split('\u{c}').map(str::to_owned).collect())
    }

    #[test]
    fn a_book_opens_in_poppler_and_holds_every_problem_and_answer() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("book.pdf");
        let book = sixty();
        let begun = std::time::Instant::now();
        fs::write(&path, book.pdf().expect("pdf")).expect("write");
        // Issue 4: a book of 60 problems in under 5 s.
        assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
        let Some(pages) = text_of(&path) else { return };
        assert_eq!(pages.len(), book.pages().expect("pages").len());
        // Blanks are what poppler makes of distances.
        let all = pages.concat().split_whitespace().collect::<Vec<_>>().join(" ");
        for number in 1..=60 {
            assert!(all.contains(&format!("Problem {number}. South to move")), "{number}");
            assert!(
                all.contains(&format!("Gain {number} seeds."))
                    && all.contains(&format!("The answer of {number}."))
            );
        }
        assert!(pages[0].contains("Sixty endings") && pages[1].contains(&format!("2 / {}", pages.len())));
        let fonts = poppler("pdffonts", &[path.to_str().expect("path")]).expect("poppler is there");
        let fonts = String::from_utf8_lossy(&fonts.stdout).into_owned();
        let rows: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(rows.len() == 2 && rows.iter().all(|row| row.contains("yes yes yes")), "embedded: {fonts}");
    }

    #[test]
    fn pages_of_every_kind_and_paper_are_not_blank() {
        let folder = tempfile::tempdir().expect("folder");
        for (name, args, size) in [
            ("board", &["bosh"][..], "595.28 x 841.89"),
            ("empty", &["omweso", "--empty", "--paper", "letter"], "612 x 792"),
            ("rules", &["omweso", "--rules"], "595.28 x 841.89"),
            ("move", &["anywoli", "start", "A", "--paper", "letter"], "612 x 792"),
        ] {
            let path: PathBuf = folder.path().join(format!("{name}.pdf"));
            let file = path.to_str().expect("path");
            assert_eq!(drawn(&[args, &["-o", file]].concat()), "");
            let Some(info) = poppler("pdfinfo", &[file]) else { return };
            let info = String::from_utf8_lossy(&info.stdout).into_owned();
            assert!(info.contains(size), "{name}: {info}");
            // Grey values of a small picture of the first page: white paper, and ink on it.
            let grey =
                poppler("pdftoppm", &["-gray", "-r", "40", "-f", "1", "-l", "1", file]).expect("poppler");
            let dark = grey.stdout.iter().skip(20).filter(|&&value| value < 128).count();
            let share = dark as f64 / grey.stdout.len() as f64;
            assert!((0.003..0.3).contains(&share), "{name}: {share}");
        }
    }
}
