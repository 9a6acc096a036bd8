//! The content, signature, order and repetition of deliveries.

use std::time::Duration;

use axum::http::Method;
use hoi_server::background::clean_up;
use hoi_server::webhooks::send_due;
use serde_json::{Value, json};

use super::receiver::Receiver;
use super::support::{Desk, near};
use crate::support::START;

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn changes_are_sent_signed_in_order_without_names() {
    let desk = Desk::new().await;
    let (id, secret) = desk.hook("/ok").await;
    let hoa = desk.guest("hoa").await;
    let scan = json!({ "eventId": desk.event, "code": hoa.ticket_code });
    let scanned = desk
        .app
        .call(&desk.owner, Method::POST, "/api/event/checkin", scan);
    scanned.await.data();
    let path = format!("/api/event/{}/attendances", desk.event);
    let body = json!({ "ids": [hoa.id] });
    let removed = desk.app.call(&desk.owner, Method::DELETE, &path, body);
    removed.await.data();
    desk.send().await;

    let got = desk.receiver.take();
    let kinds: Vec<_> = got.iter().map(|got| got.kind()).collect();
    assert_eq!(
        kinds,
        [
            "registration.created",
            "participant.checked_in",
            "registration.cancelled"
        ]
    );
    for got in &got {
        assert_eq!(got.signed_by(&secret), [true]);
        assert!(got.id().starts_with("msg_"));
        assert_eq!(got.headers["content-type"], "application/json");
        let at = got.headers["webhook-timestamp"].to_str().unwrap();
        assert_eq!(at, (START.0 / 1000).to_string());
        let json = got.json();
        assert_eq!(json["timestamp"], json!(START));
        assert_eq!(json["data"]["attendanceId"], json!(hoa.id));
        assert_eq!(json["data"]["eventId"], json!(desk.event));
        let text = String::from_utf8(got.body.to_vec()).unwrap();
        for personal in ["Trần", "hoa@example.vn", "0912345678", &hoa.ticket_code] {
            assert!(!text.contains(personal), "{text}");
        }
    }
    let log = desk.log(&id).await;
    assert_eq!(log.len(), 3);
    for entry in &log {
        assert_eq!(
            (&entry["status"], &entry["answer"]),
            (&json!(200), &json!("thanks"))
        );
        assert_eq!(entry["attempts"], 1);
        assert!(entry["deliveredAt"].is_string());
    }
    assert_eq!(desk.in_outbox().await, 0);
    desk.send().await;
    assert!(desk.receiver.take().is_empty(), "nothing is sent twice");
}

#[tokio::test]
async fn a_receiver_learns_whom_it_has_to_forget() {
    let desk = Desk::new().await;
    desk.hook("/ok").await;
    let hoa = desk.guest("hoa").await;
    let path = format!("/api/event/{}/attendances/{}", desk.event, hoa.id);
    let seen = desk
        .app
        .call(&desk.owner, Method::GET, &path, Value::Null)
        .await;
    let body = json!({ "fullName": hoa.full_name, "updatedAt": seen.data()["updatedAt"] });
    let path = format!("{path}/erase");
    let erased = desk.app.call(&desk.owner, Method::POST, &path, body);
    erased.await.data();
    desk.send().await;
    let got = desk.receiver.take();
    let kinds: Vec<_> = got.iter().map(|got| got.kind()).collect();
    assert_eq!(kinds, ["registration.created", "participant.erased"]);
    assert_eq!(got[1].json()["data"]["attendanceId"], json!(hoa.id));
}

#[tokio::test]
async fn nothing_is_written_where_no_webhook_is_on() {
    let desk = Desk::new().await;
    desk.guest("hoa").await;
    assert_eq!(desk.in_outbox().await, 0);

    let (id, _) = desk.hook("/ok").await;
    let off = json!({ "url": format!("{}/ok", desk.receiver.origin), "kinds": ["payment.received"], "isOn": false, "version": 1 });
    desk.call(Method::PUT, &format!("/{id}"), off).await.data();
    desk.guest("lan").await;
    assert_eq!(desk.in_outbox().await, 0, "it is switched off");

    // The control: of another event that has one.
    let other = desk.app.open_event(&desk.owner, 10).await;
    let path = format!("/api/event/{other}/webhooks");
    let body =
        json!({ "url": format!("{}/ok", desk.receiver.origin), "kinds": ["payment.received"] });
    let made = desk.app.call(&desk.owner, Method::POST, &path, body);
    made.await.data();
    desk.guest("mai").await;
    assert_eq!(desk.in_outbox().await, 0);
    let person = crate::support::new_registration(other, "ba", None);
    desk.app.add(person).await;
    assert_eq!(desk.in_outbox().await, 1);
    desk.send().await;
    assert_eq!(desk.in_outbox().await, 0);
    assert!(desk.receiver.take().is_empty(), "it wants payments alone");
}

#[tokio::test]
async fn a_failed_delivery_is_repeated_and_the_next_waits_for_it() {
    let desk = Desk::new().await;
    let (id, secret) = desk.hook("/set").await;
    desk.receiver.set(503);
    let (hoa, lan) = (desk.guest("hoa").await, desk.guest("lan").await);
    desk.send().await;
    desk.send().await;
    let first = desk.receiver.take();
    assert_eq!(first.len(), 1, "the next waits, and the first has a pause");
    let shown = desk.shown(&id).await;
    assert_eq!(
        (&shown["waiting"], &shown["failingSince"]),
        (&json!(2), &json!(START))
    );

    desk.app.pass(Duration::from_secs(6));
    desk.send().await;
    assert_eq!(desk.receiver.take().len(), 1);
    desk.app.pass(Duration::from_secs(6));
    desk.send().await;
    assert!(desk.receiver.take().is_empty(), "pauses grow");

    desk.receiver.set(204);
    desk.app.pass(Duration::from_mins(6));
    desk.send().await;
    let got = desk.receiver.take();
    let of: Vec<_> = got
        .iter()
        .map(|got| got.json()["data"]["attendanceId"].clone())
        .collect();
    assert_eq!(of, [json!(hoa.id), json!(lan.id)]);
    assert_eq!(got[0].id(), first[0].id(), "a repetition has the same name");
    assert_eq!(got[0].body, first[0].body);
    assert_ne!(
        got[0].headers["webhook-timestamp"],
        first[0].headers["webhook-timestamp"]
    );
    assert_eq!(got[0].signed_by(&secret), [true]);
    let shown = desk.shown(&id).await;
    assert_eq!(
        (&shown["waiting"], &shown["failingSince"]),
        (&json!(0), &Value::Null)
    );
}

#[tokio::test]
async fn a_webhook_that_fails_for_three_days_is_switched_off_with_a_notice_and_can_go_on() {
    let desk = Desk::new().await;
    let (id, _) = desk.hook("/set").await;
    desk.receiver.set(500);
    desk.guest("hoa").await;
    desk.guest("lan").await;
    let mut attempts = 0;
    for _ in 0..15 {
        desk.send().await;
        attempts += desk.receiver.take().len();
        desk.app.pass(DAY);
    }
    assert_eq!(attempts, 10);
    let shown = desk.shown(&id).await;
    assert_eq!(shown["offReason"], "failing");
    assert_eq!(
        (&shown["waiting"], &shown["failed"]),
        (&json!(1), &json!(1))
    );
    let mails = desk.app.run_jobs().await;
    let told = mails.iter().any(|mail| mail.text.contains("127.0.0.1"));
    assert!(told, "the organiser gets a mail");
    let list = desk
        .app
        .call(&desk.owner, Method::GET, "/api/notification", Value::Null);
    assert_eq!(list.await.data()["items"][0]["type"], "webhook.off");
    let replay = desk
        .call(Method::POST, &format!("/{id}/replay"), Value::Null)
        .await;
    assert_eq!(replay.code(), 5008);

    desk.receiver.set(200);
    let url = format!("{}/set", desk.receiver.origin);
    let version = desk.shown(&id).await["version"].clone();
    let on =
        json!({ "url": url, "kinds": super::support::OF_EVENTS, "isOn": true, "version": version });
    desk.call(Method::PUT, &format!("/{id}"), on).await.data();
    desk.send().await;
    assert_eq!(desk.receiver.take().len(), 1, "the second goes on");
    let replay = desk
        .call(Method::POST, &format!("/{id}/replay"), Value::Null)
        .await;
    assert_eq!(replay.data()["waiting"], 1);
    desk.send().await;
    assert_eq!(desk.receiver.take().len(), 1, "the first by replay");
    assert_eq!(desk.shown(&id).await["failed"], 0);

    desk.app.pass(31 * DAY);
    clean_up(&desk.app.app).await;
    assert!(desk.log(&id).await.is_empty(), "kept for 30 days");
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_switched_off_at_once() {
    let desk = Desk::new().await;
    let (id, _) = desk.hook("/gone").await;
    desk.guest("hoa").await;
    desk.guest("lan").await;
    desk.send().await;
    assert_eq!(desk.receiver.take().len(), 1);
    assert_eq!(desk.shown(&id).await["offReason"], "gone");
}

/// The server dies while the receiver works: nothing is lost, nothing overtakes, and the name is the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_delivery_cut_by_the_death_of_the_server_is_sent_again_first() {
    let desk = Desk::new().await;
    let (id, _) = desk.hook("/slow").await;
    let (hoa, lan) = (desk.guest("hoa").await, desk.guest("lan").await);
    let app = desk.app.app.clone();
    let dying = tokio::spawn(async move { send_due(&app).await });
    desk.receiver.wait().await;
    dying.abort();
    let _ = dying.await;
    let begun = desk.receiver.take();

    let url = format!("{}/ok", desk.receiver.origin);
    let version = desk.shown(&id).await["version"].clone();
    let body =
        json!({ "url": url, "kinds": super::support::OF_EVENTS, "isOn": true, "version": version });
    desk.call(Method::PUT, &format!("/{id}"), body).await.data();
    desk.send().await;
    assert!(desk.receiver.take().is_empty(), "the lease holds");
    desk.app.pass(Duration::from_secs(61));
    desk.send().await;
    let got = desk.receiver.take();
    let of: Vec<_> = got
        .iter()
        .map(|got| got.json()["data"]["attendanceId"].clone())
        .collect();
    assert_eq!(of, [json!(hoa.id), json!(lan.id)]);
    assert_eq!(got[0].id(), begun[0].id());
}

/// Two servers on one database, or two senders of one: each delivery goes out once, and in order.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_send_each_delivery_once() {
    let desk = Desk::new().await;
    desk.hook("/ok").await;
    let mut people = Vec::new();
    for at in 0..30 {
        people.push(json!(desk.guest(&format!("guest{at}")).await.id));
    }
    let second = desk.app.second_server().await;
    let second = second.as_ref().map_or(&desk.app, |second| second);
    for _ in 0..5 {
        let (one, other) = tokio::join!(send_due(&desk.app.app), send_due(&second.app));
        one.unwrap();
        other.unwrap();
    }
    let got = desk.receiver.take();
    let of: Vec<_> = got
        .iter()
        .map(|got| got.json()["data"]["attendanceId"].clone())
        .collect();
    assert_eq!(of, people);
}

#[tokio::test]
async fn members_and_deals_of_groups_are_sent() {
    let receiver = Receiver::start().await;
    let app = near().await;
    let owner = app.committee("an").await;
    let member = app.committee("binh").await;
    let group = app.group(&owner).await;
    let path = format!("/api/group/{group}/webhooks");
    let kinds = [
        "deal.created",
        "deal.changed",
        "member.joined",
        "member.left",
    ];
    let body = json!({ "url": format!("{}/ok", receiver.origin), "kinds": kinds });
    let made = app.call(&owner, Method::POST, &path, body).await;
    let secret = made.data()["secret"].as_str().unwrap().to_owned();
    let added = json!({ "userIds": [member.id], "role": "member" });
    let members = format!("/api/group/{group}/member");
    // An owner can only add accounts that share a group with them.
    let admin = app.admin().await;
    app.call(&admin, Method::POST, &members, added).await.data();
    let left = format!("{members}/{}", member.id);
    app.call(&owner, Method::DELETE, &left, json!({}))
        .await
        .data();
    send_due(&app.app).await.unwrap();
    let got = receiver.take();
    let kinds: Vec<_> = got.iter().map(|got| got.kind()).collect();
    assert_eq!(kinds, ["member.joined", "member.left"]);
    for got in got {
        assert_eq!(got.signed_by(&secret), [true]);
        let data = got.json()["data"].clone();
        assert_eq!(data, json!({ "groupId": group, "userId": member.id }));
    }
    let wrong = json!({ "url": "https://a.vn/", "kinds": ["payment.received"] });
    let refused = app.call(&owner, Method::POST, &path, wrong).await;
    assert_eq!(refused.code(), 5002);
    let refused = app.call(&member, Method::GET, &path, Value::Null).await;
    assert_ne!(refused.code(), 2000);
}
