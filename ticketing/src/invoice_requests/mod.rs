//! The contents that paying participants request for their invoices. The organiser issues the invoice elsewhere and
//! notes so: the program issues none.
//!
//! The registration desk stores the request that came with a registration; the calls stand in `transfers/invoices`.

mod dto;
pub mod entity;
mod rules;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use dto::{Invoice, InvoiceBody, InvoiceChange};
pub use store::{add_all, erase, erase_buyers, find};

use crate::events::entity::event;

/// The buyer to whom an invoice is made out.
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

/// Returns whether a participant with `amount` dong due or paid for the seat can ask for an invoice.
#[must_use]
pub fn offers_invoice(event: &event::Model, amount: i64) -> bool {
    event.offers_invoices && !event.turn_off_payment && amount > 0
}
