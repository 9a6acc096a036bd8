//! Reads XLS as Excel 97 to 2003 wrote it (BIFF8 in a compound file): the values of one sheet.
//!
//! Libraries are not used, because they allocate whatever size a sheet declares and copy a shared text for every cell
//! that refers to it, so that a small file could demand any amount of memory.

use std::collections::{BTreeSet, HashMap};
use std::io::{Cursor, Read};

use cfb::CompoundFile;

use crate::date;
use crate::table::{Builder, Chosen, Head, Kind, Limits, MAX_SHEETS, Problem, Value};

mod record {
    pub const FORMULA: u16 = 0x0006;
    pub const EOF: u16 = 0x000A;
    pub const DATE_MODE: u16 = 0x0022;
    pub const FILE_PASS: u16 = 0x002F;
    pub const CONTINUE: u16 = 0x003C;
    pub const BOUND_SHEET: u16 = 0x0085;
    pub const MUL_RK: u16 = 0x00BD;
    pub const RICH_STRING: u16 = 0x00D6;
    pub const XF: u16 = 0x00E0;
    pub const SST: u16 = 0x00FC;
    pub const LABEL_SST: u16 = 0x00FD;
    pub const NUMBER: u16 = 0x0203;
    pub const LABEL: u16 = 0x0204;
    pub const BOOL_ERR: u16 = 0x0205;
    pub const STRING: u16 = 0x0207;
    pub const ROW: u16 = 0x0208;
    pub const RK: u16 = 0x027E;
    pub const FORMAT: u16 = 0x041E;
    pub const BOF: u16 = 0x0809;
}

const BIFF8: u16 = 0x0600;

pub fn read(
    bytes: &[u8],
    limits: Limits,
    choose: impl FnOnce(&[Head]) -> Option<usize>,
) -> Result<Chosen, Problem> {
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(Problem::damaged)?;
    if file.exists("/EncryptedPackage") {
        return Err(Problem::Encrypted);
    }
    if !file.exists("/Workbook") {
        return Err(if file.exists("/Book") {
            Problem::TooOld
        } else {
            Problem::NotASpreadsheet
        });
    }
    let stream = file.open_stream("/Workbook").map_err(Problem::damaged)?;
    let mut workbook = Vec::new();
    // A circular chain of sectors would never end.
    let longest = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    stream
        .take(longest)
        .read_to_end(&mut workbook)
        .map_err(Problem::damaged)?;

    let globals = Globals::read(&workbook)?;
    let (mut heads, mut starts) = (Vec::new(), Vec::new());
    for (at, name, is_hidden) in globals.sheets.iter().take(MAX_SHEETS) {
        let stream = workbook.get(*at..).unwrap_or_default();
        let mut head = Builder::new(limits.of_head());
        let filled = globals.sheet(stream, &mut head, &mut BTreeSet::new());
        if let Some(head) = head.head(name.clone(), *is_hidden, filled)? {
            heads.push(head);
            starts.push(stream);
        }
    }
    let chosen = choose(&heads).and_then(|at| heads.into_iter().zip(starts).nth(at));
    let (head, stream) = chosen.ok_or(Problem::Empty)?;
    let mut table = Builder::new(limits);
    let mut hidden_rows = BTreeSet::new();
    globals.sheet(stream, &mut table, &mut hidden_rows)?;
    let table = table.finish(Kind::Xls, head.name)?;
    let numbers = table.rows.iter().map(|row| row.number);
    Ok(Chosen {
        hidden_rows: numbers
            .filter(|number| hidden_rows.contains(number))
            .collect(),
        table,
    })
}

/// One record and the records that continue it.
struct Record<'a> {
    kind: u16,
    parts: Vec<&'a [u8]>,
}

impl<'a> Record<'a> {
    fn data(&self) -> Bytes<'a> {
        Bytes(self.parts.first().copied().unwrap_or_default())
    }
}

/// The records from here on. A truncated stream ends silently.
struct Records<'a>(&'a [u8]);

impl<'a> Records<'a> {
    fn split(&self) -> Option<(u16, &'a [u8], &'a [u8])> {
        let (head, rest) = self.0.split_at_checked(4)?;
        let mut head = Bytes(head);
        let (kind, length) = (head.u16()?, usize::from(head.u16()?));
        let (data, rest) = rest.split_at_checked(length)?;
        Some((kind, data, rest))
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let (kind, data, rest) = self.split()?;
        self.0 = rest;
        let mut parts = vec![data];
        while let Some((record::CONTINUE, data, rest)) = self.split() {
            parts.push(data);
            self.0 = rest;
        }
        Some(Record { kind, parts })
    }
}

/// Reads little-endian numbers from the front of a slice.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    fn u8(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}

/// Reads texts that may continue in the next part of a record.
struct Texts<'a> {
    now: Bytes<'a>,
    next: std::vec::IntoIter<&'a [u8]>,
}

impl<'a> Texts<'a> {
    fn of(record: Record<'a>) -> Self {
        let mut parts = record.parts.into_iter();
        Self {
            now: Bytes(parts.next().unwrap_or_default()),
            next: parts,
        }
    }

    fn turn(&mut self) -> Option<()> {
        while self.now.0.is_empty() {
            self.now = Bytes(self.next.next()?);
        }
        Some(())
    }

    fn skip(&mut self, mut bytes: usize) -> Option<()> {
        while bytes > 0 {
            self.turn()?;
            let step = bytes.min(self.now.0.len());
            self.now.0 = self.now.0.get(step..)?;
            bytes -= step;
        }
        Some(())
    }

    /// Reads a text with a length of two bytes, and skips its formatting and phonetics.
    fn rich(&mut self) -> Option<String> {
        self.turn()?;
        let length = usize::from(self.now.u16()?);
        let flags = self.now.u8()?;
        let runs = if flags & 8 == 0 { 0 } else { self.now.u16()? };
        let extra = if flags & 4 == 0 { 0 } else { self.now.u32()? };
        let text = self.characters(length, flags & 1 == 1)?;
        self.skip(usize::from(runs) * 4)?;
        self.skip(usize::try_from(extra).ok()?)?;
        Some(text)
    }

    /// Reads characters. A text that continues in the next part repeats there whether its characters are wide.
    fn characters(&mut self, mut length: usize, mut wide: bool) -> Option<String> {
        let mut units = Vec::new();
        while length > 0 {
            if self.now.0.is_empty() {
                self.now = Bytes(self.next.next()?);
                wide = self.now.u8()? & 1 == 1;
            }
            units.push(if wide {
                self.now.u16()?
            } else {
                u16::from(self.now.u8()?)
            });
            length -= 1;
        }
        Some(String::from_utf16_lossy(&units))
    }
}

/// Records shared by all sheets.
#[derive(Default)]
struct Globals {
    is_1904: bool,
    texts: Vec<String>,
    /// For every cell style, whether it shows numbers as dates.
    styles: Vec<bool>,
    /// The offset and name of each sheet, and whether it is hidden.
    sheets: Vec<(usize, String, bool)>,
}

impl Globals {
    fn read(workbook: &[u8]) -> Result<Self, Problem> {
        let mut globals = Self::default();
        let mut formats: HashMap<u16, bool> = HashMap::new();
        let mut styles = Vec::new();
        for (at, record) in Records(workbook).enumerate() {
            let mut data = record.data();
            match record.kind {
                record::BOF if data.u16() != Some(BIFF8) => return Err(Problem::TooOld),
                record::FILE_PASS => return Err(Problem::Encrypted),
                record::DATE_MODE => globals.is_1904 = data.u16() == Some(1),
                record::FORMAT => {
                    if let Some(id) = data.u16()
                        && let Some(format) = (Texts {
                            now: data,
                            next: Vec::new().into_iter(),
                        })
                        .rich()
                    {
                        formats.insert(id, is_date_format(&format));
                    }
                }
                record::XF => {
                    data.u16();
                    styles.push(data.u16().unwrap_or(0));
                }
                record::BOUND_SHEET => globals.sheets.extend(sheet(data)),
                record::SST => globals.texts = texts(record),
                record::EOF => break,
                // The first record of a workbook must be BOF.
                kind if at == 0 && kind != record::BOF => {
                    return Err(Problem::damaged("no beginning"));
                }
                _ => {}
            }
        }
        globals.styles = styles
            .into_iter()
            .map(|format| {
                formats
                    .get(&format)
                    .copied()
                    .unwrap_or(is_built_in_date(format))
            })
            .collect();
        Ok(globals)
    }

    /// Puts the cells of the sheet that begins here into the table, and the numbers of its hidden rows into `hidden`: at most
    /// 65,536, as their records count no further.
    fn sheet(
        &self,
        stream: &[u8],
        table: &mut Builder,
        hidden: &mut BTreeSet<usize>,
    ) -> Result<(), Problem> {
        // Charts are nested in sheets and use the same kinds of records.
        let mut depth = 0_u32;
        let mut formula = None;
        for record in Records(stream) {
            match record.kind {
                record::BOF => depth += 1,
                record::EOF if depth <= 1 => return Ok(()),
                record::EOF => depth -= 1,
                _ if depth != 1 => {}
                record::ROW => hidden.extend(hidden_row(record.data())),
                record::STRING => {
                    if let Some((row, column)) = formula.take()
                        && let Some(text) = Texts::of(record).rich()
                    {
                        table.put(row, column, Value::Text(text))?;
                    }
                }
                _ => {
                    for (row, column, value) in self.cells(record, &mut formula) {
                        table.put(row, column, value)?;
                    }
                }
            }
        }
        Err(Problem::damaged("a sheet breaks off"))
    }

    fn cells(
        &self,
        record: Record<'_>,
        formula: &mut Option<(usize, usize)>,
    ) -> Vec<(usize, usize, Value)> {
        let mut data = record.data();
        let Some((row, column)) = data.u16().zip(data.u16()) else {
            return Vec::new();
        };
        let (row, column) = (usize::from(row), usize::from(column));
        if record.kind == record::MUL_RK {
            let mut cells = Vec::new();
            while let Some((style, rk)) = data.u16().zip(data.u32()) {
                cells.push((row, column + cells.len(), self.number(rk_number(rk), style)));
            }
            return cells;
        }
        let Some(style) = data.u16() else {
            return Vec::new();
        };
        let value = match record.kind {
            record::NUMBER => data
                .array()
                .map(|bytes| self.number(f64::from_le_bytes(bytes), style)),
            record::RK => data.u32().map(|rk| self.number(rk_number(rk), style)),
            record::LABEL_SST => data
                .u32()
                .and_then(|at| self.texts.get(usize::try_from(at).ok()?))
                .map(|text| Value::Text(text.clone())),
            record::LABEL | record::RICH_STRING => (Texts {
                now: data,
                next: Vec::new().into_iter(),
            })
            .rich()
            .map(Value::Text),
            record::BOOL_ERR => data.u8().zip(data.u8()).map(|(value, is_error)| {
                if is_error == 0 {
                    Value::Bool(value != 0)
                } else {
                    error_text(value)
                }
            }),
            record::FORMULA => match data.array::<8>() {
                Some([0, .., 0xFF, 0xFF]) => {
                    *formula = Some((row, column));
                    None
                }
                Some([1, _, truth, .., 0xFF, 0xFF]) => Some(Value::Bool(truth != 0)),
                Some([2, _, error, .., 0xFF, 0xFF]) => Some(error_text(error)),
                Some([.., 0xFF, 0xFF]) | None => None,
                Some(bytes) => Some(self.number(f64::from_le_bytes(bytes), style)),
            },
            _ => None,
        };
        value
            .map(|value| (row, column, value))
            .into_iter()
            .collect()
    }

    fn number(&self, number: f64, style: u16) -> Value {
        let is_date = self
            .styles
            .get(usize::from(style))
            .copied()
            .unwrap_or(false);
        let moment = is_date.then(|| date::from_serial(number, self.is_1904));
        moment.flatten().map_or(Value::Number(number), Value::Date)
    }
}

/// Returns the text that a spreadsheet program shows for an error.
fn error_text(error: u8) -> Value {
    let text = match error {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0F => "#VALUE!",
        0x17 => "#REF!",
        0x1D => "#NAME?",
        0x24 => "#NUM!",
        _ => "#N/A",
    };
    Value::Text(text.to_owned())
}

/// Returns the number of a row that is hidden, which is written as one without height.
fn hidden_row(mut data: Bytes<'_>) -> Option<usize> {
    let row = data.u16()?;
    data.array::<10>()?;
    (data.u16()? & 0x20 != 0).then(|| usize::from(row) + 1)
}

/// Returns the offset and name of a sheet of cells, and whether it is hidden; None for other sheets.
fn sheet(mut data: Bytes<'_>) -> Option<(usize, String, bool)> {
    let at = usize::try_from(data.u32()?).ok()?;
    let (hidden, kind) = (data.u8()? & 3, data.u8()?);
    let (length, flags) = (usize::from(data.u8()?), data.u8()?);
    let mut name = Texts {
        now: data,
        next: Vec::new().into_iter(),
    };
    let name = name.characters(length, flags & 1 == 1)?;
    (kind == 0).then_some((at, name, hidden != 0))
}

/// Reads all texts of the record, whatever number it declares.
fn texts(record: Record<'_>) -> Vec<String> {
    let mut texts = Texts::of(record);
    if texts.skip(8).is_none() {
        return Vec::new();
    }
    std::iter::from_fn(|| texts.rich()).collect()
}

/// Decodes thirty bits of a number: an integer or the upper half of a float, possibly multiplied by a hundred.
fn rk_number(rk: u32) -> f64 {
    let number = if rk & 2 == 0 {
        f64::from_bits(u64::from(rk & !3) << 32)
    } else {
        f64::from(rk.cast_signed() >> 2)
    };
    if rk & 1 == 0 { number } else { number / 100.0 }
}

fn is_built_in_date(format: u16) -> bool {
    matches!(format, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Returns whether a number format contains a letter for a part of a date, outside quotes and brackets.
fn is_date_format(format: &str) -> bool {
    let (mut quoted, mut bracket, mut escaped) = (false, false, false);
    for char in format.chars() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' => bracket = true,
            ']' => bracket = false,
            'd' | 'D' | 'm' | 'M' | 'y' | 'Y' | 'h' | 'H' if !bracket => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests;
