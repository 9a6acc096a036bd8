//! People with a login: accounts, notifications, plans, and groups with their posts and points.
//!
//! The map is in ARCHITECTURE.md. Every folder uses only those before it in the order that `cargo xtask tidy` checks.

pub mod accounts;
pub mod groups;
pub mod notifications;
pub mod plans;
pub mod points;
pub mod posts;
