//! The certificate as text. `docs/certificate.md` is the specification.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use sowbase_solver::prove::{Certificate, Endless};

use crate::games::door::option_infos;
use crate::games::notation;
use crate::games::options::{RuleSet, fingerprint};
use crate::games::rulebook::Rulebook;
use crate::play::Side;

/// The first line.
pub(super) const MAGIC: &str = "sowbase certificate 1";

/// What a certificate is about and what it says, the second line of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// Every option that is not at its default, as key and value.
    pub rules: Vec<(String, String)>,
    /// Fingerprint of the whole rule set.
    pub fingerprint: String,
    /// The position.
    pub position: String,
    /// What is said of it.
    pub says: Said,
}

impl Header {
    /// That something is said of a position under the rules of a game.
    pub(super) fn new<G: Rulebook>(game: &G, position: String, says: Said) -> Self {
        let all = option_infos(game.rules()).into_iter().filter(|option| option.value != option.default);
        Self {
            game: G::Rules::GAME.to_owned(),
            rules: all.map(|option| (option.key.to_owned(), option.value)).collect(),
            fingerprint: fingerprint(&game.rules().canonical()),
            position,
            says,
        }
    }
}

/// What a certificate says of a position, from the view of its side to move. What is not said is `null`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The score, endless play worth 0.
    pub score: Option<i16>,
    /// The most that he can force in finite time; with `lower_is_best` false at least this.
    pub lower: Option<i16>,
    /// Nothing more can be forced.
    pub lower_is_best: bool,
    /// The least to which he can be held in finite time; with `upper_is_best` false at most this.
    pub upper: Option<i16>,
    /// He cannot be held to less.
    pub upper_is_best: bool,
    /// He gets at least so much, endless play worth 0.
    pub at_least: Option<i16>,
    /// He gets less than that.
    pub less_than: Option<i16>,
}

/// A line that begins a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClaimLine {
    /// Who claims.
    pub(super) side: Side,
    /// What he nets at least.
    pub(super) need: i16,
    /// What endless play is worth to him.
    pub(super) endless: Endless,
}

pub(super) fn endless_word(endless: Endless) -> &'static str {
    match endless {
        Endless::Lost => "lost",
        Endless::Zero => "zero",
        Endless::Won => "won",
    }
}

impl ClaimLine {
    pub(super) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let ["claim", side, "nets", need, "endless", endless] = words[..] else { return None };
        let all = [Endless::Lost, Endless::Zero, Endless::Won];
        Some(Self {
            side: [Side::South, Side::North].into_iter().find(|known| side == known.letter().to_string())?,
            need: need.parse().ok()?,
            endless: all.into_iter().find(|known| endless_word(*known) == endless)?,
        })
    }

    pub(super) fn write(self) -> String {
        format!("claim {} nets {} endless {}", self.side.letter(), self.need, endless_word(self.endless))
    }
}

/// Writes lines and sums them up.
pub(super) struct Sealed<W> {
    to: W,
    hash: blake3::Hasher,
}

impl<W: Write> Sealed<W> {
    pub(super) fn begin(to: W, header: &Header) -> io::Result<Self> {
        let mut sealed = Self { to, hash: blake3::Hasher::new() };
        sealed.line(MAGIC)?;
        sealed.line(&serde_json::to_string(header)?)?;
        Ok(sealed)
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        for bytes in [line.as_bytes(), b"\n"] {
            self.hash.update(bytes);
            self.to.write_all(bytes)?;
        }
        Ok(())
    }

    /// Writes a claim with all that it rests on; `mover` is the side to move of the position it is about.
    pub(super) fn claim<G: Rulebook>(
        &mut self,
        game: &G,
        certificate: &Certificate<G::State>,
        mover: Side,
    ) -> io::Result<()> {
        let root = certificate.claim.node;
        let side = if root.own { mover } else { mover.other() };
        self.line(&ClaimLine { side, need: root.need, endless: certificate.claim.endless }.write())?;
        for entry in &certificate.entries {
            let mover = if entry.node.own { side } else { side.other() };
            let mv = entry.mv.map_or("-".into(), |mv| game.move_text(&entry.node.state, mv, mover));
            let position = notation::format(&game.decode(&entry.node.state, mover));
            self.line(&format!("{} {} {mv} {position}", entry.node.need, entry.rank))?;
        }
        Ok(())
    }

    /// Writes the last line: a sum of all others.
    pub(super) fn finish(mut self) -> io::Result<()> {
        writeln!(self.to, "end {}", self.hash.finalize().to_hex())?;
        self.to.flush()
    }
}

/// The text of a certificate with a last line that fits it: for tests that change one.
pub fn seal(text: &str) -> String {
    let body: String =
        text.lines().filter(|line| !line.starts_with("end ")).map(|line| format!("{line}\n")).collect();
    let sum = blake3::hash(body.as_bytes()).to_hex();
    format!("{body}end {sum}\n")
}
