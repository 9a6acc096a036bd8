//! Bursts: many registrations from one network in a short time, as the organiser is told of them.

use axum::extract::State;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::{Envelope, Nothing, PageQuery, PathId};
use hoi_platform::ids::{EventId, RegistrationBurstId};
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::attendances::attendance;
use crate::events::entity::event;
use crate::events::{InEvent, rights};
use crate::registration::entity::burst;
use crate::registration::is_from_network;

/// The most bursts in one answer.
const SHOWN: u64 = 20;

/// Many registrations from one network in a short time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationBurst {
    /// Names it; the list of participants takes it as a filter.
    pub id: RegistrationBurstId,
    /// When the first of these registrations was made.
    pub started_at: Timestamp,
    /// Registrations from the network since then that are still there.
    pub registrations: u64,
}

/// Lists bursts that the organizer has not dismissed, the newest first, at most 20; those whose registrations are all
/// removed are left out. A burst is forgotten after a week.
#[utoipa::path(
    get, path = "/event/{eventId}/registration-bursts", tag = "participant",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<RegistrationBurst>>)),
    security(("bearer" = [])),
)]
pub async fn list_registration_bursts(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
) -> Result<Envelope<Vec<RegistrationBurst>>> {
    let shown = find_shown(app.db.read(), caller.event.id).await?;
    Ok(Envelope::ok(shown))
}

/// Returns the number of bursts that the organiser is shown, at most 20.
#[tracing::instrument(name = "participants.count_bursts", skip_all)]
pub async fn count_bursts(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    let shown = find_shown(conn, event).await?;
    Ok(u64::try_from(shown.len()).unwrap_or(u64::MAX))
}

async fn find_shown(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<RegistrationBurst>> {
    let rows = burst::Entity::find()
        .filter(burst::Column::EventId.eq(event))
        .filter(burst::Column::DismissedAt.is_null())
        .order_by_desc(burst::Column::NoticedAt)
        .order_by_desc(burst::Column::Id)
        .limit(SHOWN)
        .all(conn)
        .await?;
    let mut bursts = Vec::with_capacity(rows.len());
    for row in rows {
        let registrations = count(conn, &row).await?;
        if registrations > 0 {
            bursts.push(RegistrationBurst {
                id: row.id,
                started_at: row.started_at,
                registrations,
            });
        }
    }
    Ok(bursts)
}

/// The bursts of all events that their organisers have not dismissed.
#[derive(Debug)]
pub struct OpenBursts {
    pub count: u64,
    /// When the first of them began; None without any.
    pub since: Option<Timestamp>,
    /// The number of events that have one.
    pub event_count: u64,
    /// One page of these events with their titles, the one with the newest burst first.
    pub events: Vec<(EventId, String)>,
}

/// Returns the bursts of all events of which an organiser would still be shown one, with one page of the events.
/// The table has the bursts of a week and is read whole; a burst looks for one of its registrations in the index
/// `attendance_by_registration`.
#[tracing::instrument(name = "participants.open_bursts", skip_all)]
pub async fn open_bursts(conn: &impl ConnectionTrait, page: PageQuery) -> Result<OpenBursts> {
    use burst::Column::{AddressHash, EventId, Id, NoticedAt, StartedAt};
    let person = |column| Expr::col((attendance::Entity, column));
    let of_burst = |column| Expr::col((burst::Entity, column));
    let network = Query::select().expr(of_burst(AddressHash)).to_owned();
    let there = attendance::live()
        .select_only()
        .column(attendance::Column::Id)
        .filter(person(attendance::Column::EventId).equals((burst::Entity, EventId)))
        .filter(is_from_network(&network))
        .filter(person(attendance::Column::RegistrationTime).gte(of_burst(StartedAt)))
        .into_query();
    let to_event = burst::Entity::belongs_to(event::Entity)
        .from(EventId)
        .to(event::Column::Id);
    let open = burst::Entity::find()
        .select_only()
        .join(JoinType::InnerJoin, to_event.into())
        .filter(event::Column::DeletedAt.is_null())
        .filter(burst::Column::DismissedAt.is_null())
        .filter(Expr::exists(there));
    let total: Option<(i64, i64, Option<Timestamp>)> = open
        .clone()
        .column_as(Id.count(), "bursts")
        .expr_as(of_burst(EventId).count_distinct(), "events")
        .column_as(StartedAt.min(), "since")
        .into_tuple()
        .one(conn)
        .await?;
    let (count, event_count, since) = total.unwrap_or_default();
    let events = open
        .column(EventId)
        .column(event::Column::Title)
        .group_by(EventId)
        .group_by(event::Column::Title)
        .order_by_desc(NoticedAt.max())
        .order_by_desc(EventId)
        .offset(page.offset())
        .limit(page.limit())
        .into_tuple()
        .all(conn)
        .await?;
    Ok(OpenBursts {
        count: u64::try_from(count).unwrap_or(0),
        since,
        event_count: u64::try_from(event_count).unwrap_or(0),
        events,
    })
}

/// Stops showing a burst; its registrations stay.
#[utoipa::path(
    delete, path = "/event/{eventId}/registration-bursts/{id}", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = RegistrationBurstId, Path)),
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = [])),
)]
pub async fn dismiss_registration_burst(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    PathId(id): PathId<RegistrationBurstId>,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    let dismissed = burst::Entity::update_many()
        .col_expr(burst::Column::DismissedAt, Expr::value(app.clock.now()))
        .filter(burst::Column::Id.eq(id))
        .filter(burst::Column::EventId.eq(caller.event.id))
        .exec(&tx)
        .await?;
    if dismissed.rows_affected == 0 {
        return Err(Error::not_found());
    }
    tx.commit().await?;
    Ok(Envelope::done("participant.burstDismissed"))
}

async fn count(conn: &impl ConnectionTrait, row: &burst::Model) -> Result<u64> {
    Ok(attendance::live()
        .filter(attendance::Column::EventId.eq(row.event_id))
        // The hash of a wider network is the beginning of those of its addresses.
        .filter(attendance::Column::AddressHash.starts_with(&row.address_hash))
        .filter(attendance::Column::RegistrationTime.gte(row.started_at))
        .count(conn)
        .await?)
}

/// Restricts `found` to the registrations of the burst. A burst of another event matches none.
pub fn in_burst(
    found: Select<attendance::Entity>,
    event: EventId,
    id: RegistrationBurstId,
) -> Select<attendance::Entity> {
    let of_burst = |column: burst::Column| {
        burst::Entity::find()
            .select_only()
            .column(column)
            .filter(burst::Column::Id.eq(id))
            .filter(burst::Column::EventId.eq(event))
            .into_query()
    };
    found
        .filter(is_from_network(&of_burst(burst::Column::AddressHash)))
        .filter(
            Expr::col(attendance::Column::RegistrationTime).gte(Expr::SubQuery(
                None,
                Box::new(of_burst(burst::Column::StartedAt).into()),
            )),
        )
}
