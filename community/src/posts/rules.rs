//! Rights on posts, and the rule which posts wait for approval. Pure.

use hoi_platform::error::{Error, LocalizedText, Result};

use super::PostStatus;
use crate::groups::{GroupRole, PostApproval};

/// The caller's relation to a post or a comment.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    pub is_author: bool,
    /// Whether the caller is owner, manager or administrator.
    pub is_leader: bool,
    /// Whether the caller is a member of the group; administrators are not.
    pub is_member: bool,
}

impl Standing {
    /// The relation of a caller with this role in the group; administrators of the platform belong to no group.
    pub fn of(is_author: bool, role: Option<GroupRole>, is_admin: bool) -> Self {
        Self {
            is_author,
            is_leader: is_admin || role.is_some_and(GroupRole::leads),
            is_member: role.is_some() && !is_admin,
        }
    }
}

/// The facts about a post that decide about people's rights on it.
#[derive(Debug, Clone, Copy)]
pub struct PostState {
    pub status: PostStatus,
    pub is_closed: bool,
    /// Whether its group is archived.
    pub is_archived: bool,
}

impl Standing {
    /// Whether the caller may change the post: authors change their own posts, leaders posts that wait for approval.
    #[must_use]
    pub fn may_edit(self, status: PostStatus) -> bool {
        self.is_author || self.is_leader && status == PostStatus::Pending
    }

    /// Whether the caller may remove or close the post, or remove the comment.
    #[must_use]
    pub fn may_withdraw(self) -> bool {
        self.is_author || self.is_leader
    }

    /// Whether the caller may close the post, or open it again if it is closed. Opening is for leaders alone: the
    /// author could reopen a post that a leader has closed.
    #[must_use]
    pub fn may_close(self, is_closed: bool) -> bool {
        self.is_leader || self.is_author && !is_closed
    }

    #[must_use]
    pub fn may_see(self, status: PostStatus) -> bool {
        self.is_author || self.is_leader || status == PostStatus::Approved
    }
}

/// Whether a member's new post waits for a leader's approval; `approved` is how many approved posts the member has in
/// the group, `first` the `firstN` of the group.
#[must_use]
pub fn needs_approval(approval: PostApproval, first: i64, is_leader: bool, approved: u64) -> bool {
    !is_leader
        && match approval {
            PostApproval::All => true,
            PostApproval::FirstN => approved < u64::try_from(first).unwrap_or(0),
            PostApproval::None => false,
        }
}

/// Returns the status of a post after an edit. An edit publishes nothing: a pending post stays pending, and a rejected
/// one becomes pending.
#[must_use]
pub fn after_edit(before: PostStatus, needs_approval: bool) -> PostStatus {
    match before {
        PostStatus::Approved if !needs_approval => PostStatus::Approved,
        _ => PostStatus::Pending,
    }
}

impl PostState {
    /// Refuses comments and reactions: 5009 in an archived group and on a closed post, 5008 on one that is not
    /// approved.
    pub fn check_takes_answers(self) -> Result<()> {
        if self.is_archived {
            return Err(closed("group.isArchived"));
        }
        if self.status != PostStatus::Approved {
            return Err(Error::Conflict(LocalizedText::new("post.notApproved")));
        }
        if self.is_closed {
            return Err(closed("post.isClosed"));
        }
        Ok(())
    }
}

/// Characters of an excerpt.
const EXCERPT: usize = 60;

/// Returns the beginning of the text in one line, cut between words where possible; None without text.
pub fn excerpt(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let whole = words.join(" ");
    if whole.is_empty() {
        return None;
    }
    let Some((end, _)) = whole.char_indices().nth(EXCERPT) else {
        return Some(whole);
    };
    let kept = whole.get(..end).unwrap_or_default();
    let kept = kept.rsplit_once(' ').map_or(kept, |(words, _)| words);
    Some(format!("{kept}…"))
}

fn closed(key: &'static str) -> Error {
    Error::Closed(LocalizedText::new(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBER: Standing = Standing {
        is_author: false,
        is_leader: false,
        is_member: true,
    };
    const AUTHOR: Standing = Standing {
        is_author: true,
        ..MEMBER
    };
    const LEADER: Standing = Standing {
        is_leader: true,
        ..MEMBER
    };
    const ALL: [PostStatus; 3] = [
        PostStatus::Pending,
        PostStatus::Approved,
        PostStatus::Rejected,
    ];

    #[test]
    fn others_see_only_approved_posts() {
        for status in ALL {
            assert!(AUTHOR.may_see(status) && LEADER.may_see(status));
            assert_eq!(MEMBER.may_see(status), status == PostStatus::Approved);
        }
    }

    #[test]
    fn leaders_change_only_posts_that_wait_for_them() {
        for status in ALL {
            assert!(AUTHOR.may_edit(status));
            assert_eq!(LEADER.may_edit(status), status == PostStatus::Pending);
            assert!(!MEMBER.may_edit(status));
        }
    }

    #[test]
    fn the_setting_decides_for_members_only() {
        for (approval, approved, waits) in [
            (PostApproval::All, 1000, true),
            (PostApproval::None, 0, false),
            (PostApproval::FirstN, 2, true),
            (PostApproval::FirstN, 3, false),
        ] {
            assert_eq!(needs_approval(approval, 3, false, approved), waits);
            assert!(!needs_approval(approval, 3, true, approved));
        }
    }

    #[test]
    fn an_edit_publishes_nothing() {
        use PostStatus::{Approved, Pending, Rejected};
        assert_eq!(after_edit(Approved, true), Pending);
        assert_eq!(after_edit(Approved, false), Approved);
        for needs_approval in [true, false] {
            assert_eq!(after_edit(Pending, needs_approval), Pending);
            assert_eq!(after_edit(Rejected, needs_approval), Pending);
        }
    }

    #[test]
    fn only_an_open_approved_post_takes_answers() {
        let state = |status, is_closed, is_archived| PostState {
            status,
            is_closed,
            is_archived,
        };
        let code = |state: PostState| state.check_takes_answers().map_err(|error| error.code());
        assert_eq!(code(state(PostStatus::Approved, false, false)), Ok(()));
        assert_eq!(code(state(PostStatus::Approved, true, false)), Err(5009));
        assert_eq!(code(state(PostStatus::Approved, false, true)), Err(5009));
        assert_eq!(code(state(PostStatus::Pending, false, false)), Err(5008));
        assert_eq!(code(state(PostStatus::Rejected, true, false)), Err(5008));
    }

    #[test]
    fn an_excerpt_is_one_line_of_whole_words() {
        assert_eq!(excerpt(" \n "), None);
        assert_eq!(excerpt("Họp\n\n thứ Ba ").unwrap(), "Họp thứ Ba");
        let sixty = "ă".repeat(60);
        assert_eq!(excerpt(&sixty).unwrap(), sixty);
        assert_eq!(excerpt(&"ă".repeat(61)).unwrap(), format!("{sixty}…"));
        let long = format!("{} mới", "ă".repeat(58));
        assert_eq!(excerpt(&long).unwrap(), format!("{}…", "ă".repeat(58)));
    }
}
