//! Registration: the desk at which every seat is taken and given back, and the public form in front of it.
//!
//! [`desk::Desk`] is the only writer of `event.registered_count`, `ticket.sold` and `invitation_code.times_used`, and
//! the only place that inserts or removes an attendance; `rules` decides about seats, without I/O. Lists and edits of
//! participants stand in `participants`, the door in `checkin`. A visitor's way back to their own registration is
//! `own_page`, opened by the key of `attendances/own_key.rs`.

mod access;
mod address;
mod burst;
mod change;
mod command;
mod confirmation;
mod deadline;
mod desk;
mod domains;
mod dto;
pub mod entity;
mod import;
mod jobs;
mod mailings;
mod new_registration;
mod news;
mod own_page;
mod paid;
mod payment_card;
mod payment_info;
mod rate_limits;
mod receipt;
mod routes;
mod rows;
mod rules;
mod rush;
mod seats;
mod settle;
mod store;
mod unpaid;
mod variables;
mod waiting_room;

use std::borrow::Borrow;
use std::sync::Arc;

pub use crate::attendances::{OWN_KEY_HEADER, find_by_own_key, own_key, own_page};
pub use access::{HolderByKey, SubjectByKey, VisitorByKey};
pub use address::{address_hash, forget_addresses, is_from_network};
use axum::extract::FromRef;
pub use change::{Change, change, change_each};
pub use command::Command;
pub use confirmation::{release_unconfirmed, watch_unconfirmed};
pub use desk::{Desk, MAX_SEATS, QUEUE};
pub use domains::join_forms_of_domains;
use hoi_platform::app::App;
pub use import::{ImportBatch, Imported, Update, check_import, import};
pub use jobs::{
    MailGivenBack, MailPayment, MailRemoved, MailSeatReleased, MailTicket, mail_again,
    remind_to_pay,
};
pub use mailings::{
    MailChange, MailEverybody, MailReminder, count_untold, directions, look_for_reminders,
    tell_of_change, watch_reminders,
};
pub use new_registration::{NewRegistration, mailed_addresses};
pub use news::{tell_owners, watch_registrations};
pub use paid::{LatelyPaid, watch_payments};
pub use payment_card::PaymentCard;
pub use payment_info::{PaymentInfo, asked_to_pay, viet_qr};
pub use rate_limits::RateLimits;
pub use receipt::Receipt;
pub use routes::routes;
pub use rows::find_attendance;
pub use rules::{PaymentTerms, Refusal, Surplus, keys_of_address};
pub use seats::{
    Registered, RemovalMails, add_by_hand, confirm, expire, give_back, register, release,
    release_each, release_unpaid,
};
pub use settle::{
    Noted, NotedBy, PaidSeat, PaymentMark, note_payment, settle, take_back, take_noted,
};
pub use unpaid::{look_at_unpaid, watch_unpaid};
pub use variables::{Content, Guest, Variables};
pub use waiting_room::{
    HEADER as PLACE_HEADER, MOST_AT_DESK, STALLED, TICK, TURN, VALID as PLACE_VALID, WaitingRoom,
};

/// The application with the registration desk: the state of the routers that give and take seats. Earlier features
/// cannot reach the desk.
#[derive(Clone, FromRef)]
pub struct AppWithDesk {
    pub app: App,
    /// Where seats are taken and given back.
    pub desk: Arc<Desk>,
    /// Where visitors wait for whom the desk has no room.
    pub waiting_room: Arc<WaitingRoom>,
    /// Limits the requests of visitors.
    pub rate_limits: Arc<RateLimits>,
    /// Registrations that were paid lately.
    pub lately_paid: Arc<LatelyPaid>,
}

/// Jobs that neither give nor take seats need the application alone.
impl Borrow<App> for AppWithDesk {
    fn borrow(&self) -> &App {
        &self.app
    }
}

impl AppWithDesk {
    /// Creates the application's desk and rate limits.
    #[must_use]
    pub fn new(app: App) -> Self {
        let desk = Desk::open(
            app.db.clone(),
            app.clock.clone(),
            Arc::clone(&app.jobs),
            Arc::clone(&app.realtime),
            Arc::clone(&app.metrics),
            Arc::clone(&app.snapshots),
        );
        Self {
            app,
            desk: Arc::new(desk),
            waiting_room: Arc::default(),
            rate_limits: Arc::default(),
            lately_paid: Arc::default(),
        }
    }
}
