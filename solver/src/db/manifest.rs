//! The list of a folder's files, as plain text, so that `b3sum` and a human can check them:
//!
//! ```text
//! sowbase manifest 1
//! game oware
//! fingerprint 0123456789abcdef
//! rule one line for each rule in words
//! file <64 hexadecimal digits of BLAKE3> <bytes> <states> <name>
//! crc32 <8 hexadecimal digits: of all lines before this one>
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::Identity;
use super::error::{DbError, nothing_lost, readable};
use super::whole::Whole;

/// Its name in the folder.
pub(super) const NAME: &str = "manifest.txt";
/// The first line, but for its version.
const TITLE: &str = "sowbase manifest ";
const VERSION: u32 = 1;
const LIST_AGAIN: &str = "delete it: the next build or pack lists the files again";

/// What the manifest says of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) blake3: String,
    pub(super) size: u64,
    pub(super) states: u64,
}

/// Files by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Manifest {
    pub(super) files: BTreeMap<String, Entry>,
}

/// What a folder has for a manifest.
pub(super) enum Found {
    /// None.
    Nothing,
    /// A sound one.
    Whole(Manifest),
    /// One that a later version wrote: not ours to replace.
    Newer(DbError),
    /// Something that is none.
    Unusable(DbError),
}

impl Manifest {
    fn text(&self, identity: &Identity) -> String {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut text = format!(
            "{TITLE}{VERSION}\ngame {}\nfingerprint {}\n",
            line(&identity.game),
            line(&identity.fingerprint)
        );
        identity.rules.iter().for_each(|rule| text += &format!("rule {}\n", line(rule)));
        for (name, Entry { blake3, size, states }) in &self.files {
            text += &format!("file {blake3} {size} {states} {name}\n");
        }
        let crc = crc32fast::hash(text.as_bytes());
        // Writing to a text cannot fail.
        let _ = writeln!(text, "crc32 {crc:08x}");
        text
    }

    fn parse(text: &str) -> Option<Self> {
        let (body, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let crc = last.strip_prefix("crc32 ")?;
        let found = crc32fast::hash(&text.as_bytes()[..=body.len()]);
        let mut lines = body.lines();
        if crc != format!("{found:08x}") || lines.next()?.strip_prefix(TITLE)? != VERSION.to_string() {
            return None;
        }
        let mut manifest = Self::default();
        for line in lines.filter_map(|line| line.strip_prefix("file ")) {
            let mut words = line.splitn(4, ' ');
            let (blake3, size) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
            let (states, name) = (words.next()?.parse().ok()?, words.next()?.to_owned());
            manifest.files.insert(name, Entry { blake3, size, states });
        }
        Some(manifest)
    }

    /// What a folder has for a manifest.
    pub(super) fn find(folder: &Path) -> Found {
        let path = folder.join(NAME);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Found::Nothing,
            Err(error) => return Found::Unusable(DbError::io("read", &path, readable)(error)),
        };
        let text = std::str::from_utf8(&bytes).ok();
        if let Some(manifest) = text.and_then(Self::parse) {
            return Found::Whole(manifest);
        }
        let version = text.and_then(|text| text.lines().next()?.strip_prefix(TITLE)?.parse::<u32>().ok());
        match version {
            Some(version) if version > VERSION => Found::Newer(DbError::Refused {
                path,
                expected: format!("a manifest of version {VERSION}"),
                found: format!("version {version}"),
                remedy: "use a newer sowbase, or build again in another folder",
            }),
            _ => Found::Unusable(DbError::Refused {
                path,
                expected: "a manifest with its checksum".into(),
                found: "other text".into(),
                remedy: LIST_AGAIN,
            }),
        }
    }

    /// The manifest of a folder; empty where there is none.
    pub(super) fn read(folder: &Path) -> Result<Self, DbError> {
        match Self::find(folder) {
            Found::Nothing => Ok(Self::default()),
            Found::Whole(manifest) => Ok(manifest),
            Found::Newer(error) | Found::Unusable(error) => Err(error),
        }
    }

    /// Replaces the manifest of a folder: the old one or the new one is there, never half of one.
    pub(super) fn write(&self, folder: &Path, identity: &Identity) -> Result<(), DbError> {
        let path = folder.join(NAME);
        let done = Whole::write(&path, self.text(identity).as_bytes());
        done.map_err(DbError::io("write", path, nothing_lost))
    }
}

/// The entry of a file as it lies on the disk.
pub(super) fn entry(path: &Path, states: u64) -> Result<Entry, DbError> {
    let failed = |source| DbError::io("read", path, readable)(source);
    let (mut file, mut hasher) = (fs::File::open(path).map_err(failed)?, blake3::Hasher::new());
    let size = std::io::copy(&mut file, &mut hasher).map_err(failed)?;
    Ok(Entry { blake3: hasher.finalize().to_hex().to_string(), size, states })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let identity = Identity {
            game: "toy".into(),
            fingerprint: "0a".into(),
            rules: vec!["two\nlines".into(), "one".into()],
        };
        let mut manifest = Manifest::default();
        for name in ["layer-00-0000.score.sow", "layer-01-0000.score.sow"] {
            manifest.files.insert(name.into(), Entry { blake3: "ab".repeat(32), size: 123, states: 4 });
        }
        let text = manifest.text(&identity);
        assert!(text.contains("\nrule two lines\nrule one\nfile abab"), "{text}");
        assert_eq!(Manifest::parse(&text), Some(manifest));
        for at in 0..text.len() {
            let mut bad = text.clone().into_bytes();
            bad[at] ^= 1;
            assert_eq!(std::str::from_utf8(&bad).ok().and_then(Manifest::parse), None, "byte {at}");
            assert_eq!(Manifest::parse(&text[..at]), None, "{at} bytes");
        }
    }
}
