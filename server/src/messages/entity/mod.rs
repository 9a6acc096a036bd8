//! The feature's tables.
pub mod delivery;
pub mod message;
pub mod pace;
