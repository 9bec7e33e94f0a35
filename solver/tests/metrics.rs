//! The worked examples of `docs/metrics.md`.

use sowbase_solver::retrograde::{Distance, Plan, Solved, Values, general, solve};
use sowbase_solver::{Interval, Metric, Score, Unwatched};

mod toy;
use toy::{Toy, layers};

#[test]
fn the_examples_of_the_page_hold() {
    let toy = Toy::new(2);
    let mut solved = Solved::default();
    solve(&toy, &layers(2), &Metric::ALL, &mut solved, Plan::any(&general()), &Unwatched).expect("small");
    // docs/metrics.md, by hand: a capture of both seeds that leaves nothing; one seed that nobody can capture.
    for (pits, score, lo, hi, plies) in [([0, 1, 1, 0], 2, 2, 2, 1), ([1, 0, 0, 0], 0, -1, 1, 0)] {
        let state = std::array::from_fn(|pit| if pit < 4 { pits[pit] } else { 0 });
        let value = solved.value(&toy, &state).expect("solved");
        assert_eq!(value.score, Some(Score(score)), "{pits:?}");
        assert_eq!(value.bounds, Some(Interval { lo: Score(lo), hi: Score(hi) }), "{pits:?}");
        assert_eq!(value.distance, Some(Distance { next: plies, end: plies }), "{pits:?}");
    }
}
