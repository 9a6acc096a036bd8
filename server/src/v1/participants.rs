//! Participants of events that a key opens.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Cursor, CursorQuery, Envelope, PathId, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::KeyHeader;
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::participants::{add_participant, describe, find};
use hoi_ticketing::registration::Desk;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _};

use super::dto::{V1NewParticipant, V1Part, V1Participant, V1ParticipantQuery};
use crate::api_keys::{ApiRight, EventByKey, ReadsGuests, WritesGuests};

/// Lists participants in the order of their identifiers, which is roughly that of registration. Removed ones are not
/// listed. Needs `guests:read`. 5003 (429): too many requests.
#[utoipa::path(
    get, path = "/v1/events/{eventId}/participants", tag = "v1", operation_id = "v1_list_participants",
    params(("eventId" = EventId, Path), V1ParticipantQuery),
    responses((status = 200, body = Envelope<V1Part<V1Participant>>)),
    security(("key" = [])),
)]
pub async fn list_participants(
    State(app): State<App>,
    EventByKey { key, event, .. }: EventByKey<ReadsGuests>,
    ValidatedQuery(query): ValidatedQuery<V1ParticipantQuery>,
) -> Result<Envelope<V1Part<V1Participant>>> {
    use attendance::Column;

    let part = CursorQuery {
        cursor: None,
        limit: query.limit,
    };
    let (limit, _) = part.part()?;
    let last = query.cursor.as_deref().map(str::parse::<AttendanceId>);
    let last = last.transpose().map_err(|_| Cursor::bad())?;
    let found = attendance::live()
        .filter(Column::EventId.eq(event.id))
        .filter(match query.payment_status {
            Some(status) => Column::PaymentStatus.eq(status),
            None => attendance::has_any_status(),
        })
        .apply_if(query.is_checked_in, |found, is_inside| {
            found.filter(if is_inside {
                Column::CheckedInTime.is_not_null()
            } else {
                Column::CheckedInTime.is_null()
            })
        })
        .apply_if(query.ticket_class_id, |found, class| {
            found
                .filter(attendance::has_any_type())
                .filter(Column::TicketId.eq(class))
        })
        .apply_if(query.updated_since, |found, since| {
            found.filter(Column::UpdatedAt.gte(since))
        })
        .apply_if(last, |found, last| found.filter(Column::Id.gt(last)))
        .order_by_asc(Column::Id)
        .limit(limit + 1);
    let conn = app.db.read();
    let mut rows = found.all(conn).await?;
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > wanted;
    rows.truncate(wanted);
    let last = rows.last().filter(|_| has_more);
    let next_cursor = last.map(|row| row.id.0.simple().to_string());
    let reads_money = key.may(ApiRight::ReadMoney);
    let people = describe(conn, rows).await?.into_iter();
    let items = people.map(|person| V1Participant::new(person, reads_money));
    Ok(Envelope::ok(V1Part {
        items: items.collect(),
        next_cursor,
    }))
}

/// Shows one participant. Needs `guests:read`. 5005: the event has no such participant, or no longer; 5003 (429): too many
/// requests.
#[utoipa::path(
    get, path = "/v1/events/{eventId}/participants/{id}", tag = "v1", operation_id = "v1_get_participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<V1Participant>)),
    security(("key" = [])),
)]
pub async fn get_participant(
    State(app): State<App>,
    EventByKey { key, event, .. }: EventByKey<ReadsGuests>,
    PathId(id): PathId<AttendanceId>,
) -> Result<Envelope<V1Participant>> {
    let not_found = || Error::NotFound(LocalizedText::new("participant.notFound"));
    let conn = app.db.read();
    let row = find(conn, event.id, id).await?.ok_or_else(not_found)?;
    let person = describe(conn, vec![row]).await?.into_iter().next();
    let person = person.ok_or_else(not_found)?;
    let reads_money = key.may(ApiRight::ReadMoney);
    Ok(Envelope::ok(V1Participant::new(person, reads_money)))
}

/// Adds a participant as the organizer does by hand, whether registration is open or not. Needs `guests:write`. 5003
/// full, too many mails today, or too many requests (429); 5009 canceled, 5011 class sold out, 5013 address in use.
#[utoipa::path(
    post, path = "/v1/events/{eventId}/participants", tag = "v1", operation_id = "v1_create_participant",
    params(("eventId" = EventId, Path), KeyHeader),
    request_body = V1NewParticipant,
    responses((status = 200, body = Envelope<V1Participant>)),
    security(("key" = [])),
)]
pub async fn create_participant(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    EventByKey {
        key, user, event, ..
    }: EventByKey<WritesGuests>,
    headers: HeaderMap,
    ValidatedJson(body): ValidatedJson<V1NewParticipant>,
) -> Result<Envelope<V1Participant>> {
    let path = format!("/v1/events/{}/participants", event.id);
    let body = body.into();
    let added = add_participant(&app, &desk, &event, &user, &headers, &path, body).await;
    let added = added.map_err(name_class)?;
    let added = V1Participant::new(added, key.may(ApiRight::ReadMoney));
    Ok(Envelope::said(added, "participant.added"))
}

/// Names the ticket class as this part of the API does.
fn name_class(error: Error) -> Error {
    let Error::InvalidFields(mut fields) = error else {
        return error;
    };
    for (field, _) in &mut fields {
        if field == "ticketId" {
            "ticketClassId".clone_into(field);
        }
    }
    Error::InvalidFields(fields)
}
