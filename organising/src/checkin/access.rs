//! The right to check participants in at an event.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use hoi_community::accounts::Signed;
use hoi_community::accounts::entity::user;
use hoi_platform::app::App;
use hoi_platform::error::Error;
use hoi_platform::http::path_id;
use hoi_ticketing::events::{EventId, InEvent, in_event, rights};

use super::at_door::AtDoor;
use super::entity::checkin_key;
use super::keys;

/// The header with a device's check-in key.
pub const KEY_HEADER: &str = "x-checkin-key";

/// A caller of check-in: a paired device, a logged-in account, or both. Its right depends on the event, which the call
/// names in its body: [`Self::at`].
pub struct CheckinCaller {
    key: Option<String>,
    user: Result<Option<Signed>, Error>,
}

/// The right of a caller to check in at an event. Every attempt asks again whether a device still has it.
#[derive(Debug, Clone)]
pub struct CheckinAccess {
    /// Not deleted, possibly cancelled.
    pub event: EventId,
    pub actor: CheckinActor,
}

/// The account or device that checks participants in.
#[derive(Debug, Clone)]
pub enum CheckinActor {
    /// A device with a key of this event, which has a part of the right [`Door`](rights::Door): by full ticket code
    /// only, unless it may serve guests without one, and it learns little.
    Device(checkin_key::Model),
    /// An account with the right [`Door`](rights::Door), or a leader of the event's group who calls the roll.
    Account(Box<user::Model>),
}

impl CheckinActor {
    /// Returns whether the caller may serve guests without a ticket, and learn the amount due.
    pub fn serves_guests(&self) -> bool {
        match self {
            Self::Device(key) => key.serves_guests,
            Self::Account(_) => true,
        }
    }
}

/// The right to serve guests without a ticket at the event in the path. Accounts with the right [`Door`](rights::Door)
/// have it, and devices to which it was given.
#[derive(Debug, Clone)]
pub struct GuestService {
    /// Not deleted, possibly cancelled.
    pub event: EventId,
    pub actor: CheckinActor,
}

impl<S: Send + Sync> FromRequestParts<S> for GuestService
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Device { event, actor } = Device::from_request_parts(parts, state).await?;
        if !actor.serves_guests() {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self { event, actor })
    }
}

/// A device at the event in the path, or an account with the right [`Door`](rights::Door) in its place. The key is as
/// it is at this moment.
#[derive(Debug, Clone)]
pub struct Device {
    /// Not deleted, possibly cancelled.
    pub event: EventId,
    pub actor: CheckinActor,
}

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let app = App::from_ref(state);
        let caller = CheckinCaller::from_request_parts(parts, state).await?;
        let id: EventId = path_id(parts, state, "eventId").await?;
        let CheckinAccess { event, actor } = caller.at(&app, id).await?;
        let actor = match actor {
            // The copy in memory may be a second old, and the right may have been taken away since.
            CheckinActor::Device(key) => {
                let key = keys::find_live(app.db.read(), key.id).await?;
                CheckinActor::Device(key.ok_or(Error::InsufficientPermission)?)
            }
            account @ CheckinActor::Account(_) => account,
        };
        Ok(Self { event, actor })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CheckinCaller
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let key = parts.headers.get(KEY_HEADER);
        let key = key.map(|key| key.to_str().unwrap_or("").to_owned());
        let user = <Signed as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await;
        match user {
            Err(error) if key.is_none() => Err(error),
            user => Ok(Self { key, user }),
        }
    }
}

impl CheckinCaller {
    /// Returns the right to check in at the event `id`: that of an account if the caller has it, otherwise that of a
    /// device.
    pub async fn at(self, app: &App, id: EventId) -> Result<CheckinAccess, Error> {
        let key = match &self.key {
            Some(key) => AtDoor::of(app, id).await?.key(key).cloned(),
            None => None,
        };
        let user = match self.user {
            // A paired screen may carry the token of a login that ended long ago; its key is enough.
            Err(_) if key.is_some() => None,
            user => user?,
        };
        if let Some(signed) = user {
            match in_event::<rights::Door>(app, id, signed.user).await {
                Ok(InEvent { event, user, .. }) => {
                    let actor = CheckinActor::Account(Box::new(user));
                    let event = event.id;
                    return Ok(CheckinAccess { event, actor });
                }
                Err(Error::InsufficientPermission) if key.is_some() => {}
                Err(error) => return Err(error),
            }
        }
        let key = key.ok_or(Error::InsufficientPermission)?;
        Ok(CheckinAccess {
            event: id,
            actor: CheckinActor::Device(key),
        })
    }
}
