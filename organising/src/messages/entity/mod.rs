//! The tables of this feature.
pub mod delivery;
pub mod message;
pub mod opt_out;
pub mod pace;
