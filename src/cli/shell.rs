//! `completions` and `man`: what a packager needs.

use std::path::PathBuf;

use super::{Output, command};
use crate::error::Error;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// The folder to write the pages into; made if it is missing.
    dir: PathBuf,
}

pub(super) fn completions(args: &CompletionsArgs, out: &mut Output) -> Result<u8, Error> {
    // Into memory first: the generator panics on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "sowbase", &mut script);
    out.text(&String::from_utf8_lossy(&script))?;
    Ok(0)
}

pub(super) fn man(args: &ManArgs, out: &mut Output) -> Result<u8, Error> {
    let failed = |error: std::io::Error| Error::File(format!("{}: {error}", args.dir.display()));
    std::fs::create_dir_all(&args.dir).map_err(failed)?;
    clap_mangen::generate_to(command(), &args.dir).map_err(failed)?;
    out.note(&format!("manual pages written to {}", args.dir.display()));
    Ok(0)
}
