//! The tables of this feature; rows only, no behaviour.

pub mod cover;
pub mod event;
pub mod event_activity;
pub mod ticket;
