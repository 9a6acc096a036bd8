//! Pure rules of check-in and of reading the scan log.

use hoi_db::Timestamp;
use hoi_ticketing::events::EventAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// When and by which device or account a person was let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Admission {
    /// When the person was let in.
    pub time: Timestamp,
    /// The name of the device, or of the account that let the person in.
    #[schema(required)]
    pub device: Option<String>,
}

/// The result of a scan. Stored with the scan, so that a repetition gets the same answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "outcome",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ScanOutcome {
    /// The participant was checked in.
    Entered {
        at: Timestamp,
        /// The amount due at that moment, in dong; None if nothing was due.
        due: Option<i64>,
        /// A later entry with the same code, which an earlier scan of an offline device has replaced as the check-in.
        conflict: Option<Admission>,
    },
    /// The participant is checked in already.
    Already {
        /// The entry that is the check-in.
        first: Admission,
        /// Whether an offline device has let a second person in.
        conflict: bool,
    },
    /// No ticket has this code.
    NotFound,
    /// The registration was cancelled, or its personal data was erased.
    Cancelled,
    /// The registration was not confirmed by mail.
    NotConfirmed,
    /// The event was cancelled.
    EventCancelled,
    /// The code belongs to another event.
    WrongEvent,
    /// Registration has not opened yet.
    NotYetOpen,
    /// The organiser undid the check-in.
    Undone,
}

impl ScanOutcome {
    /// Returns the value of the log's column `result`.
    #[must_use]
    pub fn result(&self) -> &'static str {
        match self {
            Self::Entered { due: None, .. } => OK,
            Self::Entered { due: Some(_), .. } => UNPAID,
            Self::Already {
                conflict: false, ..
            } => ALREADY,
            Self::Already { conflict: true, .. } => CONFLICT,
            Self::NotFound => NOT_FOUND,
            Self::Cancelled => CANCELLED,
            Self::NotConfirmed => NOT_CONFIRMED,
            Self::EventCancelled => EVENT_CANCELLED,
            Self::WrongEvent => WRONG_EVENT,
            Self::NotYetOpen => NOT_YET_OPEN,
            Self::Undone => UNDONE,
        }
    }
}

const OK: &str = "ok";
const UNPAID: &str = "unpaid";
const CONFLICT: &str = "conflict";
const UNDONE: &str = "undone";
const ALREADY: &str = "already";
const CANCELLED: &str = "cancelled";
const NOT_CONFIRMED: &str = "notConfirmed";
const EVENT_CANCELLED: &str = "eventCancelled";
const WRONG_EVENT: &str = "wrongEvent";
const NOT_YET_OPEN: &str = "notYetOpen";
/// The result that counts against the limit on guesses.
pub const NOT_FOUND: &str = "notFound";
/// The results of scans, for counters that exist from the start.
pub const RESULTS: [&str; 11] = [
    OK,
    UNPAID,
    ALREADY,
    CONFLICT,
    NOT_FOUND,
    CANCELLED,
    NOT_CONFIRMED,
    EVENT_CANCELLED,
    WRONG_EVENT,
    NOT_YET_OPEN,
    UNDONE,
];
/// The results of scans that let a person in.
pub const ENTRIES: [&str; 3] = [OK, UNPAID, CONFLICT];
/// The results of scans that checked a person in or out.
pub const CHECKIN_RESULTS: [&str; 4] = [OK, UNPAID, CONFLICT, UNDONE];

/// The results of scans that found a participant, and their names in the participant's history.
pub const TOLD: [(&str, EventAction); 6] = [
    (OK, EventAction::ScanOk),
    (UNPAID, EventAction::ScanUnpaid),
    (ALREADY, EventAction::ScanAlready),
    (CONFLICT, EventAction::ScanConflict),
    (UNDONE, EventAction::ScanUndone),
    (CANCELLED, EventAction::ScanCancelled),
];

/// Returns the name in a participant's history of a scan with this result; None if it is not listed there.
#[must_use]
pub fn action_of(result: &str) -> Option<EventAction> {
    let (_, action) = TOLD.iter().find(|(told, _)| *told == result)?;
    Some(*action)
}

/// In milliseconds, like a moment.
pub const MINUTE: i64 = 60_000;
/// The minutes whose arrivals are told.
pub const ARRIVAL_MINUTES: usize = 60;

/// Returns when the first of the [`ARRIVAL_MINUTES`] begins of which the last one is the present minute.
#[must_use]
pub fn first_minute(now: Timestamp) -> Timestamp {
    let before = i64::try_from(ARRIVAL_MINUTES).unwrap_or(i64::MAX) - 1;
    Timestamp((now.0.div_euclid(MINUTE) - before) * MINUTE)
}

/// A logged check-in or its undoing.
#[derive(Debug, Clone)]
pub struct LoggedCheckin {
    /// One of [`CHECKIN_RESULTS`].
    pub result: String,
    /// The time and the device or account.
    pub entry: Admission,
}

/// Returns all entries with one code since its check-in was last undone, earliest first. More than one is a conflict:
/// that many people entered with the code. `checkins` are in the order in which the server received them.
#[must_use]
pub fn entries(checkins: &[LoggedCheckin]) -> Vec<Admission> {
    let since = checkins
        .iter()
        .rposition(|checkin| checkin.result == UNDONE)
        .map_or(0, |at| at + 1);
    let mut entries: Vec<Admission> = checkins
        .iter()
        .skip(since)
        .map(|checkin| checkin.entry.clone())
        .collect();
    entries.sort_by_key(|entry| entry.time);
    entries
}

/// Normalises a ticket code: upper case, without spaces and dashes. Letters that Crockford's base32 omits become the
/// digits they look like.
#[must_use]
pub fn normalize_code(text: &str) -> String {
    text.chars()
        .filter(|char| char.is_alphanumeric())
        .flat_map(char::to_uppercase)
        .map(|char| match char {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect()
}

/// Returns the time of a scan: now, or the time claimed by an offline device. A device's clock may be wrong, so a
/// claimed time is limited to the period from the registration until now.
#[must_use]
pub fn occurred_at(
    claimed: Option<Timestamp>,
    registered_at: Option<Timestamp>,
    now: Timestamp,
) -> Timestamp {
    let Some(claimed) = claimed else { return now };
    let earliest = registered_at.unwrap_or(claimed).min(now);
    claimed.clamp(earliest, now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkin(result: &str, time: i64) -> LoggedCheckin {
        LoggedCheckin {
            result: result.to_owned(),
            entry: Admission {
                time: Timestamp(time),
                device: None,
            },
        }
    }

    fn times(checkins: &[LoggedCheckin]) -> Vec<i64> {
        entries(checkins)
            .into_iter()
            .map(|entry| entry.time.0)
            .collect()
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        for (typed, code) in [
            ("7K2M9QXA4T0B", "7K2M9QXA4T0B"),
            (" 7k2m-9qxa 4tob\r\n", "7K2M9QXA4T0B"),
            ("iIlLoO", "111100"),
            ("—", ""),
        ] {
            assert_eq!(normalize_code(typed), code);
        }
    }

    #[test]
    fn only_entries_since_the_last_undoing_count() {
        assert_eq!(times(&[]), [0_i64; 0]);
        assert_eq!(times(&[checkin(OK, 5)]), [5]);
        assert_eq!(
            times(&[checkin(UNPAID, 5), checkin(CONFLICT, 9), checkin(OK, 2)]),
            [2, 5, 9]
        );
        assert_eq!(
            times(&[checkin(OK, 5), checkin(UNDONE, 6), checkin(OK, 7)]),
            [7]
        );
        assert_eq!(times(&[checkin(OK, 5), checkin(UNDONE, 6)]), [0_i64; 0]);
    }

    #[test]
    fn the_last_hour_ends_with_the_present_minute() {
        let hour = 60 * MINUTE;
        assert_eq!(first_minute(Timestamp(hour - 1)), Timestamp(0));
        assert_eq!(first_minute(Timestamp(hour)), Timestamp(MINUTE));
        assert_eq!(first_minute(Timestamp(hour + 59_999)), Timestamp(MINUTE));
    }

    #[test]
    fn a_claimed_time_is_limited_to_the_possible_period() {
        let (registered, now) = (Timestamp(100), Timestamp(200));
        for (claimed, expected) in [(150, 150), (250, 200), (50, 100)] {
            assert_eq!(
                occurred_at(Some(Timestamp(claimed)), Some(registered), now),
                Timestamp(expected)
            );
        }
        assert_eq!(occurred_at(None, Some(registered), now), now);
        assert_eq!(
            occurred_at(Some(Timestamp(9)), Some(Timestamp(300)), now),
            now
        );
    }
}
