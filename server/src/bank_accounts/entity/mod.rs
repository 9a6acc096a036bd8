//! Rows of accounts and of what arrives on them.

pub mod bank_account;
pub mod bank_delivery;
pub mod transfer;
