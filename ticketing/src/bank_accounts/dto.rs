//! Requests and responses of the calls on bank accounts.

use hoi_platform::error::LocalizedText;
use hoi_platform::fields::flattened;
use hoi_platform::ids::BankAccountId;
use hoi_platform::validation::{Check, Validate};
use hoi_vietqr::Bin;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::BankService;

/// The most characters of an account number, as in an event.
const MAX_NUMBER: usize = 19;
/// The most characters of the names of bank and holder, as in an event.
const MAX_NAME: usize = 100;
/// The most characters of a service's key.
const MAX_KEY: usize = 500;

/// An organizer's account at a bank.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankAccount {
    pub id: BankAccountId,
    pub bank_name: String,
    /// The bank's six digits at NAPAS; null if the bank was typed.
    #[schema(required)]
    pub bank_bin: Option<String>,
    pub account_number: String,
    pub holder_name: String,
    /// The service that reports transfers; null without one.
    #[schema(required)]
    pub service: Option<BankService>,
    /// The address that the service calls. It is a secret.
    pub webhook_address: String,
    /// Events that name the account.
    pub events: usize,
    /// Transfers that wait for a decision.
    pub waiting: i64,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
}

/// An account that events name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedAccount {
    pub bank_name: String,
    #[schema(required)]
    pub bank_bin: Option<String>,
    pub account_number: String,
    pub holder_name: String,
    /// The number of these events.
    pub events: usize,
}

/// The accounts of an organizer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankAccounts {
    pub accounts: Vec<BankAccount>,
    /// Accounts that events name and that are not among the others.
    pub named: Vec<NamedAccount>,
}

/// An account as the organizer writes it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankAccountBody {
    /// 1–100 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub bank_name: String,
    /// The bank's six digits at NAPAS, from `GET /bank`; null if the bank was typed.
    #[serde(default)]
    pub bank_bin: Option<String>,
    /// 1–19 letters or digits; the events of the organizer with the same number name this account.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NUMBER))))]
    pub account_number: String,
    /// 1–100 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub holder_name: String,
}

/// A change of an account, which names all of its fields.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BankAccountChange {
    #[serde(flatten, deserialize_with = "flattened")]
    pub account: BankAccountBody,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains.
    pub version: i64,
}

impl Validate for BankAccountChange {
    fn validate(&mut self, check: &mut Check) {
        self.account.validate(check);
    }
}

impl Validate for BankAccountBody {
    fn validate(&mut self, check: &mut Check) {
        // Banks print them in groups.
        self.account_number.retain(|char| !char.is_whitespace());
        check.required_text("accountNumber", &mut self.account_number, MAX_NUMBER);
        check.required_line("bankName", &mut self.bank_name, MAX_NAME);
        check.required_line("holderName", &mut self.holder_name, MAX_NAME);
        let mut digits = self.account_number.chars();
        check.ensure(
            digits.all(|char| char.is_ascii_alphanumeric()),
            "accountNumber",
            LocalizedText::new("event.accountNumber"),
        );
        if let Some(bin) = &self.bank_bin {
            let message = LocalizedText::new("event.bankBin");
            check.ensure(Bin::new(bin).is_ok(), "bankBin", message);
        }
    }
}

/// The connection of an account with a service.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionBody {
    pub service: BankService,
    /// The key, secret or token with which the service proves its identity: 1–500 characters. It is stored encrypted
    /// and never shown again.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_KEY))))]
    pub key: String,
}

impl Validate for ConnectionBody {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("key", &mut self.key, MAX_KEY);
    }
}
