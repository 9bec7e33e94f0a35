//! Ctrl-C, and being told to end: the first time a job stops where nothing is lost, the second time the program ends.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::INTERRUPTED;
use super::progress::tell_beside;

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C ask jobs to stop, and the second end the program at once.
pub(super) fn catch_interrupts() {
    // Fails only when nothing can listen; then Ctrl-C ends the program, and files are whole all the same.
    let _ = listen(|| {
        if STOP.swap(true, Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        tell_beside("stopping where nothing is lost; once more stops at once");
    });
}

/// Is set once the job is to stop.
pub(super) fn stop_flag() -> &'static AtomicBool {
    &STOP
}

/// True once the job is to stop.
pub(super) fn stopping() -> bool {
    STOP.load(Relaxed)
}

/// Calls `act`, in a thread of its own, each time that somebody presses Ctrl-C, asks the program to end, or closes its
/// terminal. Under `nohup` a closed terminal is nothing.
///
/// # Errors
/// When the system refuses.
#[cfg(unix)]
pub(super) fn listen(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    let kept = if is_ignored(SIGHUP) { None } else { Some(SIGHUP) };
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(kept))?;
    // A limit on the size of files (`ulimit -f`) is then an error of the write, with a message, and not the end.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let wait = move || signals.forever().for_each(|_| act());
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(|_| ())
}

/// True when whoever started the program said that a signal is to be ignored, as far as the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (signal - 1) & 1 == 1
}

/// The same where there are no signals.
#[cfg(not(unix))]
pub(super) fn listen(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}
