//! One-time links, and other secrets that are mailed.
//!
//! They are derived from an identifier with the server's key instead of being random. The job that sends the mail
//! contains only the identifier, so neither a waiting job, nor a dead letter, nor a copy of the database gives access
//! to an account. A repeated attempt sends the same link, while a new link would invalidate the one in a mail that had
//! arrived after all.

use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::secrets::{self, Secrets};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::entity::one_time_token;
use super::{OneTimeTokenId, TokenKind, UserId};

/// Lower-case letters and digits without look-alikes, because generated passwords are also copied by hand.
pub const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// Characters of a generated password: 80 bits.
const GENERATED: usize = 16;

impl TokenKind {
    /// Returns how long a link is valid.
    pub fn lifetime(self) -> Duration {
        match self {
            Self::VerifyEmail => Duration::from_hours(24),
            Self::ResetPassword => Duration::from_hours(1),
        }
    }
}

/// Returns the token in the link with this identifier.
pub fn token(secrets: &Secrets, id: OneTimeTokenId) -> String {
    secrets::hex(&secrets.sign("one-time-link", id.0.as_bytes()))
}

/// Returns the password derived from `seed`.
pub fn generated_password(secrets: &Secrets, seed: Uuid) -> String {
    secrets
        .sign("generated-password", seed.as_bytes())
        .into_iter()
        .take(GENERATED)
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
        .map(|byte| char::from(*byte))
        .collect()
}

/// Makes the link `id` valid and all others of its kind for this account invalid. Returns false if the link was used
/// before, because a repeated attempt of its job must not make it valid again.
pub async fn issue(
    tx: &Tx,
    secrets: &Secrets,
    user: UserId,
    kind: TokenKind,
    id: OneTimeTokenId,
    now: Timestamp,
) -> Result<bool> {
    let known = one_time_token::Entity::find_by_id(id).one(tx).await?;
    if known.is_some_and(|link| link.used_at.is_some()) {
        return Ok(false);
    }
    void(tx, user, kind).await?;
    let row = one_time_token::ActiveModel {
        id: Set(id),
        user_id: Set(user),
        kind: Set(kind),
        hash: Set(secrets::hash(&token(secrets, id))),
        expires_at: Set(now.plus(kind.lifetime())),
        used_at: Set(None),
        created_at: Set(now),
    };
    one_time_token::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok(true)
}

/// Returns whether the link is valid now.
pub async fn is_alive(
    conn: &impl ConnectionTrait,
    kind: TokenKind,
    token: &str,
    now: Timestamp,
) -> Result<bool> {
    Ok(find(conn, kind, token, now).await?.is_some())
}

/// Returns the link; None if it does not exist, has expired or was used before.
pub async fn find(
    conn: &impl ConnectionTrait,
    kind: TokenKind,
    token: &str,
    now: Timestamp,
) -> Result<Option<one_time_token::Model>> {
    Ok(one_time_token::Entity::find()
        .filter(one_time_token::Column::Hash.eq(secrets::hash(token)))
        .filter(one_time_token::Column::Kind.eq(kind))
        .filter(one_time_token::Column::ExpiresAt.gt(now))
        .filter(one_time_token::Column::UsedAt.is_null())
        .one(conn)
        .await?)
}

/// Uses up the link and returns its account; None if it does not exist, has expired or was used before.
pub async fn redeem(
    tx: &Tx,
    kind: TokenKind,
    token: &str,
    now: Timestamp,
) -> Result<Option<UserId>> {
    let Some(found) = find(tx, kind, token, now).await? else {
        return Ok(None);
    };
    let used = one_time_token::Entity::update_many()
        .col_expr(one_time_token::Column::UsedAt, Expr::value(now))
        .filter(one_time_token::Column::Id.eq(found.id))
        .filter(one_time_token::Column::UsedAt.is_null())
        .exec(tx)
        .await?;
    Ok((used.rows_affected == 1).then_some(found.user_id))
}

/// Deletes all links of this kind of the account.
pub async fn void(tx: &Tx, user: UserId, kind: TokenKind) -> Result<()> {
    one_time_token::Entity::delete_many()
        .filter(one_time_token::Column::UserId.eq(user))
        .filter(one_time_token::Column::Kind.eq(kind))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes expired links.
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    one_time_token::Entity::delete_many()
        .filter(one_time_token::Column::ExpiresAt.lt(now))
        .exec(tx)
        .await?;
    Ok(())
}
