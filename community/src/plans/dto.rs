//! Request and response bodies of the calls on plans.

use std::collections::BTreeSet;

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::files::FileUrl;
use hoi_platform::http::SortOrder;
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::entity::{personal_plan, plan};
use super::rules::{self, Limits};
use super::terms::{PersonalPlanTerms, PlanTerms};
use super::{PersonalPlanId, PlanId, PlanStatus};
use crate::accounts::entity::user;

/// The most accounts that one call can add.
const MAX_USERS: usize = 500;

/// A plan, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    pub id: PlanId,
    #[serde(flatten)]
    pub terms: PlanTerms,
    /// The number of accounts that have it.
    pub sold_packages: i64,
    pub status: PlanStatus,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
    pub created_at: Timestamp,
}

/// A plan with the accounts that have it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlanDetail {
    #[serde(flatten)]
    pub plan: Plan,
    /// The 100 accounts that were added last; `GET /plan/{planId}/users` returns all of them.
    pub users: Vec<PlanUser>,
}

/// The terms under which one account has a plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalPlan {
    pub id: PersonalPlanId,
    pub plan_id: PlanId,
    /// The name of the plan.
    pub plan_name: String,
    #[serde(flatten)]
    pub terms: PersonalPlanTerms,
    pub status: PlanStatus,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
}

/// An account that has a plan, with its personal plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanUser {
    #[serde(flatten)]
    pub personal: PersonalPlan,
    pub user_id: UserId,
    pub full_name: String,
    pub email: String,
    pub company: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
}

/// Limits and usage of an account over all its active plans; −1 = unlimited.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanSummary {
    /// The most events: the account's own limit and those of its active plans together.
    pub event_limit: i64,
    pub max_attendees_per_event: i64,
    pub group_limit: i64,
    pub max_members_per_group: i64,
    /// Whether reports of groups can be downloaded.
    pub report_feature: bool,
    pub events_used: u64,
    pub groups_used: u64,
}

/// The sort order of the list of plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PlanSort {
    /// The name, without regard to case and accents.
    BaseName,
    Price,
    StartDate,
    ExpirationDate,
    CreatedAt,
}

/// Filters and order of the list of plans.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlanQuery {
    /// Part of a name; case and accents do not matter.
    pub search: Option<String>,
    pub status: Option<PlanStatus>,
    /// If absent, the newest plans come first.
    #[param(inline)]
    pub sort: Option<PlanSort>,
    /// The direction of `sort`, default `asc`.
    #[param(inline)]
    pub order: Option<SortOrder>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// The accounts that get a plan.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPlanUsers {
    /// Organizers' accounts, 1–500.
    #[serde(default)]
    #[schema(required)]
    #[schema(example = json!({ "max": MAX_USERS }))]
    pub user_ids: BTreeSet<UserId>,
}

impl Validate for NewPlanUsers {
    fn validate(&mut self, check: &mut Check) {
        let nobody = LocalizedText::new("plan.chooseUsers");
        check.ensure(!self.user_ids.is_empty(), "userIds", nobody);
        let most = LocalizedText::new("field.tooMany").with("max", MAX_USERS);
        check.ensure(self.user_ids.len() <= MAX_USERS, "userIds", most);
    }
}

impl Plan {
    pub fn new(row: &plan::Model, sold_packages: i64, today: &str) -> Self {
        Self {
            id: row.id,
            terms: row.into(),
            sold_packages,
            status: rules::status(&row.start_date, &row.expiration_date, today),
            version: row.version,
            created_at: row.created_at,
        }
    }
}

impl PersonalPlan {
    pub fn new(row: &personal_plan::Model, plan_name: String, today: &str) -> Self {
        Self {
            id: row.id,
            plan_id: row.plan_id,
            plan_name,
            terms: row.into(),
            status: rules::status(&row.start_date, &row.expiration_date, today),
            version: row.version,
        }
    }
}

impl PlanUser {
    pub fn new(personal: PersonalPlan, user: user::Model) -> Self {
        Self {
            personal,
            user_id: user.id,
            full_name: user.full_name,
            email: user.email,
            company: user.company,
            avatar: user.avatar_file_id.map(FileUrl),
        }
    }
}

impl PlanSummary {
    #[must_use]
    pub fn new(limits: &Limits, events_used: u64, groups_used: u64) -> Self {
        Self {
            event_limit: limits.events,
            max_attendees_per_event: limits.participants,
            group_limit: limits.groups,
            max_members_per_group: limits.members,
            report_feature: limits.has_report,
            events_used,
            groups_used,
        }
    }
}
