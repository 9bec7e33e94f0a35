//! `config`: the settings in force and where each comes from. Order: flag, environment, config file, default.

use std::path::PathBuf;

use clap::{ArgMatches, ValueEnum};
use etcetera::AppStrategy;
use serde::Deserialize;
use serde_json::json;

use super::{Color, Common, Output};
use crate::error::Error;
use crate::games::foreign::FORMATS;

/// Arguments of `config`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Print every setting, its value and its origin.
    Show,
}

/// The config file. Unknown keys are refused.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    color: Option<String>,
    threads: Option<u32>,
    db: Option<Vec<PathBuf>>,
    cache: Option<PathBuf>,
}

/// The word for no folder.
const OFF: &str = "off";

/// Where a setting came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Flag,
    Environment,
    File,
    Default,
}

impl Origin {
    fn name(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Environment => "environment",
            Self::File => "config file",
            Self::Default => "default",
        }
    }
}

/// Where each setting came from.
#[derive(Debug)]
pub(super) struct Origins {
    color: Origin,
    threads: Origin,
    db: Origin,
    cache: Origin,
}

fn strategy() -> Option<impl AppStrategy> {
    etcetera::choose_app_strategy(etcetera::AppStrategyArgs {
        top_level_domain: "org".into(),
        author: "sowbase".into(),
        app_name: "sowbase".into(),
    })
    .ok()
}

/// The config file's path.
pub(super) fn path() -> Option<PathBuf> {
    strategy().map(|strategy| strategy.config_dir().join("config.toml"))
}

/// The folder where databases are looked for and built when nothing else is said.
pub(super) fn tables() -> PathBuf {
    strategy().map_or_else(|| PathBuf::from("sowbase-tables"), |strategy| strategy.data_dir().join("tables"))
}

fn read() -> Result<File, Error> {
    let Some(path) = path() else { return Ok(File::default()) };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(File::default()),
        Err(error) => return Err(Error::File(format!("{}: {error}", path.display()))),
    };
    toml::from_str(&text).map_err(|error| Error::Usage(format!("{}: {error}", path.display())))
}

/// Fills what flags and environment leave open from the config file and the defaults.
pub(super) fn complete(common: &mut Common, matches: &ArgMatches) -> Result<Origins, Error> {
    let given = |id: &str| match innermost(matches).value_source(id) {
        Some(clap::parser::ValueSource::CommandLine) => Origin::Flag,
        Some(clap::parser::ValueSource::EnvVariable) => Origin::Environment,
        _ => Origin::Default,
    };
    let mut origins =
        Origins { color: given("color"), threads: given("threads"), db: given("db"), cache: given("cache") };
    common.db = folders(&common.db);
    let file = read()?;
    if common.color.is_none()
        && let Some(text) = file.color
    {
        common.color = Some(Color::from_str(&text, true).map_err(|_| {
            Error::Usage(format!("config file: color = {text:?}; allowed: auto, always, never"))
        })?);
        origins.color = Origin::File;
    }
    if common.threads.is_none()
        && let Some(threads) = file.threads
    {
        if !(1..=1024).contains(&threads) {
            return Err(Error::Usage(format!("config file: threads = {threads}; allowed: 1 to 1024")));
        }
        common.threads = Some(threads);
        origins.threads = Origin::File;
    }
    if common.db.is_empty() {
        if let Some(db) = file.db {
            common.db = db;
            origins.db = Origin::File;
        } else {
            common.db = vec![tables()];
        }
    }
    if common.cache.is_none() {
        if let Some(cache) = file.cache {
            common.cache = Some(cache);
            origins.cache = Origin::File;
        } else {
            common.cache = strategy().map(|strategy| strategy.cache_dir().join("tables"));
        }
    }
    // Nowhere, said in so many words.
    common.cache =
        common.cache.take().filter(|cache| !cache.as_os_str().is_empty() && cache.as_os_str() != OFF);
    Ok(origins)
}

/// Folders from texts with colons between; the colon after the name of a foreign format belongs to it.
fn folders(texts: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for text in texts {
        let Some(text) = text.to_str() else {
            all.push(text.clone());
            continue;
        };
        let mut parts = text.split(':').filter(|part| !part.is_empty());
        while let Some(part) = parts.next() {
            let format = FORMATS.iter().any(|(name, _)| *name == part);
            let folder = if format { parts.next() } else { None };
            all.push(folder.map_or_else(|| part.into(), |folder| format!("{part}:{folder}").into()));
        }
    }
    all
}

/// The matches of the last subcommand, into which global arguments are copied.
fn innermost(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, inner)| innermost(inner))
}

pub(super) fn run(args: &Args, common: &Common, origins: &Origins, out: &mut Output) -> Result<u8, Error> {
    let Action::Show = args.action;
    let color = format!("{:?}", common.color.unwrap_or(Color::Auto)).to_lowercase();
    let threads = common.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        |threads| threads as usize,
    );
    let db: Vec<String> = common.db.iter().map(|dir| dir.display().to_string()).collect();
    let cache = common.cache.as_ref().map_or_else(|| OFF.to_owned(), |cache| cache.display().to_string());
    let file = path().map(|path| path.display().to_string());
    if out.json() {
        out.document(&json!({
            "schema": 1,
            "config_file": file,
            "settings": {
                "color": {"value": color, "origin": origins.color.name()},
                "threads": {"value": threads, "origin": origins.threads.name()},
                "db": {"value": db, "origin": origins.db.name()},
                "cache": {"value": cache, "origin": origins.cache.name()},
            },
        }))?;
        return Ok(0);
    }
    let mut text = format!("config file  {}\n", file.as_deref().unwrap_or("none: no home folder"));
    for (key, value, origin) in [
        ("color", color, origins.color),
        ("threads", threads.to_string(), origins.threads),
        ("db", db.join(":"), origins.db),
        ("cache", cache, origins.cache),
    ] {
        text += &format!("{key:<12} {value:<40} {}\n", origin.name());
    }
    out.text(&text)?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colons_divide_folders_but_not_a_format_from_its_folder() {
        let texts =
            ["a:b".into(), "awari-scores:c".into(), "d:awari-scores:/e:f".into(), "awari-scores".into()];
        let expected = ["a", "b", "awari-scores:c", "d", "awari-scores:/e", "f", "awari-scores"];
        assert_eq!(folders(&texts), expected.map(PathBuf::from));
    }
}
