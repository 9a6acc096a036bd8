//! Signals that stop the process.

use std::process::exit;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tokio_util::sync::CancellationToken;

/// The exit code after a forced end: 128 plus the number of `SIGTERM`.
const ENDED_AT_ONCE: i32 = 143;

/// Returns a token that is cancelled when the process is asked to stop (`SIGTERM`, `SIGINT`). The process ends at once
/// on a second signal, or if it has not ended `last_resort` after the first.
///
/// Must be called before anything slow: until then the system ends the process on a signal, afterwards only this code
/// handles it.
///
/// # Errors
/// When the system refuses to register signal handlers.
pub fn listen(last_resort: Duration) -> Result<CancellationToken> {
    let mut signals = Signals::new([SIGTERM, SIGINT]).context("cannot listen for signals")?;
    let stop = CancellationToken::new();
    let asked = stop.clone();
    // Uses its own threads, because the threads of the runtime may hang.
    thread::spawn(move || {
        let mut signals = signals.forever();
        signals.next();
        thread::spawn(move || {
            thread::sleep(last_resort);
            eprintln!("hoi: did not stop in time");
            exit(ENDED_AT_ONCE);
        });
        asked.cancel();
        signals.next();
        exit(ENDED_AT_ONCE);
    });
    Ok(stop)
}
