//! What visitors read of events, kept in memory, so that a surge does not ask the database the same for everyone.
//!
//! A snapshot is used for [`MAX_AGE`]. A change made through this server shows at once: before a call that may have
//! changed an event is answered, all snapshots are forgotten, and when the desk has given or taken seats, those that
//! count seats. Changes by background work and by other servers show within [`MAX_AGE`]: whoever is answered by one
//! server and asks another one at once may see the state of a second ago. Mostly it is less, because servers tell one
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

/// A kind of snapshot, of one event.
pub trait Snapshot: Send + Sync + 'static {
    /// Whether it contains numbers that change with every registration.
    const COUNTS_SEATS: bool;
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    kind: TypeId,
    event: EventId,
    /// The language's code.
    lang: Option<&'static str>,
}

struct Entry {
    /// An `Arc<OnceCell<Arc<T>>>` with `T` named by the key. Whoever asks while it is empty waits for the first, who
    /// loads it.
    cell: Arc<dyn Any + Send + Sync>,
    since: Duration,
    counts_seats: bool,
}

/// The snapshots of all events.
#[derive(Default)]
pub struct Snapshots(Mutex<HashMap<Key, Entry>>);

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
        let loaded = cell
            .get_or_try_init(async || load().await.map(Arc::new))
            .await;
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
            };
            entries.insert(key, entry);
            cell
        })
    }

    /// Forgets every snapshot. One that is being loaded at this moment goes only to those who have asked for it already.
    pub fn forget_all(&self) {
        self.entries().clear();
    }

    /// Forgets what is kept of an event.
    pub fn forget_event(&self, event: EventId) {
        self.forget_which(|key, _| key.event == event);
    }

    /// Forgets what counts the seats of an event.
    pub fn forget_seats(&self, event: EventId) {
        self.forget_which(|key, entry| key.event == event && entry.counts_seats);
    }

    fn forget_which(&self, which: impl Fn(&Key, &Entry) -> bool) {
        self.entries().retain(|key, entry| !which(key, entry));
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    }

    struct SeatsLeft(u32);

    impl Snapshot for SeatsLeft {
        const COUNTS_SEATS: bool = true;
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
    async fn those_who_ask_at_the_same_moment_wait_for_one_reading() {
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
    async fn what_was_being_read_when_all_was_forgotten_is_not_kept() {
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
    async fn a_seat_given_leaves_what_does_not_count_seats() {
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
