//! Mails the recipients of messages at an even pace.
//!
//! Recipients are taken in the transaction that also advances the event's pace. Each gets its own job, and a `next_at`
//! after the end of that job's life. So neither a second server nor a job that runs twice mails a person twice, or
//! faster than [`PER_TICK`] mails per [`TICK`], and a delivery whose job was lost is eventually taken again.

use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_jobs::{Attempt, JobError};
use hoi_mail::SendError;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::EventId;
use hoi_platform::mails;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Set,
};

use super::entity::{delivery, message, pace};
use super::jobs::{MailMessage, SendMails};
use super::rules::{AT_ONCE, PAUSE_WHEN_FULL, PER_TICK, TICK};
use super::segment::Segment;
use super::{DeliveryReason, DeliveryState, MessageStatus, mail, opt_out, sending, store};

/// Pauses between attempts to record the results of sent mails.
const MARK_PAUSES: [Duration; 3] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(5),
];
/// The value of `next_at` of a delivery without a job.
pub const NOT_TAKEN: Timestamp = Timestamp(0);
/// The time after which a taken delivery without a result has lost its job.
const TAKEN: Duration = mails::RETRY
    .give_up_after
    .saturating_add(Duration::from_hours(24));

/// Enqueues mails for the next recipients of the event's messages, unless it is too early, and schedules the next tick.
pub async fn tick(app: &App, event: EventId) -> Result<()> {
    let tx = app.db.write().await?;
    take(&tx, event, app.clock.now()).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(())
}

/// Takes the next recipients. While `next_at` lies ahead, a job is scheduled for exactly that time. A job that comes
/// earlier does nothing, so several jobs of an event become one.
async fn take(tx: &Tx, id: EventId, now: Timestamp) -> Result<()> {
    let pace = lock_pace(tx, id).await?;
    // A `next_at` further ahead than any pause means that the clock was set back.
    if now < pace.next_at && pace.next_at <= now.plus(PAUSE_WHEN_FULL) {
        return Ok(());
    }
    let event = events::find_event(tx, id).await?;
    let Some(event) = event.filter(|event| event.cancelled_at.is_none()) else {
        return sending::stop_all(tx, id, now).await;
    };
    if !sending::may_write(tx, &event).await? {
        return Ok(());
    }
    let on_their_way = waiting(id).filter(delivery::Column::NextAt.gt(now));
    let room = AT_ONCE.saturating_sub(on_their_way.count(tx).await?);
    let deliveries = waiting(id)
        .filter(delivery::Column::NextAt.lte(now))
        .order_by_asc(delivery::Column::MessageId)
        .order_by_asc(delivery::Column::AttendanceId)
        .limit(room.clamp(1, PER_TICK))
        .all(tx)
        .await?;
    if deliveries.is_empty() {
        return sending::finish(tx, id, now).await;
    }
    let mut next = now.plus(PAUSE_WHEN_FULL);
    if room > 0 {
        next = now.plus(TICK);
        give_jobs(tx, id, deliveries, now).await?;
    }
    let mut row = pace.into_active_model();
    row.next_at = Set(next);
    row.update(tx).await?;
    hoi_jobs::enqueue_at(tx, &SendMails { event: id }, now, next).await?;
    Ok(())
}

async fn give_jobs(
    tx: &Tx,
    event: EventId,
    deliveries: Vec<delivery::Model>,
    now: Timestamp,
) -> Result<()> {
    let mut jobs = Vec::new();
    for one in deliveries {
        jobs.push(MailMessage {
            event,
            message: one.message_id,
            attendance: one.attendance_id,
        });
        let mut row = one.into_active_model();
        row.next_at = Set(now.plus(TAKEN));
        row.update(tx).await?;
    }
    hoi_jobs::enqueue_all(tx, &jobs, now).await?;
    Ok(())
}

async fn lock_pace(tx: &Tx, event: EventId) -> Result<pace::Model> {
    let first = pace::Model {
        event_id: event,
        next_at: Timestamp(0),
    };
    let nothing = OnConflict::column(pace::Column::EventId)
        .do_nothing()
        .to_owned();
    pace::Entity::insert(first.clone().into_active_model().reset_all())
        .on_conflict(nothing)
        .exec_without_returning(tx)
        .await?;
    let pace = pace::Entity::find_by_id(event).lock_exclusive();
    Ok(pace.one(tx).await?.unwrap_or(first))
}

/// Selects the recipients of the event who are still to be mailed.
fn waiting(event: EventId) -> sea_orm::Select<delivery::Entity> {
    let sending = Query::select()
        .column(message::Column::Id)
        .from(message::Entity)
        .and_where(message::Column::EventId.eq(event))
        .and_where(message::Column::Status.eq(MessageStatus::Sending))
        .to_owned();
    delivery::Entity::find()
        .filter(delivery::Column::MessageId.in_subquery(sending))
        .filter(delivery::Column::State.eq(DeliveryState::Waiting))
}

/// Mails one recipient and records the result.
pub async fn mail(app: &App, job: &MailMessage, attempt: Attempt) -> Result<(), JobError> {
    let sent = match find(app, job).await.map_err(Error::to_be_retried)? {
        Found::Nothing => return Ok(()),
        Found::Skip(reason) => Ok((DeliveryState::Skipped, Some(reason))),
        Found::Mail(parts) => {
            let Parts {
                message,
                event,
                person,
                class,
            } = *parts;
            mail::send(app, &message, &event, &person, class, attempt)
                .await
                .map(|()| (DeliveryState::Sent, None))
        }
    };
    match sent {
        Ok((state, reason)) => mark(app, job, attempt, state, reason)
            .await
            .map_err(Error::to_be_retried),
        Err(error) => {
            // The count is only informative, so a failure to store it is ignored.
            if let Err(error) = mark_once(app, job, attempt, DeliveryState::Waiting, None).await {
                tracing::warn!(?error, "an attempt could not be counted");
            }
            Err(error)
        }
    }
}

/// Records that this recipient is not mailed any more.
pub async fn give_up(
    app: &App,
    job: &MailMessage,
    attempt: Attempt,
    error: &JobError,
) -> Result<()> {
    let reason = match error {
        JobError::Dead(error) if error.is::<SendError>() => DeliveryReason::Refused,
        JobError::Dead(_) => DeliveryReason::NotMade,
        JobError::Retry(_) | JobError::Outage(_) => DeliveryReason::Unreachable,
    };
    mark(app, job, attempt, DeliveryState::Failed, Some(reason)).await
}

/// The action for a delivery.
enum Found {
    Nothing,
    Skip(DeliveryReason),
    Mail(Box<Parts>),
}

/// The data that a mail needs.
struct Parts {
    message: message::Model,
    event: events::entity::event::Model,
    person: attendance::Model,
    class: Option<String>,
}

async fn find(app: &App, job: &MailMessage) -> Result<Found> {
    let conn = app.db.read();
    let delivery = delivery::Entity::find_by_id((job.message, job.attendance));
    let delivery = delivery.one(conn).await?;
    let message = message::Entity::find_by_id(job.message).one(conn).await?;
    let (Some(delivery), Some(message)) = (delivery, message) else {
        return Ok(Found::Nothing);
    };
    if delivery.state != DeliveryState::Waiting {
        return Ok(Found::Nothing);
    }
    let event = events::find_event(conn, job.event).await?;
    let Some(event) = event.filter(|event| event.cancelled_at.is_none()) else {
        let tx = app.db.write().await?;
        lock_pace(&tx, job.event).await?;
        sending::stop_all(&tx, job.event, app.clock.now()).await?;
        tx.commit().await?;
        return Ok(Found::Nothing);
    };
    if !sending::may_write(conn, &event).await? {
        put_back(app, job).await?;
        return Ok(Found::Nothing);
    }
    let person = attendance::live()
        .filter(attendance::Column::Id.eq(job.attendance))
        .one(conn)
        .await?;
    let Some(person) = person else {
        return Ok(Found::Skip(DeliveryReason::Removed));
    };
    if person.email.is_empty() {
        return Ok(Found::Skip(DeliveryReason::NoEmail));
    }
    let segment = Segment::from_column(&message.segment)?;
    let takes_it = segment.is_about_payment()
        || person.consent_withdrawn_at.is_none()
            && !opt_out::has_opted_out(conn, event.owner_id, &person.email).await?;
    if !segment.still_holds(&event, &person) || !takes_it {
        return Ok(Found::Skip(DeliveryReason::NotAnyMore));
    }
    let class = store::class_name(conn, person.ticket_id).await?;
    Ok(Found::Mail(Box::new(Parts {
        message,
        event,
        person,
        class,
    })))
}

/// Makes the delivery wait without a job while the owner is suspended.
async fn put_back(app: &App, job: &MailMessage) -> Result<()> {
    let tx = app.db.write().await?;
    let change = delivery::ActiveModel {
        next_at: Set(NOT_TAKEN),
        ..Default::default()
    };
    change_one(&tx, job, change).await?;
    tx.commit().await?;
    Ok(())
}

async fn change_one(tx: &Tx, job: &MailMessage, change: delivery::ActiveModel) -> Result<()> {
    delivery::Entity::update_many()
        .set(change)
        .filter(delivery::Column::MessageId.eq(job.message))
        .filter(delivery::Column::AttendanceId.eq(job.attendance))
        .filter(delivery::Column::State.eq(DeliveryState::Waiting))
        .exec(tx)
        .await?;
    Ok(())
}

/// Records the result of a mail. A sent mail cannot be undone and a delivery without a result is mailed again, so
/// recording is repeated while the database is busy.
async fn mark(
    app: &App,
    job: &MailMessage,
    attempt: Attempt,
    state: DeliveryState,
    reason: Option<DeliveryReason>,
) -> Result<()> {
    for pause in MARK_PAUSES {
        match mark_once(app, job, attempt, state, reason).await {
            Ok(()) => return Ok(()),
            Err(error) => tracing::warn!(?error, "a mail that has left could not be marked"),
        }
        tokio::time::sleep(pause).await;
    }
    mark_once(app, job, attempt, state, reason).await
}

async fn mark_once(
    app: &App,
    job: &MailMessage,
    attempt: Attempt,
    state: DeliveryState,
    reason: Option<DeliveryReason>,
) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // Locks in the same order as stopping the event's messages does, so that neither waits for the other.
    lock_pace(&tx, job.event).await?;
    let change = delivery::ActiveModel {
        state: Set(state),
        reason: Set(reason),
        attempts: Set(attempt.number),
        sent_at: Set((state == DeliveryState::Sent).then_some(now)),
        ..Default::default()
    };
    change_one(&tx, job, change).await?;
    if state != DeliveryState::Waiting {
        sending::finish(&tx, job.event, now).await?;
    }
    tx.commit().await?;
    Ok(())
}
