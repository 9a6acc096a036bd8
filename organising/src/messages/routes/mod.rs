//! Calls on messages, for the event's owner only, and calls of their recipients, by the key in a mail (`opt_out.rs`).

mod opt_out;
mod sending;

use axum::extract::State;
use hoi_community::accounts;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{
    Envelope, Existing, Identified, Nothing, Page, PageQuery, PathId, ValidatedJson, ValidatedQuery,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{EventId, MessageId};
use hoi_platform::routes;
use hoi_platform::validation::Check;
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use sea_orm::{ActiveModelTrait, IntoActiveModel, ModelTrait, Set};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{
    self, CountQuery, Delivery, DeliveryQuery, MessageChange, MessagePreview, MessageQuery,
    MessageSummary, NewMessage, RecipientCount, Starter,
};
use super::entity::message;
use super::rules::{self, MAX_MESSAGES};
use super::segment::Segment;
use super::{MessageStatus, mail, starters, store};

/// Routes of messages.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_messages, create_message))
        .routes(routes!(count_recipients))
        .routes(routes!(list_starters))
        .routes(routes!(preview_message))
        .routes(routes!(get_message, update_message, delete_message))
        .routes(routes!(sending::send_message))
        .routes(routes!(sending::cancel_message))
        .routes(routes!(list_deliveries))
        .routes(routes!(sending::retry_message))
        .routes(routes!(sending::test_message))
        .routes(routes!(opt_out::get_message_subscription))
        .routes(routes!(
            opt_out::open_opt_out_page,
            opt_out::stop_messages,
            opt_out::resume_messages
        ))
}

/// Lists messages with their results, the newest first.
#[utoipa::path(get, path = "/event/{eventId}/messages", tag = "message",
    params(("eventId" = EventId, Path), MessageQuery),
    responses((status = 200, body = Envelope<Page<MessageSummary>>)), security(("bearer" = [])))]
async fn list_messages(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
    ValidatedQuery(query): ValidatedQuery<MessageQuery>,
) -> Result<Envelope<Page<MessageSummary>>> {
    let page = PageQuery::new(query.limit, query.page)?;
    let page = store::page(app.db.read(), &event, page).await?;
    Ok(Envelope::ok(page))
}

/// Creates a message as a draft. 5003 when the event has too many messages, 5009 when it is canceled.
#[utoipa::path(post, path = "/event/{eventId}/messages", tag = "message",
    params(("eventId" = EventId, Path), KeyHeader), request_body = NewMessage,
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn create_message(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    Idempotent(once, new): Idempotent<NewMessage>,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    new.segment.check_class(&tx, event.id).await?;
    if store::count(&tx, event.id).await? >= MAX_MESSAGES {
        return Err(Error::ResourceExceeded(
            LocalizedText::new("messages.tooMany").with("max", MAX_MESSAGES),
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
    let entry = LogEntry::new(event.id, EventAction::MessageCreated)
        .by(user.id)
        .about(id.0)
        .with(data);
    events::log(&tx, entry, now).await?;
    let message = store::show(&tx, &event, id).await?;
    once.commit(tx, Envelope::said(message, "messages.saved"))
        .await
}

/// Counts the participants who would receive a message now.
#[utoipa::path(get, path = "/event/{eventId}/messages/count", tag = "message",
    params(("eventId" = EventId, Path), CountQuery),
    responses((status = 200, body = Envelope<RecipientCount>)), security(("bearer" = [])))]
async fn count_recipients(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
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
    let now = app.clock.now();
    let allowance = accounts::allowance(conn, event.owner_id, now).await?;
    Ok(Envelope::ok(RecipientCount {
        recipients: segment.count(conn, &event, now).await?,
        opted_out: segment.count_opted_out(conn, &event, now).await?,
        left_today: allowance.left,
        per_minute: rules::PER_TICK * 60 / rules::TICK.as_secs(),
    }))
}

/// Lists the finished messages that fit the event at this moment, in the language of most participants. None for a
/// canceled event.
#[utoipa::path(get, path = "/event/{eventId}/messages/starters", tag = "message",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<Starter>>)), security(("bearer" = [])))]
async fn list_starters(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
) -> Result<Envelope<Vec<Starter>>> {
    Ok(Envelope::ok(starters::find(&app, &event).await?))
}

/// Shows a message as its first recipient would get it now, or a fictitious guest while it has no recipient, and says
/// which of its variables recipients lack. The own link of the recipient is replaced by the event's page. 5009 when the
/// event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/messages/preview", tag = "message",
    params(("eventId" = EventId, Path)), request_body = NewMessage,
    responses((status = 200, body = Envelope<MessagePreview>)), security(("bearer" = [])))]
async fn preview_message(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
    ValidatedJson(written): ValidatedJson<NewMessage>,
) -> Result<Envelope<MessagePreview>> {
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    written.segment.check_class(app.db.read(), event.id).await?;
    Ok(Envelope::ok(mail::preview(&app, &event, &written).await?))
}

/// Returns a message.
#[utoipa::path(get, path = "/event/{eventId}/messages/{id}", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)),
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn get_message(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
    PathId(id): PathId<MessageId>,
) -> Result<Envelope<dto::Message>> {
    let message = store::show(app.db.read(), &event, id).await?;
    Ok(Envelope::ok(message))
}

impl Identified for message::Entity {
    type Id = MessageId;

    async fn check_exists(id: MessageId, app: &App, event: Option<EventId>) -> Result<()> {
        let event = event.ok_or_else(Error::not_found)?;
        store::get(app.db.read(), event, id).await.map(drop)
    }
}

/// Changes a draft or a scheduled message. Saving unchanged values changes nothing. 5008 when the message was sent or
/// canceled, or was changed since it was read, then with the stored message in `data`; 5009 when the event is
/// canceled.
#[utoipa::path(put, path = "/event/{eventId}/messages/{id}", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)), request_body = MessageChange,
    responses((status = 200, body = Envelope<dto::Message>)), security(("bearer" = [])))]
async fn update_message(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    Existing(id): Existing<message::Entity>,
    ValidatedJson(change): ValidatedJson<MessageChange>,
) -> Result<Envelope<dto::Message>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    rules::check_open(message.status)?;
    if is_stale(Some(change.version), message.version) {
        return Err(Error::changed_meanwhile(
            &store::show(&tx, &event, id).await?,
        ));
    }
    let version = message.version + 1;
    let mut row = message.into_active_model();
    if let Some(subject) = change.subject {
        row.subject.set_if_not_equals(subject);
    }
    if let Some(content) = change.content {
        row.content.set_if_not_equals(content);
    }
    if let Some(segment) = change.segment {
        segment.check_class(&tx, event.id).await?;
        row.segment.set_if_not_equals(segment.to_column()?);
    }
    if row.is_changed() {
        row.version = Set(version);
        row.updated_at = Set(now);
        let row = row.update(&tx).await?;
        let data = json!({ "name": row.subject });
        let entry = LogEntry::new(event.id, EventAction::MessageUpdated)
            .by(user.id)
            .about(id.0)
            .with(data);
        events::log(&tx, entry, now).await?;
    }
    tx.commit().await?;
    let message = store::show(app.db.read(), &event, id).await?;
    Ok(Envelope::said(message, "messages.saved"))
}

/// Deletes a draft or a scheduled message. 5008 when it was sent or canceled, 5009 when the event is canceled.
#[utoipa::path(delete, path = "/event/{eventId}/messages/{id}", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_message(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    PathId(id): PathId<MessageId>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let message = store::lock(&tx, event.id, id).await?;
    rules::check_open(message.status)?;
    let data = json!({ "name": message.subject });
    message.delete(&tx).await?;
    let entry = LogEntry::new(event.id, EventAction::MessageDeleted)
        .by(user.id)
        .about(id.0)
        .with(data);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    Ok(Envelope::done("messages.deleted"))
}

/// Lists a message's recipients with the result for each.
#[utoipa::path(get, path = "/event/{eventId}/messages/{id}/deliveries", tag = "message",
    params(("eventId" = EventId, Path), ("id" = MessageId, Path), DeliveryQuery),
    responses((status = 200, body = Envelope<Page<Delivery>>)), security(("bearer" = [])))]
async fn list_deliveries(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
    PathId(id): PathId<MessageId>,
    ValidatedQuery(query): ValidatedQuery<DeliveryQuery>,
) -> Result<Envelope<Page<Delivery>>> {
    let conn = app.db.read();
    let message = store::get(conn, event.id, id).await?;
    let page = PageQuery::new(query.limit, query.page)?;
    let page = store::deliveries(conn, message.id, query.state, page).await?;
    Ok(Envelope::ok(page))
}
