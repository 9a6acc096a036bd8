//! The `join_request` table.

use hoi_db::Timestamp;
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::files::FileUrl;
use crate::groups::{GroupRole, RequestKind, RequestStatus};
use crate::ids::{GroupId, JoinRequestId, UserId};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "join_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: JoinRequestId,
    pub group_id: GroupId,
    pub user_id: UserId,
    pub kind: RequestKind,
    pub role: GroupRole,
    pub status: RequestStatus,
    pub message: Option<String>,
    #[sea_orm(column_name = "membership_certificate_file_id")]
    pub membership_certificate: Option<FileUrl>,
    #[sea_orm(column_name = "business_license_file_id")]
    pub business_license: Option<FileUrl>,
    pub business_field: Option<String>,
    pub position: Option<String>,
    pub created_by: UserId,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub reason: Option<String>,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the requests and invitations that are pending.
pub fn pending() -> Select<Entity> {
    Entity::find().filter(Column::Status.eq(RequestStatus::Pending))
}
