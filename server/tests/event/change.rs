//! Changing an event.

use axum::http::Method;
use hoi_i18n::Lang;
use serde_json::{Value, json};

use super::support::{id_in, refuses};
use crate::support::TestApp;

#[tokio::test]
async fn absent_fields_stay_and_null_clears() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let cover = app.uploaded(&user, "eventCover").await;
    let before = app.get_as(&user, &path).await.data().clone();
    let body =
        json!({ "title": "Đêm nhạc mới", "coverImage": cover, "backgroundColor": "#123456" });
    let answer = app.put(&user, &path, body).await;
    assert_eq!(answer.code(), 2000);
    assert_eq!(answer.json["messages"], json!(["Event updated"]));
    let after = answer.data();
    for (name, value) in before.as_object().unwrap() {
        match name.as_str() {
            "title" => assert_eq!(after[name], "Đêm nhạc mới"),
            "coverImage" => assert_eq!(after[name], cover),
            "backgroundColor" => assert_eq!(after[name], "#123456"),
            "version" => assert_eq!(after[name], 2),
            _ => assert_eq!(&after[name], value, "{name}"),
        }
    }
    let body = json!({ "coverImage": null, "backgroundColor": null });
    let cleared = app.put(&user, &path, body).await;
    assert_eq!(cleared.data()["coverImage"], Value::Null);
    assert_eq!(cleared.data()["backgroundColor"], Value::Null);
    assert_eq!(cleared.data()["title"], "Đêm nhạc mới");
}

#[tokio::test]
async fn fields_that_the_caller_may_not_set_are_refused() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let path = app.created(&user).await;
    let body = json!({
        "ownerId": other.id.to_string(), "registeredCount": 5, "isCancelled": true, "status": "closed",
        "id": "0198c5a1-7c00-7000-8000-000000000000", "newClosedDate": "2030-01-01T00:00:00Z",
    });
    let answer = app.put(&user, &path, body.clone()).await;
    assert_eq!(answer.code(), 5002);
    for name in body.as_object().unwrap().keys() {
        assert!(
            answer.json["fields"][name].is_array(),
            "{name}: {}",
            answer.json
        );
    }
    let answer = app.get_as(&user, &path).await;
    let event = answer.data();
    assert_eq!(event["ownerId"], user.id.to_string());
    assert_eq!(
        (&event["registeredCount"], &event["isCancelled"]),
        (&json!(0), &json!(false))
    );
    assert_eq!(
        (&event["status"], &event["newClosedDate"]),
        (&json!("open"), &Value::Null)
    );
}

#[tokio::test]
async fn a_section_asks_only_for_itself() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    // Stored before its payment information was complete.
    let event = app
        .event(&user, |event| event.turn_off_payment = sea_orm::Set(false))
        .await;
    let path = format!("/api/event/{event}");
    let whole = app.put(&user, &path, json!({ "title": "Mới" })).await;
    assert_eq!(whole.code(), 5002);
    assert!(whole.json["fields"]["accountNumber"].is_array());
    let body = json!({ "title": "Mới", "section": "eventInfo" });
    app.put(&user, &path, body).await.data();
    let answer = app
        .put(&user, &path, json!({ "section": "paymentInfo" }))
        .await;
    assert!(answer.json["fields"]["accountNumber"].is_array());
    // Sent fields are always checked, whatever the section.
    let body = json!({ "section": "eventInfo", "venueAddress": "ề".repeat(101) });
    refuses(
        &app.put(&user, &path, body).await,
        "venueAddress",
        "Use at most 100 characters",
    );
}

#[tokio::test]
async fn no_change_is_overwritten_unseen() {
    let app = TestApp::new().await;
    let (user, admin) = (app.committee("an").await, app.admin().await);
    let path = app.created(&user).await;
    let version = app.get_as(&user, &path).await.data()["version"].clone();
    let body = json!({ "title": "Của quản trị", "version": version });
    app.put(&admin, &path, body).await.data();
    let late = app
        .put(
            &user,
            &path,
            json!({ "title": "Của tôi", "version": version }),
        )
        .await;
    assert_eq!((late.status.as_u16(), late.code()), (409, 5008));
    let stored = app.get_as(&user, &path).await;
    assert_eq!(stored.data()["title"], "Của quản trị");
    // The refusal has the stored values, so that the wizard shows both values.
    assert_eq!(&late.json["data"], stored.data());

    // Of several changes at the same moment one succeeds, and the others are refused.
    let version = app.get_as(&user, &path).await.data()["version"].clone();
    let changes = (0..8).map(|at| {
        let body = json!({ "title": format!("Bản {at}"), "version": version });
        app.put(&user, &path, body)
    });
    let mut codes: Vec<u64> = futures::future::join_all(changes)
        .await
        .iter()
        .map(|answer| answer.code())
        .collect();
    codes.sort_unstable();
    assert_eq!(codes, [2000, 5008, 5008, 5008, 5008, 5008, 5008, 5008]);
}

#[tokio::test]
async fn seats_cannot_become_fewer_than_participants() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    for name in ["a", "b", "c"] {
        app.participant(id_in(&path), name, None, Lang::VI).await;
    }
    let fewer = app
        .put(&user, &path, json!({ "totalParticipants": 2 }))
        .await;
    assert_eq!(fewer.code(), 5008);
    assert!(
        fewer.json["messages"][0]
            .as_str()
            .unwrap()
            .starts_with("3 people")
    );
    app.put(&user, &path, json!({ "totalParticipants": 3 }))
        .await
        .data();
}

#[tokio::test]
async fn only_the_owner_and_administrators_reach_an_event() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let path = app.created(&user).await;
    for (method, path) in [
        (Method::GET, path.clone()),
        (Method::PUT, path.clone()),
        (Method::DELETE, path.clone()),
        (Method::PUT, format!("{path}/form")),
        (Method::PUT, format!("{path}/page")),
        (Method::POST, format!("{path}/reopen")),
        (Method::POST, format!("{path}/cancel")),
        (Method::GET, format!("{path}/preview")),
        (Method::GET, format!("{path}/activities")),
        (Method::GET, format!("{path}/tickets")),
        (Method::POST, format!("{path}/tickets")),
    ] {
        let answer = app.send_as(&other, method.clone(), &path, json!({})).await;
        assert_eq!(answer.code(), 5016, "{method} {path}");
    }
    assert_eq!(
        app.get_as(&user, &path).await.data()["title"],
        "Đêm nhạc Trịnh"
    );
    app.put(&admin, &path, json!({ "title": "Sửa giúp" }))
        .await
        .data();
    let rights = json!([
        "overview",
        "guests",
        "personalData",
        "money",
        "tickets",
        "messages",
        "door",
        "draw",
        "settings",
    ]);
    for reader in [&user, &admin] {
        assert_eq!(app.get_as(reader, &path).await.data()["rights"], rights);
        let list = app.get_as(reader, "/api/event").await;
        assert_eq!(list.data()["items"][0]["rights"], rights);
    }
    // An administrator's change keeps the owner's files.
    assert_eq!(
        app.get_as(&admin, &path).await.data()["ownerId"],
        user.id.to_string()
    );
    for path in [
        "/api/event/x",
        "/api/event/0198c5a1-7c00-7000-8000-000000000000",
    ] {
        let answer = app
            .request(Method::GET, path)
            .bearer(&user.token)
            .lang("en")
            .send()
            .await;
        assert_eq!(answer.code(), 5005, "{path}");
    }
}

#[tokio::test]
async fn a_deleted_event_is_gone_for_every_caller() {
    let app = TestApp::new().await;
    let (user, admin) = (app.committee("an").await, app.admin().await);
    let path = app.created(&user).await;
    let answer = app.send_as(&user, Method::DELETE, &path, json!({})).await;
    assert_eq!(answer.json["messages"], json!(["Delete successful"]));
    for who in [&user, &admin] {
        assert_eq!(app.get_as(who, &path).await.code(), 5005);
        assert_eq!(app.get_as(who, "/api/event").await.data()["total"], 0);
    }
    assert_eq!(app.get(&format!("{path}/public")).await.code(), 5005);
    assert_eq!(
        app.send_as(&user, Method::DELETE, &path, json!({}))
            .await
            .code(),
        5005
    );
}
