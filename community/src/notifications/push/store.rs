//! Queries on subscriptions and on the installation's key.

use anyhow::anyhow;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::Result;
use hoi_platform::ids::{PushSubscriptionId, SessionId, UserId};
use hoi_platform::secrets::Secrets;
use sea_orm::sea_query::{OnConflict, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait as _, Select, Set,
};

use super::vapid::Key;
use crate::accounts::entity::session;
use crate::notifications::entity::{push_key, push_subscription};

/// The most browsers of an account; the one that subscribed first makes room for another.
const MAX_SUBSCRIPTIONS: usize = 10;
/// The identifier of the only key.
const KEY: i64 = 1;
/// The purpose for which the key is sealed.
const PURPOSE: &str = "push";

fn live_sessions(now: Timestamp) -> SelectStatement {
    session::Entity::find()
        .select_only()
        .column(session::Column::Id)
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(now))
        .into_query()
}

/// Selects subscriptions whose login has not ended.
pub fn live(now: Timestamp) -> Select<push_subscription::Entity> {
    push_subscription::Entity::find()
        .filter(push_subscription::Column::SessionId.in_subquery(live_sessions(now)))
}

/// A browser's subscription, as the browser describes it.
pub struct NewSubscription {
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

/// Stores a subscription, in place of an earlier one at the same address, whosever it was.
#[tracing::instrument(name = "push.store", skip_all)]
pub async fn store(
    tx: &Tx,
    user: UserId,
    session: SessionId,
    new: NewSubscription,
    now: Timestamp,
) -> Result<()> {
    use push_subscription::Column;
    let row = push_subscription::ActiveModel {
        id: Set(clock::new_id()),
        user_id: Set(user),
        session_id: Set(session),
        endpoint: Set(new.endpoint),
        p256dh: Set(new.p256dh),
        auth: Set(new.auth),
        created_at: Set(now),
    };
    let replace = OnConflict::column(Column::Endpoint)
        .update_columns([
            Column::UserId,
            Column::SessionId,
            Column::P256dh,
            Column::Auth,
            Column::CreatedAt,
        ])
        .to_owned();
    push_subscription::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(tx)
        .await?;
    let newest_first: Vec<PushSubscriptionId> = push_subscription::Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::UserId.eq(user))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .into_tuple()
        .all(tx)
        .await?;
    push_subscription::Entity::delete_many()
        .filter(Column::Id.is_in(newest_first.into_iter().skip(MAX_SUBSCRIPTIONS)))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes the account's subscription at this address, if there is one.
#[tracing::instrument(name = "push.remove_at", skip_all)]
pub async fn remove_at(tx: &Tx, user: UserId, endpoint: &str) -> Result<()> {
    push_subscription::Entity::delete_many()
        .filter(push_subscription::Column::UserId.eq(user))
        .filter(push_subscription::Column::Endpoint.eq(endpoint))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes a subscription that its push service knows no longer.
#[tracing::instrument(name = "push.remove", skip_all)]
pub async fn remove(app: &App, id: PushSubscriptionId) -> Result<(), DbErr> {
    let tx = app.db.write().await?;
    push_subscription::Entity::delete_by_id(id)
        .exec(&tx)
        .await?;
    tx.commit().await
}

/// Removes subscriptions whose login has ended.
#[tracing::instrument(name = "push.remove_old", skip_all)]
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    push_subscription::Entity::delete_many()
        .filter(push_subscription::Column::SessionId.not_in_subquery(live_sessions(now)))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns the installation's key, which is made when it is first asked for. A key that was sealed with a secret that
/// is lost is replaced, and the subscriptions that were made with it go.
pub async fn key(app: &App) -> anyhow::Result<Key> {
    let sealed = sealed_key(app.db.read()).await?;
    if let Some(key) = sealed
        .as_deref()
        .and_then(|sealed| open(&app.secrets, sealed))
    {
        return Ok(key);
    }
    let tx = app.db.write().await?;
    if let Some(lost) = sealed {
        let replaced = push_key::Entity::delete_many()
            .filter(push_key::Column::Sealed.eq(lost))
            .exec(&tx)
            .await?;
        if replaced.rows_affected > 0 {
            push_subscription::Entity::delete_many().exec(&tx).await?;
        }
    }
    let row = push_key::ActiveModel {
        id: Set(KEY),
        sealed: Set(app.secrets.seal(PURPOSE, &[], &Key::generate()?)?),
    };
    // Another server may make one at the same moment.
    push_key::Entity::insert(row)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(&tx)
        .await?;
    let sealed = sealed_key(&tx).await?;
    tx.commit().await?;
    sealed
        .and_then(|sealed| open(&app.secrets, &sealed))
        .ok_or_else(|| anyhow!("the key for push services does not open"))
}

async fn sealed_key(conn: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    let row = push_key::Entity::find_by_id(KEY).one(conn).await?;
    Ok(row.map(|row| row.sealed))
}

fn open(secrets: &Secrets, sealed: &str) -> Option<Key> {
    let key = secrets.unseal(PURPOSE, &[], sealed).ok()?;
    Key::read(&key).ok()
}
