//! The same transfer ten times at once pays once. The control takes the deliveries in without the lock of the account and
//! the desk, and must find the transfer ten times.

use axum::http::Method;
use futures::future::join_all;
use hoi_server::background;
use hoi_ticketing::attendances::PaymentStatus;
use hoi_ticketing::bank_accounts::TransferState;
use hoi_ticketing::events::EventAction;
use serde_json::Value;

use super::support::{PRICE, Till, sepay};

/// Runs the due jobs on all servers at once.
async fn work(till: &Till) {
    let now = till.app.app.clock.now();
    let servers = till.servers().await;
    let running = servers.iter().map(|server| async move {
        let runner = background::runner(&server.app);
        runner.run_due(server, now).await.unwrap();
    });
    join_all(running).await;
}

async fn payments(till: &Till) -> usize {
    let log = format!("/api/event/{}/activities", till.event);
    let log = till.call(Method::GET, &log, Value::Null).await;
    let entries = log.data()["items"].as_array().unwrap();
    let paid = serde_json::to_value(EventAction::ParticipantPaid).unwrap();
    entries
        .iter()
        .filter(|entry| entry["action"] == paid)
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_delivery_ten_times_at_once_pays_once() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let body = sepay(1, PRICE, &hoa.payment_ref);
    let sent = join_all((0..10).map(|_| till.deliver(&body))).await;
    assert!(sent.iter().all(|answer| answer.status.is_success()));
    work(&till).await;
    assert_eq!(till.transfers().await.len(), 1);
    assert_eq!(till.now(&hoa).await.payment_status, PaymentStatus::Paid);
    assert_eq!(payments(&till).await, 1);
    assert_eq!(till.app.mails.take().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn control_ten_different_transfers_are_ten() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let bodies: Vec<_> = (0..10)
        .map(|id| sepay(id, PRICE, &hoa.payment_ref))
        .collect();
    join_all(bodies.iter().map(|body| till.deliver(body))).await;
    work(&till).await;
    let states: Vec<_> = till.transfers().await.iter().map(|row| row.state).collect();
    assert_eq!(states.len(), 10, "the figure of the other test is counted");
    assert_eq!(
        states
            .iter()
            .filter(|state| **state == TransferState::Used)
            .count(),
        1
    );
    assert_eq!(payments(&till).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_two_people_assign_pays_for_one() {
    let till = Till::new().await;
    let mut guests = Vec::new();
    for at in 0..8 {
        guests.push(till.guest(&format!("g{at}")).await);
    }
    till.receive(1, PRICE, "x").await;
    let id = till.listed("waiting").await[0]["id"].clone();
    let assign = guests.iter().map(|guest| {
        let body = serde_json::json!({ "action": "assign", "ids": [id], "attendanceId": guest.id });
        till.call(Method::POST, "/api/transfers/decide", body)
    });
    let answers = join_all(assign).await;
    let done = answers
        .iter()
        .filter(|answer| answer.data()["done"] != serde_json::json!([]));
    assert_eq!(done.count(), 1);
    assert_eq!(payments(&till).await, 1);
}
