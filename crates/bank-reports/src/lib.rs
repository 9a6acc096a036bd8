//! Bank transfers in Vietnam: the reports of services ([`Service`]) and [`statement`]s, the reports of the same
//! transfer ([`mod@same`]), and the payments that a transfer makes ([`matching`]).
//!
//! Pure functions. The crate stores nothing, sends nothing and does not know the purpose of payments.

pub mod matching;
mod money;
mod reference;
pub mod same;
mod services;
pub mod statement;
pub mod time;

pub use money::MAX_AMOUNT;
pub use reference::{References, plain, references};
pub use services::{Delivery, Problem, Report, Sample, Service};

use jiff::civil::DateTime;

/// A transfer that arrived on an account, as one source reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The source's identifier, unique within the source; `None` for a line of a statement.
    pub id: Option<String>,
    /// The account on which it arrived; `None` if the source does not say.
    pub account: Option<String>,
    /// The virtual account to which it was sent; `None` without one.
    pub virtual_account: Option<String>,
    /// In dong, 1 to [`MAX_AMOUNT`].
    pub amount: i64,
    /// When it arrived, in Vietnam; midnight if only the day is known.
    pub at: DateTime,
    /// The text that the payer and the banks wrote.
    pub text: String,
    /// The bank's number of the transaction.
    pub number: Option<String>,
    /// The balance of the account after it, in dong.
    pub balance: Option<i64>,
    /// The sender's name, as their bank knows it.
    pub payer: Option<String>,
    /// The account from which it was sent.
    pub payer_account: Option<String>,
    /// The name or the BIN of the bank from which it was sent.
    pub payer_bank: Option<String>,
}
