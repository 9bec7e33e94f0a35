//! The laws of a game, tried on random play by the fast rules: for tests and for `selftest`.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Game, Layered, Line, Score, Turn};

use super::rulebook::Rulebook;

/// What random play saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Soak {
    /// Moves played.
    pub moves: u64,
    /// Games that came to their end.
    pub games: u64,
    /// Plies of the longest game.
    pub longest: u64,
}

/// Tries the laws of a game.
pub trait Laws: Send + Sync {
    /// Plays `moves` random moves in whole games from the start: seeds are conserved and never negative, every game
    /// ends within `cap` plies, taking all moves back restores every state, and numbering a state and finding it by
    /// its number gives it back. The last game is cut short where the moves run out.
    ///
    /// # Errors
    /// The first law that is broken and the state that breaks it.
    fn soak(&self, moves: u64, cap: u64, seed: u64) -> Result<Soak, String>;
}

/// [`Laws`] of a game, with the law of its numbering where it has one.
pub(super) struct Lawful<G: Game> {
    game: Arc<G>,
    numbering: fn(&G, &G::State) -> Result<(), String>,
}

impl<G: Rulebook> Lawful<G> {
    pub(super) fn unnumbered(game: Arc<G>) -> Self {
        Self { game, numbering: |_, _| Ok(()) }
    }
}

impl<G: Rulebook + Layered> Lawful<G> {
    pub(super) fn numbered(game: Arc<G>) -> Self {
        Self { game, numbering: number_holds }
    }
}

fn number_holds<G: Layered>(game: &G, state: &G::State) -> Result<(), String> {
    if !game.tabled(state) {
        return Ok(());
    }
    let layer = game.layer(state);
    let (len, wide) = (game.layer_len(layer), game.wide_rank(state));
    let holds = wide < len
        && game.wide_unrank(layer, wide) == *state
        && (len > u128::from(u64::MAX)
            || u128::from(game.rank(state)) == wide && game.unrank(layer, wide as u64) == *state);
    if holds { Ok(()) } else { Err(format!("the number of {state:?} does not lead back to it")) }
}

impl<G: Rulebook> Laws for Lawful<G> {
    fn soak(&self, moves: u64, cap: u64, seed: u64) -> Result<Soak, String> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut soak = Soak::default();
        while soak.moves < moves {
            let plies = self.one_game(moves - soak.moves, cap, &mut rng, &mut soak)?;
            soak.longest = soak.longest.max(plies);
        }
        Ok(soak)
    }
}

impl<G: Rulebook> Lawful<G> {
    /// Plays one game and takes it back; says how many plies it had.
    fn one_game(&self, left: u64, cap: u64, rng: &mut fastrand::Rng, soak: &mut Soak) -> Result<u64, String> {
        let game = &*self.game;
        let (start, total) = (game.start(), self.game.initial().total());
        let (mut state, mut line) = (start, Line::new(start, total as i16, Score(0)));
        let mut trail = Vec::new();
        let ended = loop {
            (self.numbering)(game, &state)?;
            if let Some(ending) = game.cut(&line, &state) {
                self.pays_what_is_there(&state, ending.own, ending.opposite, ending.shared)?;
                break true;
            }
            let Some(child) = self.random_child(&state, rng)? else {
                let ending = game.settle(&state);
                self.pays_what_is_there(&state, ending.own, ending.opposite, ending.shared)?;
                break true;
            };
            trail.push((state, line.banked(), line.push(&child, game.captures_are_final())));
            if child.turn == Turn::Over {
                break true;
            }
            state = child.state;
            self.conserves(&line, &state, total)?;
            if trail.len() as u64 == left {
                break false;
            }
            if trail.len() as u64 >= cap {
                return Err(format!("no end within {cap} plies; stopped at {state:?}"));
            }
        };
        soak.games += u64::from(ended);
        let plies = trail.len() as u64;
        soak.moves += plies.max(1);
        while let Some((before, banked, undo)) = trail.pop() {
            line.pop(undo);
            if line.banked() != banked || line.occurrences(&before) == 0 {
                return Err(format!("taking a move back does not restore {before:?}"));
            }
        }
        Ok(plies)
    }

    /// One of the children, each as likely as the others.
    fn random_child(
        &self,
        state: &G::State,
        rng: &mut fastrand::Rng,
    ) -> Result<Option<Child<G::State>>, String> {
        let (mut seen, mut picked) = (0, None);
        let seeds = self.game.seeds(state);
        let broken = self.game.children(state, |mv, child| {
            if self.game.seeds(&child.state) > seeds {
                return ControlFlow::Break(format!("{mv:?} adds seeds to {state:?}"));
            }
            seen += 1;
            if rng.u32(..seen) == 0 {
                picked = Some(child);
            }
            ControlFlow::Continue(())
        });
        match broken {
            ControlFlow::Break(why) => Err(why),
            ControlFlow::Continue(()) => Ok(picked),
        }
    }

    fn conserves(&self, line: &Line<G::State>, state: &G::State, total: u32) -> Result<(), String> {
        let on_board = self.game.seeds(state);
        let (own, opposite) = (line.own_store(on_board), line.opposite_store(on_board));
        let kept = if self.game.captures_are_final() {
            own >= 0 && opposite >= 0 && own as u32 + opposite as u32 + on_board == total
        } else {
            on_board == total
        };
        if kept {
            Ok(())
        } else {
            Err(format!("{total} seeds became {own} + {opposite} in store and {on_board} in {state:?}"))
        }
    }

    fn pays_what_is_there(
        &self,
        state: &G::State,
        own: i16,
        opposite: i16,
        shared: i16,
    ) -> Result<(), String> {
        let most = if self.game.captures_are_final() {
            self.game.seeds(state) as i16
        } else {
            self.game.ceiling(state).0
        };
        if own >= 0 && opposite >= 0 && shared >= 0 && own + opposite + shared <= most {
            Ok(())
        } else {
            Err(format!("{state:?} pays {own}, {opposite} and {shared} shared, but holds {most}"))
        }
    }
}
