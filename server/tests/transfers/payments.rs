//! Payments for one registration: parts of transfers, and payments that organisers note by hand.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use hoi_ticketing::attendances::{PaidWay, PaymentStatus, attendance};
use hoi_ticketing::bank_accounts::TransferState;
use hoi_ticketing::registration::{self, Change, PaymentMark, release};
use sea_orm::{ActiveModelTrait as _, Set};
use serde_json::{Value, json};

use super::support::{PRICE, Till};
use crate::support::Answer;

impl Till {
    fn payments_path(&self, guest: &attendance::Model) -> String {
        format!(
            "/api/event/{}/attendances/{}/payments",
            self.event, guest.id
        )
    }

    async fn note(&self, guest: &attendance::Model, amount: i64) -> Answer {
        let body = json!({ "amount": amount });
        self.call(Method::POST, &self.payments_path(guest), body)
            .await
    }

    async fn unnote(&self, guest: &attendance::Model, number: i64) -> Answer {
        let path = format!("{}/{number}", self.payments_path(guest));
        self.call(Method::DELETE, &path, Value::Null).await
    }

    /// Returns whether a guest has paid, and the received amount.
    async fn state(&self, guest: &attendance::Model) -> (bool, i64) {
        let row = self.now(guest).await;
        (row.payment_status == PaymentStatus::Paid, row.received)
    }

    async fn mark(&self, guest: &attendance::Model, status: &str) -> Answer {
        let path = format!("/api/event/{}/attendances/{}", self.event, guest.id);
        let body = json!({ "paymentStatus": status });
        self.call(Method::PUT, &path, body).await
    }
}

/// Returns number, amount and way of each payment.
fn shown(answer: &Answer) -> Vec<(i64, i64, String)> {
    let payments = answer.data().as_array().unwrap();
    let of = |payment: &Value| {
        let way = payment["way"].as_str().unwrap().to_owned();
        let [number, amount] = ["number", "amount"].map(|key| payment[key].as_i64().unwrap());
        (number, amount, way)
    };
    payments.iter().map(of).collect()
}

#[tokio::test]
async fn payments_noted_by_hand_add_up_with_transfers_and_go_alone() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let hand = |number, amount| (number, amount, "hand".to_owned());
    assert_eq!(shown(&till.note(&hoa, 50_000).await), [hand(1, 50_000)]);
    assert_eq!(till.state(&hoa).await, (false, 50_000));
    till.receive(1, PRICE - 50_000, &hoa.payment_ref).await;
    assert_eq!(
        till.state(&hoa).await,
        (true, PRICE),
        "the rest pays by itself"
    );

    let path = till.payments_path(&hoa);
    let listed = till.call(Method::GET, &path, Value::Null).await;
    let webhook = (2, PRICE - 50_000, "webhook".to_owned());
    assert_eq!(shown(&listed), [hand(1, 50_000), webhook.clone()]);
    let listed = listed.data();
    assert!(listed[0]["notedByName"].is_string());
    assert_eq!(listed[0]["content"], Value::Null);
    assert_eq!(listed[1]["content"], hoa.payment_ref);
    assert_eq!(
        listed[1]["notedByName"],
        Value::Null,
        "the transfer says it"
    );

    let refused = till.unnote(&hoa, 2).await;
    assert_eq!(refused.code(), 5008, "a transfer is taken back as a whole");
    assert_eq!(till.state(&hoa).await, (true, PRICE));
    assert_eq!(shown(&till.unnote(&hoa, 1).await), [webhook]);
    assert_eq!(till.state(&hoa).await, (false, PRICE - 50_000));
    assert_eq!(till.unnote(&hoa, 1).await.code(), 5005, "once");

    // "Paid" notes the remaining amount, "unpaid" takes back no more than that.
    till.mark(&hoa, "paid").await.data();
    assert_eq!(till.state(&hoa).await, (true, PRICE));
    till.mark(&hoa, "unpaid").await.data();
    assert_eq!(till.state(&hoa).await, (false, PRICE - 50_000));
}

#[tokio::test]
async fn a_payment_that_is_sent_again_is_noted_once() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let note = async |key: &str, amount: i64| {
        let path = till.payments_path(&hoa);
        let request = till.app.request(Method::POST, &path);
        let request = request.bearer(&till.app.fresh_token(&till.owner));
        let request = request.header("idempotency-key", key);
        request.json(json!({ "amount": amount })).send().await
    };
    let first = note("k", 50_000).await;
    let again = note("k", 50_000).await;
    assert_eq!(shown(&first), [(1, 50_000, "hand".to_owned())]);
    assert_eq!(first.data(), again.data());
    assert_eq!(note("k", 60_000).await.code(), 5008, "another amount");
    assert_eq!(note("", 50_000).await.code(), 5002);
    assert_eq!(till.state(&hoa).await, (false, 50_000));
    // The control: with another key, or without one, the same amount is another payment.
    note("l", 50_000).await.data();
    till.note(&hoa, 50_000).await.data();
    assert_eq!(till.state(&hoa).await, (false, 150_000));
    let (one, two) = tokio::join!(note("m", 10_000), note("m", 10_000));
    assert_eq!((one.code(), two.code()), (2000, 2000));
    assert_eq!(
        till.state(&hoa).await,
        (false, 160_000),
        "at the same moment"
    );
}

#[tokio::test]
async fn a_noted_amount_has_bounds_and_a_registration_to_pay() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    for amount in [0, -1, 10_000_000_000_000] {
        let refused = till.note(&hoa, amount).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{amount}");
    }
    assert_eq!(till.state(&hoa).await, (false, 0));
    let most = 9_999_999_999_999;
    let over = json!({ "action": "giveBack", "amount": most - PRICE });
    let body = json!({ "amount": most, "surplus": over });
    let path = till.payments_path(&hoa);
    till.call(Method::POST, &path, body).await.data();
    assert_eq!(till.state(&hoa).await, (true, most));

    let hai = till.guest("hai").await;
    for _ in 0..100 {
        till.note(&hai, 1).await.data();
    }
    assert_eq!(till.note(&hai, 1).await.code(), 5003, "a hundred are noted");
    till.unnote(&hai, 7).await.data();
    till.note(&hai, 1).await.data();

    let free = till.app.ticket(till.event, "Khách mời", 0, -1).await;
    let lan = till.guest("lan").await;
    let path = format!("/api/event/{}/attendances/{}", till.event, lan.id);
    let moved = json!({ "ticketId": free });
    till.call(Method::PUT, &path, moved).await.data();
    assert_eq!(till.note(&lan, 1).await.code(), 5008, "nothing is due");
    let removed = till
        .app
        .desk
        .submit(release(till.event, vec![lan.id], till.owner.id));
    removed.await.unwrap();
    assert_eq!(till.note(&lan, 1).await.code(), 5005);
}

#[tokio::test]
async fn payments_count_on_the_day_and_in_the_way_they_arrived() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.app
        .app
        .clock
        .set("2026-02-20T09:00:00+07:00".parse().unwrap());
    till.note(&hoa, 50_000).await.data();
    // The service says that it arrived on 1 March.
    till.app
        .app
        .clock
        .set("2026-03-05T09:00:00+07:00".parse().unwrap());
    till.receive(1, PRICE - 50_000, &hoa.payment_ref).await;
    let path = format!("/api/event/{}/money", till.event);
    let money = till.call(Method::GET, &path, Value::Null).await;
    let day = |day: &str, amount: i64| json!({ "day": day, "amount": amount });
    let days = json!([day("2026-02-20", 50_000), day("2026-03-01", PRICE - 50_000)]);
    assert_eq!(money.data()["byDay"], days);
    let ways = json!([
        { "way": "webhook", "amount": PRICE - 50_000, "count": 1 },
        { "way": "hand", "amount": 50_000, "count": 1 },
    ]);
    assert_eq!(money.data()["byWay"], ways);
}

#[tokio::test]
async fn a_participant_who_moves_to_a_dearer_class_owes_the_difference() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let vip = till.app.ticket(till.event, "VIP", 4 * PRICE, -1).await;
    let path = format!("/api/event/{}/attendances/{}", till.event, hoa.id);
    let move_to = async |class| {
        let body = json!({ "ticketId": class });
        till.call(Method::PUT, &path, body).await.data();
        till.now(&hoa).await.outstanding()
    };
    assert_eq!(move_to(vip).await, 3 * PRICE);
    assert_eq!(till.state(&hoa).await, (false, PRICE));
    assert_eq!(move_to(till.class).await, 0);
    assert_eq!(till.state(&hoa).await, (true, PRICE));
    move_to(vip).await;
    till.receive(2, 3 * PRICE, &hoa.payment_ref).await;
    assert_eq!(
        till.state(&hoa).await,
        (true, 4 * PRICE),
        "the difference pays"
    );
}

#[tokio::test]
async fn money_of_a_cancelled_event_is_not_unpaid_but_owed_back() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.note(&hoa, PRICE).await.data();
    let path = format!("/api/event/{}/cancel", till.event);
    let reason = json!({ "reason": "Bão" });
    till.call(Method::POST, &path, reason).await.data();
    assert_eq!(till.mark(&hoa, "unpaid").await.code(), 5009);
    assert_eq!(till.unnote(&hoa, 1).await.code(), 5009);
    assert_eq!(till.note(&hoa, 1).await.code(), 5009);
    assert_eq!(till.state(&hoa).await, (true, PRICE));
}

#[tokio::test]
async fn a_refused_mark_leaves_no_payment() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    let unconfirmed = attendance::ActiveModel {
        id: Set(hoa.id),
        confirm_by: Set(Some(till.app.app.clock.now().plus(Duration::from_hours(1)))),
        ..Default::default()
    };
    let tx = till.app.app.db.write().await.unwrap();
    unconfirmed.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let path = format!("/api/event/{}/cancel", till.event);
    let reason = json!({ "reason": "Bão" });
    till.call(Method::POST, &path, reason).await.data();
    for guest in [&hoa, &lan] {
        assert_eq!(till.mark(guest, "paid").await.code(), 5009);
        assert_eq!(till.state(guest).await, (false, 0));
    }
    let listed = till
        .call(Method::GET, &till.payments_path(&hoa), Value::Null)
        .await;
    assert_eq!(shown(&listed), []);
}

/// A transfer pays for two events; both are marked as unpaid at the same moment, on two servers where the engine allows it.
/// Without the lock of the transfer each change would see the other's part, and neither would make it wait again.
#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_whose_last_two_parts_go_at_once_waits_again() {
    let till = Till::new().await;
    let other = till.second_event().await;
    let class = till.app.ticket(other, "Thường", PRICE, -1).await;
    for round in 0..10 {
        let one = till.guest(&format!("one{round}")).await;
        let two = till.guest_of(other, class, &format!("two{round}")).await;
        let text = format!("{} {}", one.payment_ref, two.payment_ref);
        till.receive(round, 2 * PRICE, &text).await;
        assert_eq!(till.state(&one).await, (true, PRICE));
        assert_eq!(till.state(&two).await, (true, PRICE));
        let servers = till.servers().await;
        let unpaid = [&one, &two]
            .into_iter()
            .zip(&servers)
            .map(|(guest, server)| {
                let mark = PaymentMark {
                    status: PaymentStatus::Unpaid,
                    way: PaidWay::Hand,
                    by: till.owner.id,
                };
                let change = Change {
                    payment: Some(mark),
                    ..Default::default()
                };
                server
                    .desk
                    .submit(registration::change(guest.event_id, guest.id, change))
            });
        for changed in join_all(unpaid).await {
            changed.unwrap();
        }
        let last = till.transfers().await.pop().unwrap();
        assert_eq!(last.state, TransferState::Waiting, "round {round}");
    }
}
