//! Receipts for payments, as PDF: in the mail after the payment, for visitors from their own page, for organisers of
//! each participant. A receipt is drawn when it is asked for, from stored data; it is no tax invoice.

mod page;

use hoi_community::accounts;
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{Error, LocalizedText, Result};
use sea_orm::EntityTrait;

use crate::attendances::{PaidWay, PaymentMethod, attendance, payment};
use crate::events::entity::{event, ticket};

/// The content of a receipt.
pub struct Receipt {
    number: String,
    organiser: String,
    contact: Option<String>,
    payer: String,
    company: String,
    event: String,
    begins: Timestamp,
    venue: String,
    class: Option<String>,
    /// In dong.
    amount: i64,
    /// The part of it beyond the price.
    surplus: i64,
    way: &'static str,
    paid_at: Timestamp,
    reference: String,
}

impl Receipt {
    /// Returns the receipt for a registration. 5008: nothing was received.
    pub async fn of(app: &App, event: event::Model, row: attendance::Model) -> Result<Self> {
        if row.received == 0 {
            return Err(Error::Conflict(LocalizedText::new("receipt.nothingPaid")));
        }
        let conn = app.db.read();
        let class = match row.ticket_id {
            Some(id) => ticket::Entity::find_by_id(id).one(conn).await?,
            None => None,
        };
        let organiser = match event.host_name {
            Some(name) => name,
            None => accounts::full_name(conn, event.owner_id).await?,
        };
        let payments = payment::next_number(conn, row.id).await? - 1;
        let surplus = row.surplus();
        // Payments noted before the moment was kept.
        let paid_at = row.paid_at.unwrap_or(row.registration_time);
        Ok(Self {
            number: number(&row.payment_ref, paid_at, payments),
            organiser,
            contact: event.host_contact,
            payer: row.full_name,
            company: row.company,
            event: event.title,
            begins: event.event_start_date,
            venue: event.venue_address,
            class: class.map(|class| class.name),
            amount: row.received,
            surplus,
            way: way(row.paid_way, row.payment_method),
            paid_at,
            reference: row.payment_ref,
        })
    }

    /// Returns the name of the file, without its ending.
    pub fn name(&self, lang: Lang) -> String {
        let title = LocalizedText::new("receipt.title").in_language(lang);
        format!("{title} {}", self.number)
    }

    /// Draws the receipt as a PDF file in this language.
    pub fn draw(&self, lang: Lang) -> anyhow::Result<Vec<u8>> {
        page::draw(self, lang)
    }
}

/// Returns the number of a receipt. The reference is different for every registration; the day and the number of payments
/// tell the receipts of one registration apart.
fn number(reference: &str, paid_at: Timestamp, payments: i64) -> String {
    let day = VIETNAM.shown(paid_at).strftime("%y%m%d");
    if payments > 1 {
        format!("{day}-{reference}-{payments}")
    } else {
        format!("{day}-{reference}")
    }
}

fn way(way: Option<PaidWay>, method: Option<PaymentMethod>) -> &'static str {
    match (way, method) {
        (Some(PaidWay::Door), _) => "receipt.atDoor",
        (Some(PaidWay::Webhook | PaidWay::Statement), _)
        | (_, Some(PaymentMethod::BankTransfer)) => "receipt.byTransfer",
        (_, Some(PaymentMethod::CashAtVenue)) => "receipt.inCash",
        (_, None) => "receipt.noted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_stable_and_another_day_is_another_payment() {
        let at = |text: &str| text.parse().unwrap();
        let night = at("2026-03-01T23:30:00+07:00");
        let first = |at| number("EV7K2Q9XAR", at, 1);
        assert_eq!(first(night), "260301-EV7K2Q9XAR");
        assert_eq!(first(night), first(night));
        let next = at("2026-03-02T00:00:00+07:00");
        assert_eq!(first(next), "260302-EV7K2Q9XAR");
        assert_eq!(number("EV7K2Q9XAR", night, 2), "260301-EV7K2Q9XAR-2");
    }
}
