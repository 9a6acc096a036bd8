//! The `group_recap` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{GroupId, PostId, UserId};
use sea_orm::FromJsonQueryResult;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// The members with the largest sales of a month, the best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Best {
    pub members: Vec<BestMember>,
}

/// A member's sales in a month when it was summed up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BestMember {
    pub user_id: UserId,
    /// The place, from 1; equal members share it.
    pub rank: u64,
    pub count: i64,
    /// In dong; None where only leaders could see values.
    pub value: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "group_recap")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub group_id: GroupId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub month: String,
    /// None if there was nothing to sum up.
    pub post_id: Option<PostId>,
    pub best: Best,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
