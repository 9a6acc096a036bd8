//! Who may come in, and what the log of scans means.

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};

use super::dto::Entry;
use crate::events::EventAction;

/// What a scan came to. Stored with the scan, so that its repetition gets the same answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "outcome",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Outcome {
    /// Let in.
    Entered {
        /// Since when.
        at: Timestamp,
        /// Dong that had not arrived at that moment.
        due: Option<i64>,
        /// A later entry with the same code, which an offline device's earlier scan has just overtaken.
        conflict: Option<Entry>,
    },
    /// Somebody is in with this code.
    Already {
        /// Who came first.
        first: Entry,
        /// An offline device has let this second one in already.
        conflict: bool,
    },
    /// No ticket has this code.
    NotFound,
    /// The registration was cancelled.
    Cancelled,
    /// The registration was not confirmed by mail.
    NotConfirmed,
    /// The event was cancelled.
    EventCancelled,
    /// The code belongs to another event.
    WrongEvent,
    /// Registration has not even opened.
    NotYetOpen,
    /// Sent back out by the organiser.
    Undone,
}

impl Outcome {
    /// The word in the log's `result` column.
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
            Self::NotConfirmed => "notConfirmed",
            Self::EventCancelled => "eventCancelled",
            Self::WrongEvent => "wrongEvent",
            Self::NotYetOpen => "notYetOpen",
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
/// The result that counts against the limit on guesses.
pub const NOT_FOUND: &str = "notFound";
/// The results that say somebody came in.
pub const ENTRIES: [&str; 3] = [OK, UNPAID, CONFLICT];
/// The results that say somebody went through the door, one way or the other.
pub const PASSAGES: [&str; 4] = [OK, UNPAID, CONFLICT, UNDONE];

/// The results of scans that found a participant, and what their history calls them.
pub const TOLD: [(&str, EventAction); 6] = [
    (OK, EventAction::ScanOk),
    (UNPAID, EventAction::ScanUnpaid),
    (ALREADY, EventAction::ScanAlready),
    (CONFLICT, EventAction::ScanConflict),
    (UNDONE, EventAction::ScanUndone),
    (CANCELLED, EventAction::ScanCancelled),
];

/// What a participant's history calls a scan with this result.
#[must_use]
pub fn action_of(result: &str) -> Option<EventAction> {
    let (_, action) = TOLD.iter().find(|(told, _)| *told == result)?;
    Some(*action)
}

/// One passage through the door, as logged.
#[derive(Debug, Clone)]
pub struct Passage {
    /// One of [`PASSAGES`].
    pub result: String,
    /// When and where.
    pub entry: Entry,
}

/// Everyone who came in with one code since its check-in was last undone, earliest first. More than one is a conflict:
/// that many people entered with it. `passages` stand in the order in which the server learnt of them.
#[must_use]
pub fn entries(passages: &[Passage]) -> Vec<Entry> {
    let since = passages
        .iter()
        .rposition(|passage| passage.result == UNDONE)
        .map_or(0, |at| at + 1);
    let mut entries: Vec<Entry> = passages
        .iter()
        .skip(since)
        .map(|passage| passage.entry.clone())
        .collect();
    entries.sort_by_key(|entry| entry.time);
    entries
}

/// A ticket code as it is stored: upper case, without spaces and dashes, and with the letters that Crockford's base32
/// leaves out read as the digits they are mistaken for.
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

/// When a scan happened: now, or when an offline device says it did, held within what is possible (after the
/// registration it shows, not in the future) because the device's clock is anybody's.
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

    fn passage(result: &str, time: i64) -> Passage {
        Passage {
            result: result.to_owned(),
            entry: Entry {
                time: Timestamp(time),
                device: None,
            },
        }
    }

    fn times(passages: &[Passage]) -> Vec<i64> {
        entries(passages)
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
        assert_eq!(times(&[passage(OK, 5)]), [5]);
        assert_eq!(
            times(&[passage(UNPAID, 5), passage(CONFLICT, 9), passage(OK, 2)]),
            [2, 5, 9]
        );
        assert_eq!(
            times(&[passage(OK, 5), passage(UNDONE, 6), passage(OK, 7)]),
            [7]
        );
        assert_eq!(times(&[passage(OK, 5), passage(UNDONE, 6)]), [0_i64; 0]);
    }

    #[test]
    fn what_a_device_claims_is_held_within_reason() {
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
