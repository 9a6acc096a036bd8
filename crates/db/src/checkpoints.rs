//! Copies the write-ahead log of the embedded database into its file beside the writer. The engine would otherwise do it
//! inside a commit, which then takes ten times as long as the others.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Row as _};
use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval};

/// How often the length of the log is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// Pages of the log, of four kibibytes, from which it is copied.
const ENOUGH: i64 = 1_000;

/// Copies the log until it is dropped.
#[derive(Debug)]
pub(crate) struct Checkpoints(AbortHandle);

impl Checkpoints {
    pub fn start(options: SqliteConnectOptions) -> Self {
        Self(tokio::spawn(copy_always(options)).abort_handle())
    }

    pub fn stop(&self) {
        self.0.abort();
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn copy_always(options: SqliteConnectOptions) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // Most databases of tests are gone before there is anything to copy.
    ticks.tick().await;
    let mut connection = None;
    loop {
        ticks.tick().await;
        if let Err(error) = copy(&mut connection, &options).await {
            // The writer copies the log itself when it gets long.
            tracing::debug!(%error, "the write-ahead log was not copied");
            connection = None;
        }
    }
}

async fn copy(
    connection: &mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
) -> Result<(), sqlx::Error> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(options.connect().await?),
    };
    let state = sqlx::query("pragma wal_checkpoint(noop)")
        .fetch_one(&mut *connection)
        .await?;
    let (log, copied): (i64, i64) = (state.try_get(1)?, state.try_get(2)?);
    if log - copied >= ENOUGH {
        sqlx::query("pragma wal_checkpoint(passive)")
            .fetch_one(connection)
            .await?;
    }
    Ok(())
}
