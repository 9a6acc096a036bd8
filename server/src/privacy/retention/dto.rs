//! Request and response bodies of the calls on retention.

use hoi_db::Timestamp;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most characters of a reason to keep documents.
const MAX_REASON: usize = 500;

/// Until when the personal data of an event's participants is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Retention {
    /// When the event ends; of a canceled one, when it would have ended.
    pub ends_at: Timestamp,
    /// Days from the event's end until the data is erased, as the organizer chose; null = the usual time.
    #[schema(required)]
    pub keep_days: Option<i64>,
    /// The usual number of days, at most the platform's maximum.
    pub usual_days: i64,
    pub min_days: i64,
    /// The platform's maximum. It holds for a longer time that was chosen before, too.
    pub max_days: i64,
    /// Why identity numbers and documents are kept as long as the rest; null = they are erased earlier.
    #[schema(required)]
    pub documents_reason: Option<String>,
    /// When the data is erased, at least 30 days after it was announced.
    pub erased_at: Timestamp,
    /// When identity and tax numbers and business licenses are erased; null = with the rest.
    #[schema(required)]
    pub documents_erased_at: Option<Timestamp>,
    /// When the organizer was told of `erasedAt`; null = not yet.
    #[schema(required)]
    pub announced_at: Option<Timestamp>,
    /// The number of participants whose data is still there, removed ones included.
    pub people: u64,
    /// Send it back with a change; a change that names an older one is refused; 0 before the first change.
    pub version: i64,
}

/// An organizer's decision about the personal data of participants.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetentionBody {
    /// Days from the event's end, from `minDays` to `maxDays`; null = the usual time.
    pub keep_days: Option<i64>,
    /// Why identity numbers and documents are needed for as long as the rest, 1–500 characters; null = they are erased 30
    /// days after the event's end.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_REASON))))]
    pub documents_reason: Option<String>,
    /// The version that the caller read, 0 before the first change; 5008 if there is a later one, which the refusal
    /// contains.
    pub version: i64,
}

impl Validate for RetentionBody {
    fn validate(&mut self, check: &mut Check) {
        if let Some(reason) = &mut self.documents_reason {
            check.required_text("documentsReason", reason, MAX_REASON);
        }
    }
}

/// The extent of an erasure of everything, now. The rows of participants stay without names, so that totals stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErasurePreview {
    /// The number of participants, removed ones included.
    pub people: u64,
    /// The number of their pictures and other files.
    pub files: u64,
    /// The number of their identity numbers, tax numbers and business licenses.
    pub documents: u64,
}
