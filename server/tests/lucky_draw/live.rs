//! Messages to open pages of a draw.

use serde_json::json;

use super::support::{Evening, heard};
use crate::support::Socket;

#[tokio::test(flavor = "multi_thread")]
async fn every_open_page_hears_the_promise_then_the_winner_then_that_it_was_taken_back() {
    let evening = Evening::with_guests(4).await;
    let prize = evening.prize("Nón", 1).await;
    let address = evening.app.listen().await;
    let auth = || json!({ "eventId": evening.event });
    let mut first = Socket::connect(address, "/checkin", auth()).await.unwrap();
    let mut second = Socket::connect(address, "/checkin", auth()).await.unwrap();
    let other = evening.app.open_event(&evening.owner, 5).await;
    let elsewhere = json!({ "eventId": other });
    let mut stranger = Socket::connect(address, "/checkin", elsewhere)
        .await
        .unwrap();
    for socket in [&mut first, &mut second, &mut stranger] {
        heard(socket, "counters").await;
    }

    let won = evening
        .draw(json!({ "prizeId": prize }))
        .await
        .data()
        .clone();
    for socket in [&mut first, &mut second] {
        let promised = heard(socket, "drawOpened").await;
        assert_eq!(promised["id"], won["roundId"]);
        assert!(promised.get("seed").is_none());
        let drawn = heard(socket, "drawn").await;
        assert_eq!(drawn["name"], won["name"]);
        assert_eq!(drawn["prize"], "Nón");
        assert!(
            drawn.get("company").is_none(),
            "names alone are for everyone"
        );
    }
    evening.void(&won["id"], "").await.data();
    for socket in [&mut first, &mut second] {
        assert_eq!(heard(socket, "drawVoided").await["id"], won["id"]);
    }
    let quiet = stranger
        .next_within(std::time::Duration::from_millis(300))
        .await;
    assert_eq!(quiet, crate::support::Heard::Nothing);
}
