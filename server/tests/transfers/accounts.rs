//! Bank accounts and their connections.

use axum::http::Method;
use hoi_ticketing::bank_accounts::entity::bank_account;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use super::support::{KEY, NUMBER, Till, sepay};
use crate::support::TestApp;

fn account(number: &str) -> Value {
    json!({ "bankName": "MB", "accountNumber": number, "holderName": "NGUYEN VAN AN" })
}

fn change(number: &str) -> Value {
    let mut body = account(number);
    body["version"] = json!(1);
    body
}

#[tokio::test]
async fn a_key_is_stored_encrypted_and_never_shown() {
    let till = Till::new().await;
    let listed = till
        .call(Method::GET, "/api/bank-accounts", Value::Null)
        .await;
    let shown = &listed.data()["accounts"][0];
    assert_eq!(
        (&shown["service"], &shown["events"]),
        (&json!("sepay"), &json!(1))
    );
    assert_eq!(listed.data()["named"], json!([]));
    assert!(!listed.json.to_string().contains(KEY));
    let row = bank_account::Entity::find()
        .one(till.app.app.db.read())
        .await
        .unwrap()
        .unwrap();
    assert!(!row.sealed_key.unwrap().contains(KEY));
}

#[tokio::test]
async fn accounts_that_events_name_are_offered() {
    let till = Till::new().await;
    let path = format!("/api/bank-accounts/{}", till.account);
    till.call(Method::DELETE, &path, Value::Null).await.data();
    let listed = till
        .call(Method::GET, "/api/bank-accounts", Value::Null)
        .await;
    assert_eq!(listed.data()["accounts"], json!([]));
    assert_eq!(listed.data()["named"][0]["accountNumber"], NUMBER);
    assert_eq!(till.deliver(&sepay(1, 1, "x")).await.code(), 5005);
}

#[tokio::test]
async fn a_number_is_there_once_and_accounts_are_bounded() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    for at in 0..20 {
        let body = account(&format!("10{at}"));
        app.send_as(&owner, Method::POST, "/api/bank-accounts", body)
            .await
            .data();
    }
    let more = app
        .send_as(&owner, Method::POST, "/api/bank-accounts", account("999"))
        .await;
    assert_eq!(more.code(), 5003);
    let listed = app.get_as(&owner, "/api/bank-accounts").await;
    let first = listed.data()["accounts"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/bank-accounts/{first}");
    let taken = app
        .send_as(&owner, Method::PUT, &path, change("10 1"))
        .await;
    assert_eq!(taken.code(), 5008);
    assert!(taken.json["fields"]["accountNumber"][0].is_string());
    for (field, bad) in [
        ("accountNumber", json!("12-34")),
        ("accountNumber", json!("1".repeat(20))),
        ("bankName", json!("x".repeat(101))),
        ("bankBin", json!("97")),
        ("holderName", json!(" ")),
    ] {
        let mut body = change("5");
        body[field] = bad;
        let answer = app.send_as(&owner, Method::PUT, &path, body).await;
        assert_eq!(
            (answer.code(), answer.json["fields"].get(field).is_some()),
            (5002, true),
            "{field}"
        );
    }
    for (key, code) in [
        ("x".repeat(500), 2000),
        ("x".repeat(501), 5002),
        (" ".to_owned(), 5002),
    ] {
        let body = json!({ "service": "casso", "key": key });
        let answer = app
            .send_as(&owner, Method::PUT, &format!("{path}/connection"), body)
            .await;
        assert_eq!(answer.code(), code);
    }
}

#[tokio::test]
async fn another_address_ends_the_former_one() {
    let till = Till::new().await;
    let path = format!("/api/bank-accounts/{}/address", till.account);
    let renewed = till.call(Method::POST, &path, Value::Null).await;
    assert!(
        !renewed.data()["webhookAddress"]
            .as_str()
            .unwrap()
            .ends_with(&till.hook)
    );
    assert_eq!(till.deliver(&sepay(1, 1, "x")).await.code(), 5005);
}

#[tokio::test]
async fn accounts_belong_to_their_owner() {
    let till = Till::new().await;
    till.deliver(&sepay(1, 1, "x")).await;
    let stranger = till.app.committee("binh").await;
    let path = format!("/api/bank-accounts/{}", till.account);
    let deliveries = till
        .call(Method::GET, &format!("{path}/deliveries"), Value::Null)
        .await;
    let delivery = deliveries.data()[0]["id"].as_str().unwrap().to_owned();
    for (method, tail, body) in [
        (Method::PUT, String::new(), change("1")),
        (Method::DELETE, String::new(), Value::Null),
        (
            Method::PUT,
            "/connection".to_owned(),
            json!({ "service": "casso", "key": "x" }),
        ),
        (Method::DELETE, "/connection".to_owned(), Value::Null),
        (Method::POST, "/address".to_owned(), Value::Null),
        (Method::POST, "/test".to_owned(), Value::Null),
        (Method::GET, "/deliveries".to_owned(), Value::Null),
        (
            Method::POST,
            format!("/deliveries/{delivery}/replay"),
            Value::Null,
        ),
    ] {
        let answer = till
            .app
            .call(&stranger, method, &format!("{path}{tail}"), body)
            .await;
        assert_eq!(answer.code(), 5016, "{tail}");
    }
    // A delivery of another account is not there.
    let other = till
        .call(Method::POST, "/api/bank-accounts", account("77"))
        .await;
    let other = other.data()["id"].as_str().unwrap().to_owned();
    let replay = format!("/api/bank-accounts/{other}/deliveries/{delivery}/replay");
    assert_eq!(
        till.call(Method::POST, &replay, Value::Null).await.code(),
        5005
    );
}

#[tokio::test]
async fn a_test_transfer_is_understood_and_counts_for_nothing() {
    let till = Till::new().await;
    let path = format!("/api/bank-accounts/{}", till.account);
    for service in ["sepay", "sepaySigned", "casso", "cassoV1", "payos", "pay2s"] {
        let body = json!({ "service": service, "key": KEY });
        till.call(Method::PUT, &format!("{path}/connection"), body)
            .await
            .data();
        till.call(Method::POST, &format!("{path}/test"), Value::Null)
            .await
            .data();
        till.app.run_jobs().await;
        let listed = till
            .call(Method::GET, &format!("{path}/deliveries"), Value::Null)
            .await;
        let tests = listed.data().as_array().unwrap();
        let last = tests
            .iter()
            .find(|delivery| delivery["service"] == service)
            .unwrap();
        assert_eq!(
            (&last["isTest"], &last["problem"]),
            (&json!(true), &Value::Null),
            "{service}"
        );
        assert_eq!(last["transfers"][0]["amount"], 10_000);
        assert!(last["transfers"][0]["id"].is_null());
    }
    assert!(till.transfers().await.is_empty());
    till.call(Method::DELETE, &format!("{path}/connection"), Value::Null)
        .await
        .data();
    assert_eq!(
        till.call(Method::POST, &format!("{path}/test"), Value::Null)
            .await
            .code(),
        5008
    );
}

#[tokio::test]
async fn tests_and_replays_are_limited() {
    let till = Till::new().await;
    let path = format!("/api/bank-accounts/{}/test", till.account);
    for _ in 0..30 {
        till.call(Method::POST, &path, Value::Null).await.data();
    }
    let refused = till.call(Method::POST, &path, Value::Null).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 429));
}
