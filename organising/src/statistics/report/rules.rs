//! The plot of an event's arrivals, and its shares. Pure.

use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;

/// The most bars of a plot.
pub const MAX_BARS: u8 = 48;

pub const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// The lengths of a bar of less than a day that people count in, in minutes.
const LENGTHS: [i64; 9] = [1, 2, 5, 10, 15, 30, 60, 180, 360];

/// The bars of a plot over time, at least one and at most [`MAX_BARS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bars {
    /// When the first one begins.
    pub since: Timestamp,
    /// The time that each stands for, in milliseconds.
    pub length: i64,
    pub number: usize,
}

impl Bars {
    /// Returns the bars from the first arrival to the last one, as short as [`MAX_BARS`] allows. They begin at full
    /// minutes, hours or days of Vietnam.
    pub fn over(first: Timestamp, last: Timestamp) -> Self {
        let fits = |length: &i64| Self::of(first, last, *length).number <= usize::from(MAX_BARS);
        let mut lengths = LENGTHS.into_iter().map(|minutes| minutes * MINUTE);
        let days = (last.0 - first.0) / (DAY * i64::from(MAX_BARS - 1)) + 1;
        Self::of(first, last, lengths.find(fits).unwrap_or(days * DAY))
    }

    fn of(first: Timestamp, last: Timestamp, length: i64) -> Self {
        let ahead = VIETNAM.ahead();
        let since = (first.0 + ahead).div_euclid(length) * length - ahead;
        let number = (last.0 - since).div_euclid(length) + 1;
        Self {
            since: Timestamp(since),
            length,
            number: usize::try_from(number).unwrap_or(1),
        }
    }

    /// Returns when the bar at this place begins.
    pub fn begin_of(&self, place: usize) -> Timestamp {
        let place = i64::try_from(place).unwrap_or_default();
        Timestamp(
            self.since
                .0
                .saturating_add(place.saturating_mul(self.length)),
        )
    }
}

/// Returns `part` in hundredths of `whole`, rounded; None without a whole.
pub fn share(part: i64, whole: i64) -> Option<i64> {
    (whole > 0).then(|| (part * 100 + whole / 2) / whole)
}

/// Returns `part` in thousandths of `whole`, for lengths on paper: from 0 to 1000.
pub fn thousandths(part: i64, whole: i64) -> u16 {
    let part = part.saturating_mul(1000) / whole.max(1);
    u16::try_from(part.clamp(0, 1000)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn over(first: &str, last: &str) -> (Timestamp, i64, usize) {
        let bars = Bars::over(at(first), at(last));
        (bars.since, bars.length / MINUTE, bars.number)
    }

    #[test]
    fn bars_are_as_short_as_their_number_allows() {
        let start = at("2026-03-01T18:00:00+07:00");
        for (last, minutes, number) in [
            ("2026-03-01T18:00:00+07:00", 1, 1),
            ("2026-03-01T18:47:59.999+07:00", 1, 48),
            ("2026-03-01T18:48:00+07:00", 2, 25),
            ("2026-03-01T19:35:59+07:00", 2, 48),
            ("2026-03-01T19:36:00+07:00", 5, 20),
            ("2026-03-02T17:59:59+07:00", 30, 48),
        ] {
            let bars = over(
                "2026-03-01T18:00:30+07:00",
                last.max("2026-03-01T18:00:30+07:00"),
            );
            assert_eq!(bars, (start, minutes, number), "{last}");
        }
    }

    #[test]
    fn long_bars_begin_at_midnight_in_vietnam() {
        let (since, minutes, number) =
            over("2026-03-01T18:00:00+07:00", "2026-04-10T09:00:00+07:00");
        assert_eq!(since, at("2026-03-01T00:00:00+07:00"));
        assert_eq!((minutes, number), (24 * 60, 41));
    }

    #[test]
    fn any_time_has_few_bars_that_reach_the_last_arrival() {
        let first = at("2026-03-01T18:00:30+07:00");
        for minutes in (0..2_000_000).step_by(997) {
            let last = Timestamp(first.0 + minutes * MINUTE);
            let bars = Bars::over(first, last);
            assert!((1..=48).contains(&bars.number), "{minutes}: {bars:?}");
            assert!(bars.since <= first, "{minutes}: {bars:?}");
            assert!(bars.begin_of(bars.number) > last, "{minutes}: {bars:?}");
        }
    }

    #[test]
    fn shares_are_rounded_and_need_a_whole() {
        assert_eq!(share(182, 200), Some(91));
        assert_eq!(share(1, 3), Some(33));
        assert_eq!(share(2, 3), Some(67));
        assert_eq!(share(0, 0), None);
        assert_eq!(
            (thousandths(1, 2), thousandths(3, 2), thousandths(0, 0)),
            (500, 1000, 0)
        );
    }
}
