//! Webhooks: content, recipients, order and repetition of deliveries, and hostile receivers.

mod calls;
mod hostile;
mod receiver;
mod sending;
mod support;
