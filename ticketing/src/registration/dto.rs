//! Request and response bodies of the public page.

use hoi_db::Timestamp;
use hoi_i18n::normalize_text;
use hoi_platform::error::LocalizedText;
use hoi_platform::validation::{Check, EMAIL_MAX, Validate, is_phone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::payment_info::PaymentInfo;
use crate::attendances::{
    Answer, AttendanceId, NAME_MAX, PHONE_MAX, ParticipationType, PaymentMethod, PaymentStatus,
};
use crate::events::entity::{event, ticket};
use crate::events::{Asked, GivenAnswer, PublicTicket, TicketId};
use crate::invoice_requests::{Invoice, InvoiceBody};

/// The body of a registration by a visitor.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RegisterBody {
    /// 1–999 characters, family name first.
    #[schema(required)]
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: String,
    /// 1–999 characters; one live registration per address and event.
    #[schema(required)]
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
    /// At most 99 characters with at least 6 digits; spaces, dots, dashes and brackets between them, `+` in front. Empty
    /// or absent where the form does not require it.
    #[schema(required = false)]
    #[schema(extensions(("max" = json!(PHONE_MAX))))]
    pub phone: String,
    /// At most 999 characters; empty or absent where the form does not require it.
    #[schema(required = false)]
    #[schema(extensions(("max" = json!(NAME_MAX))))]
    pub company: String,
    /// Answers to the organizer's own questions.
    pub answers: Vec<GivenAnswer>,
    /// Required when the event has ticket classes, unless the invitation code is for one.
    pub ticket_id: Option<TicketId>,
    /// Required when something is to be paid.
    pub payment_method: Option<PaymentMethod>,
    /// The invitation code as typed; its letter case does not matter.
    pub invitation_code: Option<String>,
    /// The text for the invoice; ignored unless the event offers invoices and something is to be paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice: Option<InvoiceBody>,
    /// Must be true: the visitor has agreed to the event's `consent` words.
    #[schema(required)]
    pub consent: bool,
}

/// Checked in the handler, because a missing event (5005) comes before a wrong field (5002).
impl Validate for RegisterBody {
    fn validate(&mut self, _: &mut Check) {}
}

impl RegisterBody {
    /// Trims and normalises, and reports every broken rule that does not depend on ticket classes and answers.
    pub fn check(&mut self, event: &event::Model, check: &mut Check) {
        check.public_name("fullName", &mut self.full_name, NAME_MAX);
        check.email("email", &mut self.email);
        check_phone(check, &mut self.phone, event.phone_question);
        check_company(check, &mut self.company, event.company_question);
        let code = self.invitation_code.take();
        self.invitation_code = code
            .map(|code| normalize_text(&code))
            .filter(|code| !code.is_empty());
        check.ensure(
            self.consent,
            "consent",
            LocalizedText::new("registration.consentMissing"),
        );
    }
}

/// A phone number that the form does not ask for is not kept.
fn check_phone(check: &mut Check, phone: &mut String, asked: Asked) {
    match asked {
        Asked::Required => check.required_text("phone", phone, PHONE_MAX),
        Asked::Optional => check.text("phone", phone, PHONE_MAX),
        Asked::Off => phone.clear(),
    }
    let is_valid = is_phone(phone) || phone.is_empty() && asked != Asked::Required;
    check.ensure(is_valid, "phone", LocalizedText::new("field.phone"));
}

/// Companies may be called like their web address, such as Base.vn, and no mail names them.
fn check_company(check: &mut Check, company: &mut String, asked: Asked) {
    if asked == Asked::Off {
        return company.clear();
    }
    check.public_line("company", company, NAME_MAX);
    let is_there = asked == Asked::Optional || !company.is_empty();
    check.required("company", is_there);
}

/// A class as the ticket shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketOnIt {
    pub id: TicketId,
    pub name: String,
    /// A description of the ticket's benefits.
    pub description: Option<String>,
    /// The price, in dong.
    pub price: i64,
}

impl TicketOnIt {
    /// `class`, for which `price` was due when the seat was taken.
    pub fn of(class: ticket::Model, price: i64) -> Self {
        Self {
            id: class.id,
            name: class.name,
            description: class.description,
            price,
        }
    }
}

/// The visitor's ticket.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Confirmation {
    /// The identifier of the registration.
    pub attendance_id: AttendanceId,
    /// The code that lets its holder in; absent until the registration is confirmed.
    pub ticket_code: Option<String>,
    /// The text of the QR code that the ticket shows; absent until the registration is confirmed.
    pub qr: Option<String>,
    /// The class, if the event has classes.
    pub ticket: Option<TicketOnIt>,
    /// How to pay, while a bank transfer is due.
    pub payment_info: Option<PaymentInfo>,
    /// Opens the visitor's own page: `/form/{eventId}/ticket#{ownKey}`. Absent until the registration is confirmed.
    pub own_key: Option<String>,
    /// The time until which the seat is held unless the link in the mail is opened; absent when nothing has to be
    /// confirmed.
    pub confirm_by: Option<Timestamp>,
    /// Whether the visitor can now change and cancel the registration on their own page.
    pub can_change: bool,
    /// The next steps for the visitor, in the request's language: which mails are on their way, what to do.
    pub message: String,
}

/// A registration as its own visitor sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnRegistration {
    pub full_name: String,
    /// Cannot be changed by the visitor: it is where the link to this page was sent.
    pub email: String,
    pub phone: String,
    pub company: String,
    /// The answers to the organizer's questions, with the questions as they were asked.
    pub answers: Vec<Answer>,
    /// The class, if the event has classes.
    pub ticket: Option<TicketOnIt>,
    /// The code that lets its holder in; absent until the registration is confirmed.
    pub ticket_code: Option<String>,
    /// The text of the QR code that the ticket shows; absent until the registration is confirmed.
    pub qr: Option<String>,
    /// The time until which the seat is held unless the visitor confirms it; absent once it is confirmed.
    pub confirm_by: Option<Timestamp>,
    pub registration_time: Timestamp,
    /// The time of the check-in; null if not checked in.
    pub checked_in_time: Option<Timestamp>,
    /// The price, in dong.
    pub amount: i64,
    /// The amount received, in dong: less than the price after a partial payment, or if the organizer took less as
    /// enough.
    pub received: i64,
    /// Whether the amount due has arrived; `paid` when nothing was due.
    pub payment_status: PaymentStatus,
    pub payment_method: Option<PaymentMethod>,
    /// How to pay, while a bank transfer is due.
    pub payment_info: Option<PaymentInfo>,
    /// Whether the visitor can ask for an invoice.
    pub offers_invoice: bool,
    /// The invoice that the visitor asked for; null without one.
    #[schema(required)]
    pub invoice: Option<Invoice>,
    /// Whether the visitor may change the details now.
    pub can_change: bool,
    /// Whether the visitor may cancel the registration now.
    pub can_cancel: bool,
    /// The end of the time in which the visitor may change or cancel; null = never.
    pub changes_until: Option<Timestamp>,
    /// The last change; a change of the details names it.
    pub updated_at: Timestamp,
}

/// The fields of their registration that a visitor may change.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeOwn {
    /// 1–999 characters, family name first.
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: String,
    /// As in a registration; ignored where the form does not ask for it.
    #[serde(default)]
    #[schema(extensions(("max" = json!(PHONE_MAX))))]
    pub phone: String,
    /// As in a registration; ignored where the form does not ask for it.
    #[serde(default)]
    #[schema(extensions(("max" = json!(NAME_MAX))))]
    pub company: String,
    /// Answers to all of the organizer's questions, as in a registration.
    #[serde(default)]
    pub answers: Vec<GivenAnswer>,
    /// `updatedAt` of the registration as it was read; a change of an earlier state is refused. Absent: changes any state.
    pub updated_at: Option<Timestamp>,
}

/// Checked in the handler, because the event decides which fields are required.
impl Validate for ChangeOwn {
    fn validate(&mut self, _: &mut Check) {}
}

impl ChangeOwn {
    /// Trims and normalises, and reports every broken rule except those of answers.
    pub fn check(&mut self, event: &event::Model, check: &mut Check) {
        check.public_name("fullName", &mut self.full_name, NAME_MAX);
        check_phone(check, &mut self.phone, event.phone_question);
        check_company(check, &mut self.company, event.company_question);
    }
}

/// A request to send the tickets of an e-mail address again.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindTicket {
    /// The e-mail address of the registration.
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
}

impl Validate for FindTicket {
    fn validate(&mut self, check: &mut Check) {
        check.email("email", &mut self.email);
    }
}

/// The benefits of an invitation code.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The only ticket class for which the code is valid; null for all.
    pub ticket_id: Option<TicketId>,
    /// The class of `ticketId`, which may be one that is not offered to everybody.
    pub ticket: Option<PublicTicket>,
    /// The participation type that registrations with the code get.
    pub participation_type: ParticipationType,
    /// The number of registrations that are left; −1 = unlimited.
    pub remaining_uses: i64,
    /// The name of the participant who owns the invitation code.
    pub invited_by: Option<String>,
}
