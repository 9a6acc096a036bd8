//! A point from its submission to its end, and who is told.

use axum::http::{Method, StatusCode};
use hoi_server::files::Visibility;
use serde_json::{Value, json};

use super::support::{Guild, bought, introduced, with};
use crate::support::TestUser;

const NOTHING: [(i64, Option<i64>); 3] = [(0, Some(0)); 3];

async fn heard(guild: &Guild, who: &TestUser) -> Vec<String> {
    let request = guild.app.request(Method::GET, "/api/notification");
    let request = request.lang("en").bearer(&guild.app.fresh_token(who));
    let answer = request.send().await;
    let items = answer.data()["items"].as_array().unwrap().clone();
    let content = |item: &Value| item["content"].as_str().unwrap().to_owned();
    items.iter().map(content).collect()
}

#[tokio::test]
async fn a_point_counts_from_its_approval_until_it_is_voided() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    let answer = guild.submit(lan, bought(lan, minh, 5_000_000)).await;
    assert_eq!(answer.json["messages"][0], "Points added");
    let point = answer.data();
    assert_eq!(point["status"], "pending");
    assert_eq!(point["value"], 5_000_000);
    assert_eq!(
        point["allowed"],
        json!({ "change": true, "answer": false, "decide": false, "void": false })
    );
    assert_eq!(guild.tally(lan, lan).await, NOTHING);
    let path = format!("/point/{}", point["id"].as_str().unwrap());

    let approval = guild
        .put(&guild.manager, &format!("{path}/approve"), json!({}))
        .await;
    assert_eq!(approval.data()["status"], "approved");
    let one = (1, Some(5_000_000));
    let none = (0, Some(0));
    assert_eq!(guild.tally(lan, lan).await, [one, none, none]);
    assert_eq!(guild.tally(minh, minh).await, [none, one, none]);

    let reason = json!({ "reason": "Khách đã trả hàng" });
    let voiding = guild
        .put(&guild.owner, &format!("{path}/void"), reason)
        .await;
    assert_eq!(voiding.data()["status"], "rejected");
    assert!(voiding.data()["voidedAt"].is_string());
    assert_eq!(guild.tally(lan, lan).await, NOTHING);
    assert_eq!(guild.tally(minh, minh).await, NOTHING);

    let log = guild.get(&guild.owner, "/log").await;
    let actions = log["items"].as_array().unwrap().iter();
    let actions: Vec<_> = actions.map(|item| item["action"].clone()).collect();
    assert_eq!(
        actions,
        ["point.voided", "point.approved", "point.submitted"]
    );
}

#[tokio::test]
async fn an_introduction_counts_for_both_parties() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    // Whoever brought the business may claim it.
    let path = guild.submitted(minh, introduced(lan, minh, 700)).await;
    let approve = format!("{path}/approve");
    guild.put(&guild.owner, &approve, json!({})).await.data();
    let (one, none) = ((1, Some(700)), (0, Some(0)));
    assert_eq!(guild.tally(lan, lan).await, [one, none, none]);
    assert_eq!(guild.tally(minh, minh).await, [none, none, one]);
}

#[tokio::test]
async fn leaders_and_the_other_party_hear_of_a_point_and_both_parties_of_the_decision() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    let path = guild.submitted(lan, bought(lan, minh, 987_654)).await;
    let new =
        "Nguyễn lan has entered a point in “Hội Doanh nhân Đà Nẵng” that waits for a decision.";
    for who in [&guild.owner, &guild.manager, minh] {
        assert_eq!(heard(&guild, who).await, [new]);
    }
    for who in [lan, &guild.stranger, &guild.admin] {
        assert!(heard(&guild, who).await.is_empty());
    }
    let reason = json!({ "reason": "Thiếu hóa đơn" });
    guild
        .put(&guild.manager, &format!("{path}/reject"), reason)
        .await
        .data();
    for who in [lan, minh] {
        let last = heard(&guild, who).await.remove(0);
        assert!(last.ends_with("Reason: Thiếu hóa đơn"), "{last}");
        assert!(!last.contains("987"), "{last}");
    }
    assert_eq!(heard(&guild, &guild.owner).await, [new]);
}

#[tokio::test]
async fn the_submitter_changes_and_withdraws_a_point_while_it_waits() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    let path = guild.submitted(lan, bought(lan, minh, 100)).await;
    let answer = json!({ "answer": "confirmed" });
    let confirmed = guild.put(minh, &format!("{path}/answer"), answer).await;
    assert_eq!(confirmed.data()["otherPartyAnswer"], "confirmed");

    let dearer = bought(lan, minh, 200);
    for other in [minh, &guild.owner] {
        assert_eq!(guild.put(other, &path, dearer.clone()).await.code(), 5016);
    }
    let changed = guild.put(lan, &path, dearer.clone()).await;
    assert_eq!(changed.data()["value"], 200);
    // They confirmed another value.
    assert_eq!(changed.data()["otherPartyAnswer"], Value::Null);

    let withdraw = async |who| guild.call(who, Method::DELETE, &path, json!({})).await;
    assert_eq!(withdraw(minh).await.code(), 5016);
    withdraw(lan).await.data();
    assert_eq!(withdraw(lan).await.code(), 5005);

    let path = guild.approved(lan, dearer.clone()).await;
    let refused = guild.put(lan, &path, bought(lan, minh, 1)).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(
        refused.json["messages"][0],
        "Nguyễn manager has already approved this point."
    );
    let refused = guild.call(lan, Method::DELETE, &path, json!({})).await;
    assert_eq!(refused.code(), 5008);
}

#[tokio::test]
async fn nothing_changes_in_an_archived_group() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    let waiting = guild.submitted(lan, bought(lan, minh, 100)).await;
    let approved = guild.approved(lan, bought(lan, minh, 200)).await;
    let archive = guild.call(&guild.owner, Method::POST, "/archive", json!({}));
    archive.await.data();
    let reason = json!({ "reason": "x" });
    for (who, method, path, body) in [
        (lan, Method::POST, "/point".to_owned(), bought(lan, minh, 3)),
        (lan, Method::PUT, waiting.clone(), bought(lan, minh, 3)),
        (lan, Method::DELETE, waiting.clone(), json!({})),
        (
            minh,
            Method::PUT,
            format!("{waiting}/answer"),
            json!({ "answer": "disputed" }),
        ),
        (
            &guild.owner,
            Method::PUT,
            format!("{waiting}/approve"),
            json!({}),
        ),
        (
            &guild.owner,
            Method::PUT,
            format!("{waiting}/reject"),
            reason.clone(),
        ),
        (
            &guild.owner,
            Method::PUT,
            format!("{approved}/void"),
            reason.clone(),
        ),
    ] {
        let answer = guild.call(who, method, &path, body).await;
        assert_eq!(answer.code(), 5009, "{path}: {}", answer.json);
    }
    let points = guild.get(&guild.owner, "/point").await;
    assert_eq!(points["total"], 2);
    for point in points["items"].as_array().unwrap() {
        let allowed = point["allowed"].as_object().unwrap();
        assert!(allowed.values().all(|may| may == false), "{point}");
    }
}

#[tokio::test]
async fn a_proof_is_read_by_the_parties_and_leaders_only() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    let hoa = guild.app.committee("hoa").await;
    guild
        .app
        .join_group(guild.group, &hoa, hoi_server::groups::GroupRole::Member)
        .await;
    let proof = guild.app.uploaded(lan, "proof").await;
    let deal = with(bought(lan, minh, 100), json!({ "proof": proof }));
    let refused = guild.submit(minh, deal.clone()).await;
    assert_eq!(refused.code(), 5002, "somebody else's file");
    let open = guild.app.file(lan, "avatar", Visibility::Public).await;
    let shown = with(deal.clone(), json!({ "proof": open.to_string() }));
    assert_eq!(guild.submit(lan, shown).await.code(), 5002, "a public file");

    let path = guild.approved(lan, deal.clone()).await;
    for (reader, status) in [
        (lan, StatusCode::OK),
        (minh, StatusCode::OK),
        (&guild.manager, StatusCode::OK),
        (&guild.owner, StatusCode::OK),
        (&guild.admin, StatusCode::OK),
        (&hoa, StatusCode::FORBIDDEN),
        (&guild.stranger, StatusCode::FORBIDDEN),
    ] {
        assert_eq!(guild.app.get_as(reader, &proof).await.status, status);
    }
    let items = guild.get(&hoa, "/point").await;
    assert_eq!(items["items"][0]["proof"], Value::Null);
    let items = guild.get(minh, "/point").await;
    assert_eq!(items["items"][0]["proof"], proof);
    assert!(path.starts_with("/point/"));
}
