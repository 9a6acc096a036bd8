//! The `group_member` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{GroupId, GroupMemberId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::groups::GroupRole;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "group_member")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: GroupMemberId,
    pub group_id: GroupId,
    pub user_id: UserId,
    pub role: GroupRole,
    pub business_field: Option<String>,
    pub business_field_key: Option<String>,
    pub position: Option<String>,
    pub attend_date: String,
    pub invited_by: Option<UserId>,
    pub joined_at: Timestamp,
    pub left_at: Option<Timestamp>,
    pub removed_by: Option<UserId>,
    pub shows_email: bool,
    pub shows_phone: bool,
    pub version: i64,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the present members: without memberships that have ended, and without memberships in deleted groups.
pub fn live() -> Select<Entity> {
    Entity::find().filter(Column::LeftAt.is_null())
}
