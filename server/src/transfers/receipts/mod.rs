//! Receipts for what was paid, as PDF: for visitors from their own page, for organisers of each participant. A receipt is
//! drawn when it is asked for, from what is stored; it is no tax invoice.

mod page;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_db::Timestamp;
use sea_orm::EntityTrait;

use super::access::Participant;
use super::matching::in_vietnam;
use crate::accounts;
use crate::app::App;
use crate::attendances::{PaidWay, PaymentMethod, attendance, payment};
use crate::error::{Error, LocalizedText, Result};
use crate::events::EventOwner;
use crate::events::entity::{event, ticket};
use crate::http::{BinaryFile, attachment};
use crate::ids::{AttendanceId, EventId};
use crate::language;
use crate::registration::VisitorByKey;

/// What a receipt says.
struct Receipt {
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
    way: &'static str,
    paid_at: Timestamp,
    reference: String,
}

/// Returns the receipt for what the visitor paid, in the request's language. 5005: the event is deleted or cancelled, or
/// the key is not valid, or no longer; 5008: nothing was paid; 5003: too many requests from this address, or too much work
/// at this moment (429).
#[utoipa::path(get, path = "/event/{eventId}/registration/receipt", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, description = "The file", content((BinaryFile = "application/pdf")))))]
pub async fn get_own_receipt(State(app): State<App>, holder: VisitorByKey) -> Result<Response> {
    answer(&app, holder.event, holder.attendance).await
}

/// Returns the receipt for what a participant paid, in the request's language. 5008: nothing was paid; 5003 (429): too
/// much work at this moment.
#[utoipa::path(get, path = "/event/{eventId}/attendances/{id}/receipt", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, description = "The file", content((BinaryFile = "application/pdf")))), security(("bearer" = [])))]
pub async fn get_receipt(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
    Participant(row): Participant,
) -> Result<Response> {
    answer(&app, event, row).await
}

async fn answer(app: &App, event: event::Model, row: attendance::Model) -> Result<Response> {
    let lang = language::current();
    let receipt = describe(app, event, row).await?;
    let name = format!(
        "{} {}",
        LocalizedText::new("receipt.title").in_language(lang),
        receipt.number
    );
    let draw = move || page::draw(&receipt, lang);
    let file = app.compute.run(draw).await?.map_err(Error::Internal)?;
    let mut response = file.into_response();
    let headers = response.headers_mut();
    let mime = HeaderValue::from_static("application/pdf");
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CONTENT_DISPOSITION, attachment(&name, "pdf"));
    Ok(response)
}

async fn describe(app: &App, event: event::Model, row: attendance::Model) -> Result<Receipt> {
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
    // Payments noted before the moment was kept.
    let paid_at = row.paid_at.unwrap_or(row.registration_time);
    Ok(Receipt {
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
        way: way(row.paid_way, row.payment_method),
        paid_at,
        reference: row.payment_ref,
    })
}

/// Returns the number of a receipt. The reference is different for every registration; the day and the number of payments
/// tell the receipts of one registration apart.
fn number(reference: &str, paid_at: Timestamp, payments: i64) -> String {
    let day = in_vietnam(paid_at).strftime("%y%m%d");
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
