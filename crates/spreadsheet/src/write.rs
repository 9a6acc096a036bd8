//! Writes tables a row at a time directly to the output, so that memory does not grow with the number of rows.
//!
//! No cell can become a formula. In XLSX a text cell stays text. A program guesses the types of CSV cells, so an
//! apostrophe precedes text that looks like a formula. XLSX has the apostrophe too, because the file may later be saved
//! as CSV, except before a number with a sign, such as a phone number.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use hoi_i18n::is_invisible;
use jiff::civil::{Date, DateTime, Time};
use unicode_normalization::UnicodeNormalization as _;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::date::to_serial;

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A file of Excel since 2007.
    Xlsx,
    /// UTF-8 with a byte order mark, separated by commas.
    Csv,
}

impl Format {
    /// Returns the media type.
    #[must_use]
    pub fn mime(self) -> &'static str {
        match self {
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }

    /// Returns the extension of file names, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
        }
    }
}

/// A column of the sheet.
#[derive(Debug, Clone, Default)]
pub struct Column {
    /// The text of its first cell.
    pub title: String,
    /// The width of the column in characters; 0 for the default.
    pub width: u16,
    /// The values that a spreadsheet program offers; other input stays possible.
    pub choices: Vec<String>,
}

/// The value of a cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Cell {
    #[default]
    Empty,
    /// A text, even if it looks like a number or a formula.
    Text(String),
    /// A whole number that formulas can use.
    Number(i64),
    /// Shown as `dd/MM/yyyy`.
    Date(Date),
    /// Shown as `dd/MM/yyyy HH:mm`.
    Moment(DateTime),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Text(text)
        }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Empty, Into::into)
    }
}

/// Writes a table into `W`, and in XLSX any number of further sheets after it.
pub struct SheetWriter<W: Write> {
    out: Out<W>,
    /// The names of the sheets begun so far.
    sheets: Vec<String>,
    /// The name and the columns of the present sheet.
    name: String,
    columns: Vec<Column>,
    /// Rows of the present sheet so far, including the titles.
    rows: usize,
    /// Sheets that continue the present one, because a sheet has at most [`MAX_ROWS`].
    continued: usize,
    buffer: String,
    /// The letters of the columns.
    letters: Vec<String>,
}

enum Out<W: Write> {
    Csv(W),
    Xlsx(Box<ZipWriter<StreamWriter<W>>>),
}

/// The most rows of a sheet in XLSX.
const MAX_ROWS: usize = 1_048_576;

impl<W: Write> SheetWriter<W> {
    /// Begins the file and writes the titles of the columns. `sheet` is the sheet's name.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(mut out: W, format: Format, sheet: &str, columns: Vec<Column>) -> io::Result<Self> {
        let out = match format {
            Format::Csv => {
                // Without a byte order mark Excel does not read UTF-8.
                out.write_all("\u{feff}".as_bytes())?;
                Out::Csv(out)
            }
            Format::Xlsx => {
                let mut zip = ZipWriter::new_stream(out);
                for (name, content) in PARTS {
                    zip.start_file(name, options())?;
                    zip.write_all(content.as_bytes())?;
                }
                Out::Xlsx(Box::new(zip))
            }
        };
        let mut writer = Self {
            out,
            sheets: Vec::new(),
            name: sheet.to_owned(),
            columns,
            rows: 0,
            continued: 0,
            buffer: String::new(),
            letters: Vec::new(),
        };
        writer.begin_sheet(sheet)?;
        Ok(writer)
    }

    /// Ends the sheet and begins another one, whose name must differ from those before it.
    ///
    /// # Errors
    /// Those of `W`; CSV has a single sheet.
    pub fn next_sheet(&mut self, sheet: &str, columns: Vec<Column>) -> io::Result<()> {
        self.end_sheet()?;
        sheet.clone_into(&mut self.name);
        self.columns = columns;
        self.continued = 0;
        self.begin_sheet(sheet)
    }

    /// Writes the next row. A row that the sheet cannot hold begins another sheet with the same titles.
    ///
    /// # Errors
    /// Those of `W`.
    pub fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        if self.rows == MAX_ROWS && matches!(self.out, Out::Xlsx(_)) {
            self.end_sheet()?;
            self.continued += 1;
            let name = format!("{} {}", self.name, self.continued + 1);
            self.begin_sheet(&name)?;
        }
        self.write(cells, false)
    }

    fn begin_sheet(&mut self, name: &str) -> io::Result<()> {
        self.sheets.push(sheet_name(name));
        self.rows = 0;
        self.letters = (0..self.columns.len()).map(column_name).collect();
        if let Out::Xlsx(zip) = &mut self.out {
            let part = format!("xl/worksheets/sheet{}.xml", self.sheets.len());
            zip.start_file(part, options())?;
            zip.write_all(head(&self.columns).as_bytes())?;
        }
        let titles: Vec<Cell> = self
            .columns
            .iter()
            .map(|column| column.title.as_str().into())
            .collect();
        self.write(&titles, true)
    }

    fn end_sheet(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Csv(_) => Err(io::Error::other("CSV has a single sheet")),
            Out::Xlsx(zip) => zip.write_all(tail(&self.columns, self.rows).as_bytes()),
        }
    }

    fn write(&mut self, cells: &[Cell], is_title: bool) -> io::Result<()> {
        self.rows += 1;
        self.buffer.clear();
        match &mut self.out {
            Out::Csv(out) => {
                for (at, cell) in cells.iter().enumerate() {
                    if at > 0 {
                        self.buffer.push(',');
                    }
                    csv_cell(&mut self.buffer, cell);
                }
                self.buffer.push_str("\r\n");
                out.write_all(self.buffer.as_bytes())
            }
            Out::Xlsx(zip) => {
                let row = self.rows;
                let _ = write!(self.buffer, r#"<row r="{row}">"#);
                for (cell, column) in cells.iter().zip(&self.letters) {
                    xlsx_cell(&mut self.buffer, (column, row), cell, is_title);
                }
                self.buffer.push_str("</row>");
                zip.write_all(self.buffer.as_bytes())
            }
        }
    }

    /// Writes the rest of the file and returns the writer.
    ///
    /// # Errors
    /// Those of `W`.
    pub fn finish(mut self) -> io::Result<W> {
        if matches!(self.out, Out::Xlsx(_)) {
            self.end_sheet()?;
        }
        match self.out {
            Out::Csv(mut out) => {
                out.flush()?;
                Ok(out)
            }
            Out::Xlsx(mut zip) => {
                for (name, content) in workbook(&self.sheets) {
                    zip.start_file(name, options())?;
                    zip.write_all(content.as_bytes())?;
                }
                Ok(zip.finish()?.into_inner())
            }
        }
    }
}

/// Puts an apostrophe before a text that a program might take for a formula. Programs skip white space and invisible
/// characters, and some treat full-width signs like ASCII ones. `typed` is true if the file format marks the cell as
/// text.
fn neutral(text: &str, typed: bool) -> Cow<'_, str> {
    let mut rest = text
        .trim_start_matches(|char: char| {
            char.is_whitespace() || char.is_control() || is_invisible(char)
        })
        .chars();
    let sign = rest.next().and_then(|first| first.nfkc().next());
    let is_harmless = match sign {
        _ if text.starts_with(['\t', '\r']) => false,
        Some('+' | '-') => {
            typed
                && rest.all(|char| {
                    char.is_ascii_digit() || matches!(char, ' ' | '.' | '-' | '(' | ')')
                })
        }
        Some('=' | '@') => false,
        _ => true,
    };
    if is_harmless {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("'{text}"))
    }
}

fn csv_cell(row: &mut String, cell: &Cell) {
    match cell {
        Cell::Empty => {}
        Cell::Number(number) => row.push_str(&number.to_string()),
        Cell::Date(date) => row.push_str(&shown_date(*date)),
        Cell::Moment(moment) => row.push_str(&shown_moment(*moment)),
        Cell::Text(text) => {
            let text = neutral(text, false);
            // Some programs treat a quoted value as text and so keep the leading zero of a phone number.
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            if is_number
                || text.contains([',', ';', '"', '\n', '\r', '\t'])
                || text.starts_with(' ')
            {
                let _ = write!(row, "\"{}\"", text.replace('"', "\"\""));
            } else {
                row.push_str(&text);
            }
        }
    }
}

fn xlsx_cell(out: &mut String, place: (&str, usize), cell: &Cell, is_title: bool) {
    let (column, row) = place;
    let number = |out: &mut String, style: u8, number: &dyn Display| {
        let _ = write!(
            out,
            r#"<c r="{column}{row}" s="{style}"><v>{number}</v></c>"#
        );
    };
    let text = |out: &mut String, text: &str| {
        let style = if is_title { 2 } else { 1 };
        let text = neutral(text, true);
        let text = escape(&text);
        let _ = write!(
            out,
            r#"<c r="{column}{row}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>"#
        );
    };
    match cell {
        Cell::Empty => {}
        Cell::Number(amount) => number(out, 5, amount),
        Cell::Text(content) => text(out, content),
        Cell::Date(date) => match to_serial(date.to_datetime(Time::midnight())) {
            Some(serial) => number(out, 3, &serial),
            None => text(out, &shown_date(*date)),
        },
        Cell::Moment(moment) => match to_serial(*moment) {
            Some(serial) => number(out, 4, &serial),
            None => text(out, &shown_moment(*moment)),
        },
    }
}

fn shown_date(date: Date) -> String {
    date.strftime("%d/%m/%Y").to_string()
}

fn shown_moment(moment: DateTime) -> String {
    moment.strftime("%d/%m/%Y %H:%M").to_string()
}

/// Escapes text for XML. Removes characters that XML cannot contain, and escapes `_x`, which spreadsheet programs read
/// as the start of an escaped character.
fn escape(text: &str) -> Cow<'_, str> {
    let plain = |char: char| {
        !matches!(char, '&' | '<' | '>' | '"' | '_' | '\u{fffe}' | '\u{ffff}')
            && (!char.is_control() || char == '\n' || char == '\t')
    };
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for char in text.replace("\r\n", "\n").replace("_x", "_x005F_x").chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push('\n'),
            char if char == '_' || plain(char) => escaped.push(char),
            _ => {}
        }
    }
    Cow::Owned(escaped)
}

/// Returns a valid sheet name: at most 31 characters, without those that Excel forbids.
fn sheet_name(name: &str) -> String {
    let name: String = name
        .chars()
        .filter(|char| {
            !matches!(char, '[' | ']' | ':' | '*' | '?' | '/' | '\\' | '\'') && !char.is_control()
        })
        .take(31)
        .collect();
    let name = name.trim();
    if name.is_empty() {
        "Sheet1".to_owned()
    } else {
        name.to_owned()
    }
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)
}

/// Returns the letters of the column at a position counted from 0: `A`, `B` … `Z`, `AA` ….
#[must_use]
pub fn column_name(mut at: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(u8::try_from(at % 26).map_or('A', |letter| char::from(b'A' + letter)));
        if at < 26 {
            return letters.into_iter().rev().collect();
        }
        at = at / 26 - 1;
    }
}

const NAMESPACE: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/// Returns the sheet up to its first row. The titles stay in view when scrolling, and typed values become text.
fn head(columns: &[Column]) -> String {
    let mut xml = format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="{NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>"#
    );
    if !columns.is_empty() {
        xml.push_str("<cols>");
        for (at, column) in columns.iter().enumerate() {
            let width = if column.width == 0 { 16 } else { column.width };
            let _ = write!(
                xml,
                r#"<col min="{at}" max="{at}" width="{width}" style="1" customWidth="1"/>"#,
                at = at + 1
            );
        }
        xml.push_str("</cols>");
    }
    xml.push_str("<sheetData>");
    xml
}

/// Returns the sheet after its last row: a filter on the titles, and lists of choices.
fn tail(columns: &[Column], rows: usize) -> String {
    let mut xml = "</sheetData>".to_owned();
    if let Some(last) = columns.len().checked_sub(1) {
        let _ = write!(xml, r#"<autoFilter ref="A1:{}{rows}"/>"#, column_name(last));
    }
    let lists: Vec<String> = columns
        .iter()
        .enumerate()
        .filter_map(|(at, column)| choices(at, column))
        .collect();
    if !lists.is_empty() {
        let _ = write!(
            xml,
            r#"<dataValidations count="{}">{}</dataValidations>"#,
            lists.len(),
            lists.concat()
        );
    }
    xml.push_str("</worksheet>");
    xml
}

/// Returns a list of choices for a column. None without choices, or if the format cannot hold them: it allows 255
/// characters and no comma in a choice.
fn choices(at: usize, column: &Column) -> Option<String> {
    let list = column.choices.join(",");
    let fits = list.encode_utf16().count() <= 255
        && !column
            .choices
            .iter()
            .any(|choice| choice.contains([',', '"']));
    if list.is_empty() || !fits {
        return None;
    }
    let letters = column_name(at);
    let list = escape(&list);
    Some(format!(
        r#"<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="{letters}2:{letters}{MAX_ROWS}"><formula1>"{list}"</formula1></dataValidation>"#
    ))
}

/// Returns the parts that name the sheets: the workbook and its relations.
fn workbook(sheets: &[String]) -> [(&'static str, String); 2] {
    const XML: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
    const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    let styles = sheets.len() + 1;
    let mut list = String::new();
    let mut relations = String::new();
    for (name, number) in sheets.iter().zip(1..) {
        let name = escape(name);
        let _ = write!(
            list,
            r#"<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>"#
        );
        let _ = write!(
            relations,
            r#"<Relationship Id="rId{number}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{number}.xml"/>"#
        );
    }
    [
        (
            "xl/workbook.xml",
            format!(
                r#"{XML}<workbook xmlns="{NAMESPACE}" xmlns:r="{RELATIONS}"><sheets>{list}</sheets></workbook>"#
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                r#"{XML}<Relationships xmlns="{PACKAGE}">{relations}<Relationship Id="rId{styles}" Type="{RELATIONS}/styles" Target="styles.xml"/></Relationships>"#
            ),
        ),
    ]
}

/// The parts before the sheets. Any part of XML is a sheet unless it is named here, because the number of sheets is not
/// known yet.
const PARTS: [(&str, &str); 3] = [
    (
        "[Content_Types].xml",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"#,
    ),
    (
        "_rels/.rels",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
    ),
    // Styles in order: default, text, title, date, moment, number.
    (
        "xl/styles.xml",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE6F2F1"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>"#,
    ),
];

#[cfg(test)]
mod tests;
