//! The tables of this feature.

pub mod absence;
