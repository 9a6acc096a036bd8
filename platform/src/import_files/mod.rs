//! Files with people that are imported: how much is read of one, why one is refused, and where its rows begin.

pub mod cells;
pub mod dates;
mod foot;
mod list;
mod numbers;
mod report;

use std::panic::{self, AssertUnwindSafe};

use axum::http::StatusCode;
use hoi_i18n::fold_for_search;
use hoi_spreadsheet::{Chosen, Head, Limits, Problem};

pub use self::list::{Faults, List, Wishes};
pub use self::report::{ListReport, NoteKind};
use crate::error::{Error, LocalizedText, Result};

/// The largest file, in bytes.
pub const MAX_FILE: usize = 5 * 1024 * 1024;
/// The largest request with a file, in bytes.
pub const BODY_LIMIT: usize = MAX_FILE + 128 * 1024;
/// The most people in a file.
pub const MAX_PEOPLE: usize = 5000;
/// The most columns of a file.
pub const MAX_COLUMNS: usize = 200;
/// The most faults listed in one answer.
pub const MAX_FAULTS: usize = 200;
/// Rows above the header, such as a title.
const MAX_HEAD: usize = 20;
/// Bytes that a file may unpack to: five thousand people with forty columns each are about a quarter of it.
const MAX_INFLATED: u64 = 32 * 1024 * 1024;
/// Characters of a file's name that are repeated in a message.
const MAX_NAME: usize = 100;
/// Characters of a title that are compared with the names of fields: as many as a question can have.
const MAX_COMPARED: usize = 1000;

/// Returns the name of a file as a message can repeat it.
pub fn shown_name(name: Option<&str>) -> String {
    let name = name.unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = name
        .chars()
        .filter(|char| !char.is_control())
        .take(MAX_NAME)
        .collect();
    if shown.trim().is_empty() {
        "file".to_owned()
    } else {
        shown
    }
}

/// Reads the sheet of a file that `choose` takes, which takes up to a second: `max_rows` rows and some above the titles,
/// with at most `inflated` bytes unpacked. `name` is repeated in messages.
///
/// # Errors
/// 5006 for a file that is no spreadsheet, damaged, or larger than allowed.
pub fn read_sheet(
    file: &[u8],
    name: &str,
    max_rows: usize,
    inflated: u64,
    choose: impl FnOnce(&[Head]) -> Option<usize>,
) -> Result<Chosen> {
    read_with(file, name, max_rows, inflated, |file, limits| {
        hoi_spreadsheet::read_chosen(file, limits, choose)
    })
}

/// The refusal of a file with more than `max_rows` rows.
pub fn too_many_rows(name: &str, max_rows: usize) -> Error {
    unreadable(Problem::TooManyRows, name, max_rows)
}

fn read_with<T>(
    file: &[u8],
    name: &str,
    max_rows: usize,
    inflated: u64,
    read: impl FnOnce(&[u8], Limits) -> Result<T, Problem>,
) -> Result<T> {
    let limits = Limits {
        rows: max_rows + MAX_HEAD + 1,
        columns: MAX_COLUMNS,
        inflated,
    };
    let read = panic::catch_unwind(AssertUnwindSafe(|| read(file, limits)));
    // A reader that panics has met a damaged file.
    let read = read.unwrap_or_else(|_| {
        tracing::warn!("the reader of spreadsheets panicked");
        Err(Problem::Damaged(String::new()))
    });
    read.map_err(|problem| unreadable(problem, name, max_rows))
}

/// A title in the form in which titles are compared: without accents, marks and text in brackets.
pub fn plain_title(title: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::new();
    for char in fold_for_search(title).chars() {
        match char {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            char if char.is_alphanumeric() => plain.push(char),
            _ => plain.push(' '),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A title as [`plain_title`] has it, with words that are written together parted: `createdAt`, `ReservationID`.
pub fn plain_words(title: &str) -> String {
    let is_upper = |char: Option<char>| char.is_some_and(char::is_uppercase);
    let is_lower = |char: Option<char>| char.is_some_and(char::is_lowercase);
    let mut parted = String::new();
    let mut chars = title.chars();
    let mut before: Option<char> = None;
    while let Some(char) = chars.next() {
        // "QRCode" has two words, "IDs" has one.
        let mut next = chars.clone();
        let ends_capitals = is_upper(before) && is_lower(next.next()) && is_lower(next.next());
        if char.is_uppercase() && (is_lower(before) || ends_capitals) {
            parted.push(' ');
        }
        parted.push(char);
        before = Some(char);
    }
    plain_title(&parted)
}

fn unreadable(problem: Problem, name: &str, max_rows: usize) -> Error {
    let (status, message) = match problem {
        Problem::NotASpreadsheet => (
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            LocalizedText::new("import.notASpreadsheet"),
        ),
        Problem::Pdf => (
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            LocalizedText::new("import.pdf"),
        ),
        Problem::Document => (
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            LocalizedText::new("import.document"),
        ),
        Problem::WebPage => (
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            LocalizedText::new("import.webPage"),
        ),
        Problem::TooOld => (
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            LocalizedText::new("import.tooOld"),
        ),
        Problem::Empty => (StatusCode::BAD_REQUEST, LocalizedText::new("import.empty")),
        Problem::Encrypted => (
            StatusCode::BAD_REQUEST,
            LocalizedText::new("import.encrypted"),
        ),
        Problem::Damaged(_) => (
            StatusCode::BAD_REQUEST,
            LocalizedText::new("import.damaged"),
        ),
        Problem::TooManyRows => (
            StatusCode::PAYLOAD_TOO_LARGE,
            LocalizedText::new("import.tooManyRows").with("max", max_rows),
        ),
        Problem::TooManyColumns => (
            StatusCode::PAYLOAD_TOO_LARGE,
            LocalizedText::new("import.tooManyColumns").with("max", MAX_COLUMNS),
        ),
        Problem::TooLarge => (
            StatusCode::PAYLOAD_TOO_LARGE,
            LocalizedText::new("import.unpacksTooLarge"),
        ),
        Problem::CellTooLong { row } => (
            StatusCode::BAD_REQUEST,
            LocalizedText::new("import.cellTooLong").with("row", row),
        ),
    };
    Error::UploadFile {
        status,
        message: message.with("name", name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_written_together_are_parted() {
        for (title, words) in [
            ("createdAt", "created at"),
            ("OriginalPrice", "original price"),
            ("ReservationID", "reservation id"),
            ("ticketUUID", "ticket uuid"),
            ("QRCode (PNG)", "qr code"),
            ("TicketIDs", "ticket ids"),
            ("ĐơnVị", "don vi"),
            ("E-Mail", "e mail"),
            ("CCCD", "cccd"),
            ("HỌ VÀ TÊN", "ho va ten"),
        ] {
            assert_eq!(plain_words(title), words, "{title}");
        }
    }
}
