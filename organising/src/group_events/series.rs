//! Meetings that are made together: an event of the group on each of several days, all with the same title, times and
//! place. Later each is an event of its own; coming ones can be changed and cancelled together.

use std::collections::{HashMap, HashSet};

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use hoi_community::accounts;
use hoi_community::groups::{self, GroupAction, GroupId, InGroup, Leader};
use hoi_community::notifications::Kind;
use hoi_community::plans::limits_of;
use hoi_db::{Timestamp, Tx};
use hoi_i18n::{fold_for_search, format_date_time};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::days::{self, VIETNAM};
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::web_app::escape;
use hoi_platform::http::{Envelope, Nothing, ValidatedJson, path_id};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::UserId;
use hoi_platform::language;
use hoi_platform::quota::UNLIMITED;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::lifecycle::Telling;
use hoi_ticketing::events::{self, EventDetails, EventId, TellMembers, lifecycle};
use hoi_ticketing::registration;
use serde_json::json;

use super::dto::{CancelSeries, MeetingPlace, NewSeries, Series, SeriesChange};
use super::jobs::TellOfSeries;
use super::{SeriesId, store};

/// The seats of a meeting, if the plans of its owner allow as many.
const SEATS: i64 = 500;

/// The series `{id}` of the group, whose meetings the caller may change and cancel: a leader.
pub struct LedSeries {
    caller: InGroup<Leader>,
    id: SeriesId,
}

impl<S: Send + Sync> FromRequestParts<S> for LedSeries
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let caller = InGroup::<Leader>::from_request_parts(parts, state).await?;
        let id = path_id(parts, state, "id").await?;
        let app = App::from_ref(state);
        if store::has_series(app.db.read(), caller.group.id, id).await? {
            Ok(Self { caller, id })
        } else {
            Err(Error::not_found())
        }
    }
}

/// Lists the series of a group that have coming meetings, by the next one.
#[utoipa::path(get, path = "/group/{groupId}/series", tag = "group", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<Vec<Series>>)), security(("bearer" = [])))]
pub async fn list_series(
    State(app): State<App>,
    caller: InGroup<Leader>,
) -> Result<Envelope<Vec<Series>>> {
    let conn = app.db.read();
    // Before the meetings: a change between the two queries makes the version an earlier one, never a later one.
    let versions = store::find_versions(conn, caller.group.id).await?;
    let coming = store::find_coming(conn, caller.group.id, app.clock.now()).await?;
    let mut all: Vec<(SeriesId, Vec<event::Model>)> = Vec::new();
    for (id, meeting) in coming {
        match all.iter_mut().find(|(series, _)| *series == id) {
            Some((_, meetings)) => meetings.push(meeting),
            None => all.push((id, vec![meeting])),
        }
    }
    let shown = all
        .iter()
        .filter_map(|(id, meetings)| describe(*id, &versions, meetings));
    Ok(Envelope::ok(shown.collect()))
}

/// Returns a series with these coming meetings, the next first; `None` without one.
fn describe(
    id: SeriesId,
    versions: &HashMap<SeriesId, i64>,
    coming: &[event::Model],
) -> Option<Series> {
    let next = coming.first()?;
    Some(Series {
        id,
        title: next.title.clone(),
        place: place_of(next),
        coming: coming
            .iter()
            .map(|meeting| meeting.event_start_date)
            .collect(),
        registered: coming.iter().map(|meeting| meeting.registered_count).sum(),
        version: versions.get(&id).copied()?,
    })
}

fn place_of(meeting: &event::Model) -> MeetingPlace {
    let time_of = |moment| {
        let shown = VIETNAM.shown(moment);
        shown.strftime("%H:%M").to_string()
    };
    MeetingPlace {
        start_time: time_of(meeting.event_start_date),
        end_time: meeting.end_date.map(time_of).unwrap_or_default(),
        venue_address: meeting.venue_address.clone(),
    }
}

/// Plans meetings: an event of the group on each of the days, all of them or none. Registration is open from now on
/// until a meeting ends. Members are told once. 5002 (`days`) when one has passed, and (`groupId`) for administrators, who
/// lead no group; 5003 when the caller's plans have no room for all of them; 5008 when the group has an event with this
/// title, whatever its case and accents, at one of the moments; 5009 when the group is archived.
#[utoipa::path(post, path = "/group/{groupId}/series", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    request_body = NewSeries, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn create_series(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    Idempotent(once, body): Idempotent<NewSeries>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let times = times_of(&body)?;
    if times.first().is_none_or(|(start, _)| *start <= now) {
        let message = LocalizedText::new("event.inThePast");
        return Err(Error::field("days", message));
    }
    let tx = once.begin().await?;
    // The group before the account, as everywhere. Leaders who plan the same at the same moment wait for one another.
    caller.lock_open(&tx).await?;
    let user = lifecycle::lock_owner(&tx, caller.user.id).await?;
    let owner = user.id;
    let allowed = limits_of(&tx, owner, now).await?.participants;
    let mut details = EventDetails::default();
    details.info.title.clone_from(&body.title);
    details.info.description = description(&caller.group.name);
    details.info.total_participants = match allowed {
        UNLIMITED => SEATS,
        allowed => allowed.clamp(1, SEATS),
    };
    details.info.open_registration_date = now;
    details.info.logo = caller.group.avatar;
    details.info.host_name = Some(accounts::host_name(&user.company, &user.full_name));
    details.info.group_id = Some(caller.group.id);
    details.info.members_only = body.members_only.unwrap_or(true);
    details.payment.turn_off_payment = true;
    details.mails.venue_address = body.place.venue_address;
    let number = u64::try_from(times.len()).unwrap_or(u64::MAX);
    lifecycle::check_new(&tx, owner, &details, number, now).await?;
    let starts = times.iter().map(|(start, _)| *start);
    let title = fold_for_search(&body.title);
    let there = store::find_at(&tx, caller.group.id, starts).await?;
    if let Some(there) = there
        .iter()
        .find(|event| fold_for_search(&event.title) == title)
    {
        return Err(same("series.isThere", &there.title, there.event_start_date));
    }
    let mut events = Vec::new();
    for (start, end) in times {
        details.info.close_registration_date = end;
        details.mails.event_start_date = start;
        details.mails.end_date = Some(end);
        events.push(lifecycle::insert(&tx, owner, &details, now).await?);
    }
    store::insert_meetings(&tx, clock::new_id(), &events).await?;
    if let Some(event) = events.first() {
        hoi_jobs::enqueue(&tx, &TellMembers { event: *event }, now).await?;
    }
    let action = GroupAction::SeriesCreated;
    log(
        &tx,
        caller.group.id,
        owner,
        action,
        &body.title,
        events.len(),
        now,
    )
    .await?;
    let created = once.commit(tx, Envelope::done("series.created")).await?;
    app.jobs.notify_one();
    Ok(created)
}

/// Returns the refusal of a meeting that the group would have twice.
fn same(key: &'static str, title: &str, start: Timestamp) -> Error {
    let at = format_date_time(language::current(), start.0);
    Error::Conflict(LocalizedText::new(key).with("title", title).with("at", at))
}

/// Returns the start and the end of every meeting, in order.
fn times_of(body: &NewSeries) -> Result<Vec<(Timestamp, Timestamp)>> {
    let (start, end) = read_place(&body.place)?;
    let days = body.days.iter().map(|day| {
        let day = days::read_day(day);
        let day = day.ok_or_else(|| Error::field("days", LocalizedText::new("field.date")))?;
        let moment = |time| VIETNAM.moment(day.to_datetime(time));
        Ok((moment(start), moment(end)))
    });
    days.collect()
}

fn read_place(place: &MeetingPlace) -> Result<(jiff::civil::Time, jiff::civil::Time)> {
    let read = |field, time: &str| {
        let message = LocalizedText::new("field.time");
        days::read_time(time).ok_or_else(|| Error::field(field, message))
    };
    let start = read("startTime", &place.start_time)?;
    Ok((start, read("endTime", &place.end_time)?))
}

fn description(group: &str) -> String {
    let text = LocalizedText::new("series.description").with("group", group);
    format!("<p>{}</p>", escape(&text.localized()))
}

async fn log(
    tx: &Tx,
    group: GroupId,
    by: UserId,
    action: GroupAction,
    title: &str,
    count: usize,
    now: Timestamp,
) -> Result<()> {
    let entry = groups::LogEntry {
        group,
        actor: Some(by),
        action,
        subject: None,
        data: json!({ "title": title, "count": count }),
    };
    groups::log(tx, [entry], now).await
}

/// Logs that `count` coming meetings were cancelled, of which `first` is one, and tells the members once.
pub async fn record_cancelled(
    tx: &Tx,
    group: GroupId,
    by: UserId,
    first: &event::Model,
    count: usize,
    now: Timestamp,
) -> Result<()> {
    let action = GroupAction::SeriesCancelled;
    log(tx, group, by, action, &first.title, count, now).await?;
    let job = TellOfSeries {
        kind: Kind::SeriesCancelled,
        event: first.id,
        by,
    };
    hoi_jobs::enqueue(tx, &job, now).await?;
    Ok(())
}

/// Changes times and place of all coming meetings of a series, or of those from a day on; each stays on its day, or moves
/// to another weekday of its week. Registration ends with the meeting where it did before. Members are told. 5002
/// (`startTime`) when a meeting would have begun already; 5008 when none is to come, when one of its meetings was changed
/// since the series was read, or the group would have two events with the same title and start; 5009 when the group is
/// archived.
#[utoipa::path(put, path = "/group/{groupId}/series/{id}", tag = "group", params(("groupId" = GroupId, Path), ("id" = SeriesId, Path)),
    request_body = SeriesChange, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn update_series(
    State(app): State<App>,
    LedSeries { mut caller, id }: LedSeries,
    ValidatedJson(SeriesChange {
        place,
        from,
        weekday,
        version,
    }): ValidatedJson<SeriesChange>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let (start, end) = read_place(&place)?;
    let from = from.as_deref().and_then(days::read_day);
    let tx = app.db.write().await?;
    let mut meetings = lock_some(&tx, &mut caller, id, now).await?;
    let versions = store::find_versions(&tx, caller.group.id).await?;
    let stored = describe(id, &versions, &meetings).ok_or_else(none_coming)?;
    if is_stale(Some(version), stored.version) {
        return Err(Error::changed_meanwhile(&stored));
    }
    let day_of = |meeting: &event::Model| VIETNAM.shown(meeting.event_start_date).date();
    meetings.retain(|meeting| from.is_none_or(|from| day_of(meeting) >= from));
    let (group, by, count) = (caller.group.id, caller.user.id, meetings.len());
    let first = meetings.first().cloned().ok_or_else(none_coming)?;
    let moved: Vec<(event::Model, Timestamp, Timestamp)> = meetings
        .into_iter()
        .map(|meeting| {
            let day = day_of(&meeting);
            let day = weekday.map_or(day, |weekday| weekday.in_week_of(day));
            let [start, end] = [start, end].map(|time| VIETNAM.moment(day.to_datetime(time)));
            (meeting, start, end)
        })
        .collect();
    if moved.iter().any(|(_, start, _)| *start <= now) {
        let message = LocalizedText::new("event.inThePast");
        return Err(Error::field("startTime", message));
    }
    check_different(&tx, group, &moved).await?;
    for (meeting, start, end) in moved {
        let mut details = EventDetails::from(&meeting);
        let closes_with_end = meeting.end_date == Some(meeting.close_registration_date);
        if closes_with_end && end > meeting.open_registration_date {
            details.info.close_registration_date = end;
        }
        details.mails.event_start_date = start;
        details.mails.end_date = Some(end);
        details.mails.venue_address.clone_from(&place.venue_address);
        let id = meeting.id;
        lifecycle::change(&tx, meeting, &details, by, now).await?;
        // Members are always told, so registered participants always get the letter, too.
        if let Some(moved) = events::find_event(&tx, id).await? {
            registration::tell_of_change(&tx, &moved, by, now).await?;
        }
    }
    let action = GroupAction::SeriesChanged;
    log(&tx, group, by, action, &first.title, count, now).await?;
    let job = TellOfSeries {
        kind: Kind::SeriesChanged,
        event: first.id,
        by,
    };
    hoi_jobs::enqueue(&tx, &job, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope::done("series.changed"))
}

/// 5008 when one of these meetings would move to where another of them, or another event of the group, has the same title
/// and start.
async fn check_different(
    tx: &Tx,
    group: GroupId,
    moved: &[(event::Model, Timestamp, Timestamp)],
) -> Result<()> {
    let starts = moved.iter().map(|(_, start, _)| *start);
    let there = store::find_at(tx, group, starts).await?;
    let ids: HashSet<EventId> = moved.iter().map(|(meeting, ..)| meeting.id).collect();
    let others = there.iter().filter(|event| !ids.contains(&event.id));
    let stays = |meeting: &event::Model, start: Timestamp| meeting.event_start_date == start;
    let unmoved = moved
        .iter()
        .filter(|(meeting, start, _)| stays(meeting, *start));
    let mut taken: HashSet<(String, Timestamp)> = others
        .chain(unmoved.map(|(meeting, ..)| meeting))
        .map(|event| (fold_for_search(&event.title), event.event_start_date))
        .collect();
    for (meeting, start, _) in moved {
        let is_new = taken.insert((fold_for_search(&meeting.title), *start));
        if !is_new && !stays(meeting, *start) {
            return Err(same("series.twice", &meeting.title, *start));
        }
    }
    Ok(())
}

/// Cancels all coming meetings of a series for good; members are told, and registered participants by mail. 5008 when
/// none is to come; 5009 when the group is archived.
#[utoipa::path(post, path = "/group/{groupId}/series/{id}/cancel", tag = "group", params(("groupId" = GroupId, Path), ("id" = SeriesId, Path), KeyHeader),
    request_body = CancelSeries, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn cancel_series(
    State(app): State<App>,
    LedSeries { mut caller, id }: LedSeries,
    Idempotent(once, body): Idempotent<CancelSeries>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let meetings = lock_some(&tx, &mut caller, id, now).await?;
    let (group, by, count) = (caller.group.id, caller.user.id, meetings.len());
    let first = meetings.first().cloned();
    let mut cancelled = Vec::new();
    for meeting in meetings {
        cancelled.push(meeting.id);
        lifecycle::cancel(
            &tx,
            meeting,
            body.reason.clone(),
            Telling::Everybody,
            by,
            now,
        )
        .await?;
    }
    if let Some(first) = first {
        record_cancelled(&tx, group, by, &first, count, now).await?;
    }
    let done = once.commit(tx, Envelope::done("series.cancelled")).await?;
    app.jobs.notify_one();
    for event in cancelled {
        app.realtime.event_changed(event);
    }
    Ok(done)
}

/// Locks the group and the coming meetings, of which there is at least one.
async fn lock_some(
    tx: &Tx,
    caller: &mut InGroup<Leader>,
    id: SeriesId,
    now: Timestamp,
) -> Result<Vec<event::Model>> {
    caller.lock_open(tx).await?;
    let meetings = store::lock_coming(tx, caller.group.id, id, now).await?;
    if meetings.is_empty() {
        return Err(none_coming());
    }
    Ok(meetings)
}

fn none_coming() -> Error {
    Error::Conflict(LocalizedText::new("series.noneComing"))
}
