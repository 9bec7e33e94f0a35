//! Checking a certificate by the slow rules alone: every entry, every move, every rank.

use std::io::BufRead;

use ahash::RandomState;
use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use rayon::prelude::*;
use serde::Serialize;
use sowbase_solver::prove::Endless;
use sowbase_solver::{Score, Turn, Watch};

use super::certificate::{ClaimLine, Header, MAGIC, Said};
use crate::error::{Error, short};
use crate::games::notation;
use crate::games::options::{RuleSet, fingerprint};
use crate::games::rulebook::Rulebook;
use crate::games::trace::{Step, Trace};
use crate::play::{Position, Side};

/// What came of checking a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// The position it is about.
    pub position: String,
    /// What it says.
    pub says: Said,
    /// True when all of that is proven by it.
    pub holds: bool,
    /// Claims in it.
    pub claims: usize,
    /// States in it.
    pub entries: usize,
    /// What is wrong, the first of each claim.
    pub wrong: Vec<String>,
}

/// A state in a certificate and what is needed there, by its text.
type Key = (String, i16);

/// One claim with its entries: all are kept, put there and looked up by all threads.
struct Block {
    line: ClaimLine,
    /// The key of the claim itself.
    root: Option<Key>,
    entries: DashMap<Key, (u32, String), RandomState>,
}

/// Lines of entries that are read before all threads take them apart.
const BATCH: usize = 1 << 16;

/// The game and the options that a certificate is about, from its first lines.
///
/// # Errors
/// When it is no certificate.
pub fn checked_game(text: &mut dyn BufRead) -> Result<(String, Vec<(String, String)>), Error> {
    let mut lines = Lines { text, hash: blake3::Hasher::new(), number: 0 };
    let header = lines.header()?;
    Ok((header.game, header.rules))
}

struct Lines<'a> {
    text: &'a mut dyn BufRead,
    hash: blake3::Hasher,
    number: usize,
}

impl Lines<'_> {
    fn wrong(&self, why: &str) -> Error {
        wrong_at(self.number, why)
    }

    /// The next line, which must be there.
    fn next(&mut self) -> Result<String, Error> {
        self.number += 1;
        let mut line = String::new();
        let read = self.text.read_line(&mut line).map_err(|error| self.wrong(&error.to_string()))?;
        if read == 0 {
            return Err(self.wrong("the file ends before its last line"));
        }
        if !line.ends_with('\n') {
            return Err(self.wrong("the line does not end"));
        }
        if !line.starts_with("end ") {
            self.hash.update(line.as_bytes());
        }
        line.pop();
        Ok(line)
    }

    fn header(&mut self) -> Result<Header, Error> {
        if self.next()? != MAGIC {
            return Err(self.wrong(&format!("it does not begin with {MAGIC:?}")));
        }
        let line = self.next()?;
        serde_json::from_str(&line).map_err(|error| self.wrong(&error.to_string()))
    }
}

/// Reads and checks a certificate.
pub(super) fn check<G: Rulebook>(
    game: &G,
    text: &mut dyn BufRead,
    watch: &dyn Watch,
) -> Result<Checked, Error> {
    let mut lines = Lines { text, hash: blake3::Hasher::new(), number: 0 };
    let header = lines.header()?;
    belongs(game, &header)?;
    let position = notation::parse(game, &header.position, true)?;
    let blocks = read_blocks(game, &mut lines)?;
    let root = bare(position.clone());
    let mut wrong = Vec::new();
    for block in &blocks {
        watch.begin("entries", block.entries.len() as u64);
        let claim = block.line.write();
        let about = (notation::format(&root), block.line.need);
        if block.root.as_ref() != Some(&about) {
            wrong.push(format!(
                "{claim}: its first entry is not the position itself with need {}",
                block.line.need
            ));
        }
        // Copied out: a look-up inside a walk over the same map could wait for itself.
        let all: Vec<(Key, u32, String)> = block
            .entries
            .par_iter()
            .map(|entry| (entry.key().clone(), entry.value().0, entry.value().1.clone()))
            .collect();
        let fault = all.par_iter().find_map_any(|(key, rank, mv)| {
            watch.advance(1);
            if watch.stop() {
                return Some("stopped".into());
            }
            follows(game, block, key, *rank, mv).err()
        });
        if watch.stop() {
            return Err(Error::Stopped);
        }
        wrong.extend(fault.map(|fault| format!("{claim}: {fault}")));
    }
    let shown: Vec<ClaimLine> = blocks.iter().map(|block| block.line).collect();
    for missing in missing(&header.says, position.side, &shown) {
        wrong.push(format!("{missing} is said, but no claim shows it"));
    }
    let entries = blocks.iter().map(|block| block.entries.len()).sum();
    Ok(Checked {
        position: header.position,
        says: header.says,
        holds: wrong.is_empty(),
        claims: blocks.len(),
        entries,
        wrong,
    })
}

/// Whether a certificate is about the rules in force.
fn belongs<G: Rulebook>(game: &G, header: &Header) -> Result<(), Error> {
    let (name, ours) = (G::Rules::GAME, fingerprint(&game.rules().canonical()));
    if (header.game.as_str(), &header.fingerprint) == (name, &ours) {
        return Ok(());
    }
    let set: Vec<String> = header.rules.iter().map(|(key, value)| format!("--rule {key}={value}")).collect();
    Err(Error::Usage(format!(
        "the certificate is about {} under the rules {}, not about {name} under {ours}; open it with: {} {}",
        short(&header.game),
        short(&header.fingerprint),
        short(&header.game),
        if set.is_empty() { "(no options)".into() } else { set.join(" ") }
    )))
}

fn read_blocks<G: Rulebook>(game: &G, lines: &mut Lines<'_>) -> Result<Vec<Block>, Error> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut batch: Vec<(usize, String)> = Vec::new();
    loop {
        let line = lines.next()?;
        let ends = line.strip_prefix("end ");
        let is_entry = ends.is_none() && !line.starts_with("claim ");
        if !is_entry || batch.len() == BATCH {
            match blocks.last_mut() {
                Some(block) => block.take(game, &batch)?,
                None if batch.is_empty() => {}
                None => return Err(wrong_at(batch[0].0, NO_ENTRY)),
            }
            batch.clear();
        }
        if let Some(sum) = ends {
            if lines.hash.finalize().to_hex().as_str() != sum {
                return Err(lines.wrong("the sum of all lines is another: the file is damaged"));
            }
            let mut more = String::new();
            let read = lines.text.read_line(&mut more).map_err(|error| lines.wrong(&error.to_string()))?;
            return if read == 0 { Ok(blocks) } else { Err(lines.wrong("something stands after the end")) };
        }
        if is_entry {
            batch.push((lines.number, line));
        } else {
            let read = ClaimLine::read(&line).ok_or_else(|| lines.wrong("a claim that cannot be read"))?;
            blocks.push(Block { line: read, root: None, entries: DashMap::default() });
        }
    }
}

/// What a line must be that is no claim and not the end.
const NO_ENTRY: &str = "neither a claim nor need, rank, move and position";

impl Block {
    /// Takes lines of entries, each with its number, apart and keeps them.
    fn take<G: Rulebook>(&mut self, game: &G, lines: &[(usize, String)]) -> Result<(), Error> {
        if let (None, Some((number, first))) = (&self.root, lines.first()) {
            self.root = Some(read_entry(game, *number, first)?.0);
        }
        let faults = lines.par_iter().map(|(number, line)| {
            let (key, rank, mv) = read_entry(game, *number, line)?;
            match self.entries.entry(key) {
                Entry::Vacant(place) => drop(place.insert((rank, mv))),
                Entry::Occupied(_) => {
                    return Err(wrong_at(
                        *number,
                        "the same position with the same need stands twice in one claim",
                    ));
                }
            }
            Ok(())
        });
        // The first in the file, whatever the threads did.
        faults.filter_map(Result::err).collect::<Vec<_>>().into_iter().next().map_or(Ok(()), Err)
    }
}

/// A state, its rank and its move.
fn read_entry<G: Rulebook>(game: &G, number: usize, line: &str) -> Result<(Key, u32, String), Error> {
    let words: Vec<&str> = line.splitn(4, ' ').collect();
    let [need, rank, mv, position] = &words[..] else { return Err(wrong_at(number, NO_ENTRY)) };
    let (Ok(need), Ok(rank)) = (need.parse::<i16>(), rank.parse::<u32>()) else {
        return Err(wrong_at(number, "need and rank are whole numbers"));
    };
    let position = notation::parse(game, position, true)?;
    if position.stores != [0; 2] {
        return Err(wrong_at(number, "stores are 0 in a certificate: what is in them changes nothing"));
    }
    Ok(((notation::format(&bare(position)), need), rank, (*mv).to_owned()))
}

fn wrong_at(number: usize, why: &str) -> Error {
    Error::File(format!(
        "no certificate: line {number}: {why}; write it again with `sowbase solve --certificate`"
    ))
}

/// A position without what a state does not hold.
fn bare(mut position: Position) -> Position {
    position.stores = [0; 2];
    (position.quiet, position.plies) = (0, 0);
    position.extras.remove("round");
    position
}

/// Whether an entry follows from others, from endings, or because nobody loses more than is left.
fn follows<G: Rulebook>(game: &G, block: &Block, key: &Key, rank: u32, mv: &str) -> Result<(), String> {
    let (text, need) = (&key.0, i32::from(key.1));
    let fault = |why: &str| format!("{text} with need {need}: {why}");
    let position = notation::parse(game, text, true).map_err(|error| fault(&error.to_string()))?;
    let state = game.encode(&position);
    if need <= -i32::from(game.ceiling(&state).0) {
        return Ok(());
    }
    let own = position.side == block.line.side;
    let traces = game.traces(&position);
    if traces.is_empty() {
        let paid = i32::from(game.settle(&state).score(Score::ZERO).0);
        let paid = if own { paid } else { -paid };
        return if paid >= need { Ok(()) } else { Err(fault(&format!("the game is over and pays {paid}"))) };
    }
    let leads = |trace: &Trace| leads(block, &position, need, rank, trace).map_err(|why| fault(&why));
    if own {
        let chosen = traces.iter().find(|trace| trace.text == mv);
        return leads(chosen.ok_or_else(|| fault(&format!("the move {:?} is not legal", short(mv))))?);
    }
    traces.iter().try_for_each(leads)
}

/// Whether a move leads to something that is shown.
fn leads(block: &Block, position: &Position, need: i32, rank: u32, trace: &Trace) -> Result<(), String> {
    if trace.steps.contains(&Step::Swap) {
        return Err(format!(
            "{}: what a swap is worth depends on the stores, which a certificate does not have",
            trace.text
        ));
    }
    let claimant = block.line.side;
    let ahead =
        |position: &Position| if position.side == claimant { position.banked() } else { -position.banked() };
    let mut net = ahead(&trace.after) - ahead(position);
    if let Some(ending) = trace.ending {
        let worth = i32::from(ending.score(Score(trace.after.banked() as i16)).0);
        net += if trace.after.side == claimant { worth } else { -worth };
    }
    let left = need - net;
    if trace.turn == Turn::Over {
        return if left <= 0 { Ok(()) } else { Err(format!("{} ends the game {left} short", trace.text)) };
    }
    let after = notation::format(&bare(trace.after.clone()));
    let key = (after, i16::try_from(left).map_err(|_| "no such need")?);
    let Some(there) = block.entries.get(&key).map(|entry| entry.0) else {
        return Err(format!("{} leads to {} with need {left}, of which nothing is said", trace.text, key.0));
    };
    if there < rank || there == rank && block.line.endless.frees(need as i16) {
        return Ok(());
    }
    Err(format!("{} leads from rank {rank} to rank {there}: play could go round", trace.text))
}

/// What is said without a claim that shows it.
fn missing(says: &Said, mover: Side, shown: &[ClaimLine]) -> Vec<String> {
    // What was shown of play that must come there is shown of play that need not.
    let shows = |side: Side, need: i16, endless: Endless| {
        shown.iter().any(|claim| claim.side == side && claim.need >= need && claim.endless <= endless)
    };
    let other = mover.other();
    let at_least = |least: i16, endless| shows(mover, least, endless);
    let at_most = |most: i16, endless| shows(other, most.saturating_neg(), endless);
    let mut missing = Vec::new();
    let mut say = |what: String, is_shown: bool| {
        if !is_shown {
            missing.push(what);
        }
    };
    if let Some(score) = says.score {
        say(format!("score {score}"), at_least(score, Endless::Zero) && at_most(score, Endless::Zero));
    }
    if let Some(lower) = says.lower {
        say(format!("lower {lower}"), at_least(lower, Endless::Lost));
        say("lower_is_best".into(), !says.lower_is_best || at_most(lower, Endless::Won));
    }
    if let Some(upper) = says.upper {
        say(format!("upper {upper}"), at_most(upper, Endless::Lost));
        say("upper_is_best".into(), !says.upper_is_best || at_least(upper, Endless::Won));
    }
    if let Some(least) = says.at_least {
        say(format!("at_least {least}"), at_least(least, Endless::Zero));
    }
    if let Some(less) = says.less_than {
        say(format!("less_than {less}"), at_most(less.saturating_sub(1), Endless::Zero));
    }
    missing
}
