//! The `post` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{GroupId, PostId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::posts::PostStatus;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PostId,
    pub group_id: GroupId,
    pub author_id: UserId,
    pub text: String,
    pub status: PostStatus,
    pub is_closed: bool,
    pub pinned_at: Option<Timestamp>,
    pub submitted_at: Timestamp,
    pub approved_at: Option<Timestamp>,
    pub active_at: Option<Timestamp>,
    pub decided_by: Option<UserId>,
    pub reason: Option<String>,
    pub edited_at: Option<Timestamp>,
    pub version: i64,
    pub comment_count: i64,
    pub like_count: i64,
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
