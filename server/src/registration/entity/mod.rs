//! The tables of this feature; rows only, no behaviour.

pub mod attendance;
pub mod burst;
pub mod idempotency;
