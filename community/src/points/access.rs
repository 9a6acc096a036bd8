//! The rights on a point, as argument types.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::path_id;

use super::entity;
use super::store;
use crate::groups::{InGroup, Leader, Member, Owner, Right};

/// The point `{id}` of the group, which the caller submitted. 5016 for others.
pub struct MayChangePoint {
    pub caller: InGroup<Member>,
    pub point: entity::Model,
}

/// The point `{id}` of the group, which the caller may confirm or dispute as the party that did not submit it. 5016 for
/// others.
pub struct MayAnswerPoint {
    pub caller: InGroup<Member>,
    pub point: entity::Model,
}

/// The point `{id}` of a group that the caller leads, about which the caller may decide as
/// [`check_may_decide`](store::check_may_decide) says. 5016 for others.
pub struct MayDecidePoint {
    pub caller: InGroup<Leader>,
    pub point: entity::Model,
}

/// The point `{id}` of a group that the caller owns. 5016 for others.
pub struct MayVoidPoint {
    pub caller: InGroup<Owner>,
    pub point: entity::Model,
}

/// Returns the caller's group and its point `{id}`; 5005 when the group has no such point.
async fn point<S: Send + Sync, R: Right>(
    parts: &mut Parts,
    state: &S,
) -> Result<(InGroup<R>, entity::Model)>
where
    App: FromRef<S>,
{
    let caller = InGroup::<R>::from_request_parts(parts, state).await?;
    let id = path_id(parts, state, "id")
        .await
        .map_err(|_| store::missing())?;
    let app = App::from_ref(state);
    let point = store::get(app.db.read(), caller.group.id, id).await?;
    Ok((caller, point))
}

impl<S: Send + Sync> FromRequestParts<S> for MayChangePoint
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, point) = point(parts, state).await?;
        if point.submitted_by != caller.user.id {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self { caller, point })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MayAnswerPoint
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, point) = point(parts, state).await?;
        if point.other_party() != caller.user.id {
            return Err(Error::InsufficientPermission);
        }
        Ok(Self { caller, point })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MayDecidePoint
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, point) = point(parts, state).await?;
        let app = App::from_ref(state);
        store::check_may_decide(app.db.read(), caller.user.id, &point).await?;
        Ok(Self { caller, point })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MayVoidPoint
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let (caller, point) = point(parts, state).await?;
        Ok(Self { caller, point })
    }
}
