//! JSON to records. Written by hand so that limits hold while reading and errors name what is allowed.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{MAX_BYTES, MAX_DEPTH, MAX_MOVES, Record, RecordedMove, RecordedResult, SCHEMA};
use crate::error::{Error, nearest, short};
use crate::games::Settings;
use crate::play::Winner;

impl Record {
    /// Reads a record and checks all of it by playing it, variations too.
    ///
    /// # Errors
    /// [`Error::Record`] with the place and what is wrong: no JSON, an unknown schema or key, a limit passed, rules
    /// that do not have the fingerprint, a move that cannot be played, another result than the moves lead to.
    pub fn read(text: &str) -> Result<Self, Error> {
        let record = Self::parse(text)?;
        record.check()?;
        Ok(record)
    }

    fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_BYTES {
            return Err(Error::Record(format!(
                "more than {MAX_BYTES} bytes (16 MiB), the most a record may have"
            )));
        }
        let json = |error: serde_json::Error| Error::Record(error.to_string());
        if let Ok(Head { schema }) = serde_json::from_str(text)
            && schema.as_ref().and_then(serde_json::Number::as_u64) != Some(u64::from(SCHEMA))
        {
            let found = schema.map_or("no schema".to_owned(), |schema| format!("schema {schema}"));
            return Err(Error::Record(format!("{found}; this program reads schema {SCHEMA}")));
        }
        let mut reader = serde_json::Deserializer::from_str(text);
        let record = reader.deserialize_map(WholeRecord).map_err(json)?;
        reader.end().map_err(json)?;
        Ok(record)
    }
}

/// All that may be read of a record of another schema.
#[derive(Deserialize)]
struct Head {
    schema: Option<serde_json::Number>,
}

/// An error for a key that is not known.
fn unknown<E: serde::de::Error>(key: &str, known: &[&str]) -> E {
    let near =
        nearest(key, known.iter().copied()).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
    E::custom(format!("there is no key {:?}.{near} Known: {}", short(key), known.join(", ")))
}

/// Sets a field that may be given once.
fn once<T, E: serde::de::Error>(slot: &mut Option<T>, key: &str, value: T) -> Result<(), E> {
    if slot.replace(value).is_some() { Err(E::custom(format!("key {key:?} is given twice"))) } else { Ok(()) }
}

fn needed<T, E: serde::de::Error>(slot: Option<T>, key: &str) -> Result<T, E> {
    slot.ok_or_else(|| E::custom(format!("no key {key:?}")))
}

struct WholeRecord;

impl<'de> Visitor<'de> for WholeRecord {
    type Value = Record;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record: { \"schema\": 1, … }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Record, A::Error> {
        const KEYS: &[&str] = &[
            "schema",
            "program",
            "game",
            "variant",
            "rules",
            "fingerprint",
            "start",
            "moves",
            "result",
            "tags",
        ];
        let (mut program, mut game, mut variant, mut rules) = (None, None, None, None);
        let (mut fingerprint, mut start, mut moves) = (None, None, None);
        let (mut result, mut tags, mut schema) = (None, None, None);
        let count = Cell::new(0);
        while let Some(key) = map.next_key::<String>()? {
            let key = key.as_str();
            match key {
                "schema" => once(&mut schema, key, map.next_value::<u32>()?)?,
                "program" => once(&mut program, key, map.next_value::<String>()?)?,
                "game" => once(&mut game, key, map.next_value::<String>()?)?,
                "variant" => once(&mut variant, key, map.next_value::<Option<String>>()?)?,
                "rules" => once(&mut rules, key, map.next_value_seed(Pairs)?)?,
                "fingerprint" => once(&mut fingerprint, key, map.next_value::<String>()?)?,
                "start" => once(&mut start, key, map.next_value::<String>()?)?,
                "moves" => once(&mut moves, key, map.next_value_seed(Moves { count: &count, depth: 0 })?)?,
                "result" => once(&mut result, key, map.next_value::<Option<RecordedResult>>()?)?,
                "tags" => once(&mut tags, key, map.next_value_seed(Pairs)?)?,
                _ => return Err(unknown(key, KEYS)),
            }
        }
        needed(schema, "schema")?;
        Ok(Record {
            program: program.unwrap_or_default(),
            game: needed(game, "game")?,
            variant: variant.flatten(),
            rules: needed(rules, "rules")?,
            fingerprint: needed(fingerprint, "fingerprint")?,
            start: needed(start, "start")?,
            moves: needed(moves, "moves")?,
            result: result.flatten(),
            tags: BTreeMap::from_iter(tags.unwrap_or_default()),
        })
    }
}

/// An object of texts, each key once.
struct Pairs;

impl<'de> DeserializeSeed<'de> for Pairs {
    type Value = Settings;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Settings, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Pairs {
    type Value = Settings;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Settings, A::Error> {
        let mut pairs = BTreeMap::new();
        let mut order = Settings::new();
        while let Some((key, value)) = map.next_entry::<String, String>()? {
            if pairs.insert(key.clone(), ()).is_some() {
                return Err(A::Error::custom(format!("key {:?} is given twice", short(&key))));
            }
            order.push((key, value));
        }
        Ok(order)
    }
}

/// A line of moves, `depth` variations deep; `count` counts all moves.
#[derive(Clone, Copy)]
struct Moves<'a> {
    count: &'a Cell<usize>,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Moves<'_> {
    type Value = Vec<RecordedMove>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        if self.depth > MAX_DEPTH {
            return Err(D::Error::custom(format!(
                "variations lie more than {MAX_DEPTH} deep in one another, the most a record may have"
            )));
        }
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Moves<'_> {
    type Value = Vec<RecordedMove>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut line = Vec::new();
        while let Some(played) = seq.next_element_seed(OneMove(self))? {
            line.push(played);
        }
        if line.is_empty() && self.depth > 0 {
            return Err(A::Error::custom("a variation without a move"));
        }
        Ok(line)
    }
}

/// A move: a bare text or an object.
struct OneMove<'a>(Moves<'a>);

impl<'de> DeserializeSeed<'de> for OneMove<'_> {
    type Value = RecordedMove;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RecordedMove, D::Error> {
        let count = self.0.count;
        count.set(count.get() + 1);
        if count.get() > MAX_MOVES {
            return Err(D::Error::custom(format!("more than {MAX_MOVES} moves, the most a record may have")));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OneMove<'_> {
    type Value = RecordedMove;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move: a text, or { \"move\": …, \"comment\": …, \"variations\": [[…]] }")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<RecordedMove, E> {
        Ok(RecordedMove::plain(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RecordedMove, A::Error> {
        let (mut text, mut comment, mut variations) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let key = key.as_str();
            match key {
                "move" => once(&mut text, key, map.next_value::<String>()?)?,
                "comment" => once(&mut comment, key, map.next_value::<String>()?)?,
                "variations" => {
                    let inside = Moves { depth: self.0.depth + 1, ..self.0 };
                    once(&mut variations, key, map.next_value_seed(Lines(inside))?)?;
                }
                _ => return Err(unknown(key, &["move", "comment", "variations"])),
            }
        }
        let variations = variations.unwrap_or_default();
        Ok(RecordedMove { text: needed(text, "move")?, comment, variations })
    }
}

/// The variations of a move.
struct Lines<'a>(Moves<'a>);

impl<'de> DeserializeSeed<'de> for Lines<'_> {
    type Value = Vec<Vec<RecordedMove>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Lines<'_> {
    type Value = Vec<Vec<RecordedMove>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of variations, each a list of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut lines = Vec::new();
        while let Some(line) = seq.next_element_seed(self.0)? {
            lines.push(line);
        }
        Ok(lines)
    }
}

impl<'de> Deserialize<'de> for RecordedResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(WholeResult)
    }
}

struct WholeResult;

impl<'de> Visitor<'de> for WholeResult {
    type Value = RecordedResult;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result: { \"south\": …, \"north\": …, \"winner\": …, … } or null")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RecordedResult, A::Error> {
        let (mut south, mut north, mut winner, mut points) = (None, None, None, None);
        let (mut rule, mut reason) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let key = key.as_str();
            match key {
                "south" => once(&mut south, key, map.next_value::<f64>()?)?,
                "north" => once(&mut north, key, map.next_value::<f64>()?)?,
                "winner" => {
                    let word = map.next_value::<String>()?;
                    let side = Winner::from_word(&word).ok_or_else(|| {
                        A::Error::custom(format!(
                            "winner {:?} is not south, north, draw or none",
                            short(&word)
                        ))
                    })?;
                    once(&mut winner, key, side)?;
                }
                "points" => once(&mut points, key, map.next_value::<Option<u32>>()?)?,
                "rule" => once(&mut rule, key, map.next_value::<String>()?)?,
                "reason" => once(&mut reason, key, map.next_value::<String>()?)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    return Err(unknown(key, &["south", "north", "winner", "points", "rule", "reason"]));
                }
            }
        }
        Ok(RecordedResult {
            south: needed(south, "south")?,
            north: needed(north, "north")?,
            winner: needed(winner, "winner")?,
            points: points.flatten(),
            rule: needed(rule, "rule")?,
            reason: reason.unwrap_or_default(),
        })
    }
}
