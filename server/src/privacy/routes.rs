//! The organiser's call, and the list of routes.

use axum::extract::State;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Existing, Identified, Nothing, ValidatedJson};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::routes;
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::{InEvent, rights};
use hoi_ticketing::registration::AppWithDesk;
use sea_orm::EntityTrait as _;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::erase::Seen;
use super::{account, erase, own, requests, retention};

/// The most characters of a full name.
const NAME_MAX: usize = 999;

/// Routes of forgetting people.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(erase_participant))
        .routes(routes!(account::get_account_data))
        .routes(routes!(account::download_account_data))
        .routes(routes!(account::ask_about_account))
        .routes(routes!(account::list_account_requests))
        .routes(routes!(account::answer_account_request))
        .routes(routes!(account::close_account_request))
        .routes(routes!(account::carry_out_account_erasure))
        .merge(retention::routes())
}

/// Routes of people's own data, and of their requests about it.
pub fn desk_routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(own::get_own_data))
        .routes(routes!(own::download_own_data))
        .routes(routes!(own::ask_about_own_data))
        .routes(routes!(requests::list_data_requests))
        .routes(routes!(requests::answer_data_request))
        .routes(routes!(requests::close_data_request))
        .routes(routes!(requests::carry_out_erasure))
}

/// The facts that confirm that this person is meant.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EraseParticipant {
    /// The full name of the participant, under 1000 characters.
    #[schema(min_length = 1, extensions(("max" = json!(NAME_MAX))))]
    pub full_name: String,
    /// `updatedAt` of the participant as it was read; null or missing for a removed one, whom nothing changes anymore.
    #[serde(default)]
    pub updated_at: Option<Timestamp>,
}

impl Validate for EraseParticipant {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("fullName", &mut self.full_name, NAME_MAX);
    }
}

/// A registration that may be removed.
struct Registration;

impl Identified for Registration {
    type Id = AttendanceId;

    async fn check_exists(id: AttendanceId, app: &App, event: Option<EventId>) -> Result<()> {
        let found = attendance::Entity::find_by_id(id).one(app.db.read());
        let found = found.await?;
        let found = found.filter(|row| Some(row.event_id) == event);
        let missing = || Error::NotFound(LocalizedText::new("participant.notFound"));
        found.ok_or_else(missing).map(drop)
    }
}

/// Erases for good the stored data of a participant: contacts, answers, files, request of an invoice, and the name
/// everywhere. The row stays without a name, so that numbers, money and draws stay as they are. Also of a participant
/// who was removed or canceled. An erased participant stays so. 5008: the participant was changed since it was read.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/{id}/erase", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    request_body = EraseParticipant,
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = [])),
)]
async fn erase_participant(
    State(app): State<App>,
    caller: InEvent<rights::PersonalData>,
    Existing(id): Existing<Registration>,
    ValidatedJson(body): ValidatedJson<EraseParticipant>,
) -> Result<Envelope<Nothing>> {
    let seen = Seen {
        full_name: body.full_name,
        updated_at: body.updated_at,
    };
    erase(&app, caller.event.id, id, Some(seen), Some(caller.user.id)).await?;
    Ok(Envelope::done("participant.erasedNow"))
}
