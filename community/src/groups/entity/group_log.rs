//! The `group_log` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{GroupId, UserId};
use sea_orm::entity::prelude::*;

use crate::groups::GroupAction;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "group_log")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub group_id: GroupId,
    pub actor_id: Option<UserId>,
    pub action: GroupAction,
    pub subject_id: Option<Uuid>,
    pub data: Json,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
