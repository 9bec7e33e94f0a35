use super::*;
use crate::draw::ink::Look;
use crate::draw::svg::picture::document;
use crate::games::{CATALOGUE, entry};

fn circles(picture: &Picture, ink: Ink) -> usize {
    picture.shapes.iter().filter(|shape| shape.ink == ink && matches!(shape.form, Form::Circle(..))).count()
}

fn texts(picture: &Picture) -> Vec<String> {
    let text = |form: &Form| match form {
        Form::Text(_, _, _, text) => Some(text.clone()),
        _ => None,
    };
    picture.shapes.iter().filter_map(|shape| text(&shape.form)).collect()
}

#[test]
fn every_game_and_size_is_drawn_with_all_its_seeds() {
    for entry in CATALOGUE {
        for columns in 1..=16 {
            let settings = [("pits_per_row".to_owned(), columns.to_string())];
            let Ok(opened) = entry.open(&settings) else { continue };
            let position = opened.play.start();
            let picture = Board::new(&position, opened.play.layout()).picture();
            let what = format!("{} with {columns} columns", entry.name);
            assert_eq!(circles(&picture, Ink::Pit), 2 * position.pits[0].len(), "{what}");
            assert_eq!(circles(&picture, Ink::Seed), position.total() as usize, "{what}");
            let svg = document(&picture, Look::Screen);
            let read = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(read.root_element().attribute("role"), Some("img"));
        }
    }
}

#[test]
fn counts_letters_and_closed_holes_stand_where_they_belong() {
    let opened = entry("bosh").expect("a game").open(&[]).expect("opens");
    let position = opened.play.parse("4,0,2,-,1/5,4,-,-,3 7-14 N", true).expect("a position");
    let picture = Board::new(&position, opened.play.layout()).picture();
    assert_eq!((circles(&picture, Ink::Closed), circles(&picture, Ink::Pit)), (3, 7));
    assert_eq!(circles(&picture, Ink::Seed), 19 + 21);
    let texts = texts(&picture);
    for text in ["A", "E", "a", "e", "7", "14", "5", "South", "North"] {
        assert!(texts.iter().any(|drawn| drawn == text), "{text}");
    }
    assert_eq!(
        texts.iter().filter(|text| *text == "0").count(),
        1,
        "an empty pit is counted, a closed one is not"
    );
    assert!(picture.description.contains("D closed") && picture.description.contains("a 5"));
    assert!(picture.description.ends_with("North to move."), "{}", picture.description);
    assert_eq!(picture.title, "North to move");
}

#[test]
fn who_moves_is_told_by_shape() {
    let mut position = Position::new(vec![4; 6], vec![4; 6]);
    let sign = |position: &Position| {
        let picture = Board::new(position, Layout::TwoRows).picture();
        let triangle = picture.shapes.iter().find_map(|shape| match &shape.form {
            Form::Lines(points, true) => Some(points[0]),
            _ => None,
        });
        triangle.expect("a triangle")
    };
    let south = sign(&position);
    position.side = Side::North;
    let north = sign(&position);
    assert!(south[1] > north[1] && south[0] > north[0], "each stands at its owner's name");
}

#[test]
fn an_empty_board_holds_nothing_to_read_but_names_and_letters() {
    let position = Position::new(vec![4; 6], vec![4; 6]);
    let picture = Board::new(&position, Layout::TwoRows).empty().picture();
    assert_eq!((circles(&picture, Ink::Seed), circles(&picture, Ink::Pit)), (0, 12));
    assert!(texts(&picture).iter().all(|text| text.parse::<u32>().is_err()));
    assert!(picture.shapes.iter().all(|shape| shape.ink != Ink::Mover));
}

#[test]
fn marks_are_drawn_and_make_room() {
    let position = Position::new(vec![0, 5, 5, 5, 5, 4], vec![4, 4, 0, 4, 4, 4]);
    let marks = Marks {
        lifted: vec![(Side::South, 0, 4)],
        drops: (1..5).map(|pit| Spot::Pit(Side::South, pit)).chain([Spot::Store(Side::South)]).collect(),
        captured: vec![(Side::North, 2, 4)],
    };
    let plain = Board::new(&position, Layout::TwoRows).picture();
    let marked = Board::new(&position, Layout::TwoRows).marked(&marks).picture();
    let ringed = Board::new(&position, Layout::TwoRows).ringed(&marks).picture();
    assert!(marked.height > plain.height && (ringed.height - plain.height).abs() < 1e-9);
    assert_eq!(circles(&marked, Ink::Gone), 4, "what was captured is still to be seen");
    assert_eq!((circles(&marked, Ink::Lifted), circles(&marked, Ink::Capture)), (1, 1));
    let drawn = texts(&marked);
    for text in ["1", "5", "↑4", "−4"] {
        assert!(drawn.iter().any(|other| other == text), "{text}");
    }
    assert!(!texts(&ringed).iter().any(|text| text == "−4"));
}

#[test]
fn a_store_shows_its_seeds_as_far_as_there_is_room_and_its_count_always() {
    let mut position = Position::new(vec![0; 6], vec![0; 6]);
    position.stores = [10_000, 3];
    let picture = Board::new(&position, Layout::TwoRows).picture();
    let seeds = circles(&picture, Ink::Seed);
    assert!((40..200).contains(&seeds), "{seeds}");
    assert!(texts(&picture).iter().any(|text| text == "10000"));
}
