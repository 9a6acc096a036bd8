//! Hội's server: the features that build on accounts and events, the operator's commands, and the program.
//!
//! The map is in ARCHITECTURE.md. Every folder uses only the folders before it in the order that `cargo xtask tidy`
//! checks.

pub mod api_keys;
pub mod background;
mod broadcast_receiver;
pub mod demo;
pub mod dev_mail;
pub mod health;
pub mod licenses;
mod me;
pub mod openapi;
pub mod operations;
mod organisers;
pub mod privacy;
pub mod router;
pub mod serve;
pub mod system;
mod todo;
pub mod traces;
pub mod uploads;
mod v1;
pub mod webhooks;
