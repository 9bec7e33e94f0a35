//! Records to JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Record, RecordedMove, RecordedResult, SCHEMA};
use crate::games::Settings;

impl Record {
    /// The record as JSON, indented, with a newline at its end.
    pub fn to_json(&self) -> String {
        let mut text =
            serde_json::to_string_pretty(self).expect("texts and finite numbers always fit in JSON");
        text.push('\n');
        text
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(10))?;
        map.serialize_entry("schema", &SCHEMA)?;
        map.serialize_entry("program", &self.program)?;
        map.serialize_entry("game", &self.game)?;
        map.serialize_entry("variant", &self.variant)?;
        map.serialize_entry("rules", &Pairs(&self.rules))?;
        map.serialize_entry("fingerprint", &self.fingerprint)?;
        map.serialize_entry("start", &self.start)?;
        map.serialize_entry("moves", &self.moves)?;
        map.serialize_entry("result", &self.result)?;
        map.serialize_entry("tags", &self.tags)?;
        map.end()
    }
}

struct Pairs<'a>(&'a Settings);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl Serialize for RecordedMove {
    /// A bare text where there is nothing to add.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.comment.is_none() && self.variations.is_empty() {
            return serializer.serialize_str(&self.text);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &self.text)?;
        if let Some(comment) = &self.comment {
            map.serialize_entry("comment", comment)?;
        }
        if !self.variations.is_empty() {
            map.serialize_entry("variations", &self.variations)?;
        }
        map.end()
    }
}

impl Serialize for RecordedResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("south", &Seeds(self.south))?;
        map.serialize_entry("north", &Seeds(self.north))?;
        map.serialize_entry("winner", &self.winner)?;
        map.serialize_entry("points", &self.points)?;
        map.serialize_entry("rule", &self.rule)?;
        map.serialize_entry("reason", &self.reason)?;
        map.end()
    }
}

/// Whole unless a split left half a seed.
struct Seeds(f64);

impl Serialize for Seeds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() < 1e9 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
