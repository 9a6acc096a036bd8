//! Plans: administrators sell them, organisers create events with them.

mod accounts;
mod end;
mod limits;
mod manage;
mod race;
pub mod support;
