//! Administrators' calls on the running platform.

use axum::extract::State;
use hoi_community::accounts::{self, Admin};
use hoi_community::plans::{self, PlanStatus};
use hoi_jobs::outage;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, Page, PageQuery, PathId, ValidatedQuery};
use hoi_platform::ids::UserId;
use hoi_platform::routes;
use hoi_platform::version::ProgramVersion;
use hoi_platform::vitals;
use hoi_ticketing::events::entity::event;
use sea_orm::{EntityTrait, PaginatorTrait};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::dto::{
    AccountActivity, AuditEntry, AuditQuery, DatabaseState, DiskState, Job, JobQuery, LaneState,
    Mail, MailQuery, Need, NeedThing, NeedThingQuery, Outage, RetriedJobs, SystemState,
};
use super::{audit_log, needs, store};
use crate::operations::{self, Retried};

/// Routes of the running platform, and of accounts' activity.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_system))
        .routes(routes!(list_needs))
        .routes(routes!(list_need_things))
        .routes(routes!(list_jobs))
        .routes(routes!(retry_job))
        .routes(routes!(retry_dead_jobs))
        .routes(routes!(list_mails))
        .routes(routes!(list_audit_log))
        .routes(routes!(get_account_activity))
}

/// Returns the state of the platform.
#[utoipa::path(get, path = "/system", tag = "system", responses((status = 200, body = Envelope<SystemState>)),
    security(("bearer" = [])))]
async fn get_system(State(app): State<App>, _: Admin) -> Result<Envelope<SystemState>> {
    let conn = app.db.read();
    let depths = hoi_jobs::depths(conn, app.clock.now()).await?;
    let outages = outage::Entity::find().all(conn).await?;
    Ok(Envelope::ok(SystemState {
        program: ProgramVersion::current(),
        started_at: app.started_at,
        database: DatabaseState {
            engine: app.db.version().await?,
            bytes: app.db.size_bytes().await?,
        },
        disk: DiskState {
            free_bytes: app.vitals.free_bytes(),
            min_free_bytes: vitals::min_free_bytes(&app.config),
        },
        files: store::count_files(conn).await?,
        dead_jobs: depths.iter().map(|depth| depth.dead).sum(),
        lanes: depths.into_iter().map(LaneState::from).collect(),
        outages: outages.into_iter().map(Outage::from).collect(),
        sockets: app.realtime.sockets(),
    }))
}

/// Lists what waits for administrators, the most urgent kind first; empty while nothing does.
#[utoipa::path(get, path = "/system/needs", tag = "system", responses((status = 200, body = Envelope<Vec<Need>>)),
    security(("bearer" = [])))]
async fn list_needs(State(app): State<App>, _: Admin) -> Result<Envelope<Vec<Need>>> {
    Ok(Envelope::ok(needs::find_needs(&app).await?))
}

/// Lists all things of one kind that wait for administrators, in the order in which the list of all kinds names the first
/// of them; empty for kinds of which it names none.
#[utoipa::path(get, path = "/system/needs/things", tag = "system", params(NeedThingQuery),
    responses((status = 200, body = Envelope<Page<NeedThing>>)), security(("bearer" = [])))]
async fn list_need_things(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<NeedThingQuery>,
) -> Result<Envelope<Page<NeedThing>>> {
    Ok(Envelope::ok(needs::find_things(&app, query).await?))
}

/// Lists background jobs, the newest first. A job that succeeded is not kept.
#[utoipa::path(get, path = "/system/jobs", tag = "system", params(JobQuery),
    responses((status = 200, body = Envelope<Page<Job>>)), security(("bearer" = [])))]
async fn list_jobs(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<JobQuery>,
) -> Result<Envelope<Page<Job>>> {
    let jobs = store::jobs(app.db.read(), query, app.clock.now()).await?;
    Ok(Envelope::ok(jobs))
}

/// Makes a job that was given up run again at once. Changes nothing if it was not given up, or waits again already.
#[utoipa::path(post, path = "/system/jobs/{id}/retry", tag = "system", params(("id" = Uuid, Path)),
    responses((status = 200, body = Envelope<RetriedJobs>)), security(("bearer" = [])))]
async fn retry_job(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    PathId(id): PathId<Uuid>,
    ClientIp(ip): ClientIp,
) -> Result<Envelope<RetriedJobs>> {
    let by = Some((admin.id, ip));
    let retried = match operations::retry_job(&app.db, id, by, app.clock.now()).await? {
        Retried::Waiting => 1,
        Retried::WasWaiting => 0,
        Retried::Unknown => return Err(Error::NotFound(LocalizedText::new("job.notFound"))),
    };
    Ok(answer(&app, retried))
}

/// Makes all jobs that were given up run again at once.
#[utoipa::path(post, path = "/system/jobs/retry-dead", tag = "system",
    responses((status = 200, body = Envelope<RetriedJobs>)), security(("bearer" = [])))]
async fn retry_dead_jobs(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    ClientIp(ip): ClientIp,
) -> Result<Envelope<RetriedJobs>> {
    let by = Some((admin.id, ip));
    let retried = operations::retry_all_dead(&app.db, by, app.clock.now()).await?;
    Ok(answer(&app, retried))
}

fn answer(app: &App, retried: u64) -> Envelope<RetriedJobs> {
    app.jobs.notify_one();
    let said = LocalizedText::new("job.retried").with("count", retried);
    Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(RetriedJobs { retried })
    }
}

/// Lists mails with their state and never with their content, the last tried one first. A mail that was not tried yet
/// is listed among the jobs only.
#[utoipa::path(get, path = "/system/mails", tag = "system", params(MailQuery),
    responses((status = 200, body = Envelope<Page<Mail>>)), security(("bearer" = [])))]
async fn list_mails(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<MailQuery>,
) -> Result<Envelope<Page<Mail>>> {
    let mails = store::mails(app.db.read(), query).await?;
    Ok(Envelope::ok(mails))
}

/// Lists who logged in, was refused, or changed accounts and plans, newest first.
#[utoipa::path(get, path = "/system/audit", tag = "system", params(AuditQuery),
    responses((status = 200, body = Envelope<Page<AuditEntry>>)), security(("bearer" = [])))]
async fn list_audit_log(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<AuditQuery>,
) -> Result<Envelope<Page<AuditEntry>>> {
    let page = PageQuery::new(query.limit, query.page)?;
    let which = audit_log::condition(&query)?;
    let entries = audit_log::page(app.db.read(), which, page).await?;
    Ok(Envelope::ok(entries))
}

/// Returns when an account was last used, and its activity. 5016: the caller is not an administrator.
#[utoipa::path(get, path = "/users/{id}/activity", tag = "users", params(("id" = UserId, Path), PageQuery),
    responses((status = 200, body = Envelope<AccountActivity>)), security(("bearer" = [])))]
async fn get_account_activity(
    State(app): State<App>,
    _: Admin,
    PathId(id): PathId<UserId>,
    ValidatedQuery(page): ValidatedQuery<PageQuery>,
) -> Result<Envelope<AccountActivity>> {
    let page = PageQuery::new(page.limit, page.page)?;
    let (conn, now) = (app.db.read(), app.clock.now());
    let missing = || Error::NotFound(LocalizedText::new("account.notFound"));
    let user = accounts::find(conn, id).await?.ok_or_else(missing)?;
    let plans = plans::plans_of(conn, id, now).await?.into_iter();
    let owned = event::owned_by(id);
    Ok(Envelope::ok(AccountActivity {
        full_name: user.full_name,
        email: user.email,
        created_at: user.created_at,
        last_seen_at: user.last_seen_at,
        sessions: accounts::find_live_sessions(conn, id, now).await?.len(),
        events: owned.count(conn).await?,
        plans: plans
            .filter(|plan| plan.status == PlanStatus::Active)
            .count(),
        entries: audit_log::page(conn, audit_log::condition_of(id), page).await?,
    }))
}
