//! Queries on messages and their recipients.

use std::collections::HashMap;

use hoi_community::accounts;
use hoi_db::{Timestamp, Tx};
use hoi_i18n::Lang;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::{AttendanceId, EventId, MessageId, TicketId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::{event, ticket};
use hoi_ticketing::events::{MAIL_VARIABLES, uses_variable};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select,
};

use super::dto::{self, Delivery, DeliveryCounts, LackingVariable, MessageSummary, NewMessage};
use super::entity::{delivery, message};
use super::segment::Segment;
use super::{DeliveryState, MessageProblem, MessageStatus};

fn of_event(event: EventId) -> Select<message::Entity> {
    message::Entity::find().filter(message::Column::EventId.eq(event))
}

/// Returns the number of the event's messages.
#[tracing::instrument(name = "messages.count", skip_all)]
pub async fn count(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    Ok(of_event(event).count(conn).await?)
}

/// Returns the messages of the event that were not sent at their time and are drafts again, the newest first.
#[tracing::instrument(name = "messages.find_stopped", skip_all)]
pub async fn find_stopped(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<MessageId>> {
    let stopped = of_event(event)
        .select_only()
        .column(message::Column::Id)
        .filter(message::Column::Status.eq(MessageStatus::Draft))
        .filter(message::Column::Problem.is_not_null())
        .order_by_desc(message::Column::CreatedAt)
        .order_by_desc(message::Column::Id);
    Ok(stopped.into_tuple::<MessageId>().all(conn).await?)
}

/// Returns the event's message `id`, or fails with 5005.
#[tracing::instrument(name = "messages.get", skip_all)]
pub async fn get(
    conn: &impl ConnectionTrait,
    event: EventId,
    id: MessageId,
) -> Result<message::Model> {
    of_event(event)
        .filter(message::Column::Id.eq(id))
        .one(conn)
        .await?
        .ok_or_else(missing)
}

/// Like [`get`], and locks the row until the transaction ends. If the event is locked too, it is locked first.
#[tracing::instrument(name = "messages.lock", skip_all)]
pub async fn lock(tx: &Tx, event: EventId, id: MessageId) -> Result<message::Model> {
    of_event(event)
        .filter(message::Column::Id.eq(id))
        .lock_exclusive()
        .one(tx)
        .await?
        .ok_or_else(missing)
}

fn missing() -> Error {
    Error::NotFound(LocalizedText::new("messages.notFound"))
}

/// Returns a page of the event's messages, the newest first.
#[tracing::instrument(name = "messages.page", skip_all)]
pub async fn page(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    page: PageQuery,
) -> Result<Page<MessageSummary>> {
    let total = count(conn, event.id).await?;
    let rows = of_event(event.id)
        .order_by_desc(message::Column::CreatedAt)
        .order_by_desc(message::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let items = describe(conn, event, &rows).await?;
    Ok(Page { items, total })
}

/// Returns one message with its content.
#[tracing::instrument(name = "messages.show", skip_all)]
pub async fn show(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    id: MessageId,
) -> Result<dto::Message> {
    let row = get(conn, event.id, id).await?;
    let summary = describe(conn, event, std::slice::from_ref(&row)).await?;
    let summary = summary.into_iter().next().ok_or_else(missing)?;
    Ok(dto::Message {
        summary,
        content: row.content,
    })
}

async fn describe(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    rows: &[message::Model],
) -> Result<Vec<MessageSummary>> {
    let authors = accounts::full_names(conn, rows.iter().map(|row| row.author_id)).await?;
    let counts = counts(conn, rows).await?;
    let summary = |row: &message::Model| {
        // A scheduled message is cancelled only at its time, but its organiser sees at once that the event is
        // cancelled.
        let is_stopped = event.cancelled_at.is_some() && row.status == MessageStatus::Scheduled;
        let (status, problem) = if is_stopped {
            let problem = MessageProblem::EventCancelled;
            (MessageStatus::Cancelled, Some(problem))
        } else {
            (row.status, row.problem)
        };
        Ok(MessageSummary {
            id: row.id,
            subject: row.subject.clone(),
            segment: Segment::from_column(&row.segment)?,
            status,
            problem,
            send_at: row.send_at,
            sent_at: row.sent_at,
            author: authors.get(&row.author_id).cloned().unwrap_or_default(),
            deliveries: counts.get(&row.id).copied().unwrap_or_default(),
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    };
    rows.iter().map(summary).collect()
}

async fn counts(
    conn: &impl ConnectionTrait,
    rows: &[message::Model],
) -> Result<HashMap<MessageId, DeliveryCounts>> {
    let started = rows.iter().filter(|row| row.started_at.is_some());
    let mut counts: HashMap<MessageId, DeliveryCounts> = started
        .map(|row| {
            let total = row.recipients;
            let zero = DeliveryCounts::default();
            (row.id, DeliveryCounts { total, ..zero })
        })
        .collect();
    let found: Vec<(MessageId, DeliveryState, i64)> = delivery::Entity::find()
        .select_only()
        .columns([delivery::Column::MessageId, delivery::Column::State])
        .column_as(delivery::Column::AttendanceId.count(), "number")
        .filter(delivery::Column::MessageId.is_in(counts.keys().copied()))
        .group_by(delivery::Column::MessageId)
        .group_by(delivery::Column::State)
        .into_tuple()
        .all(conn)
        .await?;
    for (id, state, number) in found {
        let Some(count) = counts.get_mut(&id) else {
            continue;
        };
        match state {
            DeliveryState::Waiting => {}
            DeliveryState::Sent => count.sent = number,
            DeliveryState::Failed => count.failed = number,
            DeliveryState::Skipped => count.skipped = number,
        }
    }
    for count in counts.values_mut() {
        // Includes recipients without a row yet.
        count.waiting = count.total - count.sent - count.failed - count.skipped;
    }
    Ok(counts)
}

/// Returns the name of a ticket class; `None` without one.
#[tracing::instrument(name = "messages.class_name", skip_all)]
pub async fn class_name(
    conn: &impl ConnectionTrait,
    id: Option<TicketId>,
) -> Result<Option<String>> {
    let Some(id) = id else {
        return Ok(None);
    };
    let class = ticket::Entity::find_by_id(id).one(conn).await?;
    Ok(class.map(|class| class.name))
}

/// Returns the variables of a message that stay empty in mails of recipients, or hold the amount 0, with the number of
/// these recipients.
#[tracing::instrument(name = "messages.lacking", skip_all)]
pub async fn lacking(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    written: &NewMessage,
    now: Timestamp,
) -> Result<Vec<LackingVariable>> {
    let all = || written.segment.recipients(event, now);
    let is_blank = |value: &Option<String>| value.as_ref().is_none_or(String::is_empty);
    let mut lacking = Vec::new();
    for name in MAIL_VARIABLES {
        if !uses_variable(&written.subject, name) && !uses_variable(&written.content, name) {
            continue;
        }
        let without = match name {
            "ticketName" => all().filter(attendance::Column::TicketId.is_null()),
            "amount" | "paymentReference" => all().filter(attendance::Column::Amount.eq(0)),
            "venueAddress" if event.venue_address.is_empty() => all(),
            "accountNumber" if is_blank(&event.account_number) => all(),
            "accountHolderName" if is_blank(&event.account_holder_name) => all(),
            "bankName" if is_blank(&event.bank_name) => all(),
            _ => continue,
        };
        let recipients = without.count(conn).await?;
        if recipients > 0 {
            lacking.push(LackingVariable { name, recipients });
        }
    }
    Ok(lacking)
}

/// Returns the language of most participants; `None` without any.
#[tracing::instrument(name = "messages.usual_language", skip_all)]
pub async fn usual_language(conn: &impl ConnectionTrait, event: EventId) -> Result<Option<Lang>> {
    let found: Vec<(Lang, i64)> = attendance::live()
        .select_only()
        .column(attendance::Column::Lang)
        .column_as(attendance::Column::Id.count(), "number")
        .filter(attendance::Column::EventId.eq(event))
        .group_by(attendance::Column::Lang)
        // Of languages that are equally usual, always the same one.
        .order_by_asc(attendance::Column::Lang)
        .into_tuple()
        .all(conn)
        .await?;
    let most = found.into_iter().max_by_key(|(_, number)| *number);
    Ok(most.map(|(lang, _)| lang))
}

/// Returns whether a ticket class of the event has a price.
#[tracing::instrument(name = "messages.has_price", skip_all)]
pub async fn has_price(conn: &impl ConnectionTrait, event: EventId) -> Result<bool> {
    let classes = ticket::live()
        .filter(ticket::Column::EventId.eq(event))
        .filter(ticket::Column::Price.gt(0));
    Ok(classes.count(conn).await? > 0)
}

/// Returns a page of a message's recipients, in the order in which they are mailed.
#[tracing::instrument(name = "messages.deliveries", skip_all)]
pub async fn deliveries(
    conn: &impl ConnectionTrait,
    message: MessageId,
    state: Option<DeliveryState>,
    page: PageQuery,
) -> Result<Page<Delivery>> {
    let mut found = delivery::Entity::find().filter(delivery::Column::MessageId.eq(message));
    if let Some(state) = state {
        found = found.filter(delivery::Column::State.eq(state));
    }
    let total = found.clone().count(conn).await?;
    let rows = found
        .order_by_asc(delivery::Column::AttendanceId)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let people: HashMap<AttendanceId, (String, String)> = attendance::Entity::find()
        .select_only()
        .columns([
            attendance::Column::Id,
            attendance::Column::FullName,
            attendance::Column::Email,
        ])
        .filter(attendance::Column::Id.is_in(rows.iter().map(|row| row.attendance_id)))
        .into_tuple::<(AttendanceId, String, String)>()
        .all(conn)
        .await?
        .into_iter()
        .map(|(id, name, email)| (id, (name, email)))
        .collect();
    let describe = |row: delivery::Model| {
        let (full_name, email) = people.get(&row.attendance_id).cloned().unwrap_or_default();
        Delivery {
            attendance_id: row.attendance_id,
            full_name,
            email,
            state: row.state,
            attempts: row.attempts,
            reason: row.reason,
            sent_at: row.sent_at,
        }
    };
    let items = rows.into_iter().map(describe).collect();
    Ok(Page { items, total })
}
