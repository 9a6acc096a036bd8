//! The audit log: who did what to which account or plan, and who read private documents. Rows are only added, and contain
//! neither secrets nor what was typed.

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

/// The recorded action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditAction {
    /// A new account registered itself.
    Registered,
    /// The account's e-mail address was confirmed.
    EmailVerified,
    /// A login succeeded and its session began.
    LoggedIn,
    /// The owner ended the session by logging out.
    LoggedOut,
    /// The owner replaced the password by giving the old one.
    PasswordChanged,
    /// The password was replaced through a mailed link.
    PasswordReset,
    /// An administrator had a new password generated.
    PasswordGenerated,
    /// An administrator or the program itself created an account.
    AccountCreated,
    /// An administrator changed an account.
    AccountChanged,
    AccountSuspended,
    AccountActivated,
    PlanCreated,
    PlanChanged,
    PlanDeleted,
    /// An administrator gave a plan to an account; the subject of this and the next two is the account's own plan.
    PersonalPlanAdded,
    /// An administrator changed what an account has of a plan.
    PersonalPlanChanged,
    /// An administrator took a plan away from an account.
    PersonalPlanRemoved,
    /// The content of a file that is not public was read.
    PrivateFileRead,
    /// The account downloaded all data that it may see.
    DataExported,
    /// The owner set up the second factor.
    SecondFactorSet,
    /// The owner removed the second factor by giving password and code.
    SecondFactorRemoved,
    /// An administrator removed the second factor.
    SecondFactorReset,
    /// A login used a recovery code in place of a code from the app.
    RecoveryCodeUsed,
    /// A wrong password or code at login; see [`record_refusal`].
    LoginFailed,
    /// A login refused after too many wrong ones.
    LoginLocked,
    /// A wrong old password, or a wrong code, within a session.
    PasswordRefused,
    /// A call without permission (5016).
    CallRefused,
}

impl AuditAction {
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
            Self::PlanCreated => "planCreated",
            Self::PlanChanged => "planChanged",
            Self::PlanDeleted => "planDeleted",
            Self::PersonalPlanAdded => "personalPlanAdded",
            Self::PersonalPlanChanged => "personalPlanChanged",
            Self::PersonalPlanRemoved => "personalPlanRemoved",
            Self::PrivateFileRead => "privateFileRead",
            Self::DataExported => "dataExported",
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

/// Records that `actor` did `action` to `subject`; None for the program itself and for mailed links.
pub async fn record(
    tx: &Tx,
    actor: Option<UserId>,
    action: AuditAction,
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
