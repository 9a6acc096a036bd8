//! Due and received amounts.

use axum::http::Method;
use hoi_platform::audit::entity as audit;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
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
        sums.0 += cells[4].parse::<i64>().unwrap();
        sums.1 += cells[5].parse::<i64>().unwrap();
    }
    assert_eq!(sums, (2 * PRICE, 2 * PRICE), "{csv}");
    assert_eq!(
        csv.lines().count(),
        6,
        "four guests and the transfer that waits"
    );
}

#[tokio::test]
async fn a_payment_for_a_removed_registration_is_owed_back() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.app.remove(till.event, hoa.id, till.owner.id).await;
    let path = format!("/api/event/{}/money", till.event);
    let money = till.call(Method::GET, &path, Value::Null).await;
    assert_eq!(
        money.data()["refunds"],
        json!({ "amount": PRICE, "count": 1 })
    );
    assert_eq!(money.data()["received"]["count"], 0);
    let used = till.listed("used").await[0]["id"].clone();
    let undone = till.decide("undo", &[&used]).await;
    assert_eq!(undone.data()["done"], json!([used]));
    let money = till.call(Method::GET, &path, Value::Null).await;
    assert_eq!(money.data()["refunds"]["count"], 0);
}

#[tokio::test]
async fn the_ledger_of_all_events_adds_up_to_the_bank() {
    let till = Till::new().await;
    let (hoa, lan, mai, gone) = (
        till.guest("hoa").await,
        till.guest("lan").await,
        till.guest("mai").await,
        till.guest("nam").await,
    );
    till.guest("ngoc").await;
    // Payments for two at once, by an unknown payer, by hand, and by a participant who is removed and gets a part back.
    let two = format!("{} {}", hoa.payment_ref, lan.payment_ref);
    till.receive(1, 2 * PRICE, &two).await;
    till.receive(2, 7000, "cam on").await;
    till.receive(3, PRICE, &gone.payment_ref).await;
    till.app.remove(till.event, gone.id, till.owner.id).await;
    let path = format!("/api/event/{}/refunds/{}", till.event, gone.id);
    let part = json!({ "amount": 100_000 });
    till.call(Method::PUT, &path, part).await.data();
    let path = format!("/api/event/{}/refunds/decide", till.event);
    let back = json!({ "action": "return", "way": "cash", "ids": [gone.id] });
    till.call(Method::POST, &path, back).await.data();
    let path = format!("/api/event/{}/attendances/{}", till.event, mai.id);
    let paid = json!({ "paymentStatus": "paid" });
    till.call(Method::PUT, &path, paid).await.data();

    let csv = till
        .call(Method::GET, "/api/money/export?format=csv", Value::Null)
        .await;
    let csv = String::from_utf8(csv.bytes).unwrap();
    let sum = |column: usize| -> i64 {
        let cells = csv.lines().skip(1).map(|line| line.split(',').nth(column));
        cells
            .map(|cell| cell.unwrap().parse::<i64>().unwrap())
            .sum()
    };
    let arrived: i64 = till.transfers().await.iter().map(|row| row.amount).sum();
    assert_eq!(sum(9), arrived, "the bank: {csv}");
    assert_eq!(sum(5), PRICE, "due");
    assert_eq!(sum(6), 4 * PRICE, "received");
    assert_eq!(sum(7), 0, "too much");
    assert_eq!(sum(8), 100_000, "given back");

    let all = till.call(Method::GET, "/api/money", Value::Null).await;
    let all = all.data();
    assert_eq!(all["received"], json!({ "amount": 3 * PRICE, "count": 3 }));
    assert_eq!(
        all["byDay"],
        json!([{ "day": "2026-03-01", "amount": 3 * PRICE }])
    );
    assert_eq!(
        all["byWay"],
        json!([{ "way": "webhook", "amount": 2 * PRICE, "count": 2 }, { "way": "hand", "amount": PRICE, "count": 1 }])
    );
    // An organiser does not see the money of others.
    let other = till.app.committee("binh").await;
    let csv = till
        .app
        .call(
            &other,
            Method::GET,
            "/api/money/export?format=csv",
            Value::Null,
        )
        .await;
    assert_eq!(String::from_utf8(csv.bytes).unwrap().lines().count(), 1);
}

/// The files name people, so it is known who took them.
#[tokio::test]
async fn downloads_leave_an_entry() {
    let till = Till::new().await;
    let event = till.event;
    for (file, action) in [
        ("invoices", "participant.invoicesExported"),
        ("refunds", "participant.refundsExported"),
        ("money", "participant.ledgerExported"),
    ] {
        let path = format!("/api/event/{event}/{file}/export?format=csv");
        till.call(Method::GET, &path, Value::Null).await;
        let log = format!("/api/event/{event}/activities");
        let log = till.call(Method::GET, &log, Value::Null).await;
        let last = &log.data()["items"][0];
        assert_eq!(last["action"], action);
        assert_eq!(last["actorId"], json!(till.owner.id));
    }
    till.call(Method::GET, "/api/money/export?format=csv", Value::Null)
        .await;
    let rows = audit::Entity::find()
        .filter(audit::Column::Action.eq("ledgerExported"))
        .all(till.app.app.db.read())
        .await
        .unwrap();
    let actors: Vec<_> = rows.iter().map(|row| row.actor_id).collect();
    assert_eq!(actors, [Some(till.owner.id)]);
}
