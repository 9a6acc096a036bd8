//! Requests and responses of a group's figures.

use hoi_community::groups::check_day;
use hoi_community::points::{Days, Figure};
use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{EventId, PostId, UserId};
use hoi_platform::validation::Check;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::statistics::Comparison;

/// The days of a report: a month, or from a day to another.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// As `YYYY-MM`; the present month without any parameter.
    pub month: Option<String>,
    /// The first day, as `YYYY-MM-DD`; ignored with `month`.
    pub from: Option<String>,
    /// The last day, as `YYYY-MM-DD`; needed with `from`.
    pub to: Option<String>,
}

impl ReportQuery {
    /// # Errors
    /// 5002 for an invalid month or day, and for days in the wrong order.
    pub fn days(self, today: &str) -> Result<Days> {
        let month = match (self.month, self.from, self.to) {
            (None, None, None) => today.get(..7).unwrap_or_default().to_owned(),
            (Some(month), ..) => month,
            (None, from, to) => {
                let (first, last) = (from.unwrap_or_default(), to.unwrap_or_default());
                let mut check = Check::default();
                check_day(&mut check, "from", &first);
                check_day(&mut check, "to", &last);
                let order = LocalizedText::new("groupReport.endsBeforeStart");
                check.ensure(first <= last, "to", order);
                check.finish()?;
                return Ok(Days { first, last });
            }
        };
        let wrong = || Error::field("month", LocalizedText::new("field.month"));
        Days::of_month(&month).ok_or_else(wrong)
    }
}

/// The figures of a group over some days, compared with the days before: the month before for a month, otherwise as
/// many days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupReport {
    #[schema(format = Date)]
    pub from: String,
    #[schema(format = Date)]
    pub to: String,
    #[schema(format = Date)]
    pub previous_from: String,
    #[schema(format = Date)]
    pub previous_to: String,
    /// When this was counted; a late approval changes past days.
    pub as_of: Timestamp,
    /// Whether the plans of the group's owner include reports.
    pub has_report: bool,
    /// Whether the caller may see the values of deals.
    pub shows_values: bool,
    /// Members before the first day.
    pub members_at_start: u64,
    /// Members after the last day, or now.
    pub members_at_end: u64,
    /// By the first day in the group that leaders entered, so that members who are imported later are not new.
    pub joined: Comparison,
    pub left: Comparison,
    /// Posts that members saw first within these days.
    pub posts: Comparison,
    /// Comments that were written within these days.
    pub comments: Comparison,
    /// Events that have begun, not counting canceled ones, by the day on which they began.
    pub events: Comparison,
    /// Registrations for these events.
    pub registrations: Comparison,
    /// Participants who were checked in at these events.
    pub check_ins: Comparison,
    /// People who posted, commented, had a part in an approved deal or were checked in at an event.
    pub active_members: Comparison,
    /// Approved deals with a member who bought.
    pub bought: DealFigures,
    /// Approved deals with a member who introduced the buyer.
    pub referred: DealFigures,
    /// Points of these days that wait for a decision and do not count yet: all of them for leaders, otherwise the
    /// caller's own.
    pub pending: u64,
    /// The twelve months up to the one of the last day.
    pub months: Vec<MonthFigures>,
    /// Every member and every other account with a deal in these days, the largest sales first, at most 1000. Null for
    /// ordinary members, and while the plans of the owner do not include reports.
    #[schema(required)]
    pub members: Option<Vec<MemberFigures>>,
}

/// A figure of a report whose rows can be read; the list of points has the rows of deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReportFigure {
    /// `membersAtEnd`
    Members,
    Joined,
    Left,
    Posts,
    Comments,
    Events,
    Registrations,
    CheckIns,
    ActiveMembers,
}

/// Which rows of which days to return.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RowQuery {
    #[param(inline)]
    pub figure: ReportFigure,
    /// As in the report.
    pub month: Option<String>,
    /// As in the report.
    pub from: Option<String>,
    /// As in the report.
    pub to: Option<String>,
    /// Only posts, comments, registrations and check-ins of this account; for leaders.
    pub member_id: Option<UserId>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

impl RowQuery {
    /// # Errors
    /// As [`ReportQuery::days`].
    pub fn days(&self, today: &str) -> Result<Days> {
        let report = ReportQuery {
            month: self.month.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
        };
        report.days(today)
    }
}

/// One of the things that a figure counts. Fields that do not belong to its kind are null.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// Member, author or participant; null for participants if the caller does not lead the group.
    #[schema(required)]
    pub name: Option<String>,
    /// The beginning of the post or comment, or the event's title.
    #[schema(required)]
    pub about: Option<String>,
    /// When it happened. For joining the beginning of the first day in the group.
    #[schema(required)]
    pub at: Option<Timestamp>,
    #[schema(required)]
    pub user_id: Option<UserId>,
    #[schema(required)]
    pub post_id: Option<PostId>,
    #[schema(required)]
    pub event_id: Option<EventId>,
}

/// Approved deals of one kind.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct DealFigures {
    pub count: Comparison,
    /// In dong; null for callers who may not see it.
    #[schema(required)]
    pub value: Option<Comparison>,
}

/// The approved deals of a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct MonthFigures {
    /// As `YYYY-MM`.
    pub month: String,
    pub count: i64,
    /// In dong; null for callers who may not see it.
    #[schema(required)]
    pub value: Option<i64>,
}

/// The deals and the activity of one account in a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberFigures {
    pub user_id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    #[schema(required)]
    pub business_field: Option<String>,
    /// False for former members.
    pub is_member: bool,
    /// Posts that members saw first within the days.
    pub posts: i64,
    /// Events at which the member was checked in.
    pub events: i64,
    pub sold: Figure,
    pub buy: Figure,
    pub referral: Figure,
}
