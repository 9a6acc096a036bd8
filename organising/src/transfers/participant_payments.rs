//! Money received for one registration, payment by payment, and the payments that organisers note by hand.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use hoi_community::accounts;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, PathNumber, ValidatedJson};
use hoi_platform::idempotency::{IdempotentRequest, KeyHeader};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::attendances::{PaidWay, payment};
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::events::{InEvent, MAX_PRICE, rights};
use hoi_ticketing::registration::{Desk, Noted, NotedBy, note_payment, take_noted};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::LiveAttendance;
use super::surplus::SurplusDecision;

/// Money that was received for a registration.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// From 1, in the order in which the payments of a registration became known.
    pub number: i64,
    /// The amount, in dong.
    pub amount: i64,
    pub way: PaidWay,
    /// When the transfer arrived, or when it was noted.
    pub paid_at: Timestamp,
    /// The name of the account that noted it or decided what the transfer is for, or of the device at the door on which
    /// it was noted.
    #[schema(required)]
    pub noted_by_name: Option<String>,
    /// The text of the transfer; null for a payment noted by hand.
    #[schema(required)]
    pub content: Option<String>,
}

/// Money that the organizer received.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct NewPayment {
    /// In dong, 1–9,999,999,999,999.
    #[schema(minimum = 1, extensions(("max" = json!(MAX_PRICE))))]
    pub amount: i64,
    /// For an amount that exceeds the amount due.
    #[serde(default)]
    pub surplus: Option<SurplusDecision>,
}

impl Validate for NewPayment {
    fn validate(&mut self, check: &mut Check) {
        check.between("amount", self.amount, 1, MAX_PRICE);
        if let Some(surplus) = &mut self.surplus {
            surplus.check(check);
        }
    }
}

/// Lists the payments for a participant, the first one first.
#[utoipa::path(get, path = "/event/{eventId}/attendances/{id}/payments", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<Vec<Payment>>)), security(("bearer" = [])))]
pub async fn list_payments(
    State(app): State<App>,
    _: InEvent<rights::Money>,
    LiveAttendance(person): LiveAttendance,
) -> Result<Envelope<Vec<Payment>>> {
    Ok(Envelope::ok(find_payments(&app, person.id).await?))
}

/// Notes money that the organizer received for a participant: a part, the rest or more; answers with all payments. With
/// the whole price the participant has paid. 5003: 100 payments were noted; 5008: the registration is free, or the
/// amount exceeds the amount due, and `surplus` does not decide about the rest; 5009: the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/attendances/{id}/payments", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path), KeyHeader),
    request_body = NewPayment, responses((status = 200, body = Envelope<Vec<Payment>>)), security(("bearer" = [])))]
pub async fn add_payment(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    LiveAttendance(person): LiveAttendance,
    headers: HeaderMap,
    ValidatedJson(body): ValidatedJson<NewPayment>,
) -> Result<Envelope<Vec<Payment>>> {
    let path = format!("/event/{}/attendances/{}/payments", event.id, person.id);
    let caller = user.id.to_string();
    let idempotency =
        IdempotentRequest::from_headers(&app.secrets, &headers, &caller, &path, &body)?;
    let noted = Noted {
        amount: body.amount,
        way: PaidWay::Hand,
        by: NotedBy::Account(user.id),
        agreed: body.surplus.as_ref().map(SurplusDecision::agreed),
    };
    desk.submit(note_payment(event.id, person.id, noted, idempotency))
        .await?;
    Ok(Envelope::ok(find_payments(&app, person.id).await?))
}

/// Takes back a payment that was noted; answers with the payments that are left. 5008: a transfer brought it, which is
/// taken back on the list of transfers, or it was decided about money that is owed back because of it; 5009: the event is
/// canceled.
#[utoipa::path(delete, path = "/event/{eventId}/attendances/{id}/payments/{number}", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path), ("number" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<Payment>>)), security(("bearer" = [])))]
pub async fn remove_payment(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    LiveAttendance(person): LiveAttendance,
    PathNumber(number): PathNumber,
) -> Result<Envelope<Vec<Payment>>> {
    desk.submit(take_noted(event.id, person.id, number, user.id))
        .await?;
    Ok(Envelope::ok(find_payments(&app, person.id).await?))
}

#[tracing::instrument(name = "transfers.find_payments", skip_all)]
async fn find_payments(app: &App, id: AttendanceId) -> Result<Vec<Payment>> {
    let conn = app.db.read();
    let rows = payment::Entity::find()
        .filter(payment::Column::AttendanceId.eq(id))
        .order_by_asc(payment::Column::Number)
        .all(conn)
        .await?;
    let transfers = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(rows.iter().filter_map(|row| row.transfer_id)))
        .all(conn)
        .await?;
    let mut contents: HashMap<_, _> = transfers
        .into_iter()
        .map(|row| (row.id, row.content))
        .collect();
    let names = accounts::full_names(conn, rows.iter().filter_map(|row| row.noted_by)).await?;
    let payments = rows.into_iter().map(|row| Payment {
        number: row.number,
        amount: row.amount,
        way: row.way,
        paid_at: row.paid_at,
        noted_by_name: row
            .noted_by
            .and_then(|id| names.get(&id).cloned())
            .or(row.noted_at_device),
        content: row.transfer_id.and_then(|id| contents.remove(&id)),
    });
    Ok(payments.collect())
}
