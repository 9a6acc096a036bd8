//! Calls on the webhooks of groups.

use axum::extract::State;
use hoi_community::groups::{InGroup, Leader};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{CursorQuery, Envelope, Nothing, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::ids::{GroupId, WebhookDeliveryId, WebhookId};
use hoi_platform::outbox::Scope;
use hoi_platform::routes;
use utoipa_axum::router::OpenApiRouter;

use super::access::{DeliveryId, GroupWebhook};
use super::calls;
use super::dto::{
    NewWebhook, Webhook, WebhookBody, WebhookChange, WebhookLog, WebhookReplay, WebhookSecret,
    WebhookTest,
};

/// The calls on the webhooks of groups.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_group_webhooks, create_group_webhook))
        .routes(routes!(update_group_webhook, delete_group_webhook))
        .routes(routes!(renew_group_webhook_secret))
        .routes(routes!(test_group_webhook))
        .routes(routes!(list_group_webhook_deliveries))
        .routes(routes!(replay_group_webhook_delivery))
        .routes(routes!(replay_group_webhook))
}

/// Lists the webhooks of the group.
#[utoipa::path(get, path = "/group/{groupId}/webhooks", tag = "webhook", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<Vec<Webhook>>)), security(("bearer" = [])))]
async fn list_group_webhooks(
    State(app): State<App>,
    caller: InGroup<Leader>,
) -> Result<Envelope<Vec<Webhook>>> {
    let scope = Scope::Group(caller.group.id);
    Ok(Envelope::ok(calls::list(app.db.read(), scope).await?))
}

/// Adds a webhook. Only this answer contains its secret. 5003: the group has ten. 5009: it is archived.
#[utoipa::path(post, path = "/group/{groupId}/webhooks", tag = "webhook", params(("groupId" = GroupId, Path), KeyHeader),
    request_body = WebhookBody, responses((status = 200, body = Envelope<NewWebhook>)), security(("bearer" = [])))]
async fn create_group_webhook(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    Idempotent(once, body): Idempotent<WebhookBody>,
) -> Result<Envelope<NewWebhook>> {
    let scope = Scope::Group(caller.group.id);
    let tx = once.begin().await?;
    // Webhooks that are added at the same moment are counted one after the other.
    caller.lock_open(&tx).await?;
    let made = calls::create(&app, &tx, scope, &caller.user, body).await?;
    once.commit(tx, made).await
}

/// Changes a webhook, or switches it on or off. When it is switched on, it goes on with the deliveries that have
/// waited. 5008: it was changed since it was read.
#[utoipa::path(put, path = "/group/{groupId}/webhooks/{id}", tag = "webhook", params(("groupId" = GroupId, Path), ("id" = WebhookId, Path)),
    request_body = WebhookChange, responses((status = 200, body = Envelope<Webhook>)), security(("bearer" = [])))]
async fn update_group_webhook(
    State(app): State<App>,
    GroupWebhook { hook, user }: GroupWebhook,
    ValidatedJson(body): ValidatedJson<WebhookChange>,
) -> Result<Envelope<Webhook>> {
    calls::change(&app, &hook, &user, body).await
}

/// Removes a webhook with its deliveries.
#[utoipa::path(delete, path = "/group/{groupId}/webhooks/{id}", tag = "webhook", params(("groupId" = GroupId, Path), ("id" = WebhookId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_group_webhook(
    State(app): State<App>,
    GroupWebhook { hook, user }: GroupWebhook,
) -> Result<Envelope<Nothing>> {
    calls::remove(&app, &hook, &user).await
}

/// Makes a new secret. Only this answer contains it. For 24 hours messages are also signed by the one before.
#[utoipa::path(post, path = "/group/{groupId}/webhooks/{id}/secret", tag = "webhook",
    params(("groupId" = GroupId, Path), ("id" = WebhookId, Path), KeyHeader),
    responses((status = 200, body = Envelope<WebhookSecret>)), security(("bearer" = [])))]
async fn renew_group_webhook_secret(
    State(app): State<App>,
    GroupWebhook { hook, user }: GroupWebhook,
    once: Once,
) -> Result<Envelope<WebhookSecret>> {
    let tx = once.begin().await?;
    let renewed = calls::renew_secret(&app, &tx, hook.id, &user).await?;
    once.commit(tx, renewed).await
}

/// Sends `ping` to a webhook at once, also to one that is switched off, and returns the outcome. 5003 (HTTP 429) after
/// 30 tests and replays in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/webhooks/{id}/test", tag = "webhook", params(("groupId" = GroupId, Path), ("id" = WebhookId, Path)),
    responses((status = 200, body = Envelope<WebhookTest>)), security(("bearer" = [])))]
async fn test_group_webhook(
    State(app): State<App>,
    GroupWebhook { hook, user }: GroupWebhook,
) -> Result<Envelope<WebhookTest>> {
    calls::test(&app, &hook, &user).await
}

/// Lists the deliveries that were or will be sent to a webhook, with the last answers, newest first. They are kept for
/// 30 days.
#[utoipa::path(get, path = "/group/{groupId}/webhooks/{id}/deliveries", tag = "webhook",
    params(("groupId" = GroupId, Path), ("id" = WebhookId, Path), CursorQuery),
    responses((status = 200, body = Envelope<WebhookLog>)), security(("bearer" = [])))]
async fn list_group_webhook_deliveries(
    State(app): State<App>,
    GroupWebhook { hook, .. }: GroupWebhook,
    ValidatedQuery(part): ValidatedQuery<CursorQuery>,
) -> Result<Envelope<WebhookLog>> {
    calls::log(app.db.read(), &hook, &part).await
}

/// Sends a delivery again under the same name, whatever its outcome. 5008: the webhook is switched off. 5003 (HTTP 429)
/// after 30 tests and replays in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/webhooks/{id}/deliveries/{deliveryId}/replay", tag = "webhook",
    params(("groupId" = GroupId, Path), ("id" = WebhookId, Path), ("deliveryId" = WebhookDeliveryId, Path)),
    responses((status = 200, body = Envelope<WebhookReplay>)), security(("bearer" = [])))]
async fn replay_group_webhook_delivery(
    State(app): State<App>,
    GroupWebhook { hook, user }: GroupWebhook,
    DeliveryId(delivery): DeliveryId,
) -> Result<Envelope<WebhookReplay>> {
    calls::replay(&app, &hook, Some(delivery), &user).await
}

/// Sends all deliveries again that were given up. 5008: the webhook is switched off. 5003 (HTTP 429) after 30 tests and
/// replays in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/webhooks/{id}/replay", tag = "webhook", params(("groupId" = GroupId, Path), ("id" = WebhookId, Path)),
    responses((status = 200, body = Envelope<WebhookReplay>)), security(("bearer" = [])))]
async fn replay_group_webhook(
    State(app): State<App>,
    GroupWebhook { hook, user }: GroupWebhook,
) -> Result<Envelope<WebhookReplay>> {
    calls::replay(&app, &hook, None, &user).await
}
