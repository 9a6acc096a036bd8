//! The `notification_preference` table.

use hoi_platform::ids::UserId;
use sea_orm::entity::prelude::*;

use crate::notifications::{ByEmail, Kind};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "notification_preference")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: Kind,
    pub in_app: bool,
    pub browser: bool,
    pub email: ByEmail,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
