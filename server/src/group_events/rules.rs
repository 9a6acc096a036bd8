//! Whether a profile answers everything that an event asks for, and when the meetings of a series are. Pure.

use hoi_db::Timestamp;
use hoi_i18n::VIETNAM;
use jiff::ToSpan as _;
use jiff::civil::{Date, Time};

use super::{OneStep, Weekday};
use crate::events::{Question, TicketId};

/// Returns what a registration contains besides the details of a profile; None if registering needs more than these: a
/// required question, a choice of class, or a payment. `classes` are those that are
/// not hidden, with their prices in dong; `has_classes` is true also if all are.
pub fn one_step(
    scheme: &[Question],
    is_payment_off: bool,
    has_classes: bool,
    classes: &[(TicketId, i64)],
) -> Option<OneStep> {
    if scheme.iter().any(Question::needs_answer) {
        return None;
    }
    match classes {
        [] if !has_classes => Some(OneStep { ticket_id: None }),
        [(class, price)] if is_payment_off || *price == 0 => Some(OneStep {
            ticket_id: Some(*class),
        }),
        _ => None,
    }
}

/// Reads a time of day written `HH:MM`.
pub fn read_time(time: &str) -> Option<Time> {
    let (hour, minute) = time.split_once(':')?;
    let number = |digits: &str| digits.parse::<i8>().ok().filter(|_| digits.len() == 2);
    Time::new(number(hour)?, number(minute)?, 0, 0).ok()
}

/// Reads a day written `YYYY-MM-DD`.
pub fn read_day(day: &str) -> Option<Date> {
    day.parse().ok().filter(|_| day.len() == 10)
}

/// Returns the moment at which the clocks of Vietnam show this day and time.
pub fn moment(day: Date, time: Time) -> Timestamp {
    let instant = VIETNAM.to_timestamp(day.to_datetime(time));
    Timestamp(instant.unwrap_or_default().as_millisecond())
}

/// Returns the day and the time that the clocks of Vietnam show.
pub fn day_and_time(moment: Timestamp) -> (Date, Time) {
    let instant = jiff::Timestamp::from_millisecond(moment.0).unwrap_or_default();
    let shown = VIETNAM.to_datetime(instant);
    (shown.date(), shown.time())
}

impl Weekday {
    /// Returns this weekday of the week of `day`, which begins on Monday.
    pub fn in_week_of(self, day: Date) -> Date {
        let wanted = match self {
            Self::Monday => 0,
            Self::Tuesday => 1,
            Self::Wednesday => 2,
            Self::Thursday => 3,
            Self::Friday => 4,
            Self::Saturday => 5,
            Self::Sunday => 6,
        };
        let shift = wanted - i32::from(day.weekday().to_monday_zero_offset());
        day.saturating_add(shift.days())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weekday_is_found_in_the_week_of_a_day() {
        // A Thursday, and the Sunday and the Monday after it.
        for (day, weekday, moved) in [
            ("2026-03-05", Weekday::Tuesday, "2026-03-03"),
            ("2026-03-05", Weekday::Thursday, "2026-03-05"),
            ("2026-03-05", Weekday::Sunday, "2026-03-08"),
            ("2026-03-08", Weekday::Monday, "2026-03-02"),
            ("2026-03-09", Weekday::Saturday, "2026-03-14"),
        ] {
            let day = read_day(day).unwrap();
            assert_eq!(weekday.in_week_of(day).to_string(), moved);
        }
    }

    #[test]
    fn times_and_days_are_written_in_one_way() {
        for (time, shown) in [("07:00", (7, 0)), ("00:00", (0, 0)), ("23:59", (23, 59))] {
            let time = read_time(time).unwrap();
            assert_eq!((time.hour(), time.minute()), shown);
        }
        for wrong in ["", "7:00", "24:00", "07:60", "07:00:00", "-7:00", "07.00"] {
            assert_eq!(read_time(wrong), None, "{wrong}");
        }
        assert!(read_day("2026-02-28").is_some());
        for wrong in ["2026-02-29", "2026-2-28", "28/02/2026", "20260228", ""] {
            assert_eq!(read_day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_day_and_time_are_those_of_vietnam() {
        let (day, time) = (read_day("2026-03-05").unwrap(), read_time("06:30").unwrap());
        let at = moment(day, time);
        assert_eq!(at, "2026-03-04T23:30:00Z".parse().unwrap());
        assert_eq!(day_and_time(at), (day, time));
    }
}
