//! pay2s: several transfers in a delivery.

use serde_json::{Value, json};

use super::signature::is_same;
use super::{Adapter, Delivery, Fields, Problem, Report, report};
use crate::Transfer;

const PREFIX: &str = "Bearer ";

pub struct Pay2s;

impl Adapter for Pay2s {
    fn verify(&self, delivery: Delivery<'_>, key: &str) -> bool {
        let given = (delivery.header)("authorization");
        let given = given.and_then(|given| given.strip_prefix(PREFIX));
        given.is_some_and(|given| is_same(given, key))
    }

    fn parse(&self, body: &Value) -> Result<Report, Problem> {
        let items = body.get("transactions").and_then(Value::as_array);
        let items = items.ok_or(Problem::Field("transactions"))?;
        report(items.iter().map(|item| {
            let fields = Fields(item);
            if !fields.required("transferType")?.eq_ignore_ascii_case("IN") {
                return Ok(None);
            }
            Ok(Some(Transfer {
                id: Some(fields.required("id")?),
                account: fields.text("accountNumber"),
                virtual_account: None,
                amount: fields.dong("transferAmount")?,
                at: fields.time("transactionDate")?,
                text: fields.content("content"),
                number: fields.text("transactionNumber"),
                balance: None,
                payer: None,
                payer_account: None,
                payer_bank: None,
            }))
        }))
    }

    fn body(&self, transfer: &Transfer) -> Value {
        json!({ "transactions": [{
            "id": transfer.id,
            "gateway": "TEST",
            "transactionDate": transfer.at.strftime("%Y-%m-%d %H:%M:%S").to_string(),
            "transactionNumber": transfer.number,
            "accountNumber": transfer.account,
            "content": transfer.text,
            "transferType": "IN",
            "transferAmount": transfer.amount,
        }] })
    }

    fn prove(&self, _: &mut Value, key: &str, _: i64) -> Vec<(&'static str, String)> {
        vec![("authorization", format!("{PREFIX}{key}"))]
    }
}
