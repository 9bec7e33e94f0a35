//! What is said, beside the files themselves (tests/words.rs).

use super::keys::Key;
use super::{begun, choose, list, say};

#[test]
fn numbers_take_their_plural_and_nothing_else_is_added() {
    let gains = |seeds: f64| say(Key::MoveGains, &[("seeds", seeds.into())]);
    let words = ["gains 1 seed", "gains 2 seeds", "gains 0 seeds", "gains 0.5 seeds"];
    assert_eq!([1.0, 2.0, 0.0, 0.5].map(gains), words);
    let list = |items: &[&str]| list(&items.iter().map(|&item| item.to_owned()).collect::<Vec<_>>());
    assert_eq!([list(&[]), list(&["a"]), list(&["a", "b"])], ["", "a", "a and b"]);
    assert_eq!(list(&["a", "b", "c", "d"]), "a, b, c and d");
    assert_eq!([begun("élan vital"), begun("")], ["Élan vital", ""]);
}

#[test]
fn a_language_without_a_file_is_refused_with_those_there_are() {
    assert!(choose("en").is_ok());
    let refused = choose("tlh").expect_err("no such file").to_string();
    assert!(refused.contains("tlh") && refused.contains("en"), "{refused}");
}
