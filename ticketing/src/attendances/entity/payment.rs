//! The `payment` table: money received for registrations, as parts of transfers or as noted by organisers.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId, TransferId, UserId};
use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;

use crate::attendances::PaidWay;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "payment")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub attendance_id: AttendanceId,
    /// From 1, in the order in which the payments of a registration became known.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    pub event_id: EventId,
    /// In dong, more than 0.
    pub amount: i64,
    pub way: PaidWay,
    /// The transfer that brought it; None if an organiser noted it.
    pub transfer_id: Option<TransferId>,
    /// When the transfer arrived, or when it was noted.
    pub paid_at: Timestamp,
    /// The account that noted it, or decided the purpose of the transfer.
    pub noted_by: Option<UserId>,
    /// The name of the device at the door on which it was noted; None if an account noted it.
    pub noted_at_device: Option<String>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Returns the number of the next payment of a registration. The caller has locked its event.
///
/// # Errors
/// Only when the database fails.
pub async fn next_number(conn: &impl ConnectionTrait, id: AttendanceId) -> Result<i64, DbErr> {
    let last: Option<Option<i64>> = Entity::find()
        .select_only()
        .column_as(Column::Number.max(), "number")
        .filter(Column::AttendanceId.eq(id))
        .into_tuple()
        .one(conn)
        .await?;
    Ok(last.flatten().unwrap_or(0) + 1)
}
