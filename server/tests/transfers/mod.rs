//! Bank accounts, transfers that arrive on them, and the money of events.

mod accounts;
mod bad_input;
mod deadline;
mod figures;
mod invoices;
mod parts;
mod payments;
mod race;
mod receipts;
mod refunds;
mod reminders;
mod report;
mod review;
mod statements;
pub mod support;
mod surplus;
mod webhook;
