//! Who sits at a side of the board, as it is written on the command line.

use crate::engine::Level;

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// A person who types moves.
    Human,
    /// Any legal move, each as likely as the others.
    Random,
    /// The most seeds at once; it looks no further.
    Greedy,
    /// The engine as well as it can in its time.
    Engine,
    /// The engine at a level.
    Level(u8),
}

impl Who {
    /// Reads one.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let word = text.trim().to_ascii_lowercase();
        let number =
            word.strip_prefix("level").map_or(word.as_str(), |rest| rest.trim_start_matches([':', ' ', '=']));
        match (word.as_str(), number.parse::<u8>()) {
            ("human", _) => Ok(Self::Human),
            ("random", _) => Ok(Self::Random),
            ("greedy", _) => Ok(Self::Greedy),
            ("engine", _) => Ok(Self::Engine),
            (_, Ok(level)) if (1..=Level::HIGHEST).contains(&level) => Ok(Self::Level(level)),
            _ => Err(format!(
                "human, 1 to {} (a level of the engine, 1 the weakest), engine (as well as it can), random, greedy",
                Level::HIGHEST
            )),
        }
    }

    /// The name that stands in the record where no other is given; people have none.
    pub(super) fn name(self) -> Option<String> {
        match self {
            Self::Human => None,
            Self::Random => Some("random".into()),
            Self::Greedy => Some("greedy".into()),
            Self::Engine => Some("sowbase".into()),
            Self::Level(level) => Some(format!("sowbase level {level}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_others_are_told_what_there_is() {
        for (text, who) in [
            ("human", Who::Human),
            ("Random", Who::Random),
            ("greedy", Who::Greedy),
            ("engine", Who::Engine),
            ("7", Who::Level(7)),
            ("level:10", Who::Level(10)),
            ("level 1", Who::Level(1)),
        ] {
            assert_eq!(Who::read(text), Ok(who));
        }
        for text in ["", "0", "11", "level", "levels:3", "-1", "bob"] {
            assert!(Who::read(text).is_err_and(|why| why.contains("1 to 10")), "{text}");
        }
    }
}
