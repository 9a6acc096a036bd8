//! What participants who pay want to stand on their invoice. The organiser issues the invoice elsewhere and notes so:
//! the program issues none.
//!
//! The registration desk stores what came along with a registration; the calls stand in `transfers/invoices`.

mod dto;
pub mod entity;
mod rules;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use dto::{Invoice, InvoiceBody};
pub use store::{add_all, erase, erase_buyers, find};

use crate::events::entity::event;

/// Whom an invoice is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum Buyer {
    Person,
    /// A company or another unit with a tax number.
    Company,
}

/// Returns whether somebody for whose seat `amount` dong are due or were paid can ask for an invoice.
#[must_use]
pub fn offers_invoice(event: &event::Model, amount: i64) -> bool {
    event.offers_invoices && !event.turn_off_payment && amount > 0
}
