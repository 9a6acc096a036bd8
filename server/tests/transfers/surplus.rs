//! More money than is due: it is asked about once, is owed back or kept as agreed, and is no ticket money.

use axum::http::Method;
use futures::future::join_all;
use hoi_ticketing::attendances::{PaymentStatus, attendance};
use serde_json::{Value, json};

use super::support::{PRICE, Till};
use crate::support::Answer;

const OVER: i64 = 100_000;

impl Till {
    async fn accept_over(&self, id: &Value, surplus: Value) -> Answer {
        let body = json!({ "action": "accept", "ids": [id], "surplus": surplus });
        self.call(Method::POST, "/api/transfers/decide", body).await
    }

    async fn all_money(&self) -> Value {
        let path = format!("/api/event/{}/money", self.event);
        let money = self.call(Method::GET, &path, Value::Null).await;
        money.data().clone()
    }

    async fn owed_back(&self, state: &str) -> Vec<Value> {
        let path = format!("/api/event/{}/refunds?state={state}", self.event);
        let answer = self.call(Method::GET, &path, Value::Null).await;
        answer.data()["items"].as_array().unwrap().clone()
    }

    async fn decide_back(&self, action: &str, guest: &attendance::Model) -> Value {
        let path = format!("/api/event/{}/refunds/decide", self.event);
        let body =
            json!({ "action": action, "way": "cash", "reason": "thoả thuận", "ids": [guest.id] });
        self.call(Method::POST, &path, body).await.data().clone()
    }

    async fn move_to(&self, guest: &attendance::Model, class: impl serde::Serialize) {
        let path = format!("/api/event/{}/attendances/{}", self.event, guest.id);
        let body = json!({ "ticketId": class });
        self.call(Method::PUT, &path, body).await.data();
    }

    /// Returns the sums of columns of the event's ledger.
    async fn ledger_sums(&self, columns: &[usize]) -> Vec<i64> {
        let path = format!("/api/event/{}/money/export?format=csv", self.event);
        let file = self.call(Method::GET, &path, Value::Null).await;
        let text = String::from_utf8(file.bytes).unwrap();
        let sum = |column: &usize| -> i64 {
            let cells = text.lines().skip(1);
            let cells = cells.map(|line| line.split(',').nth(*column).unwrap());
            cells.map(|cell| cell.parse::<i64>().unwrap()).sum()
        };
        columns.iter().map(sum).collect()
    }
}

fn sum(amount: i64, count: i64) -> Value {
    json!({ "amount": amount, "count": count })
}

fn back(amount: i64) -> Value {
    json!({ "action": "giveBack", "amount": amount })
}

fn keep(amount: i64) -> Value {
    json!({ "action": "keep", "amount": amount, "note": "Góp cho câu lạc bộ" })
}

/// A till with a participant whose transfer was too much and waits.
async fn over() -> (Till, attendance::Model, Value) {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE + OVER, &hoa.payment_ref).await;
    let waiting = till.listed("waiting").await;
    let row = &waiting[0];
    assert_eq!(
        (
            &row["proposal"],
            &row["difference"],
            &row["suggestion"]["due"]
        ),
        (&json!("over"), &json!(OVER), &json!(PRICE))
    );
    let id = row["id"].clone();
    (till, hoa, id)
}

#[tokio::test]
async fn a_surplus_goes_on_the_list_of_refunds_and_is_no_ticket_money() {
    let (till, hoa, id) = over().await;
    // No client books it silently: neither by accepting nor by choosing nor as enough.
    for action in ["accept", "enough"] {
        let refused = till.decide(action, &[&id]).await;
        assert_eq!(refused.data()["done"], json!([]), "{action}");
        let reason = refused.data()["failed"][0]["reason"].as_str().unwrap();
        assert!(reason.contains("100"), "{reason}");
    }
    let body = json!({ "action": "assign", "ids": [id], "attendanceId": hoa.id });
    let refused = till.call(Method::POST, "/api/transfers/decide", body).await;
    assert_eq!(refused.data()["done"], json!([]));
    // Nor is another amount than the surplus accepted.
    for amount in [OVER - 1, OVER + 1] {
        assert_eq!(
            till.accept_over(&id, back(amount)).await.data()["done"],
            json!([])
        );
    }
    assert_eq!(till.now(&hoa).await.received, 0);

    let done = till.accept_over(&id, back(OVER)).await;
    assert_eq!(done.data()["done"], json!([id]), "{}", done.json);
    let paid = till.now(&hoa).await;
    assert_eq!(
        (paid.payment_status, paid.received, paid.surplus()),
        (PaymentStatus::Paid, PRICE + OVER, OVER)
    );
    assert_eq!(till.app.run_jobs().await.len(), 1, "the ticket");
    let money = till.all_money().await;
    assert_eq!(money["received"], sum(PRICE, 1));
    assert_eq!(money["surplus"], sum(OVER, 1));
    assert_eq!(money["refunds"], sum(OVER, 1));
    assert_eq!(money["byClass"][0]["received"], sum(PRICE, 1));
    assert_eq!(money["byClass"][0]["surplus"], sum(OVER, 1));
    assert_eq!(
        money["byDay"],
        json!([{ "day": "2026-03-01", "amount": PRICE }])
    );
    assert_eq!(
        money["byWay"],
        json!([{ "way": "webhook", "amount": PRICE, "count": 1 }])
    );
    let all = till.call(Method::GET, "/api/money", Value::Null).await;
    assert_eq!(all.data()["received"], sum(PRICE, 1));
    assert_eq!(all.data()["surplus"], sum(OVER, 1));
    assert_eq!(all.data()["byDay"], money["byDay"]);
    let overview = till
        .call(Method::GET, "/api/statistic/overview", Value::Null)
        .await;
    assert_eq!(overview.data()["moneyReceived"], PRICE, "{}", overview.json);
    assert_eq!(till.ledger_sums(&[4, 5, 6, 7]).await, [0, PRICE, OVER, 0]);
    let used = till.listed("used").await;
    assert_eq!(used[0]["difference"], OVER);
    till.assert_counted().await;
}

#[tokio::test]
async fn the_difference_alone_goes_back_and_undoing_takes_it_off_the_list() {
    let (till, hoa, id) = over().await;
    till.accept_over(&id, back(OVER)).await.data();
    let owed = till.owed_back("owed").await;
    assert_eq!(
        (&owed[0]["amount"], &owed[0]["most"], &owed[0]["isSurplus"]),
        (&json!(OVER), &json!(OVER), &json!(true))
    );
    let path = format!("/api/event/{}/refunds/{}", till.event, hoa.id);
    for (amount, code) in [(0, 5002), (OVER + 1, 5002), (OVER, 2000)] {
        let changed = till
            .call(Method::PUT, &path, json!({ "amount": amount }))
            .await;
        assert_eq!(changed.code(), code, "{amount}");
    }
    till.decide_back("return", &hoa).await;
    let given = till.now(&hoa).await;
    assert_eq!(
        (given.payment_status, given.received),
        (PaymentStatus::Paid, PRICE)
    );
    let money = till.all_money().await;
    assert_eq!(money["received"], sum(PRICE, 1));
    assert_eq!(money["surplus"], sum(0, 0));
    assert_eq!(money["refunds"], sum(0, 0));
    assert_eq!(money["returned"], sum(OVER, 1));
    assert_eq!(
        till.ledger_sums(&[4, 5, 6, 7]).await,
        [0, PRICE, OVER, OVER]
    );
    till.assert_counted().await;
    // Money that went back cannot be undone through the transfer.
    let undone = till.decide("undo", &[&id]).await;
    assert_eq!(undone.data()["done"], json!([]));
    let mark = json!({ "paymentStatus": "unpaid" });
    let path = format!("/api/event/{}/attendances/{}", till.event, hoa.id);
    assert_eq!(till.call(Method::PUT, &path, mark).await.code(), 5008);
    till.decide_back("undo", &hoa).await;
    assert_eq!(till.now(&hoa).await.received, PRICE + OVER);

    // Undoing the acceptance takes the refund back, too.
    assert_eq!(
        till.decide("undo", &[&id]).await.data()["done"],
        json!([id])
    );
    assert_eq!(till.now(&hoa).await.received, 0);
    assert!(till.owed_back("owed").await.is_empty());
    let money = till.all_money().await;
    assert_eq!(
        (&money["refunds"], &money["surplus"]),
        (&sum(0, 0), &sum(0, 0))
    );
    assert_eq!(till.listed("waiting").await[0]["proposal"], "over");
    till.assert_counted().await;
}

#[tokio::test]
async fn a_surplus_kept_as_agreed_is_noted_and_counts_apart() {
    let (till, hoa, id) = over().await;
    for (surplus, code) in [
        (json!({ "action": "keep", "amount": OVER }), 5002),
        (
            json!({ "action": "keep", "amount": OVER, "note": " " }),
            5002,
        ),
        (
            json!({ "action": "keep", "amount": OVER, "note": "x".repeat(501) }),
            5002,
        ),
        (json!({ "action": "giveBack", "amount": 0 }), 5002),
    ] {
        assert_eq!(
            till.accept_over(&id, surplus.clone()).await.code(),
            code,
            "{surplus}"
        );
    }
    let two = json!({ "action": "accept", "ids": [id, id], "surplus": back(OVER) });
    let two = till.call(Method::POST, "/api/transfers/decide", two).await;
    assert_eq!(two.code(), 5002, "each is decided on its own");
    assert_eq!(
        till.accept_over(&id, keep(OVER)).await.data()["done"],
        json!([id])
    );
    let money = till.all_money().await;
    assert_eq!(money["received"], sum(PRICE, 1));
    assert_eq!(money["surplus"], sum(OVER, 1));
    assert_eq!(money["refunds"], sum(0, 0));
    assert!(till.owed_back("owed").await.is_empty());
    let kept = till.owed_back("notOwed").await;
    assert_eq!(
        (
            &kept[0]["reason"],
            &kept[0]["amount"],
            &kept[0]["decidedByName"]
        ),
        (
            &json!("Góp cho câu lạc bộ"),
            &json!(OVER),
            &json!("Nguyễn an")
        )
    );
    let log = format!("/api/event/{}/activities", till.event);
    let log = till.call(Method::GET, &log, Value::Null).await;
    let entries = log.data()["items"].as_array().unwrap();
    let entry = |action: &str| {
        let found = entries.iter().find(|entry| entry["action"] == action);
        found.unwrap()["data"].clone()
    };
    assert_eq!(entry("participant.paidMore")["surplus"], OVER);
    assert_eq!(entry("participant.refundWaived")["amount"], OVER);

    // The decision was about this money. Further money is asked about again, and owed alone.
    till.receive(2, 7000, &hoa.payment_ref).await;
    let second = till.listed("waiting").await[0].clone();
    assert_eq!(
        (&second["reason"], &second["difference"]),
        (&json!("double"), &json!(7000))
    );
    till.accept_over(&second["id"], back(7000)).await.data();
    assert!(till.app.run_jobs().await.is_empty(), "she has her ticket");
    assert_eq!(till.all_money().await["refunds"], sum(7000, 1));
    till.assert_counted().await;
    // The first one goes alone, with the decision about it.
    assert_eq!(
        till.decide("undo", &[&id]).await.data()["done"],
        json!([id])
    );
    assert!(till.owed_back("notOwed").await.is_empty());
    assert!(
        till.owed_back("owed").await.is_empty(),
        "the rest is a part of the price"
    );
    assert_eq!(till.now(&hoa).await.outstanding(), PRICE - 7000);
    till.assert_counted().await;
}

#[tokio::test]
async fn a_second_payment_is_owed_back_as_a_whole() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.app.run_jobs().await;
    till.receive(2, PRICE, &hoa.payment_ref).await;
    let waiting = till.listed("waiting").await;
    assert_eq!(
        (&waiting[0]["proposal"], &waiting[0]["difference"]),
        (&json!("over"), &json!(PRICE))
    );
    let id = &waiting[0]["id"];
    assert_eq!(till.decide("accept", &[id]).await.data()["done"], json!([]));
    till.accept_over(id, back(PRICE)).await.data();
    let money = till.all_money().await;
    assert_eq!(money["received"], sum(PRICE, 1));
    assert_eq!(money["refunds"], sum(PRICE, 1));
    assert_eq!(
        money["byWay"],
        json!([{ "way": "webhook", "amount": PRICE, "count": 1 }])
    );
    // Given back, and then she does not come: the ticket is owed, and nothing twice.
    till.decide_back("return", &hoa).await;
    till.app.remove(till.event, hoa.id, till.owner.id).await;
    assert_eq!(till.all_money().await["refunds"], sum(PRICE, 1));
    till.decide_back("return", &hoa).await;
    let money = till.all_money().await;
    assert_eq!(
        (&money["refunds"], &money["returned"]),
        (&sum(0, 0), &sum(2 * PRICE, 1))
    );
    let returned = till.owed_back("returned").await;
    let last: Vec<_> = returned.iter().map(|row| row["isLast"].clone()).collect();
    assert_eq!(last, [json!(false), json!(true)]);
    till.assert_counted().await;
    // The last decision is the one that is taken back.
    till.decide_back("undo", &hoa).await;
    assert_eq!(till.all_money().await["refunds"], sum(PRICE, 1));
    assert_eq!(till.owed_back("returned").await.len(), 1);
    till.assert_counted().await;
    let csv = till
        .call(Method::GET, "/api/money/export?format=csv", Value::Null)
        .await;
    let csv = String::from_utf8(csv.bytes).unwrap();
    let column = |at: usize| -> i64 {
        let cells = csv
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(at).unwrap());
        cells.map(|cell| cell.parse::<i64>().unwrap()).sum()
    };
    assert_eq!(
        [6, 7, 8, 9].map(column),
        [PRICE, PRICE, PRICE, 2 * PRICE],
        "{csv}"
    );
    let path = format!("/api/event/{}/refunds/export?format=csv", till.event);
    let csv = till.call(Method::GET, &path, Value::Null).await;
    assert_eq!(
        String::from_utf8(csv.bytes).unwrap().lines().count(),
        3,
        "owed, and given back"
    );
}

#[tokio::test]
async fn transfers_accepted_together_are_exact() {
    let till = Till::new().await;
    let mut guests = Vec::new();
    for name in ["an", "binh", "chi", "dung", "em"] {
        guests.push(till.guest(name).await);
    }
    let [an, binh, chi, dung, em] = guests.as_slice() else {
        unreachable!()
    };
    // One wrong character, too much, too little, and two people with the money of one.
    let mut wrong = an.payment_ref.clone().into_bytes();
    wrong[5] = if wrong[5] == b'8' { b'9' } else { b'8' };
    till.receive(1, PRICE, &String::from_utf8(wrong).unwrap())
        .await;
    till.receive(2, PRICE + 1, &binh.payment_ref).await;
    till.receive(3, PRICE - 1, &chi.payment_ref).await;
    let two = format!("{} {}", dung.payment_ref, em.payment_ref);
    till.receive(4, PRICE, &two).await;
    let waiting = till.listed("waiting").await;
    let ids: Vec<_> = waiting.iter().map(|row| &row["id"]).collect();
    assert_eq!(ids.len(), 4);
    let result = till.decide("accept", &ids).await;
    assert_eq!(result.data()["done"].as_array().unwrap().len(), 1);
    assert_eq!(result.data()["failed"].as_array().unwrap().len(), 3);
    let paid: Vec<_> = join_all(guests.iter().map(|guest| till.now(guest))).await;
    let received: Vec<_> = paid.iter().map(|row| row.received).collect();
    assert_eq!(received, [PRICE, 0, 0, 0, 0]);
}

#[tokio::test]
async fn money_that_is_noted_is_asked_about_like_a_transfer() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let path = format!("/api/event/{}/attendances/{}/payments", till.event, hoa.id);
    let note = async |amount: i64, surplus: Value| {
        let body = json!({ "amount": amount, "surplus": surplus });
        till.call(Method::POST, &path, body).await
    };
    assert_eq!(note(PRICE + OVER, Value::Null).await.code(), 5008);
    assert_eq!(note(PRICE + OVER, back(OVER - 1)).await.code(), 5008);
    assert_eq!(till.now(&hoa).await.received, 0);
    note(PRICE + OVER, keep(OVER)).await.data();
    assert_eq!(till.all_money().await["received"], sum(PRICE, 1));
    assert_eq!(till.owed_back("notOwed").await.len(), 1);
    till.assert_counted().await;
    // The decision about a payment goes with it.
    let taken = till
        .call(Method::DELETE, &format!("{path}/1"), Value::Null)
        .await;
    assert_eq!(taken.data(), &json!([]));
    assert!(till.owed_back("notOwed").await.is_empty());
    // A later decision stands: the money went back.
    note(PRICE + OVER, back(OVER)).await.data();
    till.decide_back("return", &hoa).await;
    let refused = till
        .call(Method::DELETE, &format!("{path}/1"), Value::Null)
        .await;
    assert_eq!(refused.code(), 5008);
    till.decide_back("undo", &hoa).await;
    till.call(Method::DELETE, &format!("{path}/1"), Value::Null)
        .await
        .data();
    assert_eq!(till.now(&hoa).await.received, 0);
    till.assert_counted().await;
}

#[tokio::test]
async fn a_participant_who_moves_to_a_cheaper_class_is_owed_the_difference() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let cheap = till
        .app
        .ticket(till.event, "Sinh viên", PRICE - OVER, -1)
        .await;
    till.move_to(&hoa, cheap).await;
    let money = till.all_money().await;
    assert_eq!(money["received"], sum(PRICE - OVER, 1));
    assert_eq!(money["refunds"], sum(OVER, 1));
    till.decide_back("return", &hoa).await;
    // Back in the dearer class, the returned money is due again.
    till.move_to(&hoa, till.class).await;
    let row = till.now(&hoa).await;
    assert_eq!(
        (row.payment_status, row.outstanding()),
        (PaymentStatus::Unpaid, OVER)
    );
    assert_eq!(till.all_money().await["due"], sum(OVER, 1));
    assert_eq!(till.all_money().await["byWay"][0]["amount"], PRICE - OVER);
    till.receive(2, OVER, &hoa.payment_ref).await;
    assert_eq!(till.now(&hoa).await.payment_status, PaymentStatus::Paid);
    assert_eq!(till.all_money().await["received"], sum(PRICE, 1));
    till.assert_counted().await;
}

#[tokio::test]
async fn a_part_of_it_goes_back_and_the_rest_is_settled() {
    let (till, hoa, id) = over().await;
    till.accept_over(&id, back(OVER)).await.data();
    let path = format!("/api/event/{}/refunds/{}", till.event, hoa.id);
    let part = json!({ "amount": 40_000 });
    till.call(Method::PUT, &path, part).await.data();
    assert_eq!(till.all_money().await["refunds"], sum(40_000, 1));
    till.decide_back("return", &hoa).await;
    let money = till.all_money().await;
    assert_eq!(
        (&money["refunds"], &money["returned"]),
        (&sum(0, 0), &sum(40_000, 1))
    );
    assert_eq!(money["surplus"], sum(60_000, 1), "it is still held");
    let again = till.call(Method::PUT, &path, json!({ "amount": 1 })).await;
    assert_eq!(again.code(), 5008, "it was decided about");
    till.decide_back("undo", &hoa).await;
    assert_eq!(
        till.all_money().await["refunds"],
        sum(40_000, 1),
        "as it was"
    );
    till.assert_counted().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_two_people_accept_is_booked_once() {
    for round in 0..5 {
        let (till, hoa, id) = over().await;
        let answers = join_all([
            till.accept_over(&id, back(OVER)),
            till.accept_over(&id, keep(OVER)),
        ]);
        let answers = answers.await;
        let done = answers
            .iter()
            .filter(|answer| answer.data()["done"] == json!([id]));
        assert_eq!(done.count(), 1, "round {round}");
        assert_eq!(till.now(&hoa).await.received, PRICE + OVER);
        let lists = till.owed_back("owed").await.len() + till.owed_back("notOwed").await.len();
        assert_eq!(lists, 1);
        till.assert_counted().await;
    }
}

#[tokio::test]
async fn a_registration_that_goes_meanwhile_is_not_paid_silently() {
    let (till, hoa, id) = over().await;
    till.app.remove(till.event, hoa.id, till.owner.id).await;
    assert_eq!(till.listed("waiting").await[0]["proposal"], "giveBack");
    // An answer from a screen that still showed the question: all of it is owed back.
    till.accept_over(&id, keep(OVER)).await.data();
    assert_eq!(till.all_money().await["refunds"], sum(PRICE + OVER, 1));
    assert_eq!(till.all_money().await["received"], sum(0, 0));
    till.assert_counted().await;
    assert_eq!(
        till.decide("undo", &[&id]).await.data()["done"],
        json!([id])
    );
    assert_eq!(till.all_money().await["refunds"], sum(0, 0));
}

#[tokio::test]
async fn the_decision_stands_when_the_registration_goes() {
    let (till, hoa, id) = over().await;
    till.accept_over(&id, keep(OVER)).await.data();
    till.app.remove(till.event, hoa.id, till.owner.id).await;
    assert_eq!(
        till.all_money().await["refunds"],
        sum(PRICE, 1),
        "the ticket alone"
    );
    // With the transfer goes all that was decided with it.
    assert_eq!(
        till.decide("undo", &[&id]).await.data()["done"],
        json!([id])
    );
    assert!(till.owed_back("notOwed").await.is_empty());
    till.assert_counted().await;
}

#[tokio::test]
async fn the_mail_after_the_payment_names_the_surplus() {
    let (till, _, id) = over().await;
    till.accept_over(&id, back(OVER)).await.data();
    let mails = till.app.run_jobs().await;
    let text = &mails.last().unwrap().text;
    assert!(text.contains("đã nhận 350.000 ₫"), "{text}");
    assert!(text.contains("chuyển thừa 100.000 ₫"), "{text}");
}
