//! The `checkin_key` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{CheckinKeyId, EventId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "checkin_key")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CheckinKeyId,
    pub event_id: EventId,
    pub hash: String,
    pub label: String,
    /// Whether the device finds guests by name, checks them in without a ticket, and notes cash.
    pub serves_guests: bool,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
