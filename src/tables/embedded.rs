//! Small databases inside the program: scores of Oware, Urim and Kalah to 9 seeds and of Bosh to 10, under default rules.
//!
//! They were made by `db build` and `db pack` and lie in `data/embedded/` as files like any other; a test makes them again
//! and compares every byte.

use std::path::Path;

use sowbase_solver::db::{Folder, Identity, read_bytes};
use sowbase_solver::retrograde::Planes;
use sowbase_solver::{Layer, Layered, Metric};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The scores of a layer under some rules; `None` where the program brings none.
pub(super) fn scores<G: Layered>(game: &G, identity: &Identity, layer: Layer) -> Option<Planes> {
    let file = Folder::new(Path::new(""), identity.clone()).file(layer, Metric::Score);
    let (_, bytes) = EMBEDDED.iter().find(|(name, _)| Path::new(name) == file)?;
    // A test reads all of them.
    let name = Path::new("the program").join(file);
    read_bytes(&name, bytes, identity, (layer, Metric::Score), game.layer_len(layer)).ok()
}
