//! Notifications: their recipients, ways and readers.

mod list;
mod live;
mod mails;
mod mute;
mod producers;
mod push;
mod push_service;
pub mod support;
mod tell;
