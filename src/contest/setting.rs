//! Who plays, as a text.

use super::pace::{Pace, Tempo};
use crate::engine::{EngineOptions, Level, PARTS, Tuning, parse_time};
use crate::error::{Error, short};
use crate::tables::{Places, parse_size};

/// The kinds of players and what may stand after them, for help texts.
pub const HELP: &str = "\
Players:
  own          the engine as it is
  plain        the engine, judging by what is in store alone
  alphabeta    alpha-beta to the full width on the seed difference: no reductions, no pruning
  level:N      a level of play, 1 to 10, or level:NODES/SLACK: so many nodes, and any move that
               loses no more than the slack (hundredths of a seed) may be played
  greedy       the most seeds at once, no further look
  random       any legal move
  cmd:COMMAND  a program that speaks the line protocol (UGI, or UCI's words)
After commas, for a program before the colon (cmd,nodes=500:./engine):
  nodes=N, depth=N, time=20ms, tc=10+0.1   limits of its own, in place of the match's
  hash=4MiB, threads=N, name=TEXT          its table, threads and name
  no=PART                                  the engine without reductions, futility, late-pruning,
                                           blind-reduction, killers, history, aspiration or quiescence
  set.OPTION=VALUE                         a program's option";

/// Bytes of a built-in player's table where nothing is said: small, because every concurrent game has two.
const HASH: u64 = 4 << 20;

/// Who plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// Its name in tables and records.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Limits of its own.
    pub pace: Pace,
    /// Bytes of its table; a program is told when it was asked for.
    pub hash: Option<u64>,
    /// Threads of a search.
    pub threads: usize,
}

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// A level of the game, 1 to 10.
    Number(u8),
    /// One of the user's own.
    Own(Level),
}

/// What plays.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// The engine.
    Engine {
        /// What the search leaves out.
        tuning: Tuning,
        /// Judges by what is in store alone.
        plain: bool,
        /// Plays at a level.
        level: Option<Strength>,
    },
    /// Any move.
    Random,
    /// The most seeds at once.
    Greedy,
    /// A program.
    Program {
        /// The command and its arguments.
        words: Vec<String>,
        /// Options that it is given, name and value.
        options: Vec<(String, String)>,
    },
}

impl Setting {
    /// Reads a setting.
    ///
    /// # Errors
    /// What was given, what can be given.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |why: String| Error::Usage(format!("player {:?}: {why}\n{HELP}", short(text)));
        let (head, command) = match text.strip_prefix("cmd") {
            Some(rest) if rest.starts_with([':', ',']) => {
                let (options, command) = rest
                    .split_once(':')
                    .ok_or_else(|| wrong("the command stands after a colon, like cmd:./engine".into()))?;
                (format!("cmd{options}"), Some(command))
            }
            _ => (text.to_owned(), None),
        };
        let mut parts = head.split(',');
        let kind = kind_of(parts.next().unwrap_or_default(), command).map_err(wrong)?;
        let mut setting = Self { name: text.to_owned(), kind, pace: Pace::default(), hash: None, threads: 1 };
        for part in parts {
            let (key, value) =
                part.split_once('=').ok_or_else(|| wrong(format!("{part:?} is no KEY=VALUE")))?;
            setting.set(key.trim(), value.trim()).map_err(wrong)?;
        }
        Ok(setting)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || match value.parse::<u64>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("{key}={value}: a whole number above 0")),
        };
        match (key, &mut self.kind) {
            ("nodes", _) => self.pace.nodes = Some(number()?),
            ("depth", _) => {
                let depth = number()?;
                if depth > 127 {
                    return Err(format!("depth={value}: at most 127 plies"));
                }
                self.pace.depth = Some(depth as u32);
            }
            ("time", _) => self.pace.time = Some(parse_time(value)?),
            ("tc", _) => self.pace.clock = Some(Tempo::parse(value)?),
            ("hash", _) => self.hash = Some(parse_size(value)?),
            ("threads", Kind::Engine { .. } | Kind::Program { .. }) => {
                let threads = number()?;
                if threads > 1024 {
                    return Err(format!("threads={value}: at most 1024"));
                }
                self.threads = threads as usize;
            }
            ("name", _) if !value.is_empty() => value.clone_into(&mut self.name),
            ("no", Kind::Engine { tuning, .. }) => {
                let less = tuning.without(value);
                *tuning = less.ok_or_else(|| format!("no={value}: one of {}", PARTS.join(", ")))?;
            }
            ("no", _) => return Err("no=PART is for the engine".into()),
            (_, Kind::Program { options, .. }) if key.starts_with("set.") => {
                options.push((key["set.".len()..].to_owned(), value.to_owned()));
            }
            _ => return Err(format!("{key}={value} is not known here")),
        }
        Ok(())
    }

    /// What the engine is opened with; `None` for others.
    pub fn engine_options(&self, places: &Places) -> Option<EngineOptions> {
        let &Kind::Engine { tuning, plain, .. } = &self.kind else { return None };
        let hash = usize::try_from(self.hash.unwrap_or(HASH)).unwrap_or(usize::MAX);
        let (threads, places) = (self.threads, places.clone());
        Some(EngineOptions { hash, threads, places, databases: true, tuning, plain })
    }

    /// True when its moves do not depend on how fast the machine is.
    pub fn is_repeatable(&self, of_the_match: Pace) -> bool {
        let pace = self.pace.or(of_the_match);
        match self.kind {
            Kind::Random | Kind::Greedy => true,
            Kind::Engine { .. } => pace.time.is_none() && pace.clock.is_none() && self.threads == 1,
            Kind::Program { .. } => false,
        }
    }
}

fn kind_of(word: &str, command: Option<&str>) -> Result<Kind, String> {
    if let Some(command) = command {
        let words = shlex::split(command).ok_or("a quote or backslash in the command is not closed")?;
        if words.is_empty() {
            return Err("there is no command".into());
        }
        return Ok(Kind::Program { words, options: Vec::new() });
    }
    let engine = |tuning, plain| Ok(Kind::Engine { tuning, plain, level: None });
    match word {
        "own" => engine(Tuning::default(), false),
        "plain" => engine(Tuning::default(), true),
        "alphabeta" => engine(Tuning { quiet_plies: 0, ..Tuning::LEVEL }, true),
        "random" => Ok(Kind::Random),
        "greedy" => Ok(Kind::Greedy),
        _ if word.starts_with("level:") => {
            let level = strength(&word["level:".len()..])?;
            Ok(Kind::Engine { tuning: Tuning::default(), plain: false, level: Some(level) })
        }
        _ => Err(format!("{word:?} is no kind of player")),
    }
}

/// A level by its number, or by nodes and slack.
fn strength(word: &str) -> Result<Strength, String> {
    let number = |word: &str| word.parse().ok().filter(|number| (1..=Level::HIGHEST).contains(number));
    let own = |word: &str| {
        let (nodes, slack) = word.split_once('/')?;
        let (nodes, slack) = (nodes.parse().ok().filter(|nodes| *nodes > 0)?, slack.parse::<u16>().ok()?);
        Some(Level { number: 0, nodes, slack: slack.into() })
    };
    number(word).map(Strength::Number).or_else(|| own(word).map(Strength::Own)).ok_or_else(|| {
        format!(
            "{word:?}: a level is 1 to {}, or NODES/SLACK with the slack in hundredths of a seed",
            Level::HIGHEST
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let own = Setting::parse("own,nodes=5000,hash=8MiB,no=futility,no=killers").expect("a setting");
        assert_eq!((own.pace.nodes, own.hash), (Some(5000), Some(8 << 20)));
        let Kind::Engine { tuning, plain: false, level: None } = own.kind else { panic!("{own:?}") };
        assert!(!tuning.futility && !tuning.killers && tuning.history);
        let wide = Setting::parse("alphabeta,time=80ms").expect("a setting");
        let Kind::Engine { tuning, plain: true, .. } = wide.kind else { panic!("{wide:?}") };
        assert!(tuning.level && tuning.quiet_plies == 0);
        let level = Setting::parse("level:7").expect("a setting");
        let mine = Setting::parse("level:64/370").expect("a setting");
        let strength = Strength::Own(Level { number: 0, nodes: 64, slack: 370 });
        assert!(matches!(mine.kind, Kind::Engine { level: Some(found), .. } if found == strength));
        assert!(
            matches!(level.kind, Kind::Engine { level: Some(Strength::Number(7)), .. })
                && level.pace.is_endless()
        );
        let program =
            Setting::parse("cmd,hash=16MiB,set.Book=a b,name=X:'./my engine' --flag a:b,c").expect("one");
        let Kind::Program { words, options } = &program.kind else { panic!("{program:?}") };
        assert_eq!(words, &["./my engine", "--flag", "a:b,c"]);
        assert_eq!(
            (options[0].0.as_str(), options[0].1.as_str(), program.name.as_str()),
            ("Book", "a b", "X")
        );
    }

    #[test]
    fn what_is_no_setting_is_refused_with_what_there_is() {
        for text in [
            "",
            "onw",
            "own,nodes",
            "own,nodes=0",
            "own,no=luck",
            "random,no=killers",
            "greedy,threads=2",
            "cmd:",
            "cmd:'x",
            "cmd,nodes=5",
            "level:0",
            "level:11",
            "level:x",
            "level:0/5",
            "level:9/-5",
            "own,depth=128",
            "own,set.A=1",
        ] {
            let error = Setting::parse(text).expect_err(text).to_string();
            assert!(error.contains("alphabeta") && error.contains("cmd:COMMAND"), "{error}");
        }
    }
}
