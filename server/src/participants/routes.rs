//! The calls of model-and-api §8.4 on participants.

use std::time::Duration;

use axum::extract::State;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::{Deleted, Participant, ParticipantPage, ParticipantQuery};
use super::fields::{ChangeParticipant, NewParticipant};
use super::{edit, export, import, store};
use crate::access::EventOwner;
use crate::accounts::Role;
use crate::accounts::entity::user;
use crate::app::App;
use crate::error::{Error, Message, Result};
use crate::events;
use crate::files::{self, FileUrl, Visibility};
use crate::http::{
    Check, Envelope, IdsBody, NamedIds, Nothing, PathId, ValidatedJson, ValidatedQuery, language,
};
use crate::ids::{AttendanceId, EventId, FileId};
use crate::registration;
use crate::registration::entity::attendance;

const RESENT: &str = "participant.resent";
/// Between two mails that the organiser sends to one participant.
const RESEND_PAUSE: Duration = Duration::from_mins(1);

/// The participants' part of the API.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(
            list_participants,
            create_participant,
            delete_participants
        ))
        .routes(routes!(get_participant, update_participant))
        .routes(routes!(resend_ticket))
        .merge(import::routes())
        .merge(export::routes())
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
    let files = [
        ("avatar", body.avatar, Visibility::Public),
        ("logo", body.logo, Visibility::Public),
        (
            "businessLicense",
            body.business_license,
            Visibility::Private,
        ),
    ];
    check_files(&app, &owner.user, files).await?;
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
    let new_file = |given: Option<Option<FileUrl>>, before: Option<FileId>| {
        given.flatten().filter(|file| Some(file.0) != before)
    };
    let files = [
        (
            "avatar",
            new_file(body.avatar, row.avatar_file_id),
            Visibility::Public,
        ),
        (
            "logo",
            new_file(body.logo, row.logo_file_id),
            Visibility::Public,
        ),
        (
            "businessLicense",
            new_file(body.business_license, row.business_license_file_id),
            Visibility::Private,
        ),
    ];
    check_files(&app, &owner.user, files).await?;
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
    Ok(Envelope::said(Deleted { deleted }, "message.deleted"))
}

/// Mails the ticket once more, and, while a transfer is due, how to make it. Once a minute for each participant (5003).
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/{id}/resend", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = [])),
)]
async fn resend_ticket(
    State(app): State<App>,
    owner: EventOwner,
    PathId(id): PathId<AttendanceId>,
) -> Result<Envelope<Nothing>> {
    let event = owner.event.id;
    let row = find(&app, event, id).await?;
    events::check_not_cancelled(owner.event.cancelled_at.is_some())?;
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let last = store::last_logged(&tx, event, id, RESENT, now.minus(RESEND_PAUSE)).await?;
    if let Some(last) = last {
        return Err(Error::TooManyRequests {
            retry_after: now.until(last.plus(RESEND_PAUSE)),
        });
    }
    registration::mail_again(&tx, &row, now).await?;
    let data = json!({ "name": row.full_name });
    events::log(
        &tx,
        event,
        Some(owner.user.id),
        RESENT,
        Some(id.0),
        data,
        now,
    )
    .await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope::done("participant.resent"))
}

/// Refuses files that are gone, somebody else's, or readable by the wrong people.
async fn check_files(
    app: &App,
    user: &user::Model,
    files: [(&'static str, Option<FileUrl>, Visibility); 3],
) -> Result<()> {
    if files.iter().all(|(_, file, _)| file.is_none()) {
        return Ok(());
    }
    let is_admin = user.role == Role::Admin;
    let mut check = Check::default();
    let tx = app.db.write().await?;
    for (field, file, visibility) in files {
        if let Some(file) = file {
            let usable = files::is_usable(&tx, file.0, user.id, is_admin, visibility).await?;
            check.ensure(usable, field, Message::new("file.notAvailable"));
        }
    }
    check.finish()
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
