//! Request and response bodies of the calls on points.

use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::fields::flattened;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::rules::{Days, MAX_VALUE, Span, Tally};
use super::{Credit, PartyAnswer, PointId, PointStatus, RoleType};
use crate::groups::check_day;

/// The most characters of the name of an outside buyer.
const MAX_NAME: usize = 255;
/// The most characters of a note.
const MAX_NOTE: usize = 1000;
/// The most characters of a reason.
const MAX_REASON: usize = 500;
/// The most accounts whose tallies one call returns.
const MAX_USERS: usize = 100;

/// A closed deal between members of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    pub id: PointId,
    /// The member who sold.
    pub seller: PointParty,
    /// The member whom the seller thanks: the buyer, or the introducer of the buyer.
    pub counterparty: PointParty,
    pub role_type: RoleType,
    /// The outside buyer whom the counterparty introduced; null without one, and for callers who may not see the value.
    #[schema(required)]
    pub buyer_name: Option<String>,
    /// In dong, before tax; null for callers who may not see it.
    #[schema(required)]
    pub value: Option<i64>,
    /// The day on which the deal was closed, as `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub deal_date: String,
    /// Null without a note, and for callers who may not see the value.
    #[schema(required)]
    pub note: Option<String>,
    /// A private image that proves the deal; null without one, and for callers who are neither a party, the submitter
    /// nor a leader.
    #[schema(required)]
    pub proof: Option<FileUrl>,
    pub status: PointStatus,
    pub submitted_by: UserId,
    pub submitted_by_name: String,
    /// The answer of the party that did not submit the point; null before it answers.
    #[schema(required)]
    pub other_party_answer: Option<PartyAnswer>,
    #[schema(required)]
    pub decided_by_name: Option<String>,
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
    #[schema(required)]
    pub voided_by_name: Option<String>,
    /// When the owner voided the point after its approval; null if that did not happen.
    #[schema(required)]
    pub voided_at: Option<Timestamp>,
    /// Why the point was rejected or voided; null otherwise.
    #[schema(required)]
    pub reason: Option<String>,
    /// To be sent back with a change, an answer or a decision, so that none is about a change that was not seen.
    pub version: i64,
    pub created_at: Timestamp,
    pub allowed: AllowedActions,
}

/// An account in a deal.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointParty {
    pub id: UserId,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
}

/// The caller's present rights on a point.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an action of its own"
)]
pub struct AllowedActions {
    /// Whether the caller may edit and withdraw the point.
    pub change: bool,
    /// Whether the caller may confirm and dispute the point.
    pub answer: bool,
    /// Whether the caller may approve and reject the point.
    pub decide: bool,
    pub void: bool,
}

/// A closed deal to be entered as a point.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPoint {
    /// The account that sold; a member on the day of the deal.
    pub seller_id: UserId,
    /// The account that bought or introduced the buyer; a member on the day of the deal.
    pub counterparty_id: UserId,
    pub role_type: RoleType,
    /// The outside buyer, at most 255 characters; ignored unless the counterparty is the introducer.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_NAME))))]
    pub buyer_name: Option<String>,
    /// The value on the invoice before tax, in dong: 1–9,999,999,999,999.
    #[schema(minimum = 1, extensions(("max" = json!(MAX_VALUE))))]
    pub value: i64,
    /// The day on which the deal was closed, as `YYYY-MM-DD`: within the last twelve months.
    #[schema(format = Date)]
    pub deal_date: String,
    /// At most 1000 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_NOTE))))]
    pub note: Option<String>,
    /// An upload of the caller with the purpose `proof`.
    #[serde(default)]
    pub proof: Option<FileUrl>,
    /// Whether to enter the deal although it looks like one that is there already.
    #[serde(default)]
    pub force: bool,
}

impl Validate for NewPoint {
    fn validate(&mut self, check: &mut Check) {
        let same = LocalizedText::new("point.sameParty");
        check.ensure(
            self.seller_id != self.counterparty_id,
            "counterpartyId",
            same,
        );
        check.optional_line("buyerName", &mut self.buyer_name, MAX_NAME);
        if self.role_type == RoleType::Buyer {
            self.buyer_name = None;
        }
        check.between("value", self.value, 1, MAX_VALUE);
        check_day(check, "dealDate", &self.deal_date);
        check.optional_text("note", &mut self.note, MAX_NOTE);
    }
}

/// A point that waits, as it shall be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PointChange {
    #[serde(flatten, deserialize_with = "flattened")]
    pub deal: NewPoint,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl Validate for PointChange {
    fn validate(&mut self, check: &mut Check) {
        self.deal.validate(check);
    }
}

/// The answer of the party that did not submit the point.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewAnswer {
    pub answer: PartyAnswer,
    /// The version of the point that the party has read. The call is refused with 5008 if it is no longer the current one.
    pub version: i64,
}

impl Validate for NewAnswer {
    fn validate(&mut self, _: &mut Check) {}
}

/// Why a point is rejected or voided.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PointReason {
    /// The reason that the parties are given, 1–500 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_REASON))))]
    pub reason: String,
    /// The version of the point that was read. The call is refused with 5008 if it is no longer the current one.
    pub version: i64,
}

/// A leader's approval of a point.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PointApproval {
    /// The version of the point that the leader has read. The call is refused with 5008 if it is no longer the current one.
    pub version: i64,
}

impl Validate for PointApproval {
    fn validate(&mut self, _: &mut Check) {}
}

impl Validate for PointReason {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("reason", &mut self.reason, MAX_REASON);
    }
}

/// Filters of the list of points, the latest deals first.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PointQuery {
    pub status: Option<PointStatus>,
    /// Only deals of this account; `me` for the caller's.
    pub member_id: Option<String>,
    /// Only deals that count in this way, for the account if `memberId` names one.
    #[param(inline)]
    pub by: Option<Credit>,
    /// Only deals of this month, as `YYYY-MM`.
    pub month: Option<String>,
    /// Only deals closed on this day or later; ignored with `month`.
    pub from: Option<String>,
    /// Only deals closed on this day or earlier; ignored with `month`.
    pub to: Option<String>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// Which tallies to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TallyQuery {
    /// 1–100 accounts, separated by commas.
    pub user_ids: String,
    /// Only deals closed on this day or later.
    pub from: Option<String>,
    /// Only deals closed on this day or earlier.
    pub to: Option<String>,
}

impl TallyQuery {
    /// # Errors
    /// 5002 at `userIds`.
    pub fn users(&self) -> Result<Vec<UserId>> {
        let ids: Option<Vec<UserId>> = self
            .user_ids
            .split(',')
            .map(|id| id.trim().parse().ok())
            .collect();
        let few = ids.filter(|ids| ids.len() <= MAX_USERS);
        let wrong = || LocalizedText::new("point.wrongAccounts").with("max", MAX_USERS);
        few.ok_or_else(|| Error::field("userIds", wrong()))
    }
}

/// The days over which a leaderboard is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardPeriod {
    #[default]
    Month,
    Quarter,
    Year,
    All,
}

/// Which leaderboard to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BoardQuery {
    /// Default `month`.
    #[param(inline)]
    pub period: Option<BoardPeriod>,
    /// A day of the month, quarter or year, as `YYYY-MM-DD`; default today.
    pub day: Option<String>,
    /// Default `sold`.
    #[param(inline)]
    pub by: Option<Credit>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

impl BoardQuery {
    /// Returns the days of the leaderboard, and those of the period before; None for all of time.
    ///
    /// # Errors
    /// 5002 at `day`.
    pub fn days(&self, today: &str) -> Result<Option<(Days, Days)>> {
        let day = self.day.as_deref().unwrap_or(today);
        let mut check = Check::default();
        check_day(&mut check, "day", day);
        check.finish()?;
        let span = match self.period.unwrap_or_default() {
            BoardPeriod::Month => Span::Month,
            BoardPeriod::Quarter => Span::Quarter,
            BoardPeriod::Year => Span::Year,
            BoardPeriod::All => return Ok(None),
        };
        let days = span.around(day);
        let before = span.before(&days);
        Ok(Some((days, before)))
    }
}

/// Returns the days that a query names: `month` (`YYYY-MM`) if given, otherwise from `from` to `to`. None if it names
/// none.
///
/// # Errors
/// 5002 for a text that is not a month or day.
pub fn days(month: Option<&str>, from: Option<&str>, to: Option<&str>) -> Result<Option<Days>> {
    if let Some(month) = month {
        let wrong = || Error::field("month", LocalizedText::new("field.month"));
        return Days::of_month(month).map(Some).ok_or_else(wrong);
    }
    let mut check = Check::default();
    for (field, day) in [("from", from), ("to", to)] {
        if let Some(day) = day {
            check_day(&mut check, field, day);
        }
    }
    check.finish()?;
    let days = |from: Option<&str>, to: Option<&str>| Days {
        first: from.unwrap_or("0001-01-01").to_owned(),
        last: to.unwrap_or("9999-12-31").to_owned(),
    };
    Ok((from.is_some() || to.is_some()).then(|| days(from, to)))
}

/// Approved deals, such as those of a member that count in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Figure {
    pub count: i64,
    /// The sum of their values in dong; null for callers who may not see it.
    #[schema(required)]
    pub value: Option<i64>,
}

impl Figure {
    #[must_use]
    pub fn of(tally: &Tally, shows_value: bool) -> Self {
        Self {
            count: tally.count,
            value: shows_value.then_some(tally.value),
        }
    }
}

/// The deals that count for a member, by the way in which they count.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberTally {
    pub user_id: UserId,
    pub sold: Figure,
    pub buy: Figure,
    pub referral: Figure,
}

/// A place on a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardRow {
    /// The place, from 1. Members whose deals are equal in value, number and last day share it; in value only for
    /// callers who may see values.
    pub rank: u64,
    /// The place in the period before; null without a deal of this kind then, and for a leaderboard of all time.
    #[schema(required)]
    pub previous_rank: Option<u64>,
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
    #[serde(flatten)]
    pub tally: MemberTally,
}

/// The caller's own place on a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPlace {
    /// The place, from 1.
    pub rank: u64,
    /// The next better place that is taken; null for the first.
    #[schema(required)]
    pub next_rank: Option<u64>,
    /// How much more the member there has: in dong for callers who may see values, otherwise in deals. 0 for the first
    /// place, and where number or day of the deals decided.
    pub missing: i64,
}

/// A leaderboard: the members with a deal of the kind that was asked for, the best first. It is ordered by value for
/// callers who may see values, otherwise by number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leaderboard {
    /// The first day; null for a leaderboard of all time.
    #[schema(required, format = Date)]
    pub from: Option<String>,
    /// The last day; null for a leaderboard of all time.
    #[schema(required, format = Date)]
    pub to: Option<String>,
    /// Whether the caller may see the values of others.
    pub shows_values: bool,
    /// Whether any member had a deal of this kind in the period before; false for a leaderboard of all time.
    pub has_previous: bool,
    /// Null for callers without a deal of this kind.
    #[schema(required)]
    pub own: Option<OwnPlace>,
    /// The number of points of these days that wait for a decision and do not count yet, of those that the caller may see.
    pub pending: u64,
    pub items: Vec<BoardRow>,
    /// The number of rows on all pages.
    pub total: u64,
}
