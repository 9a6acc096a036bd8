//! Sessions: logins on devices. A session is valid until it is revoked or expires; tokens only refer to one.

use hoi_db::{Only as _, Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::{clock, secrets};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationDef, Set,
};

use super::entity::{session, user};
use super::rules::session_lifetime;
use super::{SessionId, UserId};

/// A session with its account.
#[derive(Debug, Clone)]
pub struct Authenticated {
    pub user: user::Model,
    pub session: session::Model,
}

/// The device of a login, as shown in the list of sessions.
#[derive(Debug, Default)]
pub struct Device {
    pub remember: bool,
    pub user_agent: Option<String>,
    pub ip: String,
}

/// Returns the session and account of an access token; None if the session has expired or the account was deleted. A
/// revoked session is returned only if the account is suspended, so that its owner learns the reason (5020).
pub async fn find_authenticated(
    conn: &impl ConnectionTrait,
    session: SessionId,
    now: Timestamp,
) -> Result<Option<Authenticated>> {
    find(conn, session::Column::Id.eq(session), now).await
}

/// Like [`find_authenticated`], by a refresh token.
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
    let account: RelationDef = session::Entity::belongs_to(user::Entity)
        .from(session::Column::UserId)
        .to(user::Column::Id)
        .into();
    // Every request of a signed-in account runs this, so session and account are read in one statement.
    let found = session::Entity::find()
        .join(JoinType::InnerJoin, account)
        .select_also(user::Entity)
        .filter(which)
        .filter(session::Column::ExpiresAt.gt(now))
        .filter(user::Column::DeletedAt.is_null())
        .only(conn)
        .await?;
    Ok(found.and_then(|(session, user)| {
        let user = user.filter(|user| session.revoked_at.is_none() || !user.is_active)?;
        Some(Authenticated { user, session })
    }))
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

/// Records that the session was used.
pub async fn touch(tx: &Tx, session: SessionId, now: Timestamp) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::LastUsedAt, Expr::value(now))
        .filter(session::Column::Id.eq(session))
        .exec(tx)
        .await?;
    Ok(())
}

/// Ends one session. Returns false if it had ended before.
pub async fn revoke(tx: &Tx, session: SessionId, now: Timestamp) -> Result<bool> {
    revoke_where(tx, session::Column::Id.eq(session), now).await
}

/// Ends one session of this account. Returns false if the account has no such session, or it had ended before.
pub async fn revoke_of(tx: &Tx, user: UserId, session: SessionId, now: Timestamp) -> Result<bool> {
    let which = session::Column::Id
        .eq(session)
        .and(session::Column::UserId.eq(user));
    revoke_where(tx, which, now).await
}

/// Returns the valid sessions of an account, the most recently used first.
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

/// Ends all sessions of an account except `but`.
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

/// Removes expired sessions.
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    session::Entity::delete_many()
        .filter(session::Column::ExpiresAt.lt(now))
        .exec(tx)
        .await?;
    Ok(())
}
