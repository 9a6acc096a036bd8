//! Plans: the offers that administrators sell to organisers, and the limits that the plans of an account give it
//! together.
//!
//! Nothing here counts events or participants: the features that have them ask [`limits_of`] and count themselves. An
//! account's events and groups outlive its plans; a plan that has ended only stops it from making more.

mod access;
mod dto;
pub mod entity;
mod jobs;
mod reached;
mod routes;
mod rules;
mod store;
mod terms;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use dto::{PersonalPlan, PlanSummary};
pub use hoi_platform::ids::{PersonalPlanId, PlanId};
pub use jobs::{MailPlanEnd, tell_of_ends};
pub use reached::{Reached, tell_of_limit};
pub use routes::routes;
pub use rules::{Limits, day_of};
pub use store::{EndingPlans, ending, limits_of, plans_of};

/// The state of a plan on a day, derived from its first and last day in Vietnamese time and never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlanStatus {
    Active,
    /// Its first day is still to come.
    Inactive,
    /// Its last day is over.
    Expired,
}

/// Why the owner of a plan is told about its end.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum EndNotice {
    /// The plan ends within 14 days.
    TwoWeeks,
    /// The plan ends within 3 days.
    ThreeDays,
    /// The plan has ended.
    Ended,
}
