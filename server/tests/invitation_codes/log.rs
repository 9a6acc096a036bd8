//! Entries of the event log about codes that change together with something else.

use axum::http::Method;
use hoi_ticketing::attendances::ParticipationType;
use serde_json::{Value, json};

use super::support::{also, new_codes, path};
use crate::support::TestApp;

#[tokio::test]
async fn codes_that_go_with_their_owner_are_switched_off_in_the_log_too() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let vip = async |name: &str| app.guest(event, name, ParticipationType::Vip, None).await;
    let (first, second, third) = (vip("first").await, vip("second").await, vip("third").await);
    for (guest, count) in [(first, 3), (second, 1)] {
        let own = json!({ "ownerAttendanceId": guest, "count": count });
        let made = app.codes(&owner, event, also(new_codes(), own)).await;
        assert_eq!(made.len(), count);
    }
    // One code is off already, and is not switched off again.
    let codes = app.get_as(&owner, &path(event)).await;
    let of_first = codes.data()["items"].as_array().unwrap().iter();
    let one = of_first
        .filter(|code| code["ownerAttendanceId"] == first.to_string())
        .map(|code| code["id"].as_str().unwrap().to_owned())
        .next()
        .unwrap();
    let one = format!("{}/{one}", path(event));
    app.put(&owner, &one, json!({ "isActive": false }))
        .await
        .data();

    let list = format!("/api/event/{event}/attendances");
    let remove = async |ids: Value| {
        let gone = app
            .send_as(&owner, Method::DELETE, &list, json!({ "ids": ids }))
            .await;
        assert_eq!(gone.code(), 2000, "{}", gone.json);
    };
    // A participant without codes causes no entry about codes.
    remove(json!([third])).await;
    let before = app.said_of_codes(&owner, event).await;
    assert_eq!(before.len(), 3, "{before:?}");
    remove(json!([first, second])).await;
    let said = app.said_of_codes(&owner, event).await;
    let expected = (
        "invitationCode.deactivated".to_owned(),
        json!(3),
        json!(owner.id.to_string()),
    );
    assert_eq!(said[0], expected);
    assert_eq!(said[1..], before[..]);
}

#[tokio::test]
async fn codes_that_go_with_their_class_are_deleted_in_the_log_too() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let (with, without) = (
        app.ticket(event, "Khách mời", 0, -1).await,
        app.ticket(event, "Thường", 0, -1).await,
    );
    let for_class = json!({ "ticketId": with, "count": 2 });
    app.codes(&owner, event, also(new_codes(), for_class)).await;
    for class in [without, with] {
        let class = format!("/api/event/{event}/tickets/{class}");
        app.send_as(&owner, Method::DELETE, &class, json!({}))
            .await
            .data();
    }
    let said = app.said_of_codes(&owner, event).await;
    let said: Vec<_> = said
        .iter()
        .map(|(action, count, _)| (action.as_str(), count.clone()))
        .collect();
    assert_eq!(
        said,
        [
            ("invitationCode.deleted", json!(2)),
            ("invitationCode.created", json!(2))
        ]
    );
}

#[tokio::test]
async fn a_code_that_stays_as_it_was_is_no_news() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let made = app.codes(&owner, event, new_codes()).await;
    let one = format!("{}/{}", path(event), made[0]["id"].as_str().unwrap());
    for same in [
        json!({}),
        json!({ "isActive": true, "maxUses": 1, "expiresAt": null }),
    ] {
        assert_eq!(app.put(&owner, &one, same).await.code(), 2000);
    }
    assert_eq!(app.said_of_codes(&owner, event).await.len(), 1);
    // The form sends all fields, of which one has changed.
    let off = json!({ "isActive": false, "maxUses": 1, "expiresAt": null });
    app.put(&owner, &one, off.clone()).await.data();
    app.put(&owner, &one, off).await.data();
    let said = app.said_of_codes(&owner, event).await;
    assert_eq!(said.len(), 2);
    assert_eq!(said[0].0, "invitationCode.deactivated");
    app.put(&owner, &one, json!({ "maxUses": 5 })).await.data();
    let said = app.said_of_codes(&owner, event).await;
    assert_eq!(said[0].0, "invitationCode.updated");
}
