//! Valid deals, and the permission to enter them.

use axum::http::Method;
use hoi_community::groups::GroupRole;
use hoi_community::groups::entity::group_member::Column;
use serde_json::{Value, json};
use uuid::Uuid;

use super::support::{bought, introduced, with};
use crate::support::{Answer, TestGroup, TestUser};

#[tokio::test]
async fn members_submit_their_own_deals_and_leaders_any() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let others = bought(lan, &group.owner, 100);
    for (who, code) in [
        (minh, 5016),
        (&group.stranger, 5016),
        (&group.admin, 5016),
        (&group.manager, 2000),
        (&group.owner, 5008),
        (lan, 5008),
    ] {
        let answer = group.submit(who, others.clone()).await;
        assert_eq!(answer.code(), code, "{}", answer.json);
    }
}

#[tokio::test]
async fn a_deal_has_two_members_a_value_and_a_day_of_the_last_year() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let nobody = Uuid::from_u128(7);
    for (field, change) in [
        ("counterpartyId", json!({ "counterpartyId": lan.id })),
        (
            "counterpartyId",
            json!({ "counterpartyId": group.stranger.id }),
        ),
        ("counterpartyId", json!({ "counterpartyId": nobody })),
        ("value", json!({ "value": 0 })),
        ("value", json!({ "value": -1 })),
        ("value", json!({ "value": 10_000_000_000_000_i64 })),
        ("dealDate", json!({ "dealDate": "2026-03-02" })),
        ("dealDate", json!({ "dealDate": "2025-02-28" })),
        ("dealDate", json!({ "dealDate": "2026-02-29" })),
        ("dealDate", json!({ "dealDate": "" })),
        ("note", json!({ "note": "x".repeat(1001) })),
        (
            "buyerName",
            json!({ "roleType": "introducer", "buyerName": "x".repeat(256) }),
        ),
        ("proof", json!({ "proof": nobody })),
    ] {
        let answer = group.submit(lan, with(bought(lan, minh, 5), change)).await;
        assert_eq!(answer.code(), 5002, "{field}: {}", answer.json);
        assert!(answer.json["fields"][field].is_array(), "{}", answer.json);
    }
    for change in [
        json!({ "roleType": "seller" }),
        json!({ "value": 1.5 }),
        json!({ "value": "5" }),
        json!({ "sellerId": "lan" }),
    ] {
        let answer = group.submit(lan, with(bought(lan, minh, 5), change)).await;
        assert_eq!(answer.code(), 5002, "{}", answer.json);
    }
    for change in [
        json!({ "value": 1 }),
        json!({ "value": 9_999_999_999_999_i64 }),
        json!({ "dealDate": "2025-03-01" }),
    ] {
        let answer = group.submit(lan, with(bought(lan, minh, 5), change)).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
    }
    // The name of an outside buyer is ignored when the counterparty is the buyer.
    let named = with(bought(lan, minh, 9), json!({ "buyerName": "Hoa" }));
    let answer = group.submit(lan, named).await;
    assert_eq!(answer.data()["buyerName"], Value::Null);
}

#[tokio::test]
async fn former_members_stay_in_deals_of_their_time() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let left = "2026-02-10T12:00:00Z".parse::<hoi_db::Timestamp>().unwrap();
    group
        .change_member(minh, Column::LeftAt, left.0.into())
        .await;
    let on = |day: &str| with(bought(lan, minh, 5), json!({ "dealDate": day }));
    assert_eq!(group.submit(lan, on("2026-02-10")).await.code(), 2000);
    let late = group.submit(lan, on("2026-02-11")).await;
    assert_eq!(
        late.json["fields"]["counterpartyId"][0],
        "This person was not a member of the group on the day of the deal"
    );
    // A member who left and came back was not a member in between.
    group
        .app
        .join_group(group.id, minh, GroupRole::Member)
        .await;
    assert_eq!(group.submit(lan, on("2026-02-28")).await.code(), 5002);
    assert_eq!(group.submit(lan, on("2026-03-01")).await.code(), 2000);
    group.set_first_day(minh, "2025-06-01").await;
    assert_eq!(group.submit(lan, on("2025-05-31")).await.code(), 5002);
    assert_eq!(group.submit(lan, on("2025-06-01")).await.code(), 2000);
}

#[tokio::test]
async fn the_same_deal_again_has_to_be_meant() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let first = group.submitted(lan, bought(lan, minh, 100)).await;
    let again = group.submit(minh, bought(lan, minh, 100)).await;
    assert_eq!(again.code(), 5008);
    assert!(
        again.json["messages"][0]
            .as_str()
            .unwrap()
            .contains("there already")
    );
    for other in [
        introduced(lan, minh, 100),
        bought(minh, lan, 100),
        bought(lan, minh, 101),
        with(bought(lan, minh, 100), json!({ "force": true })),
        with(bought(lan, minh, 100), json!({ "dealDate": "2026-02-28" })),
    ] {
        assert_eq!(group.submit(lan, other).await.code(), 2000);
    }
    // A changed point is compared with all others for the same deal, but not with itself.
    let same = with(bought(lan, minh, 101), json!({ "note": "x" }));
    let of_first = group.put(lan, &first, same.clone()).await;
    assert_eq!(of_first.code(), 5008);

    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let first = group.submitted(lan, bought(lan, minh, 100)).await;
    let noted = with(bought(lan, minh, 100), json!({ "note": "Lô hàng thứ hai" }));
    group.put(lan, &first, noted).await.data();
    let reason = json!({ "reason": "x" });
    group
        .decide(&group.owner, &first, "reject", reason)
        .await
        .data();
    assert_eq!(group.submit(lan, bought(lan, minh, 100)).await.code(), 2000);
}

async fn with_key(group: &TestGroup, who: &TestUser, key: &str, deal: &Value) -> Answer {
    let path = format!("/api/group/{}/point", group.id);
    let request = group.app.request(Method::POST, &path).bearer(&who.token);
    let request = request.header("idempotency-key", key).json(deal.clone());
    request.send().await
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_point() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let deal = bought(lan, minh, 100);
    let first = with_key(&group, lan, "k", &deal).await;
    let again = with_key(&group, lan, "k", &deal).await;
    assert_eq!(first.data(), again.data());
    let other = with_key(&group, lan, "k", &bought(lan, minh, 200)).await;
    assert_eq!(other.code(), 5008);
    let others = with_key(&group, minh, "k", &bought(lan, minh, 300)).await;
    assert_eq!(others.code(), 2000);
    let points = group.read(&group.owner, "/point").await;
    assert_eq!(points["total"], 2);
}
