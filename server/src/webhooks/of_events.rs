//! Calls on the webhooks of events.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::{CursorQuery, Envelope, Nothing, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::ids::{EventId, WebhookDeliveryId, WebhookId};
use hoi_platform::outbox::Scope;
use hoi_platform::routes;
use hoi_ticketing::events::{self, InEvent, rights};
use utoipa_axum::router::OpenApiRouter;

use super::access::{DeliveryId, EventWebhook};
use super::calls;
use super::dto::{
    NewWebhook, Webhook, WebhookBody, WebhookChange, WebhookLog, WebhookReplay, WebhookSecret,
    WebhookTest,
};

/// The calls on the webhooks of events.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_event_webhooks, create_event_webhook))
        .routes(routes!(update_event_webhook, delete_event_webhook))
        .routes(routes!(renew_event_webhook_secret))
        .routes(routes!(test_event_webhook))
        .routes(routes!(list_event_webhook_deliveries))
        .routes(routes!(replay_event_webhook_delivery))
        .routes(routes!(replay_event_webhook))
}

/// Lists the webhooks of the event.
#[utoipa::path(get, path = "/event/{eventId}/webhooks", tag = "webhook", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<Webhook>>)), security(("bearer" = [])))]
async fn list_event_webhooks(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Settings>,
) -> Result<Envelope<Vec<Webhook>>> {
    let scope = Scope::Event(event.id);
    Ok(Envelope::ok(calls::list(app.db.read(), scope).await?))
}

/// Adds a webhook. Only this answer contains its secret. 5003: the event has ten.
#[utoipa::path(post, path = "/event/{eventId}/webhooks", tag = "webhook", params(("eventId" = EventId, Path), KeyHeader),
    request_body = WebhookBody, responses((status = 200, body = Envelope<NewWebhook>)), security(("bearer" = [])))]
async fn create_event_webhook(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Settings>,
    Idempotent(once, body): Idempotent<WebhookBody>,
) -> Result<Envelope<NewWebhook>> {
    let scope = Scope::Event(event.id);
    let tx = once.begin().await?;
    // Webhooks that are added at the same moment are counted one after the other.
    let event = events::lock_event(&tx, event.id).await?;
    event.ok_or_else(Error::not_found)?;
    let made = calls::create(&app, &tx, scope, &user, body).await?;
    once.commit(tx, made).await
}

/// Changes a webhook, or switches it on or off. When it is switched on, it goes on with the deliveries that have
/// waited. 5008: it was changed since it was read.
#[utoipa::path(put, path = "/event/{eventId}/webhooks/{id}", tag = "webhook", params(("eventId" = EventId, Path), ("id" = WebhookId, Path)),
    request_body = WebhookChange, responses((status = 200, body = Envelope<Webhook>)), security(("bearer" = [])))]
async fn update_event_webhook(
    State(app): State<App>,
    EventWebhook { hook, user }: EventWebhook,
    ValidatedJson(body): ValidatedJson<WebhookChange>,
) -> Result<Envelope<Webhook>> {
    calls::change(&app, &hook, &user, body).await
}

/// Removes a webhook with its deliveries.
#[utoipa::path(delete, path = "/event/{eventId}/webhooks/{id}", tag = "webhook", params(("eventId" = EventId, Path), ("id" = WebhookId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_event_webhook(
    State(app): State<App>,
    EventWebhook { hook, user }: EventWebhook,
) -> Result<Envelope<Nothing>> {
    calls::remove(&app, &hook, &user).await
}

/// Makes a new secret. Only this answer contains it. For 24 hours messages are also signed by the one before.
#[utoipa::path(post, path = "/event/{eventId}/webhooks/{id}/secret", tag = "webhook",
    params(("eventId" = EventId, Path), ("id" = WebhookId, Path), KeyHeader),
    responses((status = 200, body = Envelope<WebhookSecret>)), security(("bearer" = [])))]
async fn renew_event_webhook_secret(
    State(app): State<App>,
    EventWebhook { hook, user }: EventWebhook,
    once: Once,
) -> Result<Envelope<WebhookSecret>> {
    let tx = once.begin().await?;
    let renewed = calls::renew_secret(&app, &tx, hook.id, &user).await?;
    once.commit(tx, renewed).await
}

/// Sends `ping` to a webhook at once, also to one that is switched off, and returns the outcome. 5003 (HTTP 429) after
/// 30 tests and replays in a row, with growing pauses.
#[utoipa::path(post, path = "/event/{eventId}/webhooks/{id}/test", tag = "webhook", params(("eventId" = EventId, Path), ("id" = WebhookId, Path)),
    responses((status = 200, body = Envelope<WebhookTest>)), security(("bearer" = [])))]
async fn test_event_webhook(
    State(app): State<App>,
    EventWebhook { hook, user }: EventWebhook,
) -> Result<Envelope<WebhookTest>> {
    calls::test(&app, &hook, &user).await
}

/// Lists the deliveries that were or will be sent to a webhook, with the last answers, newest first. They are kept for
/// 30 days.
#[utoipa::path(get, path = "/event/{eventId}/webhooks/{id}/deliveries", tag = "webhook",
    params(("eventId" = EventId, Path), ("id" = WebhookId, Path), CursorQuery),
    responses((status = 200, body = Envelope<WebhookLog>)), security(("bearer" = [])))]
async fn list_event_webhook_deliveries(
    State(app): State<App>,
    EventWebhook { hook, .. }: EventWebhook,
    ValidatedQuery(part): ValidatedQuery<CursorQuery>,
) -> Result<Envelope<WebhookLog>> {
    calls::log(app.db.read(), &hook, &part).await
}

/// Sends a delivery again under the same name, whatever its outcome. 5008: the webhook is switched off. 5003 (HTTP 429)
/// after 30 tests and replays in a row, with growing pauses.
#[utoipa::path(post, path = "/event/{eventId}/webhooks/{id}/deliveries/{deliveryId}/replay", tag = "webhook",
    params(("eventId" = EventId, Path), ("id" = WebhookId, Path), ("deliveryId" = WebhookDeliveryId, Path)),
    responses((status = 200, body = Envelope<WebhookReplay>)), security(("bearer" = [])))]
async fn replay_event_webhook_delivery(
    State(app): State<App>,
    EventWebhook { hook, user }: EventWebhook,
    DeliveryId(delivery): DeliveryId,
) -> Result<Envelope<WebhookReplay>> {
    calls::replay(&app, &hook, Some(delivery), &user).await
}

/// Sends all deliveries again that were given up. 5008: the webhook is switched off. 5003 (HTTP 429) after 30 tests and
/// replays in a row, with growing pauses.
#[utoipa::path(post, path = "/event/{eventId}/webhooks/{id}/replay", tag = "webhook", params(("eventId" = EventId, Path), ("id" = WebhookId, Path)),
    responses((status = 200, body = Envelope<WebhookReplay>)), security(("bearer" = [])))]
async fn replay_event_webhook(
    State(app): State<App>,
    EventWebhook { hook, user }: EventWebhook,
) -> Result<Envelope<WebhookReplay>> {
    calls::replay(&app, &hook, None, &user).await
}
