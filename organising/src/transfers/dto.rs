//! Request and response bodies of the calls on transfers.

use hoi_bank_reports::statement::MAX_MORE_TEXT;
use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::ids::{
    AttendanceId, BankAccountId, BankDeliveryId, EventId, TicketId, TransferId,
};
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::attendances::PaidWay;
use hoi_ticketing::bank_accounts::{BankService, TransferReason, TransferState};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::surplus::SurplusDecision;

/// The most transfers decided in one call.
const MAX_DECIDED: usize = 200;

/// The answer that a service expects, without which it repeats its delivery.
#[derive(Debug, Serialize, ToSchema)]
pub struct Received {
    pub success: bool,
}

/// A delivery of a service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankDelivery {
    pub id: BankDeliveryId,
    pub service: BankService,
    /// Whether it was sent by the organizer to try the connection.
    pub is_test: bool,
    pub received_at: Timestamp,
    /// The body as it came.
    pub body: String,
    /// When it was worked on; null while it waits.
    #[schema(required)]
    pub worked_at: Option<Timestamp>,
    /// Why it was not understood, in the request's language; null otherwise.
    #[schema(required)]
    pub problem: Option<String>,
    /// Transfers in it that left the account.
    pub outgoing: usize,
    pub transfers: Vec<DeliveredTransfer>,
}

/// A transfer that was understood.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveredTransfer {
    /// Null in a test.
    #[schema(required)]
    pub id: Option<TransferId>,
    /// In dong.
    pub amount: i64,
    pub arrived_at: Timestamp,
    pub content: String,
    /// The decision about it; null in a test.
    #[schema(required)]
    pub state: Option<TransferState>,
}

/// Which transfers to list.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TransferQuery {
    /// Only those of an event, and those on its account that name no registration.
    pub event_id: Option<EventId>,
    /// Only those of an account.
    pub account_id: Option<BankAccountId>,
    /// Only those in this state.
    #[param(inline)]
    pub state: Option<TransferState>,
    /// Only those with these letters in their text or their payer, in any case.
    pub search: Option<String>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// The effect of accepting the suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Proposal {
    /// It pays for the suggested registration.
    Assign,
    /// It is a part of the amount that the suggested registration owes.
    Part,
    /// It is more than the suggested registration owes; `surplus` decides about the rest.
    Over,
    /// It pays for each of the registrations that it names.
    Split,
    /// It is noted for the suggested registration, which is cancelled, and owed back.
    GiveBack,
    /// It is set aside, to be given back.
    Aside,
}

/// A transfer that arrived on an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Transfer {
    pub id: TransferId,
    pub account_id: BankAccountId,
    /// The bank's name and the account's number.
    pub account: String,
    /// In dong.
    pub amount: i64,
    pub arrived_at: Timestamp,
    pub content: String,
    #[schema(required)]
    pub payer: Option<String>,
    /// The account from which it was sent, and its bank.
    #[schema(required)]
    pub payer_account: Option<String>,
    /// `webhook` or `statement`.
    pub way: PaidWay,
    pub state: TransferState,
    /// The reason why a person decides or decided; null if it paid by itself.
    #[schema(required)]
    pub reason: Option<TransferReason>,
    /// The registration that is probably meant; null if none is known, or if the text names several.
    #[schema(required)]
    pub suggestion: Option<MeantRegistration>,
    /// The registrations that it pays for if it is accepted, for `split`; empty otherwise.
    pub split: Vec<MeantRegistration>,
    /// The registrations that its text names if they are several and it cannot be split among them; empty otherwise.
    pub named: Vec<MeantRegistration>,
    /// The effect of accepting; null if a person has to choose.
    #[schema(required)]
    pub proposal: Option<Proposal>,
    /// The registrations for which it pays.
    pub payments: Vec<MeantRegistration>,
    /// By how much it exceeds the amount due of the registrations that are suggested, named or paid, in dong; less than
    /// 0 if it is less. Null if no registration is known.
    #[schema(required)]
    pub difference: Option<i64>,
    #[schema(required)]
    pub decided_by_name: Option<String>,
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
}

/// A registration in a transfer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MeantRegistration {
    pub attendance_id: AttendanceId,
    pub event_id: EventId,
    pub event_title: String,
    pub full_name: String,
    /// The transfer reference.
    pub reference: String,
    /// The price, in dong.
    pub amount: i64,
    /// The amount received for it before, in dong.
    pub received: i64,
    /// The amount still due for it, in dong.
    pub due: i64,
    pub is_paid: bool,
    /// Whether the registration was removed or the event is canceled.
    pub is_cancelled: bool,
    /// Whether the event was deleted.
    #[serde(skip)]
    pub is_event_deleted: bool,
}

/// The decisions about transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TransferAction {
    /// Applies the proposal of each. Of several transfers, those that differ from the amount due, or name several
    /// registrations, are left out: each is decided on its own.
    Accept,
    /// Is used for the registration `attendanceId`, which is paid when all of its price is received. For a cancelled
    /// one it is owed back. If it exceeds the amount due, `surplus` decides about the rest.
    Assign,
    /// As `accept`, but takes the amount as enough where it is less than the amount due.
    Enough,
    /// Pays for nothing here.
    SetAside,
    /// Takes the decision back; registrations that it paid for are unpaid again.
    Undo,
}

/// A decision about transfers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferDecision {
    pub action: TransferAction,
    /// 1–200 transfers; a single one for `assign`.
    #[schema(example = json!({ "max": MAX_DECIDED }))]
    pub ids: Vec<TransferId>,
    /// For `assign`: the registration.
    #[serde(default)]
    pub attendance_id: Option<AttendanceId>,
    /// For a single transfer that exceeds the amount due; without it such a transfer is not accepted.
    #[serde(default)]
    pub surplus: Option<SurplusDecision>,
}

impl Validate for TransferDecision {
    fn validate(&mut self, check: &mut Check) {
        check.required("ids", !self.ids.is_empty());
        let is_single = self.action == TransferAction::Assign || self.surplus.is_some();
        let max = if is_single { 1 } else { MAX_DECIDED };
        let too_many = LocalizedText::new("field.tooMany").with("max", max);
        check.ensure(self.ids.len() <= max, "ids", too_many);
        let is_named = self.action != TransferAction::Assign || self.attendance_id.is_some();
        check.required("attendanceId", is_named);
        if let Some(surplus) = &mut self.surplus {
            surplus.check(check);
        }
    }
}

/// The outcome of a decision.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DecisionResult {
    /// The transfers about which it was decided.
    pub done: Vec<TransferId>,
    pub failed: Vec<UndecidedTransfer>,
}

/// A transfer that stays as it was.
#[derive(Debug, Serialize, ToSchema)]
pub struct UndecidedTransfer {
    pub id: TransferId,
    /// In the request's language.
    pub reason: String,
}

/// An amount, and of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sum {
    /// In dong.
    pub amount: i64,
    pub count: i64,
}

/// The money of an event. Only confirmed registrations count.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventMoney {
    pub due: Sum,
    /// The amount received for tickets.
    pub received: Sum,
    /// The amount held beyond the prices of tickets: owed back, or kept as agreed.
    pub surplus: Sum,
    pub by_class: Vec<ClassMoney>,
    /// The days on which something was received, the first one first; at most the last 60.
    pub by_day: Vec<DayMoney>,
    pub by_way: Vec<WayMoney>,
    /// Transfers that wait for a decision: those of the event, and those on its account that name nothing.
    pub waiting: Sum,
    /// The amount owed back: to people who paid and do not come, and to others who paid more than their price.
    pub refunds: Sum,
    /// The amount given back to them.
    pub returned: Sum,
    /// The number of decisions of the organizer that they got it back or are owed nothing.
    pub refunds_decided: u64,
    /// The account that the event names, if the organizer has set it up.
    #[schema(required)]
    pub account: Option<EventAccount>,
}

/// The account that an event names.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventAccount {
    pub id: BankAccountId,
    pub bank_name: String,
    pub account_number: String,
    #[schema(required)]
    pub service: Option<BankService>,
}

/// The money of a ticket class.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClassMoney {
    #[schema(required)]
    pub ticket_id: Option<TicketId>,
    pub name: String,
    pub due: Sum,
    /// The amount received for tickets.
    pub received: Sum,
    /// The amount held beyond their prices.
    pub surplus: Sum,
}

/// The amount received for tickets on a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayMoney {
    /// In Vietnam, as `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub day: String,
    /// In dong.
    pub amount: i64,
}

/// The amount received for tickets in one way.
#[derive(Debug, Serialize, ToSchema)]
pub struct WayMoney {
    pub way: PaidWay,
    #[serde(flatten)]
    pub sum: Sum,
}

/// The money of all events of an organizer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    pub due: Sum,
    /// The amount received for tickets.
    pub received: Sum,
    /// The amount held beyond the prices of tickets: owed back, or kept as agreed.
    pub surplus: Sum,
    /// Transfers that wait for a decision.
    pub waiting: Sum,
    /// The amount owed back: to people who paid and do not come, and to others who paid more than their price.
    pub refunds: Sum,
    /// The amount given back to them.
    pub returned: Sum,
    /// Events with prices, the latest first; at most 200. The sums above are theirs.
    pub events: Vec<MoneyOfEvent>,
    /// The days on which something was received, the first one first; at most the last 60.
    pub by_day: Vec<DayMoney>,
    pub by_way: Vec<WayMoney>,
}

/// An event with the amounts received and due.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoneyOfEvent {
    pub id: EventId,
    pub title: String,
    pub event_start_date: Timestamp,
    pub due: Sum,
    /// The amount received for tickets.
    pub received: Sum,
    /// The amount held beyond their prices.
    pub surplus: Sum,
    pub waiting: Sum,
    /// The amount owed back: to people who paid and do not come, and to others who paid more than their price.
    pub refunds: Sum,
}

/// A column of a statement.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementColumn {
    /// Its title; empty without one.
    pub title: String,
    /// Its values in the first rows.
    pub sample: Vec<String>,
}

/// The columns of a statement by their meaning, counted from 0.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementMapping {
    pub date: usize,
    pub text: usize,
    /// Further columns of text.
    #[schema(example = json!({ "max": MAX_MORE_TEXT }))]
    pub more_text: Vec<usize>,
    /// The amount that arrived; signed if neither `debit`, `direction` nor `byBalance` tells which amounts left.
    pub credit: usize,
    #[schema(required)]
    pub debit: Option<usize>,
    /// Whether it arrived or left, in words.
    #[schema(required)]
    pub direction: Option<usize>,
    /// The bank's number of the transaction.
    #[schema(required)]
    pub number: Option<usize>,
    /// Without it, a column that is known to hold the file's balances is compared all the same.
    #[schema(required)]
    pub balance: Option<usize>,
    /// Whether amounts have no sign, and the balances tell which of them arrived.
    pub by_balance: bool,
    /// The user's answer whether the only row whose direction no balance tells arrived; it is not remembered.
    #[schema(required)]
    pub open_arrived: Option<bool>,
    #[schema(required)]
    pub currency: Option<usize>,
    /// Whether the bank carried the transfer out, in words.
    #[schema(required)]
    pub status: Option<usize>,
    /// The time of the day, beside it.
    #[schema(required)]
    pub time: Option<usize>,
    /// States of `status` that mean, by the user's answer, that the money arrived; at most 20. They are not remembered.
    pub settled: Vec<String>,
    /// The same, where it did not arrive.
    pub unsettled: Vec<String>,
    pub date_order: DateOrder,
}

/// The columns of a statement that are the same whichever amounts arrived, as in `StatementMapping`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementKnown {
    pub date: usize,
    pub text: usize,
    pub more_text: Vec<usize>,
    #[schema(required)]
    pub number: Option<usize>,
    #[schema(required)]
    pub currency: Option<usize>,
    #[schema(required)]
    pub status: Option<usize>,
    #[schema(required)]
    pub time: Option<usize>,
    /// Day first where the file does not say it.
    pub date_order: DateOrder,
}

/// The order of day and month in dates.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// A row of a statement as it was read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementRow {
    pub arrived_at: Timestamp,
    /// In dong.
    pub amount: i64,
    pub content: String,
}

/// The question that a user has to answer before anything of a statement is taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StatementDoubt {
    /// No column was found for the day, the text or an amount.
    Columns,
    /// Neither titles nor balances tell which amounts arrived and which left.
    Direction,
    /// The dates can be read day first and month first.
    DateOrder,
    /// The balances contradict the columns.
    Balance,
    /// The only column of amounts is of those that left.
    OnlyLeft,
    /// The days have no year.
    Year,
    /// The rows are of several accounts, and none of them is this one.
    Accounts,
    /// Titles further below give the columns another meaning.
    Titles,
    /// The amounts are in another currency.
    Currency,
    /// The amounts are in thousands or millions of dong.
    Unit,
}

impl StatementDoubt {
    /// Whether a choice of columns may answer it.
    pub const fn is_chosen(self) -> bool {
        matches!(
            self,
            Self::Columns | Self::Direction | Self::DateOrder | Self::Balance | Self::OnlyLeft
        )
    }
}

/// A state of transfers, in the words of the bank, that is not known.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementState {
    pub word: String,
    /// Rows with it that would have arrived.
    pub count: usize,
    /// Their sum, in dong.
    pub amount: i64,
}

/// The evidence of a statement's balances about its columns.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementProof {
    /// Rows with an amount and a balance.
    pub rows: usize,
    /// Of them, those whose balance is the one before plus the arrived or minus the left amount.
    pub fitting: usize,
    /// The balance before the earliest row, in dong.
    pub opening: i64,
    /// The balance after the latest row, in dong.
    pub closing: i64,
    /// The rows that do not fit, in the request's language; at most 50.
    pub misfits: Vec<String>,
}

/// A way to read a statement, for the user to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementChoice {
    pub mapping: StatementMapping,
    /// The first transfers that then arrived.
    pub arrived: Vec<StatementRow>,
    /// The first transfers that then left.
    pub left: Vec<StatementRow>,
}

/// The content of a statement, and the result of reading it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementReport {
    pub columns: Vec<StatementColumn>,
    /// The columns by their meaning; null if neither titles nor balances decide it, so that the user has to choose and
    /// no row was read.
    #[schema(required)]
    pub mapping: Option<StatementMapping>,
    /// Why nothing is taken in; null if it can be.
    #[schema(required)]
    pub doubt: Option<StatementDoubt>,
    /// The doubt in words, in the request's language; null without one.
    #[schema(required)]
    pub said: Option<String>,
    /// Whether the columns are those that were chosen for an earlier file with the same titles, and not those that this
    /// file suggests.
    pub is_remembered: bool,
    /// States that are not known: the rows are not taken in before `settled` of the mapping names them; at most 20.
    pub states: Vec<StatementState>,
    /// Transfers that failed, wait or were taken back, as their state says. They are left out.
    pub unsettled: usize,
    /// Their sum, in dong.
    pub unsettled_amount: i64,
    /// Rows of other accounts that are left out.
    pub left_out: usize,
    /// The numbers of those accounts, as the file writes them.
    pub left_out_accounts: Vec<String>,
    /// The sheet that was read; null for a file without sheets.
    #[schema(required)]
    pub sheet: Option<String>,
    /// Other sheets of the file with transfers, which are not read.
    pub other_sheets: Vec<String>,
    /// Rows that a spreadsheet program hides; they are read all the same.
    pub hidden_rows: usize,
    /// The user's choices; empty if the columns have to be named one by one.
    pub choices: Vec<StatementChoice>,
    /// The columns that are recognized, to begin with where the user names them one by one; null if no day or no text is.
    #[schema(required)]
    pub known: Option<StatementKnown>,
    /// Null without balances that can be compared.
    #[schema(required)]
    pub proof: Option<StatementProof>,
    /// The first transfers that arrived.
    pub rows: Vec<StatementRow>,
    /// The first transfers that left the account; at most 100.
    pub left_rows: Vec<StatementRow>,
    /// Rows whose direction no balance tells, which are named in `faults`, too: the first three. If it is only one,
    /// `openArrived` of the mapping tells its direction.
    pub open_rows: Vec<StatementRow>,
    /// Numbers of other accounts, as the file names them in place of this one. Nothing is taken in before
    /// `acceptsOtherAccount` says that it is the account all the same.
    pub other_accounts: Vec<String>,
    /// Transfers that arrived.
    pub arrived: usize,
    /// Their sum, in dong.
    pub arrived_amount: i64,
    /// Of them, those that were not known.
    pub new: usize,
    /// Transfers that left the account.
    pub left: usize,
    /// Their sum, in dong.
    pub left_amount: i64,
    /// Rows that cannot be read, in the request's language; at most 50.
    pub faults: Vec<String>,
    /// The number of all rows that cannot be read.
    pub fault_count: usize,
    /// Since when transfers of this statement were taken in, to ask for their outcome; null if none were.
    #[schema(required)]
    pub taken_in_at: Option<Timestamp>,
}

/// Which transfers to count.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OutcomeQuery {
    /// The report's `takenInAt`.
    pub since: Timestamp,
    /// Counts apart the transfers that wait elsewhere than in the list of this event.
    pub event_id: Option<EventId>,
}

/// The outcome of the new transfers of a statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementOutcome {
    /// Transfers that are still being matched.
    pub matching: i64,
    /// Transfers that pay for registrations.
    pub paid: i64,
    /// Transfers that wait for a person's decision.
    pub waiting: i64,
    /// Of those that wait, the ones that are not in the event's list.
    pub elsewhere: i64,
}
