//! The tables of this feature.
pub mod lucky_draw;
pub mod round;
pub mod winner;
