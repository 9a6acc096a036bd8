//! Rows of webhooks, of what has happened and of what is sent.

pub mod webhook;
pub mod webhook_delivery;
pub mod webhook_news;
