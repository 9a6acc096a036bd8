//! The rules of plans: their status on a day, their end, when their owner is told of it, and the limits that several
//! plans set together. Pure.
//!
//! A day is written `YYYY-MM-DD`, so days compare as texts do. It begins at midnight in Vietnam.

use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;
use hoi_platform::quota::UNLIMITED;
use jiff::civil::Date;
use jiff::{Span, ToSpan};

use super::terms::PersonalPlanTerms;
use super::{EndNotice, PlanStatus};

/// How many days after the end of a plan its owner is still told, because a server may have been off.
pub const TOLD_LATE: i64 = 7;
/// Days before the end of a plan on which its owner is first told.
pub const TOLD_EARLY: i64 = 14;
/// Days before the end of a plan on which its owner is told again.
const TOLD_AGAIN: i64 = 3;

/// How much an account may have; −1 is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most events of the account.
    pub events: i64,
    /// The most participants of one event.
    pub participants: i64,
    /// The most groups of the account.
    pub groups: i64,
    /// The most members of one group.
    pub members: i64,
    /// Whether reports of groups can be downloaded.
    pub has_report: bool,
}

impl Limits {
    /// Administrators have no limits.
    pub const UNLIMITED: Self = Self {
        events: UNLIMITED,
        participants: UNLIMITED,
        groups: UNLIMITED,
        members: UNLIMITED,
        has_report: true,
    };

    /// Returns the limits of an account with its own limit of `events` and these plans on the day `today`. Numbers of
    /// events and groups add up. Of sizes the largest counts; without a plan they are unlimited.
    pub fn of<'a>(
        events: i64,
        plans: impl IntoIterator<Item = &'a PersonalPlanTerms>,
        today: &str,
    ) -> Self {
        let active: Vec<_> = plans
            .into_iter()
            .filter(|plan| {
                status(&plan.start_date, &plan.expiration_date, today) == PlanStatus::Active
            })
            .collect();
        let sum = |own: i64, limit: fn(&PersonalPlanTerms) -> i64| {
            active.iter().map(|plan| limit(plan)).fold(own, add)
        };
        let most = |limit: fn(&PersonalPlanTerms) -> i64| {
            let limits = active.iter().map(|plan| limit(plan));
            limits.reduce(larger).unwrap_or(UNLIMITED)
        };
        Self {
            events: sum(events, |plan| plan.event_limit),
            participants: most(|plan| plan.max_attendees_per_event),
            groups: sum(0, |plan| plan.group_limit),
            members: most(|plan| plan.max_members_per_group),
            has_report: active.iter().any(|plan| plan.has_report),
        }
    }
}

fn add(one: i64, other: i64) -> i64 {
    if one == UNLIMITED || other == UNLIMITED {
        UNLIMITED
    } else {
        one.saturating_add(other)
    }
}

fn larger(one: i64, other: i64) -> i64 {
    if one == UNLIMITED || other == UNLIMITED {
        UNLIMITED
    } else {
        one.max(other)
    }
}

/// Returns the status on the day `today`. The days `start` and `end` both belong to the plan.
pub fn status(start: &str, end: &str, today: &str) -> PlanStatus {
    if today < start {
        PlanStatus::Inactive
    } else if today > end {
        PlanStatus::Expired
    } else {
        PlanStatus::Active
    }
}

/// Returns the day that it is in Vietnam at this moment.
pub fn day_of(moment: Timestamp) -> String {
    VIETNAM.shown(moment).date().to_string()
}

/// Returns the beginning of the month in Vietnam.
pub fn month_began(moment: Timestamp) -> Timestamp {
    VIETNAM.midnight(VIETNAM.shown(moment).date().first_of_month())
}

/// Returns the beginning of the last minute of this day in Vietnam.
pub fn last_minute(day: &str) -> Timestamp {
    let end = day.parse::<Date>().unwrap_or_default().at(23, 59, 0, 0);
    VIETNAM.moment(end)
}

/// Returns the day that lies this many months after `start`; the last day of its month if the month is too short.
pub fn months_after(start: &str, months: i64) -> String {
    let span = Span::new().try_months(months).unwrap_or_default();
    shifted(start, span)
}

/// Returns the day that lies this many days after `day`; before it for a negative number.
pub fn days_after(day: &str, days: i64) -> String {
    shifted(day, days.days())
}

fn shifted(day: &str, span: Span) -> String {
    let day = day.parse::<Date>().unwrap_or_default();
    day.saturating_add(span).to_string()
}

/// Returns the notice that the owner of a plan gets today; None for nothing. A plan that was never longer than a notice
/// says gets no such notice.
pub fn end_notice(start: &str, end: &str, today: &str) -> Option<EndNotice> {
    let (two_weeks, three_days) = (days_after(end, -TOLD_EARLY), days_after(end, -TOLD_AGAIN));
    if today > end {
        (today <= days_after(end, TOLD_LATE).as_str()).then_some(EndNotice::Ended)
    } else if today >= three_days.as_str() {
        (start <= three_days.as_str()).then_some(EndNotice::ThreeDays)
    } else if today >= two_weeks.as_str() {
        (start <= two_weeks.as_str()).then_some(EndNotice::TwoWeeks)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_days_of_a_plan_belong_to_it() {
        let status = |today| status("2026-03-01", "2026-03-31", today);
        assert_eq!(status("2026-02-28"), PlanStatus::Inactive);
        assert_eq!(status("2026-03-01"), PlanStatus::Active);
        assert_eq!(status("2026-03-31"), PlanStatus::Active);
        assert_eq!(status("2026-04-01"), PlanStatus::Expired);
    }

    #[test]
    fn a_day_begins_at_midnight_in_vietnam() {
        let day = |moment: &str| day_of(moment.parse().unwrap());
        assert_eq!(day("2026-02-28T16:59:59Z"), "2026-02-28");
        assert_eq!(day("2026-02-28T17:00:00Z"), "2026-03-01");
        let end = last_minute("2026-02-28");
        assert_eq!(end.to_string(), "2026-02-28T16:59:00.000Z");
    }

    #[test]
    fn a_plan_ends_on_the_same_day_of_a_later_month() {
        for (start, months, end) in [
            ("2026-03-15", 1, "2026-04-15"),
            ("2026-01-31", 1, "2026-02-28"),
            ("2028-01-31", 1, "2028-02-29"),
            ("2026-12-01", 120, "2036-12-01"),
            ("9999-12-31", 1, "9999-12-31"),
        ] {
            assert_eq!(months_after(start, months), end);
        }
    }

    #[test]
    fn owners_are_told_fourteen_and_three_days_before_and_after_the_end() {
        let told = |today| end_notice("2026-01-01", "2026-03-31", today);
        for (today, notice) in [
            ("2026-03-16", None),
            ("2026-03-17", Some(EndNotice::TwoWeeks)),
            ("2026-03-27", Some(EndNotice::TwoWeeks)),
            ("2026-03-28", Some(EndNotice::ThreeDays)),
            ("2026-03-31", Some(EndNotice::ThreeDays)),
            ("2026-04-01", Some(EndNotice::Ended)),
            ("2026-04-07", Some(EndNotice::Ended)),
            ("2026-04-08", None),
        ] {
            assert_eq!(told(today), notice, "{today}");
        }
        // A plan of ten days is announced neither on its first day nor two weeks before its end.
        let short = |today| end_notice("2026-03-21", "2026-03-31", today);
        assert_eq!(short("2026-03-21"), None);
        assert_eq!(short("2026-03-28"), Some(EndNotice::ThreeDays));
        assert_eq!(end_notice("2026-03-30", "2026-03-31", "2026-03-30"), None);
    }

    const TODAY: &str = "2026-03-15";

    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![1 => Just(UNLIMITED), 3 => 0..20_i64]
    }

    fn plan() -> impl Strategy<Value = PersonalPlanTerms> {
        let numbers = [number(), number(), number(), number()];
        // Days around today, so that about half of the plans are active.
        (-3..3_i64, 0..4_i64, numbers, any::<bool>()).prop_map(
            |(first, length, numbers, has_report)| {
                let [
                    event_limit,
                    max_attendees_per_event,
                    group_limit,
                    max_members_per_group,
                ] = numbers;
                PersonalPlanTerms {
                    start_date: days_after(TODAY, first),
                    expiration_date: days_after(TODAY, first + length),
                    event_limit,
                    max_attendees_per_event,
                    group_limit,
                    max_members_per_group,
                    has_report,
                }
            },
        )
    }

    fn plans() -> impl Strategy<Value = Vec<PersonalPlanTerms>> {
        proptest::collection::vec(plan(), 0..6)
    }

    /// Whether `number` things are within a limit.
    fn allows(limit: i64, number: i64) -> bool {
        limit == UNLIMITED || number <= limit
    }

    fn covers_today(plan: &PersonalPlanTerms) -> bool {
        let mut day = plan.start_date.clone();
        while day <= plan.expiration_date {
            if day == TODAY {
                return true;
            }
            day = days_after(&day, 1);
        }
        false
    }

    /// Hands `number` things out one by one: to the first source that has any left.
    fn can_hand_out(mut sources: Vec<i64>, number: i64) -> bool {
        (0..number).all(|_| {
            let source = sources.iter_mut().find(|left| **left != 0);
            source.is_some_and(|left| {
                if *left != UNLIMITED {
                    *left -= 1;
                }
                true
            })
        })
    }

    /// Whether a thing of this size fits one of the plans, or needs none because there is none.
    fn fits_one(sizes: &[i64], size: i64) -> bool {
        sizes.is_empty() || sizes.iter().any(|limit| allows(*limit, size))
    }

    proptest! {
        #[test]
        fn limits_allow_as_much_as_handing_out_one_by_one(own in number(), plans in plans(), number in 0..150_i64) {
            let limits = Limits::of(own, &plans, TODAY);
            let active: Vec<_> = plans.iter().filter(|plan| covers_today(plan)).collect();
            let each = |limit: fn(&PersonalPlanTerms) -> i64| -> Vec<i64> {
                active.iter().map(|plan| limit(plan)).collect()
            };
            let events = [vec![own], each(|plan| plan.event_limit)].concat();
            prop_assert_eq!(allows(limits.events, number), can_hand_out(events, number));
            let groups = each(|plan| plan.group_limit);
            prop_assert_eq!(allows(limits.groups, number), can_hand_out(groups, number));
            let sizes = each(|plan| plan.max_attendees_per_event);
            prop_assert_eq!(allows(limits.participants, number), fits_one(&sizes, number));
            let sizes = each(|plan| plan.max_members_per_group);
            prop_assert_eq!(allows(limits.members, number), fits_one(&sizes, number));
            prop_assert_eq!(limits.has_report, active.iter().any(|plan| plan.has_report));
        }

        #[test]
        fn the_order_of_plans_does_not_matter(
            own in number(),
            (plans, shuffled) in plans().prop_flat_map(|plans| (Just(plans.clone()), Just(plans).prop_shuffle())),
        ) {
            prop_assert_eq!(Limits::of(own, &plans, TODAY), Limits::of(own, &shuffled, TODAY));
        }

        /// Sizes are unlimited without an active plan, so there the first one sets them.
        #[test]
        fn one_more_plan_takes_nothing_away(own in number(), plans in plans(), more in plan(), number in 0..50_i64) {
            let before = Limits::of(own, &plans, TODAY);
            let has_plan = plans.iter().any(covers_today);
            let after = Limits::of(own, plans.iter().chain([&more]), TODAY);
            prop_assert!(!allows(before.events, number) || allows(after.events, number));
            prop_assert!(!allows(before.groups, number) || allows(after.groups, number));
            prop_assert!(!before.has_report || after.has_report);
            if has_plan {
                prop_assert!(!allows(before.participants, number) || allows(after.participants, number));
                prop_assert!(!allows(before.members, number) || allows(after.members, number));
            }
        }

        #[test]
        fn plans_of_other_days_count_nothing(own in number(), plans in plans()) {
            let active: Vec<_> = plans.iter().filter(|plan| covers_today(plan)).cloned().collect();
            prop_assert_eq!(Limits::of(own, &plans, TODAY), Limits::of(own, &active, TODAY));
            let none = Limits::of(own, &[], TODAY);
            let over = plans.iter().filter(|plan| plan.expiration_date.as_str() < TODAY);
            prop_assert_eq!(Limits::of(own, over, TODAY), none);
            prop_assert_eq!(
                (none.events, none.participants, none.groups, none.members, none.has_report),
                (own, UNLIMITED, 0, UNLIMITED, false)
            );
        }
    }
}
