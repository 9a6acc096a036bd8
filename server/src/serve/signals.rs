//! Being asked to stop.

use std::process::exit;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tokio_util::sync::CancellationToken;

/// What the process ends with when it had to be ended at once: 128 and the number of the signal `SIGTERM`.
const ENDED_AT_ONCE: i32 = 143;

/// Cancelled when the process is asked to stop (`SIGTERM`, `SIGINT`). The process ends at once when it is asked a second
/// time, or has not ended `last_resort` after the first.
///
/// To be called before anything that takes time: until then the system ends the process by itself, afterwards nothing
/// else hears of the signals.
///
/// # Errors
/// When the system refuses to tell of signals.
pub fn listen(last_resort: Duration) -> Result<CancellationToken> {
    let mut signals = Signals::new([SIGTERM, SIGINT]).context("cannot listen for signals")?;
    let stop = CancellationToken::new();
    let asked = stop.clone();
    // Threads of their own, because the threads of the runtime may be what hangs.
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
