//! Notifications: who is told what, on which way, and who sees it.

mod list;
mod live;
mod mails;
mod mute;
mod producers;
mod push;
mod push_service;
pub mod support;
mod tell;
