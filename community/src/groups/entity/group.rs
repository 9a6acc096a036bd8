//! The `group` table.

use hoi_db::Timestamp;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{GroupId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::groups::{JoinPolicy, PointValueVisibility, PostApproval};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "group")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: GroupId,
    pub name: String,
    pub description: String,
    #[sea_orm(column_name = "avatar_file_id")]
    pub avatar: FileUrl,
    pub founded_date: Option<String>,
    pub require_membership_certificate: bool,
    pub require_business_license: bool,
    pub post_approval: PostApproval,
    pub first_n: i64,
    pub join_policy: JoinPolicy,
    pub is_listed: bool,
    pub one_per_business_field: bool,
    pub point_value_visibility: PointValueVisibility,
    pub writes_recap: bool,
    pub search_text: String,
    pub join_key: Option<String>,
    pub version: i64,
    pub archived_at: Option<Timestamp>,
    pub created_by: UserId,
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
