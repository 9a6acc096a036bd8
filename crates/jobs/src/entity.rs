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

/// The reason why a job became a dead letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Cause {
    /// The job reported that it can never succeed.
    Refused,
    /// The retry policy of the job's kind ended.
    Expired,
}

/// A queue with a limited number of slots of its own, so that jobs of other lanes do not wait for its jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Lane {
    /// A person waits at a screen for the effect: a login link, a code.
    Urgent,
    /// The effect of one person's action.
    Normal,
    /// One of many jobs stored together, or one mail to many people.
    Bulk,
}

impl Lane {
    pub const ALL: [Self; 3] = [Self::Urgent, Self::Normal, Self::Bulk];

    /// Returns how many jobs of the lane run at the same time in one server.
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
