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
use hoi_community::accounts::UserId;
use hoi_db::{Db, Timestamp};
use hoi_platform::clock::Clock;
use hoi_platform::error::{Error, Result};
use hoi_platform::idempotency::IdempotentRequest;
use hoi_platform::ids::TransferId;
use hoi_platform::metrics::Metrics;
use hoi_platform::realtime::Realtime;
use hoi_platform::snapshots::Snapshots;
use sea_orm::DbErr;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

use super::burst::Recents;
use super::commands::{
    AddByHand, Change, ChangeEach, ChangeSeat, Changes, Command, Confirm, Expire, GiveBack, Needs,
    PaymentChange, Register, Registered, Release, ReleaseEach, ReleaseUnpaid,
};
use super::import::{Batch, Import, ImportBatch, ImportDryRun, Imported};
use super::new_registration::{Keys, NewRegistration};
use super::rules::{PaymentTerms, Refusal, SeatInventory, Surplus};
use super::rush::Rush;
use super::settle::{NotePayment, Noted, PaidSeat, Settle, TakeBack, TakeNoted};
use super::store;
use crate::attendances::AttendanceId;
use crate::bank_accounts::entity::transfer;
use crate::events::EventId;

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

    /// Gives a visitor a seat.
    ///
    /// # Errors
    /// In this order: 5014, 5015; 5013; 5011; 5002 (invitation code); 5003 (full, or the limit per address). 5008 when
    /// the idempotency key was used for another request.
    pub async fn register(
        &self,
        person: NewRegistration,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<Registered> {
        self.count_visitor();
        let keys = Keys::of(&person);
        self.submit(Register {
            person,
            keys,
            idempotency: self.named(idempotency),
        })
        .await
    }

    /// Gives a seat to a person added by the organiser `by`, whether registration is open or not.
    ///
    /// # Errors
    /// In this order: 5009 (cancelled); 5013; 5011; 5002 (invitation code); 5003 (full). 5008 when the idempotency key was
    /// used for another request.
    pub async fn add_by_hand(
        &self,
        person: NewRegistration,
        by: UserId,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<Registered> {
        let keys = Keys::of(&person);
        self.submit(AddByHand {
            person,
            keys,
            by,
            idempotency: self.named(idempotency),
        })
        .await
    }

    /// Gives seats of one event to all people of `batch`, changes those that are there, and adds classes and questions; at
    /// most [`MAX_SEATS`] people, all or nothing.
    ///
    /// # Errors
    /// 5008 when a person, the form or a class was changed since it was read, or when the idempotency key was used for
    /// another request. Refusals of single people are an answer, not an error.
    pub async fn import(
        &self,
        event: EventId,
        batch: impl Into<ImportBatch>,
        by: UserId,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<Imported> {
        self.submit(Import {
            batch: Batch::new(event, batch.into()),
            by,
            idempotency: self.named(idempotency),
        })
        .await
    }

    /// Returns the answer that [`Self::import`] would give now, without doing anything.
    ///
    /// # Errors
    /// As [`Self::import`]; 5002 for more than [`MAX_SEATS`] people.
    pub async fn check_import(
        &self,
        event: EventId,
        batch: impl Into<ImportBatch>,
    ) -> Result<Imported> {
        self.submit(ImportDryRun(Batch::new(event, batch.into())))
            .await
    }

    /// Changes a participant's class, e-mail address and other columns in one step.
    ///
    /// # Errors
    /// In this order: 5005 (the event has no such participant, or their data was erased); 5013; 5009 (a move at a cancelled event); 5011.
    pub async fn change(&self, event: EventId, id: AttendanceId, change: Change) -> Result<()> {
        self.submit(ChangeSeat::new(event, id, change)).await
    }

    /// Removes participants and takes their seats back, all or none. Returns their number. Their use of invitation
    /// codes still counts.
    ///
    /// # Errors
    /// 5005 when one of them is not a participant of this event, or no longer.
    pub async fn release(
        &self,
        event: EventId,
        mut ids: Vec<AttendanceId>,
        by: UserId,
    ) -> Result<usize> {
        ids.sort_unstable();
        ids.dedup();
        let count = ids.len();
        self.submit(Release { event, ids, by }).await?;
        Ok(count)
    }

    /// Changes many participants independently, in the order given. Returns the refused ones with the reasons.
    ///
    /// # Errors
    /// Only when nothing was decided. Refusals of single participants are an answer, not an error.
    pub async fn change_each(
        &self,
        event: EventId,
        changes: Vec<(AttendanceId, Change)>,
    ) -> Result<Vec<(AttendanceId, Refusal)>> {
        let seats = changes
            .into_iter()
            .map(|(id, change)| ChangeSeat::new(event, id, change));
        self.submit(ChangeEach(seats.collect())).await
    }

    /// Removes many participants independently. Returns the refused ones with the reasons.
    ///
    /// # Errors
    /// Only when nothing was decided.
    pub async fn release_each(
        &self,
        event: EventId,
        ids: Vec<AttendanceId>,
        by: UserId,
    ) -> Result<Vec<(AttendanceId, Refusal)>> {
        self.submit(ReleaseEach { event, ids, by }).await
    }

    /// Takes back the seat of a visitor who cancels; a repeated call is refused. The use of the invitation code still
    /// counts.
    ///
    /// # Errors
    /// In this order: 5005 (the event is cancelled or deleted, or the seat was taken back); 5008 (checked in); 5009
    /// (too late); 5008 (paid).
    pub async fn give_back(&self, event: EventId, id: AttendanceId) -> Result<()> {
        self.submit(GiveBack { event, id }).await
    }

    /// Confirms the seat of a visitor: with the link in the mail, or by the organiser `by`. Does nothing if the seat is
    /// confirmed.
    ///
    /// # Errors
    /// 5005: the event is cancelled or deleted, or the seat was taken back.
    pub async fn confirm(
        &self,
        event: EventId,
        id: AttendanceId,
        by: Option<UserId>,
    ) -> Result<()> {
        self.submit(Confirm { event, id, by }).await
    }

    /// Uses a transfer to pay for registrations, all or none: by its text, or as the organiser `by` decides.
    ///
    /// # Errors
    /// In this order: 5008 (the transfer was decided about); for each registration 5009 (the event is cancelled), 5005 (it
    /// was removed), 5008 (nothing is due, or another amount; by an organiser: more than due, and that is not agreed about).
    pub async fn settle(
        &self,
        transfer: transfer::Model,
        seats: Vec<PaidSeat>,
        terms: PaymentTerms,
        agreed: Option<Surplus>,
        by: Option<UserId>,
    ) -> Result<()> {
        self.submit(Settle {
            transfer,
            seats,
            terms,
            agreed,
            by,
        })
        .await
    }

    /// Takes a transfer back from the registrations that it paid for: the amounts received for them shrink by their
    /// parts, and registrations no longer covered become unpaid.
    ///
    /// # Errors
    /// 5008 (the transfer pays for nothing, or it was decided about money that is owed back because of it), 5005 (a
    /// registration was removed).
    pub async fn take_back(
        &self,
        transfer: TransferId,
        seats: Vec<(EventId, AttendanceId)>,
        by: UserId,
    ) -> Result<()> {
        self.submit(TakeBack {
            transfer,
            seats,
            by,
        })
        .await
    }

    /// Notes money that was received for a registration. With it the seat is confirmed, and paid when all of the price has
    /// arrived.
    ///
    /// # Errors
    /// In this order: 5009 (the event is cancelled), 5005 (the registration was removed; at the door also: it is not
    /// confirmed), 5008 (it is free; at the door also: another amount is due), 5003 (100 payments were noted), 5008 (it is
    /// more than due, and that is not agreed about). 5008 when the
    /// idempotency key was used for another request.
    pub async fn note_payment(
        &self,
        event: EventId,
        id: AttendanceId,
        noted: Noted,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<()> {
        self.submit(NotePayment {
            event,
            id,
            noted,
            idempotency: self.named(idempotency),
        })
        .await
    }

    /// Takes back a payment that was noted.
    ///
    /// # Errors
    /// 5009 (the event is cancelled), 5005 (the registration was removed, or has no such payment), 5008 (a transfer
    /// brought it).
    pub async fn take_noted(
        &self,
        event: EventId,
        id: AttendanceId,
        number: i64,
        by: UserId,
    ) -> Result<()> {
        self.submit(TakeNoted {
            event,
            id,
            number,
            by,
        })
        .await
    }

    /// Takes back those of these seats that were not confirmed in time, and returns their number.
    ///
    /// # Errors
    /// Only when nothing was decided.
    pub async fn expire(&self, event: EventId, ids: Vec<AttendanceId>) -> Result<usize> {
        self.submit(Expire { event, ids }).await
    }

    /// Takes back those of these seats that were not paid in time, and returns their number. Their participants get a
    /// mail, the event's owner one notification.
    ///
    /// # Errors
    /// Only when nothing was decided.
    pub async fn release_unpaid(&self, event: EventId, ids: Vec<AttendanceId>) -> Result<usize> {
        self.submit(ReleaseUnpaid { event, ids }).await
    }

    /// Where the answer to a commit can be lost, a request that its client did not name is named by the server.
    fn named(&self, idempotency: Option<IdempotentRequest>) -> Option<IdempotentRequest> {
        let by_server = || self.loses_answers.then(IdempotentRequest::of_the_server);
        idempotency.or_else(by_server)
    }

    /// Queues a command and waits for its answer. The command is decided even if its caller stops waiting.
    async fn submit<E: Command>(&self, command: E) -> Result<E::Answer> {
        if command.size() > MAX_SEATS {
            return Err(Error::PayloadTooLarge);
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
    fn decide(&mut self, inventory: &mut SeatInventory, changes: &mut Changes, now: Timestamp);
    /// Sends the last decision to the caller.
    fn answer(self: Box<Self>);
    /// Sends an error to the caller, because nothing was decided.
    fn fail(self: Box<Self>, error: Error);
}

struct Queued<E: Command> {
    command: E,
    decided: Option<Result<E::Answer>>,
    reply: oneshot::Sender<Result<E::Answer>>,
}

impl<E: Command> Waiting for Queued<E> {
    fn size(&self) -> usize {
        self.command.size()
    }

    fn needs(&self, needs: &mut Needs) {
        self.command.needs(needs);
    }

    fn decide(&mut self, inventory: &mut SeatInventory, changes: &mut Changes, now: Timestamp) {
        self.decided = Some(self.command.decide(inventory, changes, now));
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
    /// idempotency key (see [`Desk::named`]).
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
        let mut inventory = store::load_inventory(&tx, needs, now).await?;
        let mut changes = Changes::default();
        for waiting in batch {
            waiting.decide(&mut inventory, &mut changes, now);
        }
        let mut counted = self.recents().count(&changes.seated);
        changes.note_bursts(std::mem::take(&mut counted.begun));
        let has_mails = changes.has_mails();
        let paid: BTreeSet<_> = changes.payments.iter().map(PaymentChange::event).collect();
        store::store_inventory(tx, &inventory, changes, now).await?;
        self.recents().keep(counted);
        if has_mails {
            self.jobs.notify_one();
        }
        for (event, inventory) in &inventory.events {
            self.snapshots.forget_seats(*event);
            if inventory.seats.change() != 0 || paid.contains(event) {
                self.realtime.event_changed(*event);
            }
        }
        Ok(())
    }

    fn recents(&self) -> std::sync::MutexGuard<'_, Recents> {
        self.recents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
