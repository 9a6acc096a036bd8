//! Rows of pages with blocks.

use hoi_community::accounts::entity::user;
use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::ids::EventId;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use super::PageBlocks;
use crate::events::entity::{event, event_page};
use crate::events::rights::visible_to;

/// Returns the row of an event's page; None if nothing was saved.
#[tracing::instrument(name = "blocks.find", skip_all)]
pub(super) async fn find(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<Option<event_page::Model>> {
    Ok(event_page::Entity::find_by_id(event).one(conn).await?)
}

/// Returns the blocks of an event's page, all empty if nothing was saved.
pub async fn find_blocks(conn: &impl ConnectionTrait, event: EventId) -> Result<PageBlocks> {
    let row = find(conn, event).await?;
    Ok(row.map(|row| row.blocks).unwrap_or_default())
}

/// Stores the blocks of an event whose row is locked, or that is new.
#[tracing::instrument(name = "blocks.save", skip_all)]
pub(super) async fn save(
    tx: &Tx,
    event: EventId,
    blocks: PageBlocks,
    version: i64,
    now: Timestamp,
) -> Result<()> {
    use event_page::Column;
    let newer = OnConflict::column(Column::EventId)
        .update_columns([Column::Blocks, Column::Version, Column::UpdatedAt])
        .to_owned();
    let row = event_page::ActiveModel {
        event_id: Set(event),
        blocks: Set(blocks),
        version: Set(version),
        updated_at: Set(now),
    };
    event_page::Entity::insert(row)
        .on_conflict(newer)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Gives a new event the blocks of `source`, as they are now. Copies nothing if that event is deleted, or the
/// account has no role in it.
pub async fn copy(
    tx: &Tx,
    source: EventId,
    event: EventId,
    user: &user::Model,
    now: Timestamp,
) -> Result<()> {
    let visible = event::live()
        .filter(event::Column::Id.eq(source))
        .filter(visible_to(user));
    if visible.one(tx).await?.is_none() {
        return Ok(());
    }
    let blocks = find_blocks(tx, source).await?;
    if blocks == PageBlocks::default() {
        return Ok(());
    }
    save(tx, event, blocks, 1, now).await
}
