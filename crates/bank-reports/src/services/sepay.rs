//! `SePay`: one transfer in a delivery.

use ring::hmac::HMAC_SHA256;
use serde_json::{Value, json};

use super::signature::{is_same, sign, verify};
use super::{Adapter, Delivery, Fields, Problem, Report, report};
use crate::Transfer;

const PREFIX: &str = "Apikey ";
const SIGNATURE: &str = "x-sepay-signature";
const TIMESTAMP: &str = "x-sepay-timestamp";

pub struct WithKey;
pub struct Signed;

impl Adapter for WithKey {
    fn verify(&self, delivery: Delivery<'_>, key: &str) -> bool {
        let given = (delivery.header)("authorization");
        let given = given.and_then(|given| given.strip_prefix(PREFIX));
        given.is_some_and(|given| is_same(given, key))
    }

    fn parse(&self, body: &Value) -> Result<Report, Problem> {
        parse(body)
    }

    fn body(&self, transfer: &Transfer) -> Value {
        body(transfer)
    }

    fn prove(&self, _: &mut Value, key: &str, _: i64) -> Vec<(&'static str, String)> {
        vec![("authorization", format!("{PREFIX}{key}"))]
    }
}

impl Adapter for Signed {
    fn verify(&self, delivery: Delivery<'_>, key: &str) -> bool {
        let signature = (delivery.header)(SIGNATURE).and_then(|text| text.strip_prefix("sha256="));
        let (Some(signature), Some(timestamp)) = (signature, (delivery.header)(TIMESTAMP)) else {
            return false;
        };
        let message = [timestamp.as_bytes(), b".", delivery.body].concat();
        verify(HMAC_SHA256, key, &message, signature)
    }

    fn parse(&self, body: &Value) -> Result<Report, Problem> {
        parse(body)
    }

    fn body(&self, transfer: &Transfer) -> Value {
        body(transfer)
    }

    fn prove(&self, body: &mut Value, key: &str, millis: i64) -> Vec<(&'static str, String)> {
        let timestamp = (millis / 1000).to_string();
        let signature = sign(HMAC_SHA256, key, format!("{timestamp}.{body}").as_bytes());
        vec![
            (TIMESTAMP, timestamp),
            (SIGNATURE, format!("sha256={signature}")),
        ]
    }
}

fn parse(body: &Value) -> Result<Report, Problem> {
    let fields = Fields(body);
    let direction = fields.required("transferType")?;
    let transfer = || {
        if direction != "in" {
            return Ok(None);
        }
        Ok(Some(Transfer {
            id: Some(fields.required("id")?),
            account: fields.text("accountNumber"),
            virtual_account: fields.text("subAccount"),
            amount: fields.dong("transferAmount")?,
            at: fields.time("transactionDate")?,
            text: fields.content("content"),
            number: fields.text("referenceCode"),
            balance: fields.balance("accumulated"),
            payer: None,
            payer_account: None,
            payer_bank: None,
        }))
    };
    report(std::iter::once(transfer()))
}

fn body(transfer: &Transfer) -> Value {
    json!({
        "id": transfer.id,
        "gateway": "Test",
        "transactionDate": transfer.at.strftime("%Y-%m-%d %H:%M:%S").to_string(),
        "accountNumber": transfer.account,
        "code": null,
        "content": transfer.text,
        "transferType": "in",
        "transferAmount": transfer.amount,
        "accumulated": 0,
        "subAccount": null,
        "referenceCode": transfer.number,
    })
}
