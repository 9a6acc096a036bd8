//! Periods and their parts on the clocks of Vietnam. Pure.

use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;
use jiff::ToSpan as _;

/// The period over which figures are compared and charts are drawn. Its last part is the present day or month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// Today and the six days before.
    Week,
    /// This month and the eleven months before.
    Year,
}

/// A day or a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// `2026-03-01` or `2026-03`.
    pub label: String,
    /// The first moment of the part.
    pub start: Timestamp,
}

impl Period {
    /// Returns the parts of the period that ends now, the oldest first.
    pub fn parts(self, now: Timestamp) -> Vec<Part> {
        (0..self.length())
            .rev()
            .map(|ago| self.part(now, ago))
            .collect()
    }

    /// Returns when the period that ends now began.
    pub fn start(self, now: Timestamp) -> Timestamp {
        self.part(now, self.length() - 1).start
    }

    /// Returns when the period before that one began, which has as many parts.
    pub fn previous_start(self, now: Timestamp) -> Timestamp {
        self.part(now, 2 * self.length() - 1).start
    }

    fn length(self) -> i32 {
        match self {
            Self::Week => 7,
            Self::Year => 12,
        }
    }

    /// Returns the part that was `ago` parts before the present one.
    fn part(self, now: Timestamp, ago: i32) -> Part {
        let today = VIETNAM.shown(now).date();
        match self {
            Self::Week => {
                let day = today.saturating_sub(ago.days());
                Part {
                    label: day.to_string(),
                    start: VIETNAM.midnight(day),
                }
            }
            Self::Year => {
                let month = today.first_of_month().saturating_sub(ago.months());
                Part {
                    label: month.strftime("%Y-%m").to_string(),
                    start: VIETNAM.midnight(month),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn labels(period: Period, now: &str) -> Vec<String> {
        let parts = period.parts(at(now)).into_iter();
        parts.map(|part| part.label).collect()
    }

    #[test]
    fn a_day_begins_at_midnight_in_vietnam() {
        for (now, first, last) in [
            ("2026-03-01T23:59:59.999+07:00", "2026-02-23", "2026-03-01"),
            ("2026-03-02T00:00:00+07:00", "2026-02-24", "2026-03-02"),
            ("2024-03-01T00:00:00+07:00", "2024-02-24", "2024-03-01"),
            ("2026-01-01T06:59:59+07:00", "2025-12-26", "2026-01-01"),
        ] {
            let labels = labels(Period::Week, now);
            assert_eq!(labels.len(), 7);
            assert_eq!((labels[0].as_str(), labels[6].as_str()), (first, last));
        }
        let now = at("2026-03-01T09:00:00+07:00");
        assert_eq!(Period::Week.start(now), at("2026-02-23T00:00:00+07:00"));
        assert_eq!(
            Period::Week.previous_start(now),
            at("2026-02-16T00:00:00+07:00")
        );
    }

    #[test]
    fn months_have_their_own_lengths() {
        for (now, first, last) in [
            ("2026-03-31T23:59:59.999+07:00", "2025-04", "2026-03"),
            ("2026-04-01T00:00:00+07:00", "2025-05", "2026-04"),
            ("2024-02-29T12:00:00+07:00", "2023-03", "2024-02"),
        ] {
            let labels = labels(Period::Year, now);
            assert_eq!(labels.len(), 12);
            assert_eq!((labels[0].as_str(), labels[11].as_str()), (first, last));
        }
        let now = at("2026-03-31T23:00:00+07:00");
        assert_eq!(Period::Year.start(now), at("2025-04-01T00:00:00+07:00"));
        assert_eq!(
            Period::Year.previous_start(now),
            at("2024-04-01T00:00:00+07:00")
        );
    }
}
