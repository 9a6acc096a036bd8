//! The rows of the mail log; `mails/log.rs` writes them.

use hoi_db::Timestamp;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mail_log")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub recipient: String,
    pub template: String,
    pub is_sent: bool,
    pub attempts: i64,
    pub error: Option<String>,
    pub created_at: Timestamp,
    pub tried_at: Timestamp,
    /// The registration, account or invitation of the recipient.
    pub about: Option<Uuid>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
