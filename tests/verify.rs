//! Checks of solved layers of Oware: a table of the greatest and least values that cycles hold up is refused.

use sowbase::games::oware::{Abapa, Oware, OwareRules};
use sowbase_solver::retrograde::verify::{Ground, Scope, verify};
use sowbase_solver::retrograde::{Plan, Planes, Solved, general, solve};
use sowbase_solver::{Layer, Layered, Metric, Unwatched, contract};

const FOUR: Layer = Layer { seeds: 4, shape: 0 };

fn solved(game: &Oware) -> Solved {
    let mut solved = Solved::default();
    let plan = general();
    solve(game, &game.needed(FOUR), &Metric::ALL, &mut solved, Plan::any(&plan), &Unwatched).expect("small");
    solved
}

fn clean(game: &Oware, solved: &Solved, local_only: bool) -> (bool, Ground) {
    let scope = Scope { local_only, ..Scope::default() };
    let seen = verify(game, FOUR, Metric::Score, solved, scope, &Unwatched).expect("all is there");
    (seen.is_clean(), seen.ground)
}

#[test]
fn a_table_of_oware_that_only_cycles_hold_up_is_refused() {
    let game = Oware::with_facts(OwareRules::default(), Abapa);
    let mut solved = solved(&game);
    assert_eq!(clean(&game, &solved, false), (true, Ground::Distances));
    let right = solved.scores(FOUR).expect("scores").to_vec();
    let mut most = 0;
    let states = right.len();
    for start in 0..400u64 {
        let mut rng = fastrand::Rng::with_seed(start);
        // Every state a win of so many seeds, or a loss, or one of the two; looked at upwards, downwards or mixed.
        let (seeds, kind) = ((start % 4 + 1) as i8, start / 4 % 3);
        let mut table: Vec<i8> = (0..states)
            .map(|_| if kind == 0 || (kind == 2 && rng.bool()) { seeds } else { -seeds })
            .collect();
        let mut order: Vec<usize> = (0..states).collect();
        match start / 12 % 3 {
            0 => {}
            1 => order.reverse(),
            _ => rng.shuffle(&mut order),
        }
        let stable = (0..200).any(|_| {
            let before = table.clone();
            for &index in &order {
                table[index] = contract::best_by_table(&game, FOUR, index, &solved, &table);
            }
            table == before
        });
        let wrong = table.iter().zip(&right).filter(|(found, right)| found != right).count();
        if stable && wrong > 0 {
            most = most.max(wrong);
            let mut lying = solved.clone();
            lying.insert(FOUR, Planes::Score(table.into()));
            assert_eq!(clean(&game, &lying, true), (true, Ground::Unchecked));
            assert_eq!(clean(&game, &lying, false), (false, Ground::Distances));
            lying.forget(FOUR, Metric::Distance);
            let check = |plain| {
                let scope = Scope { faults: states, plain, ..Scope::default() };
                verify(&game, FOUR, Metric::Score, &lying, scope, &Unwatched).expect("all is there")
            };
            let (fast, plain) = (check(false), check(true));
            assert!(fast.wrong > 0);
            assert_eq!((fast.wrong, fast.faults), (plain.wrong, plain.faults), "start {start}");
        }
    }
    assert!(most > 0, "no start gave a table that agrees with itself");
    solved.forget(FOUR, Metric::Distance);
    assert!(clean(&game, &solved, false).0);
}
