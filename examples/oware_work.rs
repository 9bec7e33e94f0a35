//! Runs one kind of Oware work and says how fast, for `valgrind --tool=callgrind` and for timing:
//! `cargo run --release --example oware_work -- counted|played|games [abapa|chosen|urim|urim-chosen|academic] [N]`.
//!
//! N is the depth of a path count, or the number of games. The count is printed, so that runs can be compared.

use std::ops::ControlFlow;
use std::time::Instant;

use sowbase::board::Board;
use sowbase::games::options::RuleSet;
use sowbase::games::oware::{
    Abapa, Academic, Brava, Chosen, Facts, Oware, OwareRules, SingleLap, SingleLapRules,
};
use sowbase::games::urim::{Urim, UrimRules};
use sowbase_solver::{Game, Line, Score, perft, playout};

/// Paths with every leaf built and looked at.
fn played<G: Game<State = Board<u64>>>(game: &G, state: &Board<u64>, depth: u32, look: &mut u64) -> u64 {
    let mut total = 0;
    let _ = game.children::<()>(state, |_, child| {
        if depth == 1 {
            *look ^= child.state.own ^ child.state.opposite.rotate_left(7) ^ child.gain.0 as u64;
            total += 1;
        } else {
            total += played(game, &child.state, depth - 1, look);
        }
        ControlFlow::Continue(())
    });
    total
}

fn games<G: Game<State = Board<u64>>>(game: &G, total: u32, n: u64) -> u64 {
    let mut rng = fastrand::Rng::with_seed(1);
    let start = game.start();
    let mut line = Line::new(start, total as i16, Score(0));
    let mut plies = 0;
    for _ in 0..n {
        line.restart(start, total as i16, Score(0));
        plies += u64::from(playout::play_out(game, start, &mut line, |moves| rng.u64(..moves)).plies);
    }
    plies
}

fn run<F: Facts, V: SingleLapRules>(game: &SingleLap<u64, F, V, Board<u64>>, work: &str, n: u64) {
    let (start, clock) = (game.start(), Instant::now());
    let (count, what) = match work {
        "counted" => (perft::perft(game, &start, n as u32), "leaves"),
        "played" => (played(game, &start, n as u32, &mut 0), "leaves"),
        "games" => (games(game, start.seeds(), n), "plies"),
        _ => panic!("no work {work}"),
    };
    let done = if work == "games" { n } else { count };
    let rate = done as f64 / clock.elapsed().as_secs_f64() / 1e6;
    #[expect(clippy::print_stdout, reason = "the result of the example")]
    {
        println!("{work} {n}: {count} {what}, {rate:.3} M/s");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let work = args.first().map_or("counted", String::as_str);
    let rules = args.get(1).map_or("abapa", String::as_str);
    let n = args.get(2).map_or(9, |text| text.parse().expect("a number"));
    match rules {
        "abapa" => run(&Oware::with_facts(OwareRules::default(), Abapa), work, n),
        "chosen" => {
            let rules = OwareRules::default();
            run(&Oware::with_facts(rules, Chosen::from(rules.terms().plan)), work, n);
        }
        "academic" => {
            let mut rules = OwareRules::default();
            for (key, value) in
                [("grand_slam", "illegal_unless_forced"), ("must_leave_opponent_a_move", "true")]
            {
                rules.set(key, value).expect("an option");
            }
            run(&Oware::with_facts(rules, Academic), work, n);
        }
        "urim" => run(&Urim::with_facts(UrimRules::default(), Brava::<6>), work, n),
        "urim-chosen" => {
            let rules = UrimRules::default();
            run(&Urim::with_facts(rules, Chosen::from(rules.terms().plan)), work, n);
        }
        other => panic!("no rules {other}"),
    }
}
