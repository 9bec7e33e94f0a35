//! Records in files.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use sowbase_solver::Whole;

use super::{MAX_BYTES, Record};
use crate::error::{Error, short};

impl Record {
    /// Reads a record from a file.
    ///
    /// # Errors
    /// When the file cannot be read, is too large, or is no record; the message begins with its name.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let shown = short(&path.display().to_string());
        let broken = |error: std::io::Error| Error::File(format!("{shown}: {error}"));
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
            .map_err(broken)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to() + 1;
            Error::File(format!("{shown} is no text: byte {byte} is no UTF-8; a record is JSON"))
        })?;
        Self::read(&text).map_err(|error| Error::File(format!("{shown}: {error}")))
    }

    /// Writes the record to a file, whole or not at all: it is written beside it and then renamed.
    ///
    /// # Errors
    /// When that cannot be done; the message begins with the file's name.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let broken =
            |error: std::io::Error| Error::File(format!("{}: {error}", short(&path.display().to_string())));
        let text = self.to_json();
        if path.exists() && !path.is_file() {
            // A pipe or device: nothing to rename.
            let mut file = File::options().write(true).open(path).map_err(broken)?;
            return file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(broken);
        }
        Whole::write(path, text.as_bytes()).map_err(broken)
    }
}
