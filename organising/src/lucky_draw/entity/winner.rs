//! The `lucky_draw_winner` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, DrawRoundId, DrawWinnerId, EventId, PrizeId, UserId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lucky_draw_winner")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DrawWinnerId,
    pub event_id: EventId,
    pub round_id: DrawRoundId,
    pub attendance_id: AttendanceId,
    pub prize_id: Option<PrizeId>,
    pub drawn_at: Timestamp,
    pub drawn_by: UserId,
    pub voided_at: Option<Timestamp>,
    pub voided_by: Option<UserId>,
    pub stays_out: bool,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
