//! Rows of accounts and sessions.

use hoi_db::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::SessionId;
use super::entity::{session, user};
use crate::error::Result;

/// A live session with its account.
#[derive(Debug, Clone)]
pub struct Authenticated {
    /// Whose it is.
    pub user: user::Model,
    /// The login on this device.
    pub session: session::Model,
}

/// The session and account, if the session is neither revoked nor over and the account was not deleted.
pub async fn find_authenticated(
    conn: &impl ConnectionTrait,
    session: SessionId,
    now: Timestamp,
) -> Result<Option<Authenticated>> {
    let session = session::Entity::find_by_id(session)
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(now))
        .one(conn)
        .await?;
    let Some(session) = session else {
        return Ok(None);
    };
    let user = user::Entity::find_by_id(session.user_id)
        .filter(user::Column::DeletedAt.is_null())
        .one(conn)
        .await?;
    Ok(user.map(|user| Authenticated { user, session }))
}
