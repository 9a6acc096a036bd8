//! Rows of files.

use std::collections::HashSet;

use axum::http::StatusCode;
use bytes::Bytes;
use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect, Set,
};

use super::entity::file;
use super::{ANSWER, FileId, Received, UploadPurpose, Visibility};
use crate::app::App;
use crate::clock;
use crate::error::{Error, Message, Result};
use crate::ids::{EventId, UserId};
use crate::secrets;

/// Who a file comes from.
#[derive(Debug, Clone, Copy)]
pub enum Uploader {
    /// Somebody with a login, for one of the declared purposes.
    User(UserId, UploadPurpose),
    /// A visitor who fills in the form of an event.
    Visitor(EventId),
}

/// Stores the bytes, then the row: bytes without a row are harmless, a row without bytes is a broken image. 5006 when
/// the storage fails.
pub async fn save(app: &App, from: Uploader, file: Received) -> Result<FileId> {
    let id: FileId = clock::new_id();
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
        purpose: Set(purpose),
        mime: Set(file.mime.to_owned()),
        bytes: Set(i64::try_from(file.bytes.len()).unwrap_or(i64::MAX)),
        sha256: Set(secrets::digest(&file.bytes)),
        visibility: Set(visibility),
        created_at: Set(app.clock.now()),
        deleted_at: Set(None),
    };
    app.storage.put(id, file.bytes).await.map_err(|error| {
        tracing::error!(%error, "a file could not be stored");
        Error::UploadFile {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            message: Message::new("error.5006"),
        }
    })?;
    let tx = app.db.write().await?;
    file::Entity::insert(row)
        .exec_without_returning(&tx)
        .await?;
    tx.commit().await?;
    Ok(id)
}

/// The file, unless it was removed.
pub(super) async fn find(conn: &impl ConnectionTrait, id: FileId) -> Result<Option<file::Model>> {
    Ok(file::Entity::find_by_id(id)
        .filter(file::Column::DeletedAt.is_null())
        .one(conn)
        .await?)
}

/// The media type and the bytes of a file, unless it was removed.
pub async fn read(app: &App, id: FileId) -> anyhow::Result<Option<(String, Bytes)>> {
    let Some(row) = file::Entity::find_by_id(id)
        .filter(file::Column::DeletedAt.is_null())
        .one(app.db.read())
        .await?
    else {
        return Ok(None);
    };
    let bytes = app.storage.get(id).await?;
    Ok(bytes.map(|bytes| (row.mime, bytes)))
}

/// Whether `user` may make something refer to the file: it exists, has the visibility that the place needs, and they
/// uploaded it themselves, unless they may use `anybodys` (as administrators may). The row stays locked until the transaction ends, so
/// that the file is not removed at the same moment.
pub async fn is_usable(
    tx: &Tx,
    id: FileId,
    user: UserId,
    anybodys: bool,
    visibility: Visibility,
) -> Result<bool> {
    let found = file::Entity::find_by_id(id)
        .filter(file::Column::DeletedAt.is_null())
        .lock_shared()
        .one(tx)
        .await?;
    Ok(found.is_some_and(|file| {
        file.visibility == visibility && (anybodys || file.owner_id == Some(user))
    }))
}

/// Those of `ids` that a visitor uploaded for this event.
pub async fn find_uploads_of_event(
    conn: &impl ConnectionTrait,
    event: EventId,
    ids: impl IntoIterator<Item = FileId>,
) -> Result<HashSet<FileId>> {
    let found = file::Entity::find()
        .select_only()
        .column(file::Column::Id)
        .filter(file::Column::EventId.eq(event))
        .filter(file::Column::DeletedAt.is_null())
        .filter(file::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// How many files visitors have uploaded for this event since `since`.
pub async fn count_recent_of_event(
    conn: &impl ConnectionTrait,
    event: EventId,
    since: Timestamp,
) -> Result<u64> {
    file::Entity::find()
        .filter(file::Column::EventId.eq(event))
        .filter(file::Column::CreatedAt.gte(since))
        .count(conn)
        .await
        .map_err(Error::from)
}

/// How many files this account has uploaded since `since`.
pub(super) async fn count_recent_of_user(
    conn: &impl ConnectionTrait,
    user: UserId,
    since: Timestamp,
) -> Result<u64> {
    file::Entity::find()
        .filter(file::Column::OwnerId.eq(user))
        .filter(file::Column::CreatedAt.gte(since))
        .count(conn)
        .await
        .map_err(Error::from)
}

/// The file, locked against being referred to or removed until the transaction ends.
pub(super) async fn lock(tx: &Tx, id: FileId) -> Result<Option<file::Model>> {
    Ok(file::Entity::find_by_id(id)
        .filter(file::Column::DeletedAt.is_null())
        .lock_exclusive()
        .one(tx)
        .await?)
}

/// Marks the file as removed, or takes the mark back.
pub(super) async fn mark_deleted(tx: &Tx, id: FileId, at: Option<Timestamp>) -> Result<()> {
    file::Entity::update_many()
        .col_expr(file::Column::DeletedAt, Expr::value(at))
        .filter(file::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}
