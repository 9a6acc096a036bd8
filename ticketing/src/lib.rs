//! Events, their public forms and pages, the desk that gives and takes seats, and the list of participants.
//!
//! The map is in ARCHITECTURE.md. Every folder uses only those before it in the order that `cargo xtask tidy` checks.

pub mod attendances;
pub mod bank_accounts;
pub mod events;
pub mod invoice_requests;
pub mod participants;
pub mod registration;
