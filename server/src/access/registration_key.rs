use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::VisibleEvent;
use crate::app::App;
use crate::error::{Error, LocalizedText};
use crate::events::entity::event;
use crate::http::ClientIp;
use crate::registration::entity::attendance;
use crate::registration::{self, OWN_KEY_HEADER};

/// A visitor with the key of their own registration at the event in the path.
#[derive(Debug, Clone)]
pub struct VisitorByKey {
    /// The event `{eventId}`; neither deleted nor cancelled.
    pub event: event::Model,
    /// Their registration, which lives.
    pub attendance: attendance::Model,
}

impl FromRequestParts<App> for VisitorByKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let Ok(ClientIp(address)) = ClientIp::from_request_parts(parts, app).await;
        app.rate_limits
            .count_own_page(address, app.clock.monotonic())?;
        let VisibleEvent { event } = VisibleEvent::from_request_parts(parts, app).await?;
        let key = parts.headers.get(OWN_KEY_HEADER);
        let key = key.and_then(|key| key.to_str().ok()).unwrap_or("");
        let found =
            registration::find_by_own_key(app.db.read(), &app.secrets, event.id, key).await?;
        match found {
            Some(attendance) => Ok(Self { event, attendance }),
            // A forged key and a cancelled registration look alike.
            None => Err(Error::NotFound(LocalizedText::new("registration.linkOver"))),
        }
    }
}
