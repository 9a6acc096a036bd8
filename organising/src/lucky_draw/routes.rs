//! Calls of the lucky draw.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, PathId, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::EventId;
use hoi_platform::routes;
use hoi_ticketing::events::{InEvent, ReadableEvent, rights};
use utoipa_axum::router::OpenApiRouter;

use super::dto::{
    ChangeLuckyDraw, DrawBody, DrawCommitment, DrawRound, LuckyDraw, LuckyDrawSettings, OwnWinner,
    RoundQuery, VoidQuery,
};
use super::{DrawRoundId, DrawWinnerId, draw, setup, view};

/// Routes of the lucky draw.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_lucky_draw, update_lucky_draw))
        .routes(routes!(get_lucky_draw_settings))
        .routes(routes!(open_draw_round))
        .routes(routes!(get_draw_round))
        .routes(routes!(draw_winner))
        .routes(routes!(void_draw_winner))
}

/// Returns the draw to anyone once the organizer has opened it: prizes, winners and participants, named in the form
/// that the organizer chose. 5016: the event is for members of a group that is not listed, and neither the token of a
/// member nor `X-Invitation-Code` comes along; 5016, 5018, 5020: a token that is not good, at an event for members;
/// 5003 (429): too many invitation codes that do not open the event, or short addresses without an event, came from
/// this network.
#[utoipa::path(
    get, path = "/event/{eventId}/lucky-draw", tag = "lucky draw",
    params(("eventId" = EventId, Path), ("X-Invitation-Code" = Option<String>, Header, description = "The code of an invitation")),
    responses((status = 200, body = Envelope<LuckyDraw>)),
)]
async fn get_lucky_draw(
    State(app): State<App>,
    readable: ReadableEvent,
) -> Result<Envelope<LuckyDraw>> {
    Ok(Envelope::ok(view::show(&app, readable.event).await?))
}

/// Changes prizes, participants and the public page; absent fields stay unchanged. 5008: the change contradicts earlier
/// draws, or the settings were changed since they were read; 5009: the event is canceled.
#[utoipa::path(
    put, path = "/event/{eventId}/lucky-draw", tag = "lucky draw",
    params(("eventId" = EventId, Path)),
    request_body = ChangeLuckyDraw,
    responses((status = 200, body = Envelope<LuckyDrawSettings>)),
    security(("bearer" = [])),
)]
async fn update_lucky_draw(
    State(app): State<App>,
    caller: InEvent<rights::Draw>,
    ValidatedJson(body): ValidatedJson<ChangeLuckyDraw>,
) -> Result<Envelope<LuckyDrawSettings>> {
    setup::change(&app, &caller, body).await?;
    draw::tell_changed(&app, caller.event.id).await;
    let settings = view::show_settings(&app, caller.event).await?;
    Ok(Envelope::said(settings, "luckyDraw.saved"))
}

/// Returns the settings of the draw and all winners to the event's owner.
#[utoipa::path(
    get, path = "/event/{eventId}/lucky-draw/settings", tag = "lucky draw",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<LuckyDrawSettings>)),
    security(("bearer" = [])),
)]
async fn get_lucky_draw_settings(
    State(app): State<App>,
    caller: InEvent<rights::Draw>,
) -> Result<Envelope<LuckyDrawSettings>> {
    Ok(Envelope::ok(view::show_settings(&app, caller.event).await?))
}

/// Opens a round: fixes the list of participants and publishes the hashes of the list and of a secret seed. 5008: there
/// is no participant, or a round was drawn that the caller does not know of; 5009: the event is canceled.
#[utoipa::path(
    post, path = "/event/{eventId}/lucky-draw/rounds", tag = "lucky draw",
    params(("eventId" = EventId, Path), RoundQuery),
    responses((status = 200, body = Envelope<DrawCommitment>)),
    security(("bearer" = [])),
)]
async fn open_draw_round(
    State(app): State<App>,
    caller: InEvent<rights::Draw>,
    ValidatedQuery(query): ValidatedQuery<RoundQuery>,
) -> Result<Envelope<DrawCommitment>> {
    let round = draw::open_round(&app, &caller, query.after).await?;
    Ok(Envelope::said(view::commitment(&round), "luckyDraw.opened"))
}

/// Returns the commitment of a round and, once it is drawn, all data needed to verify it. The refusals 5016, 5018, 5020 and
/// 5003 are those of the draw itself.
#[utoipa::path(
    get, path = "/event/{eventId}/lucky-draw/rounds/{id}", tag = "lucky draw",
    params(("eventId" = EventId, Path), ("id" = DrawRoundId, Path), ("X-Invitation-Code" = Option<String>, Header, description = "The code of an invitation")),
    responses((status = 200, body = Envelope<DrawRound>)),
)]
async fn get_draw_round(
    State(app): State<App>,
    readable: ReadableEvent,
    PathId(id): PathId<DrawRoundId>,
) -> Result<Envelope<DrawRound>> {
    Ok(Envelope::ok(
        view::show_round(&app, readable.event.id, id).await?,
    ))
}

/// Draws a winner. 5008: the round was drawn, its list has changed, there is no participant, or the prize is used up or
/// not part of this draw; 5009: the event is canceled.
#[utoipa::path(
    post, path = "/event/{eventId}/lucky-draw/draw", tag = "lucky draw",
    params(("eventId" = EventId, Path), KeyHeader),
    request_body = DrawBody,
    responses((status = 200, body = Envelope<OwnWinner>)),
    security(("bearer" = [])),
)]
async fn draw_winner(
    State(app): State<App>,
    caller: InEvent<rights::Draw>,
    Idempotent(once, body): Idempotent<DrawBody>,
) -> Result<Envelope<OwnWinner>> {
    draw::draw(&app, &caller, once, body).await
}

/// Voids a win, which stays in the log. 5008: it was voided before; 5009: the event is canceled.
#[utoipa::path(
    delete, path = "/event/{eventId}/lucky-draw/winners/{id}", tag = "lucky draw",
    params(("eventId" = EventId, Path), ("id" = DrawWinnerId, Path), VoidQuery),
    responses((status = 200, body = Envelope<LuckyDrawSettings>)),
    security(("bearer" = [])),
)]
async fn void_draw_winner(
    State(app): State<App>,
    caller: InEvent<rights::Draw>,
    PathId(id): PathId<DrawWinnerId>,
    ValidatedQuery(query): ValidatedQuery<VoidQuery>,
) -> Result<Envelope<LuckyDrawSettings>> {
    draw::void(&app, &caller, id, query.stays_out.unwrap_or(false)).await?;
    let settings = view::show_settings(&app, caller.event).await?;
    Ok(Envelope::said(settings, "luckyDraw.voided"))
}
