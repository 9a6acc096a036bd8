//! Until when the personal data of an event's participants is kept, and when its erasure is announced. Pure.

use std::time::Duration;

use hoi_db::Timestamp;

use crate::privacy::retention::Part;

/// The fewest days from an event's end until the data is erased: money and complaints are settled meanwhile.
pub const MIN_DAYS: i64 = 30;
/// Days for which the data is kept unless the organiser decides otherwise: twelve months.
pub const USUAL_DAYS: i64 = 365;
/// Days for which identity numbers and documents are kept unless the organiser says why they are needed.
pub const DOCUMENT_DAYS: i64 = MIN_DAYS;
/// The time between the announcement of an erasure and the erasure.
pub const NOTICE: Duration = Duration::from_hours(30 * 24);
/// After this time an erasure that has not ended is ordered once more.
pub const ORDERED_AGAIN: Duration = Duration::from_hours(24);

const DAY: Duration = Duration::from_hours(24);

/// The terms that decide when the data of an event's participants is erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// When the event ends or would have ended.
    pub end: Timestamp,
    /// The days that the organiser chose.
    pub chosen: Option<i64>,
    pub keeps_documents: bool,
    /// The platform's maximum.
    pub max_days: i64,
}

/// An announcement, by the date that it named and when it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announced {
    pub due: Timestamp,
    pub at: Timestamp,
    pub ordered: Option<Timestamp>,
    pub ended: Option<Timestamp>,
}

/// The next step for a part of an event's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Wait,
    Announce,
    Erase,
}

impl Terms {
    /// Returns the days for which everything is kept.
    #[must_use]
    pub fn days(&self) -> i64 {
        self.chosen.unwrap_or(USUAL_DAYS).min(self.max_days)
    }

    /// Returns the date of a part; None if it is erased with the rest.
    #[must_use]
    pub fn due(&self, part: Part) -> Option<Timestamp> {
        let days = match part {
            Part::Everything => self.days(),
            Part::Documents if self.keeps_documents || self.days() <= DOCUMENT_DAYS => return None,
            Part::Documents => DOCUMENT_DAYS,
        };
        let days = u32::try_from(days).unwrap_or(0);
        Some(self.end.plus(DAY * days))
    }
}

/// Returns when data due on a date is erased: not before it was announced for [`NOTICE`].
#[must_use]
pub fn erased_at(due: Timestamp, announced: Option<Announced>, now: Timestamp) -> Timestamp {
    let announced_at = match valid(due, announced) {
        Some(announced) => announced.at,
        None => now.max(due.minus(NOTICE)),
    };
    due.max(announced_at.plus(NOTICE))
}

/// Returns the next step. A participant added after an erasure has ended is found once [`NOTICE`] has passed, and is
/// announced as the others were.
#[must_use]
pub fn step(due: Timestamp, announced: Option<Announced>, now: Timestamp) -> Step {
    let is_old = |announced: &Announced| {
        announced
            .ended
            .is_some_and(|ended| now >= ended.plus(NOTICE))
    };
    let Some(announced) = valid(due, announced).filter(|announced| !is_old(announced)) else {
        return if now >= due.minus(NOTICE) {
            Step::Announce
        } else {
            Step::Wait
        };
    };
    let is_ordered = announced
        .ordered
        .is_some_and(|ordered| now < ordered.plus(ORDERED_AGAIN));
    if announced.ended.is_some() || is_ordered || now < erased_at(due, Some(announced), now) {
        Step::Wait
    } else {
        Step::Erase
    }
}

/// An announcement of another date says nothing about this one.
fn valid(due: Timestamp, announced: Option<Announced>) -> Option<Announced> {
    announced.filter(|announced| announced.due == due)
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Timestamp = Timestamp(1_772_330_400_000);

    fn after(days: u32) -> Timestamp {
        END.plus(DAY * days)
    }

    fn terms(chosen: Option<i64>) -> Terms {
        Terms {
            end: END,
            chosen,
            keeps_documents: false,
            max_days: 1095,
        }
    }

    fn announced(due: Timestamp, at: Timestamp) -> Announced {
        Announced {
            due,
            at,
            ordered: None,
            ended: None,
        }
    }

    #[test]
    fn everything_is_kept_for_a_year_and_documents_for_a_month() {
        assert_eq!(terms(None).due(Part::Everything), Some(after(365)));
        assert_eq!(terms(None).due(Part::Documents), Some(after(30)));
        assert_eq!(terms(Some(30)).due(Part::Everything), Some(after(30)));
        assert_eq!(terms(Some(30)).due(Part::Documents), None);
        assert_eq!(terms(Some(31)).due(Part::Documents), Some(after(30)));
        let kept = Terms {
            keeps_documents: true,
            ..terms(None)
        };
        assert_eq!(kept.due(Part::Documents), None);
    }

    #[test]
    fn the_platforms_maximum_holds_for_the_usual_time_and_the_chosen_one() {
        for (chosen, max_days, kept) in [
            (None, 90, 90),
            (Some(400), 1095, 400),
            (Some(1095), 1095, 1095),
            (Some(1096), 1095, 1095),
        ] {
            let terms = Terms {
                max_days,
                ..terms(chosen)
            };
            assert_eq!(terms.due(Part::Everything), Some(after(kept)));
        }
    }

    #[test]
    fn nothing_is_erased_before_it_was_announced_for_a_month() {
        let due = after(365);
        assert_eq!(step(due, None, after(335).minus(DAY)), Step::Wait);
        assert_eq!(step(due, None, after(335)), Step::Announce);
        let in_time = announced(due, after(335));
        assert_eq!(step(due, Some(in_time), due.minus(DAY)), Step::Wait);
        assert_eq!(step(due, Some(in_time), due), Step::Erase);
        // An event from before this version, or a server that was off.
        assert_eq!(step(due, None, after(900)), Step::Announce);
        let late = announced(due, after(900));
        assert_eq!(erased_at(due, Some(late), after(900)), after(930));
        assert_eq!(step(due, Some(late), after(929)), Step::Wait);
        assert_eq!(step(due, Some(late), after(930)), Step::Erase);
    }

    #[test]
    fn another_date_is_announced_anew() {
        let of_before = Some(announced(after(365), after(335)));
        assert_eq!(step(after(500), of_before, after(365)), Step::Wait);
        assert_eq!(step(after(500), of_before, after(470)), Step::Announce);
        assert_eq!(step(after(340), of_before, after(365)), Step::Announce);
        assert_eq!(erased_at(after(340), of_before, after(365)), after(395));
    }

    #[test]
    fn an_order_that_was_lost_is_repeated_and_late_people_are_found() {
        let due = after(365);
        let mut known = announced(due, after(335));
        known.ordered = Some(due);
        assert_eq!(step(due, Some(known), due), Step::Wait);
        assert_eq!(step(due, Some(known), due.plus(DAY)), Step::Erase);
        known.ended = Some(after(366));
        assert_eq!(step(due, Some(known), after(395)), Step::Wait);
        assert_eq!(step(due, Some(known), after(396)), Step::Announce);
    }
}
