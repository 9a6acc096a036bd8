//! The database: the only crate that knows that there are two engines.
//!
//! [`Db::read`] and [`Db::write`] are the only ways to a connection. On `SQLite` there is exactly one writer, which
//! starts every transaction with `BEGIN IMMEDIATE`: under contention an immediate transaction waits for its turn, while
//! a deferred transaction that reads before it writes fails at once. On `PostgreSQL` both use one pool.
//!
//! Deliberately absent: relations, schema synchronisation, and the current time, which comes from the application's
//! clock.

mod analyze;
mod check;
mod checkpoints;
mod commit_check;
mod failure;
mod group_commit;
mod ids;
mod inspect;
mod migrate;
mod only;
mod open;
mod pattern;
#[cfg(feature = "test-support")]
pub mod test_support;
mod timestamp;
mod together;

use std::sync::Arc;

use checkpoints::Checkpoints;
pub use commit_check::CommitCheckError;
pub use failure::is_temporary;
pub use group_commit::GroupCommit;
pub use inspect::{BrokenReference, Pool};
pub use migrate::{MigrateError, Migration};
pub use only::Only;
pub use open::{DatabaseUrl, Lock, OpenError};
pub use pattern::{beginning_a_word, containing};
use sea_orm::{
    ConnectionTrait as _, DatabaseConnection, DatabaseTransaction, DbErr, SqlErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
pub use timestamp::Timestamp;
pub use together::{Answers, Asked, Change, Reads, Writes, padded};

/// An open write transaction, rolled back when dropped. Nothing slow may happen while one is open: no mail, file, image
/// or password hashing.
pub type Tx = DatabaseTransaction;

/// The engine behind a [`Db`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Embedded; the default.
    Sqlite,
    /// Allows several servers on one database.
    Postgres,
}

/// A handle on the database; cheap to clone.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
}

struct Inner {
    engine: Engine,
    writer: DatabaseConnection,
    reader: DatabaseConnection,
    lock: Option<Lock>,
    checkpoints: Option<Checkpoints>,
}

impl Db {
    /// Returns the engine in use.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.inner.engine
    }

    /// Whether other servers may work on the same database.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.engine() == Engine::Postgres
    }

    /// Returns a connection for reading. A decision based on what it returns needs a guard in the later write, because
    /// another writer may come in between.
    #[must_use]
    pub fn read(&self) -> &DatabaseConnection {
        &self.inner.reader
    }

    /// Opens a write transaction.
    ///
    /// A caller that already holds a [`Tx`] would wait for itself on `SQLite`'s one writer; the acquire timeout turns
    /// that mistake into an error.
    pub async fn write(&self) -> Result<Tx, DbErr> {
        // The calling request may be dropped at any await. Then sqlx undoes a `begin` on SQLite, but leaves a pooled
        // PostgreSQL connection inside a transaction, so there `begin` runs to its end in a task of its own.
        if self.engine() == Engine::Sqlite {
            let options = TransactionOptions {
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..Default::default()
            };
            return self.inner.writer.begin_with_options(options).await;
        }
        let inner = Arc::clone(&self.inner);
        let begun = tokio::spawn(async move {
            match inner.writer.begin().await {
                // The idle connection broke in the pool. It has executed nothing, so beginning on another one is safe.
                Err(error) if failure::is_broken_connection(&error) => inner.writer.begin().await,
                first => first,
            }
        });
        begun
            .await
            .map_err(|error| DbErr::Custom(format!("begin did not finish: {error}")))?
    }

    /// Waits for running statements and closes all connections. Afterwards the file of an embedded database is complete
    /// without its write-ahead log. Readers are closed first, because a log cannot be emptied while it is being read.
    pub async fn close(&self) {
        let note = |step: &'static str| move |error: DbErr| tracing::warn!(%error, step, "database did not close cleanly");
        if self.engine() == Engine::Sqlite {
            let closed = self.inner.reader.close_by_ref().await;
            closed.unwrap_or_else(note("readers"));
            if let Some(checkpoints) = &self.inner.checkpoints {
                checkpoints.stop();
            }
            // Beside a server the log is the server's, whose writes would wait for this.
            if self.inner.lock.is_some() {
                let checkpoint = "pragma wal_checkpoint(truncate)";
                let emptied = self.inner.writer.execute_unprepared(checkpoint).await;
                emptied.map_or_else(note("checkpoint"), drop);
            }
        }
        let closed = self.inner.writer.close_by_ref().await;
        closed.unwrap_or_else(note("writer"));
    }
}

/// Turns a violated unique index into an error of the caller's choice.
pub trait OnUnique<T, E> {
    /// Maps a violated unique index to `error`, and any other failure through `From`.
    fn on_unique(self, error: E) -> Result<T, E>;
}

impl<T, E: From<DbErr>> OnUnique<T, E> for Result<T, DbErr> {
    fn on_unique(self, error: E) -> Result<T, E> {
        self.map_err(|cause| match cause.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(_)) => error,
            _ => E::from(cause),
        })
    }
}
