//! The files of words: every one parses, says all there is to say, and leaves no hole open. Read from the sources, as the
//! list of keys is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, Resource,
};
use fluent_syntax::parser::parse;

const KEYS: &str = include_str!("../core/src/words/keys.rs");
const WORDS: &str = include_str!("../core/src/words/mod.rs");

/// A key as the code has it: its name, its message, the holes that are filled.
struct Key {
    name: String,
    id: String,
    holes: BTreeSet<String>,
}

fn keys() -> Vec<Key> {
    let list = KEYS.split_once("\nkeys! {").expect("the list").1;
    let quoted = |text: &str| text.trim().trim_matches('"').to_owned();
    list.lines()
        .filter_map(|line| line.trim().split_once(" = "))
        .map(|(name, rest)| {
            let (id, holes) = rest.split_once('[').expect("holes");
            let holes = holes.trim_end_matches("];").split(',').map(quoted).filter(|hole| !hole.is_empty());
            Key { name: name.to_owned(), id: quoted(id), holes: holes.collect() }
        })
        .collect()
}

/// The files, by language.
fn languages() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/words");
    let files = fs::read_dir(folder).expect("files").map(|entry| entry.expect("entry").path());
    files
        .map(|path| {
            let name = path.file_name().expect("name").to_string_lossy().into_owned();
            assert!(WORDS.contains(&format!("data/words/{name}")), "{name} is not among LANGUAGES");
            (name, fs::read_to_string(path).expect("text"))
        })
        .collect()
}

/// Holes and messages that a message names.
#[derive(Default)]
struct Named {
    holes: BTreeSet<String>,
    messages: BTreeSet<String>,
}

impl Named {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => drop(self.holes.insert(id.name.to_owned())),
            InlineExpression::MessageReference { id, .. } => drop(self.messages.insert(id.name.to_owned())),
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::FunctionReference { arguments, .. } => self.arguments(arguments),
            _ => {}
        }
    }

    fn arguments(&mut self, arguments: &CallArguments<&str>) {
        arguments.positional.iter().for_each(|argument| self.inline(argument));
    }
}

fn messages(language: &str, file: &str) -> BTreeMap<String, Named> {
    let resource: Resource<&str> = parse(file).unwrap_or_else(|(_, errors)| panic!("{language}: {errors:?}"));
    let mut all = BTreeMap::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let mut named = Named::default();
                named.pattern(
                    message.value.as_ref().unwrap_or_else(|| panic!("{}: no text", message.id.name)),
                );
                let twice = all.insert(message.id.name.to_owned(), named);
                assert!(twice.is_none(), "{language}: {} stands twice", message.id.name);
            }
            Entry::Junk { content } => panic!("{language}: {content}"),
            _ => {}
        }
    }
    all
}

/// The holes of a message, those of the messages it names included.
fn holes(all: &BTreeMap<String, Named>, id: &str) -> BTreeSet<String> {
    let named = all.get(id).unwrap_or_else(|| panic!("no message {id}"));
    let mut found = named.holes.clone();
    named.messages.iter().for_each(|other| found.extend(holes(all, other)));
    found
}

/// A message and those it names.
fn reach(all: &BTreeMap<String, Named>, id: &str, reached: &mut BTreeSet<String>) {
    if reached.insert(id.to_owned()) {
        all[id].messages.iter().for_each(|other| reach(all, other, reached));
    }
}

#[test]
fn every_language_says_everything_and_names_no_hole_that_is_not_filled() {
    assert!(keys().len() > 60, "the list is read");
    for (language, file) in languages() {
        let all = messages(&language, &file);
        let mut needed = BTreeSet::new();
        for key in keys() {
            // A language need not use every hole.
            let open: Vec<_> = holes(&all, &key.id).difference(&key.holes).cloned().collect();
            assert!(open.is_empty(), "{language}: {} names {open:?}, which nobody fills", key.id);
            reach(&all, &key.id, &mut needed);
        }
        let unused: Vec<_> = all.keys().filter(|id| !needed.contains(*id)).collect();
        assert!(unused.is_empty(), "{language}: nobody says {unused:?}");
    }
}

#[test]
fn every_key_is_said_somewhere() {
    let mut code = String::new();
    let mut folders =
        ["src", "core/src"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("sources") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("words/keys.rs") {
                code += &fs::read_to_string(path).expect("source");
            }
        }
    }
    let used: BTreeSet<&str> = code
        .split("Key::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
        .collect();
    let idle: Vec<_> =
        keys().into_iter().map(|key| key.name).filter(|name| !used.contains(&**name)).collect();
    assert!(idle.is_empty(), "{idle:?}");
}
