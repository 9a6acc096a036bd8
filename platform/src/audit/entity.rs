//! The `audit_log` table.

use hoi_db::Timestamp;
use sea_orm::entity::prelude::*;

use crate::ids::UserId;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_log")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub actor_id: Option<UserId>,
    pub action: String,
    pub subject_id: Option<Uuid>,
    pub ip: Option<String>,
    pub created_at: Timestamp,
    pub times: i64,
    pub hourly_key: Option<String>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
