//! Keys of the devices at check-in: created by the event's owner, shown once, stored as a hash, revoked with immediate
//! effect.

use std::collections::HashMap;

use axum::extract::State;
use hoi_db::{Only as _, Timestamp};
use hoi_platform::app::App;
use hoi_platform::clock::new_id;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{
    Envelope, Existing, Identified, IdsBody, NamedIds, Nothing, PathId, ValidatedJson,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{CheckinKeyId, EventId};
use hoi_platform::secrets;
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Set,
};
use serde_json::json;

use super::dto::{ChangeCheckinKey, CheckinKey, MakeCheckinKey, NewCheckinKey};
use super::entity::{checkin_key, scan};
use super::live;

/// Identifiers in one statement.
const CHUNK: usize = 500;
/// The most live keys of one event: more than any venue has gates.
const MAX_KEYS: u64 = 50;

/// Returns the key; None if it is unknown or revoked.
pub async fn find_live_key(
    conn: &impl ConnectionTrait,
    key: &str,
) -> Result<Option<checkin_key::Model>> {
    Ok(checkin_key::Entity::find()
        .filter(checkin_key::Column::Hash.eq(secrets::hash(key)))
        .filter(checkin_key::Column::RevokedAt.is_null())
        .only(conn)
        .await?)
}

/// Returns the key as it is at this moment; None if it is revoked.
pub async fn find_live(
    conn: &impl ConnectionTrait,
    id: CheckinKeyId,
) -> Result<Option<checkin_key::Model>> {
    let key = checkin_key::Entity::find_by_id(id).only(conn).await?;
    Ok(key.filter(|key| key.revoked_at.is_none()))
}

/// Returns which of these keys are revoked.
#[tracing::instrument(name = "checkin.revoked_of", skip_all)]
pub async fn revoked_of(
    conn: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = CheckinKeyId>,
) -> Result<Vec<CheckinKeyId>> {
    let ids: Vec<_> = ids.into_iter().collect();
    let mut revoked = Vec::new();
    for ids in ids.chunks(CHUNK) {
        let found = checkin_key::Entity::find()
            .select_only()
            .column(checkin_key::Column::Id)
            .filter(checkin_key::Column::Id.is_in(ids.iter().copied()))
            .filter(checkin_key::Column::RevokedAt.is_not_null());
        revoked.extend(found.into_tuple::<CheckinKeyId>().all(conn).await?);
    }
    Ok(revoked)
}

/// Returns the name of a key in the column `actor` of scans.
pub fn actor(key: CheckinKeyId) -> String {
    format!("key:{key}")
}

/// Returns the number of live keys of the event's devices.
#[tracing::instrument(name = "checkin.count_keys", skip_all)]
pub async fn count_keys(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    Ok(live_keys(event).count(conn).await?)
}

/// Lists the live keys of the event's devices.
#[utoipa::path(
    get, path = "/event/{eventId}/checkin-keys", tag = "checkin",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<CheckinKey>>)),
    security(("bearer" = [])),
)]
pub async fn list_checkin_keys(
    State(app): State<App>,
    caller: InEvent<rights::Door>,
) -> Result<Envelope<Vec<CheckinKey>>> {
    let conn = app.db.read();
    let keys = live_keys(caller.event.id)
        .order_by_asc(checkin_key::Column::CreatedAt)
        .all(conn)
        .await?;
    let uses: Vec<(String, Timestamp)> = scan::Entity::find()
        .select_only()
        .column(scan::Column::Actor)
        .column_as(scan::Column::ReceivedAt.max(), "last")
        .filter(scan::Column::EventId.eq(caller.event.id))
        .group_by(scan::Column::Actor)
        .into_tuple()
        .all(conn)
        .await?;
    let last: HashMap<String, Timestamp> = uses.into_iter().collect();
    let connected = live::connected_keys(&app, caller.event.id);
    let is_alone = !app.broadcast.is_heard();
    let keys = keys.into_iter().map(|key| {
        let is_here = connected.contains(&key.id);
        CheckinKey {
            id: key.id,
            label: key.label,
            serves_guests: key.serves_guests,
            created_at: key.created_at,
            last_used_at: last.get(&actor(key.id)).copied(),
            // It may be connected to another server.
            is_connected: (is_here || is_alone).then_some(is_here),
        }
    });
    Ok(Envelope::ok(keys.collect()))
}

/// Creates a key for a device at check-in. Only this answer contains the key itself. 5003: the event has too many keys.
/// 5009: it is canceled.
#[utoipa::path(
    post, path = "/event/{eventId}/checkin-keys", tag = "checkin",
    params(("eventId" = EventId, Path), KeyHeader),
    request_body = MakeCheckinKey,
    responses((status = 200, body = Envelope<NewCheckinKey>)),
    security(("bearer" = [])),
)]
pub async fn create_checkin_key(
    State(app): State<App>,
    caller: InEvent<rights::Door>,
    Idempotent(once, body): Idempotent<MakeCheckinKey>,
) -> Result<Envelope<NewCheckinKey>> {
    let event = caller.event;
    let key = secrets::new_token()?;
    let now = app.clock.now();
    let tx = once.begin().await?;
    // Locks the event, so that keys created at the same moment are counted one after the other.
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    if live_keys(event.id).count(&tx).await? >= MAX_KEYS {
        return Err(Error::ResourceExceeded(
            LocalizedText::new("checkin.tooManyKeys").with("max", MAX_KEYS),
        ));
    }
    let row = checkin_key::ActiveModel {
        id: Set(new_id()),
        event_id: Set(event.id),
        hash: Set(secrets::hash(&key)),
        label: Set(body.label),
        serves_guests: Set(body.serves_guests),
        created_at: Set(now),
        revoked_at: Set(None),
    };
    let row = row.insert(&tx).await?;
    let (by, key_id) = (Some(caller.user.id), Some(row.id.0));
    let data = json!({ "label": row.label, "servesGuests": row.serves_guests });
    let entry = LogEntry::new(event.id, EventAction::KeyCreated)
        .by(by)
        .about(key_id)
        .with(data);
    events::log(&tx, entry, now).await?;
    let link = format!(
        "{}/event-management/checkin/{}#key={key}",
        app.config.public_url, event.id
    );
    let made = NewCheckinKey {
        id: row.id,
        label: row.label,
        serves_guests: row.serves_guests,
        created_at: row.created_at,
        key,
        link,
    };
    once.commit(tx, Envelope::said(made, "checkin.keyMade"))
        .await
}

impl Identified for checkin_key::Entity {
    type Id = CheckinKeyId;

    async fn check_exists(id: CheckinKeyId, app: &App, event: Option<EventId>) -> Result<()> {
        let key = find_live(app.db.read(), id).await?;
        let key = key.filter(|key| Some(key.event_id) == event);
        key.map(drop).ok_or_else(Error::not_found)
    }
}

/// Gives a device the right to serve guests without a ticket, or takes it, with immediate effect.
#[utoipa::path(
    put, path = "/event/{eventId}/checkin-keys/{id}", tag = "checkin",
    params(("eventId" = EventId, Path), ("id" = CheckinKeyId, Path)),
    request_body = ChangeCheckinKey,
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = [])),
)]
pub async fn update_checkin_key(
    State(app): State<App>,
    caller: InEvent<rights::Door>,
    Existing(id): Existing<checkin_key::Entity>,
    ValidatedJson(body): ValidatedJson<ChangeCheckinKey>,
) -> Result<Envelope<Nothing>> {
    let (event, now) = (caller.event.id, app.clock.now());
    let tx = app.db.write().await?;
    let key = live_keys(event)
        .filter(checkin_key::Column::Id.eq(id))
        .lock_exclusive()
        .one(&tx)
        .await?
        .ok_or_else(Error::not_found)?;
    if key.serves_guests != body.serves_guests {
        checkin_key::Entity::update_many()
            .col_expr(
                checkin_key::Column::ServesGuests,
                Expr::value(body.serves_guests),
            )
            .filter(checkin_key::Column::Id.eq(id))
            .exec(&tx)
            .await?;
        let entry = LogEntry::new(event, EventAction::KeyChanged)
            .by(caller.user.id)
            .about(id.0)
            .with(json!({ "label": key.label, "servesGuests": body.serves_guests }));
        events::log(&tx, entry, now).await?;
    }
    tx.commit().await?;
    live::tell_changed(&app, event).await;
    Ok(Envelope::done("checkin.keyChanged"))
}

/// Revokes the keys in `?id=` or the body `{id}`, with immediate effect on their devices. All are revoked or none.
#[utoipa::path(
    delete, path = "/event/{eventId}/checkin-keys", tag = "checkin",
    params(("eventId" = EventId, Path), ("id" = Option<CheckinKeyId>, Query, description = "Instead of a body")),
    request_body = Option<IdsBody>,
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = [])),
)]
pub async fn revoke_checkin_keys(
    State(app): State<App>,
    caller: InEvent<rights::Door>,
    NamedIds(ids): NamedIds<CheckinKeyId>,
) -> Result<Envelope<Nothing>> {
    revoke(&app, &caller, &ids).await
}

/// Revokes one key, with immediate effect on its device.
#[utoipa::path(
    delete, path = "/event/{eventId}/checkin-keys/{id}", tag = "checkin",
    params(("eventId" = EventId, Path), ("id" = CheckinKeyId, Path)),
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = [])),
)]
pub async fn revoke_checkin_key(
    State(app): State<App>,
    caller: InEvent<rights::Door>,
    PathId(id): PathId<CheckinKeyId>,
) -> Result<Envelope<Nothing>> {
    revoke(&app, &caller, &[id]).await
}

/// Revokes all keys, or none if one of them is not a live key of this event.
async fn revoke(
    app: &App,
    caller: &InEvent<rights::Door>,
    ids: &[CheckinKeyId],
) -> Result<Envelope<Nothing>> {
    let (event, now) = (caller.event.id, app.clock.now());
    let tx = app.db.write().await?;
    let named = live_keys(event)
        .filter(checkin_key::Column::Id.is_in(ids.iter().copied()))
        .lock_exclusive()
        .all(&tx)
        .await?;
    if named.len() != ids.len() {
        return Err(Error::not_found());
    }
    checkin_key::Entity::update_many()
        .col_expr(checkin_key::Column::RevokedAt, Expr::value(now))
        .filter(checkin_key::Column::Id.is_in(ids.iter().copied()))
        .exec(&tx)
        .await?;
    let entries = named.into_iter().map(|key| {
        LogEntry::new(event, EventAction::KeyRevoked)
            .by(caller.user.id)
            .about(key.id.0)
            .with(json!({ "label": key.label }))
    });
    events::log_all(&tx, entries, now).await?;
    tx.commit().await?;
    for id in ids {
        live::disconnect_key_everywhere(app, *id).await;
    }
    Ok(Envelope::done("checkin.keyRevoked"))
}

fn live_keys(event: EventId) -> sea_orm::Select<checkin_key::Entity> {
    checkin_key::Entity::find()
        .filter(checkin_key::Column::EventId.eq(event))
        .filter(checkin_key::Column::RevokedAt.is_null())
}
