//! Rows of events.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::EventId;
use super::entity::event;
use crate::error::Result;

/// The event, unless it was deleted.
pub async fn find_event(conn: &impl ConnectionTrait, id: EventId) -> Result<Option<event::Model>> {
    Ok(event::Entity::find_by_id(id)
        .filter(event::Column::DeletedAt.is_null())
        .one(conn)
        .await?)
}
