//! The `webhook` table.

use hoi_db::Timestamp;
use sea_orm::entity::prelude::*;

use crate::ids::{EventId, GroupId, UserId, WebhookId};
use crate::outbox::OffReason;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WebhookId,
    pub event_id: Option<EventId>,
    pub group_id: Option<GroupId>,
    pub url: String,
    pub sealed_secret: String,
    /// The secret before the present one, by which is signed, too, until `old_secret_until`.
    pub sealed_old_secret: Option<String>,
    pub old_secret_until: Option<Timestamp>,
    /// Names of the kinds of news that are sent.
    pub kinds: Json,
    /// When the first waiting delivery is due; None while none waits. A server that sends has set it to the end of its
    /// lease.
    pub next_at: Option<Timestamp>,
    /// The position of the newest delivery.
    pub last_position: i64,
    /// Since when all attempts have failed.
    pub failing_since: Option<Timestamp>,
    pub off_since: Option<Timestamp>,
    pub off_reason: Option<OffReason>,
    pub version: i64,
    pub created_by: UserId,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
