//! The tables of this feature.

pub mod personal_plan;
pub mod plan;
pub mod plan_notice;
