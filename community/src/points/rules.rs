//! Which deals count, and the order on the leaderboard. Pure.
//!
//! A day is written `YYYY-MM-DD`, so days compare as texts do.

use std::cmp::Reverse;

use hoi_platform::error::LocalizedText;
use hoi_platform::ids::UserId;
use hoi_platform::validation::Check;
use jiff::ToSpan as _;
use jiff::civil::Date;

use super::Credit;

/// The largest value of a deal in dong. The sum of 900,000 such deals still fits into an `i64`.
pub const MAX_VALUE: i64 = 9_999_999_999_999;
/// How many months ago a deal may have been closed at most.
const MAX_AGE: i32 = 12;

/// A range of days from the first to the last, both included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Days {
    pub first: String,
    pub last: String,
}

impl Days {
    /// Returns the days of a month written `YYYY-MM`; None if there is no such month.
    pub fn of_month(month: &str) -> Option<Self> {
        let is_month = month.len() == 7;
        let first: Date = format!("{month}-01").parse().ok().filter(|_| is_month)?;
        Some(Self::from_to(first, first.last_of_month()))
    }

    fn from_to(first: Date, last: Date) -> Self {
        Self {
            first: first.to_string(),
            last: last.to_string(),
        }
    }
}

/// The part of a calendar year over which a leaderboard is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    Month,
    Quarter,
    Year,
}

impl Span {
    /// Returns the days of the month, quarter or year to which `day` belongs.
    pub fn around(self, day: &str) -> Days {
        let month = day.parse::<Date>().unwrap_or_default().first_of_month();
        let back = (month.month() - 1) % 3;
        match self {
            Self::Month => Days::from_to(month, month.last_of_month()),
            Self::Quarter => {
                let first = month.saturating_sub(back.months());
                let last = first.saturating_add(2.months());
                Days::from_to(first, last.last_of_month())
            }
            Self::Year => Days::from_to(month.first_of_year(), month.last_of_year()),
        }
    }

    /// Returns the month, quarter or year before that of `days`.
    pub fn before(self, days: &Days) -> Days {
        let first = days.first.parse::<Date>().unwrap_or_default();
        self.around(&first.saturating_sub(1.day()).to_string())
    }
}

/// Reports a day at `dealDate` that is not within the twelve months up to `today`.
pub fn check_deal_date(check: &mut Check, day: &str, today: &str) {
    let oldest = today.parse::<Date>().unwrap_or_default();
    let oldest = oldest.saturating_sub(MAX_AGE.months()).to_string();
    let future = LocalizedText::new("point.dealInFuture");
    check.ensure(day <= today, "dealDate", future);
    let old = LocalizedText::new("point.dealTooOld").with("max", MAX_AGE);
    check.ensure(day >= oldest.as_str(), "dealDate", old);
}

/// The days during which an account belonged to a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    pub first: String,
    /// The last day; None while the membership lasts.
    pub last: Option<String>,
}

/// Whether one of the memberships covers the day.
pub fn was_member(memberships: &[Membership], day: &str) -> bool {
    memberships.iter().any(|membership| {
        membership.first.as_str() <= day
            && membership.last.as_deref().is_none_or(|last| day <= last)
    })
}

/// The deals that count for an account in one way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    pub count: i64,
    /// The sum of their values in dong.
    pub value: i64,
    /// The day of the last of them; None if there are none.
    pub last: Option<String>,
}

/// All deals that count for an account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tallies {
    pub sold: Tally,
    pub buy: Tally,
    pub referral: Tally,
}

impl Tallies {
    pub fn of(&self, credit: Credit) -> &Tally {
        match credit {
            Credit::Sold => &self.sold,
            Credit::Buy => &self.buy,
            Credit::Referral => &self.referral,
        }
    }
}

/// An account on a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// From 1. Accounts that nothing tells apart share a rank, and the next rank is that much larger.
    pub rank: u64,
    pub account: UserId,
    pub tally: Tally,
}

/// Returns the accounts with any deal, the best first: by value if the reader may see values, otherwise by number. Of
/// equal values the larger number comes first, of equal numbers the older last deal.
pub fn rank(tallies: impl IntoIterator<Item = (UserId, Tally)>, by_value: bool) -> Vec<Place> {
    let merit = |tally: &Tally| {
        let value = Reverse(if by_value { tally.value } else { 0 });
        (value, Reverse(tally.count), tally.last.clone())
    };
    let tallies = tallies.into_iter();
    let mut ranked: Vec<_> = tallies.filter(|(_, tally)| tally.count > 0).collect();
    ranked.sort_by_cached_key(|(account, tally)| (merit(tally), *account));
    let mut places = Vec::with_capacity(ranked.len());
    let mut rank = 1;
    for equals in ranked.chunk_by(|(_, one), (_, other)| merit(one) == merit(other)) {
        places.extend(equals.iter().map(|(account, tally)| Place {
            rank,
            account: *account,
            tally: tally.clone(),
        }));
        rank += equals.len() as u64;
    }
    places
}

/// Returns the last of the places with a better rank than `place`; None for the first.
pub fn next_better<'a>(places: &'a [Place], place: &Place) -> Option<&'a Place> {
    places.iter().rev().find(|other| other.rank < place.rank)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn days(first: &str, last: &str) -> Days {
        Days {
            first: first.to_owned(),
            last: last.to_owned(),
        }
    }

    #[test]
    fn months_quarters_and_years_of_the_calendar() {
        for (day, month, quarter) in [
            (
                "2026-03-31",
                ("2026-03-01", "2026-03-31"),
                ("2026-01-01", "2026-03-31"),
            ),
            (
                "2026-04-01",
                ("2026-04-01", "2026-04-30"),
                ("2026-04-01", "2026-06-30"),
            ),
            (
                "2028-02-29",
                ("2028-02-01", "2028-02-29"),
                ("2028-01-01", "2028-03-31"),
            ),
            (
                "2026-12-05",
                ("2026-12-01", "2026-12-31"),
                ("2026-10-01", "2026-12-31"),
            ),
        ] {
            assert_eq!(Span::Month.around(day), days(month.0, month.1));
            assert_eq!(Span::Quarter.around(day), days(quarter.0, quarter.1));
        }
        let year = days("2026-01-01", "2026-12-31");
        assert_eq!(Span::Year.around("2026-07-09"), year);
        for (span, of, before) in [
            (Span::Month, "2026-03-31", ("2026-02-01", "2026-02-28")),
            (Span::Month, "2026-01-01", ("2025-12-01", "2025-12-31")),
            (Span::Quarter, "2026-02-01", ("2025-10-01", "2025-12-31")),
            (Span::Year, "2026-12-31", ("2025-01-01", "2025-12-31")),
        ] {
            let expected = days(before.0, before.1);
            assert_eq!(span.before(&span.around(of)), expected, "{of}");
        }
        assert_eq!(
            Days::of_month("2026-02"),
            Some(days("2026-02-01", "2026-02-28"))
        );
        for wrong in ["2026-13", "2026-2", "2026", "26-02-1", "2026-02-01", ""] {
            assert_eq!(Days::of_month(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn deals_of_the_last_twelve_months_count() {
        let is_right = |day: &str, today: &str| {
            let mut check = Check::default();
            check_deal_date(&mut check, day, today);
            check.is_clean()
        };
        assert!(is_right("2026-03-01", "2026-03-01"));
        assert!(!is_right("2026-03-02", "2026-03-01"));
        assert!(is_right("2025-03-01", "2026-03-01"));
        assert!(!is_right("2025-02-28", "2026-03-01"));
        assert!(is_right("2027-02-28", "2028-02-29"));
    }

    #[test]
    fn a_membership_covers_its_first_and_last_day() {
        let past = Membership {
            first: "2026-01-10".to_owned(),
            last: Some("2026-01-20".to_owned()),
        };
        let present = Membership {
            first: "2026-02-10".to_owned(),
            last: None,
        };
        for (day, is_covered) in [
            ("2026-01-09", false),
            ("2026-01-10", true),
            ("2026-01-20", true),
            ("2026-01-21", false),
            ("2026-02-10", true),
            ("2027-02-10", true),
        ] {
            let memberships = [past.clone(), present.clone()];
            assert_eq!(was_member(&memberships, day), is_covered, "{day}");
        }
    }

    fn tally() -> impl Strategy<Value = Tally> {
        (0..4_i64, 1..4_i64, 1..4_u8).prop_map(|(count, value, day)| Tally {
            count,
            value: count * value,
            last: (count > 0).then(|| format!("2026-01-0{day}")),
        })
    }

    fn tallies() -> impl Strategy<Value = Vec<(UserId, Tally)>> {
        proptest::collection::vec(tally(), 0..12).prop_map(|tallies| {
            let ids = (1_u128..).map(|id| UserId(Uuid::from_u128(id)));
            ids.zip(tallies).collect()
        })
    }

    proptest! {
        #[test]
        fn no_member_stands_above_a_better_one(
            (tallies, shuffled) in tallies().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
            by_value: bool,
        ) {
            let ranked = rank(tallies.clone(), by_value);
            prop_assert_eq!(&ranked, &rank(shuffled, by_value));
            let with_deals = tallies.iter().filter(|(_, tally)| tally.count > 0);
            prop_assert_eq!(ranked.len(), with_deals.count());
            for pair in ranked.windows(2) {
                let (above, below) = (&pair[0].tally, &pair[1].tally);
                if by_value && above.value != below.value {
                    prop_assert!(above.value > below.value);
                } else if above.count != below.count {
                    prop_assert!(above.count > below.count);
                } else {
                    prop_assert!(above.last <= below.last);
                }
            }
            // A rank is one more than the number of those who are really better.
            for place in &ranked {
                let merit = |tally: &Tally| {
                    (if by_value { tally.value } else { 0 }, tally.count, Reverse(tally.last.clone()))
                };
                let better = ranked.iter().filter(|other| merit(&other.tally) > merit(&place.tally));
                let better: Vec<_> = better.collect();
                prop_assert_eq!(place.rank, better.len() as u64 + 1);
                prop_assert_eq!(next_better(&ranked, place), better.last().copied());
            }
        }
    }
}
