//! The database: the only crate that knows that there are two engines.
//!
//! [`Db::read`] and [`Db::write`] are the only ways to a connection. On `SQLite` there is exactly one writer, which
//! has no more than one transaction at a time. On `PostgreSQL` both use one pool.
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
mod schema;
#[cfg(feature = "test-support")]
pub mod test_support;
mod timestamp;
mod together;
mod transaction;

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
pub use schema::{Difference, SchemaFault};
use sea_orm::{DatabaseConnection, DbErr, SqlErr, TransactionTrait as _};
pub use timestamp::Timestamp;
pub use together::{Answers, Asked, Change, Reads, Row, Writes, padded};
use transaction::SqliteWriter;
pub use transaction::Tx;

/// The version of the embedded `SQLite`.
pub const SQLITE_VERSION: &str = match libsqlite3_sys::SQLITE_VERSION.to_str() {
    Ok(version) => version,
    Err(_) => "unknown",
};
/// The lowest major version of `PostgreSQL` that is supported.
pub const LOWEST_POSTGRES_VERSION: &str = "15";

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
    /// For reading; on `PostgreSQL` also for writing.
    pool: DatabaseConnection,
    /// The parts that only an embedded database has.
    embedded: Option<Embedded>,
}

struct Embedded {
    writer: SqliteWriter,
    /// None beside a server, whose lock and log they are.
    lock: Option<Lock>,
    checkpoints: Option<Checkpoints>,
}

impl Db {
    /// Returns the engine in use.
    #[must_use]
    pub fn engine(&self) -> Engine {
        if self.inner.embedded.is_some() {
            Engine::Sqlite
        } else {
            Engine::Postgres
        }
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
        &self.inner.pool
    }

    /// Opens a write transaction.
    ///
    /// A caller that already holds a [`Tx`] would wait for itself on `SQLite`'s one writer; the acquire timeout turns
    /// that mistake into an error.
    pub async fn write(&self) -> Result<Tx, DbErr> {
        if let Some(embedded) = &self.inner.embedded {
            return embedded.writer.begin(open::ACQUIRE_TIMEOUT).await;
        }
        // The calling request may be dropped at any await. Then sqlx leaves a pooled connection inside a transaction, so
        // `begin` runs to its end in a task of its own.
        let pool = self.inner.pool.clone();
        let begun = tokio::spawn(async move {
            match pool.begin().await {
                // The idle connection broke in the pool. It has executed nothing, so beginning on another one is safe.
                Err(error) if failure::is_broken_connection(&error) => pool.begin().await,
                first => first,
            }
        });
        begun
            .await
            .map_err(|error| DbErr::Custom(format!("begin did not finish: {error}")))?
            .map(Tx::from)
    }

    /// Waits for running statements and closes all connections. Afterwards the file of an embedded database is complete
    /// without its write-ahead log. Readers are closed first, because a log cannot be emptied while it is being read.
    pub async fn close(&self) {
        if let Err(error) = self.inner.pool.close_by_ref().await {
            tracing::warn!(%error, "connections did not close cleanly");
        }
        let Some(embedded) = &self.inner.embedded else {
            return;
        };
        if let Some(checkpoints) = &embedded.checkpoints {
            checkpoints.stop();
        }
        // Beside a server the log is the server's, whose writes would wait for this.
        let is_server = embedded.lock.is_some();
        let last = is_server.then_some("pragma wal_checkpoint(truncate)");
        if let Err(error) = embedded.writer.close(last).await {
            tracing::warn!(%error, "the connection that writes did not close cleanly");
        }
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
