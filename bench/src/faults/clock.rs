//! The system's clock jumps, for the server alone: `libfaketime` answers its questions for the time of day. The monotonic
//! clock goes on, as it does when a system's clock is set.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use tokio::time::sleep;

use super::crowd::Size;
use super::stage::Stage;
use super::{RunOutcome, audit};
use crate::program::{ADMIN, Place};

const LIBRARY: &str = "faketime/libfaketimeMT.so.1";

pub async fn run() -> Result<RunOutcome> {
    let Some(library) = find_library() else {
        return Ok(RunOutcome::Skipped(
            "needs Debian's package libfaketime".to_owned(),
        ));
    };
    let mut place = Place::new(None)?;
    let clock = place.folder().with_extension("clock");
    let set = |offset: &str| fs::write(&clock, offset);
    set("+0")?;
    place.set("LD_PRELOAD", library.display().to_string());
    place.set("FAKETIME_TIMESTAMP_FILE", clock.display().to_string());
    place.set("FAKETIME_NO_CACHE", "1");
    place.set("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    let stage = Stage::at("clock", place, None).await?;
    let crowd = stage.gather(Size {
        rest: Duration::from_millis(450),
        ..Size::USUAL
    })?;
    for offset in ["+3h", "-1h", "+2h", "+0"] {
        sleep(Duration::from_secs(3)).await;
        set(offset)?;
        // The jump ends the organiser's token, or it is of the future.
        crowd.set_token(&stage.program()?.log_in(ADMIN).await?);
        crowd.wait_for_more(20, Duration::from_secs(20)).await?;
        println!(
            "  clock {offset}: {} registered, {} mails sent",
            crowd.registered(),
            stage.sink.taken()
        );
    }
    // All mails within a minute, also those stored while the clock was ahead.
    let told = crowd.disperse().await?;
    let db = stage.open_database().await?;
    let took = audit::wait_for_mails(&db, Duration::from_mins(1)).await?;
    db.close().await?;
    let counts = stage.finish_told(told).await?;
    fs::remove_file(&clock)?;
    Ok(RunOutcome::Held(
        counts,
        format!(
            "+3 h, −4 h, +3 h, −2 h; last mail after {:.0} s",
            took.as_secs_f64()
        ),
    ))
}

fn find_library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").ok()?;
    let libraries = folders.filter_map(|folder| Some(folder.ok()?.path().join(LIBRARY)));
    libraries.into_iter().find(|library| library.is_file())
}
