//! Registration, login and logout, and everything about passwords.

mod flood;
mod passwords;
mod refusals;
mod register;
mod second_factor;
mod sessions;
pub mod support;
mod throttle;
