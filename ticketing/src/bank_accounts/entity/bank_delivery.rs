//! The `bank_delivery` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{BankAccountId, BankDeliveryId};
use sea_orm::entity::prelude::*;

use crate::bank_accounts::BankService;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bank_delivery")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: BankDeliveryId,
    pub bank_account_id: BankAccountId,
    pub service: BankService,
    pub body: String,
    pub is_test: bool,
    pub received_at: Timestamp,
    pub outcome: Option<Json>,
    pub worked_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
