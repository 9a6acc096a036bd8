//! Groups: accounts that belong together, how they join and leave, and the rights of their members.
//!
//! The members of a group change only while the group's row is locked. Administrators may read and manage every group
//! and are members of none.

mod access;
mod dto;
pub mod entity;
mod founding;
mod import;
mod invitations;
mod jobs;
pub mod lifecycle;
mod limits;
mod log;
mod membership;
mod public_page;
mod requests;
mod routes;
mod rules;
mod settings;
mod store;
mod suggestions;
mod tell;
mod throttles;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use access::{InGroup, Joiner, Leader, Member, Owner, Reader, Right, Visitor};
pub use dto::{
    DeleteGroup, Group, GroupName, GroupRequest, GroupSuggestion, MyGroup, OwnGroupRequest,
    TransferGroup,
};
pub use founding::{latest_of as latest_group_request, list_open as open_group_requests};
pub use hoi_platform::ids::{GroupId, GroupMemberId, GroupRequestId, JoinRequestId};
pub use invitations::{
    end_old as end_old_invitations, ended as ended_invitations, forget as forget_invitations,
};
pub use jobs::SendInvitation;
pub use log::{GroupAction, LogEntry, log};
pub use public_page::{PageOf, ShownOrganiser, find_shown, known_to_strangers, page_of, page_slug};
pub use requests::{forget_documents, may_read_document};
pub use routes::routes;
pub use settings::check_day;
pub use store::{
    account_ids, account_of_member, count_invitations, count_live, count_owned, count_requests,
    find, find_member, ids_of_member, leaders_of, leads_open, lock, members_of, mine, names,
    open_roles, owner_of, ownerless,
};
pub use suggestions::{Activity, RECENT, joinable, suggest};
pub use tell::{tell_members, tell_some};

/// The role of a member, which decides their rights in the group.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum GroupRole {
    /// Decides everything; every group has exactly one owner.
    Owner,
    /// Admits people and reviews their posts. Bodies may say `admin` instead of `manager`.
    #[serde(alias = "admin")]
    Manager,
    Member,
}

impl GroupRole {
    /// The roles that lead a group.
    pub const LEADERS: [Self; 2] = [Self::Owner, Self::Manager];

    /// Whether this role leads the group.
    #[must_use]
    pub fn leads(self) -> bool {
        Self::LEADERS.contains(&self)
    }

    /// Returns the key of the role's name in the catalogue.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Owner => "group.owner",
            Self::Manager => "group.manager",
            Self::Member => "group.member",
        }
    }
}

/// How people can join a group without being invited.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum JoinPolicy {
    /// Every account that asks becomes a member at once.
    Open,
    /// Leaders decide about each request.
    #[default]
    Request,
    /// No account can ask; leaders invite.
    Invite,
}

/// Which posts of ordinary members wait for a leader's approval.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum PostApproval {
    #[default]
    All,
    /// Posts of members who have fewer than `firstN` approved posts in the group.
    FirstN,
    None,
}

/// The roles that see the values of other members' deals.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PointValueVisibility {
    #[default]
    Leaders,
    Members,
}

/// The side that started a row of `join_request`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum RequestKind {
    /// An account asks to join; leaders decide.
    Request,
    /// A leader invites a person, who decides.
    Invitation,
}

/// The state of a request or an invitation. All but `pending` are final.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum RequestStatus {
    Pending,
    /// The person became a member.
    Accepted,
    /// A leader rejected the request.
    Rejected,
    /// The applicant no longer wants to join, or the group was deleted.
    Cancelled,
    /// The invited person declined.
    Declined,
    /// A leader withdrew the invitation.
    Revoked,
    /// The invitation was not answered in time.
    Expired,
}

/// The state of a request to be allowed one more group.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum GroupRequestStatus {
    Pending,
    /// The account may create one group beyond its plans.
    Approved,
    Declined,
    /// The group was created.
    Used,
}

/// The caller's relation to a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MyState {
    None,
    /// The caller's request waits for a leader.
    Requested,
    /// An invitation waits for the caller.
    Invited,
    Member,
}

/// The reason why a group is suggested to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SuggestionReason {
    /// Members have the business field of the caller's profile.
    BusinessField,
    /// The caller was at events of the group within the last year.
    Attended,
    /// Members are in other groups of the caller.
    Colleagues,
    /// Members joined within the last 30 days.
    NewMembers,
    /// Posts were approved within the last 30 days.
    Posts,
    /// None of the other reasons holds.
    Members,
}
