//! A point from its submission to its end, with its notifications.

use axum::http::{Method, StatusCode};
use hoi_platform::files::Visibility;
use serde_json::{Value, json};

use super::support::{bought, introduced, with};
use crate::support::{TestGroup, TestUser};

const NOTHING: [(i64, Option<i64>); 3] = [(0, Some(0)); 3];

async fn heard(group: &TestGroup, who: &TestUser) -> Vec<String> {
    let request = group.app.request(Method::GET, "/api/notification");
    let request = request.lang("en").bearer(&group.app.fresh_token(who));
    let answer = request.send().await;
    let items = answer.data()["items"].as_array().unwrap().clone();
    let content = |item: &Value| item["content"].as_str().unwrap().to_owned();
    items.iter().map(content).collect()
}

#[tokio::test]
async fn a_point_counts_from_its_approval_until_it_is_voided() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let answer = group.submit(lan, bought(lan, minh, 5_000_000)).await;
    assert_eq!(answer.json["messages"][0], "Points added");
    let point = answer.data();
    assert_eq!(point["status"], "pending");
    assert_eq!(point["value"], 5_000_000);
    assert_eq!(
        point["allowed"],
        json!({ "change": true, "answer": false, "decide": false, "void": false })
    );
    assert_eq!(group.tally(lan, lan).await, NOTHING);
    let path = format!("/point/{}", point["id"].as_str().unwrap());

    let approval = group
        .decide(&group.manager, &path, "approve", json!({}))
        .await;
    assert_eq!(approval.data()["status"], "approved");
    let one = (1, Some(5_000_000));
    let none = (0, Some(0));
    assert_eq!(group.tally(lan, lan).await, [one, none, none]);
    assert_eq!(group.tally(minh, minh).await, [none, one, none]);

    let reason = json!({ "reason": "Khách đã trả hàng" });
    let voiding = group.decide(&group.owner, &path, "void", reason).await;
    assert_eq!(voiding.data()["status"], "rejected");
    assert!(voiding.data()["voidedAt"].is_string());
    assert_eq!(group.tally(lan, lan).await, NOTHING);
    assert_eq!(group.tally(minh, minh).await, NOTHING);
    let told = heard(&group, minh).await;
    let voided = "no longer counts. Reason: Khách đã trả hàng";
    assert!(told[0].ends_with(voided), "{told:?}");

    let log = group.read(&group.owner, "/log").await;
    let actions = log["items"].as_array().unwrap().iter();
    let actions: Vec<_> = actions.map(|item| item["action"].clone()).collect();
    assert_eq!(
        actions,
        ["point.voided", "point.approved", "point.submitted"]
    );
}

#[tokio::test]
async fn an_introduction_counts_for_both_parties() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    // The introducer may submit the deal, too.
    let path = group.submitted(minh, introduced(lan, minh, 700)).await;
    group
        .decide(&group.owner, &path, "approve", json!({}))
        .await
        .data();
    let (one, none) = ((1, Some(700)), (0, Some(0)));
    assert_eq!(group.tally(lan, lan).await, [one, none, none]);
    assert_eq!(group.tally(minh, minh).await, [none, none, one]);
}

#[tokio::test]
async fn leaders_and_the_other_party_hear_of_a_point_and_both_parties_of_the_decision() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let path = group.submitted(lan, bought(lan, minh, 987_654)).await;
    let new = "Nguyễn lan has entered a deal of Mar 1, 2026 between Nguyễn lan and Nguyễn minh \
        in “Hội Doanh nhân Đà Nẵng” that waits for a decision.";
    for who in [&group.owner, &group.manager, minh] {
        assert_eq!(heard(&group, who).await, [new]);
    }
    for who in [lan, &group.stranger, &group.admin] {
        assert!(heard(&group, who).await.is_empty());
    }
    let reason = json!({ "reason": "Thiếu hóa đơn" });
    group
        .decide(&group.manager, &path, "reject", reason)
        .await
        .data();
    for who in [lan, minh] {
        let last = heard(&group, who).await.remove(0);
        assert!(last.ends_with("Reason: Thiếu hóa đơn"), "{last}");
        assert!(!last.contains("987"), "{last}");
    }
    assert_eq!(heard(&group, &group.owner).await, [new]);
}

#[tokio::test]
async fn the_submitter_changes_and_withdraws_a_point_while_it_waits() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let path = group.submitted(lan, bought(lan, minh, 100)).await;
    let answer = json!({ "answer": "confirmed" });
    let confirmed = group.decide(minh, &path, "answer", answer).await;
    assert_eq!(confirmed.data()["otherPartyAnswer"], "confirmed");

    let dearer = bought(lan, minh, 200);
    for other in [minh, &group.owner] {
        assert_eq!(group.put(other, &path, dearer.clone()).await.code(), 5016);
    }
    let changed = group.put(lan, &path, dearer.clone()).await;
    assert_eq!(changed.data()["value"], 200);
    // The answer is removed by the change, because it was about another value.
    assert_eq!(changed.data()["otherPartyAnswer"], Value::Null);

    let withdraw = async |who| group.call(who, Method::DELETE, &path, json!({})).await;
    assert_eq!(withdraw(minh).await.code(), 5016);
    withdraw(lan).await.data();
    assert_eq!(withdraw(lan).await.code(), 5005);

    let path = group.approved(lan, dearer.clone()).await;
    let refused = group.put(lan, &path, bought(lan, minh, 1)).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(
        refused.json["messages"][0],
        "Nguyễn manager has already approved this deal."
    );
    let refused = group.call(lan, Method::DELETE, &path, json!({})).await;
    assert_eq!(refused.code(), 5008);
}

#[tokio::test]
async fn a_change_of_an_older_version_is_refused_with_what_is_stored() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let path = group.submitted(lan, bought(lan, minh, 100)).await;
    let change = async |value: i64, version: i64| {
        let body = with(bought(lan, minh, value), json!({ "version": version }));
        group.put(lan, &path, body).await
    };
    let stored = change(200, 1).await;
    assert_eq!(stored.data()["version"], 2);
    let refused = change(300, 1).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(&refused.json["data"], stored.data());
    assert_eq!(change(300, 2).await.data()["value"], 300);

    // An answer that the submitter has not seen would be removed by the change.
    let answer = json!({ "answer": "confirmed" });
    let confirmed = group.decide(minh, &path, "answer", answer).await;
    assert_eq!(confirmed.data()["version"], 4);
    let refused = change(400, 3).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(refused.json["data"]["otherPartyAnswer"], "confirmed");

    // The control: without a version the refused change would have been stored.
    let stored = group.put(lan, &path, bought(lan, minh, 400)).await;
    assert_eq!(stored.data()["value"], 400);
}

#[tokio::test]
async fn nothing_changes_in_an_archived_group() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let waiting = group.submitted(lan, bought(lan, minh, 100)).await;
    let approved = group.approved(lan, bought(lan, minh, 200)).await;
    let archive = group.call(&group.owner, Method::POST, "/archive", json!({}));
    archive.await.data();
    let reason = json!({ "reason": "x", "version": 1 });
    for (who, method, path, body) in [
        (lan, Method::POST, "/point".to_owned(), bought(lan, minh, 3)),
        (lan, Method::PUT, waiting.clone(), bought(lan, minh, 3)),
        (lan, Method::DELETE, waiting.clone(), json!({})),
        (
            minh,
            Method::PUT,
            format!("{waiting}/answer"),
            json!({ "answer": "disputed", "version": 1 }),
        ),
        (
            &group.owner,
            Method::PUT,
            format!("{waiting}/approve"),
            json!({ "version": 1 }),
        ),
        (
            &group.owner,
            Method::PUT,
            format!("{waiting}/reject"),
            reason.clone(),
        ),
        (
            &group.owner,
            Method::PUT,
            format!("{approved}/void"),
            reason.clone(),
        ),
    ] {
        let answer = group.call(who, method, &path, body).await;
        assert_eq!(answer.code(), 5009, "{path}: {}", answer.json);
    }
    let points = group.read(&group.owner, "/point").await;
    assert_eq!(points["total"], 2);
    for point in points["items"].as_array().unwrap() {
        let allowed = point["allowed"].as_object().unwrap();
        assert!(allowed.values().all(|may| may == false), "{point}");
    }
}

#[tokio::test]
async fn a_proof_is_read_by_the_parties_and_leaders_only() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let hoa = group.app.committee("hoa").await;
    group
        .app
        .join_group(group.id, &hoa, hoi_community::groups::GroupRole::Member)
        .await;
    let proof = group.app.uploaded(lan, "proof").await;
    let deal = with(bought(lan, minh, 100), json!({ "proof": proof }));
    let refused = group.submit(minh, deal.clone()).await;
    assert_eq!(refused.code(), 5002, "another member's file");
    let open = group.app.file(lan, "avatar", Visibility::Public).await;
    let shown = with(deal.clone(), json!({ "proof": open.to_string() }));
    assert_eq!(group.submit(lan, shown).await.code(), 5002, "a public file");

    let path = group.approved(lan, deal.clone()).await;
    for (reader, status) in [
        (lan, StatusCode::OK),
        (minh, StatusCode::OK),
        (&group.manager, StatusCode::OK),
        (&group.owner, StatusCode::OK),
        (&group.admin, StatusCode::OK),
        (&hoa, StatusCode::FORBIDDEN),
        (&group.stranger, StatusCode::FORBIDDEN),
    ] {
        assert_eq!(group.app.get_as(reader, &proof).await.status, status);
    }
    let items = group.read(&hoa, "/point").await;
    assert_eq!(items["items"][0]["proof"], Value::Null);
    let items = group.read(minh, "/point").await;
    assert_eq!(items["items"][0]["proof"], proof);
    assert!(path.starts_with("/point/"));
}
