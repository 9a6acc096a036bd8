//! Bodies generated from a schema: a valid one, and invalid values for each of its fields.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Map, Value, json};
use uuid::Uuid;

/// Returns a body with a plausible value in every field. Fields for an event get `event`.
pub fn of(schema: &Value, event: &str) -> Value {
    value(schema, "", event)
}

/// Returns the names of required fields.
pub fn required(schema: &Value) -> Vec<String> {
    let names = flattened(schema)["required"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    names
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

/// Returns for every field values of wrong types, including `null` unless the field may be null.
pub fn wrong_types(schema: &Value) -> Vec<(String, Value)> {
    let mut cases = Vec::new();
    for (name, field) in fields(schema) {
        let types = types(&field);
        // A schema that allows anything has no wrong type.
        if types.is_empty() {
            continue;
        }
        for (kind, wrong) in [
            ("string", json!("zzz")),
            ("integer", json!(1.5)),
            ("boolean", json!(true)),
            ("array", json!([[["x"]]])),
            ("object", json!({ "x": { "y": 1 } })),
        ] {
            let fits = types
                .iter()
                .any(|own| own == kind || (own == "number" && kind == "integer"));
            if !fits {
                cases.push((name.clone(), wrong));
            }
        }
        if !takes_null(&field) {
            cases.push((name.clone(), Value::Null));
        }
    }
    cases
}

/// Returns for every field extreme values of the right type.
pub fn extremes(schema: &Value) -> Vec<(String, Value)> {
    let mut cases = Vec::new();
    for (name, field) in fields(schema) {
        for kind in types(&field) {
            let values = match kind.as_str() {
                "string" => vec![
                    json!(""),
                    json!("a\u{0}b"),
                    json!("\u{202e}\u{feff}\u{1b}"),
                    json!("Một\u{202e}\u{2067}\u{3164}\u{200b}"),
                    json!("x".repeat(200_000)),
                    json!("🎉".repeat(5_000)),
                    json!("9999-12-31T23:59:59Z"),
                    json!("-9999-01-01T00:00:00Z"),
                    json!("<script>%_\\'\""),
                ],
                "integer" | "number" => vec![
                    json!(i64::MIN),
                    json!(i64::MAX),
                    json!(u64::MAX),
                    json!(-2),
                    json!(0),
                ],
                "array" => vec![
                    json!([]),
                    json!(vec![Value::Null; 5]),
                    json!(vec!["x"; 20_000]),
                    json!(vec![json!({}); 2_000]),
                ],
                "object" => vec![json!({})],
                _ => vec![],
            };
            cases.extend(values.into_iter().map(|value| (name.clone(), value)));
        }
        cases.push((name, Value::Null));
    }
    cases
}

/// Returns for every bound of a field a value beyond it, and the bound.
pub fn beyond(schema: &Value) -> Vec<(String, Value, i64)> {
    let mut cases = Vec::new();
    for (name, field) in fields(schema) {
        let bound = |bound: &str| field[bound].as_i64();
        if let Some(most) = bound("maxLength") {
            let text = "x".repeat(usize::try_from(most).unwrap() + 1);
            cases.push((name.clone(), json!(text), most));
        }
        if let Some(most) = bound("maximum") {
            cases.push((name.clone(), json!(most + 1), most));
        }
        if let Some(most) = bound("maxItems") {
            cases.push((
                name.clone(),
                different(&field["items"], &name, most + 1),
                most,
            ));
        }
        // An unsigned number is refused by its type.
        if let Some(least) = bound("minimum").filter(|least| *least != 0) {
            cases.push((name.clone(), json!(least - 1), least));
        }
    }
    cases
}

/// Returns a list of so many values, and of different identifiers where it has some.
fn different(items: &Value, name: &str, count: i64) -> Value {
    let one = |at: i64| match items["format"].as_str() {
        Some("uuid") => json!(Uuid::from_u128(at.unsigned_abs().into())),
        _ => value(items, name, ""),
    };
    (0..count).map(one).collect()
}

/// Returns the object's schema, with the parts of an `allOf` merged and the first of a `oneOf` chosen.
fn flattened(schema: &Value) -> Value {
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = json!({ "type": "object", "properties": {}, "required": [] });
        for part in parts {
            let part = flattened(part);
            if let Some(properties) = part["properties"].as_object() {
                whole["properties"]
                    .as_object_mut()
                    .unwrap()
                    .extend(properties.clone());
            }
            if let Some(names) = part["required"].as_array() {
                whole["required"]
                    .as_array_mut()
                    .unwrap()
                    .extend(names.clone());
            }
        }
        return whole;
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(first) = schema[choice]
            .as_array()
            .and_then(|choices| choices.iter().find(|choice| choice["type"] != "null"))
        {
            return flattened(first);
        }
    }
    schema.clone()
}

fn fields(schema: &Value) -> Vec<(String, Value)> {
    let properties = flattened(schema)["properties"].as_object().cloned();
    properties.unwrap_or_default().into_iter().collect()
}

fn takes_null(schema: &Value) -> bool {
    let kind = &schema["type"];
    kind == "null"
        || kind
            .as_array()
            .is_some_and(|names| names.contains(&json!("null")))
        || ["oneOf", "anyOf"]
            .into_iter()
            .filter_map(|part| schema[part].as_array())
            .flatten()
            .any(takes_null)
}

fn types(schema: &Value) -> Vec<String> {
    let named = match &schema["type"] {
        Value::String(name) => vec![name.clone()],
        Value::Array(names) => names
            .iter()
            .map(|name| name.as_str().unwrap().to_owned())
            .collect(),
        _ => vec![],
    };
    let parts = ["oneOf", "anyOf", "allOf"]
        .into_iter()
        .filter_map(|part| schema[part].as_array())
        .flatten();
    let mut all: Vec<String> = named.into_iter().chain(parts.flat_map(types)).collect();
    all.retain(|kind| kind != "null");
    all
}

fn value(schema: &Value, name: &str, event: &str) -> Value {
    let schema = &flattened(schema);
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    match types(schema).first().map(String::as_str) {
        Some("object") => {
            let members: Map<String, Value> = fields(schema)
                .into_iter()
                .map(|(name, field)| (name.clone(), value(&field, &name, event)))
                .collect();
            members.into()
        }
        Some("array") => json!([value(&schema["items"], name, event)]),
        Some("integer" | "number") => json!(10),
        Some("boolean") => json!(true),
        Some("string") => json!(text(schema, name, event)),
        _ => Value::Null,
    }
}

fn text(schema: &Value, name: &str, event: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let text = match (schema["format"].as_str(), name) {
        (_, "eventId") => event,
        (Some("uuid"), _) => &Uuid::from_u128(7).to_string(),
        (Some("date-time"), name) if name.starts_with("close") => "2026-04-02T09:00:00Z",
        (Some("date-time"), _) => "2026-04-01T09:00:00Z",
        (Some("date"), _) | (_, "dateOfBirth") => "1990-05-31",
        (_, "email") => &format!("nguoi{number}@b.vn"),
        (_, "phone") => "0912345678",
        (
            _,
            "avatar"
            | "appLogo"
            | "logo"
            | "photo"
            | "coverImage"
            | "attachmentImage"
            | "businessLicense"
            | "membershipCertificate"
            | "sponsorLogos"
            | "image"
            | "images"
            | "proof"
            | "fileId",
        ) => "/api/upload/0198c5a1-7c00-7000-8000-000000000000",
        (_, "backgroundColor") => "#0e7c66",
        (_, name) if name.to_lowercase().contains("password") => &format!("mật khẩu {number}"),
        _ => "Một",
    };
    text.to_owned()
}
