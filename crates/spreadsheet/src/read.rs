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
        xlsx::read(bytes, limits, choose)
    } else if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        xls::read(bytes, limits, choose)
    } else {
        let table = delimited::read(bytes, limits)?;
        Ok(Chosen {
            table,
            hidden_rows: [].into(),
        })
    }
}
