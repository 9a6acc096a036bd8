//! Confirming a registration for a participant who cannot open the link in their mail.

use std::sync::Arc;

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, PathId};
use hoi_platform::ids::{AttendanceId, EventId};

use super::dto::Participant;
use super::routes::{describe, find};
use crate::events::{InEvent, rights};
use crate::registration::{Desk, confirm};

/// Confirms a registration by hand; its ticket is mailed then. A confirmed one stays so.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/{id}/confirm", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<Participant>)),
    security(("bearer" = [])),
)]
pub async fn confirm_participant(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    caller: InEvent<rights::Guests>,
    PathId(id): PathId<AttendanceId>,
) -> Result<Envelope<Participant>> {
    let event = caller.event.id;
    desk.submit(confirm(event, id, Some(caller.user.id)))
        .await?;
    let row = find(&app, event, id).await?;
    Ok(Envelope::said(
        describe(&app, row).await?,
        "participant.confirmed",
    ))
}
