//! Days and times of day as people write them, and as the clocks of Vietnam show them, where events take place.

use hoi_db::Timestamp;
use hoi_i18n::VIETNAM;
use jiff::civil::{Date, Time};

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

/// Writes a moment to the second as the clocks of Vietnam show it, like `2026-03-05T06:30:00+07:00`.
pub fn with_offset(moment: Timestamp) -> String {
    let instant = jiff::Timestamp::from_second(moment.0.div_euclid(1_000)).unwrap_or_default();
    instant.display_with_offset(VIETNAM).to_string()
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
        let at = moment(day, time);
        assert_eq!(at, "2026-03-04T23:30:00Z".parse().unwrap());
        assert_eq!(day_and_time(at), (day, time));
        let later = Timestamp(at.0 + 999);
        assert_eq!(with_offset(later), "2026-03-05T06:30:00+07:00");
    }
}
