//! The rights of keys, as argument types: a call takes the type that finds the key and proves its right.
//!
//! The order of checks: key (5018), limit (5003), account usable (5020, 5016), right of the key (5016), event exists (5005),
//! event open to the key (5016).

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_community::accounts::entity::user;
use hoi_community::accounts::{API_KEY_PREFIX, bearer, check_usable};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText};
use hoi_platform::http::{Caller, ClientIp, path_id};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventId, find_event};
use tracing::Span;

use super::entity;
use super::limits::{ApiLimits, Told};
use super::{ApiRight, rules, store};

/// The right that a call needs.
pub trait NeededRight: Send + Sync {
    const RIGHT: ApiRight;
}

macro_rules! needed {
    ($($(#[$meta:meta])* $name:ident: $right:ident,)*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl NeededRight for $name {
                const RIGHT: ApiRight = ApiRight::$right;
            }
        )*
    };
}

needed! {
    /// Needs `events:read`.
    ReadsEvents: ReadEvents,
    /// Needs `guests:read`.
    ReadsGuests: ReadGuests,
    /// Needs `guests:write`.
    WritesGuests: WriteGuests,
    /// Needs `checkin:write`.
    ChecksIn: CheckIn,
    /// Needs `money:read`.
    ReadsMoney: ReadMoney,
}

/// A key that has the right `R`, with its account, which may be used.
#[derive(Debug, Clone)]
pub struct Keyed<R> {
    pub key: entity::Model,
    pub user: user::Model,
    right: PhantomData<R>,
}

/// A key that has the right `R` in the event of the path, which its account owns.
#[derive(Debug, Clone)]
pub struct EventByKey<R> {
    pub key: entity::Model,
    pub user: user::Model,
    /// The event `{eventId}`; not deleted, possibly cancelled.
    pub event: event::Model,
    right: PhantomData<R>,
}

impl<S: Send + Sync, R: NeededRight> FromRequestParts<S> for Keyed<R>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let app = App::from_ref(state);
        let limits = parts.extensions.get::<Arc<ApiLimits>>().cloned();
        let limits = limits.ok_or_else(|| anyhow::anyhow!("keys have no limits"))?;
        let Ok(ClientIp(ip)) = ClientIp::from_request_parts(parts, state).await;
        let secret = bearer(parts);
        if !secret.starts_with(API_KEY_PREFIX) {
            let needed = LocalizedText::new("apiKey.needed");
            return Err(Error::ApiKeyRefused(needed));
        }
        let (now, elapsed) = (app.clock.now(), app.clock.monotonic());
        // Found by its hash, so that the time of the response does not reveal how much of a wrong key is right.
        let (key, user) = match store::find(app.db.read(), secret).await? {
            Some((key, user)) if !rules::is_over(key.expires_at, now) => (key, user),
            found => {
                limits.wrong.count(ip, elapsed)?;
                let reason = match found {
                    Some(_) => LocalizedText::new("apiKey.over"),
                    None => LocalizedText::new("apiKey.unknown"),
                };
                return Err(Error::ApiKeyRefused(reason));
            }
        };
        let counted = limits.requests.count_caller(key.id, elapsed);
        if let Some(told) = parts.extensions.get::<Told>() {
            told.set(limits.requests.left(&key.id, elapsed));
        }
        counted?;
        Span::current().record("account", tracing::field::display(user.id));
        if let Some(caller) = parts.extensions.get::<Caller>() {
            caller.set(user.id);
        }
        check_usable(&app, &user).await?;
        if limits.noted.count_caller(key.id, elapsed).is_ok() {
            store::note_use_later(app, key.id, now);
        }
        if !key.may(R::RIGHT) {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self {
            key,
            user,
            right: PhantomData,
        })
    }
}

impl<S: Send + Sync, R: NeededRight> FromRequestParts<S> for EventByKey<R>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Keyed { key, user, .. } = Keyed::<R>::from_request_parts(parts, state).await?;
        let not_found = || Error::NotFound(LocalizedText::new("event.notFound"));
        let id = path_id::<EventId, S>(parts, state, "eventId").await;
        let id = id.map_err(|_| not_found())?;
        let event = find_event(App::from_ref(state).db.read(), id).await?;
        let event = event.ok_or_else(not_found)?;
        // An administrator's key opens the administrator's own events alone: it is made for a program, not for the platform.
        if event.owner_id != user.id || !key.opens(id) {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self {
            key,
            user,
            event,
            right: PhantomData,
        })
    }
}

impl entity::Model {
    /// Whether the event is among those of the key. Does not check that its account owns the event.
    #[must_use]
    pub fn opens(&self, event: EventId) -> bool {
        self.events
            .as_ref()
            .is_none_or(|events| events.ids.contains(&event))
    }

    /// Whether the key has this right.
    #[must_use]
    pub fn may(&self, right: ApiRight) -> bool {
        self.rights.rights.contains(&right)
    }
}
