//! Sockets: each hears its own account's notifications at once, in its language, from every server.

use std::time::Duration;

use hoi_community::notifications::{Kind, Live};
use serde_json::json;

use super::support::{listed, news, prefer, tell};
use crate::support::{Heard, Socket, TestApp, TestUser};

const MOMENT: Duration = Duration::from_millis(300);

async fn socket(address: std::net::SocketAddr, who: &TestUser) -> Socket {
    let auth = json!({ "token": who.token });
    let socket = Socket::connect(address, "/notification", auth).await;
    socket.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_hears_what_its_person_is_told_and_nothing_twice() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let mut live = Live::new(app.app.clock.now());
    let address = app.listen().await;
    let (mut hers, mut his) = (socket(address, &an).await, socket(address, &binh).await);
    hers.emit("whoAmI", json!("en")).await;
    tokio::time::sleep(MOMENT).await;

    tell(&app, &[&an], news(Kind::PointPending, 1, "Lan")).await;
    for _ in 0..3 {
        live.deliver(&app.app).await.unwrap();
    }
    let heard = hers.expect("notification").await;
    let item = &listed(&app, &an, "").await["items"][0];
    for name in ["id", "type", "title", "content", "link"] {
        assert_eq!(heard[name], item[name], "{name}");
        assert!(heard[name].is_string(), "{name}");
    }
    assert_eq!(heard["browser"], true);
    assert_eq!(hers.next_within(MOMENT).await, Heard::Nothing);
    assert_eq!(his.next_within(MOMENT).await, Heard::Nothing);

    let quiet = json!({ "items": [{ "type": "point.pending", "browser": false }] });
    prefer(&app, &an, quiet).await;
    tell(&app, &[&an], news(Kind::PointPending, 2, "Lan")).await;
    live.deliver(&app.app).await.unwrap();
    assert_eq!(hers.expect("notification").await["browser"], false);

    // A notification of a transaction that rolls back is not told.
    let tx = app.app.db.write().await.unwrap();
    let now = app.app.clock.now();
    let undone = news(Kind::PointPending, 3, "Lan");
    hoi_community::notifications::tell(&tx, [an.id], undone, now)
        .await
        .unwrap();
    drop(tx);
    live.deliver(&app.app).await.unwrap();
    assert_eq!(hers.next_within(MOMENT).await, Heard::Nothing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_hears_what_another_server_told() {
    let app = TestApp::new().await;
    // SQLite allows one server.
    let Ok(second) = app.second_server().await else {
        return;
    };
    let an = app.committee("an").await;
    let mut there = Live::new(app.app.clock.now());
    let address = second.listen().await;
    let mut socket = socket(address, &an).await;
    tell(&app, &[&an], news(Kind::PointPending, 1, "Lan")).await;
    there.deliver(&second.app).await.unwrap();
    socket.expect("notification").await;
}
