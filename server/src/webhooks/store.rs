//! Queries on webhooks and their deliveries.

use std::collections::HashMap;

use hoi_db::{Timestamp, Tx};
use hoi_platform::http::Cursor;
use hoi_platform::ids::{WebhookDeliveryId, WebhookId};
use hoi_platform::outbox::Scope;
use hoi_platform::outbox::entity::{webhook, webhook_delivery};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};

/// Selects the webhooks of an event or group.
pub fn of_scope(scope: Scope) -> Select<webhook::Entity> {
    let found = webhook::Entity::find();
    match scope {
        Scope::Event(id) => found.filter(webhook::Column::EventId.eq(id)),
        Scope::Group(id) => found.filter(webhook::Column::GroupId.eq(id)),
    }
}

/// Lists the webhooks of an event or group, the oldest first.
#[tracing::instrument(name = "webhooks.find_all", skip_all)]
pub async fn find_all(
    conn: &impl ConnectionTrait,
    scope: Scope,
) -> Result<Vec<webhook::Model>, DbErr> {
    of_scope(scope)
        .order_by_asc(webhook::Column::CreatedAt)
        .order_by_asc(webhook::Column::Id)
        .all(conn)
        .await
}

/// Returns a webhook of an event or group.
pub async fn find(
    conn: &impl ConnectionTrait,
    scope: Scope,
    id: WebhookId,
) -> Result<Option<webhook::Model>, DbErr> {
    let found = of_scope(scope).filter(webhook::Column::Id.eq(id));
    found.one(conn).await
}

/// Locks a webhook until the transaction ends; None if it was removed meanwhile. Transactions that add deliveries, or
/// decide that none waits, hold this lock.
pub async fn lock(tx: &Tx, id: WebhookId) -> Result<Option<webhook::Model>, DbErr> {
    let found = webhook::Entity::find_by_id(id).lock_exclusive();
    found.one(tx).await
}

/// Selects the deliveries of a webhook that were neither answered well nor given up.
pub fn waiting_of(id: WebhookId) -> Select<webhook_delivery::Entity> {
    webhook_delivery::Entity::find()
        .filter(webhook_delivery::Column::WebhookId.eq(id))
        .filter(is_waiting())
}

fn is_waiting() -> Condition {
    Condition::all()
        .add(webhook_delivery::Column::DeliveredAt.is_null())
        .add(webhook_delivery::Column::GivenUpAt.is_null())
}

/// Returns the delivery that is sent next.
#[tracing::instrument(name = "webhooks.find_first", skip_all)]
pub async fn find_first(
    conn: &impl ConnectionTrait,
    id: WebhookId,
) -> Result<Option<webhook_delivery::Model>, DbErr> {
    let found = waiting_of(id).order_by_asc(webhook_delivery::Column::Position);
    found.one(conn).await
}

/// Returns how many deliveries of each webhook wait, and how many were given up.
#[tracing::instrument(name = "webhooks.count_open", skip_all)]
pub async fn count_open(
    conn: &impl ConnectionTrait,
    ids: &[WebhookId],
) -> Result<HashMap<WebhookId, (i64, i64)>, DbErr> {
    let mut counts: HashMap<WebhookId, (i64, i64)> = HashMap::new();
    for (id, waiting) in count(conn, ids, is_waiting()).await? {
        counts.entry(id).or_default().0 = waiting;
    }
    let given_up = Condition::all().add(webhook_delivery::Column::GivenUpAt.is_not_null());
    for (id, failed) in count(conn, ids, given_up).await? {
        counts.entry(id).or_default().1 = failed;
    }
    Ok(counts)
}

async fn count(
    conn: &impl ConnectionTrait,
    ids: &[WebhookId],
    state: Condition,
) -> Result<Vec<(WebhookId, i64)>, DbErr> {
    let found = webhook_delivery::Entity::find()
        .select_only()
        .column(webhook_delivery::Column::WebhookId)
        .column_as(webhook_delivery::Column::Id.count(), "number")
        .filter(webhook_delivery::Column::WebhookId.is_in(ids.iter().copied()))
        .filter(state)
        .group_by(webhook_delivery::Column::WebhookId);
    found.into_tuple().all(conn).await
}

/// Returns the newest deliveries of a webhook before `before`, newest first.
#[tracing::instrument(name = "webhooks.find_log", skip_all)]
pub async fn find_log(
    conn: &impl ConnectionTrait,
    id: WebhookId,
    before: Option<Cursor>,
    limit: u64,
) -> Result<Vec<webhook_delivery::Model>, DbErr> {
    use webhook_delivery::Column::{CreatedAt, Id, WebhookId as Of};
    let found = webhook_delivery::Entity::find().filter(Of.eq(id));
    let found = Cursor::newest_first(found, before, CreatedAt, Id);
    found.limit(limit + 1).all(conn).await
}

/// Makes deliveries wait again that were sent or given up: all that were given up, or `one`, whatever its outcome.
/// Returns how many.
pub async fn wait_again(
    tx: &Tx,
    id: WebhookId,
    one: Option<WebhookDeliveryId>,
) -> Result<u64, DbErr> {
    let changed = webhook_delivery::Entity::update_many()
        .col_expr(
            webhook_delivery::Column::DeliveredAt,
            Expr::value(None::<Timestamp>),
        )
        .col_expr(
            webhook_delivery::Column::GivenUpAt,
            Expr::value(None::<Timestamp>),
        )
        .col_expr(webhook_delivery::Column::Attempts, Expr::value(0_i64))
        .filter(webhook_delivery::Column::WebhookId.eq(id));
    let changed = match one {
        Some(one) => changed.filter(webhook_delivery::Column::Id.eq(one)),
        None => changed.filter(webhook_delivery::Column::GivenUpAt.is_not_null()),
    };
    Ok(changed.exec(tx).await?.rows_affected)
}

/// Schedules these webhooks for `at`, unless they are being sent or scheduled already.
pub async fn wake(tx: &Tx, ids: Vec<WebhookId>, at: Timestamp) -> Result<(), DbErr> {
    webhook::Entity::update_many()
        .col_expr(webhook::Column::NextAt, Expr::value(Some(at)))
        .filter(webhook::Column::Id.is_in(ids))
        .filter(webhook::Column::NextAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns whether a webhook of an event or group may be added: there are fewer than `most`.
pub async fn has_room(tx: &Tx, scope: Scope, most: u64) -> Result<bool, DbErr> {
    Ok(of_scope(scope).count(tx).await? < most)
}
