//! Reports of services, and their effects.

use std::time::Duration;

use axum::http::Method;
use hoi_ticketing::attendances::{PaidWay, PaymentStatus, attendance};
use hoi_ticketing::bank_accounts::{TransferReason, TransferState};
use hoi_ticketing::events::EventAction;
use hoi_ticketing::registration::{OWN_KEY_HEADER, own_key};
use sea_orm::{ActiveModelTrait as _, Set};
use serde_json::{Value, json};

use super::support::{PRICE, Till, sepay};

#[tokio::test]
async fn a_transfer_pays_mails_the_ticket_and_is_logged() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let text = format!("MBVCB.1.{}.CT tu 0123 TRAN HOA", hoa.payment_ref);
    let answer = till.deliver(&sepay(1, PRICE, &text)).await;
    assert_eq!(answer.json, json!({ "success": true }));
    // It was answered before it was worked on.
    assert_eq!(till.now(&hoa).await.payment_status, PaymentStatus::Unpaid);

    let mails = till.app.run_jobs().await;
    let paid = till.now(&hoa).await;
    assert_eq!(paid.payment_status, PaymentStatus::Paid);
    assert_eq!(
        (paid.paid_way, paid.paid_by),
        (Some(PaidWay::Webhook), None)
    );
    assert_eq!(paid.paid_at, Some(till.app.app.clock.now()));
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0]
            .message_id
            .starts_with(&format!("ticket-{}", hoa.id))
    );
    assert!(mails[0].text.contains(&hoa.ticket_code));
    let log = format!("/api/event/{}/activities", till.event);
    let log = till.call(Method::GET, &log, Value::Null).await;
    let entry = &log.data()["items"][0];
    assert_eq!(entry["action"], json!(EventAction::ParticipantPaid));
    assert_eq!(
        (&entry["data"]["way"], &entry["actorId"]),
        (&json!("webhook"), &Value::Null)
    );
    let used = till.listed("used").await;
    assert_eq!(used[0]["payments"][0]["fullName"], "Trần hoa");
    assert_eq!(used[0]["decidedByName"], Value::Null);
    assert!(till.listed("waiting").await.is_empty());
}

#[tokio::test]
async fn the_open_page_of_a_waiting_participant_learns_of_the_payment() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let key = own_key(&till.app.app.secrets, &hoa);
    let ask = async |key: &str| {
        let path = format!("/api/event/{}/registration/paid", till.event);
        let request = till
            .app
            .request(Method::GET, &path)
            .header(OWN_KEY_HEADER, key);
        request.send().await.data()["paid"].clone()
    };
    let look = || till.app.server.lately_paid.look(&till.app.app);
    look().await.unwrap();
    assert_eq!(ask(&key).await, false);
    till.receive(1, PRICE, &hoa.payment_ref).await;
    look().await.unwrap();
    assert_eq!(ask(&key).await, true);
    assert_eq!(ask("nonsense").await, false);
    till.app.pass(Duration::from_mins(11));
    look().await.unwrap();
    assert_eq!(ask(&key).await, false, "only for ten minutes");
}

#[tokio::test]
async fn pages_that_wait_are_limited_by_address() {
    let till = Till::new().await;
    let path = format!("/api/event/{}/registration/paid", till.event);
    for _ in 0..4000 {
        assert!(till.app.get(&path).await.status.is_success());
    }
    let refused = till.app.get(&path).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 429));
}

#[tokio::test]
async fn several_references_are_paid_if_their_sum_is_the_amount() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    let both = format!("{} {}", hoa.payment_ref, lan.payment_ref);
    till.receive(1, 2 * PRICE - 1, &both).await;
    let odd = till.listed("waiting").await.remove(0);
    assert_eq!(
        (&odd["reason"], &odd["difference"]),
        (&json!("several"), &json!(-1))
    );
    let named = |key: &str| [odd["named"][0][key].clone(), odd["named"][1][key].clone()];
    assert_eq!(named("attendanceId"), [json!(hoa.id), json!(lan.id)]);
    assert_eq!(named("due"), [json!(PRICE), json!(PRICE)]);
    // A person has to choose: the first of them would get what the other one pays.
    assert_eq!(
        (&odd["suggestion"], &odd["proposal"], &odd["split"]),
        (&Value::Null, &Value::Null, &json!([]))
    );
    for action in ["accept", "enough"] {
        let decided = till.decide(action, &[&odd["id"]]).await;
        assert_eq!(decided.data()["done"], json!([]), "{action}");
    }
    till.receive(2, 2 * PRICE, &both).await;
    for guest in [&hoa, &lan] {
        assert_eq!(till.now(guest).await.payment_status, PaymentStatus::Paid);
    }
    assert_eq!(
        till.listed("used").await[0]["payments"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[tokio::test]
async fn a_transfer_of_several_waits_at_the_event_of_those_it_names() {
    let till = Till::new().await;
    let second = till.second_event().await;
    let class = till.app.ticket(second, "VIP", PRICE, -1).await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    let mai = till.guest_of(second, class, "mai").await;
    for (id, guest) in [(1, &hoa), (2, &lan), (3, &mai)] {
        till.receive(id, PRICE, &guest.payment_ref).await;
    }
    // None of the named participants owes anything more.
    let both = format!("{} {}", hoa.payment_ref, lan.payment_ref);
    till.receive(4, 2 * PRICE, &both).await;
    let across = format!("{} {}", hoa.payment_ref, mai.payment_ref);
    till.receive(5, 2 * PRICE + 1, &across).await;
    till.receive(6, 1000, "cam on").await;
    let amounts = async |scope: String| {
        let path = format!("/api/transfers?state=waiting{scope}");
        let answer = till.call(Method::GET, &path, Value::Null).await;
        let rows = answer.data()["items"].as_array().unwrap().clone();
        let mut amounts: Vec<i64> = rows
            .iter()
            .map(|row| row["amount"].as_i64().unwrap())
            .collect();
        amounts.sort_unstable();
        amounts
    };
    assert_eq!(
        amounts(format!("&eventId={}", till.event)).await,
        [1000, 2 * PRICE]
    );
    assert_eq!(amounts(format!("&eventId={second}")).await, [1000]);
    assert_eq!(
        amounts(String::new()).await,
        [1000, 2 * PRICE, 2 * PRICE + 1]
    );
}

#[tokio::test]
async fn a_transfer_from_before_one_of_its_registrations_is_split_by_the_organiser_alone() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    let tx = till.app.app.db.write().await.unwrap();
    let later = attendance::ActiveModel {
        id: Set(lan.id),
        registration_time: Set("2026-03-03T10:00:00+07:00".parse().unwrap()),
        ..Default::default()
    };
    later.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let both = format!("{} {}", hoa.payment_ref, lan.payment_ref);
    till.receive(1, 2 * PRICE, &both).await;
    assert_eq!(
        till.now(&hoa).await.payment_status,
        PaymentStatus::Unpaid,
        "never silently"
    );
    till.receive(2, PRICE - 1, &both).await;
    let waiting = till.listed("waiting").await;
    let of = |amount| waiting.iter().find(|row| row["amount"] == amount).unwrap();
    let (odd, whole) = (of(PRICE - 1), of(2 * PRICE));
    assert_eq!(
        (&odd["split"], &whole["proposal"]),
        (&json!([]), &json!("split"))
    );
    let due: Vec<_> = whole["split"]
        .as_array()
        .unwrap()
        .iter()
        .map(|person| &person["due"])
        .collect();
    assert_eq!(due, [&json!(PRICE), &json!(PRICE)]);
    // Among others it is left out, because the organiser has to look.
    let among = till.decide("accept", &[&whole["id"], &odd["id"]]).await;
    assert_eq!(among.data()["done"], json!([]));
    let alone = till.decide("accept", &[&whole["id"]]).await;
    assert_eq!(alone.data()["done"], json!([whole["id"]]));
    for guest in [&hoa, &lan] {
        let row = till.now(guest).await;
        assert_eq!(
            (row.payment_status, row.received),
            (PaymentStatus::Paid, PRICE)
        );
    }
    till.decide("undo", &[&whole["id"]]).await.data();
    for guest in [&hoa, &lan] {
        assert_eq!(till.now(guest).await.received, 0);
    }
    assert_eq!(till.listed("waiting").await.len(), 2);
}

#[tokio::test]
async fn everything_odd_waits_with_its_reason_and_the_owner_is_told_once() {
    let till = Till::new().await;
    let names = ["a", "b", "c", "d", "e"];
    let mut guests = Vec::new();
    for name in names {
        guests.push(till.guest(name).await);
    }
    let [under, over, wrong, removed, paid] = guests.as_slice() else {
        unreachable!()
    };
    till.app.remove(till.event, removed.id, till.owner.id).await;
    let mut typo = wrong.payment_ref.clone();
    typo.replace_range(5..6, if typo.as_bytes()[5] == b'8' { "9" } else { "8" });
    let sent = [
        (PRICE - 1, under.payment_ref.clone(), "under"),
        (PRICE + 1, over.payment_ref.clone(), "over"),
        (PRICE, typo, "oneWrong"),
        (PRICE, removed.payment_ref.clone(), "cancelled"),
        (PRICE, paid.payment_ref.clone(), ""),
        (PRICE, paid.payment_ref.clone(), "double"),
        (PRICE, "cam on ban".to_owned(), "unknown"),
    ];
    for (id, (amount, text, _)) in (1..).zip(&sent) {
        till.receive(id, *amount, text).await;
    }
    let mut reasons: Vec<_> = till
        .listed("waiting")
        .await
        .iter()
        .map(|row| row["reason"].clone())
        .collect();
    reasons.sort_by_key(Value::to_string);
    let mut expected: Vec<_> = sent
        .iter()
        .map(|(.., reason)| *reason)
        .filter(|reason| !reason.is_empty())
        .collect();
    expected.sort_unstable();
    assert_eq!(reasons, expected);
    for guest in [under, over, wrong] {
        assert_eq!(till.now(guest).await.payment_status, PaymentStatus::Unpaid);
    }
    let told = till
        .call(Method::GET, "/api/notification", Value::Null)
        .await;
    let told: Vec<_> = told.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["type"] == "transfer.waiting")
        .cloned()
        .collect();
    // One for the event, and one for the account of the transfer that names nothing.
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told.iter()
            .any(|row| row["link"] == json!(format!("/event-management/{}/money", till.event)))
    );
}

#[tokio::test]
async fn a_name_and_an_amount_are_suggested() {
    let till = Till::new().await;
    let hoa = till.guest("thi hoa").await;
    till.receive(1, PRICE, "TRAN THI HOA chuyen tien ve").await;
    let waiting = till.listed("waiting").await;
    assert_eq!(waiting[0]["reason"], "unknown");
    assert_eq!(waiting[0]["suggestion"]["attendanceId"], json!(hoa.id));
    assert_eq!(waiting[0]["proposal"], "assign");
}

#[tokio::test]
async fn transfers_arrive_in_any_order_and_age() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let mut old = sepay(1, PRICE, &hoa.payment_ref);
    old["transactionDate"] = json!("2025-03-01 10:02:37");
    till.deliver(&old).await;
    till.app.run_jobs().await;
    assert_eq!(till.listed("waiting").await[0]["reason"], "earlier");
    till.receive(3, PRICE, &hoa.payment_ref).await;
    till.receive(2, PRICE, &hoa.payment_ref).await;
    let states: Vec<_> = till
        .transfers()
        .await
        .iter()
        .map(|row| (row.state, row.reason))
        .collect();
    assert_eq!(
        states,
        [
            (TransferState::Waiting, Some(TransferReason::Earlier)),
            (TransferState::Used, None),
            (TransferState::Waiting, Some(TransferReason::Double)),
        ]
    );
}

#[tokio::test]
async fn a_replay_changes_nothing_and_a_delivery_shows_what_was_understood() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let path = format!("/api/bank-accounts/{}/deliveries", till.account);
    let listed = till.call(Method::GET, &path, Value::Null).await;
    let delivery = &listed.data()[0];
    assert_eq!(delivery["transfers"][0]["state"], "used");
    assert!(
        delivery["body"]
            .as_str()
            .unwrap()
            .contains(&hoa.payment_ref)
    );
    let replay = format!("{path}/{}/replay", delivery["id"].as_str().unwrap());
    till.call(Method::POST, &replay, Value::Null).await.data();
    assert!(till.app.run_jobs().await.is_empty());
    assert_eq!(till.transfers().await.len(), 1);
}

#[tokio::test]
async fn money_on_another_account_is_found_or_waits() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let mut foreign = sepay(1, PRICE, &hoa.payment_ref);
    foreign["accountNumber"] = json!("999999");
    till.deliver(&foreign).await;
    till.app.run_jobs().await;
    assert_eq!(till.now(&hoa).await.payment_status, PaymentStatus::Unpaid);
    assert_eq!(
        till.transfers().await[0].reason,
        Some(TransferReason::OtherAccount)
    );

    // The service reports several accounts at one address.
    let body = json!({ "bankName": "MB", "accountNumber": "555", "holderName": "NGUYEN VAN AN" });
    let other = till.call(Method::POST, "/api/bank-accounts", body).await;
    let mut second = sepay(2, PRICE, &hoa.payment_ref);
    second["accountNumber"] = json!("555");
    till.deliver(&second).await;
    till.app.run_jobs().await;
    let row = &till.transfers().await[1];
    assert_eq!(json!(row.bank_account_id), other.data()["id"]);
    // The event names the first account.
    assert_eq!(row.reason, Some(TransferReason::OtherAccount));
    assert_eq!(row.attendance_id, Some(hoa.id));
}

#[tokio::test]
async fn another_organisers_registration_is_never_paid() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let thief = till.app.committee("thief").await;
    let theirs = Till::of(till.app, thief).await;
    theirs.receive(1, PRICE, &hoa.payment_ref).await;
    assert_eq!(theirs.now(&hoa).await.payment_status, PaymentStatus::Unpaid);
    assert_eq!(
        theirs.transfers().await[0].reason,
        Some(TransferReason::Unknown)
    );
}
