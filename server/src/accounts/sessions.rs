//! Logins on devices. A session stands until it is revoked or over; tokens only point at one.

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use super::entity::{session, user};
use super::rules::session_lifetime;
use super::{SessionId, UserId};
use crate::clock;
use crate::error::Result;
use crate::secrets;

/// A session with its account.
#[derive(Debug, Clone)]
pub struct Authenticated {
    /// Whose it is.
    pub user: user::Model,
    /// The login on this device.
    pub session: session::Model,
}

/// Where somebody logs in from, as the list of their devices will name it.
#[derive(Debug, Default)]
pub struct Device {
    pub remember: bool,
    pub user_agent: Option<String>,
    pub ip: String,
}

/// The session and account behind an access token, if the session is not over and the account was not deleted.
/// A revoked session counts only where the account is suspended, so that its owner is told the reason (5020).
pub async fn find_authenticated(
    conn: &impl ConnectionTrait,
    session: SessionId,
    now: Timestamp,
) -> Result<Option<Authenticated>> {
    find(conn, session::Column::Id.eq(session), now).await
}

/// As [`find_authenticated`], by a refresh token.
pub async fn find_by_refresh_token(
    conn: &impl ConnectionTrait,
    token: &str,
    now: Timestamp,
) -> Result<Option<Authenticated>> {
    let hash = secrets::hash(token);
    find(conn, session::Column::RefreshHash.eq(hash), now).await
}

async fn find(
    conn: &impl ConnectionTrait,
    which: sea_orm::sea_query::SimpleExpr,
    now: Timestamp,
) -> Result<Option<Authenticated>> {
    let found = session::Entity::find()
        .filter(which)
        .filter(session::Column::ExpiresAt.gt(now))
        .one(conn)
        .await?;
    let Some(session) = found else {
        return Ok(None);
    };
    let user = user::Entity::find_by_id(session.user_id)
        .filter(user::Column::DeletedAt.is_null())
        .one(conn)
        .await?;
    Ok(user
        .filter(|user| session.revoked_at.is_none() || !user.is_active)
        .map(|user| Authenticated { user, session }))
}

/// Opens a session and returns it with its refresh token, which is stored only as a hash.
pub async fn open(
    tx: &Tx,
    user: UserId,
    device: Device,
    now: Timestamp,
) -> Result<(SessionId, String)> {
    let id: SessionId = clock::new_id();
    let token = secrets::new_token()?;
    let row = session::ActiveModel {
        id: Set(id),
        user_id: Set(user),
        refresh_hash: Set(secrets::hash(&token)),
        expires_at: Set(now.plus(session_lifetime(device.remember))),
        remember: Set(device.remember),
        user_agent: Set(device.user_agent),
        ip: Set(Some(device.ip)),
        created_at: Set(now),
        last_used_at: Set(now),
        revoked_at: Set(None),
    };
    session::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok((id, token))
}

/// Notes that the session was used.
pub async fn touch(tx: &Tx, session: SessionId, now: Timestamp) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::LastUsedAt, Expr::value(now))
        .filter(session::Column::Id.eq(session))
        .exec(tx)
        .await?;
    Ok(())
}

/// Ends one session; false when it had ended before.
pub async fn revoke(tx: &Tx, session: SessionId, now: Timestamp) -> Result<bool> {
    revoke_where(tx, session::Column::Id.eq(session), now).await
}

/// Ends one session of this account; false when the account has no such session, or it had ended before.
pub async fn revoke_of(tx: &Tx, user: UserId, session: SessionId, now: Timestamp) -> Result<bool> {
    let which = session::Column::Id
        .eq(session)
        .and(session::Column::UserId.eq(user));
    revoke_where(tx, which, now).await
}

/// The sessions of an account that stand, the most recently used first.
pub async fn find_live(
    conn: &impl ConnectionTrait,
    user: UserId,
    now: Timestamp,
) -> Result<Vec<session::Model>> {
    Ok(session::Entity::find()
        .filter(session::Column::UserId.eq(user))
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(now))
        .order_by_desc(session::Column::LastUsedAt)
        .order_by_desc(session::Column::Id)
        .all(conn)
        .await?)
}

/// Ends all sessions of an account but, where one is named, that one.
pub async fn revoke_all(
    tx: &Tx,
    user: UserId,
    but: Option<SessionId>,
    now: Timestamp,
) -> Result<()> {
    let mut which = session::Column::UserId.eq(user);
    if let Some(kept) = but {
        which = which.and(session::Column::Id.ne(kept));
    }
    revoke_where(tx, which, now).await?;
    Ok(())
}

async fn revoke_where(
    tx: &Tx,
    which: sea_orm::sea_query::SimpleExpr,
    now: Timestamp,
) -> Result<bool> {
    let ended = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .filter(which)
        .filter(session::Column::RevokedAt.is_null())
        .exec(tx)
        .await?;
    Ok(ended.rows_affected > 0)
}

/// Removes sessions that are over.
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    session::Entity::delete_many()
        .filter(session::Column::ExpiresAt.lt(now))
        .exec(tx)
        .await?;
    Ok(())
}
