//! Problems found: candidates are tried in batches on all threads and taken in the order of their number.

use std::ops::RangeInclusive;

use ahash::RandomState;
use dashmap::DashMap;
use rayon::prelude::*;
use sowbase_solver::{Layered, Watch};

use super::candidate::{From, position};
use super::goal::{Aim, Goal, Within};
use super::grade::{DEEPEST, features, grade};
use super::pack::{Puzzle, Source};
use super::sprint::Sprint;
use super::tale::{Identity, Tale};
use super::theme::{Kind, Theme};
use super::tree::{Choice, Writer};
use crate::games::{Rulebook, notation};
use crate::play::Position;
use crate::words::{Key, name, say};

/// What problems are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Problems of each theme.
    pub count: usize,
    /// Grades that do.
    pub grades: RangeInclusive<u8>,
    /// Seeds on the board; 8 to 28 when not given, and all where no seed leaves the board.
    pub seeds: Option<RangeInclusive<u32>>,
    /// Moves of the solver in the official line, at most.
    pub max_moves: u8,
    /// Moves of the solver in it, at least.
    pub min_moves: u8,
    /// Where positions come from.
    pub from: From,
    /// All chance comes from it.
    pub seed: u64,
    /// Candidates that are tried for a theme, at most.
    pub candidates: u64,
}

/// How a search for problems of one theme went.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct Yield {
    /// The theme.
    pub theme: String,
    /// Problems found.
    pub found: usize,
    /// Candidates tried.
    pub candidates: u64,
    /// Those that were positions with a goal.
    pub goals: u64,
    /// Those of them with one solution.
    pub unique: u64,
    /// Those of them that show the theme and pass the filters.
    pub fitting: u64,
    /// Those of them left out because the same problem was there.
    pub doubles: u64,
    /// Seconds.
    pub seconds: f64,
    /// True when it ended before there were enough.
    pub gave_up: bool,
}

/// Candidates tried between two looks at what came of them.
const BATCH: u64 = 1 << 12;
/// Nodes of one search for a goal.
pub(super) const NODES: u64 = 100_000;
/// Moves that a solution may list.
pub(super) const ROOM: usize = 1_500;

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Nothing,
    Goal,
    Unique,
    Fitting,
}

/// Problems that were met, each with the number of the first candidate that is one.
#[derive(Debug, Default)]
pub struct Met(DashMap<Identity, u64, RandomState>);

/// Candidates of one theme are numbered from its place in this.
const THEMES: u32 = 48;

/// Finds problems of a theme; those that were `met` are left out.
pub(super) fn generate<G: Rulebook + Layered>(
    game: &G,
    theme: &Theme,
    wanted: &Wanted,
    (Met(met), order): (&Met, u64),
    watch: &dyn Watch,
    take: &mut dyn FnMut(Puzzle),
) -> Yield {
    let began = std::time::Instant::now();
    let mut tally = Yield { theme: theme.key.into(), ..Yield::default() };
    let most = match &wanted.from {
        From::Games(all) => wanted.candidates.min(all.len() as u64),
        _ => wanted.candidates,
    };
    watch.begin(theme.key, most);
    let mut from = 0;
    while tally.found < wanted.count && from < most {
        let to = (from + BATCH).min(most);
        let tried: Vec<(Stage, Option<(Puzzle, Identity)>)> = (from..to)
            .into_par_iter()
            .map(|number| {
                if watch.stop() {
                    return (Stage::Nothing, None);
                }
                let (stage, found) = candidate(game, theme, wanted, number);
                if let Some((_, identity)) = &found {
                    // The candidate with the least number keeps it, whatever thread came first.
                    let place = order << THEMES | number;
                    let mut first = met.entry(identity.clone()).or_insert(place);
                    *first = place.min(*first);
                }
                (stage, found)
            })
            .collect();
        if watch.stop() {
            tally.gave_up = true;
            break;
        }
        for (number, (stage, found)) in (from..).zip(tried) {
            tally.candidates += 1;
            tally.goals += u64::from(stage >= Stage::Goal);
            tally.unique += u64::from(stage >= Stage::Unique);
            tally.fitting += u64::from(stage >= Stage::Fitting);
            let Some((puzzle, identity)) = found else { continue };
            if met.get(&identity).map(|first| *first) != Some(order << THEMES | number) {
                tally.doubles += 1;
                continue;
            }
            take(puzzle);
            tally.found += 1;
            if tally.found == wanted.count {
                break;
            }
        }
        watch.advance(to - from);
        from = to;
    }
    tally.gave_up |= tally.found < wanted.count;
    tally.seconds = began.elapsed().as_secs_f64();
    tally
}

/// Seeds on boards that make problems for people.
fn usual<G: Rulebook>(game: &G) -> RangeInclusive<u32> {
    let all = game.usual_total();
    if game.ends_in_stores() { 8.min(all)..=28.min(all) } else { all..=all }
}

/// A theme as a number: each has candidates of its own.
fn named(key: &str) -> u64 {
    key.bytes().fold(0xcbf2_9ce4_8422_2325, |word, byte| {
        (word ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn candidate<G: Rulebook + Layered>(
    game: &G,
    theme: &Theme,
    wanted: &Wanted,
    number: u64,
) -> (Stage, Option<(Puzzle, Identity)>) {
    let nothing = (Stage::Nothing, None);
    let seeds = match theme.kind {
        Kind::Last(seeds, _) => u32::from(seeds)..=u32::from(seeds),
        _ => wanted.seeds.clone().unwrap_or_else(|| usual(game)),
    };
    let Some(position) = position(game, &wanted.from, &seeds, (number, wanted.seed ^ named(theme.key)))
    else {
        return nothing;
    };
    let Some(goal) = goal_of(game, &position, theme.kind) else { return nothing };
    let (mut writer, stage) = Writer::new(game, &position, goal, NODES, ROOM);
    let Ok(solution) = writer.choice(&stage) else { return (Stage::Goal, None) };
    if solution.moves.len() < 2 || !solution.is_unique() {
        return (Stage::Goal, None);
    }
    let Some(tale) = Tale::of(game, &position, &solution) else { return (Stage::Goal, None) };
    // What costs nothing is asked before the engine is.
    let lengths = usize::from(wanted.min_moves)..=usize::from(wanted.max_moves);
    if !(theme.shows)(&tale) || !lengths.contains(&tale.own().count()) {
        return (Stage::Unique, None);
    }
    let told = told(game, &position, goal, Some(theme.key), solution, &tale, source(wanted, number));
    // What the engine would not play is no good lesson, whatever goal it reaches.
    let fits = |puzzle: &Puzzle| puzzle.features.depth <= DEEPEST && wanted.grades.contains(&puzzle.grade);
    match told.filter(fits) {
        Some(puzzle) => (Stage::Fitting, Some((puzzle, tale.identity(goal)))),
        None => (Stage::Unique, None),
    }
}

/// Where a candidate comes from.
fn source(wanted: &Wanted, number: u64) -> Source {
    let found = |from: &str| Source::Found {
        from: from.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        seed: wanted.seed,
        candidate: number,
    };
    match &wanted.from {
        From::Database => found("database"),
        From::Search => found("search"),
        From::Games(all) => all.get(number as usize).map_or_else(
            || found("games"),
            |given| Source::Game { game: given.game.clone(), ply: given.ply },
        ),
    }
}

/// The goal of a theme at a position, if there is one.
fn goal_of<G: Rulebook>(game: &G, position: &Position, kind: Kind) -> Option<Goal> {
    let reaches = |goal: Goal| {
        let (mut sprint, stage) = Sprint::new(game, position, goal, NODES);
        sprint.plies(&stage).ok().flatten().is_some_and(|plies| plies > 0)
    };
    let seeds = position.on_board();
    if let Some((aim, most)) = kind.aims(seeds) {
        return (1..=most)
            .map(|turns| Goal { aim, within: Within::Turns(turns) })
            .find(|goal| reaches(*goal));
    }
    let Kind::Gain(most) = kind else { return None };
    let within = Within::Turns(1 + (position.on_board() % u32::from(most)) as u8);
    let goal = |gain: u16| Goal { aim: Aim::Gain(gain), within };
    let (mut least, mut top) = (2u16, seeds as u16);
    if !reaches(goal(least)) {
        return None;
    }
    while least < top {
        let middle = (least + top).div_ceil(2);
        if reaches(goal(middle)) { least = middle } else { top = middle - 1 }
    }
    // The next best first move gets at least two fewer.
    let (mut sprint, stage) = Sprint::new(game, position, goal(least - 1), NODES);
    let moves = sprint.moves(&stage).ok()?;
    (moves.iter().filter(|tried| tried.plies.is_some()).count() == 1).then(|| goal(least))
}

/// A problem with its words and its grade.
pub(super) fn told<G: Rulebook>(
    game: &G,
    position: &Position,
    goal: Goal,
    theme: Option<&str>,
    solution: Choice,
    tale: &Tale,
    source: Source,
) -> Option<Puzzle> {
    let features = features(game, position, &solution, tale)?;
    Some(Puzzle {
        title: title(position, goal),
        theme: theme.map(Into::into),
        goal,
        position: notation::format(position),
        grade: grade(features),
        features,
        solution,
        source,
    })
}

/// What is to be done, in words.
pub(super) fn title(position: &Position, goal: Goal) -> String {
    let within = match goal.within {
        Within::Turns(turns) => say(Key::PuzzleTurns, &[("turns", turns.into())]),
        Within::Plies(plies) => say(Key::PuzzlePlies, &[("plies", plies.into())]),
    };
    let holes = |extra: Option<(&'static str, u16)>| {
        let mut holes = vec![("who", name(position.side)), ("within", within.clone().into())];
        holes.extend(extra.map(|(key, number)| (key, number.into())));
        holes
    };
    match goal.aim {
        Aim::Win => say(Key::PuzzleWin, &holes(None)),
        Aim::Draw => say(Key::PuzzleDraw, &holes(None)),
        Aim::Gain(seeds) if u32::from(seeds) == position.on_board() => {
            say(Key::PuzzleAll, &holes(Some(("seeds", seeds))))
        }
        Aim::Gain(seeds) => say(Key::PuzzleGain, &holes(Some(("seeds", seeds)))),
        Aim::Strand => say(Key::PuzzleStrand, &holes(None)),
        Aim::Points(points) => say(Key::PuzzlePoints, &holes(Some(("points", points)))),
    }
}
