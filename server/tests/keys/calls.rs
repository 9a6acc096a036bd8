//! Answers of the calls of `/api/v1`.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::Method;
use hoi_server::api_keys::ApiRight;
use hoi_ticketing::attendances::PaymentStatus;
use hoi_ticketing::registration::NewRegistration;
use serde_json::{Value, json};

use super::Office;
use crate::support::new_registration;

#[tokio::test]
async fn an_event_is_shown_with_its_classes() {
    let office = Office::new().await;
    let key = office.app.full_key(&office.owner).await;
    let class = office.app.ticket(office.event, "Phổ thông", 500_000, 10);
    let class = class.await;
    let shown = office.get(&key, &office.path("")).await;
    let shown = shown.data();
    assert_eq!(shown["id"], office.event.to_string());
    assert_eq!(
        (&shown["status"], &shown["seats"]),
        (&json!("open"), &json!(50))
    );
    let classes = json!([{
        "id": class, "name": "Phổ thông", "price": 500_000, "seats": 10, "sold": 0, "isHidden": false,
    }]);
    assert_eq!(shown["ticketClasses"], classes);
    for hidden in ["accountNumber", "ownerId", "registerEmailContent"] {
        assert!(shown.get(hidden).is_none(), "{hidden}");
    }
}

/// Reads a list to its end, two entries at a time.
async fn all(office: &Office, key: &str, path: &str, query: &str) -> Vec<Value> {
    let (mut found, mut cursor) = (Vec::new(), String::new());
    for _ in 0..20 {
        let path = format!("{path}?limit=2{query}{cursor}");
        let part = office.get(key, &path).await;
        let part = part.data();
        let items = part["items"].as_array().unwrap();
        assert!(items.len() <= 2);
        found.extend(items.iter().cloned());
        match part["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return found,
        }
    }
    panic!("{path} has no end");
}

#[tokio::test]
async fn lists_are_read_in_parts_without_gaps() {
    let office = Office::new().await;
    let app = &office.app;
    let key = app.full_key(&office.owner).await;
    let class = app.ticket(office.event, "Phổ thông", 500_000, 10).await;
    let mut guests = Vec::new();
    for name in ["binh", "chi", "dung", "em", "giang"] {
        let guest = NewRegistration {
            payment_status: Some(PaymentStatus::Paid),
            ..new_registration(office.event, name, Some(class))
        };
        guests.push(app.add(guest).await);
        app.open_event(&office.owner, 5).await;
    }
    let ids = |found: &[Value], name: &str| -> BTreeSet<String> {
        let ids = found.iter().map(|item| item[name].as_str().unwrap());
        let distinct: BTreeSet<String> = ids.map(ToOwned::to_owned).collect();
        assert_eq!(distinct.len(), found.len(), "an entry was met twice");
        distinct
    };
    let known: BTreeSet<String> = guests.iter().map(|guest| guest.id.to_string()).collect();
    let people = all(&office, &key, &office.path("/participants"), "").await;
    assert_eq!(ids(&people, "id"), known);
    let payments = all(&office, &key, &office.path("/payments"), "").await;
    assert_eq!(ids(&payments, "participantId"), known);
    assert!(
        payments
            .iter()
            .all(|payment| payment["amount"] == 500_000 && payment["way"] == "hand")
    );
    let events = all(&office, &key, "/events", "").await;
    assert_eq!(ids(&events, "id").len(), 6);
    for path in ["/participants", "/payments"] {
        let path = office.path(&format!("{path}?cursor=7"));
        assert_eq!(office.get(&key, &path).await.code(), 5002, "{path}");
    }
    assert_eq!(office.get(&key, "/events?cursor=7").await.code(), 5002);
}

#[tokio::test]
async fn participants_are_found_by_state_and_by_their_last_change() {
    let office = Office::new().await;
    let app = &office.app;
    let key = app.full_key(&office.owner).await;
    let class = app.ticket(office.event, "Phổ thông", 500_000, 10).await;
    let binh = new_registration(office.event, "binh", Some(class));
    let binh = app.add(binh).await;
    app.pass(Duration::from_mins(5));
    let chi = new_registration(office.event, "chi", Some(class));
    let chi = app.add(chi).await;
    let paths = office.path("/participants");
    let names = async |query: &str| -> Vec<String> {
        let found = all(&office, &key, &paths, query).await;
        let names = found.iter().map(|person| person["fullName"].as_str());
        names.map(|name| name.unwrap().to_owned()).collect()
    };
    assert_eq!(
        names("&updatedSince=2026-03-01T02:05:00Z").await,
        ["Trần chi"]
    );
    let (door, scan) = (
        office.path("/check-ins"),
        json!({ "code": binh.ticket_code }),
    );
    assert_eq!(office.post(&key, &door, scan).await.code(), 2001);
    assert_eq!(names("&isCheckedIn=true").await, ["Trần binh"]);
    assert_eq!(names("&isCheckedIn=false").await, ["Trần chi"]);
    // A check-in is a change, too.
    let since = "&updatedSince=2026-03-01T02:05:00Z";
    assert_eq!(names(since).await, ["Trần binh", "Trần chi"]);
    assert_eq!(names("&paymentStatus=unpaid").await.len(), 2);
    assert!(names("&paymentStatus=paid").await.is_empty());
    assert_eq!(names(&format!("&ticketClassId={class}")).await.len(), 2);
    app.remove(office.event, chi.id, office.owner.id).await;
    assert_eq!(names("").await, ["Trần binh"]);
    let gone = office.path(&format!("/participants/{}", chi.id));
    assert_eq!(office.get(&key, &gone).await.code(), 5005);
}

#[tokio::test]
async fn money_is_shown_to_keys_that_may_read_it() {
    let office = Office::new().await;
    let app = &office.app;
    let class = app.ticket(office.event, "Phổ thông", 500_000, 10).await;
    let guest = new_registration(office.event, "binh", Some(class));
    let guest = app.add(guest).await;
    let path = office.path(&format!("/participants/{}", guest.id));
    let full = app.full_key(&office.owner).await;
    let shown = office.get(&full, &path).await;
    assert_eq!(shown.data()["amount"], 500_000);
    assert_eq!(shown.data()["received"], 0);
    let rights = [ApiRight::ReadGuests, ApiRight::CheckIn];
    let key = app.key_of(&office.owner, rights, None).await;
    let shown = office.get(&key, &path).await;
    let shown = shown.data();
    assert_eq!(shown["paymentStatus"], "unpaid");
    assert!(shown["amount"].is_null() && shown["received"].is_null());
    let scan = json!({ "code": guest.ticket_code });
    let entered = office.post(&key, &office.path("/check-ins"), scan).await;
    assert!(entered.data()["amountDue"].is_null(), "{}", entered.json);
    assert_eq!(entered.data()["paymentStatus"], "unpaid");
}

#[tokio::test]
async fn a_participant_is_added_once_for_each_idempotency_key() {
    let office = Office::new().await;
    let app = &office.app;
    let key = app.full_key(&office.owner).await;
    let path = office.path("/participants");
    let add = async |name: &str, idempotency: &str| {
        let request = app.request(Method::POST, &format!("/api/v1{path}"));
        let body = json!({ "fullName": name, "email": "lan@example.vn" });
        let request = request
            .bearer(&key)
            .header("idempotency-key", idempotency)
            .lang("en");
        request.json(body).send().await
    };
    let first = add("Nguyễn Lan", "order-1").await;
    let first = first.data();
    assert_eq!(first["fullName"], "Nguyễn Lan");
    assert_eq!(first["isConfirmed"], true);
    let again = add("Nguyễn Lan", "order-1").await;
    assert_eq!(again.data()["id"], first["id"]);
    assert_eq!(app.registered(office.event).await, 1);
    assert_eq!(add("Nguyễn Hoa", "order-1").await.code(), 5008);
    assert_eq!(add("Nguyễn Lan", "order-2").await.code(), 5013);
    assert_eq!(app.registered(office.event).await, 1);

    let class = app.ticket(office.event, "Phổ thông", 0, 1).await;
    let missing = json!({ "fullName": "Trần Mai" });
    let missing = office.post(&key, &path, missing).await;
    assert_eq!(missing.code(), 5002);
    let fields = missing.json["fields"].as_object().unwrap();
    assert!(fields.contains_key("ticketClassId"), "{fields:?}");
    for (body, code) in [
        (json!({ "fullName": " ", "ticketClassId": class }), 5002),
        (
            json!({ "fullName": "Trần Mai", "email": "x", "ticketClassId": class }),
            5002,
        ),
        (
            json!({ "fullName": "Trần Mai", "ticketClassId": class }),
            2000,
        ),
        (
            json!({ "fullName": "Trần Hà", "ticketClassId": class }),
            5011,
        ),
    ] {
        let answer = office.post(&key, &path, body.clone()).await;
        assert_eq!(answer.code(), code, "{body}: {}", answer.json);
    }
}

#[tokio::test]
async fn a_ticket_lets_in_once_and_a_repeated_scan_gets_its_answer() {
    let office = Office::new().await;
    let app = &office.app;
    let key = app.full_key(&office.owner).await;
    let guest = app.add(new_registration(office.event, "binh", None)).await;
    let path = office.path("/check-ins");
    let scan = async |nonce: &str| {
        let body = json!({ "code": guest.ticket_code, "nonce": nonce, "device": "Cổng A" });
        office.post(&key, &path, body).await
    };
    let entered = scan("1").await;
    assert_eq!(entered.code(), 2001);
    assert_eq!(entered.data()["participantId"], guest.id.to_string());
    assert_eq!(entered.data()["checkedInAt"], "2026-03-01T02:00:00.000Z");
    assert_eq!(scan("1").await.code(), 2001);
    let refused = scan("2").await;
    assert_eq!(refused.code(), 5001);
    assert_eq!(refused.json["data"]["reason"], "ALREADY_CHECKED_IN");
    assert_eq!(refused.json["data"]["firstEntry"]["device"], "Cổng A");
    let unknown = office.post(&key, &path, json!({ "code": "0000000000" }));
    assert_eq!(unknown.await.json["data"]["reason"], "CODE_NOT_FOUND");
}
