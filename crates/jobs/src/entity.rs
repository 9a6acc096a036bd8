//! The `job` table.

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
    pub lane: Lane,
    pub due_at: Timestamp,
    pub tried_at: Option<Timestamp>,
    pub subject: Option<Uuid>,
    pub cause: Option<Cause>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum State {
    #[sea_orm(string_value = "waiting")]
    Waiting,
    #[sea_orm(string_value = "dead")]
    Dead,
}

/// Why a job is a dead letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Cause {
    /// It said itself that it can never work.
    Refused,
    /// It was tried for as long as its kind is tried.
    Expired,
}

/// Which jobs share a limited number of slots, so that no other jobs wait for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Lane {
    /// A person waits for its effect at a screen: a link to log in, a code.
    Urgent,
    /// What one person's action causes.
    Normal,
    /// One of many that were stored at once, or the same for many people.
    Bulk,
}

impl Lane {
    /// How many of its jobs run at the same time.
    #[must_use]
    pub fn slots(self) -> usize {
        match self {
            Self::Urgent | Self::Bulk => 4,
            Self::Normal => 16,
        }
    }
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
