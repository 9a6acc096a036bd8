//! Who did what to which account: append-only, without secrets and without what was typed.

use std::net::IpAddr;

use hoi_db::{Timestamp, Tx};
use sea_orm::{EntityTrait, Set};

use super::UserId;
use super::entity::audit_log;
use crate::clock;
use crate::error::Result;

/// What is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Registered,
    EmailVerified,
    LoggedIn,
    LoggedOut,
    PasswordChanged,
    PasswordReset,
    PasswordGenerated,
    AccountCreated,
    AccountChanged,
    AccountSuspended,
    AccountActivated,
}

impl Action {
    fn name(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::EmailVerified => "emailVerified",
            Self::LoggedIn => "loggedIn",
            Self::LoggedOut => "loggedOut",
            Self::PasswordChanged => "passwordChanged",
            Self::PasswordReset => "passwordReset",
            Self::PasswordGenerated => "passwordGenerated",
            Self::AccountCreated => "accountCreated",
            Self::AccountChanged => "accountChanged",
            Self::AccountSuspended => "accountSuspended",
            Self::AccountActivated => "accountActivated",
        }
    }
}

/// Records that `actor` (nobody: the program itself, or a link) did `action` to `subject`.
pub async fn record(
    tx: &Tx,
    actor: Option<UserId>,
    action: Action,
    subject: UserId,
    ip: Option<IpAddr>,
    now: Timestamp,
) -> Result<()> {
    let row = audit_log::ActiveModel {
        id: Set(clock::new_id()),
        actor_id: Set(actor),
        action: Set(action.name().to_owned()),
        subject_id: Set(Some(subject.0)),
        ip: Set(ip.map(|ip| ip.to_string())),
        created_at: Set(now),
    };
    audit_log::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
