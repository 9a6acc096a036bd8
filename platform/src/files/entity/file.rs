//! The `file` table.

use hoi_db::Timestamp;
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::files::Visibility;
use crate::ids::{AttendanceId, EventId, FileId, UserId};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "file")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: FileId,
    pub owner_id: Option<UserId>,
    pub event_id: Option<EventId>,
    /// The registration that used it before it came to use another one.
    pub attendance_id: Option<AttendanceId>,
    pub purpose: String,
    pub mime: String,
    pub bytes: i64,
    pub sha256: String,
    pub visibility: Visibility,
    pub preview: Option<String>,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the rows that are not deleted. Queries start here, so that none returns a deleted row by mistake.
pub fn live() -> Select<Entity> {
    Entity::find().filter(Column::DeletedAt.is_null())
}
