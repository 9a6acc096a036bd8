//! The `notification` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{NotificationId, UserId};
use sea_orm::entity::prelude::*;

use crate::notifications::Kind;
use crate::notifications::text::Params;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "notification")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: NotificationId,
    pub user_id: UserId,
    pub kind: Kind,
    pub object_id: Uuid,
    pub params: Params,
    pub times: i64,
    pub link: String,
    pub in_app: bool,
    pub browser: bool,
    pub in_digest: bool,
    pub happened_at: Timestamp,
    pub told_at: Option<Timestamp>,
    pub read_at: Option<Timestamp>,
    /// The account whose name is the parameter `name`.
    pub named_id: Option<UserId>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
