//! The limits of an account and its plans on events, seats and groups.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use super::support::Shop;
use crate::groups::support::new_group;
use crate::support::TestUser;

/// Creates an organiser whose account alone allows so many events.
pub async fn organiser(shop: &Shop, name: &str, events: i64) -> TestUser {
    let user = shop.app.committee(name).await;
    let tx = shop.app.app.db.write().await.unwrap();
    let change = user::ActiveModel {
        id: Set(user.id),
        event_limit: Set(events),
        ..Default::default()
    };
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    user
}

fn summary(limits: [i64; 4], has_report: bool, events_used: u64) -> Value {
    json!({
        "eventLimit": limits[0], "maxAttendeesPerEvent": limits[1], "groupLimit": limits[2],
        "maxMembersPerGroup": limits[3], "reportFeature": has_report, "eventsUsed": events_used, "groupsUsed": 0,
    })
}

#[tokio::test]
async fn active_plans_add_to_the_account_and_others_do_not() {
    let shop = Shop::new().await;
    let an = organiser(&shop, "an", 2).await;
    assert_eq!(
        shop.mine(&an).await,
        json!({
            "planSummary": summary([2, -1, 0, -1], false, 0), "personalPlans": [], "groupRequest": null,
        })
    );
    let small = shop.plan(json!({})).await;
    let large = shop
        .plan(json!({
            "eventItem": { "numberOfEvents": 10, "attendeesPerEvent": 1000 },
            "groupItem": { "numberOfGroups": 2, "usersPerGroup": 20 },
        }))
        .await;
    shop.sell(&small, &[&an]).await.data();
    shop.app.open_event(&an, 5).await;
    assert_eq!(
        shop.mine(&an).await["planSummary"],
        summary([7, 200, 1, 50], true, 1)
    );
    shop.sell(&large, &[&an]).await.data();
    assert_eq!(
        shop.mine(&an).await["planSummary"],
        summary([17, 1000, 3, 50], true, 1)
    );
    // The whole account says the same, and the list of events, too.
    let me = shop.app.me(&an.token).await;
    assert_eq!(
        me.data()["planSummary"],
        summary([17, 1000, 3, 50], true, 1)
    );
    assert_eq!(me.data()["personalPlans"].as_array().unwrap().len(), 2);
    let events = shop.app.get_as(&an, "/api/event").await;
    assert_eq!(
        (
            &events.data()["eventLimit"],
            &events.data()["participantLimit"]
        ),
        (&json!(17), &json!(1000))
    );

    let over = json!({ "startDate": "2026-02-01", "expirationDate": "2026-02-28" });
    shop.adjust(&large, &an, over).await.data();
    let mine = shop.mine(&an).await;
    assert_eq!(mine["planSummary"], summary([7, 200, 1, 50], true, 1));
    assert_eq!(
        [
            &mine["personalPlans"][0]["status"],
            &mine["personalPlans"][1]["status"]
        ],
        ["active", "expired"]
    );
    let of_an = format!("{small}/users/{}", an.id);
    shop.call(Method::DELETE, &of_an, json!({})).await.data();
    assert_eq!(
        shop.mine(&an).await["planSummary"],
        summary([2, -1, 0, -1], false, 1)
    );
    assert_eq!(
        shop.mine(&shop.admin).await["planSummary"],
        summary([-1, -1, -1, -1], true, 0)
    );
}

#[tokio::test]
async fn events_and_their_seats_stay_within_account_and_plans() {
    let shop = Shop::new().await;
    let app = &shop.app;
    let an = organiser(&shop, "an", 0).await;
    let plan = shop
        .plan(json!({ "eventItem": { "numberOfEvents": 1, "attendeesPerEvent": 100 } }))
        .await;
    let mut body = app.event_body(&an).await;
    assert_eq!(app.create(&an, body.clone()).await.code(), 5003);
    shop.sell(&plan, &[&an]).await.data();

    body["totalParticipants"] = json!(101);
    let answer = app.create(&an, body.clone()).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::CONFLICT, 5003));
    assert_eq!(
        answer.json["messages"][0],
        "Your plans allow at most 100 participants in one event, but this one has seats for 101. Lower the number, or ask an administrator for a larger plan."
    );
    body["totalParticipants"] = json!(100);
    let created = app.create(&an, body.clone()).await;
    let event = format!("/api/event/{}", created.data()["id"].as_str().unwrap());
    let answer = app.create(&an, body).await;
    assert_eq!(answer.code(), 5003);
    assert_eq!(
        answer.json["messages"][0],
        "Your account and your plans allow 1 event and 1 count against it. Delete an event that nobody has registered for, or ask an administrator for a larger plan."
    );

    // Seats can be raised as far as the owner's plans allow, by an administrator as well.
    let raised = json!({ "totalParticipants": 101 });
    for user in [&an, &shop.admin] {
        assert_eq!(app.put(user, &event, raised.clone()).await.code(), 5003);
    }
    let larger = json!({ "maxAttendeesPerEvent": 101 });
    shop.adjust(&plan, &an, larger).await.data();
    assert_eq!(app.put(&an, &event, raised).await.code(), 2000);

    // Without the plan the event goes on: it can be changed and made smaller, and people register.
    let of_an = format!("{plan}/users/{}", an.id);
    let answer = shop.call(Method::DELETE, &of_an, json!({})).await;
    assert_eq!(
        answer.json["messages"][0],
        "The plan was removed from the account. Its events and groups stay."
    );
    let change = json!({ "title": "Đêm nhạc", "totalParticipants": 90 });
    assert_eq!(app.put(&an, &event, change).await.code(), 2000);
    let id = event.rsplit('/').next().unwrap().parse().unwrap();
    app.add(crate::support::new_registration(id, "chi", None))
        .await;
    assert_eq!(app.registered(id).await, 1);
}

#[tokio::test]
async fn an_account_at_its_limit_is_told_once_a_month() {
    let shop = Shop::new().await;
    let app = &shop.app;
    let an = organiser(&shop, "an", 2).await;
    let told = async || {
        let request = app.request(Method::GET, "/api/notification").lang("en");
        let answer = request.bearer(&app.fresh_token(&an)).send().await;
        let items = answer.data()["items"].as_array().unwrap().clone();
        let limit = |item: &&Value| item["type"].as_str().unwrap().starts_with("limit.");
        items.iter().filter(limit).cloned().collect::<Vec<_>>()
    };
    let create = async |body: &Value| {
        let request = app.request(Method::POST, "/api/event");
        let answer = request.bearer(&app.fresh_token(&an)).json(body.clone());
        let answer = answer.send().await;
        answer.data()["id"].as_str().unwrap().to_owned()
    };
    let remove = async |id: &str| {
        let request = app.request(Method::DELETE, &format!("/api/event/{id}"));
        request
            .bearer(&app.fresh_token(&an))
            .json(json!({}))
            .send()
            .await
            .data();
    };
    let body = app.event_body(&an).await;
    create(&body).await;
    assert!(told().await.is_empty(), "one is left");
    let last = create(&body).await;
    let news = told().await;
    assert_eq!(news.len(), 1);
    assert_eq!(news[0]["type"], "limit.events");
    assert!(
        news[0]["content"]
            .as_str()
            .unwrap()
            .contains("all 2 events"),
        "{news:?}"
    );
    // Not again in March, in which tests begin, and again in April.
    let read = app.request(Method::PUT, "/api/notification/read-all");
    read.bearer(&app.fresh_token(&an))
        .json(json!({}))
        .send()
        .await
        .data();
    remove(&last).await;
    let last = create(&body).await;
    assert_eq!(told().await.len(), 1);
    app.pass(Duration::from_hours(24 * 31));
    remove(&last).await;
    let later = TestUser {
        id: an.id,
        email: an.email.clone(),
        session: an.session,
        token: app.fresh_token(&an),
    };
    create(&app.event_body(&later).await).await;
    assert_eq!(told().await.len(), 2);
}

#[tokio::test]
async fn owners_are_told_of_their_last_group_and_of_a_full_one() {
    let shop = Shop::new().await;
    let app = &shop.app;
    let an = organiser(&shop, "an", 0).await;
    let plan = shop
        .plan(json!({ "groupItem": { "numberOfGroups": 1, "usersPerGroup": 2 } }))
        .await;
    shop.sell(&plan, &[&an]).await.data();
    let body = new_group(app, &an).await;
    let group = app.call(&an, Method::POST, "/api/group", body).await;
    let id = group.data()["id"].as_str().unwrap();
    let (binh, chi) = (app.committee("binh").await, app.committee("chi").await);
    let office = app.admin_called("office").await;
    let add = async |whom: &TestUser| {
        let body = json!({ "userIds": [whom.id], "role": "member" });
        let path = format!("/api/group/{id}/member");
        app.call(&office, Method::POST, &path, body).await.code()
    };
    assert_eq!(add(&binh).await, 2000);
    assert_eq!(add(&chi).await, 5003);
    let news = app.get_as(&an, "/api/notification").await;
    let items = news.data()["items"].as_array().unwrap().clone();
    let mut kinds: Vec<_> = items
        .iter()
        .map(|item| item["type"].as_str().unwrap())
        .collect();
    kinds.retain(|kind| kind.starts_with("limit."));
    assert_eq!(kinds, ["limit.members", "limit.groups"]);
    assert_eq!(items[0]["link"], format!("/my-group/{id}?tab=members"));
}
