//! Sending notifications, and reading them.

use axum::http::Method;
use hoi_community::groups::GroupId;
use hoi_community::notifications::entity::notification;
use hoi_community::notifications::{self, Kind, News};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{TestApp, TestUser};

/// The group in which all news of tests happen.
pub const GROUP: GroupId = GroupId(Uuid::from_u128(7));

/// News about the thing `object` with a person's name.
pub fn news(kind: Kind, object: u128, name: &str) -> News {
    let news = News::new(kind, Uuid::from_u128(object), "/my-group/7").in_group(GROUP);
    let others = kind.params().iter().filter(|param| **param != "name");
    let filled = others.fold(news, |news, param| news.text(param, "Hội Trăng"));
    if kind.params().contains(&"name") {
        filled.text("name", name)
    } else {
        filled
    }
}

/// Tells `to` in a transaction of its own; returns the number of recipients that want a mail at once.
pub async fn tell(app: &TestApp, to: &[&TestUser], news: News) -> usize {
    let tx = app.app.db.write().await.unwrap();
    let to = to.iter().map(|user| user.id);
    let mailed = notifications::tell(&tx, to, news, app.app.clock.now()).await;
    tx.commit().await.unwrap();
    mailed.unwrap().len()
}

/// An account's list of notifications.
pub async fn listed(app: &TestApp, who: &TestUser, query: &str) -> Value {
    let path = format!("/api/notification?{query}");
    let request = app.request(Method::GET, &path).lang("en");
    let answer = request.bearer(&app.fresh_token(who)).send().await;
    answer.data().clone()
}

/// The contents of a person's list, newest first.
pub async fn contents(app: &TestApp, who: &TestUser) -> Vec<String> {
    let list = listed(app, who, "").await;
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|item| item["content"].as_str().unwrap().to_owned())
        .collect()
}

/// Marks the notification at `at` of a person's list as read.
pub async fn read(app: &TestApp, who: &TestUser, at: usize) -> Value {
    let list = listed(app, who, "").await;
    let id = list["items"][at]["id"].as_str().unwrap();
    let path = format!("/api/notification/{id}/read");
    let request = app.request(Method::PUT, &path).json(json!({}));
    let answer = request.bearer(&app.fresh_token(who)).send().await;
    answer.data().clone()
}

/// Changes how a person hears of things.
pub async fn prefer(app: &TestApp, who: &TestUser, change: Value) -> Value {
    let request = app.request(Method::PUT, "/api/notification/preference");
    let request = request.bearer(&app.fresh_token(who)).json(change);
    request.send().await.data().clone()
}

/// The kinds of all that a person was told, oldest first, also when their session has ended.
pub async fn kinds(app: &TestApp, who: &TestUser) -> Vec<Kind> {
    let rows = notification::Entity::find()
        .filter(notification::Column::UserId.eq(who.id))
        .order_by_asc(notification::Column::HappenedAt);
    let rows = rows.all(app.app.db.read()).await.unwrap();
    rows.into_iter().map(|row| row.kind).collect()
}
