//! Requests and responses of check-in.

use hoi_db::Timestamp;
use hoi_i18n::fold_for_search;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::sent;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::attendances::{ParticipationType, PaymentStatus};
use hoi_ticketing::events;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::CheckinKeyId;
use super::rules::Admission;

/// The most sponsor logos on one welcome screen.
const MAX_SPONSOR_LOGOS: usize = 20;
/// The most characters of a nonce, a device's name or a key's label.
const MAX_NAME: usize = 100;
/// The longest time for which a greeting stays.
const MAX_WAITING_SECONDS: i64 = 60;
/// The fewest characters of a search for guests: one letter would list all of them.
const MIN_SEARCH: usize = 2;
/// The most characters of a scanned text. Our own codes are shorter.
const MAX_CODE: usize = 200;

/// Either a scan (`code`), or a change by the organizer (`attendanceId` and `checkedIn`).
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckIn {
    /// The event in which the participant is checked in.
    pub event_id: EventId,
    /// A ticket code or a member's personal code, as read or typed; case, spaces and dashes do not matter.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_CODE))))]
    pub code: Option<String>,
    /// The registration, instead of a code; for the event's owner, and for devices that may serve guests.
    pub attendance_id: Option<AttendanceId>,
    /// Required with `attendanceId`: true checks in, false undoes it, which only the owner may.
    pub checked_in: Option<bool>,
    /// Identifies one scan; chosen by the device. A repeated nonce gets the first answer again and is not recorded
    /// again.
    #[schema(extensions(("max" = json!(MAX_NAME))))]
    pub nonce: Option<String>,
    /// When an offline device scanned the code and let the person in; absent for online scans.
    pub occurred_at: Option<Timestamp>,
    /// The device's name ("Cổng A"); by default the label of its key.
    #[schema(extensions(("max" = json!(MAX_NAME))))]
    pub device_id: Option<String>,
}

impl Validate for CheckIn {
    fn validate(&mut self, check: &mut Check) {
        match (&mut self.code, self.attendance_id, self.checked_in) {
            (Some(code), None, None) => check.required_text("code", code, MAX_CODE),
            (None, Some(_), Some(_)) => {}
            (None, Some(_), None) => {
                check.fail("checkedIn", LocalizedText::new("field.required"));
            }
            (Some(_), _, _) => check.fail("code", LocalizedText::new("checkin.codeOrParticipant")),
            (None, None, _) => check.fail("code", LocalizedText::new("field.required")),
        }
        check.optional_text("nonce", &mut self.nonce, MAX_NAME);
        check.optional_text("deviceId", &mut self.device_id, MAX_NAME);
    }
}

/// A scan for practice: either a code, or a participant who was found by name.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PracticeScan {
    /// A ticket code or a member's personal code, as read or typed.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_CODE))))]
    pub code: Option<String>,
    /// The registration, instead of a code; for the event's owner, and for devices that may serve guests.
    pub attendance_id: Option<AttendanceId>,
}

impl Validate for PracticeScan {
    fn validate(&mut self, check: &mut Check) {
        match (&mut self.code, self.attendance_id) {
            (Some(code), None) => check.required_text("code", code, MAX_CODE),
            (None, Some(_)) => {}
            (Some(_), Some(_)) => {
                check.fail("code", LocalizedText::new("checkin.codeOrParticipant"));
            }
            (None, None) => check.fail("code", LocalizedText::new("field.required")),
        }
    }
}

/// A participant as shown to a device at check-in.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoorPerson {
    /// The identifier of the registration.
    pub attendance_id: AttendanceId,
    /// The name to show when the participant is welcomed.
    pub full_name: String,
    pub company: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    pub participation_type: ParticipationType,
    /// The name of the ticket class; null if there is none.
    #[schema(required)]
    pub ticket_name: Option<String>,
}

/// The `data` of 2001, and of an undone check-in (code 2000).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedIn {
    #[serde(flatten)]
    pub person: DoorPerson,
    /// When the person was let in; null after undoing.
    #[schema(required)]
    pub checked_in_time: Option<Timestamp>,
    /// Whether the amount due has arrived. Unpaid participants are let in, with a note to the staff.
    pub payment_status: PaymentStatus,
    /// The amount due, in dong; null if nothing is due, or the caller is a device that may not serve guests.
    #[schema(required)]
    pub amount_due: Option<i64>,
    /// Another entry with the same code, found when an offline device's scan arrives; null if there is none.
    #[schema(required)]
    pub conflict: Option<Admission>,
}

/// The reason why a scan was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RefusalReason {
    /// No ticket has this code.
    CodeNotFound,
    /// A person was let in with this code before.
    AlreadyCheckedIn,
    /// The registration or the event was cancelled.
    Cancelled,
    /// The registration was not confirmed by mail.
    NotConfirmed,
    /// The code belongs to another event.
    WrongEvent,
}

/// The `data` of a refused check-in (5001).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckinRefusal {
    pub reason: RefusalReason,
    /// The ticket's participant; null if the code belongs to no participant of this event.
    #[schema(required)]
    pub person: Option<DoorPerson>,
    /// For `ALREADY_CHECKED_IN`: the first entry; null otherwise.
    #[schema(required)]
    pub first_entry: Option<Admission>,
    /// For `ALREADY_CHECKED_IN`: true if an offline device has let a second person in with the same code.
    pub conflict: bool,
}

/// The whole answer with 5001, for the API's description.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckinRefusedEnvelope {
    /// 5001; 5010 before registration has opened.
    pub code: u16,
    /// `CHECKIN_FAIL`; `EVENT_NOT_YET_OPEN` before registration has opened.
    pub error: String,
    /// The reason and its details; null for 5010.
    #[schema(required)]
    pub data: Option<CheckinRefusal>,
    /// Texts for the staff at check-in.
    pub messages: Vec<String>,
}

/// A code with which more than one person entered.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckinConflict {
    /// The ticket's participant.
    pub person: DoorPerson,
    /// All entries with the code, earliest first. The first one keeps the check-in.
    pub entries: Vec<Admission>,
}

/// A device's key as its owner sees it, without the key itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckinKey {
    /// Identifies the key when it is revoked.
    pub id: CheckinKeyId,
    /// The owner's name for the device ("Cổng A").
    pub label: String,
    /// Whether the device finds guests by name, checks them in without a ticket, and notes that they paid in cash.
    pub serves_guests: bool,
    pub created_at: Timestamp,
    /// When the key was last used for a scan; null if never.
    #[schema(required)]
    pub last_used_at: Option<Timestamp>,
    /// Whether a screen with this key is connected now; null where only another server may know it.
    #[schema(required)]
    pub is_connected: Option<bool>,
}

/// The arrivals of the last hour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Arrivals {
    /// When the first minute begins.
    pub since: Timestamp,
    /// The number of participants who arrived in each of the 60 minutes from `since` on and are still checked in; the
    /// last minute is the present one.
    pub per_minute: Vec<i64>,
}

/// A key that was just created.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCheckinKey {
    /// Identifies the key when it is revoked.
    pub id: CheckinKeyId,
    /// The owner's name for the device.
    pub label: String,
    /// Whether the device may serve guests without a ticket.
    pub serves_guests: bool,
    pub created_at: Timestamp,
    /// The key itself, which cannot be read again. The device sends it as `X-Checkin-Key`.
    pub key: String,
    /// The address that pairs a screen. The key follows `#`, because browsers do not send that part.
    pub link: String,
}

/// A request for a key.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakeCheckinKey {
    /// The name for the device, at most 100 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub label: String,
    /// Whether the device may find guests by name, check them in without a ticket, and note that they paid in cash.
    #[serde(default)]
    pub serves_guests: bool,
}

impl Validate for MakeCheckinKey {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("label", &mut self.label, MAX_NAME);
    }
}

/// A change of a key.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeCheckinKey {
    /// Whether the device may find guests by name, check them in without a ticket, and note that they paid in cash.
    pub serves_guests: bool,
}

impl Validate for ChangeCheckinKey {
    fn validate(&mut self, _: &mut Check) {}
}

/// The rights of a device.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceRights {
    /// The owner's name for the device; null for the owner's own.
    #[schema(required)]
    pub label: Option<String>,
    /// Whether it finds guests by name, checks them in without a ticket, and notes that they paid in cash.
    pub serves_guests: bool,
}

/// The name that a guest gives at the door.
#[derive(Debug, Clone, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct GuestSearch {
    /// Beginnings of parts of a name, or the whole phone number, 2–100 characters; case and accents do not matter.
    pub search: String,
}

impl GuestSearch {
    /// Trims the search, and reports one that is too short or too long.
    pub fn check(&mut self, check: &mut Check) {
        check.required_text("search", &mut self.search, MAX_NAME);
        let is_long = fold_for_search(&self.search).chars().count() >= MIN_SEARCH;
        let message = LocalizedText::new("checkin.searchTooShort").with("min", MIN_SEARCH);
        check.ensure(is_long, "search", message);
    }
}

/// A guest as a device finds them: enough to tell two people of one name apart, and no more.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundGuest {
    /// The identifier of the registration.
    pub attendance_id: AttendanceId,
    pub full_name: String,
    /// The last three digits of the phone number; empty without one.
    pub phone_end: String,
    pub participation_type: ParticipationType,
    /// The name of the ticket class; null if there is none.
    #[schema(required)]
    pub ticket_name: Option<String>,
    /// When the guest was let in; null if not inside.
    #[schema(required)]
    pub checked_in_time: Option<Timestamp>,
    /// The amount due, in dong; 0 if nothing is.
    pub amount_due: i64,
}

/// The cash that a guest paid.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashReceived {
    /// The registration.
    pub attendance_id: AttendanceId,
    /// The amount, in dong: all that is due.
    #[schema(minimum = 1, extensions(("max" = json!(events::MAX_PRICE))))]
    pub amount: i64,
}

impl Validate for CashReceived {
    fn validate(&mut self, check: &mut Check) {
        check.between("amount", self.amount, 1, events::MAX_PRICE);
    }
}

/// The public content of the welcome screen.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WelcomeScreen {
    /// The event's name.
    pub title: String,
    pub logo: FileUrl,
    #[schema(required)]
    pub cover_image: Option<FileUrl>,
    /// The background, as `#rrggbb`; null for the default.
    #[schema(required)]
    pub background_color: Option<String>,
    /// Logos to show below.
    pub sponsor_logos: Vec<FileUrl>,
    /// When the event begins: a check-in long before may be meant for practice.
    pub event_start_date: Timestamp,
    /// Seconds for which a greeting stays, 1–60.
    pub waiting_time: i64,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
    /// The number of participants inside.
    pub checked_in: i64,
    /// The number of registered participants.
    pub total: i64,
}

/// A change of the welcome screen; absent fields stay unchanged.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeWelcomeScreen {
    /// Seconds for which a greeting stays, 1–60.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(minimum = 1, extensions(("max" = json!(MAX_WAITING_SECONDS))))]
    pub waiting_time: Option<i64>,
    /// Public images, at most 20.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(example = json!({ "max": MAX_SPONSOR_LOGOS }))]
    pub sponsor_logos: Option<Vec<FileUrl>>,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl Validate for ChangeWelcomeScreen {
    fn validate(&mut self, check: &mut Check) {
        if let Some(seconds) = self.waiting_time {
            check.between("waitingTime", seconds, 1, MAX_WAITING_SECONDS);
        }
        let logos = self.sponsor_logos.as_ref().map_or(0, Vec::len);
        check.ensure(
            logos <= MAX_SPONSOR_LOGOS,
            "sponsorLogos",
            LocalizedText::new("checkin.tooManyLogos").with("max", MAX_SPONSOR_LOGOS),
        );
    }
}
