//! The caller's own account with data of other features. It stands outside of the features, because it reads several.

use axum::extract::State;
use hoi_i18n::Lang;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::dto::{LoginUser, UpdateProfile};
use crate::accounts::entity::user;
use crate::accounts::{self, AnySigned, Gender, Signed};
use crate::app::App;
use crate::error::Result;
use crate::files::FileUrl;
use crate::groups::{self, MyGroup};
use crate::http::{Envelope, ValidatedJson};
use crate::ids::UserId;
use crate::notifications;
use crate::plans::{self, PersonalPlan, PlanSummary};
use crate::{events, points, posts};

/// The caller's account with everything that the application shows of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    #[serde(flatten)]
    pub user: LoginUser,
    pub phone: String,
    #[schema(required)]
    pub country: Option<String>,
    pub company: String,
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
    #[serde(flatten)]
    pub plans: OwnPlans,
    /// The number of unread notifications.
    pub unread_count: u64,
}

/// What the caller has of plans.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPlans {
    pub plan_summary: PlanSummary,
    /// All plans of the caller, also those that do not count today; the last to end first.
    pub personal_plans: Vec<PersonalPlan>,
}

/// A group of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnGroup {
    #[serde(flatten)]
    pub group: MyGroup,
    /// Posts that wait for a decision of the caller; 0 for ordinary members.
    pub pending_posts: u64,
    /// Points that wait for the caller: for a leader's decision, or for the answer of a party.
    pub pending_points: u64,
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

/// Changes the caller's own profile. It does not change role, e-mail, limits and state.
#[utoipa::path(put, path = "/users/profile", tag = "users", request_body = UpdateProfile,
    responses((status = 200, body = Envelope<Me>)), security(("bearer" = [])))]
async fn update_profile(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedJson(body): ValidatedJson<UpdateProfile>,
) -> Result<Envelope<Me>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let user = accounts::update_profile(&tx, user.id, body, now).await?;
    tx.commit().await?;
    Ok(Envelope::said(
        me(&app, user).await?,
        "account.profileUpdated",
    ))
}

/// Returns what the caller's account and plans allow together, how much of it is used, and the plans.
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
    let groups = groups::mine(conn, user.id).await?;
    // In an archived group nothing is decided any more.
    let open = groups.iter().filter(|group| group.archived_at.is_none());
    let led = open.clone().filter(|group| group.my_role.leads());
    let led = led.map(|group| group.id);
    let waiting = posts::count_pending(conn, led.clone()).await?;
    let open = open.map(|group| group.id);
    let deals = points::count_pending_of(conn, user.id, open, led).await?;
    let groups = groups.into_iter().map(|group| OwnGroup {
        pending_posts: waiting.get(&group.id).copied().unwrap_or(0),
        pending_points: deals.get(&group.id).copied().unwrap_or(0),
        group,
    });
    Ok(Envelope::ok(groups.collect()))
}

async fn own_plans(app: &App, account: UserId) -> Result<OwnPlans> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let limits = plans::limits_of(conn, account, now).await?;
    let events_used = events::count_used(conn, account).await?;
    let groups_used = groups::count_owned(conn, account).await?;
    Ok(OwnPlans {
        plan_summary: PlanSummary::new(&limits, events_used, groups_used),
        personal_plans: plans::plans_of(conn, account, now).await?,
    })
}

async fn me(app: &App, user: user::Model) -> Result<Me> {
    let must_set_up_second_factor = accounts::must_set_up_second_factor(app, &user).await?;
    let plans = own_plans(app, user.id).await?;
    let unread_count = notifications::count_unread(app.db.read(), user.id).await?;
    Ok(Me {
        user: LoginUser {
            must_set_up_second_factor,
            ..LoginUser::from(&user)
        },
        phone: user.phone,
        country: user.country,
        company: user.company,
        gender: user.gender,
        date_of_birth: user.date_of_birth,
        identification_number: user.identification_number,
        tax_number: user.tax_number,
        business_license: user.business_license_file_id.map(FileUrl),
        business_field: user.business_field,
        position: user.position,
        user_code: user.user_code,
        lang: user.lang,
        plans,
        unread_count,
    })
}
