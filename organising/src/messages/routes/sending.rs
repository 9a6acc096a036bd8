//! Calls that send messages, or stop scheduled ones.

use axum::extract::State;
use hoi_community::accounts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, Existing, Nothing, PathId};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::ids::{EventId, MessageId};
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};
use serde_json::json;

use crate::messages::dto::{self, Retried, SendMessage};
use crate::messages::entity::message;
use crate::messages::jobs::MailTest;
use crate::messages::segment::Segment;
use crate::messages::{MessageStatus, rules, sending, store};

/// Sends a message now or at a set time, at which the recipients are determined. 5003 when the account's allowance of
/// mails is too small, 5008 when the message was sent or canceled before or has no recipient, or was changed since it
/// was read, then with the stored message in `data`; 5009 when the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/send", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path), KeyHeader), request_body = SendMessage,
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
pub async fn send_message(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    Existing(id): Existing<message::Entity>,
    Idempotent(once, body): Idempotent<SendMessage>,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    rules::check_open(message.status)?;
    if is_stale(Some(body.version), message.version) {
        return Err(Error::changed_meanwhile(
            &store::show(&tx, &event, id).await?,
        ));
    }
    Segment::from_column(&message.segment)?
        .check_class(&tx, event.id)
        .await?;
    let said = if let Some(send_at) = body.send_at {
        rules::check_time(send_at, now)?;
        sending::schedule(&tx, &event, message, user.id, send_at, now).await?;
        LocalizedText::new("messages.scheduled")
    } else {
        let recipients = sending::begin(&tx, &event, message, Some(user.id), now).await?;
        LocalizedText::new("messages.sending").with("count", recipients)
    };
    let sent = Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(store::show(&tx, &event, id).await?)
    };
    let sent = once.commit(tx, sent).await?;
    app.jobs.notify_one();
    Ok(sent)
}

/// Cancels a scheduled message. 5008 when it is not scheduled, 5009 when the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/cancel", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path), KeyHeader),
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
pub async fn cancel_message(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    PathId(id): PathId<MessageId>,
    once: Once,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    if message.status != MessageStatus::Scheduled {
        return Err(Error::Conflict(LocalizedText::new("messages.notScheduled")));
    }
    let (version, data) = (message.version + 1, json!({ "name": message.subject }));
    let mut row = message.into_active_model();
    row.status = Set(MessageStatus::Cancelled);
    row.version = Set(version);
    row.updated_at = Set(now);
    row.update(&tx).await?;
    let entry = LogEntry::new(event.id, EventAction::MessageCancelled)
        .by(user.id)
        .about(id.0)
        .with(data);
    events::log(&tx, entry, now).await?;
    let message = store::show(&tx, &event, id).await?;
    once.commit(tx, Envelope::said(message, "messages.cancelled"))
        .await
}

/// Repeats all deliveries that were given up. 5003 when the account's allowance of mails is too small, 5008 when there
/// are none, 5009 when the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/retry", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path), KeyHeader),
    responses((status = 200, body = Envelope<Retried>)), security(("bearer" = [])))]
pub async fn retry_message(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    PathId(id): PathId<MessageId>,
    once: Once,
) -> Result<Envelope<Retried>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    let name = message.subject.clone();
    let retried = sending::retry(&tx, event.owner_id, message, now).await?;
    if retried == 0 {
        return Err(Error::Conflict(LocalizedText::new(
            "messages.nothingFailed",
        )));
    }
    let data = json!({ "name": name, "count": retried });
    let entry = LogEntry::new(event.id, EventAction::MessageRetried)
        .by(user.id)
        .about(id.0)
        .with(data);
    events::log(&tx, entry, now).await?;
    let said = LocalizedText::new("messages.retrying").with("count", retried);
    let retried = Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(Retried { retried })
    };
    let retried = once.commit(tx, retried).await?;
    app.jobs.notify_one();
    Ok(retried)
}

/// Mails the message to the caller, with the data of a fictitious guest. 5003 when the last test was a moment ago or
/// the account's allowance of mails is used up, 5009 when the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/test", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path), KeyHeader),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn test_message(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    PathId(id): PathId<MessageId>,
    once: Once,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    if let Some(last) = message.tested_at {
        let retry_after = now.until(last.plus(rules::TEST_PAUSE));
        if !retry_after.is_zero() {
            return Err(Error::TooManyRequests { retry_after });
        }
    }
    let mut row = message.into_active_model();
    row.tested_at = Set(Some(now));
    row.update(&tx).await?;
    accounts::charge_mails(&tx, user.id, 1, now).await?;
    let job = MailTest {
        event: event.id,
        message: id,
        to: user.id,
        asked: now,
    };
    hoi_jobs::enqueue(&tx, &job, now).await?;
    let said = LocalizedText::new("messages.testSent").with("email", &user.email);
    let sent = Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(Nothing {})
    };
    let sent = once.commit(tx, sent).await?;
    app.jobs.notify_one();
    Ok(sent)
}
