//! Requests and responses about groups.

mod founding;
mod members;
mod requests;

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

pub use self::founding::{GroupRequest, GroupRequestReason, NewGroupRequest, OwnGroupRequest};
pub use self::members::{GroupMember, MemberChange, MemberQuery, MemberSort, NewMembers};
pub use self::requests::{
    Applicant, Decision, DecisionAction, EmailInvitation, GroupName, JoinLink, JoinRequest,
    Joining, MailedInvitation, NewEmailInvitations, NewJoinRequest, Rejection, RequestQuery,
};
use hoi_platform::fields::flattened;
use hoi_platform::files::FileUrl;
use hoi_platform::http::SortOrder;
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, Validate};

use super::settings::{GroupSettingsChange, ValidationInfo, ValidationInfoChange};
use super::{
    GroupAction, GroupId, GroupRole, JoinPolicy, JoinRequestId, MyState, PointValueVisibility,
    PostApproval, SuggestionReason,
};

/// The most characters of a business field or a position.
pub const MAX_SHORT: usize = 255;

/// The part of a group that every account sees that may know of it: any account if the group is listed, otherwise
/// members, administrators, and accounts with a pending request or invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupCard {
    pub id: GroupId,
    pub name: String,
    pub description: String,
    pub avatar: FileUrl,
    /// The day of its foundation as `YYYY-MM-DD`.
    #[schema(required)]
    pub founded_date: Option<String>,
    pub member_count: u64,
    pub join_policy: JoinPolicy,
    /// The documents that a request to join must contain.
    pub validation_info: ValidationInfo,
    pub one_per_business_field: bool,
    /// When the group was archived, since when nothing in it changes; null if it is not archived.
    #[schema(required)]
    pub archived_at: Option<Timestamp>,
    pub my_state: MyState,
    /// The caller's pending request or invitation; null if there is none.
    #[schema(required)]
    pub request_id: Option<JoinRequestId>,
    /// Whether leaders have removed the caller, who can join again only by an invitation.
    pub was_removed: bool,
    /// The rejection that keeps the caller from asking now; null if there is none.
    #[schema(required)]
    pub rejection: Option<Rejection>,
}

/// A group: its card, and for members and administrators its details.
#[derive(Debug, Serialize, ToSchema)]
pub struct Group {
    #[serde(flatten)]
    pub card: GroupCard,
    /// Null for callers who are neither members nor administrators.
    #[schema(required)]
    pub details: Option<GroupDetails>,
}

/// The part of a group besides its card, for members and administrators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupDetails {
    /// Null for administrators, who are no members.
    #[schema(required)]
    pub my_role: Option<GroupRole>,
    pub owner_id: UserId,
    pub owner_name: String,
    pub post_approval: PostApproval,
    pub first_n: i64,
    pub is_listed: bool,
    pub point_value_visibility: PointValueVisibility,
    /// Whether the program sums up each month in a post, in the owner's name.
    pub writes_recap: bool,
    /// The most members, by the plans of the owner; −1 = unlimited.
    pub member_limit: i64,
    /// The number of requests that wait for a leader; null for ordinary members.
    #[schema(required)]
    pub pending_requests: Option<u64>,
    /// The number of invitations that wait for the invited people; null for ordinary members.
    #[schema(required)]
    pub pending_invitations: Option<u64>,
    /// The version of the settings. A change that sends it is refused (5008) if the settings have changed since.
    pub version: i64,
    pub created_at: Timestamp,
}

/// A group in the administrators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupRow {
    pub id: GroupId,
    pub name: String,
    pub avatar: FileUrl,
    #[schema(required)]
    pub founded_date: Option<String>,
    pub owner_id: UserId,
    pub owner_name: String,
    pub member_count: u64,
    pub is_listed: bool,
    #[schema(required)]
    pub archived_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// A group of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyGroup {
    pub id: GroupId,
    pub name: String,
    pub description: String,
    pub avatar: FileUrl,
    pub member_count: u64,
    pub my_role: GroupRole,
    #[schema(required)]
    pub archived_at: Option<Timestamp>,
}

/// A group that the caller may want to join.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupSuggestion {
    pub group: GroupCard,
    pub why: WhySuggested,
}

/// The strongest reason for a suggestion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WhySuggested {
    pub reason: SuggestionReason,
    /// The number of members to whom the reason applies, or of the events or posts that are the reason.
    pub count: u64,
    /// The caller's business field if it is the reason, otherwise null.
    #[schema(required)]
    pub business_field: Option<String>,
}

/// One entry of a group's log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupLogEntry {
    pub id: Uuid,
    pub action: GroupAction,
    /// The account that acted; null for the program itself.
    #[schema(required)]
    pub actor_id: Option<UserId>,
    #[schema(required)]
    pub actor_name: Option<String>,
    /// The account that the action concerned; null for actions on the group itself.
    #[schema(required)]
    pub subject_id: Option<Uuid>,
    /// The name of that account; null if there is none.
    #[schema(required)]
    pub subject_name: Option<String>,
    /// Further facts about the action, such as the new role.
    #[schema(value_type = Object)]
    pub data: serde_json::Value,
    pub created_at: Timestamp,
}

/// A part of a group's log, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupLog {
    pub items: Vec<GroupLogEntry>,
    /// The `cursor` of the next part; null at the end of the log.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A new group, which needs `name` and `avatar`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGroup {
    #[serde(flatten, deserialize_with = "flattened")]
    pub settings: GroupSettingsChange,
    #[serde(default)]
    pub validation_info: ValidationInfoChange,
    /// The organizer who will own the group. Administrators must name one; from others it is ignored.
    #[serde(default)]
    pub owner_id: Option<UserId>,
}

/// A change of a group's settings: absent ones stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GroupChange {
    #[serde(flatten, deserialize_with = "flattened")]
    pub settings: GroupSettingsChange,
    #[serde(default)]
    pub validation_info: ValidationInfoChange,
    /// The version that the caller read; 5008 if there is a later one. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

/// Checks nothing: the rules concern the settings as a whole, so [`super::settings::AllSettings`] checks them.
impl Validate for NewGroup {
    fn validate(&mut self, _: &mut Check) {}
}

/// Checks nothing, as for [`NewGroup`].
impl Validate for GroupChange {
    fn validate(&mut self, _: &mut Check) {}
}

/// The confirmation of a deletion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteGroup {
    /// The present name of the group.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_SHORT))))]
    pub confirm_name: String,
}

impl Validate for DeleteGroup {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("confirmName", &mut self.confirm_name, MAX_SHORT);
    }
}

/// The new owner of a group.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferGroup {
    /// The new owner, who must be a member of the group.
    pub user_id: UserId,
}

impl Validate for TransferGroup {
    fn validate(&mut self, _: &mut Check) {}
}

/// The sort key of the administrators' list of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GroupSort {
    /// The name, without regard to case and accents.
    Name,
    FoundedDate,
    CreatedAt,
}

/// Filters and order of the administrators' list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GroupQuery {
    /// Part of a name or description; case and accents do not matter.
    pub search: Option<String>,
    /// If absent, the newest groups come first.
    #[param(inline)]
    pub sort: Option<GroupSort>,
    /// The direction of `sort`, default `asc`.
    #[param(inline)]
    pub order: Option<SortOrder>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// A search for groups.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GroupSearch {
    /// Part of a name or description; case and accents do not matter. Absent: all listed groups.
    pub keyword: Option<String>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}
