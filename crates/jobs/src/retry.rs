use std::time::Duration;

use hoi_db::Timestamp;

/// When failed attempts are repeated. The pause grows with the number of attempts; giving up depends on the job's age
/// alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// The pause after the first attempt; doubled after each further one.
    pub first_pause: Duration,
    pub longest_pause: Duration,
    /// The latest begin of an attempt, counted from when the job was first due.
    pub give_up_after: Duration,
}

impl Retry {
    /// Ten attempts within an hour and a half.
    pub const DEFAULT: Self = Self {
        first_pause: Duration::from_secs(10),
        longest_pause: Duration::from_hours(6),
        give_up_after: Duration::from_mins(90),
    };

    /// Returns the pause after attempt number `attempt`, counted from 1.
    #[must_use]
    pub fn pause(&self, attempt: i64) -> Duration {
        let doublings = u32::try_from(attempt.clamp(1, 20) - 1).unwrap_or(0);
        self.first_pause
            .saturating_mul(2_u32.pow(doublings))
            .min(self.longest_pause)
    }

    /// Returns whether an attempt at `at` would be too late for a job that was first due at `due_at`.
    #[must_use]
    pub fn is_over(&self, due_at: Timestamp, at: Timestamp) -> bool {
        due_at.plus(self.give_up_after) < at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns when attempts are made, counted from the first.
    fn attempts(policy: Retry) -> Vec<Duration> {
        let mut at = vec![Duration::ZERO];
        let mut now = Timestamp(0);
        for attempt in 1.. {
            now = now.plus(policy.pause(attempt));
            if policy.is_over(Timestamp(0), now) {
                break;
            }
            at.push(Timestamp(0).until(now));
        }
        at
    }

    #[test]
    fn attempts_are_quick_at_first_and_end_in_time() {
        let day = Duration::from_hours(24);
        let at = attempts(Retry {
            longest_pause: Duration::from_hours(2),
            give_up_after: 4 * day,
            ..Retry::DEFAULT
        });
        assert!(*at.last().unwrap() + Duration::from_hours(2) > 4 * day);
        assert!(at.last().unwrap() <= &(4 * day));
        assert_eq!(
            at[..4],
            [0, 10, 30, 70].map(Duration::from_secs),
            "the first attempts are quick"
        );
        let late = at
            .windows(2)
            .filter(|pair| pair[0] > Duration::from_hours(2));
        for pair in late {
            assert!(pair[1] >= pair[0] + Duration::from_mins(30), "{pair:?}");
        }
        assert!(at.len() < 100, "{} attempts", at.len());
    }

    #[test]
    fn work_is_tried_ten_times_by_default() {
        assert_eq!(attempts(Retry::DEFAULT).len(), 10);
    }

    #[test]
    fn no_number_of_attempts_overflows() {
        let policy = Retry::DEFAULT;
        assert_eq!(policy.pause(i64::MAX), policy.longest_pause);
        assert_eq!(policy.pause(i64::MIN), policy.first_pause);
    }
}
