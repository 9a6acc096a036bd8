//! The rights to a webhook: those to its event or group.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_community::accounts::entity::user;
use hoi_community::groups::{InGroup, Leader};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText};
use hoi_platform::http::path_id;
use hoi_platform::ids::WebhookDeliveryId;
use hoi_platform::outbox::Scope;
use hoi_platform::outbox::entity::webhook;
use hoi_ticketing::events::{InEvent, rights};

use super::store;

/// The webhook `{id}` of the event in the path, for accounts with the right to its settings.
pub struct EventWebhook {
    pub hook: webhook::Model,
    pub user: user::Model,
}

/// The webhook `{id}` of the group in the path, for its leaders and administrators.
pub struct GroupWebhook {
    pub hook: webhook::Model,
    pub user: user::Model,
}

/// The refusal of a webhook that is not there: 5005.
pub fn missing() -> Error {
    Error::NotFound(LocalizedText::new("webhook.notFound"))
}

impl<S: Send + Sync> FromRequestParts<S> for EventWebhook
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let InEvent { event, user, .. } =
            InEvent::<rights::Settings>::from_request_parts(parts, state).await?;
        let hook = named(parts, state, Scope::Event(event.id)).await?;
        Ok(Self { hook, user })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for GroupWebhook
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let caller = InGroup::<Leader>::from_request_parts(parts, state).await?;
        let hook = named(parts, state, Scope::Group(caller.group.id)).await?;
        let user = caller.user;
        Ok(Self { hook, user })
    }
}

async fn named<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
    scope: Scope,
) -> Result<webhook::Model, Error>
where
    App: FromRef<S>,
{
    let id = path_id(parts, state, "id").await.map_err(|_| missing())?;
    let app = App::from_ref(state);
    let found = store::find(app.db.read(), scope, id).await?;
    found.ok_or_else(missing)
}

/// The path parameter `{deliveryId}`. 5005 for a text that is no identifier.
pub struct DeliveryId(pub WebhookDeliveryId);

impl<S: Send + Sync> FromRequestParts<S> for DeliveryId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let id = path_id(parts, state, "deliveryId").await;
        id.map(Self).map_err(|_| missing())
    }
}
