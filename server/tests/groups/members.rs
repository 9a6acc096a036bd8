//! The members of a group: listed, added, changed, removed.

use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::group;
use hoi_community::groups::{GroupRole, JoinPolicy};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};

use super::support::{Circle, describe, sell};
use crate::support::TestUser;

fn pairs(roles: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, role): &(&str, &str)| (format!("Nguyễn {name}"), (*role).to_owned());
    roles.iter().map(owned).collect()
}

#[tokio::test]
async fn the_list_is_searched_without_accents_filtered_and_sorted() {
    let circle = Circle::new().await;
    let admin = circle.app.admin().await;
    for (at, (name, field)) in [
        ("Trần Đức Ánh", Some("Xây dựng")),
        ("Lê Thị Ổi", None),
        ("Đặng Văn Lâm", Some("Vận tải")),
    ]
    .into_iter()
    .enumerate()
    {
        circle.app.pass(Duration::from_mins(1));
        let who = circle.app.committee(&format!("u{at}")).await;
        describe(&circle.app, &who, name, field).await;
        circle.add(&admin, &[&who], "member").await.data();
    }
    let shown = async |query: &str| -> Vec<String> {
        let list = circle
            .get(&circle.member, &format!("/member?{query}"))
            .await;
        let items = list.data()["items"].as_array().unwrap().clone();
        let name = |member: &Value| member["fullName"].as_str().unwrap().to_owned();
        items.iter().map(name).collect()
    };
    let all = [
        "Nguyễn owner",
        "Nguyễn manager",
        "Trần Đức Ánh",
        "Đặng Văn Lâm",
        "Nguyễn member",
        "Lê Thị Ổi",
    ];
    assert_eq!(shown("").await, all);
    assert_eq!(
        shown("sort=fullName&limit=2").await,
        ["Trần Đức Ánh", "Đặng Văn Lâm"]
    );
    assert_eq!(
        shown("sort=joinedAt&order=desc&limit=1").await,
        ["Đặng Văn Lâm"]
    );
    assert_eq!(shown("search=nguyen&role=member").await, ["Nguyễn member"]);
    assert_eq!(shown("search=duc%20anh").await, ["Trần Đức Ánh"]);
    assert_eq!(shown("search=VAN%20TAI").await, ["Đặng Văn Lâm"]);
    assert_eq!(shown("role=owner").await, ["Nguyễn owner"]);
    assert_eq!(shown("page=2&limit=4").await, all[4..]);
    assert!(shown("search=%25").await.is_empty());
    // Addresses are for leaders of the group.
    let email = async |who: &TestUser| {
        let list = circle.get(who, "/member?role=owner").await;
        list.data()["items"][0]["email"].clone()
    };
    assert_eq!(email(&circle.member).await, Value::Null);
    assert_eq!(email(&circle.manager).await, "owner@hoi.example");
    let list = circle.get(&circle.member, "/member").await;
    assert!(!list.json.to_string().contains("0912345678"));
}

#[tokio::test]
async fn members_are_added_all_or_none() {
    let circle = Circle::new().await;
    let (owner, manager) = (&circle.owner, &circle.manager);
    let (an, binh) = (
        circle.app.committee("an").await,
        circle.app.committee("binh").await,
    );
    let admin = circle.app.admin().await;
    circle.acquaint(&[owner, manager, &an, &binh]).await;
    let nobody = circle.add(owner, &[], "member").await;
    assert_eq!(nobody.code(), 5002);
    assert_eq!(
        nobody.json["fields"]["userIds"][0],
        "Please select at least 1 member"
    );
    let ids: Vec<_> = (0..101_u128).map(uuid::Uuid::from_u128).collect();
    let body = json!({ "userIds": ids, "role": "member" });
    assert_eq!(circle.post(owner, "/member", body).await.code(), 5002);
    let body = json!({ "userIds": [an.id] });
    let answer = circle.post(owner, "/member", body).await;
    assert!(
        answer.json["fields"]["role"][0].is_string(),
        "a role is required"
    );
    assert_eq!(
        circle.add(owner, &[&an, &admin], "member").await.code(),
        5002
    );
    let unknown = json!({ "userIds": [an.id, uuid::Uuid::from_u128(7)], "role": "member" });
    assert_eq!(circle.post(owner, "/member", unknown).await.code(), 5002);
    let twice = circle.add(owner, &[&an, &circle.member], "member").await;
    assert_eq!(twice.code(), 5008);
    assert_eq!(
        twice.json["messages"][0],
        "Member already exists: Nguyễn member"
    );
    assert_eq!(circle.roles().await.len(), 3, "no member was added");
    assert_eq!(circle.add(manager, &[&an], "manager").await.code(), 5016);
    let added = circle.add(manager, &[&an], "member").await;
    assert_eq!(added.json["messages"], json!(["1 member added"]));
    let added = circle.add(owner, &[&binh], "admin").await;
    assert_eq!(added.data()[0]["role"], "manager");
    assert_eq!(added.data()[0]["attendDate"], "2026-03-01");
    assert_eq!(
        circle.roles().await,
        pairs(&[
            ("owner", "owner"),
            ("binh", "manager"),
            ("manager", "manager"),
            ("an", "member"),
            ("member", "member"),
        ])
    );
}

/// Leaders read the addresses of members, so an account they do not know decides about joining.
#[tokio::test]
async fn strangers_are_invited_instead_of_added() {
    let circle = Circle::new().await;
    let (owner, app) = (&circle.owner, &circle.app);
    let [an, binh, cuong, dung] = [
        app.committee("an").await,
        app.committee("binh").await,
        app.committee("cuong").await,
        app.committee("dung").await,
    ];
    circle.acquaint(&[owner, &an]).await;
    circle.ask(&cuong).await;
    let answer = circle.add(owner, &[&an, &binh, &cuong], "member").await;
    let mut added: Vec<_> = answer.data().as_array().unwrap().iter().collect();
    added.sort_by_key(|member| member["fullName"].to_string());
    let names: Vec<_> = added.iter().map(|member| &member["fullName"]).collect();
    assert_eq!(names, ["Nguyễn an", "Nguyễn cuong"]);
    assert_eq!(
        answer.json["messages"],
        json!([
            "2 members added",
            "1 person invited. They become a member when they accept."
        ])
    );
    assert!(!answer.json.to_string().contains("binh@"));
    let waiting = circle.get(owner, "/join-request?status=pending").await;
    assert_eq!(waiting.data()["total"], 1);
    let invitation = &waiting.data()["items"][0];
    assert_eq!(invitation["user"]["fullName"], "Nguyễn binh");
    assert_eq!(invitation["kind"], "invitation");
    assert!(!waiting.json.to_string().contains("binh@"));
    let told = app.get_as(&binh, "/api/notification").await;
    assert_eq!(told.data()["items"][0]["type"], "invitation.created");
    assert_eq!(circle.add(owner, &[&binh], "member").await.code(), 5008);
    let id = invitation["id"].as_str().unwrap();
    circle.decide(&binh, id, "accept").await.data();
    assert_eq!(circle.roles().await.len(), 6);

    // Neither a group that was archived nor one that a person has left makes people known, and administrators add all.
    let other = app.group_with(owner, |group| {
        group.archived_at = Set(Some(app.app.clock.now()))
    });
    let other = other.await;
    app.join_group(other, &dung, GroupRole::Member).await;
    let left = app.group(owner).await;
    app.join_group(left, &dung, GroupRole::Member).await;
    let path = format!("/api/group/{left}/member/{}", dung.id);
    let leaves = app.call(&dung, Method::DELETE, &path, Value::Null).await;
    leaves.data();
    // Nor does one that every account may join, unless the caller leads it.
    let founder = app.committee("em").await;
    let open = app.group_with(&founder, |group| group.join_policy = Set(JoinPolicy::Open));
    let open = open.await;
    app.join_group(open, owner, GroupRole::Member).await;
    app.join_group(open, &dung, GroupRole::Member).await;
    let answer = circle.add(owner, &[&dung], "member").await;
    assert_eq!(answer.data(), &json!([]));
    let phuc = app.committee("phuc").await;
    let led = app.group_with(owner, |group| group.join_policy = Set(JoinPolicy::Open));
    app.join_group(led.await, &phuc, GroupRole::Member).await;
    let answer = circle.add(owner, &[&phuc], "member").await;
    assert_eq!(answer.data()[0]["fullName"], "Nguyễn phuc");
    let admin = app.admin().await;
    let answer = circle.add(&admin, &[&dung], "member").await;
    assert_eq!(answer.data()[0]["fullName"], "Nguyễn dung");
    let waiting = circle.get(owner, "/join-request?status=pending").await;
    assert_eq!(waiting.data()["total"], 0, "the invitation is settled");
}

#[tokio::test]
async fn the_owners_plan_limits_the_members() {
    let circle = Circle::new().await;
    sell(&circle.app, &circle.owner, 1, 5).await;
    let mut people = Vec::new();
    for at in 0..3 {
        people.push(circle.app.committee(&format!("u{at}")).await);
    }
    let all: Vec<&TestUser> = people.iter().collect();
    circle
        .acquaint(&[&circle.owner, all[0], all[1], all[2]])
        .await;
    circle
        .acquaint(&[&circle.manager, all[0], all[1], all[2]])
        .await;
    let refused = circle.add(&circle.manager, &all, "member").await;
    assert_eq!(refused.code(), 5003);
    assert_eq!(
        refused.json["messages"][0],
        "The group has 3 of at most 5 members, and 3 more would be added. Remove members first, or have the owner buy a \
         larger plan."
    );
    assert_eq!(circle.roles().await.len(), 3);
    circle
        .add(&circle.manager, &all[..2], "member")
        .await
        .data();
    assert_eq!(
        circle.add(&circle.owner, &all[2..], "member").await.code(),
        5003
    );
    circle.remove(&circle.owner, all[0]).await.data();
    circle.add(&circle.owner, &all[2..], "member").await.data();
}

#[tokio::test]
async fn the_business_of_a_member_is_changed_by_the_member_and_by_leaders() {
    let circle = Circle::new().await;
    let tail = |who: &TestUser| format!("/member/{}", who.id);
    let put = async |by: &TestUser, whom: &TestUser, body: Value| {
        circle.call(by, Method::PUT, &tail(whom), body).await
    };
    let member = &circle.member;
    let own = json!({ "businessField": " Xây dựng ", "position": "Giám đốc", "attendDate": "2025-01-31" });
    let changed = put(member, member, own).await;
    assert_eq!(changed.json["messages"][0], "Member updated");
    assert_eq!(changed.data()["businessField"], "Xây dựng");
    assert_eq!(changed.data()["attendDate"], "2025-01-31");
    let cleared = put(
        &circle.manager,
        member,
        json!({ "position": "", "businessField": null }),
    )
    .await;
    assert_eq!(cleared.data()["position"], Value::Null);
    assert_eq!(cleared.data()["businessField"], Value::Null);
    assert_eq!(cleared.data()["attendDate"], "2025-01-31");
    let answer = put(member, &circle.manager, json!({ "position": "A" })).await;
    assert_eq!(answer.code(), 5016);
    for (field, wrong) in [
        ("attendDate", json!("31/01/2025")),
        ("attendDate", Value::Null),
        ("role", json!("chairman")),
        ("position", json!("x".repeat(256))),
    ] {
        let answer = put(member, member, json!({ field: wrong })).await;
        assert!(
            answer.json["fields"][field][0].is_string(),
            "{field}: {}",
            answer.json
        );
    }
    // No membership begins in the future, and only leaders enter a day before the group was founded.
    founded(&circle, "2020-05-06").await;
    let from = |day: &str| json!({ "attendDate": day });
    for (by, day, is_right) in [
        (member, "2026-03-01", true),
        (member, "2026-03-02", false),
        (&circle.manager, "2026-03-02", false),
        (member, "2020-05-05", false),
        (member, "2020-05-06", true),
        (&circle.manager, "2020-05-05", true),
    ] {
        let answer = put(by, member, from(day)).await;
        assert_eq!(answer.code() == 2000, is_right, "{day}: {}", answer.json);
        assert_eq!(
            answer.json["fields"]["attendDate"][0].is_string(),
            !is_right
        );
    }
    let log = circle.get(&circle.owner, "/log").await;
    let last = &log.data()["items"][0];
    assert_eq!(last["data"]["firstDay"]["from"], "2020-05-06", "{last}");
    // The role is the owner's to change.
    let promote = json!({ "role": "manager" });
    for by in [member, &circle.manager] {
        assert_eq!(put(by, member, promote.clone()).await.code(), 5016);
    }
    let promoted = put(&circle.owner, member, promote).await;
    assert_eq!(promoted.data()["role"], "manager");
    let admin = circle.app.admin().await;
    put(&admin, member, json!({ "role": "member" }))
        .await
        .data();
    let stranger = circle.app.committee("stranger").await;
    assert_eq!(put(&circle.owner, &stranger, json!({})).await.code(), 5005);
    assert_eq!(
        circle.log().await,
        [
            // Two of the names above, three first days.
            "member.changed",
            "member.changed",
            "member.changed",
            "member.changed",
            "member.changed",
            "member.roleChanged",
            "member.roleChanged"
        ]
    );
}

#[tokio::test]
async fn permission_to_remove_members() {
    let circle = Circle::new().await;
    let (owner, manager, member) = (&circle.owner, &circle.manager, &circle.member);
    let other = circle.app.committee("other").await;
    circle
        .app
        .join_group(circle.id, &other, GroupRole::Manager)
        .await;
    assert_eq!(circle.remove(member, manager).await.code(), 5016);
    assert_eq!(circle.remove(manager, &other).await.code(), 5016);
    circle.remove(manager, member).await.data();
    assert_eq!(circle.remove(manager, member).await.code(), 5005);
    circle.remove(owner, &other).await.data();
    circle.remove(manager, manager).await.data();
    let admin = circle.app.admin().await;
    circle
        .app
        .join_group(circle.id, &other, GroupRole::Manager)
        .await;
    circle.remove(&admin, &other).await.data();
    assert_eq!(circle.roles().await, pairs(&[("owner", "owner")]));
    assert_eq!(
        circle.log().await,
        [
            "member.removed",
            "member.removed",
            "member.left",
            "member.removed"
        ]
    );
}

#[tokio::test]
async fn a_group_can_admit_one_member_of_each_business_field() {
    let circle = Circle::with(|group| group.one_per_business_field = Set(true)).await;
    let owner = &circle.owner;
    let (an, binh) = (
        circle.app.committee("an").await,
        circle.app.committee("binh").await,
    );
    let cuong = circle.app.committee("cuong").await;
    describe(&circle.app, &an, "An", Some("Xây dựng")).await;
    describe(&circle.app, &binh, "Bình", Some("XAY DUNG")).await;
    describe(&circle.app, &cuong, "Cường", Some("Vận tải")).await;
    circle.acquaint(&[owner, &an, &binh, &cuong]).await;
    assert_eq!(
        circle.add(owner, &[&an, &binh], "member").await.code(),
        5008
    );
    let request = circle.ask(&binh).await;
    circle.add(owner, &[&an, &cuong], "member").await.data();
    let refused = circle.add(owner, &[&binh], "member").await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(
        refused.json["messages"][0],
        "An already stands for “XAY DUNG”, and this group has one member for each business field."
    );
    assert_eq!(circle.decide(owner, &request, "accept").await.code(), 5008);
    // A new request is refused at once if the field is taken, and has to name one.
    let dao = circle.app.committee("dao").await;
    let none = circle.post(&dao, "/join-request", json!({})).await;
    assert_eq!(
        none.json["fields"]["businessField"],
        json!(["Please enter your business field: this group has one member for each"])
    );
    let body = json!({ "businessField": "xây dựng" });
    let taken = circle.post(&dao, "/join-request", body).await;
    assert_eq!(taken.code(), 5008);
    assert_eq!(
        taken.json["messages"][0],
        "An already stands for “xây dựng”, and this group has one member for each business field."
    );
    let tail = format!("/member/{}", cuong.id);
    let body = json!({ "businessField": "Xây dựng" });
    assert_eq!(
        circle.call(&cuong, Method::PUT, &tail, body).await.code(),
        5008
    );
    circle.remove(&an, &an).await.data();
    circle.decide(owner, &request, "accept").await.data();
    // People without a field are as many as they are.
    let (dung, em) = (
        circle.app.committee("dung").await,
        circle.app.committee("em").await,
    );
    circle.acquaint(&[owner, &dung, &em]).await;
    circle.add(owner, &[&dung, &em], "member").await.data();
}

#[tokio::test]
async fn members_decide_who_sees_their_contacts() {
    let circle = Circle::new().await;
    let contacts = async |reader: &TestUser| {
        let list = circle.get(reader, "/member?search=nguyen%20member").await;
        let member = list.data()["items"][0].clone();
        (member["email"].clone(), member["phone"].clone())
    };
    let other = circle.app.committee("other").await;
    circle
        .app
        .join_group(circle.id, &other, GroupRole::Member)
        .await;
    assert_eq!(contacts(&other).await, (Value::Null, Value::Null));
    let email = json!(circle.member.email);
    assert_eq!(contacts(&circle.owner).await, (email.clone(), Value::Null));
    let tail = format!("/member/{}", circle.member.id);
    let show = json!({ "showsPhone": true, "showsEmail": true });
    for leader in [&circle.owner, &circle.manager] {
        let refused = circle.call(leader, Method::PUT, &tail, show.clone());
        assert_eq!(refused.await.code(), 5016);
    }
    let shown = circle.call(&circle.member, Method::PUT, &tail, show).await;
    assert_eq!(shown.data()["showsPhone"], true);
    let (seen, phone) = contacts(&other).await;
    assert_eq!(seen, email);
    assert!(phone.is_string());
    let hide = json!({ "showsPhone": false });
    circle
        .call(&circle.member, Method::PUT, &tail, hide)
        .await
        .data();
    assert_eq!(contacts(&other).await, (email, Value::Null));
}

async fn founded(circle: &Circle, day: &str) {
    let tx = circle.app.app.db.write().await.unwrap();
    group::Entity::update_many()
        .col_expr(group::Column::FoundedDate, Expr::value(day))
        .filter(group::Column::Id.eq(circle.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn accounts_from_before_are_sorted_by_given_name_once_a_server_has_started() {
    let circle = Circle::new().await;
    let admin = circle.app.admin().await;
    for (at, name) in ["Vũ Anh", "An Vũ"].into_iter().enumerate() {
        let who = circle.app.committee(&format!("u{at}")).await;
        describe(&circle.app, &who, name, None).await;
        circle.add(&admin, &[&who], "member").await.data();
    }
    let tx = circle.app.app.db.write().await.unwrap();
    user::Entity::update_many()
        .col_expr(user::Column::NameKey, Expr::value(Option::<String>::None))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let shown = async || {
        let list = circle
            .get(&circle.member, "/member?sort=fullName&search=vu")
            .await;
        let items = list.data()["items"].as_array().unwrap().clone();
        let name = |member: &Value| member["fullName"].as_str().unwrap().to_owned();
        items.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(shown().await, ["An Vũ", "Vũ Anh"]);
    let app = &circle.app.app;
    hoi_community::accounts::give_missing_name_keys(app)
        .await
        .unwrap();
    assert_eq!(shown().await, ["Vũ Anh", "An Vũ"]);
}
