//! Points: closed deals between members of a group, decided by its leaders.
//!
//! The totals of an account's sales, purchases and introductions are always counted from the approved points; no
//! counters are stored. Likes and posts give no points.

mod access;
mod dto;
pub mod entity;
mod reminders;
mod routes;
mod rules;
mod store;
mod views;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use dto::{Figure, MemberTally};
pub use hoi_platform::ids::PointId;
pub use reminders::remind_leaders;
pub use routes::routes;
pub use rules::{Days, MAX_VALUE, Place, Tallies, Tally};
pub use store::{
    best_sellers, count_pending_of, count_pending_seen, deals_of_month, find_between,
    may_read_proof, monthly_deals, sees_values, tallies, totals,
};

/// The counterparty's role in the deal.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum RoleType {
    /// The counterparty bought from the seller.
    Buyer,
    /// The counterparty brought an outside buyer to the seller.
    Introducer,
}

/// The state of a point. Only approved points count.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PointStatus {
    Pending,
    Approved,
    /// A leader rejected the point, or approved it and the owner voided it later.
    Rejected,
}

/// The other party's answer to a pending point.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PartyAnswer {
    Confirmed,
    Disputed,
}

/// The three ways in which a deal counts for an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Credit {
    /// The account is the seller.
    Sold,
    /// The account is the buyer.
    Buy,
    /// The account introduced the buyer.
    Referral,
}
