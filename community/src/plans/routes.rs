//! Administrators' calls on plans. Calls of accounts on their own plans are in `me`.

use axum::extract::State;
use hoi_db::{OnUnique, Tx};
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{
    ALL, ClientIp, Envelope, Nothing, Page, PageQuery, ValidatedJson, ValidatedQuery,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::UserId;
use hoi_platform::quota::Quota;
use hoi_platform::routes;
use hoi_platform::validation::{Check, Validate};
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel, QueryFilter, Set};
use utoipa_axum::router::OpenApiRouter;

use super::access::{AdminPersonalPlan, AdminPlan};
use super::dto::{NewPlanUsers, Plan, PlanDetail, PlanQuery, PlanUser};
use super::entity::{personal_plan, plan};
use super::terms::{PersonalPlanBody, PersonalPlanTerms, PlanBody, PlanTerms};
use super::{PersonalPlanId, PlanId, PlanStatus, rules, store};
use crate::accounts::entity::user;
use crate::accounts::{Admin, Role};

/// The most names in a message.
const MAX_NAMES: usize = 5;

/// Routes under `/plan`.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_plans, create_plan))
        .routes(routes!(get_plan, update_plan, delete_plan))
        .routes(routes!(list_plan_users, add_plan_users))
        .routes(routes!(update_plan_user, remove_plan_user))
}

/// Lists plans.
#[utoipa::path(get, path = "/plan", tag = "plan", params(PlanQuery),
    responses((status = 200, body = Envelope<Page<Plan>>)), security(("bearer" = [])))]
async fn list_plans(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<PlanQuery>,
) -> Result<Envelope<Page<Plan>>> {
    let (conn, today) = (app.db.read(), rules::day_of(app.clock.now()));
    let Page { items, total } = store::list(conn, query, &today).await?;
    let sold = store::count_sold(conn, items.iter().map(|row| row.id)).await?;
    let sold_of = |row: &plan::Model| sold.get(&row.id).copied().unwrap_or(0);
    let items = items
        .iter()
        .map(|row| Plan::new(row, sold_of(row), &today))
        .collect();
    Ok(Envelope::ok(Page { items, total }))
}

/// Checks nothing: the rules concern the plan as a whole, so [`PlanTerms`] checks them.
impl Validate for PlanBody {
    fn validate(&mut self, _: &mut Check) {}
}

/// Creates a plan.
#[utoipa::path(post, path = "/plan", tag = "plan", params(KeyHeader), request_body = PlanBody,
    responses((status = 200, body = Envelope<Plan>)), security(("bearer" = [])))]
async fn create_plan(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    ClientIp(ip): ClientIp,
    Idempotent(once, body): Idempotent<PlanBody>,
) -> Result<Envelope<Plan>> {
    let now = app.clock.now();
    let mut check = Check::default();
    body.check_new(&mut check);
    let mut terms = PlanTerms::default();
    terms.apply(body);
    terms.check(&mut check);
    check.finish()?;
    let mut row = plan::ActiveModel {
        id: Set(clock::new_id()),
        search_text: Set(fold_for_search(&terms.offer.base_name)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
        ..Default::default()
    };
    terms.write(None, &mut row);
    let tx = once.begin().await?;
    let plan = row.insert(&tx).await?;
    let done = AuditAction::PlanCreated;
    audit::record(&tx, Some(admin.id), done, plan.id, Some(ip), now).await?;
    let plan = Plan::new(&plan, 0, &rules::day_of(now));
    once.commit(tx, Envelope::said(plan, "plan.created")).await
}

/// Returns a plan with the accounts that have it.
#[utoipa::path(get, path = "/plan/{planId}", tag = "plan", params(("planId" = PlanId, Path)),
    responses((status = 200, body = Envelope<PlanDetail>)), security(("bearer" = [])))]
async fn get_plan(
    State(app): State<App>,
    AdminPlan { plan, .. }: AdminPlan,
) -> Result<Envelope<PlanDetail>> {
    let (conn, today) = (app.db.read(), rules::day_of(app.clock.now()));
    let first = PageQuery::new(Some(ALL), None)?;
    let users = store::list_users(conn, &plan, first, &today).await?;
    let sold = i64::try_from(users.total).unwrap_or(i64::MAX);
    Ok(Envelope::ok(PlanDetail {
        plan: Plan::new(&plan, sold, &today),
        users: users.items,
    }))
}

/// Changes a plan: absent fields stay unchanged. The personal plans of accounts do not change. 5008: more packages are
/// sold than there would be, or the plan was changed since it was read.
#[utoipa::path(put, path = "/plan/{planId}", tag = "plan", params(("planId" = PlanId, Path)),
    request_body = PlanBody, responses((status = 200, body = Envelope<Plan>)), security(("bearer" = [])))]
async fn update_plan(
    State(app): State<App>,
    AdminPlan { plan, admin }: AdminPlan,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<PlanBody>,
) -> Result<Envelope<Plan>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let mut plan = store::lock(&tx, plan.id).await?;
    let sold = store::sold_of(&tx, plan.id).await?;
    if is_stale(body.version, plan.version) {
        let today = rules::day_of(now);
        return Err(Error::changed_meanwhile(&Plan::new(&plan, sold, &today)));
    }
    let before = PlanTerms::from(&plan);
    let mut terms = before.clone();
    terms.apply(body);
    let mut check = Check::default();
    terms.check(&mut check);
    check.finish()?;
    let packages = Quota::new(plan.number_of_packages, sold);
    if packages.exceeds(terms.offer.number_of_packages) {
        return Err(Error::Conflict(
            LocalizedText::new("plan.fewerThanSold").with("count", sold),
        ));
    }
    let mut row = plan.clone().into_active_model();
    if terms.write(Some(&before), &mut row) {
        row.search_text = Set(fold_for_search(&terms.offer.base_name));
        row.version = Set(plan.version + 1);
        row.updated_at = Set(now);
        plan = row.update(&tx).await?;
        let done = AuditAction::PlanChanged;
        audit::record(&tx, Some(admin.id), done, plan.id, Some(ip), now).await?;
        tx.commit().await?;
    }
    let plan = Plan::new(&plan, sold, &rules::day_of(now));
    Ok(Envelope::said(plan, "plan.updated"))
}

/// Deletes a plan. 5008: an account has it.
#[utoipa::path(delete, path = "/plan/{planId}", tag = "plan", params(("planId" = PlanId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_plan(
    State(app): State<App>,
    AdminPlan { plan, admin }: AdminPlan,
    ClientIp(ip): ClientIp,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let plan = store::lock(&tx, plan.id).await?;
    let sold = store::sold_of(&tx, plan.id).await?;
    if sold > 0 {
        return Err(Error::Conflict(
            LocalizedText::new("plan.hasUsers").with("count", sold),
        ));
    }
    let id = plan.id;
    let mut row = plan.into_active_model();
    row.deleted_at = Set(Some(now));
    row.update(&tx).await?;
    let done = AuditAction::PlanDeleted;
    audit::record(&tx, Some(admin.id), done, id, Some(ip), now).await?;
    tx.commit().await?;
    Ok(Envelope::done("message.deleted"))
}

/// Lists the accounts that have the plan, those added last first.
#[utoipa::path(get, path = "/plan/{planId}/users", tag = "plan", params(("planId" = PlanId, Path), PageQuery),
    responses((status = 200, body = Envelope<Page<PlanUser>>)), security(("bearer" = [])))]
async fn list_plan_users(
    State(app): State<App>,
    AdminPlan { plan, .. }: AdminPlan,
    ValidatedQuery(page): ValidatedQuery<PageQuery>,
) -> Result<Envelope<Page<PlanUser>>> {
    let page = PageQuery::new(page.limit, page.page)?;
    let today = rules::day_of(app.clock.now());
    store::list_users(app.db.read(), &plan, page, &today)
        .await
        .map(Envelope::ok)
}

/// Gives the plan to organizers, from today or from the first day of its sale, for the plan's months; to all of them or
/// to none. 5008: the plan is no longer sold, or one of them has it already; 5003: fewer packages are left.
#[utoipa::path(post, path = "/plan/{planId}/users", tag = "plan", params(("planId" = PlanId, Path), KeyHeader),
    request_body = NewPlanUsers, responses((status = 200, body = Envelope<Vec<PlanUser>>)), security(("bearer" = [])))]
async fn add_plan_users(
    State(app): State<App>,
    AdminPlan { plan, admin }: AdminPlan,
    ClientIp(ip): ClientIp,
    Idempotent(once, NewPlanUsers { user_ids }): Idempotent<NewPlanUsers>,
) -> Result<Envelope<Vec<PlanUser>>> {
    let now = app.clock.now();
    let today = rules::day_of(now);
    let tx = once.begin().await?;
    // Administrators who sell the last package at the same moment wait for one another here.
    let plan = store::lock(&tx, plan.id).await?;
    if rules::status(&plan.start_date, &plan.expiration_date, &today) == PlanStatus::Expired {
        return Err(Error::Conflict(LocalizedText::new("plan.expired")));
    }
    let users = user::live()
        .filter(user::Column::Id.is_in(user_ids.iter().copied()))
        .all(&tx)
        .await?;
    check_users(&users, user_ids.len())?;
    check_new_to(&tx, plan.id, &users).await?;
    check_left(&tx, &plan, user_ids.len()).await?;
    let start = plan.start_date.clone().max(today.clone());
    let end = rules::months_after(&start, plan.duration);
    let terms = PlanTerms::from(&plan).personal(start, end);
    let mut added = Vec::new();
    for user in user_ids {
        let id: PersonalPlanId = clock::new_id();
        let mut row = personal_plan::ActiveModel {
            id: Set(id),
            plan_id: Set(plan.id),
            user_id: Set(user),
            version: Set(1),
            created_by: Set(admin.id),
            created_at: Set(now),
            updated_at: Set(now),
            deleted_at: Set(None),
            ..Default::default()
        };
        terms.write(None, &mut row);
        let taken = || Error::Conflict(LocalizedText::new("error.5008"));
        added.push(row.insert(&tx).await.on_unique(taken())?);
        let done = AuditAction::PersonalPlanAdded;
        audit::record(&tx, Some(admin.id), done, id, Some(ip), now).await?;
    }
    let added = store::with_users(&tx, &plan, added, &today).await?;
    once.commit(tx, Envelope::said(added, "plan.usersAdded"))
        .await
}

/// 5002 unless all of the chosen accounts exist and are organisers'.
fn check_users(users: &[user::Model], chosen: usize) -> Result<()> {
    let mut check = Check::default();
    let missing = LocalizedText::new("account.notFound");
    check.ensure(users.len() == chosen, "userIds", missing);
    let is_organiser = |user: &user::Model| user.role == Role::Committee;
    let admins = LocalizedText::new("plan.onlyOrganisers");
    check.ensure(users.iter().all(is_organiser), "userIds", admins);
    check.finish()
}

/// 5008 when one of the accounts has the plan already. The plan must be locked.
async fn check_new_to(tx: &Tx, plan: PlanId, users: &[user::Model]) -> Result<()> {
    let have: Vec<UserId> = personal_plan::live()
        .filter(personal_plan::Column::PlanId.eq(plan))
        .filter(personal_plan::Column::UserId.is_in(users.iter().map(|user| user.id)))
        .all(tx)
        .await?
        .into_iter()
        .map(|row| row.user_id)
        .collect();
    if have.is_empty() {
        return Ok(());
    }
    let users = users.iter().filter(|user| have.contains(&user.id));
    let names = users.map(|user| user.full_name.as_str()).take(MAX_NAMES);
    let mut names = names.collect::<Vec<_>>().join(", ");
    if have.len() > MAX_NAMES {
        names.push_str(", …");
    }
    Err(Error::Conflict(
        LocalizedText::new("plan.haveItAlready")
            .with("count", have.len())
            .with("names", names),
    ))
}

/// 5003 when fewer packages are left than accounts are chosen. The plan must be locked.
async fn check_left(tx: &Tx, plan: &plan::Model, chosen: usize) -> Result<()> {
    let sold = store::sold_of(tx, plan.id).await?;
    let chosen = i64::try_from(chosen).unwrap_or(i64::MAX);
    match Quota::new(plan.number_of_packages, sold).left() {
        Some(left) if chosen > left => Err(Error::ResourceExceeded(
            LocalizedText::new("plan.soldOut")
                .with("count", chosen)
                .with("left", left)
                .with("max", plan.number_of_packages),
        )),
        _ => Ok(()),
    }
}

/// Checks nothing: the rules concern the terms as a whole, so [`PersonalPlanTerms`] checks them.
impl Validate for PersonalPlanBody {
    fn validate(&mut self, _: &mut Check) {}
}

/// Changes the personal plan of one account: absent fields stay unchanged. 5008: it was changed since it was read.
#[utoipa::path(put, path = "/plan/{planId}/users/{userId}", tag = "plan",
    params(("planId" = PlanId, Path), ("userId" = UserId, Path)), request_body = PersonalPlanBody,
    responses((status = 200, body = Envelope<PlanUser>)), security(("bearer" = [])))]
async fn update_plan_user(
    State(app): State<App>,
    AdminPersonalPlan {
        plan,
        personal,
        admin,
    }: AdminPersonalPlan,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<PersonalPlanBody>,
) -> Result<Envelope<PlanUser>> {
    let now = app.clock.now();
    let today = rules::day_of(now);
    let tx = app.db.write().await?;
    let mut personal = store::lock_personal(&tx, plan.id, personal.user_id).await?;
    if is_stale(body.version, personal.version) {
        let stored = store::with_users(&tx, &plan, vec![personal], &today).await?;
        let stored = stored.into_iter().next().ok_or_else(Error::not_found)?;
        return Err(Error::changed_meanwhile(&stored));
    }
    let before = PersonalPlanTerms::from(&personal);
    let mut terms = before.clone();
    terms.apply(body.terms);
    let mut check = Check::default();
    terms.check(&mut check);
    check.finish()?;
    let mut row = personal.clone().into_active_model();
    if !terms.write(Some(&before), &mut row).is_empty() {
        row.version = Set(personal.version + 1);
        row.updated_at = Set(now);
        personal = row.update(&tx).await?;
        let done = AuditAction::PersonalPlanChanged;
        audit::record(&tx, Some(admin.id), done, personal.id, Some(ip), now).await?;
        tx.commit().await?;
    }
    let shown = store::with_users(app.db.read(), &plan, vec![personal], &today).await?;
    let shown = shown.into_iter().next().ok_or_else(Error::not_found)?;
    Ok(Envelope::said(shown, "plan.userUpdated"))
}

/// Takes the plan away from an account. The account's events and groups stay.
#[utoipa::path(delete, path = "/plan/{planId}/users/{userId}", tag = "plan",
    params(("planId" = PlanId, Path), ("userId" = UserId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn remove_plan_user(
    State(app): State<App>,
    AdminPersonalPlan {
        plan,
        personal,
        admin,
    }: AdminPersonalPlan,
    ClientIp(ip): ClientIp,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let personal = store::lock_personal(&tx, plan.id, personal.user_id).await?;
    let id = personal.id;
    let mut row = personal.into_active_model();
    row.deleted_at = Set(Some(now));
    row.update(&tx).await?;
    let done = AuditAction::PersonalPlanRemoved;
    audit::record(&tx, Some(admin.id), done, id, Some(ip), now).await?;
    tx.commit().await?;
    Ok(Envelope::done("plan.userRemoved"))
}
