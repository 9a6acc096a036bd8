//! The organiser's calls on how long the data of an event's participants is kept.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_platform::ids::EventId;
use hoi_platform::routes;
use hoi_platform::validation::Check;
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use sea_orm::{Iterable as _, PaginatorTrait as _};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{ErasurePreview, Retention, RetentionBody};
use super::entity::event_retention;
use super::rules::{MIN_DAYS, USUAL_DAYS, erased_at};
use super::{Part, store};

/// Routes under `/event/{eventId}/retention`.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_retention, update_retention))
        .routes(routes!(preview_erasure))
}

/// Returns until when the personal data of the event's participants is kept, also of a canceled event.
#[utoipa::path(get, path = "/event/{eventId}/retention", tag = "participant", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Retention>)), security(("bearer" = [])))]
async fn get_retention(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::PersonalData>,
) -> Result<Envelope<Retention>> {
    Ok(Envelope::ok(read(&app, event.id).await?))
}

/// Decides until when the personal data of the event's participants is kept, also of a canceled event. Another date is
/// announced 30 days before it, and nothing is erased until 30 days after that. 5008: it was changed since it was read;
/// `data` has the stored state.
#[utoipa::path(put, path = "/event/{eventId}/retention", tag = "participant", params(("eventId" = EventId, Path)),
    request_body = RetentionBody,
    responses((status = 200, body = Envelope<Retention>)), security(("bearer" = [])))]
async fn update_retention(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::PersonalData>,
    ValidatedJson(body): ValidatedJson<RetentionBody>,
) -> Result<Envelope<Retention>> {
    if let Some(days) = body.keep_days {
        let mut check = Check::default();
        check.between("keepDays", days, MIN_DAYS, app.config.retention_max_days);
        check.finish()?;
    }
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_event(&tx, event.id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    let before = store::chosen(&tx, [event.id]).await?.remove(&event.id);
    if is_stale(Some(body.version), version_of(before.as_ref())) {
        return Err(Error::changed_meanwhile(&read(&app, event.id).await?));
    }
    let before = before.map(|row| (row.keep_days, row.documents_reason));
    let chosen = (body.keep_days, body.documents_reason);
    if before.unwrap_or_default() != chosen {
        let former = store::dates(&tx, &app, event.id).await?;
        let (keep_days, documents_reason) = chosen;
        let days = keep_days.unwrap_or(USUAL_DAYS);
        let days = days.min(app.config.retention_max_days);
        let data = json!({ "count": days, "reason": documents_reason });
        let row = event_retention::Model {
            event_id: event.id,
            keep_days,
            documents_reason,
            updated_at: now,
        };
        store::choose(&tx, row).await?;
        let terms = store::dates(&tx, &app, event.id).await?;
        if let (Some((_, former)), Some((_, terms))) = (former, terms) {
            // A date that comes back later would otherwise count as announced long ago, and erase at once.
            for part in Part::iter().filter(|part| former.due(*part) != terms.due(*part)) {
                store::forget_notice(&tx, event.id, part).await?;
            }
        }
        let entry = LogEntry::new(event.id, EventAction::EventRetentionChanged);
        events::log(&tx, entry.by(user.id).with(data), now).await?;
    }
    tx.commit().await?;
    Ok(Envelope::ok(read(&app, event.id).await?))
}

/// Counts the data that an erasure of the event's personal data would erase now. Changes nothing.
#[utoipa::path(get, path = "/event/{eventId}/retention/preview", tag = "participant",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<ErasurePreview>)), security(("bearer" = [])))]
async fn preview_erasure(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::PersonalData>,
) -> Result<Envelope<ErasurePreview>> {
    let preview = store::preview(app.db.read(), event.id).await?;
    Ok(Envelope::ok(preview))
}

/// The moment of the last change tells one from another; nothing else changes the row.
fn version_of(chosen: Option<&event_retention::Model>) -> i64 {
    chosen.map_or(0, |row| row.updated_at.0)
}

/// Returns until when the personal data of the event's participants is kept. 5005 when the event does not exist.
pub async fn read(app: &App, event: EventId) -> Result<Retention> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let found = store::dates(conn, app, event).await?;
    let (_, terms) = found.ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    let chosen = store::chosen(conn, [event]).await?.remove(&event);
    let notices = store::notices(conn, [event]).await?;
    let date = |part| {
        let due = terms.due(part)?;
        Some((due, notices.get(&(event, part)).copied()))
    };
    let (due, announced) = date(Part::Everything).unwrap_or((terms.end, None));
    let people = store::left(event, Part::Everything).count(conn).await?;
    // Where everybody is erased, nothing of them is left to be erased later.
    let is_done = people == 0 && store::has_erased(conn, event).await?;
    let documents = date(Part::Documents).filter(|_| !is_done);
    Ok(Retention {
        version: version_of(chosen.as_ref()),
        ends_at: terms.end,
        keep_days: terms.chosen,
        usual_days: USUAL_DAYS.min(terms.max_days),
        min_days: MIN_DAYS,
        max_days: terms.max_days,
        documents_reason: chosen.and_then(|row| row.documents_reason),
        erased_at: erased_at(due, announced, now),
        documents_erased_at: documents.map(|(due, announced)| erased_at(due, announced, now)),
        announced_at: announced
            .filter(|announced| announced.due == due)
            .map(|announced| announced.at),
        people,
    })
}
