//! Omweso against rules.md and its own slow twin.

use super::{Omweso, OmwesoRules};
use crate::games::check;
use crate::games::rulebook::Rulebook;

fn omweso(settings: &[&str]) -> Omweso {
    Omweso::new(check::rules::<OmwesoRules>(settings))
}

#[test]
fn om1_to_om11_worked_examples() {
    for example in Omweso::examples() {
        check::example_holds::<Omweso>(example, Omweso::new);
    }
}
