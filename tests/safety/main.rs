//! Whatever happens to a build, nothing that was finished is lost: real processes that are killed, stopped, sent onto full
//! and read-only disks, or set to work in the same folder.
#![cfg(unix)]

mod disk;
mod full;
mod killed;
mod program;
mod refused;
mod signals;
mod together;
