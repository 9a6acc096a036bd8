//! Makes one key of both forms of a domain in rows from before, when `lan@côngty.vn` and `lan@xn--cngty-6ta.vn` were two
//! people.

use hoi_community::accounts::email_key;
use hoi_db::Tx;
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use sea_orm::{ConnectionTrait, SqlErr, Statement};
use uuid::Uuid;

/// The tables that compare people by their addresses.
const TABLES: [&str; 3] = ["\"user\"", "join_request", "attendance"];

/// Gives rows whose key has the encoded form of a domain the key that such an address has now. Where both forms have a row
/// already, both stay: which of two accounts or seats is the right one, only people know.
pub async fn join_forms_of_domains(app: &App) -> Result<()> {
    for table in TABLES {
        let conn = app.db.read();
        let sql = format!("select id, email_key from {table} where email_key like '%xn--%'");
        let engine = conn.get_database_backend();
        let rows = conn
            .query_all_raw(Statement::from_string(engine, sql))
            .await?;
        if rows.is_empty() {
            continue;
        }
        let tx = app.db.write().await?;
        for row in rows {
            let (id, before): (Uuid, String) =
                (row.try_get("", "id")?, row.try_get("", "email_key")?);
            // Behind a space stands the number of a person who shares the address.
            let (address, number) = before.split_once(' ').unwrap_or((&before, ""));
            let after = format!("{} {number}", email_key(address));
            let after = after.trim_end();
            if after != before {
                change_key(&tx, table, id, &before, after).await?;
            }
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn change_key(tx: &Tx, table: &str, id: Uuid, before: &str, after: &str) -> Result<()> {
    let found_by = if table == "attendance" {
        ", search_text = replace(search_text, $4, $5)"
    } else {
        ""
    };
    let sql =
        format!("update {table} set email_key = $1{found_by} where id = $2 and email_key = $3");
    let mut values: Vec<sea_orm::Value> = vec![after.into(), id.into(), before.into()];
    if !found_by.is_empty() {
        values.extend([
            fold_for_search(before).into(),
            fold_for_search(after).into(),
        ]);
    }
    // A violated index ends PostgreSQL's transaction, so each attempt has a savepoint.
    tx.execute_unprepared("savepoint attempt").await?;
    let engine = tx.get_database_backend();
    match tx
        .execute_raw(Statement::from_sql_and_values(engine, sql, values))
        .await
    {
        Ok(_) => tx.execute_unprepared("release savepoint attempt").await?,
        Err(error) if matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_))) => {
            tx.execute_unprepared("rollback to savepoint attempt")
                .await?
        }
        Err(error) => return Err(error.into()),
    };
    Ok(())
}
