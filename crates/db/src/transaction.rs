//! Write transactions.
//!
//! Those of `PostgreSQL` are sea-orm's. The embedded database has one connection that writes, outside any pool: taking it
//! from a pool and giving it back would cost two more messages to its thread for each transaction, and a task that waits
//! behind all others. `begin` goes with the first query, and `commit` with the last changes ([`crate::Writes::commit`]).

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::prelude::async_trait::async_trait;
use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, RuntimeErr, Statement, Values,
};
use sea_query_sqlx::SqlxValues;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, Sqlite};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

use crate::failure;

/// An open write transaction, rolled back when dropped. Nothing slow may happen while one is open: no mail, file, image
/// or password hashing.
#[derive(Debug)]
pub struct Tx(Kind);

#[derive(Debug)]
enum Kind {
    Sqlite(Mutex<Turn>),
    Postgres(DatabaseTransaction),
}

impl From<DatabaseTransaction> for Tx {
    fn from(tx: DatabaseTransaction) -> Self {
        Self(Kind::Postgres(tx))
    }
}

impl Tx {
    /// Commits the changes.
    ///
    /// # Errors
    /// When it is not certain that the changes are stored.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.commit_with(None).await
    }

    /// Makes a last change and commits, in one message where the engine can.
    pub(crate) async fn commit_with(self, change: Option<Statement>) -> Result<(), DbErr> {
        match self.0 {
            Kind::Sqlite(turn) => turn.into_inner().0.commit(change).await,
            Kind::Postgres(tx) => {
                if let Some(change) = change {
                    tx.execute_raw(change).await?;
                }
                tx.commit().await
            }
        }
    }

    /// Undoes the changes, and returns when they are undone.
    ///
    /// # Errors
    /// When the connection failed. The database undoes the changes nevertheless.
    pub async fn rollback(self) -> Result<(), DbErr> {
        match self.0 {
            Kind::Sqlite(turn) => {
                turn.into_inner().0.roll_back().await;
                Ok(())
            }
            Kind::Postgres(tx) => tx.rollback().await,
        }
    }
}

#[async_trait]
impl ConnectionTrait for Tx {
    fn get_database_backend(&self) -> DbBackend {
        match &self.0 {
            Kind::Sqlite(_) => DbBackend::Sqlite,
            Kind::Postgres(_) => DbBackend::Postgres,
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match &self.0 {
            Kind::Sqlite(turn) => turn.lock().await.0.execute(statement).await,
            Kind::Postgres(tx) => tx.execute_raw(statement).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match &self.0 {
            Kind::Sqlite(turn) => turn.lock().await.0.execute_text(sql).await,
            Kind::Postgres(tx) => tx.execute_unprepared(sql).await,
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match &self.0 {
            Kind::Sqlite(turn) => turn.lock().await.0.query_one(statement).await,
            Kind::Postgres(tx) => tx.query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match &self.0 {
            Kind::Sqlite(turn) => turn.lock().await.0.query_all(statement).await,
            Kind::Postgres(tx) => tx.query_all_raw(statement).await,
        }
    }
}

/// The one connection of an embedded database that writes. Callers take turns, in the order in which they ask.
#[derive(Clone)]
pub(crate) struct SqliteWriter(Arc<Mutex<Writer>>);

impl SqliteWriter {
    /// Connects with `options`, now and whenever the connection has failed.
    pub async fn connect(options: SqliteConnectOptions) -> Result<Self, sqlx::Error> {
        let connection = SqliteConnection::connect_with(&options).await?;
        Ok(Self(Arc::new(Mutex::new(Writer {
            options,
            connection: Some(connection),
            state: State::Outside,
            is_closed: false,
        }))))
    }

    /// Opens a transaction when all earlier ones have ended, which may take as long as `patience`.
    pub async fn begin(&self, patience: Duration) -> Result<Tx, DbErr> {
        let taken = async {
            let mut writer = Arc::clone(&self.0).lock_owned().await;
            writer.prepare().await?;
            Ok::<_, DbErr>(writer)
        };
        let taken = timeout(patience, taken).await;
        let writer = taken.map_err(|_| DbErr::ConnectionAcquire(ConnAcquireErr::Timeout))??;
        Ok(Tx(Kind::Sqlite(Mutex::new(Turn(writer)))))
    }

    /// Returns whether no transaction is open.
    pub fn is_idle(&self) -> bool {
        self.0.try_lock().is_ok()
    }

    /// Has the next transaction begin on a new connection.
    pub async fn reconnect(&self) {
        self.0.lock().await.connection = None;
    }

    /// Carries out a last statement outside a transaction, and closes the connection for good.
    pub async fn close(&self, last: Option<&'static str>) -> Result<(), DbErr> {
        let mut writer = self.0.lock().await;
        writer.prepare().await?;
        writer.is_closed = true;
        let mut connection = writer.connection.take().ok_or_else(closed)?;
        let carried_out = match last {
            Some(last) => connection.execute(last).await.map(drop),
            None => Ok(()),
        };
        let ended = connection.close().await;
        let done = carried_out.and(ended);
        done.map_err(|error| DbErr::Conn(cause(error)))
    }
}

/// The time of one transaction on the connection.
#[derive(Debug)]
struct Turn(OwnedMutexGuard<Writer>);

impl Drop for Turn {
    fn drop(&mut self) {
        if matches!(self.0.state, State::Outside) {
            return;
        }
        // At once, because other programs cannot write until then. A transaction that begins before this task rolls back
        // first.
        let writer = Arc::clone(OwnedMutexGuard::mutex(&self.0));
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { writer.lock().await.roll_back().await });
        }
    }
}

struct Writer {
    options: SqliteConnectOptions,
    /// None after it failed, until the next transaction.
    connection: Option<SqliteConnection>,
    state: State,
    is_closed: bool,
}

impl fmt::Debug for Writer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Writer")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// Whether a transaction is open on the connection.
#[derive(Debug)]
enum State {
    Outside,
    Inside,
    /// Perhaps: a statement is being carried out, or its caller stopped waiting.
    UnderWay {
        /// Whether a transaction was open before.
        was_inside: bool,
    },
    /// Perhaps: a statement did not begin the transaction, or `SQLite` may have ended it by itself, as when the disk is
    /// full. A change after that would be stored without those before it, so nothing more is carried out. (No statement of
    /// the application says `or rollback`.)
    Failed(DbErr),
}

impl Writer {
    /// Makes the connection one on which no transaction is open.
    async fn prepare(&mut self) -> Result<(), DbErr> {
        if self.is_closed {
            return Err(closed());
        }
        self.roll_back().await;
        if self.connection.is_none() {
            let connected = SqliteConnection::connect_with(&self.options).await;
            self.connection = Some(connected.map_err(|error| DbErr::Conn(cause(error)))?);
        }
        Ok(())
    }

    async fn execute(&mut self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.ensure_begun().await?;
        let done = query(statement).execute(self.connection()?).await;
        Ok(self.note(done, DbErr::Exec)?.into())
    }

    async fn execute_text(&mut self, sql: &str) -> Result<ExecResult, DbErr> {
        self.ensure_begun().await?;
        let sql = AssertSqlSafe(sql.to_owned());
        let done = self.connection()?.execute(sql).await;
        Ok(self.note(done, DbErr::Exec)?.into())
    }

    async fn query_one(&mut self, mut statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.begin_with(&mut statement)?;
        let found = query(statement).fetch_optional(self.connection()?).await;
        Ok(self.note(found, DbErr::Query)?.map(QueryResult::from))
    }

    async fn query_all(&mut self, mut statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.begin_with(&mut statement)?;
        let found = query(statement).fetch_all(self.connection()?).await;
        let rows = self.note(found, DbErr::Query)?.into_iter();
        Ok(rows.map(QueryResult::from).collect())
    }

    async fn commit(&mut self, change: Option<Statement>) -> Result<(), DbErr> {
        let done = if let Some(mut change) = change {
            change.sql.push_str("; commit");
            self.ensure_begun().await?;
            query(change).execute(self.connection()?).await
        } else if matches!(self.state, State::Outside) {
            return Ok(());
        } else {
            self.ensure_begun().await?;
            sqlx::query("commit").execute(self.connection()?).await
        };
        self.note(done, DbErr::Exec)?;
        self.state = State::Outside;
        Ok(())
    }

    async fn roll_back(&mut self) {
        if matches!(self.state, State::Outside) {
            return;
        }
        if let Some(connection) = &mut self.connection
            && let Err(error) = connection.execute("rollback").await
            && !is_outside_transaction(&error)
        {
            tracing::warn!(%error, "a connection did not roll back; it is replaced");
            self.connection = None;
        }
        self.state = State::Outside;
    }

    /// Begins the transaction with the query that comes first. It is immediate: it waits for its turn with other programs
    /// that write, while one that reads before it writes would fail.
    fn begin_with(&mut self, query: &mut Statement) -> Result<(), DbErr> {
        if matches!(self.state, State::Outside) {
            query.sql.insert_str(0, "begin immediate; ");
            return Ok(());
        }
        self.expect_inside()
    }

    /// Begins the transaction before a change: in one message with it, the rows that were changed before would be counted
    /// again.
    async fn ensure_begun(&mut self) -> Result<(), DbErr> {
        if matches!(self.state, State::Outside) {
            let begun = sqlx::query("begin immediate").execute(self.connection()?);
            let begun = begun.await;
            self.note(begun, DbErr::Exec)?;
        }
        self.expect_inside()
    }

    /// Refuses with the error of the transaction, so that the caller learns whether trying again makes sense.
    fn expect_inside(&self) -> Result<(), DbErr> {
        match &self.state {
            State::Inside => Ok(()),
            State::Failed(error) => Err(error.clone()),
            State::Outside | State::UnderWay { .. } => {
                let abandoned = "a statement of this transaction was abandoned";
                Err(DbErr::Custom(abandoned.to_owned()))
            }
        }
    }

    /// Returns the connection for a statement that is noted when it is done.
    fn connection(&mut self) -> Result<&mut SqliteConnection, DbErr> {
        let was_inside = matches!(self.state, State::Inside);
        self.state = State::UnderWay { was_inside };
        self.connection.as_mut().ok_or_else(closed)
    }

    /// Notes whether the transaction goes on after a statement.
    fn note<T>(
        &mut self,
        done: Result<T, sqlx::Error>,
        failed: fn(RuntimeErr) -> DbErr,
    ) -> Result<T, DbErr> {
        let error = match done {
            Ok(done) => {
                self.state = State::Inside;
                return Ok(done);
            }
            Err(error) => failed(cause(error)),
        };
        let was_inside = matches!(self.state, State::UnderWay { was_inside: true });
        self.state = if was_inside && !failure::is_temporary(&error) {
            State::Inside
        } else {
            State::Failed(error.clone())
        };
        if failure::is_broken_connection(&error) {
            self.connection = None;
        }
        Err(error)
    }
}

fn query(statement: Statement) -> Query<'static, Sqlite, SqlxValues> {
    let values = statement.values.unwrap_or_else(|| Values(Vec::new()));
    sqlx::query_with(AssertSqlSafe(statement.sql), SqlxValues(values))
}

fn cause(error: sqlx::Error) -> RuntimeErr {
    RuntimeErr::SqlxError(Arc::new(error))
}

fn closed() -> DbErr {
    DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed)
}

/// Whether a rollback failed because there was nothing to roll back.
fn is_outside_transaction(error: &sqlx::Error) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| code == "1")
}

#[cfg(test)]
mod tests {
    use tokio::time::sleep;

    use super::*;

    #[tokio::test]
    async fn a_connection_is_replaced_when_its_transaction_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("hoi.db"))
            .create_if_missing(true);
        let writer = SqliteWriter::connect(options).await.unwrap();
        let begin = async || writer.begin(Duration::from_secs(5)).await.unwrap();
        let tx = begin().await;
        // A table of the connection, by which it is recognised.
        let create = "create table item (id bigint); create temporary table own (id bigint)";
        tx.execute_unprepared(create).await.unwrap();
        let reconnecting = tokio::spawn({
            let writer = writer.clone();
            async move { writer.reconnect().await }
        });
        sleep(Duration::from_millis(50)).await;
        assert!(!reconnecting.is_finished());
        tx.execute_unprepared("insert into item values (1); insert into own values (1)")
            .await
            .unwrap();
        tx.commit().await.unwrap();
        reconnecting.await.unwrap();
        let tx = begin().await;
        let found = async |table: &str| {
            let sql = format!("select id from {table}");
            let query = Statement::from_string(DbBackend::Sqlite, sql);
            tx.query_all_raw(query).await.map(|rows| rows.len())
        };
        assert_eq!(found("item").await, Ok(1));
        found("own").await.unwrap_err();
    }
}
