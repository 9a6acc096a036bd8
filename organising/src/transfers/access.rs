//! The registration that a call on money names.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText};
use hoi_platform::http::path_id;
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::registration::find_attendance;

/// The live participant `{id}` of the event `{eventId}`. It is loaded before the body of a call is read, so
/// that a missing participant is reported before a wrong body.
pub struct LiveAttendance(pub attendance::Model);

impl<S: Send + Sync> FromRequestParts<S> for LiveAttendance
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let id: AttendanceId = path_id(parts, state, "id").await?;
        let event: EventId = path_id(parts, state, "eventId").await?;
        let app = App::from_ref(state);
        let row = find_attendance(app.db.read(), id).await?;
        let unknown = || Error::NotFound(LocalizedText::new("registration.noSuchParticipant"));
        let row = row.filter(|row| row.event_id == event);
        row.map(Self).ok_or_else(unknown)
    }
}
