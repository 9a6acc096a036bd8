//! Rows of accounts and of the transfers that arrive on them.

pub mod bank_account;
pub mod bank_delivery;
pub mod transfer;
