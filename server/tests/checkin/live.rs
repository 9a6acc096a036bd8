//! Messages to open screens at check-in.

use std::time::{Duration, Instant};

use axum::http::Method;
use serde_json::{Value, json};

use super::support::{Hall, post};
use crate::support::{Heard, Socket, new_registration};

const MOMENT: Duration = Duration::from_millis(500);
const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn counters_reach_every_screen_and_names_only_those_with_a_right_to_them() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let stranger = hall.app.committee("em").await;
    let address = hall.app.listen().await;
    let mut anyone = hall.watch(address, json!({})).await;
    let mut somebody = hall
        .watch(address, json!({ "token": stranger.token }))
        .await;
    let mut device = hall.watch(address, json!({ "key": hall.key })).await;
    let mut owner = hall
        .watch(address, json!({ "token": hall.owner.token }))
        .await;

    assert_eq!(
        hall.scan(json!({ "code": guest.ticket_code })).await.code(),
        2001
    );
    let began = Instant::now();
    let counters = json!({ "checkedIn": 1, "total": 1 });
    for socket in [&mut anyone, &mut somebody] {
        assert_eq!(socket.expect("counters").await, counters);
    }
    for socket in [&mut device, &mut owner] {
        let mut heard = Vec::new();
        for _ in 0..2 {
            let Heard::Event(name, data) = socket.next().await else {
                panic!()
            };
            heard.push((name, data));
        }
        heard.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(heard[0].0, "checkedIn");
        assert_eq!(heard[0].1["fullName"], "Trần bình");
        let text = heard[0].1.to_string();
        assert!(
            !text.contains(&guest.email) && !text.contains(&guest.phone),
            "{text}"
        );
        assert_eq!(heard[1], ("counters".to_owned(), counters.clone()));
    }
    assert!(began.elapsed() < SECOND, "{:?}", began.elapsed());
    for socket in [&mut anyone, &mut somebody] {
        assert_eq!(socket.next_within(MOMENT).await, Heard::Nothing);
    }
    // A refused scan is not announced.
    hall.scan(json!({ "code": guest.ticket_code })).await;
    assert_eq!(device.next_within(MOMENT).await, Heard::Nothing);
}

#[tokio::test(flavor = "multi_thread")]
async fn registrations_and_removals_move_the_counters_and_other_events_do_not() {
    let hall = Hall::new().await;
    let other = hall.app.open_event(&hall.owner, 5).await;
    let address = hall.app.listen().await;
    let mut screen = hall.watch(address, json!({})).await;
    let guest = hall.guest("bình").await;
    assert_eq!(
        screen.expect("counters").await,
        json!({ "checkedIn": 0, "total": 1 })
    );
    hall.app.add(new_registration(other, "chi", None)).await;
    assert_eq!(screen.next_within(MOMENT).await, Heard::Nothing);
    hall.app.remove(hall.event, guest.id, hall.owner.id).await;
    assert_eq!(
        screen.expect("counters").await,
        json!({ "checkedIn": 0, "total": 0 })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_begins_with_the_time_since_the_last_change() {
    let hall = Hall::new().await;
    let other = hall.app.open_event(&hall.owner, 5).await;
    let address = hall.app.listen().await;
    let quiet_for = async || {
        let auth = hall.with_event(json!({}));
        let mut screen = Socket::connect(address, "/checkin", auth).await.unwrap();
        let counters = screen.expect("counters").await;
        u128::from(counters["quietFor"].as_u64().unwrap())
    };
    tokio::time::sleep(MOMENT).await;
    let began = Instant::now();
    hall.guest("bình").await;
    let quiet = quiet_for().await;
    assert!(quiet <= began.elapsed().as_millis(), "{quiet}");
    tokio::time::sleep(MOMENT).await;
    hall.app.add(new_registration(other, "chi", None)).await;
    let quiet = quiet_for().await;
    assert!(quiet >= MOMENT.as_millis(), "{quiet}");
    hall.app.app.realtime.forget_changes();
    let began = Instant::now();
    tokio::time::sleep(MOMENT).await;
    let quiet = quiet_for().await;
    assert!(quiet >= MOMENT.as_millis(), "{quiet}");
    assert!(quiet <= began.elapsed().as_millis() + 1, "{quiet}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_surge_is_told_at_a_bounded_pace_and_ends_with_the_truth() {
    let hall = Hall::new().await;
    let address = hall.app.listen().await;
    let mut screen = hall.watch(address, json!({})).await;
    let began = Instant::now();
    for at in 0..60 {
        let guest = hall.guest(&format!("g{at}")).await;
        hall.scan(json!({ "code": guest.ticket_code })).await;
    }
    let mut messages = 0;
    let mut last = Value::Null;
    while last != json!({ "checkedIn": 60, "total": 60 }) {
        last = screen.expect("counters").await;
        messages += 1;
    }
    assert_eq!(screen.next_within(MOMENT).await, Heard::Nothing);
    let allowed = began.elapsed().as_millis() / 200 + 2;
    assert!(
        messages <= allowed,
        "{messages} messages, {allowed} allowed"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn permission_to_watch() {
    let hall = Hall::new().await;
    let address = hall.app.listen().await;
    let connect = async |auth: Value| Socket::connect(address, "/checkin", auth).await.err();
    let event = hall.event;
    for (auth, refusal) in [
        (json!({}), "RESOURCE_NOT_FOUND"),
        (json!({ "eventId": "no id" }), "RESOURCE_NOT_FOUND"),
        (
            json!({ "eventId": "01999999-0000-7000-8000-000000000000" }),
            "RESOURCE_NOT_FOUND",
        ),
        (
            json!({ "eventId": event, "key": "wrong" }),
            "INSUFFICIENT_PERMISSION",
        ),
        (
            json!({ "eventId": event, "token": "wrong" }),
            "INVALID_ACCESS_TOKEN",
        ),
    ] {
        assert_eq!(
            connect(auth.clone()).await.as_deref(),
            Some(refusal),
            "{auth}"
        );
    }
    assert_eq!(connect(json!({ "eventId": event })).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_and_an_ended_login_are_let_go_and_other_screens_stay() {
    let hall = Hall::new().await;
    let address = hall.app.listen().await;
    let mut device = hall.watch(address, json!({ "key": hall.key })).await;
    let mut owner = hall
        .watch(address, json!({ "token": hall.owner.token }))
        .await;
    let mut anyone = hall.watch(address, json!({})).await;
    let path = format!("/api/event/{}/checkin-keys", hall.event);
    let keys = hall
        .app
        .request(Method::GET, &path)
        .bearer(&hall.owner.token)
        .send()
        .await;
    let id = keys.data()[0]["id"].as_str().unwrap();
    hall.app
        .request(Method::DELETE, &format!("{path}/{id}"))
        .bearer(&hall.owner.token)
        .send()
        .await;
    assert_eq!(device.next().await, Heard::Disconnected);
    assert_eq!(owner.next_within(MOMENT).await, Heard::Nothing);
    post(&hall.app, "/api/auth/logout", json!({}))
        .bearer(&hall.owner.token)
        .send()
        .await;
    assert_eq!(owner.next().await, Heard::Disconnected);
    assert_eq!(anyone.next_within(MOMENT).await, Heard::Nothing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_event_has_no_screens() {
    let hall = Hall::new().await;
    let address = hall.app.listen().await;
    let mut screen = hall.watch(address, json!({})).await;
    let path = format!("/api/event/{}/cancel", hall.event);
    post(&hall.app, &path, json!({}))
        .bearer(&hall.owner.token)
        .send()
        .await;
    assert_eq!(screen.next().await, Heard::Disconnected);
    let again = Socket::connect(address, "/checkin", hall.with_event(json!({}))).await;
    assert_eq!(again.err().as_deref(), Some("RESOURCE_NOT_FOUND"));
}

/// The task that counts for an event ends with its last screen and starts again with the next.
#[tokio::test(flavor = "multi_thread")]
async fn counters_go_on_after_all_screens_were_closed_once() {
    let hall = Hall::new().await;
    let address = hall.app.listen().await;
    for at in 0..3 {
        let mut screen = hall.watch(address, json!({})).await;
        let mut second = hall.watch(address, json!({})).await;
        hall.guest(&format!("g{at}")).await;
        for socket in [&mut screen, &mut second] {
            assert_eq!(socket.expect("counters").await["total"], at + 1);
        }
        drop((screen, second));
        for _ in 0..500 {
            if hall.app.app.realtime.screens(hall.event) == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(hall.app.app.realtime.screens(hall.event), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn open_screens_hear_that_their_looks_changed() {
    let hall = Hall::new().await;
    let address = hall.app.listen().await;
    let mut anyone = hall.watch(address, json!({})).await;
    let path = format!("/api/event/{}/checkin", hall.event);
    let body = json!({ "waitingTime": 9 });
    let saved = hall
        .app
        .send_as(&hall.owner, Method::PUT, &path, body)
        .await;
    assert_eq!(saved.code(), 2000);
    anyone.expect("screenChanged").await;
}
