//! Groups as a whole: created, changed, archived, deleted, handed over.

use std::time::Duration;

use axum::http::Method;
use hoi_community::groups::GroupRole;
use hoi_platform::files::Visibility;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Circle, new_group, sell};
use crate::support::TestApp;

#[tokio::test]
async fn an_organiser_creates_as_many_groups_as_the_plans_allow() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let body = new_group(&app, &an).await;
    let create = || app.call(&an, Method::POST, "/api/group", body.clone());
    let refused = create().await;
    assert_eq!(refused.code(), 5003, "{}", refused.json);
    sell(&app, &an, 1, 5).await;
    let created = create().await;
    let group = created.data();
    assert_eq!(created.json["messages"][0], "Group created");
    assert_eq!(group["name"], "Hội Doanh nhân Trẻ");
    assert_eq!(group["myState"], "member");
    assert_eq!(group["memberCount"], 1);
    let details = &group["details"];
    for (field, value) in [
        ("myRole", json!("owner")),
        ("ownerName", json!("Nguyễn an")),
        ("postApproval", json!("all")),
        ("isListed", json!(true)),
        ("pointValueVisibility", json!("leaders")),
        ("writesRecap", json!(true)),
        ("memberLimit", json!(5)),
        ("pendingRequests", json!(0)),
        ("pendingInvitations", json!(0)),
        ("version", json!(1)),
    ] {
        assert_eq!(details[field], value, "{field}");
    }
    assert_eq!(group["joinPolicy"], "request");
    let refused = create().await;
    assert_eq!(refused.code(), 5003);
    assert_eq!(
        refused.json["messages"][0],
        "Your plans allow 1 group and you have 1. Please buy more to create another one."
    );
    let mine = app
        .call(&an, Method::GET, "/api/plan/mine", Value::Null)
        .await;
    assert_eq!(mine.data()["planSummary"]["groupsUsed"], 1);
    let overview = app.get_as(&an, "/api/statistic/overview").await;
    assert_eq!(overview.data()["groups"], 1);

    // A deleted group gives its place back.
    let path = format!("/api/group/{}", group["id"].as_str().unwrap());
    let name = json!({ "confirmName": "Hội Doanh nhân Trẻ" });
    app.call(&an, Method::DELETE, &path, name).await.data();
    create().await.data();
}

#[tokio::test]
async fn name_and_photo_are_required_and_the_photo_is_ones_own() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    sell(&app, &an, -1, -1).await;
    let create = |body: Value| app.call(&an, Method::POST, "/api/group", body);
    let answer = create(json!({})).await;
    assert_eq!(answer.code(), 5002);
    for field in ["name", "avatar"] {
        assert!(answer.json["fields"][field][0].is_string(), "{field}");
    }
    let binh = app.committee("binh").await;
    for (owner, visibility) in [(&binh, Visibility::Public), (&an, Visibility::Private)] {
        let avatar = app.file(owner, "groupAvatar", visibility).await;
        let answer = create(json!({ "name": "A", "avatar": avatar })).await;
        assert!(
            answer.json["fields"]["avatar"][0].is_string(),
            "{}",
            answer.json
        );
    }
    let good = new_group(&app, &an).await;
    for (field, wrong) in [
        ("name", json!("x".repeat(256))),
        ("description", json!("x".repeat(20_001))),
        ("foundedDate", json!("31/05/1990")),
        ("foundedDate", json!("2026-03-03")),
        ("firstN", json!(0)),
        ("firstN", json!(101)),
    ] {
        let mut body = good.clone();
        body[field] = wrong;
        let answer = create(body).await;
        assert!(
            answer.json["fields"][field][0].is_string(),
            "{field}: {}",
            answer.json
        );
    }
    let mut full = good;
    full["foundedDate"] = json!("1990-05-31");
    full["validationInfo"] = json!({ "requireBusinessLicense": true });
    let created = create(full).await;
    let group = created.data();
    assert_eq!(group["foundedDate"], "1990-05-31");
    assert_eq!(
        group["validationInfo"],
        json!({ "requireMembershipCertificate": false, "requireBusinessLicense": true })
    );
}

#[tokio::test]
async fn an_administrator_creates_a_group_for_an_organiser() {
    let app = TestApp::new().await;
    let (admin, other) = (app.admin().await, app.admin_called("other").await);
    let an = app.committee("an").await;
    let mut body = new_group(&app, &admin).await;
    let answer = app
        .call(&admin, Method::POST, "/api/group", body.clone())
        .await;
    assert!(answer.json["fields"]["ownerId"][0].is_string());
    body["ownerId"] = json!(other.id);
    let answer = app
        .call(&admin, Method::POST, "/api/group", body.clone())
        .await;
    assert!(answer.json["fields"]["ownerId"][0].is_string());
    body["ownerId"] = json!(an.id);
    let created = app.call(&admin, Method::POST, "/api/group", body).await;
    assert_eq!(created.data()["details"]["ownerId"], json!(an.id));
    assert_eq!(created.data()["details"]["myRole"], Value::Null);
    assert_eq!(created.data()["myState"], "none");
    let mine = app.get_as(&an, "/api/group/mine").await;
    assert_eq!(mine.data()[0]["myRole"], "owner");
    // The administrator is no member.
    assert_eq!(
        app.get_as(&admin, "/api/group/mine").await.data(),
        &json!([])
    );
    assert_eq!(created.data()["memberCount"], 1);
    let overview = app.get_as(&admin, "/api/statistic/overview").await;
    assert_eq!(overview.data()["groups"], 1);
}

#[tokio::test]
async fn settings_are_changed_in_part_and_a_stale_change_is_refused() {
    let circle = Circle::new().await;
    let put = |body: Value| circle.call(&circle.owner, Method::PUT, "", body);
    let changed = put(json!({ "version": 1, "isListed": false, "validationInfo": { "requireBusinessLicense": true } })).await;
    assert_eq!(changed.json["messages"][0], "Group settings saved");
    assert_eq!(changed.data()["details"]["isListed"], false);
    assert_eq!(changed.data()["details"]["version"], 2);
    assert_eq!(changed.data()["name"], "Hội Doanh nhân Đà Nẵng");
    let stale = put(json!({ "version": 1, "name": "B" })).await;
    assert_eq!(stale.code(), 5008);
    assert_eq!(&stale.json["data"], changed.data());
    assert_eq!(put(json!({ "name": "" })).await.code(), 5002);
    // A change that changes nothing makes no new version.
    let same = put(json!({ "version": 2, "isListed": false })).await;
    assert_eq!(same.data()["details"]["version"], 2);
    let log = circle.get(&circle.manager, "/log").await;
    let entry = &log.data()["items"][0];
    assert_eq!(entry["action"], "group.updated");
    assert_eq!(entry["actorName"], "Nguyễn owner");
    assert_eq!(
        entry["data"]["fields"],
        json!(["isListed", "requireBusinessLicense"])
    );
    assert_eq!(log.data()["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_archived_group_is_only_read_until_it_is_restored() {
    let circle = Circle::new().await;
    let (owner, binh) = (&circle.owner, circle.app.committee("binh").await);
    let request = circle.ask(&binh).await;
    let archived = circle.post(owner, "/archive", Value::Null).await;
    assert!(archived.data()["archivedAt"].is_string());
    let add = json!({ "userIds": [binh.id], "role": "member" });
    let member = format!("/member/{}", circle.member.id);
    for (method, tail, body) in [
        (Method::PUT, "", json!({ "name": "B" })),
        (Method::POST, "/archive", Value::Null),
        (
            Method::POST,
            "/transfer",
            json!({ "userId": circle.manager.id }),
        ),
        (Method::POST, "/member", add.clone()),
        (Method::POST, "/invitation", add),
        (Method::PUT, &member, json!({ "position": "A" })),
        (Method::DELETE, &member, Value::Null),
        (
            Method::PUT,
            &format!("/join-request/{request}"),
            json!({ "action": "accept" }),
        ),
    ] {
        let answer = circle.call(owner, method.clone(), tail, body).await;
        assert_eq!(answer.code(), 5009, "{method} {tail}: {}", answer.json);
    }
    let lan = circle.app.committee("lan").await;
    assert_eq!(
        circle.post(&lan, "/join-request", json!({})).await.code(),
        5009
    );
    for tail in ["", "/member", "/log", "/join-request"] {
        assert_eq!(circle.get(owner, tail).await.code(), 2000, "{tail}");
    }
    // People are not held.
    circle.remove(&circle.member, &circle.member).await.data();
    circle
        .call(
            &binh,
            Method::DELETE,
            &format!("/join-request/{request}"),
            Value::Null,
        )
        .await
        .data();
    let found = circle.app.get_as(&lan, "/api/group/search").await;
    assert_eq!(found.data()["total"], 0);
    let restored = circle.post(owner, "/restore", Value::Null).await;
    assert_eq!(restored.data()["archivedAt"], Value::Null);
    assert_eq!(
        circle.post(owner, "/restore", Value::Null).await.code(),
        5008
    );
    circle.ask(&lan).await;
}

#[tokio::test]
async fn a_group_is_deleted_by_its_name_and_is_gone_for_every_caller() {
    let circle = Circle::new().await;
    let (owner, binh) = (&circle.owner, circle.app.committee("binh").await);
    circle.ask(&binh).await;
    for name in ["", "hội doanh nhân đà nẵng", "Hội"] {
        let body = json!({ "confirmName": name });
        let answer = circle.call(owner, Method::DELETE, "", body).await;
        assert!(
            answer.json["fields"]["confirmName"][0].is_string(),
            "{name}"
        );
    }
    let body = json!({ "confirmName": "  Hội Doanh nhân Đà Nẵng " });
    circle.call(owner, Method::DELETE, "", body).await.data();
    for who in [owner, &circle.member, &binh] {
        assert_eq!(circle.get(who, "").await.code(), 5005);
        let mine = circle.app.get_as(who, "/api/group/mine").await;
        assert_eq!(mine.data(), &json!([]));
        let requests = circle.app.get_as(who, "/api/group/request/mine").await;
        assert_eq!(requests.data()["total"], 0);
    }
    let admin = circle.app.admin().await;
    assert_eq!(circle.get(&admin, "").await.code(), 5005);
    let all = circle.app.get_as(&admin, "/api/group").await;
    assert_eq!(all.data()["total"], 0);
}

/// The owner cannot leave, be removed or be demoted, but hands the group over.
#[tokio::test]
async fn a_group_always_has_one_owner() {
    let circle = Circle::new().await;
    let (owner, manager) = (&circle.owner, &circle.manager);
    let admin = circle.app.admin().await;
    assert_eq!(circle.remove(owner, owner).await.code(), 5008);
    assert_eq!(circle.remove(&admin, owner).await.code(), 5008);
    assert_eq!(circle.remove(manager, owner).await.code(), 5016);
    let member = |who: &crate::support::TestUser| format!("/member/{}", who.id);
    for who in [owner, &admin] {
        let demote = json!({ "role": "member" });
        let answer = circle.call(who, Method::PUT, &member(owner), demote).await;
        assert_eq!(answer.code(), 5008, "{}", answer.json);
        let promote = json!({ "role": "owner" });
        let answer = circle
            .call(who, Method::PUT, &member(manager), promote)
            .await;
        assert_eq!(answer.code(), 5002, "{}", answer.json);
    }
    let transfer = |by, to: &crate::support::TestUser| {
        circle.post(by, "/transfer", json!({ "userId": to.id }))
    };
    let stranger = circle.app.committee("stranger").await;
    assert_eq!(transfer(owner, &stranger).await.code(), 5008);
    assert_eq!(transfer(owner, owner).await.code(), 5008);
    assert_eq!(transfer(manager, manager).await.code(), 5016);
    let handed = transfer(owner, &circle.member).await;
    assert_eq!(handed.data()["details"]["myRole"], "manager");
    assert_eq!(handed.data()["details"]["ownerId"], json!(circle.member.id));
    let role = |name: &str, role: &str| (format!("Nguyễn {name}"), role.to_owned());
    assert_eq!(
        circle.roles().await,
        [
            role("member", "owner"),
            role("manager", "manager"),
            role("owner", "manager")
        ]
    );
    assert_eq!(transfer(owner, owner).await.code(), 5016);
    // An administrator helps where an owner is gone.
    transfer(&admin, manager).await.data();
    assert_eq!(circle.roles().await[0], role("manager", "owner"));
    circle.remove(owner, owner).await.data();
    let log = circle.get(manager, "/log").await;
    assert_eq!(log.data()["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn administrators_list_all_groups() {
    let app = TestApp::new().await;
    let (admin, an) = (app.admin().await, app.committee("an").await);
    for (at, (name, founded)) in [
        ("Đà Nẵng", Some("2001-01-01")),
        ("An Giang", None),
        ("Huế", Some("1990-05-31")),
    ]
    .into_iter()
    .enumerate()
    {
        app.pass(Duration::from_mins(u64::try_from(at).unwrap()));
        app.group_with(&an, |group| {
            group.name = Set(name.to_owned());
            group.search_text = Set(hoi_i18n::fold_for_search(name));
            group.founded_date = Set(founded.map(ToOwned::to_owned));
            group.is_listed = Set(at > 0);
        })
        .await;
    }
    for (query, names) in [
        ("", vec!["Huế", "An Giang", "Đà Nẵng"]),
        ("?sort=name", vec!["An Giang", "Đà Nẵng", "Huế"]),
        ("?sort=name&order=desc&limit=2", vec!["Huế", "Đà Nẵng"]),
        ("?sort=foundedDate", vec!["An Giang", "Huế", "Đà Nẵng"]),
        ("?search=da%20nang", vec!["Đà Nẵng"]),
        ("?search=%25", vec![]),
        ("?limit=2&page=2", vec!["Đà Nẵng"]),
    ] {
        let path = format!("/api/group{query}");
        let list = app.call(&admin, Method::GET, &path, Value::Null).await;
        let items = list.data()["items"].as_array().unwrap().clone();
        let shown: Vec<_> = items
            .iter()
            .map(|group| group["name"].as_str().unwrap())
            .collect();
        assert_eq!(shown, names, "{query}");
        assert!(items.iter().all(|group| group["ownerName"] == "Nguyễn an"));
    }
}

#[tokio::test]
async fn the_log_is_read_in_parts() {
    let circle = Circle::new().await;
    for name in ["a", "b", "c"] {
        let whom = circle.app.committee(name).await;
        circle.add(&circle.manager, &[&whom], "member").await.data();
    }
    let mut cursor = String::new();
    let mut subjects = Vec::new();
    for _ in 0..2 {
        let part = circle
            .get(&circle.owner, &format!("/log?limit=2{cursor}"))
            .await;
        let items = part.data()["items"].as_array().unwrap().clone();
        subjects.extend(items.iter().map(|entry| entry["subjectName"].clone()));
        cursor = format!(
            "&cursor={}",
            part.data()["nextCursor"].as_str().unwrap_or("-")
        );
    }
    assert_eq!(subjects, ["Nguyễn c", "Nguyễn b", "Nguyễn a"]);
    assert_eq!(cursor, "&cursor=-");
    assert_eq!(circle.get(&circle.member, "/log").await.code(), 5016);
    let lan = circle.app.committee("lan").await;
    circle
        .app
        .join_group(circle.id, &lan, GroupRole::Manager)
        .await;
    circle.get(&lan, "/log").await.data();
    circle.remove(&circle.owner, &lan).await.data();
    assert_eq!(circle.get(&lan, "/log").await.code(), 5016);
}

#[tokio::test]
async fn a_suspended_account_neither_joins_nor_inherits() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let request = circle.ask(&an).await;
    let admin = circle.app.admin().await;
    for who in [&an, &circle.member] {
        let path = format!("/api/users/{}", who.id);
        let body = json!({ "isActive": false });
        circle
            .app
            .call(&admin, Method::PUT, &path, body)
            .await
            .data();
    }
    let accepted = circle.decide(&circle.owner, &request, "accept").await;
    assert_eq!(accepted.code(), 5002);
    let heir = json!({ "userId": circle.member.id });
    let handed = circle.post(&circle.owner, "/transfer", heir).await;
    assert_eq!(handed.code(), 5002);
    assert_eq!(circle.roles().await[0].1, "owner");
}

#[tokio::test]
async fn a_name_holds_no_web_address() {
    let circle = Circle::new().await;
    let body = json!({ "name": "http://xau.example" });
    let changed = circle.call(&circle.owner, Method::PUT, "", body).await;
    assert_eq!(changed.code(), 5002);
    assert!(changed.json["fields"]["name"].is_array());
}
