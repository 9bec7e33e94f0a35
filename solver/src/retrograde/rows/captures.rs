//! The capture pass: for each state the best of the moves that leave the layer, line by line of the lower layers.

use rayon::prelude::*;

use super::ground::{Ground, Task};
use super::lower::{Lower, Place};
use crate::game::Turn;
use crate::rowed::Rowed;
use crate::simd::Lane;
use crate::watch::Watch;

/// Fills `captures` with the negated worth of the best capture of each plain state, [`Lane::NONE`] where there is none.
/// States that only what is withheld or nothing at all can be played in are settled here too.
pub(super) fn fill<G: Rowed, L: Lower>(
    ground: &Ground<'_, G>,
    worth: &L,
    captures: &mut [L::Lane],
    watch: &dyn Watch,
) {
    let layout = ground.layout;
    // Blocks of 64 own rows lie one after another.
    let mut rest = captures;
    let mut blocks = Vec::new();
    for task in ground.tasks() {
        let rows = (layout.count[layout.seeds - task.opposite_seeds] - task.own).min(64);
        let (block, more) = rest.split_at_mut(rows * layout.width[task.opposite_seeds]);
        blocks.push((task, block));
        rest = more;
    }
    watch.begin(&format!("layer {} captures", layout.seeds), blocks.len() as u64);
    blocks.into_par_iter().for_each(|(task, block)| {
        if !watch.stop() {
            for (row, line) in block.chunks_mut(layout.width[task.opposite_seeds]).enumerate() {
                fill_line(ground, worth, task, task.own + row, line);
            }
            watch.advance(1);
        }
    });
    watch.end();
}

fn fill_line<G: Rowed, L: Lower>(
    ground: &Ground<'_, G>,
    worth: &L,
    task: Task,
    own: usize,
    line: &mut [L::Lane],
) {
    let (layout, opposite_seeds) = (ground.layout, task.opposite_seeds);
    let own_seeds = layout.seeds - opposite_seeds;
    let rows = &ground.tables.rows[own_seeds];
    line.fill(L::Lane::NONE);
    if !rows.own.holds(own) {
        return;
    }
    let moves = rows.moves(own);
    let mut always = false;
    for mv in moves {
        if !mv.lands {
            always = true;
            continue;
        }
        let given = usize::from(mv.given);
        let left_seeds = own_seeds - given;
        for class in &ground.tables.gifts[opposite_seeds][given].classes {
            let seeds = usize::from(class.seeds);
            let gain = i32::from(class.seeds) + i32::from(class.own) * left_seeds as i32;
            if class.turn == Turn::Over {
                let number = L::Lane::from_value(-worth.over(gain));
                for &(row, _) in &class.rows {
                    line[row as usize] = line[row as usize].min(number);
                }
                continue;
            }
            let lower = &ground.lower[layout.seeds - seeds];
            let after = opposite_seeds + given - seeds;
            let (from, stride) = if class.turn == Turn::Pass {
                (lower.dense(left_seeds, mv.row as usize), 1)
            } else {
                (lower.dense(after, 0) + mv.row as usize, lower.count[left_seeds])
            };
            let place = Place { layer: lower.seeds, from, stride, turn: class.turn };
            worth.take(place, gain, &class.rows, line);
        }
    }
    if !always {
        settle_stuck(ground, worth, task, own, line);
    }
}

/// States of an own row all of whose moves land opposite: there may be none that counts.
fn settle_stuck<G: Rowed, L: Lower>(
    ground: &Ground<'_, G>,
    worth: &L,
    task: Task,
    own: usize,
    line: &mut [L::Lane],
) {
    let rows = &ground.tables.rows[ground.layout.seeds - task.opposite_seeds];
    let facing = &ground.tables.rows[task.opposite_seeds];
    let gifts = &ground.tables.gifts[task.opposite_seeds];
    for (opposite, number) in line.iter_mut().enumerate().take(facing.rows.len()) {
        if *number != L::Lane::NONE || !facing.opposite.holds(opposite) {
            continue;
        }
        let quiet = |given: u8| gifts[usize::from(given)].quiet.holds(opposite);
        if !rows.moves(own).iter().any(|mv| quiet(mv.given)) {
            // No move stays in the layer.
            let least = ground.asked(rows.rows[own], facing.rows[opposite], worth, |_| L::Lane::NONE.into());
            *number = L::Lane::from_value(least);
        }
    }
}
