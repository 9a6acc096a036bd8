//! What an owner sees of an event, and its log.

use std::collections::{HashMap, HashSet};

use axum::extract::State;
use hoi_db::Timestamp;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use crate::access::EventOwner;
use crate::accounts::entity::user;
use crate::app::App;
use crate::error::{Error, Message, Result};
use crate::events::dto::{Activity, ActivityList, ActivityQuery, Event};
use crate::events::entity::{event, event_activity};
use crate::events::form::Form;
use crate::events::{EventId, classes, store};
use crate::http::{Envelope, ValidatedQuery};
use crate::ids::UserId;

/// The event as its owner sees it.
pub async fn full(
    conn: &impl ConnectionTrait,
    event: event::Model,
    now: Timestamp,
) -> Result<Event> {
    Ok(Event {
        tickets: classes::find_all(conn, event.id).await?,
        event_form: Form {
            scheme: store::scheme_of(&event)?,
            version: event.form_version,
        },
        status: store::status_of(&event, now),
        is_cancelled: event.cancelled_at.is_some(),
        id: event.id,
        owner_id: event.owner_id,
        title: event.title,
        description: event.description,
        total_participants: event.total_participants,
        open_registration_date: event.open_registration_date,
        close_registration_date: event.close_registration_date,
        new_closed_date: event.new_closed_date,
        logo: event.logo_file_id.into(),
        cover_image: event.cover_file_id.map(Into::into),
        background_color: event.background_color,
        turn_off_payment: event.turn_off_payment,
        account_number: event.account_number,
        account_holder_name: event.account_holder_name,
        bank_name: event.bank_name,
        bank_bin: event.bank_bin,
        payment_email_content: event.payment_email_content,
        send_email_after_register: event.send_email_after_register,
        event_start_date: event.event_start_date,
        venue_address: event.venue_address,
        register_email_content: event.register_email_content,
        attachment_image: event.attachment_file_id.map(Into::into),
        cancel_reason: event.cancel_reason,
        registered_count: event.registered_count,
        version: event.version,
        created_at: event.created_at,
        updated_at: event.updated_at,
    })
}

/// What has been done in and to an event, newest first.
#[utoipa::path(get, path = "/event/{eventId}/activities", tag = "event", operation_id = "get_event_activities",
    params(("eventId" = EventId, Path), ActivityQuery),
    responses((status = 200, body = Envelope<ActivityList>)), security(("bearer" = [])))]
pub async fn get_activities(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
    ValidatedQuery(query): ValidatedQuery<ActivityQuery>,
) -> Result<Envelope<ActivityList>> {
    use event_activity::Column::{CreatedAt, EventId, Id};
    let conn = app.db.read();
    let limit = query.limit.unwrap_or(50).clamp(1, 100);
    let mut found = event_activity::Entity::find().filter(EventId.eq(event.id));
    if let Some(cursor) = &query.cursor {
        let (at, id) = read_cursor(cursor)?;
        let before = Condition::any()
            .add(CreatedAt.lt(at))
            .add(Condition::all().add(CreatedAt.eq(at)).add(Id.lt(id)));
        found = found.filter(before);
    }
    let mut rows = found
        .order_by_desc(CreatedAt)
        .order_by_desc(Id)
        .limit(limit + 1)
        .all(conn)
        .await?;
    let is_more = u64::try_from(rows.len()).is_ok_and(|rows| rows > limit);
    if is_more {
        rows.pop();
    }
    let next_cursor = rows
        .last()
        .filter(|_| is_more)
        .map(|row| format!("{}-{}", row.created_at.0, row.id.simple()));
    let names = names_of(conn, &rows).await?;
    let items = rows
        .into_iter()
        .map(|row| Activity {
            actor_name: row.actor_id.and_then(|id| names.get(&id).cloned()),
            id: row.id,
            action: row.action,
            actor_id: row.actor_id,
            subject_id: row.subject_id,
            data: row.data,
            created_at: row.created_at,
        })
        .collect();
    Ok(Envelope::ok(ActivityList { items, next_cursor }))
}

fn read_cursor(cursor: &str) -> Result<(Timestamp, Uuid)> {
    let read = || {
        let (at, id) = cursor.split_once('-')?;
        Some((Timestamp(at.parse().ok()?), id.parse().ok()?))
    };
    read().ok_or_else(|| Error::field("cursor", Message::new("field.cursor")))
}

async fn names_of(
    conn: &impl ConnectionTrait,
    rows: &[event_activity::Model],
) -> Result<HashMap<UserId, String>> {
    let actors: HashSet<UserId> = rows.iter().filter_map(|row| row.actor_id).collect();
    let names = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .column(user::Column::FullName)
        .filter(user::Column::Id.is_in(actors))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(names.into_iter().collect())
}
