//! Sending notifications to push services.

use std::time::Duration;

use anyhow::{Result, anyhow};
use hoi_db::{Timestamp, Tx};
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, Job, JobError, Lane};
use hoi_platform::app::App;
use hoi_platform::ids::{NotificationId, PushSubscriptionId, UserId};
use reqwest::header::{
    AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
};
use reqwest::{StatusCode, Url};
use sea_orm::{ColumnTrait as _, DbErr, EntityTrait as _, QueryFilter as _, QuerySelect as _};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::encryption::Receiver;
use super::{endpoint, store};
use crate::accounts::connected_users;
use crate::accounts::entity::user;
use crate::notifications::entity::{notification, push_subscription};
use crate::notifications::store::channels_of;
use crate::notifications::text::Words;

/// The longest time that a push service may take.
const PATIENCE: Duration = Duration::from_secs(5);
const TTL: HeaderName = HeaderName::from_static("ttl");
const TOPIC: HeaderName = HeaderName::from_static("topic");
/// How long a push service keeps messages for a browser that is off.
const KEPT: Duration = Duration::from_hours(24);
/// Characters of a title and of a content that are sent; browsers show fewer.
const TITLE: usize = 100;
const CONTENT: usize = 300;

/// Sends a notification to one browser, unless the person has read it meanwhile or has the application open.
#[derive(Debug, Serialize, Deserialize)]
pub struct PushNotification {
    pub notification: NotificationId,
    /// When the person was alerted; another alert of the same notification is another job.
    pub told_at: Timestamp,
    pub subscription: PushSubscriptionId,
}

/// Stores the jobs that show these notifications in the browsers of their persons.
pub async fn enqueue(
    tx: &Tx,
    told: &[(NotificationId, UserId)],
    now: Timestamp,
) -> Result<(), DbErr> {
    if told.is_empty() {
        return Ok(());
    }
    let browsers: Vec<(PushSubscriptionId, UserId)> = store::live(now)
        .select_only()
        .columns([
            push_subscription::Column::Id,
            push_subscription::Column::UserId,
        ])
        .filter(push_subscription::Column::UserId.is_in(told.iter().map(|(_, user)| *user)))
        .into_tuple()
        .all(tx)
        .await?;
    let jobs: Vec<_> = browsers
        .into_iter()
        .flat_map(|(subscription, of)| {
            let told = told.iter().filter(move |(_, user)| *user == of);
            told.map(move |(notification, _)| PushNotification {
                notification: *notification,
                told_at: now,
                subscription,
            })
        })
        .collect();
    hoi_jobs::enqueue_all(tx, &jobs, now).await
}

impl Job for PushNotification {
    const NAME: &'static str = "notifications.pushNotification";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let now = app.clock.now();
        let browser = store::live(now).filter(push_subscription::Column::Id.eq(self.subscription));
        let Some(browser) = browser.one(conn).await? else {
            return Ok(());
        };
        let row = notification::Entity::find_by_id(self.notification)
            .filter(notification::Column::ReadAt.is_null())
            .filter(notification::Column::ToldAt.eq(self.told_at));
        let Some(row) = row.one(conn).await? else {
            return Ok(());
        };
        let person = user::live()
            .filter(user::Column::Id.eq(browser.user_id))
            .filter(user::Column::IsActive.eq(true));
        let Some(person) = person.one(conn).await? else {
            return Ok(());
        };
        // A subscription moves when another account logs in at the same browser.
        let is_theirs = row.user_id == person.id;
        let chosen = channels_of(conn, &[person.id], row.kind).await?;
        let is_off = chosen.get(&person.id).is_some_and(|chosen| !chosen.browser);
        if !is_theirs || is_off || connected_users(app).contains(&person.id) {
            return Ok(());
        }
        let service = endpoint::read(&browser.endpoint, app.config.push_service.as_deref());
        let receiver = Receiver::read(&browser.p256dh, &browser.auth);
        let (Some(service), Some(receiver)) = (service, receiver) else {
            return Ok(store::remove(app, browser.id).await?);
        };
        let body = receiver.encrypt(message(&row, person.lang).as_bytes())?;
        let status = send(app, service, &row, body).await?;
        match status {
            status if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(store::remove(app, browser.id).await?),
            StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => Err(refused(status)),
            status if status.is_server_error() => Err(refused(status)),
            status => Err(JobError::Dead(anyhow!("the push service answers {status}"))),
        }
    }

    /// Keeps no dead letter: the notification is in the list, and too old to be shown aloud.
    async fn on_dead(&self, _: &App, _: Attempt, error: &JobError) -> Result<bool> {
        tracing::warn!(
            error = format!("{:#}", error.error()),
            "a push was given up"
        );
        Ok(false)
    }
}

fn refused(status: StatusCode) -> JobError {
    JobError::Retry(anyhow!("the push service answers {status}"))
}

/// Hands a message over and returns the status of the service's answer.
async fn send(
    app: &App,
    service: Url,
    row: &notification::Model,
    body: Vec<u8>,
) -> Result<StatusCode> {
    let origin = service.origin().ascii_serialization();
    let contact = app.config.mail_from.email.to_string();
    let key = store::key(app).await?;
    let authorization = key.authorization(&origin, &contact, app.clock.now())?;
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, HeaderValue::from_str(&authorization)?);
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("application/octet-stream"),
    );
    headers.insert(TTL, HeaderValue::from(KEPT.as_secs()));
    // Replaces a message about the same notification that a browser has not fetched yet.
    let topic = row.id.0.simple().to_string();
    headers.insert(TOPIC, HeaderValue::from_str(&topic)?);
    // The address is not for the log: its holder can send.
    let sent = app.outgoing.post(service, headers, body, PATIENCE).await;
    let answer = sent.map_err(|error| anyhow!("the push service gives no answer: {error:?}"))?;
    Ok(answer.status)
}

/// Returns the content that the browser shows, in JSON.
fn message(row: &notification::Model, lang: Lang) -> String {
    let Words { title, content } = row.in_language(lang);
    json!({
        "id": row.id,
        "title": cut(&title, TITLE),
        "content": cut(&content, CONTENT),
        "link": row.link,
    })
    .to_string()
}

fn cut(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let kept = text.chars().take(characters - 1);
    kept.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::super::encryption::MAX_MESSAGE;
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(cut("Một hai", 7), "Một hai");
        assert_eq!(cut("Một hai ba", 7), "Một ha…");
    }

    /// Characters that JSON writes as six.
    #[test]
    fn the_longest_message_can_be_encrypted() {
        let (title, content) = ("\u{1}".repeat(TITLE), "\u{1}".repeat(CONTENT));
        let link = "x".repeat(200);
        let longest =
            json!({ "id": "x".repeat(36), "title": title, "content": content, "link": link });
        assert!(longest.to_string().len() <= 3000);
        const { assert!(3000 < MAX_MESSAGE) }
    }
}
