//! Files for the visitors' calendars.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{BinaryFile, ForeignQuery};
use hoi_platform::language;
use hoi_platform::snapshots::Snapshot;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::events::access::{NamedEvent, ReadsAll};
use crate::events::calendar::CalendarEntry;
use crate::events::{EventId, store};

/// The language of the entry.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct CalendarQuery {
    /// The language, by its code; without one that of the request.
    lang: Option<String>,
}

impl CalendarQuery {
    /// Returns the language in which the entries are written.
    #[must_use]
    pub fn language(&self) -> Lang {
        let named = self.lang.as_deref().and_then(Lang::from_tag);
        named.unwrap_or_else(language::current)
    }
}

/// The event as an entry for calendars: title, start, end, place, the beginning of the description, and the address of its
/// page. Calendars that ask again follow its changes. Of a canceled event it says only that it is canceled, and of one
/// for members of a group that is not listed only title and start, unless the token of a member or `X-Invitation-Code`
/// comes along. 5005: the event was deleted or never there; 5016, 5018, 5020: a token that is not good, at an event for
/// members; 5003 (429): too many invitation codes that do not open the event, or short addresses without an event, came
/// from this network.
#[utoipa::path(get, path = "/event/{eventId}/calendar.ics", tag = "event",
    params(("eventId" = EventId, Path), CalendarQuery, ("X-Invitation-Code" = Option<String>, Header, description = "The code of an invitation")),
    responses((status = 200, description = "The file", content((BinaryFile = "text/calendar")))))]
pub async fn get_event_calendar(
    State(app): State<App>,
    NamedEvent(id): NamedEvent,
    ReadsAll(reads_all): ReadsAll,
    ForeignQuery(query): ForeignQuery<CalendarQuery>,
) -> Result<Response> {
    let files = find_files(&app, id, &query).await?;
    let file = if reads_all { &files.event } else { &files.head };
    Ok(answer(file, "su-kien"))
}

/// The opening of registration as an entry for calendars, which remind of it. Of a canceled event it says only that it
/// is canceled. 5005: the event was deleted or never there; 5016: it is for members of a group that is not listed, and
/// neither the token of a member nor `X-Invitation-Code` comes along; 5016, 5018, 5020: a token that is not good, at an
/// event for members; 5003 (429): too many invitation codes that do not open the event, or short addresses without an
/// event, came from this network.
#[utoipa::path(get, path = "/event/{eventId}/opening.ics", tag = "event",
    params(("eventId" = EventId, Path), CalendarQuery, ("X-Invitation-Code" = Option<String>, Header, description = "The code of an invitation")),
    responses((status = 200, description = "The file", content((BinaryFile = "text/calendar")))))]
pub async fn get_opening_calendar(
    State(app): State<App>,
    NamedEvent(id): NamedEvent,
    ReadsAll(reads_all): ReadsAll,
    ForeignQuery(query): ForeignQuery<CalendarQuery>,
) -> Result<Response> {
    if !reads_all {
        return Err(Error::MembersOnly);
    }
    let files = find_files(&app, id, &query).await?;
    Ok(answer(&files.opening, "mo-dang-ky"))
}

/// The files of an event, each with its media type.
struct CalendarFiles {
    event: (String, Bytes),
    /// For callers who may read no more than the head of the event's page.
    head: (String, Bytes),
    opening: (String, Bytes),
}

impl Snapshot for CalendarFiles {
    const COUNTS_SEATS: bool = false;

    fn bytes(&self) -> usize {
        size_of_val(self) + self.event.1.len() + self.head.1.len() + self.opening.1.len()
    }
}

async fn find_files(
    app: &App,
    id: EventId,
    query: &CalendarQuery,
) -> Result<std::sync::Arc<CalendarFiles>> {
    let lang = query.language();
    let read = || {
        Box::pin(async {
            let event = store::find_event(app.db.read(), id).await?;
            let missing = || Error::NotFound(LocalizedText::new("event.notFound"));
            let event = event.ok_or_else(missing)?;
            let file = |entry: CalendarEntry| (entry.mime(), Bytes::from(entry.file()));
            Ok::<_, Error>(CalendarFiles {
                event: file(CalendarEntry::of(&event, &app.config, lang)),
                head: file(CalendarEntry::of_head(&event, &app.config, lang)),
                opening: file(CalendarEntry::of_opening(&event, &app.config, lang)),
            })
        })
    };
    let now = app.clock.monotonic();
    app.snapshots.get(id, Some(lang), now, read).await
}

/// Answers with a calendar file of this media type. `name` is in ASCII.
pub fn answer((mime, file): &(String, Bytes), name: &str) -> Response {
    // Phones offer to add the entry at once, where they would store an attachment among the downloads.
    let headers = [
        (header::CONTENT_TYPE, mime.clone()),
        (
            header::CONTENT_DISPOSITION,
            format!("inline; filename=\"{name}.ics\""),
        ),
    ];
    (headers, file.clone()).into_response()
}
