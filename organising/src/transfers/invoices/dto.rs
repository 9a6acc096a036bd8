//! Request and response bodies of the calls on invoices.

use hoi_platform::error::LocalizedText;
use hoi_platform::ids::AttendanceId;
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::invoice_requests::Invoice;
use hoi_ticketing::participants::FileFormat;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most invoices decided about in one call.
const MAX_DECIDED: usize = 200;
/// The most characters of the number of an invoice.
const MAX_NUMBER: usize = 50;

/// How far an invoice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InvoiceState {
    /// It was paid for and is to be issued.
    Waiting,
    /// The amount has not arrived.
    Unpaid,
    Issued,
}

/// Which invoices to list.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvoiceQuery {
    /// Default `waiting`.
    #[param(inline)]
    pub state: Option<InvoiceState>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// Which invoices to write, and into which kind of file.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvoiceExportQuery {
    /// Default `xlsx`.
    #[param(inline)]
    pub format: Option<FileFormat>,
    /// Only those in this state; absent = all.
    #[param(inline)]
    pub state: Option<InvoiceState>,
}

/// An invoice that a participant asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedInvoice {
    /// The registration.
    pub attendance_id: AttendanceId,
    pub full_name: String,
    /// The participant's address.
    pub participant_email: String,
    pub phone: String,
    /// The participant was removed since.
    pub is_removed: bool,
    /// The name of the class.
    #[schema(required)]
    pub class: Option<String>,
    /// In dong: of an issued one as it was then, otherwise the amount received if it is paid, or the price.
    pub amount: i64,
    /// The transfer reference.
    pub reference: String,
    pub state: InvoiceState,
    /// The name of the account that noted it as issued.
    #[schema(required)]
    pub issued_by_name: Option<String>,
    #[serde(flatten)]
    pub invoice: Invoice,
}

/// A page of invoices, with the number of those in each state.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvoicePage {
    pub items: Vec<ListedInvoice>,
    /// Invoices in the state asked for.
    pub total: u64,
    pub waiting: u64,
    pub unpaid: u64,
    pub issued: u64,
}

/// The invoice of one participant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceOfParticipant {
    /// Whether there can be one: the event offers invoices, and the participant has a price.
    pub is_offered: bool,
    /// Null without a request for it.
    #[schema(required)]
    pub invoice: Option<Invoice>,
}

/// The decisions about invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InvoiceAction {
    /// They were issued. With `number`, also of one that is noted already: notes its number.
    Issue,
    /// Takes that back, with the number.
    Undo,
}

/// A decision about invoices.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InvoiceDecision {
    pub action: InvoiceAction,
    /// 1–200 registrations.
    #[schema(example = json!({ "max": MAX_DECIDED }))]
    pub ids: Vec<AttendanceId>,
    /// The number of the invoice, for `issue` of a single one: 1–50 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_NUMBER))))]
    pub number: Option<String>,
}

impl Validate for InvoiceDecision {
    fn validate(&mut self, check: &mut Check) {
        check.required("ids", !self.ids.is_empty());
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_DECIDED);
        check.ensure(self.ids.len() <= MAX_DECIDED, "ids", too_many);
        check.optional_text("number", &mut self.number, MAX_NUMBER);
        let is_single = self.ids.len() == 1 && self.action == InvoiceAction::Issue;
        check.ensure(
            self.number.is_none() || is_single,
            "number",
            LocalizedText::new("invoice.numberOfOne"),
        );
    }
}

/// The outcome of a decision.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct InvoiceResult {
    /// The registrations about which it was decided.
    pub done: Vec<AttendanceId>,
    /// Registrations that were decided about meanwhile, or that want no invoice anymore.
    pub failed: Vec<AttendanceId>,
}
