use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use futures::FutureExt as _;
use futures::future::join_all;
use hoi_db::{Db, Timestamp};
use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType};
use sea_orm::{ActiveEnum, ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::Value;
use tokio::sync::Notify;

use crate::entity::{Column, Entity, Model, State};
use crate::{Job, JobError, back_off};

/// How long a claimed job belongs to its claimer. A server that dies gives its jobs back after this.
const LEASE: Duration = Duration::from_mins(5);
/// Jobs claimed together and run side by side …
const BATCH: u64 = 8;
/// … and of those that are for many people.
const BULK_BATCH: u64 = 4;
/// How often waiting rows are looked for when nobody said that there are any.
const POLL: Duration = Duration::from_secs(1);

type Run<C> = Arc<
    dyn for<'a> Fn(&'a C, Value) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>>
        + Send
        + Sync,
>;

struct Kind<C> {
    run: Run<C>,
    max_attempts: i64,
    is_bulk: bool,
}

/// Which jobs are claimed together, and wait for one another.
#[derive(Clone, Copy)]
enum Lane {
    /// [`Job::IS_BULK`].
    Bulk,
    /// All others, and those that nobody knows.
    Prompt,
}

/// Claims and runs jobs. Every kind must be registered before it starts.
pub struct Runner<C> {
    db: Db,
    kinds: HashMap<&'static str, Kind<C>>,
    wake: Arc<Notify>,
}

impl<C: Clone + Send + Sync + 'static> Runner<C> {
    /// A runner without kinds. `wake` is notified after a commit that stored jobs, so that they start at once instead
    /// of at the next poll.
    #[must_use]
    pub fn new(db: Db, wake: Arc<Notify>) -> Self {
        Self {
            db,
            kinds: HashMap::new(),
            wake,
        }
    }

    /// Teaches it one kind of job.
    #[must_use]
    pub fn with<J: Job<Context = C>>(mut self) -> Self {
        let run: Run<C> = Arc::new(|context, payload| {
            Box::pin(async move {
                let job: J = serde_json::from_value(payload)
                    .map_err(|error| JobError::Dead(error.into()))?;
                job.run(context).await
            })
        });
        self.kinds.insert(
            J::NAME,
            Kind {
                run,
                max_attempts: J::MAX_ATTEMPTS,
                is_bulk: J::IS_BULK,
            },
        );
        self
    }

    /// Runs due jobs until `shutdown` completes; running batches are finished first.
    pub async fn run_until(
        &self,
        context: C,
        now: impl Fn() -> Timestamp,
        shutdown: impl Future<Output = ()>,
    ) {
        let shutdown = shutdown.shared();
        tokio::join!(
            self.run_lane(Lane::Prompt, &context, &now, shutdown.clone()),
            self.run_lane(Lane::Bulk, &context, &now, shutdown),
        );
    }

    async fn run_lane(
        &self,
        lane: Lane,
        context: &C,
        now: &impl Fn() -> Timestamp,
        shutdown: impl Future<Output = ()>,
    ) {
        tokio::pin!(shutdown);
        loop {
            match self.run_batch(lane, context, now()).await {
                Ok(0) => {}
                Ok(_) => continue,
                Err(error) => tracing::error!(%error, "jobs could not be claimed"),
            }
            // One call wakes one waiter, and those for many people are in no hurry.
            let woken = async {
                match lane {
                    Lane::Prompt => self.wake.notified().await,
                    Lane::Bulk => std::future::pending().await,
                }
            };
            tokio::select! {
                () = &mut shutdown => return,
                () = woken => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// Runs everything that is due at `now`, including what those jobs enqueue; returns how many attempts were made.
    pub async fn run_due(&self, context: &C, now: Timestamp) -> Result<usize, DbErr> {
        let mut total = 0;
        loop {
            let ran = self.run_batch(Lane::Prompt, context, now).await?
                + self.run_batch(Lane::Bulk, context, now).await?;
            match ran {
                0 => return Ok(total),
                ran => total += ran,
            }
        }
    }

    async fn run_batch(&self, lane: Lane, context: &C, now: Timestamp) -> Result<usize, DbErr> {
        let claimed = self.claim(lane, now).await?;
        let attempts = claimed
            .into_iter()
            .map(|job| self.attempt(context, job, now));
        join_all(attempts)
            .await
            .into_iter()
            .try_fold(0, |count, result| result.map(|()| count + 1))
    }

    async fn claim(&self, lane: Lane, now: Timestamp) -> Result<Vec<Model>, DbErr> {
        let bulk = self.kinds.iter().filter(|(_, kind)| kind.is_bulk);
        let bulk = bulk.map(|(name, _)| *name);
        let (of_lane, batch) = match lane {
            Lane::Bulk => (Column::Name.is_in(bulk), BULK_BATCH),
            Lane::Prompt => (Column::Name.is_not_in(bulk), BATCH),
        };
        let due = Column::State
            .eq(State::Waiting)
            .and(of_lane)
            .and(Column::RunAt.lte(now))
            .and(
                Column::LeasedUntil
                    .is_null()
                    .or(Column::LeasedUntil.lt(now)),
            );
        // Looking first spares the one writer an empty transaction every second.
        if Entity::find()
            .filter(due.clone())
            .limit(1)
            .one(self.db.read())
            .await?
            .is_none()
        {
            return Ok(Vec::new());
        }
        let tx = self.db.write().await?;
        let jobs = Entity::find()
            .filter(due)
            .order_by_asc(Column::RunAt)
            .order_by_asc(Column::Id)
            .limit(batch)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .all(&tx)
            .await?;
        Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(now.plus(LEASE)))
            .filter(Column::Id.is_in(jobs.iter().map(|job| job.id)))
            .exec(&tx)
            .await?;
        tx.commit().await?;
        Ok(jobs)
    }

    async fn attempt(&self, context: &C, job: Model, now: Timestamp) -> Result<(), DbErr> {
        let attempts = job.attempts + 1;
        let (outcome, max_attempts) = match self.kinds.get(job.name.as_str()) {
            Some(kind) => ((kind.run)(context, job.payload).await, kind.max_attempts),
            None => (
                Err(JobError::Dead(anyhow!("no job of this name is known"))),
                0,
            ),
        };
        let failure = match outcome {
            Ok(()) => None,
            Err(JobError::Dead(error)) => Some((error, State::Dead)),
            Err(JobError::Retry(error)) if attempts >= max_attempts => Some((error, State::Dead)),
            Err(JobError::Retry(error)) => Some((error, State::Waiting)),
        };
        let tx = self.db.write().await?;
        if let Some((error, state)) = failure {
            // The reason may quote a recipient, so it stays in the row.
            tracing::warn!(job = %job.id, name = job.name, attempts, dead = state == State::Dead, "job failed");
            Entity::update_many()
                .col_expr(Column::State, Expr::value(state.to_value()))
                .col_expr(Column::Attempts, Expr::value(attempts))
                .col_expr(Column::RunAt, Expr::value(now.plus(back_off(attempts - 1))))
                .col_expr(Column::LeasedUntil, Expr::value(None::<Timestamp>))
                .col_expr(Column::LastError, Expr::value(format!("{error:#}")))
                .filter(Column::Id.eq(job.id))
                .exec(&tx)
                .await?;
        } else {
            Entity::delete_by_id(job.id).exec(&tx).await?;
        }
        tx.commit().await
    }
}
