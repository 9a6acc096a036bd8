//! Figures of a group over some days: who came and went, its deals, and what each member has to do with them; on the
//! screen and as a workbook.
//!
//! Everything is counted when it is asked for. A late approval therefore changes past months, and a file says when it
//! was made.

mod dto;
mod export;
mod routes;
mod rows;
mod rules;
mod store;

pub use routes::routes;
