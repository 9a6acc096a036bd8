//! Tables as files: XLSX and CSV written row by row, XLSX, XLS and CSV read within bounds.
//!
//! It knows nothing of what the rows mean, evaluates nothing, and keeps no formatting. Files from strangers are hostile:
//! whatever they declare about themselves is never believed, and reading one costs a bounded amount of memory.

mod date;
mod delimited;
mod read;
mod table;
mod write;
mod xls;
mod xlsx;

pub use read::read;
pub use table::{Kind, Limits, Problem, Row, Table, Value};
pub use write::{Cell, Column, Format, SheetWriter, column_name};
