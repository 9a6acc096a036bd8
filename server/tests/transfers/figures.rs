//! What is due and was received.

use axum::http::Method;
use serde_json::{Value, json};

use super::support::{PRICE, Till};

#[tokio::test]
async fn figures_and_ledger_add_up() {
    let till = Till::new().await;
    let (hoa, lan, mai) = (
        till.guest("hoa").await,
        till.guest("lan").await,
        till.guest("mai").await,
    );
    till.guest("ngoc").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.receive(2, PRICE - 1, &lan.payment_ref).await;
    let path = format!("/api/event/{}/attendances/{}", till.event, mai.id);
    till.call(Method::PUT, &path, json!({ "paymentStatus": "paid" }))
        .await
        .data();

    let path = format!("/api/event/{}/money", till.event);
    let money = till.call(Method::GET, &path, Value::Null).await;
    let money = money.data();
    assert_eq!(money["due"], json!({ "amount": 2 * PRICE, "count": 2 }));
    assert_eq!(
        money["received"],
        json!({ "amount": 2 * PRICE, "count": 2 })
    );
    assert_eq!(money["byClass"][0]["name"], "Thường");
    assert_eq!(
        money["byDay"],
        json!([{ "day": "2026-03-01", "amount": 2 * PRICE }])
    );
    assert_eq!(
        money["byWay"],
        json!([{ "way": "webhook", "amount": PRICE, "count": 1 }, { "way": "hand", "amount": PRICE, "count": 1 }])
    );
    assert_eq!(money["waiting"], json!({ "amount": PRICE - 1, "count": 1 }));
    assert_eq!(money["account"]["service"], "sepay");

    let all = till.call(Method::GET, "/api/money", Value::Null).await;
    assert_eq!(all.data()["received"], money["received"]);
    assert_eq!(all.data()["events"][0]["waiting"], money["waiting"]);

    let csv = till
        .call(
            Method::GET,
            &format!("{path}/export?format=csv"),
            Value::Null,
        )
        .await;
    let csv = String::from_utf8(csv.bytes).unwrap();
    let mut sums = (0, 0);
    for line in csv.lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        sums.0 += cells[3].parse::<i64>().unwrap();
        sums.1 += cells[4].parse::<i64>().unwrap();
    }
    assert_eq!(sums, (2 * PRICE, 2 * PRICE), "{csv}");
    assert_eq!(
        csv.lines().count(),
        6,
        "four guests and the transfer that waits"
    );
}

#[tokio::test]
async fn what_was_paid_for_a_removed_registration_is_owed_back() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.app
        .desk
        .release(till.event, vec![hoa.id], till.owner.id)
        .await
        .unwrap();
    let path = format!("/api/event/{}/money", till.event);
    let money = till.call(Method::GET, &path, Value::Null).await;
    assert_eq!(
        money.data()["refunds"],
        json!({ "amount": PRICE, "count": 1 })
    );
    assert_eq!(money.data()["received"]["count"], 0);
    let used = till.listed("used").await[0]["id"].clone();
    let undone = till.decide("undo", &[&used]).await;
    assert_eq!(undone.data()["done"], json!([]));
}
