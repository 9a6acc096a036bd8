//! The `post_comment` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{CommentId, PostId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_comment")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CommentId,
    pub post_id: PostId,
    pub author_id: UserId,
    pub thread_id: CommentId,
    pub text: String,
    pub like_count: i64,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the rows that are not deleted. Queries start here, so that none returns a deleted row by mistake.
pub fn live() -> Select<Entity> {
    Entity::find().filter(Column::DeletedAt.is_null())
}
