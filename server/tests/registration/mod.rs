//! The desk and the public form in front of it.

pub mod desk;
pub mod form;
mod mails;
pub mod race;
