//! The welcome screen.

use axum::http::{Method, StatusCode};
use hoi_platform::clock::new_id;
use hoi_platform::files::Visibility;
use hoi_platform::ids::FileId;
use serde_json::json;

use super::support::Hall;

#[tokio::test]
async fn anyone_sees_title_and_counters_and_nothing_of_the_people() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    hall.guest("chi").await;
    hall.scan(json!({ "code": guest.ticket_code })).await;
    let shown = hall.show().await;
    assert_eq!(shown["title"], "Hội nghị Đổi mới");
    assert_eq!(
        (&shown["checkedIn"], &shown["total"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(shown["waitingTime"], 5);
    assert!(!shown.to_string().contains("bình"));
    hall.app.remove(hall.event, guest.id, hall.owner.id).await;
    let shown = hall.show().await;
    assert_eq!(
        (&shown["checkedIn"], &shown["total"]),
        (&json!(0), &json!(1))
    );
}

#[tokio::test]
async fn the_owner_sets_waiting_time_and_logos() {
    let hall = Hall::new().await;
    let logo = hall.logo(&hall.owner, Visibility::Public).await;
    for (seconds, code) in [(1, 2000), (60, 2000), (0, 5002), (61, 5002), (-5, 5002)] {
        assert_eq!(
            hall.set(json!({ "waitingTime": seconds })).await.code(),
            code,
            "{seconds}"
        );
    }
    let set = hall.set(json!({ "sponsorLogos": [logo] })).await;
    assert_eq!(set.code(), 2000, "{}", set.json);
    let shown = hall.show().await;
    assert_eq!(
        (&shown["waitingTime"], &shown["sponsorLogos"]),
        (&json!(60), &json!([logo]))
    );
    hall.set(json!({ "waitingTime": 7 })).await;
    assert_eq!(
        hall.show().await["sponsorLogos"],
        json!([logo]),
        "absent stays"
    );
    hall.set(json!({ "sponsorLogos": [] })).await;
    assert_eq!(hall.show().await["sponsorLogos"], json!([]));
}

#[tokio::test]
async fn only_public_files_of_ones_own_become_logos() {
    let hall = Hall::new().await;
    let stranger = hall.app.committee("em").await;
    let foreign = hall.logo(&stranger, Visibility::Public).await;
    let private = hall.logo(&hall.owner, Visibility::Private).await;
    let missing = format!("/api/upload/{}", new_id::<FileId>());
    for logo in [foreign, private, missing] {
        let answer = hall.set(json!({ "sponsorLogos": [logo] })).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002)
        );
        assert!(answer.json["fields"]["sponsorLogos"].is_array());
    }
    let many: Vec<String> = (0..21)
        .map(|_| format!("/api/upload/{}", new_id::<FileId>()))
        .collect();
    assert_eq!(hall.set(json!({ "sponsorLogos": many })).await.code(), 5002);
    assert_eq!(hall.show().await["sponsorLogos"], json!([]));
}

#[tokio::test]
async fn unknown_events_have_no_screen() {
    let hall = Hall::new().await;
    for id in ["nothing", "01999999-0000-7000-8000-000000000000"] {
        let answer = hall
            .app
            .request(Method::GET, &format!("/api/event/{id}/checkin"))
            .lang("en")
            .send()
            .await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::NOT_FOUND, 5005)
        );
        assert_eq!(answer.json["messages"], json!(["This event doesn't exist"]));
    }
}
