//! Files with people that are imported: how much is read of one, why one is refused, and where its rows begin.

pub mod cells;

use std::panic;

use axum::http::StatusCode;
use hoi_i18n::fold_for_search;
use hoi_spreadsheet::{Limits, Problem, Row, Table, Value};

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

/// Reads a file, which takes up to a second. `name` is repeated in messages.
///
/// # Errors
/// 5006 for what is no spreadsheet, damaged, or larger than allowed.
pub fn read(file: &[u8], name: &str) -> Result<Table> {
    read_rows(file, name, MAX_PEOPLE, MAX_INFLATED)
}

/// As [`read`], of up to `max_rows` rows below the titles and with at most `inflated` bytes unpacked.
///
/// # Errors
/// As [`read`].
pub fn read_rows(file: &[u8], name: &str, max_rows: usize, inflated: u64) -> Result<Table> {
    let limits = Limits {
        rows: max_rows + MAX_HEAD + 1,
        columns: MAX_COLUMNS,
        inflated,
    };
    let table = panic::catch_unwind(|| hoi_spreadsheet::read(file, limits));
    // A reader that panics has met a damaged file.
    let table = table.unwrap_or_else(|_| {
        tracing::warn!("the reader of spreadsheets panicked");
        Err(Problem::Damaged(String::new()))
    });
    table.map_err(|problem| unreadable(problem, name, max_rows))
}

/// The rows of a file, divided at the one with the titles.
pub struct Divided {
    /// The number of the row with the titles.
    pub header: usize,
    /// Rows above it that were stepped over.
    pub skipped: usize,
    /// The titles of the columns, from left to right, shortened to what is compared.
    pub titles: Vec<String>,
    /// The rows below it: at least one, at most [`MAX_PEOPLE`].
    pub rows: Vec<Row>,
}

/// Divides the rows of a file at the one, near the top, of which the most titles are `understood`.
///
/// # Errors
/// 5006 without rows below it, and for too many.
pub fn divide(
    mut rows: Vec<Row>,
    name: &str,
    understood: impl Fn(&[String]) -> usize,
) -> Result<Divided> {
    let title = |cell: &Value| cells::text(cell).chars().take(MAX_COMPARED).collect();
    let titles = |row: &Row| row.cells.iter().map(title).collect::<Vec<String>>();
    let near_top = rows.iter().take(MAX_HEAD).enumerate();
    // The first of equals: `max_by_key` would take the last.
    let header = near_top
        .rev()
        .max_by_key(|(_, row)| understood(&titles(row)));
    let at = header.map_or(0, |(at, _)| at);
    let below = rows.split_off((at + 1).min(rows.len()));
    let header = rows.pop();
    if below.is_empty() {
        return Err(unreadable(Problem::Empty, name, MAX_PEOPLE));
    }
    if below.len() > MAX_PEOPLE {
        return Err(unreadable(Problem::TooManyRows, name, MAX_PEOPLE));
    }
    Ok(Divided {
        titles: header.as_ref().map(titles).unwrap_or_default(),
        header: header.map_or(1, |row| row.number),
        skipped: rows.len(),
        rows: below,
    })
}

/// A title without accents, marks and what stands in brackets, as titles are compared.
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

fn unreadable(problem: Problem, name: &str, max_rows: usize) -> Error {
    let (status, message) = match problem {
        Problem::NotASpreadsheet => (
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            LocalizedText::new("import.notACsv"),
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
