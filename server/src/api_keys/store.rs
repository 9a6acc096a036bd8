//! Rows of keys.

use std::time::Duration;

use hoi_community::accounts::API_KEY_PREFIX;
use hoi_community::accounts::entity::user;
use hoi_db::{Only as _, Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock::new_id;
use hoi_platform::error::Result;
use hoi_platform::ids::{ApiKeyId, EventId, UserId};
use hoi_platform::secrets;
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, JoinType,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, RelationDef, Select, Set,
};

use super::ApiRight;
use super::entity::{self, Column};

/// How long an expired key is listed, and a revoked one stays in the database.
const KEPT: Duration = Duration::from_hours(90 * 24);
/// Characters of the secret by which its owner recognises a key.
const SHOWN: usize = 6;

/// A key that is about to be made.
#[derive(Debug, Clone)]
pub struct NewKey {
    pub user: UserId,
    pub name: String,
    pub rights: Vec<ApiRight>,
    /// None for all events of the account.
    pub events: Option<Vec<EventId>>,
    /// None for a key without an end.
    pub expires_at: Option<Timestamp>,
}

/// Makes a key. Returns its row and the key itself, which is stored nowhere.
pub async fn issue(tx: &Tx, new: NewKey, now: Timestamp) -> Result<(entity::Model, String)> {
    let secret = secrets::new_token()?;
    let shown: String = secret.chars().take(SHOWN).collect();
    let key = format!("{API_KEY_PREFIX}{secret}");
    let row = entity::ActiveModel {
        id: Set(new_id()),
        user_id: Set(new.user),
        name: Set(new.name),
        shown: Set(format!("{API_KEY_PREFIX}{shown}")),
        hash: Set(secrets::hash(&key)),
        rights: Set(entity::Rights { rights: new.rights }),
        events: Set(new.events.map(|ids| entity::Events { ids })),
        created_at: Set(now),
        expires_at: Set(new.expires_at),
        last_used_at: Set(None),
        revoked_at: Set(None),
    };
    Ok((row.insert(tx).await?, key))
}

/// Returns the key, unless it was revoked, with its account, unless that was erased.
pub async fn find(
    conn: &impl ConnectionTrait,
    key: &str,
) -> Result<Option<(entity::Model, user::Model)>> {
    let account: RelationDef = entity::Entity::belongs_to(user::Entity)
        .from(Column::UserId)
        .to(user::Column::Id)
        .into();
    let found = entity::Entity::find()
        .join(JoinType::InnerJoin, account)
        .select_also(user::Entity)
        .filter(Column::Hash.eq(secrets::hash(key)))
        .filter(Column::RevokedAt.is_null())
        .filter(user::Column::DeletedAt.is_null())
        .only(conn)
        .await?;
    Ok(found.and_then(|(key, user)| Some((key, user?))))
}

/// Notes that a key was used, without holding up its call. Failures are only logged.
pub fn note_use_later(app: App, id: ApiKeyId, now: Timestamp) {
    tokio::spawn(async move {
        if let Err(error) = note_use(&app, id, now).await {
            tracing::warn!(?error, "the use of a key could not be noted");
        }
    });
}

async fn note_use(app: &App, id: ApiKeyId, now: Timestamp) -> Result<()> {
    let tx = app.db.write().await?;
    entity::Entity::update_many()
        .col_expr(Column::LastUsedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

fn of(user: UserId) -> Select<entity::Entity> {
    entity::Entity::find()
        .filter(Column::UserId.eq(user))
        .filter(Column::RevokedAt.is_null())
}

/// Returns the keys of an account that were not revoked, also expired ones, the newest first.
pub async fn list(conn: &impl ConnectionTrait, user: UserId) -> Result<Vec<entity::Model>> {
    Ok(of(user)
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .all(conn)
        .await?)
}

/// Returns how many keys of an account are valid at `now`.
pub async fn count_live(conn: &impl ConnectionTrait, user: UserId, now: Timestamp) -> Result<u64> {
    let is_live = Condition::any()
        .add(Column::ExpiresAt.is_null())
        .add(Column::ExpiresAt.gt(now));
    Ok(of(user).filter(is_live).count(conn).await?)
}

/// Revokes a key of this account. Returns false if it has no such key, or it was revoked before.
pub async fn revoke(tx: &Tx, user: UserId, id: ApiKeyId, now: Timestamp) -> Result<bool> {
    let revoked = entity::Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::UserId.eq(user))
        .filter(Column::RevokedAt.is_null())
        .exec(tx)
        .await?;
    Ok(revoked.rows_affected > 0)
}

/// Returns the events among `ids` that belong to this account, with their titles.
pub async fn own_events(
    conn: &impl ConnectionTrait,
    user: UserId,
    ids: impl IntoIterator<Item = EventId>,
) -> Result<Vec<(EventId, String)>> {
    Ok(event::owned_by(user)
        .select_only()
        .columns([event::Column::Id, event::Column::Title])
        .filter(event::Column::Id.is_in(ids))
        .order_by_asc(event::Column::Title)
        .order_by_asc(event::Column::Id)
        .into_tuple()
        .all(conn)
        .await?)
}

/// Removes keys that were revoked, or expired, long ago.
pub async fn remove_old(app: &App) -> Result<()> {
    let before = app.clock.now().minus(KEPT);
    let tx = app.db.write().await?;
    let is_old = Condition::any()
        .add(Column::RevokedAt.lt(before))
        .add(Column::ExpiresAt.lt(before));
    entity::Entity::delete_many()
        .filter(is_old)
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}
