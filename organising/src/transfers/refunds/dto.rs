//! Request and response bodies of the calls on refunds.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::ids::AttendanceId;
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::bank_accounts::BankAccountBody;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{RefundState, RefundWay};

/// The most refunds decided in one call.
const MAX_DECIDED: usize = 200;
/// The most characters of the reason why nothing is owed.
const MAX_REASON: usize = 500;

/// Which refunds to list.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RefundQuery {
    /// Default `owed`.
    #[param(inline)]
    pub state: Option<RefundState>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// Money that is or was owed back to one person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    /// The registration that was paid.
    pub attendance_id: AttendanceId,
    /// The number of the decision, from 1 for each person; null while it is owed.
    #[schema(required)]
    pub number: Option<i64>,
    /// Whether it is the last decision about this person, which can be taken back.
    pub is_last: bool,
    /// Whether the person comes: then only the money received beyond the price is owed.
    pub is_surplus: bool,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    /// The transfer reference.
    pub reference: String,
    /// The price of the ticket, in dong.
    pub price: i64,
    /// The amount received, in dong.
    pub received: i64,
    /// The part of it that is or was owed back, in dong.
    pub amount: i64,
    /// The most that can be given back, in dong.
    pub most: i64,
    pub state: RefundState,
    #[schema(required)]
    pub way: Option<RefundWay>,
    /// Why nothing is owed.
    #[schema(required)]
    pub reason: Option<String>,
    /// Where to transfer it back to; null if that is not known.
    #[schema(required)]
    pub account: Option<RefundAccount>,
    /// The text of the VietQR code of this transfer; null unless it is owed and bank and account are known.
    #[schema(required)]
    pub viet_qr: Option<String>,
    #[schema(required)]
    pub decided_by_name: Option<String>,
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
    /// The version of amount and account as they were named; 0 while neither was.
    pub version: i64,
}

/// The account to which money is transferred back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundAccount {
    /// Empty if the bank is not known.
    pub bank_name: String,
    #[schema(required)]
    pub bank_bin: Option<String>,
    pub account_number: String,
    pub holder_name: String,
    /// Whether the organizer or the participant named it; otherwise it is the account from which the money came.
    pub is_typed: bool,
}

/// The amount to give back, and its account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RefundBody {
    /// In dong, 1 to the most that can be given back.
    pub amount: i64,
    /// Null for the account from which the money came.
    #[serde(default)]
    pub account: Option<BankAccountBody>,
    /// The version that was read; without it the change is stored in any case.
    pub version: Option<i64>,
    /// The most that could be given back when it was read, in dong; without it the amount is taken whatever arrived since.
    pub most: Option<i64>,
}

impl Validate for RefundBody {
    fn validate(&mut self, check: &mut Check) {
        if let Some(account) = &mut self.account {
            account.validate(check);
        }
    }
}

/// The decisions about refunds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RefundAction {
    /// The money was given back in the way `way`.
    Return,
    /// Nothing is owed, for `reason`.
    Waive,
    /// Takes the last decision about each person back.
    Undo,
}

/// A decision about refunds.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RefundDecision {
    pub action: RefundAction,
    /// 1–200 registrations.
    #[schema(example = json!({ "max": MAX_DECIDED }))]
    pub ids: Vec<AttendanceId>,
    /// For `return`.
    #[serde(default)]
    pub way: Option<RefundWay>,
    /// For `waive`: 1–500 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_REASON))))]
    pub reason: Option<String>,
}

impl Validate for RefundDecision {
    fn validate(&mut self, check: &mut Check) {
        check.required("ids", !self.ids.is_empty());
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_DECIDED);
        check.ensure(self.ids.len() <= MAX_DECIDED, "ids", too_many);
        check.optional_text("reason", &mut self.reason, MAX_REASON);
        match self.action {
            RefundAction::Return => check.required("way", self.way.is_some()),
            RefundAction::Waive => check.required("reason", self.reason.is_some()),
            RefundAction::Undo => {}
        }
    }
}

/// The outcome of a decision.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct RefundResult {
    /// The registrations about which it was decided.
    pub done: Vec<AttendanceId>,
    /// People who were decided about meanwhile, or who are owed nothing.
    pub failed: Vec<AttendanceId>,
}
