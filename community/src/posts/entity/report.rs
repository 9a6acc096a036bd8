//! The `post_report` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{CommentId, GroupId, PostId, ReportId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_report")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ReportId,
    pub group_id: GroupId,
    pub post_id: PostId,
    pub comment_id: Option<CommentId>,
    pub target_id: Uuid,
    pub reporter_id: UserId,
    pub reason: String,
    pub created_at: Timestamp,
    pub resolved_by: Option<UserId>,
    pub resolved_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the reports that no leader has resolved yet.
pub fn open() -> Select<Entity> {
    Entity::find().filter(Column::ResolvedAt.is_null())
}
