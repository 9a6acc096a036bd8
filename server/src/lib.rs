//! Hội's server: the API, the application's files, sockets and background work in one program.
//!
//! ARCHITECTURE.md has the map. A feature uses other features only through their `mod.rs`, and only earlier ones in
//! this order: files, accounts, events, tickets, registration, invitations, participants, checkin, `lucky_draw`,
//! messages.

pub mod access;
pub mod accounts;
pub mod app;
pub mod audit;
pub mod background;
pub mod checkin;
pub mod clock;
pub mod compute;
pub mod config;
pub mod consent;
pub mod data_folder;
pub mod demo;
pub mod dev_mail;
pub mod error;
pub mod events;
pub mod exports;
pub mod files;
pub mod health;
pub mod http;
pub mod ids;
pub mod installation;
pub mod invitations;
pub mod lucky_draw;
pub mod mails;
mod me;
pub mod messages;
pub mod migrations;
pub mod openapi;
pub mod participants;
pub mod qr;
pub mod realtime;
pub mod registration;
pub mod router;
pub mod secrets;
pub mod serve;
pub mod tickets;

use std::sync::{Arc, LazyLock};

use hoi_i18n::Catalogue;

/// Returns the server's texts, in messages and mails, in both languages.
#[must_use]
pub fn texts() -> &'static Arc<Catalogue> {
    #[expect(
        clippy::expect_used,
        reason = "the catalogues are part of the program; a test reads them"
    )]
    static TEXTS: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
        Arc::new(
            Catalogue::from_json(
                include_str!("../locales/vi.json"),
                include_str!("../locales/en.json"),
            )
            .expect("the catalogues are valid"),
        )
    });
    &TEXTS
}
