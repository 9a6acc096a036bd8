//! The description says the bounds of bodies' fields, and they are those that the server checks.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Value, json};

use super::{Caller, Findings, names_unknown, sample, with_json_body};
use crate::support::{TestApp, operations};

/// Parts of requests whose schema has no bound, with the reason. A version is only compared with the stored one.
const UNBOUNDED: [(&str, &[&str]); 9] = [
    (
        "secrets and keys are compared and never stored",
        &[
            "ChangePassword.oldPassword",
            "CheckLink.token",
            "Login.password",
            "LoginCode.challenge",
            "Logout.refreshToken",
            "MakeApiKey.password",
            "OwnPassword.password",
            "RefreshToken.refreshToken",
            "RemoveSecondFactor.password",
            "ResetPassword.token",
            "VerifyEmail.logInAs",
            "header X-Checkin-Key",
            "header X-Invitation-Code",
            "header X-Place",
            "header X-Registration-Key",
        ],
    ),
    (
        "a path names something that exists",
        &[
            "path code",
            "path number",
            "path slug",
            "path token",
            "path width",
        ],
    ),
    (
        "days, times and addresses of files and sites have one form",
        &[
            "EmbedOrigins[]",
            "FileUrl",
            "MeetingPlace.endTime",
            "MeetingPlace.startTime",
            "NewSeries.days[]",
            "ParticipantDetailsChange.dateOfBirth",
            "ProgrammeItem.end",
            "ProgrammeItem.start",
            "SeriesChange.from",
            "UpdateProfile.appLogo",
            "UpdateProfile.avatar",
            "UpdateProfile.businessLicense",
            "UpdateProfile.dateOfBirth",
        ],
    ),
    (
        "formatted text is measured without its tags, and codes without what is not typed alike",
        &[
            "EmailContentChange.registerEmailContent",
            "EventInfoChange.description",
            "InvoiceBody.taxNumber",
            "MessageChange.content",
            "NewCodes.code",
            "NewMessage.content",
            "PageSettingsChange.content",
            "PaymentSettingsChange.paymentEmailContent",
            "RegisterBody.invitationCode",
        ],
    ),
    (
        "they name what exists or are words that the server knows; of a list of such words, repeated ones count once",
        &[
            "BankAccountBody.bankBin",
            "ChangeLuckyDraw.excludedTypes",
            "IdsBody.ids[]",
            "MakeApiKey.rights",
            "Question.required",
            "WebhookBody.kinds",
            "WebhookChange.kinds",
            "query action",
            "query ids",
            "query kind",
            "query userIds",
        ],
    ),
    (
        "the event's questions are the bound; answers to others are passed over",
        &[
            "AnswerValue",
            "AnswerValue[]",
            "ChangeOwn.answers",
            "GivenAnswer.questionId",
            "RegisterBody.answers",
        ],
    ),
    (
        "what was paid, or the operator, is the bound; an account may have any number of events",
        &[
            "CreateAccount.eventLimit",
            "RefundBody.amount",
            "RefundBody.most",
            "RetentionBody.keepDays",
            "ReviewBody.versions.*",
            "SurplusDecision.amount",
            "UpdateAccount.eventLimit",
        ],
    ),
    (
        "decisions about a file are compared with its words, sheets and columns",
        &[
            "ClassChoice.name",
            "ClassChoice.price",
            "ClassChoice.quantity",
            "ImportForm.mapping",
            "ImportForm.sheet",
            "StatementForm.mapping",
            "StatementForm.sheet",
            "StatusChoice.word",
        ],
    ),
    (
        "the delivery of a bank's service is kept as it comes",
        &["body"],
    ),
];

/// Lists that a call passes over: the classes of an event that exists have calls of their own.
const PASSED_OVER: [(&str, &str); 1] = [("PUT /event/{eventId}", "tickets")];

#[test]
fn every_part_of_a_request_has_a_bound() {
    let text = hoi_server::router::description().to_json().unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let mut search = Search {
        whole: &whole,
        known: BTreeSet::new(),
        unbounded: BTreeSet::new(),
    };
    for methods in whole["paths"].as_object().unwrap().values() {
        for operation in methods.as_object().unwrap().values() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let parameter = search.target(parameter).unwrap_or(parameter);
                let [place, name] = ["in", "name"].map(|key| parameter[key].as_str().unwrap());
                search.visit(&parameter["schema"], &format!("{place} {name}"));
            }
            let contents = operation["requestBody"]["content"].as_object();
            for content in contents.into_iter().flat_map(serde_json::Map::values) {
                search.visit(&content["schema"], "body");
            }
        }
    }
    let mut found = search.unbounded;
    found.retain(|name| !name.ends_with(".version"));
    let known = UNBOUNDED.iter().flat_map(|(_, names)| *names);
    let known: BTreeSet<String> = known.map(|name| (*name).to_owned()).collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "{new:#?} have no bound");
    let bounded: Vec<_> = known.difference(&found).collect();
    assert!(bounded.is_empty(), "{bounded:#?} have a bound now");
}

/// The parts of requests without a bound. A field of a component is named by it, other parts by where they stand.
struct Search<'a> {
    whole: &'a Value,
    /// The components that were visited.
    known: BTreeSet<String>,
    unbounded: BTreeSet<String>,
}

impl<'a> Search<'a> {
    /// Returns what a part refers to; None if it refers to nothing.
    fn target(&self, part: &Value) -> Option<&'a Value> {
        let target = part["$ref"].as_str()?;
        self.whole.pointer(target.trim_start_matches('#'))
    }

    fn visit(&mut self, schema: &Value, name: &str) {
        if let Some(target) = self.target(schema) {
            let component = schema["$ref"].as_str().unwrap();
            let component = component.rsplit('/').next().unwrap();
            if self.known.insert(component.to_owned()) {
                self.visit(target, component);
            }
            return;
        }
        if !schema.is_object() {
            return;
        }
        if !is_bounded(schema) {
            self.unbounded.insert(name.to_owned());
        }
        for choice in ["allOf", "oneOf", "anyOf"] {
            for part in schema[choice].as_array().into_iter().flatten() {
                self.visit(part, name);
            }
        }
        self.visit(&schema["items"], &format!("{name}[]"));
        self.visit(&schema["additionalProperties"], &format!("{name}.*"));
        for (field, own) in schema["properties"].as_object().into_iter().flatten() {
            self.visit(own, &format!("{name}.{field}"));
        }
    }
}

/// Whether each type that a value may have is bounded; parts of it are not looked at.
fn is_bounded(schema: &Value) -> bool {
    let kind = &schema["type"];
    let kinds = kind
        .as_array()
        .map_or(std::slice::from_ref(kind), Vec::as_slice);
    let says = |bounds: &[&str]| bounds.iter().any(|bound| !schema[bound].is_null());
    kinds.iter().all(|kind| match kind.as_str() {
        Some("string") => says(&["maxLength", "pattern", "format", "enum", "const"]),
        Some("array") => says(&["maxItems"]),
        Some("integer" | "number") => says(&["enum"]) || says(&["minimum"]) && says(&["maximum"]),
        _ => true,
    })
}

/// A bound in the schema that differs from the check would mislead every generated form and client.
#[tokio::test]
async fn the_server_refuses_what_is_beyond_a_bound_and_names_the_bound() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    let mut checked = 0;
    for (at, operation) in with_json_body().iter().enumerate() {
        if names_unknown(operation) {
            continue;
        }
        let schema = operation.json_body().unwrap();
        for (case, (field, value, bound)) in sample::beyond(schema).into_iter().enumerate() {
            let route = operation.route();
            if PASSED_OVER.contains(&(route.as_str(), field.as_str())) {
                continue;
            }
            let caller = Caller::new(&app, &format!("w{at}x{case}")).await;
            let path = caller.path(operation);
            let mut body = sample::of(schema, &caller.event);
            let required = sample::required(schema);
            body.as_object_mut()
                .unwrap()
                .retain(|name, _| required.contains(name));
            body[&field] = value;
            let request = caller.request(&app, operation, &path);
            let answer = request.json(body).send().await;
            let what = format!("{} with {field} beyond {bound}", operation.route());
            if answer.status.is_success() {
                findings.0.push(format!("{what} is taken"));
            }
            // Other refusals come before the body is looked at.
            if answer.code() != 5002 {
                continue;
            }
            let mut told = answer.json["fields"][&field].to_string();
            told.retain(|char| !matches!(char, ',' | '.' | '\u{a0}'));
            if told.contains(&bound.to_string().replace('-', "")) {
                checked += 1;
            } else {
                findings.0.push(format!("{what}: {}", answer.json));
            }
        }
    }
    findings.finish();
    assert!(checked > 40, "only {checked} bounds were checked");
}

/// Every text in a query has the bound of the one check, in the schema and in fact.
#[tokio::test]
async fn texts_in_queries_have_the_bound_that_the_description_says() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    let mut checked = 0;
    for (at, operation) in operations().iter().enumerate() {
        let parameters = operation.description["parameters"].as_array();
        let texts = parameters.into_iter().flatten().filter(|parameter| {
            let schema = &parameter["schema"];
            let is_text = schema["type"].to_string().contains("string");
            let has_form = !schema["enum"].is_null() || !schema["format"].is_null();
            parameter["in"] == "query" && is_text && !has_form
        });
        for (case, text) in texts.enumerate() {
            let name = text["name"].as_str().unwrap();
            let what = format!("{}?{name}=", operation.route());
            let Some(bound) = text["schema"]["maxLength"].as_u64() else {
                if !["ids", "userIds"].contains(&name) {
                    findings.0.push(format!("{what} has no bound"));
                }
                continue;
            };
            let caller = Caller::new(&app, &format!("q{at}x{case}")).await;
            let long = "1".repeat(usize::try_from(bound).unwrap() + 1);
            let path = format!("{}?{name}={long}", caller.path(operation));
            let mut request = caller.request(&app, operation, &path);
            if operation.method != Method::GET {
                request = request.json(json!({}));
            }
            let answer = request.send().await;
            if answer.status.is_success() {
                findings.0.push(format!("{what} is taken beyond its bound"));
            }
            checked += usize::from(answer.json["fields"][name].is_array());
        }
    }
    findings.finish();
    assert!(checked > 10, "only {checked} bounds were checked");
}

/// The numbers by which lists are read in parts are refused beyond the bounds that the description says. Exports do not
/// look at them.
#[tokio::test]
async fn lists_refuse_limits_and_pages_beyond_their_bounds() {
    let app = TestApp::new().await;
    let mut findings = Findings::default();
    let mut checked = 0;
    for (at, operation) in operations().iter().enumerate() {
        let parameters = operation.description["parameters"].as_array();
        let numbers = parameters.into_iter().flatten().filter(|parameter| {
            let is_number = parameter["schema"]["type"] == "integer";
            parameter["in"] == "query" && is_number && !operation.path.ends_with("/export")
        });
        let cases: Vec<(&str, i64)> = numbers
            .flat_map(|number| {
                let name = number["name"].as_str().unwrap();
                let [least, most] =
                    ["minimum", "maximum"].map(|bound| number["schema"][bound].as_i64().unwrap());
                [(name, least - 1), (name, most + 1)]
            })
            .collect();
        if cases.is_empty() {
            continue;
        }
        let caller = Caller::new(&app, &format!("n{at}")).await;
        for (name, number) in cases {
            let path = format!("{}?{name}={number}", caller.path(operation));
            let answer = caller.request(&app, operation, &path).send().await;
            if answer.status.is_success() {
                let route = operation.route();
                findings.0.push(format!("{route}?{name}={number} is taken"));
            }
            checked += usize::from(answer.json["fields"][name].is_array());
        }
    }
    findings.finish();
    assert!(checked > 40, "only {checked} numbers were checked");
}
