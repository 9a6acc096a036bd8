//! The `plan` table.

use hoi_db::Timestamp;
use hoi_platform::ids::PlanId;
use sea_orm::Select;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plan")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PlanId,
    pub base_name: String,
    pub search_text: String,
    pub price: i64,
    pub start_date: String,
    pub expiration_date: String,
    pub duration: i64,
    pub number_of_packages: i64,
    pub number_of_events: i64,
    pub attendees_per_event: i64,
    pub event_price: i64,
    pub number_of_groups: i64,
    pub users_per_group: i64,
    pub has_report: bool,
    pub group_price: i64,
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
