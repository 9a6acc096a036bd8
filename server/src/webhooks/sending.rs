//! Sending: from the outbox to deliveries, from deliveries to receivers.
//!
//! A webhook is claimed by moving `next_at` to the end of a lease. The server that has done so sends its deliveries one
//! after the other, and moves the lease on with each result; one that finds it moved by another stops. A delivery that
//! a dying server was sending is sent again by another under the same name, when the lease is over.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::Context as _;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hoi_community::groups;
use hoi_community::notifications::{self, Kind};
use hoi_db::{Timestamp, Tx, Writes};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::Result;
use hoi_platform::ids::{UserId, WebhookId};
use hoi_platform::outbox::entity::{webhook, webhook_delivery, webhook_news};
use hoi_platform::outbox::{Fault, News, OffReason, Scope};
use hoi_platform::outgoing::Unsent;
use hoi_platform::secrets;
use hoi_ticketing::events;
use reqwest::Url;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set, UpdateMany,
};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{rules, store};

/// How long a server waits before it looks for due deliveries again.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest time that a receiver may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a claim holds: longer than an attempt and storing its result take.
const LEASE: Duration = Duration::from_mins(1);
/// Rows of the outbox that are taken in one transaction.
const NEWS: u64 = 50;
/// Webhooks that this server sends to at the same time.
const AT_ONCE: usize = 16;
/// Deliveries of one webhook before others get its place.
const IN_A_ROW: usize = 100;
/// Characters of an answer that are stored.
const MAX_STORED: usize = 1000;
/// The purpose with which secrets are sealed.
const SECRET: &str = "webhook-secret";
/// How secrets begin, by the specification.
const SECRET_PREFIX: &str = "whsec_";

const ID: HeaderName = HeaderName::from_static("webhook-id");
const TIMESTAMP: HeaderName = HeaderName::from_static("webhook-timestamp");
const SIGNATURE: HeaderName = HeaderName::from_static("webhook-signature");

/// Looks at short intervals. Every server does it.
pub async fn watch(app: App) {
    let mut running = JoinSet::new();
    loop {
        if let Err(error) = look(&app, &mut running).await {
            tracing::error!(?error, "webhooks could not be looked for");
        }
        while running.try_join_next().is_some() {}
        tokio::time::sleep(PAUSE).await;
    }
}

/// Sends the due deliveries of this moment, and returns when that is done.
pub async fn send_due(app: &App) -> Result<()> {
    let mut running = JoinSet::new();
    look(app, &mut running).await?;
    while running.join_next().await.is_some() {}
    Ok(())
}

async fn look(app: &App, running: &mut JoinSet<()>) -> Result<()> {
    while take_news(app).await? {}
    let now = app.clock.now();
    let free = AT_ONCE.saturating_sub(running.len());
    if free == 0 {
        return Ok(());
    }
    let due: Vec<(WebhookId, Timestamp)> = webhook::Entity::find()
        .select_only()
        .columns([webhook::Column::Id, webhook::Column::NextAt])
        .filter(webhook::Column::NextAt.lte(now))
        .filter(webhook::Column::OffSince.is_null())
        .order_by_asc(webhook::Column::NextAt)
        .limit(u64::try_from(free).unwrap_or(1))
        .into_tuple()
        .all(app.db.read())
        .await?;
    for (id, seen) in due {
        let lease = now.plus(LEASE);
        let tx = app.db.write().await?;
        let is_claimed = move_lease(&tx, id, seen, Some(lease)).await?;
        tx.commit().await?;
        if is_claimed {
            let app = app.clone();
            running.spawn(async move {
                if let Err(error) = send_all(&app, id, lease).await {
                    tracing::error!(?error, "a webhook could not be sent");
                }
            });
        }
    }
    Ok(())
}

/// Makes deliveries of the oldest news in the outbox. Returns whether there were some.
async fn take_news(app: &App) -> Result<bool> {
    let some = webhook_news::Entity::find().select_only();
    let some = some.column(webhook_news::Column::Id).limit(1);
    let some: Option<Uuid> = some.into_tuple().one(app.db.read()).await?;
    if some.is_none() {
        return Ok(false);
    }
    let tx = app.db.write().await?;
    // Another server that takes the same waits here, and then finds the rest.
    let rows = webhook_news::Entity::find()
        .order_by_asc(webhook_news::Column::Id)
        .limit(NEWS)
        .lock_exclusive()
        .all(&tx)
        .await?;
    let scopes: BTreeSet<Uuid> = rows.iter().map(|row| row.scope_id).collect();
    let of_scopes = Condition::any()
        .add(webhook::Column::EventId.is_in(scopes.iter().copied()))
        .add(webhook::Column::GroupId.is_in(scopes.iter().copied()));
    let hooks = webhook::Entity::find()
        .filter(of_scopes)
        .filter(webhook::Column::OffSince.is_null())
        .order_by_asc(webhook::Column::Id)
        .lock_exclusive()
        .all(&tx)
        .await?;
    let mut deliveries = Vec::new();
    let mut positions: BTreeMap<WebhookId, i64> = BTreeMap::new();
    for row in &rows {
        // A later version of the program may know other kinds.
        let news: Vec<News> = match serde_json::from_value(row.news.clone()) {
            Ok(news) => news,
            Err(error) => {
                tracing::error!(%error, "news for webhooks cannot be read");
                continue;
            }
        };
        let hooks = hooks
            .iter()
            .filter(|hook| scope_of(hook).is_some_and(|scope| scope.id() == row.scope_id));
        for hook in hooks {
            for news in news.iter().filter(|news| wants(hook, news.kind.name())) {
                let position = positions.entry(hook.id).or_insert(hook.last_position);
                *position += 1;
                deliveries.push(delivery(hook, *position, news, row.created_at));
            }
        }
    }
    let mut writes = Writes::new(&tx);
    writes.insert(deliveries);
    writes.flush(&tx).await?;
    for (id, position) in &positions {
        let last = change(*id).col_expr(webhook::Column::LastPosition, Expr::value(*position));
        last.exec(&tx).await?;
    }
    store::wake(&tx, positions.into_keys().collect(), app.clock.now()).await?;
    let taken = rows.iter().map(|row| row.id);
    webhook_news::Entity::delete_many()
        .filter(webhook_news::Column::Id.is_in(taken))
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(!rows.is_empty())
}

/// Returns the event or group of a webhook.
pub fn scope_of(hook: &webhook::Model) -> Option<Scope> {
    let event = hook.event_id.map(Scope::Event);
    event.or(hook.group_id.map(Scope::Group))
}

/// Returns the host of an address; an address may hold secrets of the receiver.
pub fn host_of(url: &str) -> String {
    let url = Url::parse(url).ok();
    let host = url.and_then(|url| url.host_str().map(ToOwned::to_owned));
    host.unwrap_or_default()
}

/// Returns whether a webhook waits for its next attempt, rather than that a server sends: a lease ends sooner.
pub fn is_paused(hook: &webhook::Model, now: Timestamp) -> bool {
    hook.next_at.is_some_and(|at| at > now.plus(LEASE))
}

fn wants(hook: &webhook::Model, kind: &str) -> bool {
    let kinds = hook.kinds.as_array();
    kinds.is_some_and(|kinds| kinds.iter().any(|wanted| wanted == kind))
}

fn delivery(
    hook: &webhook::Model,
    position: i64,
    news: &News,
    at: Timestamp,
) -> webhook_delivery::Model {
    let mut data = news.data.clone();
    if let Some(event) = hook.event_id {
        data.insert("eventId".to_owned(), json!(event));
    }
    if let Some(group) = hook.group_id {
        data.insert("groupId".to_owned(), json!(group));
    }
    webhook_delivery::Model {
        id: clock::new_id(),
        webhook_id: hook.id,
        position,
        kind: news.kind.name().to_owned(),
        payload: payload(news.kind.name(), at, Value::Object(data)),
        created_at: at,
        attempts: 0,
        tried_at: None,
        status: None,
        answer: None,
        fault: None,
        took_ms: None,
        delivered_at: None,
        given_up_at: None,
    }
}

/// Returns the body of a delivery.
pub fn payload(kind: &str, at: Timestamp, data: Value) -> String {
    json!({ "type": kind, "timestamp": at, "data": data }).to_string()
}

/// Sends the deliveries of a claimed webhook until none waits, one fails, or the claim is lost.
async fn send_all(app: &App, id: WebhookId, mut lease: Timestamp) -> Result<()> {
    for _ in 0..IN_A_ROW {
        let hook = webhook::Entity::find_by_id(id).one(app.db.read()).await?;
        let Some(hook) = hook.filter(|hook| hook.next_at == Some(lease)) else {
            return Ok(());
        };
        let Some(delivery) = store::find_first(app.db.read(), id).await? else {
            return rest(app, id, lease).await;
        };
        let name = rules::message_id(delivery.id.0);
        let result = attempt(app, &hook, &name, &delivery.payload).await?;
        let Some(next) = record(app, &hook, &delivery, &result, lease).await? else {
            return Ok(());
        };
        lease = next;
    }
    // Others have waited meanwhile.
    let tx = app.db.write().await?;
    move_lease(&tx, id, lease, Some(app.clock.now())).await?;
    Ok(tx.commit().await?)
}

/// Ends a claim if nothing waits any more.
async fn rest(app: &App, id: WebhookId, lease: Timestamp) -> Result<()> {
    let tx = app.db.write().await?;
    // Transactions that add deliveries hold this lock, so that none is added unseen.
    if store::lock(&tx, id).await?.is_none() {
        return Ok(());
    }
    let waits = store::find_first(&tx, id).await?.is_some();
    let next = waits.then(|| app.clock.now());
    move_lease(&tx, id, lease, next).await?;
    Ok(tx.commit().await?)
}

/// The result of an attempt.
#[derive(Debug)]
pub struct Outcome {
    pub status: Option<u16>,
    pub answer: Option<String>,
    pub fault: Option<Fault>,
    pub took: Option<Duration>,
}

impl Outcome {
    pub fn is_good(&self) -> bool {
        self.status
            .is_some_and(|status| (200..300).contains(&status))
    }

    fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// Signs a message and sends it once.
pub async fn attempt(
    app: &App,
    hook: &webhook::Model,
    name: &str,
    payload: &str,
) -> Result<Outcome> {
    let now = app.clock.now();
    let keys = keys(app, hook, now);
    if keys.is_empty() {
        return Ok(Outcome {
            status: None,
            answer: None,
            fault: Some(Fault::Unsigned),
            took: None,
        });
    }
    let timestamp = now.0.div_euclid(1000);
    let signatures = rules::signatures(&keys, name, timestamp, payload);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ID, HeaderValue::from_str(name).context("a name")?);
    headers.insert(TIMESTAMP, HeaderValue::from(timestamp));
    let signatures = HeaderValue::from_str(&signatures).context("signatures")?;
    headers.insert(SIGNATURE, signatures);
    // The rules for addresses may have changed since this one was accepted.
    let sent = match app.outgoing.read(&hook.url) {
        Some(url) => {
            let body = payload.as_bytes().to_vec();
            app.outgoing.post(url, headers, body, PATIENCE).await
        }
        None => Err(Unsent::Refused),
    };
    Ok(match sent {
        Ok(answer) => Outcome {
            status: Some(answer.status.as_u16()),
            answer: Some(shown(&answer.body)),
            fault: None,
            took: Some(answer.took),
        },
        Err(unsent) => Outcome {
            status: None,
            answer: None,
            fault: Some(match unsent {
                Unsent::Refused => Fault::Refused,
                Unsent::Slow => Fault::Slow,
                Unsent::Failed => Fault::Failed,
            }),
            took: None,
        },
    })
}

/// Returns the beginning of an answer as text. Databases refuse the character 0.
fn shown(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let text = text.chars().filter(|char| *char != '\0');
    text.take(MAX_STORED).collect()
}

/// Returns the keys of the signatures: the present one, and for a day after a change the one before. Those of an
/// installation whose secret was lost do not open any more.
fn keys(app: &App, hook: &webhook::Model, now: Timestamp) -> Vec<Vec<u8>> {
    let old = hook.sealed_old_secret.as_ref();
    let old = old.filter(|_| hook.old_secret_until.is_some_and(|until| now < until));
    let sealed = [Some(&hook.sealed_secret), old].into_iter().flatten();
    let keys = sealed.filter_map(|sealed| {
        let opened = app.secrets.unseal(SECRET, hook.id.0.as_bytes(), sealed);
        opened.ok()
    });
    keys.collect()
}

/// Makes a secret. Returns it as it is shown once, and as it is stored.
pub fn new_secret(app: &App, hook: WebhookId) -> Result<(String, String)> {
    let key = secrets::random::<32>()?;
    let sealed = app.secrets.seal(SECRET, hook.0.as_bytes(), &key)?;
    Ok((format!("{SECRET_PREFIX}{}", BASE64.encode(key)), sealed))
}

/// Stores the result of an attempt, and when there is another one. Returns the new lease if the next delivery may be
/// sent.
async fn record(
    app: &App,
    hook: &webhook::Model,
    delivery: &webhook_delivery::Model,
    result: &Outcome,
    lease: Timestamp,
) -> Result<Option<Timestamp>> {
    let now = app.clock.now();
    let attempts = delivery.attempts + 1;
    let [random] = secrets::random::<1>()?;
    let pause = rules::pause(attempts, random).filter(|_| !result.is_gone());
    let is_given_up = !result.is_good() && pause.is_none();
    let took = result.took.map(|took| took.as_millis());
    let columns = webhook_delivery::ActiveModel {
        attempts: Set(attempts),
        tried_at: Set(Some(now)),
        status: Set(result.status.map(i64::from)),
        fault: Set(result.fault),
        took_ms: Set(took.and_then(|took| i64::try_from(took).ok())),
        delivered_at: Set(result.is_good().then_some(now)),
        given_up_at: Set(is_given_up.then_some(now)),
        answer: Set(result.answer.clone()),
        ..Default::default()
    };
    let tx = app.db.write().await?;
    // Removed meanwhile, and its deliveries with it.
    let Some(stored) = store::lock(&tx, hook.id).await? else {
        return Ok(None);
    };
    webhook_delivery::Entity::update_many()
        .set(columns)
        .filter(webhook_delivery::Column::Id.eq(delivery.id))
        .exec(&tx)
        .await?;
    if stored.next_at != Some(lease) {
        // Switched off meanwhile, or sent by another server since the lease was over.
        tx.commit().await?;
        return Ok(None);
    }
    let mut next = None;
    if result.is_good() {
        let lease = now.plus(LEASE);
        let change = change(hook.id)
            .col_expr(webhook::Column::NextAt, Expr::value(Some(lease)))
            .col_expr(
                webhook::Column::FailingSince,
                Expr::value(None::<Timestamp>),
            );
        change.exec(&tx).await?;
        next = Some(lease);
    } else {
        let since = stored.failing_since.unwrap_or(now);
        let change = change(hook.id)
            .col_expr(webhook::Column::FailingSince, Expr::value(Some(since)))
            .col_expr(
                webhook::Column::NextAt,
                Expr::value(pause.map(|pause| now.plus(pause))),
            );
        change.exec(&tx).await?;
        if is_given_up {
            let reason = if result.is_gone() {
                OffReason::Gone
            } else {
                OffReason::Failing
            };
            switch_off(&tx, &stored, reason, now).await?;
        }
    }
    tx.commit().await?;
    if is_given_up {
        app.jobs.notify_one();
    }
    Ok(next)
}

/// Switches a webhook off and tells its owners.
async fn switch_off(
    tx: &Tx,
    hook: &webhook::Model,
    reason: OffReason,
    now: Timestamp,
) -> Result<()> {
    let columns = webhook::ActiveModel {
        off_since: Set(Some(now)),
        off_reason: Set(Some(reason)),
        next_at: Set(None),
        version: Set(hook.version + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    change(hook.id).set(columns).exec(tx).await?;
    let (to, of, link): (Vec<UserId>, String, String) = match scope_of(hook) {
        Some(Scope::Event(id)) => {
            let Some(event) = events::find_event(tx, id).await? else {
                return Ok(());
            };
            let link = format!("/event-management/{id}/integrations");
            (vec![event.owner_id], event.title, link)
        }
        Some(Scope::Group(id)) => {
            let Some(group) = groups::find(tx, id).await? else {
                return Ok(());
            };
            let leaders = groups::leaders_of(id).all(tx).await?;
            let leaders = leaders.into_iter().map(|member| member.user_id).collect();
            (
                leaders,
                group.name,
                format!("/my-group/{id}?tab=integrations"),
            )
        }
        None => return Ok(()),
    };
    let news = notifications::News::new(Kind::WebhookOff, hook.id, link)
        .text("of", of)
        .text("host", host_of(&hook.url));
    notifications::tell(tx, to, news, now).await?;
    Ok(())
}

fn change(id: WebhookId) -> UpdateMany<webhook::Entity> {
    webhook::Entity::update_many().filter(webhook::Column::Id.eq(id))
}

/// Sets when a webhook is due, if that was `from`. Returns whether it was.
async fn move_lease(
    tx: &Tx,
    id: WebhookId,
    from: Timestamp,
    to: Option<Timestamp>,
) -> Result<bool> {
    let moved = change(id)
        .col_expr(webhook::Column::NextAt, Expr::value(to))
        .filter(webhook::Column::NextAt.eq(from))
        .exec(tx)
        .await?;
    Ok(moved.rows_affected == 1)
}
