//! A visitor's own texts for the invoice.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, ValidatedJson};
use hoi_platform::ids::EventId;
use hoi_ticketing::invoice_requests::{Invoice, InvoiceChange, offers_invoice};
use hoi_ticketing::registration::VisitorByKey;

use super::store;

/// Asks for an invoice, or changes its text. 5005: the event is deleted or canceled, or the key is not valid, or no
/// longer; 5008: the event offers no invoices, nothing is due, the invoice was issued, or its text was changed since it
/// was read; 5003 (429): too many requests from this address.
#[utoipa::path(put, path = "/event/{eventId}/registration/invoice", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    request_body = InvoiceChange, responses((status = 200, body = Envelope<Invoice>)))]
pub async fn update_own_invoice(
    State(app): State<App>,
    holder: VisitorByKey,
    ValidatedJson(body): ValidatedJson<InvoiceChange>,
) -> Result<Envelope<Invoice>> {
    let VisitorByKey { event, attendance } = holder;
    if !offers_invoice(&event, attendance.amount) {
        return Err(Error::Conflict(LocalizedText::new("invoice.notOffered")));
    }
    let tx = app.db.write().await?;
    let saved = store::save(&tx, event.id, attendance.id, body, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Envelope::said(saved.into(), "invoice.saved"))
}

/// Removes the request for an invoice, if there is one. 5005: the event is deleted or canceled, or the key is not
/// valid, or no longer; 5008: the invoice was issued; 5003 (429): too many requests from this address.
#[utoipa::path(delete, path = "/event/{eventId}/registration/invoice", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn remove_own_invoice(
    State(app): State<App>,
    holder: VisitorByKey,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    store::remove(&tx, holder.attendance.id).await?;
    tx.commit().await?;
    Ok(Envelope::done("invoice.removed"))
}
