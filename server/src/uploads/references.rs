//! Everything in the schema that refers to a file. A test compares this list with the schema.

use hoi_db::Tx;
use sea_orm::{ConnectionTrait, Statement};

use crate::error::Result;
use crate::ids::{EventId, FileId};

/// A column of one table that holds a file's identifier, and when a row of it counts.
pub struct Reference {
    /// The table, as SQL names it.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// Which of its rows still count.
    pub live: &'static str,
}

const fn column(table: &'static str, column: &'static str) -> Reference {
    Reference {
        table,
        column,
        live: "r.deleted_at is null",
    }
}

/// Columns of type `uuid`.
pub const COLUMNS: &[Reference] = &[
    column("\"user\"", "avatar_file_id"),
    column("\"user\"", "app_logo_file_id"),
    column("\"user\"", "business_license_file_id"),
    column("event", "logo_file_id"),
    column("event", "cover_file_id"),
    column("event", "attachment_file_id"),
    column("attendance", "business_license_file_id"),
    column("attendance", "avatar_file_id"),
    column("attendance", "logo_file_id"),
    Reference {
        table: "cover",
        column: "file_id",
        live: "1 = 1",
    },
];

/// JSON columns with identifiers or addresses of files somewhere inside.
pub const JSON_COLUMNS: &[Reference] = &[
    column("event", "sponsor_logo_file_ids"),
    column("event", "form"),
    Reference {
        table: "lucky_draw",
        column: "prizes",
        live: "1 = 1",
    },
    // Only events for which visitors uploaded something have files in their answers.
    Reference {
        live: "r.deleted_at is null and exists (select 1 from file f where f.event_id = r.event_id)",
        ..column("attendance", "answers")
    },
];

/// SQL that holds for a row `file` to which no column refers.
pub fn unreferenced() -> String {
    let conditions = COLUMNS.iter().map(
        |Reference {
             table,
             column,
             live,
         }| {
            format!("not exists (select 1 from {table} r where r.{column} = file.id and {live})")
        },
    );
    conditions.collect::<Vec<_>>().join(" and ")
}

/// The event of the participant whose paper this is, if it is one's: an administrator may have attached it.
pub async fn event_of_paper(conn: &impl ConnectionTrait, id: FileId) -> Result<Option<EventId>> {
    let sql = "select event_id from attendance where business_license_file_id = $1 and deleted_at is null limit 1";
    let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, [id.into()]);
    match conn.query_one_raw(statement).await? {
        Some(row) => Ok(Some(row.try_get("", "event_id")?)),
        None => Ok(None),
    }
}

/// Whether anything refers to the file.
pub async fn is_referenced(tx: &Tx, id: FileId) -> Result<bool> {
    let backend = tx.get_database_backend();
    let columns = format!("select 1 from file where id = $1 and {}", unreferenced());
    let statement = Statement::from_sql_and_values(backend, columns, [id.into()]);
    if tx.query_one_raw(statement).await?.is_none() {
        return Ok(true);
    }
    for Reference {
        table,
        column,
        live,
    } in JSON_COLUMNS
    {
        let sql = format!(
            "select 1 from {table} r where {live} and cast(r.{column} as text) like $1 limit 1"
        );
        let pattern = format!("%{id}%");
        let statement = Statement::from_sql_and_values(backend, sql, [pattern.into()]);
        if tx.query_one_raw(statement).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
