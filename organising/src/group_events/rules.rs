//! Whether a profile answers everything that an event asks for, whether its seats are scarce, and when the meetings of a
//! series are. Pure.

use hoi_ticketing::events::{Asked, Question, TicketId};
use jiff::ToSpan as _;
use jiff::civil::Date;

use super::{OneStep, Weekday};

/// Returns the contents of a registration besides the details of a profile; None if registering needs more than these:
/// a required question, a choice of class, or a payment. `classes` are the visible classes, with their prices in dong;
/// `None` if the event has no classes at all.
pub fn one_step(
    (phone_question, company_question): (Asked, Asked),
    scheme: &[Question],
    is_payment_off: bool,
    classes: Option<&[(TicketId, i64)]>,
) -> Option<OneStep> {
    if scheme.iter().any(Question::needs_answer) {
        return None;
    }
    let ticket_id = match classes {
        None => None,
        Some([(class, price)]) if is_payment_off || *price == 0 => Some(*class),
        _ => return None,
    };
    Some(OneStep {
        ticket_id,
        phone_question,
        company_question,
    })
}

/// From this number of seats on, their number is of interest only beside that of all seats.
const MANY_SEATS: i64 = 20;
/// The share of all seats, as a divisor, below which they are scarce.
const SCARCE_SHARE: i64 = 5;

/// Returns whether so few of an event's seats are left that members should know how many.
pub fn is_scarce(left: i64, seats: i64) -> bool {
    left < MANY_SEATS || left.saturating_mul(SCARCE_SHARE) < seats
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
    use hoi_platform::days::read_day;

    use super::*;

    #[test]
    fn seats_are_scarce_below_twenty_and_below_a_fifth() {
        for (left, seats, scarce) in [
            (0, 10, true),
            (19, 19, true),
            (20, 20, false),
            (20, 100, false),
            (20, 101, true),
            (99, 500, true),
            (100, 500, false),
        ] {
            assert_eq!(is_scarce(left, seats), scarce, "{left} of {seats}");
        }
    }

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
}
