//! The rights on a roll call, as argument types.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_community::accounts::entity::user;
use hoi_community::groups::{InGroup, Leader};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::path_id;
use hoi_platform::ids::UserId;
use hoi_ticketing::attendances::{AttendanceId, Source, attendance};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{self, EventId};

use super::store;
use crate::checkin::{CheckinAccess, CheckinActor};

/// The event `{eventId}` of the group, whose roll the caller may call: a leader. 5005 when the group has no such event.
pub struct CalledEvent {
    pub caller: InGroup<Leader>,
    pub event: event::Model,
}

impl CalledEvent {
    /// 5009 when the group is archived or the event is cancelled.
    pub fn check_open(&self) -> Result<()> {
        self.caller.check_open()?;
        events::check_not_cancelled(self.event.cancelled_at.is_some())
    }

    /// The caller's right to check people in at the event.
    pub fn at_door(&self) -> CheckinAccess {
        CheckinAccess {
            event: self.event.id,
            actor: CheckinActor::Account(Box::new(self.caller.user.clone())),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CalledEvent
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let caller = InGroup::<Leader>::from_request_parts(parts, state).await?;
        let missing = || Error::NotFound(LocalizedText::new("event.notFound"));
        let id: EventId = path_id(parts, state, "eventId")
            .await
            .map_err(|_| missing())?;
        let event = events::find_event(App::from_ref(state).db.read(), id).await?;
        let event = event.filter(|event| event.group_id == Some(caller.group.id));
        let event = event.ok_or_else(missing)?;
        Ok(Self { caller, event })
    }
}

/// The member `{userId}` on the roll of a [`CalledEvent`]; 5005 for others.
pub struct CalledMember {
    pub call: CalledEvent,
    pub user: user::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for CalledMember
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let call = CalledEvent::from_request_parts(parts, state).await?;
        let missing = || Error::NotFound(LocalizedText::new("group.memberNotFound"));
        let id: UserId = path_id(parts, state, "userId")
            .await
            .map_err(|_| missing())?;
        let app = App::from_ref(state);
        let group = call.caller.group.id;
        let user = store::find_member(app.db.read(), group, &call.event, id).await?;
        let user = user.ok_or_else(missing)?;
        Ok(Self { call, user })
    }
}

/// The guest `{id}` on the roll of a [`CalledEvent`]; 5005 for others.
pub struct CalledGuest {
    pub call: CalledEvent,
    pub id: AttendanceId,
}

/// As [`CalledGuest`], for guests whom the caller may remove: those who were added by hand. 5016 for others.
pub struct MayRemoveGuest(pub CalledGuest);

async fn guest<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
) -> Result<(CalledEvent, attendance::Model)>
where
    App: FromRef<S>,
{
    let call = CalledEvent::from_request_parts(parts, state).await?;
    let missing = || Error::NotFound(LocalizedText::new("participant.notFound"));
    let id = path_id(parts, state, "id").await.map_err(|_| missing())?;
    let app = App::from_ref(state);
    let group = call.caller.group.id;
    let found = store::find_guest(app.db.read(), group, &call.event, id).await?;
    Ok((call, found.ok_or_else(missing)?))
}

impl<S: Send + Sync> FromRequestParts<S> for CalledGuest
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (call, row) = guest(parts, state).await?;
        Ok(Self { call, id: row.id })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MayRemoveGuest
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (call, row) = guest(parts, state).await?;
        if row.source != Source::Manual {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self(CalledGuest { call, id: row.id }))
    }
}
