//! Permissions as argument types: a handler that touches a thing takes the type that loads it and proves the caller's
//! right to it, so forgetting the check does not compile.
//!
//! The order of checks: token (5018), account active (5020), object exists (5005), permission (5016); the payload comes
//! after, because bodies are extracted last.

mod checkin;
mod existing;
mod registration_key;

pub use checkin::{CheckinAccess, CheckinActor, CheckinCaller, KEY_HEADER};
pub use existing::{Existing, Identifies};
pub use registration_key::VisitorByKey;

use std::sync::{Arc, OnceLock};

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header;
use axum::http::request::Parts;

use crate::accounts::entity::{session, user};
use crate::accounts::{self, AccessToken, Role, UserId};
use crate::app::App;
use crate::error::{Disabled, Error, LocalizedText, Restriction};
use crate::events::entity::event;
use crate::events::{self, EventId};
use crate::http::path_id;
use tracing::Span;

/// Any logged-in, active account that has nothing to do first; see [`Restriction`].
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

/// Any logged-in, active account, also one that has something to do before all other calls. Only for the calls with
/// which it does that, reads its own account and logs out.
#[derive(Debug, Clone)]
pub struct AnySigned(pub Signed);

/// As [`Signed`], also while the second factor that the installation requires is missing: for setting it up.
#[derive(Debug, Clone)]
pub struct SettingUp(pub Signed);

/// The account behind a request, put down once it is known, for those that stand around the route.
#[derive(Debug, Clone, Default)]
pub struct Caller(Arc<OnceLock<UserId>>);

impl Caller {
    /// The account, if a token has named one.
    #[must_use]
    pub fn account(&self) -> Option<UserId> {
        self.0.get().copied()
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

/// An event that anyone may see: neither deleted nor cancelled.
#[derive(Debug, Clone)]
pub struct VisibleEvent {
    /// The event `{eventId}`.
    pub event: event::Model,
}

impl FromRequestParts<App> for VisibleEvent {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let missing = || Error::NotFound(LocalizedText::new("event.notFound"));
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
        let SettingUp(signed) = SettingUp::from_request_parts(parts, app).await?;
        if must_set_up_second_factor(app, &signed.user).await? {
            return Err(Error::Restricted(Restriction::MustSetUpSecondFactor));
        }
        Ok(signed)
    }
}

impl FromRequestParts<App> for SettingUp {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let AnySigned(signed) = AnySigned::from_request_parts(parts, app).await?;
        check_password_is_own(&signed.user)?;
        Ok(Self(signed))
    }
}

impl FromRequestParts<App> for AnySigned {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let signed = identify(app, bearer(parts)).await?;
        let account = signed.user.id;
        Span::current().record("account", tracing::field::display(account));
        if let Some(Caller(caller)) = parts.extensions.get() {
            // Several arguments of one handler may ask; it is the same account each time.
            let _ = caller.set(account);
        }
        Ok(Self(signed))
    }
}

fn check_password_is_own(user: &user::Model) -> Result<(), Error> {
    if user.must_change_password {
        return Err(Error::Restricted(Restriction::MustChangePassword));
    }
    Ok(())
}

/// Whether the installation requires a second factor of `user`, who has none.
pub async fn must_set_up_second_factor(app: &App, user: &user::Model) -> Result<bool, Error> {
    let is_required = app.config.require_admin_2fa && user.role == Role::Admin;
    Ok(is_required && !accounts::has_second_factor(app.db.read(), user.id).await?)
}

fn bearer(parts: &Parts) -> &str {
    parts
        .headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(bearer_token)
        .unwrap_or("")
}

/// The token of an `Authorization` header; the name of the scheme may be written in any case (RFC 9110, 11.1).
pub fn bearer_token(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| token.trim_start_matches(' '))
}

/// The account behind an access token, for those who cannot send a header (sockets). 5016 while it has something to do
/// first.
pub async fn authenticate(app: &App, token: &str) -> Result<Signed, Error> {
    let signed = identify(app, token).await?;
    check_password_is_own(&signed.user)?;
    if must_set_up_second_factor(app, &signed.user).await? {
        return Err(Error::Restricted(Restriction::MustSetUpSecondFactor));
    }
    Ok(signed)
}

async fn identify(app: &App, token: &str) -> Result<Signed, Error> {
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
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    if event.owner_id == user.id || user.role == Role::Admin {
        Ok(EventOwner { event, user })
    } else {
        Err(Error::InsufficientPermission)
    }
}
