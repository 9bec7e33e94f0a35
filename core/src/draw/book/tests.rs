use super::*;
use crate::draw::picture::Form;
use crate::draw::svg::picture::document;

/// A book with so many problems, all alike but for their numbers.
fn book(problems: usize, per_page: usize, pits: usize) -> Book {
    let position = Position::new(vec![4; pits], vec![3; pits]);
    let captions = ["South to move", "Gain two seeds in three moves."].map(str::to_owned).to_vec();
    let problem = |number| Diagram {
        captions: captions.clone(),
        ..Diagram::new(number, position.clone(), Layout::TwoRows)
    };
    let answer = |number| Answer { number, lines: vec!["E; then A b C.".into(), "After A? b holds.".into()] };
    Book {
        subtitle: "For a rainy day".into(),
        per_page,
        problems: (1..=problems).map(problem).collect(),
        answers: (1..=problems).map(answer).collect(),
        rules: "Sow counter-clockwise.".into(),
        ..Book::new("Endings")
    }
}

fn texts(page: &Picture) -> Vec<String> {
    let text = |form: &Form| match form {
        Form::Text(_, _, _, text) => Some(text.clone()),
        _ => None,
    };
    page.shapes.iter().filter_map(|shape| text(&shape.form)).collect()
}

#[test]
fn every_problem_is_drawn_once_and_every_answer_follows() {
    for per_page in 1..=MOST_A_PAGE {
        for paper in [Paper::A4, Paper::Letter] {
            for pits in [6, 12] {
                let book = Book { paper, ..book(60, per_page, pits) };
                let pages = book.pages().expect("pages");
                let all: Vec<String> = pages.iter().flat_map(texts).collect();
                for number in 1..=60 {
                    let at = |text: &str| all.iter().filter(|drawn| *drawn == text).count();
                    assert_eq!(at(&format!("Problem {number}. South to move")), 1);
                    assert_eq!(at(&format!("Problem {number}")), 1, "the answer");
                }
                assert!(texts(&pages[0]).iter().any(|text| text == "Endings"));
                assert!(all.contains(&format!("{0} / {0}", pages.len())), "the last page has its number");
            }
        }
    }
}

#[test]
fn nothing_hangs_over_the_edge_of_the_paper() {
    for (per_page, pits) in [(1, 6), (2, 16), (3, 1), (4, 6), (5, 12), (6, 12)] {
        for page in book(14, per_page, pits).pages().expect("pages") {
            for shape in &page.shapes {
                let [[left, top], [right, bottom]] = match &shape.form {
                    Form::Rect([x, y, width, height], _) => [[*x, *y], [x + width, y + height]],
                    Form::Circle([x, y], r) => [[x - r, y - r], [x + r, y + r]],
                    Form::Text([x, y], face, size, text) => {
                        [[*x, y - size], [x + face.length(text) * size, *y]]
                    }
                    Form::Lines(points, _) => [points[0], points[1]],
                };
                let [width, height] = [page.width, page.height];
                assert!(
                    left >= 30.0 && top >= 30.0 && right <= width - 30.0 && bottom <= height - 30.0,
                    "{shape:?}"
                );
            }
        }
    }
}

#[test]
fn numbers_a_page_and_captions_that_do_not_fit_are_refused() {
    for per_page in [0, 7] {
        let error = book(3, per_page, 6).pages().expect_err("refused").to_string();
        assert!(error.contains("a page holds 1 to 6"), "{error}");
    }
    let mut long = book(3, 6, 6);
    long.problems[1].captions.push("Gain two seeds. ".repeat(200));
    let error = long.pages().expect_err("refused").to_string();
    assert!(error.starts_with("problem 2: its captions leave no room for its board at 6 a page"), "{error}");
    assert!(long.html().is_ok(), "a browser makes room");
}

#[test]
fn hostile_text_stays_text() {
    let evil = "</title><script>alert(1)</script>]]>\u{1b}[31m\u{0}";
    let mut book = book(2, 2, 6);
    book.title = evil.to_owned();
    book.rules = evil.repeat(40);
    book.problems[0].captions = vec![evil.to_owned(), evil.to_owned()];
    book.answers[0].lines = vec![evil.repeat(30)];
    for page in book.pages().expect("pages") {
        let svg = document(&page, book.look);
        assert!(roxmltree::Document::parse(&svg).is_ok() && !svg.contains("<script"));
    }
    let html = book.html().expect("html");
    assert!(!html.contains("<script") && !html.contains('\u{1b}'));
}

#[test]
fn a_book_without_problems_is_a_title_page() {
    assert_eq!(Book::new("Nothing yet").pages().expect("pages").len(), 1);
}

#[cfg(feature = "pdf")]
#[test]
fn a_book_of_sixty_problems_is_one_small_pdf() {
    let book = book(60, 6, 6);
    let begun = std::time::Instant::now();
    let pdf = book.pdf().expect("pdf");
    // Issue 4 asks for 5 s on a release build.
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() < 2_000_000, "{}", pdf.len());
    assert!(pdf == book.pdf().expect("pdf"), "the same bytes");
}

#[cfg(not(feature = "pdf"))]
#[test]
fn without_the_feature_the_way_out_is_said() {
    let error = book(1, 1, 6).pdf().expect_err("no PDF").to_string();
    assert!(error.contains("--features pdf") && error.contains("--format html"), "{error}");
}
