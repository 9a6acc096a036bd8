//! The `transfer_payment` table.

use sea_orm::entity::prelude::*;

use crate::ids::{AttendanceId, EventId, TransferId};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "transfer_payment")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub transfer_id: TransferId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub attendance_id: AttendanceId,
    pub event_id: EventId,
    pub amount: i64,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
