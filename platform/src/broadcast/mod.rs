//! Messages between servers on one database, so that a screen learns of a change on whichever server it is connected
//! to. Like a message to a socket, such a message is a hint: the database holds the truth.
//!
//! A server writes its messages as one row, at most one in [`PACE`], and looks for the rows of the others every
//! [`PAUSE`]. Unlike `LISTEN`, this works through connection poolers, and goes on where it stopped after a lost
//! connection. A server writes its rows one after the other, so the number of the last row read tells new rows from old
//! ones, whatever the clocks say.
//!
//! On an embedded database no messages are written.

pub mod entity;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hoi_db::{Db, Timestamp};
use sea_orm::{
    ColumnTrait as _, Condition, DbErr, EntityTrait as _, QueryFilter as _, QueryOrder as _,
    QuerySelect as _, Set,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::Notify;

use crate::clock;
use crate::ids::{AttendanceId, CheckinKeyId, EventId, ServerId, UserId};

/// The shortest time between two rows of one server.
pub const PACE: Duration = Duration::from_millis(100);
/// The time between two looks for the rows of the others.
pub const PAUSE: Duration = Duration::from_millis(200);
/// How long a server leaves its own rows in the table. A server that has not looked for half as long may have missed
/// some.
const KEPT: Duration = Duration::from_secs(30);
/// The age at which rows of a server that has ended are removed: longer than clocks differ.
const ABANDONED: Duration = Duration::from_mins(10);
/// How long a silent server is remembered. Its rows are long gone by then.
const FORGOTTEN: Duration = Duration::from_hours(1);
/// The most messages that wait to be written. Beyond it they are replaced by [`Message::Everything`].
const MAX_WAITING: usize = 10_000;
/// Messages in one row.
const CHUNK: usize = 1_000;
/// Rows read at one look.
const MAX_ROWS: u64 = 1_000;

/// A message to the other servers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Message {
    /// An event or its participants may have changed.
    EventChanged(EventId),
    /// A participant was let in.
    CheckedIn {
        event: EventId,
        participant: AttendanceId,
        at: Timestamp,
    },
    /// All screens of an event are to get this message, which anyone may read.
    Screens {
        event: EventId,
        name: String,
        data: Value,
    },
    /// The screens of an event's staff are to hear of a remote of its lucky draw; identifiers only.
    DrawRemote { event: EventId, data: Value },
    /// A check-in device may no longer be connected.
    KeyRevoked(CheckinKeyId),
    /// Sessions of an account have ended.
    SessionsEnded(UserId),
    /// Some messages were lost: anything may have changed.
    Everything,
}

/// The messages of this server to the others.
pub struct Broadcast {
    server: ServerId,
    /// None where no other server can read it.
    waiting: Option<Mutex<Waiting>>,
    woken: Notify,
    /// The number of the row written last.
    last: AtomicI64,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The messages that are being written, the oldest first. They stay here until they are stored, so that an aborted
    /// write loses none and keeps their order.
    writing: Vec<Message>,
    changed: BTreeSet<EventId>,
    others: Vec<Message>,
}

impl Waiting {
    fn add(&mut self, message: Message) {
        if self.writing.len() + self.changed.len() + self.others.len() >= MAX_WAITING {
            self.writing.clear();
            self.changed.clear();
            self.others.clear();
            self.others.push(Message::Everything);
        }
        match message {
            Message::EventChanged(event) => {
                self.changed.insert(event);
            }
            other => self.others.push(other),
        }
    }

    /// Returns the oldest messages that one row holds.
    fn next_row(&mut self) -> Vec<Message> {
        if self.writing.is_empty() {
            let changed = std::mem::take(&mut self.changed);
            let changed = changed.into_iter().map(Message::EventChanged);
            self.writing = changed.chain(std::mem::take(&mut self.others)).collect();
        }
        self.writing.iter().take(CHUNK).cloned().collect()
    }

    /// These messages, the oldest, are stored.
    fn stored(&mut self, messages: &[Message]) {
        // More messages than fit may have arrived meanwhile, and then none of these is left.
        if self.writing.starts_with(messages) {
            self.writing.drain(..messages.len());
        }
    }
}

/// A broadcast that drops its messages, for a database that no other server uses.
impl Default for Broadcast {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Broadcast {
    /// Sends messages only if the database `is_shared`; otherwise drops them.
    #[must_use]
    pub fn new(is_shared: bool) -> Self {
        Self {
            server: clock::new_id(),
            waiting: is_shared.then(Mutex::default),
            woken: Notify::new(),
            last: AtomicI64::new(0),
        }
    }

    /// Tells the other servers, within [`PACE`]. Called after the commit of the change that the message is about.
    pub fn tell(&self, message: Message) {
        if let Some(mut waiting) = self.waiting() {
            waiting.add(message);
            self.woken.notify_one();
        }
    }

    /// Whether other servers may read the messages.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.waiting.is_some()
    }

    fn waiting(&self) -> Option<MutexGuard<'_, Waiting>> {
        let waiting = self.waiting.as_ref()?;
        Some(waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until there is something to write. May return early.
    pub async fn wait(&self) {
        self.woken.notified().await;
    }

    /// Makes [`Self::wait`] return, because the waiting messages could not be written.
    pub fn write_again(&self) {
        self.woken.notify_one();
    }

    /// Writes the waiting messages. Messages that could not be written wait for the next call; others may read them
    /// twice if it is unknown whether the row was stored.
    pub async fn write(&self, db: &Db, now: Timestamp) -> Result<(), DbErr> {
        loop {
            let row = self.waiting().map(|mut waiting| waiting.next_row());
            let row = row.unwrap_or_default();
            if row.is_empty() {
                return Ok(());
            }
            let messages =
                serde_json::to_value(&row).map_err(|error| DbErr::Json(error.to_string()))?;
            // A number is never used twice, not even if it is unknown whether the row was stored.
            let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
            let tx = db.write().await?;
            let stored = entity::ActiveModel {
                server: Set(self.server),
                number: Set(number),
                messages: Set(messages),
                written_at: Set(now),
            };
            entity::Entity::insert(stored)
                .exec_without_returning(&tx)
                .await?;
            tx.commit().await?;
            if let Some(mut waiting) = self.waiting() {
                waiting.stored(&row);
            }
        }
    }

    /// Removes this server's rows that are older than `KEPT`, and those of servers that have ended.
    pub async fn remove_old(&self, db: &Db, now: Timestamp) -> Result<(), DbErr> {
        let own = Condition::all()
            .add(entity::Column::Server.eq(self.server))
            .add(entity::Column::WrittenAt.lt(now.minus(KEPT)));
        let abandoned = entity::Column::WrittenAt.lt(now.minus(ABANDONED));
        let old = Condition::any().add(own).add(abandoned);
        let tx = db.write().await?;
        entity::Entity::delete_many().filter(old).exec(&tx).await?;
        tx.commit().await
    }
}

/// The position up to which this server has read the others' rows.
#[derive(Debug, Default)]
pub struct Inbox {
    /// The last number read of each server, and when.
    read: HashMap<ServerId, (i64, Duration)>,
    looked: Option<Duration>,
}

impl Inbox {
    /// Returns the messages of the other servers since the last look, each server's in their order. The first look
    /// returns those still in the table. `now` is monotonic.
    pub async fn look(
        &mut self,
        db: &Db,
        own: &Broadcast,
        now: Duration,
    ) -> Result<Vec<Message>, DbErr> {
        let known = self.read.iter().map(|(server, (number, _))| {
            Condition::all()
                .add(entity::Column::Server.eq(*server))
                .add(entity::Column::Number.lte(*number))
        });
        let known = known.fold(Condition::any(), Condition::add);
        let mut rows = entity::Entity::find()
            .select_only()
            .columns([
                entity::Column::Server,
                entity::Column::Number,
                entity::Column::Messages,
            ])
            .filter(entity::Column::Server.ne(own.server))
            .order_by_asc(entity::Column::Server)
            .order_by_asc(entity::Column::Number)
            .limit(MAX_ROWS);
        if !self.read.is_empty() {
            rows = rows.filter(known.not());
        }
        let rows: Vec<(ServerId, i64, Value)> = rows.into_tuple().all(db.read()).await?;
        let missed = self
            .looked
            .is_some_and(|looked| now.saturating_sub(looked) > KEPT / 2);
        self.looked = Some(now);
        let mut told = Vec::new();
        if missed {
            told.push(Message::Everything);
        }
        for (server, number, messages) in rows {
            self.read.insert(server, (number, now));
            let Value::Array(messages) = messages else {
                continue;
            };
            // A server of another version may send messages that this one does not know.
            let messages = messages.into_iter();
            told.extend(messages.filter_map(|message| serde_json::from_value(message).ok()));
        }
        self.read
            .retain(|_, (_, read)| now.saturating_sub(*read) < FORGOTTEN);
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::new_id;

    fn waiting(broadcast: &Broadcast) -> Vec<Message> {
        let mut waiting = broadcast.waiting().unwrap();
        let mut all = Vec::new();
        loop {
            let row = waiting.next_row();
            if row.is_empty() {
                return all;
            }
            waiting.stored(&row);
            all.extend(row);
        }
    }

    #[test]
    fn many_changes_of_an_event_are_one_message() {
        let (broadcast, event, other) = (Broadcast::new(true), new_id(), new_id());
        for _ in 0..1_000 {
            broadcast.tell(Message::EventChanged(event));
            broadcast.tell(Message::EventChanged(other));
        }
        let told = waiting(&broadcast);
        assert_eq!(told.len(), 2);
        assert!(told.contains(&Message::EventChanged(event)));
        assert_eq!(waiting(&broadcast), []);
    }

    #[test]
    fn waiting_messages_are_bounded_and_their_loss_is_told() {
        let broadcast = Broadcast::new(true);
        for _ in 0..MAX_WAITING {
            broadcast.tell(Message::SessionsEnded(new_id()));
        }
        assert_eq!(
            broadcast.waiting().unwrap().others.len(),
            MAX_WAITING,
            "all of them fit"
        );
        let last = Message::SessionsEnded(new_id());
        broadcast.tell(last.clone());
        assert_eq!(waiting(&broadcast), [Message::Everything, last]);
    }

    #[test]
    fn alone_a_server_keeps_nothing() {
        let broadcast = Broadcast::default();
        broadcast.tell(Message::Everything);
        assert!(broadcast.waiting.is_none());
    }

    fn revoked() -> Message {
        Message::KeyRevoked(new_id())
    }

    #[test]
    fn messages_not_yet_stored_are_told_first_and_in_order() {
        let mut waiting = Waiting::default();
        let (first, second) = (revoked(), revoked());
        waiting.add(first.clone());
        // The write of this row was aborted.
        assert_eq!(waiting.next_row(), std::slice::from_ref(&first));
        waiting.add(second.clone());
        let row = waiting.next_row();
        assert_eq!(row, [first]);
        waiting.stored(&row);
        let row = waiting.next_row();
        assert_eq!(row, [second]);
        waiting.stored(&row);
        assert!(waiting.next_row().is_empty());
    }

    #[test]
    fn many_messages_are_several_rows_and_too_many_are_everything() {
        let mut waiting = Waiting::default();
        let all: Vec<_> = (0..=CHUNK).map(|_| revoked()).collect();
        all.iter().cloned().for_each(|message| waiting.add(message));
        let (one, two) = all.split_at(CHUNK);
        for part in [one, two] {
            let row = waiting.next_row();
            assert_eq!(row, part);
            waiting.stored(&row);
        }
        (0..MAX_WAITING).for_each(|_| waiting.add(revoked()));
        let row = waiting.next_row();
        waiting.add(revoked());
        // The messages that were being written are among the dropped ones.
        waiting.stored(&row);
        let row = waiting.next_row();
        assert_eq!(row.first(), Some(&Message::Everything));
        assert_eq!(row.len(), 2);
    }
}
