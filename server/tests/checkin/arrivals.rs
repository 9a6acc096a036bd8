//! Arrivals of the last hour, and the devices that are connected meanwhile.

use std::time::Duration;

use axum::http::Method;
use hoi_db::Timestamp;
use serde_json::{Value, json};

use super::support::Hall;

const MINUTE: i64 = 60_000;

impl Hall {
    async fn arrivals(&self) -> Value {
        let path = format!("/api/event/{}/arrivals", self.event);
        self.app.get_as(&self.owner, &path).await.data().clone()
    }

    /// Lets a guest in at this moment.
    async fn arrives(&self, name: &str, at: Timestamp) {
        let guest = self.guest(name).await;
        let now = self.app.app.clock.now();
        self.app.app.clock.set(at);
        self.app.set_checked_in(guest.id, true).await;
        self.app.app.clock.set(now);
    }
}

#[tokio::test]
async fn the_last_hour_is_counted_by_the_minute() {
    let hall = Hall::new().await;
    let now = hall.app.app.clock.now();
    let present = now.0.div_euclid(MINUTE) * MINUTE;
    let first = present - 59 * MINUTE;
    let nothing = hall.arrivals().await;
    assert_eq!(nothing["perMinute"], json!(vec![0; 60]));
    assert_eq!(nothing["since"], json!(Timestamp(first)));
    // Just before the hour, at its beginning, twice in the minute after, and at the beginning of the present minute.
    for (name, at) in [
        ("an", first - 1),
        ("bình", first),
        ("chi", first + MINUTE),
        ("dung", first + 2 * MINUTE - 1),
        ("em", present),
    ] {
        hall.arrives(name, Timestamp(at)).await;
    }
    let mut expected = vec![0; 60];
    (expected[0], expected[1], expected[59]) = (1, 2, 1);
    assert_eq!(hall.arrivals().await["perMinute"], json!(expected));
    // A guest who was sent back out has not arrived.
    let outside = hall.guest("giang").await;
    hall.app.set_checked_in(outside.id, true).await;
    hall.app.set_checked_in(outside.id, false).await;
    assert_eq!(hall.arrivals().await["perMinute"], json!(expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connected_device_is_known_until_it_goes() {
    let hall = Hall::new().await;
    let connected = async || {
        let keys = hall.keys(Method::GET, "", Value::Null).await;
        keys.data()[0]["isConnected"].clone()
    };
    assert_ne!(connected().await, true, "it was never there");
    let address = hall.app.listen().await;
    let owner = hall
        .watch(address, json!({ "token": hall.owner.token }))
        .await;
    assert_ne!(connected().await, true, "an account is no device");
    let device = hall.watch(address, json!({ "key": hall.key })).await;
    assert_eq!(connected().await, true);
    drop((owner, device));
    for _ in 0..100 {
        if connected().await != true {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the device is gone");
}
