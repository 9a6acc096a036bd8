//! The log of an event.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::TestApp;

#[tokio::test]
async fn every_change_is_logged_with_who_and_what() {
    let app = TestApp::new().await;
    let (user, admin) = (app.committee("an").await, app.admin().await);
    let path = app.created(&user).await;
    app.put(
        &admin,
        &path,
        json!({ "title": "Mới", "venueAddress": "Huế" }),
    )
    .await
    .data();
    let class = json!({ "name": "Thường", "price": 0, "quantity": 5 });
    let ticket = app
        .send_as(&user, Method::POST, &format!("{path}/tickets"), class)
        .await;
    let ticket = ticket.data()["id"].clone();
    let one = format!("{path}/tickets/{}", ticket.as_str().unwrap());
    app.put(&user, &one, json!({ "price": 5 })).await.data();
    app.send_as(&user, Method::DELETE, &one, json!({}))
        .await
        .data();
    app.send_as(
        &user,
        Method::POST,
        &format!("{path}/cancel"),
        json!({ "reason": "Mưa" }),
    )
    .await
    .data();

    let log = app.get_as(&user, &format!("{path}/activities")).await;
    let items = log.data()["items"].as_array().unwrap();
    let actions: Vec<_> = items
        .iter()
        .map(|item| item["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        actions,
        [
            "event.cancelled",
            "ticket.deleted",
            "ticket.updated",
            "ticket.created",
            "event.updated",
            "event.created"
        ]
    );
    assert_eq!(items[0]["data"]["reason"], "Mưa");
    assert_eq!(items[3]["subjectId"], ticket);
    assert_eq!(items[3]["data"]["name"], "Thường");
    assert_eq!(items[4]["actorName"], "Nguyễn admin");
    assert_eq!(items[4]["data"]["fields"], json!(["title", "venueAddress"]));
    assert_eq!(items[5]["actorId"], user.id.to_string());
    assert_eq!(log.data()["nextCursor"], Value::Null);
}

#[tokio::test]
async fn a_change_of_a_class_says_what_and_how_it_was_called_before() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let class = json!({ "name": "Thường", "price": 0, "quantity": 5, "description": "Vào cửa" });
    let added = app
        .send_as(&user, Method::POST, &format!("{path}/tickets"), class)
        .await;
    let one = format!("{path}/tickets/{}", added.data()["id"].as_str().unwrap());
    let newest = async || {
        let log = app.get_as(&user, &format!("{path}/activities")).await;
        log.data()["items"][0].clone()
    };
    let change = json!({ "name": "Phổ thông", "price": 5, "quantity": 5, "isHidden": false });
    app.put(&user, &one, change.clone()).await.data();
    let entry = newest().await;
    assert_eq!(entry["action"], "ticket.updated");
    assert_eq!(
        entry["data"],
        json!({ "name": "Phổ thông", "formerName": "Thường", "fields": ["name", "price"] })
    );
    let described = json!({ "description": "" });
    app.put(&user, &one, described.clone()).await.data();
    let last = newest().await;
    assert_eq!(
        last["data"],
        json!({ "name": "Phổ thông", "formerName": null, "fields": ["description"] })
    );
    for same in [change, described, json!({})] {
        assert_eq!(app.put(&user, &one, same).await.code(), 2000);
        assert_eq!(newest().await["id"], last["id"]);
    }
}

#[tokio::test]
async fn what_stays_as_it_was_is_no_change() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let before = app.get_as(&user, &path).await.data().clone();
    for same in [
        json!({}),
        json!({ "title": before["title"], "version": before["version"] }),
        json!({ "logo": before["logo"], "eventForm": before["eventForm"], "section": "formInfo" }),
    ] {
        let answer = app.put(&user, &path, same).await;
        assert_eq!(answer.data(), &before);
    }
    let log = app.get_as(&user, &format!("{path}/activities")).await;
    assert_eq!(log.data()["items"].as_array().unwrap().len(), 1);
    // What somebody else has changed is still not overwritten unseen.
    let old = json!({ "title": before["title"], "version": 7 });
    assert_eq!(app.put(&user, &path, old).await.code(), 5008);
}

#[tokio::test]
async fn a_refused_change_leaves_no_trace() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    app.put(&user, &path, json!({ "title": "" })).await;
    app.put(&user, &path, json!({ "title": "Mới", "version": 7 }))
        .await;
    let log = app.get_as(&user, &format!("{path}/activities")).await;
    assert_eq!(log.data()["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_log_is_read_in_parts() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    for at in 0..24 {
        app.put(&user, &path, json!({ "title": format!("Bản {at}") }))
            .await
            .data();
    }
    let mut seen = Vec::new();
    let mut query = "?limit=10".to_owned();
    for length in [10, 10, 5] {
        let part = app
            .get_as(&user, &format!("{path}/activities{query}"))
            .await;
        let items = part.data()["items"].as_array().unwrap();
        assert_eq!(items.len(), length);
        seen.extend(
            items
                .iter()
                .map(|item| item["id"].as_str().unwrap().to_owned()),
        );
        query = format!(
            "?limit=10&cursor={}",
            part.data()["nextCursor"].as_str().unwrap_or("")
        );
    }
    assert!(query.ends_with("cursor="), "the end is said");
    let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), 25);
    let wrong = app
        .get_as(&user, &format!("{path}/activities?cursor=nonsense"))
        .await;
    assert_eq!(wrong.code(), 5002);
}
