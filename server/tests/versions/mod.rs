//! Two people who change the same thing: a change names the version that was read, so that none undoes another unseen.
//! The document lists the calls that do so, and the reasons of the others. Changes of old versions are answered.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::groups::GroupRole;
use serde_json::{Value, json};

use crate::support::{TestApp, operations};

/// Names in bodies for the version of the state that was read.
const NAMES: &[&str] = &["version", "versions", "seen", "changedAt", "updatedAt"];

/// The lists of calls, for readers of the API.
const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/versions.md"));
const REQUIRED: &str = "A version is required";
const OPTIONAL: &str = "A version may be left out";
const WITHOUT: &str = "There is no version";
const UNSHOWN: &str = "The refusal does not show what is stored";

/// Returns the calls in a section of the document, each as often as it stands there.
fn listed(section: &str) -> Vec<String> {
    let (_, text) = DOCUMENT.split_once(&format!("## {section}\n")).unwrap();
    let text = text.split("\n## ").next().unwrap();
    let lines = text.lines().filter(|line| line.starts_with("- "));
    let calls = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    calls.map(str::to_owned).collect()
}

/// Returns whether the schema of a body requires the field that names the version that was read, also in one of its parts;
/// None if it has none.
fn requires_version(schema: &Value) -> Option<bool> {
    let fields = schema["properties"].as_object();
    let own = NAMES
        .iter()
        .find(|name| fields.is_some_and(|fields| fields.contains_key(**name)));
    if let Some(name) = own {
        let mut required = schema["required"].as_array().into_iter().flatten();
        return Some(required.any(|field| field.as_str() == Some(*name)));
    }
    let parts = ["allOf", "oneOf", "anyOf"].iter();
    parts
        .flat_map(|kind| schema[*kind].as_array().into_iter().flatten())
        .find_map(requires_version)
}

#[test]
fn every_change_names_the_version_that_was_read_or_the_document_says_why_not() {
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for call in operations() {
        if ![Method::PUT, Method::PATCH, Method::POST].contains(&call.method) {
            continue;
        }
        let section = match call.json_body().and_then(requires_version) {
            Some(true) => REQUIRED,
            Some(false) => OPTIONAL,
            None => WITHOUT,
        };
        found.entry(section).or_default().insert(call.route());
    }
    for section in [REQUIRED, OPTIONAL, WITHOUT] {
        let calls = listed(section);
        let once: BTreeSet<String> = calls.iter().cloned().collect();
        assert_eq!(calls.len(), once.len(), "a call is listed twice: {section}");
        let missing: Vec<_> = found[section].difference(&once).collect();
        let stale: Vec<_> = once.difference(&found[section]).collect();
        assert!(
            missing.is_empty() && stale.is_empty(),
            "{section}: not in docs/versions.md: {missing:?}; no such call: {stale:?}"
        );
    }
    let unshown: BTreeSet<String> = listed(UNSHOWN).into_iter().collect();
    let versioned = &found[REQUIRED] | &found[OPTIONAL];
    let stale: Vec<_> = unshown.difference(&versioned).collect();
    assert!(stale.is_empty(), "{UNSHOWN}: without a version: {stale:?}");
}

/// Points and posts have the same assertion in their own tests of earlier versions.
#[tokio::test]
async fn a_refusal_shows_nothing_where_the_document_says_so() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    let people = format!("/api/event/{event}/attendances");
    let lan = json!({ "fullName": "Lan", "email": "lan@hoi.example" });
    let person = app.send_as(&owner, Method::POST, &people, lan).await;
    let person = person.data()["id"].as_str().unwrap().to_owned();
    let draft = json!({ "title": "Hội làng", "content": {} });
    let draft = app.send_as(&owner, Method::POST, "/api/event-draft", draft);
    let draft = draft.await.data()["id"].as_str().unwrap().to_owned();
    let earlier = "2020-01-01T00:00:00.000Z";
    let seen = json!({ "fullName": "Lan", "updatedAt": earlier });
    for (call, path, body) in [
        (
            "PUT /event-draft/{id}",
            format!("/api/event-draft/{draft}"),
            json!({ "content": {}, "version": 7 }),
        ),
        (
            "POST /event/{eventId}/letter/send",
            format!("/api/event/{event}/letter/send"),
            json!({ "changedAt": earlier }),
        ),
        (
            "POST /event/{eventId}/attendances/{id}/erase",
            format!("{people}/{person}/erase"),
            seen,
        ),
    ] {
        assert!(listed(UNSHOWN).contains(&call.to_owned()), "{call}");
        let method = call.split(' ').next().unwrap().parse().unwrap();
        let refused = app.send_as(&owner, method, &path, body).await;
        assert_eq!(refused.code(), 5008, "{call}");
        assert!(refused.json["data"].is_null(), "{call}");
    }
}

/// A change of the version that was read is stored, and a second one of the same version is refused with the
/// stored state of the next version. Without a version a change is stored in any case where clients of the
/// first version may leave it out, and refused elsewhere.
#[tokio::test]
async fn a_change_of_an_earlier_version_is_refused_with_what_is_stored() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let member = app.committee("binh").await;
    let event = app.open_event(&owner, 50).await;
    let group = app.group(&owner).await;
    app.join_group(group, &member, GroupRole::Member).await;
    let class = app.ticket(event, "Thường", 0, 20).await;
    let codes = json!({ "code": "HOASEN", "participationType": "INVITED", "maxUses": 5 });
    let codes = app
        .send_as(
            &owner,
            Method::POST,
            &format!("/api/event/{event}/invitation-codes"),
            codes,
        )
        .await;
    let code = codes.data()[0]["id"].as_str().unwrap().to_owned();
    let bank = json!({ "bankName": "Vietcombank", "accountNumber": "0123456789", "holderName": "NGUYEN AN" });
    let account = app
        .send_as(&owner, Method::POST, "/api/bank-accounts", bank.clone())
        .await;
    let account = account.data()["id"].as_str().unwrap().to_owned();
    let hook = |path: &str| {
        json!({
            "url": format!("https://hooks.example.vn/{path}"), "kinds": ["payment.received"], "isOn": true,
        })
    };
    let made = app
        .send_as(
            &owner,
            Method::POST,
            &format!("/api/event/{event}/webhooks"),
            json!({ "url": "https://hooks.example.vn/first", "kinds": ["payment.received"] }),
        )
        .await;
    let webhook = made.data()["webhook"]["id"].as_str().unwrap().to_owned();
    let renamed = |holder: &str| {
        let mut body = bank.clone();
        body["holderName"] = json!(holder);
        body
    };
    for (path, first, [one, other, third]) in [
        (
            format!("/api/event/{event}/tickets/{class}"),
            1,
            [10, 11, 12].map(|seats| json!({ "quantity": seats })),
        ),
        (
            format!("/api/event/{event}/invitation-codes/{code}"),
            1,
            [10, 11, 12].map(|uses| json!({ "maxUses": uses })),
        ),
        (
            format!("/api/bank-accounts/{account}"),
            1,
            ["AN", "BINH", "CHI"].map(renamed),
        ),
        (
            format!("/api/event/{event}/webhooks/{webhook}"),
            1,
            ["a", "b", "c"].map(hook),
        ),
        (
            format!("/api/group/{group}/member/{}", member.id),
            1,
            ["A", "B", "C"].map(|position| json!({ "position": position })),
        ),
        (
            "/api/users/me/page".to_owned(),
            0,
            ["a", "b", "c"]
                .map(|text| json!({ "slug": "hoa-sen", "name": "Hoa Sen", "content": text })),
        ),
        (
            format!("/api/group/{group}/page"),
            0,
            ["a", "b", "c"].map(|text| json!({ "slug": "clb-hoa-sen", "content": text })),
        ),
        (
            format!("/api/event/{event}/lucky-draw"),
            0,
            [true, false, true].map(|is_out| json!({ "excludeWinners": is_out })),
        ),
        (
            format!("/api/event/{event}/checkin"),
            1,
            [10, 11, 12].map(|seconds| json!({ "waitingTime": seconds })),
        ),
    ] {
        let of = |mut body: Value, version: i64| {
            body["version"] = json!(version);
            body
        };
        let put = |body: Value| app.send_as(&owner, Method::PUT, &path, body);
        let stored = put(of(one, first)).await;
        assert_eq!(stored.data()["version"], first + 1, "{path}");
        let refused = put(of(other.clone(), first)).await;
        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::CONFLICT, 5008),
            "{path}"
        );
        assert_eq!(&refused.json["data"], stored.data(), "{path}");
        let taken = put(of(other, first + 1)).await;
        assert_eq!(taken.data()["version"], first + 2, "{path}");
        let third = put(third).await;
        if ["/webhooks/", "/bank-accounts/", "/page"]
            .iter()
            .any(|part| path.contains(part))
        {
            assert_eq!(third.code(), 5002, "{path}");
            assert!(third.json["fields"]["version"].is_array(), "{path}");
        } else {
            // The control: without a version the refused change would have been stored.
            assert_eq!(third.data()["version"], first + 3, "{path}");
        }
    }
}

/// The state of a participant that was read is the time of its last change.
#[tokio::test]
async fn a_participant_who_was_changed_meanwhile_is_not_overwritten() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.committee("an").await, app.admin().await);
    let event = app.open_event(&owner, 50).await;
    let people = format!("/api/event/{event}/attendances");
    let lan = json!({ "fullName": "Lan", "email": "lan@hoi.example" });
    let made = app.send_as(&owner, Method::POST, &people, lan).await;
    let path = format!("{people}/{}", made.data()["id"].as_str().unwrap());
    let read = made.data()["updatedAt"].clone();
    let change = |company: &str, read: &Value| json!({ "company": company, "updatedAt": read });
    app.pass(Duration::from_secs(1));
    let stored = app
        .send_as(&admin, Method::PUT, &path, change("Hoa Sen", &read))
        .await;
    let refused = app
        .send_as(&owner, Method::PUT, &path, change("Sen Hồng", &read))
        .await;
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::CONFLICT, 5008)
    );
    assert_eq!(&refused.json["data"], stored.data());

    // Of several changes at the same moment one succeeds, and the others are refused.
    let read = stored.data()["updatedAt"].clone();
    app.pass(Duration::from_secs(1));
    let changes = (0..8).map(|at| {
        let body = change(&format!("Công ty {at}"), &read);
        app.send_as(&owner, Method::PUT, &path, body)
    });
    let answers = futures::future::join_all(changes).await;
    let taken = answers.iter().filter(|answer| answer.code() == 2000);
    assert_eq!(taken.count(), 1);
    let refused = answers.iter().filter(|answer| answer.code() == 5008);
    assert!(
        refused
            .map(|answer| &answer.json["data"]["company"])
            .all(Value::is_string)
    );

    // The control: without a version the change is stored, as switches and programs send it.
    let body = json!({ "company": "Sen Hồng" });
    let stored = app.send_as(&owner, Method::PUT, &path, body).await;
    assert_eq!(stored.data()["company"], "Sen Hồng");
}

#[tokio::test]
async fn a_reason_to_keep_documents_is_not_overwritten_unseen() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    let path = format!("/api/event/{event}/retention");
    let put = |reason: &str, version: &Value| {
        let body = json!({ "keepDays": 90, "documentsReason": reason, "version": version });
        app.send_as(&owner, Method::PUT, &path, body)
    };
    let stored = put("Quyết toán thuế", &json!(0)).await;
    assert_eq!(stored.code(), 2000, "{}", stored.json);
    app.pass(Duration::from_secs(1));
    let any = json!({ "documentsReason": "Kiểm toán" });
    let any = app.send_as(&owner, Method::PUT, &path, any).await;
    assert_eq!(any.code(), 5002);
    assert!(any.json["fields"]["version"].is_array());
    let refused = put("Kiểm toán", &json!(0)).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(&refused.json["data"], stored.data());
    assert_eq!(
        put("Kiểm toán", &stored.data()["version"]).await.code(),
        2000
    );
}
