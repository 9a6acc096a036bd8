//! The calls on invitation codes of an event.

use axum::extract::State;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{
    Envelope, Existing, Identified, IdsBody, NamedIds, Page, PathId, ValidatedJson, ValidatedQuery,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{EventId, InvitationCodeId};
use hoi_platform::routes;
use hoi_platform::validation::Check;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel, QueryFilter, Set};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{Changed, CodeChange, CodeQuery, Deleted, InvitationCode, NewCodes, Switch};
use super::{MAX_CODES, invitation_code, store};
use crate::attendances::{ParticipationType, attendance};
use crate::events::tickets::ticket;
use crate::events::{self, EventAction, InEvent, LogEntry, rights};

/// Calls on invitation codes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(
            list_invitation_codes,
            create_invitation_codes,
            switch_invitation_codes,
            delete_invitation_codes
        ))
        .routes(routes!(update_invitation_code, delete_invitation_code))
}

/// Lists codes.
#[utoipa::path(get, path = "/event/{eventId}/invitation-codes", tag = "ticket",
    params(("eventId" = EventId, Path), CodeQuery),
    responses((status = 200, body = Envelope<Page<InvitationCode>>)), security(("bearer" = [])))]
async fn list_invitation_codes(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Tickets>,
    ValidatedQuery(query): ValidatedQuery<CodeQuery>,
) -> Result<Envelope<Page<InvitationCode>>> {
    store::page(
        app.db.read(),
        event.id,
        &query,
        &app.config.public_url,
        app.clock.now(),
    )
    .await
    .map(Envelope::ok)
}

/// Creates codes: as many drawn ones as wanted, or a chosen one. 5008 when the chosen one is taken, 5009 when the event
/// is canceled, 5003 when it has too many.
#[utoipa::path(post, path = "/event/{eventId}/invitation-codes", tag = "ticket",
    params(("eventId" = EventId, Path), KeyHeader), request_body = NewCodes,
    responses((status = 200, body = Envelope<Vec<InvitationCode>>)), security(("bearer" = [])))]
async fn create_invitation_codes(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    Idempotent(once, new): Idempotent<NewCodes>,
) -> Result<Envelope<Vec<InvitationCode>>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let event = events::lock_event(&tx, event.id)
        .await?
        .ok_or_else(Error::not_found)?;
    check_new(&tx, event.id, &new, now).await?;
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    let wanted = u64::try_from(new.count()).unwrap_or(u64::MAX);
    if store::count(&tx, event.id).await?.saturating_add(wanted) > MAX_CODES {
        return Err(Error::ResourceExceeded(
            LocalizedText::new("invitation.tooMany").with("max", MAX_CODES),
        ));
    }
    let rows = store::insert(&tx, event.id, &new, now).await?;
    let (subject, name) = match rows.as_slice() {
        [only] => (Some(only.id.0), Some(only.code.clone())),
        _ => (None, None),
    };
    let entry = LogEntry::new(event.id, EventAction::CodeCreated)
        .by(user.id)
        .about(subject)
        .with(json!({ "name": name, "count": rows.len() }));
    events::log(&tx, entry, now).await?;
    let said = LocalizedText::new("invitation.created").with("count", rows.len());
    let codes = store::describe(&tx, rows, &app.config.public_url, now).await?;
    let created = Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(codes)
    };
    once.commit(tx, created).await
}

/// The checks that need the event.
async fn check_new(tx: &Tx, event: EventId, new: &NewCodes, now: Timestamp) -> Result<()> {
    let mut check = Check::default();
    check_expiry(new.expires_at, now, &mut check);
    if let Some(id) = new.ticket_id {
        let class = ticket::live()
            .filter(ticket::Column::Id.eq(id))
            .filter(ticket::Column::EventId.eq(event))
            .one(tx)
            .await?;
        check.ensure(
            class.is_some(),
            "ticketId",
            LocalizedText::new("invitation.noSuchClass"),
        );
    }
    if let Some(id) = new.owner_attendance_id {
        let owner = attendance::live()
            .filter(attendance::Column::Id.eq(id))
            .filter(attendance::Column::EventId.eq(event))
            .one(tx)
            .await?;
        let may_share = owner.is_some_and(|owner| {
            matches!(
                owner.participation_type,
                ParticipationType::Vip | ParticipationType::TicketOwner
            )
        });
        check.ensure(
            may_share,
            "ownerAttendanceId",
            LocalizedText::new("invitation.noSuchOwner"),
        );
    }
    check.finish()
}

fn check_expiry(expires: Option<Timestamp>, now: Timestamp, check: &mut Check) {
    check.ensure(
        expires.is_none_or(|expires| now < expires),
        "expiresAt",
        LocalizedText::new("invitation.inPast"),
    );
}

/// Switches many codes on or off; all of them, or none when one is not of this event (5005). 5009: the event is
/// canceled.
#[utoipa::path(put, path = "/event/{eventId}/invitation-codes", tag = "ticket",
    params(("eventId" = EventId, Path)), request_body = Switch,
    responses((status = 200, body = Envelope<Changed>)), security(("bearer" = [])))]
async fn switch_invitation_codes(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    ValidatedJson(body): ValidatedJson<Switch>,
) -> Result<Envelope<Changed>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    events::lock_not_cancelled(&tx, event.id).await?;
    store::lock_named(&tx, event.id, &body.ids).await?;
    let changed = store::switch(&tx, &body.ids, body.is_active).await?;
    let (action, said) = if body.is_active {
        (EventAction::CodeActivated, "invitation.activated")
    } else {
        (EventAction::CodeDeactivated, "invitation.deactivated")
    };
    if changed > 0 {
        let data = json!({ "count": changed });
        let entry = LogEntry::new(event.id, action).by(user.id).with(data);
        events::log(&tx, entry, now).await?;
    }
    tx.commit().await?;
    Ok(Envelope {
        messages: vec![LocalizedText::new(said).with("count", changed).localized()],
        ..Envelope::ok(Changed { changed })
    })
}

/// Changes a code. 5008 when fewer uses would be allowed than there were or the code was changed since it was read, 5009
/// when the event is canceled.
#[utoipa::path(put, path = "/event/{eventId}/invitation-codes/{id}", tag = "ticket",
    params(("eventId" = EventId, Path), ("id" = InvitationCodeId, Path)), request_body = CodeChange,
    responses((status = 200, body = Envelope<InvitationCode>)), security(("bearer" = [])))]
async fn update_invitation_code(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    Existing(id): Existing<invitation_code::Entity>,
    ValidatedJson(change): ValidatedJson<CodeChange>,
) -> Result<Envelope<InvitationCode>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_event(&tx, event.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let code = lock(&tx, event.id, id).await?;
    if is_stale(change.version, code.version) {
        let stored = store::describe(&tx, vec![code], &app.config.public_url, now).await?;
        let stored = stored.into_iter().next().ok_or_else(Error::not_found)?;
        return Err(Error::changed_meanwhile(&stored));
    }
    let new_expiry = change.expires_at.filter(|new| *new != code.expires_at);
    let mut check = Check::default();
    check_expiry(new_expiry.flatten(), now, &mut check);
    check.finish()?;
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    let max_uses = change.max_uses.unwrap_or(code.max_uses);
    if store::quota(&code).exceeds(max_uses) {
        return Err(Error::Conflict(
            LocalizedText::new("invitation.fewerThanUsed").with("count", code.times_used),
        ));
    }
    let (name, was_active, version) = (code.code.clone(), code.is_active, code.version);
    let is_active = change.is_active.unwrap_or(was_active);
    let is_switched = is_active != was_active;
    let is_rest_same = max_uses == code.max_uses && new_expiry.is_none();
    let mut row = code.into_active_model();
    row.max_uses.set_ne(max_uses);
    row.is_active.set_ne(is_active);
    if let Some(expires) = new_expiry {
        row.expires_at = Set(expires);
    }
    if is_switched || !is_rest_same {
        row.version = Set(version + 1);
    }
    let row = row.update(&tx).await?;
    let (action, said) = match (is_switched && is_rest_same, is_active) {
        (true, true) => (EventAction::CodeActivated, "invitation.activated"),
        (true, false) => (EventAction::CodeDeactivated, "invitation.deactivated"),
        (false, _) => (EventAction::CodeUpdated, "invitation.updated"),
    };
    if is_switched || !is_rest_same {
        let data = json!({ "name": name, "count": 1 });
        let entry = LogEntry::new(event.id, action)
            .by(user.id)
            .about(id.0)
            .with(data);
        events::log(&tx, entry, now).await?;
        tx.commit().await?;
    }
    let code = store::describe(app.db.read(), vec![row], &app.config.public_url, now)
        .await?
        .pop()
        .ok_or_else(Error::not_found)?;
    Ok(Envelope {
        messages: vec![LocalizedText::new(said).with("count", 1).localized()],
        ..Envelope::ok(code)
    })
}

/// Deletes a code that was never used; otherwise 5008. 5009: the event is canceled.
#[utoipa::path(delete, path = "/event/{eventId}/invitation-codes/{id}", tag = "ticket",
    params(("eventId" = EventId, Path), ("id" = InvitationCodeId, Path)),
    responses((status = 200, body = Envelope<Deleted>)), security(("bearer" = [])))]
async fn delete_invitation_code(
    State(app): State<App>,
    caller: InEvent<rights::Tickets>,
    PathId(id): PathId<InvitationCodeId>,
) -> Result<Envelope<Deleted>> {
    delete(&app, caller, vec![id]).await
}

/// Deletes codes that were never used; all of them, or none when one was used (5008) or is not of this event (5005).
/// The ids stand in the body, as `{ids}` or as a bare array, or in `?ids=`. 5009: the event is canceled.
#[utoipa::path(delete, path = "/event/{eventId}/invitation-codes", tag = "ticket",
    params(("eventId" = EventId, Path),
        ("ids" = Option<String>, Query, description = "Instead of a body; several separated by commas")),
    request_body = Option<IdsBody>,
    responses((status = 200, body = Envelope<Deleted>)), security(("bearer" = [])))]
async fn delete_invitation_codes(
    State(app): State<App>,
    caller: InEvent<rights::Tickets>,
    NamedIds(ids): NamedIds<InvitationCodeId>,
) -> Result<Envelope<Deleted>> {
    delete(&app, caller, ids).await
}

async fn delete(
    app: &App,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    ids: Vec<InvitationCodeId>,
) -> Result<Envelope<Deleted>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_event(&tx, event.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let rows = store::lock_named(&tx, event.id, &ids).await?;
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    let used = rows.iter().filter(|row| row.times_used > 0).count();
    if used > 0 {
        return Err(Error::Conflict(
            LocalizedText::new("invitation.alreadyUsed").with("count", used),
        ));
    }
    let deleted = store::delete(&tx, &ids, now).await?;
    let (subject, name) = match rows.as_slice() {
        [only] => (Some(only.id.0), Some(&only.code)),
        _ => (None, None),
    };
    let entry = LogEntry::new(event.id, EventAction::CodeDeleted)
        .by(user.id)
        .about(subject)
        .with(json!({ "name": name, "count": deleted }));
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    Ok(Envelope {
        messages: vec![
            LocalizedText::new("invitation.deleted")
                .with("count", deleted)
                .localized(),
        ],
        ..Envelope::ok(Deleted { deleted })
    })
}

impl Identified for invitation_code::Entity {
    type Id = InvitationCodeId;

    async fn check_exists(id: InvitationCodeId, app: &App, event: Option<EventId>) -> Result<()> {
        let event = event.ok_or_else(Error::not_found)?;
        let found = store::find_named(app.db.read(), event, &[id]).await;
        found.map(drop)
    }
}

async fn lock(tx: &Tx, event: EventId, id: InvitationCodeId) -> Result<invitation_code::Model> {
    store::lock_named(tx, event, &[id])
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}
