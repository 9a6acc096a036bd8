//! The work of organisers on an event or group that stands: meetings, doors, roll calls, draws, messages, transfers and
//! figures.
//!
//! The map is in ARCHITECTURE.md. Every folder uses only those before it in the order that `cargo xtask tidy` checks.

pub mod checkin;
pub mod group_events;
pub mod group_statistics;
pub mod lucky_draw;
pub mod messages;
pub mod roll_call;
pub mod statistics;
pub mod transfers;
