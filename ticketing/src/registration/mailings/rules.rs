//! When people are reminded of an event. Pure.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;

const MINUTE: i64 = 60 * 1000;
const DAY: i64 = 24 * 60 * MINUTE;
/// From this time of the day on no reminder is sent, in milliseconds after midnight.
const QUIET_FROM: i64 = 22 * 60 * MINUTE;
/// From this time on people are reminded again.
const QUIET_UNTIL: i64 = 6 * 60 * MINUTE;
/// When people are reminded in the evening instead of the night that follows.
const EVENING: i64 = 21 * 60 * MINUTE;

/// A reminder that an event may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reminder {
    /// A day before.
    Day,
    /// Three hours before.
    Hours,
}

impl Reminder {
    pub const ALL: [Self; 2] = [Self::Day, Self::Hours];
    /// The longest time between a reminder and the event: a day, and the night that it does not fall into.
    pub const LONGEST: Duration = Duration::from_hours(24 + 9);

    fn before(self) -> Duration {
        match self {
            Self::Day => Duration::from_hours(24),
            Self::Hours => Duration::from_hours(3),
        }
    }

    /// Returns when people are reminded of an event that begins at `start`: never at night, but in the evening before.
    #[must_use]
    pub fn due(self, start: Timestamp) -> Timestamp {
        let due = start.minus(self.before());
        let time = VIETNAM.since_midnight(due);
        let back = if time >= QUIET_FROM {
            time - EVENING
        } else if time < QUIET_UNTIL {
            time + DAY - EVENING
        } else {
            0
        };
        Timestamp(due.0.saturating_sub(back))
    }
}

/// Which reminders of an event become due after `from` and until `now`. `wanted` are those that its organiser has not
/// turned off. After a long pause of the server, the later of two is enough.
#[must_use]
pub fn due_now(
    wanted: &[Reminder],
    start: Timestamp,
    from: Timestamp,
    now: Timestamp,
) -> Option<Reminder> {
    let is_due = |reminder: &&Reminder| {
        let due = reminder.due(start);
        from < due && due <= now && now < start
    };
    wanted
        .iter()
        .filter(is_due)
        .max_by_key(|reminder| reminder.due(start))
        .copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(moment: &str) -> Timestamp {
        format!("{moment}:00+07:00").parse().unwrap()
    }

    #[test]
    fn people_are_reminded_a_day_and_three_hours_before() {
        let start = at("2026-03-05T19:30");
        assert_eq!(Reminder::Day.due(start), at("2026-03-04T19:30"));
        assert_eq!(Reminder::Hours.due(start), at("2026-03-05T16:30"));
    }

    #[test]
    fn no_reminder_is_due_at_night() {
        for (start, day, hours) in [
            ("2026-03-05T09:00", "2026-03-04T09:00", "2026-03-05T06:00"),
            ("2026-03-05T08:59", "2026-03-04T08:59", "2026-03-04T21:00"),
            ("2026-03-05T07:00", "2026-03-04T07:00", "2026-03-04T21:00"),
            ("2026-03-05T21:59", "2026-03-04T21:59", "2026-03-05T18:59"),
            ("2026-03-05T22:00", "2026-03-04T21:00", "2026-03-05T19:00"),
            ("2026-03-05T00:30", "2026-03-03T21:00", "2026-03-04T21:30"),
            ("2026-03-05T01:00", "2026-03-03T21:00", "2026-03-04T21:00"),
            ("2026-03-05T05:59", "2026-03-03T21:00", "2026-03-04T21:00"),
        ] {
            assert_eq!(Reminder::Day.due(at(start)), at(day), "{start}");
            assert_eq!(Reminder::Hours.due(at(start)), at(hours), "{start}");
        }
    }

    #[test]
    fn a_reminder_is_due_in_one_look_and_never_late() {
        let start = at("2026-03-05T19:30");
        let look = |from, now| due_now(&Reminder::ALL, start, at(from), at(now));
        assert_eq!(look("2026-03-04T19:28", "2026-03-04T19:29"), None);
        assert_eq!(
            look("2026-03-04T19:29", "2026-03-04T19:30"),
            Some(Reminder::Day)
        );
        assert_eq!(look("2026-03-04T19:30", "2026-03-04T19:31"), None);
        // The server was down in the meantime.
        assert_eq!(
            look("2026-03-04T12:00", "2026-03-05T08:00"),
            Some(Reminder::Day)
        );
        assert_eq!(
            look("2026-03-04T12:00", "2026-03-05T17:00"),
            Some(Reminder::Hours)
        );
        assert_eq!(
            due_now(
                &[Reminder::Day],
                start,
                at("2026-03-04T12:00"),
                at("2026-03-05T17:00")
            ),
            Some(Reminder::Day)
        );
        assert_eq!(look("2026-03-04T12:00", "2026-03-05T19:30"), None);
        assert_eq!(
            due_now(&[], start, at("2026-03-04T12:00"), at("2026-03-05T17:00")),
            None
        );
    }

    proptest! {
        #[test]
        fn whenever_it_begins_the_reminder_comes_before_in_daylight_and_in_bounds(start in 0i64..4_000_000_000_000) {
            let start = Timestamp(start);
            for reminder in Reminder::ALL {
                let due = reminder.due(start);
                let ahead = due.until(start);
                prop_assert!(ahead >= reminder.before() && ahead <= Reminder::LONGEST);
                let time = VIETNAM.since_midnight(due);
                prop_assert!((QUIET_UNTIL..QUIET_FROM).contains(&time));
            }
        }
    }
}
