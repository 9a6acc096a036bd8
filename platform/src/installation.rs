//! Ties a database to its secret. Sessions and the links in mails are signed with the secret, so a server with another
//! secret would silently end them all.

use std::path::Path;

use anyhow::{Result, bail};
use hoi_db::{Db, Tx};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};

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
         log in again, the links in mails that were sent end, sensitive answers and numbers of participants can no \
         longer be read, and two-step login is off until it is set up anew",
        data_dir.join("secret").display()
    )
}

/// Ties the database to the present secret. Returns whether it was tied to another one before.
///
/// # Errors
/// When the database was used with no secret yet: then it is an empty one, and not the one that is meant.
pub async fn accept_secret(tx: &Tx, secrets: &Secrets) -> Result<bool> {
    match known_fingerprint(tx).await? {
        None => bail!("there is no database here that a secret could belong to; set HOI_DATA_DIR"),
        Some(known) if known == fingerprint(secrets) => return Ok(false),
        Some(_) => {}
    }
    tx.execute_raw(Statement::from_sql_and_values(
        tx.get_database_backend(),
        "insert into installation (id, secret_fingerprint) values ($1, $2) \
         on conflict (id) do update set secret_fingerprint = excluded.secret_fingerprint",
        [ID.into(), fingerprint(secrets).into()],
    ))
    .await?;
    Ok(true)
}

/// Returns the fingerprint of the secret that the database was used with; None if it was used with none yet.
pub async fn known_fingerprint(conn: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    let sql = "select secret_fingerprint from installation";
    let statement = Statement::from_string(conn.get_database_backend(), sql);
    let row = Installation::find_by_statement(statement).one(conn).await?;
    Ok(row.map(|row| row.secret_fingerprint))
}

/// Identifies the secret without revealing anything about it.
#[must_use]
pub fn fingerprint(secrets: &Secrets) -> String {
    hex(&secrets.sign("installation.fingerprint", &[]))
}
