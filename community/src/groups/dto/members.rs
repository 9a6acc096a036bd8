//! Requests and responses about members.

use std::collections::BTreeSet;

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::sent;
use hoi_platform::files::FileUrl;
use hoi_platform::http::SortOrder;
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::MAX_SHORT;
use crate::groups::GroupRole;
use crate::groups::settings::check_day;

/// The most accounts that one call can add or invite.
pub const MAX_USERS: usize = 100;

/// A member of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupMember {
    pub user_id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    pub company: String,
    /// Null unless the caller leads the group or administers the platform, or the member shows it.
    #[schema(required)]
    pub email: Option<String>,
    /// Null unless the member shows it.
    #[schema(required)]
    pub phone: Option<String>,
    /// Whether all members of the group see the e-mail address.
    pub shows_email: bool,
    /// Whether all members of the group see the phone number.
    pub shows_phone: bool,
    pub role: GroupRole,
    #[schema(required)]
    pub business_field: Option<String>,
    #[schema(required)]
    pub position: Option<String>,
    /// The first day in the group as `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub attend_date: String,
    pub joined_at: Timestamp,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
}

/// The accounts that are added to a group or invited.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewMembers {
    /// Organizers' accounts, 1–100.
    #[serde(default)]
    #[schema(required)]
    #[schema(example = json!({ "max": MAX_USERS }))]
    pub user_ids: BTreeSet<UserId>,
    /// `member`, or `manager`, a role that only the owner can give.
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

/// Refuses the role `owner`: a group gets another owner only by a transfer.
pub fn check_role(check: &mut Check, role: GroupRole) {
    let message = LocalizedText::new("group.ownerByTransfer");
    check.ensure(role != GroupRole::Owner, "role", message);
}

/// A change of a member. Absent fields stay unchanged; null or an empty text clears a field.
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
    #[schema(extensions(("max" = json!(MAX_SHORT))))]
    pub business_field: Option<Option<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(MAX_SHORT))))]
    pub position: Option<Option<String>>,
    /// The first day in the group as `YYYY-MM-DD`: today or before. Only leaders enter a day before the group was
    /// founded.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false, format = Date)]
    pub attend_date: Option<String>,
    /// Whether all members of the group see the e-mail address; only the member changes it.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub shows_email: Option<bool>,
    /// Whether all members of the group see the phone number; only the member changes it.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub shows_phone: Option<bool>,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
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
                check.optional_line(field, text, MAX_SHORT);
            }
        }
        if let Some(day) = &self.attend_date {
            check_day(check, "attendDate", day);
        }
    }
}

/// The sort key of the list of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MemberSort {
    /// The given name, which stands last, and then the family name; without regard to case and accents.
    FullName,
    /// The owner, then managers, then members; by name within a role.
    Role,
    AttendDate,
    JoinedAt,
}

/// Filters and order of the list of members.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MemberQuery {
    /// Part of a name, company or business field; case and accents do not matter.
    pub search: Option<String>,
    /// The account of the one member to list.
    pub user_id: Option<UserId>,
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
