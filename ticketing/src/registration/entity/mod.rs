//! The tables of this feature; rows only, no behaviour.

pub mod burst;
pub mod reminder_look;
pub mod untold_registrations;
