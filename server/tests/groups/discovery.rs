//! Finding groups, and people for a group.

use std::time::Duration;

use axum::http::Method;
use hoi_community::groups::entity::group;
use hoi_community::groups::{GroupId, GroupRole, JoinPolicy};
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Circle, describe, sell};
use crate::support::{TestApp, TestUser, new_registration};

async fn named(app: &TestApp, owner: &TestUser, name: &str) -> GroupId {
    changed(app, owner, name, |_| {}).await
}

async fn changed(
    app: &TestApp,
    owner: &TestUser,
    name: &str,
    change: impl FnOnce(&mut group::ActiveModel),
) -> GroupId {
    app.group_with(owner, |group| {
        group.name = Set(name.to_owned());
        group.search_text = Set(hoi_i18n::fold_for_search(name));
        change(group);
    })
    .await
}

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|item| item["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn groups_are_found_without_accents() {
    let app = TestApp::new().await;
    let (owner, an) = (app.committee("owner").await, app.committee("an").await);
    let da_nang = named(&app, &owner, "Doanh nhân Đà Nẵng").await;
    named(&app, &owner, "Doanh nhân Huế").await;
    named(&app, &owner, "Nguyễn tộc").await;
    changed(&app, &owner, "Ẩn danh", |group| {
        group.is_listed = Set(false)
    })
    .await;
    let archived = app.app.clock.now();
    changed(&app, &owner, "Đã đóng", |group| {
        group.archived_at = Set(Some(archived))
    })
    .await;
    let path = format!("/api/group/{da_nang}/join-request");
    app.call(&an, Method::POST, &path, json!({})).await.data();
    for (query, found) in [
        (
            "",
            vec!["Doanh nhân Đà Nẵng", "Doanh nhân Huế", "Nguyễn tộc"],
        ),
        ("?keyword=da%20nang", vec!["Doanh nhân Đà Nẵng"]),
        ("?keyword=NGUYEN", vec!["Nguyễn tộc"]),
        ("?keyword=hu%E1%BA%BF", vec!["Doanh nhân Huế"]),
        ("?keyword=_", vec![]),
        ("?limit=2&page=2", vec!["Nguyễn tộc"]),
    ] {
        let answer = app.get_as(&an, &format!("/api/group/search{query}")).await;
        assert_eq!(names(&answer.data()["items"]), found, "{query}");
    }
    let found = app.get_as(&an, "/api/group/search?keyword=da%20nang").await;
    assert_eq!(found.data()["items"][0]["myState"], "requested");
    let mine = app.get_as(&owner, "/api/group/search?keyword=hue").await;
    assert_eq!(mine.data()["items"][0]["myState"], "member");
}

async fn suggested(app: &TestApp, who: &TestUser) -> Vec<(String, String, u64)> {
    let path = "/api/group/suggestion";
    let answer = app.call(who, Method::GET, path, Value::Null).await;
    let list = answer.data().as_array().unwrap().clone();
    let why = |item: &Value| {
        (
            item["group"]["name"].as_str().unwrap().to_owned(),
            item["why"]["reason"].as_str().unwrap().to_owned(),
            item["why"]["count"].as_u64().unwrap(),
        )
    };
    list.iter().map(why).collect()
}

fn reasons(list: &[(&str, &str, u64)]) -> Vec<(String, String, u64)> {
    let owned =
        |(name, why, count): &(&str, &str, u64)| ((*name).to_owned(), (*why).to_owned(), *count);
    list.iter().map(owned).collect()
}

#[tokio::test]
async fn suggestions_say_why_and_leave_out_what_cannot_be_joined() {
    let app = TestApp::new().await;
    let (owner, an) = (app.committee("owner").await, app.committee("an").await);
    describe(&app, &an, "An", Some("Xây dựng")).await;
    let (builder, friend) = (
        app.committee("builder").await,
        app.committee("friend").await,
    );
    describe(&app, &builder, "Thợ", Some("xay dung")).await;

    let plain = named(&app, &owner, "Thường").await;
    let by_field = named(&app, &owner, "Nghề").await;
    let own = named(&app, &an, "Của tôi").await;
    let by_friends = named(&app, &owner, "Bạn bè").await;
    let taken = changed(&app, &owner, "Mỗi nghề một người", |group| {
        group.one_per_business_field = Set(true);
    })
    .await;
    let admin = app.admin().await;
    for group in [by_field, taken] {
        let path = format!("/api/group/{group}/member");
        let body = json!({ "userIds": [builder.id], "role": "member" });
        app.call(&admin, Method::POST, &path, body).await.data();
    }
    for group in [own, by_friends] {
        app.join_group(group, &friend, GroupRole::Member).await;
    }
    changed(&app, &owner, "Ẩn", |group| group.is_listed = Set(false)).await;
    changed(&app, &owner, "Kín", |group| {
        group.join_policy = Set(JoinPolicy::Invite)
    })
    .await;
    let asked = named(&app, &owner, "Đã hỏi").await;
    let path = format!("/api/group/{asked}/join-request");
    app.call(&an, Method::POST, &path, json!({})).await.data();
    let removed = named(&app, &owner, "Bị mời ra").await;
    app.join_group(removed, &an, GroupRole::Member).await;
    let path = format!("/api/group/{removed}/member/{}", an.id);
    app.call(&owner, Method::DELETE, &path, Value::Null)
        .await
        .data();

    let expected = reasons(&[
        ("Nghề", "businessField", 1),
        ("Bạn bè", "colleagues", 1),
        ("Thường", "newMembers", 1),
    ]);
    assert_eq!(suggested(&app, &an).await, expected);
    assert_eq!(
        suggested(&app, &an).await,
        expected,
        "the same order each time"
    );
    let answer = app.get_as(&an, "/api/group/suggestion").await;
    assert_eq!(answer.data()[0]["why"]["businessField"], "Xây dựng");
    assert_eq!(answer.data()[1]["why"]["businessField"], Value::Null);

    // A full group is left out, and one that the caller joins.
    sell(&app, &owner, -1, 1).await;
    assert_eq!(suggested(&app, &an).await, reasons(&[]));
    sell(&app, &owner, -1, -1).await;
    app.join_group(plain, &an, GroupRole::Member).await;
    // The owner of all is a colleague now, too.
    let rest = reasons(&[("Nghề", "businessField", 1), ("Bạn bè", "colleagues", 2)]);
    assert_eq!(suggested(&app, &an).await, rest);
}

#[tokio::test]
async fn newcomers_count_for_a_month_and_rejections_for_a_day() {
    let app = TestApp::new().await;
    let (owner, an) = (app.committee("owner").await, app.committee("an").await);
    let group = named(&app, &owner, "Hội").await;
    let path = format!("/api/group/{group}/join-request");
    let asked = app.call(&an, Method::POST, &path, json!({})).await;
    let path = format!("{path}/{}", asked.data()["request"]["id"].as_str().unwrap());
    let reject = json!({ "action": "reject" });
    app.call(&owner, Method::PUT, &path, reject).await.data();
    assert_eq!(suggested(&app, &an).await, reasons(&[]));
    app.pass(Duration::from_hours(24));
    let an = app.committee("an2").await;
    assert_eq!(
        suggested(&app, &an).await,
        reasons(&[("Hội", "newMembers", 1)])
    );
    // By the days in Vietnam.
    app.pass(Duration::from_hours(30 * 24));
    let an = app.committee("an3").await;
    assert_eq!(
        suggested(&app, &an).await,
        reasons(&[("Hội", "members", 1)])
    );
}

#[tokio::test]
async fn events_attended_and_posts_speak_for_a_group() {
    let app = TestApp::new().await;
    let (owner, an) = (app.committee("owner").await, app.committee("an").await);
    let quiet = named(&app, &owner, "Vắng").await;
    let writes = named(&app, &owner, "Viết").await;
    let meets = named(&app, &owner, "Họp").await;
    // No member is new any more.
    app.pass(Duration::from_hours(40 * 24));
    let post = json!({ "text": "Chào cả nhà" });
    let path = format!("/api/group/{writes}/post");
    app.call(&owner, Method::POST, &path, post).await.data();
    let almost_a_year = Duration::from_hours(364 * 24);
    for (group, is_in) in [(meets, true), (quiet, false)] {
        let now = app.app.clock.now();
        let event = app
            .event(&owner, |event| {
                event.group_id = Set(Some(group));
                event.event_start_date = Set(now.minus(almost_a_year));
            })
            .await;
        let mut guest = new_registration(event, "An", None);
        guest.email.clone_from(&an.email);
        let row = app.add(guest).await;
        app.set_checked_in(row.id, is_in).await;
    }
    let expected = [
        ("Họp", "attended", 1),
        ("Viết", "posts", 1),
        ("Vắng", "members", 1),
    ];
    assert_eq!(suggested(&app, &an).await, reasons(&expected));
    // Other accounts' attendance gives no reason.
    let binh = app.committee("binh").await;
    let others = suggested(&app, &binh).await;
    assert!(others.iter().all(|(_, why, _)| why != "attended"));
    // A year after the event and a month after the post both are forgotten.
    app.pass(Duration::from_hours(31 * 24));
    let later = suggested(&app, &an).await;
    assert_eq!(later.len(), 3);
    assert!(later.iter().all(|(_, why, _)| why == "members"));
}

#[tokio::test]
async fn at_most_twelve_are_suggested() {
    let app = TestApp::new().await;
    let (owner, an) = (app.committee("owner").await, app.committee("an").await);
    for at in 0..14 {
        named(&app, &owner, &format!("Nhóm {at}")).await;
    }
    assert_eq!(suggested(&app, &an).await.len(), 12);
}

#[tokio::test]
async fn leaders_search_for_people_who_are_no_members() {
    let circle = Circle::new().await;
    let app = &circle.app;
    let (an, admin) = (app.committee("an").await, app.admin().await);
    let path = format!(
        "/api/users/search?keyword=nguyen&excludeGroupId={}",
        circle.id
    );
    for (leader, email) in [
        (&circle.owner, Value::Null),
        (&circle.manager, Value::Null),
        (&admin, json!("an@hoi.example")),
    ] {
        let found = app.get_as(leader, &path).await;
        let people = found.data().as_array().unwrap();
        let names: Vec<_> = people.iter().map(|person| &person["fullName"]).collect();
        assert_eq!(names, ["Nguyễn an"]);
        assert_eq!(people[0]["email"], email);
        assert_eq!(people[0]["emailMasked"], "a***@hoi.example");
    }
    assert_eq!(app.get_as(&circle.member, &path).await.code(), 5016);
    assert_eq!(app.get_as(&an, &path).await.code(), 5016);
    let unknown =
        "/api/users/search?keyword=nguyen&excludeGroupId=00000000-0000-0000-0000-000000000007";
    assert_eq!(app.get_as(&circle.owner, unknown).await.code(), 5005);
    circle.remove(&circle.owner, &circle.member).await.data();
    let found = app.get_as(&circle.owner, &path).await;
    assert_eq!(found.data().as_array().unwrap().len(), 2);
}
