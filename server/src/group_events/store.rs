//! Queries on the events of a group.

use hoi_db::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, PaginatorTrait, QueryFilter, QuerySelect};

use super::dto::Period;
use crate::attendances::attendance;
use crate::error::Result;
use crate::events::EventId;
use crate::events::entity::{event, ticket};
use crate::groups::GroupId;
use crate::http::{PageQuery, SortOrder, sorted};
use crate::registration::USUAL_LENGTH;

/// Returns one page of the group's events by their start, cancelled ones included, and how many there are on all pages.
#[tracing::instrument(name = "group_events.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    group: GroupId,
    period: Period,
    page: PageQuery,
    now: Timestamp,
) -> Result<(Vec<event::Model>, u64)> {
    use event::Column::{EndDate, EventStartDate, GroupId};
    let is_over = Condition::any().add(EndDate.lte(now)).add(
        Condition::all()
            .add(EndDate.is_null())
            .add(EventStartDate.lte(now.minus(USUAL_LENGTH))),
    );
    let is_ahead = Condition::any().add(EndDate.gt(now)).add(
        Condition::all()
            .add(EndDate.is_null())
            .add(EventStartDate.gt(now.minus(USUAL_LENGTH))),
    );
    let (which, order) = match period {
        Period::Upcoming => (is_ahead, SortOrder::Asc),
        Period::Past => (is_over, SortOrder::Desc),
    };
    let found = event::live().filter(GroupId.eq(group)).filter(which);
    let total = found.clone().count(conn).await?;
    let rows = sorted(found, [Expr::col(EventStartDate)], order)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    Ok((rows, total))
}

/// Returns the ticket classes of these events, hidden ones included.
#[tracing::instrument(name = "group_events.find_classes", skip_all)]
pub async fn find_classes(
    conn: &impl ConnectionTrait,
    events: &[EventId],
) -> Result<Vec<ticket::Model>> {
    let found = ticket::live().filter(ticket::Column::EventId.is_in(events.iter().copied()));
    Ok(found.all(conn).await?)
}

/// Returns the registrations for these events with this e-mail address.
#[tracing::instrument(name = "group_events.find_registrations", skip_all)]
pub async fn find_registrations(
    conn: &impl ConnectionTrait,
    events: &[EventId],
    email_key: &str,
) -> Result<Vec<attendance::Model>> {
    let found = attendance::live()
        .filter(attendance::Column::EventId.is_in(events.iter().copied()))
        .filter(attendance::Column::EmailKey.eq(email_key));
    Ok(found.all(conn).await?)
}
