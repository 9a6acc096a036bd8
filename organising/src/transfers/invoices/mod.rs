//! Invoices that participants ask for: their texts, the waiting ones, and those that the organiser has issued
//! elsewhere.

mod dto;
pub mod export;
pub mod own;
pub mod routes;
mod store;

pub use store::count_waiting;
