//! Permissions as argument types: a handler that touches a thing takes the type that loads it and proves the caller's
//! right to it, so forgetting the check does not compile.
//!
//! The order of checks is that of model-and-api §7: token (5018), account active (5020), object exists (5005),
//! permission (5016); the payload comes after, because bodies are extracted last.

mod door;
mod holder;

pub use door::{Door, DoorCaller, KEY_HEADER, Staff};
pub use holder::TicketHolder;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header;
use axum::http::request::Parts;

use crate::accounts::entity::{session, user};
use crate::accounts::{self, AccessToken, Role};
use crate::app::App;
use crate::error::{Disabled, Error, Message};
use crate::events::entity::event;
use crate::events::{self, EventId};
use crate::http::path_id;

/// Any logged-in, active account.
#[derive(Debug, Clone)]
pub struct Signed {
    /// The caller.
    pub user: user::Model,
    /// Their login on this device.
    pub session: session::Model,
}

impl Signed {
    /// Whether the caller administers the platform.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.user.role == Role::Admin
    }
}

/// An administrator of the platform.
#[derive(Debug, Clone)]
pub struct Admin {
    /// The caller.
    pub user: user::Model,
}

/// The owner of the event in the path, or an administrator.
#[derive(Debug, Clone)]
pub struct EventOwner {
    /// The event `{eventId}`; not deleted, possibly cancelled.
    pub event: event::Model,
    /// The caller.
    pub user: user::Model,
}

/// An event that anyone may see: neither deleted nor cancelled (R-4-18).
#[derive(Debug, Clone)]
pub struct VisibleEvent {
    /// The event `{eventId}`.
    pub event: event::Model,
}

impl FromRequestParts<App> for VisibleEvent {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let missing = || Error::NotFound(Message::new("event.notFound"));
        let id: EventId = path_id(parts, app, "eventId")
            .await
            .map_err(|_| missing())?;
        let event = events::find_event(app.db.read(), id).await?;
        match event {
            Some(event) if event.cancelled_at.is_none() => Ok(Self { event }),
            _ => Err(missing()),
        }
    }
}

impl FromRequestParts<App> for Signed {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let bearer = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        authenticate(app, bearer.unwrap_or("")).await
    }
}

/// The account behind an access token, for those who cannot send a header (sockets).
pub async fn authenticate(app: &App, token: &str) -> Result<Signed, Error> {
    let now = app.clock.now();
    let token = AccessToken::read(token, &app.secrets, now).ok_or(Error::InvalidAccessToken)?;
    let found = accounts::find_authenticated(app.db.read(), token.session, now)
        .await?
        .ok_or(Error::InvalidAccessToken)?;
    if !found.user.is_active {
        return Err(Error::AccountDisabled(Disabled::Suspended));
    }
    Ok(Signed {
        user: found.user,
        session: found.session,
    })
}

/// `Option<Signed>`: absent without a token; a token that is there must be good.
impl OptionalFromRequestParts<App> for Signed {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Error> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            <Self as FromRequestParts<App>>::from_request_parts(parts, app)
                .await
                .map(Some)
        } else {
            Ok(None)
        }
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let Signed { user, .. } =
            <Signed as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        if user.role == Role::Admin {
            Ok(Self { user })
        } else {
            Err(Error::InsufficientPermission)
        }
    }
}

impl FromRequestParts<App> for EventOwner {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let Signed { user, .. } =
            <Signed as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        let id: EventId = path_id(parts, app, "eventId").await?;
        owned_event(app, id, user).await
    }
}

/// The event `id`, if `user` owns it or is an administrator. For calls that name the event in their body.
pub async fn owned_event(app: &App, id: EventId, user: user::Model) -> Result<EventOwner, Error> {
    let event = events::find_event(app.db.read(), id)
        .await?
        .ok_or_else(|| Error::NotFound(Message::new("event.notFound")))?;
    if event.owner_id == user.id || user.role == Role::Admin {
        Ok(EventOwner { event, user })
    } else {
        Err(Error::InsufficientPermission)
    }
}
