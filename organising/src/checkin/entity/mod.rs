//! The tables of this feature.

pub mod checkin_key;
pub mod scan;
