//! Recognises the kind of a file by its content, not by its name.

use crate::table::{Limits, Problem, Table};
use crate::{delimited, xls, xlsx};

/// Reads the first sheet that is not empty.
///
/// # Errors
/// [`Problem`] when the file is not a spreadsheet, is damaged or protected, or exceeds a limit.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Table, Problem> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        xlsx::read(bytes, limits)
    } else if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        xls::read(bytes, limits)
    } else {
        delimited::read(bytes, limits)
    }
}
