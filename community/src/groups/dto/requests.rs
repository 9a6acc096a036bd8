//! Requests and responses about requests to join and invitations.

use std::collections::HashSet;

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, EMAIL_MAX, Validate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::MAX_SHORT;
use super::members::{MAX_USERS, check_role};
use crate::accounts::email_key;
use crate::groups::{GroupId, GroupRole, JoinRequestId, MyState, RequestKind, RequestStatus};

/// The most characters of a message or a reason.
const MAX_MESSAGE: usize = 500;

/// A request or an invitation to join a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinRequest {
    pub id: JoinRequestId,
    pub group: GroupName,
    /// The person who wants to join, or is invited.
    pub user: Applicant,
    /// The address to which an invitation was sent; null if it was made to an account.
    #[schema(required)]
    pub email: Option<String>,
    /// When the invitation was last sent to `email`.
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
    /// When the invitation to `email` ends.
    #[schema(required)]
    pub expires_at: Option<Timestamp>,
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
    /// The name of the person who asked or invited.
    pub created_by_name: String,
    /// The name of the person who decided; null while it waits, and where the group is open.
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

/// The person that a request is about.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Applicant {
    /// Null for a person who is invited by e-mail, as long as the invitation is not accepted.
    #[schema(required)]
    pub id: Option<UserId>,
    /// The name that the inviting leader gave, or the address, as long as `id` is null.
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    pub company: String,
}

/// The answer to a request to join: the caller's relation to the group now, and the stored request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Joining {
    /// `member` where the group is open or had invited the caller, otherwise `requested`.
    pub my_state: MyState,
    pub request: JoinRequest,
}

/// A request to join a group, whose `validationInfo` says which documents it needs.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewJoinRequest {
    /// A message to the leaders of the group, at most 500 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_MESSAGE))))]
    pub message: Option<String>,
    /// An upload of the caller with the purpose `membershipCertificate`.
    #[serde(default)]
    pub membership_certificate: Option<FileUrl>,
    /// An upload of the caller with the purpose `businessLicense`.
    #[serde(default)]
    pub business_license: Option<FileUrl>,
    /// The applicant's business field; that of the profile if absent. Required where the group admits one member of each
    /// field.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_SHORT))))]
    pub business_field: Option<String>,
    /// The applicant's position; that of the profile if absent.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_SHORT))))]
    pub position: Option<String>,
}

impl Validate for NewJoinRequest {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("message", &mut self.message, MAX_MESSAGE);
        check.optional_line("businessField", &mut self.business_field, MAX_SHORT);
        check.optional_line("position", &mut self.position, MAX_SHORT);
    }
}

/// People to invite by their e-mail addresses.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewEmailInvitations {
    /// 1–100 people.
    #[schema(example = json!({ "max": MAX_USERS }))]
    pub people: Vec<EmailInvitation>,
    /// `member`, or `manager`, a role that only the owner can give.
    pub role: GroupRole,
}

/// A person to invite by e-mail.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailInvitation {
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
    /// At most 255 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_SHORT))))]
    pub full_name: Option<String>,
}

impl Validate for NewEmailInvitations {
    fn validate(&mut self, check: &mut Check) {
        let nobody = LocalizedText::new("group.enterAddresses");
        check.ensure(!self.people.is_empty(), "people", nobody);
        let most = LocalizedText::new("field.tooMany").with("max", MAX_USERS);
        check.ensure(self.people.len() <= MAX_USERS, "people", most);
        for person in &mut self.people {
            let mut own = Check::default();
            own.email("people", &mut person.email);
            own.optional_line("people", &mut person.full_name, MAX_SHORT);
            if let Some(name) = &person.full_name {
                own.no_web_address("people", name);
            }
            if let Some(fault) = own.into_first() {
                let message = LocalizedText::new("group.wrongAddress")
                    .with("email", &person.email)
                    .with("fault", fault.localized());
                check.fail("people", message);
            }
        }
        let mut seen = HashSet::new();
        self.people
            .retain(|person| seen.insert(email_key(&person.email)));
        check_role(check, self.role);
    }
}

/// An invitation as the person who got it by e-mail sees it before logging in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailedInvitation {
    pub group_name: String,
    pub group_description: String,
    pub group_avatar: FileUrl,
    pub member_count: u64,
    pub invited_by: String,
    pub role: GroupRole,
    /// The address that the accepting account must have.
    pub email: String,
    /// As the inviting leader entered it, to be filled in at sign-up.
    #[schema(required)]
    pub full_name: Option<String>,
    #[schema(required)]
    pub phone: Option<String>,
    pub expires_at: Timestamp,
}

/// The link with which anyone can ask to join a group.
#[derive(Debug, Serialize, ToSchema)]
pub struct JoinLink {
    /// Its address; null: there is none.
    #[schema(required)]
    pub url: Option<String>,
}

/// A leader's rejection of the caller's last request.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rejection {
    #[schema(required)]
    pub reason: Option<String>,
    /// When the caller can ask again.
    pub ask_again_at: Timestamp,
}

/// The decision of a leader about a request, or of the invited person about an invitation.
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
    /// The reason of a rejection for the applicant, at most 500 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_MESSAGE))))]
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
    /// The one request or invitation to list.
    pub id: Option<JoinRequestId>,
    pub status: Option<RequestStatus>,
    pub kind: Option<RequestKind>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}
