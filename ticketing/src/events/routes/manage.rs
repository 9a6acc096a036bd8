//! An organiser's calls: list, create, change, reopen, cancel, delete.

use std::collections::HashMap;

use axum::extract::State;
use hoi_community::accounts::entity::user;
use hoi_community::accounts::{self, Signed};
use hoi_community::groups;
use hoi_community::plans::limits_of;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, Nothing, ValidatedJson, ValidatedQuery, check_page};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{GroupId, UserId};
use hoi_platform::validation::{Check, Validate};
use hoi_platform::{language, mails};
use sea_orm::ConnectionTrait;
use serde_json::json;

use super::views::full;
use crate::events::action::EventAction;
use crate::events::details::{EventDetails, EventDetailsChange};
use crate::events::dto::{
    CancelEvent, CancellationPreview, Event, EventBody, EventList, EventQuery, EventSummary,
    FormBody, ReopenEvent,
};
use crate::events::entity::event;
use crate::events::form::{self, Form};
use crate::events::jobs::{TellMembers, cancellation};
use crate::events::lifecycle::Telling;
use crate::events::store::Figures;
use crate::events::tickets::{self, Offer};
use crate::events::{
    self, EventId, InEvent, LogEntry, Section, blocks, drafts, letters, lifecycle, own_files,
    plan_limits, rights, rules, sealing, store, usage,
};

/// Rows of one answer: everything an organiser has, within reason.
const MAX_EVENTS: u64 = 1000;

/// The events in which the caller has rights: own ones, all of them for administrators.
#[utoipa::path(get, path = "/event", tag = "event", params(EventQuery),
    responses((status = 200, body = Envelope<EventList>)), security(("bearer" = [])))]
pub async fn list_events(
    State(app): State<App>,
    caller: Signed,
    ValidatedQuery(query): ValidatedQuery<EventQuery>,
) -> Result<Envelope<EventList>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    check_page(query.limit, query.page, MAX_EVENTS)?;
    // −1 asks for as many as allowed.
    let limit = query.limit.and_then(|limit| u64::try_from(limit).ok());
    let limit = limit.unwrap_or(MAX_EVENTS);
    let page = query.page.and_then(|page| u64::try_from(page).ok());
    let offset = page.unwrap_or(1).saturating_sub(1) * limit;
    let visible = rights::visible_to(&caller.user);
    let filter = store::Filter {
        visible: visible.clone(),
        search: query.search,
        status: query.status,
        is_cancelled: query.is_cancelled,
        group: query.group_id,
        is_of_group: query.is_of_group,
        order: query
            .sort
            .map(|sort| (sort, query.order.unwrap_or_default())),
    };
    let (events, total) = store::list(conn, filter, now, limit, offset).await?;
    let names = accounts::full_names(conn, events.iter().map(|event| event.owner_id)).await?;
    let ids: Vec<EventId> = events.iter().map(|event| event.id).collect();
    let offers = tickets::find_offers(conn, ids.iter().copied()).await?;
    let figures = store::find_figures(conn, &ids).await?;
    let groups = groups::names(conn, events.iter().filter_map(|event| event.group_id)).await?;
    let limits = limits_of(conn, caller.user.id, now).await?;
    Ok(Envelope::ok(EventList {
        items: events
            .into_iter()
            .map(|event| {
                let figures = figures.get(&event.id).copied().unwrap_or_default();
                summary(event, &caller.user, figures, &names, &offers, &groups, now)
            })
            .collect(),
        total,
        counts: store::count_by_state(conn, visible, now).await?,
        participant_limit: limits.participants,
        event_limit: limits.events,
        events_used: usage::count_used(conn, caller.user.id).await?,
    }))
}

fn summary(
    event: event::Model,
    user: &user::Model,
    figures: Figures,
    names: &HashMap<UserId, String>,
    offers: &HashMap<EventId, Offer>,
    groups: &HashMap<GroupId, String>,
    now: Timestamp,
) -> EventSummary {
    let free = (event.total_participants - event.registered_count).max(0);
    let offer = offers.get(&event.id);
    EventSummary {
        seats_on_offer: offer.map_or(free, |offer| offer.seats(free)),
        needs_code: offer.is_some_and(Offer::needs_code),
        rights: rights::rights_of(user, &event),
        group_name: event.group_id.and_then(|id| groups.get(&id).cloned()),
        members_only: event.members_only,
        id: event.id,
        owner_id: event.owner_id,
        owner_name: names.get(&event.owner_id).cloned().unwrap_or_default(),
        logo: event.logo,
        cover_image: event.cover_image,
        status: store::status_of(&event, now),
        is_cancelled: event.cancelled_at.is_some(),
        is_over: rules::end_of(event.event_start_date, event.end_date) <= now,
        open_registration_date: event.open_registration_date,
        close_registration_date: event.close_registration_date,
        event_start_date: event.event_start_date,
        venue_address: event.venue_address,
        total_participants: event.total_participants,
        registered_count: event.registered_count,
        checked_in: figures.checked_in,
        money_received: figures.money_received,
        money_due: figures.money_due,
        title: event.title,
    }
}

/// The rules on content need the stored event, so [`EventDetails`] checks them; here only the rules of JSON itself.
impl Validate for EventBody {
    fn validate(&mut self, _: &mut Check) {}
}

/// Returns `details` with `change` applied; the given parts are checked away from the async threads.
async fn changed(
    app: &App,
    mut details: EventDetails,
    change: EventDetailsChange,
    sections: Vec<Section>,
    mut check: Check,
) -> Result<EventDetails> {
    let lay_over = move || {
        details.apply(change);
        details.check(&sections, &mut check, new_question_id);
        check.finish()?;
        Ok(details)
    };
    app.compute.run(lay_over).await?
}

fn new_question_id() -> String {
    clock::new_id::<uuid::Uuid>().to_string()
}

/// Creates an event with its form and ticket classes: code 2002. 5003 when the account may have no more events, or
/// none of this size.
/// 5002 (`groupId`): the caller does not lead that group, or it is archived. 5012: two ticket classes have the same
/// name. 5008: its draft is gone, because it was published or deleted meanwhile. Without a `hostName` the host has
/// the names of the account and its company.
#[utoipa::path(post, path = "/event", tag = "event", params(KeyHeader), request_body = EventBody,
    responses((status = 201, body = Envelope<Event>)), security(("bearer" = [])))]
pub async fn create_event(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    Idempotent(once, mut body): Idempotent<EventBody>,
) -> Result<Envelope<Event>> {
    let mut tickets = body.tickets.take().unwrap_or_default();
    let (draft, source) = (body.draft_id, body.copied_from);
    let mut check = Check::default();
    let names = tickets::check_all(&mut tickets, &mut check);
    let change = body.into_details();
    change.check_new(&mut check);
    let all = Section::ALL.to_vec();
    let is_host_said = change.info.host_name.is_some();
    let mut details = changed(&app, EventDetails::default(), change, all, check).await?;
    if !is_host_said {
        details.info.host_name = Some(accounts::host_name(&user.company, &user.full_name));
    }
    names?;
    let now = app.clock.now();
    let tx = once.begin().await?;
    let owner = lifecycle::lock_owner(&tx, user.id).await?;
    own_files::check(&tx, &owner, &[], details.files()).await?;
    lifecycle::check_new(&tx, owner.id, &details, 1, now).await?;
    if let Some(draft) = draft {
        drafts::publish(&tx, draft, owner.id).await?;
    }
    let id = lifecycle::insert(&tx, owner.id, &details, now).await?;
    tickets::insert_all(&tx, id, tickets, now).await?;
    if let Some(source) = source {
        blocks::copy(&tx, source, id, &owner, now).await?;
    }
    if details.info.group_id.is_some() {
        hoi_jobs::enqueue(&tx, &TellMembers { event: id }, now).await?;
    }
    let created =
        Envelope::said(load(&tx, id, &owner, now).await?, "event.created").with_code(2002);
    once.commit(tx, created).await
}

async fn load(
    conn: &impl ConnectionTrait,
    id: EventId,
    user: &user::Model,
    now: Timestamp,
) -> Result<Event> {
    let event = store::find_event(conn, id).await?.ok_or_else(not_found)?;
    full(conn, event, user, now).await
}

fn not_found() -> Error {
    Error::NotFound(LocalizedText::new("event.notFound"))
}

/// Everything about an event.
#[utoipa::path(get, path = "/event/{eventId}", tag = "event", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Event>)), security(("bearer" = [])))]
pub async fn get_event(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Overview>,
) -> Result<Envelope<Event>> {
    full(app.db.read(), event, &user, app.clock.now())
        .await
        .map(Envelope::ok)
}

/// Changes an event: absent fields stay unchanged. 5008 when it was changed since it was read, with the stored event in
/// `data`, or when it would have fewer seats than participants; 5002 (`groupId`) for another group that the event's
/// owner does not lead, or that is archived; 5003 when it would have more than the owner's plans allow; 5009 when it is
/// canceled. Ticket classes have calls of their own.
#[utoipa::path(put, path = "/event/{eventId}", tag = "event", params(("eventId" = EventId, Path)),
    request_body = EventBody, responses((status = 200, body = Envelope<Event>)), security(("bearer" = [])))]
pub async fn update_event(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Settings>,
    ValidatedJson(body): ValidatedJson<EventBody>,
) -> Result<Envelope<Event>> {
    let (section, version) = (body.section, body.version);
    let before = EventDetails::from(&event);
    let change = body.into_details();
    let sections = match section {
        Some(section) => [change.sections(), vec![section]].concat(),
        None => Section::ALL.to_vec(),
    };
    let details = changed(&app, before.clone(), change, sections, Check::default()).await?;
    let saved = save(&app, &event, &user, version, &before, details).await?;
    let stored = load(app.db.read(), event.id, &user, app.clock.now()).await?;
    let Some(told) = saved else {
        return Err(Error::changed_meanwhile(&stored));
    };
    let mut answer = Envelope::said(stored, "event.updated");
    answer.messages.extend(told);
    Ok(answer)
}

/// Writes `details` over the event as it was `read`, and returns the messages to the organiser about answers that are
/// being sealed. None, and nothing is written, if the event has changed since. Without a difference there is no new
/// version and no entry in the log.
async fn save(
    app: &App,
    read: &event::Model,
    user: &user::Model,
    version: Option<i64>,
    before: &EventDetails,
    details: EventDetails,
) -> Result<Option<Vec<String>>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let locked = lock(&tx, read.id).await?;
    rules::check_not_cancelled(locked.cancelled_at.is_some())?;
    if locked.version != read.version || is_stale(version, read.version) {
        return Ok(None);
    }
    if details.info.total_participants < locked.registered_count {
        return Err(Error::Conflict(
            LocalizedText::new("event.fewerSeatsThanParticipants")
                .with("count", locked.registered_count),
        ));
    }
    own_files::check(&tx, user, &before.files(), details.files()).await?;
    let new_group = details
        .info
        .group_id
        .filter(|group| before.info.group_id != Some(*group));
    if let Some(group) = new_group {
        lifecycle::check_leads(&tx, locked.owner_id, group).await?;
        hoi_jobs::enqueue(&tx, &TellMembers { event: read.id }, now).await?;
    }
    if details.info.total_participants > before.info.total_participants {
        let allowed = limits_of(&tx, locked.owner_id, now).await?;
        plan_limits::check_participants(allowed, details.info.total_participants)?;
    }
    lifecycle::change(&tx, locked, &details, user.id, now).await?;
    tx.commit().await?;
    // Wakes the job runner, so that the answers do not stay readable until its next look.
    app.jobs.notify_one();
    let schemes = (before.scheme.as_slice(), details.scheme.as_slice());
    let sealed = sealing::count_to_seal(app.db.read(), read.id, schemes).await?;
    let told = (sealed > 0).then(|| LocalizedText::new("event.sealing").with("count", sealed));
    Ok(Some(
        told.map(|text| text.localized()).into_iter().collect(),
    ))
}

async fn lock(tx: &Tx, id: EventId) -> Result<event::Model> {
    store::lock_event(tx, id).await?.ok_or_else(not_found)
}

impl Validate for FormBody {
    fn validate(&mut self, check: &mut Check) {
        form::check_scheme(&mut self.scheme, "scheme", check, new_question_id);
    }
}

/// Replaces the organizer's own questions. 5008 when the form was changed since it was read, with the stored form in
/// `data`. 5009: the event is canceled.
#[utoipa::path(put, path = "/event/{eventId}/form", tag = "event", params(("eventId" = EventId, Path)),
    request_body = FormBody, responses((status = 200, body = Envelope<Form>)), security(("bearer" = [])))]
pub async fn update_event_form(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Settings>,
    ValidatedJson(body): ValidatedJson<FormBody>,
) -> Result<Envelope<Form>> {
    let is_read = !is_stale(body.version, event.form_version);
    let before = EventDetails::from(&event);
    let details = EventDetails {
        scheme: body.scheme,
        ..before.clone()
    };
    let saved = if is_read {
        save(&app, &event, &user, None, &before, details).await?
    } else {
        None
    };
    let event = store::find_event(app.db.read(), event.id)
        .await?
        .ok_or_else(not_found)?;
    let stored = Form {
        scheme: event.form.scheme,
        version: event.form_version,
    };
    let Some(told) = saved else {
        return Err(Error::changed_meanwhile(&stored));
    };
    let mut answer = Envelope::said(stored, "event.updated");
    answer.messages.extend(told);
    Ok(answer)
}

impl Validate for ReopenEvent {
    fn validate(&mut self, _: &mut Check) {}
}

/// Opens registration again until a new closing date. 5002 when it is past, 5008 when registration is not closed, 5009
/// when the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/reopen", tag = "event", params(("eventId" = EventId, Path), KeyHeader),
    request_body = ReopenEvent, responses((status = 200, body = Envelope<Event>)), security(("bearer" = [])))]
pub async fn reopen_event(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Settings>,
    Idempotent(once, body): Idempotent<ReopenEvent>,
) -> Result<Envelope<Event>> {
    let (now, until) = (app.clock.now(), body.new_closed_date);
    let tx = once.begin().await?;
    let locked = lock(&tx, event.id).await?;
    let status = store::status_of(&locked, now);
    rules::check_reopen(locked.cancelled_at.is_some(), status, until, now)?;
    store::reopen(&tx, locked, until, now).await?;
    let entry = LogEntry::new(event.id, EventAction::EventReopened)
        .by(user.id)
        .with(json!({ "until": until }));
    events::log(&tx, entry, now).await?;
    let reopened = Envelope::said(load(&tx, event.id, &user, now).await?, "event.reopened");
    once.commit(tx, reopened).await
}

impl Validate for CancelEvent {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("reason", &mut self.reason, rules::MAX_REASON);
    }
}

/// Shows the mail that a guest who has paid nothing would get if the event were canceled for this reason, in the
/// caller's language. 5009 when it is canceled already.
#[utoipa::path(post, path = "/event/{eventId}/cancel/preview", tag = "event", params(("eventId" = EventId, Path)),
    request_body = CancelEvent, responses((status = 200, body = Envelope<CancellationPreview>)), security(("bearer" = [])))]
pub async fn preview_cancellation(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Settings>,
    ValidatedJson(body): ValidatedJson<CancelEvent>,
) -> Result<Envelope<CancellationPreview>> {
    rules::check_not_cancelled(event.cancelled_at.is_some())?;
    let (conn, lang) = (app.db.read(), language::current());
    let dress = events::dress(conn, &event, &app.config.public_url).await?;
    let guest = LocalizedText::new("messages.sampleName").in_language(lang);
    let values = cancellation(&event, body.reason.as_deref(), &guest, 0, None);
    Ok(Envelope::ok(CancellationPreview {
        recipients: letters::count_told_of_cancellation(conn, event.id).await?,
        mail: mails::preview(&app, "event_cancelled", lang, values, dress).await?,
    }))
}

/// Cancels the event for good: its public page says that it is canceled, and no more, and every participant is told by
/// mail unless the organizer does not want it. 5009 when it is canceled already.
#[utoipa::path(post, path = "/event/{eventId}/cancel", tag = "event", params(("eventId" = EventId, Path), KeyHeader),
    request_body = CancelEvent, responses((status = 200, body = Envelope<Event>)), security(("bearer" = [])))]
pub async fn cancel_event(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Settings>,
    Idempotent(once, body): Idempotent<CancelEvent>,
) -> Result<Envelope<Event>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let locked = lock(&tx, event.id).await?;
    let registered = locked.registered_count;
    let telling = if body.without_mails {
        Telling::Nobody
    } else {
        Telling::Everybody
    };
    lifecycle::cancel(&tx, locked, body.reason, telling, user.id, now).await?;
    let said = match telling {
        _ if registered == 0 => "event.hasBeenCancelledEmpty",
        Telling::Everybody => "event.hasBeenCancelled",
        Telling::Nobody => "event.hasBeenCancelledUntold",
    };
    let cancelled = Envelope::said(load(&tx, event.id, &user, now).await?, said);
    let cancelled = once.commit(tx, cancelled).await?;
    app.jobs.notify_one();
    app.realtime.event_changed(event.id);
    Ok(cancelled)
}

/// Deletes the event with everything in it, for everybody.
#[utoipa::path(delete, path = "/event/{eventId}", tag = "event", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn delete_event(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Settings>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let locked = lock(&tx, event.id).await?;
    store::mark_deleted(&tx, locked, now).await?;
    let entry = LogEntry::new(event.id, EventAction::EventDeleted).by(user.id);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    app.realtime.event_changed(event.id);
    Ok(Envelope::done("message.deleted"))
}
