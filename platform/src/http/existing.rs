use std::future::Future;
use std::str::FromStr;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use super::path_id;
use crate::app::App;
use crate::error::Error;
use crate::ids::EventId;

/// The path parameter `{id}` of a thing that exists, within the event of the path if there is one: for calls with a
/// body, which is read after it. The thing may be gone when the handler locks it.
pub struct Existing<T: Identified>(pub T::Id);

/// A thing that calls name in their path and change by a body; usually the entity of its rows.
pub trait Identified {
    type Id: FromStr + Copy + Send + Sync;

    /// 5005 when there is no such thing, or none within `event`.
    fn check_exists(
        id: Self::Id,
        app: &App,
        event: Option<EventId>,
    ) -> impl Future<Output = Result<(), Error>> + Send;
}

impl<S: Send + Sync, T: Identified> FromRequestParts<S> for Existing<T>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let id: T::Id = path_id(parts, state, "id").await?;
        let event = path_id(parts, state, "eventId").await.ok();
        T::check_exists(id, &App::from_ref(state), event).await?;
        Ok(Self(id))
    }
}
