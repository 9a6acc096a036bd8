//! Request and response bodies of the calls on roll calls.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::flattened;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_platform::validation::{Check, EMAIL_MAX, Validate, is_phone};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Mark;

/// The most characters of a name or company.
const MAX_NAME: usize = 999;
/// The most characters of a phone number.
const MAX_PHONE: usize = 99;

/// Everybody who belongs to an event of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RollCall {
    pub event_id: EventId,
    pub title: String,
    pub event_start_date: Timestamp,
    pub venue_address: String,
    /// Nothing can be marked anymore.
    pub is_cancelled: bool,
    /// The members of the group now, and those who were when the event began, by name, at most 5,000.
    pub members: Vec<MemberOnRoll>,
    /// People who are registered and neither members nor substitutes, by name, at most 5,000.
    pub guests: Vec<GuestOnRoll>,
}

/// A member on a roll call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberOnRoll {
    pub user_id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    pub company: String,
    /// Null: nothing is known yet.
    #[schema(required)]
    pub mark: Option<Mark>,
    /// The member has a registration for the event.
    pub is_registered: bool,
    /// When the member was checked in.
    #[schema(required)]
    pub checked_in_time: Option<Timestamp>,
    /// The person who has come instead of the member.
    #[schema(required)]
    pub substitute: Option<Substitute>,
}

/// A person who stands in for a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Substitute {
    pub attendance_id: AttendanceId,
    pub full_name: String,
    pub company: String,
}

/// A guest on a roll call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestOnRoll {
    pub attendance_id: AttendanceId,
    pub full_name: String,
    pub company: String,
    /// The name of the person who invited the guest.
    #[schema(required)]
    pub invited_by: Option<String>,
    /// When the guest was checked in; null while not there.
    #[schema(required)]
    pub checked_in_time: Option<Timestamp>,
    /// Added by hand, so that a leader can remove the guest here.
    pub is_removable: bool,
}

/// A person without an account.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPerson {
    /// 1–999 characters, family name first.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub full_name: String,
    /// At most 99 characters with at least 6 digits.
    #[schema(extensions(("max" = json!(MAX_PHONE))))]
    pub phone: Option<String>,
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: Option<String>,
    /// At most 999 characters.
    #[schema(extensions(("max" = json!(MAX_NAME))))]
    pub company: Option<String>,
}

impl Validate for NewPerson {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("fullName", &mut self.full_name, MAX_NAME);
        check.no_web_address("fullName", &self.full_name);
        check.optional_text("phone", &mut self.phone, MAX_PHONE);
        if let Some(phone) = &self.phone {
            check.ensure(is_phone(phone), "phone", LocalizedText::new("field.phone"));
        }
        self.email.take_if(|email| email.trim().is_empty());
        if let Some(email) = &mut self.email {
            check.email("email", email);
        }
        check.optional_line("company", &mut self.company, MAX_NAME);
    }
}

/// A leader's mark of a member.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkMember {
    /// Null or absent takes the mark back.
    pub mark: Option<Mark>,
    /// The mark that the leader saw. The call is refused with 5008 if it is another one by now.
    pub seen: Option<Mark>,
    /// The person who has come instead; required with `substituted`.
    pub substitute: Option<NewPerson>,
}

impl Validate for MarkMember {
    fn validate(&mut self, check: &mut Check) {
        if self.mark != Some(Mark::Substituted) {
            self.substitute = None;
            return;
        }
        match &mut self.substitute {
            Some(person) => person.validate(check),
            None => check.required("substitute", false),
        }
    }
}

/// A guest who has come to an event.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGuest {
    #[serde(flatten, deserialize_with = "flattened")]
    pub person: NewPerson,
    /// The member who invited the guest.
    pub invited_by: Option<UserId>,
}

impl Validate for NewGuest {
    fn validate(&mut self, check: &mut Check) {
        self.person.validate(check);
    }
}

/// Whether a guest is there.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkGuest {
    pub is_present: bool,
}

impl Validate for MarkGuest {
    fn validate(&mut self, _: &mut Check) {}
}

/// The meetings over which attendance is shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PresenceQuery {
    /// How many, 1–52, default 12.
    #[param(maximum = 52)]
    pub limit: Option<u64>,
    /// All events of the group instead of those that were planned as a series.
    pub all: Option<bool>,
}

/// The members' presence at the last meetings that have begun.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeetingPresence {
    /// The meetings, the oldest first.
    pub meetings: Vec<HeldMeeting>,
    /// The members by name, at most 5,000; for those who do not lead the group only they themselves.
    pub members: Vec<MemberPresence>,
}

/// A meeting that has begun.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldMeeting {
    pub event_id: EventId,
    pub title: String,
    pub event_start_date: Timestamp,
}

/// A member's marks at the meetings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberPresence {
    pub user_id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    /// One for each of the meetings; null for meetings before the member joined, and for a meeting that is not over while
    /// the member is not marked. These do not count.
    pub outcomes: Vec<Option<Mark>>,
}
