//! Transfers that arrive on bank accounts: taken in from services and statements, matched with the amounts due, and
//! decided by a person where that fails; the money of events.
//!
//! The pure matcher in `crates/bank-reports` decides which registrations a transfer pays for; the desk marks them as paid.

mod access;
mod deliveries;
mod dto;
mod erasure;
mod event_ledger;
mod figures;
mod intake;
mod invoices;
mod jobs;
mod late;
mod matching;
mod money_file;
mod named;
mod organiser_ledger;
mod participant_payments;
mod receipts;
mod refunds;
mod review;
mod statements;
mod store;
mod surplus;

use axum::extract::DefaultBodyLimit;
use hoi_platform::routes;
use hoi_ticketing::registration::AppWithDesk;
use utoipa_axum::router::OpenApiRouter;

pub use deliveries::{MAX_A_DAY, remove_old};
pub use dto::{EventMoney, Sum};
pub use erasure::{ErasedPeople, FoundBefore, erase_texts, find_before};
pub use figures::{OpenDecisions, count_open_decisions, event_money};
pub use jobs::{MatchTransfers, WorkOnDelivery};
pub use named::{Mark, Search};
pub use refunds::named_account;

/// Routes of transfers and of the money of events.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(deliveries::receive_delivery))
        .layer(DefaultBodyLimit::max(deliveries::BODY_LIMIT))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(
                    statements::import_statement,
                    statements::get_statement_outcome
                ))
                .layer(DefaultBodyLimit::max(statements::BODY_LIMIT)),
        )
        .routes(routes!(deliveries::list_bank_deliveries))
        .routes(routes!(deliveries::replay_delivery))
        .routes(routes!(deliveries::send_test_transfer))
        .routes(routes!(review::list_transfers))
        .routes(routes!(review::decide_transfers))
        .routes(routes!(figures::get_event_money))
        .routes(routes!(figures::get_money))
        .routes(routes!(event_ledger::export_ledger))
        .routes(routes!(organiser_ledger::export_money))
        .routes(routes!(
            participant_payments::list_payments,
            participant_payments::add_payment
        ))
        .routes(routes!(participant_payments::remove_payment))
        .routes(routes!(receipts::get_own_receipt))
        .routes(routes!(receipts::get_receipt))
        .routes(routes!(refunds::routes::list_refunds))
        .routes(routes!(refunds::routes::change_refund))
        .routes(routes!(refunds::routes::decide_refunds))
        .routes(routes!(refunds::export::export_refunds))
        .routes(routes!(
            refunds::own::get_own_refund,
            refunds::own::name_own_refund_account
        ))
        .routes(routes!(
            invoices::own::update_own_invoice,
            invoices::own::remove_own_invoice
        ))
        .routes(routes!(
            invoices::routes::get_invoice,
            invoices::routes::update_invoice,
            invoices::routes::remove_invoice
        ))
        .routes(routes!(invoices::routes::list_invoices))
        .routes(routes!(invoices::routes::decide_invoices))
        .routes(routes!(invoices::export::export_invoices))
}
