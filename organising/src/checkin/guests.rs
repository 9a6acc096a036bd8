//! Guests without a ticket, at the door: finding them by name, and noting the cash that they pay. For the owner, and
//! for devices to which the owner gave this right.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{IdempotentRequest, KeyHeader};
use hoi_platform::ids::EventId;
use hoi_platform::limits::RateLimit;
use hoi_platform::routes;
use hoi_platform::validation::Check;
use hoi_ticketing::attendances::{PaidWay, PaymentStatus, attendance};
use hoi_ticketing::participants;
use hoi_ticketing::registration::{AppWithDesk, Desk, Noted, NotedBy, note_payment};
use utoipa_axum::router::OpenApiRouter;

use super::access::{Device, GuestService};
use super::at_door::AtDoor;
use super::dto::{CashReceived, DeviceRights, FoundGuest, GuestSearch};
use super::{CheckinActor, CheckinKeyId, store};

/// The most guests that one search finds: enough for the staff at the door, and too few to read out the guest list.
const MAX_FOUND: u64 = 8;
/// The digits of a phone number that tell two people of one name apart.
const PHONE_END: usize = 3;

/// Limits the searches of each device: one for each pause in typing, not one for each name of a dictionary.
pub struct GuestSearches(RateLimit<CheckinKeyId>);

impl Default for GuestSearches {
    fn default() -> Self {
        Self(RateLimit::new(60, Duration::from_secs(1)))
    }
}

/// The calls that the registration desk answers.
pub fn desk_routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new().routes(routes!(receive_cash))
}

/// Returns the rights of the calling device.
#[utoipa::path(
    get, path = "/event/{eventId}/checkin/device", tag = "checkin",
    params(("eventId" = EventId, Path), ("X-Checkin-Key" = Option<String>, Header, description = "The key of a paired device")),
    responses((status = 200, body = Envelope<DeviceRights>)),
    security(("bearer" = []), ()),
)]
pub async fn get_device_rights(Device { actor, .. }: Device) -> Envelope<DeviceRights> {
    let serves_guests = actor.serves_guests();
    let label = match actor {
        CheckinActor::Device(key) => Some(key.label),
        CheckinActor::Account(_) => None,
    };
    Envelope::ok(DeviceRights {
        label,
        serves_guests,
    })
}

/// Finds at most 8 guests by parts of their names or their phone number, in the order of their names. 5002: the search
/// is too short or too long; 5003 (429): the device searched too often.
#[utoipa::path(
    get, path = "/event/{eventId}/checkin/guests", tag = "checkin",
    params(("eventId" = EventId, Path), GuestSearch, ("X-Checkin-Key" = Option<String>, Header, description = "The key of a paired device")),
    responses((status = 200, body = Envelope<Vec<FoundGuest>>)),
    security(("bearer" = []), ()),
)]
pub async fn find_guests(
    State(app): State<App>,
    Extension(searches): Extension<Arc<GuestSearches>>,
    GuestService { event, actor }: GuestService,
    ValidatedQuery(mut query): ValidatedQuery<GuestSearch>,
) -> Result<Envelope<Vec<FoundGuest>>> {
    let mut check = Check::default();
    query.check(&mut check);
    check.finish()?;
    if let CheckinActor::Device(key) = &actor {
        searches.0.count_caller(key.id, app.clock.monotonic())?;
    }
    let conn = app.db.read();
    let found = participants::find_by_name(conn, event, &query.search, MAX_FOUND).await?;
    let door = AtDoor::of(&app, event).await?;
    let guests = found.into_iter().map(|row| describe(row, &door));
    Ok(Envelope::ok(guests.collect()))
}

fn describe(row: attendance::Model, door: &AtDoor) -> FoundGuest {
    let due = row.payment_status == PaymentStatus::Unpaid;
    FoundGuest {
        amount_due: if due { row.outstanding() } else { 0 },
        phone_end: phone_end(&row.phone),
        ticket_name: row.ticket_id.and_then(|id| door.class_name(id).cloned()),
        attendance_id: row.id,
        full_name: row.full_name,
        participation_type: row.participation_type,
        checked_in_time: row.checked_in_time,
    }
}

/// Returns the last digits of a phone number.
fn phone_end(phone: &str) -> String {
    let digits: Vec<char> = phone.chars().filter(char::is_ascii_digit).collect();
    let hidden = digits.len().saturating_sub(PHONE_END);
    digits.into_iter().skip(hidden).collect()
}

/// Notes that a guest paid the whole amount due in cash. 5005: there is no such guest, or their registration is not
/// confirmed; 5008: nothing is due anymore, or another amount; 5009: the event is canceled.
#[utoipa::path(
    post, path = "/event/{eventId}/checkin/cash", tag = "checkin",
    params(("eventId" = EventId, Path), ("X-Checkin-Key" = Option<String>, Header, description = "The key of a paired device"), KeyHeader),
    request_body = CashReceived,
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = []), ()),
)]
pub async fn receive_cash(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    GuestService { event, actor }: GuestService,
    headers: HeaderMap,
    ValidatedJson(body): ValidatedJson<CashReceived>,
) -> Result<Envelope<Nothing>> {
    let is_here = |row: &store::DoorAttendance| row.event_id == event && row.deleted_at.is_none();
    let row = store::find_by_id(app.db.read(), body.attendance_id).await?;
    let missing = || Error::NotFound(LocalizedText::new("participant.notFound"));
    let row = row.filter(is_here).ok_or_else(missing)?;
    let (caller, by) = match actor {
        CheckinActor::Device(key) => (key.id.to_string(), NotedBy::Device(key.label)),
        CheckinActor::Account(user) => (user.id.to_string(), NotedBy::Account(user.id)),
    };
    let path = format!("/event/{event}/checkin/cash");
    let idempotency =
        IdempotentRequest::from_headers(&app.secrets, &headers, &caller, &path, &body)?;
    let noted = Noted {
        amount: body.amount,
        way: PaidWay::Door,
        by,
        agreed: None,
    };
    desk.submit(note_payment(event, row.id, noted, idempotency))
        .await?;
    Ok(Envelope::done("checkin.cashReceived"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_number_shows_its_last_digits_only() {
        for (phone, end) in [
            ("+84 912-345.678", "678"),
            ("0912345678", "678"),
            ("12", "12"),
            ("", ""),
        ] {
            assert_eq!(phone_end(phone), end);
        }
    }
}
