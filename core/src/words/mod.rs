//! Sentences for people about positions, moves and endings: templates with named holes, one file a language.
//!
//! The templates are [Fluent](https://projectfluent.org) messages in `data/words/`: `en.ftl` is the language that is
//! spoken, and the list of all there is to say. Which message is meant, and which holes the code fills, stands in
//! `keys`; numbers take their plural by Fluent's selectors, so a language has as many forms as it needs.
//!
//! **Another language** is one file and one line: `data/words/xx.ftl` with the messages of `en.ftl`, and its line in
//! `LANGUAGES`. The tests then hold it to the same messages and holes; [`choose`] puts it in force. What a file does
//! not have is said in the first language.

mod keys;
mod results;
mod steps;

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

pub use keys::Key;
pub use results::{ended, line};
pub use steps::step;

use crate::error::Error;
use crate::play::Side;

/// Every language: its code and its file.
const LANGUAGES: &[(&str, &str)] = &[("en", include_str!("../../../data/words/en.ftl"))];

type Bundle = FluentBundle<FluentResource>;

/// The language in force, and the first one for what it lacks.
static IN_FORCE: OnceLock<Vec<Bundle>> = OnceLock::new();

/// Puts a language in force, before anything is said.
///
/// # Errors
/// For a language that there is no file for, and when another one has been spoken already.
pub fn choose(language: &str) -> Result<(), Error> {
    let Some(chosen) = LANGUAGES.iter().find(|(code, _)| *code == language) else {
        let known: Vec<_> = LANGUAGES.iter().map(|(code, _)| *code).collect();
        return Err(Error::Usage(format!("no language {language:?}: there is {}", known.join(", "))));
    };
    let wanted = bundle(chosen);
    let spoken = IN_FORCE.get_or_init(|| vec![wanted, bundle(&LANGUAGES[0])]);
    let same = spoken[0].locales.first().is_some_and(|locale| *locale == language);
    if same { Ok(()) } else { Err(Error::Usage("another language has been spoken already".into())) }
}

fn bundle((code, file): &(&str, &str)) -> Bundle {
    let language: LanguageIdentifier = code.parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Marks around what fills a hole are for text that runs both ways; in a terminal and in JSON they are noise.
    bundle.set_use_isolating(false);
    // What a file got wrong is missing from the resource, and the tests name it.
    let resource = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
}

/// What fills a hole: a word or a number.
pub type Hole<'a> = FluentValue<'a>;

/// A sentence or a piece of one, its holes filled.
pub fn say(key: Key, holes: &[(&'static str, Hole)]) -> String {
    debug_assert!(
        holes.len() == key.holes().len()
            && key.holes().iter().all(|name| holes.iter().any(|hole| hole.0 == *name)),
        "{} has the holes {:?}",
        key.id(),
        key.holes()
    );
    let args: FluentArgs = holes.iter().map(|(name, value)| (Cow::Borrowed(*name), value.clone())).collect();
    let spoken = IN_FORCE.get_or_init(|| vec![bundle(&LANGUAGES[0])]);
    for bundle in spoken {
        if let Some(pattern) = bundle.get_message(key.id()).and_then(|message| message.value()) {
            return bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
        }
    }
    key.id().to_owned()
}

/// A player's name.
pub fn name(side: Side) -> Hole<'static> {
    let key = match side {
        Side::South => Key::South,
        Side::North => Key::North,
    };
    say(key, &[]).into()
}

/// Items as people enumerate them: `a, b and c`.
pub fn list(items: &[String]) -> String {
    match items.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => {
            say(Key::ListLast, &[("before", parted(rest).into()), ("last", last.clone().into())])
        }
    }
}

/// Parts of a sentence, one after the other: `a, b, c`.
pub fn parted(parts: &[String]) -> String {
    let mut parts = parts.iter();
    let first = parts.next().cloned().unwrap_or_default();
    parts.fold(first, |before, next| {
        say(Key::ListMore, &[("before", before.into()), ("next", next.clone().into())])
    })
}

/// A sentence with its stop.
pub fn stop(text: &str) -> String {
    say(Key::Stop, &[("text", text.to_owned().into())])
}

/// The same with its first letter large, as a sentence begins.
pub fn begun(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests;
