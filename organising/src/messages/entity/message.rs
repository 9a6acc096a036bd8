//! The `message` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{EventId, MessageId, UserId};
use sea_orm::entity::prelude::*;

use crate::messages::{MessageProblem, MessageStatus};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MessageId,
    pub event_id: EventId,
    pub author_id: UserId,
    pub subject: String,
    pub content: String,
    pub segment: Json,
    pub status: MessageStatus,
    pub problem: Option<MessageProblem>,
    pub send_at: Option<Timestamp>,
    pub started_at: Option<Timestamp>,
    pub is_expanded: bool,
    pub recipients: i64,
    pub sent_at: Option<Timestamp>,
    pub tested_at: Option<Timestamp>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
