//! How many visitors ask for a seat, by which work that can wait gives way to them.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// As many visitors within a second are a rush. Fewer do not notice the mails beside them, and an event whose visitors
/// come steadily for an hour must not hold back its mails for so long.
const THRESHOLD: u32 = 200;

/// Counts visitors by the second.
#[derive(Debug, Default)]
pub struct Rush(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    /// The second of the newest visitor, on a clock that never goes back.
    second: u64,
    /// Visitors in that second.
    number: u32,
    /// Visitors in the second before it.
    before: u32,
}

impl Rush {
    /// Counts one visitor at `now`, a time of [`hoi_platform::clock::Clock::monotonic`].
    pub fn count(&self, now: Duration) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let second = now.as_secs();
        if second != counted.second {
            counted.before = counted.in_second(second.saturating_sub(1));
            counted.second = second;
            counted.number = 0;
        }
        counted.number = counted.number.saturating_add(1);
    }

    /// Returns whether a visitor came in this second or the one before.
    pub fn has_any(&self, now: Duration) -> bool {
        self.most(now) > 0
    }

    /// Returns whether so many came in this second or the one before that they should not wait for other work.
    pub fn is_rush(&self, now: Duration) -> bool {
        self.most(now) >= THRESHOLD
    }

    fn most(&self, now: Duration) -> u32 {
        let counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let second = now.as_secs();
        let before = counted.in_second(second.saturating_sub(1));
        counted.in_second(second).max(before)
    }
}

impl Counted {
    fn in_second(&self, second: u64) -> u32 {
        if second == self.second {
            self.number
        } else if second + 1 == self.second {
            self.before
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rush_lasts_until_a_second_without_one() {
        let rush = Rush::default();
        let at = Duration::from_millis;
        assert!(!rush.has_any(at(0)));
        for _ in 1..THRESHOLD {
            rush.count(at(7_900));
        }
        assert!(rush.has_any(at(7_950)) && !rush.is_rush(at(7_950)));
        rush.count(at(7_999));
        for now in [7_999, 8_000, 8_999] {
            assert!(rush.is_rush(at(now)), "{now}");
        }
        rush.count(at(8_100));
        assert!(rush.is_rush(at(8_999)));
        assert!(rush.has_any(at(9_999)) && !rush.is_rush(at(9_000)));
        assert!(!rush.has_any(at(10_000)));
    }

    #[test]
    fn visitors_in_different_seconds_do_not_add_up() {
        let rush = Rush::default();
        for second in 0..100 {
            for _ in 1..THRESHOLD {
                rush.count(Duration::from_secs(second));
            }
            assert!(!rush.is_rush(Duration::from_secs(second)));
        }
    }
}
