//! Figures of a group over some days: members who joined or left, deals, and the part of each member in them; on the
//! screen and as a workbook.
//!
//! Everything is counted on request. A late approval therefore changes past months, and a file says when it was made.

mod dto;
mod export;
mod recap;
mod routes;
mod rows;
mod rules;
mod store;

pub use recap::write_recaps;
pub use routes::routes;
