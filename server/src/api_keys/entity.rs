//! The `api_key` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{ApiKeyId, EventId, UserId};
use sea_orm::FromJsonQueryResult;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::api_keys::ApiRight;

/// The rights of a key.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Rights {
    pub rights: Vec<ApiRight>,
}

/// The events that a key opens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Events {
    pub ids: Vec<EventId>,
}

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_key")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ApiKeyId,
    pub user_id: UserId,
    pub name: String,
    /// The first characters of the key, by which its owner recognizes it; the whole key is not stored.
    pub shown: String,
    pub hash: String,
    pub rights: Rights,
    /// None for all events of the account.
    pub events: Option<Events>,
    pub created_at: Timestamp,
    /// None for a key without an end.
    pub expires_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
