//! The description says the bounds of bodies' fields, and they are those that the server checks.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Value, json};

use super::{Caller, Findings, names_unknown, sample, with_json_body};
use crate::support::{TestApp, operations};

/// Texts whose schema has no bound. Secrets are compared and never stored; days, times and addresses of files have one form;
/// formatted text is measured without its tags, and codes without what is not typed alike; the others name something that
/// exists, or are a word or a list of which the server knows each.
const UNBOUNDED: [&str; 31] = [
    "BankAccountBody.bankBin",
    "ChangePassword.oldPassword",
    "CheckLink.token",
    "EmailContentChange.registerEmailContent",
    "EventInfoChange.description",
    "GivenAnswer.questionId",
    "InvoiceBody.taxNumber",
    "Login.password",
    "LoginCode.challenge",
    "MakeApiKey.password",
    "MeetingPlace.endTime",
    "MeetingPlace.startTime",
    "MessageChange.content",
    "NewCodes.code",
    "NewMessage.content",
    "OwnPassword.password",
    "PageSettingsChange.content",
    "ParticipantDetailsChange.dateOfBirth",
    "PaymentSettingsChange.paymentEmailContent",
    "ProgrammeItem.end",
    "ProgrammeItem.start",
    "Question.required",
    "RefreshToken.refreshToken",
    "RegisterBody.invitationCode",
    "RemoveSecondFactor.password",
    "ResetPassword.token",
    "SeriesChange.from",
    "UpdateProfile.appLogo",
    "UpdateProfile.avatar",
    "UpdateProfile.businessLicense",
    "UpdateProfile.dateOfBirth",
];

#[test]
fn every_text_of_a_body_has_a_bound() {
    let text = hoi_server::router::description().to_json().unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let mut seen = BTreeSet::new();
    for operation in with_json_body() {
        let method = operation.method.as_str().to_lowercase();
        let body = &whole["paths"][&operation.path][method]["requestBody"];
        visit(&whole, body, "", &mut seen);
    }
    let unbounded: BTreeSet<_> = UNBOUNDED.map(ToOwned::to_owned).into();
    let found: BTreeSet<_> = seen.into_iter().filter(|name| name.contains('.')).collect();
    let new: Vec<_> = found.difference(&unbounded).collect();
    assert!(new.is_empty(), "{new:#?} have no bound");
    let bounded: Vec<_> = unbounded.difference(&found).collect();
    assert!(bounded.is_empty(), "{bounded:#?} have a bound now");
}

/// Collects the texts without a bound in a part of the component `name`, and the components that it refers to.
fn visit(whole: &Value, part: &Value, name: &str, seen: &mut BTreeSet<String>) {
    if let Some(target) = part["$ref"].as_str() {
        let name = target.rsplit('/').next().unwrap();
        if seen.insert(name.to_owned()) {
            let found = whole.pointer(target.trim_start_matches('#')).unwrap();
            visit(whole, found, name, seen);
        }
    }
    for (field, schema) in part["properties"].as_object().into_iter().flatten() {
        let kind = &schema["type"];
        let kinds = kind
            .as_array()
            .map_or(std::slice::from_ref(kind), Vec::as_slice);
        let is_bounded = ["maxLength", "pattern", "format", "enum"]
            .iter()
            .any(|bound| !schema[bound].is_null());
        if kinds.iter().any(|kind| kind == "string") && !is_bounded {
            seen.insert(format!("{name}.{field}"));
        }
    }
    match part {
        Value::Object(members) => members
            .values()
            .for_each(|member| visit(whole, member, name, seen)),
        Value::Array(members) => members
            .iter()
            .for_each(|member| visit(whole, member, name, seen)),
        _ => {}
    }
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
