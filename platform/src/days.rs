//! Days and times of day as people write them, and as the clocks of a place show them.

use hoi_db::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The clocks of a place, which know no summer time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeZone(Offset);

/// The clocks by which all events and the whole program go.
pub const VIETNAM: TimeZone = TimeZone(hoi_i18n::VIETNAM);

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

impl TimeZone {
    /// Returns the milliseconds by which the clocks are ahead of UTC.
    pub fn ahead(self) -> i64 {
        i64::from(self.0.seconds()) * 1000
    }

    /// Returns the moment at which the clocks show this.
    pub fn moment(self, shown: DateTime) -> Timestamp {
        let instant = self.0.to_timestamp(shown);
        Timestamp(instant.unwrap_or_default().as_millisecond())
    }

    /// Returns the first moment of this day.
    pub fn midnight(self, day: Date) -> Timestamp {
        self.moment(day.to_datetime(Time::midnight()))
    }

    /// Returns the day and time that the clocks show; None outside of the calendar.
    pub fn find_shown(self, moment: Timestamp) -> Option<DateTime> {
        let instant = jiff::Timestamp::from_millisecond(moment.0).ok();
        instant.map(|instant| self.0.to_datetime(instant))
    }

    /// Returns the day and time that the clocks show; outside of the calendar those of the beginning of 1970 UTC.
    pub fn shown(self, moment: Timestamp) -> DateTime {
        let beginning = || self.0.to_datetime(jiff::Timestamp::UNIX_EPOCH);
        self.find_shown(moment).unwrap_or_else(beginning)
    }

    /// Returns the milliseconds since the last midnight.
    pub fn since_midnight(self, moment: Timestamp) -> i64 {
        moment.0.saturating_add(self.ahead()).rem_euclid(DAY)
    }

    /// Returns the last millisecond of the day in which this moment lies.
    pub fn end_of_day(self, moment: Timestamp) -> Timestamp {
        let left = DAY - 1 - self.since_midnight(moment);
        Timestamp(moment.0.saturating_add(left))
    }

    /// Writes a moment to the second as the clocks show it, like `2026-03-05T06:30:00+07:00`.
    pub fn with_offset(self, moment: Timestamp) -> String {
        let instant = jiff::Timestamp::from_second(moment.0.div_euclid(1_000)).unwrap_or_default();
        instant.display_with_offset(self.0).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let at = VIETNAM.moment(day.to_datetime(time));
        assert_eq!(at, "2026-03-04T23:30:00Z".parse().unwrap());
        assert_eq!(VIETNAM.shown(at), day.to_datetime(time));
        let later = Timestamp(at.0 + 999);
        assert_eq!(VIETNAM.with_offset(later), "2026-03-05T06:30:00+07:00");
    }
}
