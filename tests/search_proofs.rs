//! What the search calls proven, held against solved layers of every game.

use std::sync::atomic::AtomicBool;

use sowbase::games::Rulebook;
use sowbase::games::anywoli::{Anywoli, AnywoliRules};
use sowbase::games::bosh::{Bosh, BoshRules, Packed};
use sowbase::games::kalah::Kalah;
use sowbase::games::omweso::{Omweso, OmwesoRules};
use sowbase::games::oware::{Abapa, Chosen, Oware, OwareRules, SingleLap, SingleLapRules};
use sowbase::games::urim::UrimRules;
use sowbase::games::{RuleSet, oware};
use sowbase_solver::contract::check_state;
use sowbase_solver::retrograde::{Bounds, Plan, Solved, Values, general, solve};
use sowbase_solver::search::{InStore, Job, Limits, NoClock, Report, Search, Table, Tuning};
use sowbase_solver::{
    Game, Interval, Layer, Layered, Line, Metric, NoDatabase, Probe, Score, Turn, Unwatched,
};

fn rules<R: RuleSet>(settings: &[(&str, &str)]) -> R {
    let mut rules = R::default();
    for (key, value) in settings {
        rules.set(key, value).expect("allowed");
    }
    rules.check().expect("go together");
    rules
}

fn solved<G: Layered>(game: &G, layers: &[Layer]) -> Solved {
    let mut solved = Solved::default();
    let metrics = [Metric::Score, Metric::Bounds];
    solve(game, layers, &metrics, &mut solved, Plan::any(&general()), &Unwatched).expect("small");
    solved
}

/// The bounds of layers with fewer seeds than some number.
struct Below<'a>(Bounds<'a>, u32);

impl<G: Layered> Probe<G> for Below<'_> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        self.0.probe(game, state)
    }
    fn reach(&self) -> u32 {
        self.1
    }
}

fn search<G: Game>(
    game: &G,
    probe: &impl Probe<G>,
    line: &Line<G::State>,
    state: &G::State,
    table: &Table,
) -> Report {
    let search = Search { game, probe, evaluate: &InStore, table, tuning: Tuning::default() };
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let job = Job { limits, lines: 0, threads: 1, stop: &stop, clock: &NoClock };
    search.run(line, state, &job, |_| {})
}

/// On states of small layers, what is proven of every move holds what databases know, without a database and with one of the
/// smaller layers; and enough is proven.
fn check<G: Rulebook + Layered>(name: &str, game: &G, seeds: u8, step: usize) {
    let shape = game.layer(&game.start()).shape;
    let layers = game.needed(Layer { seeds, shape });
    let all = solved(game, &layers);
    let table = Table::new(1 << 20).expect("memory");
    let (mut asked, mut exact) = (0, [0; 2]);
    for &layer in &layers {
        for index in (0..game.layer_len(layer) as u64).step_by(step) {
            let state = game.unrank(layer, index);
            check_state(game, &state);
            let line = Line::new(state, i16::from(layer.seeds), Score::ZERO);
            if game.cut(&line, &state).is_some() || game.count(&state) == 0 {
                continue;
            }
            asked += 1;
            let below = Below(Bounds(&all), u32::from(layer.seeds).saturating_sub(1));
            let reports = [
                search(game, &NoDatabase, &line, &state, &table),
                search(game, &below, &line, &state, &table),
            ];
            for (at, report) in reports.iter().enumerate() {
                for mv in &report.moves {
                    let child = game.play(&state, mv.mv).expect("legal");
                    let known = if child.turn == Turn::Over {
                        Interval::exact(Score::ZERO)
                    } else {
                        all.value(game, &child.state).and_then(|value| value.bounds).expect("solved")
                    };
                    let (known, proven) = (child.backup_interval(known), mv.found.proven);
                    assert!(
                        proven.lo <= known.lo && known.hi <= proven.hi,
                        "{name}: {proven:?} of {:?} in {state:?}, solved: {known:?}",
                        mv.mv
                    );
                    let value = mv.found.value;
                    assert!(value >= proven.lo.into() && value <= proven.hi.into());
                }
                exact[at] += u32::from(report.proven().is_some_and(Interval::is_exact));
            }
        }
    }
    assert!(asked > 100 && exact[0] * 20 >= asked && exact[1] >= exact[0], "{name}: {exact:?} of {asked}");
}

#[test]
fn oware_and_urim_prove_what_is_solved() {
    check("oware", &Oware::with_facts(OwareRules::default(), Abapa), 5, 17);
    let few: OwareRules = rules(&[("pits_per_row", "3"), ("grand_slam", "allowed_move_again")]);
    check("oware 3", &small(few), 7, 5);
    check("urim 3", &small(rules::<UrimRules>(&[("pits_per_row", "3")])), 7, 5);
}

fn small<V: SingleLapRules>(rules: V) -> SingleLap<u64, Chosen, V, sowbase::board::Board<u64>> {
    let facts = Chosen::from(rules.terms().plan);
    oware::SingleLap::with_facts(rules, facts)
}

#[test]
fn kalah_proves_what_is_solved() {
    check("kalah", &Kalah::<u64>::new(rules(&[])), 5, 17);
}

#[test]
fn bosh_proves_what_is_solved() {
    check("bosh", &Bosh::<Packed>::new(rules::<BoshRules>(&[("pits_per_row", "3")])), 6, 2);
}

#[test]
fn anywoli_proves_what_is_solved() {
    check("anywoli", &Anywoli::<5>::new(rules::<AnywoliRules>(&[("pits_per_row", "4")])), 8, 31);
}

#[test]
fn omweso_proves_what_is_solved() {
    let rules: OmwesoRules = rules(&[("pits_per_row", "2"), ("setup", "outer4")]);
    check("omweso", &Omweso::new(rules), 6, 11);
}

/// Where stores end a game, a database says less; what is left of it holds for the game as it is played.
#[test]
fn stores_that_end_a_game_leave_of_a_database_what_is_true() {
    let few: OwareRules = rules(&[("pits_per_row", "2"), ("seeds_per_pit", "2"), ("repetition", "split")]);
    let game = small(few);
    let (total, seeds) = (8i16, 5u8);
    let all = solved(&game, &game.needed(Layer { seeds, shape: 0 }));
    let table = Table::new(1 << 20).expect("memory");
    let mut compared = 0;
    for seeds in 1..=seeds {
        let layer = Layer { seeds, shape: 0 };
        for index in 0..game.layer_len(layer) as u64 {
            let state = game.unrank(layer, index);
            let taken = total - i16::from(seeds);
            for own in 0..=taken {
                let line = Line::new(state, total, Score(2 * own - taken));
                if game.cut(&line, &state).is_some() || game.count(&state) == 0 {
                    continue;
                }
                let bounds = all.value(&game, &state).and_then(|value| value.bounds).expect("solved");
                let stored = game.as_stored(&line, &state, bounds);
                table.clear();
                let played = search(&game, &NoDatabase, &line, &state, &table).proven().expect("moves");
                // Both are true of one value, so they meet.
                assert!(stored.lo <= played.hi && played.lo <= stored.hi, "{stored:?} {played:?} {line:?}");
                compared += u32::from(played.is_exact());
            }
        }
    }
    assert!(compared > 60, "{compared}");
}
