//! The tables of this feature; rows only, no behaviour.

pub mod checkin_key;
pub mod scan;
