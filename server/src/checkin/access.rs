//! Who may check participants in at an event.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;

use super::entity::checkin_key;
use super::keys::find_live_key;
use crate::accounts::Signed;
use crate::accounts::entity::user;
use crate::app::App;
use crate::error::{Error, LocalizedText};
use crate::events::entity::event;
use crate::events::{self, EventId, EventOwner, owned_event};

/// The header with a device's check-in key.
pub const KEY_HEADER: &str = "x-checkin-key";

/// Whoever asks to check somebody in: a paired device, somebody logged in, or both. What they may do shows only at an
/// event, which the call names in its body: [`Self::at`].
pub struct CheckinCaller {
    key: Option<checkin_key::Model>,
    user: Option<Signed>,
}

/// The right of a caller to check in at an event.
#[derive(Debug, Clone)]
pub struct CheckinAccess {
    /// The event; not deleted, possibly cancelled.
    pub event: event::Model,
    pub actor: CheckinActor,
}

/// The account or device that checks participants in.
#[derive(Debug, Clone)]
pub enum CheckinActor {
    /// A device with a key of this event: by full ticket code only, and it learns little.
    Device(checkin_key::Model),
    /// The event's owner, an administrator, or a leader of its group who calls the roll.
    Owner(Box<user::Model>),
}

impl<S: Send + Sync> FromRequestParts<S> for CheckinCaller
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let key = match parts.headers.get(KEY_HEADER) {
            Some(key) => {
                let key = key.to_str().unwrap_or("");
                find_live_key(App::from_ref(state).db.read(), key).await?
            }
            None => None,
        };
        let user = <Signed as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await;
        let user = match user {
            // A paired screen may carry the token of a login that ended long ago; its key is enough.
            Err(_) if key.is_some() => None,
            user => user?,
        };
        Ok(Self { key, user })
    }
}

impl CheckinCaller {
    /// Returns the right to check in at the event `id`: that of its owner if the caller has it, otherwise that of a
    /// device.
    pub async fn at(self, app: &App, id: EventId) -> Result<CheckinAccess, Error> {
        match (self.user, &self.key) {
            (Some(signed), key) => match owned_event(app, id, signed.user).await {
                Ok(EventOwner { event, user }) => {
                    let actor = CheckinActor::Owner(Box::new(user));
                    return Ok(CheckinAccess { event, actor });
                }
                Err(Error::InsufficientPermission) if key.is_some() => {}
                Err(error) => return Err(error),
            },
            (None, None) => return Err(Error::InsufficientPermission),
            (None, Some(_)) => {}
        }
        let event = events::find_event(app.db.read(), id)
            .await?
            .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
        match self.key {
            Some(key) if key.event_id == event.id => Ok(CheckinAccess {
                event,
                actor: CheckinActor::Device(key),
            }),
            _ => Err(Error::InsufficientPermission),
        }
    }
}
