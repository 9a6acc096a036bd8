use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::Semaphore;

/// The number of keys above which unused ones are removed.
const REMEMBERED: usize = 1024;

/// A semaphore for each key, such as an account. It exists as long as permits of it are held.
pub struct KeyedSemaphores<K>(Mutex<Known<K>>);

struct Known<K> {
    semaphores: HashMap<K, Weak<Semaphore>>,
    /// The number of entries at which unused ones are removed next.
    forget_at: usize,
}

impl<K> Default for KeyedSemaphores<K> {
    fn default() -> Self {
        Self(Mutex::new(Known {
            semaphores: HashMap::new(),
            forget_at: REMEMBERED,
        }))
    }
}

impl<K: Eq + Hash> KeyedSemaphores<K> {
    /// Returns the semaphore of `holder`. A new one has `limit` permits.
    #[must_use]
    pub fn semaphore(&self, holder: K, limit: usize) -> Arc<Semaphore> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.semaphores.len() >= known.forget_at {
            known
                .semaphores
                .retain(|_, semaphore| semaphore.strong_count() > 0);
            known.forget_at = REMEMBERED.max(known.semaphores.len() * 2);
        }
        let entry = known.semaphores.entry(holder).or_default();
        entry.upgrade().unwrap_or_else(|| {
            let made = Arc::new(Semaphore::new(limit));
            *entry = Arc::downgrade(&made);
            made
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_of_nothing_are_forgotten() {
        let holders = KeyedSemaphores::default();
        let held = holders.semaphore(u32::MAX, 1);
        for holder in 0..100_000_u32 {
            drop(holders.semaphore(holder, 1));
        }
        let known = holders.0.lock().unwrap().semaphores.len();
        assert!(known <= REMEMBERED, "{known}");
        assert!(Arc::ptr_eq(&held, &holders.semaphore(u32::MAX, 1)));
    }
}
