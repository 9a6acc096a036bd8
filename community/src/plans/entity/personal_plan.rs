//! The `personal_plan` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{PersonalPlanId, PlanId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "personal_plan")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PersonalPlanId,
    pub plan_id: PlanId,
    pub user_id: UserId,
    pub start_date: String,
    pub expiration_date: String,
    pub event_limit: i64,
    pub max_attendees_per_event: i64,
    pub group_limit: i64,
    pub max_members_per_group: i64,
    pub has_report: bool,
    pub created_by: UserId,
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
