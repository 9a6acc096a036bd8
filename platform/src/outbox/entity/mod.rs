//! Rows of webhooks, of news and of deliveries.

pub mod webhook;
pub mod webhook_delivery;
pub mod webhook_news;
