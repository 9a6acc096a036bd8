//! Invoices that participants ask for: what they shall say, which wait, which the organiser has issued elsewhere.

mod dto;
pub mod export;
pub mod own;
pub mod routes;
mod store;
