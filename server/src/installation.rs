//! Ties a database to its secret. Sessions and the links in mails are signed with the secret, so a server with another
//! secret would silently end them all.

use std::path::Path;

use anyhow::{Result, bail};
use hoi_db::{Db, Timestamp, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, Statement,
};

use crate::accounts::entity::{recovery_code, second_factor, session};
use crate::secrets::{Secrets, hex};

/// The identifier of the only row.
const ID: i64 = 1;

#[derive(FromQueryResult)]
struct Installation {
    secret_fingerprint: String,
}

/// Compares the secret with the one that the database was used with. An empty database takes the given one.
///
/// # Errors
/// When the database was used with another secret; the error tells what to do.
pub async fn check_secret(db: &Db, secrets: &Secrets, data_dir: &Path) -> Result<()> {
    let own = fingerprint(secrets);
    let tx = db.write().await?;
    let backend = tx.get_database_backend();
    tx.execute_raw(Statement::from_sql_and_values(
        backend,
        "insert into installation (id, secret_fingerprint) values ($1, $2) on conflict (id) do nothing",
        [ID.into(), own.as_str().into()],
    ))
    .await?;
    let known = known_fingerprint(&tx).await?;
    tx.commit().await?;
    if known.is_none_or(|known| known == own) {
        return Ok(());
    }
    bail!(
        "{} is not the secret that this database was used with. Put the right one there, from a backup or from another \
         server on the same database. If it is lost, `hoi accept-secret` goes on with the present one: everyone has to \
         log in again, the links in mails that were sent end, and two-step login is off until it is set up anew",
        data_dir.join("secret").display()
    )
}

/// Accepts the present secret and ends all sessions, which began under another one. Returns their number; None if the
/// database was used with this secret. Removes second factors too, because they were encrypted with another secret and
/// would prevent every login.
///
/// # Errors
/// When the database was used with no secret yet: such a database is empty, and probably not the intended one.
pub async fn accept_secret(db: &Db, secrets: &Secrets, now: Timestamp) -> Result<Option<u64>> {
    let tx = db.write().await?;
    match known_fingerprint(&tx).await? {
        None => bail!("there is no database here that a secret could belong to; set HOI_DATA_DIR"),
        Some(known) if known == fingerprint(secrets) => return Ok(None),
        Some(_) => {}
    }
    tx.execute_raw(Statement::from_sql_and_values(
        tx.get_database_backend(),
        "insert into installation (id, secret_fingerprint) values ($1, $2) \
         on conflict (id) do update set secret_fingerprint = excluded.secret_fingerprint",
        [ID.into(), fingerprint(secrets).into()],
    ))
    .await?;
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

async fn known_fingerprint(tx: &Tx) -> Result<Option<String>, DbErr> {
    let sql = "select secret_fingerprint from installation";
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    let row = Installation::find_by_statement(statement).one(tx).await?;
    Ok(row.map(|row| row.secret_fingerprint))
}

/// Identifies the secret without revealing anything about it.
fn fingerprint(secrets: &Secrets) -> String {
    hex(&secrets.sign("installation.fingerprint", &[]))
}
