//! The days of a report, and the days that they are compared with. Pure.
//!
//! A day is written `YYYY-MM-DD` and begins at midnight in Vietnam.

use hoi_community::points::Days;
use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;
use jiff::ToSpan as _;
use jiff::civil::Date;

/// On how many days of a month the month before is summed up: a server that was off on the first day makes up for it.
const RECAP_DAYS: i8 = 3;
/// Months in the chart of a report.
const MONTHS: i32 = 12;

/// Returns the days before `days`: for a whole month the month before, otherwise as many days.
pub fn days_before(days: &Days) -> Days {
    let (first, last) = (date(&days.first), date(&days.last));
    let before = first.saturating_sub(1.day());
    if first == first.first_of_month() && last == first.last_of_month() {
        return from_to(before.first_of_month(), before);
    }
    let length = first.until(last).unwrap_or_default().get_days();
    from_to(before.saturating_sub(length.days()), before)
}

/// Returns the month that is summed up today, the one before this; None after the first days of a month.
pub fn recapped(today: &str) -> Option<Days> {
    let today = date(today);
    let month = from_to(today.first_of_month(), today.last_of_month());
    (today.day() <= RECAP_DAYS).then(|| days_before(&month))
}

/// Returns the month in which the days begin, as `YYYY-MM`.
pub fn month_of(days: &Days) -> &str {
    days.first.get(..7).unwrap_or_default()
}

/// Returns the same month as texts show it, such as `03/2026`.
pub fn shown_month(days: &Days) -> String {
    date(&days.first).strftime("%m/%Y").to_string()
}

/// Returns the first moment of the days, and the first one after them.
pub fn moments(days: &Days) -> (Timestamp, Timestamp) {
    (
        midnight_of(&days.first),
        midnight_of(&day_after(&days.last)),
    )
}

/// Returns the first moment of a day.
pub fn midnight_of(day: &str) -> Timestamp {
    VIETNAM.midnight(date(day))
}

/// Returns the day after a day.
pub fn day_after(day: &str) -> String {
    date(day).saturating_add(1.day()).to_string()
}

/// Returns the twelve months up to the one in which the days end (`YYYY-MM`), the oldest first, and all their days.
pub fn year_up_to(days: &Days) -> (Vec<String>, Days) {
    let last = date(&days.last).first_of_month();
    let month = |ago: i32| last.saturating_sub(ago.months());
    let months = (0..MONTHS).rev().map(month);
    let names = months.map(|month| month.strftime("%Y-%m").to_string());
    let all = from_to(month(MONTHS - 1), last.last_of_month());
    (names.collect(), all)
}

fn from_to(first: Date, last: Date) -> Days {
    Days {
        first: first.to_string(),
        last: last.to_string(),
    }
}

fn date(day: &str) -> Date {
    day.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(first: &str, last: &str) -> Days {
        Days {
            first: first.to_owned(),
            last: last.to_owned(),
        }
    }

    #[test]
    fn a_month_is_compared_with_the_month_before_and_other_days_with_as_many() {
        for (these, before) in [
            (("2026-03-01", "2026-03-31"), ("2026-02-01", "2026-02-28")),
            (("2026-01-01", "2026-01-31"), ("2025-12-01", "2025-12-31")),
            (("2026-03-01", "2026-03-30"), ("2026-01-30", "2026-02-28")),
            (("2026-03-05", "2026-03-05"), ("2026-03-04", "2026-03-04")),
            (("2026-01-01", "2026-12-31"), ("2025-01-01", "2025-12-31")),
        ] {
            let these = days(these.0, these.1);
            assert_eq!(days_before(&these), days(before.0, before.1));
        }
    }

    #[test]
    fn a_month_is_summed_up_on_the_first_days_of_the_next() {
        for (today, month) in [
            ("2026-01-01", Some("2025-12")),
            ("2026-03-03", Some("2026-02")),
            ("2026-03-04", None),
            ("2026-03-31", None),
        ] {
            let summed_up = recapped(today);
            assert_eq!(summed_up.as_ref().map(month_of), month, "{today}");
        }
        assert_eq!(shown_month(&days("2025-12-01", "2025-12-31")), "12/2025");
    }

    #[test]
    fn days_begin_at_midnight_in_vietnam() {
        let (from, until) = moments(&days("2026-03-01", "2026-03-31"));
        assert_eq!(from, "2026-03-01T00:00:00+07:00".parse().unwrap());
        assert_eq!(until, "2026-04-01T00:00:00+07:00".parse().unwrap());
    }

    #[test]
    fn a_chart_ends_with_the_month_of_the_last_day() {
        let (months, all) = year_up_to(&days("2026-02-20", "2026-03-05"));
        assert_eq!(months.len(), 12);
        assert_eq!(months[0], "2025-04");
        assert_eq!(months[11], "2026-03");
        assert_eq!(all, days("2025-04-01", "2026-03-31"));
    }
}
