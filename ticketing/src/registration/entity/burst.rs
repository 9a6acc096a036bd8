//! The `registration_burst` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{EventId, RegistrationBurstId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "registration_burst")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RegistrationBurstId,
    pub event_id: EventId,
    pub address_hash: String,
    pub started_at: Timestamp,
    pub noticed_at: Timestamp,
    pub dismissed_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
