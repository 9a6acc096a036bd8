//! What an organiser may write about a participant, and its rules.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::Gender;
use crate::attendances::{ParticipationType, PaymentMethod, PaymentStatus};
use crate::error::LocalizedText;
use crate::files::FileUrl;
use crate::http::{Check, Validate, given, is_phone, not_null};
use crate::ids::TicketId;

/// The most characters of a full name or company.
const NAME_MAX: usize = 999;
/// The most characters of a phone number.
const PHONE_MAX: usize = 99;
const SHORT_MAX: usize = 255;
const NOTE_MAX: usize = 2_000;

/// Somebody whom the organiser adds: a walk-in, a guest, a member of the committee.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewParticipant {
    /// Under 1000 characters.
    pub full_name: String,
    /// One live registration per address and event.
    pub email: String,
    /// Under 100 characters.
    pub phone: String,
    /// Under 1000 characters.
    pub company: String,
    /// Where they come from.
    pub country: Option<String>,
    /// Their job title.
    pub role: Option<String>,
    /// For the organiser's own eyes.
    pub note: Option<String>,
    /// `ORDINARY` when absent.
    pub participation_type: Option<ParticipationType>,
    /// Required when the event has ticket classes.
    pub ticket_id: Option<TicketId>,
    /// Counts as used, and brings its own participation type and inviter.
    pub invitation_code: Option<String>,
    /// Who invited them.
    pub invited_by: Option<String>,
    /// `unpaid` when absent and something is due.
    pub payment_status: Option<PaymentStatus>,
    /// How they pay, when something is due.
    pub payment_method: Option<PaymentMethod>,
    /// `YYYY-MM-DD`.
    pub date_of_birth: Option<String>,
    /// As on their papers.
    pub gender: Option<Gender>,
    /// Of their ID card or passport.
    pub identification_number: Option<String>,
    /// Of their company or their own.
    pub tax_number: Option<String>,
    /// A private file.
    pub business_license: Option<FileUrl>,
    /// Their picture.
    pub avatar: Option<FileUrl>,
    /// Their company's logo.
    pub logo: Option<FileUrl>,
    /// Whether they get the mails the event sends on registration; `true` when absent.
    pub send_mail: Option<bool>,
}

impl Validate for NewParticipant {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("fullName", &mut self.full_name, NAME_MAX);
        check.no_web_address("fullName", &self.full_name);
        check.email("email", &mut self.email);
        phone(check, &mut self.phone);
        check.required_text("company", &mut self.company, NAME_MAX);
        for (field, text, max) in [
            ("country", &mut self.country, SHORT_MAX),
            ("role", &mut self.role, SHORT_MAX),
            ("note", &mut self.note, NOTE_MAX),
            ("invitationCode", &mut self.invitation_code, SHORT_MAX),
            ("invitedBy", &mut self.invited_by, SHORT_MAX),
            ("dateOfBirth", &mut self.date_of_birth, SHORT_MAX),
            (
                "identificationNumber",
                &mut self.identification_number,
                SHORT_MAX,
            ),
            ("taxNumber", &mut self.tax_number, SHORT_MAX),
        ] {
            check.optional_text(field, text, max);
        }
        date(check, self.date_of_birth.as_deref());
    }
}

/// Changes of a participant. What is absent stays; `null` clears a field that may be empty.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[expect(
    clippy::option_option,
    reason = "absent, null and a value mean three things"
)]
pub struct ChangeParticipant {
    /// Under 1000 characters.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub full_name: Option<String>,
    /// One live registration per address and event.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub email: Option<String>,
    /// Under 100 characters.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub phone: Option<String>,
    /// Under 1000 characters.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub company: Option<String>,
    /// Where they come from.
    #[serde(deserialize_with = "given")]
    pub country: Option<Option<String>>,
    /// Their job title.
    #[serde(deserialize_with = "given")]
    pub role: Option<Option<String>>,
    /// For the organiser's own eyes.
    #[serde(deserialize_with = "given")]
    pub note: Option<Option<String>>,
    /// How they take part.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub participation_type: Option<ParticipationType>,
    /// Moves the seat to another class; the amount due becomes its price.
    #[serde(deserialize_with = "given")]
    pub ticket_id: Option<Option<TicketId>>,
    /// Who invited them.
    #[serde(deserialize_with = "given")]
    pub invited_by: Option<Option<String>>,
    /// Whether the amount due has arrived.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub payment_status: Option<PaymentStatus>,
    /// How they pay.
    #[serde(deserialize_with = "given")]
    pub payment_method: Option<Option<PaymentMethod>>,
    /// `YYYY-MM-DD`.
    #[serde(deserialize_with = "given")]
    pub date_of_birth: Option<Option<String>>,
    /// As on their papers.
    #[serde(deserialize_with = "given")]
    pub gender: Option<Option<Gender>>,
    /// Of their ID card or passport.
    #[serde(deserialize_with = "given")]
    pub identification_number: Option<Option<String>>,
    /// Of their company or their own.
    #[serde(deserialize_with = "given")]
    pub tax_number: Option<Option<String>>,
    /// A private file.
    #[serde(deserialize_with = "given")]
    pub business_license: Option<Option<FileUrl>>,
    /// Their picture.
    #[serde(deserialize_with = "given")]
    pub avatar: Option<Option<FileUrl>>,
    /// Their company's logo.
    #[serde(deserialize_with = "given")]
    pub logo: Option<Option<FileUrl>>,
}

impl Validate for ChangeParticipant {
    fn validate(&mut self, check: &mut Check) {
        for (field, text) in [
            ("fullName", &mut self.full_name),
            ("company", &mut self.company),
        ] {
            if let Some(text) = text {
                check.required_text(field, text, NAME_MAX);
            }
        }
        if let Some(name) = &self.full_name {
            check.no_web_address("fullName", name);
        }
        if let Some(email) = &mut self.email {
            check.email("email", email);
        }
        if let Some(text) = &mut self.phone {
            phone(check, text);
        }
        for (field, text, max) in [
            ("country", &mut self.country, SHORT_MAX),
            ("role", &mut self.role, SHORT_MAX),
            ("note", &mut self.note, NOTE_MAX),
            ("invitedBy", &mut self.invited_by, SHORT_MAX),
            ("dateOfBirth", &mut self.date_of_birth, SHORT_MAX),
            (
                "identificationNumber",
                &mut self.identification_number,
                SHORT_MAX,
            ),
            ("taxNumber", &mut self.tax_number, SHORT_MAX),
        ] {
            if let Some(text) = text {
                check.optional_text(field, text, max);
            }
        }
        date(
            check,
            self.date_of_birth.as_ref().and_then(Option::as_deref),
        );
    }
}

fn phone(check: &mut Check, text: &mut String) {
    check.required_text("phone", text, PHONE_MAX);
    if !text.is_empty() {
        check.ensure(is_phone(text), "phone", LocalizedText::new("field.phone"));
    }
}

fn date(check: &mut Check, text: Option<&str>) {
    if let Some(text) = text {
        let is_date = text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok();
        check.ensure(is_date, "dateOfBirth", LocalizedText::new("field.date"));
    }
}
