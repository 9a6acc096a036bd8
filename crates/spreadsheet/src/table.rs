//! The table read from a file, and the reasons for refusing a file.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::DateTime;

/// The limits of reading a file.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Rows that are not empty.
    pub rows: usize,
    /// Columns, up to the last that is not empty.
    pub columns: usize,
    /// Bytes of all parts of a compressed file, and of all text read from a file.
    pub inflated: u64,
}

/// Characters in a cell, the same limit as in spreadsheet programs.
pub const MAX_CELL: usize = 32_767;

/// The placeholder for the result of a formula that the file does not hold, because no spreadsheet program has saved it
/// since it was written.
pub const UNSAVED: &str = "#UNSAVED!";

/// The kind of a file, recognised by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text with separators.
    Csv,
    /// A file of Excel since 2007.
    Xlsx,
    /// A file of Excel 97 to 2003, or a web page under the name of one.
    Xls,
}

/// The value of a cell. Of a formula, its last result, or [`UNSAVED`].
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value {
    #[default]
    Empty,
    Text(String),
    /// A number that is not formatted as a date.
    Number(f64),
    /// A date with a time of day.
    Date(DateTime),
    Bool(bool),
}

/// A row that is not empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The row's number in a spreadsheet program, from 1.
    pub number: usize,
    /// The cells from the first column on; missing cells at the end are empty.
    pub cells: Vec<Value>,
}

/// The first sheet that is not empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub kind: Kind,
    /// The sheet's name; None for CSV.
    pub sheet: Option<String>,
    /// The rows from top to bottom, without empty ones.
    pub rows: Vec<Row>,
}

/// A sheet that is not empty, as far as is needed to choose among the sheets of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// The sheet's name; None for CSV.
    pub name: Option<String>,
    /// Hidden in the spreadsheet program.
    pub is_hidden: bool,
    /// The first rows.
    pub rows: Vec<Row>,
}

/// The sheet that was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    pub table: Table,
    /// The numbers of the rows that are hidden, by a filter or by hand.
    pub hidden_rows: BTreeSet<usize>,
}

/// Rows of a [`Head`].
pub(crate) const HEAD: usize = 40;
/// The number of sheets that are looked at.
pub(crate) const MAX_SHEETS: usize = 20;

/// The reason why a file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Not a CSV, XLS or XLSX file.
    #[error("not a spreadsheet")]
    NotASpreadsheet,
    /// A page for printing.
    #[error("a PDF file")]
    Pdf,
    /// A text of a word processor.
    #[error("a text document")]
    Document,
    /// A web page, or a mail or workbook of tags, in which no table was found.
    #[error("a web page without a table")]
    WebPage,
    /// A file of Excel 95 or earlier.
    #[error("an Excel file of before 1997")]
    TooOld,
    /// All cells are empty.
    #[error("an empty spreadsheet")]
    Empty,
    /// The file is protected by a password.
    #[error("protected by a password")]
    Encrypted,
    /// The file begins correctly, but its content is invalid.
    #[error("damaged: {0}")]
    Damaged(String),
    #[error("too many rows")]
    TooManyRows,
    #[error("too many columns")]
    TooManyColumns,
    /// The content is larger than [`Limits::inflated`].
    #[error("unpacks to too much")]
    TooLarge,
    /// A cell is longer than any spreadsheet program allows; in a CSV file because a quotation mark was not closed.
    #[error("a cell in row {row} is too long")]
    CellTooLong {
        /// The row's number, from 1.
        row: usize,
    },
}

impl Limits {
    /// The limits of looking at the first rows of all sheets: together they hold no more than a sheet may.
    pub(crate) fn of_head(self) -> Self {
        Self {
            rows: self.rows.min(HEAD),
            columns: self.columns,
            inflated: self.inflated / 16,
        }
    }
}

impl Problem {
    pub(crate) fn damaged(why: impl ToString) -> Self {
        Self::Damaged(why.to_string())
    }
}

/// Collects cells in any order and refuses those beyond a limit.
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

    /// Stores `value`; row and column count from 0.
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

    /// Returns the rows that were put, as the first ones of a sheet: that there are more of them, or that they are too large,
    /// is no problem yet. `None` for a sheet without cells, and for a hidden one that is damaged.
    pub fn head(
        self,
        name: String,
        is_hidden: bool,
        filled: Result<(), Problem>,
    ) -> Result<Option<Head>, Problem> {
        match filled {
            Ok(()) if self.rows.is_empty() => return Ok(None),
            Err(Problem::Damaged(_)) if is_hidden => return Ok(None),
            Err(problem @ Problem::Damaged(_)) => return Err(problem),
            Ok(()) | Err(_) => {}
        }
        Ok(Some(Head {
            name: Some(name),
            is_hidden,
            rows: self.into_rows(),
        }))
    }

    fn into_rows(self) -> Vec<Row> {
        let rows = self.rows.into_iter().map(|(at, cells)| Row {
            number: at + 1,
            cells,
        });
        rows.collect()
    }

    pub fn finish(self, kind: Kind, sheet: Option<String>) -> Result<Table, Problem> {
        if self.rows.is_empty() {
            return Err(Problem::Empty);
        }
        Ok(Table {
            kind,
            sheet,
            rows: self.into_rows(),
        })
    }
}
