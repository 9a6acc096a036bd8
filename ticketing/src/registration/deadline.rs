//! Until when visitors pay. Pure: one deadline, shown to everybody and kept by the desk.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;

use crate::attendances::{PaymentMethod, PaymentStatus, Source, attendance};
use crate::events::entity::event;

const DAY: Duration = Duration::from_hours(24);
/// Reminders go out at eight in the morning of the day before the last.
pub const REMINDED_BEFORE: Duration = Duration::from_hours(40);

/// An event's rules about paying in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentDeadline {
    /// How long a visitor has to pay.
    pub time: Duration,
    /// When the organiser last changed any of this.
    pub set_at: Option<Timestamp>,
    /// Whether visitors are reminded of a deadline that they know. Of a later change they are told in any case.
    pub reminds: bool,
    /// Whether the seats of those who have not paid are given back.
    pub releases: bool,
    /// Whether it holds for visitors who chose cash, too.
    pub holds_for_cash: bool,
    /// When the event begins. From then on no visitor is reminded and no seat is given back.
    pub begins: Timestamp,
}

/// A visitor's debt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    /// When the amount became due.
    pub since: Timestamp,
    /// When the visitor was reminded of it.
    pub reminded_at: Option<Timestamp>,
    /// Whether the visitor chose cash.
    pub is_in_cash: bool,
}

/// How an event is set up for paying in time, before it is known whether it has a deadline.
#[derive(Debug, Clone, Copy)]
pub struct DeadlineSettings {
    /// How many days a visitor has to pay, 1–60; `None` without a deadline.
    pub days: Option<i64>,
    /// When the organiser last changed any of this.
    pub set_at: Option<Timestamp>,
    pub turn_off_reminder: bool,
    pub release_unpaid: bool,
    pub holds_for_cash: bool,
    /// When the event begins.
    pub begins: Timestamp,
}

impl Owed {
    /// Returns the visitor's debt. `None` if nothing is due, if the seat is unconfirmed, or if the organiser made the
    /// registration: such participants were not told of a deadline.
    pub fn of(row: &attendance::Model) -> Option<Self> {
        let method = row.payment_method?;
        let is_owed = row.payment_status == PaymentStatus::Unpaid
            && row.amount > 0
            && row.confirm_by.is_none()
            && row.source.is_by_visitor();
        is_owed.then(|| Self {
            since: row.due_since.unwrap_or(row.registration_time),
            reminded_at: row.payment_reminded_at,
            is_in_cash: method == PaymentMethod::CashAtVenue,
        })
    }
}

impl PaymentDeadline {
    /// Returns `None` if the event has no deadline, or nothing is to be paid for it.
    pub fn of(event: &event::Model) -> Option<Self> {
        let is_on = !event.turn_off_payment && event.cancelled_at.is_none();
        Self::new(DeadlineSettings {
            days: event.payment_days.filter(|_| is_on),
            set_at: event.payment_deadline_set_at,
            turn_off_reminder: event.turn_off_payment_reminder,
            release_unpaid: event.release_unpaid,
            holds_for_cash: event.cash_has_deadline,
            begins: event.event_start_date,
        })
    }

    /// Returns `None` without `days`.
    pub fn new(settings: DeadlineSettings) -> Option<Self> {
        let days = u32::try_from(settings.days?).ok()?;
        Some(Self {
            time: DAY * days,
            set_at: settings.set_at,
            // Within one day, the mail that says how to pay is the reminder.
            reminds: !settings.turn_off_reminder && days > 1,
            releases: settings.release_unpaid,
            holds_for_cash: settings.holds_for_cash,
            begins: settings.begins,
        })
    }

    /// Returns whether the visitor is to pay before the event at all.
    pub fn holds_for(&self, owed: Owed) -> bool {
        self.holds_for_cash || !owed.is_in_cash
    }

    /// Returns the ways to pay for which the deadline holds.
    pub fn methods(&self) -> impl Iterator<Item = PaymentMethod> {
        let cash = self.holds_for_cash.then_some(PaymentMethod::CashAtVenue);
        std::iter::once(PaymentMethod::BankTransfer).chain(cash)
    }

    /// Returns the last moment at which the visitor pays in time: the end of a day in Vietnam, or the beginning of the
    /// event. It is at least a day after the organiser changed the deadline and after the visitor was reminded, so a late
    /// reminder postpones it.
    pub fn of_visitor(&self, owed: Owed) -> Timestamp {
        self.end(owed).min(self.begins)
    }

    /// Returns whether reminders may be due at all.
    pub fn may_remind(&self) -> bool {
        self.reminds || self.set_at.is_some()
    }

    /// Returns whether the visitor is to be reminded now.
    pub fn reminds_now(&self, owed: Owed, now: Timestamp) -> bool {
        self.must_remind(owed)
            && self.holds_for(owed)
            && owed.reminded_at.is_none()
            && now < self.begins
            && now >= self.first_end(owed).minus(REMINDED_BEFORE)
    }

    /// Returns whether the seat is to be given back now.
    pub fn releases_now(&self, owed: Owed, now: Timestamp) -> bool {
        let is_told = !self.must_remind(owed) || owed.reminded_at.is_some();
        self.releases
            && self.holds_for(owed)
            && is_told
            && now > self.end(owed)
            && now < self.begins
    }

    /// Whether the visitor cannot lose the seat without a reminder: always if the deadline was set when they owed already,
    /// because no mail has told them of it.
    fn must_remind(&self, owed: Owed) -> bool {
        self.reminds || self.set_at.is_some_and(|set| owed.since < set)
    }

    /// The deadline before a reminder postpones it.
    fn first_end(&self, owed: Owed) -> Timestamp {
        let time_is_up = owed.since.plus(self.time);
        let known_for_a_day = self.set_at.map(|set| set.plus(DAY));
        VIETNAM.end_of_day(known_for_a_day.map_or(time_is_up, |known| known.max(time_is_up)))
    }

    fn end(&self, owed: Owed) -> Timestamp {
        let after_reminder = owed.reminded_at.map(|at| VIETNAM.end_of_day(at.plus(DAY)));
        let first = self.first_end(owed);
        after_reminder.map_or(first, |end| end.max(first))
    }
}

/// Returns whether a participant who owes money is asked to pay it before the event: always for a transfer; for cash
/// only if the event's deadline holds for it, and a visitor chose it.
pub fn is_asked_before_event(
    deadline: Option<PaymentDeadline>,
    method: Option<PaymentMethod>,
    source: Source,
) -> bool {
    match method {
        Some(PaymentMethod::BankTransfer) => true,
        Some(PaymentMethod::CashAtVenue) => {
            source.is_by_visitor() && deadline.is_some_and(|deadline| deadline.holds_for_cash)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: i64 = 60 * 60 * 1000;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn settings(days: Option<i64>) -> DeadlineSettings {
        DeadlineSettings {
            days,
            set_at: None,
            turn_off_reminder: false,
            release_unpaid: true,
            holds_for_cash: false,
            begins: at("2026-04-01T09:00:00+07:00"),
        }
    }

    fn three_days() -> PaymentDeadline {
        PaymentDeadline::new(settings(Some(3))).unwrap()
    }

    fn owed(since: &str) -> Owed {
        Owed {
            since: at(since),
            reminded_at: None,
            is_in_cash: false,
        }
    }

    #[test]
    fn cash_waits_for_the_door_unless_the_deadline_holds_for_it() {
        let reminded_at = Some(at("2026-03-03T08:00:00+07:00"));
        let cash = Owed {
            is_in_cash: true,
            ..owed("2026-03-01T10:00:00+07:00")
        };
        let reminded = Owed {
            reminded_at,
            ..cash
        };
        let much_later = at("2026-03-20T10:00:00+07:00");
        let deadline = three_days();
        assert!(!deadline.reminds_now(cash, much_later));
        assert!(!deadline.releases_now(reminded, much_later));
        assert!(
            !deadline
                .methods()
                .any(|method| method == PaymentMethod::CashAtVenue)
        );
        let strict = PaymentDeadline {
            holds_for_cash: true,
            ..deadline
        };
        assert!(strict.reminds_now(cash, much_later));
        assert!(strict.releases_now(reminded, much_later));
        assert!(
            strict
                .methods()
                .any(|method| method == PaymentMethod::CashAtVenue)
        );
    }

    #[test]
    fn the_last_day_ends_at_midnight_in_vietnam() {
        let (deadline, late) = (three_days(), "2026-03-01T23:30:00+07:00");
        let last = "2026-03-04T23:59:59.999+07:00";
        assert_eq!(deadline.of_visitor(owed(late)), at(last));
        let early = "2026-03-01T00:00:00+07:00";
        assert_eq!(deadline.of_visitor(owed(early)), at(last));
        let begins = deadline.begins;
        assert_eq!(deadline.of_visitor(owed("2026-03-31T08:00:00Z")), begins);
    }

    #[test]
    fn reminds_at_eight_in_the_morning_before_the_last_day() {
        let (deadline, owed) = (three_days(), owed("2026-03-01T10:00:00+07:00"));
        let eight = at("2026-03-03T08:00:00+07:00");
        let before = eight.minus(Duration::from_secs(1));
        assert!(!deadline.reminds_now(owed, before) && deadline.reminds_now(owed, eight));
        let reminded = Owed {
            reminded_at: Some(eight),
            ..owed
        };
        assert!(!deadline.reminds_now(reminded, eight));
        assert_eq!(deadline.of_visitor(reminded), deadline.of_visitor(owed));
        let quiet = PaymentDeadline {
            reminds: false,
            ..deadline
        };
        assert!(!quiet.reminds_now(owed, eight));
        assert!(!deadline.reminds_now(owed, deadline.begins));
    }

    #[test]
    fn one_day_needs_no_reminder() {
        let deadline = PaymentDeadline::new(settings(Some(1))).unwrap();
        let owed = owed("2026-03-01T10:00:00+07:00");
        assert!(!deadline.reminds_now(owed, at("2026-03-02T20:00:00+07:00")));
        assert!(!deadline.releases_now(owed, deadline.of_visitor(owed)));
        assert!(deadline.releases_now(owed, deadline.of_visitor(owed).plus(DAY)));
        assert_eq!(PaymentDeadline::new(settings(None)), None);
    }

    #[test]
    fn a_visitor_who_owed_before_the_deadline_was_set_is_told_of_it_whatever_the_switch_says() {
        let set = at("2026-03-10T10:00:00+07:00");
        let quiet = PaymentDeadline {
            reminds: false,
            set_at: Some(set),
            ..three_days()
        };
        let before = owed("2026-03-01T10:00:00+07:00");
        assert!(quiet.may_remind() && quiet.reminds_now(before, set));
        let much_later = at("2026-03-20T10:00:00+07:00");
        assert!(!quiet.releases_now(before, much_later));
        let reminded = Owed {
            reminded_at: Some(set),
            ..before
        };
        assert!(quiet.releases_now(reminded, much_later));
        // A visitor who registered afterwards was told by the mail that says how to pay.
        let after = owed("2026-03-10T10:00:00+07:00");
        assert!(!quiet.reminds_now(after, much_later) && quiet.releases_now(after, much_later));
    }

    #[test]
    fn no_visitor_loses_a_seat_without_having_been_told() {
        let (deadline, owed) = (three_days(), owed("2026-03-01T10:00:00+07:00"));
        let much_later = at("2026-03-20T10:00:00+07:00");
        assert!(!deadline.releases_now(owed, much_later));
        let reminded = Owed {
            reminded_at: Some(much_later),
            ..owed
        };
        let end = at("2026-03-21T23:59:59.999+07:00");
        assert_eq!(deadline.of_visitor(reminded), end);
        assert!(!deadline.releases_now(reminded, end));
        assert!(deadline.releases_now(reminded, Timestamp(end.0 + 1)));
        let keeps = PaymentDeadline {
            releases: false,
            ..deadline
        };
        assert!(!keeps.releases_now(reminded, Timestamp(end.0 + 1)));
    }

    proptest! {
        #[test]
        fn no_seat_is_given_back_within_a_day_of_a_change_or_a_reminder(
            days in 1..60_i64,
            since in 0..2_000_i64,
            set in proptest::option::of(0..2_000_i64),
            reminded in proptest::option::of(0..4_000_i64),
            now in 0..6_000_i64,
            quiet: bool,
        ) {
            let hours = |hours: i64| Timestamp(hours * HOUR);
            let deadline = PaymentDeadline::new(DeadlineSettings {
                set_at: set.map(hours),
                turn_off_reminder: quiet,
                begins: hours(5_000),
                ..settings(Some(days))
            })
            .unwrap();
            let owed = Owed { since: hours(since), reminded_at: reminded.map(hours), is_in_cash: false };
            if deadline.releases_now(owed, hours(now)) {
                prop_assert!(now >= since + 24 * days);
                prop_assert!(set.is_none_or(|set| now >= set + 24));
                prop_assert!(reminded.is_none_or(|at| now >= at + 24));
                prop_assert!(!deadline.reminds || reminded.is_some());
                prop_assert!(set.is_none_or(|set| set <= since) || reminded.is_some());
                prop_assert!(now < 5_000);
                prop_assert!(deadline.of_visitor(owed) < hours(now));
            }
        }
    }
}
