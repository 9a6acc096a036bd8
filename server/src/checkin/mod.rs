//! The door: scans, the welcome screen and the keys of its devices.

pub mod entity;

pub use crate::ids::CheckinKeyId;
