//! The work of the calls, for webhooks of events and of groups.

use std::time::Duration;

use hoi_community::accounts::entity::user;
use hoi_community::groups::{self, GroupAction};
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Cursor, CursorQuery, Envelope, Nothing};
use hoi_platform::ids::{WebhookDeliveryId, WebhookId};
use hoi_platform::limits::throttle::{self, Limit};
use hoi_platform::outbox::entity::{webhook, webhook_delivery};
use hoi_platform::outbox::{OffReason, Scope, WebhookKind};
use hoi_ticketing::events::{self, EventAction};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, Set,
};
use serde_json::json;

use super::access::missing;
use super::dto::{
    NewWebhook, Webhook, WebhookBody, WebhookChange, WebhookDelivery, WebhookLog, WebhookReplay,
    WebhookSecret, WebhookTest,
};
use super::{sending, store};

/// The most webhooks of an event or group.
const MAX_WEBHOOKS: u64 = 10;
/// For how long messages are also signed by the secret before a new one.
const OLD_SECRET: Duration = Duration::from_hours(24);
/// The kind of a test; no webhook is sent it otherwise.
const PING: &str = "ping";

/// An action, for the log of an event and of a group.
type Deed = (EventAction, GroupAction);
const ADDED: Deed = (EventAction::WebhookAdded, GroupAction::WebhookAdded);
const CHANGED: Deed = (EventAction::WebhookChanged, GroupAction::WebhookChanged);
const RENEWED: Deed = (EventAction::WebhookRenewed, GroupAction::WebhookRenewed);
const REMOVED: Deed = (EventAction::WebhookRemoved, GroupAction::WebhookRemoved);

/// Tests and replays of an account.
static TRIES: Limit = Limit {
    name: "webhookOfAccount",
    attempts_without_pause: 30,
    first_pause: Duration::from_secs(10),
    longest_pause: Duration::from_mins(10),
    reset_after: Duration::from_hours(1),
};

pub async fn list(conn: &impl ConnectionTrait, scope: Scope) -> Result<Vec<Webhook>> {
    let rows = store::find_all(conn, scope).await?;
    shown(conn, rows).await
}

async fn shown(conn: &impl ConnectionTrait, rows: Vec<webhook::Model>) -> Result<Vec<Webhook>> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let counts = store::count_open(conn, &ids).await?;
    let hooks = rows.into_iter().map(|row| {
        let (waiting, failed) = counts.get(&row.id).copied().unwrap_or_default();
        Webhook {
            id: row.id,
            url: row.url,
            // A later version of the program may know other kinds.
            kinds: serde_json::from_value(row.kinds).unwrap_or_default(),
            off_reason: row.off_reason,
            off_since: row.off_since,
            failing_since: row.failing_since,
            next_at: row.next_at,
            waiting,
            failed,
            old_secret_until: row.old_secret_until,
            created_at: row.created_at,
            version: row.version,
        }
    });
    Ok(hooks.collect())
}

async fn one(conn: &impl ConnectionTrait, row: webhook::Model) -> Result<Webhook> {
    let mut hooks = shown(conn, vec![row]).await?;
    hooks.pop().ok_or_else(missing)
}

/// Refuses an address to which nothing may be sent, and kinds that do not happen there.
fn check(app: &App, scope: Scope, url: &str, kinds: &[WebhookKind]) -> Result<()> {
    if app.outgoing.read(url).is_none() {
        return Err(Error::field("url", LocalizedText::new("webhook.address")));
    }
    let is_group = matches!(scope, Scope::Group(_));
    if kinds.iter().any(|kind| kind.is_of_groups() != is_group) {
        return Err(Error::field(
            "kinds",
            LocalizedText::new("webhook.otherKind"),
        ));
    }
    Ok(())
}

/// Writes an action on a webhook into the log of its event or group.
async fn note(
    tx: &Tx,
    hook: &webhook::Model,
    (of_event, of_group): Deed,
    by: &user::Model,
    now: Timestamp,
) -> Result<()> {
    let host = sending::host_of(&hook.url);
    match sending::scope_of(hook) {
        Some(Scope::Event(id)) => {
            let entry = events::LogEntry::new(id, of_event).by(by.id);
            let entry = entry.about(hook.id.0).with(json!({ "label": host }));
            events::log(tx, entry, now).await
        }
        Some(Scope::Group(group)) => {
            let entry = groups::LogEntry {
                group,
                actor: Some(by.id),
                action: of_group,
                subject: None,
                data: json!({ "title": host }),
            };
            groups::log(tx, [entry], now).await
        }
        None => Ok(()),
    }
}

/// Adds a webhook in a transaction that holds the lock of its event or group.
pub async fn create(
    app: &App,
    tx: &Tx,
    scope: Scope,
    by: &user::Model,
    body: WebhookBody,
) -> Result<Envelope<NewWebhook>> {
    check(app, scope, &body.url, &body.kinds)?;
    if !store::has_room(tx, scope, MAX_WEBHOOKS).await? {
        let message = LocalizedText::new("webhook.tooMany").with("max", MAX_WEBHOOKS);
        return Err(Error::ResourceExceeded(message));
    }
    let (id, now): (WebhookId, _) = (clock::new_id(), app.clock.now());
    let (secret, sealed) = sending::new_secret(app, id)?;
    let (event, group) = match scope {
        Scope::Event(id) => (Some(id), None),
        Scope::Group(id) => (None, Some(id)),
    };
    let row = webhook::ActiveModel {
        id: Set(id),
        event_id: Set(event),
        group_id: Set(group),
        url: Set(body.url),
        sealed_secret: Set(sealed),
        sealed_old_secret: Set(None),
        old_secret_until: Set(None),
        kinds: Set(json!(body.kinds)),
        next_at: Set(None),
        last_position: Set(0),
        failing_since: Set(None),
        off_since: Set(None),
        off_reason: Set(None),
        version: Set(1),
        created_by: Set(by.id),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = row.insert(tx).await?;
    note(tx, &row, ADDED, by, now).await?;
    let webhook = one(tx, row).await?;
    let made = NewWebhook { webhook, secret };
    Ok(Envelope::said(made, "webhook.added"))
}

pub async fn change(
    app: &App,
    hook: &webhook::Model,
    by: &user::Model,
    body: WebhookChange,
) -> Result<Envelope<Webhook>> {
    let scope = sending::scope_of(hook).ok_or_else(missing)?;
    check(app, scope, &body.url, &body.kinds)?;
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let row = store::lock(&tx, hook.id).await?.ok_or_else(missing)?;
    if is_stale(Some(body.version), row.version) {
        let stored = one(&tx, row).await?;
        return Err(Error::changed_meanwhile(&stored));
    }
    let was_on = row.off_since.is_none();
    // A corrected address is tried at once.
    let hurries = row.url != body.url && sending::is_paused(&row, now);
    let next = row.version + 1;
    let waits = store::find_first(&tx, hook.id).await?.is_some();
    let mut columns = row.into_active_model();
    columns.url = Set(body.url);
    columns.kinds = Set(json!(body.kinds));
    columns.version = Set(next);
    columns.updated_at = Set(now);
    if was_on && !body.is_on {
        columns.off_since = Set(Some(now));
        columns.off_reason = Set(Some(OffReason::Organiser));
        columns.next_at = Set(None);
    } else if !was_on && body.is_on {
        columns.off_since = Set(None);
        columns.off_reason = Set(None);
        columns.failing_since = Set(None);
        columns.next_at = Set(waits.then_some(now));
    } else if hurries {
        columns.next_at = Set(Some(now));
    }
    let row = columns.update(&tx).await?;
    note(&tx, &row, CHANGED, by, now).await?;
    let webhook = one(&tx, row).await?;
    tx.commit().await?;
    Ok(Envelope::said(webhook, "webhook.changed"))
}

pub async fn remove(
    app: &App,
    hook: &webhook::Model,
    by: &user::Model,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    // Nothing is added or stored while this lock is held.
    let row = store::lock(&tx, hook.id).await?.ok_or_else(missing)?;
    note(&tx, &row, REMOVED, by, app.clock.now()).await?;
    webhook_delivery::Entity::delete_many()
        .filter(webhook_delivery::Column::WebhookId.eq(hook.id))
        .exec(&tx)
        .await?;
    webhook::Entity::delete_by_id(hook.id).exec(&tx).await?;
    tx.commit().await?;
    Ok(Envelope::done("webhook.removed"))
}

/// Makes a new secret. For a day messages are also signed by the one before, so that the receiver can be changed
/// meanwhile.
pub async fn renew_secret(
    app: &App,
    tx: &Tx,
    id: WebhookId,
    by: &user::Model,
) -> Result<Envelope<WebhookSecret>> {
    let now = app.clock.now();
    let until = now.plus(OLD_SECRET);
    let row = store::lock(tx, id).await?.ok_or_else(missing)?;
    let (secret, sealed) = sending::new_secret(app, id)?;
    let next = row.version + 1;
    let old = row.sealed_secret.clone();
    let mut columns = row.into_active_model();
    columns.sealed_old_secret = Set(Some(old));
    columns.old_secret_until = Set(Some(until));
    columns.sealed_secret = Set(sealed);
    columns.version = Set(next);
    columns.updated_at = Set(now);
    let row = columns.update(tx).await?;
    note(tx, &row, RENEWED, by, now).await?;
    let renewed = WebhookSecret {
        secret,
        old_secret_until: until,
    };
    Ok(Envelope::said(renewed, "webhook.renewed"))
}

/// Sends a test at once. It is not repeated, and changes nothing.
pub async fn test(
    app: &App,
    hook: &webhook::Model,
    by: &user::Model,
) -> Result<Envelope<WebhookTest>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &TRIES, by.id, now).await?;
    let mut data = json!({});
    if let (Some(scope), Some(data)) = (sending::scope_of(hook), data.as_object_mut()) {
        let name = match scope {
            Scope::Event(_) => "eventId",
            Scope::Group(_) => "groupId",
        };
        data.insert(name.to_owned(), json!(scope.id()));
    }
    let id: WebhookDeliveryId = clock::new_id();
    let name = super::rules::message_id(id.0);
    let payload = sending::payload(PING, now, data);
    let outcome = sending::attempt(app, hook, &name, &payload).await?;
    let took = outcome.took.map(|took| took.as_millis());
    Ok(Envelope::ok(WebhookTest {
        is_good: outcome.is_good(),
        status: outcome.status,
        fault: outcome.fault,
        took_ms: took.and_then(|took| i64::try_from(took).ok()),
        answer: outcome.answer,
    }))
}

pub async fn log(
    conn: &impl ConnectionTrait,
    hook: &webhook::Model,
    part: &CursorQuery,
) -> Result<Envelope<WebhookLog>> {
    let (limit, before) = part.part()?;
    let rows = store::find_log(conn, hook.id, before, limit).await?;
    let (rows, next_cursor) = Cursor::cut(rows, limit, |row| (row.created_at, row.id.0));
    let items = rows.into_iter().map(|row| WebhookDelivery {
        id: row.id,
        kind: row.kind,
        payload: row.payload,
        created_at: row.created_at,
        attempts: row.attempts,
        tried_at: row.tried_at,
        status: row.status,
        answer: row.answer,
        fault: row.fault,
        took_ms: row.took_ms,
        delivered_at: row.delivered_at,
        given_up_at: row.given_up_at,
    });
    Ok(Envelope::ok(WebhookLog {
        items: items.collect(),
        next_cursor,
    }))
}

/// Sends one delivery again, or all that were given up.
pub async fn replay(
    app: &App,
    hook: &webhook::Model,
    one: Option<WebhookDeliveryId>,
    by: &user::Model,
) -> Result<Envelope<WebhookReplay>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &TRIES, by.id, now).await?;
    let tx = app.db.write().await?;
    let row = store::lock(&tx, hook.id).await?.ok_or_else(missing)?;
    if row.off_since.is_some() {
        return Err(Error::Conflict(LocalizedText::new("webhook.isOff")));
    }
    let waiting = store::wait_again(&tx, row.id, one).await?;
    if one.is_some() && waiting == 0 {
        return Err(Error::NotFound(LocalizedText::new("webhook.noDelivery")));
    }
    if waiting > 0 && sending::is_paused(&row, now) {
        let mut columns = row.into_active_model();
        columns.next_at = Set(Some(now));
        columns.update(&tx).await?;
    } else if waiting > 0 {
        store::wake(&tx, vec![row.id], now).await?;
    }
    tx.commit().await?;
    Ok(Envelope::said(
        WebhookReplay { waiting },
        "webhook.replayed",
    ))
}
