//! The calls on messages. All of them are the event's owner's.

use axum::extract::State;
use sea_orm::{ActiveModelTrait, IntoActiveModel, ModelTrait, Set};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::{
    self, CountQuery, Delivery, DeliveryQuery, MessageChange, MessageQuery, MessageSummary,
    NewMessage, RecipientCount, Retried, SendMessage,
};
use super::entity::message;
use super::jobs::MailTest;
use super::rules::{self, MAX_MESSAGES};
use super::segment::Segment;
use super::{MessageStatus, sending, store};
use crate::access::EventOwner;
use crate::app::App;
use crate::clock;
use crate::error::{Error, Message, Result};
use crate::events::{self, Action};
use crate::http::{
    Check, Envelope, Nothing, Page, PageQuery, PathId, ValidatedJson, ValidatedQuery,
};
use crate::ids::{EventId, MessageId};

/// Calls on messages.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_messages, post_message))
        .routes(routes!(count_recipients))
        .routes(routes!(get_message, put_message, delete_message))
        .routes(routes!(send_message))
        .routes(routes!(cancel_message))
        .routes(routes!(get_deliveries))
        .routes(routes!(retry_message))
        .routes(routes!(test_message))
}

/// Lists messages with what came of them, the newest first.
#[utoipa::path(get, path = "/event/{eventId}/messages", tag = "message",
    params(("eventId" = EventId, Path), MessageQuery),
    responses((status = 200, body = Envelope<Page<MessageSummary>>)), security(("bearer" = [])))]
async fn get_messages(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
    ValidatedQuery(query): ValidatedQuery<MessageQuery>,
) -> Result<Envelope<Page<MessageSummary>>> {
    let page = PageQuery::new(query.limit, query.page);
    let page = store::page(app.db.read(), &event, page).await?;
    Ok(Envelope::ok(page))
}

/// Writes a message; nothing is sent. 5003 when the event has too many, 5009 when it is cancelled.
#[utoipa::path(post, path = "/event/{eventId}/messages", tag = "message",
    params(("eventId" = EventId, Path)), request_body = NewMessage,
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn post_message(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    ValidatedJson(new): ValidatedJson<NewMessage>,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    new.segment.check_class(&tx, event.id).await?;
    if store::count(&tx, event.id).await? >= MAX_MESSAGES {
        return Err(Error::ResourceExceeded(
            Message::new("messages.tooMany").with("max", MAX_MESSAGES),
        ));
    }
    let id: MessageId = clock::new_id();
    let row = message::Model {
        id,
        event_id: event.id,
        author_id: user.id,
        subject: new.subject,
        content: new.content,
        segment: new.segment.to_column()?,
        status: MessageStatus::Draft,
        problem: None,
        send_at: None,
        started_at: None,
        is_expanded: false,
        recipients: 0,
        sent_at: None,
        tested_at: None,
        version: 1,
        created_at: now,
        updated_at: now,
    };
    let row = row.into_active_model().reset_all().insert(&tx).await?;
    let data = json!({ "name": row.subject });
    events::log(
        &tx,
        event.id,
        Some(user.id),
        Action::MessageCreated,
        Some(id.0),
        data,
        now,
    )
    .await?;
    tx.commit().await?;
    let message = store::show(app.db.read(), &event, id).await?;
    Ok(Envelope::said(message, "messages.saved"))
}

/// Counts who would receive a message at this moment.
#[utoipa::path(get, path = "/event/{eventId}/messages/count", tag = "message",
    params(("eventId" = EventId, Path), CountQuery),
    responses((status = 200, body = Envelope<RecipientCount>)), security(("bearer" = [])))]
async fn count_recipients(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
    ValidatedQuery(query): ValidatedQuery<CountQuery>,
) -> Result<Envelope<RecipientCount>> {
    let mut segment = Segment {
        kind: query.segment,
        ticket_id: query.ticket_id,
    };
    let mut check = Check::default();
    segment.validate(&mut check);
    check.finish()?;
    let conn = app.db.read();
    segment.check_class(conn, event.id).await?;
    let since = app.clock.now().minus(rules::DAY);
    let used = store::used(conn, event.owner_id, since).await?;
    Ok(Envelope::ok(RecipientCount {
        recipients: segment.count(conn, event.id).await?,
        left_today: rules::left_today(used),
        per_minute: rules::PER_TICK * 60 / rules::TICK.as_secs(),
    }))
}

/// Shows a message.
#[utoipa::path(get, path = "/event/{eventId}/messages/{id}", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)),
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn get_message(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
    PathId(id): PathId<MessageId>,
) -> Result<Envelope<dto::Message>> {
    let message = store::show(app.db.read(), &event, id).await?;
    Ok(Envelope::ok(message))
}

/// Changes a draft or a scheduled message. 5008 when it is being sent or was, and when somebody else changed it.
#[utoipa::path(put, path = "/event/{eventId}/messages/{id}", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)), request_body = MessageChange,
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn put_message(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    PathId(id): PathId<MessageId>,
    ValidatedJson(change): ValidatedJson<MessageChange>,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    rules::check_open(message.status)?;
    check_version(&message, change.version)?;
    let version = message.version + 1;
    let mut row = message.into_active_model();
    if let Some(subject) = change.subject {
        row.subject = Set(subject);
    }
    if let Some(content) = change.content {
        row.content = Set(content);
    }
    if let Some(segment) = change.segment {
        segment.check_class(&tx, event.id).await?;
        row.segment = Set(segment.to_column()?);
    }
    row.version = Set(version);
    row.updated_at = Set(now);
    let row = row.update(&tx).await?;
    let data = json!({ "name": row.subject });
    events::log(
        &tx,
        event.id,
        Some(user.id),
        Action::MessageUpdated,
        Some(id.0),
        data,
        now,
    )
    .await?;
    tx.commit().await?;
    let message = store::show(app.db.read(), &event, id).await?;
    Ok(Envelope::said(message, "messages.saved"))
}

fn check_version(message: &message::Model, version: Option<i64>) -> Result<()> {
    if version.is_none_or(|version| version == message.version) {
        Ok(())
    } else {
        Err(Error::Conflict(Message::new("messages.changedMeanwhile")))
    }
}

/// Deletes a draft or a scheduled message. 5008 when it is being sent or was.
#[utoipa::path(delete, path = "/event/{eventId}/messages/{id}", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_message(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    PathId(id): PathId<MessageId>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    rules::check_open(message.status)?;
    let data = json!({ "name": message.subject });
    message.delete(&tx).await?;
    events::log(
        &tx,
        event.id,
        Some(user.id),
        Action::MessageDeleted,
        Some(id.0),
        data,
        now,
    )
    .await?;
    tx.commit().await?;
    Ok(Envelope::done("messages.deleted"))
}

/// Sends a message now or at a time. Who receives it is decided when it is sent. 5003 when the account would write to
/// too many people within a day, 5008 when it was sent already or is for nobody, 5009 when the event is cancelled.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/send", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)), request_body = SendMessage,
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn send_message(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    PathId(id): PathId<MessageId>,
    ValidatedJson(body): ValidatedJson<SendMessage>,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    rules::check_open(message.status)?;
    check_version(&message, body.version)?;
    Segment::from_column(&message.segment)?
        .check_class(&tx, event.id)
        .await?;
    let said = if let Some(send_at) = body.send_at {
        rules::check_time(send_at, now)?;
        sending::schedule(&tx, &event, message, user.id, send_at, now).await?;
        Message::new("messages.scheduled")
    } else {
        let recipients = sending::begin(&tx, &event, message, Some(user.id), now).await?;
        Message::new("messages.sending").with("count", recipients)
    };
    tx.commit().await?;
    app.jobs.notify_one();
    let message = store::show(app.db.read(), &event, id).await?;
    Ok(Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(message)
    })
}

/// Calls a scheduled message off. 5008 when it is not waiting for its time.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/cancel", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)),
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn cancel_message(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    PathId(id): PathId<MessageId>,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    if message.status != MessageStatus::Scheduled {
        return Err(Error::Conflict(Message::new("messages.notScheduled")));
    }
    let (version, data) = (message.version + 1, json!({ "name": message.subject }));
    let mut row = message.into_active_model();
    row.status = Set(MessageStatus::Cancelled);
    row.version = Set(version);
    row.updated_at = Set(now);
    row.update(&tx).await?;
    events::log(
        &tx,
        event.id,
        Some(user.id),
        Action::MessageCancelled,
        Some(id.0),
        data,
        now,
    )
    .await?;
    tx.commit().await?;
    let message = store::show(app.db.read(), &event, id).await?;
    Ok(Envelope::said(message, "messages.cancelled"))
}

/// Lists a message's recipients and what came of it for each.
#[utoipa::path(get, path = "/event/{eventId}/messages/{id}/deliveries", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path), DeliveryQuery),
    responses((status = 200, body = Envelope<Page<Delivery>>)), security(("bearer" = [])))]
async fn get_deliveries(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
    PathId(id): PathId<MessageId>,
    ValidatedQuery(query): ValidatedQuery<DeliveryQuery>,
) -> Result<Envelope<Page<Delivery>>> {
    let conn = app.db.read();
    let message = store::get(conn, event.id, id).await?;
    let page = PageQuery::new(query.limit, query.page);
    let page = store::deliveries(conn, message.id, query.state, page).await?;
    Ok(Envelope::ok(page))
}

/// Tries once more to write to everyone who was given up. 5008 when there is nobody, 5009 when the event is cancelled.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/retry", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)),
    responses((status = 200, body = Envelope<Retried>)), security(("bearer" = [])))]
async fn retry_message(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    PathId(id): PathId<MessageId>,
) -> Result<Envelope<Retried>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    let name = message.subject.clone();
    let retried = sending::retry(&tx, message, now).await?;
    if retried == 0 {
        return Err(Error::Conflict(Message::new("messages.nothingFailed")));
    }
    let data = json!({ "name": name, "count": retried });
    events::log(
        &tx,
        event.id,
        Some(user.id),
        Action::MessageRetried,
        Some(id.0),
        data,
        now,
    )
    .await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope {
        messages: vec![
            Message::new("messages.retrying")
                .with("count", retried)
                .localized(),
        ],
        ..Envelope::ok(Retried { retried })
    })
}

/// Mails the message to the caller, filled in for a made-up guest. 5003 when that was done a moment ago.
#[utoipa::path(post, path = "/event/{eventId}/messages/{id}/test", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn test_message(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    PathId(id): PathId<MessageId>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
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
    let job = MailTest {
        event: event.id,
        message: id,
        to: user.id,
        asked: now,
    };
    hoi_jobs::enqueue(&tx, &job, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    let said = Message::new("messages.testSent").with("email", &user.email);
    Ok(Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(Nothing {})
    })
}
