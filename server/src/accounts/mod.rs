//! Accounts: registration, sessions, passwords and profiles.
//!
//! This feature identifies users as organisers or administrators. `access` decides what they may do with an event; `me`
//! adds the limits of their plans.

mod admins;
mod allowance;
mod codes;
pub(crate) mod dto;
pub mod entity;
mod jobs;
mod links;
mod origins;
mod passwords;
mod profile;
mod routes;
mod rules;
mod second_factor;
mod sessions;
mod store;
pub mod throttle;
mod tokens;
mod weak_passwords;

pub use crate::ids::{OneTimeTokenId, SessionId, UserId};
pub use admins::{create_admin, ensure_first_admin};
pub use allowance::{
    ADDRESS_PAUSE, Allowance, DAILY_MAILS, NEW_ACCOUNT_MAILS, allowance, charge as charge_mails,
    check_ever as check_mails, claim_addresses, give_back as give_back_mails, take as take_mails,
};
pub use jobs::{SendGeneratedPassword, SendLink, SendPasswordChanged};
pub use passwords::{Passwords, Requester};
pub use profile::update_profile;
pub use routes::routes;
pub use rules::{Limit, email_key};
use sea_orm::{DeriveActiveEnum, EnumIter};
pub use second_factor::is_on as has_second_factor;
use serde::{Deserialize, Serialize};
pub use sessions::{Authenticated, find_authenticated};
pub use store::full_names;
pub use tokens::{ACCESS_LIFETIME, AccessToken};
use utoipa::ToSchema;

use crate::app::App;
use crate::audit;
use crate::error::Result;

/// The role of an account on the platform.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "UPPERCASE")]
pub enum Role {
    /// An organiser of events.
    Committee,
    /// An administrator of the platform.
    Admin,
}

/// The gender stated by a person.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "UPPERCASE")]
pub enum Gender {
    Male,
    Female,
    Others,
}

/// The purpose of a mailed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum TokenKind {
    /// Confirms that the address belongs to the person who registered.
    VerifyEmail,
    /// Allows choosing a new password.
    ResetPassword,
}

/// The language in which a person is addressed.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Language {
    /// Vietnamese, the default.
    #[default]
    Vi,
    En,
}

impl From<Language> for hoi_i18n::Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::Vi => Self::Vi,
            Language::En => Self::En,
        }
    }
}

impl From<hoi_i18n::Lang> for Language {
    fn from(lang: hoi_i18n::Lang) -> Self {
        match lang {
            hoi_i18n::Lang::Vi => Self::Vi,
            hoi_i18n::Lang::En => Self::En,
        }
    }
}

/// Removes outdated counters, links, sessions, known origins and records of refusals.
pub async fn remove_old(app: &App) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    throttle::remove_old(&tx, now).await?;
    allowance::remove_old(&tx, now).await?;
    links::remove_old(&tx, now).await?;
    sessions::remove_old(&tx, now).await?;
    origins::remove_old(&tx, now).await?;
    audit::remove_old(&tx, now).await?;
    tx.commit().await?;
    Ok(())
}
