//! Helpers of the tests of several crates; no program depends on them.

mod forged;

use std::time::Duration;

pub use forged::forged;

/// Returns how long this thread has had a processor, for bounds on computing: other work on the machine does not count.
///
/// # Panics
///
/// Elsewhere than on Linux.
#[expect(clippy::unwrap_used, reason = "a test may panic")]
pub fn time_on_processor() -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(spent.split(' ').next().unwrap().parse().unwrap())
}
