//! All references to files in the schema. A test compares this list with the schema.

use hoi_db::Tx;
use hoi_platform::error::Result;
use hoi_platform::ids::{EventId, FileId};
use sea_orm::{ConnectionTrait, Statement};

/// A column that refers to files.
pub struct Reference {
    /// The table, quoted for SQL where necessary.
    pub table: &'static str,
    pub column: &'static str,
    /// An SQL condition for the rows `r` whose references count.
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
    column("\"group\"", "avatar_file_id"),
    Reference {
        table: "join_request",
        column: "membership_certificate_file_id",
        live: "1 = 1",
    },
    Reference {
        table: "join_request",
        column: "business_license_file_id",
        live: "1 = 1",
    },
    Reference {
        table: "post_image",
        column: "file_id",
        live: "exists (select 1 from post p join \"group\" g on g.id = p.group_id \
               where p.id = r.post_id and p.deleted_at is null and g.deleted_at is null)",
    },
    Reference {
        table: "point",
        column: "proof_file_id",
        live: "1 = 1",
    },
    Reference {
        table: "cover",
        column: "file_id",
        live: "1 = 1",
    },
];

/// JSON columns that contain identifiers or addresses of files.
pub const JSON_COLUMNS: &[Reference] = &[
    column("event", "sponsor_logo_file_ids"),
    column("event", "form"),
    Reference {
        table: "event_page",
        column: "blocks",
        live: "exists (select 1 from event e where e.id = r.event_id and e.deleted_at is null)",
    },
    Reference {
        table: "event_draft",
        column: "content",
        live: "1 = 1",
    },
    Reference {
        table: "lucky_draw",
        column: "prizes",
        live: "1 = 1",
    },
    // Skips the answers of events without visitors' uploads.
    Reference {
        live: "r.deleted_at is null and exists (select 1 from file f where f.event_id = r.event_id)",
        ..column("attendance", "answers")
    },
];

/// Returns an SQL condition that holds for rows of `file` without a reference in [`COLUMNS`].
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

/// Returns the event of a participant whose business licence this file is; None if there is none. Such a file may be an
/// administrator's upload.
pub async fn event_of_business_license(
    conn: &impl ConnectionTrait,
    id: FileId,
) -> Result<Option<EventId>> {
    let sql = "select event_id from attendance where business_license_file_id = $1 and deleted_at is null limit 1";
    let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, [id.into()]);
    match conn.query_one_raw(statement).await? {
        Some(row) => Ok(Some(row.try_get("", "event_id")?)),
        None => Ok(None),
    }
}

/// Returns whether anything refers to the file.
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
