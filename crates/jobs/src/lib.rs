//! Work that outlives a request: a typed struct stored as a row in the caller's transaction, so that it happens if and
//! only if the change it belongs to is committed.
//!
//! A runner claims a job with a lease, renews the lease while the job runs, repeats the job with growing pauses, and
//! keeps it as a dead letter when the [`Retry`] policy of its kind ends. A job may run more than once, because a server
//! can die between the effect and the deletion of the row. Every job is therefore idempotent: a mail carries a stable
//! Message-ID, a removal accepts that the thing is already absent.
//!
//! A job may need a service outside of the server ([`Job::SERVICE`]). While that service fails, its jobs wait, and one
//! at a time tests whether it works again ([`outage`]).
//!
//! The server's migrations create the table; [`entity`] describes its rows.

mod claim;
pub mod entity;
pub mod outage;
mod progress;
mod record;
mod retry;
mod runner;

use std::future::Future;

pub use entity::{Cause, Lane};
use hoi_db::{Timestamp, Writes};
pub use progress::{Depth, Progress, dead, depths};
pub use retry::Retry;
pub use runner::Runner;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, Set, UpdateMany,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

/// Identifiers in one statement, below the engines' limits on bound values.
const IDS_CHUNK: usize = 500;

/// An intended effect with all data needed to carry it out later.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The stable name of this kind in the table. It must not change while rows of the kind may wait.
    const NAME: &'static str;
    /// When failed attempts are repeated, and when the job is given up.
    const RETRY: Retry = Retry::DEFAULT;
    /// The lane it runs in, unless it is stored with [`enqueue_bulk`].
    const LANE: Lane = Lane::Normal;
    /// The service outside of the server that the job needs; see [`JobError::Outage`].
    const SERVICE: Option<&'static str> = None;
    /// The parts of the application that the job uses.
    type Context: Clone + Send + Sync + 'static;

    /// The identifier of the thing that the job concerns, by which its dead letter can be found.
    fn subject(&self) -> Option<Uuid> {
        None
    }

    /// Makes one attempt.
    fn run(
        &self,
        context: &Self::Context,
        attempt: Attempt,
    ) -> impl Future<Output = Result<(), JobError>> + Send;

    /// Called when the job is given up. Returns whether its row is kept as a dead letter: `false` if the failure was
    /// recorded elsewhere.
    fn on_dead(
        &self,
        context: &Self::Context,
        attempt: Attempt,
        error: &JobError,
    ) -> impl Future<Output = anyhow::Result<bool>> + Send {
        let _ = (context, attempt, error);
        async { Ok(true) }
    }
}

/// One attempt at a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// The job's identifier; the same in every attempt.
    pub job: Uuid,
    /// The number of this attempt, from 1.
    pub number: i64,
    /// When the job was first due; the same in every attempt.
    pub due_at: Timestamp,
}

/// The reason why an attempt failed.
#[derive(Debug)]
pub enum JobError {
    /// Another attempt later may succeed.
    Retry(anyhow::Error),
    /// No attempt can succeed; the job becomes a dead letter at once.
    Dead(anyhow::Error),
    /// The service that the job needs does not work. All jobs that need it wait. This job is repeated, however often,
    /// until its [`Retry`] policy ends.
    Outage(anyhow::Error),
}

impl JobError {
    /// Returns the cause.
    #[must_use]
    pub fn error(&self) -> &anyhow::Error {
        match self {
            Self::Retry(error) | Self::Dead(error) | Self::Outage(error) => error,
        }
    }
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
    let mut row = row(job, J::LANE, now)?;
    row.run_at = run_at;
    row.due_at = run_at;
    let mut writes = Writes::new(conn);
    writes.insert(vec![row]);
    writes.flush(conn).await
}

/// Stores many jobs of one kind in few statements, due at once.
pub async fn enqueue_all<J: Job>(
    conn: &impl ConnectionTrait,
    jobs: &[J],
    now: Timestamp,
) -> Result<(), DbErr> {
    store(conn, jobs, J::LANE, now).await
}

/// Stores many jobs like [`enqueue_all`], but in [`Lane::Bulk`] whatever the lane of their kind.
pub async fn enqueue_bulk<J: Job>(
    conn: &impl ConnectionTrait,
    jobs: &[J],
    now: Timestamp,
) -> Result<(), DbErr> {
    store(conn, jobs, Lane::Bulk, now).await
}

async fn store<J: Job>(
    conn: &impl ConnectionTrait,
    jobs: &[J],
    lane: Lane,
    now: Timestamp,
) -> Result<(), DbErr> {
    let mut writes = Writes::new(conn);
    let jobs = jobs.iter().map(|job| NewJob::new(job, lane, now));
    add(&mut writes, jobs)?;
    writes.flush(conn).await
}

/// A job of any kind, due at once, that is not stored yet.
#[derive(Debug)]
pub struct NewJob(Result<Box<entity::Model>, DbErr>);

impl NewJob {
    /// Makes the row of a job.
    #[must_use]
    pub fn new<J: Job>(job: &J, lane: Lane, now: Timestamp) -> Self {
        Self(row(job, lane, now).map(Box::new))
    }
}

/// Adds jobs to the changes of a transaction.
pub fn add(writes: &mut Writes, jobs: impl IntoIterator<Item = NewJob>) -> Result<(), DbErr> {
    let rows = jobs.into_iter().map(|job| job.0.map(|row| *row));
    writes.insert(rows.collect::<Result<_, _>>()?);
    Ok(())
}

/// Makes dead letters wait again in [`Lane::Bulk`], with all their attempts ahead of them. Ignores jobs that are not
/// dead letters. Returns the number of the others.
pub async fn try_again(
    conn: &impl ConnectionTrait,
    ids: Vec<Uuid>,
    now: Timestamp,
) -> Result<u64, DbErr> {
    let mut waiting = 0;
    for chunk in ids.chunks(IDS_CHUNK) {
        let chosen = entity::Column::Id.is_in(chunk.iter().copied());
        let changed = wait_again(now).filter(chosen).exec(conn).await?;
        waiting += changed.rows_affected;
    }
    Ok(waiting)
}

/// Like [`try_again`], for all dead letters.
pub async fn try_all_again(conn: &impl ConnectionTrait, now: Timestamp) -> Result<u64, DbErr> {
    let changed = wait_again(now).exec(conn).await?;
    Ok(changed.rows_affected)
}

fn wait_again(now: Timestamp) -> UpdateMany<entity::Entity> {
    let change = entity::ActiveModel {
        state: Set(entity::State::Waiting),
        lane: Set(Lane::Bulk),
        attempts: Set(0),
        run_at: Set(now),
        due_at: Set(now),
        tried_at: Set(Some(now)),
        leased_until: Set(None),
        cause: Set(None),
        ..Default::default()
    };
    entity::Entity::update_many()
        .set(change)
        .filter(entity::Column::State.eq(entity::State::Dead))
}

/// Removes the dead letters of kind `J` about these subjects, because the failure was resolved in another way.
pub async fn remove_dead<J: Job>(
    conn: &impl ConnectionTrait,
    subjects: impl IntoIterator<Item = Uuid>,
) -> Result<(), DbErr> {
    entity::Entity::delete_many()
        .filter(entity::Column::State.eq(entity::State::Dead))
        .filter(entity::Column::Name.eq(J::NAME))
        .filter(entity::Column::Subject.is_in(subjects))
        .exec(conn)
        .await?;
    Ok(())
}

/// Removes all jobs about these subjects, whatever their kind and state. An attempt that has begun runs to its end.
pub async fn remove_about(
    conn: &impl ConnectionTrait,
    subjects: impl IntoIterator<Item = Uuid>,
) -> Result<(), DbErr> {
    entity::Entity::delete_many()
        .filter(entity::Column::Subject.is_in(subjects))
        .exec(conn)
        .await?;
    Ok(())
}

/// Returns the number of dead letters.
pub async fn count_dead(conn: &impl ConnectionTrait) -> Result<u64, DbErr> {
    entity::Entity::find()
        .filter(entity::Column::State.eq(entity::State::Dead))
        .count(conn)
        .await
}

#[expect(
    clippy::disallowed_methods,
    reason = "the clock that makes identifiers is the server's; a job is named by its table alone"
)]
fn row<J: Job>(job: &J, lane: Lane, now: Timestamp) -> Result<entity::Model, DbErr> {
    let payload = serde_json::to_value(job).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok(entity::Model {
        id: Uuid::now_v7(),
        name: J::NAME.to_owned(),
        payload,
        state: entity::State::Waiting,
        attempts: 0,
        run_at: now,
        leased_until: None,
        last_error: None,
        created_at: now,
        lane,
        due_at: now,
        tried_at: None,
        subject: job.subject(),
        cause: None,
    })
}
