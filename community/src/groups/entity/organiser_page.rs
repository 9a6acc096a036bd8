//! The `organiser_page` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{GroupId, OrganiserPageId, UserId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "organiser_page")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: OrganiserPageId,
    pub user_id: Option<UserId>,
    pub group_id: Option<GroupId>,
    pub slug: String,
    pub slug_key: String,
    pub name: String,
    pub content: String,
    pub is_on: bool,
    pub version: i64,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
