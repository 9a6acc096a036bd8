//! The rights to a plan.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText};
use hoi_platform::http::path_id;
use hoi_platform::ids::UserId;

use super::entity::{personal_plan, plan};
use super::{PlanId, store};
use crate::accounts::Admin;
use crate::accounts::entity::user;

/// The plan `{planId}` of the path, for an administrator.
#[derive(Debug, Clone)]
pub struct AdminPlan {
    pub plan: plan::Model,
    pub admin: user::Model,
}

/// The plan `{planId}` as the account `{userId}` has it, for an administrator.
#[derive(Debug, Clone)]
pub struct AdminPersonalPlan {
    pub plan: plan::Model,
    pub personal: personal_plan::Model,
    pub admin: user::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for AdminPlan
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Admin { user: admin } = Admin::from_request_parts(parts, state).await?;
        let missing = || Error::NotFound(LocalizedText::new("plan.notFound"));
        let id: PlanId = path_id(parts, state, "planId")
            .await
            .map_err(|_| missing())?;
        let plan = store::find(App::from_ref(state).db.read(), id).await?;
        let plan = plan.ok_or_else(missing)?;
        Ok(Self { plan, admin })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AdminPersonalPlan
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let AdminPlan { plan, admin } = AdminPlan::from_request_parts(parts, state).await?;
        let missing = || Error::NotFound(LocalizedText::new("plan.userNotFound"));
        let user: UserId = path_id(parts, state, "userId")
            .await
            .map_err(|_| missing())?;
        let app = App::from_ref(state);
        let personal = store::find_personal(app.db.read(), plan.id, user).await?;
        Ok(Self {
            plan,
            personal: personal.ok_or_else(missing)?,
            admin,
        })
    }
}
