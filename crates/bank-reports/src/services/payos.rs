//! payOS: one transfer in a delivery, which carries its own signature.

use std::collections::BTreeMap;

use ring::hmac::HMAC_SHA256;
use serde_json::{Value, json};

use super::signature::{sign, verify};
use super::{Adapter, Delivery, Fields, Problem, Report, report};
use crate::Transfer;

pub struct Payos;

impl Adapter for Payos {
    fn verify(&self, delivery: Delivery<'_>, key: &str) -> bool {
        let Ok(body) = serde_json::from_slice::<Value>(delivery.body) else {
            return false;
        };
        let signature = body.get("signature").and_then(Value::as_str);
        let (Some(signature), Some(message)) = (signature, body.get("data").and_then(message))
        else {
            return false;
        };
        verify(HMAC_SHA256, key, message.as_bytes(), signature)
    }

    fn parse(&self, body: &Value) -> Result<Report, Problem> {
        let data = body.get("data").ok_or(Problem::Field("data"))?;
        let fields = Fields(data);
        if fields.text("code").is_some_and(|code| code != "00") {
            return Ok(Report::default());
        }
        if fields.text("currency").is_some_and(|code| code != "VND") {
            return Err(Problem::Field("currency"));
        }
        let transfer = || {
            let link = fields.required("paymentLinkId")?;
            let reference = fields.required("reference")?;
            Ok(Some(Transfer {
                id: Some(format!("{link} {reference}")),
                account: fields.text("accountNumber"),
                virtual_account: fields.text("virtualAccountNumber"),
                amount: fields.dong("amount")?,
                at: fields.time("transactionDateTime")?,
                text: fields.content("description"),
                number: Some(reference),
                balance: None,
                payer: fields.text("counterAccountName"),
                payer_account: fields.text("counterAccountNumber"),
                payer_bank: fields
                    .text("counterAccountBankName")
                    .or_else(|| fields.text("counterAccountBankId")),
            }))
        };
        report(std::iter::once(transfer()))
    }

    fn body(&self, transfer: &Transfer) -> Value {
        json!({
            "code": "00",
            "desc": "success",
            "success": true,
            "data": {
                "orderCode": 1,
                "amount": transfer.amount,
                "description": transfer.text,
                "accountNumber": transfer.account,
                "reference": transfer.number,
                "transactionDateTime": transfer.at.strftime("%Y-%m-%d %H:%M:%S").to_string(),
                "currency": "VND",
                "paymentLinkId": transfer.id,
                "code": "00",
                "desc": "",
                "counterAccountName": transfer.payer,
            },
        })
    }

    fn prove(&self, body: &mut Value, key: &str, _: i64) -> Vec<(&'static str, String)> {
        let message = body.get("data").and_then(message).unwrap_or_default();
        let signature = sign(HMAC_SHA256, key, message.as_bytes());
        if let Some(fields) = body.as_object_mut() {
            fields.insert("signature".to_owned(), Value::String(signature));
        }
        Vec::new()
    }
}

/// The signed text: the fields by name, as `name=value`, joined by `&`. Null is empty.
fn message(data: &Value) -> Option<String> {
    let fields: BTreeMap<_, _> = data.as_object()?.iter().collect();
    let pairs = fields.into_iter().map(|(name, value)| match value {
        Value::Null => format!("{name}="),
        // The service's own libraries treat these words as nothing.
        Value::String(text) if text == "null" || text == "undefined" => format!("{name}="),
        Value::String(text) => format!("{name}={text}"),
        other => format!("{name}={other}"),
    });
    Some(pairs.collect::<Vec<_>>().join("&"))
}
