//! The log of an event.

use axum::http::Method;
use hoi_ticketing::events::entity::event_activity;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::support::{id_in, refuses};
use crate::support::{TestApp, TestUser};

/// Returns the actions on one page of the log, and the cursor of the next.
async fn part(
    app: &TestApp,
    user: &TestUser,
    path: &str,
    query: &str,
) -> (Vec<String>, Option<String>) {
    let path = format!("{path}/activities?{query}");
    let answer = app.get_as(user, &path).await;
    let data = answer.data();
    let items = data["items"].as_array().unwrap();
    let action = |item: &Value| item["action"].as_str().unwrap().to_owned();
    let next = data["nextCursor"].as_str().map(str::to_owned);
    (items.iter().map(action).collect(), next)
}

fn code(count: u64, class: Value) -> Value {
    json!({ "count": count, "ticketId": class, "participationType": "INVITED", "maxUses": 1 })
}

/// An event to which its owner added a class, a code and a device, and which an administrator changed three times.
async fn lively(app: &TestApp, user: &TestUser, admin: &TestUser) -> String {
    let path = app.created(user).await;
    let class = json!({ "name": "Thường", "price": 0, "quantity": 5 });
    for (rest, body) in [
        ("tickets", class),
        ("invitation-codes", code(1, Value::Null)),
        ("checkin-keys", json!({ "label": "Cổng A" })),
    ] {
        let path = format!("{path}/{rest}");
        app.send_as(user, Method::POST, &path, body).await.data();
    }
    for title in ["Một", "Hai", "Ba"] {
        app.put(admin, &path, json!({ "title": title }))
            .await
            .data();
    }
    let screen = format!("{path}/checkin");
    app.put(user, &screen, json!({ "waitingTime": 5 }))
        .await
        .data();
    path
}

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
async fn an_unchanged_value_is_no_change() {
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
    // Changes by others are still not overwritten silently.
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

#[tokio::test]
async fn the_log_is_narrowed_down_by_kind_and_person() {
    let app = TestApp::new().await;
    let (user, admin) = (app.committee("an").await, app.admin().await);
    let path = lively(&app, &user, &admin).await;
    let only = async |query: String| part(&app, &user, &path, &query).await.0;

    assert_eq!(only("kind=ticket".into()).await, ["ticket.created"]);
    assert_eq!(
        only("kind=checkin".into()).await,
        ["checkin.screenChanged", "checkinKey.created"],
        "the door is one thing"
    );
    assert_eq!(
        only("kind=invitationCode,ticket".into()).await,
        ["invitationCode.created", "ticket.created"]
    );
    assert_eq!(only("kind=message".into()).await, [""; 0]);
    assert_eq!(
        only(format!("actor={}", admin.id)).await,
        ["event.updated"; 3]
    );
    assert_eq!(
        only(format!("kind=event&actor={}", user.id)).await,
        ["event.created"]
    );
    assert_eq!(only("kind=&actor=".into()).await.len(), 8, "no filter");

    for (query, field) in [
        ("kind=nonsense", "kind"),
        ("kind=event,nonsense", "kind"),
        ("actor=an", "actor"),
    ] {
        let refused = app
            .get_as(&user, &format!("{path}/activities?{query}"))
            .await;
        let text = "Bộ lọc này không dùng được. Bạn hãy chọn lại.";
        refuses(&refused, field, text);
    }
}

#[tokio::test]
async fn a_narrowed_log_is_read_in_parts() {
    let app = TestApp::new().await;
    let (user, admin) = (app.committee("an").await, app.admin().await);
    let path = lively(&app, &user, &admin).await;
    let query = format!("kind=event&actor={}&limit=2", admin.id);
    let (first, next) = part(&app, &user, &path, &query).await;
    assert_eq!(first, ["event.updated"; 2]);
    let query = format!("{query}&cursor={}", next.unwrap());
    let rest = part(&app, &user, &path, &query).await;
    assert_eq!(rest, (vec!["event.updated".to_owned()], None));
}

#[tokio::test]
async fn every_person_in_the_log_can_be_looked_for() {
    let app = TestApp::new().await;
    let (user, admin) = (app.committee("an").await, app.admin().await);
    let path = lively(&app, &user, &admin).await;
    app.created(&app.committee("binh").await).await;
    let actors = app
        .get_as(&user, &format!("{path}/activities/actors"))
        .await;
    assert_eq!(
        actors.data(),
        &json!([
            { "id": admin.id, "name": "Nguyễn admin" },
            { "id": user.id, "name": "Nguyễn an" },
        ])
    );
}

#[tokio::test]
async fn an_entry_of_a_later_version_hides_nothing_else() {
    let app = TestApp::new().await;
    let (user, admin) = (app.committee("an").await, app.admin().await);
    let path = lively(&app, &user, &admin).await;
    let tx = app.app.db.write().await.unwrap();
    event_activity::Entity::update_many()
        .col_expr(
            event_activity::Column::Action,
            Expr::value("ticket.invented"),
        )
        .filter(event_activity::Column::EventId.eq(id_in(&path)))
        .filter(event_activity::Column::ActorId.eq(admin.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let (actions, next) = part(&app, &user, &path, "").await;
    assert_eq!(
        actions,
        [
            "checkin.screenChanged",
            "checkinKey.created",
            "invitationCode.created",
            "ticket.created",
            "event.created"
        ]
    );
    assert_eq!(next, None);
}

#[tokio::test]
async fn dependent_changes_are_logged_too() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let post = async |rest: &str, body| {
        app.send_as(&user, Method::POST, &format!("{path}/{rest}"), body)
            .await
    };
    let class = json!({ "name": "Thường", "price": 0, "quantity": 5 });
    let class = post("tickets", class).await.data()["id"].clone();
    post("invitation-codes", code(2, class.clone()))
        .await
        .data();
    let key = post("checkin-keys", json!({ "label": "Cổng A" })).await;
    let key = key.data()["id"].as_str().unwrap().to_owned();
    for gone in [
        format!("{path}/tickets/{}", class.as_str().unwrap()),
        format!("{path}/checkin-keys/{key}"),
    ] {
        app.send_as(&user, Method::DELETE, &gone, json!({}))
            .await
            .data();
    }
    let log = app.get_as(&user, &format!("{path}/activities")).await;
    let entry = |at: usize| {
        let item = &log.data()["items"][at];
        (item["action"].as_str().unwrap(), item["data"].clone())
    };
    assert_eq!(
        [entry(0), entry(1), entry(2)],
        [
            ("checkinKey.revoked", json!({ "label": "Cổng A" })),
            ("invitationCode.deleted", json!({ "count": 2 })),
            ("ticket.deleted", json!({ "name": "Thường" })),
        ]
    );
}
