//! The ground on which the features stand: time, configuration, errors, limits, storage, HTTP, mails, files, and the
//! logs that all of them write. Nothing here knows a feature.
//!
//! The map is in ARCHITECTURE.md. Every folder uses only those before it in the order that `cargo xtask tidy` checks.

pub mod app;
pub mod audit;
pub mod broadcast;
pub mod clock;
pub mod compute;
pub mod config;
pub mod consent;
pub mod cookies;
pub mod data_folder;
pub mod days;
pub mod error;
pub mod export_files;
pub mod fields;
pub mod files;
pub mod http;
pub mod idempotency;
pub mod ids;
pub mod import_files;
pub mod installation;
pub mod language;
pub mod limits;
pub mod mail_log;
pub mod mail_templates;
pub mod mails;
pub mod metrics;
pub mod migrations;
pub mod outbox;
pub mod outgoing;
pub mod page_visits;
pub mod password_hashing;
pub mod qr;
pub mod quota;
pub mod realtime;
pub mod secrets;
pub mod snapshots;
pub mod storage;
pub mod terminal;
pub mod validation;
pub mod version;
pub mod vitals;
