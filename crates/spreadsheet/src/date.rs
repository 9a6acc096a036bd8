//! Conversion of dates. Spreadsheets count days from the end of 1899 or, on old Macs, from the beginning of 1904.

use jiff::civil::{Date, DateTime, date};
use jiff::{Span, Unit};

const EPOCH: Date = date(1899, 12, 30);
/// Days between the two epochs.
const MAC: f64 = 1462.0;
const SECONDS: f64 = 86_400.0;
/// The number of 31 December 9999.
const LAST: f64 = 2_958_465.0;

/// Returns the moment of `serial`, to the second; `None` outside the years 1900 to 9999.
pub fn from_serial(serial: f64, is_1904: bool) -> Option<DateTime> {
    let serial = if is_1904 { serial + MAC } else { serial };
    if !(1.0..=LAST + 1.0).contains(&serial) {
        return None;
    }
    // Spreadsheets count 29 February 1900, which did not exist, so their first two months are a day ahead.
    let serial = if serial < 60.0 { serial + 1.0 } else { serial };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most 2,958,466 days of 86,400 seconds"
    )]
    let seconds = (serial * SECONDS).round() as i64;
    EPOCH
        .to_datetime(jiff::civil::Time::midnight())
        .checked_add(Span::new().try_seconds(seconds).ok()?)
        .ok()
}

/// Returns the moment of year, and month, day, hour, minute, second; `None` if it does not exist.
pub fn from_parts(year: u16, rest: [u8; 5]) -> Option<DateTime> {
    let year = i16::try_from(year).ok()?;
    let [month, day, hour, minute, second] = rest.map(|part| i8::try_from(part).ok());
    DateTime::new(year, month?, day?, hour?, minute?, second?, 0).ok()
}

/// Returns the number of days that a spreadsheet counts for `moment`; `None` before March 1900, where its calendar is
/// wrong.
pub fn to_serial(moment: DateTime) -> Option<f64> {
    if moment.date() < date(1900, 3, 1) {
        return None;
    }
    let midnight = EPOCH.to_datetime(jiff::civil::Time::midnight());
    let since = midnight.until((Unit::Second, moment)).ok()?;
    #[expect(
        clippy::cast_precision_loss,
        reason = "seconds of eight thousand years are exact"
    )]
    let seconds = since.get_seconds() as f64;
    Some(seconds / SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_spreadsheets_do() {
        for (serial, is_1904, moment) in [
            (1.0, false, date(1900, 1, 1).at(0, 0, 0, 0)),
            (61.0, false, date(1900, 3, 1).at(0, 0, 0, 0)),
            (45_000.5, false, date(2023, 3, 15).at(12, 0, 0, 0)),
            (43_538.0, true, date(2023, 3, 15).at(0, 0, 0, 0)),
            (2_958_465.0, false, date(9999, 12, 31).at(0, 0, 0, 0)),
        ] {
            assert_eq!(from_serial(serial, is_1904), Some(moment));
        }
        for serial in [0.0, -1.0, 3e6, f64::NAN, f64::INFINITY] {
            assert_eq!(from_serial(serial, false), None);
        }
        let moment = date(2026, 12, 25).at(19, 30, 0, 0);
        assert_eq!(from_serial(to_serial(moment).unwrap(), false), Some(moment));
        assert_eq!(to_serial(date(1899, 5, 1).at(0, 0, 0, 0)), None);
    }
}
