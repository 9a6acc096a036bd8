//! The `bank_account` table.

use hoi_bank_reports::statement::Mapping;
use hoi_db::Timestamp;
use hoi_platform::ids::{BankAccountId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::{FromJsonQueryResult, Select};
use serde::{Deserialize, Serialize};

use crate::bank_accounts::BankService;

/// The meaning of the columns of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct StatementMapping {
    pub columns: Mapping,
    /// The titles of the columns to which it applies.
    pub titles: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bank_account")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: BankAccountId,
    pub owner_id: UserId,
    pub bank_name: String,
    pub bank_bin: Option<String>,
    pub account_number: String,
    pub holder_name: String,
    pub service: Option<BankService>,
    pub sealed_key: Option<String>,
    pub address_version: i64,
    pub statement_mapping: Option<StatementMapping>,
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
