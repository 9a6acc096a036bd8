//! Request and response bodies of the calls on statistics.

use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::EventId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::rules::Period;
use super::store::Metric;

/// How many parts a period has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub enum ChartType {
    #[default]
    #[serde(rename = "7")]
    Seven,
    #[serde(rename = "12")]
    Twelve,
}

/// The parts of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChartUnit {
    Day,
    Month,
}

/// Which figures to count, and over which period.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OverviewQuery {
    /// `7` with days, `12` with months; default `7`.
    #[param(inline)]
    pub chart_type: Option<ChartType>,
    /// Default `day` with 7 and `month` with 12.
    #[param(inline)]
    pub unit: Option<ChartUnit>,
    /// Only this event; otherwise all events for administrators, and their own ones for organizers.
    pub event_id: Option<EventId>,
}

/// Which figure to show over time.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ChartQuery {
    /// `7` with days, `12` with months; default `7`.
    #[param(inline)]
    pub chart_type: Option<ChartType>,
    /// Default `day` with 7 and `month` with 12.
    #[param(inline)]
    pub unit: Option<ChartUnit>,
    /// Only this event; otherwise all events for administrators, and their own ones for organizers.
    pub event_id: Option<EventId>,
    /// Default `participants`.
    #[param(inline)]
    pub metric: Option<Metric>,
}

/// Returns the period that the two parameters name together.
///
/// # Errors
/// 5002 for 7 months or 12 days.
pub fn period(chart_type: Option<ChartType>, unit: Option<ChartUnit>) -> Result<Period> {
    match (chart_type.unwrap_or_default(), unit) {
        (ChartType::Seven, None | Some(ChartUnit::Day)) => Ok(Period::Week),
        (ChartType::Twelve, None | Some(ChartUnit::Month)) => Ok(Period::Year),
        _ => Err(Error::field("unit", LocalizedText::new("statistics.unit"))),
    }
}

/// The figures of the platform, of an organizer or of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Accounts of organizers; only for the whole platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_committees: Option<u64>,
    /// The events that are not canceled: `open + upcoming + closed`.
    pub total_events: u64,
    /// Events whose registration is open.
    pub open: u64,
    /// Events whose registration has not opened yet.
    pub upcoming: u64,
    /// Events whose registration is over and that were not canceled.
    pub closed: u64,
    /// Canceled events.
    pub cancelled: u64,
    /// Confirmed registrations that were not removed.
    pub participants: i64,
    /// Participants who are checked in.
    pub checked_in: i64,
    /// The amount that participants still have to pay, in dong.
    pub money_due: i64,
    /// The amount that participants have paid, in dong.
    pub money_received: i64,
    /// All groups of the platform, or those that the organizer owns; 0 for an event.
    pub groups: u64,
    /// Visits of the public page; only for an event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<i64>,
    /// Figures of the period that was asked for.
    pub period: PeriodFigures,
}

/// Figures of a period that ends now, each with that of the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeriodFigures {
    /// Events that were created.
    pub events: Comparison,
    /// Participants who registered.
    pub participants: Comparison,
    /// Participants who were checked in.
    pub checked_in: Comparison,
    /// The amount that participants paid, in dong.
    pub money_received: Comparison,
}

/// A figure of a period and of the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Comparison {
    /// Within the period, whose last day or month has not ended yet.
    pub value: i64,
    /// Within the period of the same number of days or months before it.
    pub previous: i64,
}

/// One day or month of a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChartPoint {
    /// The day (`2026-03-01`) or month (`2026-03`) in Vietnam; empty in the only point of a chart without any event.
    pub time_label: String,
    /// The number of participants or events, or the sum in dong.
    pub value: i64,
}
