use std::future::Future;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::app::App;
use crate::error::Error;
use crate::http::path_id;
use crate::ids::EventId;

/// The path parameter `{id}` of a thing that exists, within the event of the path if there is one: for calls with a
/// body, which is read after it. The thing may be gone when the handler locks it.
pub struct Existing<Id>(pub Id);

/// Identifies things that calls name in their path and change by a body.
pub trait Identifies: FromStr + Copy + Send + Sync {
    /// 5005 when there is no such thing, or none within `event`.
    fn check_exists(
        self,
        app: &App,
        event: Option<EventId>,
    ) -> impl Future<Output = Result<(), Error>> + Send;
}

impl<Id: Identifies> FromRequestParts<App> for Existing<Id> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let id: Id = path_id(parts, app, "id").await?;
        let event = path_id(parts, app, "eventId").await.ok();
        id.check_exists(app, event).await?;
        Ok(Self(id))
    }
}
