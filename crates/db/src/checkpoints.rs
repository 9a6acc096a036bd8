//! Copies the write-ahead log of the embedded database into its file beside the writer. The engine would otherwise do it
//! inside a commit, which then takes ten times as long as the others. Then empties it, because what was erased from the
//! database can be read in it for as long as it holds the pages from before.

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

/// How long nothing is written before the log is emptied…
const QUIET: Duration = Duration::from_secs(15);
/// …and how long it may hold anything at the most while something is written all the time.
const LONGEST: Duration = Duration::from_mins(1);
/// The pause after an attempt that found the log in use.
const AFTER_USE: Duration = Duration::from_secs(5);
/// How long emptying the log waits for open reads. Writes wait for as long.
const WAITS_FOR_READERS: Duration = Duration::from_millis(50);

/// Copies the log until it is dropped.
#[derive(Debug)]
pub(crate) struct Checkpoints(AbortHandle);

impl Checkpoints {
    pub fn start(options: SqliteConnectOptions) -> Self {
        let options = options.busy_timeout(WAITS_FOR_READERS);
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

/// How long the log has held something.
#[derive(Default)]
struct Filling {
    pages: i64,
    /// Since it held nothing.
    filled: Duration,
    /// Since its length changed.
    quiet: Duration,
}

impl Filling {
    /// Notes its length after another pause. Returns whether it is to be emptied.
    fn is_due(&mut self, pages: i64, pause: Duration) -> bool {
        if pages <= 0 {
            *self = Self::default();
            return false;
        }
        self.filled += pause;
        if pages == self.pages {
            self.quiet += pause;
        } else {
            self.quiet = Duration::ZERO;
        }
        self.pages = pages;
        self.quiet >= QUIET || self.filled >= LONGEST
    }

    /// Has it wait before the next attempt.
    fn put_off(&mut self) {
        self.quiet = QUIET.saturating_sub(AFTER_USE);
        self.filled = LONGEST.saturating_sub(AFTER_USE);
    }
}

/// How long the log is, and how much of it is not in the database's file.
struct State {
    pages: i64,
    new: i64,
}

async fn copy_always(options: SqliteConnectOptions) {
    let mut connection = None;
    let mut filling = Filling::default();
    // Not at once: most databases of tests are gone before there is anything to copy.
    let mut pause = LOOK;
    let mut new_before = 0;
    loop {
        sleep(pause).await;
        pause = match copy_if_long(&mut connection, &options).await {
            Ok(State { pages, new }) => {
                if filling.is_due(pages, pause) {
                    filling.put_off();
                    if let Some(connection) = &mut connection
                        && let Err(error) = empty(connection).await
                    {
                        tracing::debug!(%error, "the write-ahead log was not emptied");
                    }
                }
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

/// Empties the log; fails when a read is open for longer than [`WAITS_FOR_READERS`]. The first of the two copies works beside
/// writers, so that they wait for the rest alone.
async fn empty(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let ways = [
        "pragma wal_checkpoint(passive)",
        "pragma wal_checkpoint(truncate)",
    ];
    for sql in ways {
        sqlx::query(sql).fetch_one(&mut *connection).await?;
    }
    Ok(())
}

/// Copies the log if at least [`ENOUGH`] pages of it are new. Returns its state before.
async fn copy_if_long(
    connection: &mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
) -> Result<State, sqlx::Error> {
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
    Ok(State { pages: log, new })
}
