//! The welcome screen: the public view of an event's check-in.

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use hoi_community::accounts::Role;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::files::{self, FileUrl, Visibility};
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{
    self, EventAction, EventId, InEvent, LogEntry, ReadableEvent, VisibleEvent, rights,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde::Serialize;
use serde_json::json;

use super::access::KEY_HEADER;
use super::dto::{ChangeWelcomeScreen, WelcomeScreen};
use super::{keys, live};

/// The counters of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// The number of participants inside.
    pub checked_in: i64,
    /// The number of registered participants.
    pub total: i64,
}

/// Counts participants; `None` if the event is not public (cancelled or deleted).
pub async fn count(conn: &impl ConnectionTrait, id: EventId) -> Result<Option<Counters>> {
    match find_public(conn, id).await? {
        Some(event) => Ok(Some(count_of(conn, &event).await?)),
        None => Ok(None),
    }
}

async fn count_of(conn: &impl ConnectionTrait, event: &event::Model) -> Result<Counters> {
    let inside = attendance::live()
        .filter(attendance::Column::EventId.eq(event.id))
        .filter(attendance::Column::CheckedInTime.is_not_null())
        // Only confirmed participants can be inside; the index has this condition.
        .filter(attendance::Column::ConfirmBy.is_null())
        .count(conn)
        .await?;
    Ok(Counters {
        checked_in: i64::try_from(inside).unwrap_or(i64::MAX),
        total: event.registered_count,
    })
}

pub async fn find_public(conn: &impl ConnectionTrait, id: EventId) -> Result<Option<event::Model>> {
    let event = events::find_event(conn, id).await?;
    Ok(event.filter(|event| event.cancelled_at.is_none()))
}

/// Returns the event's title, appearance and counters to anyone. 5016: the event is for members of a group that is not
/// listed, and neither the token of a member, the key of a paired device nor `X-Invitation-Code` comes along; 5016, 5018,
/// 5020: a token that is not good, at an event for members; 5003 (429): too many invitation codes that do not open the
/// event, or short addresses without an event, came from this network.
#[utoipa::path(
    get, path = "/event/{eventId}/checkin", tag = "checkin",
    params(("eventId" = EventId, Path), ("X-Checkin-Key" = Option<String>, Header, description = "The key of a paired device"), ("X-Invitation-Code" = Option<String>, Header, description = "The code of an invitation")),
    responses((status = 200, body = Envelope<WelcomeScreen>)),
)]
pub async fn get_welcome_screen(
    State(app): State<App>,
    OnScreen { event }: OnScreen,
) -> Result<Envelope<WelcomeScreen>> {
    Ok(Envelope::ok(show(&app, event).await?))
}

/// An event whose screen the caller may see: as a visitor who may read it, or as one of its paired devices.
pub struct OnScreen {
    event: event::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for OnScreen
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let VisibleEvent { event } = VisibleEvent::from_request_parts(parts, state).await?;
        let key = parts.headers.get(KEY_HEADER);
        if let Some(key) = key.and_then(|key| key.to_str().ok()) {
            let app = App::from_ref(state);
            let key = keys::find_live_key(app.db.read(), key).await?;
            if key.is_some_and(|key| key.event_id == event.id) {
                return Ok(Self { event });
            }
        }
        let ReadableEvent { event } = ReadableEvent::from_request_parts(parts, state).await?;
        Ok(Self { event })
    }
}

/// Changes how long a greeting stays and which logos are below it. 5008: they were changed since they were read; 5009: the
/// event is canceled.
#[utoipa::path(
    put, path = "/event/{eventId}/checkin", tag = "checkin",
    params(("eventId" = EventId, Path)),
    request_body = ChangeWelcomeScreen,
    responses((status = 200, body = Envelope<WelcomeScreen>)),
    security(("bearer" = [])),
)]
pub async fn update_welcome_screen(
    State(app): State<App>,
    caller: InEvent<rights::Door>,
    ValidatedJson(body): ValidatedJson<ChangeWelcomeScreen>,
) -> Result<Envelope<WelcomeScreen>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let mut event = events::lock_event(&tx, caller.event.id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    if is_stale(body.version, event.screen_version) {
        drop(tx);
        return Err(Error::changed_meanwhile(&show(&app, event).await?));
    }
    event.screen_version += 1;
    if let Some(seconds) = body.waiting_time {
        event.checkin_waiting_time = seconds;
    }
    if let Some(logos) = body.sponsor_logos {
        let known = &event.sponsor_logos.ids;
        for logo in logos.iter().filter(|logo| !known.contains(&logo.0)) {
            let is_admin = caller.user.role == Role::Admin;
            let user = caller.user.id;
            if !files::is_usable(&tx, logo.0, user, is_admin, Visibility::Public).await? {
                return Err(Error::field(
                    "sponsorLogos",
                    LocalizedText::new("file.notAvailable"),
                ));
            }
        }
        event.sponsor_logos.ids = logos.into_iter().map(|logo| logo.0).collect();
    }
    event::Entity::update_many()
        .col_expr(
            event::Column::CheckinWaitingTime,
            Expr::value(event.checkin_waiting_time),
        )
        .col_expr(
            event::Column::SponsorLogos,
            Expr::value(event.sponsor_logos.clone()),
        )
        .col_expr(
            event::Column::ScreenVersion,
            Expr::value(event.screen_version),
        )
        .col_expr(event::Column::UpdatedAt, Expr::value(now))
        .filter(event::Column::Id.eq(event.id))
        .exec(&tx)
        .await?;
    let data = json!({ "waitingTime": event.checkin_waiting_time });
    let entry = LogEntry::new(event.id, EventAction::ScreenChanged)
        .by(caller.user.id)
        .with(data);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    live::tell_changed(&app, event.id).await;
    Ok(Envelope::said(
        show(&app, event).await?,
        "checkin.screenSaved",
    ))
}

async fn show(app: &App, event: event::Model) -> Result<WelcomeScreen> {
    let counters = count_of(app.db.read(), &event).await?;
    Ok(WelcomeScreen {
        sponsor_logos: event.sponsor_logos.ids.into_iter().map(FileUrl).collect(),
        title: event.title,
        logo: event.logo,
        cover_image: event.cover_image,
        background_color: event.background_color,
        event_start_date: event.event_start_date,
        waiting_time: event.checkin_waiting_time,
        version: event.screen_version,
        checked_in: counters.checked_in,
        total: counters.total,
    })
}
