//! Notifications: who is told what, on which way, and who sees it.

mod list;
mod live;
mod mails;
mod producers;
mod support;
mod tell;
