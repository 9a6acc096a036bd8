//! The bodies with which an organiser adds or changes a participant, and their rules.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::{flattened, sent};
use hoi_platform::ids::TicketId;
use hoi_platform::validation::{Check, EMAIL_MAX, Validate, is_phone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::attendances::{
    NAME_MAX, PHONE_MAX, ParticipantDetailsChange, ParticipationType, PaymentMethod, PaymentStatus,
};

const CODE_MAX: usize = 255;

/// A participant whom the organizer adds: a walk-in, a guest, a member of the committee.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewParticipant {
    /// The full name, family name first, under 1000 characters.
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: String,
    /// The e-mail address, of which an event has at most one live registration unless `sharesEmail` is set. Empty or
    /// absent for a participant without one, who gets no mails.
    #[serde(default)]
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
    /// Whether other participants may have the same e-mail address; `false` when absent.
    #[serde(default)]
    pub shares_email: bool,
    /// The phone number, under 100 characters; may be empty.
    #[serde(default)]
    #[schema(extensions(("max" = json!(PHONE_MAX))))]
    pub phone: String,
    /// The company, under 1000 characters; may be empty.
    #[serde(default)]
    #[schema(extensions(("max" = json!(NAME_MAX))))]
    pub company: String,
    #[serde(flatten, deserialize_with = "flattened")]
    pub details: ParticipantDetailsChange,
    /// Default `ORDINARY`.
    pub participation_type: Option<ParticipationType>,
    /// Required when the event has ticket classes.
    pub ticket_id: Option<TicketId>,
    /// The invitation code to register with. It counts as used, and sets participation type and inviter.
    #[schema(extensions(("max" = json!(CODE_MAX))))]
    pub invitation_code: Option<String>,
    /// `unpaid` when absent and something is due.
    pub payment_status: Option<PaymentStatus>,
    /// The way of payment, when something is due.
    pub payment_method: Option<PaymentMethod>,
    /// Whether the participant gets the mails the event sends on registration; `true` when absent.
    pub send_mail: Option<bool>,
}

impl Validate for NewParticipant {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("fullName", &mut self.full_name, NAME_MAX);
        check.no_web_address("fullName", &self.full_name);
        email(check, &mut self.email);
        phone(check, &mut self.phone);
        check.line("company", &mut self.company, NAME_MAX);
        check.optional_text("invitationCode", &mut self.invitation_code, CODE_MAX);
        self.details.check(check);
    }
}

/// Changes of a participant. An absent field stays; `null` clears a field that may be empty.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(
    clippy::option_option,
    reason = "absent, null and a value mean three things"
)]
pub struct ChangeParticipant {
    /// The full name, family name first, under 1000 characters.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: Option<String>,
    /// The e-mail address, of which an event has at most one live registration unless `sharesEmail` is set; may be empty.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: Option<String>,
    /// Whether other participants may have the new e-mail address; `false` when absent.
    #[serde(default)]
    pub shares_email: bool,
    /// The phone number, under 100 characters.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(extensions(("max" = json!(PHONE_MAX))))]
    pub phone: Option<String>,
    /// The company, under 1000 characters.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(extensions(("max" = json!(NAME_MAX))))]
    pub company: Option<String>,
    #[serde(flatten, deserialize_with = "flattened")]
    pub details: ParticipantDetailsChange,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub participation_type: Option<ParticipationType>,
    /// Moves the seat to another class; the amount due becomes its price.
    #[serde(default, deserialize_with = "sent")]
    pub ticket_id: Option<Option<TicketId>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub payment_status: Option<PaymentStatus>,
    #[serde(default, deserialize_with = "sent")]
    pub payment_method: Option<Option<PaymentMethod>>,
    /// Whether the amount due was handed over at the door; `false` when absent.
    #[serde(default)]
    pub at_door: Option<bool>,
    /// `updatedAt` of the participant as it was read; a change of an earlier state is refused. Absent: changes any
    /// state.
    #[serde(default)]
    pub updated_at: Option<Timestamp>,
}

impl Validate for ChangeParticipant {
    fn validate(&mut self, check: &mut Check) {
        if let Some(name) = &mut self.full_name {
            check.required_line("fullName", name, NAME_MAX);
        }
        if let Some(company) = &mut self.company {
            check.line("company", company, NAME_MAX);
        }
        if let Some(name) = &self.full_name {
            check.no_web_address("fullName", name);
        }
        if let Some(text) = &mut self.email {
            email(check, text);
        }
        if let Some(text) = &mut self.phone {
            phone(check, text);
        }
        self.details.check(check);
    }
}

fn email(check: &mut Check, text: &mut String) {
    if text.trim().is_empty() {
        text.clear();
    } else {
        check.email("email", text);
    }
}

fn phone(check: &mut Check, text: &mut String) {
    check.text("phone", text, PHONE_MAX);
    let is_known = text.is_empty() || is_phone(text);
    check.ensure(is_known, "phone", LocalizedText::new("field.phone"));
}
