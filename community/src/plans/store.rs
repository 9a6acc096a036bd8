//! Queries on plans and on the plans of accounts.

use std::collections::HashMap;

use anyhow::anyhow;
use hoi_db::{Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Page, PageQuery, SortOrder, sorted};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select,
};

use super::dto::{PersonalPlan, PlanQuery, PlanSort, PlanUser};
use super::entity::{personal_plan, plan};
use super::rules::{self, Limits};
use super::terms::PersonalPlanTerms;
use super::{PlanId, PlanStatus};
use crate::accounts::entity::user;
use crate::accounts::{self, Role};

/// Returns the plan; None if it does not exist or was deleted.
#[tracing::instrument(name = "plans.find", skip_all)]
pub async fn find(conn: &impl ConnectionTrait, id: PlanId) -> Result<Option<plan::Model>> {
    let found = plan::live().filter(plan::Column::Id.eq(id));
    Ok(found.one(conn).await?)
}

/// Returns the plan, locked until the transaction ends. Whatever counts its accounts or adds some locks it first.
#[tracing::instrument(name = "plans.lock", skip_all)]
pub async fn lock(tx: &Tx, id: PlanId) -> Result<plan::Model> {
    let found = plan::live()
        .filter(plan::Column::Id.eq(id))
        .lock(LockType::NoKeyUpdate)
        .one(tx)
        .await?;
    found.ok_or_else(|| Error::NotFound(LocalizedText::new("plan.notFound")))
}

fn of_plan(plan: PlanId, user: UserId) -> Select<personal_plan::Entity> {
    personal_plan::live()
        .filter(personal_plan::Column::PlanId.eq(plan))
        .filter(personal_plan::Column::UserId.eq(user))
}

/// Returns the account's terms of the plan; None if it does not have it.
#[tracing::instrument(name = "plans.find_personal", skip_all)]
pub async fn find_personal(
    conn: &impl ConnectionTrait,
    plan: PlanId,
    user: UserId,
) -> Result<Option<personal_plan::Model>> {
    Ok(of_plan(plan, user).one(conn).await?)
}

/// As [`find_personal`], locked until the transaction ends; 5005 when it is gone.
#[tracing::instrument(name = "plans.lock_personal", skip_all)]
pub async fn lock_personal(tx: &Tx, plan: PlanId, user: UserId) -> Result<personal_plan::Model> {
    let found = of_plan(plan, user).lock_exclusive().one(tx).await?;
    found.ok_or_else(|| Error::NotFound(LocalizedText::new("plan.userNotFound")))
}

/// Returns how many accounts have each of these plans; plans without accounts are missing.
#[tracing::instrument(name = "plans.count_sold", skip_all)]
pub async fn count_sold(
    conn: &impl ConnectionTrait,
    plans: impl IntoIterator<Item = PlanId>,
) -> Result<HashMap<PlanId, i64>> {
    let sold = personal_plan::live()
        .select_only()
        .column(personal_plan::Column::PlanId)
        .column_as(personal_plan::Column::Id.count(), "sold")
        .filter(personal_plan::Column::PlanId.is_in(plans))
        .group_by(personal_plan::Column::PlanId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(sold.into_iter().collect())
}

/// Returns how many accounts have the plan.
pub async fn sold_of(conn: &impl ConnectionTrait, plan: PlanId) -> Result<i64> {
    let sold = count_sold(conn, [plan]).await?;
    Ok(sold.get(&plan).copied().unwrap_or(0))
}

/// Returns one page of plans.
#[tracing::instrument(name = "plans.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    query: PlanQuery,
    today: &str,
) -> Result<Page<plan::Model>> {
    use plan::Column::{CreatedAt, ExpirationDate, Price, SearchText, StartDate};
    let mut plans = plan::live();
    if let Some(search) = query.search {
        let pattern = containing(&fold_for_search(&search));
        plans = plans.filter(Expr::col(SearchText).like(pattern));
    }
    plans = match query.status {
        None => plans,
        Some(PlanStatus::Inactive) => plans.filter(StartDate.gt(today)),
        Some(PlanStatus::Expired) => plans.filter(ExpirationDate.lt(today)),
        Some(PlanStatus::Active) => plans
            .filter(StartDate.lte(today))
            .filter(ExpirationDate.gte(today)),
    };
    let (sort, order) = match query.sort {
        Some(sort) => (sort, query.order.unwrap_or_default()),
        None => (PlanSort::CreatedAt, SortOrder::Desc),
    };
    let value = match sort {
        PlanSort::BaseName => SearchText,
        PlanSort::Price => Price,
        PlanSort::StartDate => StartDate,
        PlanSort::ExpirationDate => ExpirationDate,
        PlanSort::CreatedAt => CreatedAt,
    };
    let page = PageQuery::new(query.limit, query.page)?;
    let total = plans.clone().count(conn).await?;
    let items = sorted(plans, [Expr::col(value)], order)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    Ok(Page { items, total })
}

/// Returns one page of the accounts that have the plan, those added last first.
#[tracing::instrument(name = "plans.list_users", skip_all)]
pub async fn list_users(
    conn: &impl ConnectionTrait,
    plan: &plan::Model,
    page: PageQuery,
    today: &str,
) -> Result<Page<PlanUser>> {
    let rows = personal_plan::live().filter(personal_plan::Column::PlanId.eq(plan.id));
    let total = rows.clone().count(conn).await?;
    let rows = rows
        .order_by_desc(personal_plan::Column::CreatedAt)
        .order_by_desc(personal_plan::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let items = with_users(conn, plan, rows, today).await?;
    Ok(Page { items, total })
}

/// Returns these rows of the plan together with their accounts, in the same order.
pub async fn with_users(
    conn: &impl ConnectionTrait,
    plan: &plan::Model,
    rows: Vec<personal_plan::Model>,
    today: &str,
) -> Result<Vec<PlanUser>> {
    let users = user::Entity::find()
        .filter(user::Column::Id.is_in(rows.iter().map(|row| row.user_id)))
        .all(conn)
        .await?;
    let mut users: HashMap<_, _> = users.into_iter().map(|user| (user.id, user)).collect();
    let rows = rows.into_iter().filter_map(|row| {
        let personal = PersonalPlan::new(&row, plan.base_name.clone(), today);
        Some(PlanUser::new(personal, users.remove(&row.user_id)?))
    });
    Ok(rows.collect())
}

/// The plans of accounts that end soon.
#[derive(Debug)]
pub struct EndingPlans {
    /// How many there are on all pages.
    pub count: u64,
    /// The last minute of the first one of the page to end; None without any.
    pub first: Option<Timestamp>,
    /// The plans with their names and those of the accounts, the first one to end first.
    pub plans: Vec<(PlanId, String, String)>,
}

/// Returns one page of the plans of accounts that count today and end within the days at which their owners are first
/// told. Reads a range of the index `personal_plan_end`.
#[tracing::instrument(name = "plans.ending", skip_all)]
pub async fn ending(
    conn: &impl ConnectionTrait,
    page: PageQuery,
    now: Timestamp,
) -> Result<EndingPlans> {
    use personal_plan::Column::{ExpirationDate, Id, StartDate};
    let today = rules::day_of(now);
    let last = rules::days_after(&today, rules::TOLD_EARLY);
    let ending = personal_plan::live()
        .filter(StartDate.lte(today.as_str()))
        .filter(ExpirationDate.between(today.as_str(), last.as_str()));
    let count = ending.clone().count(conn).await?;
    let rows = ending
        .order_by_asc(ExpirationDate)
        .order_by_asc(Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let plans = names(conn, rows.iter().map(|row| row.plan_id)).await?;
    let accounts = accounts::full_names(conn, rows.iter().map(|row| row.user_id)).await?;
    let first = rows.first();
    Ok(EndingPlans {
        count,
        first: first.map(|row| rules::last_minute(&row.expiration_date)),
        plans: rows
            .iter()
            .map(|row| {
                let plan = plans.get(&row.plan_id).cloned().unwrap_or_default();
                let account = accounts.get(&row.user_id).cloned().unwrap_or_default();
                (row.plan_id, plan, account)
            })
            .collect(),
    })
}

/// Returns the names of plans, including deleted ones, because accounts may still have them.
async fn names(
    conn: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = PlanId>,
) -> Result<HashMap<PlanId, String>> {
    let names: Vec<(PlanId, String)> = plan::Entity::find()
        .select_only()
        .columns([plan::Column::Id, plan::Column::BaseName])
        .filter(plan::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(names.into_iter().collect())
}

/// Returns all plans of an account, also those that do not count today; the last to end first.
#[tracing::instrument(name = "plans.plans_of", skip_all)]
pub async fn plans_of(
    conn: &impl ConnectionTrait,
    account: UserId,
    now: Timestamp,
) -> Result<Vec<PersonalPlan>> {
    let today = rules::day_of(now);
    let rows = personal_plan::live()
        .filter(personal_plan::Column::UserId.eq(account))
        .order_by_desc(personal_plan::Column::ExpirationDate)
        .order_by_desc(personal_plan::Column::Id)
        .all(conn)
        .await?;
    let names = names(conn, rows.iter().map(|row| row.plan_id)).await?;
    let plans = rows.into_iter().map(|row| {
        let name = names.get(&row.plan_id).cloned().unwrap_or_default();
        PersonalPlan::new(&row, name, &today)
    });
    Ok(plans.collect())
}

/// Returns the present limits of an account: by its own limit and by its plans. Administrators have no limits.
///
/// # Errors
/// 5000 when there is no such account. The rows of accounts are never removed, so that would be a fault of the program.
#[tracing::instrument(name = "plans.limits_of", skip_all)]
pub async fn limits_of(
    conn: &impl ConnectionTrait,
    account: UserId,
    now: Timestamp,
) -> Result<Limits> {
    let user = user::Entity::find_by_id(account)
        .one(conn)
        .await?
        .ok_or_else(|| anyhow!("account {account} has no row"))?;
    if user.role == Role::Admin {
        return Ok(Limits::UNLIMITED);
    }
    let rows = personal_plan::live()
        .filter(personal_plan::Column::UserId.eq(account))
        .all(conn)
        .await?;
    let plans: Vec<PersonalPlanTerms> = rows.iter().map(PersonalPlanTerms::from).collect();
    Ok(Limits::of(user.event_limit, &plans, &rules::day_of(now)))
}
