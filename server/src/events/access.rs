//! The rights to an event.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;

use super::entity::event;
use super::published::{self, PublishedEvent};
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
    pub published: Arc<PublishedEvent>,
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
        let app = App::from_ref(state);
        let published = PublishedEvent::find(&app, visible_id(parts, state).await?).await?;
        let event = &published.event;
        // Other events have nothing to do with who is logged in on the visitor's device.
        if !event.members_only {
            return Ok(Self {
                published,
                needs_code: false,
                email_key: None,
            });
        }
        let caller = <Signed as OptionalFromRequestParts<S>>::from_request_parts(parts, state);
        let email_key = match (caller.await?, event.group_id) {
            (Some(Signed { user, .. }), Some(group)) => {
                let member = groups::find_member(app.db.read(), group, user.id).await?;
                member.map(|_| user.email_key)
            }
            _ => None,
        };
        Ok(Self {
            published,
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
        let id = visible_id(parts, state).await?;
        let event = published::find_visible(&App::from_ref(state), id).await?;
        Ok(Self { event })
    }
}

/// The identifier of an event in the path, of which nothing is read yet. 5005 for a text that is no identifier.
#[derive(Debug, Clone, Copy)]
pub struct NamedEvent(pub EventId);

impl<S: Send + Sync> FromRequestParts<S> for NamedEvent {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        visible_id(parts, state).await.map(Self)
    }
}

/// The event that the path names; 5005 for a text that is no identifier, as for an event that does not exist.
async fn visible_id<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<EventId, Error> {
    let id = path_id(parts, state, "eventId").await;
    id.map_err(|_| Error::NotFound(LocalizedText::new("event.notFound")))
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
