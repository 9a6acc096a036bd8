//! What was read from a file, and what a file may not be.

use std::collections::BTreeMap;

use jiff::civil::DateTime;

/// How much of a file is taken in.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Rows with something in them.
    pub rows: usize,
    /// Columns, up to the last with something in it.
    pub columns: usize,
    /// Bytes of everything inside a compressed file, and of all text taken from it.
    pub inflated: u64,
}

/// Characters in a cell, as many as spreadsheets allow.
pub const MAX_CELL: usize = 32_767;

/// The kind of file, as its content tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text with separators.
    Csv,
    /// Excel since 2007.
    Xlsx,
    /// Excel 97 to 2003.
    Xls,
}

/// What a cell holds. Formulas count as what they last resulted in.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value {
    /// Nothing.
    #[default]
    Empty,
    /// As it was written.
    Text(String),
    /// A number that is not shown as a date.
    Number(f64),
    /// A date, with a time of day.
    Date(DateTime),
    /// True or false.
    Bool(bool),
}

/// A row with something in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its number as a spreadsheet shows it, from 1.
    pub number: usize,
    /// Its cells; what is missing at the end is empty.
    pub cells: Vec<Value>,
}

/// The first sheet that has something in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Of which kind the file is.
    pub kind: Kind,
    /// The sheet's name, where sheets have one.
    pub sheet: Option<String>,
    /// From top to bottom, empty ones left out.
    pub rows: Vec<Row>,
}

/// Why nothing was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Some other kind of file.
    #[error("not a spreadsheet")]
    NotASpreadsheet,
    /// Excel 95 and earlier.
    #[error("an Excel file of before 1997")]
    TooOld,
    /// There is no cell with something in it.
    #[error("an empty spreadsheet")]
    Empty,
    /// It opens with a password only.
    #[error("protected by a password")]
    Encrypted,
    /// The beginning is right, the rest is not.
    #[error("damaged: {0}")]
    Damaged(String),
    /// More rows than allowed.
    #[error("too many rows")]
    TooManyRows,
    /// More columns than allowed.
    #[error("too many columns")]
    TooManyColumns,
    /// Unpacks to more than allowed.
    #[error("unpacks to too much")]
    TooLarge,
    /// A cell holds more text than any spreadsheet allows; in a CSV file because a quotation mark was never closed.
    #[error("a cell in row {row} is too long")]
    CellTooLong {
        /// From 1.
        row: usize,
    },
}

impl Problem {
    pub(crate) fn damaged(why: impl ToString) -> Self {
        Self::Damaged(why.to_string())
    }
}

/// Takes in cells one by one, in any order, and stops where a limit is reached.
pub(crate) struct Builder {
    limits: Limits,
    rows: BTreeMap<usize, Vec<Value>>,
    text: u64,
}

impl Builder {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            rows: BTreeMap::new(),
            text: 0,
        }
    }

    /// Puts `value` at a place counted from 0.
    pub fn put(&mut self, row: usize, column: usize, value: Value) -> Result<(), Problem> {
        match &value {
            Value::Empty => return Ok(()),
            Value::Text(text) if text.trim().is_empty() => return Ok(()),
            Value::Text(text) => {
                if text.len() > MAX_CELL && text.chars().count() > MAX_CELL {
                    return Err(Problem::CellTooLong { row: row + 1 });
                }
                self.text += u64::try_from(text.len()).unwrap_or(u64::MAX);
            }
            Value::Number(_) | Value::Date(_) | Value::Bool(_) => {}
        }
        if self.text > self.limits.inflated {
            return Err(Problem::TooLarge);
        }
        if column >= self.limits.columns {
            return Err(Problem::TooManyColumns);
        }
        if !self.rows.contains_key(&row) && self.rows.len() == self.limits.rows {
            return Err(Problem::TooManyRows);
        }
        let cells = self.rows.entry(row).or_default();
        if cells.len() <= column {
            cells.resize(column + 1, Value::Empty);
        }
        if let Some(cell) = cells.get_mut(column) {
            *cell = value;
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn finish(self, kind: Kind, sheet: Option<String>) -> Result<Table, Problem> {
        if self.rows.is_empty() {
            return Err(Problem::Empty);
        }
        let rows = self.rows.into_iter().map(|(at, cells)| Row {
            number: at + 1,
            cells,
        });
        Ok(Table {
            kind,
            sheet,
            rows: rows.collect(),
        })
    }
}
