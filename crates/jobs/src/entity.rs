//! The `job` table.
#![expect(
    missing_docs,
    reason = "the derive generates items that cannot carry docs"
)]

use hoi_db::Timestamp;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub name: String,
    pub payload: Json,
    pub state: State,
    pub attempts: i64,
    pub run_at: Timestamp,
    pub leased_until: Option<Timestamp>,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum State {
    #[sea_orm(string_value = "waiting")]
    Waiting,
    #[sea_orm(string_value = "dead")]
    Dead,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
