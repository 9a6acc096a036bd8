//! The call with which a visitor in the waiting room learns that it is their turn.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, ValidatedQuery};
use serde::Deserialize;

use super::{Held, WaitingPlace, refusal};
use crate::events::{EventId, RegistrableEvent, TicketId};
use crate::registration::{AppWithDesk, RateLimits, Refusal};

/// The ticket class that a waiting visitor wants; None if the event has none or none was chosen.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    ticket_id: Option<TicketId>,
}

/// Tells a visitor in the waiting room how many people are before them, and whether it is their turn. At events that
/// are open to everybody the database is not asked. Then the registration is sent again with the same `X-Place`; a
/// visitor who comes late is let in all the same. Refusals: 5005: there is no such event, or it was canceled, or the
/// place is good no longer; 5014, 5015; 5011, 5003: no seat is left in the class named by `ticketId`, or in the event.
/// 5003 (429): too many requests from this address; 5016, 5018, 5020: a token that is not good, at an event for
/// members.
#[utoipa::path(get, path = "/event/{eventId}/registration/place", tag = "registration", params(("eventId" = EventId, Path),
    ("ticketId" = Option<TicketId>, Query, description = "The class that is wanted"), ("X-Place" = Option<String>, Header, description = "The place's token")),
    responses((status = 200, body = Envelope<WaitingPlace>)))]
pub async fn get_place(
    State(server): State<AppWithDesk>,
    State(rate_limits): State<Arc<RateLimits>>,
    RegistrableEvent { published, .. }: RegistrableEvent,
    ClientIp(address): ClientIp,
    ValidatedQuery(wanted): ValidatedQuery<Wanted>,
    headers: HeaderMap,
) -> Result<Envelope<WaitingPlace>> {
    let AppWithDesk {
        app,
        desk,
        waiting_room,
        ..
    } = &server;
    let event = published.event.id;
    rate_limits.place.count(address, app.clock.monotonic())?;
    let Held::Place(place) = Held::read(app, event, &headers) else {
        let gone = LocalizedText::new("registration.placeOver");
        return Err(Error::NotFound(gone));
    };
    if let Some(refusal) = refusal(&published, wanted.ticket_id, app.clock.now()) {
        if refusal != Refusal::SoldOut {
            waiting_room.end_line(event);
        }
        return Err(refusal.into());
    }
    Ok(Envelope::ok(waiting_room.ask(app, desk, event, place)))
}
