//! The server dies at random moments.

use std::time::Duration;

use anyhow::Result;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::time::sleep;

use super::crowd::Size;
use super::stage::Stage;
use super::{RunOutcome, Setup};

/// Visitors come so slowly that mails do not give way to them.
const QUIET: Duration = Duration::from_millis(700);
const RUSH: Duration = Duration::from_millis(20);

pub async fn run(setup: &Setup, postgres: Option<&str>) -> Result<RunOutcome> {
    let name = if postgres.is_some() {
        "kill.postgres"
    } else {
        "kill.sqlite"
    };
    let mut random = StdRng::seed_from_u64(setup.seed);
    let mut stage = Stage::new(name, postgres).await?;
    let crowd = stage.gather(Size::USUAL)?;
    for kill in 1..=setup.kills {
        let is_quiet = random.random_bool(0.5);
        crowd.set_rest(if is_quiet { QUIET } else { RUSH });
        let life = Duration::from_millis(random.random_range(100..1500));
        sleep(life).await;
        stage.kill().await?;
        println!(
            "  kill {kill} {life:?} after the start, {}: {} registered, {} mails sent",
            if is_quiet { "quiet" } else { "in a rush" },
            crowd.registered(),
            stage.sink.taken(),
        );
        stage.start(&crowd).await?;
    }
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(counts, format!("{} kills", setup.kills)))
}
