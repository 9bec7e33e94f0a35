//! Options of a rule set: their keys, values, defaults and sources, read and written as text.

use std::fmt::Debug;

use crate::error::Error;

/// What an option changes, beside the play itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// The numbers that a database stores.
    Numbers,
    /// Nothing that a database stores.
    Nothing,
    /// The numbers, and the state needs extra bits for it.
    State,
    /// The value depends on stores, history or chance: no database can hold it.
    History,
}

/// One option of the rule set `R`.
#[derive(Debug)]
pub struct Opt<R: 'static> {
    /// Its name, as in `--rule key=value`.
    pub key: &'static str,
    /// What it decides, in a sentence.
    pub about: &'static str,
    /// The rule it belongs to and who says so (tags of rules.md).
    pub source: &'static str,
    /// What it changes beside the play.
    pub effect: Effect,
    /// The value of a rule set, as text.
    pub get: fn(&R) -> String,
    /// Sets the value from text; the error says what is wrong with it.
    pub set: fn(&mut R, &str) -> Result<(), String>,
    /// The values allowed, in words.
    pub allowed: fn() -> String,
    /// Some or all allowed values, for tests and suggestions.
    pub samples: fn() -> Vec<String>,
}

/// The rule set of a game: a plain struct whose default is the standard game.
pub trait RuleSet: Default + Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The game's name on the command line.
    const GAME: &'static str;
    /// Changes whenever the numbering of states changes, so that old databases are refused.
    const INDEX_SCHEME: u32;

    /// All options, in the order in which they are shown.
    fn options() -> &'static [Opt<Self>];

    /// Checks what no single option can: combinations and sizes.
    ///
    /// # Errors
    /// A sentence that names the values and the way out.
    fn check(&self) -> Result<(), String>;

    /// Why no database can hold values under these rules, if so.
    fn not_tabled(&self) -> Option<String> {
        None
    }

    /// Sets one option.
    ///
    /// # Errors
    /// For an unknown key or value, with the nearest right one and what is allowed.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let Some(option) = Self::options().iter().find(|option| option.key == key) else {
            return Err(Error::unknown(
                &format!("{} has no option", Self::GAME),
                key,
                Self::options().iter().map(|option| option.key),
            ));
        };
        (option.set)(self, value).map_err(|why| {
            let samples = (option.samples)();
            let near = crate::error::nearest(value, samples.iter().map(String::as_str))
                .map(|near| format!("; did you mean {near}?"))
                .unwrap_or_default();
            Error::Usage(format!(
                "{key}={value}: {why}{near} Allowed: {} (default {})",
                (option.allowed)(),
                (option.get)(&Self::default()),
            ))
        })
    }

    /// The text whose hash is the fingerprint of the rules: every option.
    fn canonical(&self) -> String {
        canonical(self, "rules", |_| true)
    }

    /// The text whose hash is the fingerprint of a database: only what changes stored numbers, and the index scheme.
    fn database_canonical(&self) -> String {
        let numbers = |effect| matches!(effect, Effect::Numbers | Effect::State);
        format!("{}index={}\n", canonical(self, "database", numbers), Self::INDEX_SCHEME)
    }
}

fn canonical<R: RuleSet>(rules: &R, kind: &str, takes: impl Fn(Effect) -> bool) -> String {
    let mut lines: Vec<String> = R::options()
        .iter()
        .filter(|option| takes(option.effect))
        .map(|option| format!("{}={}\n", option.key, (option.get)(rules)))
        .collect();
    lines.sort();
    format!("sowbase {kind} 1\ngame={}\n{}", R::GAME, lines.concat())
}

/// Which counters of a position the rules look at: plies without a capture, plies played. The others stay 0.
pub(crate) fn counters<R: RuleSet>(rules: &R) -> [bool; 2] {
    ["no_capture_limit", "ply_limit"]
        .map(|key| R::options().iter().any(|option| option.key == key && (option.get)(rules) != "none"))
}

/// The first 64 bits of a BLAKE3 hash, as 16 hexadecimal digits.
pub fn fingerprint(canonical: &str) -> String {
    blake3::hash(canonical.as_bytes()).to_hex()[..16].to_owned()
}

/// A type that an option can have.
pub trait Value: Sized {
    /// As written in `--rule` and in TOML.
    fn text(&self) -> String;
    /// The inverse of [`Value::text`].
    ///
    /// # Errors
    /// Half a sentence: what is wrong with the text.
    fn read(text: &str) -> Result<Self, String>;
    /// What may be written, in words.
    fn allowed() -> String;
    /// Some or all values.
    fn samples() -> Vec<String>;
}

impl Value for bool {
    fn text(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "true" | "on" | "yes" => Ok(true),
            "false" | "off" | "no" => Ok(false),
            _ => Err("is neither true nor false".into()),
        }
    }
    fn allowed() -> String {
        "true, false".into()
    }
    fn samples() -> Vec<String> {
        vec!["false".into(), "true".into()]
    }
}

/// A whole number from `LO` to `HI`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Count<const LO: u32, const HI: u32>(pub u32);

impl<const LO: u32, const HI: u32> Value for Count<LO, HI> {
    fn text(&self) -> String {
        self.0.to_string()
    }
    fn read(text: &str) -> Result<Self, String> {
        let number: u32 = text.parse().map_err(|_| "is not a whole number".to_owned())?;
        if (LO..=HI).contains(&number) { Ok(Self(number)) } else { Err(format!("is not from {LO} to {HI}")) }
    }
    fn allowed() -> String {
        format!("{LO} to {HI}")
    }
    fn samples() -> Vec<String> {
        vec![LO.to_string(), HI.to_string()]
    }
}

/// A positive whole number, or `none` for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Limit(pub Option<u32>);

impl Value for Limit {
    fn text(&self) -> String {
        self.0.map_or_else(|| "none".into(), |limit| limit.to_string())
    }
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self(None)),
            _ => match text.parse() {
                Ok(0) => Err("0 would stop before the first move".into()),
                Ok(limit) => Ok(Self(Some(limit))),
                Err(_) => Err("is neither a positive whole number nor none".into()),
            },
        }
    }
    fn allowed() -> String {
        "a positive whole number, none".into()
    }
    fn samples() -> Vec<String> {
        vec!["none".into(), "200".into()]
    }
}

/// A set of counts, such as those that capture: `2,3,4`. Bit `n` stands for the count `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CountSet(pub u32);

impl CountSet {
    /// The set of some counts below 32.
    pub const fn of(counts: &[u32]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < counts.len() {
            bits |= 1 << counts[i];
            i += 1;
        }
        Self(bits)
    }
    /// True when `count` is in the set.
    #[inline(always)]
    pub fn has(self, count: u8) -> bool {
        count < 32 && self.0 >> count & 1 == 1
    }
    /// The counts, rising.
    pub fn counts(self) -> impl Iterator<Item = u32> {
        (0..32).filter(move |count| self.0 >> count & 1 == 1)
    }
}

impl Value for CountSet {
    fn text(&self) -> String {
        self.counts().map(|count| count.to_string()).collect::<Vec<_>>().join(",")
    }
    fn read(text: &str) -> Result<Self, String> {
        let mut bits = 0;
        for part in text.trim_matches(|c| c == '{' || c == '}').split(',') {
            match part.trim().parse::<u32>() {
                Ok(count) if (1..32).contains(&count) => bits |= 1 << count,
                _ => return Err(format!("{part:?} is not a count from 1 to 31")),
            }
        }
        Ok(Self(bits))
    }
    fn allowed() -> String {
        "counts from 1 to 31 with commas between".into()
    }
    fn samples() -> Vec<String> {
        vec!["2,3".into(), "2,3,4".into()]
    }
}

/// An enum whose values have names in options: `choice! { /// doc \n Name { /// doc \n Variant = "name", … } }`. The
/// first variant is the default.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $(#[$first_meta:meta])* $first:ident = $first_text:literal $(, $(#[$vmeta:meta])* $variant:ident = $text:literal)* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum $name { $(#[$first_meta])* #[default] $first $(, $(#[$vmeta])* $variant)* }
        impl $crate::games::options::Value for $name {
            fn text(&self) -> String {
                match self { Self::$first => $first_text $(, Self::$variant => $text)* }.to_owned()
            }
            fn read(text: &str) -> Result<Self, String> {
                match text {
                    $first_text => Ok(Self::$first),
                    $($text => Ok(Self::$variant),)*
                    _ => Err("is not one of the values".to_owned()),
                }
            }
            fn allowed() -> String { [$first_text $(, $text)*].join(", ") }
            fn samples() -> Vec<String> { vec![$first_text.to_owned() $(, $text.to_owned())*] }
        }
    };
}
pub(crate) use choice;

/// What the values of a field may be, found from a function that reads the field.
pub(crate) fn allowed_of<R, V: Value>(_: fn(&R) -> &V) -> String {
    V::allowed()
}
pub(crate) fn samples_of<R, V: Value>(_: fn(&R) -> &V) -> Vec<String> {
    V::samples()
}

/// The option table of a rule set: `options! { Rules { field: Effect, "about", "source"; … } }`.
macro_rules! options {
    ($rules:ty { $($field:ident: $effect:ident, $about:literal, $source:literal;)* }) => {{
        use $crate::games::options::{Effect, Opt, Value};
        const OPTIONS: &[Opt<$rules>] = &[$(Opt {
            key: stringify!($field),
            about: $about,
            source: $source,
            effect: Effect::$effect,
            get: |rules| Value::text(&rules.$field),
            set: |rules, text| Value::read(text).map(|value| rules.$field = value),
            allowed: || $crate::games::options::allowed_of(|rules: &$rules| &rules.$field),
            samples: || $crate::games::options::samples_of(|rules: &$rules| &rules.$field),
        }),*];
        OPTIONS
    }};
}
pub(crate) use options;
