//! The rights to an event.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;

use super::entity::event;
use super::{EventId, find_event};
use crate::accounts::entity::user;
use crate::accounts::{Role, Signed};
use crate::app::App;
use crate::error::{Error, LocalizedText};
use crate::groups;
use crate::http::path_id;

/// The owner of the event in the path, or an administrator.
#[derive(Debug, Clone)]
pub struct EventOwner {
    /// The event `{eventId}`; not deleted, possibly cancelled.
    pub event: event::Model,
    pub user: user::Model,
}

/// An event that anyone may see: neither deleted nor cancelled.
#[derive(Debug, Clone)]
pub struct VisibleEvent {
    pub event: event::Model,
}

/// An event that anyone may see, and whether the caller may register for it.
#[derive(Debug, Clone)]
pub struct RegistrableEvent {
    pub event: event::Model,
    /// The event is for members of its group, and the caller is none: only an invitation code lets them register.
    pub needs_code: bool,
    /// Of a member who registers for an event that is for members: each takes one seat, under the address of the
    /// account.
    pub email_key: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for RegistrableEvent
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let VisibleEvent { event } = VisibleEvent::from_request_parts(parts, state).await?;
        // Other events have nothing to do with who is logged in on the visitor's device.
        if !event.members_only {
            return Ok(Self {
                event,
                needs_code: false,
                email_key: None,
            });
        }
        let caller = <Signed as OptionalFromRequestParts<S>>::from_request_parts(parts, state);
        let email_key = match (caller.await?, event.group_id) {
            (Some(Signed { user, .. }), Some(group)) => {
                let app = App::from_ref(state);
                let member = groups::find_member(app.db.read(), group, user.id).await?;
                member.map(|_| user.email_key)
            }
            _ => None,
        };
        Ok(Self {
            event,
            needs_code: email_key.is_none(),
            email_key,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for VisibleEvent
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let missing = || Error::NotFound(LocalizedText::new("event.notFound"));
        let id: EventId = path_id(parts, state, "eventId")
            .await
            .map_err(|_| missing())?;
        let event = find_event(App::from_ref(state).db.read(), id).await?;
        match event {
            Some(event) if event.cancelled_at.is_none() => Ok(Self { event }),
            _ => Err(missing()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for EventOwner
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Signed { user, .. } =
            <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let id: EventId = path_id(parts, state, "eventId").await?;
        owned_event(&App::from_ref(state), id, user).await
    }
}

/// The event `id`, if `user` owns it or is an administrator. For calls that name the event in their body.
pub async fn owned_event(app: &App, id: EventId, user: user::Model) -> Result<EventOwner, Error> {
    let event = find_event(app.db.read(), id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    if event.owner_id == user.id || user.role == Role::Admin {
        Ok(EventOwner { event, user })
    } else {
        Err(Error::InsufficientPermission)
    }
}
