//! Who wins a match of rounds.
//!
//! A match goes from round to round with what each player owns and who begins. From each of these beginnings a player asks
//! whether he can bring what he owns at the end of the round into the set of totals after which he has won: at first those
//! that decide the match, then also those whose next round is won. That is repeated until nothing is added. Play that never
//! ends, in a round or over rounds, gives nobody anything; so what is said of a beginning is forced in finite time, and in no
//! more rounds than are said, under every rule for endless play.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use sowbase_solver::prove::{Asked, Claim, Endless, Goal, Limits, Node, Prover, Quest, Step, Totals, Way};
use sowbase_solver::retrograde::{Plan, Solved, solve};
use sowbase_solver::{Layered, Metric, Reason, Watch};

use super::SolveJob;
use super::solve::error_of;
use crate::error::Error;
use crate::games::notation;
use crate::games::options::RuleSet;
use crate::games::rulebook::Rulebook;
use crate::play::{GameResult, Next, Position, Side, Standing, Winner};
use crate::tables::Tabled;

/// Layers up to so many states are solved before the rounds are searched.
const LAYER: u128 = 300_000;
/// The largest table of one search: there are hundreds of small ones.
const TABLE: u64 = 16 << 20;

/// Who wins a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSolution {
    /// Where it begins.
    pub position: String,
    /// Who can win it in finite time, whatever the other does; nothing where neither can, or it stayed open.
    pub winner: Option<Side>,
    /// In how many rounds at most.
    pub rounds: Option<u32>,
    /// True when it is proven that neither player can force the match.
    pub neither: bool,
    /// Every first move.
    pub moves: Vec<MatchMove>,
    /// Every beginning of a round that can come up.
    pub beginnings: Vec<Beginning>,
    /// States whose moves were played.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A first move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MatchMove {
    /// The move.
    pub r#move: String,
    /// Who can force the match after it; nothing where neither can, or it stayed open.
    pub winner: Option<Side>,
}

/// A beginning of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Beginning {
    /// The position.
    pub position: String,
    /// What South owns.
    pub south: u32,
    /// What North owns.
    pub north: u32,
    /// Who moves first.
    pub to_move: Side,
    /// Who can force the match; nothing where neither can, or it stayed open.
    pub winner: Option<Side>,
    /// In how many rounds at most.
    pub rounds: Option<u32>,
    /// True when it is proven that neither can.
    pub neither: bool,
}

/// What follows a total of South's at the end of a round.
#[derive(Clone, Copy, Debug)]
enum After {
    Won(Option<Side>),
    Round(usize),
}

/// A beginning and what its ends lead to.
struct Round {
    first: Position,
    /// By South's total.
    after: Vec<After>,
    winner: Option<Side>,
    rounds: Option<u32>,
    /// What was asked last of either side, and that it is not so.
    refused: [Option<Totals>; 2],
}

/// All beginnings that can come up.
struct Match<'a, G: Rulebook + Layered> {
    game: &'a G,
    rounds: Vec<Round>,
    solved: Solved,
    watch: &'a dyn Watch,
    limits: Limits,
}

pub(super) fn solve_match<G: Rulebook + Layered>(
    tabled: &Tabled<G>,
    position: &Position,
    job: &SolveJob,
    watch: &dyn Watch,
) -> Result<MatchSolution, Error> {
    let game = tabled.game();
    if let Some(why) = game.rules().not_tabled() {
        return Err(Error::Usage(format!("no match can be solved under these rules: {why}")));
    }
    let began = Instant::now();
    let memory = job.memory.or_else(crate::tables::memory_free).unwrap_or(u64::MAX);
    let limits = Limits {
        hash: job.hash.min(TABLE),
        memory: memory / (2 * rayon::current_num_threads() as u64),
        nodes: job.nodes,
        layers: false,
        way: Way::Best,
    };
    let mut all = Match { game, rounds: explore(game, position)?, solved: Solved::default(), watch, limits };
    all.solve_small_layers(tabled, memory / 2)?;
    let mut nodes = all.decide_rounds()?;
    let (moves, more) = all.first_moves()?;
    nodes += more;
    let beginnings: Vec<Beginning> = all.rounds.iter().map(|round| round.told(all.wanted(round))).collect();
    let first = &beginnings[0];
    Ok(MatchSolution {
        position: notation::format(position),
        winner: first.winner,
        rounds: first.rounds,
        neither: first.neither,
        moves,
        nodes,
        seconds: began.elapsed().as_secs_f64(),
        beginnings,
    })
}

/// A position as the key of a beginning: which round it is does not matter.
fn beginning(mut position: Position) -> Position {
    position.extras.remove("round");
    position
}

/// Every beginning that can come up, the first one first.
fn explore<G: Rulebook>(game: &G, position: &Position) -> Result<Vec<Round>, Error> {
    let single = || {
        Error::Usage(
            "these rules know no match of rounds that hand on what was won; see `sowbase rules`".into(),
        )
    };
    let first = beginning(position.clone());
    let all = first.total();
    let mut numbers = BTreeMap::from([(notation::format(&first), 0)]);
    let (mut queue, mut rounds) = (VecDeque::from([first]), Vec::new());
    while let Some(first) = queue.pop_front() {
        let mut after = Vec::new();
        for south in 0..=all {
            let standing = Standing {
                first: first.clone(),
                result: ended(south, all - south),
                points: [0; 2],
                rounds: 1,
                plies: 0,
            };
            after.push(match game.next_round(&standing) {
                Next::Single => return Err(single()),
                Next::Over { winner, .. } => After::Won(winner.side()),
                Next::Round(next) => {
                    let next = beginning(next);
                    if next.total() != all {
                        return Err(single());
                    }
                    let fresh = numbers.len();
                    let number = *numbers.entry(notation::format(&next)).or_insert(fresh);
                    if number == fresh {
                        queue.push_back(next);
                    }
                    After::Round(number)
                }
            });
        }
        rounds.push(Round { first, after, winner: None, rounds: None, refused: [None; 2] });
    }
    Ok(rounds)
}

/// A round that ended in finite time.
fn ended(south: u32, north: u32) -> GameResult {
    GameResult {
        south: south.into(),
        north: north.into(),
        winner: match south.cmp(&north) {
            std::cmp::Ordering::Greater => Winner::South,
            std::cmp::Ordering::Less => Winner::North,
            std::cmp::Ordering::Equal => Winner::Draw,
        },
        points: None,
        rule: Reason::NO_MOVE.0,
        reason: String::new(),
    }
}

impl Round {
    fn told(&self, wanted: [Totals; 2]) -> Beginning {
        let stores = self.first.stores;
        let owned = |side: Side| self.first.row_seeds(side) + u32::from(stores[side.index()]);
        let refused = (0..2).all(|side| wanted[side].is_empty() || self.refused[side] == Some(wanted[side]));
        Beginning {
            position: notation::format(&self.first),
            south: owned(Side::South),
            north: owned(Side::North),
            to_move: self.first.side,
            winner: self.winner,
            rounds: self.rounds,
            neither: self.winner.is_none() && refused,
        }
    }
}

/// What a search said of a side's question, and the nodes it took.
type Said = (Option<bool>, u64);

impl<G: Rulebook + Layered> Match<'_, G> {
    fn solve_small_layers(&mut self, tabled: &Tabled<G>, memory: u64) -> Result<(), Error> {
        let mut layers: Vec<_> = Vec::new();
        for round in &self.rounds {
            let needed = self.game.needed(self.game.layer(&self.game.encode(&round.first)));
            layers.extend(needed.into_iter().take_while(|layer| self.game.layer_len(*layer) <= LAYER));
        }
        layers.sort_unstable();
        layers.dedup();
        let plan = Plan { memory, ..Plan::any(tabled.methods_of()) };
        solve(self.game, &layers, &[Metric::Bounds], &mut self.solved, plan, self.watch).map_err(error_of)
    }

    /// The totals of each side, South and North, after which it has won, as far as is known.
    fn wanted(&self, round: &Round) -> [Totals; 2] {
        let most = round.after.len() as u32 - 1;
        Side::BOTH.map(|side| {
            Totals::of(most, |own| {
                let south = if side == Side::South { own } else { most - own };
                let winner = match round.after[south as usize] {
                    After::Won(winner) => winner,
                    After::Round(number) => self.rounds[number].winner,
                };
                winner == Some(side)
            })
        })
    }

    /// Decides beginnings until no more is added. One pass is one round more.
    fn decide_rounds(&mut self) -> Result<u64, Error> {
        let mut nodes = 0;
        for pass in 1.. {
            self.watch.begin("rounds", self.rounds.len() as u64);
            self.watch.note(&format!(
                "pass {pass}: {} of {} beginnings decided",
                self.rounds.iter().filter(|round| round.winner.is_some()).count(),
                self.rounds.len()
            ));
            let asked: Vec<[Said; 2]> = self
                .rounds
                .par_iter()
                .map(|round| {
                    let said = self.ask(round);
                    self.watch.advance(1);
                    said
                })
                .collect::<Result<_, Error>>()?;
            let wanted: Vec<[Totals; 2]> = self.rounds.iter().map(|round| self.wanted(round)).collect();
            let mut added = false;
            for ((round, said), wanted) in self.rounds.iter_mut().zip(asked).zip(wanted) {
                for (index, (holds, took)) in said.into_iter().enumerate() {
                    nodes += took;
                    match holds {
                        Some(true) if round.winner.is_none() => {
                            (round.winner, round.rounds) = (Some(Side::BOTH[index]), Some(pass));
                            added = true;
                        }
                        Some(false) => round.refused[index] = Some(wanted[index]),
                        _ => {}
                    }
                }
            }
            if !added {
                break;
            }
        }
        Ok(nodes)
    }

    /// Whether South, whether North can force the match from a beginning, as far as later rounds are known.
    fn ask(&self, round: &Round) -> Result<[Said; 2], Error> {
        let mut said = [(None, 0); 2];
        if round.winner.is_some() {
            return Ok(said);
        }
        let wanted = self.wanted(round);
        for side in Side::BOTH {
            let index = side.index();
            // What was refused is refused as long as nothing more is wanted.
            if wanted[index].is_empty() || round.refused[index] == Some(wanted[index]) {
                continue;
            }
            let (goal, node) = self.question(round, side, wanted[index]);
            said[index] = self.decide(&goal, node)?;
            if said[index].0 == Some(true) {
                break;
            }
        }
        Ok(said)
    }

    fn question(&self, round: &Round, side: Side, wanted: Totals) -> (Goal<G>, Node<Quest<G::State>>) {
        let first = &round.first;
        let own = first.side == side;
        let mine = first.stores[side.index()] as u8;
        let state = Quest { state: self.game.encode(first), mine, own };
        (Goal::new(self.game.clone(), wanted, first.total()), Node { state, own, need: 1 })
    }

    fn decide(&self, goal: &Goal<G>, node: Node<Quest<G::State>>) -> Result<Said, Error> {
        let values = Asked(&self.solved);
        let mut prover = Prover::new(goal, &[], &values, self.limits, self.watch).map_err(error_of)?;
        let holds = prover.decide(Claim { node, endless: Endless::Lost }).map_err(error_of)?;
        Ok((holds, prover.nodes()))
    }

    /// Who wins after each move of the first round, when all that can be decided is.
    fn first_moves(&self) -> Result<(Vec<MatchMove>, u64), Error> {
        let round = &self.rounds[0];
        let (wanted, mut nodes) = (self.wanted(round), 0);
        let mut moves: Vec<MatchMove> = Vec::new();
        for side in Side::BOTH {
            let (goal, node) = self.question(round, side, wanted[side.index()]);
            let mut children = Vec::new();
            let _ = sowbase_solver::Game::children::<()>(&goal, &node.state, |mv, child| {
                children.push((mv, child));
                std::ops::ControlFlow::Continue(())
            });
            for (number, (mv, child)) in children.into_iter().enumerate() {
                if moves.len() == number {
                    let text = self.game.move_text(&node.state.state, mv, round.first.side);
                    moves.push(MatchMove { r#move: text, winner: None });
                }
                let holds = match node.after(&child) {
                    Step::Decided(holds) => Some(holds),
                    Step::On(_) if wanted[side.index()].is_empty() || moves[number].winner.is_some() => {
                        continue;
                    }
                    Step::On(next) => {
                        let (holds, took) = self.decide(&goal, next)?;
                        nodes += took;
                        holds
                    }
                };
                if holds == Some(true) {
                    moves[number].winner = Some(side);
                }
            }
        }
        let mover = round.first.side;
        moves.sort_by_key(|mv| match mv.winner {
            Some(side) if side == mover => 0,
            None => 1,
            Some(_) => 2,
        });
        Ok((moves, nodes))
    }
}
