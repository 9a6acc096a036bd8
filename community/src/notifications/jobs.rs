//! Mails about notifications: single ones at once, and digests of unread notifications.

use std::collections::HashMap;
use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::{NotificationId, UserId};
use hoi_platform::mails::{self, OutgoingMail};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, OnConflict};
use sea_orm::{
    ColumnTrait as _, EntityTrait as _, PaginatorTrait as _, QueryFilter as _, QueryOrder as _,
    QuerySelect as _, Select, Set,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::entity::{digest_setting, notification};
use super::text::Words;
use super::unsubscribe::{Mails, unsubscribe};
use super::{ByEmail, Channels, DigestFrequency, rules, store};
use crate::accounts::entity::user;

/// Notifications that one digest shows.
const SHOWN: u64 = 20;
/// Between two looks at whether digests are due.
const PAUSE: Duration = Duration::from_mins(1);
/// People whose digests are made in one transaction.
const CHUNK: usize = 500;

/// Mails one notification, unless it was read meanwhile.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailNotification {
    pub notification: NotificationId,
    /// When the person was alerted, which tells apart the mails of one row.
    pub told_at: Timestamp,
}

/// Mails a person's unread notifications, unless there are none.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailDigest {
    pub user: UserId,
    /// When the digest was due. It contains nothing later.
    pub due: Timestamp,
}

/// Returns the account if mails reach its owner.
async fn find_reader(app: &App, id: UserId) -> Result<Option<user::Model>, JobError> {
    let user = user::live()
        .filter(user::Column::Id.eq(id))
        .filter(user::Column::IsActive.eq(true))
        .filter(user::Column::EmailVerifiedAt.is_not_null());
    Ok(user.one(app.db.read()).await?)
}

impl Job for MailNotification {
    const NAME: &'static str = "notifications.mailNotification";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let row = notification::Entity::find_by_id(self.notification);
        let row = row.one(conn).await?.filter(|row| row.read_at.is_none());
        let Some(row) = row else {
            return Ok(());
        };
        let Some(user) = find_reader(app, row.user_id).await? else {
            return Ok(());
        };
        let chosen = store::channels_of(conn, &[user.id], row.kind).await?;
        let is_off = |channels: &Channels| channels.email == ByEmail::Off;
        if chosen.get(&user.id).is_some_and(is_off) {
            return Ok(());
        }
        let Words { title, content } = row.in_language(user.lang);
        let stop = unsubscribe(&app.config, &app.secrets, &user, Mails::Of(row.kind));
        let mail = OutgoingMail {
            template: "notification",
            to: &user.email,
            name: &user.full_name,
            lang: user.lang,
            values: json!({
                "fullName": user.full_name,
                "title": title,
                "content": content,
                "link": format!("{}{}", app.config.public_url, row.link),
                "unsubscribe": stop.page,
            }),
            attachments: Vec::new(),
            dress: None,
            message_id: format!("notification-{}-{}", row.id, self.told_at.0),
            unsubscribe: Some(stop.one_click),
            about: Some(user.id.0),
        };
        mails::send(app, attempt, mail).await
    }
}

impl Job for MailDigest {
    const NAME: &'static str = "notifications.mailDigest";
    const LANE: Lane = Lane::Bulk;
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.user.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let Some(user) = find_reader(app, self.user).await? else {
            return Ok(());
        };
        if store::frequency_of(conn, user.id).await? == DigestFrequency::Off {
            return Ok(());
        }
        let recent = self.due.minus(rules::DIGEST_REACH);
        let unread = unread(user.id, self.due).filter(notification::Column::HappenedAt.gt(recent));
        let total = unread.clone().count(conn).await?;
        let rows = unread
            .order_by_desc(notification::Column::HappenedAt)
            .order_by_desc(notification::Column::Id)
            .limit(SHOWN)
            .all(conn)
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        let items: Vec<Value> = rows
            .iter()
            .map(|row| {
                let Words { title, content } = row.in_language(user.lang);
                let link = format!("{}{}", app.config.public_url, row.link);
                json!({ "title": title, "content": content, "link": link, "at": row.happened_at.0 })
            })
            .collect();
        let stop = unsubscribe(&app.config, &app.secrets, &user, Mails::Digests);
        let mail = OutgoingMail {
            template: "digest",
            to: &user.email,
            name: &user.full_name,
            lang: user.lang,
            values: json!({
                "fullName": user.full_name,
                "count": total,
                "items": items,
                "more": total.saturating_sub(SHOWN),
                "link": format!("{}/notifications", app.config.public_url),
                "unsubscribe": stop.page,
            }),
            attachments: Vec::new(),
            dress: None,
            message_id: format!("digest-{}-{}", user.id, self.due.0),
            unsubscribe: Some(stop.one_click),
            about: Some(user.id.0),
        };
        mails::send(app, attempt, mail).await?;
        let tx = app.db.write().await?;
        notification::Entity::update_many()
            .col_expr(notification::Column::InDigest, Expr::value(false))
            .filter(notification::Column::UserId.eq(user.id))
            .filter(notification::Column::InDigest.eq(true))
            .filter(notification::Column::HappenedAt.lte(self.due))
            .exec(&tx)
            .await?;
        Ok(tx.commit().await?)
    }
}

/// Selects the notifications that wait for a person's digest of the moment `due`.
fn unread(user: UserId, due: Timestamp) -> Select<notification::Entity> {
    notification::Entity::find()
        .filter(notification::Column::UserId.eq(user))
        .filter(notification::Column::InDigest.eq(true))
        .filter(notification::Column::ReadAt.is_null())
        .filter(notification::Column::HappenedAt.lte(due))
}

/// Stores a mail for every account with waiting notifications whose digest is due and was not sent. Several servers may
/// do it at the same moment.
pub async fn send_digests(app: &App) -> Result<()> {
    let now = app.clock.now();
    let Some(latest) = rules::digest_due(DigestFrequency::Daily, now) else {
        return Ok(());
    };
    let waiting: Vec<UserId> = notification::Entity::find()
        .select_only()
        .column(notification::Column::UserId)
        .distinct()
        .filter(notification::Column::InDigest.eq(true))
        .filter(notification::Column::ReadAt.is_null())
        .filter(notification::Column::HappenedAt.lte(latest))
        .order_by_asc(notification::Column::UserId)
        .into_tuple()
        .all(app.db.read())
        .await?;
    for users in waiting.chunks(CHUNK) {
        let tx = app.db.write().await?;
        let mails = due(&tx, users, now).await?;
        hoi_jobs::enqueue_all(&tx, &mails, now).await?;
        tx.commit().await?;
        app.jobs.notify_one();
    }
    Ok(())
}

/// Returns the digests of these people that are due, and notes that they are sent.
async fn due(tx: &Tx, users: &[UserId], now: Timestamp) -> Result<Vec<MailDigest>> {
    let last_seen = Func::coalesce([
        Expr::col(user::Column::LastSeenAt),
        Expr::col(user::Column::CreatedAt),
    ]);
    let present: Vec<UserId> = user::live()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::Id.is_in(users.iter().copied()))
        .filter(user::Column::IsActive.eq(true))
        .filter(Expr::expr(last_seen).gt(now.minus(rules::ABSENCE)))
        .order_by_asc(user::Column::Id)
        .into_tuple()
        .all(tx)
        .await?;
    let settings = digest_setting::Entity::find()
        .filter(digest_setting::Column::UserId.is_in(present.iter().copied()))
        .all(tx)
        .await?;
    let settings: HashMap<_, _> = settings
        .into_iter()
        .map(|row| (row.user_id, row.frequency))
        .collect();
    let mut mails = Vec::new();
    for user in present {
        let frequency = settings.get(&user).copied().unwrap_or_default();
        let Some(due) = rules::digest_due(frequency, now) else {
            continue;
        };
        let row = digest_setting::ActiveModel {
            user_id: Set(user),
            frequency: Set(frequency),
            last_sent_at: Set(Some(now)),
        };
        let last = Expr::col((digest_setting::Entity, digest_setting::Column::LastSentAt));
        let once = OnConflict::column(digest_setting::Column::UserId)
            .update_column(digest_setting::Column::LastSentAt)
            .action_and_where(last.clone().is_null().or(last.lt(due)))
            .to_owned();
        let noted = digest_setting::Entity::insert(row)
            .on_conflict(once)
            .exec_without_returning(tx)
            .await?;
        if noted > 0 {
            mails.push(MailDigest { user, due });
        }
    }
    Ok(mails)
}

/// Sends digests whenever they are due. Every server does it.
pub async fn watch_digests(app: App) {
    let mut done = None;
    loop {
        let due = rules::digest_due(DigestFrequency::Daily, app.clock.now());
        if due != done {
            match send_digests(&app).await {
                Ok(()) => done = due,
                Err(error) => tracing::error!(?error, "digests could not be made"),
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
