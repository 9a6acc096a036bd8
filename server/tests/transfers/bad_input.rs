//! Malformed and hostile deliveries.

use std::time::Duration;

use axum::http::Method;
use hoi_organising::transfers::MAX_A_DAY;
use hoi_platform::clock;
use hoi_ticketing::bank_accounts::BankService;
use hoi_ticketing::bank_accounts::entity::bank_delivery;
use sea_orm::{EntityTrait, PaginatorTrait, Set};
use serde_json::{Value, json};

use super::support::{KEY, NUMBER, PRICE, Till, sepay};

async fn deliveries(till: &Till) -> u64 {
    bank_delivery::Entity::find()
        .count(till.app.app.db.read())
        .await
        .unwrap()
}

#[tokio::test]
async fn a_wrong_key_is_refused_and_nothing_is_kept() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let body = sepay(1, PRICE, &hoa.payment_ref);
    for key in ["", "a-key", "a-key-of-the-servicE", &format!("{KEY}x")] {
        let answer = till.deliver_with(key, &body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (401, 5019),
            "{key}"
        );
    }
    let bare = till
        .app
        .request(Method::POST, &till.hook)
        .json(body.clone())
        .send()
        .await;
    assert_eq!(bare.status.as_u16(), 401);
    assert_eq!(deliveries(&till).await, 0);
    for wrong in [
        "/api/bank-webhook/x".to_owned(),
        format!("{}0", till.hook),
        till.hook.replace("webhook/", "webhook/0"),
    ] {
        let request = till.app.request(Method::POST, &wrong).json(body.clone());
        let answer = request
            .header("authorization", &format!("Apikey {KEY}"))
            .send()
            .await;
        assert_eq!(answer.code(), 5005, "{wrong}");
    }
    assert!(till.transfers().await.is_empty());
}

#[tokio::test]
async fn a_delivery_is_bounded() {
    let till = Till::new().await;
    let mut body = sepay(1, PRICE, "x");
    let empty = {
        body["pad"] = json!("");
        body.to_string().len()
    };
    for (size, code) in [
        (256 * 1024, 0),
        (256 * 1024 + 1, 5002),
        (10 * 1024 * 1024, 5002),
    ] {
        body["pad"] = json!("x".repeat(size - empty));
        assert_eq!(body.to_string().len(), size);
        let answer = till.deliver(&body).await;
        assert_eq!(answer.code(), code, "{size}");
        assert_eq!(answer.status.as_u16(), if code == 0 { 200 } else { 413 });
    }
}

#[tokio::test]
async fn an_account_has_room_for_20_000_deliveries_a_day() {
    let till = Till::new().await;
    let app = &till.app.app;
    let now = app.clock.now();
    let account = till.account.parse().unwrap();
    let rows = (1..MAX_A_DAY).map(|_| bank_delivery::ActiveModel {
        id: Set(clock::new_id()),
        bank_account_id: Set(account),
        service: Set(BankService::Sepay),
        body: Set(String::new()),
        is_test: Set(false),
        received_at: Set(now),
        outcome: Set(None),
        worked_at: Set(Some(now)),
    });
    let tx = app.db.write().await.unwrap();
    for rows in rows.collect::<Vec<_>>().chunks(2000) {
        let insert = bank_delivery::Entity::insert_many(rows.to_vec());
        insert.exec_without_returning(&tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(till.deliver(&sepay(1, PRICE, "x")).await.status, 200);
    let full = till.deliver(&sepay(2, PRICE, "x")).await;
    assert_eq!((full.status.as_u16(), full.code()), (429, 5003));
    till.app.pass(Duration::from_hours(24));
    assert_eq!(till.deliver(&sepay(2, PRICE, "x")).await.status, 200);
}

#[tokio::test]
async fn deliveries_are_limited_by_address() {
    let till = Till::new().await;
    for _ in 0..600 {
        assert_eq!(
            till.deliver_with("wrong", &Value::Null)
                .await
                .status
                .as_u16(),
            401
        );
    }
    assert_eq!(
        till.deliver_with("wrong", &Value::Null)
            .await
            .status
            .as_u16(),
        429
    );
}

#[tokio::test]
async fn unreadable_deliveries_are_kept_and_shown() {
    let till = Till::new().await;
    for (body, problem) in [
        (json!([]), "“transferType”"),
        (sepay(1, -PRICE, "x"), "“amount”"),
        (sepay(2, 10_000_000_000_000, "x"), "“transferAmount”"),
        (
            json!({ "transferType": "in", "id": 3, "transferAmount": 1, "transactionDate": "soon" }),
            "“transactionDate”",
        ),
    ] {
        assert_eq!(till.deliver(&body).await.json, json!({ "success": true }));
        till.app.run_jobs().await;
        let path = format!("/api/bank-accounts/{}/deliveries", till.account);
        let listed = till.call(Method::GET, &path, Value::Null).await;
        let shown = listed.data().as_array().unwrap();
        let said = |delivery: &Value| {
            delivery["problem"]
                .as_str()
                .is_some_and(|text| text.contains(problem))
        };
        assert!(shown.iter().any(said), "{problem}: {shown:?}");
    }
    let request = till
        .app
        .request(Method::POST, &till.hook)
        .body("{\"id\":\0")
        .header("content-type", "application/json");
    let answer = request
        .header("authorization", &format!("Apikey {KEY}"))
        .send()
        .await;
    assert!(answer.status.is_success());
    till.app.run_jobs().await;
    let mut out = sepay(9, PRICE, NUMBER);
    out["transferType"] = json!("out");
    till.deliver(&out).await;
    till.app.run_jobs().await;
    assert!(till.transfers().await.is_empty());
}
