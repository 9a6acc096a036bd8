//! The rights to an event.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use hoi_community::accounts::Signed;
use hoi_community::accounts::entity::user;
use hoi_community::groups;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText};
use hoi_platform::http::{ClientIp, path_id};
use sea_orm::EntityTrait as _;

use super::entity::event;
use super::published::{self, PublishedEvent};
use super::rights::{EventRight, PersonalData, Right, has_right};
use super::{EventId, find_event, invitation_codes};

/// The caller in the event `{eventId}` of the path, where they have the right `R`. 5005 when there is no such event; 5016
/// without the right.
pub struct InEvent<R> {
    /// Not deleted, possibly cancelled.
    pub event: event::Model,
    pub user: user::Model,
    right: PhantomData<fn() -> R>,
}

/// As [`InEvent<PersonalData>`], also at a deleted event, whose data is kept until it is erased.
pub struct InKeptEvent {
    /// The event `{eventId}`; possibly deleted.
    pub event: event::Model,
    pub user: user::Model,
}

/// An event that is neither deleted nor cancelled, for calls that show nothing of it without a key or code of their own.
#[derive(Debug, Clone)]
pub struct VisibleEvent {
    pub event: event::Model,
}

/// An event that is neither deleted nor cancelled and of which the caller may read everything that visitors may, as
/// [`Visitor::of`] says. 5016 for others.
#[derive(Debug, Clone)]
pub struct ReadableEvent {
    pub event: event::Model,
}

/// An event that is neither deleted nor cancelled, and whether the caller may register for it.
#[derive(Debug, Clone)]
pub struct RegistrableEvent {
    pub published: Arc<PublishedEvent>,
    /// The event is for members of its group, and the caller is none: only an invitation code lets them register.
    pub needs_code: bool,
    /// Whether the caller may read everything that visitors may; otherwise only title and start.
    pub reads_all: bool,
    /// The address of the member's account, at an event for members: each member takes one seat under it.
    pub email_key: Option<String>,
}

/// Whether the caller may read everything that visitors may of the event in the path. Also true of an event that does
/// not exist or was cancelled, of which no caller reads anything.
#[derive(Debug, Clone, Copy)]
pub struct ReadsAll(pub bool);

/// The header in which a visitor sends an invitation code, so that no log of a server sees it.
pub const CODE_HEADER: &str = "x-invitation-code";

/// The caller as a visitor of an event.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub reads_all: bool,
    email_key: Option<String>,
}

impl Visitor {
    /// Decides the parts of an event that a visitor reads. If the event is for members of a group that is not listed,
    /// only its members, its owner, administrators and guests with an invitation code read more than title and start:
    /// members may pass its link on.
    pub async fn of(
        app: &App,
        event: &event::Model,
        account: Option<user::Model>,
        code: Option<&str>,
    ) -> Result<Self, Error> {
        let conn = app.db.read();
        let Some(group) = event.group_id.filter(|_| event.members_only) else {
            return Ok(Self {
                reads_all: true,
                email_key: None,
            });
        };
        let member = match &account {
            Some(user) => groups::find_member(conn, group, user.id).await?,
            None => None,
        };
        let has_role = account
            .as_ref()
            .is_some_and(|user| has_right(user, event, EventRight::Overview));
        let reads_all = member.is_some()
            || has_role
            || groups::find(conn, group)
                .await?
                .is_some_and(|group| group.is_listed)
            || match code {
                Some(code) => {
                    invitation_codes::opens_page(conn, event.id, code, app.clock.now()).await?
                }
                None => false,
            };
        Ok(Self {
            reads_all,
            email_key: account
                .filter(|_| member.is_some())
                .map(|user| user.email_key),
        })
    }

    /// Reads the token and the code from a request.
    async fn from_request<S: Send + Sync>(
        parts: &mut Parts,
        state: &S,
        event: &event::Model,
    ) -> Result<Self, Error>
    where
        App: FromRef<S>,
    {
        let app = App::from_ref(state);
        // Other events do not depend on the account that is logged in on the visitor's device.
        if !event.members_only {
            return Self::of(&app, event, None, None).await;
        }
        let caller =
            <Signed as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await?;
        let Ok(ClientIp(address)) = ClientIp::from_request_parts(parts, state).await;
        let code = parts.headers.get(CODE_HEADER);
        let code = code.and_then(|code| code.to_str().ok());
        let now = app.clock.monotonic();
        if code.is_some() {
            app.misses.check(address, now)?;
        }
        let visitor = Self::of(&app, event, caller.map(|signed| signed.user), code).await?;
        if code.is_some() && !visitor.reads_all {
            app.misses.charge(address, now);
        }
        Ok(visitor)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RegistrableEvent
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let app = App::from_ref(state);
        let published = PublishedEvent::find(&app, visible_id(parts, state).await?).await?;
        let visitor = Visitor::from_request(parts, state, &published.event).await?;
        Ok(Self {
            needs_code: published.event.members_only && visitor.email_key.is_none(),
            reads_all: visitor.reads_all,
            email_key: visitor.email_key,
            published,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ReadsAll
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let id = visible_id(parts, state).await?;
        let published = match PublishedEvent::find(&App::from_ref(state), id).await {
            Ok(published) => published,
            Err(Error::NotFound(_)) => return Ok(Self(true)),
            Err(error) => return Err(error),
        };
        let visitor = Visitor::from_request(parts, state, &published.event).await?;
        Ok(Self(visitor.reads_all))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ReadableEvent
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let VisibleEvent { event } = VisibleEvent::from_request_parts(parts, state).await?;
        let visitor = Visitor::from_request(parts, state, &event).await?;
        if !visitor.reads_all {
            return Err(Error::MembersOnly);
        }
        Ok(Self { event })
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
    id.map_err(|_| missing())
}

fn missing() -> Error {
    Error::NotFound(LocalizedText::new("event.notFound"))
}

impl<R> InEvent<R> {
    /// 5016 when the caller lacks the right `Other`, which a part of the call needs besides.
    pub fn check<Other: Right>(&self) -> Result<(), Error> {
        check_right::<Other>(&self.user, &self.event)
    }
}

impl<S: Send + Sync, R: Right> FromRequestParts<S> for InEvent<R>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Signed { user, .. } =
            <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let id: EventId = path_id(parts, state, "eventId").await?;
        in_event(&App::from_ref(state), id, user).await
    }
}

/// Returns the event `id` if `user` has the right `R` in it. For calls that name the event elsewhere than in their path.
pub async fn in_event<R: Right>(
    app: &App,
    id: EventId,
    user: user::Model,
) -> Result<InEvent<R>, Error> {
    let event = find_event(app.db.read(), id).await?.ok_or_else(missing)?;
    check_right::<R>(&user, &event)?;
    Ok(InEvent {
        event,
        user,
        right: PhantomData,
    })
}

fn check_right<R: Right>(user: &user::Model, event: &event::Model) -> Result<(), Error> {
    if has_right(user, event, R::RIGHT) {
        Ok(())
    } else {
        Err(Error::InsufficientPermission)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for InKeptEvent
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Signed { user, .. } =
            <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let id: EventId = path_id(parts, state, "eventId").await?;
        let app = App::from_ref(state);
        let event = event::Entity::find_by_id(id).one(app.db.read()).await?;
        let event = event.ok_or_else(missing)?;
        check_right::<PersonalData>(&user, &event)?;
        Ok(Self { event, user })
    }
}
