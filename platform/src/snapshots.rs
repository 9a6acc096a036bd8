//! Data of events for visitors, kept in memory, so that a surge does not ask the database the same for everyone.
//!
//! A snapshot is used for [`MAX_AGE`]. A change made through this server shows at once: before a call that may have
//! changed an event is answered, all snapshots are forgotten, and when the desk has given or taken seats, those that
//! count seats. Changes by background work and by other servers show within [`MAX_AGE`]: a client answered by one
//! server that asks another one at once may see the state of a second ago. Mostly it is less, because servers tell one
//! another which events changed. So a snapshot may describe and check, but nothing is decided on it alone.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hoi_i18n::Lang;
use tokio::sync::OnceCell;

use crate::ids::EventId;

/// How long a snapshot is used.
pub const MAX_AGE: Duration = Duration::from_secs(1);
/// The most snapshots in memory. If more are needed, all are forgotten.
const MAX_ENTRIES: usize = 1_000;
/// The most bytes of all snapshots together. If more are needed, the oldest are forgotten.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A kind of snapshot, of one event.
pub trait Snapshot: Send + Sync + 'static {
    /// Whether it contains numbers that change with every registration.
    const COUNTS_SEATS: bool;

    /// Returns about how many bytes it takes in memory: all parts that grow with texts of users.
    fn bytes(&self) -> usize;
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    kind: TypeId,
    event: EventId,
    /// The language's code.
    lang: Option<&'static str>,
}

struct Entry {
    /// An `Arc<OnceCell<Arc<T>>>` with `T` named by the key. The first caller loads it; callers who ask meanwhile wait.
    cell: Arc<dyn Any + Send + Sync>,
    since: Duration,
    counts_seats: bool,
    /// 0 until it is loaded.
    bytes: usize,
}

/// The snapshots of all events.
pub struct Snapshots {
    entries: Mutex<HashMap<Key, Entry>>,
    max_bytes: usize,
}

impl Default for Snapshots {
    fn default() -> Self {
        Self {
            entries: Mutex::default(),
            max_bytes: MAX_BYTES,
        }
    }
}

impl Snapshots {
    /// Returns the snapshot of an event, in one language where it has one. Loads it if there is none, if it is too old
    /// at `now` (monotonic), or if it was forgotten since.
    ///
    /// # Errors
    /// Those of `load`, which are not kept.
    pub async fn get<T: Snapshot, E, F: Future<Output = Result<T, E>>>(
        &self,
        event: EventId,
        lang: Option<Lang>,
        now: Duration,
        load: impl FnOnce() -> F,
    ) -> Result<Arc<T>, E> {
        let kind = TypeId::of::<T>();
        let lang = lang.map(Lang::code);
        let key = Key { kind, event, lang };
        let cell: Arc<OnceCell<Arc<T>>> = self.cell::<T>(key, now);
        let mut new = None;
        let loaded = cell
            .get_or_try_init(async || {
                let loaded = load().await?;
                new = Some(loaded.bytes());
                Ok::<_, E>(Arc::new(loaded))
            })
            .await;
        if let Some(bytes) = new {
            self.weigh(key, &cell, bytes);
        }
        if loaded.is_err() {
            self.forget_which(|other, entry| *other == key && !entry.is_loaded::<T>());
        }
        loaded.cloned()
    }

    fn cell<T: Snapshot>(&self, key: Key, now: Duration) -> Arc<OnceCell<Arc<T>>> {
        let mut entries = self.entries();
        let fresh = entries
            .get(&key)
            .filter(|entry| now.abs_diff(entry.since) < MAX_AGE)
            .and_then(|entry| Arc::clone(&entry.cell).downcast().ok());
        fresh.unwrap_or_else(|| {
            if entries.len() >= MAX_ENTRIES {
                entries.clear();
            }
            let cell = Arc::new(OnceCell::new());
            let entry = Entry {
                cell: cell.clone(),
                since: now,
                counts_seats: T::COUNTS_SEATS,
                bytes: 0,
            };
            entries.insert(key, entry);
            cell
        })
    }

    /// Notes the size of a snapshot that was just loaded, and forgets the oldest ones while all together take too much.
    fn weigh<T: Snapshot>(&self, key: Key, cell: &Arc<OnceCell<Arc<T>>>, bytes: usize) {
        let mut entries = self.entries();
        // It may have been forgotten, or replaced, while it was loaded.
        let own = entries.get_mut(&key);
        let Some(own) = own.filter(|own| Arc::as_ptr(&own.cell).addr() == Arc::as_ptr(cell).addr())
        else {
            return;
        };
        own.bytes = bytes;
        let mut total: usize = entries.values().map(|entry| entry.bytes).sum();
        if total <= self.max_bytes {
            return;
        }
        let mut by_age: Vec<_> = entries
            .iter()
            .map(|(other, entry)| (*other == key, entry.since, *other, entry.bytes))
            .collect();
        by_age.sort_unstable_by_key(|(is_own, since, ..)| (*is_own, *since));
        for (.., oldest, bytes) in by_age {
            if total <= self.max_bytes {
                break;
            }
            total -= bytes;
            entries.remove(&oldest);
        }
    }

    /// Forgets every snapshot. One that is being loaded at this moment goes only to callers who have asked for it
    /// already.
    pub fn forget_all(&self) {
        self.entries().clear();
    }

    /// Forgets all snapshots of an event.
    pub fn forget_event(&self, event: EventId) {
        self.forget_which(|key, _| key.event == event);
    }

    /// Forgets the snapshots of an event that count seats.
    pub fn forget_seats(&self, event: EventId) {
        self.forget_which(|key, entry| key.event == event && entry.counts_seats);
    }

    fn forget_which(&self, which: impl Fn(&Key, &Entry) -> bool) {
        self.entries().retain(|key, entry| !which(key, entry));
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn is_loaded<T: Snapshot>(&self) -> bool {
        self.cell
            .downcast_ref::<OnceCell<Arc<T>>>()
            .is_some_and(OnceCell::initialized)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::clock::new_id;

    struct Title(u32);

    impl Snapshot for Title {
        const COUNTS_SEATS: bool = false;

        fn bytes(&self) -> usize {
            size_of_val(self)
        }
    }

    struct SeatsLeft(u32);

    impl Snapshot for SeatsLeft {
        const COUNTS_SEATS: bool = true;

        fn bytes(&self) -> usize {
            size_of_val(self)
        }
    }

    struct Answer(usize);

    impl Snapshot for Answer {
        const COUNTS_SEATS: bool = true;

        fn bytes(&self) -> usize {
            self.0
        }
    }

    #[derive(Default)]
    struct Database(AtomicU32);

    impl Database {
        fn read(&self) -> u32 {
            self.0.fetch_add(1, Ordering::Relaxed)
        }
    }

    const START: Duration = Duration::from_mins(1);

    async fn title(of: &Snapshots, event: EventId, now: Duration, database: &Database) -> u32 {
        let load = async || Ok::<_, ()>(Title(database.read()));
        of.get(event, None, now, load).await.unwrap().0
    }

    async fn seats(of: &Snapshots, event: EventId, now: Duration, database: &Database) -> u32 {
        let load = async || Ok::<_, ()>(SeatsLeft(database.read()));
        of.get(event, None, now, load).await.unwrap().0
    }

    #[tokio::test]
    async fn a_snapshot_is_read_once_and_used_for_a_second() {
        let (snapshots, event, database) = (Snapshots::default(), new_id(), Database::default());
        let just_in_time = START + Duration::from_millis(999);
        assert_eq!(title(&snapshots, event, START, &database).await, 0);
        assert_eq!(title(&snapshots, event, just_in_time, &database).await, 0);
        assert_eq!(title(&snapshots, new_id(), START, &database).await, 1);
        assert_eq!(
            title(&snapshots, event, START + MAX_AGE, &database).await,
            2
        );
    }

    #[tokio::test]
    async fn callers_at_the_same_moment_wait_for_one_reading() {
        let (snapshots, event, database) = (Snapshots::default(), new_id(), Database::default());
        let load = async || {
            tokio::task::yield_now().await;
            Ok::<_, ()>(Title(database.read()))
        };
        let asked = (0..100).map(|_| snapshots.get(event, None, START, load));
        let read = futures::future::join_all(asked).await;
        assert!(read.iter().all(|title| title.as_ref().unwrap().0 == 0));
    }

    #[tokio::test]
    async fn a_snapshot_read_while_all_were_forgotten_is_not_kept() {
        let (snapshots, event, database) = (Snapshots::default(), new_id(), Database::default());
        let load = async || {
            let read = Title(database.read());
            snapshots.forget_all();
            Ok::<_, ()>(read)
        };
        let early = snapshots.get(event, None, START, load).await.unwrap();
        assert_eq!(early.0, 0);
        assert_eq!(title(&snapshots, event, START, &database).await, 1);
    }

    #[tokio::test]
    async fn a_seat_given_leaves_snapshots_that_do_not_count_seats() {
        let (snapshots, event, database) = (Snapshots::default(), new_id(), Database::default());
        assert_eq!(title(&snapshots, event, START, &database).await, 0);
        assert_eq!(seats(&snapshots, event, START, &database).await, 1);
        snapshots.forget_seats(new_id());
        assert_eq!(seats(&snapshots, event, START, &database).await, 1);
        snapshots.forget_seats(event);
        assert_eq!(title(&snapshots, event, START, &database).await, 0);
        assert_eq!(seats(&snapshots, event, START, &database).await, 2);
        let other = new_id();
        assert_eq!(title(&snapshots, other, START, &database).await, 3);
        snapshots.forget_event(event);
        assert_eq!(title(&snapshots, other, START, &database).await, 3);
        assert_eq!(title(&snapshots, event, START, &database).await, 4);
        assert_eq!(seats(&snapshots, event, START, &database).await, 5);
    }

    #[tokio::test]
    async fn the_oldest_are_forgotten_when_all_together_take_too_much() {
        let snapshots = Snapshots {
            max_bytes: 100,
            ..Snapshots::default()
        };
        let events: Vec<EventId> = (0..5).map(|_| new_id()).collect();
        let at = |number: u64| START + Duration::from_millis(number);
        let answer = async |event: usize, number, bytes| {
            let load = async || Ok::<_, ()>(Answer(bytes));
            let got = snapshots.get(events[event], None, at(number), load).await;
            assert_eq!(got.unwrap().0, bytes);
        };
        let held = || {
            let entries = snapshots.entries();
            let held = |event: &EventId| entries.keys().any(|key| key.event == *event);
            events.iter().map(held).collect::<Vec<_>>()
        };
        answer(0, 0, 40).await;
        answer(1, 1, 30).await;
        answer(2, 2, 30).await;
        assert_eq!(held(), [true, true, true, false, false], "just 100");
        answer(3, 3, 1).await;
        assert_eq!(held(), [false, true, true, true, false], "101");
        // An answer larger than the bound goes to its caller, and nothing else stays.
        answer(4, 4, 101).await;
        assert_eq!(held(), [false; 5]);
        answer(4, 5, 100).await;
        assert_eq!(held(), [false, false, false, false, true]);
    }

    #[tokio::test]
    async fn failures_are_not_kept_and_memory_is_bounded() {
        let (snapshots, database) = (Snapshots::default(), Database::default());
        for _ in 0..3 {
            let load = async || Err::<Title, _>("gone");
            let failed = snapshots.get(new_id(), None, START, load).await;
            assert_eq!(failed.err(), Some("gone"));
        }
        assert_eq!(snapshots.entries().len(), 0);
        for _ in 0..=MAX_ENTRIES {
            title(&snapshots, new_id(), START, &database).await;
        }
        assert_eq!(snapshots.entries().len(), 1);
    }
}
