//! Accounts whose plans allow no further group ask for one, and administrators decide.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use hoi_community::groups::entity::group_request;
use hoi_community::groups::{GroupRequestId, GroupRequestStatus};
use hoi_community::notifications::Kind;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::support::{new_group, sell};
use crate::notifications::support::{kinds, listed};
use crate::support::{Answer, TestApp, TestUser};

const PATH: &str = "/api/group-requests";

async fn ask(app: &TestApp, who: &TestUser, body: Value) -> Answer {
    app.call(who, Method::POST, PATH, body).await
}

/// Asks for a group and returns the identifier of the request.
async fn asked(app: &TestApp, who: &TestUser) -> String {
    let body = json!({ "name": "Hội Hồ Gươm", "message": "Cho 20 hội viên" });
    let answer = ask(app, who, body).await;
    answer.data()["id"].as_str().unwrap().to_owned()
}

async fn approve(app: &TestApp, admin: &TestUser, id: &str) -> Answer {
    let path = format!("{PATH}/{id}/approve");
    app.call(admin, Method::POST, &path, json!({})).await
}

async fn decline(app: &TestApp, admin: &TestUser, id: &str, reason: &str) -> Answer {
    let path = format!("{PATH}/{id}/decline");
    app.call(admin, Method::POST, &path, json!({ "reason": reason }))
        .await
}

/// The account's own request, as it reads it.
async fn own(app: &TestApp, who: &TestUser) -> Value {
    let mine = app.get_as(who, "/api/plan/mine").await;
    mine.data()["groupRequest"].clone()
}

async fn create(app: &TestApp, who: &TestUser) -> u64 {
    let body = new_group(app, who).await;
    app.call(who, Method::POST, "/api/group", body).await.code()
}

#[tokio::test]
async fn an_approved_request_allows_one_group() {
    let app = TestApp::new().await;
    let (an, admin) = (app.committee("an").await, app.admin().await);
    assert_eq!(own(&app, &an).await, Value::Null);
    let id = asked(&app, &an).await;
    assert_eq!(own(&app, &an).await["status"], "pending");
    assert_eq!(
        ask(&app, &an, json!({ "name": "Hội khác" })).await.code(),
        5008
    );
    assert_eq!(create(&app, &an).await, 5003, "it is not approved yet");

    let told = listed(&app, &admin, "").await;
    let told = &told["items"][0];
    assert_eq!(told["type"], "groupRequest.created");
    assert_eq!(told["link"], "/group-management");
    let list = app.get_as(&admin, PATH).await;
    assert_eq!(list.data()["total"], 1);
    let shown = &list.data()["items"][0];
    for (field, value) in [
        ("id", json!(id)),
        ("userId", json!(an.id)),
        ("fullName", json!("Nguyễn an")),
        ("email", json!(an.email)),
        ("name", json!("Hội Hồ Gươm")),
        ("message", json!("Cho 20 hội viên")),
    ] {
        assert_eq!(shown[field], value, "{field}");
    }

    approve(&app, &admin, &id).await.data();
    assert_eq!(app.get_as(&admin, PATH).await.data()["total"], 0);
    assert_eq!(own(&app, &an).await["status"], "approved");
    let told = listed(&app, &an, "").await;
    assert_eq!(told["items"][0]["type"], "groupRequest.approved");
    assert_eq!(told["items"][0]["link"], "/group-management/add-new");
    let unread = listed(&app, &admin, "").await;
    assert!(unread["items"][0]["readAt"].is_string(), "{unread}");
    assert_eq!(
        ask(&app, &an, json!({ "name": "Hội khác" })).await.code(),
        5008,
        "the approved group comes first"
    );

    assert_eq!(create(&app, &an).await, 2000);
    assert_eq!(own(&app, &an).await, Value::Null);
    assert_eq!(create(&app, &an).await, 5003, "one group was asked for");
    asked(&app, &an).await;
}

#[tokio::test]
async fn a_declined_request_has_a_reason_and_can_be_made_again() {
    let app = TestApp::new().await;
    let (an, admin) = (app.committee("an").await, app.admin().await);
    let id = asked(&app, &an).await;
    decline(&app, &admin, &id, "Chưa đủ hội viên").await.data();
    let request = own(&app, &an).await;
    assert_eq!(
        (&request["status"], &request["reason"]),
        (&json!("declined"), &json!("Chưa đủ hội viên"))
    );
    assert_eq!(kinds(&app, &an).await, [Kind::GroupRequestDeclined]);
    let told = listed(&app, &an, "").await;
    let content = told["items"][0]["content"].as_str().unwrap();
    assert!(content.contains("Chưa đủ hội viên"), "{content}");
    assert_eq!(create(&app, &an).await, 5003);

    let again = approve(&app, &admin, &id).await;
    assert_eq!(again.code(), 5008);
    let words = again.json["messages"][0].as_str().unwrap();
    assert!(words.contains("Nguyễn admin"), "{words}");
    app.pass(Duration::from_mins(1));
    asked(&app, &an).await;
    assert_eq!(own(&app, &an).await["status"], "pending");
}

#[tokio::test]
async fn an_account_asks_three_times_a_day() {
    let app = TestApp::new().await;
    let (an, admin) = (app.committee("an").await, app.admin().await);
    for _ in 0..3 {
        let id = asked(&app, &an).await;
        decline(&app, &admin, &id, "Không").await.data();
        app.pass(Duration::from_hours(1));
    }
    let body = json!({ "name": "Hội" });
    let refused = ask(&app, &an, body.clone()).await;
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    assert_eq!(refused.header("retry-after"), (21 * 3600).to_string());
    app.pass(Duration::from_hours(21));
    ask(&app, &an, body).await.data();
}

#[tokio::test]
async fn texts_are_required_and_bounded() {
    let app = TestApp::new().await;
    let (an, admin) = (app.committee("an").await, app.admin().await);
    for (field, wrong) in [
        ("name", json!("  ")),
        ("name", json!("x".repeat(256))),
        ("name", json!("Vào https://x.example ngay")),
        ("message", json!("x".repeat(501))),
    ] {
        let mut body = json!({ "name": "Hội" });
        body[field] = wrong;
        let answer = ask(&app, &an, body).await;
        assert!(answer.json["fields"][field][0].is_string(), "{field}");
    }
    let most = json!({ "name": "x".repeat(255), "message": "y".repeat(500) });
    let asked = ask(&app, &an, most).await;
    let id = asked.data()["id"].as_str().unwrap();
    for wrong in [String::new(), "x".repeat(501)] {
        let answer = decline(&app, &admin, id, &wrong).await;
        assert!(answer.json["fields"]["reason"][0].is_string());
    }
    decline(&app, &admin, id, &"x".repeat(500)).await.data();
}

#[tokio::test]
async fn where_the_plans_have_room_there_is_nothing_to_ask() {
    let app = TestApp::new().await;
    let (an, admin) = (app.committee("an").await, app.admin().await);
    sell(&app, &an, 1, 5).await;
    for who in [&an, &admin] {
        let answer = ask(&app, who, json!({ "name": "Hội" })).await;
        assert_eq!(answer.code(), 5008, "{}", answer.json);
    }
    assert_eq!(create(&app, &an).await, 2000);
    asked(&app, &an).await;
}

/// Groups outlive plans, so an account may own more of them than its plans allow now.
#[tokio::test]
async fn an_approved_request_is_one_group_also_above_the_limit() {
    let app = TestApp::new().await;
    let (an, admin) = (app.committee("an").await, app.admin().await);
    for _ in 0..3 {
        app.group(&an).await;
    }
    let id = asked(&app, &an).await;
    approve(&app, &admin, &id).await.data();
    assert_eq!(create(&app, &an).await, 2000);
    assert_eq!(create(&app, &an).await, 5003);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_request_is_decided_once_and_used_once() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let admins = [app.admin_called("a").await, app.admin_called("b").await];
    let id = asked(&app, &an).await;
    let decisions = admins.iter().map(|admin| approve(&app, admin, &id));
    let mut codes: Vec<u64> = join_all(decisions).await.iter().map(Answer::code).collect();
    codes.sort_unstable();
    assert_eq!(codes, [2000, 5008]);
    assert_eq!(kinds(&app, &an).await, [Kind::GroupRequestApproved]);
    let mut codes = join_all((0..4).map(|_| create(&app, &an))).await;
    codes.sort_unstable();
    assert_eq!(codes, [2000, 5003, 5003, 5003]);
}

/// The control: reading first and approving afterwards, without the lock of the row, decides twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_a_request_is_decided_twice() {
    let app = TestApp::new().await;
    let id = asked(&app, &app.committee("an").await).await;
    let id: GroupRequestId = id.parse().unwrap();
    let db = &app.app.db;
    let barrier = Barrier::new(2);
    let decided = join_all((0..2).map(|_| async {
        let found = group_request::Entity::find_by_id(id).one(db.read()).await;
        barrier.wait().await;
        if found.unwrap().unwrap().status != GroupRequestStatus::Pending {
            return 0;
        }
        let tx = db.write().await.unwrap();
        let done = group_request::Entity::update_many()
            .col_expr(
                group_request::Column::Status,
                Expr::value(GroupRequestStatus::Approved),
            )
            .filter(group_request::Column::Id.eq(id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        done.rows_affected
    }))
    .await;
    assert_eq!(decided, [1, 1]);
}
