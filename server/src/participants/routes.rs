//! The calls of model-and-api §8.4 on participants.

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::{Deleted, Participant, ParticipantPage, ParticipantQuery};
use super::fields::{ChangeParticipant, NewParticipant};
use super::{edit, store};
use crate::access::EventOwner;
use crate::app::App;
use crate::error::{Error, Message, Result};
use crate::http::{Envelope, IdsBody, NamedIds, PathId, ValidatedJson, ValidatedQuery, language};
use crate::ids::{AttendanceId, EventId};
use crate::registration::entity::attendance;

/// The participants' part of the API.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(
            list_participants,
            create_participant,
            delete_participants
        ))
        .routes(routes!(get_participant, update_participant))
}

/// Lists participants: those inside first, the latest of them on top.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances", tag = "participant",
    params(("eventId" = EventId, Path), ParticipantQuery),
    responses((status = 200, body = Envelope<ParticipantPage>)),
    security(("bearer" = [])),
)]
async fn list_participants(
    State(app): State<App>,
    owner: EventOwner,
    ValidatedQuery(query): ValidatedQuery<ParticipantQuery>,
) -> Result<Envelope<ParticipantPage>> {
    let page = store::list(app.db.read(), owner.event.id, query).await?;
    Ok(Envelope::ok(page))
}

/// Shows one participant.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/{id}", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<Participant>)),
    security(("bearer" = [])),
)]
async fn get_participant(
    State(app): State<App>,
    owner: EventOwner,
    PathId(id): PathId<AttendanceId>,
) -> Result<Envelope<Participant>> {
    let row = find(&app, owner.event.id, id).await?;
    Ok(Envelope::ok(describe(&app, row).await?))
}

/// Adds somebody by hand, whether registration is open or not: 5003 full, 5009 cancelled, 5011 class sold out,
/// 5013 address in use.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances", tag = "participant",
    params(("eventId" = EventId, Path)),
    request_body = NewParticipant,
    responses((status = 200, body = Envelope<Participant>)),
    security(("bearer" = [])),
)]
async fn create_participant(
    State(app): State<App>,
    owner: EventOwner,
    ValidatedJson(body): ValidatedJson<NewParticipant>,
) -> Result<Envelope<Participant>> {
    let event = owner.event.id;
    if body.ticket_id.is_none() && store::has_classes(app.db.read(), event).await? {
        return Err(Error::field("ticketId", Message::new("field.required")));
    }
    let newcomer = edit::newcomer(event, body, language::current().into());
    let row = app.desk.add_by_hand(newcomer, owner.user.id).await?;
    Ok(Envelope::said(
        describe(&app, row).await?,
        "participant.added",
    ))
}

/// Changes a participant; a class change moves the seat: 5011 class sold out, 5013 address in use.
#[utoipa::path(
    put, path = "/event/{eventId}/attendances/{id}", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    request_body = ChangeParticipant,
    responses((status = 200, body = Envelope<Participant>)),
    security(("bearer" = [])),
)]
async fn update_participant(
    State(app): State<App>,
    owner: EventOwner,
    PathId(id): PathId<AttendanceId>,
    ValidatedJson(body): ValidatedJson<ChangeParticipant>,
) -> Result<Envelope<Participant>> {
    let event = owner.event.id;
    let row = find(&app, event, id).await?;
    let no_class = body.ticket_id == Some(None) && row.ticket_id.is_some();
    if no_class && store::has_classes(app.db.read(), event).await? {
        return Err(Error::field("ticketId", Message::new("field.required")));
    }
    if let Some(change) = edit::change(&row, body, owner.user.id, app.clock.now())? {
        app.desk.change(event, id, change).await?;
    }
    let row = find(&app, event, id).await?;
    Ok(Envelope::said(
        describe(&app, row).await?,
        "participant.updated",
    ))
}

/// Removes participants and gives their seats back; all of them, or none when one is not of this event (5005). The ids
/// stand in the body, as `{ids}` or as a bare array, or in `?ids=`.
#[utoipa::path(
    delete, path = "/event/{eventId}/attendances", tag = "participant",
    params(
        ("eventId" = EventId, Path),
        ("ids" = Option<String>, Query, description = "Instead of a body; several separated by commas"),
    ),
    request_body = Option<IdsBody>,
    responses((status = 200, body = Envelope<Deleted>)),
    security(("bearer" = [])),
)]
async fn delete_participants(
    State(app): State<App>,
    owner: EventOwner,
    NamedIds(ids): NamedIds<AttendanceId>,
) -> Result<Envelope<Deleted>> {
    let deleted = app.desk.release(owner.event.id, ids, owner.user.id).await?;
    Ok(Envelope::said(Deleted { deleted }, "participant.deleted"))
}

async fn find(app: &App, event: EventId, id: AttendanceId) -> Result<attendance::Model> {
    store::find(app.db.read(), event, id)
        .await?
        .ok_or_else(|| Error::NotFound(Message::new("participant.notFound")))
}

async fn describe(app: &App, row: attendance::Model) -> Result<Participant> {
    let described = store::describe(app.db.read(), vec![row]).await?;
    described.into_iter().next().ok_or_else(Error::not_found)
}
