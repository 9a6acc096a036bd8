//! The tables of this feature; rows only, no behaviour.

pub mod one_time_token;
pub mod session;
pub mod throttle;
pub mod user;
