//! What a member's registration and absence say about the member. Pure.

use hoi_db::Timestamp;

use super::{Mark, Outcome};

/// What is known of a member's absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    Excused,
    Substituted,
}

/// Returns the mark of a member. Who is checked in is there, whatever was noted before.
pub fn mark(is_checked_in: bool, absence: Option<Absence>) -> Option<Mark> {
    match absence {
        _ if is_checked_in => Some(Mark::Present),
        Some(Absence::Substituted) => Some(Mark::Substituted),
        Some(Absence::Excused) => Some(Mark::Excused),
        None => None,
    }
}

/// Returns what came of an event that is over, for somebody who has been a member since `joined_at`. None for an event
/// before that, unless something is known of the member there.
pub fn outcome(mark: Option<Mark>, joined_at: Timestamp, began: Timestamp) -> Option<Outcome> {
    match mark {
        Some(Mark::Present) => Some(Outcome::Present),
        Some(Mark::Substituted) => Some(Outcome::Substituted),
        Some(Mark::Excused) => Some(Outcome::Excused),
        None if joined_at > began => None,
        None => Some(Outcome::Absent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_there_is_not_absent() {
        for absence in [None, Some(Absence::Excused), Some(Absence::Substituted)] {
            assert_eq!(mark(true, absence), Some(Mark::Present));
        }
        assert_eq!(mark(false, None), None);
        assert_eq!(mark(false, Some(Absence::Excused)), Some(Mark::Excused));
        assert_eq!(
            mark(false, Some(Absence::Substituted)),
            Some(Mark::Substituted)
        );
    }

    #[test]
    fn meetings_before_somebody_joined_do_not_count() {
        let (before, at, after) = (Timestamp(1), Timestamp(2), Timestamp(3));
        assert_eq!(outcome(None, before, at), Some(Outcome::Absent));
        assert_eq!(outcome(None, at, at), Some(Outcome::Absent));
        assert_eq!(outcome(None, after, at), None);
        assert_eq!(
            outcome(Some(Mark::Present), after, at),
            Some(Outcome::Present)
        );
    }
}
