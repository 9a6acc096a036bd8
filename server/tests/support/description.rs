//! The API's own description, for tests that visit every route, and for checking every answer in any test.

use std::collections::HashSet;
use std::sync::LazyLock;

use axum::http::Method;
use serde_json::Value;

use super::Answer;

/// One route: its method, its path relative to `/api`, and its operation from `openapi.json` with every `$ref`
/// resolved.
pub struct Operation {
    pub method: Method,
    pub path: String,
    pub description: Value,
}

impl Operation {
    pub fn route(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns the schema of the JSON body; None if the route takes none.
    pub fn json_body(&self) -> Option<&Value> {
        let schema = &self.description["requestBody"]["content"]["application/json"]["schema"];
        schema.is_object().then_some(schema)
    }

    pub fn takes_multipart(&self) -> bool {
        self.description["requestBody"]["content"]["multipart/form-data"].is_object()
    }

    /// Returns whether it can be sent again under an idempotency key.
    pub fn takes_key(&self) -> bool {
        takes_key(&self.description)
    }

    /// Returns the names of the query parameters.
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

/// Returns every route of the API.
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

/// The documented answers of an operation.
struct Documented {
    method: Method,
    path: Vec<String>,
    /// Statuses with the code of an error, or with the media type of other answers.
    answers: HashSet<(u16, String)>,
    /// Whether it can be sent again under an idempotency key.
    takes_key: bool,
}

static DOCUMENTED: LazyLock<Vec<Documented>> = LazyLock::new(|| {
    let text = hoi_server::router::description().to_json().unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let mut found = Vec::new();
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let mut operation = operation.clone();
            resolve(&whole, &mut operation["parameters"], 0);
            let mut answers = HashSet::new();
            for (status, response) in operation["responses"].as_object().unwrap() {
                let shared = response["$ref"].as_str();
                let shared =
                    shared.map(|name| whole.pointer(name.trim_start_matches('#')).unwrap());
                let response = shared.unwrap_or(response);
                let text = response["description"].as_str().unwrap_or_default();
                if status == "default" {
                    for refusal in text.split("; ") {
                        let (status, codes) = refusal.split_once(": ").unwrap();
                        answers.extend(codes_in(codes, status));
                    }
                    continue;
                }
                let number: u16 = status.parse().expect("an answer without a status");
                if number >= 400 {
                    answers.extend(codes_in(text, status));
                } else {
                    let kinds = response["content"].as_object().into_iter().flatten();
                    answers.extend(kinds.map(|(kind, _)| (number, kind.clone())));
                    answers.insert((number, String::new()));
                }
            }
            found.push(Documented {
                method: method.to_uppercase().parse().unwrap(),
                path: path.split('/').map(ToOwned::to_owned).collect(),
                answers,
                takes_key: takes_key(&operation),
            });
        }
    }
    found
});

/// Returns the codes in the text of an error.
fn codes_in(text: &str, status: &str) -> Vec<(u16, String)> {
    let status = status.parse().expect("an error without a status");
    let words = text.split(|char: char| !char.is_ascii_digit());
    words.map(|word| (status, word.to_owned())).collect()
}

fn takes_key(operation: &Value) -> bool {
    let parameters = operation["parameters"].as_array();
    let mut parameters = parameters.into_iter().flatten();
    parameters.any(|parameter| parameter["name"] == "Idempotency-Key")
}

/// Calls that the desk carries out: a repeated one is answered from the rows of today.
const AT_THE_DESK: [&str; 7] = [
    "/event/{eventId}/register",
    "/event/{eventId}/attendances",
    "/event/{eventId}/attendances/import",
    "/event/{eventId}/attendances/{id}/payments",
    "/event/{eventId}/checkin/cash",
    "/group/{groupId}/event/{eventId}/roll-call/guest",
    "/v1/events/{eventId}/participants",
];

/// Returns whether a repeated request must get the very same answer.
pub fn is_carried_out_once(method: &Method, path: &str) -> bool {
    operation_at(method, path).is_some_and(|operation| {
        operation.takes_key && !AT_THE_DESK.contains(&operation.path.join("/").as_str())
    })
}

fn operation_at(method: &Method, path: &str) -> Option<&'static Documented> {
    let path = path.strip_prefix("/api")?.split('?').next()?;
    let path: Vec<&str> = path.split('/').collect();
    let fits = |operation: &&Documented| {
        let mut parts = operation.path.iter().zip(&path);
        operation.method == method
            && operation.path.len() == path.len()
            && parts.all(|(own, given)| own.starts_with('{') || own == given)
    };
    // A literal path takes precedence over one with a parameter.
    DOCUMENTED.iter().filter(fits).min_by_key(|operation| {
        let parts = operation.path.iter();
        parts.filter(|part| part.starts_with('{')).count()
    })
}

/// Fails if the API's description does not document the answer to a request.
#[track_caller]
pub fn expect_documented(method: &Method, path: &str, answer: &Answer) {
    let Some(operation) = operation_at(method, path) else {
        return;
    };
    let status = answer.status.as_u16();
    let kind = if status >= 400 {
        answer.code().to_string()
    } else if answer.bytes.is_empty() {
        String::new()
    } else {
        let kind = answer.header("content-type");
        kind.split(';').next().unwrap().to_owned()
    };
    assert!(
        operation.answers.contains(&(status, kind.clone())),
        "{method} {} answers {status} {kind}, which its description does not name: {}",
        operation.path.join("/"),
        answer.json
    );
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
