//! Queries on files, and the limits on uploads.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use hoi_db::{Only as _, Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait as _, LockType, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
    Set,
};
use uuid::Uuid;

use super::entity::file;
use super::{ANSWER, FileId, Received, UploadPurpose, Visibility};
use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::ids::{AttendanceId, EventId, UserId};
use crate::storage::Stored;
use crate::{clock, secrets};

/// The origin of an upload.
#[derive(Debug, Clone, Copy)]
pub enum Uploader {
    /// A logged-in account, with the declared purpose.
    User(UserId, UploadPurpose),
    /// A visitor who fills in the form of an event.
    Visitor(EventId),
}

/// The period in which uploads are counted.
const HOUR: Duration = Duration::from_hours(1);
/// Bytes that one account, or all visitors of one event, may upload in an hour.
const MAX_BYTES: i64 = 1024 * 1024 * 1024;

impl Uploader {
    /// Returns how many files may be uploaded in an hour: for an account more than any event needs, for an event's
    /// visitors more than any rush; both far too few to fill a disk.
    fn max_files(self) -> i64 {
        match self {
            Self::User(..) => 500,
            Self::Visitor(_) => 2000,
        }
    }

    fn column(self) -> (file::Column, Uuid) {
        match self {
            Self::User(user, _) => (file::Column::OwnerId, user.0),
            Self::Visitor(event) => (file::Column::EventId, event.0),
        }
    }

    /// Locks the uploader's row until the transaction ends. The tables are named as text, because the features that own
    /// them come later in the order of features.
    async fn lock(self, tx: &Tx) -> Result<()> {
        let (table, id) = match self {
            Self::User(user, _) => ("user", user.0),
            Self::Visitor(event) => ("event", event.0),
        };
        let row = Query::select()
            .column("id")
            .from(table)
            .and_where(Expr::col("id").eq(id))
            // Inserts that refer to the row, such as a scan at check-in, need not wait.
            .lock(LockType::NoKeyUpdate)
            .to_owned();
        tx.query_one(&row).await?;
        Ok(())
    }
}

#[derive(FromQueryResult)]
struct Uploaded {
    files: i64,
    bytes: i64,
}

/// Refuses with 5003 (HTTP 429) when `bytes` more would exceed the hourly allowance of `from`.
#[tracing::instrument(name = "files.check_allowance", skip_all)]
pub async fn check_allowance(
    app: &App,
    conn: &impl ConnectionTrait,
    from: Uploader,
    bytes: i64,
) -> Result<()> {
    let (column, id) = from.column();
    let uploaded = file::Entity::find()
        .select_only()
        .column_as(file::Column::Id.count(), "files")
        .column_as(
            Expr::cust("cast(coalesce(sum(bytes), 0) as bigint)"),
            "bytes",
        )
        .filter(column.eq(id))
        .filter(file::Column::CreatedAt.gte(app.clock.now().minus(HOUR)))
        .into_model::<Uploaded>()
        .one(conn)
        .await?;
    let is_within = uploaded.is_none_or(|uploaded| {
        uploaded.files < from.max_files() && uploaded.bytes.saturating_add(bytes) <= MAX_BYTES
    });
    if is_within {
        Ok(())
    } else {
        Err(Error::TooManyRequests { retry_after: HOUR })
    }
}

/// Stores the content, then the row: content without a row is harmless, a row without content is a broken image.
///
/// # Errors
/// 5003 when `from` has uploaded too much within an hour; 5006 when the storage fails.
#[tracing::instrument(name = "files.save", skip_all)]
pub async fn save(app: &App, from: Uploader, file: Received) -> Result<FileId> {
    let id: FileId = clock::new_id();
    let bytes = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
    let (owner, event, purpose, visibility) = match from {
        Uploader::User(user, purpose) => (
            Some(user),
            None,
            sea_orm::ActiveEnum::to_value(&purpose),
            purpose.visibility(),
        ),
        Uploader::Visitor(event) => (None, Some(event), ANSWER.to_owned(), Visibility::Private),
    };
    let row = file::ActiveModel {
        id: Set(id),
        owner_id: Set(owner),
        event_id: Set(event),
        attendance_id: Set(None),
        purpose: Set(purpose),
        mime: Set(file.mime.to_owned()),
        bytes: Set(bytes),
        sha256: Set(secrets::digest(&file.bytes)),
        visibility: Set(visibility),
        preview: Set(file.preview),
        created_at: Set(app.clock.now()),
        deleted_at: Set(None),
    };
    app.storage.put(id, file.bytes).await.map_err(|error| {
        tracing::error!(%error, "a file could not be stored");
        Error::UploadFile {
            status: StatusCode::SERVICE_UNAVAILABLE,
            message: LocalizedText::new("error.5006"),
        }
    })?;
    let stored = insert(app, from, row, bytes).await;
    if stored.is_err()
        && let Err(error) = app.storage.remove(id).await
    {
        tracing::warn!(%error, file = %id, "a file without a row was left behind");
    }
    stored.map(|()| id)
}

/// Counts and inserts under one lock, so that simultaneous uploads are counted one after the other.
async fn insert(app: &App, from: Uploader, row: file::ActiveModel, bytes: i64) -> Result<()> {
    let tx = app.db.write().await?;
    from.lock(&tx).await?;
    check_allowance(app, &tx, from, bytes).await?;
    file::Entity::insert(row)
        .exec_without_returning(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Returns the file; None if it was removed.
#[tracing::instrument(name = "files.find", skip_all)]
pub async fn find(conn: &impl ConnectionTrait, id: FileId) -> Result<Option<file::Model>> {
    Ok(file::live()
        .filter(file::Column::Id.eq(id))
        .only(conn)
        .await?)
}

/// Returns the media type and the content of a file; None if it was removed.
#[tracing::instrument(name = "files.read", skip_all)]
pub async fn read(app: &App, id: FileId) -> anyhow::Result<Option<(String, Bytes)>> {
    let Some(row) = file::live()
        .filter(file::Column::Id.eq(id))
        .only(app.db.read())
        .await?
    else {
        return Ok(None);
    };
    let bytes = app.storage.get(id).await?;
    Ok(bytes.map(|bytes| (row.mime, bytes)))
}

/// Returns size and content of a file, read piece by piece on demand.
///
/// # Errors
/// 5004 when the storage fails; 5005 when it has lost the content.
pub async fn open(app: &App, file: &file::Model) -> Result<Stored> {
    let stored = app.storage.stream(file.id).await;
    let stored = stored.map_err(|error| unreadable(file, &error))?;
    stored.ok_or_else(Error::not_found)
}

/// Logs why the storage did not return a file, and returns the error for the caller.
pub(super) fn unreadable(file: &file::Model, error: &object_store::Error) -> Error {
    tracing::error!(%error, file = %file.id, "a file could not be read");
    Error::Unidentified
}

/// Returns the previews of these pictures, as `data:` addresses; pictures without one are missing.
#[tracing::instrument(name = "files.previews", skip_all)]
pub async fn previews(
    conn: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = FileId>,
) -> Result<HashMap<FileId, String>> {
    let ids: Vec<_> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found = file::live()
        .select_only()
        .columns([file::Column::Id, file::Column::Preview])
        .filter(file::Column::Id.is_in(ids))
        .filter(file::Column::Preview.is_not_null())
        .into_tuple::<(FileId, String)>()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// Stores the preview of a picture.
#[tracing::instrument(name = "files.keep_preview", skip_all)]
pub async fn keep_preview(tx: &Tx, id: FileId, preview: String) -> Result<()> {
    file::Entity::update_many()
        .col_expr(file::Column::Preview, Expr::value(preview))
        .filter(file::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns whether `user` may make something refer to the file: it exists, has the required visibility, and was
/// uploaded by `user` or, if `anybodys` is set (for administrators), by any account. The row stays locked until the
/// transaction ends, so that the file is not removed at the same time.
#[tracing::instrument(name = "files.is_usable", skip_all)]
pub async fn is_usable(
    tx: &Tx,
    id: FileId,
    user: UserId,
    anybodys: bool,
    visibility: Visibility,
) -> Result<bool> {
    let found = file::live()
        .filter(file::Column::Id.eq(id))
        .lock_shared()
        .only(tx)
        .await?;
    Ok(found.is_some_and(|file| {
        file.visibility == visibility && (anybodys || file.owner_id == Some(user))
    }))
}

/// Returns the files among `ids` that visitors uploaded for this event.
#[tracing::instrument(name = "files.find_uploads_of_event", skip_all)]
pub async fn find_uploads_of_event(
    conn: &impl ConnectionTrait,
    event: EventId,
    ids: impl IntoIterator<Item = FileId>,
) -> Result<HashSet<FileId>> {
    let ids: Vec<_> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let found = file::live()
        .select_only()
        .column(file::Column::Id)
        .filter(file::Column::EventId.eq(event))
        .filter(file::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// Notes that this registration used files that it does not use any more, so that they go when the person is erased.
pub async fn note_former_files(tx: &Tx, ids: &[FileId], of: AttendanceId) -> Result<(), DbErr> {
    if ids.is_empty() {
        return Ok(());
    }
    let columns = file::ActiveModel {
        attendance_id: Set(Some(of)),
        ..Default::default()
    };
    file::Entity::update_many()
        .set(columns)
        .filter(file::Column::Id.is_in(ids.iter().copied()))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns the files that these registrations used before and that are still there.
pub async fn former_files_of(tx: &Tx, ids: &[AttendanceId]) -> Result<Vec<FileId>, DbErr> {
    file::live()
        .select_only()
        .column(file::Column::Id)
        .filter(file::Column::AttendanceId.is_in(ids.iter().copied()))
        .into_tuple()
        .all(tx)
        .await
}

/// Returns the file, locked until the transaction ends, so that it gets no reference and is not removed meanwhile; None
/// if it was removed.
#[tracing::instrument(name = "files.lock", skip_all)]
pub async fn lock(tx: &Tx, id: FileId) -> Result<Option<file::Model>> {
    Ok(file::live()
        .filter(file::Column::Id.eq(id))
        .lock_exclusive()
        .only(tx)
        .await?)
}

/// Marks the file as deleted, or removes the mark if `at` is None.
#[tracing::instrument(name = "files.mark_deleted", skip_all)]
pub async fn mark_deleted(tx: &Tx, id: FileId, at: Option<Timestamp>) -> Result<()> {
    file::Entity::update_many()
        .col_expr(file::Column::DeletedAt, Expr::value(at))
        .filter(file::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}
