//! Reads XLSX: a zip of XML.
//!
//! The archive is unpacked once to measure its real size, whatever it declares. Only then is it read, cell by cell. The
//! declared size of a sheet is ignored.

use std::io::{Cursor, Read};

use calamine::{DataRef, Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::date;
use crate::table::{Builder, Chosen, Head, Kind, Limits, MAX_SHEETS, Problem, UNSAVED, Value};

/// The most parts of an archive.
const MAX_PARTS: usize = 2_000;
/// The most distinct texts that a part may declare, because the reader allocates room for that many.
const MAX_ANNOUNCED: u64 = 1_000_000;
/// The number of the last row of a sheet.
const MAX_ROW: usize = 1_048_576;

pub fn read(
    bytes: &[u8],
    limits: Limits,
    choose: impl FnOnce(&[Head]) -> Option<usize>,
) -> Result<Chosen, Problem> {
    inspect(bytes, limits)?;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(problem)?;
    let sheets = workbook.sheets_metadata().iter();
    let sheets: Vec<(String, bool)> = sheets
        .filter(|sheet| sheet.typ == SheetType::WorkSheet)
        .map(|sheet| (sheet.name.clone(), sheet.visible != SheetVisible::Visible))
        .take(MAX_SHEETS)
        .collect();
    let mut heads = Vec::new();
    for (sheet, is_hidden) in sheets {
        let mut head = Builder::new(limits.of_head());
        let filled = fill(&mut head, &mut workbook, &sheet);
        heads.extend(head.head(sheet, is_hidden, filled)?);
    }
    let chosen = choose(&heads).and_then(|at| heads.get(at));
    let sheet = chosen.and_then(|head| head.name.clone());
    let sheet = sheet.ok_or(Problem::Empty)?;
    let mut table = Builder::new(limits);
    fill(&mut table, &mut workbook, &sheet)?;
    let part = sheet_part(bytes, &sheet);
    if let Some(part) = &part {
        for_each_unsaved(part, |row, column| {
            table.put(row, column, Value::Text(UNSAVED.to_owned()))
        })?;
    }
    let hidden = hidden_rows(part);
    let table = table.finish(Kind::Xlsx, Some(sheet))?;
    let numbers = table.rows.iter().map(|row| row.number);
    Ok(Chosen {
        hidden_rows: numbers.filter(|number| hidden(*number)).collect(),
        table,
    })
}

fn fill(
    table: &mut Builder,
    workbook: &mut Xlsx<Cursor<&[u8]>>,
    sheet: &str,
) -> Result<(), Problem> {
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(problem)?;
    while let Some(cell) = cells.next_cell().map_err(problem)? {
        let (row, column) = cell.get_position();
        let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let (row, column) = place.ok_or(Problem::TooManyRows)?;
        table.put(row, column, value(cell.get_value()))?;
    }
    Ok(())
}

/// Tells which rows of a sheet are hidden. The reader of cells does not say it. Of a file whose parts are not where they
/// should be, no row is.
fn hidden_rows(part: Option<Vec<u8>>) -> impl Fn(usize) -> bool {
    // The rows by number, a bit each: spreadsheets have a million.
    let mut hidden = vec![0_u8; MAX_ROW / 8 + 1];
    if let Some(part) = part {
        let mut number = 0_usize;
        for_each_tag(&part, "row", |tag| {
            let own = attribute(tag, "r").and_then(|number| number.parse().ok());
            number = own.unwrap_or(number.saturating_add(1));
            let is_hidden = attribute(tag, "hidden");
            if matches!(is_hidden.as_deref(), Some("1" | "true"))
                && let Some(byte) = hidden.get_mut(number / 8)
            {
                *byte |= 1 << (number % 8);
            }
        });
    }
    move |number| {
        let byte = hidden.get(number / 8);
        byte.is_some_and(|byte| byte & (1 << (number % 8)) != 0)
    }
}

/// Calls `found` with row and column, from 0, of every formula without a result. A result that is an empty text is one.
fn for_each_unsaved(
    part: &[u8],
    mut found: impl FnMut(usize, usize) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let mut reader = quick_xml::Reader::from_reader(part);
    // The place of the cell that is open, if its result is no text, and the parts of it seen so far.
    let mut place = None;
    let (mut has_formula, mut has_result, mut is_in_result) = (false, false, false);
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => match tag.local_name().as_ref() {
                "c" => {
                    let is_text = attribute(&tag, "t").is_some_and(|kind| kind == "str");
                    place = attribute(&tag, "r").and_then(|place| place_of(&place));
                    place = place.filter(|_| !is_text);
                    (has_formula, has_result) = (false, false);
                }
                "f" => has_formula = true,
                "v" => is_in_result = true,
                "is" => has_result = true,
                _ => {}
            },
            Ok(Event::Empty(tag)) if tag.local_name().as_ref() == "f" => has_formula = true,
            Ok(Event::Text(_) | Event::CData(_) | Event::GeneralRef(_)) => {
                has_result |= is_in_result;
            }
            Ok(Event::End(tag)) => match tag.local_name().as_ref() {
                "v" => is_in_result = false,
                "c" => {
                    if let Some((row, column)) = place.take()
                        && has_formula
                        && !has_result
                    {
                        found(row, column)?;
                    }
                }
                _ => {}
            },
            Ok(Event::Eof) | Err(_) => return Ok(()),
            Ok(_) => {}
        }
    }
}

/// Row and column, from 0, of a place such as `B7`.
fn place_of(place: &str) -> Option<(usize, usize)> {
    let digits = place.find(|char: char| char.is_ascii_digit())?;
    let (letters, digits) = place.split_at_checked(digits)?;
    let mut column = 0_usize;
    for letter in letters.bytes() {
        let value = letter.to_ascii_uppercase().checked_sub(b'A')?;
        let value = usize::from(value)
            .checked_add(1)
            .filter(|value| *value <= 26)?;
        column = column.checked_mul(26)?.checked_add(value)?;
    }
    let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
    (row < MAX_ROW).then_some((row, column.checked_sub(1)?))
}

/// Returns the content of the part that holds a sheet. [`inspect`] has bounded its size.
fn sheet_part(bytes: &[u8], sheet: &str) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut id = None;
    for_each_tag(&part(&mut archive, "xl/workbook.xml")?, "sheet", |tag| {
        if id.is_none() && attribute(tag, "name").as_deref() == Some(sheet) {
            id = attribute(tag, "id");
        }
    });
    let id = id?;
    let relations = part(&mut archive, "xl/_rels/workbook.xml.rels")?;
    let mut target = None;
    for_each_tag(&relations, "Relationship", |tag| {
        if attribute(tag, "Id").as_ref() == Some(&id) {
            target = attribute(tag, "Target");
        }
    });
    let target = target?;
    let path = target
        .strip_prefix('/')
        .map_or_else(|| format!("xl/{target}"), ToOwned::to_owned);
    part(&mut archive, &path)
}

fn part(archive: &mut ZipArchive<Cursor<&[u8]>>, path: &str) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut part = archive.by_name(path).ok()?;
    part.read_to_end(&mut content).ok()?;
    Some(content)
}

/// Calls `found` with every tag of this name, up to the first that is no XML.
fn for_each_tag(part: &[u8], name: &str, mut found: impl FnMut(&BytesStart<'_>)) {
    let mut reader = quick_xml::Reader::from_reader(part);
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                if tag.local_name().as_ref() == name {
                    found(&tag);
                }
            }
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// Returns an attribute by its name without prefix.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = tag.attributes();
    attributes.with_checks(false);
    let mut attributes = attributes.flatten();
    let attribute = attributes.find(|attribute| attribute.key.local_name().as_ref() == name)?;
    let value = quick_xml::escape::unescape(&attribute.value).ok()?;
    Some(value.into_owned())
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
