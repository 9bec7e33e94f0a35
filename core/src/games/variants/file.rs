//! The TOML of a variant: every error names the file, line and column, the nearest right word and what is allowed.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Settings, Variant};
use crate::error::{Error, nearest, short};
use crate::games::catalogue::entry;

/// The one format there is.
const FORMAT: u32 = 1;

/// A variant is a page of text; more than this is something else.
const MAX_BYTES: u64 = 64 * 1024;

/// Line and column, both from 1.
type Place = (usize, usize);

const KEYS: [&str; 5] = ["format", "name", "game", "about", "rules"];

/// The text of a file that may be a variant.
pub(super) fn text_of(path: &Path, shown: &str) -> Result<String, Error> {
    let broken = |error: std::io::Error| Error::File(format!("{shown}: {error}"));
    let file = File::open(path).map_err(broken)?;
    if file.metadata().map_err(broken)?.is_dir() {
        return Err(Error::File(format!("{shown} is a folder; a variant is a TOML file")));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(broken)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::File(format!(
            "{shown} has more than {MAX_BYTES} bytes; a variant is a short TOML file (see docs/variants.md)"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        Error::File(format!(
            "{shown} is no text: byte {} is no UTF-8; a variant is a TOML file",
            error.utf8_error().valid_up_to() + 1
        ))
    })
}

/// A variant read, with the places of its rules for later errors.
pub(super) struct Parsed {
    pub(super) variant: Variant,
    game_at: Place,
    rules_at: Vec<Place>,
}

impl Parsed {
    /// Holds the variant against its game: keys, values, and all together.
    pub(super) fn check(&self, source: &str) -> Result<(), Error> {
        let at = |place: Place, error: Error| placed(source, place, &error.to_string());
        let entry = entry(&self.variant.game).map_err(|error| at(self.game_at, error))?;
        for ((key, value), place) in self.variant.settings.iter().zip(&self.rules_at) {
            entry.check_setting(key, value).map_err(|error| at(*place, error))?;
        }
        entry.open(&self.variant.settings).map_err(|error| Error::Usage(format!("{source}: {error}")))?;
        Ok(())
    }
}

fn placed(source: &str, (line, column): Place, why: &str) -> Error {
    Error::Usage(format!("{source}, line {line}, column {column}: {why}"))
}

/// Reads the text of a variant; does not look at its game.
pub(super) fn parse(text: &str, source: &str) -> Result<Parsed, Error> {
    let reader = Reader { text, source };
    let table = DeTable::parse(text).map_err(|error| {
        reader.wrong(error.span().unwrap_or_default(), &format!("no TOML: {}", error.message()))
    })?;
    reader.variant(&table)
}

struct Reader<'a> {
    text: &'a str,
    source: &'a str,
}

impl Reader<'_> {
    /// Line and column, both from 1, of a place in the text. The column counts characters.
    fn place(&self, at: usize) -> Place {
        let before = self.text.get(..at.min(self.text.len())).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn wrong(&self, span: Range<usize>, why: &str) -> Error {
        placed(self.source, self.place(span.start), why)
    }

    fn variant(&self, table: &Spanned<DeTable<'_>>) -> Result<Parsed, Error> {
        let fields = table.get_ref();
        self.format(table)?;
        if let Some((key, _)) = fields.iter().find(|(key, _)| !KEYS.contains(&&**key.get_ref())) {
            let given = key.get_ref();
            let near = nearest(given, KEYS.into_iter())
                .map(|near| format!(" Did you mean {near}?"))
                .unwrap_or_default();
            let known = KEYS.join(", ");
            let why = format!("there is no key {:?}.{near} Known: {known}", short(given));
            return Err(self.wrong(key.span(), &why));
        }
        let (name, name_at) = self.string(table, "name", 60)?;
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
            let why = format!("name {:?}: letters, digits, _ and - are allowed", short(&name));
            return Err(self.wrong(name_at, &why));
        }
        let (game, game_at) = self.string(table, "game", 60)?;
        let about = match fields.get("about") {
            Some(_) => self.string(table, "about", 1000)?.0,
            None => String::new(),
        };
        let (settings, rules_at) = self.rules(fields.get("rules"))?;
        let variant = Variant { name, game, about, settings };
        Ok(Parsed { variant, game_at: self.place(game_at.start), rules_at })
    }

    fn format(&self, table: &Spanned<DeTable<'_>>) -> Result<(), Error> {
        let Some(value) = table.get_ref().get("format") else {
            return Err(self.wrong(0..0, &format!("no key format; write format = {FORMAT} at the top")));
        };
        match integer(value.get_ref()) {
            Some(number) if number == i64::from(FORMAT) => Ok(()),
            Some(number) => {
                let why = format!("format {number} is not known here; this program reads format {FORMAT}");
                Err(self.wrong(value.span(), &why))
            }
            None => Err(self.wrong(value.span(), &format!("format is no number; write format = {FORMAT}"))),
        }
    }

    fn string(
        &self,
        table: &Spanned<DeTable<'_>>,
        key: &str,
        most: usize,
    ) -> Result<(String, Range<usize>), Error> {
        let Some(value) = table.get_ref().get(key) else {
            return Err(self.wrong(0..0, &format!("no key {key}; needed are format, name and game")));
        };
        let text = value.get_ref().as_str().ok_or_else(|| {
            let why = format!("{key} is {}, not a text in quotes", value.get_ref().type_str());
            self.wrong(value.span(), &why)
        })?;
        if text.is_empty() || text.chars().count() > most {
            let why = format!("{key} has {} characters; 1 to {most} are allowed", text.chars().count());
            return Err(self.wrong(value.span(), &why));
        }
        Ok((text.to_owned(), value.span()))
    }

    fn rules(&self, rules: Option<&Spanned<DeValue<'_>>>) -> Result<(Settings, Vec<Place>), Error> {
        let Some(rules) = rules else { return Ok(Default::default()) };
        let Some(table) = rules.get_ref().as_table() else {
            return Err(self.wrong(rules.span(), "rules is no table; write [rules] and key = value below it"));
        };
        let mut entries: Vec<_> = table.iter().collect();
        // The order of the file, so that the first error is the first in it.
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut settings = Settings::new();
        let mut places = Vec::new();
        for (key, value) in entries {
            let text = setting(value.get_ref())
                .map_err(|why| self.wrong(value.span(), &format!("{}: {why}", short(key.get_ref()))))?;
            settings.push((key.get_ref().to_string(), text));
            places.push(self.place(key.span().start));
        }
        Ok((settings, places))
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A value as text, as in `--rule key=value`.
fn setting(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Boolean(truth) => Ok(truth.to_string()),
        DeValue::Integer(_) => {
            integer(value).map(|number| number.to_string()).ok_or_else(|| "a number far too large".to_owned())
        }
        DeValue::Array(items) => items
            .iter()
            .map(|item| match item.get_ref() {
                DeValue::Array(_) => Err("a list in a list".to_owned()),
                item => setting(item),
            })
            .collect::<Result<Vec<_>, _>>()
            .map(|items| items.join(",")),
        other => Err(format!(
            "is {}; allowed are texts in quotes, whole numbers, true and false, and lists of them",
            other.type_str()
        )),
    }
}
