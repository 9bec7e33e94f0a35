//! Problems: a position, a goal, and the one way to reach it.
//!
//! | part | what it does |
//! | --- | --- |
//! | [`Goal`] | what is asked of the side to move, and by when |
//! | `sprint` | whether it can be reached in time, by the fast rules; `slow` is its slow twin |
//! | [`Choice`] | the solution: what every move is worth wherever the solver is to move |
//! | [`Theme`] | what problems are about: a kind of goal, and what the official line shows |
//! | `candidate`, `generate` | positions by their number, and the problems in them |
//! | `grade` | how hard a problem is |
//! | [`Pack`] | a file of problems; `check` finds every value of it again by the slow rules |

mod candidate;
mod check;
mod generate;
mod goal;
mod grade;
mod pack;
mod slow;
mod sprint;
mod tale;
mod theme;
mod tree;

use serde::Serialize;
use sowbase_solver::{Layered, Watch};

use crate::error::Error;
use crate::games::options::{RuleSet, fingerprint};
use crate::games::rulebook::Rulebook;
use crate::games::{notation, option_infos};
use crate::play::Position;
use crate::tables::Tabled;

pub use candidate::{From, Given};
pub use check::{PackChecked, Wrong};
pub use generate::{Met, Wanted, Yield};
pub use goal::{Aim, Goal, LONGEST, Within};
pub use pack::{Features, Pack, Puzzle, SCHEMA, Source};
pub use tale::{Tale, Told};
pub use theme::{COMMON, Kind, Theme};
pub(crate) use theme::{extra_moves, first_captures};
pub use tree::{Choice, Reply, Then, Tried, Worth};

/// What a goal comes to in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proven {
    /// The position.
    pub position: String,
    /// What is to be done, in words.
    pub title: String,
    /// The goal.
    pub goal: Goal,
    /// True when it can be reached in time, whatever the other side does.
    pub reachable: bool,
    /// True when at each of the solver's moves on the official line one move alone does it.
    pub unique: bool,
    /// What every move is worth.
    pub solution: Choice,
    /// The official line.
    pub line: Vec<String>,
    /// The problem as a pack would hold it, if it is one: reachable and unique.
    #[serde(skip)]
    pub puzzle: Option<Puzzle>,
}

/// Nodes of one search when a person asks.
const PATIENT: u64 = 20_000_000;

/// Problems of one opened game, behind an object-safe face.
pub trait Puzzling: Send + Sync {
    /// The themes of the game, those of all games first.
    fn themes(&self) -> Vec<Theme>;

    /// Looks for problems of some themes, one after another, and hands each to `take`, in the order of their candidates. No problem
    /// comes twice.
    ///
    /// # Errors
    /// When the game has no such theme, or a theme is named twice.
    fn generate(
        &self,
        themes: &[String],
        wanted: &Wanted,
        watch: &dyn Watch,
        take: &mut dyn FnMut(Puzzle),
    ) -> Result<Vec<Yield>, Error>;

    /// An empty pack of the rules in force.
    fn pack(&self) -> Pack;

    /// Finds every value of a pack again, by the slow rules.
    ///
    /// # Errors
    /// When the pack is of another game, other rules or another version, or `watch` says stop.
    fn check(&self, pack: &Pack, watch: &dyn Watch) -> Result<PackChecked, Error>;

    /// The numbers, from 1, of problems of a pack that stand in it before.
    fn doubles(&self, pack: &Pack) -> Vec<usize>;

    /// What a goal comes to in a position. `source` goes into the problem.
    ///
    /// # Errors
    /// When the game is over, or it takes too long.
    fn prove(&self, position: &Position, goal: Goal, source: Source) -> Result<Proven, Error>;
}

impl<G: Rulebook + Layered> Puzzling for Tabled<G> {
    fn themes(&self) -> Vec<Theme> {
        // Where no seed leaves the board, there is nothing to gain but the game.
        let fits = |theme: &&Theme| self.game().ends_in_stores() || !matches!(theme.kind, Kind::Gain(_));
        COMMON.iter().filter(fits).chain(self.game().themes()).copied().collect()
    }

    fn generate(
        &self,
        themes: &[String],
        wanted: &Wanted,
        watch: &dyn Watch,
        take: &mut dyn FnMut(Puzzle),
    ) -> Result<Vec<Yield>, Error> {
        let all = self.themes();
        let mut found: Vec<&Theme> = Vec::new();
        for name in themes {
            let theme = all.iter().find(|known| known.key == *name).ok_or_else(|| {
                let known: Vec<&str> = all.iter().map(|theme| theme.key).collect();
                Error::Usage(format!("{} has no theme {name:?}; it has {}", G::Rules::GAME, known.join(", ")))
            })?;
            if found.iter().any(|before| before.key == theme.key) {
                return Err(Error::Usage(format!("the theme {name} is named twice")));
            }
            found.push(theme);
        }
        let (met, mut yields) = (Met::default(), Vec::new());
        for (order, theme) in (0..).zip(found) {
            if watch.stop() {
                break;
            }
            yields.push(generate::generate(self.game(), theme, wanted, (&met, order), watch, take));
        }
        Ok(yields)
    }

    fn pack(&self) -> Pack {
        let set =
            option_infos(self.game().rules()).into_iter().filter(|option| option.value != option.default);
        let rules = set.map(|option| (option.key.to_owned(), option.value)).collect();
        Pack {
            schema: SCHEMA,
            game: G::Rules::GAME.into(),
            rules,
            fingerprint: fingerprint(&self.game().rules().canonical()),
            rules_in_words: self.game().words(),
            puzzles: Vec::new(),
        }
    }

    fn check(&self, pack: &Pack, watch: &dyn Watch) -> Result<PackChecked, Error> {
        check::check(self.game(), &self.themes(), pack, watch)
    }

    fn doubles(&self, pack: &Pack) -> Vec<usize> {
        check::doubles(self.game(), pack).into_iter().map(|double| double.number).collect()
    }

    fn prove(&self, position: &Position, goal: Goal, source: Source) -> Result<Proven, Error> {
        let game = self.game();
        check::open_position(game, position)?;
        let (mut writer, stage) = tree::Writer::new(game, position, goal, PATIENT, usize::MAX);
        let solution = writer.choice(&stage).map_err(|_| {
            Error::Usage(format!(
                "`{goal}` takes more than {PATIENT} positions to prove here; ask for fewer turns"
            ))
        })?;
        let reachable = solution.good().next().is_some();
        let unique = solution.is_unique();
        let line = solution.line();
        let tale = Tale::of(game, position, &solution).filter(|_| unique);
        let puzzle =
            tale.and_then(|tale| generate::told(game, position, goal, None, solution.clone(), &tale, source));
        Ok(Proven {
            position: notation::format(position),
            title: generate::title(position, goal),
            goal,
            reachable,
            unique,
            solution,
            line,
            puzzle,
        })
    }
}
