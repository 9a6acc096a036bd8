//! Requests and responses about requests to be allowed one more group.

use hoi_db::Timestamp;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::entity::user;
use crate::groups::entity::group_request;
use crate::groups::settings::MAX_NAME;
use crate::groups::{GroupRequestId, GroupRequestStatus};

/// The most characters of a message or a reason.
const MAX_MESSAGE: usize = 500;

/// A request to be allowed one more group than the caller's plans allow.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewGroupRequest {
    /// The name of the group that the caller wants to create, 1–255 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub name: String,
    /// A message to the administrators, at most 500 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_MESSAGE))))]
    pub message: Option<String>,
}

impl Validate for NewGroupRequest {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("name", &mut self.name, MAX_NAME);
        // The name stands in mails to administrators.
        check.no_web_address("name", &self.name);
        check.optional_text("message", &mut self.message, MAX_MESSAGE);
    }
}

/// Why a request is declined.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GroupRequestReason {
    /// The reason that the applicant is given, 1–500 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_MESSAGE))))]
    pub reason: String,
}

impl Validate for GroupRequestReason {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("reason", &mut self.reason, MAX_MESSAGE);
    }
}

/// A request that waits for an administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupRequest {
    pub id: GroupRequestId,
    /// The account that asks.
    pub user_id: UserId,
    pub full_name: String,
    pub email: String,
    pub company: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    /// The name of the group that the account wants to create.
    pub name: String,
    #[schema(required)]
    pub message: Option<String>,
    pub created_at: Timestamp,
}

impl GroupRequest {
    pub fn new(row: group_request::Model, user: user::Model) -> Self {
        Self {
            id: row.id,
            user_id: user.id,
            full_name: user.full_name,
            email: user.email,
            company: user.company,
            avatar: user.avatar_file_id.map(FileUrl),
            name: row.name,
            message: row.message,
            created_at: row.created_at,
        }
    }
}

/// A request of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnGroupRequest {
    pub id: GroupRequestId,
    /// The name of the group that the caller wants to create.
    pub name: String,
    pub status: GroupRequestStatus,
    /// Why it was declined; null otherwise.
    #[schema(required)]
    pub reason: Option<String>,
    pub created_at: Timestamp,
}

impl From<group_request::Model> for OwnGroupRequest {
    fn from(row: group_request::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            status: row.status,
            reason: row.reason,
            created_at: row.created_at,
        }
    }
}
