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
use crate::events;
use crate::files::FileUrl;
use crate::http::{Envelope, ValidatedJson};

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
    pub plan_summary: PlanSummary,
    pub personal_plans: Vec<PersonalPlan>,
    /// The number of unread notifications.
    pub unread_count: u64,
}

/// Limits and usage of the caller over all active plans; −1 = unlimited.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanSummary {
    pub event_limit: i64,
    pub max_attendees_per_event: i64,
    pub group_limit: i64,
    pub max_members_per_group: i64,
    pub report_feature: bool,
    pub events_used: u64,
    pub groups_used: u64,
}

/// A plan given to the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalPlan {
    #[schema(format = Uuid)]
    pub id: String,
    #[schema(format = Uuid)]
    pub plan_id: String,
    /// The first day, as `YYYY-MM-DD`.
    pub start_date: String,
    /// The last day, as `YYYY-MM-DD`.
    pub expiration_date: String,
    pub event_limit: i64,
    pub max_attendees_per_event: i64,
    pub group_limit: i64,
    pub max_members_per_group: i64,
    pub has_report: bool,
}

/// Routes of the caller's own account.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_me))
        .routes(routes!(update_profile))
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

async fn me(app: &App, user: user::Model) -> Result<Me> {
    let must_set_up_second_factor = accounts::must_set_up_second_factor(app, &user).await?;
    let events_used = events::count_used(app.db.read(), user.id).await?;
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
        // The values without plans: the account's own event limit, unlimited attendees, no groups, no report.
        plan_summary: PlanSummary {
            event_limit: user.event_limit,
            max_attendees_per_event: -1,
            group_limit: 0,
            max_members_per_group: -1,
            report_feature: false,
            events_used,
            groups_used: 0,
        },
        personal_plans: Vec::new(),
        unread_count: 0,
    })
}
