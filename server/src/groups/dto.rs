//! What the calls on groups take and answer.

use std::collections::BTreeSet;

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::settings::{GroupSettingsChange, ValidationInfo, ValidationInfoChange, check_day};
use super::{
    GroupAction, GroupId, GroupRole, JoinPolicy, JoinRequestId, MyState, PointValueVisibility,
    PostApproval, RequestKind, RequestStatus, SuggestionReason,
};
use crate::error::LocalizedText;
use crate::fields::{flattened, sent};
use crate::files::FileUrl;
use crate::http::SortOrder;
use crate::ids::UserId;
use crate::validation::{Check, Validate};

/// The most accounts that one call can add or invite.
const MAX_USERS: usize = 100;
/// The most characters of a message or a reason.
const MAX_MESSAGE: usize = 500;
/// The most characters of a business field or a position.
pub const MAX_SHORT: usize = 255;

/// A group as anyone sees it who may know of it.
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
    /// What a request to join must contain.
    pub validation_info: ValidationInfo,
    pub one_per_business_field: bool,
    /// Since when it is only read.
    #[schema(required)]
    pub archived_at: Option<Timestamp>,
    pub my_state: MyState,
    /// The caller's pending request or invitation.
    #[schema(required)]
    pub request_id: Option<JoinRequestId>,
}

/// A group, with its details for members and administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct Group {
    #[serde(flatten)]
    pub card: GroupCard,
    /// Null for those who are no members.
    #[schema(required)]
    pub details: Option<GroupDetails>,
}

/// What members and administrators see of a group besides its card.
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
    /// The most members, by the plans of the owner; −1 = unlimited.
    pub member_limit: i64,
    /// Requests that wait for a decision; null for ordinary members.
    #[schema(required)]
    pub pending_requests: Option<u64>,
    /// Send it back with a change, so that nobody's change is overwritten unseen.
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
    /// Requests that wait for a decision of the caller; 0 for ordinary members.
    pub pending_requests: u64,
    #[schema(required)]
    pub archived_at: Option<Timestamp>,
}

/// A member of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupMember {
    pub user_id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    pub company: String,
    /// Null unless the caller leads the group or administers the platform.
    #[schema(required)]
    pub email: Option<String>,
    pub role: GroupRole,
    #[schema(required)]
    pub business_field: Option<String>,
    #[schema(required)]
    pub position: Option<String>,
    /// The first day in the group as `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub attend_date: String,
    pub joined_at: Timestamp,
}

/// A request or an invitation to join a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinRequest {
    pub id: JoinRequestId,
    pub group: GroupName,
    /// Who wants to join, or is invited.
    pub user: Applicant,
    pub kind: RequestKind,
    /// What an invitation makes of the person; `member` for a request.
    pub role: GroupRole,
    pub status: RequestStatus,
    #[schema(required)]
    pub message: Option<String>,
    /// A private file; removed 90 days after a rejection.
    #[schema(required)]
    pub membership_certificate: Option<FileUrl>,
    /// A private file; removed 90 days after a rejection.
    #[schema(required)]
    pub business_license: Option<FileUrl>,
    #[schema(required)]
    pub business_field: Option<String>,
    #[schema(required)]
    pub position: Option<String>,
    /// Who asked or invited.
    pub created_by_name: String,
    /// Who decided; null while it waits, and where the group admits everybody.
    #[schema(required)]
    pub decided_by_name: Option<String>,
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
    /// The reason of a rejection.
    #[schema(required)]
    pub reason: Option<String>,
    pub created_at: Timestamp,
}

/// The group of a request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GroupName {
    pub id: GroupId,
    pub name: String,
    pub avatar: FileUrl,
}

/// The account that a request is about.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Applicant {
    pub id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    pub company: String,
}

/// The answer to a request to join: what the caller is to the group now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Joining {
    /// `requested`, or `member` where the group admits everybody or had invited the caller.
    pub my_state: MyState,
    pub request: JoinRequest,
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
    /// The members whom the reason is about.
    pub count: u64,
    /// That of the caller, if it is the reason.
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
    /// What it was done to; null for the group itself.
    #[schema(required)]
    pub subject_id: Option<Uuid>,
    /// The name of the subject, if that is an account.
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
#[serde(rename_all = "camelCase")]
pub struct NewGroup {
    #[serde(flatten, deserialize_with = "flattened")]
    pub settings: GroupSettingsChange,
    #[serde(default)]
    pub validation_info: ValidationInfoChange,
    /// The organiser who will own the group. Administrators must name one; from others it is ignored.
    #[serde(default)]
    pub owner_id: Option<UserId>,
}

/// A change of a group's settings: what is absent stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupChange {
    #[serde(flatten, deserialize_with = "flattened")]
    pub settings: GroupSettingsChange,
    #[serde(default)]
    pub validation_info: ValidationInfoChange,
    /// The version that the change was made to.
    #[serde(default)]
    pub version: Option<i64>,
}

/// The rules concern the settings as a whole, so [`super::settings::AllSettings`] checks them; here only what JSON itself
/// allows.
impl Validate for NewGroup {
    fn validate(&mut self, _: &mut Check) {}
}

/// As for [`NewGroup`].
impl Validate for GroupChange {
    fn validate(&mut self, _: &mut Check) {}
}

/// The confirmation of a deletion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteGroup {
    /// The name of the group, as it stands.
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
    /// A member of the group.
    pub user_id: UserId,
}

impl Validate for TransferGroup {
    fn validate(&mut self, _: &mut Check) {}
}

/// The accounts that are added or invited.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewMembers {
    /// Organisers' accounts, 1–100.
    #[serde(default)]
    #[schema(required)]
    pub user_ids: BTreeSet<UserId>,
    /// `member`, or `manager`, which only the owner can make.
    pub role: GroupRole,
}

impl Validate for NewMembers {
    fn validate(&mut self, check: &mut Check) {
        let nobody = LocalizedText::new("group.chooseMembers");
        check.ensure(!self.user_ids.is_empty(), "userIds", nobody);
        let most = LocalizedText::new("field.tooMany").with("max", MAX_USERS);
        check.ensure(self.user_ids.len() <= MAX_USERS, "userIds", most);
        check_role(check, self.role);
    }
}

/// There is one way to another owner, and it is not a change of a role.
fn check_role(check: &mut Check, role: GroupRole) {
    let message = LocalizedText::new("group.ownerByTransfer");
    check.ensure(role != GroupRole::Owner, "role", message);
}

/// A change of a member: what is absent stays as it is; null or an empty text clears a field.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::option_option,
    reason = "absent, null and a value mean three different things"
)]
pub struct MemberChange {
    /// `member` or `manager`; only the owner changes it.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub role: Option<GroupRole>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    pub business_field: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    pub position: Option<Option<String>>,
    /// As `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false, format = Date)]
    pub attend_date: Option<String>,
}

impl Validate for MemberChange {
    fn validate(&mut self, check: &mut Check) {
        if let Some(role) = self.role {
            check_role(check, role);
        }
        for (field, text) in [
            ("businessField", &mut self.business_field),
            ("position", &mut self.position),
        ] {
            if let Some(text) = text {
                check.optional_text(field, text, MAX_SHORT);
            }
        }
        if let Some(day) = &self.attend_date {
            check_day(check, "attendDate", day);
        }
    }
}

/// A request to join. Which documents it needs, the group's `validationInfo` says.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewJoinRequest {
    /// For the leaders of the group, at most 500 characters.
    #[serde(default)]
    pub message: Option<String>,
    /// An upload of the caller with the purpose `membershipCertificate`.
    #[serde(default)]
    pub membership_certificate: Option<FileUrl>,
    /// An upload of the caller with the purpose `businessLicense`.
    #[serde(default)]
    pub business_license: Option<FileUrl>,
    /// That of the caller's profile if absent.
    #[serde(default)]
    pub business_field: Option<String>,
    /// That of the caller's profile if absent.
    #[serde(default)]
    pub position: Option<String>,
}

impl Validate for NewJoinRequest {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("message", &mut self.message, MAX_MESSAGE);
        check.optional_text("businessField", &mut self.business_field, MAX_SHORT);
        check.optional_text("position", &mut self.position, MAX_SHORT);
    }
}

/// What a leader decides about a request, or the invited person about an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DecisionAction {
    Accept,
    /// Of a request.
    Reject,
    /// Of an invitation.
    Decline,
}

/// The decision of a request or an invitation.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Decision {
    pub action: DecisionAction,
    /// What the applicant is told on a rejection, at most 500 characters.
    #[serde(default)]
    pub reason: Option<String>,
}

impl Validate for Decision {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("reason", &mut self.reason, MAX_MESSAGE);
    }
}

/// What the administrators' list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GroupSort {
    /// Without regard to case and accents.
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
    /// Without it the newest come first.
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
    /// Part of a name or description; case and accents do not matter. All listed groups without it.
    pub keyword: Option<String>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// What the list of members is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MemberSort {
    /// Without regard to case and accents.
    FullName,
    /// The owner, managers, members; by name among them.
    Role,
    AttendDate,
    JoinedAt,
}

/// Filters and order of the list of members.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MemberQuery {
    /// Part of a name, company or business field; case and accents do not matter.
    pub search: Option<String>,
    pub role: Option<GroupRole>,
    /// Default `role`.
    #[param(inline)]
    pub sort: Option<MemberSort>,
    /// The direction of `sort`, default `asc`.
    #[param(inline)]
    pub order: Option<SortOrder>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// Filters of a list of requests and invitations, newest first.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequestQuery {
    pub status: Option<RequestStatus>,
    pub kind: Option<RequestKind>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}
