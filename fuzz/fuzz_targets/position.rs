//! Positions, moves and foreign notations of every game: whatever the text, an answer and no panic; what was read is
//! written and read again as the same position.
//!
//! Input: lines of text. 1: a game. 2: settings `key=value` with blanks between. 3: a position. 4: moves.

#![no_main]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use libfuzzer_sys::fuzz_target;
use sowbase::games::convert::{self, NOTATIONS};
use sowbase::games::{CATALOGUE, Opened};
use sowbase::play::InProgress;

/// Opening a game builds tables; the same rules come up again and again.
const KEPT: usize = 200;

thread_local! {
    static OPENED: RefCell<HashMap<(usize, String), Option<Rc<Opened>>>> = RefCell::default();
}

fn open(game: &str, settings: &str) -> Option<Rc<Opened>> {
    let by_name = CATALOGUE.iter().position(|entry| entry.name == game);
    let number = by_name.unwrap_or(game.len() % CATALOGUE.len());
    OPENED.with_borrow_mut(|opened| {
        if opened.len() > KEPT {
            opened.clear();
        }
        opened
            .entry((number, settings.to_owned()))
            .or_insert_with(|| {
                let pairs: Vec<(String, String)> = settings
                    .split(' ')
                    .filter_map(|setting| setting.split_once('='))
                    .map(|(key, value)| (key.to_owned(), value.to_owned()))
                    .collect();
                CATALOGUE[number].open(&pairs).ok().map(Rc::new)
            })
            .clone()
    })
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default();
    let (game, settings, position, moves) = (next(), next(), next(), next());
    let Some(opened) = open(game, settings) else { return };
    for any_total in [false, true] {
        let Ok(read) = opened.play.parse(position, any_total) else { continue };
        let written = opened.play.format(&read);
        let again = opened.play.parse(&written, any_total);
        assert_eq!(again.as_ref(), Ok(&read), "{written}");
        let mut session = opened.play.session(&read);
        play(&mut *session, moves);
        assert_eq!(session.position(), opened.play.session(&read).position(), "undo");
        for notation in NOTATIONS {
            let _ = convert::write(&opened, notation.name, &read);
        }
        // What a strict reading takes, a lenient one takes as well.
        break;
    }
    for notation in NOTATIONS {
        let _ = convert::convert(&opened, notation.name, convert::OWN, position, true);
    }
});

/// Plays the moves, legal or not, looks at where they lead, and takes them back.
fn play(session: &mut dyn InProgress, moves: &str) {
    let mut played = 0;
    for text in moves.split(' ').take(12) {
        let legal = session.moves();
        let known = legal.iter().any(|trace| trace.text == text);
        let was_over = session.result().is_some();
        match session.play(text) {
            Ok(trace) => {
                assert!(known || was_over, "{text} was not listed");
                assert_eq!(trace.text, text);
                played += 1;
            }
            Err(error) => {
                assert!(!known, "{text} was listed: {error}");
                if let Some(trace) = legal.get(text.len() % legal.len().max(1)) {
                    session.play(&trace.text).expect("listed moves can be played");
                    played += 1;
                }
            }
        }
    }
    while session.undo() {
        played -= 1;
    }
    assert_eq!(played, 0, "undo");
}
