//! Hội's server: the API, the application's files, realtime and background work in one program.
//!
//! The map is in ARCHITECTURE.md. Every folder uses only the folders before it in the order that `cargo xtask tidy`
//! checks.

pub mod accounts;
pub mod api_keys;
pub mod app;
pub mod attendances;
pub mod audit;
pub mod background;
pub mod bank_accounts;
pub mod broadcast;
mod broadcast_receiver;
pub mod calendar;
pub mod checkin;
pub mod clock;
pub mod compute;
pub mod config;
pub mod consent;
mod cookies;
pub mod data_folder;
pub mod demo;
pub mod dev_mail;
pub mod error;
pub mod events;
pub mod exports;
mod fields;
pub mod files;
pub mod group_events;
pub mod group_statistics;
pub mod groups;
pub mod health;
pub mod http;
pub mod idempotency;
pub mod ids;
pub mod imports;
pub mod installation;
pub mod invoices;
pub mod language;
pub mod licenses;
pub mod limits;
pub mod lucky_draw;
pub mod mail_log;
pub mod mail_templates;
pub mod mails;
mod me;
pub mod messages;
pub mod metrics;
pub mod migrations;
pub mod notifications;
pub mod openapi;
pub mod operations;
mod organisers;
pub mod outbox;
pub mod outgoing;
pub mod page_visits;
pub mod participants;
pub mod password_hashing;
pub mod plans;
pub mod points;
pub mod posts;
pub mod privacy;
pub mod qr;
pub mod quota;
pub mod realtime;
pub mod registration;
pub mod roll_call;
pub mod router;
pub mod secrets;
pub mod serve;
pub mod snapshots;
pub mod statistics;
pub mod storage;
pub mod system;
pub mod terminal;
pub mod transfers;
pub mod uploads;
mod v1;
pub mod validation;
pub mod version;
pub mod vitals;
pub mod webhooks;

use std::sync::{Arc, LazyLock};

use hoi_i18n::{Catalogue, Lang};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "locales"]
struct Locales;

/// Returns the server's texts, in messages and mails, in every language.
#[must_use]
pub fn texts() -> &'static Arc<Catalogue> {
    #[expect(
        clippy::expect_used,
        reason = "the catalogues are part of the program; a test reads them"
    )]
    static TEXTS: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
        let documents = Lang::ALL.map(|lang| {
            let file = Locales::get(&format!("{lang}.json")).expect("every language has a file");
            (lang, String::from_utf8_lossy(&file.data).into_owned())
        });
        Arc::new(Catalogue::from_json(documents).expect("the catalogues are valid"))
    });
    &TEXTS
}
