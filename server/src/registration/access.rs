//! The right of a visitor to their own registration.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use super::RateLimits;
use super::own_key::{self, find_by_own_key};
use crate::app::App;
use crate::attendances::attendance;
use crate::error::{Error, LocalizedText};
use crate::events::VisibleEvent;
use crate::events::entity::event;
use crate::http::ClientIp;

/// A visitor with the key of their own registration at the event in the path.
#[derive(Debug, Clone)]
pub struct VisitorByKey {
    /// The event `{eventId}`; neither deleted nor cancelled.
    pub event: event::Model,
    /// The visitor's live registration.
    pub attendance: attendance::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for VisitorByKey
where
    App: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(ClientIp(address)) = ClientIp::from_request_parts(parts, state).await;
        let app = App::from_ref(state);
        Arc::<RateLimits>::from_ref(state).count_own_page(address, app.clock.monotonic())?;
        let VisibleEvent { event } = VisibleEvent::from_request_parts(parts, state).await?;
        let key = parts.headers.get(own_key::HEADER);
        let key = key.and_then(|key| key.to_str().ok()).unwrap_or("");
        let found = find_by_own_key(app.db.read(), &app.secrets, event.id, key).await?;
        match found {
            Some(attendance) => Ok(Self { event, attendance }),
            // A forged key and a cancelled registration look alike.
            None => Err(Error::NotFound(LocalizedText::new("registration.linkOver"))),
        }
    }
}
