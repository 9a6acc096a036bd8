//! The desk and the public form.

mod address;
mod calendar;
mod confirm;
mod desk;
mod emails;
mod form;
mod mails;
mod own_limits;
mod own_page;
mod own_race;
pub mod race;
pub mod support;
mod waiting_room;
