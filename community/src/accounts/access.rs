//! Permissions as argument types: a handler that touches a thing takes the type that loads it and proves the caller's
//! right to it, so forgetting the check does not compile. Here are the accounts; each feature has the types of its own
//! things.
//!
//! The order of checks: token (5018), account active (5020), object exists (5005), permission (5016); the payload comes
//! after, because bodies are extracted last.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use hoi_platform::app::App;
use hoi_platform::error::{Disabled, Error, LocalizedText, Restriction};
use hoi_platform::http::Caller;
use tracing::Span;

use super::entity::{session, user};
use super::{AccessToken, Role, UserId, second_factor, sessions, store};

/// How every key of the API begins, so that programs which look for leaked secrets recognise one. No session's token begins
/// like this.
pub const API_KEY_PREFIX: &str = "hoi_";

/// Any logged-in, active account that has nothing to do first; see [`Restriction`].
#[derive(Debug, Clone)]
pub struct Signed {
    pub user: user::Model,
    /// The account's login on this device.
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

/// An administrator of the platform.
#[derive(Debug, Clone)]
pub struct Admin {
    pub user: user::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for Signed
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let SettingUp(signed) = SettingUp::from_request_parts(parts, state).await?;
        if must_set_up_second_factor(&App::from_ref(state), &signed.user).await? {
            return Err(Error::Restricted(Restriction::MustSetUpSecondFactor));
        }
        Ok(signed)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SettingUp
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let AnySigned(signed) = AnySigned::from_request_parts(parts, state).await?;
        check_password_is_own(&signed.user)?;
        Ok(Self(signed))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AnySigned
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let signed = identify(&App::from_ref(state), bearer(parts)).await?;
        let account = signed.user.id;
        Span::current().record("account", tracing::field::display(account));
        if let Some(caller) = parts.extensions.get::<Caller>() {
            caller.set(account);
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
    Ok(is_required && !second_factor::is_on(app.db.read(), user.id).await?)
}

/// The token of a request; empty if there is none.
pub fn bearer(parts: &Parts) -> &str {
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

/// Returns the account behind an access token, for clients that cannot send a header (sockets). 5016 while the account
/// has something to do first.
pub async fn authenticate(app: &App, token: &str) -> Result<Signed, Error> {
    let signed = identify(app, token).await?;
    check_usable(app, &signed.user).await?;
    Ok(signed)
}

/// 5020 for a suspended account, 5016 for one that has something to do before all other calls.
pub async fn check_usable(app: &App, user: &user::Model) -> Result<(), Error> {
    if !user.is_active {
        return Err(Error::AccountDisabled(Disabled::Suspended));
    }
    check_password_is_own(user)?;
    if must_set_up_second_factor(app, user).await? {
        return Err(Error::Restricted(Restriction::MustSetUpSecondFactor));
    }
    Ok(())
}

/// Asks once more whether the account is active, 5020 otherwise. For uploads: their right is asked before the file
/// arrives, and the account may be suspended meanwhile.
pub async fn check_still_active(app: &App, id: UserId) -> Result<(), Error> {
    let user = store::find(app.db.read(), id).await?;
    if user.is_some_and(|user| user.is_active) {
        return Ok(());
    }
    Err(Error::AccountDisabled(Disabled::Suspended))
}

async fn identify(app: &App, token: &str) -> Result<Signed, Error> {
    if token.starts_with(API_KEY_PREFIX) {
        return Err(Error::ApiKeyRefused(LocalizedText::new("apiKey.notHere")));
    }
    let now = app.clock.now();
    let token = AccessToken::read(token, &app.secrets, now).ok_or(Error::InvalidAccessToken)?;
    let found = sessions::find_authenticated(app.db.read(), token.session, now)
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
impl<S: Send + Sync> OptionalFromRequestParts<S> for Signed
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, Error> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            <Self as FromRequestParts<S>>::from_request_parts(parts, state)
                .await
                .map(Some)
        } else {
            Ok(None)
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Admin
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Signed { user, .. } =
            <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        if user.role == Role::Admin {
            Ok(Self { user })
        } else {
            Err(Error::InsufficientPermission)
        }
    }
}
