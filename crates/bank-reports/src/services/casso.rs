//! Casso: one transfer in a delivery of the second version, several in one of the first.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ring::hmac::HMAC_SHA512;
use serde_json::{Value, json};

use super::signature::{is_same, sign, verify};
use super::{Adapter, Delivery, Fields, Problem, Report, report};
use crate::Transfer;

const SIGNATURE: &str = "x-casso-signature";
const TOKEN: &str = "secure-token";

pub struct Second;
pub struct First;

impl Adapter for Second {
    fn verify(&self, delivery: Delivery<'_>, key: &str) -> bool {
        let Some(header) = (delivery.header)(SIGNATURE) else {
            return false;
        };
        let part = |name: &str| {
            let mut parts = header.split(',');
            parts.find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='))
        };
        let (Some(time), Some(signature)) = (part("t"), part("v1")) else {
            return false;
        };
        let Ok(body) = serde_json::from_slice::<Value>(delivery.body) else {
            return false;
        };
        verify(HMAC_SHA512, key, message(time, &body).as_bytes(), signature)
    }

    fn parse(&self, body: &Value) -> Result<Report, Problem> {
        let data = body.get("data").ok_or(Problem::Field("data"))?;
        let fields = Fields(data);
        report(std::iter::once(transfer(
            &fields,
            "transactionDateTime",
            "runningBalance",
            "reference",
            fields.text("accountNumber"),
            fields.text("virtualAccountNumber"),
        )))
    }

    fn body(&self, transfer: &Transfer) -> Value {
        json!({ "error": 0, "data": {
            "id": transfer.id,
            "reference": transfer.number,
            "description": transfer.text,
            "amount": transfer.amount,
            "runningBalance": 0,
            "transactionDateTime": transfer.at.strftime("%Y-%m-%d %H:%M:%S").to_string(),
            "accountNumber": transfer.account,
            "bankName": "Test",
            "virtualAccountNumber": "",
            "counterAccountName": transfer.payer,
        } })
    }

    fn prove(&self, body: &mut Value, key: &str, millis: i64) -> Vec<(&'static str, String)> {
        let time = millis.to_string();
        let signature = sign(HMAC_SHA512, key, message(&time, body).as_bytes());
        vec![(SIGNATURE, format!("t={time},v1={signature}"))]
    }
}

impl Adapter for First {
    fn verify(&self, delivery: Delivery<'_>, key: &str) -> bool {
        (delivery.header)(TOKEN).is_some_and(|given| is_same(given, key))
    }

    fn parse(&self, body: &Value) -> Result<Report, Problem> {
        let items = body.get("data").and_then(Value::as_array);
        let items = items.ok_or(Problem::Field("data"))?;
        report(items.iter().map(|item| {
            let fields = Fields(item);
            let account = fields
                .text("bank_sub_acc_id")
                .or_else(|| fields.text("subAccId"));
            transfer(&fields, "when", "cusum_balance", "tid", account, None)
        }))
    }

    fn body(&self, transfer: &Transfer) -> Value {
        json!({ "error": 0, "data": [{
            "id": transfer.id,
            "tid": transfer.number,
            "description": transfer.text,
            "amount": transfer.amount,
            "cusum_balance": 0,
            "when": transfer.at.strftime("%Y-%m-%d %H:%M:%S").to_string(),
            "bank_sub_acc_id": transfer.account,
        }] })
    }

    fn prove(&self, _: &mut Value, key: &str, _: i64) -> Vec<(&'static str, String)> {
        vec![(TOKEN, key.to_owned())]
    }
}

/// Reads one transfer. A negative amount has left the account.
fn transfer(
    fields: &Fields<'_>,
    time: &'static str,
    balance: &str,
    number: &str,
    account: Option<String>,
    virtual_account: Option<String>,
) -> Result<Option<Transfer>, Problem> {
    let amount = fields.dong("amount")?;
    if amount < 0 {
        return Ok(None);
    }
    let number = fields.text(number);
    // Deliveries of a test have the identifier 0.
    let id = fields.text("id").filter(|id| id != "0");
    let id = id.or_else(|| number.clone()).ok_or(Problem::Field("id"))?;
    Ok(Some(Transfer {
        id: Some(id),
        account,
        virtual_account,
        amount,
        at: fields.time(time)?,
        text: fields.content("description"),
        number,
        balance: fields.balance(balance),
        payer: fields.text("counterAccountName"),
        payer_account: fields.text("counterAccountNumber"),
        payer_bank: fields
            .text("counterAccountBankName")
            .or_else(|| fields.text("counterAccountBankId")),
    }))
}

/// The signed text: the time, a dot, and the body with all keys in order, as PHP writes JSON.
fn message(time: &str, body: &Value) -> String {
    let mut message = format!("{time}.");
    write_sorted(body, &mut message);
    message
}

fn write_sorted(value: &Value, out: &mut String) {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.iter().collect();
            out.push('{');
            for (at, (name, value)) in fields.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_text(name, out);
                out.push(':');
                write_sorted(value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_sorted(item, out);
            }
            out.push(']');
        }
        Value::String(text) => write_text(text, out),
        other => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{other}");
        }
    }
}

/// Writes a text as PHP does: with `/` and everything beyond ASCII escaped.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '/' => out.push_str("\\/"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ' '..='~' | '\u{7f}' => out.push(char),
            other => {
                let mut units = [0; 2];
                for unit in other.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}
