//! Reads XLSX: a zip of XML.
//!
//! The archive is unpacked once to measure its real size, whatever it declares. Only then is it read, cell by cell. The
//! declared size of a sheet is ignored.

use std::io::{Cursor, Read};

use calamine::{DataRef, Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::date;
use crate::table::{Builder, Kind, Limits, Problem, Table, Value};

/// The most parts of an archive.
const MAX_PARTS: usize = 2_000;
/// The number of sheets searched for one that is not empty.
const MAX_SHEETS: usize = 20;
/// The most distinct texts that a part may declare, because the reader allocates room for that many.
const MAX_ANNOUNCED: u64 = 1_000_000;

pub fn read(bytes: &[u8], limits: Limits) -> Result<Table, Problem> {
    inspect(bytes, limits)?;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(problem)?;
    let sheets = workbook.sheets_metadata().iter();
    let sheets: Vec<String> = sheets
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .take(MAX_SHEETS)
        .collect();
    for sheet in sheets {
        let mut table = Builder::new(limits);
        let mut cells = workbook.worksheet_cells_reader(&sheet).map_err(problem)?;
        while let Some(cell) = cells.next_cell().map_err(problem)? {
            let (row, column) = cell.get_position();
            let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
            let (row, column) = place.ok_or(Problem::TooManyRows)?;
            table.put(row, column, value(cell.get_value()))?;
        }
        if !table.is_empty() {
            return table.finish(Kind::Xlsx, Some(sheet));
        }
    }
    Err(Problem::Empty)
}

fn value(cell: &DataRef<'_>) -> Value {
    match cell {
        DataRef::Empty => Value::Empty,
        #[expect(
            clippy::cast_precision_loss,
            reason = "spreadsheets know no other numbers"
        )]
        DataRef::Int(number) => Value::Number(*number as f64),
        DataRef::Float(number) => Value::Number(*number),
        DataRef::Bool(truth) => Value::Bool(*truth),
        DataRef::String(text) | DataRef::DurationIso(text) => Value::Text(text.clone()),
        DataRef::SharedString(text) => Value::Text((*text).to_owned()),
        DataRef::DateTimeIso(text) => text
            .parse()
            .map_or_else(|_| Value::Text(text.clone()), Value::Date),
        DataRef::Error(error) => Value::Text(error.to_string()),
        DataRef::DateTime(moment) => {
            let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
            date::from_parts(year, [month, day, hour, minute, second])
                .map_or(Value::Number(moment.as_f64()), Value::Date)
        }
    }
}

/// Unpacks every part without keeping it, until the sum exceeds the limit.
fn inspect(bytes: &[u8], limits: Limits) -> Result<(), Problem> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(Problem::damaged)?;
    if archive.len() > MAX_PARTS {
        return Err(Problem::TooLarge);
    }
    let mut left = limits.inflated;
    let mut is_workbook = false;
    for at in 0..archive.len() {
        let part = archive.by_index(at).map_err(|error| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Problem::Encrypted,
            error => Problem::damaged(error),
        })?;
        let name = part.name().map_err(Problem::damaged)?;
        let name = name.replace('\\', "/").to_lowercase();
        is_workbook |= name == "xl/workbook.xml";
        let mut content = Vec::new();
        let announces = name.ends_with("sharedstrings.xml");
        let mut part = part.take(left.saturating_add(1));
        let size = if announces {
            let size = part.read_to_end(&mut content);
            size.ok().and_then(|size| u64::try_from(size).ok())
        } else {
            std::io::copy(&mut part, &mut std::io::sink()).ok()
        };
        let size = size.ok_or_else(|| Problem::damaged("a part cannot be unpacked"))?;
        left = left.checked_sub(size).ok_or(Problem::TooLarge)?;
        if !is_modest(&content) {
            return Err(Problem::damaged("it announces more texts than it can hold"));
        }
    }
    if is_workbook {
        Ok(())
    } else {
        Err(Problem::NotASpreadsheet)
    }
}

/// Returns whether the list of texts declares an acceptable number of them. In an encoding other than UTF-8 the
/// declaration could be hidden; such files contain bytes that are invalid in XML in UTF-8.
fn is_modest(content: &[u8]) -> bool {
    const NAME: &[u8] = b"uniqueCount";
    let foreign = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    if content.iter().any(foreign) {
        return false;
    }
    let mut announced = content
        .windows(NAME.len())
        .enumerate()
        .filter(|(_, window)| *window == NAME)
        .filter_map(|(at, _)| content.get(at + NAME.len()..));
    announced.all(|rest| {
        let digits = rest.iter().skip_while(|byte| {
            byte.is_ascii_whitespace() || matches!(byte, b'=' | b'"' | b'\'' | b'+')
        });
        let digits: Vec<u8> = digits
            .copied()
            .take_while(u8::is_ascii_digit)
            .take(40)
            .collect();
        let number = String::from_utf8_lossy(&digits).parse::<u64>();
        digits.is_empty() || number.is_ok_and(|number| number <= MAX_ANNOUNCED)
    })
}

fn problem(error: XlsxError) -> Problem {
    match error {
        XlsxError::Password => Problem::Encrypted,
        error => Problem::damaged(error),
    }
}

#[cfg(test)]
mod tests;
