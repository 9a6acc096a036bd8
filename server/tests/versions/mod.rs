//! Two people who change the same thing: a change names the version that was read, so that none undoes another unseen.
//! The calls that do so, the reasons of the others, and the answers to changes of old versions.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::groups::GroupRole;
use serde_json::{Value, json};

use crate::support::{TestApp, operations};

/// Names in bodies for the version of the state that was read.
const NAMES: &[&str] = &["version", "versions", "seen", "changedAt", "updatedAt"];

/// Calls that make, change or send something and name no version, by the reason for it.
#[rustfmt::skip]
const WITHOUT_VERSION: &[(&str, &[&str])] = &[
    ("makes something new", &[
        "POST /bank-accounts", "POST /cover", "POST /event/{eventId}/attendances", "POST /event/{eventId}/checkin-keys",
        "POST /event/{eventId}/invitation-codes", "POST /event/{eventId}/messages", "POST /event/{eventId}/register",
        "POST /event/{eventId}/tickets", "POST /group", "POST /group/{groupId}/event/{eventId}/roll-call/guest",
        "POST /group/{groupId}/join-request", "POST /group-join/{token}", "POST /group/{groupId}/point",
        "POST /group/{groupId}/post", "POST /group/{groupId}/post/{postId}/comment", "POST /group/{groupId}/series",
        "POST /upload", "POST /event/{eventId}/upload", "POST /users", "POST /event/{eventId}/registration/data-requests",
        "POST /users/me/data-requests", "POST /users/me/api-keys", "POST /v1/events/{eventId}/participants",
        "POST /event/{eventId}/webhooks", "POST /group/{groupId}/webhooks",
        "POST /group-requests",
    ]),
    ("adds to what is there", &[
        "POST /bank-accounts/{id}/statement", "POST /bank-accounts/{id}/deliveries/{deliveryId}/replay", "POST /bank-webhook/{token}",
        "POST /event/{eventId}/attendances/{id}/payments", "POST /event/{eventId}/checkin/cash", "POST /event/{eventId}/lucky-draw/rounds",
        "POST /group/{groupId}/invitation", "POST /group/{groupId}/invitation/email", "POST /group/{groupId}/member",
        "POST /group/{groupId}/member/import", "POST /group/{groupId}/post/{postId}/comment/{id}/report",
        "POST /group/{groupId}/post/{postId}/report", "POST /notification/push-subscription", "POST /plan/{planId}/users",
    ]),
    ("sets the one state that its address names, whatever it was", &[
        "POST /event/{eventId}/attendances/{id}/confirm", "PUT /event/{eventId}/checkin-keys/{id}",
        "PUT /event/{eventId}/invitation-codes", "PUT /group/{groupId}/event/{eventId}/roll-call/guest/{id}",
        "PUT /group/{groupId}/post/{postId}/close", "PUT /group/{groupId}/post/{postId}/reopen",
        "PUT /group/{groupId}/post/{postId}/pin", "PUT /group/{groupId}/post/{postId}/unpin",
        "PUT /group/{groupId}/post/{postId}/like", "PUT /group/{groupId}/post/{postId}/comment/{id}/like",
        "PUT /notification/{id}/read", "PUT /notification/read-all",
    ]),
    ("is refused when what it decides about was decided before", &[
        "POST /event/checkin", "POST /v1/events/{eventId}/check-ins", "POST /event/{eventId}/cancel", "POST /event/{eventId}/invoices/decide",
        "POST /event/{eventId}/lucky-draw/draw", "POST /event/{eventId}/messages/{id}/cancel",
        "POST /event/{eventId}/messages/{id}/retry", "POST /event/{eventId}/refunds/decide", "POST /event/{eventId}/reopen",
        "POST /group/{groupId}/archive", "POST /group/{groupId}/restore", "POST /group/{groupId}/transfer",
        "POST /group/{groupId}/series/{id}/cancel", "POST /group-invitation/{token}/decline",
        "POST /group-requests/{id}/approve", "POST /group-requests/{id}/decline",
        "PUT /group/{groupId}/join-request/{id}", "PUT /group/{groupId}/report/{id}/resolve", "POST /transfers/decide",
        "POST /event/{eventId}/data-requests/{id}/answer", "POST /event/{eventId}/data-requests/{id}/close",
        "POST /event/{eventId}/data-requests/{id}/erase", "POST /system/data-requests/{id}/answer",
        "POST /system/data-requests/{id}/close", "POST /system/data-requests/{id}/erase",
    ]),
    ("is meant for many at once", &["POST /event/{eventId}/attendances/bulk"]),
    ("has a check of its own: rows that were changed since the file was made are refused", &[
        "POST /event/{eventId}/attendances/import",
    ]),
    ("replaces a single value that the editor gives as a whole, and is refused once it was acted upon", &[
        "PUT /bank-accounts/{id}/connection", "POST /bank-accounts/{id}/address", "POST /group/{groupId}/join-link",
        "POST /event/{eventId}/webhooks/{id}/secret", "POST /group/{groupId}/webhooks/{id}/secret",
    ]),
    ("belongs to one person, who alone may change it", &[
        "PUT /event/{eventId}/registration/refund",
        "POST /event/{eventId}/registration/confirm", "POST /event/{eventId}/registration/upload",
        "PUT /group/{groupId}/post/{postId}/comment/{id}", "PUT /notification/preference",
        "POST /notification/mail/unsubscribe/{token}", "POST /messages/unsubscribe/{token}",
    ]),
    ("is about the caller's login", &[
        "POST /auth/forget-password", "POST /auth/login", "POST /auth/login/second-factor", "POST /auth/logout",
        "POST /auth/password/generate", "POST /auth/refresh-token", "POST /auth/register", "POST /auth/resend-verification",
        "POST /auth/reset-password", "POST /auth/verify-email/{token}", "PUT /auth/password", "PUT /users/me/second-factor",
        "POST /users/me/second-factor", "POST /users/me/second-factor/remove",
    ]),
    ("sends something, and stores nothing that an editor sees", &[
        "POST /bank-accounts/{id}/test", "POST /event/{eventId}/attendances/undelivered/resend",
        "POST /event/{eventId}/attendances/{id}/resend", "POST /event/{eventId}/find-ticket",
        "POST /event/{eventId}/messages/{id}/test", "POST /event/{eventId}/payment-reminders", "POST /group/{groupId}/join-request/{id}/resend",
        "POST /system/jobs/{id}/retry", "POST /system/jobs/retry-dead", "POST /event/{eventId}/webhooks/{id}/test",
        "POST /event/{eventId}/webhooks/{id}/replay", "POST /event/{eventId}/webhooks/{id}/deliveries/{deliveryId}/replay",
        "POST /group/{groupId}/webhooks/{id}/test", "POST /group/{groupId}/webhooks/{id}/replay",
        "POST /group/{groupId}/webhooks/{id}/deliveries/{deliveryId}/replay",
    ]),
    ("changes nothing", &[
        "POST /event/{eventId}/attendances/{id}/answer",
        "POST /auth/reset-password/check", "POST /event/{eventId}/attendances/export", "POST /event/{eventId}/cancel/preview",
        "POST /event/{eventId}/checkin/practice", "POST /event/{eventId}/invitation-codes/export",
        "POST /event/{eventId}/messages/preview",
    ]),
];

/// Whether the schema of a body has a field that names the version that was read, also in one of its parts.
fn names_version(schema: &Value) -> bool {
    let has_field = schema["properties"]
        .as_object()
        .is_some_and(|fields| NAMES.iter().any(|name| fields.contains_key(*name)));
    let parts = ["allOf", "oneOf", "anyOf"].iter();
    has_field
        || parts
            .flat_map(|kind| schema[*kind].as_array().into_iter().flatten())
            .any(names_version)
}

#[test]
fn every_change_names_the_version_that_was_read_or_says_why_not() {
    let changes = operations();
    let changes = changes
        .iter()
        .filter(|call| [Method::PUT, Method::PATCH, Method::POST].contains(&call.method));
    let without: BTreeSet<String> = changes
        .filter(|call| !call.json_body().is_some_and(names_version))
        .map(|call| call.route())
        .collect();
    let lines = WITHOUT_VERSION.iter().flat_map(|(_, calls)| *calls);
    let listed: BTreeSet<String> = lines.clone().map(|call| (*call).to_owned()).collect();
    assert_eq!(lines.count(), listed.len(), "a call is listed twice");
    let undecided: Vec<_> = without.difference(&listed).collect();
    let stale: Vec<_> = listed.difference(&without).collect();
    assert!(
        undecided.is_empty() && stale.is_empty(),
        "neither a version nor a reason: {undecided:?}; a reason for nothing: {stale:?}"
    );
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
    let refused = put("Kiểm toán", &json!(0)).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(&refused.json["data"], stored.data());
    assert_eq!(
        put("Kiểm toán", &stored.data()["version"]).await.code(),
        2000
    );
}
