//! The tables of this feature; rows only, no behaviour.

pub mod file;
