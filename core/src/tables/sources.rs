//! Where values come from: databases on disk, one after another, foreign files, what is inside the program, what is
//! solved at first use, and layers solved in memory where none knows enough. Every look-up of a value is asked here.

use sowbase_solver::db::{Database, Folder};
use sowbase_solver::retrograde::{Method, Plan, SolveError, Solved, Value, Values, solve};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::embedded::PROGRAM;
use super::kept::Kept;
use super::{Places, Tabled, memory};
use crate::games::foreign::{self, FORMATS, Foreign, Shelf};
use crate::games::options::RuleSet;
use crate::games::rulebook::Rulebook;

/// All sources of a game's values, the first that knows one answering.
pub(crate) struct Sources<'a, G> {
    game: &'a G,
    methods: &'a [Box<dyn Method<G>>],
    watch: &'a dyn Watch,
    solved: Solved,
    databases: Vec<Database>,
    shelves: Vec<Box<dyn Shelf<G>>>,
    /// What is inside the program for these rules, which may be nothing.
    program: Database,
    kept: Option<Kept<'a, G>>,
    /// Sources that do not fit the rules.
    unfit: Vec<String>,
}

impl<G: Rulebook + Layered> Tabled<G> {
    /// The databases of these rules in some places, a folder that has none being passed over, the foreign files that fit
    /// the rules, and what needs no place. Nothing is read yet.
    pub(crate) fn sources<'a>(&'a self, places: &Places, watch: &'a dyn Watch) -> Sources<'a, G> {
        let (game, identity) = (&*self.game, self.identity());
        let (mut databases, mut shelves, mut unfit) = (Vec::new(), Vec::new(), Vec::new());
        for dir in &places.dirs {
            match foreign::source(dir) {
                None => {
                    let folder = Folder::new(dir, identity.clone());
                    databases.extend(folder.path().is_dir().then(|| Database::open(folder)));
                }
                Some((name, folder)) => match fitting(game, name) {
                    Ok(format) => shelves.push(format.shelf(&folder)),
                    Err(why) => unfit.push(format!("{} is not asked: {why}", dir.display())),
                },
            }
        }
        Sources {
            game,
            methods: &self.methods,
            watch,
            solved: Solved::default(),
            databases,
            shelves,
            program: Database::open(PROGRAM.of(identity)),
            kept: places.cache.as_deref().and_then(|cache| Kept::new(self, cache, watch)),
            unfit,
        }
    }
}

impl<G: Layered> Sources<'_, G> {
    /// True when some source holds a metric of a layer.
    pub(crate) fn has(&self, layer: Layer, metric: Metric) -> bool {
        self.given(layer, metric)
            || self.program.has(self.game, layer, metric)
            || self.kept.as_ref().is_some_and(|kept| kept.has(layer, metric))
    }

    /// The same of what the user gave, or what was solved for him.
    fn given(&self, layer: Layer, metric: Metric) -> bool {
        self.solved.has(layer, metric)
            || self.databases.iter().any(|db| db.has(self.game, layer, metric))
            || (metric == Metric::Score && self.shelves.iter().any(|shelf| shelf.knows(layer)))
    }

    /// True when some source knows a layer.
    fn knows(&self, layer: Layer) -> bool {
        self.has(layer, Metric::Score) || self.has(layer, Metric::Bounds)
    }

    /// Makes a layer known, if it can be: by solving it and what it needs in memory, if that takes no more than `states`
    /// states. Values inside the program say nothing of bounds, so what is quickly solved is.
    pub(crate) fn ensure(&mut self, layer: Layer, states: u64) -> Result<bool, SolveError> {
        if self.given(layer, Metric::Score) || self.given(layer, Metric::Bounds) {
            return Ok(true);
        }
        if let Some(kept) = self.kept.as_ref().filter(|kept| kept.has(layer, Metric::Score)) {
            return kept.ready().map(|()| true);
        }
        let game = self.game;
        let needed = game.needed(layer);
        let total = needed.iter().map(|layer| game.layer_len(*layer)).fold(0, u128::saturating_add);
        if total > u128::from(states) {
            return Ok(self.knows(layer));
        }
        let plan = Plan { memory: memory::available().unwrap_or(u64::MAX), ..Plan::any(self.methods) };
        for layer in needed {
            self.share(layer);
            solve(game, &[layer], &[Metric::Score, Metric::Bounds], &mut self.solved, plan, self.watch)?;
        }
        Ok(true)
    }

    /// The most seeds of a layer that some source knows; 0 where none knows any.
    pub(crate) fn reach(&self) -> u32 {
        let most = crate::board::MAX_SEEDS as u8;
        let shape = self.game.layer(&self.game.start()).shape;
        let known = |seeds: &u8| self.knows(Layer { seeds: *seeds, shape });
        (0..=most).rev().find(known).map_or(0, u32::from)
    }

    /// Reads layers of up to `seeds` seeds into memory, the smallest first, as long as they hold no more than `states` states
    /// together: for one who asks for values all the time.
    pub(crate) fn hold(&mut self, seeds: u32, states: u64) {
        let game = self.game;
        let shape = game.layer(&game.start()).shape;
        let mut total = 0u128;
        for seeds in 0..=seeds.min(crate::board::MAX_SEEDS) as u8 {
            let layer = Layer { seeds, shape };
            total += game.layer_len(layer);
            if total > u128::from(states) {
                return;
            }
            self.share(layer);
        }
    }

    /// Reads into memory what databases know of a layer.
    fn share(&mut self, layer: Layer) {
        // The first that knows a layer is the last to say so.
        for db in [&self.program].into_iter().chain(self.databases.iter().rev()) {
            self.solved.share(layer, &db.layer(self.game, layer));
        }
    }

    /// What is known of a state in memory, where a score is.
    #[inline]
    pub(crate) fn held(&self, game: &G, state: &G::State) -> Option<Value> {
        self.solved.value(game, state).filter(|value| value.exact().is_some())
    }

    /// Sources and files that cannot be used, with the reason.
    pub(super) fn troubles(&self) -> Vec<String> {
        let files = self.databases.iter().chain([&self.program]).flat_map(Database::troubles);
        let foreign = self.shelves.iter().flat_map(|shelf| shelf.troubles());
        let kept = self.kept.iter().flat_map(Kept::troubles);
        self.unfit.iter().cloned().chain(files).chain(foreign).chain(kept).collect()
    }

    /// Layers that were asked for and that no source knows, by the file that should hold them.
    pub(super) fn missing(&self) -> Vec<String> {
        let missing = |db: &Database| -> Vec<String> {
            let unknown = db.missing().into_iter().filter(|layer| !self.knows(*layer));
            unknown
                .map(|layer| {
                    format!("{} is not there; build again", db.folder().file(layer, Metric::Score).display())
                })
                .collect()
        };
        let foreign = self.shelves.iter().flat_map(|shelf| shelf.missing());
        self.databases.iter().flat_map(missing).chain(foreign).collect()
    }

    /// The largest layer that was asked for and that no source knows. What is inside the program is asked last, so it
    /// has seen them all.
    pub(super) fn unknown(&self) -> Option<Layer> {
        self.program.missing().into_iter().rfind(|layer| !self.knows(*layer))
    }
}

/// The foreign format of that name, if it serves the rules of a game.
pub(super) fn fitting<G: Rulebook + Layered>(game: &G, name: &str) -> Result<Box<dyn Foreign<G>>, String> {
    let other = || {
        let owner =
            FORMATS.iter().find(|(known, _)| *known == name).map_or("another game", |(_, owner)| owner);
        format!("{name} holds values of {owner}, not of {}", G::Rules::GAME)
    };
    let format = game.foreign().into_iter().find(|format| format.name() == name).ok_or_else(other)?;
    match format.refusal(game) {
        Some(why) => Err(why),
        None => Ok(format),
    }
}

impl<G: Layered> Values<G> for Sources<'_, G> {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        let solved = self.solved.value(game, state);
        let on_disk = self.databases.iter().filter_map(|db| db.value(game, state));
        let mut known = solved.into_iter().chain(on_disk).reduce(Value::or);
        // Each of these costs something: a read of foreign files, a block to decode, seconds at first use.
        let foreign = || {
            let score = self.shelves.iter().find_map(|shelf| shelf.score(game, state));
            score.map(|score| Value { score: Some(score), ..Value::default() })
        };
        let program = || self.program.value(game, state);
        let kept = || self.kept.as_ref().and_then(|kept| kept.value(state));
        let others: [&dyn Fn() -> Option<Value>; 3] = [&foreign, &program, &kept];
        for other in others {
            if known.is_some_and(|known| known.exact().is_some()) {
                break;
            }
            known = known.into_iter().chain(other()).reduce(Value::or);
        }
        known
    }
}
