use std::any::Any;
use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::anyhow;
use futures::FutureExt as _;
use hoi_db::{Db, GroupCommit, Timestamp};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter};
use serde_json::Value;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::claim::Claimed;
use crate::entity::{Column, Entity, State};
use crate::{Attempt, Job, JobError, Lane, Retry};

/// How long a claim lasts unless its holder renews it. After this time the jobs of a server that died become free: within
/// a minute, and later than the clocks of servers differ.
const LEASE: Duration = Duration::from_secs(45);
/// How long running jobs may take to finish once the runner is asked to stop. Longer ones are cancelled and given back:
/// one conversation with a mail server may take a quarter of an hour, and stopping a server must not.
const GRACE: Duration = Duration::from_secs(5);
/// The interval between looks for due rows when no notification comes.
const POLL: Duration = Duration::from_secs(1);
/// The shortest time between two looks for due rows: rows stored meanwhile are found together.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// The time between two jobs of a lane while jobs give way.
const GIVING_WAY: Duration = Duration::from_millis(100);

type BoxedFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
type Run<C> = Arc<
    dyn for<'a> Fn(&'a C, Value, Attempt) -> BoxedFuture<'a, Result<(), JobError>> + Send + Sync,
>;
type OnDead<C> = Arc<
    dyn for<'a> Fn(&'a C, Value, Attempt, &'a JobError) -> BoxedFuture<'a, anyhow::Result<bool>>
        + Send
        + Sync,
>;

pub(crate) struct Kind<C> {
    run: Run<C>,
    pub(crate) on_dead: OnDead<C>,
    pub(crate) retry: Retry,
    pub(crate) service: Option<&'static str>,
}

/// Claims and runs jobs. Every kind must be registered before it starts.
pub struct Runner<C> {
    pub(crate) db: Db,
    pub(crate) kinds: HashMap<&'static str, Kind<C>>,
    wake: Arc<Notify>,
    pub(crate) lease: Duration,
    is_alone: bool,
    grace: Duration,
    /// Jobs that run here. They are not claimed again meanwhile, whatever their rows say.
    running: Arc<Mutex<HashSet<Uuid>>>,
    /// The rows of jobs that have succeeded, which are removed together.
    pub(crate) removals: GroupCommit<Uuid>,
    gives_way: Arc<dyn Fn() -> bool + Send + Sync>,
    /// The latest time seen, in milliseconds; `i64::MAX` before the first.
    last_seen: AtomicI64,
}

impl<C: Clone + Send + Sync + 'static> Runner<C> {
    /// Creates a runner without kinds. The caller notifies `wake` after a commit that stored jobs, so that they start
    /// at once instead of at the next poll.
    #[must_use]
    pub fn new(db: Db, wake: Arc<Notify>) -> Self {
        Self {
            db,
            kinds: HashMap::new(),
            wake,
            lease: LEASE,
            is_alone: false,
            grace: GRACE,
            running: Arc::default(),
            removals: GroupCommit::default(),
            gives_way: Arc::new(|| false),
            last_seen: AtomicI64::new(i64::MAX),
        }
    }

    /// Says that no other server runs jobs of this database. Claims that are found at the start are of a server that died,
    /// so their jobs run at once.
    #[must_use]
    pub fn alone(self) -> Self {
        Self {
            is_alone: true,
            ..self
        }
    }

    /// Replaces the lease of 45 seconds.
    #[must_use]
    pub fn with_lease(self, lease: Duration) -> Self {
        Self { lease, ..self }
    }

    /// Replaces the five seconds that running jobs have to finish when the runner stops.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// Names the condition under which jobs give way to more important work: as long as it holds, only one job of each
    /// lane but the urgent one runs in [`GIVING_WAY`].
    #[must_use]
    pub fn giving_way(self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self {
            gives_way: Arc::new(condition),
            ..self
        }
    }

    /// Registers one kind of job, which may use a part of the context alone.
    #[must_use]
    pub fn with<J: Job>(mut self) -> Self
    where
        C: Borrow<J::Context>,
    {
        let run: Run<C> = Arc::new(|context, payload, attempt| {
            Box::pin(async move {
                let job: J = serde_json::from_value(payload)
                    .map_err(|error| JobError::Dead(error.into()))?;
                job.run(context.borrow(), attempt).await
            })
        });
        let on_dead: OnDead<C> = Arc::new(|context, payload, attempt, error| {
            Box::pin(async move {
                match serde_json::from_value::<J>(payload) {
                    Ok(job) => job.on_dead(context.borrow(), attempt, error).await,
                    Err(_) => Ok(true),
                }
            })
        });
        self.kinds.insert(
            J::NAME,
            Kind {
                run,
                on_dead,
                retry: J::RETRY,
                service: J::SERVICE,
            },
        );
        self
    }

    /// Returns the names of all registered kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.keys().copied()
    }

    /// Runs due jobs until `shutdown` completes. Then it starts no more, waits a short time for running jobs, and
    /// cancels and gives back those that take longer.
    pub async fn run_until(
        self,
        context: C,
        now: impl Fn() -> Timestamp + Clone + Send + Sync + 'static,
        shutdown: impl Future<Output = ()>,
    ) {
        let runner = Arc::new(self);
        if runner.is_alone
            && let Err(error) = runner.end_claims().await
        {
            tracing::warn!(%error, "jobs of the last run wait for their lease to end");
        }
        let (waker, woken) = watch::channel(());
        let (stopping, stopped) = watch::channel(false);
        let lanes = Lane::ALL.map(|lane| {
            Arc::clone(&runner).run_lane(
                lane,
                context.clone(),
                now.clone(),
                woken.clone(),
                stopped.clone(),
            )
        });
        let wake = async {
            loop {
                runner.wake.notified().await;
                waker.send_replace(());
                sleep(BETWEEN_LOOKS).await;
            }
        };
        let stop = async {
            shutdown.await;
            stopping.send_replace(true);
        };
        let mut lanes = tokio::select! {
            (lanes, ()) = futures::future::join(futures::future::join_all(lanes), stop) => lanes,
            () = wake => return,
        };
        let finished = timeout(runner.grace, async {
            for lane in &mut lanes {
                while lane.join_next().await.is_some() {}
            }
        });
        if finished.await.is_err() {
            let left: Vec<_> = runner.running().iter().copied().collect();
            for lane in &mut lanes {
                lane.shutdown().await;
            }
            runner.give_back(left).await;
        }
    }

    /// Runs jobs of one lane until `stopped` becomes true. Returns the tasks that still run.
    async fn run_lane(
        self: Arc<Self>,
        lane: Lane,
        context: C,
        now: impl Fn() -> Timestamp + Clone + Send + Sync + 'static,
        mut woken: watch::Receiver<()>,
        mut stopped: watch::Receiver<bool>,
    ) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        while !*stopped.borrow() {
            let gives_way = lane != Lane::Urgent && (self.gives_way)();
            let slots = if gives_way { 1 } else { lane.slots() };
            let free = slots.saturating_sub(tasks.len());
            match self.claim(lane, free, now()).await {
                Ok(jobs) => {
                    for job in jobs {
                        tasks.spawn(Arc::clone(&self).attempt(context.clone(), job, now.clone()));
                    }
                }
                Err(error) => tracing::error!(%error, "jobs could not be claimed"),
            }
            if gives_way {
                drop(timeout(GIVING_WAY, stopped.changed()).await);
            } else {
                tokio::select! {
                    _ = stopped.changed() => {}
                    Some(_) = tasks.join_next() => {
                        // Others end soon as well, and looking for the next ones costs as much for one as for many.
                        let half = async {
                            while tasks.len() > lane.slots() / 2 && tasks.join_next().await.is_some() {}
                        };
                        drop(timeout(BETWEEN_LOOKS, half).await);
                    }
                    _ = woken.changed() => {}
                    () = sleep(POLL) => {}
                }
            }
            while tasks.try_join_next().is_some() {}
        }
        tasks
    }

    /// Runs all jobs that are due at `now`, including those they enqueue, and returns the number of attempts.
    pub async fn run_due(self, context: &C, now: Timestamp) -> Result<usize, DbErr> {
        let runner = Arc::new(self);
        let mut total = 0;
        loop {
            let mut tasks = JoinSet::new();
            for lane in Lane::ALL {
                for job in runner.claim(lane, lane.slots(), now).await? {
                    let clock = move || now;
                    tasks.spawn(Arc::clone(&runner).attempt(context.clone(), job, clock));
                }
            }
            if tasks.is_empty() {
                return Ok(total);
            }
            total += tasks.len();
            while tasks.join_next().await.is_some() {}
        }
    }

    pub(crate) fn running(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers `now`. Returns true for the first moment and for one before the previous moment.
    pub(crate) fn clock_moved_back(&self, now: Timestamp) -> bool {
        now.0 < self.last_seen.swap(now.0, Ordering::Relaxed)
    }

    /// Runs one claimed job and records the outcome.
    async fn attempt(self: Arc<Self>, context: C, claimed: Claimed, now: impl Fn() -> Timestamp) {
        let _running = Running::new(&self.running, claimed.job.id);
        let outcome = if claimed.is_expired {
            Err(JobError::Outage(anyhow!(
                claimed.job.last_error.clone().unwrap_or_default()
            )))
        } else {
            tokio::select! {
                outcome = self.run(&context, &claimed) => outcome,
                never = self.renew(claimed.job.id, &now) => match never {},
            }
        };
        self.record(&context, claimed, outcome, now()).await;
    }

    /// Runs the job's code. A panic fails this job only.
    async fn run(&self, context: &C, claimed: &Claimed) -> Result<(), JobError> {
        let job = &claimed.job;
        let Some(kind) = self.kinds.get(job.name.as_str()) else {
            return Err(JobError::Dead(anyhow!("no job of this name is known")));
        };
        let run = (kind.run)(context, job.payload.clone(), claimed.attempt());
        let outcome = AssertUnwindSafe(run).catch_unwind().await;
        outcome.unwrap_or_else(|panic| {
            tracing::error!(job = %job.id, name = job.name, "a job panicked");
            Err(JobError::Retry(anyhow!("panicked: {}", reason(&*panic))))
        })
    }

    /// Renews the lease, so that no other server claims a slow job.
    async fn renew(&self, id: Uuid, now: &impl Fn() -> Timestamp) -> std::convert::Infallible {
        loop {
            sleep(self.lease / 3).await;
            let until = now().plus(self.lease);
            if let Err(error) = self.set_lease(vec![id], Some(until)).await {
                tracing::warn!(%error, "the lease of a job could not be renewed");
            }
        }
    }

    async fn give_back(&self, ids: Vec<Uuid>) {
        tracing::info!(jobs = ids.len(), "jobs that take long are given back");
        let given_back = timeout(Duration::from_secs(2), self.set_lease(ids, None));
        if !matches!(given_back.await, Ok(Ok(()))) {
            tracing::warn!("jobs could not be given back; they wait for their lease to end");
        }
    }

    /// Gives back all jobs.
    async fn end_claims(&self) -> Result<(), DbErr> {
        let tx = self.db.write().await?;
        Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(None::<Timestamp>))
            .filter(Column::State.eq(State::Waiting))
            .filter(Column::LeasedUntil.is_not_null())
            .exec(&tx)
            .await?;
        tx.commit().await
    }

    async fn set_lease(&self, ids: Vec<Uuid>, until: Option<Timestamp>) -> Result<(), DbErr> {
        let tx = self.db.write().await?;
        Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(until))
            .filter(Column::Id.is_in(ids))
            .exec(&tx)
            .await?;
        tx.commit().await
    }
}

fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

/// Keeps an identifier in the set of running jobs until it is dropped.
struct Running {
    set: Arc<Mutex<HashSet<Uuid>>>,
    id: Uuid,
}

impl Running {
    fn new(set: &Arc<Mutex<HashSet<Uuid>>>, id: Uuid) -> Self {
        let set = Arc::clone(set);
        set.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id);
        Self { set, id }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.set
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.id);
    }
}
