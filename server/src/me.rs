//! The caller's own account with data of other features. It stands outside of the features, because it reads several.

use std::collections::HashMap;

use axum::extract::State;
use hoi_community::accounts::dto::{LoginUser, UpdateProfile};
use hoi_community::accounts::entity::user;
use hoi_community::accounts::{self, AnySigned, Gender, Signed};
use hoi_community::groups::{self, GroupId, MyGroup, OwnGroupRequest};
use hoi_community::notifications;
use hoi_community::plans::{self, PersonalPlan, PlanSummary};
use hoi_community::{points, posts};
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result, is_stale};
use hoi_platform::files::FileUrl;
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_platform::ids::UserId;
use hoi_platform::routes;
use hoi_ticketing::events;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// The caller's account with everything that the application shows of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    #[serde(flatten)]
    pub user: LoginUser,
    pub phone: String,
    #[schema(required)]
    pub country: Option<String>,
    #[schema(required)]
    pub gender: Option<Gender>,
    /// Date as `YYYY-MM-DD`; null if unknown.
    #[schema(required)]
    pub date_of_birth: Option<String>,
    #[schema(required)]
    pub identification_number: Option<String>,
    #[schema(required)]
    pub tax_number: Option<String>,
    #[schema(required)]
    pub business_license: Option<FileUrl>,
    #[schema(required)]
    pub business_field: Option<String>,
    #[schema(required)]
    pub position: Option<String>,
    /// The content of the account's personal QR code.
    pub user_code: String,
    pub lang: Lang,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
    #[serde(flatten)]
    pub plans: OwnPlans,
    /// The number of unread notifications.
    pub unread_count: u64,
    /// The number of things in groups that wait for the caller: for a decision, or for the answer to an invitation.
    pub waiting_count: u64,
}

/// The plans of the caller, and what they allow.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPlans {
    pub plan_summary: PlanSummary,
    /// All plans of the caller, also those that do not count today; the last to end first.
    pub personal_plans: Vec<PersonalPlan>,
    /// The caller's latest request for one more group than the plans allow; null without one, and once its group was
    /// created.
    #[schema(required)]
    pub group_request: Option<OwnGroupRequest>,
}

/// A group of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnGroup {
    #[serde(flatten)]
    pub group: MyGroup,
    #[serde(flatten)]
    pub waiting: Waiting,
}

/// The tasks that wait for the caller in a group. All but points are 0 for ordinary members, and everything in an
/// archived group.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// Requests to join.
    pub pending_requests: u64,
    /// Posts to approve.
    pub pending_posts: u64,
    /// Points that wait for a leader's decision, or for the answer of a party.
    pub pending_points: u64,
    /// Posts and comments that were reported.
    pub reported: u64,
}

impl Waiting {
    fn total(self) -> u64 {
        self.pending_requests + self.pending_posts + self.pending_points + self.reported
    }
}

/// Routes of the caller's own account.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_me))
        .routes(routes!(update_profile))
        .routes(routes!(get_own_plans))
        .routes(routes!(list_own_groups))
}

/// Returns the caller's account.
#[utoipa::path(get, path = "/users/me", tag = "users", responses((status = 200, body = Envelope<Me>)),
    security(("bearer" = [])))]
async fn get_me(
    State(app): State<App>,
    AnySigned(Signed { user, .. }): AnySigned,
) -> Result<Envelope<Me>> {
    Ok(Envelope::ok(me(&app, user).await?))
}

/// Changes the caller's own profile. It does not change role, e-mail, limits and state. 5008: it was changed since it was
/// read, perhaps by an administrator.
#[utoipa::path(put, path = "/users/profile", tag = "users", request_body = UpdateProfile,
    responses((status = 200, body = Envelope<Me>)), security(("bearer" = [])))]
async fn update_profile(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedJson(body): ValidatedJson<UpdateProfile>,
) -> Result<Envelope<Me>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let stored = accounts::lock(&tx, user.id)
        .await?
        .ok_or(Error::InvalidAccessToken)?;
    if is_stale(body.version, stored.version) {
        drop(tx);
        return Err(Error::changed_meanwhile(&me(&app, stored).await?));
    }
    let user = accounts::update_profile(&tx, user.id, body, now).await?;
    tx.commit().await?;
    Ok(Envelope::said(
        me(&app, user).await?,
        "account.profileUpdated",
    ))
}

/// Returns the limits that the caller's account and plans give together, how much of them is used, and the plans.
#[utoipa::path(get, path = "/plan/mine", tag = "plan", responses((status = 200, body = Envelope<OwnPlans>)),
    security(("bearer" = [])))]
async fn get_own_plans(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<OwnPlans>> {
    own_plans(&app, user.id).await.map(Envelope::ok)
}

/// Lists the groups that the caller is a member of, by name.
#[utoipa::path(get, path = "/group/mine", tag = "group", responses((status = 200, body = Envelope<Vec<OwnGroup>>)),
    security(("bearer" = [])))]
async fn list_own_groups(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<Vec<OwnGroup>>> {
    let conn = app.db.read();
    let waiting = waiting_of(conn, user.id).await?;
    let groups = groups::mine(conn, user.id).await?;
    let groups = groups.into_iter().map(|group| OwnGroup {
        waiting: waiting.get(&group.id).copied().unwrap_or_default(),
        group,
    });
    Ok(Envelope::ok(groups.collect()))
}

/// Returns the numbers of tasks that wait for the account in its groups; archived groups, in which nothing is decided,
/// are missing.
async fn waiting_of(
    conn: &impl ConnectionTrait,
    account: UserId,
) -> Result<HashMap<GroupId, Waiting>> {
    let roles = groups::open_roles(conn, account).await?;
    if roles.is_empty() {
        return Ok(HashMap::new());
    }
    let all = roles.iter().map(|(id, _)| *id);
    let led: Vec<GroupId> = roles
        .iter()
        .filter(|(_, role)| role.leads())
        .map(|(id, _)| *id)
        .collect();
    let points = points::count_pending_of(conn, account, all.clone(), &led).await?;
    let (requests, posts, reported) = if led.is_empty() {
        Default::default()
    } else {
        (
            groups::count_requests(conn, led.iter().copied()).await?,
            posts::count_pending(conn, led.iter().copied()).await?,
            posts::count_reported(conn, led.iter().copied(), account).await?,
        )
    };
    let number = |counts: &HashMap<GroupId, u64>, id| counts.get(&id).copied().unwrap_or(0);
    let waiting = all.map(|id| {
        let waiting = Waiting {
            pending_requests: number(&requests, id),
            pending_posts: number(&posts, id),
            pending_points: number(&points, id),
            reported: number(&reported, id),
        };
        (id, waiting)
    });
    Ok(waiting.collect())
}

async fn own_plans(app: &App, account: UserId) -> Result<OwnPlans> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let limits = plans::limits_of(conn, account, now).await?;
    let events_used = events::count_used(conn, account).await?;
    let groups_used = groups::count_owned(conn, account).await?;
    Ok(OwnPlans {
        plan_summary: PlanSummary::new(&limits, events_used, groups_used),
        personal_plans: plans::plans_of(conn, account, now).await?,
        group_request: groups::latest_group_request(conn, account).await?,
    })
}

async fn me(app: &App, user: user::Model) -> Result<Me> {
    let must_set_up_second_factor = accounts::must_set_up_second_factor(app, &user).await?;
    let plans = own_plans(app, user.id).await?;
    let conn = app.db.read();
    let unread_count = notifications::count_unread(conn, user.id).await?;
    let waiting = waiting_of(conn, user.id).await?;
    let decisions: u64 = waiting.into_values().map(Waiting::total).sum();
    let waiting_count = decisions + groups::count_invitations(conn, &user).await?;
    Ok(Me {
        user: LoginUser {
            must_set_up_second_factor,
            ..LoginUser::from(&user)
        },
        phone: user.phone,
        country: user.country,
        gender: user.gender,
        date_of_birth: user.date_of_birth,
        identification_number: user.identification_number,
        tax_number: user.tax_number,
        business_license: user.business_license_file_id.map(FileUrl),
        business_field: user.business_field,
        position: user.position,
        user_code: user.user_code,
        lang: user.lang,
        version: user.version,
        plans,
        unread_count,
        waiting_count,
    })
}
