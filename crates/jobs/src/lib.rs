//! Work that outlives a request: a typed struct stored as a row in the caller's own transaction, so that it happens
//! if and only if the change it belongs to is committed.
//!
//! A job is claimed with a lease, retried with exponential back-off, and kept as a dead letter when it is out of
//! attempts. It may run more than once (a server can die after the effect and before the deletion), so a job is
//! idempotent by construction: a mail carries a stable Message-ID, a removal tolerates absence.
//!
//! The table is created by the server's migrations; [`entity`] is its shape.

pub mod entity;
mod runner;

use std::future::Future;
use std::time::Duration;

use hoi_db::Timestamp;
pub use runner::Runner;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait, Set};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

/// Rows written by one statement; keeps bulk inserts below the engines' limit on bound values.
const INSERT_CHUNK: usize = 500;

/// An intent with everything it needs to be carried out later.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The stable name of this kind in the table; never change it while rows may wait.
    const NAME: &'static str;
    /// Attempts before the row becomes a dead letter.
    const MAX_ATTEMPTS: i64 = 10;
    /// It takes long because it does the same for many people, or is one of many that were stored at once. Only a few of
    /// these run at the same time, apart from the other jobs, so that nobody's ticket waits for an announcement.
    const IS_BULK: bool = false;
    /// What it needs from the application.
    type Context: Clone + Send + Sync + 'static;

    /// Does the work once.
    fn run(&self, context: &Self::Context) -> impl Future<Output = Result<(), JobError>> + Send;
}

/// Why an attempt failed.
#[derive(Debug)]
pub enum JobError {
    /// Worth another attempt later.
    Retry(anyhow::Error),
    /// Never going to work: becomes a dead letter at once.
    Dead(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for JobError {
    fn from(error: E) -> Self {
        Self::Retry(error.into())
    }
}

/// Stores one job, due at once.
pub async fn enqueue<J: Job>(
    conn: &impl ConnectionTrait,
    job: &J,
    now: Timestamp,
) -> Result<(), DbErr> {
    enqueue_all(conn, std::slice::from_ref(job), now).await
}

/// Stores one job that is due at `run_at`.
pub async fn enqueue_at<J: Job>(
    conn: &impl ConnectionTrait,
    job: &J,
    now: Timestamp,
    run_at: Timestamp,
) -> Result<(), DbErr> {
    let mut row = row(job, now)?;
    row.run_at = Set(run_at);
    entity::Entity::insert(row)
        .exec_without_returning(conn)
        .await?;
    Ok(())
}

/// Stores many jobs of one kind in few statements, due at once.
pub async fn enqueue_all<J: Job>(
    conn: &impl ConnectionTrait,
    jobs: &[J],
    now: Timestamp,
) -> Result<(), DbErr> {
    for chunk in jobs.chunks(INSERT_CHUNK) {
        let rows = chunk
            .iter()
            .map(|job| row(job, now))
            .collect::<Result<Vec<_>, _>>()?;
        entity::Entity::insert_many(rows)
            .exec_without_returning(conn)
            .await?;
    }
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the clock that makes identifiers is the server's; a job is named by its table alone"
)]
fn row<J: Job>(job: &J, now: Timestamp) -> Result<entity::ActiveModel, DbErr> {
    let payload = serde_json::to_value(job).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok(entity::ActiveModel {
        id: Set(Uuid::now_v7()),
        name: Set(J::NAME.to_owned()),
        payload: Set(payload),
        state: Set(entity::State::Waiting),
        attempts: Set(0),
        run_at: Set(now),
        leased_until: Set(None),
        last_error: Set(None),
        created_at: Set(now),
    })
}

/// The pause before attempt number `attempts + 1`: 10 s, doubled each time, at most six hours.
fn back_off(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts.clamp(0, 12)).unwrap_or(12);
    Duration::from_secs(10 * 2_u64.pow(doublings)).min(Duration::from_hours(6))
}
