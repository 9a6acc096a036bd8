//! Tells failures of the database that pass by themselves from lasting ones.

use sea_orm::{DbErr, RuntimeErr, SqlxError};

/// `SQLSTATE` codes of `PostgreSQL` after which the same transaction may succeed: serialisation failure and deadlock
/// (40001, 40P01), missing resources such as a full disk (class 53), a lock that is not available (55P03), a server
/// that stops, starts or ends the connection (class 57), a broken connection (class 08).
const POSTGRES: &[&str] = &["40001", "40P01", "53", "55P03", "57", "08"];

/// Primary result codes of `SQLite` with the same meaning: `BUSY`, `LOCKED`, `NOMEM`, `READONLY`, `IOERR`, `FULL`,
/// `CANTOPEN`, `PROTOCOL`.
const SQLITE: &[u32] = &[5, 6, 7, 8, 10, 13, 14, 15];

/// Returns whether repeating the same request later makes sense: the database was busy, unreachable, restarted or out
/// of space. False for violated constraints and wrong statements, which always fail again.
#[must_use]
pub fn is_temporary(error: &DbErr) -> bool {
    if matches!(error, DbErr::ConnectionAcquire(_)) {
        return true;
    }
    match sqlx_error(error) {
        Some(SqlxError::Database(refusal)) => refusal.code().is_some_and(|code| {
            if refusal
                .try_downcast_ref::<sqlx::sqlite::SqliteError>()
                .is_some()
            {
                // An extended code carries the primary one in its lower eight bits.
                let code: u32 = code.parse().unwrap_or_default();
                SQLITE.contains(&(code & 0xff))
            } else {
                POSTGRES.iter().any(|prefix| code.starts_with(prefix))
            }
        }),
        Some(SqlxError::PoolTimedOut | SqlxError::PoolClosed) => true,
        _ => is_broken_connection(error),
    }
}

/// Returns whether the connection itself failed, so that nothing after the failure reached the database.
pub(crate) fn is_broken_connection(error: &DbErr) -> bool {
    match sqlx_error(error) {
        Some(SqlxError::Database(refusal)) => refusal
            .code()
            .is_some_and(|code| matches!(&*code, "57P01" | "57P02" | "57P03" | "08003" | "08006")),
        Some(error) => matches!(
            error,
            SqlxError::Io(_)
                | SqlxError::Protocol(_)
                | SqlxError::Tls(_)
                | SqlxError::WorkerCrashed
                | SqlxError::BeginFailed
        ),
        None => false,
    }
}

fn sqlx_error(error: &DbErr) -> Option<&SqlxError> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(cause))
        | DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause)) => Some(cause),
        _ => None,
    }
}
