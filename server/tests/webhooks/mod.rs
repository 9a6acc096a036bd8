//! Webhooks: what is sent to whom, in which order, how often, and to receivers that mean ill.

mod calls;
mod hostile;
mod receiver;
mod sending;
mod support;
