//! Calls on the push subscriptions of browsers.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, ForeignJson, Nothing, ValidatedJson};
use hoi_platform::routes;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::encryption::Receiver;
use super::endpoint;
use super::store::{self, NewSubscription};
use crate::accounts::Signed;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_push_key))
        .routes(routes!(create_push_subscription, delete_push_subscription))
}

/// The key of this installation for push services.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PushKey {
    /// For `applicationServerKey`: a point of P-256 in base64url.
    public_key: String,
}

/// A browser's subscription at the push service of its maker, as `PushSubscription.toJSON()` gives it. Browsers add fields,
/// such as `expirationTime`, that are passed over.
#[derive(Debug, Deserialize, ToSchema)]
struct PushSubscription {
    /// An address of the push service.
    #[schema(max_length = 2048)]
    endpoint: String,
    keys: PushSubscriptionKeys,
}

/// With these the server encrypts so that the browser alone can read.
#[derive(Debug, Deserialize, ToSchema)]
struct PushSubscriptionKeys {
    /// A point of P-256 in base64url.
    #[schema(max_length = 87)]
    p256dh: String,
    /// 16 bytes in base64url.
    #[schema(max_length = 22)]
    auth: String,
}

/// The longest `p256dh` and `auth`: 65 and 16 bytes in base64url.
const MAX_KEYS: (usize, usize) = (87, 22);

impl Validate for PushSubscription {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("endpoint", &mut self.endpoint, endpoint::MAX_LENGTH);
        check.required_text("keys.p256dh", &mut self.keys.p256dh, MAX_KEYS.0);
        check.required_text("keys.auth", &mut self.keys.auth, MAX_KEYS.1);
    }
}

/// Names the subscription to end.
#[derive(Debug, Deserialize, ToSchema)]
struct EndedPushSubscription {
    #[schema(max_length = 2048)]
    endpoint: String,
}

impl Validate for EndedPushSubscription {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("endpoint", &mut self.endpoint, endpoint::MAX_LENGTH);
    }
}

/// Returns the key with which a browser subscribes at its push service.
#[utoipa::path(get, path = "/notification/push-key", tag = "notification",
    responses((status = 200, body = Envelope<PushKey>)), security(("bearer" = [])))]
async fn get_push_key(State(app): State<App>, _: Signed) -> Result<Envelope<PushKey>> {
    let public_key = store::key(&app).await?.public();
    Ok(Envelope::ok(PushKey { public_key }))
}

/// Shows the caller's notifications in a browser while no page is open there, as long as this login lasts. An account
/// has at most ten such browsers; the one that subscribed first makes room. 5002 when the address is not one of the
/// push services of Chrome, Edge, Firefox or Safari.
#[utoipa::path(post, path = "/notification/push-subscription", tag = "notification", request_body = PushSubscription,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn create_push_subscription(
    State(app): State<App>,
    Signed { user, session }: Signed,
    ForeignJson(body): ForeignJson<PushSubscription>,
) -> Result<Envelope<Nothing>> {
    let PushSubscription { endpoint, keys } = body;
    if endpoint::read(&endpoint, app.config.push_service.as_deref()).is_none() {
        let message = LocalizedText::new("notifications.unknownPushService");
        return Err(Error::field("endpoint", message));
    }
    // Tried at once, so that no subscription is stored that cannot receive messages.
    let receiver = Receiver::read(&keys.p256dh, &keys.auth);
    if receiver.is_none_or(|receiver| receiver.encrypt(&[]).is_err()) {
        let message = LocalizedText::new("notifications.unusablePushKeys");
        return Err(Error::field("keys", message));
    }
    let new = NewSubscription {
        endpoint,
        p256dh: keys.p256dh,
        auth: keys.auth,
    };
    let tx = app.db.write().await?;
    store::store(&tx, user.id, session.id, new, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Envelope::done("notifications.pushOn"))
}

/// Ends a subscription of the caller; it may have ended before.
#[utoipa::path(delete, path = "/notification/push-subscription", tag = "notification",
    request_body = EndedPushSubscription,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_push_subscription(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedJson(body): ValidatedJson<EndedPushSubscription>,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    store::remove_at(&tx, user.id, &body.endpoint).await?;
    tx.commit().await?;
    Ok(Envelope::done("notifications.pushOff"))
}
