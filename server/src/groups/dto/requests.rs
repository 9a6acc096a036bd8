//! What the calls on requests and invitations take and answer.

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::MAX_SHORT;
use crate::files::FileUrl;
use crate::groups::{GroupId, GroupRole, JoinRequestId, MyState, RequestKind, RequestStatus};
use crate::ids::UserId;
use crate::validation::{Check, Validate};

/// The most characters of a message or a reason.
const MAX_MESSAGE: usize = 500;

/// A request or an invitation to join a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinRequest {
    pub id: JoinRequestId,
    pub group: GroupName,
    /// Who wants to join, or is invited.
    pub user: Applicant,
    pub kind: RequestKind,
    /// The role that the person gets by accepting an invitation; `member` for a request.
    pub role: GroupRole,
    pub status: RequestStatus,
    #[schema(required)]
    pub message: Option<String>,
    /// A private file. It is removed when the request is withdrawn or replaced by a later one, and 90 days after a
    /// rejection.
    #[schema(required)]
    pub membership_certificate: Option<FileUrl>,
    /// A private file. It is removed when the request is withdrawn or replaced by a later one, and 90 days after a
    /// rejection.
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
    /// The leader's reason for a rejection; null if none was given.
    #[schema(required)]
    pub reason: Option<String>,
    pub created_at: Timestamp,
}

/// The group that a request is about.
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

/// The answer to a request to join: the caller's relation to the group now, and the stored request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Joining {
    /// `requested`, or `member` where the group admits everybody or had invited the caller.
    pub my_state: MyState,
    pub request: JoinRequest,
}

/// A request to join a group, whose `validationInfo` says which documents it needs.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewJoinRequest {
    /// A message to the leaders of the group, at most 500 characters.
    #[serde(default)]
    pub message: Option<String>,
    /// An upload of the caller with the purpose `membershipCertificate`.
    #[serde(default)]
    pub membership_certificate: Option<FileUrl>,
    /// An upload of the caller with the purpose `businessLicense`.
    #[serde(default)]
    pub business_license: Option<FileUrl>,
    /// The applicant's business field; that of the profile if absent.
    #[serde(default)]
    pub business_field: Option<String>,
    /// The applicant's position; that of the profile if absent.
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
    /// A leader's refusal of a request.
    Reject,
    /// The invited person's refusal of an invitation.
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
