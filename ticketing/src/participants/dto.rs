//! Participants as organisers see them.

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::consent::GivenConsent;
use hoi_platform::error::Result;
use hoi_platform::http::{PageQuery, SortOrder};
use hoi_platform::ids::{AttendanceId, RegistrationBurstId, TicketId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::attendances::{
    Answer, PaidWay, ParticipantDetails, ParticipationType, PaymentMethod, PaymentStatus, Source,
    attendance,
};

/// Filters and order of the list of participants.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ParticipantQuery {
    /// Part of a name, e-mail, phone, company, transfer reference or ticket code; case and accents do not matter.
    pub search: Option<String>,
    /// The participation type of the participants.
    pub participation_type: Option<ParticipationType>,
    /// The payment status of the participants.
    pub payment_status: Option<PaymentStatus>,
    /// Only those whose ticket costs nothing, or only those whose ticket has a price.
    pub is_free: Option<bool>,
    /// Only those inside, or only those not.
    pub is_checked_in: Option<bool>,
    /// The ticket class of the participants.
    pub ticket_id: Option<TicketId>,
    /// Only those who came through this participant.
    pub invited_by: Option<AttendanceId>,
    /// Only those who registered in this burst.
    pub burst: Option<RegistrationBurstId>,
    /// The order; if absent, participants inside come first, the latest of them on top.
    #[param(inline)]
    pub sort: Option<ParticipantSort>,
    /// The direction of `sort`, default `asc`.
    #[param(inline)]
    pub order: Option<SortOrder>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

impl ParticipantQuery {
    /// Returns the requested page.
    pub fn page(&self) -> Result<PageQuery> {
        PageQuery::new(self.limit, self.page)
    }

    /// Whether this is the list as it opens: everybody, the first page of the usual size, in the usual order.
    #[must_use]
    pub fn is_opening(&self) -> bool {
        let place = |page: PageQuery| (page.offset(), page.limit());
        let is_first = |page| place(page) == place(PageQuery::default());
        self.sort.is_none()
            && self.page().is_ok_and(is_first)
            && ParticipantFilter::from(self.clone()) == ParticipantFilter::default()
    }
}

/// The sort order of a list of participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ParticipantSort {
    /// By full name, without regard to case and accents.
    FullName,
    RegistrationTime,
    Amount,
    /// By payment status, paid before unpaid, then by the amount.
    PaymentStatus,
    /// By the time of the check-in; participants who are not inside come first.
    CheckedInTime,
}

/// Restricts the participants; absent fields restrict nothing.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ParticipantFilter {
    /// Part of a name, e-mail, phone, company, transfer reference or ticket code; case and accents do not matter.
    pub search: Option<String>,
    /// The participation type of the participants.
    pub participation_type: Option<ParticipationType>,
    /// The payment status of the participants.
    pub payment_status: Option<PaymentStatus>,
    /// Only those whose ticket costs nothing, or only those whose ticket has a price.
    pub is_free: Option<bool>,
    /// Only those inside, or only those not.
    pub is_checked_in: Option<bool>,
    /// The ticket class of the participants.
    pub ticket_id: Option<TicketId>,
    /// Only those who came through this participant.
    pub invited_by: Option<AttendanceId>,
    /// Only those who registered in this burst.
    pub burst: Option<RegistrationBurstId>,
    /// Only those after this one, in the order of identifiers: the last one of the part before.
    pub after: Option<AttendanceId>,
}

impl From<ParticipantQuery> for ParticipantFilter {
    fn from(query: ParticipantQuery) -> Self {
        Self {
            search: query.search.filter(|search| !search.trim().is_empty()),
            participation_type: query.participation_type,
            payment_status: query.payment_status,
            is_free: query.is_free,
            is_checked_in: query.is_checked_in,
            ticket_id: query.ticket_id,
            invited_by: query.invited_by,
            burst: query.burst,
            after: None,
        }
    }
}

/// The participants who match a filter at this moment, as a selection for a bulk change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantIds {
    /// The identifiers in ascending order, which is roughly the order of registration.
    pub ids: Vec<AttendanceId>,
    /// Whether there are more, `after` the last of these.
    pub has_more: bool,
}

/// One page of participants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantPage {
    /// The rows of this page.
    pub items: Vec<Participant>,
    /// The number of matching participants on all pages.
    pub total: u64,
    /// The number of matching participants who are checked in.
    pub checked_in: u64,
}

/// The class of a participant's ticket.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TicketClass {
    pub id: TicketId,
    /// The name of the class, which may have been deleted since.
    pub name: String,
}

/// Everything about a participant, for the event's owner only.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Participant {
    /// The identifier of the registration.
    pub id: AttendanceId,
    /// The full name, family name first.
    pub full_name: String,
    pub email: String,
    /// The phone number as it was typed.
    pub phone: String,
    pub company: String,
    #[serde(flatten)]
    pub details: ParticipantDetails,
    pub participation_type: ParticipationType,
    /// The invitation code with which the participant registered.
    #[schema(required)]
    pub invitation_code: Option<String>,
    /// The participant through whose own invitation code this one registered; null if there is none.
    #[schema(required)]
    pub invited_by_attendance_id: Option<AttendanceId>,
    /// The number of participants who registered through this one's own invitation codes.
    pub guests: i64,
    /// The name of the ticket class; null if there is none.
    #[schema(required)]
    pub ticket: Option<TicketClass>,
    /// The code of the ticket's QR code.
    pub ticket_code: String,
    /// The time of the check-in; null if not checked in.
    #[schema(required)]
    pub checked_in_time: Option<Timestamp>,
    pub is_checked_in: bool,
    /// The name of the device, or of the account that let the person in.
    #[schema(required)]
    pub checked_in_by: Option<String>,
    pub registration_time: Timestamp,
    /// Whether the amount due has arrived; `paid` for a free ticket, of which nothing is due.
    pub payment_status: PaymentStatus,
    #[schema(required)]
    pub payment_method: Option<PaymentMethod>,
    /// The reference that the participant's transfer has to contain; empty until something is due for the first time.
    pub payment_ref: String,
    /// When the organizer recorded the payment.
    #[schema(required)]
    pub paid_at: Option<Timestamp>,
    /// How it became known that the amount due has arrived; null while it is due, if nothing was due, and for payments
    /// noted before this was kept.
    #[schema(required)]
    pub paid_way: Option<PaidWay>,
    /// The class's price in dong at the time of registration.
    pub amount: i64,
    /// The amount received, in dong: less than the amount due after a partial payment, or if the organizer took less as
    /// enough.
    pub received: i64,
    pub source: Source,
    /// The answers, with the questions as they were when answered; sensitive ones are masked.
    pub answers: Vec<Answer>,
    /// The consent that a visitor gave when registering; null for people whom the organizer entered.
    #[schema(required)]
    pub consent: Option<GivenConsent>,
    /// When the participant took the consent back; then the organizer's messages go to them no more.
    #[schema(required)]
    pub consent_withdrawn_at: Option<Timestamp>,
    /// The language of mails to the participant.
    pub lang: Lang,
    /// The time until which the seat is held unless the link in the mail is opened; null once the registration is
    /// confirmed.
    pub confirm_by: Option<Timestamp>,
    pub updated_at: Timestamp,
    /// When the personal data was erased; the name is then a dash, and everything else that tells of the person is empty.
    #[schema(required)]
    pub erased_at: Option<Timestamp>,
}

/// The records to which a participant's row refers.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub ticket: Option<TicketClass>,
    pub invitation_code: Option<String>,
    /// The live participant through whom this one registered, with their name.
    pub inviter: Option<(AttendanceId, String)>,
    pub guests: i64,
}

impl Participant {
    /// Builds a participant from the row and the records to which it refers.
    pub(super) fn new(row: attendance::Model, named: Named) -> Self {
        let Named {
            ticket,
            invitation_code,
            inviter,
            guests,
        } = named;
        // The inviter's present name; without an inviter's row, the name that was typed or kept.
        let (inviter, name) = inviter.unzip();
        let mut details = ParticipantDetails::from(&row);
        details.invited_by = name.or(details.invited_by);
        details.mask_sealed();
        let answers = row.answers.answers.into_iter();
        let consent = row.consent.as_ref();
        let consent = consent.and_then(|given| GivenConsent::of(given, row.consent_address));
        Self {
            id: row.id,
            full_name: row.full_name,
            email: row.email,
            phone: row.phone,
            company: row.company,
            details,
            participation_type: row.participation_type,
            invitation_code,
            invited_by_attendance_id: inviter,
            guests,
            ticket,
            // An erased participant has a code that opens nothing.
            ticket_code: match row.erased_at {
                Some(_) => String::new(),
                None => row.ticket_code,
            },
            checked_in_time: row.checked_in_time,
            is_checked_in: row.checked_in_time.is_some(),
            checked_in_by: row.checked_in_by,
            registration_time: row.registration_time,
            payment_status: row.payment_status,
            payment_method: row.payment_method.filter(|_| row.amount > 0),
            payment_ref: row.payment_ref,
            paid_at: row.paid_at,
            paid_way: row.paid_way,
            amount: row.amount,
            received: row.received,
            source: row.source,
            answers: answers.map(Answer::masked).collect(),
            consent,
            consent_withdrawn_at: row.consent_withdrawn_at,
            lang: row.lang,
            confirm_by: row.confirm_by,
            updated_at: row.updated_at,
            erased_at: row.erased_at,
        }
    }
}

/// The result of removing participants.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deleted {
    /// The number of registrations canceled by this call.
    pub deleted: usize,
}
