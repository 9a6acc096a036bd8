//! For any input, every route answers in the envelope with the right code and never fails internally. The cases are
//! generated from the API's own description, so that new routes are covered automatically.

mod bounds;
mod injection;
mod keys;
mod sample;

use axum::http::{Method, StatusCode};
use bytes::Bytes;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{OWN_KEY_HEADER, own_key};
use sea_orm::Set;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{
    Answer, Operation, TestApp, TestRequest, TestUser, new_registration, operations,
};

/// Logging out and opening a mailed link succeed with any body, and a delivery of a bank's service is stored as it
/// comes, once the service has proved itself.
const TAKE_ANYTHING: [&str; 3] = [
    "POST /auth/logout",
    "POST /auth/verify-email/{token}",
    "POST /bank-webhook/{token}",
];

/// Parameters that stand for things that do not exist.
const UNKNOWN: [&str; 5] = ["{id}", "{deliveryId}", "{planId}", "{postId}", "{userId}"];

/// Whether the path names something that does not exist, which is noticed before the body is read.
fn names_unknown(operation: &Operation) -> bool {
    UNKNOWN.iter().any(|name| operation.path.contains(name))
}

/// An administrator with an own event and a registration for it, so that no call is refused for lack of permission.
struct Caller {
    user: TestUser,
    event: String,
    group: String,
    /// The group's owner, for calls on posts and points: administrators write none.
    owner: TestUser,
    /// An organiser, for the calls that neither may make.
    joiner: TestUser,
    own_key: String,
    /// A key of the API with all rights.
    api_key: String,
}

impl Caller {
    async fn new(app: &TestApp, name: &str) -> Self {
        let user = app.admin_called(name).await;
        let owner = app.committee(&format!("{name}.owner")).await;
        let group = app.group(&owner).await;
        let of_group = |event: &mut event::ActiveModel| event.group_id = Set(Some(group));
        let event = app.event(&user, of_group).await;
        let person = new_registration(event, name, None);
        let row = app.add(person).await;
        Self {
            group: group.to_string(),
            joiner: app.committee(&format!("{name}.joiner")).await,
            owner,
            own_key: own_key(&app.app.secrets, &row),
            api_key: app.full_key(&user).await,
            event: event.to_string(),
            user,
        }
    }

    /// Returns the route's path with this caller's event and group; other identifiers in it do not exist.
    fn path(&self, operation: &Operation) -> String {
        let unknown = Uuid::from_u128(7).to_string();
        let path = UNKNOWN
            .iter()
            .fold(operation.path.clone(), |path, name| {
                path.replace(name, &unknown)
            })
            .replace("{eventId}", &self.event)
            .replace("{groupId}", &self.group)
            .replace("{number}", "7")
            .replace("{width}", "480")
            .replace("{token}", "nothing")
            .replace("{slug}", "nothing")
            .replace("{code}", "NOTHING1");
        assert!(
            !path.contains('{'),
            "{path}: add the value for the parameter here"
        );
        format!("/api{path}")
    }

    fn request(&self, app: &TestApp, operation: &Operation, path: &str) -> TestRequest {
        let request = app.request(operation.method.clone(), path);
        let joins = path.ends_with("/join-request") || path.starts_with("/api/group-join/");
        let user = if operation.method == Method::POST && joins {
            &self.joiner
        } else if ["post", "point"].iter().any(|of| {
            operation
                .path
                .starts_with(&format!("/group/{{groupId}}/{of}"))
        }) {
            &self.owner
        } else {
            &self.user
        };
        let token = if operation.path.starts_with("/v1/") {
            &self.api_key
        } else {
            &user.token
        };
        request
            .bearer(token)
            .header(OWN_KEY_HEADER, &self.own_key)
            .from(peer())
    }
}

/// Returns a new network peer for every request, so that limits on guessing do not apply.
fn peer() -> [u8; 4] {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0x0a00_0000);
    NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes()
}

/// Collects the failures, so that one run shows all of them.
#[derive(Default)]
struct Findings(Vec<String>);

impl Findings {
    fn expect(&mut self, answer: &Answer, codes: &[u64], what: &str) {
        let in_envelope = is_envelope(answer);
        if !in_envelope || answer.status.is_server_error() || !codes.contains(&answer.code()) {
            let body = String::from_utf8_lossy(&answer.bytes);
            let shown: String = body.chars().take(200).collect();
            self.0
                .push(format!("{what}: {} {shown}, not {codes:?}", answer.status));
        }
    }

    /// Accepts any answer except an internal error.
    fn expect_answer(&mut self, answer: &Answer, what: &str) {
        let is_file = answer.status.is_success() && !answer.header("content-type").contains("json");
        if answer.status.is_server_error() || !(is_file || is_envelope(answer)) {
            let body = String::from_utf8_lossy(&answer.bytes);
            let shown: String = body.chars().take(200).collect();
            self.0.push(format!("{what}: {} {shown}", answer.status));
        }
    }

    #[track_caller]
    fn finish(self) {
        assert!(
            self.0.is_empty(),
            "{} findings: {:#?}",
            self.0.len(),
            self.0
        );
    }
}

fn is_envelope(answer: &Answer) -> bool {
    let json = &answer.json;
    let is_error = !answer.status.is_success();
    let has_text = json["messages"][0]
        .as_str()
        .is_some_and(|text| !text.is_empty());
    json["code"].is_u64()
        && json["messages"].is_array()
        && (!is_error || (has_text && json["error"].is_string()))
}

/// Returns the routes with a JSON body, except the one that accepts anything.
fn with_json_body() -> Vec<Operation> {
    let all = operations().into_iter();
    let found: Vec<_> = all
        .filter(|operation| {
            operation.json_body().is_some() && !TAKE_ANYTHING.contains(&operation.route().as_str())
        })
        .collect();
    assert!(found.len() > 10);
    found
}

#[tokio::test]
async fn a_body_that_is_not_json_is_an_invalid_payload() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (at, operation) in with_json_body().iter().enumerate() {
        let caller = Caller::new(&app, &format!("a{at}")).await;
        let path = caller.path(operation);
        let route = operation.route();
        let codes: &[u64] = if names_unknown(operation) {
            &[5005]
        } else {
            &[5002]
        };
        for body in [
            "",
            "{",
            "{\"a\":",
            "nothing",
            "\u{0}",
            "{}{}",
            "\u{feff}{}",
            "{'a':1}",
            &deep,
        ] {
            let request = caller.request(&app, operation, &path);
            let answer = request
                .header("content-type", "application/json")
                .body(body.to_owned())
                .send()
                .await;
            let shown: String = body.chars().take(20).collect();
            findings.expect(&answer, codes, &format!("{route} with {shown:?}"));
        }
        let broken = Bytes::from_static(b"{\"a\":\"\xff\xfe\"}");
        let request = caller
            .request(&app, operation, &path)
            .header("content-type", "application/json");
        findings.expect(
            &request.body(broken).send().await,
            codes,
            &format!("{route} with broken UTF-8"),
        );
        for body in ["null", "7", "\"text\"", "true"] {
            let request = caller
                .request(&app, operation, &path)
                .header("content-type", "application/json");
            let answer = request.body(body).send().await;
            findings.expect(&answer, codes, &format!("{route} with {body}"));
        }
    }
    findings.finish();
}

#[tokio::test]
async fn another_content_type_is_an_invalid_payload() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    for (at, operation) in with_json_body().iter().enumerate() {
        // Some proxies drop the body of a DELETE and its type, so identifiers are accepted in any form.
        if operation.method == Method::DELETE {
            continue;
        }
        let caller = Caller::new(&app, &format!("b{at}")).await;
        let path = caller.path(operation);
        let body = sample::of(operation.json_body().unwrap(), &caller.event).to_string();
        let codes: &[u64] = if names_unknown(operation) {
            &[5005]
        } else {
            &[5002]
        };
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/xml",
            "nonsense",
        ] {
            let request = caller
                .request(&app, operation, &path)
                .header("content-type", kind);
            let answer = request.body(body.clone()).send().await;
            findings.expect(&answer, codes, &format!("{} as {kind}", operation.route()));
        }
        let answer = caller
            .request(&app, operation, &path)
            .body(body)
            .send()
            .await;
        findings.expect(
            &answer,
            codes,
            &format!("{} without a type", operation.route()),
        );
    }
    findings.finish();
}

#[tokio::test]
async fn missing_and_mistyped_fields_are_named() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    for (at, operation) in with_json_body().iter().enumerate() {
        let caller = Caller::new(&app, &format!("c{at}")).await;
        let path = caller.path(operation);
        let schema = operation.json_body().unwrap();
        let nested = names_unknown(operation);
        let codes: &[u64] = if nested { &[5005] } else { &[5002] };
        for field in sample::required(schema) {
            let mut body = sample::of(schema, &caller.event);
            body.as_object_mut().unwrap().remove(&field);
            let answer = caller
                .request(&app, operation, &path)
                .json(body)
                .send()
                .await;
            let what = format!("{} without {field}", operation.route());
            findings.expect(&answer, codes, &what);
            if answer.code() == 5002 && !answer.json["fields"][&field].is_array() {
                findings
                    .0
                    .push(format!("{what}: the field is not named: {}", answer.json));
            }
        }
        for (field, wrong) in sample::wrong_types(schema) {
            let mut body = sample::of(schema, &caller.event);
            body[&field] = wrong.clone();
            let answer = caller
                .request(&app, operation, &path)
                .json(body)
                .send()
                .await;
            let what = format!("{} with {field} = {wrong}", operation.route());
            findings.expect(&answer, codes, &what);
            if answer.code() == 5002
                && answer.json["fields"]
                    .as_object()
                    .is_none_or(|fields| !fields.keys().any(|name| name.starts_with(&field)))
            {
                findings
                    .0
                    .push(format!("{what}: the field is not named: {}", answer.json));
            }
        }
    }
    findings.finish();
}

/// Objects that browsers make may hold fields that are not known yet.
const TAKES_MORE: &str = "POST /notification/push-subscription";
/// Addresses that people hand on, to which others add parameters.
const HANDED_ON: [&str; 3] = [
    "GET /event/{eventId}/calendar.ics",
    "GET /event/{eventId}/opening.ics",
    "GET /event/{eventId}/share-picture",
];

/// A misspelt field that is answered with "saved" would be believed.
#[tokio::test]
async fn unknown_fields_are_refused_by_name() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    for (at, operation) in with_json_body().iter().enumerate() {
        let caller = Caller::new(&app, &format!("u{at}")).await;
        let path = caller.path(operation);
        let route = operation.route();
        let mut body = sample::of(operation.json_body().unwrap(), &caller.event);
        body["isActve"] = json!(false);
        let request = caller.request(&app, operation, &path);
        let answer = request.json(body).send().await;
        let codes: &[u64] = if names_unknown(operation) {
            &[5005]
        } else {
            &[5002]
        };
        if route == TAKES_MORE {
            assert!(answer.json["fields"]["isActve"].is_null(), "{route}");
            continue;
        }
        findings.expect(&answer, codes, &route);
        if answer.code() == 5002 && !answer.json["fields"]["isActve"].is_array() {
            findings.0.push(format!("{route}: {}", answer.json));
        }
    }
    let mut named = 0;
    for (at, operation) in operations().iter().enumerate() {
        if operation.method != Method::GET || operation.query().is_empty() {
            continue;
        }
        let caller = Caller::new(&app, &format!("v{at}")).await;
        let path = format!("{}?serach=x", caller.path(operation));
        let answer = caller.request(&app, operation, &path).send().await;
        let route = operation.route();
        let is_named = answer.json["fields"]["serach"].is_array();
        // A call may be refused for another reason before; it must not be carried out.
        let is_right = if HANDED_ON.contains(&route.as_str()) {
            !is_named
        } else {
            is_named || !answer.status.is_success()
        };
        if !is_right {
            findings.0.push(format!("{route}: {}", answer.json));
        }
        named += usize::from(is_named);
    }
    assert!(named > 20, "only {named} calls named the parameter");
    findings.finish();
}

#[tokio::test]
async fn extreme_values_are_refused_or_stored_but_never_a_failure() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    for (at, operation) in operations().iter().enumerate() {
        let Some(schema) = operation.json_body() else {
            continue;
        };
        let extremes = sample::extremes(schema);
        let mut unchanged = None;
        for (case, (field, value)) in extremes.into_iter().enumerate() {
            let caller = match unchanged.take() {
                Some(caller) => caller,
                None => Caller::new(&app, &format!("d{at}x{case}")).await,
            };
            let path = caller.path(operation);
            let mut body = sample::of(schema, &caller.event);
            body[&field] = value.clone();
            let answer = caller
                .request(&app, operation, &path)
                .json(body)
                .send()
                .await;
            // Any other answer may mean that the event is deleted, the password changed, or the account throttled.
            if answer.code() == 5002 {
                unchanged = Some(caller);
            }
            let shown: String = value.to_string().chars().take(30).collect();
            let text = String::from_utf8_lossy(&answer.bytes);
            if answer.status.is_success() && text.contains(['\u{202e}', '\u{2067}', '\u{3164}']) {
                findings
                    .0
                    .push(format!("{} keeps {field} = {shown}", operation.route()));
            }
            findings.expect_answer(
                &answer,
                &format!("{} with {field} = {shown}", operation.route()),
            );
        }
    }
    findings.finish();
}

#[tokio::test]
async fn fifty_megabytes_are_too_large() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    let start = b"{\"fullName\":\"".to_vec();
    let huge = Bytes::from([start, vec![b'a'; 50 * 1024 * 1024]].concat());
    for (at, operation) in operations().iter().enumerate() {
        let caller = Caller::new(&app, &format!("e{at}")).await;
        let path = caller.path(operation);
        let route = operation.route();
        let kind = if operation.json_body().is_some() && !TAKE_ANYTHING.contains(&route.as_str()) {
            "application/json"
        } else if operation.takes_multipart() {
            "multipart/form-data; boundary=x"
        } else {
            continue;
        };
        let body = if operation.takes_multipart() {
            let head =
                b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
                    .to_vec();
            Bytes::from([head, huge.to_vec(), b"\r\n--x--\r\n".to_vec()].concat())
        } else {
            huge.clone()
        };
        let request = caller
            .request(&app, operation, &path)
            .header("content-type", kind);
        let answer = request.body(body).send().await;
        // Refused before the body is read: the thing does not exist, or the form has no question for an image.
        let is_early = matches!(answer.code(), 5005 | 5006) && operation.path.contains('{');
        findings.expect(&answer, &[5002, 5005, 5006], &route);
        if answer.status != StatusCode::PAYLOAD_TOO_LARGE && !is_early {
            findings
                .0
                .push(format!("{route}: {} {}", answer.status, answer.json));
        }
    }
    findings.finish();
}

#[tokio::test]
async fn identifiers_that_name_nothing_are_not_found() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    let unknown = Uuid::from_u128(99).to_string();
    let long = "x".repeat(5_000);
    for (at, operation) in operations().iter().enumerate() {
        let parameters: Vec<&str> = operation
            .path
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        for parameter in parameters {
            let caller = Caller::new(&app, &format!("f{at}{parameter}")).await;
            for value in [
                unknown.as_str(),
                "7",
                "not-a-uuid",
                "%00",
                "%ff",
                "%E1%BB%81",
                "..%2f..%2fetc",
                "'%20or%201=1",
                long.as_str(),
            ] {
                let start = operation.path.replace(&format!("{{{parameter}}}"), value);
                let path = caller.path(&Operation {
                    path: start,
                    method: operation.method.clone(),
                    description: Value::Null,
                });
                let mut request = caller.request(&app, operation, &path);
                if let Some(schema) = operation.json_body() {
                    request = request.json(sample::of(schema, &caller.event));
                }
                let answer = request.send().await;
                let shown: String = value.chars().take(20).collect();
                let what = format!("{} with {parameter} = {shown}", operation.route());
                // A code typed by visitors is an invalid payload; other unknown identifiers are not found.
                let codes: &[u64] = if parameter == "code" {
                    &[5002, 5005]
                } else {
                    &[5005]
                };
                findings.expect(&answer, codes, &what);
            }
        }
    }
    findings.finish();
}

#[tokio::test]
async fn nonsense_in_a_query_is_refused_or_ignored() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    for (at, operation) in operations().iter().enumerate() {
        let names = operation.query();
        if names.is_empty() {
            continue;
        }
        let caller = Caller::new(&app, &format!("g{at}")).await;
        let path = caller.path(operation);
        for name in names {
            for value in [
                "",
                "x",
                "%00",
                "a%00b",
                "%ff",
                "%",
                "-1",
                "0",
                "99999999999999999999",
                "9223372036854775807",
                "-9223372036854775808",
                "1.5",
                "NaN",
                "%25_%5C",
                "'%22;--",
                "%F0%9F%8E%89",
                &"x".repeat(20_000),
            ] {
                let mut request =
                    caller.request(&app, operation, &format!("{path}?{name}={value}"));
                if operation.method != Method::GET {
                    request = request.json(json!({}));
                }
                let answer = request.send().await;
                let shown: String = value.chars().take(20).collect();
                findings.expect_answer(&answer, &format!("{}?{name}={shown}", operation.route()));
            }
        }
    }
    findings.finish();
}

/// Malformed headers must not cause failures.
#[tokio::test]
async fn odd_headers_do_no_harm() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    for operation in operations() {
        let path = format!(
            "/api{}",
            operation
                .path
                .replace("{eventId}", "7")
                .replace("{groupId}", "7")
                .replace("{planId}", "7")
                .replace("{postId}", "7")
                .replace("{userId}", "7")
                .replace("{id}", "7")
                .replace("{token}", "7")
                .replace("{code}", "7")
        );
        for (name, value) in [
            ("authorization", "Bearer"),
            ("authorization", "Bearer ...."),
            ("authorization", "Bearer 0.0.0"),
            ("accept-language", ";;;q=,,*"),
            ("lang", "../../etc"),
            ("idempotency-key", ""),
            ("x-forwarded-for", "not an address"),
            ("x-request-id", "made up"),
        ] {
            let request = app.request(operation.method.clone(), &path).from(peer());
            let answer = request.header(name, value).send().await;
            findings.expect_answer(
                &answer,
                &format!("{} with {name}: {value}", operation.route()),
            );
        }
    }
    findings.finish();
}

/// Databases refuse to search for patterns of tens of thousands of characters.
#[tokio::test]
async fn a_search_for_a_novel_is_an_invalid_payload() {
    let app = TestApp::new().await;
    let caller = app.admin().await;
    let event = app.open_event(&caller, 5).await;
    let group = app.group(&app.committee("an").await).await;
    for path in [
        "/api/event?search=".to_owned(),
        "/api/plan?search=".to_owned(),
        "/api/group?search=".to_owned(),
        format!("/api/group/{group}/member?search="),
        "/api/users?search=".to_owned(),
        "/api/users/search?keyword=".to_owned(),
        format!("/api/event/{event}/attendances?search="),
    ] {
        for (length, code) in [(1000, 2000), (1001, 5002), (60_000, 5002)] {
            let answer = app
                .get_as(&caller, &format!("{path}{}", "a".repeat(length)))
                .await;
            assert_eq!(answer.code(), code, "{path} {length}");
        }
    }
}
