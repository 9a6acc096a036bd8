//! The API's own description, for tests that go over every route.

use axum::http::Method;
use serde_json::Value;

/// One route: its method, its path relative to `/api`, and its operation as `openapi.json` has it, with every `$ref`
/// replaced by what it refers to.
pub struct Operation {
    pub method: Method,
    pub path: String,
    pub description: Value,
}

impl Operation {
    pub fn route(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The schema of the JSON body, if the route takes one.
    pub fn json_body(&self) -> Option<&Value> {
        let schema = &self.description["requestBody"]["content"]["application/json"]["schema"];
        schema.is_object().then_some(schema)
    }

    pub fn takes_multipart(&self) -> bool {
        self.description["requestBody"]["content"]["multipart/form-data"].is_object()
    }

    /// The names of its query parameters.
    pub fn query(&self) -> Vec<String> {
        let parameters = self.description["parameters"].as_array();
        parameters
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "query")
            .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// Every route of the API.
pub fn operations() -> Vec<Operation> {
    let text = hoi_server::router::description().to_json().unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let mut found = Vec::new();
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, description) in methods.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else {
                continue;
            };
            let mut description = description.clone();
            description.as_object_mut().unwrap().remove("responses");
            resolve(&whole, &mut description, 0);
            found.push(Operation {
                method,
                path: path.clone(),
                description,
            });
        }
    }
    assert!(found.len() > 10, "the description is empty");
    found
}

fn resolve(whole: &Value, value: &mut Value, depth: u8) {
    assert!(depth < 40, "the description refers to itself");
    if let Some(target) = value.get("$ref").and_then(Value::as_str) {
        let found = whole.pointer(target.trim_start_matches('#'));
        *value = found.expect("a reference leads nowhere").clone();
    }
    match value {
        Value::Object(members) => {
            for member in members.values_mut() {
                resolve(whole, member, depth + 1);
            }
        }
        Value::Array(members) => {
            for member in members {
                resolve(whole, member, depth + 1);
            }
        }
        _ => {}
    }
}
