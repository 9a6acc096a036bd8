//! The calls on participants of an event.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use hoi_community::accounts::entity::user;
use hoi_community::accounts::{self, Role};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{self, FileUrl, Visibility};
use hoi_platform::http::{
    Envelope, Existing, Identified, IdsBody, NamedIds, PathId, ValidatedJson, ValidatedQuery,
};
use hoi_platform::idempotency::{self, IdempotentRequest, KeyHeader};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::language;
use hoi_platform::routes;
use hoi_platform::snapshots::Snapshot;
use hoi_platform::validation::Check;
use utoipa_axum::router::OpenApiRouter;

use super::bodies::{ChangeParticipant, NewParticipant};
use super::dto::{
    Deleted, Participant, ParticipantFilter, ParticipantIds, ParticipantPage, ParticipantQuery,
};
use super::{
    bulk, bursts, confirm, edit, export, import, payment_reminders, resend, sensitive, store,
    undelivered,
};
use crate::attendances::{ParticipantDetails, ParticipantDetailsChange, attendance};
use crate::events::entity::event;
use crate::events::{InEvent, rights};
use crate::registration;
use crate::registration::{AppWithDesk, Desk, Registered, add_by_hand, release};

/// The most identifiers in one answer.
const MAX_IDS: usize = 5000;

/// Routes of participants.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(
            list_participants,
            create_participant,
            delete_participants
        ))
        .routes(routes!(get_participant, update_participant))
        .routes(routes!(list_participant_ids))
        .routes(routes!(bulk::change_participants))
        .routes(routes!(resend::resend_ticket))
        .routes(routes!(
            payment_reminders::get_payment_reminders,
            payment_reminders::send_payment_reminders
        ))
        .routes(routes!(undelivered::list_undelivered))
        .routes(routes!(undelivered::resend_undelivered))
        .routes(routes!(confirm::confirm_participant))
        .routes(routes!(sensitive::reveal_answer))
        .routes(routes!(bursts::list_registration_bursts))
        .routes(routes!(bursts::dismiss_registration_burst))
        .merge(import::routes())
        .merge(export::routes())
}

/// Lists participants.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances", tag = "participant",
    params(("eventId" = EventId, Path), ParticipantQuery),
    responses((status = 200, body = Envelope<ParticipantPage>)),
    security(("bearer" = [])),
)]
async fn list_participants(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    ValidatedQuery(query): ValidatedQuery<ParticipantQuery>,
) -> Result<Response> {
    // Other servers could change participants without this one noticing.
    if app.db.is_shared() || !query.is_opening() {
        let page = store::list(&app, &caller.event, query).await?;
        return Ok(Envelope::ok(page).into_response());
    }
    let write = async || {
        let page = store::list(&app, &caller.event, query).await?;
        let body = serde_json::to_vec(&Envelope::ok(page)).map_err(anyhow::Error::from)?;
        Ok::<_, Error>(OpeningAnswer(body.into()))
    };
    let (event, now) = (caller.event.id, app.clock.monotonic());
    let answer = app.snapshots.get(event, None, now, write).await?;
    let json = [(header::CONTENT_TYPE, "application/json")];
    Ok((json, answer.0.clone()).into_response())
}

/// The list as it opens, the same for everyone who may see it: all screens of the event ask for it at the same moment
/// when a visitor has arrived.
struct OpeningAnswer(Bytes);

impl Snapshot for OpeningAnswer {
    const COUNTS_SEATS: bool = true;

    fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// Lists only the identifiers of the matching participants, 5000 at a time: "all of these" as it is at this moment, to
/// be passed on in parts to calls on many participants.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/ids", tag = "participant",
    params(("eventId" = EventId, Path), ParticipantFilter),
    responses((status = 200, body = Envelope<ParticipantIds>)),
    security(("bearer" = [])),
)]
async fn list_participant_ids(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    ValidatedQuery(filter): ValidatedQuery<ParticipantFilter>,
) -> Result<Envelope<ParticipantIds>> {
    let ids = store::ids(app.db.read(), caller.event.id, filter, MAX_IDS).await?;
    Ok(Envelope::ok(ids))
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
    caller: InEvent<rights::Guests>,
    PathId(id): PathId<AttendanceId>,
) -> Result<Envelope<Participant>> {
    let row = find(&app, caller.event.id, id).await?;
    Ok(Envelope::ok(describe(&app, row).await?))
}

/// Adds a participant by hand, whether registration is open or not: 5003 full, or too many mails today, 5009 canceled,
/// 5011 class sold out, 5013 address in use.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances", tag = "participant",
    params(
        ("eventId" = EventId, Path),
        KeyHeader,
    ),
    request_body = NewParticipant,
    responses((status = 200, body = Envelope<Participant>)),
    security(("bearer" = [])),
)]
async fn create_participant(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    InEvent { event, user, .. }: InEvent<rights::Guests>,
    headers: HeaderMap,
    ValidatedJson(body): ValidatedJson<NewParticipant>,
) -> Result<Envelope<Participant>> {
    let path = format!("/event/{}/attendances", event.id);
    let added = add_participant(&app, &desk, &event, &user, &headers, &path, body).await?;
    Ok(Envelope::said(added, "participant.added"))
}

/// Adds a participant by hand, once for each idempotency key in `headers` at the call `path`.
///
/// # Errors
/// 5002, 5003, 5009, 5011 and 5013 as the call says.
pub async fn add_participant(
    app: &App,
    desk: &Desk,
    event: &event::Model,
    user: &user::Model,
    headers: &HeaderMap,
    path: &str,
    body: NewParticipant,
) -> Result<Participant> {
    let id = event.id;
    let caller = user.id.to_string();
    let idempotency = IdempotentRequest::from_headers(&app.secrets, headers, &caller, path, &body)?;
    if body.ticket_id.is_none() && store::has_classes(app.db.read(), id).await? {
        return Err(Error::field(
            "ticketId",
            LocalizedText::new("field.required"),
        ));
    }
    check_files(app, user, &body.details, &ParticipantDetails::default()).await?;
    let mut new_registration = edit::new_registration(id, body, language::current());
    new_registration.details.seal(&app.secrets, id)?;
    app.vitals.require_space()?;
    let (by, now) = (user.id, app.clock.now());
    let is_repeated = match &idempotency {
        Some(request) => idempotency::is_answered(app.db.read(), request, now).await?,
        None => false,
    };
    let mailed = if is_repeated {
        Vec::new()
    } else {
        registration::mailed_addresses(event, std::slice::from_ref(&new_registration))
    };
    // People who share an address are added one after the other.
    let is_list = new_registration.may_share_email;
    accounts::take_mails(&app.db, by, &mailed, is_list, now).await?;
    let added = desk
        .submit(add_by_hand(new_registration, by, idempotency))
        .await;
    if !matches!(added, Ok(Registered::Now(_))) {
        accounts::give_back_mails(&app.db, by, &mailed, now).await?;
    }
    let row = match added? {
        Registered::Now(row) => *row,
        Registered::Before(before) => find(app, id, before).await?,
    };
    describe(app, row).await
}

/// Changes a participant; a class change moves the seat: 5009 canceled, 5011 class sold out, 5013 address in use.
/// Money received for a canceled event cannot be marked as unpaid (5009), because it is owed back; nor payments of
/// which money was given back (5008). 5008 also when the participant's data was erased, and, with the participant as it
/// is stored in `data`, when it was changed since it was read (`updatedAt`).
#[utoipa::path(
    put, path = "/event/{eventId}/attendances/{id}", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    request_body = ChangeParticipant,
    responses((status = 200, body = Envelope<Participant>)),
    security(("bearer" = [])),
)]
async fn update_participant(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    caller: InEvent<rights::Guests>,
    Existing(id): Existing<attendance::Entity>,
    ValidatedJson(mut body): ValidatedJson<ChangeParticipant>,
) -> Result<Envelope<Participant>> {
    let event = caller.event.id;
    let seen = body.updated_at;
    let is_stale = |row: &attendance::Model| {
        row.erased_at.is_none() && seen.is_some_and(|seen| seen != row.updated_at)
    };
    let row = find(&app, event, id).await?;
    if is_stale(&row) {
        return Err(Error::changed_meanwhile(&describe(&app, row).await?));
    }
    let no_class = body.ticket_id == Some(None) && row.ticket_id.is_some();
    if no_class && store::has_classes(app.db.read(), event).await? {
        return Err(Error::field(
            "ticketId",
            LocalizedText::new("field.required"),
        ));
    }
    check_files(&app, &caller.user, &body.details, &(&row).into()).await?;
    body.details.seal(&app.secrets, &row)?;
    if let Some(change) = edit::change(&row, body, caller.user.id)?
        && let Err(refusal) = desk.submit(registration::change(event, id, change)).await
    {
        // The desk looks once more, because another change may have come between.
        let row = find(&app, event, id).await?;
        return Err(if is_stale(&row) {
            Error::changed_meanwhile(&describe(&app, row).await?)
        } else {
            refusal
        });
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
    State(desk): State<Arc<Desk>>,
    caller: InEvent<rights::Guests>,
    NamedIds(ids): NamedIds<AttendanceId>,
) -> Result<Envelope<Deleted>> {
    let deleted = desk
        .submit(release(caller.event.id, ids, caller.user.id))
        .await?;
    Ok(Envelope::said(Deleted { deleted }, "message.deleted"))
}

/// Refuses new files that are gone, belong to another account, or are readable by the wrong people.
async fn check_files(
    app: &App,
    user: &user::Model,
    change: &ParticipantDetailsChange,
    before: &ParticipantDetails,
) -> Result<()> {
    let new_file =
        |sent: Option<Option<FileUrl>>, before| sent.flatten().filter(|file| Some(*file) != before);
    let files = [
        (
            "avatar",
            new_file(change.avatar, before.avatar),
            Visibility::Public,
        ),
        (
            "logo",
            new_file(change.logo, before.logo),
            Visibility::Public,
        ),
        (
            "businessLicense",
            new_file(change.business_license, before.business_license),
            Visibility::Private,
        ),
    ];
    if files.iter().all(|(_, file, _)| file.is_none()) {
        return Ok(());
    }
    let is_admin = user.role == Role::Admin;
    let mut check = Check::default();
    let tx = app.db.write().await?;
    for (field, file, visibility) in files {
        if let Some(file) = file {
            let usable = files::is_usable(&tx, file.0, user.id, is_admin, visibility).await?;
            check.ensure(usable, field, LocalizedText::new("file.notAvailable"));
        }
    }
    check.finish()
}

/// The live participant `id` of this event, or 5005.
pub(super) async fn find(app: &App, event: EventId, id: AttendanceId) -> Result<attendance::Model> {
    store::find(app.db.read(), event, id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("participant.notFound")))
}

impl Identified for attendance::Entity {
    type Id = AttendanceId;

    async fn check_exists(id: AttendanceId, app: &App, event: Option<EventId>) -> Result<()> {
        let event = event.ok_or_else(Error::not_found)?;
        find(app, event, id).await.map(drop)
    }
}

pub(super) async fn describe(app: &App, row: attendance::Model) -> Result<Participant> {
    let described = store::describe(app.db.read(), vec![row]).await?;
    described.into_iter().next().ok_or_else(Error::not_found)
}
