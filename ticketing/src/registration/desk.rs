//! The desk: one queue, one loop. Requests that wait at the same moment are decided together, in order of arrival, in
//! one short transaction, and are answered only after its commit. At rest that is one request a transaction, without
//! delay; under load a few hundred, which makes it fast.
//!
//! Several servers may share a database: their desks wait for one another at the locked rows of an event.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use anyhow::anyhow;
use futures::FutureExt as _;
use hoi_db::Db;
use hoi_platform::clock::Clock;
use hoi_platform::error::{Error, Result};
use hoi_platform::metrics::Metrics;
use hoi_platform::realtime::Realtime;
use hoi_platform::snapshots::Snapshots;
use sea_orm::DbErr;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

use super::burst::Recents;
use super::command::{Command, Decisions, Effect, Needs, PaymentChange};
use super::rush::Rush;
use super::store;

/// The most requests that wait. Further ones are refused at once (5003, `Retry-After`), because they would wait longer
/// than a visitor's patience lasts.
pub const QUEUE: usize = 4096;
/// Seats decided in one transaction, unless a single request asks for more.
const BATCH: usize = 256;
/// The interval at which registrations that are no longer recent are forgotten.
const SWEEP: Duration = Duration::from_mins(10);
/// The most seats that one request may concern.
pub const MAX_SEATS: usize = 5000;

/// Gives seats and takes them back. Created with the application; every server has one.
pub struct Desk {
    queue: mpsc::Sender<Box<dyn Waiting>>,
    clock: Clock,
    rush: Rush,
    /// Whether the connection to the database can break after a commit and before its answer.
    loses_answers: bool,
    closing: Arc<Notify>,
    work: Mutex<Option<JoinHandle<()>>>,
}

impl Desk {
    /// Opens the desk. It notifies `jobs` when there are mails to send, and `realtime` and `snapshots` when the number
    /// of participants changed.
    #[must_use]
    pub fn open(
        db: Db,
        clock: Clock,
        jobs: Arc<Notify>,
        realtime: Arc<Realtime>,
        metrics: Arc<Metrics>,
        snapshots: Arc<Snapshots>,
    ) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let is_shared = db.is_shared();
        let worker = Worker {
            db,
            clock: clock.clone(),
            jobs,
            realtime,
            metrics,
            snapshots,
            recents: StdMutex::default(),
            answering: TaskTracker::new(),
        };
        let work = worker.work(waiting, Arc::clone(&closing));
        let work = if is_shared {
            // The database's answers arrive at the threads of the tasks.
            tokio::spawn(work)
        } else {
            // On a thread of its own: among the other tasks it would wait for those that it has answered, at each step of
            // a transaction anew.
            let runtime = Handle::current();
            tokio::task::spawn_blocking(move || runtime.block_on(work))
        };
        Self {
            queue,
            clock,
            rush: Rush::default(),
            loses_answers: is_shared,
            closing,
            work: Mutex::new(Some(work)),
        }
    }

    /// Refuses further requests, serves those that wait, and returns when all have been answered.
    pub async fn close(&self) {
        self.closing.notify_one();
        if let Some(work) = self.work.lock().await.take()
            && let Err(error) = work.await
        {
            tracing::error!(%error, "the desk did not close cleanly");
        }
    }

    /// Returns the number of requests that wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Returns whether visitors are registering.
    #[must_use]
    pub fn has_visitors(&self) -> bool {
        self.rush.has_any(self.clock.monotonic())
    }

    /// Returns whether so many visitors are registering that work that can wait should.
    #[must_use]
    pub fn has_rush(&self) -> bool {
        self.rush.is_rush(self.clock.monotonic())
    }

    /// Counts a visitor who asks for a seat, also one who has to wait before the desk.
    pub fn count_visitor(&self) {
        self.rush.count(self.clock.monotonic());
    }

    /// Queues a command and waits for its answer. The command is decided even if its caller stops waiting.
    ///
    /// # Errors
    /// Those of the command; 5002 when it concerns more than [`MAX_SEATS`] seats, 5003 when too many requests wait.
    pub async fn submit<A: Send + 'static>(&self, mut command: Command<A>) -> Result<A> {
        if command.size() > MAX_SEATS {
            return Err(Error::PayloadTooLarge);
        }
        // Where the answer to a commit can be lost, a request that its client did not name is named by the server.
        if self.loses_answers {
            command.name();
        }
        let (reply, answer) = oneshot::channel();
        let queued = Box::new(Queued {
            command,
            decided: None,
            reply,
        });
        self.queue.try_send(queued).map_err(|_| Error::Busy)?;
        answer
            .await
            .map_err(|_| Error::Internal(anyhow!("the desk left a request unanswered")))?
    }
}

/// A queued command of any kind.
trait Waiting: Send {
    fn size(&self) -> usize;
    fn needs(&self, needs: &mut Needs);
    fn decide(&mut self, decisions: &mut Decisions);
    /// Sends the last decision to the caller.
    fn answer(self: Box<Self>);
    /// Sends an error to the caller, because nothing was decided.
    fn fail(self: Box<Self>, error: Error);
}

struct Queued<A> {
    command: Command<A>,
    decided: Option<Result<A>>,
    reply: oneshot::Sender<Result<A>>,
}

impl<A: Send> Waiting for Queued<A> {
    fn size(&self) -> usize {
        self.command.size()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.add(&self.command.needs);
        let request = self.command.request().cloned();
        needs.idempotent_requests.extend(request);
    }

    fn decide(&mut self, decisions: &mut Decisions) {
        self.decided = Some(self.command.decide(decisions));
    }

    fn answer(self: Box<Self>) {
        if let Some(decided) = self.decided {
            // If the caller has stopped waiting, the decision stays.
            drop(self.reply.send(decided));
        }
    }

    fn fail(self: Box<Self>, error: Error) {
        drop(self.reply.send(Err(error)));
    }
}

/// Decides the queued commands.
struct Worker {
    db: Db,
    clock: Clock,
    jobs: Arc<Notify>,
    realtime: Arc<Realtime>,
    metrics: Arc<Metrics>,
    snapshots: Arc<Snapshots>,
    recents: StdMutex<Recents>,
    /// The tasks that answer.
    answering: TaskTracker,
}

impl Worker {
    async fn work(self, mut queue: mpsc::Receiver<Box<dyn Waiting>>, closing: Arc<Notify>) {
        let mut next_sweep = self.clock.now();
        loop {
            let first = tokio::select! {
                first = queue.recv() => first,
                () = closing.notified() => {
                    queue.close();
                    continue;
                }
            };
            let Some(first) = first else { break };
            let mut seats = first.size();
            let mut batch = vec![first];
            while seats < BATCH
                && let Ok(next) = queue.try_recv()
            {
                seats += next.size();
                batch.push(next);
            }
            self.metrics.batch(batch.len());
            // A panic fails this batch and not the desk.
            let served = AssertUnwindSafe(self.serve(batch)).catch_unwind().await;
            if served.is_err() {
                tracing::error!("a batch was not decided, because deciding it panicked");
            }
            if self.clock.now() >= next_sweep {
                next_sweep = self.clock.now().plus(SWEEP);
                self.recents().forget_old(self.clock.now());
            }
        }
        self.answering.close();
        self.answering.wait().await;
    }

    /// Decides a batch and answers. A batch that cannot be stored is decided again once, because the obstacle may be
    /// gone. After that every command is decided alone, so that none fails because of another. A connection may break
    /// after a commit and before its answer; a command that would then be done twice stores its answer under an
    /// idempotency key (see [`Command::name`]).
    async fn serve(&self, mut batch: Vec<Box<dyn Waiting>>) {
        for _ in 0..2 {
            match Box::pin(self.decide(&mut batch)).await {
                Ok(()) => return self.answer(batch),
                Err(error) => tracing::warn!(%error, size = batch.len(), "a batch was not stored"),
            }
        }
        let mut unreachable = false;
        for mut waiting in batch {
            if unreachable {
                waiting.fail(Error::Busy);
                continue;
            }
            match Box::pin(self.decide(std::slice::from_mut(&mut waiting))).await {
                Ok(()) => waiting.answer(),
                Err(error) => {
                    unreachable = hoi_db::is_temporary(&error);
                    waiting.fail(error.into());
                }
            }
        }
    }

    fn answer(&self, batch: Vec<Box<dyn Waiting>>) {
        let is_single = batch.len() == 1;
        let answer = || batch.into_iter().for_each(Waiting::answer);
        if is_single {
            answer();
        } else {
            // Beside the next batch.
            self.answering.spawn(async { answer() });
        }
    }

    /// Decides a batch and stores the result.
    async fn decide(&self, batch: &mut [Box<dyn Waiting>]) -> Result<(), DbErr> {
        let mut needs = Needs::default();
        for waiting in batch.iter() {
            waiting.needs(&mut needs);
        }
        let tx = self.db.write().await?;
        let now = self.clock.now();
        let inventory = store::load_inventory(&tx, &needs, now).await?;
        let mut decisions = Decisions::new(inventory, now);
        for waiting in batch {
            waiting.decide(&mut decisions);
        }
        let mut counted = self.recents().count(decisions.seated());
        decisions.note_bursts(std::mem::take(&mut counted.begun));
        let (mut has_mails, mut paid) = (false, BTreeSet::new());
        for effect in &decisions.effects {
            match effect {
                Effect::Mail(_) => has_mails = true,
                Effect::Pay(PaymentChange::Add(payment) | PaymentChange::Remove(payment)) => {
                    paid.insert(payment.event);
                }
                _ => {}
            }
        }
        store::store_decisions(tx, &mut decisions).await?;
        self.recents().keep(counted);
        if has_mails {
            self.jobs.notify_one();
        }
        for (event, seats) in &decisions.inventory.events {
            self.snapshots.forget_seats(*event);
            if seats.seats.change() != 0 || paid.contains(event) {
                self.realtime.event_changed(*event);
            }
        }
        Ok(())
    }

    fn recents(&self) -> std::sync::MutexGuard<'_, Recents> {
        self.recents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
