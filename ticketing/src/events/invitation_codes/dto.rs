//! Requests and responses of the organiser's calls on invitation codes.

use hoi_db::Timestamp;
use hoi_i18n::normalize_text;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::sent;
use hoi_platform::http::SortOrder;
use hoi_platform::ids::{AttendanceId, InvitationCodeId, TicketId};
use hoi_platform::quota::UNLIMITED;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::rules::CodeState;
use super::{MAX_AT_ONCE, MAX_USES, rules};
use crate::attendances::ParticipationType;

/// The most codes of one call.
const MAX_IDS: usize = 5000;

/// An invitation code, for the event's owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationCode {
    pub id: InvitationCodeId,
    /// The code as it was drawn or chosen; visitors may type it in either letter case.
    pub code: String,
    /// The registration page with this code filled in. The code follows `#`, which browsers do not send, so it is in no
    /// access log.
    pub link: String,
    /// The only ticket class for which the code is valid; null for all.
    #[schema(required)]
    pub ticket_id: Option<TicketId>,
    #[schema(required)]
    pub ticket_name: Option<String>,
    /// The participation type that registrations with the code get.
    pub participation_type: ParticipationType,
    /// The most registrations; −1 for unlimited.
    pub max_uses: i64,
    /// The number of registrations made with the code, canceled ones included.
    pub times_used: i64,
    /// The number of registrations that are left; −1 = unlimited.
    pub remaining_uses: i64,
    /// False if the organizer switched the code off.
    pub is_active: bool,
    /// The code is valid until this moment; null without an end.
    #[schema(required)]
    pub expires_at: Option<Timestamp>,
    /// The state of the code at this moment.
    pub state: CodeState,
    /// The participant who shares seats through the code.
    #[schema(required)]
    pub owner_attendance_id: Option<AttendanceId>,
    #[schema(required)]
    pub owner_name: Option<String>,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
    pub created_at: Timestamp,
}

/// A request to create codes with the same properties.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCodes {
    /// The number of codes, 1–500, default 1.
    #[serde(default)]
    #[schema(minimum = 1, extensions(("max" = json!(MAX_AT_ONCE))))]
    pub count: Option<i64>,
    /// A code of the organizer's choice instead of a drawn one: 4–32 letters without marks, digits, `-` and `_`; only
    /// for one code.
    #[serde(default)]
    pub code: Option<String>,
    /// The only ticket class for which the codes are valid. They also open a hidden class.
    #[serde(default)]
    pub ticket_id: Option<TicketId>,
    /// The participation type that registrations with the codes get.
    pub participation_type: ParticipationType,
    /// The most registrations with each code, at least 1; −1 = unlimited.
    #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_USES))))]
    pub max_uses: i64,
    /// The time until which the codes are valid, in the future; absent or null = forever.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// The VIP or ticket owner who shares seats through the codes.
    #[serde(default)]
    pub owner_attendance_id: Option<AttendanceId>,
}

impl NewCodes {
    /// Returns the number of codes to create.
    #[must_use]
    pub fn count(&self) -> i64 {
        self.count.unwrap_or(1)
    }
}

impl Validate for NewCodes {
    fn validate(&mut self, check: &mut Check) {
        check.between("count", self.count(), 1, MAX_AT_ONCE);
        check_uses(self.max_uses, check);
        let code = self.code.take().map(|code| normalize_text(&code));
        self.code = code.filter(|code| !code.is_empty());
        if let Some(code) = &self.code {
            let well_formed = rules::is_well_formed(code);
            check.ensure(
                well_formed,
                "code",
                LocalizedText::new("invitation.malformed"),
            );
            let single = self.count() == 1;
            check.ensure(
                single,
                "count",
                LocalizedText::new("invitation.chosenIsOne"),
            );
        }
    }
}

/// A change to a code: absent fields stay unchanged.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[expect(
    clippy::option_option,
    reason = "absent keeps the expiry, null takes it away"
)]
pub struct CodeChange {
    /// Whether visitors can use it.
    #[serde(deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub is_active: Option<bool>,
    /// The most registrations, at least 1 and at least those made; −1 = unlimited.
    #[serde(deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_USES))))]
    pub max_uses: Option<i64>,
    /// The time until which the code is valid, in the future; null = forever.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<Timestamp>)]
    pub expires_at: Option<Option<Timestamp>>,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    pub version: Option<i64>,
}

impl Validate for CodeChange {
    fn validate(&mut self, check: &mut Check) {
        if let Some(uses) = self.max_uses {
            check_uses(uses, check);
        }
    }
}

/// Many codes switched on or off at once.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Switch {
    /// 1–5000 codes of this event.
    #[schema(example = json!({ "max": MAX_IDS }))]
    pub ids: Vec<InvitationCodeId>,
    /// Whether visitors can use them from now on.
    pub is_active: bool,
}

impl Validate for Switch {
    fn validate(&mut self, check: &mut Check) {
        check_ids(&mut self.ids, check);
    }
}

/// The result of switching codes on or off.
#[derive(Debug, Serialize, ToSchema)]
pub struct Changed {
    /// The number of codes whose state changed.
    pub changed: u64,
}

/// The result of deleting codes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeletedCodes)]
pub struct Deleted {
    /// The number of deleted codes.
    pub deleted: u64,
}

/// The keys by which a list of codes can be sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CodeSort {
    /// By code, without regard to case.
    Code,
    TimesUsed,
    CreatedAt,
}

/// Filters and order of the list of codes.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct CodeQuery {
    /// Part of a code, or of the searchable details of its owner.
    pub search: Option<String>,
    /// The ticket class that the codes are for.
    pub ticket_id: Option<TicketId>,
    /// The participation type that the codes give.
    pub participation_type: Option<ParticipationType>,
    /// The present state of the codes.
    pub state: Option<CodeState>,
    /// The participant who owns the codes.
    pub owner_attendance_id: Option<AttendanceId>,
    /// The order; if absent, the newest codes come first.
    #[param(inline)]
    pub sort: Option<CodeSort>,
    /// The direction of `sort`, default `asc`.
    #[param(inline)]
    pub order: Option<SortOrder>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

fn check_uses(uses: i64, check: &mut Check) {
    if uses != UNLIMITED {
        check.between("maxUses", uses, 1, MAX_USES);
    }
}

/// Removes repeated identifiers and requires 1 to 5000 of them.
pub fn check_ids(ids: &mut Vec<InvitationCodeId>, check: &mut Check) {
    ids.sort_unstable();
    ids.dedup();
    check.ensure(!ids.is_empty(), "ids", LocalizedText::new("field.required"));
    check.ensure(
        ids.len() <= MAX_IDS,
        "ids",
        LocalizedText::new("field.tooMany").with("max", MAX_IDS),
    );
}
