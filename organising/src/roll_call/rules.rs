//! Derives a member's mark from their registration and absence. Pure.

use hoi_db::Timestamp;

use super::Mark;

/// The stored absence of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    Excused,
    Absent,
    Substituted,
    Late,
}

/// Returns the mark of a member. A checked-in member is there, whatever was noted before; a member noted as late who is
/// not checked in any more has no mark.
pub fn mark(is_checked_in: bool, absence: Option<Absence>) -> Option<Mark> {
    match absence {
        Some(Absence::Late) => is_checked_in.then_some(Mark::Late),
        _ if is_checked_in => Some(Mark::Present),
        Some(Absence::Substituted) => Some(Mark::Substituted),
        Some(Absence::Excused) => Some(Mark::Excused),
        Some(Absence::Absent) => Some(Mark::Absent),
        None => None,
    }
}

/// Returns the mark with which an event that has begun counts for a member since `joined_at`: absent if it is over and
/// nothing was marked. None without a mark at an event that began before `joined_at` or is not over.
pub fn outcome(
    mark: Option<Mark>,
    joined_at: Timestamp,
    began: Timestamp,
    is_over: bool,
) -> Option<Mark> {
    match mark {
        None if joined_at > began || !is_over => None,
        mark => mark.or(Some(Mark::Absent)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checked_in_member_is_not_absent() {
        for absence in [
            None,
            Some(Absence::Excused),
            Some(Absence::Absent),
            Some(Absence::Substituted),
        ] {
            assert_eq!(mark(true, absence), Some(Mark::Present));
        }
        assert_eq!(mark(true, Some(Absence::Late)), Some(Mark::Late));
        assert_eq!(mark(false, Some(Absence::Late)), None);
        assert_eq!(mark(false, Some(Absence::Absent)), Some(Mark::Absent));
        assert_eq!(mark(false, None), None);
        assert_eq!(mark(false, Some(Absence::Excused)), Some(Mark::Excused));
        assert_eq!(
            mark(false, Some(Absence::Substituted)),
            Some(Mark::Substituted)
        );
    }

    #[test]
    fn meetings_before_a_member_joined_do_not_count() {
        let (before, at, after) = (Timestamp(1), Timestamp(2), Timestamp(3));
        assert_eq!(outcome(None, before, at, true), Some(Mark::Absent));
        assert_eq!(outcome(None, at, at, true), Some(Mark::Absent));
        assert_eq!(outcome(None, after, at, true), None);
        assert_eq!(
            outcome(Some(Mark::Present), after, at, true),
            Some(Mark::Present)
        );
    }

    #[test]
    fn an_unmarked_member_is_absent_once_the_meeting_is_over() {
        let at = Timestamp(1);
        assert_eq!(outcome(None, at, at, false), None);
        assert_eq!(outcome(Some(Mark::Late), at, at, false), Some(Mark::Late));
        assert_eq!(
            outcome(Some(Mark::Absent), at, at, false),
            Some(Mark::Absent)
        );
    }
}
