//! Calls that answer with a receipt for payments.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::{BinaryFile, attachment};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::language;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{InEvent, rights};
use hoi_ticketing::registration::{Receipt, VisitorByKey};

use super::access::LiveAttendance;

/// Returns the receipt for the visitor's payments, in the request's language. 5005: the event is deleted or canceled,
/// or the key is not valid, or no longer; 5008: nothing was paid; 5003: too many requests from this address, or too
/// much work at this moment (429).
#[utoipa::path(get, path = "/event/{eventId}/registration/receipt", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, description = "The file", content((BinaryFile = "application/pdf")))))]
pub async fn get_own_receipt(State(app): State<App>, holder: VisitorByKey) -> Result<Response> {
    answer(&app, holder.event, holder.attendance).await
}

/// Returns the receipt for a participant's payments, in the request's language. 5008: nothing was paid; 5003 (429): too
/// much work at this moment.
#[utoipa::path(get, path = "/event/{eventId}/attendances/{id}/receipt", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, description = "The file", content((BinaryFile = "application/pdf")))), security(("bearer" = [])))]
pub async fn get_receipt(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Money>,
    LiveAttendance(row): LiveAttendance,
) -> Result<Response> {
    answer(&app, event, row).await
}

async fn answer(app: &App, event: event::Model, row: attendance::Model) -> Result<Response> {
    let lang = language::current();
    let receipt = Receipt::of(app, event, row).await?;
    let name = receipt.name(lang);
    let draw = move || receipt.draw(lang);
    let file = app.compute.run(draw).await?.map_err(Error::Internal)?;
    let mut response = file.into_response();
    let headers = response.headers_mut();
    let mime = HeaderValue::from_static("application/pdf");
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CONTENT_DISPOSITION, attachment(&name, "pdf"));
    Ok(response)
}
