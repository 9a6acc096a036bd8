//! What the door's calls take and answer.

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CheckinKeyId;
use crate::attendances::ParticipationType;
use crate::attendances::PaymentStatus;
use crate::error::LocalizedText;
use crate::files::FileUrl;
use crate::http::{Check, Validate, not_null};
use crate::ids::{AttendanceId, EventId};

/// Sponsor logos on one welcome screen, at most.
const MAX_SPONSOR_LOGOS: usize = 20;
/// Characters of a nonce, a device's name or a key's label, at most.
const MAX_NAME: usize = 100;
/// Characters of a scanned text that are looked at. No code of ours is longer.
const MAX_CODE: usize = 200;

/// A scan (`code`), or the organiser's own hand (`attendanceId` and `checkedIn`).
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckIn {
    /// The event at whose door this happens.
    pub event_id: EventId,
    /// A ticket code as read or typed, or a member's own code; case, spaces and dashes do not matter.
    pub code: Option<String>,
    /// Instead of a code; for the event's owner only.
    pub attendance_id: Option<AttendanceId>,
    /// With `attendanceId`: in, or back out.
    pub checked_in: Option<bool>,
    /// Chosen by the device for one scan; the same nonce again gets the same answer and leaves no second record.
    pub nonce: Option<String>,
    /// Only for a scan that a device made while it was offline, in which case it has let the person in already.
    pub occurred_at: Option<Timestamp>,
    /// What to call the device ("Cổng A"); without it, the label of its key.
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

/// Who stands at the door: all that a device needs to greet them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoorPerson {
    /// The registration.
    pub attendance_id: AttendanceId,
    /// The name to greet.
    pub full_name: String,
    /// Their company.
    pub company: String,
    /// Their picture.
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    /// How they take part.
    pub participation_type: ParticipationType,
    /// Their ticket class.
    #[schema(required)]
    pub ticket_name: Option<String>,
}

/// One time somebody was let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// When.
    pub time: Timestamp,
    /// At which device, or by whom.
    #[schema(required)]
    pub device: Option<String>,
}

/// `data` of 2001, and of an undone check-in (code 2000).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedIn {
    /// Who.
    #[serde(flatten)]
    pub person: DoorPerson,
    /// Since when they are in; null after undoing.
    #[schema(required)]
    pub checked_in_time: Option<Timestamp>,
    /// Whether the amount due has arrived. Unpaid people may come in; the staff are told.
    pub payment_status: PaymentStatus,
    /// Dong still due; only for the event's owner.
    #[schema(required)]
    pub amount_due: Option<i64>,
    /// Another entry with the same code, found when an offline device's scans arrive.
    #[schema(required)]
    pub conflict: Option<Entry>,
}

/// Why nobody was let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RefusalReason {
    /// No ticket has this code.
    CodeNotFound,
    /// Somebody came in with it before.
    AlreadyCheckedIn,
    /// The registration or the event was cancelled.
    Cancelled,
    /// The registration was not confirmed by mail.
    NotConfirmed,
    /// The code belongs to another event.
    WrongEvent,
}

/// `data` of 5001.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckinRefusal {
    /// Why.
    pub reason: RefusalReason,
    /// Whose ticket it is, when it is one of this event.
    #[schema(required)]
    pub person: Option<DoorPerson>,
    /// For `ALREADY_CHECKED_IN`: when they first came in and where.
    #[schema(required)]
    pub first_entry: Option<Entry>,
    /// For `ALREADY_CHECKED_IN`: whether an offline device has let a second person in with the same code.
    pub conflict: bool,
}

/// The whole answer 5001, for the API's description.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckinRefusedEnvelope {
    /// 5001; 5010 before registration has opened.
    pub code: u16,
    /// `CHECKIN_FAIL`; `EVENT_NOT_YET_OPEN` before registration has opened.
    pub error: String,
    /// Why; null for 5010.
    #[schema(required)]
    pub data: Option<CheckinRefusal>,
    /// What to tell the person at the door.
    pub messages: Vec<String>,
}

/// A code with which more than one person came in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckinConflict {
    /// Whose ticket it is.
    pub person: DoorPerson,
    /// Everyone who came in with it, earliest first; the first one keeps the check-in.
    pub entries: Vec<Entry>,
}

/// A device's key as its owner sees it: never the key itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckinKey {
    /// Names the key when it is revoked.
    pub id: CheckinKeyId,
    /// What the owner called it ("Cổng A").
    pub label: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last used for a scan.
    #[schema(required)]
    pub last_used_at: Option<Timestamp>,
}

/// A fresh key.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCheckinKey {
    /// Names the key when it is revoked.
    pub id: CheckinKeyId,
    /// What the owner called it.
    pub label: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// The key itself, shown this once: the device sends it as `X-Checkin-Key`.
    pub key: String,
    /// The address that pairs a screen; the key stands behind `#`, which browsers keep to themselves.
    pub link: String,
}

/// Asks for a key.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct MakeCheckinKey {
    /// What to call the device, at most 100 characters.
    pub label: String,
}

impl Validate for MakeCheckinKey {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("label", &mut self.label, MAX_NAME);
    }
}

/// What the welcome screen shows to everyone.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WelcomeScreen {
    /// The event's name.
    pub title: String,
    /// Its logo.
    pub logo: FileUrl,
    /// Its cover.
    #[schema(required)]
    pub cover_image: Option<FileUrl>,
    /// `#rrggbb`.
    #[schema(required)]
    pub background_color: Option<String>,
    /// Logos to show below.
    pub sponsor_logos: Vec<FileUrl>,
    /// Seconds a greeting stays, 1–60.
    pub waiting_time: i64,
    /// People inside.
    pub checked_in: i64,
    /// People registered.
    pub total: i64,
}

/// Changes the welcome screen; what is absent stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeWelcomeScreen {
    /// Seconds a greeting stays, 1–60.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub waiting_time: Option<i64>,
    /// Public images, at most 20.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub sponsor_logos: Option<Vec<FileUrl>>,
}

impl Validate for ChangeWelcomeScreen {
    fn validate(&mut self, check: &mut Check) {
        if let Some(seconds) = self.waiting_time {
            check.between("waitingTime", seconds, 1, 60);
        }
        let logos = self.sponsor_logos.as_ref().map_or(0, Vec::len);
        check.ensure(
            logos <= MAX_SPONSOR_LOGOS,
            "sponsorLogos",
            LocalizedText::new("checkin.tooManyLogos").with("max", MAX_SPONSOR_LOGOS),
        );
    }
}
