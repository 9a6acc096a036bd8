//! Where "now" and fresh identifiers come from. Nothing else in the server may ask the system for the time, so that
//! a test can stand at any moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use hoi_db::Timestamp;
use uuid::Uuid;

/// The application's clock.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Milliseconds; present only in tests, where time stands still until it is moved.
    fixed: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The machine's own time.
    #[must_use]
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that stands at `at` until it is set.
    #[must_use]
    pub fn fixed(at: Timestamp) -> Self {
        Self {
            fixed: Some(Arc::new(AtomicI64::new(at.0))),
        }
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match &self.fixed {
            Some(at) => Timestamp(at.load(Ordering::Relaxed)),
            None => system_now(),
        }
    }

    /// Moves a fixed clock; a system clock cannot be moved.
    pub fn set(&self, to: Timestamp) {
        if let Some(at) = &self.fixed {
            at.store(to.0, Ordering::Relaxed);
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

/// A fresh `UUIDv7`, convertible into every identifier type.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that makes identifiers"
)]
pub fn new_id<Id: From<Uuid>>() -> Id {
    Id::from(Uuid::now_v7())
}
