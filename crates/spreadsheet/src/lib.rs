//! Tables as files: XLSX and CSV written row by row, XLSX, XLS, CSV and the tables of web pages read within limits.
//!
//! The crate does not know what the rows mean, evaluates no formulas and keeps no formatting. Files may be hostile:
//! sizes they declare are not trusted, and reading a file takes a bounded amount of memory.

mod date;
mod delimited;
mod html;
#[cfg(test)]
mod mutation;
mod read;
mod table;
mod write;
mod xls;
mod xlsx;

pub use read::{read, read_chosen};
pub use table::{Chosen, Head, Kind, Limits, Problem, Row, Table, UNSAVED, Value};
pub use write::{Cell, Column, Format, SheetWriter, column_name};
