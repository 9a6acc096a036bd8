//! The `lucky_draw_round` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{DrawRoundId, EventId, UserId};
use sea_orm::entity::prelude::*;

use crate::lucky_draw::seed::Seed;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lucky_draw_round")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DrawRoundId,
    pub event_id: EventId,
    pub number: i64,
    pub seed: Seed,
    pub seed_hash: String,
    pub pool: String,
    pub pool_hash: String,
    pub pool_size: i64,
    pub word: String,
    pub opened_at: Timestamp,
    pub opened_by: UserId,
    pub drawn_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
