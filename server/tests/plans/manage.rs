//! Administrators create, find, change and delete plans.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_platform::audit::entity as audit_log;
use sea_orm::{EntityTrait, QueryOrder};
use serde_json::{Value, json};

use super::support::{Shop, offer, with};

#[tokio::test]
async fn a_plan_comes_back_as_it_was_sent() {
    let shop = Shop::new().await;
    let answer = shop.call(Method::POST, "", offer()).await;
    let plan = answer.data();
    for (field, value) in offer().as_object().unwrap() {
        assert_eq!(&plan[field], value, "{field}");
    }
    assert_eq!(
        (&plan["soldPackages"], &plan["status"]),
        (&json!(0), &json!("active"))
    );
    let shown = shop
        .get(&format!("/{}", plan["id"].as_str().unwrap()))
        .await;
    let users = json!({ "users": [] });
    assert_eq!(shown.data(), &with(plan.clone(), users));
}

#[tokio::test]
async fn a_new_plan_needs_its_fields() {
    let shop = Shop::new().await;
    let answer = shop.call(Method::POST, "", json!({})).await;
    assert_eq!(answer.code(), 5002);
    let mut missing: Vec<_> = answer.json["fields"].as_object().unwrap().keys().collect();
    missing.sort();
    assert_eq!(
        missing,
        [
            "baseName",
            "duration",
            "eventItem.attendeesPerEvent",
            "eventItem.numberOfEvents",
            "expirationDate",
            "groupItem.numberOfGroups",
            "groupItem.usersPerGroup",
            "numberOfPackages",
            "price",
            "startDate",
        ]
    );
    // Prices of the two items and the report can be left out.
    let body = with(
        offer(),
        json!({
            "eventItem": { "numberOfEvents": 0, "attendeesPerEvent": 0 },
            "groupItem": { "numberOfGroups": -1, "usersPerGroup": -1 },
        }),
    );
    let answer = shop.call(Method::POST, "", body).await;
    assert_eq!(
        answer.data()["groupItem"],
        json!({ "numberOfGroups": -1, "usersPerGroup": -1, "hasReport": false, "price": 0 })
    );
}

#[tokio::test]
async fn every_bound_holds_at_its_edge() {
    let shop = Shop::new().await;
    let plan = shop.plan(json!({})).await;
    let limits = |least: i64, most: i64| {
        vec![
            (json!(least - 1), false),
            (json!(least), true),
            (json!(most), true),
            (json!(most + 1), false),
            (json!(1.5), false),
            (Value::Null, false),
        ]
    };
    let price = limits(0, 9_999_999_999_999);
    let number = limits(-1, 1_000_000);
    let name = vec![
        (json!("ề".repeat(255)), true),
        (json!("ề".repeat(256)), false),
        (json!("  "), false),
        (json!("a\u{7}"), false),
    ];
    let last_day = vec![
        (json!("2026-03-01"), true),
        (json!("2026-02-28"), false),
        (json!("2026-02-30"), false),
        (json!("2026-3-31"), false),
        (json!("31/03/2026"), false),
        (json!("2026-03-31T00:00:00Z"), false),
        (json!("9999-12-31"), true),
    ];
    let cases = [
        ("baseName", name),
        ("price", price.clone()),
        ("eventItem.price", price.clone()),
        ("groupItem.price", price),
        ("expirationDate", last_day),
        ("duration", limits(1, 120)),
        ("numberOfPackages", number.clone()),
        ("eventItem.numberOfEvents", number.clone()),
        ("eventItem.attendeesPerEvent", number.clone()),
        ("groupItem.numberOfGroups", number.clone()),
        ("groupItem.usersPerGroup", number),
    ];
    let body = |field: &str, value: &Value| match field.split_once('.') {
        Some((item, field)) => json!({ item: { field: value } }),
        None => json!({ field: value }),
    };
    for (field, values) in cases {
        for (value, is_taken) in values {
            let answer = shop.call(Method::PUT, &plan, body(field, &value)).await;
            if is_taken {
                assert_eq!(answer.code(), 2000, "{field} = {value} {}", answer.json);
            } else {
                assert_eq!(answer.code(), 5002, "{field} = {value} {}", answer.json);
                let fields = answer.json["fields"].as_object().unwrap();
                assert_eq!(fields.keys().collect::<Vec<_>>(), [field], "{value}");
            }
        }
    }
}

#[tokio::test]
async fn a_change_leaves_what_is_absent() {
    let shop = Shop::new().await;
    let plan = shop.plan(json!({})).await;
    let change = json!({ "price": 5, "groupItem": { "hasReport": false } });
    let changed = shop.call(Method::PUT, &plan, change).await;
    let mut expected = with(offer(), json!({ "price": 5 }));
    expected["groupItem"]["hasReport"] = json!(false);
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&changed.data()[field], value, "{field}");
    }
}

#[tokio::test]
async fn plans_are_found_by_name_and_status() {
    let mut shop = Shop::new().await;
    shop.plan(json!({})).await;
    shop.plan(json!({ "baseName": "Gói Vàng 100%", "startDate": "2026-03-02" }))
        .await;
    shop.plan(
        json!({ "baseName": "Cũ", "price": 1, "startDate": "2026-02-01", "expirationDate": "2026-02-28" }),
    )
    .await;
    for (query, names) in [
        ("", vec!["Cũ", "Gói Vàng 100%", "Gói Đồng"]),
        ("?search=GOI%20dong", vec!["Gói Đồng"]),
        ("?search=%25", vec!["Gói Vàng 100%"]),
        ("?search=_", vec![]),
        ("?status=active", vec!["Gói Đồng"]),
        ("?status=inactive", vec!["Gói Vàng 100%"]),
        ("?status=expired", vec!["Cũ"]),
        ("?status=active&search=cu", vec![]),
        ("?limit=1&page=2", vec!["Gói Vàng 100%"]),
        ("?sort=baseName", vec!["Cũ", "Gói Đồng", "Gói Vàng 100%"]),
        (
            "?sort=startDate&order=desc",
            vec!["Gói Vàng 100%", "Gói Đồng", "Cũ"],
        ),
        ("?sort=price&order=asc&limit=1", vec!["Cũ"]),
        ("?sort=expirationDate&limit=1", vec!["Cũ"]),
    ] {
        let answer = shop.get(query).await;
        let items = answer.data()["items"].as_array().unwrap();
        let found: Vec<_> = items.iter().map(|plan| &plan["baseName"]).collect();
        assert_eq!(found, names, "{query}");
        let status = |plan: &Value| match plan["baseName"].as_str().unwrap() {
            "Cũ" => "expired",
            "Gói Đồng" => "active",
            _ => "inactive",
        };
        assert!(items.iter().all(|plan| plan["status"] == status(plan)));
    }
    assert_eq!(shop.get("?limit=1").await.data()["total"], 3);
    assert_eq!(shop.get("?status=old").await.code(), 5002);

    // The clock moves to midnight in Vietnam after the last day.
    shop.app.pass(Duration::from_hours(31 * 24 - 9));
    shop.admin = shop.app.admin_called("later").await;
    let found = shop.get("?status=expired&search=dong").await;
    assert_eq!(found.data()["total"], 1);
}

#[tokio::test]
async fn a_plan_in_use_can_be_neither_deleted_nor_made_too_small() {
    let shop = Shop::new().await;
    let plan = shop.plan(json!({})).await;
    let (an, binh) = (
        shop.app.committee("an").await,
        shop.app.committee("binh").await,
    );
    shop.sell(&plan, &[&an, &binh]).await.data();
    let smaller = json!({ "numberOfPackages": 1 });
    let answer = shop.call(Method::PUT, &plan, smaller.clone()).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::CONFLICT, 5008));
    assert_eq!(
        answer.json["messages"][0],
        "2 packages are sold already. The plan needs at least as many."
    );
    let answer = shop.call(Method::DELETE, &plan, json!({})).await;
    assert_eq!(answer.code(), 5008);
    assert!(
        answer.json["messages"][0]
            .as_str()
            .unwrap()
            .starts_with("2 accounts have this plan")
    );

    let of_an = format!("{plan}/users/{}", an.id);
    shop.call(Method::DELETE, &of_an, json!({})).await.data();
    assert_eq!(shop.call(Method::PUT, &plan, smaller).await.code(), 2000);
    let of_binh = format!("{plan}/users/{}", binh.id);
    shop.call(Method::DELETE, &of_binh, json!({})).await.data();
    shop.call(Method::DELETE, &plan, json!({})).await.data();
    for (method, path) in [
        (Method::GET, plan.clone()),
        (Method::PUT, plan.clone()),
        (Method::DELETE, plan.clone()),
        (Method::GET, format!("{plan}/users")),
        (Method::POST, format!("{plan}/users")),
    ] {
        let answer = shop.call(method.clone(), &path, json!({})).await;
        assert_eq!(answer.code(), 5005, "{method} {path}");
    }
    assert_eq!(shop.get("").await.data()["total"], 0);
}

#[tokio::test]
async fn actions_of_administrators_are_recorded() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let plan = shop.plan(json!({})).await;
    shop.call(Method::PUT, &plan, json!({ "price": 1 })).await;
    shop.call(Method::PUT, &plan, json!({ "price": 1 })).await;
    shop.sell(&plan, &[&an]).await.data();
    shop.adjust(&plan, &an, json!({ "eventLimit": 9 })).await;
    let of_an = format!("{plan}/users/{}", an.id);
    shop.call(Method::DELETE, &of_an, json!({})).await.data();
    shop.call(Method::DELETE, &plan, json!({})).await.data();
    let rows = audit_log::Entity::find()
        .order_by_asc(audit_log::Column::Id)
        .all(shop.app.app.db.read())
        .await
        .unwrap();
    assert!(rows.iter().all(|row| row.actor_id == Some(shop.admin.id)));
    let actions: Vec<_> = rows.iter().map(|row| row.action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "planCreated",
            "planChanged",
            "personalPlanAdded",
            "personalPlanChanged",
            "personalPlanRemoved",
            "planDeleted"
        ]
    );
}
