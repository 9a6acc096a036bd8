//! Being asked to stop.

use std::time::Duration;

use anyhow::{Context, Result};
use tokio::signal::unix::{Signal, SignalKind, signal};
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
    let listen = |kind| signal(kind).context("cannot listen for signals");
    let mut terminate = listen(SignalKind::terminate())?;
    let mut interrupt = listen(SignalKind::interrupt())?;
    let stop = CancellationToken::new();
    let asked = stop.clone();
    tokio::spawn(async move {
        next(&mut terminate, &mut interrupt).await;
        // A thread of its own, because the threads of the runtime may be what hangs.
        std::thread::spawn(move || {
            std::thread::sleep(last_resort);
            eprintln!("hoi: did not stop in time");
            std::process::exit(ENDED_AT_ONCE);
        });
        asked.cancel();
        next(&mut terminate, &mut interrupt).await;
        std::process::exit(ENDED_AT_ONCE);
    });
    Ok(stop)
}

async fn next(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
