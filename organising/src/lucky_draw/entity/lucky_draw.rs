//! The `lucky_draw` table.

use hoi_db::Timestamp;
use hoi_platform::ids::EventId;
use sea_orm::entity::prelude::*;

use crate::lucky_draw::{DrawSource, NameForm};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lucky_draw")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub event_id: EventId,
    pub source: DrawSource,
    pub exclude_winners: bool,
    pub excluded_types: Json,
    pub prizes: Json,
    pub name_form: NameForm,
    pub is_open: bool,
    pub version: i64,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
