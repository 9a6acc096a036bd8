//! The audit log: actions on accounts and plans, and reads of private documents, each with its actor. Rows are only
//! added, and contain neither secrets nor typed texts.

pub mod entity;
mod refusals;

use std::net::IpAddr;

use hoi_db::{Timestamp, Tx};
use sea_orm::{ActiveEnum, DeriveActiveEnum, EntityTrait, EnumIter, Set};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

pub use refusals::{record_daily, record_refusal, record_refused_calls, remove_old};

use crate::clock;
use crate::error::Result;
use crate::ids::UserId;

/// The recorded action.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
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
    /// The account was erased, because its owner had asked for it.
    AccountErased,
    PlanCreated,
    PlanChanged,
    PlanDeleted,
    /// An administrator gave a plan to an account; the subject of this and the next two is the account's own plan.
    PersonalPlanAdded,
    /// An administrator changed the plan of an account.
    PersonalPlanChanged,
    /// An administrator took a plan away from an account.
    PersonalPlanRemoved,
    /// An administrator allowed an account, the subject of this and the next one, one more group.
    GroupRequestApproved,
    /// An administrator declined the request of an account for one more group.
    GroupRequestDeclined,
    /// The content of a file that is not public was read.
    PrivateFileRead,
    /// The account downloaded all data that it may see.
    DataExported,
    /// The account downloaded the ledger of all its events.
    LedgerExported,
    /// A leader downloaded the monthly figures of a group, the subject.
    GroupReportExported,
    /// The owner set up the second factor.
    SecondFactorSet,
    /// The owner removed the second factor by giving password and code.
    SecondFactorRemoved,
    /// An administrator removed the second factor.
    SecondFactorReset,
    /// A login used a recovery code in place of a code from the app.
    RecoveryCodeUsed,
    /// The owner made a key of the API for the account, the subject.
    ApiKeyCreated,
    /// The owner revoked a key of the API.
    ApiKeyRevoked,
    /// A wrong password or code at login; see [`record_refusal`].
    LoginFailed,
    /// A login refused after too many wrong ones.
    LoginLocked,
    /// A wrong old password, or a wrong code, within a session.
    PasswordRefused,
    /// A call without permission (5016).
    CallRefused,
    /// Jobs that were given up are tried again; the subject is the job, or none where it was all of them.
    JobsRetried,
    /// The account, the subject, exceeded the limit on searches for people; recorded once a day.
    SearchedTooOften,
}

impl AuditAction {
    /// Returns the value of the column `action`.
    #[must_use]
    pub fn name(self) -> String {
        self.to_value()
    }
}

/// Records that `actor` did `action` to `subject`, the account, plan, event or group that the action names. `actor` is
/// None for the program itself and for mailed links, `ip` if no request caused the action.
pub async fn record(
    tx: &Tx,
    actor: Option<UserId>,
    action: AuditAction,
    subject: impl Into<Uuid>,
    ip: Option<IpAddr>,
    now: Timestamp,
) -> Result<()> {
    insert(tx, actor, action, Some(subject.into()), 1, ip, now).await
}

/// Records that `actor` did `action` to `times` things at once, none of which is named.
pub async fn record_many(
    tx: &Tx,
    actor: Option<UserId>,
    action: AuditAction,
    times: u64,
    ip: Option<IpAddr>,
    now: Timestamp,
) -> Result<()> {
    insert(tx, actor, action, None, times, ip, now).await
}

async fn insert(
    tx: &Tx,
    actor: Option<UserId>,
    action: AuditAction,
    subject: Option<Uuid>,
    times: u64,
    ip: Option<IpAddr>,
    now: Timestamp,
) -> Result<()> {
    let row = entity::ActiveModel {
        id: Set(clock::new_id()),
        actor_id: Set(actor),
        action: Set(action.name()),
        subject_id: Set(subject),
        ip: Set(ip.map(|ip| ip.to_string())),
        created_at: Set(now),
        times: Set(i64::try_from(times).unwrap_or(i64::MAX)),
        hourly_key: Set(None),
    };
    entity::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
