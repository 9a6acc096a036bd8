//! The `plan_notice` table.

use hoi_db::Timestamp;
use hoi_platform::ids::PersonalPlanId;
use sea_orm::entity::prelude::*;

use crate::plans::EndNotice;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plan_notice")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub personal_plan_id: PersonalPlanId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub expiration_date: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub notice: EndNotice,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
