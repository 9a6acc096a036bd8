//! The `event_activity` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{EventId, UserId};
use sea_orm::entity::prelude::*;

use crate::events::EventAction;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_activity")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub event_id: EventId,
    pub actor_id: Option<UserId>,
    pub action: EventAction,
    pub subject_id: Option<Uuid>,
    pub data: Json,
    #[sea_orm(primary_key, auto_increment = false)]
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
