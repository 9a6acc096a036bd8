//! Removes files without references.

use std::collections::HashSet;
use std::time::Duration;

use hoi_db::Timestamp;
use hoi_jobs::{Attempt, Job, JobError};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::files::file;
use hoi_platform::ids::FileId;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Statement};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::references::{self, JSON_COLUMNS, Reference};

/// How long a file may wait for a reference. An event's wizard may stay open overnight.
pub const GRACE: Duration = Duration::from_hours(24);
/// The most files removed by one transaction.
const BATCH: usize = 200;

/// Removes the bytes of a file whose row is marked as deleted.
#[derive(Debug, Serialize, Deserialize)]
pub struct RemoveStored {
    pub id: FileId,
}

impl Job for RemoveStored {
    const NAME: &'static str = "files.removeStored";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        Ok(app.storage.remove(self.id).await?)
    }
}

#[derive(FromQueryResult)]
struct Row {
    id: FileId,
}

#[derive(FromQueryResult)]
struct Text {
    text: String,
}

/// Marks all files as deleted that are older than a day and have no reference, and enqueues jobs that remove their
/// bytes. Returns their number.
pub async fn remove_orphans(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let candidates = candidates(app, now.minus(GRACE)).await?;
    if candidates.is_empty() {
        return Ok(0);
    }
    let mentioned = mentioned(app).await?;
    let orphans: Vec<FileId> = candidates
        .into_iter()
        .filter(|id| !mentioned.contains(&id.0))
        .collect();
    let mut removed = 0;
    for batch in orphans.chunks(BATCH) {
        let tx = app.db.write().await?;
        // References in columns are checked again after locking, because a transaction that adds one locks the file
        // too. References in JSON were read before. A reference added to JSON in between, to a file unused for a day,
        // would be missed; this risk is accepted.
        let locked: Vec<FileId> = file::live()
            .select_only()
            .column(file::Column::Id)
            .filter(file::Column::Id.is_in(batch.iter().copied()))
            .filter(Expr::cust(references::unreferenced()))
            .lock_exclusive()
            .into_tuple()
            .all(&tx)
            .await?;
        let jobs: Vec<RemoveStored> = locked.into_iter().map(|id| RemoveStored { id }).collect();
        file::Entity::update_many()
            .col_expr(file::Column::DeletedAt, Expr::value(now))
            .filter(file::Column::Id.is_in(jobs.iter().map(|job| job.id)))
            .exec(&tx)
            .await?;
        hoi_jobs::enqueue_all(&tx, &jobs, now).await?;
        tx.commit().await?;
        removed += jobs.len();
    }
    app.jobs.notify_one();
    Ok(removed)
}

async fn candidates(app: &App, before: Timestamp) -> Result<Vec<FileId>> {
    let sql = format!(
        "select id from file where deleted_at is null and created_at < $1 and {}",
        references::unreferenced()
    );
    let conn = app.db.read();
    let statement =
        Statement::from_sql_and_values(conn.get_database_backend(), sql, [before.into()]);
    let rows = Row::find_by_statement(statement).all(conn).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Returns all identifiers in JSON columns. One scan for all files is cheaper than a search for each.
async fn mentioned(app: &App) -> Result<HashSet<Uuid>> {
    let conn = app.db.read();
    let mut found = HashSet::new();
    for Reference {
        table,
        column,
        live,
    } in JSON_COLUMNS
    {
        let sql = format!("select cast(r.{column} as text) as text from {table} r where {live}");
        let statement = Statement::from_string(conn.get_database_backend(), sql);
        let mut rows = sea_orm::StreamTrait::stream_raw(conn, statement).await?;
        while let Some(row) = futures::TryStreamExt::try_next(&mut rows).await? {
            let Text { text } = Text::from_query_result(&row, "")?;
            found.extend(uuids(&text));
        }
    }
    Ok(found)
}

/// Returns the identifiers in a text: 36 characters of hexadecimal digits and dashes.
fn uuids(text: &str) -> impl Iterator<Item = Uuid> {
    text.split(|char: char| !char.is_ascii_hexdigit() && char != '-')
        .filter(|part| part.len() == 36)
        .filter_map(|part| part.parse().ok())
}
