//! Mailing recipients at an even pace.
//!
//! A delivery is taken by moving its `next_at` on, in the transaction that also moves the event's pace: whoever took it
//! mails it and marks it, and if that server dies, the back-off gives the delivery to somebody else. So neither a second
//! server nor a job that runs twice writes to a person twice, or faster than [`PER_TICK`] mails per [`TICK`].

use std::collections::HashMap;

use futures::future::join_all;
use hoi_db::{Timestamp, Tx};
use hoi_jobs::JobError;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, Set,
};

use super::entity::{delivery, message, pace};
use super::jobs::SendMails;
use super::rules::{MAX_ATTEMPTS, PER_TICK, TICK, back_off};
use super::{DeliveryReason, DeliveryState, MessageStatus, letter, sending};
use crate::app::App;
use crate::error::Result;
use crate::events;
use crate::events::entity::event;
use crate::ids::{AttendanceId, EventId, MessageId, TicketId};
use crate::registration::entity::attendance;
use crate::tickets::entity::ticket;

/// Mails the next few recipients of the event's messages, unless it is too early.
pub async fn tick(app: &App, event: EventId) -> Result<()> {
    let tx = app.db.write().await?;
    let taken = take(&tx, event, app.clock.now()).await?;
    tx.commit().await?;
    let Some(Taken { event, deliveries }) = taken else {
        return Ok(());
    };
    let batch = Batch::load(app, event, deliveries).await?;
    let marks = join_all(batch.deliveries.iter().map(|one| batch.send(app, one))).await;
    marks.into_iter().collect::<Result<()>>()?;
    let tx = app.db.write().await?;
    sending::finish(&tx, batch.event.id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
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
    messages: HashMap<MessageId, message::Model>,
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
            messages: messages.into_iter().map(|row| (row.id, row)).collect(),
            people: people.into_iter().map(|row| (row.id, row)).collect(),
            classes: classes.into_iter().map(|row| (row.id, row.name)).collect(),
        })
    }

    /// Mails one recipient and marks at once what came of it.
    async fn send(&self, app: &App, one: &delivery::Model) -> Result<()> {
        let Some(message) = self.messages.get(&one.message_id) else {
            return Ok(());
        };
        let Some(person) = self.people.get(&one.attendance_id) else {
            return mark(app, one, skipped(DeliveryReason::Removed)).await;
        };
        if person.email.is_empty() {
            return mark(app, one, skipped(DeliveryReason::NoEmail)).await;
        }
        let class = person.ticket_id.and_then(|id| self.classes.get(&id));
        let outcome = letter::mail(app, message, &self.event, person, class).await;
        let failed = |reason| delivery::ActiveModel {
            state: Set(DeliveryState::Failed),
            reason: Set(Some(reason)),
            ..Default::default()
        };
        let change = match outcome {
            Ok(()) => delivery::ActiveModel {
                state: Set(DeliveryState::Sent),
                sent_at: Set(Some(app.clock.now())),
                ..Default::default()
            },
            Err(JobError::Dead(_)) => failed(DeliveryReason::Refused),
            Err(JobError::Retry(_)) if one.attempts >= MAX_ATTEMPTS => {
                failed(DeliveryReason::Unreachable)
            }
            // It waits until `next_at`.
            Err(JobError::Retry(_)) => return Ok(()),
        };
        mark(app, one, change).await
    }
}

fn skipped(reason: DeliveryReason) -> delivery::ActiveModel {
    delivery::ActiveModel {
        state: Set(DeliveryState::Skipped),
        reason: Set(Some(reason)),
        ..Default::default()
    }
}

async fn mark(app: &App, one: &delivery::Model, change: delivery::ActiveModel) -> Result<()> {
    let tx = app.db.write().await?;
    delivery::Entity::update_many()
        .set(change)
        .filter(delivery::Column::MessageId.eq(one.message_id))
        .filter(delivery::Column::AttendanceId.eq(one.attendance_id))
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}
