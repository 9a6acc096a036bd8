//! Until when a request about personal data is answered and done.

use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;
use jiff::ToSpan as _;
use jiff::civil::{Date, Time, Weekday, time};

/// Working days, Monday to Friday, within which a request is answered. Public holidays count as working days, so that the
/// date is never too late.
const ANSWERED_WITHIN: usize = 2;
/// Days within which it is done.
const DONE_WITHIN: i64 = 15;
/// Days before the end of the second time that the organiser is reminded; of the first one on its last day.
const REMINDED_BEFORE_DONE: i64 = 2;
const MORNING: Time = time(7, 0, 0, 0);
const LAST_MOMENT: Time = time(23, 59, 59, 999_000_000);

/// Returns the last moment to answer a request made at `asked`.
pub fn answer_by(asked: Timestamp) -> Timestamp {
    let mut day = VIETNAM.shown(asked).date();
    for _ in 0..ANSWERED_WITHIN {
        day = next_working_day(day);
    }
    VIETNAM.moment(day.to_datetime(LAST_MOMENT))
}

/// Returns the last moment to carry out a request made at `asked`.
pub fn done_by(asked: Timestamp) -> Timestamp {
    let day = VIETNAM.shown(asked).date();
    let day = day.saturating_add(DONE_WITHIN.days());
    VIETNAM.moment(day.to_datetime(LAST_MOMENT))
}

/// Returns when the keeper of the data is reminded of the time to answer.
pub fn remind_of_answer(answer_by: Timestamp) -> Timestamp {
    VIETNAM.moment(VIETNAM.shown(answer_by).date().to_datetime(MORNING))
}

/// Returns when the keeper of the data is reminded of the time to do it.
pub fn remind_of_end(done_by: Timestamp) -> Timestamp {
    let day = VIETNAM.shown(done_by).date();
    let day = day.saturating_sub(REMINDED_BEFORE_DONE.days());
    VIETNAM.moment(day.to_datetime(MORNING))
}

fn next_working_day(day: Date) -> Date {
    let next = day.saturating_add(1.day());
    match next.weekday() {
        Weekday::Saturday => next.saturating_add(2.days()),
        Weekday::Sunday => next.saturating_add(1.day()),
        _ => next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn days_of_rest_do_not_count_for_the_answer() {
        for (asked, until) in [
            ("2026-03-02T09:00:00+07:00", "2026-03-04T23:59:59.999+07:00"),
            // Thursday, Friday, Saturday and Sunday.
            ("2026-03-05T09:00:00+07:00", "2026-03-09T23:59:59.999+07:00"),
            ("2026-03-06T23:59:00+07:00", "2026-03-10T23:59:59.999+07:00"),
            ("2026-03-07T00:00:00+07:00", "2026-03-10T23:59:59.999+07:00"),
            ("2026-03-08T12:00:00+07:00", "2026-03-10T23:59:59.999+07:00"),
            // Monday in Vietnam, Sunday elsewhere.
            ("2026-03-08T17:30:00Z", "2026-03-11T23:59:59.999+07:00"),
        ] {
            assert_eq!(answer_by(at(asked)), at(until), "{asked}");
        }
    }

    #[test]
    fn the_end_counts_all_days_and_reminders_come_before() {
        let done = done_by(at("2026-03-06T10:00:00+07:00"));
        assert_eq!(done, at("2026-03-21T23:59:59.999+07:00"));
        assert_eq!(remind_of_end(done), at("2026-03-19T07:00:00+07:00"));
        let answer = answer_by(at("2026-03-06T10:00:00+07:00"));
        assert_eq!(remind_of_answer(answer), at("2026-03-10T07:00:00+07:00"));
    }
}
