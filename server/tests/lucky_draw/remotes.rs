//! Phones from which a draw is carried out, and the screens that hear of them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::support::{Evening, heard};
use crate::support::{Heard, Socket};

const MOMENT: Duration = Duration::from_millis(600);
/// The server tells the same screens of one remote at most this often.
const PACE: Duration = Duration::from_millis(200);
/// As many as one event may have.
const REMOTES: usize = 4;

async fn connect(
    evening: &Evening,
    address: SocketAddr,
    mut auth: Value,
) -> Result<Socket, String> {
    auth["eventId"] = json!(evening.event);
    Socket::connect(address, "/checkin", auth).await
}

async fn remote(evening: &Evening, address: SocketAddr) -> Socket {
    let auth = json!({ "token": evening.owner.token, "remote": true });
    connect(evening, address, auth).await.unwrap()
}

/// Returns what comes of this name within a moment.
async fn overheard(socket: &mut Socket, name: &str) -> Vec<Value> {
    let mut found = Vec::new();
    while let Heard::Event(event, data) = socket.next_within(MOMENT).await {
        if event == name {
            found.push(data);
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screens_of_those_who_may_draw_hear_of_a_remote_from_its_first_choice_to_its_end() {
    let evening = Evening::with_guests(2).await;
    let prize = evening.prize("Xe máy", 1).await;
    let address = evening.app.listen().await;
    let as_owner = json!({ "token": evening.owner.token });
    let mut wall = connect(&evening, address, as_owner.clone()).await.unwrap();
    let mut anyone = connect(&evening, address, json!({})).await.unwrap();
    let mut phone = remote(&evening, address).await;
    assert_eq!(
        overheard(&mut wall, "drawRemote").await,
        Vec::<Value>::new()
    );

    phone.emit("remote", json!({ "prizeId": prize })).await;
    let told = heard(&mut wall, "drawRemote").await;
    assert_eq!(
        (&told["isHere"], &told["prizeId"], &told["dismissed"]),
        (&json!(true), &prize, &Value::Null)
    );
    // A screen that is opened later hears of it without a new choice.
    let mut late = connect(&evening, address, as_owner).await.unwrap();
    assert_eq!(heard(&mut late, "drawRemote").await, told);

    // A message that is no choice changes nothing.
    phone.emit("remote", json!({ "prizeId": 7 })).await;
    phone.emit("remote", json!("Xe máy")).await;
    let won = evening.draw(json!({ "prizeId": prize })).await;
    let won = &won.data()["id"];
    phone.emit("remote", json!({ "dismissed": won })).await;
    let dismissed = loop {
        let next = heard(&mut wall, "drawRemote").await;
        if next != told {
            break next;
        }
    };
    assert_eq!(
        dismissed,
        json!({ "id": told["id"], "isHere": true, "prizeId": null, "dismissed": won })
    );

    drop(phone);
    for screen in [&mut wall, &mut late] {
        let gone = loop {
            let next = heard(screen, "drawRemote").await;
            if next["isHere"] == json!(false) {
                break next;
            }
        };
        assert_eq!(gone["id"], told["id"]);
    }
    assert_eq!(
        overheard(&mut anyone, "drawRemote").await,
        Vec::<Value>::new()
    );
}

/// A remote says its choice once, as soon as it is connected.
#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_comes_with_the_connection_is_heard() {
    let evening = Evening::with_guests(1).await;
    let prize = evening.prize("Xe máy", 1).await;
    let address = evening.app.listen().await;
    let as_owner = json!({ "token": evening.owner.token });
    let mut wall = connect(&evening, address, as_owner).await.unwrap();
    for _ in 0..40 {
        let mut phone = remote(&evening, address).await;
        phone.emit("remote", json!({ "prizeId": prize })).await;
        let told = heard(&mut wall, "drawRemote").await;
        assert_eq!(told["prizeId"], prize);
        drop(phone);
        while heard(&mut wall, "drawRemote").await["isHere"] == json!(true) {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_are_told_at_a_bounded_pace_and_end_with_the_last() {
    let evening = Evening::with_guests(1).await;
    let address = evening.app.listen().await;
    let as_owner = json!({ "token": evening.owner.token });
    let mut wall = connect(&evening, address, as_owner).await.unwrap();
    let mut phone = remote(&evening, address).await;
    let begun = Instant::now();
    for at in 0..200 {
        let prize = format!("01999999-0000-7000-8000-{at:012}");
        phone.emit("remote", json!({ "prizeId": prize })).await;
    }
    let mut told = Vec::new();
    let is_last = |told: &Value| told["prizeId"] == "01999999-0000-7000-8000-000000000199";
    while !told.last().is_some_and(is_last) {
        assert!(begun.elapsed() < Duration::from_mins(1), "{told:?}");
        told.extend(overheard(&mut wall, "drawRemote").await);
    }
    let most = begun.elapsed().as_millis() / PACE.as_millis() + 2;
    assert!(u128::try_from(told.len()).unwrap() <= most, "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_may_draw_become_remotes() {
    let evening = Evening::new().await;
    let other = evening.app.committee("em").await;
    let admin = evening.app.admin().await;
    let address = evening.app.listen().await;
    let refusal = async |auth: Value| connect(&evening, address, auth).await.err();
    assert_eq!(
        refusal(json!({ "remote": true })).await.as_deref(),
        Some("INVALID_ACCESS_TOKEN")
    );
    assert_eq!(
        refusal(json!({ "remote": true, "token": other.token }))
            .await
            .as_deref(),
        Some("INSUFFICIENT_PERMISSION")
    );
    for user in [&evening.owner, &admin] {
        assert_eq!(
            refusal(json!({ "remote": true, "token": user.token })).await,
            None
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_has_a_bounded_number_of_remotes_and_one_that_leaves_makes_room() {
    let evening = Evening::new().await;
    let address = evening.app.listen().await;
    let auth = || json!({ "token": evening.owner.token, "remote": true });
    let mut remotes = Vec::new();
    for _ in 0..REMOTES {
        remotes.push(remote(&evening, address).await);
    }
    let refused = connect(&evening, address, auth()).await.err();
    assert_eq!(refused.as_deref(), Some("RESOURCE_EXCEEDED"));
    // Screens are not counted with them.
    let as_owner = json!({ "token": evening.owner.token });
    connect(&evening, address, as_owner).await.unwrap();

    drop(remotes.pop());
    let mut again = connect(&evening, address, auth()).await;
    for _ in 0..100 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        again = connect(&evening, address, auth()).await;
    }
    assert_eq!(again.err(), None);
}
