//! Copies the write-ahead log of the embedded database into its file beside the writer. The engine would otherwise do it
//! inside a commit, which then takes ten times as long as the others.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Row as _};
use tokio::task::AbortHandle;
use tokio::time::sleep;

/// How often the length of the log is looked at…
const LOOK: Duration = Duration::from_millis(100);
/// …and how often while it grows. A commit waits for the disk behind a copy, so that many small ones delay it less than
/// few large ones.
const LOOK_AGAIN: Duration = Duration::from_millis(25);
/// Pages of the log, of four kibibytes, from which it is copied.
const ENOUGH: i64 = 600;

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
    let mut connection = None;
    // Not at once: most databases of tests are gone before there is anything to copy.
    let mut pause = LOOK;
    let mut new_before = 0;
    loop {
        sleep(pause).await;
        pause = match copy_if_long(&mut connection, &options).await {
            Ok(new) => {
                let grows = new > new_before;
                new_before = if new < ENOUGH { new } else { 0 };
                if grows { LOOK_AGAIN } else { LOOK }
            }
            Err(error) => {
                // The writer copies the log itself when it gets long.
                tracing::debug!(%error, "the write-ahead log was not copied");
                connection = None;
                LOOK
            }
        };
    }
}

/// Copies the log if at least [`ENOUGH`] pages of it are new. Returns how many were.
async fn copy_if_long(
    connection: &mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
) -> Result<i64, sqlx::Error> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(options.connect().await?),
    };
    let state = sqlx::query("pragma wal_checkpoint(noop)")
        .fetch_one(&mut *connection)
        .await?;
    let (log, copied): (i64, i64) = (state.try_get(1)?, state.try_get(2)?);
    let new = log - copied;
    if new >= ENOUGH {
        sqlx::query("pragma wal_checkpoint(passive)")
            .fetch_one(connection)
            .await?;
    }
    Ok(new)
}
