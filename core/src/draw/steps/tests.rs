use super::*;
use crate::draw::board::Spot;
use crate::draw::ink::{Ink, Look};
use crate::draw::svg::picture::document;
use crate::games::{CATALOGUE, Step, entry};
use crate::play::{Position, Side};

fn told(game: &str, position: &str, text: &str) -> Vec<Scene> {
    let opened = entry(game).expect("a game").open(&[]).expect("opens");
    let position = opened.play.parse(position, true).expect("a position");
    let trace = opened.play.session(&position).play(text).expect("legal");
    scenes(&position, &trace)
}

#[test]
fn the_last_lap_ends_where_the_slow_rules_end() {
    // The scenes are told from the steps alone; the board after the move is the trace's own.
    let mut moves = 0;
    for entry in CATALOGUE {
        for settings in [vec![], vec![("pits_per_row".to_owned(), "4".to_owned())]] {
            let Ok(opened) = entry.open(&settings) else { continue };
            for game in 0..6usize {
                let mut session = opened.play.session(&opened.play.start());
                for ply in 0..40usize {
                    let legal = session.moves();
                    if legal.is_empty() {
                        break;
                    }
                    let text = legal[(game * 31 + ply * 17) % legal.len()].text.clone();
                    let before = session.position().clone();
                    let trace = session.play(&text).expect("legal");
                    let all = scenes(&before, &trace);
                    let board = |position: &Position| (position.pits.clone(), position.stores);
                    let [.., lap, after] = &all[..] else { panic!("two scenes at least") };
                    // Players who change seats leave the board as it is.
                    if !trace.steps.contains(&Step::Swap) {
                        assert_eq!(board(&lap.position), board(&after.position), "{} {text}", entry.name);
                    }
                    let drops: usize = all.iter().map(|scene| scene.marks.drops.len()).sum();
                    let told = trace
                        .steps
                        .iter()
                        .filter(|step| matches!(step, Step::Drop { .. } | Step::Store { .. }));
                    assert_eq!(drops, told.count(), "every seed is shown falling");
                    moves += 1;
                }
            }
        }
    }
    assert!(moves > 500, "{moves}");
}

#[test]
fn a_capture_is_shown_with_the_lap_that_makes_it() {
    // OW2: four pits in a row are captured.
    let all = told("oware", "0,0,8,0,0,1/3,1,1,1,2,0 0-0 S", "C");
    assert_eq!(all.len(), 3);
    assert_eq!(all[0].marks.lifted, [(Side::South, 2, 8)]);
    let lap = &all[1];
    assert_eq!(lap.marks.drops.len(), 8);
    assert_eq!(lap.marks.captured.iter().map(|pit| pit.2).sum::<u8>(), 9);
    assert_eq!(lap.position.stores, [9, 0]);
    assert!(
        lap.words.starts_with("Lift 8 from C, the seeds fall one by one from D to e (now 3)"),
        "{}",
        lap.words
    );
    assert_eq!(all[2].words, "After the move. North to move.");
}

#[test]
fn relay_laps_and_seeds_sown_again_are_scenes_of_their_own() {
    // OM2: what the first lap captures is sown as the second.
    let all = told("omweso", "0,0,0,0,0,0,0,3,0,0,1,0,0,0,0,0/2,0,2,0,0,0,0,0,0,0,0,0,0,3,0,0 0-0 S", "H+");
    assert_eq!(all.len(), 4);
    assert_eq!((all[1].marks.captured.len(), all[2].marks.drops.len()), (2, 5));
    assert_eq!(all[2].position.stores, [0, 0], "captured seeds stay in play");
    // KA1: the last seed in the store, and another move.
    let again = told("kalah", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", "C");
    assert_eq!(again[1].marks.drops.last(), Some(&Spot::Store(Side::South)));
    assert!(again[1].words.contains("South's store, move again"), "{}", again[1].words);
    assert_eq!(again[2].words, "After the move. South to move.");
}

#[test]
fn a_strip_shows_every_scene_and_says_it_in_words() {
    let opened = entry("anywoli").expect("a game").open(&[]).expect("opens");
    let start = opened.play.start();
    let trace = opened.play.session(&start).play("A").expect("legal");
    let all = scenes(&start, &trace);
    let picture = strip("A <move>", &all, opened.play.layout());
    let boards = picture.shapes.iter().filter(|shape| shape.ink == Ink::Board).count();
    assert_eq!((boards, all.len()), (7, 7));
    let svg = document(&picture, Look::Paper);
    let read = roxmltree::Document::parse(&svg).expect("XML");
    let description =
        read.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "desc")));
    let words = description.and_then(|node| node.text().map(str::to_owned)).expect("words");
    assert!(all.iter().all(|scene| words.contains(&scene.words)), "{words}");
}
