//! Recognises the kind of a file by its content, not by its name.

use crate::table::{Chosen, Head, Limits, Problem, Table};
use crate::{delimited, xls, xlsx};

/// Reads the first sheet that is shown and not empty.
///
/// # Errors
/// [`Problem`] when the file is not a spreadsheet, is damaged or protected, or exceeds a limit.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Table, Problem> {
    let first = |heads: &[Head]| heads.iter().position(|head| !head.is_hidden);
    read_chosen(bytes, limits, first).map(|chosen| chosen.table)
}

/// Reads the sheet that `choose` takes, by its place among the sheets that are not empty. Hidden sheets are among them.
///
/// # Errors
/// As [`read`]; [`Problem::Empty`] when no sheet is taken.
pub fn read_chosen(
    bytes: &[u8],
    limits: Limits,
    choose: impl FnOnce(&[Head]) -> Option<usize>,
) -> Result<Chosen, Problem> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        xlsx::read(bytes, limits, choose).map_err(|problem| named(problem, bytes, WORDS))
    } else if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        xls::read(bytes, limits, choose).map_err(|problem| named(problem, bytes, OLD_WORDS))
    } else if bytes.trim_ascii_start().starts_with(b"%PDF-") {
        Err(Problem::Pdf)
    } else {
        let table = delimited::read(bytes, limits)?;
        Ok(Chosen {
            table,
            hidden_rows: [].into(),
        })
    }
}

/// The names of the parts that hold the text of a word processor, in its files of today and of before 2007.
const WORDS: &[u8] = b"word/document.xml";
const OLD_WORDS: &[u8] = b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0";

/// Reports a file that is no spreadsheet as a text document, if it has a part of this name.
fn named(problem: Problem, bytes: &[u8], part: &[u8]) -> Problem {
    let has_part = || bytes.windows(part.len()).any(|window| window == part);
    if problem == Problem::NotASpreadsheet && has_part() {
        Problem::Document
    } else {
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_texts_are_named() {
        let limits = Limits {
            rows: 10,
            columns: 10,
            inflated: 1 << 20,
        };
        let refused = |bytes: &[u8]| read(bytes, limits).unwrap_err();
        assert_eq!(refused(b"%PDF-1.7\n%x"), Problem::Pdf);
        let other = |bytes| named(Problem::NotASpreadsheet, bytes, WORDS);
        assert_eq!(other(b"..word/document.xml.."), Problem::Document);
        assert_eq!(other(b"..ppt/presentation.xml.."), Problem::NotASpreadsheet);
        let damaged = Problem::Damaged(String::new());
        assert_eq!(named(damaged.clone(), WORDS, WORDS), damaged);
    }
}
