//! Starts, schedules, repeats and stops the sending of messages.

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::{AttendanceId, EventId, MessageId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{self, EventAction, LogEntry};
use hoi_ticketing::participants::reminder_entry;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Set,
};
use serde_json::json;

use super::delivery::NOT_TAKEN;
use super::entity::{delivery, message};
use super::jobs::{ExpandMessage, SendMails, SendScheduled};
use super::segment::Segment;
use super::{DeliveryReason, DeliveryState, MessageProblem, MessageStatus, rules, store};

/// Delivery rows created in one transaction.
const CHUNK: u64 = 1000;

/// Sends the locked message of the locked event now and returns the number of recipients. Refuses with 5003 if the
/// account's allowance of mails is too small, with 5008 if an organiser sends it to no recipient.
pub async fn begin(
    tx: &Tx,
    event: &event::Model,
    message: message::Model,
    actor: Option<UserId>,
    now: Timestamp,
) -> Result<u64> {
    let segment = Segment::from_column(&message.segment)?;
    let recipients = segment.count(tx, event, now).await?;
    accounts::charge_mails(tx, event.owner_id, recipients, now).await?;
    if recipients == 0 && actor.is_some() {
        return Err(Error::Conflict(LocalizedText::new("messages.nobody")));
    }
    let (id, subject, version) = (message.id, message.subject.clone(), message.version);
    let mut row = message.into_active_model();
    row.status = Set(MessageStatus::Sending);
    row.problem = Set(None);
    row.send_at = Set(Some(now));
    row.started_at = Set(Some(now));
    row.recipients = Set(i64::try_from(recipients).unwrap_or(i64::MAX));
    row.version = Set(version + 1);
    row.updated_at = Set(now);
    row.update(tx).await?;
    hoi_jobs::enqueue(
        tx,
        &ExpandMessage {
            event: event.id,
            message: id,
        },
        now,
    )
    .await?;
    let data = json!({ "name": subject, "count": recipients });
    let entry = LogEntry::new(event.id, EventAction::MessageSent)
        .by(actor)
        .about(id.0)
        .with(data);
    events::log(tx, entry, now).await?;
    Ok(recipients)
}

/// Schedules the locked message of the locked event. Refuses with 5003 if the number of recipients exceeds the
/// account's whole allowance.
pub async fn schedule(
    tx: &Tx,
    event: &event::Model,
    message: message::Model,
    actor: UserId,
    send_at: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let segment = Segment::from_column(&message.segment)?;
    let recipients = segment.count(tx, event, now).await?;
    accounts::check_mails(tx, event.owner_id, recipients, send_at).await?;
    let (id, subject, version) = (message.id, message.subject.clone(), message.version);
    let mut row = message.into_active_model();
    row.status = Set(MessageStatus::Scheduled);
    row.problem = Set(None);
    row.send_at = Set(Some(send_at));
    row.version = Set(version + 1);
    row.updated_at = Set(now);
    row.update(tx).await?;
    let job = SendScheduled {
        event: event.id,
        message: id,
        send_at,
    };
    hoi_jobs::enqueue_at(tx, &job, now, send_at).await?;
    let data = json!({ "name": subject, "at": send_at });
    let entry = LogEntry::new(event.id, EventAction::MessageScheduled)
        .by(actor)
        .about(id.0)
        .with(data);
    events::log(tx, entry, now).await
}

/// Returns whether the event's owner may send mails. The messages of a suspended owner wait, and [`resume`] checks them
/// every hour.
pub async fn may_write(conn: &impl ConnectionTrait, event: &event::Model) -> Result<bool> {
    let owner = user::Entity::find_by_id(event.owner_id).one(conn).await?;
    Ok(owner.is_some_and(|owner| owner.is_active))
}

/// Sends a scheduled message at its time. If that is no longer possible, stores the reason for the organiser. Does
/// nothing if the message was cancelled or rescheduled meanwhile.
pub async fn begin_scheduled(
    tx: &Tx,
    SendScheduled {
        event,
        message,
        send_at,
    }: &SendScheduled,
    now: Timestamp,
) -> Result<()> {
    let found = events::lock_event(tx, *event).await?;
    let message = match store::lock(tx, *event, *message).await {
        Ok(message) => message,
        Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    if message.status != MessageStatus::Scheduled || message.send_at != Some(*send_at) {
        return Ok(());
    }
    // The clock was set back meanwhile.
    if now < *send_at {
        let job = SendScheduled {
            event: *event,
            message: message.id,
            send_at: *send_at,
        };
        return Ok(hoi_jobs::enqueue_at(tx, &job, now, *send_at).await?);
    }
    let Some(found) = found.filter(|event| event.cancelled_at.is_none()) else {
        let row = message.into_active_model();
        return stop(
            tx,
            row,
            MessageStatus::Cancelled,
            MessageProblem::EventCancelled,
            now,
        )
        .await;
    };
    if !may_write(tx, &found).await? {
        return Ok(());
    }
    match begin(tx, &found, message.clone(), None, now).await {
        Ok(_) => Ok(()),
        Err(Error::ResourceExceeded(_)) => {
            let (id, data) = (message.id.0, json!({ "name": message.subject }));
            let mut row = message.into_active_model();
            row.send_at = Set(None);
            stop(
                tx,
                row,
                MessageStatus::Draft,
                MessageProblem::DailyLimit,
                now,
            )
            .await?;
            let entry = LogEntry::new(*event, EventAction::MessageHeldBack)
                .about(id)
                .with(data);
            events::log(tx, entry, now).await
        }
        Err(error) => Err(error),
    }
}

async fn stop(
    tx: &Tx,
    mut row: message::ActiveModel,
    status: MessageStatus,
    problem: MessageProblem,
    now: Timestamp,
) -> Result<()> {
    row.status = Set(status);
    row.problem = Set(Some(problem));
    row.updated_at = Set(now);
    row.update(tx).await?;
    Ok(())
}

/// Creates the delivery rows of the next [`CHUNK`] recipients, in the order of their identifiers. Returns whether there
/// may be more.
pub async fn expand(tx: &Tx, event: EventId, message: MessageId, now: Timestamp) -> Result<bool> {
    // Two messages to people who owe wait for one another here, so that the second leaves out those reminded by the first.
    let found = events::lock_event(tx, event).await?;
    let message = store::lock(tx, event, message).await?;
    if message.status != MessageStatus::Sending {
        return Ok(false);
    }
    // Without its event the message is stopped where its mails would be taken.
    let Some(found) = found.filter(|_| !message.is_expanded) else {
        hoi_jobs::enqueue(tx, &SendMails { event }, now).await?;
        return Ok(false);
    };
    let last = delivery::Entity::find()
        .filter(delivery::Column::MessageId.eq(message.id))
        .order_by_desc(delivery::Column::AttendanceId)
        .limit(1)
        .one(tx)
        .await?;
    let segment = Segment::from_column(&message.segment)?;
    let mut next = segment.recipients(&found, now);
    if let Some(last) = last {
        next = next.filter(attendance::Column::Id.gt(last.attendance_id));
    }
    let next: Vec<(AttendanceId, String)> = next
        .select_only()
        .columns([attendance::Column::Id, attendance::Column::FullName])
        .order_by_asc(attendance::Column::Id)
        .limit(CHUNK)
        .into_tuple()
        .all(tx)
        .await?;
    let rows = next.iter().map(|(attendance, _)| delivery::ActiveModel {
        message_id: Set(message.id),
        attendance_id: Set(*attendance),
        state: Set(DeliveryState::Waiting),
        attempts: Set(0),
        next_at: Set(NOT_TAKEN),
        reason: Set(None),
        sent_at: Set(None),
    });
    if !next.is_empty() {
        delivery::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    if segment.is_about_payment() {
        let reminded = next
            .iter()
            .map(|(person, name)| reminder_entry(event, *person, name).by(message.author_id));
        events::log_all(tx, reminded, now).await?;
    }
    if u64::try_from(next.len()).unwrap_or(0) == CHUNK {
        return Ok(true);
    }
    let all = delivery::Entity::find()
        .filter(delivery::Column::MessageId.eq(message.id))
        .count(tx)
        .await?;
    let mut row = message.into_active_model();
    row.is_expanded = Set(true);
    row.recipients = Set(i64::try_from(all).unwrap_or(i64::MAX));
    row.update(tx).await?;
    hoi_jobs::enqueue(tx, &SendMails { event }, now).await?;
    Ok(false)
}

/// Repeats the deliveries that were given up and returns their number. The event must be locked. Refuses with 5003 if
/// its owner's allowance of mails is too small.
pub async fn retry(tx: &Tx, owner: UserId, message: message::Model, now: Timestamp) -> Result<u64> {
    let waiting = delivery::ActiveModel {
        state: Set(DeliveryState::Waiting),
        attempts: Set(0),
        next_at: Set(NOT_TAKEN),
        reason: Set(None),
        ..Default::default()
    };
    let changed = delivery::Entity::update_many()
        .set(waiting)
        .filter(delivery::Column::MessageId.eq(message.id))
        .filter(delivery::Column::State.eq(DeliveryState::Failed))
        .exec(tx)
        .await?
        .rows_affected;
    if changed > 0 {
        accounts::charge_mails(tx, owner, changed, now).await?;
        let event = message.event_id;
        let mut row = message.into_active_model();
        row.status = Set(MessageStatus::Sending);
        row.sent_at = Set(None);
        row.update(tx).await?;
        hoi_jobs::enqueue(tx, &SendMails { event }, now).await?;
    }
    Ok(changed)
}

/// Stops mailing the remaining recipients of a cancelled event.
pub async fn stop_all(tx: &Tx, event: EventId, now: Timestamp) -> Result<()> {
    let messages = message::Entity::find()
        .filter(message::Column::EventId.eq(event))
        .filter(message::Column::Status.eq(MessageStatus::Sending))
        .order_by_asc(message::Column::Id)
        .lock_exclusive()
        .all(tx)
        .await?;
    for message in messages {
        let skipped = delivery::ActiveModel {
            state: Set(DeliveryState::Skipped),
            reason: Set(Some(DeliveryReason::EventCancelled)),
            ..Default::default()
        };
        delivery::Entity::update_many()
            .set(skipped)
            .filter(delivery::Column::MessageId.eq(message.id))
            .filter(delivery::Column::State.eq(DeliveryState::Waiting))
            .exec(tx)
            .await?;
        let row = message.into_active_model();
        stop(
            tx,
            row,
            MessageStatus::Cancelled,
            MessageProblem::EventCancelled,
            now,
        )
        .await?;
    }
    Ok(())
}

/// Marks the event's messages as sent that have no waiting recipient.
pub async fn finish(tx: &Tx, event: EventId, now: Timestamp) -> Result<()> {
    let messages = message::Entity::find()
        .filter(message::Column::EventId.eq(event))
        .filter(message::Column::Status.eq(MessageStatus::Sending))
        .filter(message::Column::IsExpanded.eq(true))
        .order_by_asc(message::Column::Id)
        .lock_exclusive()
        .all(tx)
        .await?;
    for message in messages {
        let waiting = delivery::Entity::find()
            .filter(delivery::Column::MessageId.eq(message.id))
            .filter(delivery::Column::State.eq(DeliveryState::Waiting))
            .limit(1)
            .one(tx)
            .await?;
        if waiting.is_none() {
            let mut row = message.into_active_model();
            row.status = Set(MessageStatus::Sent);
            row.sent_at = Set(Some(now));
            row.update(tx).await?;
        }
    }
    Ok(())
}

/// Resumes messages that are being sent or overdue, in case their jobs were lost or gave up.
pub async fn resume(app: &App) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let messages: Vec<(EventId, MessageId)> = message::Entity::find()
        .select_only()
        .columns([message::Column::EventId, message::Column::Id])
        .filter(message::Column::Status.eq(MessageStatus::Sending))
        .into_tuple()
        .all(&tx)
        .await?;
    for (event, message) in messages {
        // Existing delivery rows are not created again, and the job ends by enqueuing the mails.
        hoi_jobs::enqueue(&tx, &ExpandMessage { event, message }, now).await?;
    }
    let overdue: Vec<(EventId, MessageId, Timestamp)> = message::Entity::find()
        .select_only()
        .columns([
            message::Column::EventId,
            message::Column::Id,
            message::Column::SendAt,
        ])
        .filter(message::Column::Status.eq(MessageStatus::Scheduled))
        .filter(message::Column::SendAt.lt(now.minus(rules::OVERDUE)))
        .into_tuple()
        .all(&tx)
        .await?;
    for (event, message, send_at) in overdue {
        let job = SendScheduled {
            event,
            message,
            send_at,
        };
        hoi_jobs::enqueue(&tx, &job, now).await?;
    }
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(())
}
