use anyhow::Result;
use hoi_db::{Db, Timestamp};
use hoi_platform::installation;
use hoi_platform::secrets::Secrets;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::entity::{recovery_code, second_factor, session};

/// Accepts the present secret and ends all sessions, which began under another one. Returns their number; None if the
/// database was used with this secret. Removes second factors too, because they were encrypted with another secret and
/// would prevent every login.
///
/// # Errors
/// When the database was used with no secret yet: such a database is empty, and probably not the intended one.
pub async fn accept_secret(db: &Db, secrets: &Secrets, now: Timestamp) -> Result<Option<u64>> {
    let tx = db.write().await?;
    if !installation::accept_secret(&tx, secrets).await? {
        return Ok(None);
    }
    let ended = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .filter(session::Column::RevokedAt.is_null())
        .exec(&tx)
        .await?;
    recovery_code::Entity::delete_many().exec(&tx).await?;
    second_factor::Entity::delete_many().exec(&tx).await?;
    tx.commit().await?;
    Ok(Some(ended.rows_affected))
}
