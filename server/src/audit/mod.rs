//! Who did what to which account, and who read whose papers: append-only, without secrets and without what was typed.

pub mod entity;
mod refusals;

use std::net::IpAddr;

use hoi_db::{Timestamp, Tx};
use sea_orm::{EntityTrait, Set};

use uuid::Uuid;

pub use refusals::{record_refusal, record_refused_calls, remove_old};

use crate::clock;
use crate::error::Result;
use crate::ids::UserId;

/// What is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountAction {
    /// Somebody signed up.
    Registered,
    /// Their address was proved.
    EmailVerified,
    /// A session began.
    LoggedIn,
    /// A session was ended by its owner.
    LoggedOut,
    /// By its owner, who knew the old one.
    PasswordChanged,
    /// By a mailed link.
    PasswordReset,
    /// By an administrator.
    PasswordGenerated,
    /// By an administrator, or by the program itself.
    AccountCreated,
    /// By an administrator.
    AccountChanged,
    /// By an administrator.
    AccountSuspended,
    /// By an administrator.
    AccountActivated,
    /// A file that is not public.
    PaperRead,
    /// By its owner.
    SecondFactorSet,
    /// By its owner, who knew password and code.
    SecondFactorRemoved,
    /// By an administrator.
    SecondFactorReset,
    /// In place of a code of the app.
    RecoveryCodeUsed,
    /// A wrong password or code at a login; see [`record_refusal`].
    LoginFailed,
    /// A login after too many wrong ones.
    LoginLocked,
    /// A wrong old password, or a wrong code, in a live session.
    PasswordRefused,
    /// A call without permission (5016).
    CallRefused,
}

impl AccountAction {
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
            Self::PaperRead => "paperRead",
            Self::SecondFactorSet => "secondFactorSet",
            Self::SecondFactorRemoved => "secondFactorRemoved",
            Self::SecondFactorReset => "secondFactorReset",
            Self::RecoveryCodeUsed => "recoveryCodeUsed",
            Self::LoginFailed => "loginFailed",
            Self::LoginLocked => "loginLocked",
            Self::PasswordRefused => "passwordRefused",
            Self::CallRefused => "callRefused",
        }
    }
}

/// Records that `actor` (nobody: the program itself, or a link) did `action` to `subject`.
pub async fn record(
    tx: &Tx,
    actor: Option<UserId>,
    action: AccountAction,
    subject: impl Into<Uuid>,
    ip: Option<IpAddr>,
    now: Timestamp,
) -> Result<()> {
    let row = entity::ActiveModel {
        id: Set(clock::new_id()),
        actor_id: Set(actor),
        action: Set(action.name().to_owned()),
        subject_id: Set(Some(subject.into())),
        ip: Set(ip.map(|ip| ip.to_string())),
        created_at: Set(now),
        times: Set(1),
        hourly_key: Set(None),
    };
    entity::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
