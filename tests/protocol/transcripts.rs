//! Transcripts: what is said on both sides. `>` goes in; the next lines with `<` must come out before more goes in. Numbers that
//! differ from run to run stand as `#`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::talk::Talk;

/// Time and speed differ from run to run.
fn steady(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        if matches!(words[at - 1], "time" | "nps") && words[at].bytes().all(|byte| byte.is_ascii_digit()) {
            words[at] = "#";
        }
    }
    words.join(" ")
}

#[test]
fn transcripts_are_spoken_again_word_for_word() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol/transcripts");
    let mut tried = 0;
    for file in std::fs::read_dir(folder).expect("folder") {
        let path = file.expect("entry").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let (first, rest) = text.split_once('\n').expect("a command line");
        let args: Vec<&str> = first.strip_prefix("$ sowbase ").expect("a command line").split(' ').collect();
        let mut talk = Talk::with(&args);
        let mut spoken = format!("{first}\n");
        for line in rest.lines() {
            if let Some(said) = line.strip_prefix("> ") {
                talk.say(said);
                let _ = writeln!(spoken, "{line}");
            } else {
                match talk.hear(Duration::from_mins(1)) {
                    Some(heard) => {
                        let _ = writeln!(spoken, "< {}", steady(&heard));
                    }
                    None => break,
                }
            }
        }
        assert_eq!(spoken, text, "{}", path.display());
        talk.quit();
        tried += 1;
    }
    assert!(tried >= 4, "{tried} transcripts");
}
