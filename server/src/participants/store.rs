//! Rows of participants.

use std::collections::HashMap;

use hoi_db::Timestamp;
use hoi_i18n::fold_for_search;
use sea_orm::sea_query::{Expr, ExprTrait as _, LikeExpr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JsonValue as Json, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Select,
};

use super::dto::{Participant, ParticipantPage, ParticipantQuery, TicketClass};
use crate::error::Result;
use crate::events::entity::event_activity;
use crate::http::PageQuery;
use crate::ids::{AttendanceId, EventId};
use crate::registration::entity::attendance;
use crate::tickets::entity::{invitation_code, ticket};

/// Words of a search that are looked at.
const MAX_WORDS: usize = 10;

/// The page of live participants that `query` asks for.
pub async fn list(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: ParticipantQuery,
) -> Result<ParticipantPage> {
    let page = PageQuery::new(query.limit, query.page);
    let found = matching(event, query);
    let total = found.clone().count(conn).await?;
    let checked_in = found
        .clone()
        .filter(attendance::Column::CheckedInTime.is_not_null())
        .count(conn)
        .await?;
    let rows = found
        .order_by_asc(Expr::col(attendance::Column::CheckedInTime).is_null())
        .order_by_desc(attendance::Column::CheckedInTime)
        .order_by_desc(attendance::Column::RegistrationTime)
        .order_by_desc(attendance::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    Ok(ParticipantPage {
        items: describe(conn, rows).await?,
        total,
        checked_in,
    })
}

fn live(event: EventId) -> Select<attendance::Entity> {
    attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::DeletedAt.is_null())
}

/// The next participants after `last` that `query` and `ids` ask for, in the order in which they registered.
pub async fn next(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: ParticipantQuery,
    ids: Option<&[AttendanceId]>,
    last: Option<AttendanceId>,
    limit: u64,
) -> Result<Vec<attendance::Model>> {
    let found = chosen(event, query, ids)
        .apply_if(last, |found, last| {
            found.filter(attendance::Column::Id.gt(last))
        })
        .order_by_asc(attendance::Column::Id)
        .limit(limit);
    Ok(found.all(conn).await?)
}

/// As [`next`], but only their identifiers and answers.
pub async fn next_answers(
    conn: &impl ConnectionTrait,
    event: EventId,
    last: Option<AttendanceId>,
    limit: u64,
) -> Result<Vec<(AttendanceId, Json)>> {
    let found = live(event)
        .select_only()
        .columns([attendance::Column::Id, attendance::Column::Answers])
        .apply_if(last, |found, last| {
            found.filter(attendance::Column::Id.gt(last))
        })
        .order_by_asc(attendance::Column::Id)
        .limit(limit);
    Ok(found.into_tuple().all(conn).await?)
}

/// How many participants `query` and `ids` ask for.
pub async fn count(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: ParticipantQuery,
    ids: Option<&[AttendanceId]>,
) -> Result<u64> {
    Ok(chosen(event, query, ids).count(conn).await?)
}

fn chosen(
    event: EventId,
    query: ParticipantQuery,
    ids: Option<&[AttendanceId]>,
) -> Select<attendance::Entity> {
    matching(event, query).apply_if(ids, |found, ids| {
        found.filter(attendance::Column::Id.is_in(ids.iter().copied()))
    })
}

/// Every word of the search must occur: "duc 0912" finds Đức by name and phone.
fn matching(event: EventId, query: ParticipantQuery) -> Select<attendance::Entity> {
    let mut found = live(event);
    let search = fold_for_search(&query.search.unwrap_or_default());
    for word in search
        .split(' ')
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
    {
        let escaped = word
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_");
        let pattern = LikeExpr::new(format!("%{escaped}%")).escape('\\');
        found = found.filter(Expr::col(attendance::Column::SearchText).like(pattern));
    }
    if let Some(kind) = query.participation_type {
        found = found.filter(attendance::Column::ParticipationType.eq(kind));
    }
    if let Some(status) = query.payment_status {
        found = found.filter(attendance::Column::PaymentStatus.eq(status));
    }
    if let Some(ticket) = query.ticket_id {
        found = found.filter(attendance::Column::TicketId.eq(ticket));
    }
    match query.is_checked_in {
        Some(true) => found.filter(attendance::Column::CheckedInTime.is_not_null()),
        Some(false) => found.filter(attendance::Column::CheckedInTime.is_null()),
        None => found,
    }
}

/// The live participant `id` of this event.
pub async fn find(
    conn: &impl ConnectionTrait,
    event: EventId,
    id: AttendanceId,
) -> Result<Option<attendance::Model>> {
    Ok(live(event)
        .filter(attendance::Column::Id.eq(id))
        .one(conn)
        .await?)
}

/// Puts the names of classes and invitation codes to the rows.
pub async fn describe(
    conn: &impl ConnectionTrait,
    rows: Vec<attendance::Model>,
) -> Result<Vec<Participant>> {
    let classes = rows.iter().filter_map(|row| row.ticket_id);
    let classes: HashMap<_, _> = ticket::Entity::find()
        .filter(ticket::Column::Id.is_in(classes))
        .all(conn)
        .await?
        .into_iter()
        .map(|class| (class.id, class.name))
        .collect();
    let codes = rows.iter().filter_map(|row| row.invitation_code_id);
    let codes: HashMap<_, _> = invitation_code::Entity::find()
        .filter(invitation_code::Column::Id.is_in(codes))
        .all(conn)
        .await?
        .into_iter()
        .map(|code| (code.id, code.code))
        .collect();
    let describe = |row: attendance::Model| {
        let ticket = row.ticket_id.and_then(|id| {
            let name = classes.get(&id)?.clone();
            Some(TicketClass { id, name })
        });
        let code = row
            .invitation_code_id
            .and_then(|id| codes.get(&id).cloned());
        Participant::new(row, ticket, code)
    };
    Ok(rows.into_iter().map(describe).collect())
}

/// Whether the event has ticket classes to choose from.
pub async fn has_classes(conn: &impl ConnectionTrait, event: EventId) -> Result<bool> {
    let first = ticket::Entity::find()
        .filter(ticket::Column::EventId.eq(event))
        .filter(ticket::Column::DeletedAt.is_null())
        .limit(1)
        .one(conn)
        .await?;
    Ok(first.is_some())
}

/// When `action` was last logged for this participant since `since`.
pub async fn last_logged(
    conn: &impl ConnectionTrait,
    event: EventId,
    participant: AttendanceId,
    action: &str,
    since: Timestamp,
) -> Result<Option<Timestamp>> {
    Ok(event_activity::Entity::find()
        .select_only()
        .column(event_activity::Column::CreatedAt)
        .filter(event_activity::Column::EventId.eq(event))
        .filter(event_activity::Column::CreatedAt.gt(since))
        .filter(event_activity::Column::SubjectId.eq(participant.0))
        .filter(event_activity::Column::Action.eq(action))
        .order_by_desc(event_activity::Column::CreatedAt)
        .limit(1)
        .into_tuple()
        .one(conn)
        .await?)
}
