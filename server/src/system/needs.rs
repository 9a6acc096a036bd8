//! The list of what waits for an administrator, from all features, and all things of one kind. Each query reads a small
//! table or a range of an index, because the first screen of every administrator asks again each minute.

use std::time::Duration;

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_community::{groups, plans};
use hoi_db::Timestamp;
use hoi_jobs::outage;
use hoi_platform::app::App;
use hoi_platform::audit::{AuditAction, entity as audit_log};
use hoi_platform::error::Result;
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::UserId;
use hoi_platform::mails;
use hoi_ticketing::participants;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait as _,
};
use uuid::Uuid;

use crate::privacy;

use super::dto::{Need, NeedKind, NeedThing, NeedThingQuery};

/// The most things of one kind that are named.
const NAMED: i64 = 5;
/// How long an account that searched too often stays in the list, unless it is suspended before.
const SEARCHES_SHOWN: Duration = Duration::from_hours(7 * 24);

/// Returns what waits, the most urgent kind first.
#[tracing::instrument(name = "system.needs", skip_all)]
pub async fn find_needs(app: &App) -> Result<Vec<Need>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let first = PageQuery::new(Some(NAMED), None)?;
    // A further kind has a line here and in `find_things`, a function below, and a variant of `NeedKind` in the same place
    // of the order.
    let found = [
        low_space(app),
        mail_outage(conn).await?,
        dead_jobs(conn).await?,
        data_requests(conn).await?,
        bursts(conn, first).await?,
        searches(conn, first, now).await?,
        group_requests(conn, first).await?,
        ownerless_groups(conn, first).await?,
        ending_plans(conn, first, now).await?,
    ];
    Ok(found.into_iter().flatten().collect())
}

/// Returns one page of the things of a kind, in the order in which the list names the first of them.
#[tracing::instrument(name = "system.need_things", skip_all)]
pub async fn find_things(app: &App, query: NeedThingQuery) -> Result<Page<NeedThing>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let page = PageQuery::new(query.limit, query.page)?;
    let found = match query.kind {
        NeedKind::LowSpace | NeedKind::MailOutage | NeedKind::DeadJobs | NeedKind::DataRequests => {
            None
        }
        NeedKind::Bursts => bursts(conn, page).await?,
        NeedKind::SearchedTooOften => searches(conn, page, now).await?,
        NeedKind::GroupRequests => group_requests(conn, page).await?,
        NeedKind::OwnerlessGroups => ownerless_groups(conn, page).await?,
        NeedKind::EndingPlans => ending_plans(conn, page, now).await?,
    };
    let found = found.map(|need| (need.things, need.thing_count));
    let (items, total) = found.unwrap_or_default();
    Ok(Page { items, total })
}

/// Returns the need of this kind; None if `count` is 0. `things` are a page of `thing_count` things.
fn need(
    kind: NeedKind,
    (count, thing_count): (u64, u64),
    at: Option<Timestamp>,
    things: impl IntoIterator<Item = (Uuid, String)>,
) -> Option<Need> {
    let things = things.into_iter().map(|(id, name)| NeedThing { id, name });
    (count > 0).then(|| Need {
        kind,
        count,
        at,
        thing_count,
        things: things.collect(),
    })
}

fn low_space(app: &App) -> Option<Need> {
    let is_low = !app.vitals.has_space();
    need(NeedKind::LowSpace, (is_low.into(), 0), None, [])
}

/// No other service than the mail server is named by jobs.
async fn mail_outage(conn: &impl ConnectionTrait) -> Result<Option<Need>> {
    let outage = outage::find(conn, mails::SERVICE).await?;
    let since = outage.map(|outage| outage.since);
    let is_down = since.is_some();
    Ok(need(NeedKind::MailOutage, (is_down.into(), 0), since, []))
}

async fn dead_jobs(conn: &impl ConnectionTrait) -> Result<Option<Need>> {
    let (count, since) = hoi_jobs::dead(conn).await?;
    Ok(need(NeedKind::DeadJobs, (count, 0), since, []))
}

async fn data_requests(conn: &impl ConnectionTrait) -> Result<Option<Need>> {
    let (count, due) = privacy::open_of_accounts(conn).await?;
    Ok(need(NeedKind::DataRequests, (count, 0), due, []))
}

async fn bursts(conn: &impl ConnectionTrait, page: PageQuery) -> Result<Option<Need>> {
    let open = participants::open_bursts(conn, page).await?;
    let events = open.events.into_iter().map(|(id, title)| (id.0, title));
    let counts = (open.count, open.event_count);
    Ok(need(NeedKind::Bursts, counts, open.since, events))
}

/// The index `audit_log_hourly_age` has the counted refusals alone.
async fn searches(
    conn: &impl ConnectionTrait,
    page: PageQuery,
    now: Timestamp,
) -> Result<Option<Need>> {
    use audit_log::Column::{Action, CreatedAt, HourlyKey, SubjectId};
    let active = user::live()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::IsActive.eq(true));
    let entries = audit_log::Entity::find()
        .select_only()
        .filter(HourlyKey.is_not_null())
        .filter(CreatedAt.gte(now.minus(SEARCHES_SHOWN)))
        .filter(Action.eq(AuditAction::SearchedTooOften.name()))
        .filter(SubjectId.in_subquery(active.into_query()));
    let total: Option<(i64, Option<Timestamp>)> = entries
        .clone()
        .expr_as(Expr::col(SubjectId).count_distinct(), "accounts")
        .column_as(CreatedAt.min(), "since")
        .into_tuple()
        .one(conn)
        .await?;
    let (count, since) = total.unwrap_or_default();
    let ids: Vec<UserId> = entries
        .column(SubjectId)
        .group_by(SubjectId)
        .order_by_desc(CreatedAt.max())
        .order_by_desc(SubjectId)
        .offset(page.offset())
        .limit(page.limit())
        .into_tuple()
        .all(conn)
        .await?;
    let mut names = accounts::full_names(conn, ids.iter().copied()).await?;
    let accounts = ids
        .iter()
        .map(|id| (id.0, names.remove(id).unwrap_or_default()));
    let count = u64::try_from(count).unwrap_or(0);
    let counts = (count, count);
    Ok(need(NeedKind::SearchedTooOften, counts, since, accounts))
}

async fn group_requests(conn: &impl ConnectionTrait, page: PageQuery) -> Result<Option<Need>> {
    let open = groups::open_group_requests(conn, page).await?;
    let since = open.items.first().map(|request| request.created_at);
    let requests = open.items.into_iter();
    let requests = requests.map(|request| (request.id.0, request.name));
    let counts = (open.total, open.total);
    Ok(need(NeedKind::GroupRequests, counts, since, requests))
}

async fn ownerless_groups(conn: &impl ConnectionTrait, page: PageQuery) -> Result<Option<Need>> {
    let (count, groups) = groups::ownerless(conn, page).await?;
    let groups = groups.into_iter().map(|(id, name)| (id.0, name));
    let counts = (count, count);
    Ok(need(NeedKind::OwnerlessGroups, counts, None, groups))
}

async fn ending_plans(
    conn: &impl ConnectionTrait,
    page: PageQuery,
    now: Timestamp,
) -> Result<Option<Need>> {
    let ending = plans::ending(conn, page, now).await?;
    let plans = ending.plans.into_iter();
    let plans = plans.map(|(id, plan, account)| (id.0, format!("{plan} · {account}")));
    let counts = (ending.count, ending.count);
    Ok(need(NeedKind::EndingPlans, counts, ending.first, plans))
}
