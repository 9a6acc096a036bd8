//! The organiser's calls on the blocks of a page. Visitors read them with the event.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result, is_stale};
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_platform::routes;
use hoi_platform::validation::{Check, Validate};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::{EventPage, EventPageBody, store};
use crate::events::action::EventAction;
use crate::events::entity::event_page;
use crate::events::{self, EventId, InEvent, LogEntry, own_files, rights};

/// The calls on the blocks of a page.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_event_page, update_event_page))
}

/// The rules look at the blocks together, including the stored ones, so they are applied in the handler.
impl Validate for EventPageBody {
    fn validate(&mut self, _: &mut Check) {}
}

/// Program, speakers, questions and sponsors of the event's public page; all empty until the organizer adds some.
#[utoipa::path(get, path = "/event/{eventId}/page", tag = "event", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<EventPage>)), security(("bearer" = [])))]
async fn get_event_page(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Settings>,
) -> Result<Envelope<EventPage>> {
    let row = store::find(app.db.read(), event.id).await?;
    Ok(Envelope::ok(page_of(row)))
}

fn page_of(row: Option<event_page::Model>) -> EventPage {
    EventPage {
        version: row.as_ref().map_or(0, |row| row.version),
        blocks: row.map(|row| row.blocks).unwrap_or_default(),
    }
}

/// Changes program, speakers, questions and sponsors of the event's public page; absent ones stay. 5008 when they
/// were changed since they were read, with the stored blocks in `data`. 5009: the event is canceled.
#[utoipa::path(put, path = "/event/{eventId}/page", tag = "event", params(("eventId" = EventId, Path)),
    request_body = EventPageBody, responses((status = 200, body = Envelope<EventPage>)), security(("bearer" = [])))]
async fn update_event_page(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Settings>,
    ValidatedJson(body): ValidatedJson<EventPageBody>,
) -> Result<Envelope<EventPage>> {
    let EventPage {
        blocks: before,
        version,
    } = page_of(store::find(app.db.read(), event.id).await?);
    let mut blocks = before.clone();
    if let Some(programme) = body.programme {
        blocks.programme = programme;
    }
    if let Some(speakers) = body.speakers {
        blocks.speakers = speakers;
    }
    if let Some(questions) = body.questions {
        blocks.questions = questions;
    }
    if let Some(sponsors) = body.sponsors {
        blocks.sponsors = sponsors;
    }
    let mut check = Check::default();
    blocks.check(&mut check);
    check.finish()?;
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // Two changes at once wait for each other here, and the second finds another version than it has read.
    events::lock_not_cancelled(&tx, event.id).await?;
    let present = page_of(store::find(&tx, event.id).await?);
    if present.version != version || is_stale(Some(body.version), version) {
        return Err(Error::changed_meanwhile(&present));
    }
    let changed = blocks.changed_since(&before);
    let version = version + i64::from(!changed.is_empty());
    if !changed.is_empty() {
        own_files::check(&tx, &user, &before.files(), blocks.files()).await?;
        store::save(&tx, event.id, blocks.clone(), version, now).await?;
        let entry = LogEntry::new(event.id, EventAction::EventUpdated)
            .by(user.id)
            .with(json!({ "fields": changed }));
        events::log(&tx, entry, now).await?;
    }
    tx.commit().await?;
    let page = EventPage { blocks, version };
    Ok(Envelope::said(page, "event.updated"))
}
