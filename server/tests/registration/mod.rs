//! The desk and the public form in front of it.

mod address;
mod confirm;
pub mod desk;
pub mod form;
mod mails;
mod own_limits;
mod own_page;
mod own_race;
pub mod race;
