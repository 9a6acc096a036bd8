//! Requests and responses of the calls on events.

use hoi_db::Timestamp;
use hoi_platform::consent::Consent;
use hoi_platform::fields::{flattened, sent};
use hoi_platform::files::FileUrl;
use hoi_platform::http::SortOrder;
use hoi_platform::ids::{CoverId, DraftId, EventId, GroupId, UserId};
use hoi_platform::mails::MailPreview;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::action::{ActionKind, EventAction};
use super::details::{
    EmailContentChange, EventDetails, EventDetailsChange, EventInfoChange, FormInfoChange,
    PaymentSettingsChange,
};
use super::form::{Form, Question};
use super::rights::EventRight;
use super::tickets::{NewTicket, PublicTicket, Ticket};
use super::{EventStatus, PageBlocks, Section};

/// Everything about an event, for accounts that have a role in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_field_names,
    reason = "the names are part of the API's contract"
)]
pub struct Event {
    pub id: EventId,
    pub owner_id: UserId,
    /// The rights of the caller in the event.
    pub rights: Vec<EventRight>,
    /// Opens the page at the short address `/e/{slug}`; null if the event has none.
    #[schema(required)]
    pub slug: Option<String>,
    #[serde(flatten)]
    pub details: EventDetails,
    /// The name of its group; null without one, and when the group was deleted.
    #[schema(required)]
    pub group_name: Option<String>,
    /// The date chosen when the event was last reopened.
    pub new_closed_date: Option<Timestamp>,
    /// The state of registration at this moment; a canceled event is closed.
    pub status: EventStatus,
    /// The event was canceled; this is final.
    pub is_cancelled: bool,
    /// The event has ended; one without an end lasts three hours.
    pub is_over: bool,
    /// The reason that was given to the participants.
    pub cancel_reason: Option<String>,
    /// The organizer's own questions.
    pub event_form: Form,
    /// Ticket classes, in their order.
    pub tickets: Vec<Ticket>,
    /// The number of live registrations.
    pub registered_count: i64,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// An event in a list.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is true of an event by itself"
)]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventSummary {
    pub id: EventId,
    pub owner_id: UserId,
    pub owner_name: String,
    /// The rights of the caller in the event.
    pub rights: Vec<EventRight>,
    pub title: String,
    pub logo: FileUrl,
    pub cover_image: Option<FileUrl>,
    /// The state of registration at this moment; a canceled event is closed.
    pub status: EventStatus,
    /// The event was canceled; this is final.
    pub is_cancelled: bool,
    /// The event has ended; one without an end lasts three hours.
    pub is_over: bool,
    pub open_registration_date: Timestamp,
    pub close_registration_date: Timestamp,
    pub event_start_date: Timestamp,
    pub venue_address: String,
    /// The number of seats.
    pub total_participants: i64,
    /// The number of live registrations.
    pub registered_count: i64,
    /// The number of participants who are inside.
    pub checked_in: i64,
    /// The sum that participants have paid, in dong.
    pub money_received: i64,
    /// The sum that participants still have to pay, in dong.
    pub money_due: i64,
    /// Seats that visitors can take without an invitation code, as far as numbers go (whether registration is open,
    /// `status` says): 0 when the event is full, or every ticket class is sold out or hidden.
    pub seats_on_offer: i64,
    /// Every ticket class is hidden: visitors need an invitation code.
    pub needs_code: bool,
    /// The name of the group that it belongs to; null without one, and when the group was deleted.
    #[schema(required)]
    pub group_name: Option<String>,
    /// Only members of the group, and guests with an invitation code, can register.
    pub members_only: bool,
}

/// How many events there are, whatever the search and the filter.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct EventCounts {
    /// The events of the caller that are not canceled: `open + upcoming + closed`.
    pub total: u64,
    /// Events whose registration is open.
    pub open: u64,
    /// Events whose registration has not opened yet.
    pub upcoming: u64,
    /// Events whose registration is over and that were not canceled.
    pub closed: u64,
    /// Canceled events, whatever their dates.
    pub cancelled: u64,
}

/// The list of events with its counts and the caller's limits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventList {
    /// The events of this page.
    pub items: Vec<EventSummary>,
    /// The number of matching events on all pages.
    pub total: u64,
    /// The counts by state, without search and filter.
    pub counts: EventCounts,
    /// Participants an event of the caller may have; −1 = unlimited.
    pub participant_limit: i64,
    /// Events the caller may have; −1 = unlimited.
    pub event_limit: i64,
    /// The number of events that count against that limit.
    pub events_used: u64,
}

/// The keys by which a list of events can be sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum EventSort {
    /// By title, without regard to case and diacritics.
    Title,
    EventStartDate,
    CreatedAt,
}

/// Filters and order of the list of events.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct EventQuery {
    /// Part of the name; case and diacritics do not matter.
    pub search: Option<String>,
    /// Only events in this state, of which canceled ones are closed.
    pub status: Option<EventStatus>,
    /// Only canceled events, or only those that are not.
    pub is_cancelled: Option<bool>,
    /// Only events that belong to this group. Its other members see them with `GET /group/{groupId}/event`.
    pub group_id: Option<GroupId>,
    /// Only events that belong to a group, or only those that belong to none.
    pub is_of_group: Option<bool>,
    /// The order; if absent, the event that comes next is the first, past events follow with the latest first, and
    /// canceled ones are last.
    #[param(inline)]
    pub sort: Option<EventSort>,
    /// The direction of `sort`, default `asc`.
    #[param(inline)]
    pub order: Option<SortOrder>,
    /// 1–1000; −1 or absent = as many as allowed.
    #[param(maximum = 1000)]
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// A new event, or a change to one: absent fields stay unchanged, `null` clears a field that may be empty.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EventBody {
    #[serde(flatten, deserialize_with = "flattened")]
    pub info: EventInfoChange,
    #[serde(flatten, deserialize_with = "flattened")]
    pub form: FormInfoChange,
    #[serde(flatten, deserialize_with = "flattened")]
    pub payment: PaymentSettingsChange,
    #[serde(flatten, deserialize_with = "flattened")]
    pub mails: EmailContentChange,
    /// The organizer's own questions; questions that a form has by default are left out.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub event_form: Option<FormBody>,
    /// Ticket classes of a new event; later they have calls of their own.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(example = json!({ "max": super::MAX_CLASSES }))]
    pub tickets: Option<Vec<NewTicket>>,
    /// The draft that a new event was written in; it goes when the event is created.
    pub draft_id: Option<DraftId>,
    /// The event that a new one is a copy of: its page's program, speakers and questions are taken over. Nothing is
    /// taken from a deleted event or another organizer's.
    pub copied_from: Option<EventId>,
    /// Only this part is checked for completeness, besides the parts that are changed.
    pub section: Option<Section>,
    /// The version that was read. The call is refused with 5008 if it is no longer the current one.
    pub version: Option<i64>,
}

impl EventBody {
    /// The settings in the body, with the questions.
    pub fn into_details(self) -> EventDetailsChange {
        EventDetailsChange {
            info: self.info,
            form: self.form,
            payment: self.payment,
            mails: self.mails,
            scheme: self.event_form.map(|form| form.scheme),
        }
    }
}

/// The questions of a form.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormBody {
    /// The organizer's own questions, at most 100.
    #[schema(example = json!({ "max": super::form::MAX_QUESTIONS }))]
    pub scheme: Vec<Question>,
    /// The version of the form that the client has read; 5008 if it is no longer the present one.
    #[serde(default)]
    pub version: Option<i64>,
}

/// A request to open registration again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReopenEvent {
    /// The new end of registration; in the future.
    pub new_closed_date: Timestamp,
}

/// The reason why an event will not take place.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelEvent {
    /// Told to the participants; at most 500 characters.
    #[schema(extensions(("max" = json!(super::rules::MAX_REASON))))]
    pub reason: Option<String>,
    /// Participants get no mail about it; false if absent.
    #[serde(default)]
    pub without_mails: bool,
}

/// The mail about a cancellation, before it is sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationPreview {
    /// The number of people to whom it goes.
    pub recipients: u64,
    #[serde(flatten)]
    pub mail: MailPreview,
}

/// The data of an event that a visitor may read. Never bank details, mails or numbers of participants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own that the page shows or hides something by"
)]
pub struct PublicEvent {
    pub id: EventId,
    /// Opens the page at the short address `/e/{slug}`; null if the event has none.
    #[schema(required)]
    pub slug: Option<String>,
    pub title: String,
    /// Sanitized HTML.
    pub description: String,
    pub logo: FileUrl,
    pub cover_image: Option<FileUrl>,
    /// A preview until the cover arrives, as a `data:` address; null if there is none.
    #[schema(required)]
    pub cover_preview: Option<String>,
    /// Color as `#rrggbb`.
    pub background_color: Option<String>,
    /// The host's name; null = not said.
    #[schema(required)]
    pub host_name: Option<String>,
    /// How to reach the host: an e-mail address, a phone number, a web address or words; null = not said.
    #[schema(required)]
    pub host_contact: Option<String>,
    /// Opens Google's calendar with the entry of `calendar.ics`; null for a canceled event.
    #[schema(required)]
    pub google_calendar: Option<String>,
    /// The event's state: decides which page visitors see.
    pub form_type: EventStatus,
    /// True only in the owner's preview: visitors of a canceled event get 5005.
    pub is_cancelled: bool,
    /// The event took place: its end is past.
    pub is_over: bool,
    /// The last part of the organizer's public page `/o/{slug}`, which lists their next events; null if there is none.
    #[schema(required)]
    pub organiser: Option<String>,
    /// No seat is left in the whole event.
    pub is_full: bool,
    /// The seats that visitors can still get; null when a class is unlimited or there is none, because then no number
    /// is said.
    #[schema(required)]
    pub seats_left: Option<i64>,
    pub open_registration_date: Timestamp,
    pub close_registration_date: Timestamp,
    pub event_start_date: Timestamp,
    /// When it ends; null = not said.
    pub end_date: Option<Timestamp>,
    pub venue_address: String,
    /// Program, speakers, questions and sponsors; those that are empty are not shown.
    pub blocks: PageBlocks,
    /// Payment is not possible through this page: the organizer explains how to pay, if anything is due.
    pub turn_off_payment: bool,
    /// Visitors who choose a class with a price can ask for an invoice.
    pub offers_invoices: bool,
    /// Whether visitors can choose to pay in cash at the door.
    pub takes_cash: bool,
    /// Days in which visitors who choose a bank transfer pay; null without a deadline.
    #[schema(required)]
    pub payment_days: Option<i64>,
    /// Whether those days hold for visitors who choose cash, too.
    pub cash_has_deadline: bool,
    /// Registrations that are not paid by then are canceled.
    pub releases_unpaid: bool,
    /// Whether tickets are sent by e-mail.
    pub send_email_after_register: bool,
    /// The questions that a form has by default unless the organizer turned them off, then the organizer's own.
    pub event_form: PublicForm,
    /// Ticket classes that are not hidden.
    pub tickets: Vec<PublicTicket>,
    /// Whether the event has invitation codes, so that visitors are asked for theirs.
    pub takes_invitation_codes: bool,
    /// Only members of the event's group, and guests with an invitation code, can register.
    pub members_only: bool,
    /// The group whose members can register; null when everybody can, and when the group is not listed.
    #[schema(required)]
    pub group_name: Option<String>,
    /// The event is for members, and the caller's token is not that of one: only an invitation code lets them register.
    pub needs_code: bool,
    /// The consent that the visitor must give; never given beforehand.
    pub consent: Consent,
}

/// The public part of an event for members of a group that is not listed, as in the head of its page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventHead {
    pub id: EventId,
    pub title: String,
    pub event_start_date: Timestamp,
    /// Always true: only members of the event's group, and guests with an invitation code, can register.
    pub members_only: bool,
    /// Always true: the token of a member or an invitation code shows the rest.
    pub needs_code: bool,
}

/// The whole event, or its head for callers who may not read more.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ShownEvent {
    Whole(Box<PublicEvent>),
    Head(EventHead),
}

/// The form as a visitor fills it in.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicForm {
    /// The questions, in the order in which the form shows them.
    pub scheme: Vec<Question>,
}

/// One entry of an event's log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventLogEntry {
    pub id: Uuid,
    pub action: EventAction,
    /// The account that acted; null for visitors and devices.
    pub actor_id: Option<UserId>,
    pub actor_name: Option<String>,
    /// The thing that the action was done to; null for the event itself.
    pub subject_id: Option<Uuid>,
    /// Further facts about the action, such as the name of the ticket class.
    #[schema(value_type = Object)]
    pub data: serde_json::Value,
    pub created_at: Timestamp,
}

/// A part of an event's log, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventLog {
    /// The entries, at most 50, or as many as `limit` asks for.
    pub items: Vec<EventLogEntry>,
    /// The `cursor` of the next part; null at the end of the log.
    pub next_cursor: Option<String>,
}

/// Which part of an event's log to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventLogQuery {
    /// Only entries about things of these kinds; several separated by commas.
    #[param(value_type = Option<Vec<ActionKind>>, inline, style = Form, explode = false)]
    pub kind: Option<String>,
    /// The account whose entries to return.
    #[param(value_type = Option<UserId>)]
    pub actor: Option<String>,
    /// `nextCursor` of the part before, which was requested with the same `kind` and `actor`.
    pub cursor: Option<String>,
    /// The most entries to return, 1–100, default 50.
    pub limit: Option<u64>,
}

/// An account that did something in or to an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct Actor {
    pub id: UserId,
    pub name: String,
}

/// An image in the album.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cover {
    pub id: CoverId,
    /// The image's address, as events take it.
    pub url: FileUrl,
    /// Put there by an administrator, for everyone.
    pub is_shared: bool,
    /// Whether the caller may remove it.
    pub is_own: bool,
    /// When it was added.
    pub created_at: Timestamp,
}

/// An image for the album.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCover {
    /// Address of an uploaded image.
    #[serde(alias = "url")]
    pub file_id: FileUrl,
}

/// A bank that transfers can be sent to by QR code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bank {
    /// The bank's number at NAPAS, six digits.
    pub bin: &'static str,
    /// The bank's everyday name.
    pub short_name: &'static str,
    /// The bank's registered name.
    pub name: &'static str,
}
