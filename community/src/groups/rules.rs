//! Rules of asking to join a group and of suggesting groups. Pure.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};

use super::{JoinPolicy, RequestKind, SuggestionReason};

/// How long a rejected applicant must wait before asking again.
pub const WAIT_AFTER_REJECTION: Duration = Duration::from_hours(24);

/// The facts that decide whether an account may ask to join a group.
#[derive(Debug, Clone, Copy, Default)]
pub struct Applying {
    pub is_member: bool,
    /// The kind of the account's pending row in the group: a request, or an invitation.
    pub pending: Option<RequestKind>,
    pub last_rejected: Option<Timestamp>,
    /// Whether another account ended the account's last membership.
    pub was_removed: bool,
    pub is_full: bool,
}

/// The outcome of a request to join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskingOutcome {
    /// The request waits for a leader's decision.
    Asks,
    /// The account becomes a member at once, because the group is open.
    Joins,
    /// The account becomes a member at once, because the request counts as accepting its invitation.
    AcceptsInvitation,
}

/// Returns the policy for accounts that opened the link of the group's leaders: the link lets them ask where otherwise
/// only invited ones join.
pub fn policy_of_link(policy: JoinPolicy) -> JoinPolicy {
    match policy {
        JoinPolicy::Open => JoinPolicy::Open,
        JoinPolicy::Request | JoinPolicy::Invite => JoinPolicy::Request,
    }
}

/// Decides the outcome of a request to join. 5008 when it is refused.
pub fn outcome_of_asking(
    policy: JoinPolicy,
    applying: Applying,
    now: Timestamp,
) -> Result<AskingOutcome> {
    let refused = |key| Err(Error::Conflict(LocalizedText::new(key)));
    if applying.is_member {
        return refused("group.cannotRequestAsMember");
    }
    match applying.pending {
        Some(RequestKind::Invitation) => return Ok(AskingOutcome::AcceptsInvitation),
        Some(RequestKind::Request) => return refused("group.cannotRequestTwice"),
        None => {}
    }
    if applying.was_removed || policy == JoinPolicy::Invite {
        return refused("group.cannotRequestUninvited");
    }
    if applying
        .last_rejected
        .is_some_and(|rejected| rejected.plus(WAIT_AFTER_REJECTION) > now)
    {
        return refused("group.cannotRequestYet");
    }
    if applying.is_full {
        return refused("group.cannotRequestFull");
    }
    match policy {
        JoinPolicy::Open => Ok(AskingOutcome::Joins),
        JoinPolicy::Request | JoinPolicy::Invite => Ok(AskingOutcome::Asks),
    }
}

/// 5009 when the group is archived, for changes that an archived group does not take.
pub fn check_not_archived(is_archived: bool) -> Result<()> {
    if is_archived {
        return Err(Error::Closed(LocalizedText::new("group.isArchived")));
    }
    Ok(())
}

/// Why a group may suit an account: the numbers of its members in all, and of some kinds, and its activity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signals {
    pub members: u64,
    /// Members with the account's business field.
    pub same_field: u64,
    /// Members who are in other groups of the account.
    pub colleagues: u64,
    /// Members who joined within the last 30 days.
    pub newcomers: u64,
    /// Events of the group at which the account was within the last year.
    pub attended: u64,
    /// Posts that were approved within the last 30 days.
    pub posts: u64,
}

impl Signals {
    /// Returns a number that is the higher the better the group suits the account. Each colleague, each member of the
    /// same field and each event attended adds to it. Size, growth and posts count by their logarithm, so that they
    /// decide mostly among groups with which the account has nothing to do.
    pub fn score(self) -> f64 {
        let number = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        3.0 * number(self.same_field)
            + 2.0 * number(self.colleagues)
            + 2.0 * number(self.attended)
            + number(self.members).ln_1p()
            + number(self.newcomers).ln_1p()
            + number(self.posts).ln_1p()
    }

    /// Returns the strongest reason, and the number of members, events or posts that are this reason.
    pub fn reason(self) -> (SuggestionReason, u64) {
        use SuggestionReason::{Attended, BusinessField, Colleagues, Members, NewMembers, Posts};
        let strong = [
            (3_u64, BusinessField, self.same_field),
            (2, Attended, self.attended),
            (2, Colleagues, self.colleagues),
        ];
        let strong = strong.into_iter().filter(|(.., count)| *count > 0);
        // Of equal ones the first.
        let strongest = strong.rev().max_by_key(|(weight, _, count)| weight * count);
        match strongest {
            Some((_, reason, count)) => (reason, count),
            None if self.newcomers > 0 => (NewMembers, self.newcomers),
            None if self.posts > 0 => (Posts, self.posts),
            None => (Members, self.members),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acquaintances_outweigh_size_and_the_strongest_is_the_reason() {
        let large = Signals {
            members: 500,
            newcomers: 20,
            ..Signals::default()
        };
        let field = Signals {
            members: 4,
            same_field: 3,
            ..Signals::default()
        };
        let both = Signals {
            colleagues: 5,
            ..field
        };
        assert!(field.score() > large.score());
        assert!(both.score() > large.score());
        let active = Signals { posts: 1, ..large };
        assert!(active.score() > large.score());
        let guest = Signals {
            members: 4,
            attended: 6,
            ..Signals::default()
        };
        assert!(guest.score() > large.score());
        for (signals, reason) in [
            (large, (SuggestionReason::NewMembers, 20)),
            (field, (SuggestionReason::BusinessField, 3)),
            (both, (SuggestionReason::Colleagues, 5)),
            (
                Signals {
                    attended: 5,
                    ..both
                },
                (SuggestionReason::Attended, 5),
            ),
            (
                Signals {
                    attended: 4,
                    ..field
                },
                (SuggestionReason::BusinessField, 3),
            ),
            (
                Signals {
                    newcomers: 0,
                    posts: 7,
                    ..large
                },
                (SuggestionReason::Posts, 7),
            ),
            (
                Signals {
                    newcomers: 0,
                    ..large
                },
                (SuggestionReason::Members, 500),
            ),
        ] {
            assert_eq!(signals.reason(), reason);
        }
    }

    const NOW: Timestamp = Timestamp(1_000_000_000);

    fn why(policy: JoinPolicy, applying: Applying) -> &'static str {
        match outcome_of_asking(policy, applying, NOW) {
            Ok(AskingOutcome::Asks) => "asks",
            Ok(AskingOutcome::Joins) => "joins",
            Ok(AskingOutcome::AcceptsInvitation) => "accepts",
            Err(Error::Conflict(why)) => why.key,
            Err(_) => "another error",
        }
    }

    #[test]
    fn the_policy_decides_for_a_new_account() {
        let new = Applying::default();
        assert_eq!(why(JoinPolicy::Open, new), "joins");
        assert_eq!(why(JoinPolicy::Request, new), "asks");
        assert_eq!(why(JoinPolicy::Invite, new), "group.cannotRequestUninvited");
    }

    #[test]
    fn the_link_of_the_leaders_lets_people_ask_where_only_invited_ones_join() {
        for (policy, outcome) in [
            (JoinPolicy::Open, "joins"),
            (JoinPolicy::Request, "asks"),
            (JoinPolicy::Invite, "asks"),
        ] {
            assert_eq!(why(policy_of_link(policy), Applying::default()), outcome);
        }
    }

    #[test]
    fn an_invitation_opens_every_door_but_that_of_a_member() {
        let invited = Applying {
            pending: Some(RequestKind::Invitation),
            last_rejected: Some(NOW),
            was_removed: true,
            is_full: true,
            ..Applying::default()
        };
        for policy in [JoinPolicy::Open, JoinPolicy::Request, JoinPolicy::Invite] {
            assert_eq!(why(policy, invited), "accepts");
            let member = Applying {
                is_member: true,
                ..invited
            };
            assert_eq!(why(policy, member), "group.cannotRequestAsMember");
        }
    }

    #[test]
    fn reasons_against_a_request() {
        let waits = Applying {
            pending: Some(RequestKind::Request),
            ..Applying::default()
        };
        let removed = Applying {
            was_removed: true,
            ..Applying::default()
        };
        let full = Applying {
            is_full: true,
            ..Applying::default()
        };
        for policy in [JoinPolicy::Open, JoinPolicy::Request] {
            assert_eq!(why(policy, waits), "group.cannotRequestTwice");
            assert_eq!(why(policy, removed), "group.cannotRequestUninvited");
            assert_eq!(why(policy, full), "group.cannotRequestFull");
        }
    }

    #[test]
    fn a_rejected_applicant_asks_again_after_a_day() {
        let rejected = |before: Duration| Applying {
            last_rejected: Some(NOW.minus(before)),
            ..Applying::default()
        };
        let almost = Duration::from_millis(24 * 60 * 60 * 1000 - 1);
        assert_eq!(
            why(JoinPolicy::Request, rejected(almost)),
            "group.cannotRequestYet"
        );
        assert_eq!(
            why(JoinPolicy::Request, rejected(WAIT_AFTER_REJECTION)),
            "asks"
        );
    }
}
