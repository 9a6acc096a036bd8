//! Services that report transfers on an account by calling an address of ours (a webhook).

mod casso;
mod pay2s;
mod payos;
mod sepay;
mod signature;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{MAX_AMOUNT, Transfer, money, time};

/// The most transfers in one delivery.
const MAX_TRANSFERS: usize = 500;
/// Characters of a transfer's text that are kept.
const MAX_TEXT: usize = 500;
/// Characters that are kept of an account, a number or a name.
const MAX_MARK: usize = 100;

/// A service, with the way in which it proves itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Service {
    /// `SePay` with a key in `Authorization`.
    Sepay,
    /// `SePay` with a signature. No official page describes it.
    SepaySigned,
    /// Casso, second version of its webhooks.
    Casso,
    /// Casso, first version.
    CassoV1,
    Payos,
    Pay2s,
}

/// A request of a service: one webhook call.
#[derive(Clone, Copy)]
pub struct Delivery<'a> {
    /// Returns the value of a header by its lower-case name.
    pub header: &'a dyn Fn(&str) -> Option<&'a str>,
    pub body: &'a [u8],
}

/// The transfers that a delivery reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pub transfers: Vec<Transfer>,
    /// The number of transfers that left the account; they are of no interest here.
    pub outgoing: usize,
}

/// A delivery as the service would make it.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Names in lower case, and values.
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

/// Why a delivery cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("not the JSON that this service sends")]
    Format,
    /// A field is missing or says something else than expected.
    #[error("the field {0} is missing or wrong")]
    Field(&'static str),
    #[error("too many transfers in one delivery")]
    TooMany,
}

/// The operations that differ between services.
trait Adapter {
    /// Returns whether the sender of the delivery knows the key. Takes the same time for every wrong proof.
    fn verify(&self, delivery: Delivery<'_>, key: &str) -> bool;

    /// Reads the body of a delivery.
    fn parse(&self, body: &Value) -> Result<Report, Problem>;

    /// The body of a delivery of this transfer.
    fn body(&self, transfer: &Transfer) -> Value;

    /// The headers with which the service proves that it sent `body`. `millis` is the time since 1970. May change the
    /// body, if the proof stands there.
    fn prove(&self, body: &mut Value, key: &str, millis: i64) -> Vec<(&'static str, String)>;
}

impl Service {
    pub const ALL: [Self; 6] = [
        Self::Sepay,
        Self::SepaySigned,
        Self::Casso,
        Self::CassoV1,
        Self::Payos,
        Self::Pay2s,
    ];

    fn adapter(self) -> &'static dyn Adapter {
        match self {
            Self::Sepay => &sepay::WithKey,
            Self::SepaySigned => &sepay::Signed,
            Self::Casso => &casso::Second,
            Self::CassoV1 => &casso::First,
            Self::Payos => &payos::Payos,
            Self::Pay2s => &pay2s::Pay2s,
        }
    }

    /// Returns whether the sender of the delivery knows the key. Takes the same time for every wrong proof.
    #[must_use]
    pub fn verify(self, delivery: Delivery<'_>, key: &str) -> bool {
        !key.is_empty() && self.adapter().verify(delivery, key)
    }

    /// Reads the transfers that a delivery reports.
    ///
    /// # Errors
    /// When any part of it has another form than the service sends: then nothing of it counts.
    pub fn parse(self, body: &[u8]) -> Result<Report, Problem> {
        let body: Value = serde_json::from_slice(body).map_err(|_| Problem::Format)?;
        self.adapter().parse(&body)
    }

    /// The body of the answer, without which the service repeats its delivery.
    #[must_use]
    pub fn answer(self) -> &'static str {
        r#"{"success":true}"#
    }

    /// Makes a delivery of `transfer`, as the service would. `millis` is the time since 1970.
    #[must_use]
    pub fn sample(self, transfer: &Transfer, key: &str, millis: i64) -> Sample {
        let mut body = self.adapter().body(transfer);
        let headers = self.adapter().prove(&mut body, key, millis);
        Sample {
            headers,
            body: body.to_string().into_bytes(),
        }
    }
}

/// One object of a delivery.
struct Fields<'a>(&'a Value);

impl Fields<'_> {
    /// A text, or a number as text; `None` if it is missing or blank.
    fn text(&self, name: &str) -> Option<String> {
        let text = match self.0.get(name)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        (!text.is_empty()).then(|| kept(&text, MAX_MARK))
    }

    fn content(&self, name: &str) -> String {
        let text = self.0.get(name).and_then(Value::as_str).unwrap_or_default();
        kept(text, MAX_TEXT)
    }

    /// An amount of dong, with its sign.
    fn dong(&self, name: &'static str) -> Result<i64, Problem> {
        let amount = self.0.get(name).and_then(money::of_json);
        amount.ok_or(Problem::Field(name))
    }

    fn balance(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(money::of_json)
    }

    fn time(&self, name: &'static str) -> Result<jiff::civil::DateTime, Problem> {
        let text = self.0.get(name).and_then(Value::as_str);
        let time = text.and_then(|text| time::read(text, time::DateOrder::DayFirst));
        time.ok_or(Problem::Field(name))
    }

    fn required(&self, name: &'static str) -> Result<String, Problem> {
        self.text(name).ok_or(Problem::Field(name))
    }
}

/// The first characters of a text. Databases refuse the character 0.
pub(crate) fn kept(text: &str, most: usize) -> String {
    let chars = text.chars().filter(|char| *char != '\0');
    chars.take(most).collect()
}

/// Collects transfers; `None` is one that left the account.
fn report(
    transfers: impl Iterator<Item = Result<Option<Transfer>, Problem>>,
) -> Result<Report, Problem> {
    let mut report = Report::default();
    for transfer in transfers {
        match transfer? {
            Some(transfer) if (1..=MAX_AMOUNT).contains(&transfer.amount) => {
                report.transfers.push(transfer);
            }
            Some(_) => return Err(Problem::Field("amount")),
            None => report.outgoing += 1,
        }
        if report.transfers.len() > MAX_TRANSFERS {
            return Err(Problem::TooMany);
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests;
