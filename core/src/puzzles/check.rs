//! Problems checked by the slow rules alone: every value of the solution is found again.

use rayon::prelude::*;
use serde::Serialize;
use sowbase_solver::Watch;

use super::goal::Goal;
use super::pack::{Pack, Puzzle, SCHEMA};
use super::slow::{Led, Slow, Spot};
use super::tale::Tale;
use super::theme::Theme;
use super::tree::{Choice, LATE, Reply, Then, Tried, Worth};
use crate::error::{Error, short};
use crate::games::options::{RuleSet, fingerprint};
use crate::games::{Rulebook, Trace, notation};
use crate::play::{Position, fresh_line};

/// What came of checking a pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PackChecked {
    /// Problems in it.
    pub puzzles: usize,
    /// What is wrong, with the number of the problem, counted from 1.
    pub wrong: Vec<Wrong>,
}

/// What is wrong with a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Wrong {
    /// Its number in the pack, from 1.
    pub number: usize,
    /// What, in words.
    pub why: String,
}

/// Checks a pack.
pub(super) fn check<G: Rulebook>(
    game: &G,
    themes: &[Theme],
    pack: &Pack,
    watch: &dyn Watch,
) -> Result<PackChecked, Error> {
    let ours = fingerprint(&game.rules().canonical());
    if pack.schema != SCHEMA {
        return Err(Error::File(format!("the pack has format {}, this program reads {SCHEMA}", pack.schema)));
    }
    if (pack.game.as_str(), pack.fingerprint.as_str()) != (G::Rules::GAME, &ours) {
        return Err(Error::File(format!(
            "the pack is about {} under the rules {}, not about {} under {ours}",
            short(&pack.game),
            short(&pack.fingerprint),
            G::Rules::GAME
        )));
    }
    watch.begin("problems", pack.puzzles.len() as u64);
    let faults: Vec<Option<Wrong>> = pack
        .puzzles
        .par_iter()
        .enumerate()
        .map(|(at, puzzle)| {
            if watch.stop() {
                return None;
            }
            let fault = problem(game, themes, puzzle).err().map(|why| Wrong { number: at + 1, why });
            watch.advance(1);
            fault
        })
        .collect();
    if watch.stop() {
        return Err(Error::Stopped);
    }
    let mut wrong: Vec<Wrong> = faults.into_iter().flatten().collect();
    wrong.extend(doubles(game, pack));
    Ok(PackChecked { puzzles: pack.puzzles.len(), wrong })
}

/// Problems that stand in the pack before.
pub(super) fn doubles<G: Rulebook>(game: &G, pack: &Pack) -> Vec<Wrong> {
    let mut met = std::collections::HashMap::new();
    let mut wrong = Vec::new();
    for (at, puzzle) in pack.puzzles.iter().enumerate() {
        let Ok(position) = notation::parse(game, &puzzle.position, true) else { continue };
        let Some(tale) = Tale::of(game, &position, &puzzle.solution) else { continue };
        if let Some(first) = met.insert(tale.identity(puzzle.goal), at + 1) {
            wrong.push(Wrong { number: at + 1, why: format!("the same problem as number {first}") });
        }
    }
    wrong
}

fn problem<G: Rulebook>(game: &G, themes: &[Theme], puzzle: &Puzzle) -> Result<(), String> {
    let position = notation::parse(game, &puzzle.position, true).map_err(|error| error.to_string())?;
    open_position(game, &position).map_err(|error| error.to_string())?;
    let (mut slow, spot) = Slow::new(game, &position, puzzle.goal);
    let later: Vec<Goal> = (1..=LATE).map(|more| puzzle.goal.later(more)).collect();
    let mut later: Vec<Slow<'_, G>> =
        later.into_iter().map(|goal| Slow::new(game, &position, goal).0).collect();
    if slow.already(&spot) {
        return Err("the goal is reached before the first move".into());
    }
    let mut checker = Checker { game, slow: &mut slow, later: &mut later };
    let found = checker.choice(&spot, &puzzle.solution);
    if slow.exhausted || later.iter().any(|slow| slow.exhausted) {
        return Err("the goal has too much play behind it to be checked".into());
    }
    found?;
    if puzzle.solution.good().next().is_none() {
        return Err("no move reaches the goal".into());
    }
    let Some(key) = &puzzle.theme else { return Ok(()) };
    let theme = themes.iter().find(|theme| theme.key == *key);
    let theme = theme.ok_or_else(|| format!("there is no theme {:?} in this game", short(key)))?;
    if !puzzle.solution.is_unique() {
        return Err("on the official line more than one move reaches the goal".into());
    }
    let tale = Tale::of(game, &position, &puzzle.solution).ok_or("the official line cannot be played")?;
    if (theme.shows)(&tale) { Ok(()) } else { Err(format!("the official line does not show {key}")) }
}

struct Checker<'a, 'g, G: Rulebook> {
    game: &'g G,
    slow: &'a mut Slow<'g, G>,
    later: &'a mut [Slow<'g, G>],
}

impl<G: Rulebook> Checker<'_, '_, G> {
    fn choice(&mut self, spot: &Spot, choice: &Choice) -> Result<(), String> {
        let at = notation::format(&spot.position);
        if spot.position.side != self.slow.solver {
            return Err(format!("{at}: the solver is not to move here"));
        }
        let traces = self.game.traces(&spot.position);
        let (legal, listed) = (names(&traces), choice.moves.iter().map(|tried| tried.r#move.as_str()));
        if !listed.eq(legal.iter().copied()) {
            return Err(format!("{at}: the moves are {}, others are listed", legal.join(" ")));
        }
        let alone = choice.only().is_some();
        for (trace, tried) in traces.iter().zip(&choice.moves) {
            let found = self.worth(spot, trace);
            if found != tried.worth {
                return Err(format!("{at}: {} is {found:?}, not {:?}", tried.r#move, tried.worth));
            }
            self.follow(spot, trace, tried, alone)?;
        }
        Ok(())
    }

    fn worth(&mut self, spot: &Spot, trace: &Trace) -> Worth {
        if let Some(plies) = self.slow.plies_of(spot, trace) {
            return Worth::In(plies);
        }
        for (more, slow) in (1..=LATE).zip(self.later.iter_mut()) {
            let spot = Spot { left: slow.later_left(spot.left, more), ..spot.clone() };
            if slow.plies_of(&spot, trace).is_some() {
                return Worth::Late(more);
            }
        }
        Worth::Fails
    }

    /// What stands behind a move: the rest of the solution, or why it is wrong.
    fn follow(&mut self, spot: &Spot, trace: &Trace, tried: &Tried, alone: bool) -> Result<(), String> {
        let name = &tried.r#move;
        let good = matches!(tried.worth, Worth::In(_));
        if good != tried.refutation.is_empty() && (good || !self.ends(spot, trace)) {
            return Err(format!("{name}: a wrong move has a refutation, a good one has none"));
        }
        match (self.slow.after(spot, trace), alone && good) {
            (Led::On(next), true) => self.then(&next, &tried.then),
            (_, _) if !tried.then.is_end() => Err(format!("{name}: something stands after it")),
            (Led::On(next), false) if !good => self.refutation(next, &tried.refutation),
            _ => Ok(()),
        }
    }

    fn ends(&self, spot: &Spot, trace: &Trace) -> bool {
        matches!(self.slow.after(spot, trace), Led::Done(_))
    }

    fn then(&mut self, spot: &Spot, then: &Then) -> Result<(), String> {
        let traces = self.game.traces(&spot.position);
        match then {
            Then::Again(choice) => self.choice(spot, choice),
            Then::End if traces.is_empty() => Ok(()),
            Then::Replies(replies) if spot.position.side != self.slow.solver => {
                self.replies(spot, &traces, replies)
            }
            _ => Err(format!(
                "{}: what follows is missing, or is another kind of thing",
                notation::format(&spot.position)
            )),
        }
    }

    fn replies(&mut self, spot: &Spot, traces: &[Trace], replies: &[Reply]) -> Result<(), String> {
        let at = notation::format(&spot.position);
        let (mut legal, mut listed) =
            (names(traces), replies.iter().map(|reply| reply.r#move.as_str()).collect::<Vec<_>>());
        legal.sort_unstable();
        listed.sort_unstable();
        if legal != listed {
            return Err(format!("{at}: the replies are {}, others are listed", legal.join(" ")));
        }
        let mut before = None;
        for reply in replies {
            let trace = traces.iter().find(|trace| trace.text == reply.r#move).ok_or("a reply is missing")?;
            let plies = self.slow.plies_of(spot, trace);
            if before.is_some_and(|before| before < plies) {
                return Err(format!("{at}: {} holds out longer than what stands before it", reply.r#move));
            }
            before = Some(plies);
            match self.slow.after(spot, trace) {
                Led::On(next) => self.then(&next, &reply.then)?,
                Led::Done(_) if reply.then.is_end() => {}
                Led::Done(_) => return Err(format!("{at}: something stands after {}", reply.r#move)),
            }
        }
        Ok(())
    }

    /// A refutation is legal, the other side keeps the goal out of reach in it, and it goes on as long as there is time.
    fn refutation(&mut self, from: Spot, line: &[String]) -> Result<(), String> {
        let mut spot = from;
        for (at, text) in line.iter().enumerate() {
            let trace = self.game.trace(&spot.position, text);
            let trace = trace.ok_or_else(|| format!("the refutation's move {} is not legal", short(text)))?;
            if self.slow.plies_of(&spot, &trace).is_some() {
                return Err(format!("the refutation's move {text} lets the goal be reached"));
            }
            match self.slow.after(&spot, &trace) {
                Led::On(next) => spot = next,
                Led::Done(_) if at + 1 == line.len() => return Ok(()),
                Led::Done(_) => return Err("the refutation goes on after its end".into()),
            }
        }
        if self.game.traces(&spot.position).is_empty() {
            Ok(())
        } else {
            Err("the refutation stops too early".into())
        }
    }
}

fn names(traces: &[Trace]) -> Vec<&str> {
    traces.iter().map(|trace| trace.text.as_str()).collect()
}

/// A position that a goal can be asked of.
pub(super) fn open_position<G: Rulebook>(game: &G, position: &Position) -> Result<(), Error> {
    let (state, line) = fresh_line(game, position);
    if game.traces(position).is_empty() || game.cut(&line, &state).is_some() {
        return Err(Error::Usage("the game is over in this position: there is nothing to solve".into()));
    }
    Ok(())
}
