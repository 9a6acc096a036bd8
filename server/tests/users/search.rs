//! The search for people.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::groups::GroupRole;
use hoi_community::notifications::Kind;
use hoi_platform::audit::entity as audit_log;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::notifications::support::{kinds, listed, prefer};
use crate::support::{Answer, TestApp, TestUser};

async fn search(app: &TestApp, user: &TestUser, keyword: &str) -> Answer {
    let request = app.request(Method::GET, &format!("/api/users/search?keyword={keyword}"));
    request.bearer(&user.token).send().await
}

#[tokio::test]
async fn people_are_found_without_accents_and_shown_without_contact_data() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lan = app.committee("Đặng").await;
    let found = search(&app, &lan, "NGUYEN%20dang").await;
    let people = found.data().as_array().unwrap();
    assert_eq!(people.len(), 1);
    let fields: Vec<_> = people[0].as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        fields,
        [
            "avatar",
            "company",
            "email",
            "emailMasked",
            "fullName",
            "id"
        ]
    );
    assert_eq!(people[0]["emailMasked"], "Đ***@hoi.example");
    assert_eq!(people[0]["email"], Value::Null);
    assert!(!found.json.to_string().contains("0912345678"));
    assert_eq!(
        search(&app, &admin, "dang").await.data()[0]["email"],
        "Đặng@hoi.example"
    );
}

#[tokio::test]
async fn an_address_is_found_only_as_a_whole() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    app.committee("binh").await;
    for (keyword, count) in [
        ("binh@hoi.example", 1),
        ("BINH@hoi.example", 1),
        ("binh@", 0),
        ("hoi.example", 0),
        ("0912", 0),
    ] {
        let found = search(&app, &lan, keyword).await;
        assert_eq!(found.data().as_array().unwrap().len(), count, "{keyword}");
    }
}

#[tokio::test]
async fn at_least_two_characters_and_at_most_twenty_people() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    for at in 0..21 {
        app.committee(&format!("nguoi{at}")).await;
    }
    for keyword in ["", "n", "%20n%20", "%C4%90"] {
        let answer = search(&app, &lan, keyword).await;
        assert_eq!(answer.code(), 5002, "{keyword}");
        assert!(answer.json["fields"]["keyword"][0].is_string());
    }
    let none = app
        .request(Method::GET, "/api/users/search")
        .bearer(&lan.token);
    assert_eq!(none.send().await.code(), 5002);
    assert_eq!(
        search(&app, &lan, "nguoi")
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        20
    );
    assert_eq!(search(&app, &lan, "%25%25").await.data(), &json!([]));
}

#[tokio::test]
async fn suspended_people_are_not_found() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lan = app.committee("lan").await;
    app.put_as(
        &format!("/api/users/{}", lan.id),
        &admin.token,
        json!({ "isActive": false }),
    )
    .await
    .data();
    assert_eq!(search(&app, &admin, "lan").await.data(), &json!([]));
}

#[tokio::test]
async fn an_address_is_shown_to_callers_who_typed_it_and_to_leaders_of_a_group_of_the_person() {
    let app = TestApp::new().await;
    let (lan, admin) = (app.committee("lan").await, app.admin().await);
    let (binh, chi) = (app.committee("binh").await, app.committee("chi").await);
    let (led, other) = (app.group(&lan).await, app.group(&chi).await);
    app.join_group(led, &binh, GroupRole::Member).await;
    app.join_group(other, &lan, GroupRole::Member).await;
    let mail = async |who: &TestUser, keyword: &str| {
        let found = search(&app, who, keyword).await;
        found.data()[0]["email"].clone()
    };
    // Leading one group does not open the addresses of all accounts.
    let path = format!("/api/users/search?keyword=nguyen&excludeGroupId={led}");
    let strangers = app.get_as(&lan, &path).await;
    assert_eq!(strangers.data()[0]["fullName"], "Nguyễn chi");
    assert_eq!(strangers.data()[0]["email"], Value::Null);
    assert!(!strangers.json.to_string().contains("chi@"));
    assert_eq!(mail(&lan, "nguyen%20chi").await, Value::Null);
    assert_eq!(mail(&chi, "nguyen%20binh").await, Value::Null);
    for (who, keyword, email) in [
        (&lan, "nguyen%20binh", "binh@hoi.example"),
        (&lan, "CHI@hoi.example", "chi@hoi.example"),
        (&chi, "nguyen%20lan", "lan@hoi.example"),
        (&binh, "chi@hoi.example", "chi@hoi.example"),
        (&admin, "nguyen%20chi", "chi@hoi.example"),
    ] {
        assert_eq!(mail(who, keyword).await, email, "{keyword}");
    }
    // After leaving the group, a member is a stranger again.
    let path = format!("/api/group/{led}/member/{}", binh.id);
    app.call(&binh, Method::DELETE, &path, Value::Null)
        .await
        .data();
    assert_eq!(mail(&lan, "nguyen%20binh").await, Value::Null);
}

#[tokio::test]
async fn after_sixty_searches_an_account_waits_and_is_named_to_administrators() {
    let app = TestApp::new().await;
    let (lan, binh) = (app.committee("lan").await, app.committee("binh").await);
    // A refused search is not counted.
    assert_eq!(search(&app, &lan, "n").await.code(), 5002);
    for _ in 0..60 {
        search(&app, &lan, "bimat").await.data();
    }
    for _ in 0..3 {
        let refused = search(&app, &lan, "bimat").await;
        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::TOO_MANY_REQUESTS, 5003)
        );
        assert_eq!(refused.header("retry-after"), "3600");
    }
    search(&app, &binh, "lan").await.data();
    let named = async || {
        audit_log::Entity::find()
            .filter(audit_log::Column::Action.eq("searchedTooOften"))
            .all(app.app.db.read())
            .await
            .unwrap()
    };
    let rows = named().await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].subject_id, Some(lan.id.0));
    assert!(!format!("{rows:?}").contains("bimat"));
    // An entry a day, and after an hour there are sixty again.
    app.pass(Duration::from_hours(24));
    let token = app.fresh_token(&lan);
    let again = async || {
        let request = app.request(Method::GET, "/api/users/search?keyword=bimat");
        request.bearer(&token).send().await.code()
    };
    for _ in 0..60 {
        assert_eq!(again().await, 2000);
    }
    assert_eq!(again().await, 5003);
    assert_eq!(named().await.len(), 2);
}

/// Searches as often as given, each time with success, and once more. Returns for how many seconds that one is refused.
async fn refused_after(app: &TestApp, user: &TestUser, times: usize) -> String {
    let again = async || {
        let request = app.request(Method::GET, "/api/users/search?keyword=bimat");
        request.bearer(&app.fresh_token(user)).send().await
    };
    for at in 0..times {
        assert_eq!(again().await.code(), 2000, "{at} of {times}");
    }
    let refused = again().await;
    assert_eq!(refused.code(), 5003, "after {times}");
    refused.header("retry-after")
}

#[tokio::test]
async fn the_sixty_first_search_waits_until_the_hour_is_over() {
    let app = TestApp::new().await;
    let (lan, binh) = (app.committee("lan").await, app.committee("binh").await);
    assert_eq!(refused_after(&app, &lan, 60).await, "3600");
    app.pass(Duration::from_secs(3_599));
    assert_eq!(refused_after(&app, &lan, 0).await, "1");
    app.pass(Duration::from_secs(1));
    assert_eq!(refused_after(&app, &lan, 60).await, "3600");
    assert_eq!(refused_after(&app, &binh, 60).await, "3600");
}

/// A count that begins anew each hour would let nearly twice as many through around that moment.
#[tokio::test]
async fn no_sixty_minutes_have_more_than_sixty_searches() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    for _ in 0..20 {
        search(&app, &lan, "bimat").await.data();
    }
    app.pass(Duration::from_mins(50));
    assert_eq!(refused_after(&app, &lan, 40).await, "600");
    app.pass(Duration::from_mins(10));
    // The first twenty are an hour ago, the other forty ten minutes.
    assert_eq!(refused_after(&app, &lan, 20).await, "3000");
    app.pass(Duration::from_mins(50));
    assert_eq!(refused_after(&app, &lan, 40).await, "600");
}

/// Setting the machine's clock back would otherwise lock an account until the former time comes again.
#[tokio::test]
async fn searches_of_a_time_that_has_not_come_do_not_count() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    app.pass(Duration::from_hours(2));
    assert_eq!(refused_after(&app, &lan, 60).await, "3600");
    app.app
        .clock
        .set(app.app.clock.now().minus(Duration::from_mins(90)));
    assert_eq!(refused_after(&app, &lan, 60).await, "3600");
}

#[tokio::test]
async fn each_administrator_is_told_once_a_day_of_an_account_that_searches_too_often() {
    let app = TestApp::new().await;
    let (lan, binh) = (app.committee("lan").await, app.committee("binh").await);
    let (an, chi) = (app.admin_called("an").await, app.admin_called("chi").await);
    let told = Kind::AccountSearchedTooOften;
    let mail = json!({ "items": [{ "type": "account.searchedTooOften", "email": "instant" }] });
    prefer(&app, &an, mail).await;
    // Sixty searches are nothing unusual.
    for _ in 0..60 {
        search(&app, &lan, "bimat").await.data();
    }
    assert!(kinds(&app, &an).await.is_empty());
    // The limit is passed again and again, also an hour later on the same day.
    for times in [0, 0, 60] {
        refused_after(&app, &lan, times).await;
        refused_after(&app, &lan, 0).await;
        app.pass(Duration::from_mins(30));
    }
    for admin in [&an, &chi] {
        assert_eq!(kinds(&app, admin).await, [told]);
    }
    for other in [&lan, &binh] {
        assert!(kinds(&app, other).await.is_empty());
    }
    let list = listed(&app, &chi, "").await;
    let item = &list["items"][0];
    assert_eq!(item["link"], "/committee-management");
    let content = item["content"].as_str().unwrap();
    assert!(content.contains("Nguyễn lan"), "{content}");
    assert!(!content.contains("bimat"));
    let mails = app.run_jobs().await;
    let to: Vec<_> = mails.iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(to, [an.email.as_str()]);

    // The next day, after the first one was read, they are told anew, and of another account at once.
    app.pass(Duration::from_hours(24));
    let read = app.request(Method::PUT, "/api/notification/read-all");
    let read = read.bearer(&app.fresh_token(&chi)).json(json!({}));
    read.send().await.data();
    refused_after(&app, &lan, 60).await;
    assert_eq!(kinds(&app, &chi).await, [told; 2]);
    refused_after(&app, &binh, 60).await;
    assert_eq!(kinds(&app, &chi).await, [told; 3]);
}

#[tokio::test]
async fn an_administrator_that_searches_too_often_is_named_to_the_others() {
    let app = TestApp::new().await;
    let (an, chi) = (app.admin_called("an").await, app.admin_called("chi").await);
    refused_after(&app, &an, 60).await;
    assert!(kinds(&app, &an).await.is_empty());
    assert_eq!(kinds(&app, &chi).await, [Kind::AccountSearchedTooOften]);
}
