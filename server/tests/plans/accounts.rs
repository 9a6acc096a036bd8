//! Administrators give plans to organisers, change and take them away.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::support::Shop;

#[tokio::test]
async fn an_organiser_gets_a_copy_of_the_plan_that_can_be_changed() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let plan = shop.plan(json!({})).await;
    let answer = shop.sell(&plan, &[&an]).await;
    let given = answer.data()[0].clone();
    for (field, value) in [
        ("planName", json!("Gói Đồng")),
        ("userId", json!(an.id)),
        ("fullName", json!("Nguyễn an")),
        ("email", json!(an.email)),
        ("startDate", json!("2026-03-01")),
        ("expirationDate", json!("2026-06-01")),
        ("eventLimit", json!(5)),
        ("maxAttendeesPerEvent", json!(200)),
        ("groupLimit", json!(1)),
        ("maxMembersPerGroup", json!(50)),
        ("hasReport", json!(true)),
        ("status", json!("active")),
    ] {
        assert_eq!(given[field], value, "{field}");
    }
    let list = shop.get(&format!("{plan}/users")).await;
    assert_eq!(
        list.data(),
        &json!({ "items": [given.clone()], "total": 1 })
    );
    let shown = shop.get(&plan).await;
    assert_eq!(shown.data()["soldPackages"], 1);
    assert_eq!(shown.data()["users"], json!([given]));

    // A change of the plan changes nothing for accounts that have it.
    let change = json!({ "eventItem": { "numberOfEvents": 50 }, "baseName": "Gói Bạc" });
    shop.call(Method::PUT, &plan, change).await.data();
    let mine = shop.mine(&an).await;
    assert_eq!(mine["personalPlans"][0]["eventLimit"], 5);
    assert_eq!(mine["personalPlans"][0]["planName"], "Gói Bạc");

    let change = json!({ "eventLimit": -1, "expirationDate": "2026-12-31" });
    let changed = shop.adjust(&plan, &an, change).await;
    assert_eq!(changed.data()["eventLimit"], -1);
    assert_eq!(changed.data()["expirationDate"], "2026-12-31");
    assert_eq!(changed.data()["groupLimit"], 1);
    assert_eq!(shop.mine(&an).await["planSummary"]["eventLimit"], -1);
}

#[tokio::test]
async fn a_plan_that_is_not_sold_yet_begins_on_its_first_day() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let plan = shop
        .plan(json!({ "startDate": "2026-03-31", "duration": 1 }))
        .await;
    let answer = shop.sell(&plan, &[&an]).await;
    let given = &answer.data()[0];
    assert_eq!(
        (
            &given["startDate"],
            &given["expirationDate"],
            &given["status"]
        ),
        (
            &json!("2026-03-31"),
            &json!("2026-04-30"),
            &json!("inactive")
        )
    );
    let over = shop
        .plan(json!({ "startDate": "2026-02-01", "expirationDate": "2026-02-28" }))
        .await;
    let answer = shop.sell(&over, &[&an]).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::CONFLICT, 5008));
}

#[tokio::test]
async fn every_bound_of_an_account_holds_at_its_edge() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let plan = shop.plan(json!({})).await;
    shop.sell(&plan, &[&an]).await.data();
    let mut cases = Vec::new();
    for field in [
        "eventLimit",
        "maxAttendeesPerEvent",
        "groupLimit",
        "maxMembersPerGroup",
    ] {
        for (value, is_taken) in [
            (json!(-2), false),
            (json!(-1), true),
            (json!(0), true),
            (json!(1_000_000), true),
            (json!(1_000_001), false),
            (json!("5"), false),
            (Value::Null, false),
        ] {
            cases.push((field, value, is_taken));
        }
    }
    for (value, is_taken) in [
        (json!("2026-02-28"), false),
        (json!("2026-03-01"), true),
        (json!("2026-13-01"), false),
    ] {
        cases.push(("expirationDate", value, is_taken));
    }
    for (field, value, is_taken) in cases {
        let answer = shop.adjust(&plan, &an, json!({ field: value })).await;
        let expected = if is_taken { 2000 } else { 5002 };
        assert_eq!(answer.code(), expected, "{field} = {value} {}", answer.json);
        assert!(is_taken || answer.json["fields"][field].is_array());
    }
}

#[tokio::test]
async fn accounts_are_added_all_or_none() {
    let shop = Shop::new().await;
    let plan = shop.plan(json!({ "numberOfPackages": 2 })).await;
    let users = format!("{plan}/users");
    let an = shop.app.committee("an").await;
    let binh = shop.app.committee("binh").await;
    let chi = shop.app.committee("chi").await;

    for body in [json!({}), json!({ "userIds": [] })] {
        let answer = shop.call(Method::POST, &users, body).await;
        assert_eq!(answer.code(), 5002);
        let text = "Please select at least 1 committee";
        assert_eq!(answer.json["messages"], json!([text]));
        assert_eq!(answer.json["fields"], json!({ "userIds": [text] }));
    }
    let request = shop.app.request(Method::POST, &format!("/api/plan{users}"));
    let request = request.bearer(&shop.admin.token).lang("vi").json(json!({}));
    assert_eq!(
        request.send().await.json["messages"][0],
        "Vui lòng chọn ít nhất 1 ban tổ chức"
    );

    let unknown = json!({ "userIds": [an.id, Uuid::from_u128(7)] });
    let answer = shop.call(Method::POST, &users, unknown).await;
    assert_eq!(
        answer.json["fields"]["userIds"][0],
        "This account doesn't exist"
    );
    let answer = shop.sell(&plan, &[&an, &shop.admin]).await;
    assert_eq!(answer.code(), 5002);

    let answer = shop.sell(&plan, &[&an, &binh, &chi]).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::CONFLICT, 5003));
    assert_eq!(
        answer.json["messages"][0],
        "2 of 2 packages of this plan are left and 3 accounts are chosen. Nobody was added. Choose fewer, or raise the number of packages first."
    );
    // An account named twice is one account.
    assert_eq!(shop.sell(&plan, &[&an, &an]).await.code(), 2000);
    let answer = shop.sell(&plan, &[&binh, &an]).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::CONFLICT, 5008));
    assert_eq!(
        answer.json["messages"][0],
        "1 of these accounts already has this plan: Nguyễn an. Nobody was added."
    );
    assert_eq!(shop.get(&users).await.data()["total"], 1);
    assert_eq!(shop.sell(&plan, &[&binh]).await.code(), 2000);
    assert_eq!(shop.sell(&plan, &[&chi]).await.code(), 5003);

    // A plan that was taken away can be given again, and −1 packages never run out.
    let of_an = format!("{users}/{}", an.id);
    shop.call(Method::DELETE, &of_an, json!({})).await.data();
    assert_eq!(
        shop.call(Method::DELETE, &of_an, json!({})).await.code(),
        5005
    );
    assert_eq!(shop.adjust(&plan, &an, json!({})).await.code(), 5005);
    assert_eq!(shop.sell(&plan, &[&an]).await.code(), 2000);
    let more = json!({ "numberOfPackages": -1 });
    shop.call(Method::PUT, &plan, more).await.data();
    assert_eq!(shop.sell(&plan, &[&chi]).await.code(), 2000);

    let too_many: Vec<_> = (0..501).map(Uuid::from_u128).collect();
    let answer = shop
        .call(Method::POST, &users, json!({ "userIds": too_many }))
        .await;
    assert_eq!(
        answer.json["fields"]["userIds"][0],
        "Choose at most 500 entries"
    );
}
