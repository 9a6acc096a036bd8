//! The right of a visitor to their own registration.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText};
use hoi_platform::http::{ClientIp, path_id};
use hoi_platform::ids::EventId;
use sea_orm::EntityTrait as _;

use super::RateLimits;
use crate::attendances::{OWN_KEY_HEADER, attendance, find_also_removed, find_by_own_key};
use crate::events::entity::event;
use crate::events::{self, VisibleEvent};

/// A visitor with the key of their own registration at the event in the path.
#[derive(Debug, Clone)]
pub struct VisitorByKey {
    /// The event `{eventId}`; neither deleted nor cancelled.
    pub event: event::Model,
    /// The visitor's live registration.
    pub attendance: attendance::Model,
}

/// The same at an event that may be cancelled: money may be owed back, and personal data is still kept.
#[derive(Debug, Clone)]
pub struct HolderByKey {
    /// The event `{eventId}`; not deleted.
    pub event: event::Model,
    /// The visitor's live registration.
    pub attendance: attendance::Model,
}

/// The same for the person's own data, which is kept of removed registrations and of deleted events, too.
#[derive(Debug, Clone)]
pub struct SubjectByKey {
    /// The event `{eventId}`; possibly deleted.
    pub event: event::Model,
    /// The visitor's registration; possibly removed.
    pub attendance: attendance::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for VisitorByKey
where
    App: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        count(parts, state).await?;
        let VisibleEvent { event } = VisibleEvent::from_request_parts(parts, state).await?;
        let attendance = opened(parts, &App::from_ref(state), event.id).await?;
        Ok(Self { event, attendance })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for HolderByKey
where
    App: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        count(parts, state).await?;
        let app = App::from_ref(state);
        let id: EventId = path_id(parts, state, "eventId").await?;
        let found = events::find_event(app.db.read(), id).await?;
        let event = found.ok_or_else(Error::not_found)?;
        let attendance = opened(parts, &app, event.id).await?;
        Ok(Self { event, attendance })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SubjectByKey
where
    App: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        count(parts, state).await?;
        let app = App::from_ref(state);
        let id: EventId = path_id(parts, state, "eventId").await?;
        let conn = app.db.read();
        let event = event::Entity::find_by_id(id).one(conn).await?;
        let event = event.ok_or_else(Error::not_found)?;
        let found = find_also_removed(conn, &app.secrets, id, key_in(parts)).await?;
        let attendance = found.ok_or_else(link_over)?;
        Ok(Self { event, attendance })
    }
}

async fn count<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<(), Error>
where
    App: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    let Ok(ClientIp(address)) = ClientIp::from_request_parts(parts, state).await;
    let now = App::from_ref(state).clock.monotonic();
    Arc::<RateLimits>::from_ref(state)
        .own_page
        .count(address, now)
}

/// Returns the registration that the key in the header opens.
async fn opened(parts: &Parts, app: &App, event: EventId) -> Result<attendance::Model, Error> {
    let found = find_by_own_key(app.db.read(), &app.secrets, event, key_in(parts)).await?;
    // A forged key and a cancelled registration look alike.
    found.ok_or_else(link_over)
}

fn key_in(parts: &Parts) -> &str {
    let key = parts.headers.get(OWN_KEY_HEADER);
    key.and_then(|key| key.to_str().ok()).unwrap_or("")
}

fn link_over() -> Error {
    Error::NotFound(LocalizedText::new("registration.linkOver"))
}
