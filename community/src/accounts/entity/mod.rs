//! The tables of this feature.

pub mod known_origin;
pub mod mail_allowance;
pub mod one_time_token;
pub mod recovery_code;
pub mod second_factor;
pub mod session;
pub mod user;
