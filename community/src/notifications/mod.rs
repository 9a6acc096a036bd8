//! Notifications of people in the application, by their browser and by mail.
//!
//! A feature tells of a change in the change's own transaction ([`tell`]). The rows are the truth: every server looks
//! for new ones and tells the sockets connected to it (`live`); mails, and messages to push services (`push`), are jobs
//! stored beside the rows. The feature that makes a change decides whom it concerns; each person decides how to hear of
//! it.
//!
//! Mails that an account needs (links to log in, changed passwords) are no notifications and cannot be switched off.

mod dto;
pub mod entity;
mod jobs;
mod kind;
mod live;
mod push;
mod routes;
mod rules;
mod store;
mod tell;
mod text;
mod unsubscribe;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use hoi_platform::ids::NotificationId;
pub use jobs::{MailDigest, MailNotification, send_digests, watch_digests};
pub use kind::{Category, Kind};
pub use live::{Live, deliver_live};
pub use push::PushNotification;
pub use routes::routes;
pub use rules::last_morning;
pub use store::{
    count_unread, end_in_group, find_naming, forget_names, replace_params, replace_quotes,
    replace_texts, settle,
};
pub use tell::{News, tell, tell_next, tell_once_since};
pub use unsubscribe::{Mails, unsubscribe};

use hoi_platform::app::App;
use hoi_platform::error::Result;

/// Whether and when a person gets a mail about something.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum ByEmail {
    Off,
    /// In the next digest, unless it is read before.
    Digest,
    /// By a mail of its own, at once.
    Instant,
}

/// How often a person gets a mail that sums up unread notifications.
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
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum DigestFrequency {
    Off,
    #[default]
    Daily,
    /// On Mondays.
    Weekly,
}

/// The channels by which a person is told of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channels {
    /// In the list of notifications.
    pub in_app: bool,
    /// By the browser at the moment it happens; only if it is in the list, too.
    pub browser: bool,
    pub email: ByEmail,
}

/// Removes notifications older than 180 days, and subscriptions whose login has ended.
pub async fn remove_old(app: &App) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    store::remove_old(&tx, now).await?;
    push::remove_old(&tx, now).await?;
    Ok(tx.commit().await?)
}
