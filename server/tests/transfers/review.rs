//! Manual decisions about transfers, and undoing them.

use axum::http::Method;
use hoi_ticketing::attendances::{PaidWay, PaymentStatus};
use serde_json::{Value, json};

use super::support::{PRICE, Till};

#[tokio::test]
async fn accepting_pays_and_undoing_takes_it_back() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE - 1000, &hoa.payment_ref).await;
    let waiting = till.listed("waiting").await;
    assert_eq!(
        (&waiting[0]["proposal"], &waiting[0]["suggestion"]["amount"]),
        (&json!("part"), &json!(PRICE))
    );
    let id = &waiting[0]["id"];
    assert_eq!(
        till.decide("enough", &[id]).await.data()["done"],
        json!([id])
    );
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1, "the ticket");
    let paid = till.now(&hoa).await;
    assert_eq!(
        (paid.payment_status, paid.paid_way, paid.paid_by),
        (
            PaymentStatus::Paid,
            Some(PaidWay::Webhook),
            Some(till.owner.id)
        )
    );
    assert_eq!(till.listed("used").await[0]["decidedByName"], "Nguyễn an");
    let again = till.decide("accept", &[id]).await;
    assert_eq!(again.data()["done"], json!([]));
    assert_eq!(again.data()["failed"][0]["id"], *id);

    till.decide("undo", &[id]).await.data();
    let unpaid = till.now(&hoa).await;
    assert_eq!(
        (unpaid.payment_status, unpaid.paid_way, unpaid.paid_at),
        (PaymentStatus::Unpaid, None, None)
    );
    assert_eq!(till.listed("waiting").await[0]["reason"], "undone");
    till.decide("enough", &[id]).await.data();
    assert_eq!(till.now(&hoa).await.payment_status, PaymentStatus::Paid);
}

#[tokio::test]
async fn another_registration_is_chosen_and_others_are_set_aside() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    till.receive(1, PRICE, "cam on").await;
    till.receive(2, PRICE, "tien nha").await;
    let waiting = till.listed("waiting").await;
    let (second, first) = (&waiting[0]["id"], &waiting[1]["id"]);
    assert_eq!(waiting[0]["proposal"], Value::Null);
    let nothing = till.decide("accept", &[first, second]).await;
    assert_eq!(nothing.data()["failed"].as_array().unwrap().len(), 2);
    let assign = async |id: &Value, to: Value| {
        let body = json!({ "action": "assign", "ids": [id], "attendanceId": to });
        till.call(Method::POST, "/api/transfers/decide", body).await
    };
    assert_eq!(
        assign(first, json!(lan.id)).await.data()["done"],
        json!([first])
    );
    assert_eq!(till.now(&lan).await.payment_status, PaymentStatus::Paid);
    // A participant who has paid owes nothing.
    assert_eq!(
        assign(second, json!(lan.id)).await.data()["done"],
        json!([])
    );
    till.decide("setAside", &[second]).await.data();
    assert_eq!(till.listed("aside").await.len(), 1);
    till.decide("undo", &[second]).await.data();
    assert_eq!(
        assign(second, json!(hoa.id)).await.data()["done"],
        json!([second])
    );
    assert_eq!(till.listed("used").await.len(), 2);
}

#[tokio::test]
async fn many_are_decided_in_one_call() {
    let till = Till::new().await;
    let mut ids = Vec::new();
    for at in 1..=5 {
        let guest = till.guest(&format!("g{at}")).await;
        // One wrong character: suggested, and exact.
        let mut wrong = guest.payment_ref.clone().into_bytes();
        wrong[5] = if wrong[5] == b'8' { b'9' } else { b'8' };
        till.receive(at, PRICE, &String::from_utf8(wrong).unwrap())
            .await;
    }
    let waiting = till.listed("waiting").await;
    ids.extend(waiting.iter().map(|row| &row["id"]));
    let done = till.decide("accept", &ids).await;
    assert_eq!(done.data()["done"].as_array().unwrap().len(), 5);
    let undone = till.decide("undo", &ids).await;
    assert_eq!(undone.data()["done"].as_array().unwrap().len(), 5);
    assert_eq!(till.listed("waiting").await.len(), 5);
    let one = ids[0].clone();
    for (number, code) in [(0, 5002), (200, 2000), (201, 5002)] {
        let many: Vec<_> = (0..number).map(|_| &one).collect();
        assert_eq!(
            till.decide("setAside", &many).await.code(),
            code,
            "{number}"
        );
    }
    let two = json!({ "action": "assign", "ids": [one, one], "attendanceId": till.event });
    assert_eq!(
        till.call(Method::POST, "/api/transfers/decide", two)
            .await
            .code(),
        5002
    );
}

#[tokio::test]
async fn a_second_transfer_for_one_person_is_left_out_of_several_without_a_question() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    // One wrong character each, so that both are suggested to her.
    let mut typo = hoa.payment_ref.clone();
    typo.replace_range(5..6, if typo.as_bytes()[5] == b'8' { "9" } else { "8" });
    till.receive(1, PRICE, &typo).await;
    till.receive(2, PRICE, &typo).await;
    let waiting = till.listed("waiting").await;
    assert_eq!(waiting.len(), 2);
    let ids: Vec<_> = waiting.iter().map(|row| &row["id"]).collect();
    let decided = till.decide("accept", &ids).await;
    assert_eq!(decided.data()["done"], json!([ids[0]]));
    let reason = decided.data()["failed"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("on its own"), "{reason}");
    assert_eq!(till.now(&hoa).await.received, PRICE);
}

#[tokio::test]
async fn an_organiser_does_not_decide_about_other_peoples_transfers() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE - 1, &hoa.payment_ref).await;
    let id = till.listed("waiting").await[0]["id"].clone();
    let stranger = till.app.committee("binh").await;
    for action in ["accept", "setAside", "undo"] {
        let body = json!({ "action": action, "ids": [id] });
        let answer = till
            .app
            .call(&stranger, Method::POST, "/api/transfers/decide", body)
            .await;
        assert_eq!(answer.data()["done"], json!([]), "{action}");
    }
    let listed = till
        .app
        .call(&stranger, Method::GET, "/api/transfers", Value::Null)
        .await;
    assert_eq!(listed.data()["total"], 0);
    let path = format!("/api/transfers?eventId={}", till.event);
    assert_eq!(
        till.app
            .call(&stranger, Method::GET, &path, Value::Null)
            .await
            .code(),
        5016
    );
    // A transfer on one's own account does not pay for another organiser's guest.
    let theirs = Till::of(till.app, stranger).await;
    theirs.receive(1, PRICE, "x").await;
    let own = theirs.listed("waiting").await[0]["id"].clone();
    let body = json!({ "action": "assign", "ids": [own], "attendanceId": hoa.id });
    let answer = theirs
        .call(Method::POST, "/api/transfers/decide", body)
        .await;
    assert_eq!(answer.data()["done"], json!([]));
    assert_eq!(theirs.now(&hoa).await.payment_status, PaymentStatus::Unpaid);
}

#[tokio::test]
async fn marking_a_participant_unpaid_frees_the_transfer() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let path = format!("/api/event/{}/attendances/{}", till.event, hoa.id);
    till.call(Method::PUT, &path, json!({ "paymentStatus": "unpaid" }))
        .await
        .data();
    assert_eq!(till.listed("waiting").await[0]["reason"], "undone");
    till.call(
        Method::PUT,
        &path,
        json!({ "paymentStatus": "paid", "atDoor": true }),
    )
    .await
    .data();
    let paid = till.now(&hoa).await;
    assert_eq!(
        (paid.paid_way, paid.paid_by),
        (Some(PaidWay::Door), Some(till.owner.id))
    );
    till.call(Method::PUT, &path, json!({ "paymentStatus": "unpaid" }))
        .await
        .data();
    till.call(Method::PUT, &path, json!({ "paymentStatus": "paid" }))
        .await
        .data();
    assert_eq!(till.now(&hoa).await.paid_way, Some(PaidWay::Hand));
    let found = till.listed("waiting").await;
    assert_eq!(found[0]["proposal"], "over", "it would pay twice");
    assert_eq!(found[0]["difference"], PRICE);
}

#[tokio::test]
async fn the_payment_counts_after_a_class_without_a_price() {
    let till = Till::new().await;
    let free = till.app.ticket(till.event, "Miễn phí", 0, -1).await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let path = format!("/api/event/{}/attendances/{}", till.event, hoa.id);
    let dear = till.app.ticket(till.event, "VIP", PRICE + 1, -1).await;
    for class in [free, till.class] {
        let moved = till.call(Method::PUT, &path, json!({ "ticketId": class }));
        moved.await.data();
    }
    let paid = till.now(&hoa).await;
    assert_eq!(
        (paid.payment_status, paid.received),
        (PaymentStatus::Paid, PRICE)
    );
    for class in [free, dear] {
        let moved = till.call(Method::PUT, &path, json!({ "ticketId": class }));
        moved.await.data();
    }
    let owes = till.now(&hoa).await;
    assert_eq!(
        (owes.payment_status, owes.outstanding()),
        (PaymentStatus::Unpaid, 1)
    );
    assert_eq!(till.listed("used").await.len(), 1);
}
