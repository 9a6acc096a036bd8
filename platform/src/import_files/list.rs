//! A list of people in a file: its sheet, its titles, and its broken cells.
//!
//! Broken cells are mended where one reading is proved, and are faults elsewhere. Everything that was changed or left out
//! is in the report.

use std::collections::{BTreeMap, HashMap, HashSet};

use hoi_i18n::{Converted, OldFont, fold_for_search};
use hoi_spreadsheet::{Head, Kind, Problem, Row, UNSAVED, Value};
use serde::Serialize;

use super::cells::{self, CellKind};
use super::foot::{self, Told};
use super::numbers::Reading;
use super::report::{ListReport, NoteKind, SheetChoice};
use super::{MAX_COMPARED, MAX_FAULTS, MAX_HEAD, MAX_INFLATED, MAX_PEOPLE, unreadable};
use crate::error::{Error, LocalizedText, Result, RowFault};

/// Bytes of text that are converted from an old font at most: five thousand people with forty words each.
const MAX_CONVERTED: usize = 1024 * 1024;
/// Characters of a row that is shown as one text.
const MAX_LINE: usize = 200;
/// Numbers from here on have lost digits: spreadsheets keep fifteen.
const TOO_LONG: f64 = 1e15;

/// The choices of the person who imports a list.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Wishes {
    /// The sheet; without it the first of the sheets whose titles fit best.
    pub sheet: Option<String>,
    /// Whether rows that a filter hides are read, too.
    pub hidden_rows: bool,
    /// Whether texts typed for an old font stay as they are.
    pub keep_font: bool,
}

/// A list as it was found.
pub struct List {
    pub kind: Kind,
    /// The sheet's name; None for CSV.
    pub sheet: Option<String>,
    /// The number of the row with the titles.
    pub header: usize,
    /// Rows above it that were stepped over.
    pub skipped: usize,
    /// The titles of the columns, from left to right, shortened for comparison. Two rows of titles are joined.
    pub titles: Vec<String>,
    /// The rows below it: at least one, at most [`MAX_PEOPLE`].
    pub rows: Vec<Row>,
    pub report: ListReport,
    font: Option<Font>,
    keep_font: bool,
    /// The file's name, for messages.
    name: String,
}

/// The old font of a list.
#[derive(Clone, Copy)]
struct Font {
    font: OldFont,
    /// Nothing in the list is right as it stands.
    is_all: bool,
}

/// Faults of cells that could not be mended.
#[derive(Default)]
pub struct Faults {
    /// From top to bottom, at most [`MAX_FAULTS`].
    pub faults: Vec<RowFault>,
    /// How many there are in all.
    pub count: usize,
    /// The number of faults in each row that has any.
    by_row: HashMap<usize, usize>,
    /// Phone numbers that are none, by row. They are not among the faults, because a person can do without one.
    pub phones: BTreeMap<usize, RowFault>,
    /// Rows with a phone number that is not in use, with the present form of an old one.
    pub doubts: BTreeMap<usize, Option<String>>,
    /// Rows with nothing but a name, below all that are surely people. They may be lines that are unknown here.
    pub last_rows: HashSet<usize>,
}

impl List {
    /// Finds the list of a file, which takes up to a second: on the sheet, and below the titles near its top, of which
    /// `understood` counts the most. `name` is repeated in messages.
    ///
    /// # Errors
    /// 5006 for a file that is no spreadsheet, damaged, larger than allowed or without rows; 5002 for a sheet that the
    /// file does not have.
    pub fn find(
        file: &[u8],
        name: &str,
        wishes: &Wishes,
        understood: impl Fn(&[String]) -> usize,
    ) -> Result<Self> {
        let mut sheets = Vec::new();
        let mut is_unknown = false;
        let choose = |heads: &[Head]| {
            sheets = heads
                .iter()
                .map(|head| (head, Titles::of(&head.rows, &understood)))
                .map(|(head, titles)| {
                    let below = head.rows.len() > titles.at + titles.rows;
                    let score = if below { titles.understood } else { 0 };
                    (head.name.clone().unwrap_or_default(), head.is_hidden, score)
                })
                .collect();
            if let Some(wanted) = &wishes.sheet {
                let wanted = sheets.iter().position(|(name, ..)| name == wanted);
                is_unknown = wanted.is_none();
                return wanted;
            }
            let shown = sheets.iter().enumerate();
            // The first of equals: `max_by_key` would take the last.
            let shown = shown.rev().filter(|(_, (_, is_hidden, _))| !is_hidden);
            shown
                .max_by_key(|(_, (.., score))| *score)
                .map(|(at, _)| at)
        };
        let read = super::read_with(file, name, MAX_PEOPLE, MAX_INFLATED, |file, limits| {
            hoi_spreadsheet::read_chosen(file, limits, choose)
        });
        if is_unknown {
            return Err(Error::field(
                "sheet",
                LocalizedText::new("import.noSuchSheet"),
            ));
        }
        let read = read?;
        let table = read.table;
        let mut report = ListReport::default();
        if sheets.len() > 1 {
            let choices = sheets
                .into_iter()
                .map(|(name, is_hidden, score)| SheetChoice {
                    name,
                    fits: score > 1,
                    is_hidden,
                });
            report.sheets = choices.collect();
        }
        let mut rows = table.rows;
        let titles = Titles::of(&rows, &understood);
        let mut below = rows.split_off((titles.at + titles.rows).min(rows.len()));
        let header = rows.get(titles.at).map_or(1, |row| row.number);
        let is_hidden = |row: &Row| read.hidden_rows.contains(&row.number);
        report.hidden_rows = below.iter().filter(|row| is_hidden(row)).count();
        report.takes_hidden_rows =
            report.hidden_rows > 0 && (wishes.hidden_rows || report.hidden_rows == below.len());
        let hidden: Vec<Row> = below.iter().filter(|row| is_hidden(row)).cloned().collect();
        if !report.takes_hidden_rows {
            below.retain(|row| !is_hidden(row));
        }
        if below.is_empty() {
            return Err(unreadable(Problem::Empty, name, MAX_PEOPLE));
        }
        if below.len() > MAX_PEOPLE {
            return Err(unreadable(Problem::TooManyRows, name, MAX_PEOPLE));
        }
        let font = Font::of(&below);
        report.font = font.map(|font| font.font.name());
        let shown_font = font.filter(|_| !wishes.keep_font);
        let mut left = MAX_CONVERTED;
        for row in &hidden {
            let texts = row
                .cells
                .iter()
                .map(|cell| shown(cell, shown_font, &mut left));
            let text = line(texts);
            report.note(NoteKind::Hidden, row.number, || None, &text, None);
        }
        Ok(Self {
            kind: table.kind,
            sheet: table.sheet,
            header,
            skipped: titles.at,
            titles: titles.texts,
            rows: below,
            report,
            font,
            keep_font: wishes.keep_font,
            name: name.to_owned(),
        })
    }

    /// Leaves out the lines that are not people, and mends the cells of the columns that `columns` names. A cell that
    /// cannot be mended becomes empty and a fault; `title` names the column of a place.
    ///
    /// # Errors
    /// 5006 when no person is left.
    pub fn mend(
        &mut self,
        columns: &[Option<CellKind>],
        title: impl Fn(usize) -> Option<String>,
    ) -> Result<Faults> {
        let last_rows = self.leave_out_lines(columns);
        if self.rows.is_empty() {
            return Err(unreadable(Problem::Empty, &self.name, MAX_PEOPLE));
        }
        let mut mending = Mending {
            columns,
            title,
            font: self.font.filter(|_| !self.keep_font),
            left: MAX_CONVERTED,
            report: &mut self.report,
            faults: Faults {
                last_rows,
                ..Faults::default()
            },
        };
        for row in &mut self.rows {
            mending.row(row);
        }
        let faults = mending.faults;
        self.report.notes.sort_by_key(|group| group.kind);
        Ok(faults)
    }

    /// Returns the numbers of the rows of which it is unclear whether they are lines; they stay.
    fn leave_out_lines(&mut self, columns: &[Option<CellKind>]) -> HashSet<usize> {
        let mut left = MAX_CONVERTED;
        let texts = self.rows.iter().map(|row| {
            let cells = row.cells.iter();
            cells
                .map(|cell| shown(cell, self.font, &mut left))
                .collect()
        });
        let texts: Vec<Vec<String>> = texts.collect();
        let lines = foot::lines(&texts, columns, &self.titles);
        let rows = std::mem::take(&mut self.rows);
        let mut unclear = HashSet::new();
        for ((row, texts), told) in rows.into_iter().zip(texts).zip(lines) {
            if told == Told::Unclear {
                unclear.insert(row.number);
            }
            if told == Told::Line {
                let old = if self.keep_font {
                    line(row.cells.iter().map(cells::text))
                } else {
                    line(texts.into_iter())
                };
                self.report
                    .note(NoteKind::Foot, row.number, || None, &old, None);
            } else {
                self.rows.push(row);
            }
        }
        unclear
    }
}

/// The mending of all rows.
struct Mending<'a, Title> {
    columns: &'a [Option<CellKind>],
    title: Title,
    font: Option<Font>,
    /// Bytes that may still be converted.
    left: usize,
    report: &'a mut ListReport,
    faults: Faults,
}

impl<Title: Fn(usize) -> Option<String>> Mending<'_, Title> {
    fn row(&mut self, row: &mut Row) {
        let is_foreign = self.is_foreign(row);
        for (at, cell) in row.cells.iter_mut().enumerate() {
            if let Some(kind) = self.columns.get(at).copied().flatten() {
                self.cell(row.number, at, kind, cell, is_foreign);
            }
        }
    }

    /// Whether the person is from abroad, where numbers have other rules.
    fn is_foreign(&self, row: &Row) -> bool {
        let country = self
            .columns
            .iter()
            .position(|kind| *kind == Some(CellKind::Country));
        let country = country.and_then(|at| row.cells.get(at)).map(cells::text);
        let country = country.map(|country| fold_for_search(&country));
        country.is_some_and(|country| {
            !matches!(country.as_str(), "" | "viet nam" | "vietnam" | "vn" | "vnm")
        })
    }

    fn cell(&mut self, row: usize, at: usize, kind: CellKind, cell: &mut Value, is_foreign: bool) {
        let text = cells::text(cell);
        if text.is_empty() {
            return;
        }
        let title = || (self.title)(at);
        if cells::is_error(&text) {
            self.report.note(NoteKind::Error, row, title, &text, None);
            *cell = Value::Empty;
            return;
        }
        let is_long = matches!(*cell, Value::Number(number) if number.abs() >= TOO_LONG);
        let broken = if text == UNSAVED {
            Some("import.formulaUnsaved")
        } else if cells::is_too_narrow(&text) {
            Some("import.tooNarrow")
        } else if is_scientific(kind, &text) {
            Some("import.scientific")
        } else if is_long {
            Some("import.digitsLost")
        } else {
            None
        };
        if let Some(key) = broken {
            let message = LocalizedText::new(key).with("value", cells::quoted(&text));
            self.fault(row, at, kind, message);
            *cell = Value::Empty;
            return;
        }
        if let (Value::Text(text), Some(font)) = (&*cell, self.font) {
            match font.convert(text, kind == CellKind::Name, &mut self.left) {
                Converted::Unchanged => {}
                Converted::Unclear => {
                    self.report.note(NoteKind::Unclear, row, title, text, None);
                }
                Converted::To(new) => {
                    let note = Some(new.as_str());
                    self.report.note(NoteKind::Font, row, title, text, note);
                    *cell = Value::Text(new);
                    return;
                }
            }
        }
        let Some((rule, is_strict)) = kind.rule().filter(|_| !is_foreign) else {
            return;
        };
        match rule(&text) {
            Reading::Mended(new) => {
                self.report
                    .note(NoteKind::Number, row, title, &text, Some(&new));
                *cell = Value::Text(new);
            }
            Reading::Doubt { number, today } => {
                if number != text {
                    self.report
                        .note(NoteKind::Number, row, title, &text, Some(&number));
                    *cell = Value::Text(number);
                }
                if kind == CellKind::Phone {
                    self.faults.doubts.insert(row, today);
                }
            }
            Reading::Fault(message) if is_strict => {
                self.fault(row, at, kind, message);
                *cell = Value::Empty;
            }
            Reading::AsItIs | Reading::Fault(_) => {}
        }
    }

    fn fault(&mut self, row: usize, at: usize, kind: CellKind, message: LocalizedText) {
        let fault = RowFault {
            row,
            column: (self.title)(at),
            message,
        };
        if kind == CellKind::Phone {
            self.faults.phones.insert(row, fault);
        } else {
            self.faults.add(fault);
        }
    }
}

impl Faults {
    fn add(&mut self, fault: RowFault) {
        self.count += 1;
        *self.by_row.entry(fault.row).or_default() += 1;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    /// Counts the phone numbers among the faults, where there is no choice about them.
    #[must_use]
    pub fn with_phones(mut self) -> Self {
        for fault in std::mem::take(&mut self.phones).into_values() {
            self.add(fault);
        }
        self.faults.sort_by_key(|fault| fault.row);
        self
    }

    /// Whether the row with this number has any.
    pub fn has(&self, row: usize) -> bool {
        self.by_row.contains_key(&row)
    }

    /// Forgets the faults of rows that are not needed.
    pub fn forget(&mut self, rows: &HashSet<usize>) {
        let forgotten = rows.iter().filter_map(|row| self.by_row.remove(row));
        self.count -= forgotten.sum::<usize>();
        self.faults.retain(|fault| !rows.contains(&fault.row));
    }

    /// Puts these before `others`, of which `count` were found, and drops others about the same cells.
    pub fn before(mut self, others: Vec<RowFault>, count: usize) -> (Vec<RowFault>, usize) {
        let all = others.len();
        let same = |one: &RowFault, other: &RowFault| {
            one.row == other.row && one.column.is_some() && one.column == other.column
        };
        let new = others
            .into_iter()
            .filter(|other| !self.faults.iter().any(|one| same(one, other)));
        let new: Vec<RowFault> = new.collect();
        let count = self.count + count - (all - new.len());
        self.faults.extend(new);
        self.faults.sort_by_key(|fault| fault.row);
        (self.faults, count)
    }
}

/// Of numbers, several can stand in a cell.
fn is_scientific(kind: CellKind, text: &str) -> bool {
    cells::is_scientific(text)
        || kind.rule().is_some()
            && text
                .split([' ', ';', '/'])
                .any(|part| cells::is_scientific(part.trim()))
}

impl Font {
    fn of(rows: &[Row]) -> Option<Self> {
        let cells = rows.iter().flat_map(|row| &row.cells);
        let texts = cells.filter_map(|cell| match cell {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let (font, is_all) = OldFont::of(texts)?;
        Some(Self { font, is_all })
    }

    /// Converts a text while bytes are `left`.
    fn convert(self, text: &str, is_name: bool, left: &mut usize) -> Converted {
        if text.is_ascii() {
            return Converted::Unchanged;
        }
        let Some(rest) = left.checked_sub(text.len()) else {
            return Converted::Unclear;
        };
        *left = rest;
        self.font.convert(text, is_name, self.is_all)
    }
}

/// The titles of a sheet.
struct Titles {
    /// The place of their row.
    at: usize,
    /// How many rows they take: one or two.
    rows: usize,
    texts: Vec<String>,
    /// How many of them are understood.
    understood: usize,
}

impl Titles {
    fn of(rows: &[Row], understood: &impl Fn(&[String]) -> usize) -> Self {
        let near_top = rows.get(..rows.len().min(MAX_HEAD)).unwrap_or_default();
        let font = Font::of(rows.get(..rows.len().min(2 * MAX_HEAD)).unwrap_or_default());
        let mut left = MAX_CONVERTED;
        let mut title = |cell: &Value| -> String {
            let text = shown(cell, font, &mut left);
            text.chars().take(MAX_COMPARED).collect()
        };
        let near_top = near_top.iter();
        let near_top: Vec<Vec<String>> = near_top
            .map(|row| row.cells.iter().map(&mut title).collect())
            .collect();
        let scored = near_top.iter().map(|titles| understood(titles));
        // The first of equals: `max_by_key` would take the last.
        let best = scored.enumerate().rev();
        let (at, score) = best.max_by_key(|(_, score)| *score).unwrap_or((0, 0));
        let two = |at: usize, more: usize| {
            let (top, sub) = (near_top.get(at)?, near_top.get(at + 1)?);
            // A row of titles is not parted from the next one.
            let numbers = rows.get(at)?.number + 1 == rows.get(at + 1)?.number;
            let texts = joined(top, sub, understood).filter(|_| numbers)?;
            let score = understood(&texts);
            (score >= more && score > 0).then_some(Self {
                at,
                rows: 2,
                texts,
                understood: score,
            })
        };
        let above = at.checked_sub(1);
        let found = two(at, score).or_else(|| two(above?, score));
        found.unwrap_or_else(|| Self {
            at,
            rows: 1,
            texts: near_top.get(at).cloned().unwrap_or_default(),
            understood: score,
        })
    }
}

/// Joins two rows of titles, of which the upper one names groups of columns: under a group stand its columns, under the
/// title of a single column nothing. `None` if they are not like that.
fn joined(
    top: &[String],
    sub: &[String],
    understood: &impl Fn(&[String]) -> usize,
) -> Option<Vec<String>> {
    let text = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    let is_title = |text: &String| {
        text.is_empty()
            || (!text.contains('@') && text.bytes().filter(u8::is_ascii_digit).count() < 3)
    };
    let named = top.iter().filter(|title| !title.is_empty()).count();
    if named < 2 || !sub.iter().all(is_title) {
        return None;
    }
    let mut titles: Vec<String> = Vec::new();
    let mut group = String::new();
    let mut is_group = false;
    // A heading above the titles begins over the first of them; a group of columns does not, where names have a column.
    let mut begins_single = None;
    for at in 0..top.len().max(sub.len()) {
        let (upper, lower) = (text(top, at), text(sub, at));
        if !upper.is_empty() {
            let opens = !text(sub, at + 1).is_empty() && text(top, at + 1).is_empty();
            let is_single = lower.is_empty();
            if !is_single && !opens {
                return None;
            }
            begins_single = begins_single.or(Some(is_single));
            is_group |= !is_single;
            group = if is_single {
                String::new()
            } else {
                upper.clone()
            };
        }
        titles.push(if lower.is_empty() {
            upper
        } else if group.is_empty() {
            return None;
        } else if understood(std::slice::from_ref(&lower)) > 0 && !titles.contains(&lower) {
            lower
        } else {
            format!("{group} {lower}")
        });
    }
    (is_group && begins_single == Some(true)).then_some(titles)
}

/// The text of a cell, read in the font of the list while bytes are `left`.
fn shown(cell: &Value, font: Option<Font>, left: &mut usize) -> String {
    match (cell, font) {
        (Value::Text(text), Some(font)) => match font.convert(text, false, left) {
            Converted::To(text) => cells::text(&Value::Text(text)),
            Converted::Unchanged | Converted::Unclear => cells::text(cell),
        },
        _ => cells::text(cell),
    }
}

/// The cells of a row as one text.
fn line(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" · ").chars().take(MAX_LINE).collect()
}

#[cfg(test)]
mod tests;
