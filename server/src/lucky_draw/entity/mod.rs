//! The feature's tables.
pub mod lucky_draw;
pub mod round;
pub mod winner;
