//! The source of the current time and of new identifiers. Nothing else in the server may ask the system for the time,
//! so that tests can set it.
//!
//! Stored and displayed times use [`Clock::now`], which follows the machine's clock when that is set. Limits in memory
//! use [`Clock::monotonic`], which never goes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hoi_db::Timestamp;
use uuid::Uuid;

/// The application's clock.
#[derive(Clone, Debug)]
pub struct Clock {
    /// When the clock was created.
    started: Instant,
    /// Set in tests, where time stands still until it is moved, and where demo data come about at times of their own.
    fixed: Option<Arc<Fixed>>,
}

#[derive(Debug)]
struct Fixed {
    /// The current time, in milliseconds since 1970.
    now: AtomicI64,
    /// Milliseconds by which the clock was moved forward.
    passed: AtomicU64,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            fixed: None,
        }
    }
}

impl Clock {
    /// Creates a clock that shows the machine's time.
    #[must_use]
    pub fn system() -> Self {
        Self::default()
    }

    /// Creates a clock that stands at `at` until it is set.
    #[must_use]
    pub fn fixed(at: Timestamp) -> Self {
        Self {
            fixed: Some(Arc::new(Fixed {
                now: AtomicI64::new(at.0),
                passed: AtomicU64::new(0),
            })),
            ..Self::default()
        }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match &self.fixed {
            Some(fixed) => Timestamp(fixed.now.load(Ordering::Relaxed)),
            None => system_now(),
        }
    }

    /// Returns the time since the clock was created, unaffected by setting the machine's clock.
    #[must_use]
    pub fn monotonic(&self) -> Duration {
        match &self.fixed {
            Some(fixed) => Duration::from_millis(fixed.passed.load(Ordering::Relaxed)),
            None => self.started.elapsed(),
        }
    }

    /// Sets a fixed clock. Does nothing to a system clock.
    pub fn set(&self, to: Timestamp) {
        if let Some(fixed) = &self.fixed {
            let before = Timestamp(fixed.now.swap(to.0, Ordering::Relaxed));
            let forward = u64::try_from(before.until(to).as_millis()).unwrap_or(u64::MAX);
            fixed.passed.fetch_add(forward, Ordering::Relaxed);
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that asks the system"
)]
fn system_now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}

/// Creates a `UUIDv7` as any identifier type.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that makes identifiers"
)]
pub fn new_id<Id: From<Uuid>>() -> Id {
    Id::from(Uuid::now_v7())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_the_clock_back_does_not_take_back_monotonic_time() {
        let start = Timestamp(1_772_330_400_000);
        let clock = Clock::fixed(start);
        clock.set(start.plus(Duration::from_secs(5)));
        assert_eq!(clock.monotonic(), Duration::from_secs(5));
        clock.set(start.minus(Duration::from_hours(2)));
        assert_eq!(clock.monotonic(), Duration::from_secs(5));
        clock.set(clock.now().plus(Duration::from_secs(1)));
        assert_eq!(clock.monotonic(), Duration::from_secs(6));
    }
}
