//! Transfers that pay a part, add up, or arrive when the registration is cancelled.

use axum::http::Method;
use hoi_ticketing::attendances::PaymentStatus;
use hoi_ticketing::registration::release;
use serde_json::{Value, json};

use super::support::{PRICE, Till};

impl Till {
    async fn money(&self) -> Value {
        let path = format!("/api/event/{}/money", self.event);
        let money = self.call(Method::GET, &path, Value::Null).await;
        money.data().clone()
    }

    /// Returns the identifier of the only transfer that waits, and the proposal for it.
    async fn proposed(&self) -> (Value, Value) {
        let waiting = self.listed("waiting").await;
        assert_eq!(waiting.len(), 1);
        (waiting[0]["id"].clone(), waiting[0]["proposal"].clone())
    }

    async fn accept(&self, id: &Value) {
        let decided = self.decide("accept", &[id]).await;
        assert_eq!(decided.data()["failed"], json!([]));
    }

    async fn ledger(&self) -> Vec<Vec<String>> {
        let path = format!("/api/event/{}/money/export?format=csv", self.event);
        let file = self.call(Method::GET, &path, Value::Null).await;
        let text = String::from_utf8(file.bytes).unwrap();
        let rows = text.trim_start_matches('\u{feff}').lines().skip(1);
        rows.map(|row| row.split(',').map(str::to_owned).collect())
            .collect()
    }
}

#[tokio::test]
async fn the_rest_pays_by_itself_after_a_part() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, 100_000, &hoa.payment_ref).await;
    let (first, proposal) = till.proposed().await;
    assert_eq!(proposal, "part");
    till.accept(&first).await;
    let part = till.now(&hoa).await;
    assert_eq!(
        (part.payment_status, part.received, part.outstanding()),
        (PaymentStatus::Unpaid, 100_000, 150_000)
    );
    let mails = till.app.run_jobs().await;
    let texts: Vec<_> = mails.iter().map(|mail| &mail.text).collect();
    assert_eq!(texts.len(), 1, "she is asked for the rest");
    assert!(texts[0].contains("150.000") && texts[0].contains("100.000"));
    let money = till.money().await;
    let sum = |amount: i64, count: i64| json!({ "amount": amount, "count": count });
    assert_eq!(
        (&money["due"], &money["received"]),
        (&sum(150_000, 1), &sum(100_000, 1))
    );
    let by_day: i64 = money["byDay"]
        .as_array()
        .unwrap()
        .iter()
        .map(|day| day["amount"].as_i64().unwrap())
        .sum();
    assert_eq!(by_day, 100_000);

    till.receive(2, 150_000, &hoa.payment_ref).await;
    let paid = till.now(&hoa).await;
    assert_eq!(
        (paid.payment_status, paid.received),
        (PaymentStatus::Paid, PRICE)
    );
    assert!(till.listed("waiting").await.is_empty());
    let rows = till.ledger().await;
    let received: Vec<_> = rows.iter().map(|row| row[5].as_str()).collect();
    assert_eq!(received, ["100000", "150000"], "a row for each transfer");

    // Each is taken back on its own.
    till.decide("undo", &[&first]).await.data();
    let unpaid = till.now(&hoa).await;
    assert_eq!(
        (unpaid.payment_status, unpaid.received),
        (PaymentStatus::Unpaid, 150_000)
    );
    assert_eq!(till.listed("used").await.len(), 1);
    let again = till.decide("undo", &[&first]).await;
    assert_eq!(again.data()["done"], json!([]));
    let (_, proposal) = till.proposed().await;
    assert_eq!(proposal, "assign", "with it the price is reached");
}

#[tokio::test]
async fn less_may_be_taken_as_enough_and_counts_as_what_it_is() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, 200_000, &hoa.payment_ref).await;
    let (id, _) = till.proposed().await;
    till.decide("enough", &[&id]).await.data();
    let paid = till.now(&hoa).await;
    assert_eq!(
        (paid.payment_status, paid.received, paid.outstanding()),
        (PaymentStatus::Paid, 200_000, 0)
    );
    let money = till.money().await;
    assert_eq!(money["received"]["amount"], 200_000);
    assert_eq!(money["due"]["amount"], 0);
    assert_eq!(till.ledger().await[0][4..8], ["0", "200000", "0", "0"]);
}

#[tokio::test]
async fn payments_noted_by_an_organiser_leave_the_parts_as_they_are() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, 100_000, &hoa.payment_ref).await;
    let (id, _) = till.proposed().await;
    till.accept(&id).await;
    let path = format!("/api/event/{}/attendances/{}", till.event, hoa.id);
    let mark = async |status: &str| {
        let body = json!({ "paymentStatus": status });
        till.call(Method::PUT, &path, body).await.data();
        let row = till.now(&hoa).await;
        (row.payment_status, row.received)
    };
    assert_eq!(mark("paid").await, (PaymentStatus::Paid, PRICE));
    let ways = json!([
        { "way": "webhook", "amount": 100_000, "count": 1 },
        { "way": "hand", "amount": 150_000, "count": 1 },
    ]);
    assert_eq!(till.money().await["byWay"], ways);
    let rows = till.ledger().await;
    let received: Vec<_> = rows.iter().map(|row| row[5].as_str()).collect();
    assert_eq!(received, ["100000", "150000"]);
    assert_eq!(mark("unpaid").await, (PaymentStatus::Unpaid, 100_000));
    let ways = json!([{ "way": "webhook", "amount": 100_000, "count": 1 }]);
    assert_eq!(till.money().await["byWay"], ways);
    assert_eq!(till.listed("used").await.len(), 1);
}

#[tokio::test]
async fn money_for_a_cancelled_registration_is_owed_back() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let removed = till
        .app
        .desk
        .submit(release(till.event, vec![hoa.id], till.owner.id));
    removed.await.unwrap();
    assert!(till.app.run_jobs().await.is_empty(), "nothing was paid");
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let (id, proposal) = till.proposed().await;
    assert_eq!(proposal, "giveBack");
    till.accept(&id).await;
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1, "she hears that it has arrived");
    assert!(mails[0].text.contains("250.000"));
    let owed = till.money().await["refunds"].clone();
    assert_eq!(owed, json!({ "amount": PRICE, "count": 1 }));
    assert_eq!(
        till.ledger().await[0][3..8],
        ["Canceled", "0", "250000", "0", "0"]
    );

    // Money that was given back cannot be undone through the transfer.
    let path = format!("/api/event/{}/refunds/decide", till.event);
    let decide = async |action: &str| {
        let body = json!({ "action": action, "way": "cash", "ids": [hoa.id] });
        till.call(Method::POST, &path, body).await.data().clone()
    };
    decide("return").await;
    assert_eq!(
        till.ledger().await[0][3..8],
        ["Canceled", "0", "250000", "0", "250000"]
    );
    let undone = till.decide("undo", &[&id]).await;
    assert_eq!(undone.data()["done"], json!([]));
    decide("undo").await;
    let undone = till.decide("undo", &[&id]).await;
    assert_eq!(undone.data()["done"], json!([id]));
    assert_eq!(till.money().await["refunds"]["amount"], 0);
    assert_eq!(till.proposed().await.1, "giveBack");
}

/// A mail server or a mailbox drops a mail whose identifier it has seen.
#[tokio::test]
async fn each_payment_after_the_removal_is_told_in_another_mail() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.app.remove(till.event, hoa.id, till.owner.id).await;
    let mut told = Vec::new();
    for number in [1, 2] {
        till.receive(number, PRICE, &hoa.payment_ref).await;
        let (id, proposal) = till.proposed().await;
        assert_eq!(proposal, "giveBack");
        till.accept(&id).await;
        told.extend(till.app.run_jobs().await);
    }
    let [first, second] = told.as_slice() else {
        panic!("{} mails", told.len())
    };
    assert!(first.text.contains("250.000") && second.text.contains("500.000"));
    assert_ne!(first.message_id, second.message_id);
}

#[tokio::test]
async fn a_paid_participant_who_is_removed_hears_of_the_money() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.app.run_jobs().await;
    let removed = till
        .app
        .desk
        .submit(release(till.event, vec![hoa.id], till.owner.id));
    removed.await.unwrap();
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    let text = &mails[0].text;
    assert!(text.contains("250.000") && text.contains(hoa.payment_ref.as_str()));
}

#[tokio::test]
async fn a_participant_who_moves_to_a_free_class_is_still_owed_the_payment() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let free = till.app.ticket(till.event, "Khách mời", 0, -1).await;
    let path = format!("/api/event/{}/attendances/{}", till.event, hoa.id);
    let moved = json!({ "ticketId": free });
    till.call(Method::PUT, &path, moved).await.data();
    let money = till.money().await;
    assert_eq!(money["received"]["amount"], 0, "a free ticket");
    assert_eq!(money["surplus"]["amount"], PRICE);
    let removed = till
        .app
        .desk
        .submit(release(till.event, vec![hoa.id], till.owner.id));
    removed.await.unwrap();
    let owed = till.money().await["refunds"].clone();
    assert_eq!(owed, json!({ "amount": PRICE, "count": 1 }));
}

#[tokio::test]
async fn two_parts_that_are_accepted_at_once_add_up() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, 100_000, &hoa.payment_ref).await;
    till.receive(2, 149_000, &hoa.payment_ref).await;
    let waiting = till.listed("waiting").await;
    let (one, two) = (&waiting[0]["id"], &waiting[1]["id"]);
    tokio::join!(till.accept(one), till.accept(two));
    let row = till.now(&hoa).await;
    assert_eq!(
        (row.payment_status, row.received),
        (PaymentStatus::Unpaid, 249_000)
    );
    let only = [one];
    let (a, b) = tokio::join!(till.decide("undo", &only), till.decide("undo", &only));
    let done = |answer: &crate::support::Answer| answer.data()["done"].as_array().unwrap().len();
    assert_eq!(done(&a) + done(&b), 1, "a transfer is taken back once");
    let row = till.now(&hoa).await;
    assert!(row.received == 149_000 || row.received == 100_000);
}
