//! The `webhook_delivery` table.

use hoi_db::Timestamp;
use sea_orm::entity::prelude::*;

use crate::ids::{WebhookDeliveryId, WebhookId};
use crate::outbox::Fault;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_delivery")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WebhookDeliveryId,
    pub webhook_id: WebhookId,
    /// The place in the order in which the deliveries of the webhook are sent.
    pub position: i64,
    /// The name of the kind of news.
    pub kind: String,
    /// The body, which is the same in every attempt.
    pub payload: String,
    /// When it happened.
    pub created_at: Timestamp,
    pub attempts: i64,
    pub tried_at: Option<Timestamp>,
    /// The status of the last attempt's answer; None without an answer.
    pub status: Option<i64>,
    /// The beginning of the answer.
    pub answer: Option<String>,
    /// Why the last attempt has no answer.
    pub fault: Option<Fault>,
    pub took_ms: Option<i64>,
    pub delivered_at: Option<Timestamp>,
    pub given_up_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
