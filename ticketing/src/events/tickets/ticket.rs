//! The `ticket` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{EventId, TicketId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ticket")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TicketId,
    pub event_id: EventId,
    pub name: String,
    pub name_key: String,
    pub description: Option<String>,
    pub price: i64,
    pub quantity: i64,
    pub sold: i64,
    pub is_hidden: bool,
    pub sort_order: i64,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the rows that are not deleted. Queries start here, so that none returns a deleted row by mistake.
pub fn live() -> Select<Entity> {
    Entity::find().filter(Column::DeletedAt.is_null())
}
