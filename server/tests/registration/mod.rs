//! The desk and the public form in front of it.

mod desk;
mod form;
mod mails;
mod race;
