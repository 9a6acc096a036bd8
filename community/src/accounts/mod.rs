//! People with a login: sign-up, sessions, passwords and profiles.
//!
//! Identifies the caller and their role, organiser or administrator. `me` adds the limits of their plan.

mod accept_secret;
mod access;
mod admins;
mod allowance;
mod codes;
pub mod dto;
pub mod entity;
mod jobs;
mod links;
mod login_limits;
mod origins;
mod profile;
mod routes;
mod rules;
mod second_factor;
mod sessions;
mod sockets;
mod store;
mod tokens;
mod weak_passwords;

pub use accept_secret::accept_secret;
pub use access::{
    API_KEY_PREFIX, Admin, AnySigned, SettingUp, Signed, bearer, check_still_active, check_usable,
    must_set_up_second_factor,
};
pub use admins::{create_admin, ensure_first_admin, in_words};
pub use allowance::{
    ADDRESS_PAUSE, Allowance, DAILY_MAILS, NEW_ACCOUNT_MAILS, allowance, charge as charge_mails,
    charge_left as charge_mails_left, check_ever as check_mails, claim_addresses, forget_address,
    give_back as give_back_mails, take as take_mails,
};
use hoi_platform::app::App;
use hoi_platform::audit;
use hoi_platform::error::Result;
pub use hoi_platform::ids::{OneTimeTokenId, SessionId, UserId};
use hoi_platform::limits;
pub use jobs::{SendGeneratedPassword, SendLink, SendPasswordChanged, SendStatusChanged};
pub use login_limits::PASSWORD_OF_PEER;
pub use profile::update_profile;
pub use routes::{OwnPassword, check_password, routes};
pub use rules::{email_key, host_name, with_readable_domains};
use sea_orm::{DeriveActiveEnum, EnumIter};
pub use second_factor::is_on as has_second_factor;
use serde::{Deserialize, Serialize};
pub use sessions::{Authenticated, find_authenticated, find_live as find_live_sessions};
pub use sockets::{
    connected_users, dismiss_all_ended, dismiss_ended_here, dismiss_ended_sockets, open_sockets,
    remember_socket, signed_socket,
};
pub use store::{
    NewAccount, active_admins, by_name, find, find_by_email, full_name, full_names,
    give_missing_name_keys, insert as insert_account, lock, lock_active_admins, name_key,
    search as search_people,
};
pub use tokens::{ACCESS_LIFETIME, AccessToken};
use utoipa::ToSchema;

/// Replaces the name of an erased person. It is of no language and leaves no cell or sentence empty.
pub const ERASED_NAME: &str = "—";

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

/// Removes outdated counters, links, sessions, known origins and records of refusals.
pub async fn remove_old(app: &App) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    limits::throttle::remove_old(&tx, now).await?;
    allowance::remove_old(&tx, now).await?;
    links::remove_old(&tx, now).await?;
    sessions::remove_old(&tx, now).await?;
    origins::remove_old(&tx, now).await?;
    audit::remove_old(&tx, now).await?;
    tx.commit().await?;
    Ok(())
}
