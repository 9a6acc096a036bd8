//! The `join_request` table.

use hoi_db::Timestamp;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{GroupId, JoinRequestId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, Select};

use crate::accounts::ERASED_NAME;
use crate::accounts::entity::user;
use crate::groups::{GroupRole, RequestKind, RequestStatus};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "join_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: JoinRequestId,
    pub group_id: GroupId,
    pub user_id: Option<UserId>,
    pub email: Option<String>,
    pub email_key: Option<String>,
    pub full_name: Option<String>,
    pub phone: Option<String>,
    pub attend_date: Option<String>,
    pub sent_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
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

impl Model {
    /// Returns whether it is the account's request, an invitation of the account, or one to its e-mail address.
    pub fn is_of(&self, user: &user::Model) -> bool {
        match self.user_id {
            Some(id) => id == user.id,
            None => self.email_key.as_ref() == Some(&user.email_key),
        }
    }

    /// Returns the name that leaders see for the invited person as long as no account is known: the entered name, or
    /// else the address. A person who was forgotten has neither.
    pub fn typed_name(&self) -> &str {
        let name = self.full_name.as_ref().or(self.email.as_ref());
        name.map_or(ERASED_NAME, String::as_str)
    }
}

/// The rows of the account, as [`Model::is_of`] says.
pub fn is_of(user: &user::Model) -> Condition {
    let by_address = Condition::all()
        .add(Column::UserId.is_null())
        .add(Column::EmailKey.eq(user.email_key.as_str()));
    Condition::any()
        .add(Column::UserId.eq(user.id))
        .add(by_address)
}

/// Selects the requests and invitations that are pending.
pub fn pending() -> Select<Entity> {
    Entity::find().filter(Column::Status.eq(RequestStatus::Pending))
}
