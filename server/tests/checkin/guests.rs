//! Guests without a ticket at the door: which devices find them, check them in and take their cash.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_ticketing::attendances::{PaidWay, PaymentMethod, PaymentStatus, attendance, payment};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};

use super::support::{Hall, new_key};
use crate::support::{Answer, TestApp, new_registration};

const PRICE: i64 = 350_000;

impl Hall {
    /// An event with a class that costs [`PRICE`].
    async fn paid() -> (Self, hoi_ticketing::events::TicketId) {
        let hall = Self::with(|event| event.turn_off_payment = Set(false)).await;
        let class = hall.app.ticket(hall.event, "Thường", PRICE, 100).await;
        (hall, class)
    }

    /// Gives the device with the label "Cổng A" the right to serve guests, or takes it.
    async fn give_right(&self, serves_guests: bool) {
        let id = self.key_id().await;
        let body = json!({ "servesGuests": serves_guests });
        let given = self.keys(Method::PUT, &format!("/{id}"), body).await;
        assert_eq!(given.code(), 2000, "{}", given.json);
    }

    async fn key_id(&self) -> String {
        let list = self.keys(Method::GET, "", Value::Null).await;
        list.data()[0]["id"].as_str().unwrap().to_owned()
    }

    async fn call(&self, key: Option<&str>, method: Method, tail: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/checkin/{tail}", self.event);
        let mut request = self.app.request(method, &path);
        if let Some(key) = key {
            request = request.header("x-checkin-key", key);
        }
        if !body.is_null() {
            request = request.json(body);
        }
        request.send().await
    }

    async fn find(&self, key: &str, search: &str) -> Answer {
        let tail = format!("guests?search={search}");
        self.call(Some(key), Method::GET, &tail, Value::Null).await
    }

    async fn pay(
        &self,
        key: &str,
        id: hoi_ticketing::attendances::AttendanceId,
        amount: i64,
    ) -> Answer {
        let body = json!({ "attendanceId": id, "amount": amount });
        self.call(Some(key), Method::POST, "cash", body).await
    }

    async fn pay_once(&self, id: hoi_ticketing::attendances::AttendanceId, amount: i64) -> Answer {
        let path = format!("/api/event/{}/checkin/cash", self.event);
        let request = self.app.request(Method::POST, &path);
        let request = request.header("x-checkin-key", &self.key);
        let body = json!({ "attendanceId": id, "amount": amount });
        request
            .header("idempotency-key", "k")
            .json(body)
            .send()
            .await
    }

    async fn debtor(
        &self,
        name: &str,
        class: hoi_ticketing::events::TicketId,
    ) -> attendance::Model {
        let mut person = new_registration(self.event, name, Some(class));
        person.payment_method = Some(PaymentMethod::CashAtVenue);
        self.app.add(person).await
    }

    async fn actions(&self) -> Vec<Value> {
        let path = format!("/api/event/{}/activities", self.event);
        let list = self.app.get_as(&self.owner, &path).await;
        list.data()["items"].as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn only_a_device_with_the_right_serves_guests() {
    let (hall, class) = Hall::paid().await;
    let guest = hall.debtor("bình", class).await;
    let other = hall.app.open_event(&hall.owner, 5).await;
    let foreign = new_key(&hall.app, &hall.owner, other, "Khác").await;
    let refused = async |key: Option<&str>| {
        let cash = json!({ "attendanceId": guest.id, "amount": PRICE });
        for (method, tail, body) in [
            (Method::GET, "guests?search=binh", Value::Null),
            (Method::POST, "cash", cash),
        ] {
            let answer = hall.call(key, method, tail, body).await;
            let refused = (answer.status, answer.code());
            assert_eq!(refused, (StatusCode::FORBIDDEN, 5016), "{tail}");
        }
    };
    for key in [
        None,
        Some("nonsense"),
        Some(foreign.as_str()),
        Some(hall.key.as_str()),
    ] {
        refused(key).await;
    }
    let body = json!({ "attendanceId": guest.id, "checkedIn": true });
    assert_eq!(hall.scan(body.clone()).await.code(), 5016);
    let device = hall
        .call(Some(&hall.key), Method::GET, "device", Value::Null)
        .await;
    assert_eq!(
        device.data(),
        &json!({ "label": "Cổng A", "servesGuests": false })
    );

    hall.give_right(true).await;
    let device = hall
        .call(Some(&hall.key), Method::GET, "device", Value::Null)
        .await;
    assert_eq!(device.data()["servesGuests"], true);
    assert_eq!(
        hall.find(&hall.key, "binh")
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // The right is one of its event.
    refused(Some(&foreign)).await;

    hall.give_right(false).await;
    refused(Some(&hall.key)).await;
    hall.give_right(true).await;
    let id = hall.key_id().await;
    hall.keys(Method::DELETE, &format!("/{id}"), Value::Null)
        .await;
    refused(Some(&hall.key)).await;
    assert_eq!(
        hall.app.row(guest.id).await.payment_status,
        PaymentStatus::Unpaid
    );
}

#[tokio::test]
async fn a_device_learns_of_a_guest_what_it_needs() {
    let (hall, class) = Hall::paid().await;
    hall.give_right(true).await;
    let mut person = new_registration(hall.event, "Nguyễn Thị Bình", Some(class));
    person.phone = "+84 912 345 678".to_owned();
    person.payment_method = Some(PaymentMethod::CashAtVenue);
    let guest = hall.app.add(person).await;
    let mut waiting = new_registration(hall.event, "Nguyễn Thị Bích", Some(class));
    waiting.phone = "0900".to_owned();
    let waiting = hall.app.add(waiting).await;
    let tx = hall.app.app.db.write().await.unwrap();
    attendance::Entity::update_many()
        .col_expr(
            attendance::Column::ConfirmBy,
            Expr::value(hall.app.app.clock.now()),
        )
        .filter(attendance::Column::Id.eq(waiting.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let found = hall.find(&hall.key, "thi%20b").await;
    assert_eq!(
        found.data(),
        &json!([{
            "attendanceId": guest.id, "fullName": "Trần Nguyễn Thị Bình", "phoneEnd": "678",
            "participationType": "ORDINARY", "ticketName": "Thường", "checkedInTime": null, "amountDue": PRICE,
        }])
    );
    for short in ["", "a", "%20a%20", "%CC%81%CC%81"] {
        assert_eq!(hall.find(&hall.key, short).await.code(), 5002, "{short:?}");
    }
    assert_eq!(hall.find(&hall.key, &"a".repeat(101)).await.code(), 5002);
    assert_eq!(hall.find(&hall.key, &"a".repeat(100)).await.code(), 2000);
}

#[tokio::test]
async fn guests_are_found_by_the_parts_of_their_names_and_whole_phone_numbers_alone() {
    let (hall, class) = Hall::paid().await;
    hall.give_right(true).await;
    for at in 0..9 {
        let mut person = new_registration(hall.event, &format!("an {at}"), None);
        person.email = format!("an{at}@gmail.com");
        person.phone = "0987654321".to_owned();
        hall.app.add(person).await;
    }
    let mut person = new_registration(hall.event, "Lê Thị Mai_Chi", Some(class));
    person.payment_method = Some(PaymentMethod::CashAtVenue);
    person.email = "bi.mat@congty.vn".to_owned();
    person.phone = "+84 912 345 678".to_owned();
    person.company = "Hoa Sen".to_owned();
    let mai = hall.app.add(person).await;
    for found in [
        "mai",
        "thi%20mai",
        "mai%20thi",
        "th%20ma",
        "mai_c",
        "0912345678",
        "%2B84912345678",
        "mai%200912345678",
        "tran%20le",
    ] {
        let answer = hall.find(&hall.key, found).await;
        let guests = answer.data().as_array().unwrap();
        assert_eq!(guests.len(), 1, "{found}");
        assert_eq!(guests[0]["attendanceId"], mai.id.to_string());
    }
    let (reference, code) = (&mai.payment_ref, &mai.ticket_code);
    assert!(!reference.is_empty());
    for hidden in [
        "hi",
        "ai",
        "0912",
        "09123456",
        "678",
        "912345678",
        "bi.mat",
        "congty",
        "hoa",
        "sen",
        "mai%25",
        "maiXchi",
        reference.as_str(),
        code.as_str(),
        &code[..6],
    ] {
        let answer = hall.find(&hall.key, hidden).await;
        assert_eq!(answer.data(), &json!([]), "{hidden}");
    }
}

#[tokio::test]
async fn cash_that_is_noted_again_with_its_key_is_noted_once() {
    let (hall, class) = Hall::paid().await;
    hall.give_right(true).await;
    let guest = hall.debtor("bình", class).await;
    for _ in 0..2 {
        let paid = hall.pay_once(guest.id, PRICE).await;
        assert_eq!(paid.code(), 2000, "{}", paid.json);
    }
    let noted = payment::Entity::find().all(hall.app.app.db.read()).await;
    assert_eq!(noted.unwrap().len(), 1);
    let other = hall.debtor("lan", class).await;
    assert_eq!(
        hall.pay_once(other.id, PRICE).await.code(),
        5008,
        "another guest"
    );
    // The control: without the key it would look as if nothing had been due.
    assert_eq!(hall.pay(&hall.key, guest.id, PRICE).await.code(), 5008);
}

#[tokio::test]
async fn paying_at_the_door_does_not_confirm_a_seat() {
    let (hall, class) = Hall::paid().await;
    hall.give_right(true).await;
    let guest = hall.debtor("bình", class).await;
    let tx = hall.app.app.db.write().await.unwrap();
    let until = hall.app.app.clock.now().plus(Duration::from_hours(1));
    attendance::Entity::update_many()
        .col_expr(attendance::Column::ConfirmBy, Expr::value(until))
        .filter(attendance::Column::Id.eq(guest.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(hall.pay(&hall.key, guest.id, PRICE).await.code(), 5005);
    let row = hall.app.row(guest.id).await;
    assert!(row.confirm_by.is_some() && row.received == 0);
}

#[tokio::test]
async fn a_search_shows_eight_guests_and_a_device_searches_at_the_pace_of_typing() {
    let hall = Hall::new().await;
    hall.give_right(true).await;
    for at in 0..9 {
        hall.guest(&format!("bình {at}")).await;
    }
    let found = hall.find(&hall.key, "binh").await;
    let names: Vec<_> = found
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|guest| &guest["fullName"])
        .collect();
    let expected: Vec<_> = (0..8).map(|at| json!(format!("Trần bình {at}"))).collect();
    assert_eq!(names, expected.iter().collect::<Vec<_>>());
    for _ in 0..59 {
        assert_eq!(hall.find(&hall.key, "binh").await.code(), 2000);
    }
    let answer = hall.find(&hall.key, "binh").await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    // Another device is not held up, and neither is this one a second later.
    let other = new_key(&hall.app, &hall.owner, hall.event, "Cổng B").await;
    let list = hall.keys(Method::GET, "", Value::Null).await;
    let id = list.data()[1]["id"].as_str().unwrap().to_owned();
    hall.keys(
        Method::PUT,
        &format!("/{id}"),
        json!({ "servesGuests": true }),
    )
    .await;
    assert_eq!(hall.find(&other, "binh").await.code(), 2000);
    hall.app.pass(Duration::from_secs(1));
    assert_eq!(hall.find(&hall.key, "binh").await.code(), 2000);
}

#[tokio::test]
async fn cash_is_noted_once_for_the_whole_amount_and_in_the_name_of_the_device() {
    let (hall, class) = Hall::paid().await;
    hall.give_right(true).await;
    let guest = hall.debtor("bình", class).await;
    for wrong in [PRICE - 1, PRICE + 1] {
        assert_eq!(hall.pay(&hall.key, guest.id, wrong).await.code(), 5008);
    }
    assert_eq!(hall.pay(&hall.key, guest.id, 0).await.code(), 5002);
    let paid = hall.pay(&hall.key, guest.id, PRICE).await;
    assert_eq!(paid.code(), 2000, "{}", paid.json);
    assert_eq!(hall.pay(&hall.key, guest.id, PRICE).await.code(), 5008);
    let row = hall.app.row(guest.id).await;
    assert_eq!(
        (row.payment_status, row.received, row.paid_way),
        (PaymentStatus::Paid, PRICE, Some(PaidWay::Door))
    );
    let payments = payment::Entity::find()
        .all(hall.app.app.db.read())
        .await
        .unwrap();
    assert_eq!(payments.len(), 1);
    assert_eq!(payments[0].noted_at_device.as_deref(), Some("Cổng A"));
    let path = format!(
        "/api/event/{}/attendances/{}/payments",
        hall.event, guest.id
    );
    let shown = hall.app.get_as(&hall.owner, &path).await;
    assert_eq!(shown.data()[0]["notedByName"], "Cổng A");
    let log = hall.actions().await;
    assert_eq!(log[0]["action"], "participant.paid");
    assert_eq!(log[0]["actorId"], Value::Null);
    assert_eq!(
        log[0]["data"],
        json!({ "name": "Trần bình", "amount": PRICE, "way": "door", "device": "Cổng A" })
    );
    let elsewhere = hall.app.open_event(&hall.owner, 5).await;
    let stranger = hall.app.add(new_registration(elsewhere, "xa", None)).await;
    assert_eq!(hall.pay(&hall.key, stranger.id, PRICE).await.code(), 5005);
}

#[tokio::test]
async fn a_device_checks_a_found_guest_in_but_not_out() {
    let (hall, class) = Hall::paid().await;
    hall.give_right(true).await;
    let guest = hall.debtor("bình", class).await;
    let body = |is_in: bool| json!({ "attendanceId": guest.id, "checkedIn": is_in });
    let entered = hall.scan(body(true)).await;
    assert_eq!(entered.code(), 2001, "{}", entered.json);
    assert_eq!(entered.data()["amountDue"], PRICE);
    assert_eq!(hall.scan(body(false)).await.code(), 5016);
    assert!(hall.app.row(guest.id).await.checked_in_time.is_some());
    let log = hall.actions().await;
    assert_eq!(log[0]["action"], "participant.checkedIn");
    assert_eq!(
        log[0]["data"],
        json!({ "name": "Trần bình", "device": "Cổng A" })
    );
    hall.give_right(false).await;
    assert_eq!(hall.scan(body(true)).await.code(), 5016);
    let given = hall.actions().await[0].clone();
    assert_eq!(given["action"], "checkinKey.changed");
    assert_eq!(
        given["data"],
        json!({ "label": "Cổng A", "servesGuests": false })
    );
}

#[tokio::test]
async fn the_owner_serves_guests_without_a_key() {
    let (hall, class) = Hall::paid().await;
    let guest = hall.debtor("bình", class).await;
    let path = format!("/api/event/{}/checkin/guests?search=binh", hall.event);
    let found = hall.app.get_as(&hall.owner, &path).await;
    assert_eq!(found.data()[0]["amountDue"], PRICE);
    let path = format!("/api/event/{}/checkin/cash", hall.event);
    let body = json!({ "attendanceId": guest.id, "amount": PRICE });
    let paid = hall
        .app
        .send_as(&hall.owner, Method::POST, &path, body)
        .await;
    assert_eq!(paid.code(), 2000);
    assert_eq!(hall.app.row(guest.id).await.paid_by, Some(hall.owner.id));
    let stranger: &TestApp = &hall.app;
    let other = stranger.committee("em").await;
    let path = format!("/api/event/{}/checkin/guests?search=binh", hall.event);
    assert_eq!(stranger.get_as(&other, &path).await.code(), 5016);
}
