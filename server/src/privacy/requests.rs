//! The organiser's calls on requests about personal data, and the code that administrators' calls share with them.

use std::sync::Arc;

use axum::extract::State;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Existing, Identified, Nothing, PageQuery, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::ids::{AttendanceId, DataRequestId, EventId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::{self, InKeptEvent, entity::event};
use hoi_ticketing::registration::{Desk, find_attendance, release};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};

use super::dto::{
    DataRequest, DataRequestAnswer, DataRequestEnd, DataRequestPage, DataRequestQuery,
};
use super::entity as data_request;
use super::jobs::MailDataAnswer;
use super::store::Keeper;
use super::{DataRequestKind, DataRequestResult, erase, store};

impl Identified for data_request::Entity {
    type Id = DataRequestId;

    async fn check_exists(id: DataRequestId, app: &App, event: Option<EventId>) -> Result<()> {
        store::find(app.db.read(), Keeper::of(event), id).await?;
        Ok(())
    }
}

/// Whether the participant has a place that they could still use.
pub fn has_place(event: &event::Model, row: &attendance::Model, now: Timestamp) -> bool {
    let end = events::end_of(event.event_start_date, event.end_date);
    let is_removed = row.deleted_at.is_some() || event.deleted_at.is_some();
    !is_removed && row.checked_in_time.is_none() && now < end
}

/// Lists the requests of participants of an event about their personal data: open ones by the time to answer them, or
/// closed ones, the latest first. Also of a deleted event.
#[utoipa::path(get, path = "/event/{eventId}/data-requests", tag = "participant", params(("eventId" = EventId, Path), DataRequestQuery),
    responses((status = 200, body = Envelope<DataRequestPage>)), security(("bearer" = [])))]
pub async fn list_data_requests(
    State(app): State<App>,
    InKeptEvent { event, .. }: InKeptEvent,
    ValidatedQuery(query): ValidatedQuery<DataRequestQuery>,
) -> Result<Envelope<DataRequestPage>> {
    let page = PageQuery::new(query.limit, query.page)?;
    let is_closed = query.is_closed.unwrap_or(false);
    let page = store::list(app.db.read(), Keeper::Organiser(event.id), is_closed, page).await?;
    Ok(Envelope::ok(page))
}

/// Answers a request, once; the person gets the text by mail. 5008: it is closed, or was answered.
#[utoipa::path(post, path = "/event/{eventId}/data-requests/{id}/answer", tag = "participant", params(("eventId" = EventId, Path), ("id" = DataRequestId, Path), KeyHeader),
    request_body = DataRequestAnswer, responses((status = 200, body = Envelope<DataRequest>)), security(("bearer" = [])))]
pub async fn answer_data_request(
    State(app): State<App>,
    InKeptEvent { event, .. }: InKeptEvent,
    Existing(id): Existing<data_request::Entity>,
    Idempotent(once, body): Idempotent<DataRequestAnswer>,
) -> Result<Envelope<DataRequest>> {
    answer(&app, Keeper::Organiser(event.id), id, once, body).await
}

/// Answers a request about which `keeper` decides.
pub async fn answer(
    app: &App,
    keeper: Keeper,
    id: DataRequestId,
    once: Once,
    body: DataRequestAnswer,
) -> Result<Envelope<DataRequest>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let row = store::lock_open(&tx, keeper, id).await?;
    if row.answered_at.is_some() {
        return Err(Error::Conflict(LocalizedText::new(
            "privacy.answeredAlready",
        )));
    }
    let columns = data_request::ActiveModel {
        answer: Set(Some(body.text)),
        answered_at: Set(Some(now)),
        ..row.into_active_model()
    };
    let row = columns.update(&tx).await?;
    let mails = MailDataAnswer::of(&row, false);
    hoi_jobs::enqueue_all(&tx, mails.as_slice(), now).await?;
    let shown = shown(store::describe(&tx, vec![row]).await?)?;
    let answer = once
        .commit(tx, Envelope::said(shown, "privacy.answered"))
        .await?;
    app.jobs.notify_one();
    Ok(answer)
}

/// Closes a request as done or refused; the person is mailed the result with the reason. A withdrawal of the consent that
/// is done is noted, and ends the organizer's messages to that participant. 5008: it is closed, or asks to be
/// erased and was not, which is another call.
#[utoipa::path(post, path = "/event/{eventId}/data-requests/{id}/close", tag = "participant", params(("eventId" = EventId, Path), ("id" = DataRequestId, Path), KeyHeader),
    request_body = DataRequestEnd, responses((status = 200, body = Envelope<DataRequest>)), security(("bearer" = [])))]
pub async fn close_data_request(
    State(app): State<App>,
    InKeptEvent { event, user }: InKeptEvent,
    Existing(id): Existing<data_request::Entity>,
    Idempotent(once, body): Idempotent<DataRequestEnd>,
) -> Result<Envelope<DataRequest>> {
    close(&app, Keeper::Organiser(event.id), user.id, id, once, body).await
}

/// Closes a request about which `keeper` decides.
pub async fn close(
    app: &App,
    keeper: Keeper,
    by: UserId,
    id: DataRequestId,
    once: Once,
    body: DataRequestEnd,
) -> Result<Envelope<DataRequest>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let row = store::lock_open(&tx, keeper, id).await?;
    if row.kind == DataRequestKind::Erasure && body.result == DataRequestResult::Done {
        return Err(Error::Conflict(LocalizedText::new("privacy.eraseInstead")));
    }
    let columns = data_request::ActiveModel {
        result: Set(Some(body.result)),
        reason: Set(body.reason),
        closed_at: Set(Some(now)),
        closed_by: Set(Some(by)),
        ..row.into_active_model()
    };
    let row = columns.update(&tx).await?;
    if row.kind == DataRequestKind::Consent && row.result == Some(DataRequestResult::Done) {
        withdraw_consent(&tx, row.attendance_id, now).await?;
    }
    let mails = MailDataAnswer::of(&row, true);
    hoi_jobs::enqueue_all(&tx, mails.as_slice(), now).await?;
    let shown = shown(store::describe(&tx, vec![row]).await?)?;
    let answer = once
        .commit(tx, Envelope::said(shown, "privacy.closed"))
        .await?;
    app.jobs.notify_one();
    Ok(answer)
}

/// Notes that a participant took their consent back. From now on the organiser's messages do not go to them; mails about
/// their own registration do.
async fn withdraw_consent(tx: &Tx, person: Option<AttendanceId>, now: Timestamp) -> Result<()> {
    let columns = attendance::ActiveModel {
        consent_withdrawn_at: Set(Some(now)),
        updated_at: Set(now),
        ..Default::default()
    };
    attendance::Entity::update_many()
        .set(columns)
        .filter(attendance::Column::Id.is_in(person))
        .filter(attendance::Column::ErasedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Carries out a request to be erased: everything that is stored of the person goes, their place is given back before the
/// end of the event, and a last mail says so. An erased participant stays so. 5008: it asks for something else, or was
/// refused.
#[utoipa::path(post, path = "/event/{eventId}/data-requests/{id}/erase", tag = "participant", params(("eventId" = EventId, Path), ("id" = DataRequestId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn carry_out_erasure(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    InKeptEvent { event, user }: InKeptEvent,
    Existing(id): Existing<data_request::Entity>,
) -> Result<Envelope<Nothing>> {
    let row = store::find(app.db.read(), Keeper::Organiser(event.id), id).await?;
    check_erasure(&row)?;
    let person = row.attendance_id.ok_or_else(Error::not_found)?;
    // First, so that nothing the desk writes or mails when it takes the place back names the person.
    erase(&app, event.id, person, None, Some(user.id)).await?;
    let left = find_attendance(app.db.read(), person).await?;
    if left.is_some_and(|row| has_place(&event, &row, app.clock.now())) {
        match desk.submit(release(event.id, vec![person], user.id)).await {
            // Another call has taken it back meanwhile.
            Ok(_) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Envelope::done("privacy.erased"))
}

/// Refuses a request that is not to be erased, and one that was refused.
pub fn check_erasure(row: &data_request::Model) -> Result<()> {
    if row.kind != DataRequestKind::Erasure {
        return Err(conflict("privacy.notErasure"));
    }
    if row.result == Some(DataRequestResult::Refused) {
        return Err(conflict("privacy.closedAlready"));
    }
    Ok(())
}

fn conflict(key: &'static str) -> Error {
    Error::Conflict(LocalizedText::new(key))
}

fn shown(rows: Vec<DataRequest>) -> Result<DataRequest> {
    let row = rows.into_iter().next();
    row.ok_or_else(|| Error::NotFound(LocalizedText::new("privacy.requestNotFound")))
}
