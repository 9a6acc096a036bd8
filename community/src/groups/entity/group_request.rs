//! The `group_request` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{GroupRequestId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::groups::GroupRequestStatus;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "group_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: GroupRequestId,
    pub user_id: UserId,
    pub name: String,
    pub message: Option<String>,
    pub status: GroupRequestStatus,
    pub reason: Option<String>,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the requests of the account.
pub fn of_account(account: UserId) -> Select<Entity> {
    Entity::find().filter(Column::UserId.eq(account))
}
