//! The `user` table.

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::ids::{FileId, UserId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::accounts::{Gender, Role};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "user")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: UserId,
    pub email: String,
    pub email_key: String,
    pub password_hash: String,
    pub role: Role,
    pub full_name: String,
    pub phone: String,
    pub country: Option<String>,
    pub company: String,
    pub avatar_file_id: Option<FileId>,
    pub app_logo_file_id: Option<FileId>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<String>,
    pub identification_number: Option<String>,
    pub tax_number: Option<String>,
    pub business_license_file_id: Option<FileId>,
    pub business_field: Option<String>,
    pub position: Option<String>,
    pub user_code: String,
    pub event_limit: i64,
    pub daily_mails: Option<i64>,
    pub is_active: bool,
    pub email_verified_at: Option<Timestamp>,
    pub must_change_password: bool,
    pub lang: Lang,
    pub search_text: String,
    pub name_key: Option<String>,
    pub version: i64,
    pub last_seen_at: Option<Timestamp>,
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
