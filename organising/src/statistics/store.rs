//! The definitions of all figures, as queries. A query reads, for each event of the scope, ranges of an index that has
//! all it needs (`0015_statistics.sql`); a condition that such an index names must stand in the query as a literal.

use hoi_community::accounts::Role;
use hoi_community::accounts::entity::user;
use hoi_community::groups;
use hoi_db::Timestamp;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::{EventId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events;
use hoi_ticketing::events::entity::{event, event_visit};
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::{ChartPoint, Comparison, Overview, PeriodFigures};
use super::rules::Period;

/// The subject of the figures: everything, one organiser's events, or one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Platform,
    Organiser(UserId),
    Event(EventId),
}

impl Scope {
    /// Returns which rows of `event` count: deleted events do not, cancelled ones do, as in the list of events.
    pub fn events(self) -> Condition {
        let live = Condition::all().add(event::Column::DeletedAt.is_null());
        match self {
            Self::Platform => live,
            Self::Organiser(owner) => live.add(event::Column::OwnerId.eq(owner)),
            Self::Event(id) => live.add(event::Column::Id.eq(id)),
        }
    }
}

/// The figure that is counted over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Metric {
    /// Participants, by when they registered.
    #[default]
    Participants,
    /// Participants who are checked in, by when they entered.
    CheckedIn,
    /// The amounts that participants paid for tickets, by when the payment was noted.
    Received,
    /// Events, by when they were created.
    Events,
    /// Accounts of organisers, by when they were created; 0 but for the whole platform.
    Accounts,
    /// Visits of the public pages, by their day.
    Visits,
}

/// Matches times from `from` on and before `until`; without an end if None.
fn within(time: Expr, from: Timestamp, until: Option<Timestamp>) -> Condition {
    let ended = until.map(|until| time.clone().lt(until));
    Condition::all().add(time.gte(from)).add_option(ended)
}

impl Metric {
    /// Returns the share of an event of the outer query in the metric from `from` on and before `until`; without an end
    /// if None.
    fn of_event(self, from: Timestamp, until: Option<Timestamp>) -> Expr {
        use attendance::Column::{CheckedInTime, PaidAt, Received, RegistrationTime};
        let within = |time: Expr| within(time, from, until);
        let count = Expr::cust("count(*)");
        let column = |column: attendance::Column| Expr::col((attendance::Entity, column));
        match self {
            Self::Participants => of_participants(count, within(column(RegistrationTime))),
            Self::CheckedIn => of_participants(count, within(column(CheckedInTime))),
            Self::Received => of_participants(
                Func::sum(attendance::received_for_ticket()).into(),
                // A literal, because the index names it.
                within(column(PaidAt)).add(column(Received).gt(Expr::cust("0"))),
            ),
            Self::Events => {
                let created = within(Expr::col((event::Entity, event::Column::CreatedAt)));
                Expr::case(created, 1).finally(0).into()
            }
            // An account is no part of an event.
            Self::Accounts => Expr::cust("0"),
            Self::Visits => {
                let column = |column: event_visit::Column| Expr::col((event_visit::Entity, column));
                let event = (event::Entity, event::Column::Id);
                let counted = Query::select()
                    .expr(Func::sum(column(event_visit::Column::Visits)))
                    .from(event_visit::Entity)
                    .and_where(column(event_visit::Column::EventId).equals(event))
                    .cond_where(within(column(event_visit::Column::Day)))
                    .to_owned();
                Expr::SubQuery(None, Box::new(counted.into()))
            }
        }
    }
}

/// Returns `value` over those participants of an event of the outer query that fulfil the condition.
///
/// A participant is a confirmed registration that was not removed, as in exports and for messages. Guests are
/// participants of their own. The list of an event and its count of taken seats also contain unconfirmed registrations,
/// which hold their seat for a while. They are not counted here, because a visitor can register with another person's
/// address.
fn of_participants(value: Expr, which: Condition) -> Expr {
    let column = |column: attendance::Column| Expr::col((attendance::Entity, column));
    let found = Query::select()
        .expr(value)
        .from(attendance::Entity)
        .and_where(column(attendance::Column::EventId).equals((event::Entity, event::Column::Id)))
        .and_where(column(attendance::Column::DeletedAt).is_null())
        .and_where(column(attendance::Column::ConfirmBy).is_null())
        .cond_where(which)
        .to_owned();
    Expr::SubQuery(None, Box::new(found.into()))
}

/// Matches participants who owe something: for a free ticket nothing is ever due. Literals, because the index names them.
fn owing() -> Condition {
    let column = |column: attendance::Column| Expr::col((attendance::Entity, column));
    Condition::all()
        .add(column(attendance::Column::Amount).gt(Expr::cust("0")))
        .add(column(attendance::Column::PaymentStatus).eq(Expr::cust("'unpaid'")))
        .add(column(attendance::Column::Amount).gt(column(attendance::Column::Received)))
}

/// Selects the sums of expressions over the events of the scope, in one row.
fn sums(scope: Scope, of_event: impl IntoIterator<Item = Expr>) -> SelectStatement {
    let mut query = Query::select();
    for value in of_event {
        // PostgreSQL gives sums of `bigint` a wider type.
        query.expr(Func::sum(value).cast_as("bigint"));
    }
    query
        .from(event::Entity)
        .cond_where(scope.events())
        .to_owned()
}

/// Selects the metric from each of `starts` until the next one. The last range has no end, because nothing is dated
/// later than now.
#[must_use]
pub fn sums_over_time(scope: Scope, metric: Metric, starts: &[Timestamp]) -> SelectStatement {
    let ends = starts.iter().skip(1).copied().map(Some).chain([None]);
    let ranges = starts.iter().copied().zip(ends);
    if let (Scope::Platform, Metric::Accounts) = (scope, metric) {
        return organisers_over_time(ranges);
    }
    sums(
        scope,
        ranges.map(|(start, end)| metric.of_event(start, end)),
    )
}

/// Selects the number of organisers' accounts that were created in each range, in one row. Reads all accounts, of which
/// there are few compared with participants.
fn organisers_over_time(
    ranges: impl IntoIterator<Item = (Timestamp, Option<Timestamp>)>,
) -> SelectStatement {
    let mut query = Query::select();
    for (start, end) in ranges {
        let created = Expr::col((user::Entity, user::Column::CreatedAt));
        let counted = Expr::case(within(created, start, end), 1).finally(0);
        query.expr(Func::sum(counted).cast_as("bigint"));
    }
    query
        .from(user::Entity)
        .and_where(user::Column::DeletedAt.is_null())
        .and_where(user::Column::Role.eq(Role::Committee))
        .to_owned()
}

async fn read(
    conn: &impl ConnectionTrait,
    query: SelectStatement,
    columns: usize,
) -> Result<Vec<i64>> {
    let Some(row) = conn.query_one(&query).await? else {
        return Err(Error::Internal(anyhow::anyhow!("a sum has no row")));
    };
    let sums = (0..columns).map(|at| Ok(row.try_get_by_index::<Option<i64>>(at)?.unwrap_or(0)));
    sums.collect()
}

/// Returns how many participants there are: of the registrations that events count as taken seats, those that need no
/// confirmation any more.
async fn count_participants(conn: &impl ConnectionTrait, scope: Scope) -> Result<i64> {
    let column = |column: attendance::Column| Expr::col((attendance::Entity, column));
    let unconfirmed = Query::select()
        .expr(Expr::cust("count(*)"))
        .from(attendance::Entity)
        .and_where(column(attendance::Column::EventId).equals((event::Entity, event::Column::Id)))
        .and_where(column(attendance::Column::DeletedAt).is_null())
        .and_where(column(attendance::Column::ConfirmBy).is_not_null())
        .to_owned();
    let taken = Expr::col((event::Entity, event::Column::RegisteredCount));
    let confirmed = taken.sub(Expr::SubQuery(None, Box::new(unconfirmed.into())));
    let found = read(conn, sums(scope, [confirmed]), 1).await?;
    Ok(found.into_iter().sum())
}

/// Returns the overview, with the figures of the period that ends now.
#[tracing::instrument(name = "statistics.overview", skip_all)]
pub async fn overview(
    conn: &impl ConnectionTrait,
    scope: Scope,
    period: Period,
    now: Timestamp,
) -> Result<Overview> {
    // Three ranges that together cover all of time: before the previous period, the previous period, and the period.
    let starts = [
        Timestamp(i64::MIN),
        period.previous_start(now),
        period.start(now),
    ];
    let compared = |metric, from| async move {
        let values = read(conn, sums_over_time(scope, metric, from), from.len()).await?;
        let total = values.iter().sum::<i64>();
        let [.., previous, value] = *values else {
            return Err(Error::Internal(anyhow::anyhow!("a range has no sum")));
        };
        Ok::<_, Error>((total, Comparison { value, previous }))
    };
    let figures = |metric| compared(metric, &starts);
    // The total comes from the numbers stored with the events, because counting all registrations takes longest.
    let participants = async {
        let (_, registered) = compared(Metric::Participants, &starts[1..]).await?;
        Ok::<_, Error>((count_participants(conn, scope).await?, registered))
    };
    let money = async {
        let received = figures(Metric::Received).await?;
        let column = |column: attendance::Column| Expr::col((attendance::Entity, column));
        let amount = column(attendance::Column::Amount).sub(column(attendance::Column::Received));
        let cancelled = Expr::col((event::Entity, event::Column::CancelledAt));
        let owing = owing().add(cancelled.is_null());
        let due = of_participants(Func::sum(amount).into(), owing);
        let due = read(conn, sums(scope, [due]), 1).await?;
        Ok::<_, Error>((received, due.into_iter().sum()))
    };
    // At the same time, because each reads a large part of an index when all events are asked for.
    let ((participants, registered), (checked_in, entered), ((money_received, paid), money_due)) =
        tokio::try_join!(participants, figures(Metric::CheckedIn), money)?;
    let organisers = user::live().filter(user::Column::Role.eq(Role::Committee));
    let total_committees = match scope {
        Scope::Platform => Some(organisers.count(conn).await?),
        Scope::Organiser(_) | Scope::Event(_) => None,
    };
    let groups = match scope {
        Scope::Platform => groups::count_live(conn).await?,
        Scope::Organiser(owner) => groups::count_owned(conn, owner).await?,
        Scope::Event(_) => 0,
    };
    let visits = match scope {
        Scope::Event(_) => Some(compared(Metric::Visits, &starts).await?.0),
        Scope::Platform | Scope::Organiser(_) => None,
    };
    let states = events::count_by_state(conn, scope.events(), now).await?;
    let (_, created) = figures(Metric::Events).await?;
    Ok(Overview {
        total_committees,
        total_events: states.total,
        open: states.open,
        upcoming: states.upcoming,
        closed: states.closed,
        cancelled: states.cancelled,
        participants,
        checked_in,
        money_due,
        money_received,
        groups,
        visits,
        period: PeriodFigures {
            events: created,
            participants: registered,
            checked_in: entered,
            money_received: paid,
        },
    })
}

/// Returns a point for every day or month of the period; a single empty one while there is no event.
#[tracing::instrument(name = "statistics.chart", skip_all)]
pub async fn chart(
    conn: &impl ConnectionTrait,
    scope: Scope,
    period: Period,
    metric: Metric,
    now: Timestamp,
) -> Result<Vec<ChartPoint>> {
    let some_event = event::Entity::find().filter(scope.events()).one(conn);
    if some_event.await?.is_none() {
        return Ok(vec![ChartPoint {
            time_label: String::new(),
            value: 0,
        }]);
    }
    let parts = period.parts(now);
    let starts: Vec<Timestamp> = parts.iter().map(|part| part.start).collect();
    let query = sums_over_time(scope, metric, &starts);
    let values = read(conn, query, starts.len()).await?;
    let points = parts.into_iter().zip(values);
    Ok(points
        .map(|(part, value)| ChartPoint {
            time_label: part.label,
            value,
        })
        .collect())
}
