//! The desk: one queue, one loop. What waits at the same moment is decided together, in order of arrival, in one short
//! transaction; only after its commit is anyone answered. At rest that is one request a transaction, without delay;
//! under load a few hundred, which is what makes it fast.
//!
//! Several servers may share a database: their desks wait for one another at the locked rows of an event.

use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use anyhow::anyhow;
use hoi_db::{Db, Timestamp};
use sea_orm::DbErr;
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::burst::Recents;
use super::entity::attendance;
use super::errands::{
    AddByHand, Change, ChangeEach, ChangeSeat, Changes, Confirm, Errand, Expire, GiveBack, Import,
    Imported, Needs, Register, Registered, Rehearsal, Release, ReleaseEach,
};
use super::newcomer::{Keys, Newcomer};
use super::once::Once;
use super::rules::{Books, Refusal};
use super::{AttendanceId, store};
use crate::accounts::UserId;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::events::EventId;
use crate::realtime::Realtime;

/// Requests that may wait. Beyond, a request is turned away at once (5003, `Retry-After`): waiting longer than this
/// takes to work off would outlast the visitor's patience.
pub const QUEUE: usize = 4096;
/// Seats decided in one transaction, unless a single request asks for more.
const BATCH: usize = 256;
/// How often answers that are kept for a day are looked through.
const SWEEP: Duration = Duration::from_mins(10);
/// Seats that one request may concern.
pub const MAX_SEATS: usize = 5000;

/// Gives out and takes back seats. Made with the application; every server has one.
pub struct Desk {
    line: mpsc::Sender<Box<dyn Waiting>>,
    closing: Arc<Notify>,
    work: Mutex<Option<JoinHandle<()>>>,
}

impl Desk {
    /// Opens the desk. `jobs` is notified when mails are to be sent, `realtime` when the number of people changed.
    #[must_use]
    pub fn open(db: Db, clock: Clock, jobs: Arc<Notify>, realtime: Arc<Realtime>) -> Self {
        let (line, waiting) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let clerk = Clerk {
            db,
            clock,
            jobs,
            realtime,
            recents: Arc::default(),
        };
        let work = tokio::spawn(clerk.work(waiting, Arc::clone(&closing)));
        Self {
            line,
            closing,
            work: Mutex::new(Some(work)),
        }
    }

    /// Turns further requests away, serves those who wait, and returns when all have been answered.
    pub async fn close(&self) {
        self.closing.notify_one();
        if let Some(work) = self.work.lock().await.take()
            && let Err(error) = work.await
        {
            tracing::error!(%error, "the desk did not close cleanly");
        }
    }

    /// Gives a visitor a seat.
    ///
    /// # Errors
    /// In this order: 5014, 5015; 5013; 5011; 5002 (invitation code); 5003 (full). 5008 when `once` was used for
    /// another request.
    pub async fn register(&self, person: Newcomer, once: Option<Once>) -> Result<Registered> {
        let keys = Keys::of(&person);
        self.ask(Register { person, keys, once }).await
    }

    /// Gives somebody whom the organiser `by` adds a seat, whether the form is open or not.
    ///
    /// # Errors
    /// In this order: 5009 (cancelled); 5013; 5011; 5002 (invitation code); 5003 (full).
    pub async fn add_by_hand(&self, person: Newcomer, by: UserId) -> Result<attendance::Model> {
        let keys = Keys::of(&person);
        self.ask(AddByHand { person, keys, by }).await
    }

    /// Gives seats of one event to all `people`, at most [`MAX_SEATS`], or to none of them.
    ///
    /// # Errors
    /// 5008 when `once` was used for another request. What is wrong with single people is an answer, not an error.
    pub async fn import(
        &self,
        event: EventId,
        people: Vec<Newcomer>,
        by: UserId,
        once: Option<Once>,
    ) -> Result<Imported> {
        self.ask(Import {
            event,
            people: with_keys(people),
            by,
            once,
        })
        .await
    }

    /// What [`Self::import`] would answer now; nothing is given to anyone.
    ///
    /// # Errors
    /// 5002 for more than [`MAX_SEATS`].
    pub async fn rehearse(&self, event: EventId, people: Vec<Newcomer>) -> Result<Imported> {
        let people = with_keys(people);
        self.ask(Rehearsal { event, people }).await
    }

    /// Changes a participant's class, address and other columns in one step.
    ///
    /// # Errors
    /// In this order: 5005 (no such participant of this event); 5013; 5009 (a move at a cancelled event); 5011.
    pub async fn change(&self, event: EventId, id: AttendanceId, change: Change) -> Result<()> {
        self.ask(ChangeSeat { event, id, change }).await
    }

    /// Removes participants and gives their seats back, all or none; returns how many there were. Invitation codes
    /// keep counting them.
    ///
    /// # Errors
    /// 5005 when one of them is not (any more) a participant of this event.
    pub async fn release(
        &self,
        event: EventId,
        mut ids: Vec<AttendanceId>,
        by: UserId,
    ) -> Result<usize> {
        ids.sort_unstable();
        ids.dedup();
        let count = ids.len();
        self.ask(Release { event, ids, by }).await?;
        Ok(count)
    }

    /// Changes many participants, each on their own and in the order given; answers whom it was refused to, and why.
    ///
    /// # Errors
    /// Only when nothing was decided. What is wrong with single people is an answer, not an error.
    pub async fn change_each(
        &self,
        event: EventId,
        changes: Vec<(AttendanceId, Change)>,
    ) -> Result<Vec<(AttendanceId, Refusal)>> {
        let seats = changes
            .into_iter()
            .map(|(id, change)| ChangeSeat { event, id, change });
        self.ask(ChangeEach(seats.collect())).await
    }

    /// Removes many participants, each on their own; answers whom it was refused for, and why.
    ///
    /// # Errors
    /// Only when nothing was decided.
    pub async fn release_each(
        &self,
        event: EventId,
        ids: Vec<AttendanceId>,
        by: UserId,
    ) -> Result<Vec<(AttendanceId, Refusal)>> {
        self.ask(ReleaseEach { event, ids, by }).await
    }

    /// Takes back the seat of a visitor who does not come, once, however often they say so; `name` is for the event's
    /// log. The invitation code keeps counting it.
    ///
    /// # Errors
    /// In this order: 5005 (the event is cancelled or gone, or the seat is); 5008 (came in); 5009 (too late); 5008 (paid).
    pub async fn give_back(&self, event: EventId, id: AttendanceId) -> Result<()> {
        self.ask(GiveBack { event, id }).await
    }

    /// Confirms the seat of somebody who registered themselves: with the link in their mail, or `by` an organiser. A
    /// seat that is confirmed already stays so.
    ///
    /// # Errors
    /// 5005: the event is cancelled or gone, or the seat is.
    pub async fn confirm(
        &self,
        event: EventId,
        id: AttendanceId,
        by: Option<UserId>,
    ) -> Result<()> {
        self.ask(Confirm { event, id, by }).await
    }

    /// Takes back those of these seats that were not confirmed in time; returns how many.
    ///
    /// # Errors
    /// Only when nothing was decided.
    pub async fn expire(&self, event: EventId, ids: Vec<AttendanceId>) -> Result<usize> {
        self.ask(Expire { event, ids }).await
    }

    /// Stands in line. Whoever stops waiting for the answer is served all the same.
    async fn ask<E: Errand>(&self, errand: E) -> Result<E::Answer> {
        if errand.size() > MAX_SEATS {
            return Err(Error::PayloadTooLarge);
        }
        let (reply, answer) = oneshot::channel();
        let place = Box::new(Place {
            errand,
            decided: None,
            reply,
        });
        self.line.try_send(place).map_err(|_| Error::Busy)?;
        answer
            .await
            .map_err(|_| Error::Internal(anyhow!("the desk left a request unanswered")))?
    }
}

fn with_keys(people: Vec<Newcomer>) -> Vec<(Newcomer, Keys)> {
    let with_keys = people.into_iter().map(|person| {
        let keys = Keys::of(&person);
        (person, keys)
    });
    with_keys.collect()
}

/// A requester in line, whatever the errand.
trait Waiting: Send {
    fn size(&self) -> usize;
    fn needs(&self, needs: &mut Needs);
    fn decide(&mut self, books: &mut Books, changes: &mut Changes, now: Timestamp);
    /// Tells what was decided last.
    fn answer(self: Box<Self>);
    /// Tells that nothing was.
    fn fail(self: Box<Self>, error: Error);
}

struct Place<E: Errand> {
    errand: E,
    decided: Option<Result<E::Answer>>,
    reply: oneshot::Sender<Result<E::Answer>>,
}

impl<E: Errand> Waiting for Place<E> {
    fn size(&self) -> usize {
        self.errand.size()
    }

    fn needs(&self, needs: &mut Needs) {
        self.errand.needs(needs);
    }

    fn decide(&mut self, books: &mut Books, changes: &mut Changes, now: Timestamp) {
        self.decided = Some(self.errand.decide(books, changes, now));
    }

    fn answer(self: Box<Self>) {
        if let Some(decided) = self.decided {
            // Whoever has left meanwhile keeps the seat.
            drop(self.reply.send(decided));
        }
    }

    fn fail(self: Box<Self>, error: Error) {
        drop(self.reply.send(Err(error)));
    }
}

/// Who serves the line.
#[derive(Clone)]
struct Clerk {
    db: Db,
    clock: Clock,
    jobs: Arc<Notify>,
    realtime: Arc<Realtime>,
    recents: Arc<StdMutex<Recents>>,
}

impl Clerk {
    async fn work(self, mut line: mpsc::Receiver<Box<dyn Waiting>>, closing: Arc<Notify>) {
        let mut next_sweep = self.clock.now();
        loop {
            let first = tokio::select! {
                first = line.recv() => first,
                () = closing.notified() => {
                    line.close();
                    continue;
                }
            };
            let Some(first) = first else { return };
            let mut seats = first.size();
            let mut batch = vec![first];
            while seats < BATCH
                && let Ok(next) = line.try_recv()
            {
                seats += next.size();
                batch.push(next);
            }
            // In a task of its own, so that a panic costs this batch and not the desk.
            if let Err(panic) = tokio::spawn(self.clone().serve(batch)).await {
                tracing::error!(%panic, "a batch was not decided");
            }
            if self.clock.now() >= next_sweep {
                next_sweep = self.clock.now().plus(SWEEP);
                self.recents().forget_old(self.clock.now());
                if let Err(error) = self.forget_receipts().await {
                    tracing::warn!(%error, "answers of yesterday were not removed");
                }
            }
        }
    }

    /// A batch that cannot be stored is decided anew once, because what stood in the way may be gone; then everyone
    /// on their own, so that nobody pays for another's request.
    async fn serve(self, mut batch: Vec<Box<dyn Waiting>>) {
        for _ in 0..2 {
            match self.decide(&mut batch).await {
                Ok(()) => {
                    for waiting in batch {
                        waiting.answer();
                    }
                    return;
                }
                Err(error) => tracing::warn!(%error, size = batch.len(), "a batch was not stored"),
            }
        }
        let mut unreachable = false;
        for mut waiting in batch {
            if unreachable {
                waiting.fail(Error::Busy);
                continue;
            }
            match self.decide(std::slice::from_mut(&mut waiting)).await {
                Ok(()) => waiting.answer(),
                Err(error) => {
                    unreachable = hoi_db::is_temporary(&error);
                    waiting.fail(error.into());
                }
            }
        }
    }

    /// Decides a batch and stores what was decided.
    async fn decide(&self, batch: &mut [Box<dyn Waiting>]) -> Result<(), DbErr> {
        let mut needs = Needs::default();
        for waiting in batch.iter() {
            waiting.needs(&mut needs);
        }
        let tx = self.db.write().await?;
        let now = self.clock.now();
        let mut books = store::open_books(&tx, needs, now).await?;
        let mut changes = Changes::default();
        for waiting in batch {
            waiting.decide(&mut books, &mut changes, now);
        }
        let mut counted = self.recents().count(&changes.seated);
        changes.note_bursts(std::mem::take(&mut counted.begun));
        let has_mails = changes.has_mails();
        store::close_books(&tx, &books, changes, now).await?;
        tx.commit().await?;
        self.recents().keep(counted);
        if has_mails {
            self.jobs.notify_one();
        }
        for (event, books) in &books.events {
            if books.seats.change() != 0 {
                self.realtime.event_changed(*event);
            }
        }
        Ok(())
    }

    fn recents(&self) -> std::sync::MutexGuard<'_, Recents> {
        self.recents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn forget_receipts(&self) -> Result<(), DbErr> {
        let tx = self.db.write().await?;
        store::forget_receipts(&tx, self.clock.now()).await?;
        tx.commit().await
    }
}
