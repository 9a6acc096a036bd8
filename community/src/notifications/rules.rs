//! When digests are due. Pure.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;
use jiff::ToSpan as _;
use jiff::civil::Weekday;

use super::DigestFrequency;

/// The hour in Vietnam at which digests are sent.
const HOUR: i8 = 7;
/// The highest age of a notification in a digest.
pub const DIGEST_REACH: Duration = Duration::from_hours(8 * 24);
/// After so long without a visit a person gets no digests.
pub const ABSENCE: Duration = Duration::from_hours(60 * 24);
/// How long notifications are kept.
pub const KEPT: Duration = Duration::from_hours(180 * 24);

/// Returns the last 07:00 in Vietnam up to `now`, when daily work is due; None outside of the calendar.
pub fn last_morning(now: Timestamp) -> Option<Timestamp> {
    digest_due(DigestFrequency::Daily, now)
}

/// Returns the last moment up to `now` at which digests were due; None if none ever is.
pub fn digest_due(frequency: DigestFrequency, now: Timestamp) -> Option<Timestamp> {
    let here = VIETNAM.find_shown(now)?;
    let mut day = here.date();
    if here.hour() < HOUR {
        day = day.yesterday().ok()?;
    }
    match frequency {
        DigestFrequency::Off => return None,
        DigestFrequency::Daily => {}
        DigestFrequency::Weekly => {
            let since_monday = day.weekday().since(Weekday::Monday);
            day = day.checked_sub(i64::from(since_monday).days()).ok()?;
        }
    }
    Some(VIETNAM.moment(day.at(HOUR, 0, 0, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_due_at_seven_in_vietnam_and_weekly_ones_on_monday() {
        for (now, daily, weekly) in [
            // Sunday, 1 March 2026, 09:00 in Vietnam.
            (
                "2026-03-01T02:00:00Z",
                "2026-03-01T00:00:00.000Z",
                "2026-02-23T00:00:00.000Z",
            ),
            // Monday, 06:59 and 07:00.
            (
                "2026-03-01T23:59:59Z",
                "2026-03-01T00:00:00.000Z",
                "2026-02-23T00:00:00.000Z",
            ),
            (
                "2026-03-02T00:00:00Z",
                "2026-03-02T00:00:00.000Z",
                "2026-03-02T00:00:00.000Z",
            ),
            // Sunday, 23:00.
            (
                "2026-03-08T16:00:00Z",
                "2026-03-08T00:00:00.000Z",
                "2026-03-02T00:00:00.000Z",
            ),
        ] {
            let now = now.parse().unwrap();
            let due = |frequency| digest_due(frequency, now).map(|due| due.to_string());
            assert_eq!(due(DigestFrequency::Daily).as_deref(), Some(daily));
            assert_eq!(due(DigestFrequency::Weekly).as_deref(), Some(weekly));
            assert_eq!(due(DigestFrequency::Off), None);
        }
    }
}
