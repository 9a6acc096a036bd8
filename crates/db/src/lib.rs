//! The database door: the only crate that knows there are two engines.
//!
//! [`Db::read`] and [`Db::write`] are the only ways to a connection. On `SQLite` there is exactly one writer, which
//! starts every transaction with `BEGIN IMMEDIATE`: a deferred transaction that reads before it writes fails at once
//! under contention, an immediate one waits its turn. On `PostgreSQL` both lead to one pool.
//!
//! Deliberately absent: relations, schema synchronisation, and "now" (time comes from the application's clock).

mod check;
mod commit_check;
mod failure;
mod ids;
mod migrate;
mod open;
#[cfg(feature = "test-support")]
pub mod test_support;
mod timestamp;

use std::sync::Arc;

pub use commit_check::CommitCheckError;
pub use failure::is_temporary;
pub use migrate::{MigrateError, Migration};
pub use open::{DatabaseUrl, Lock, OpenError};
use sea_orm::{
    ConnectionTrait as _, DatabaseConnection, DatabaseTransaction, DbErr, SqlErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
pub use timestamp::Timestamp;

/// An open write transaction. Nothing slow may happen while one is held: no mail, file, image or password hashing.
/// Dropping it rolls back.
pub type Tx = DatabaseTransaction;

/// Which engine stands behind a [`Db`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded default.
    Sqlite,
    /// For several servers on one database.
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
    _lock: Option<Lock>,
}

impl Db {
    /// The engine in use.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.inner.engine
    }

    /// A connection for reading. Never decide something on what it returns and write later without a guard:
    /// another writer may come in between.
    #[must_use]
    pub fn read(&self) -> &DatabaseConnection {
        &self.inner.reader
    }

    /// Opens a write transaction.
    ///
    /// Calling it while holding another [`Tx`] would wait for itself on `SQLite`'s one writer; the short acquire
    /// timeout turns that mistake into an error.
    pub async fn write(&self) -> Result<Tx, DbErr> {
        let inner = Arc::clone(&self.inner);
        // The request that asked may be dropped at any await. sqlx leaves a pooled PostgreSQL connection inside a
        // transaction when `begin` itself is cancelled, so `begin` runs to its end in a task of its own.
        let begun = tokio::spawn(async move {
            let begin = || {
                inner.writer.begin_with_options(TransactionOptions {
                    sqlite_transaction_mode: match inner.engine {
                        Engine::Sqlite => Some(SqliteTransactionMode::Immediate),
                        Engine::Postgres => None,
                    },
                    ..Default::default()
                })
            };
            match begin().await {
                // The connection broke while it lay in the pool. Nothing was done on it, so another one may begin.
                Err(error) if failure::is_broken_connection(&error) => begin().await,
                first => first,
            }
        });
        begun
            .await
            .map_err(|error| DbErr::Custom(format!("begin did not finish: {error}")))?
    }

    /// Closes all connections; waits for running statements. Afterwards the file of an embedded database is complete
    /// without the write-ahead log beside it: readers go first, because a log that is being read cannot be emptied.
    pub async fn close(&self) {
        let note = |step: &'static str| move |error: DbErr| tracing::warn!(%error, step, "database did not close cleanly");
        if self.engine() == Engine::Sqlite {
            let closed = self.inner.reader.close_by_ref().await;
            closed.unwrap_or_else(note("readers"));
            let checkpoint = "pragma wal_checkpoint(truncate)";
            let emptied = self.inner.writer.execute_unprepared(checkpoint).await;
            emptied.map_or_else(note("checkpoint"), drop);
        }
        let closed = self.inner.writer.close_by_ref().await;
        closed.unwrap_or_else(note("writer"));
    }
}

/// Turns a unique violation into the error that the caller means by it.
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
