//! The contents of an invoice, as people write and see them.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::flattened;
use hoi_platform::validation::{Check, EMAIL_MAX, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entity::Model;
use super::{Buyer, rules};

/// The most characters of a buyer's name.
const MAX_NAME: usize = 400;
/// The most characters of a buyer's address.
const MAX_ADDRESS: usize = 400;
/// The most characters of a number as it is typed.
const MAX_NUMBER: usize = 30;

/// The requested contents of an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceBody {
    pub buyer: Buyer,
    /// The name of the person or unit, 1–400 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub name: String,
    /// A tax number of 10 or 13 digits, which a company needs; of a person also a citizen's number of 12 digits.
    #[serde(default)]
    pub tax_number: Option<String>,
    /// 1–400 characters; a company needs one.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_ADDRESS))))]
    pub address: Option<String>,
    /// Where the invoice goes, under 1000 characters; null = to the participant's address.
    #[serde(default)]
    #[schema(extensions(("max" = json!(EMAIL_MAX))))]
    pub email: Option<String>,
}

impl InvoiceBody {
    /// Trims and normalises, and reports every broken rule of fields whose names begin with `place`.
    pub fn check(&mut self, check: &mut Check, place: &str) {
        let field = |name: &str| format!("{place}{name}");
        let is_company = self.buyer == Buyer::Company;
        check.required_line(&field("name"), &mut self.name, MAX_NAME);
        check.optional_line(&field("address"), &mut self.address, MAX_ADDRESS);
        check.required(&field("address"), !is_company || self.address.is_some());
        check.optional_text(&field("email"), &mut self.email, usize::MAX);
        if let Some(email) = &mut self.email {
            check.email(&field("email"), email);
        }
        let number = field("taxNumber");
        check.optional_text(&number, &mut self.tax_number, MAX_NUMBER);
        check.required(&number, !is_company || self.tax_number.is_some());
        if let Some(typed) = &mut self.tax_number {
            let (printed, message) = if is_company {
                (rules::tax_number(typed), "invoice.taxNumber")
            } else {
                (rules::person_number(typed), "invoice.personNumber")
            };
            match printed {
                Some(printed) => *typed = printed,
                None => check.fail(&number, LocalizedText::new(message)),
            }
        }
    }
}

impl Validate for InvoiceBody {
    fn validate(&mut self, check: &mut Check) {
        self.check(check, "");
    }
}

/// A change of the requested contents, which names all of them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceChange {
    #[serde(flatten, deserialize_with = "flattened")]
    pub invoice: InvoiceBody,
    /// The version that the caller read, 0 if there was no request; 5008 if it is another one by now, which the refusal
    /// contains, or null if the request was withdrawn. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl Validate for InvoiceChange {
    fn validate(&mut self, check: &mut Check) {
        self.invoice.validate(check);
    }
}

/// The requested or issued contents of an invoice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    pub buyer: Buyer,
    /// The name of the person or unit.
    pub name: String,
    #[schema(required)]
    pub tax_number: Option<String>,
    #[schema(required)]
    pub address: Option<String>,
    /// Where the invoice goes; null = to the participant's address.
    #[schema(required)]
    pub email: Option<String>,
    pub asked_at: Timestamp,
    /// The time at which the organizer noted that the invoice was issued; null until then.
    #[schema(required)]
    pub issued_at: Option<Timestamp>,
    /// The number of the invoice, as the organizer noted it.
    #[schema(required)]
    pub invoice_number: Option<String>,
    /// Grows with each change of the contents.
    pub version: i64,
}

impl From<Model> for Invoice {
    fn from(row: Model) -> Self {
        Self {
            buyer: row.buyer,
            name: row.name,
            tax_number: row.tax_number,
            address: row.address,
            email: row.email,
            asked_at: row.asked_at,
            issued_at: row.issued_at,
            invoice_number: row.invoice_number,
            version: row.version,
        }
    }
}
