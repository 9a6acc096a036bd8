//! Mailing recipients at an even pace.
//!
//! A delivery is taken by moving its `next_at` on, in the transaction that also moves the event's pace: whoever took it
//! mails it and marks it, and if that server dies, the back-off gives the delivery to somebody else. So neither a second
//! server nor a job that runs twice writes to a person twice, or faster than [`PER_TICK`] mails per [`TICK`].

use std::collections::HashMap;
use std::time::Duration;

use futures::future;
use futures::stream::{self, StreamExt as _};
use hoi_db::{Timestamp, Tx};
use hoi_jobs::JobError;
use hoi_mail::SendError;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, Set,
};

use super::entity::{delivery, message, pace};
use super::jobs::SendMails;
use super::rules::{AT_ONCE, MAX_ATTEMPTS, PER_TICK, TICK, back_off};
use super::segment::Segment;
use super::{DeliveryReason, DeliveryState, MessageStatus, letter, sending};
use crate::app::App;
use crate::error::Result;
use crate::events;
use crate::events::entity::event;
use crate::ids::{AttendanceId, EventId, MessageId, TicketId};
use crate::registration::entity::attendance;
use crate::tickets::entity::ticket;

/// Between attempts to write down what came of mails that have left.
const MARK_PAUSES: [Duration; 3] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(5),
];

/// Mails the next few recipients of the event's messages, unless it is too early.
pub async fn tick(app: &App, event: EventId) -> Result<()> {
    let tx = app.db.write().await?;
    let taken = take(&tx, event, app.clock.now()).await?;
    tx.commit().await?;
    let Some(Taken { event, deliveries }) = taken else {
        return Ok(());
    };
    let batch = Batch::load(app, event, deliveries).await?;
    let mails: Vec<_> = batch
        .deliveries
        .iter()
        .map(|one| batch.send(app, one))
        .collect();
    let outcomes: Vec<_> = stream::iter(mails)
        .buffer_unordered(AT_ONCE)
        .filter_map(future::ready)
        .collect()
        .await;
    mark(app, batch.event.id, &outcomes).await
}

struct Taken {
    event: event::Model,
    deliveries: Vec<delivery::Model>,
}

/// Takes what may leave now and has the next tick come. While `next_at` lies ahead, a job waits for exactly then; so a
/// job that comes earlier has nothing to do, and however many are made for an event, they become one.
async fn take(tx: &Tx, id: EventId, now: Timestamp) -> Result<Option<Taken>> {
    let pace = lock_pace(tx, id).await?;
    if now < pace.next_at {
        return Ok(None);
    }
    let event = events::find_event(tx, id).await?;
    let Some(event) = event.filter(|event| event.cancelled_at.is_none()) else {
        sending::stop_all(tx, id, now).await?;
        return Ok(None);
    };
    if !sending::may_write(tx, &event).await? {
        return Ok(None);
    }
    let deliveries = waiting(id)
        .filter(delivery::Column::NextAt.lte(now))
        .order_by_asc(delivery::Column::MessageId)
        .order_by_asc(delivery::Column::AttendanceId)
        .limit(PER_TICK)
        .all(tx)
        .await?;
    if deliveries.is_empty() {
        sending::finish(tx, id, now).await?;
        let later = waiting(id).order_by_asc(delivery::Column::NextAt).limit(1);
        if let Some(later) = later.one(tx).await? {
            hoi_jobs::enqueue_at(tx, &SendMails { event: id }, now, later.next_at).await?;
        }
        return Ok(None);
    }
    let mut taken = Vec::new();
    for one in deliveries {
        let attempts = one.attempts + 1;
        let mut row = one.into_active_model();
        row.attempts = Set(attempts);
        row.next_at = Set(now.plus(back_off(attempts)));
        taken.push(row.update(tx).await?);
    }
    let next = now.plus(TICK);
    let mut row = pace.into_active_model();
    row.next_at = Set(next);
    row.update(tx).await?;
    hoi_jobs::enqueue_at(tx, &SendMails { event: id }, now, next).await?;
    Ok(Some(Taken {
        event,
        deliveries: taken,
    }))
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

/// Recipients of the event who are still to be written to.
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

/// What was taken, with everything its mails say.
struct Batch {
    event: event::Model,
    deliveries: Vec<delivery::Model>,
    messages: HashMap<MessageId, (message::Model, Segment)>,
    people: HashMap<AttendanceId, attendance::Model>,
    classes: HashMap<TicketId, String>,
}

impl Batch {
    async fn load(
        app: &App,
        event: event::Model,
        deliveries: Vec<delivery::Model>,
    ) -> Result<Self> {
        let conn = app.db.read();
        let messages = message::Entity::find()
            .filter(message::Column::Id.is_in(deliveries.iter().map(|one| one.message_id)))
            .all(conn)
            .await?;
        let people = attendance::Entity::find()
            .filter(attendance::Column::Id.is_in(deliveries.iter().map(|one| one.attendance_id)))
            .filter(attendance::Column::DeletedAt.is_null())
            .all(conn)
            .await?;
        let classes = ticket::Entity::find()
            .filter(ticket::Column::Id.is_in(people.iter().filter_map(|person| person.ticket_id)))
            .all(conn)
            .await?;
        Ok(Self {
            event,
            deliveries,
            messages: messages
                .into_iter()
                .map(|row| {
                    let segment = Segment::from_column(&row.segment)?;
                    Ok((row.id, (row, segment)))
                })
                .collect::<Result<_>>()?,
            people: people.into_iter().map(|row| (row.id, row)).collect(),
            classes: classes.into_iter().map(|row| (row.id, row.name)).collect(),
        })
    }

    /// Mails one recipient and says what came of it; nothing when it is tried again at its `next_at`.
    async fn send<'a>(&self, app: &App, one: &'a delivery::Model) -> Option<Outcome<'a>> {
        let outcome = |state, reason| {
            Some(Outcome {
                of: one,
                state,
                reason,
            })
        };
        let skipped = |reason| outcome(DeliveryState::Skipped, Some(reason));
        let failed = |reason| outcome(DeliveryState::Failed, Some(reason));
        let (Some((message, segment)), Some(person)) = (
            self.messages.get(&one.message_id),
            self.people.get(&one.attendance_id),
        ) else {
            return skipped(DeliveryReason::Removed);
        };
        if person.email.is_empty() {
            return skipped(DeliveryReason::NoEmail);
        }
        if !segment.still_holds(person) {
            return skipped(DeliveryReason::NotAnyMore);
        }
        let class = person.ticket_id.and_then(|id| self.classes.get(&id));
        match letter::mail(app, message, &self.event, person, class).await {
            Ok(()) => outcome(DeliveryState::Sent, None),
            Err(JobError::Dead(error)) if error.is::<SendError>() => {
                failed(DeliveryReason::Refused)
            }
            Err(JobError::Dead(_)) => failed(DeliveryReason::NotMade),
            Err(JobError::Retry(_)) if one.attempts >= MAX_ATTEMPTS => {
                failed(DeliveryReason::Unreachable)
            }
            Err(JobError::Retry(_)) => None,
        }
    }
}

/// What came of one delivery.
struct Outcome<'a> {
    of: &'a delivery::Model,
    state: DeliveryState,
    reason: Option<DeliveryReason>,
}

/// Writes down what came of all mails of a tick, in one transaction. A mail that has left cannot be called back and a
/// delivery without a mark is mailed again, so a database that is busy is asked more than once.
async fn mark(app: &App, event: EventId, outcomes: &[Outcome<'_>]) -> Result<()> {
    for pause in MARK_PAUSES {
        match mark_once(app, event, outcomes).await {
            Ok(()) => return Ok(()),
            Err(error) => tracing::warn!(?error, "mails that have left could not be marked"),
        }
        tokio::time::sleep(pause).await;
    }
    mark_once(app, event, outcomes).await
}

async fn mark_once(app: &App, event: EventId, outcomes: &[Outcome<'_>]) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // As whoever stops the event's messages does, so that neither waits for the other.
    lock_pace(&tx, event).await?;
    for Outcome { of, state, reason } in outcomes {
        let change = delivery::ActiveModel {
            state: Set(*state),
            reason: Set(*reason),
            sent_at: Set((*state == DeliveryState::Sent).then_some(now)),
            ..Default::default()
        };
        delivery::Entity::update_many()
            .set(change)
            .filter(delivery::Column::MessageId.eq(of.message_id))
            .filter(delivery::Column::AttendanceId.eq(of.attendance_id))
            .exec(&tx)
            .await?;
    }
    sending::finish(&tx, event, now).await?;
    tx.commit().await?;
    Ok(())
}
