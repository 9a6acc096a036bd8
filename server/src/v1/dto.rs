//! The stable bodies and answers. A field may be added; none is renamed or removed, and none changes its meaning.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId, TicketId};
use hoi_platform::validation::{Check, EMAIL_MAX, Validate};
use hoi_ticketing::attendances::{Answer, AnswerValue, PaidWay, ParticipationType, PaymentStatus};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventStatus, Ticket, status_of};
use hoi_ticketing::participants::{NewParticipant, Participant};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use hoi_organising::checkin::CheckedIn;

const MAX_CODE: usize = 200;
const MAX_NAME: usize = 100;

/// A part of a list that is read from one end to the other.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1Part<T> {
    pub items: Vec<T>,
    /// The `cursor` of the next part; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1Event {
    pub id: EventId,
    pub title: String,
    /// The present state of registration.
    pub status: EventStatus,
    pub is_cancelled: bool,
    pub starts_at: Timestamp,
    /// Null: not said.
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
    pub registration_opens_at: Timestamp,
    pub registration_closes_at: Timestamp,
    pub venue: String,
    /// The number of seats.
    pub seats: i64,
    /// The number of seats taken.
    pub registered: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl V1Event {
    /// Describes an event as it is at `now`.
    pub fn new(row: event::Model, now: Timestamp) -> Self {
        Self {
            status: status_of(&row, now),
            is_cancelled: row.cancelled_at.is_some(),
            id: row.id,
            title: row.title,
            starts_at: row.event_start_date,
            ends_at: row.end_date,
            registration_opens_at: row.open_registration_date,
            registration_closes_at: row.close_registration_date,
            venue: row.venue_address,
            seats: row.total_participants,
            registered: row.registered_count,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// An event with its ticket classes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1EventWithClasses {
    #[serde(flatten)]
    pub event: V1Event,
    /// Empty: participants of this event choose no class.
    pub ticket_classes: Vec<V1TicketClass>,
}

/// A ticket class.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1TicketClass {
    pub id: TicketId,
    pub name: String,
    /// In dong.
    pub price: i64,
    /// The number of seats; −1 for unlimited.
    pub seats: i64,
    /// The number of seats taken.
    pub sold: i64,
    /// Only for people with an invitation code, and for the organizer.
    pub is_hidden: bool,
}

impl From<Ticket> for V1TicketClass {
    fn from(class: Ticket) -> Self {
        Self {
            id: class.id,
            name: class.name,
            price: class.price,
            seats: class.quantity,
            sold: class.sold,
            is_hidden: class.is_hidden,
        }
    }
}

/// Which participants, and which part of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct V1ParticipantQuery {
    /// Only those who have paid (or owe nothing), or only those who have not.
    pub payment_status: Option<PaymentStatus>,
    /// Only those inside, or only those not.
    pub is_checked_in: Option<bool>,
    /// Only those of this ticket class.
    pub ticket_class_id: Option<TicketId>,
    /// Only those who registered or were changed at this moment or later.
    pub updated_since: Option<Timestamp>,
    /// `nextCursor` of the previous part; absent for the first part.
    pub cursor: Option<String>,
    /// The most entries to return, 1–100, default 50.
    pub limit: Option<u64>,
}

/// A participant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1Participant {
    pub id: AttendanceId,
    /// Family name first.
    pub full_name: String,
    /// Empty for a participant without an address.
    pub email: String,
    /// As it was typed; may be empty.
    pub phone: String,
    pub company: String,
    pub participation_type: ParticipationType,
    /// Null without a ticket class.
    #[schema(required)]
    pub ticket_class_id: Option<TicketId>,
    /// The name of the ticket class; null without one.
    #[schema(required)]
    pub ticket_class: Option<String>,
    /// The content of the ticket's QR code; empty once the personal data was erased.
    pub ticket_code: String,
    /// False while the seat is held until the link in a mail is opened.
    pub is_confirmed: bool,
    pub registered_at: Timestamp,
    pub updated_at: Timestamp,
    /// Null while the person is not inside.
    #[schema(required)]
    pub checked_in_at: Option<Timestamp>,
    /// `paid` also for a free ticket.
    pub payment_status: PaymentStatus,
    /// The price at the time of registration, in dong; null for a key without `money:read`.
    #[schema(required)]
    pub amount: Option<i64>,
    /// The amount received, in dong; null for a key without `money:read`.
    #[schema(required)]
    pub received: Option<i64>,
    /// The answers to the organizer's own questions.
    pub answers: Vec<V1Answer>,
}

/// An answer to a question of the organizer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1Answer {
    pub question_id: String,
    /// The question as it was answered.
    pub question: String,
    /// The typed or chosen values: more than one for several choices, the address of an image. Dots for a sensitive
    /// answer.
    pub values: Vec<String>,
}

impl From<Answer> for V1Answer {
    fn from(given: Answer) -> Self {
        Self {
            question_id: given.question_id,
            question: given.question,
            values: match given.answer {
                AnswerValue::Text(text) => vec![text],
                AnswerValue::Choices(choices) => choices,
            },
        }
    }
}

impl V1Participant {
    /// Describes a participant, with the payments if the key `reads_money`.
    pub fn new(person: Participant, reads_money: bool) -> Self {
        let class = person.ticket.map(|class| (class.id, class.name));
        let (ticket_class_id, ticket_class) = class.unzip();
        Self {
            id: person.id,
            full_name: person.full_name,
            email: person.email,
            phone: person.phone,
            company: person.company,
            participation_type: person.participation_type,
            ticket_class_id,
            ticket_class,
            ticket_code: person.ticket_code,
            is_confirmed: person.confirm_by.is_none(),
            registered_at: person.registration_time,
            updated_at: person.updated_at,
            checked_in_at: person.checked_in_time,
            payment_status: person.payment_status,
            amount: reads_money.then_some(person.amount),
            received: reads_money.then_some(person.received),
            answers: person.answers.into_iter().map(V1Answer::from).collect(),
        }
    }
}

/// A participant to be added to an event.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1NewParticipant {
    /// The full name, family name first, under 1000 characters.
    #[schema(min_length = 1, extensions(("max" = json!(hoi_ticketing::attendances::NAME_MAX))))]
    pub full_name: String,
    /// The e-mail address, of which an event has at most one registration unless `sharesEmail` is set. Empty or absent
    /// for a participant without one, who gets no mails.
    #[serde(default)]
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: String,
    /// Whether other participants may have the same e-mail address; `false` when absent.
    #[serde(default)]
    pub shares_email: bool,
    /// Under 100 characters; may be empty.
    #[serde(default)]
    #[schema(extensions(("max" = json!(hoi_ticketing::attendances::PHONE_MAX))))]
    pub phone: String,
    /// Under 1000 characters; may be empty.
    #[serde(default)]
    #[schema(extensions(("max" = json!(hoi_ticketing::attendances::NAME_MAX))))]
    pub company: String,
    /// `ORDINARY` when absent.
    pub participation_type: Option<ParticipationType>,
    /// Required when the event has ticket classes.
    pub ticket_class_id: Option<TicketId>,
    /// Whether the participant gets the mails that the event sends on registration; `true` when absent.
    pub send_mail: Option<bool>,
}

impl Validate for V1NewParticipant {
    fn validate(&mut self, check: &mut Check) {
        let mut body = NewParticipant {
            full_name: std::mem::take(&mut self.full_name),
            email: std::mem::take(&mut self.email),
            phone: std::mem::take(&mut self.phone),
            company: std::mem::take(&mut self.company),
            ..NewParticipant::default()
        };
        body.validate(check);
        self.full_name = body.full_name;
        self.email = body.email;
        self.phone = body.phone;
        self.company = body.company;
    }
}

impl From<V1NewParticipant> for NewParticipant {
    fn from(body: V1NewParticipant) -> Self {
        Self {
            full_name: body.full_name,
            email: body.email,
            shares_email: body.shares_email,
            phone: body.phone,
            company: body.company,
            participation_type: body.participation_type,
            ticket_id: body.ticket_class_id,
            send_mail: body.send_mail,
            ..Self::default()
        }
    }
}

/// A ticket that was read at the door.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1Scan {
    /// A ticket code or a member's personal code, as read or typed; case, spaces and dashes do not matter.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_CODE))))]
    pub code: String,
    /// Names this scan, at most 100 characters: the same scan sent again gets the first answer and is not recorded again.
    #[schema(extensions(("max" = json!(MAX_NAME))))]
    pub nonce: Option<String>,
    /// Where it was read, at most 100 characters; the key's name when absent.
    #[schema(extensions(("max" = json!(MAX_NAME))))]
    pub device: Option<String>,
}

impl Validate for V1Scan {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("code", &mut self.code, MAX_CODE);
        check.optional_text("nonce", &mut self.nonce, MAX_NAME);
        check.optional_text("device", &mut self.device, MAX_NAME);
    }
}

/// A participant who was let in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1CheckIn {
    pub participant_id: AttendanceId,
    pub full_name: String,
    pub company: String,
    pub participation_type: ParticipationType,
    /// The name of the ticket class; null without one.
    #[schema(required)]
    pub ticket_class: Option<String>,
    #[schema(required)]
    pub checked_in_at: Option<Timestamp>,
    /// People who have not paid are let in.
    pub payment_status: PaymentStatus,
    /// The amount due, in dong; null if nothing is, or for a key without `money:read`.
    #[schema(required)]
    pub amount_due: Option<i64>,
}

impl V1CheckIn {
    /// Describes a check-in, with the amount due if the key `reads_money`.
    pub fn new(entered: CheckedIn, reads_money: bool) -> Self {
        let person = entered.person;
        Self {
            participant_id: person.attendance_id,
            full_name: person.full_name,
            company: person.company,
            participation_type: person.participation_type,
            ticket_class: person.ticket_name,
            checked_in_at: entered.checked_in_time,
            payment_status: entered.payment_status,
            amount_due: entered.amount_due.filter(|_| reads_money),
        }
    }
}

/// A single payment for a registration; one that was paid in parts has several.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct V1Payment {
    pub participant_id: AttendanceId,
    /// From 1, in the order in which the payments of a participant became known.
    pub number: i64,
    /// In dong.
    pub amount: i64,
    /// How it became known.
    pub way: PaidWay,
    /// When the transfer arrived, or when the payment was noted.
    pub paid_at: Timestamp,
}
