//! The figures of a group and their file.

use std::time::Duration;

use axum::http::Method;
use hoi_server::groups::GroupRole;
use hoi_server::groups::entity::group_member::Column;
use serde_json::{Value, json};

use super::support::{bought, introduced, with};
use crate::support::workbook::sheets;
use crate::support::{Answer, TestGroup, TestUser};

impl TestGroup {
    /// Sells a plan to the owner of the group that includes reports.
    async fn sell_reports(&self) {
        let offer = json!({
            "baseName": "Gói Vàng", "price": 0, "startDate": "2026-03-01", "expirationDate": "2026-12-31",
            "duration": 3, "numberOfPackages": -1,
            "eventItem": { "numberOfEvents": 1, "attendeesPerEvent": 10, "price": 0 },
            "groupItem": { "numberOfGroups": 1, "usersPerGroup": 50, "hasReport": true, "price": 0 },
        });
        let token = self.app.fresh_token(&self.admin);
        let request = self.app.request(Method::POST, "/api/plan");
        let plan = request.bearer(&token).json(offer).send().await;
        let path = format!("/api/plan/{}/users", plan.data()["id"].as_str().unwrap());
        let buyers = json!({ "userIds": [self.owner.id] });
        let request = self.app.request(Method::POST, &path);
        request.bearer(&token).json(buyers).send().await.data();
    }

    async fn export(&self, who: &TestUser, query: &str) -> Answer {
        let path = format!("/statistic/export?{query}");
        self.call(who, Method::GET, &path, Value::Null).await
    }

    /// Makes an account a member who was entered in January and has been one since this day.
    async fn move_joining(&self, who: &TestUser, day: &str) {
        let entered: hoi_db::Timestamp = "2026-01-05T00:00:00Z".parse().unwrap();
        self.change_member(who, Column::JoinedAt, entered.0.into())
            .await;
        self.set_first_day(who, day).await;
    }
}

#[tokio::test]
async fn a_month_is_counted_beside_the_month_before() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    // Who has been a member for years is not new in the month in which leaders enter it.
    group.move_joining(&group.owner, "2019-05-06").await;
    group.move_joining(lan, "2026-02-28").await;
    group.move_joining(minh, "2026-03-01").await;
    group.move_joining(&group.manager, "2026-03-31").await;
    let on = |deal: Value, day: &str| with(deal, json!({ "dealDate": day, "force": true }));
    for (deal, day) in [
        (bought(lan, minh, 100), "2026-03-01"),
        (bought(lan, minh, 200), "2026-03-01"),
        (introduced(minh, lan, 400), "2026-03-01"),
        (bought(lan, minh, 800), "2026-02-28"),
        (introduced(lan, minh, 1600), "2026-01-31"),
    ] {
        group.approved(lan, on(deal, day)).await;
    }
    group.submitted(lan, bought(lan, minh, 3200)).await;
    let report = group.read(&group.owner, "/statistic").await;
    assert_eq!(
        (&report["from"], &report["to"]),
        (&json!("2026-03-01"), &json!("2026-03-31"))
    );
    let before = (&report["previousFrom"], &report["previousTo"]);
    assert_eq!(before, (&json!("2026-02-01"), &json!("2026-02-28")));
    assert_eq!(report["membersAtStart"], 2);
    assert_eq!(report["membersAtEnd"], 4);
    assert_eq!(report["joined"], json!({ "value": 2, "previous": 1 }));
    assert_eq!(report["left"], json!({ "value": 0, "previous": 0 }));
    assert_eq!(
        report["bought"],
        json!({ "count": { "value": 2, "previous": 1 }, "value": { "value": 300, "previous": 800 } })
    );
    assert_eq!(
        report["referred"],
        json!({ "count": { "value": 1, "previous": 0 }, "value": { "value": 400, "previous": 0 } })
    );
    assert_eq!(report["pending"], 1);
    let months = report["months"].as_array().unwrap();
    assert_eq!(months.len(), 12);
    assert_eq!(
        months[0],
        json!({ "month": "2025-04", "count": 0, "value": 0 })
    );
    assert_eq!(
        months[9],
        json!({ "month": "2026-01", "count": 1, "value": 1600 })
    );
    assert_eq!(
        months[11],
        json!({ "month": "2026-03", "count": 3, "value": 700 })
    );

    let february = group.read(&group.owner, "/statistic?month=2026-02").await;
    assert_eq!(
        february["bought"]["count"],
        json!({ "value": 1, "previous": 0 })
    );
    assert_eq!(
        february["referred"]["count"],
        json!({ "value": 0, "previous": 1 })
    );
    let days = group
        .read(&group.owner, "/statistic?from=2026-01-31&to=2026-02-28")
        .await;
    assert_eq!(days["referred"]["count"]["value"], 1);
    assert_eq!(days["previousFrom"], "2026-01-02");
}

#[tokio::test]
async fn who_joined_and_left_is_named() {
    let group = TestGroup::new().await;
    group.app.pass(Duration::from_hours(1));
    let leave = format!("/member/{}", group.minh.id);
    group
        .call(&group.minh, Method::DELETE, &leave, json!({}))
        .await
        .data();
    group.app.pass(Duration::from_hours(1));
    group
        .app
        .join_group(group.id, &group.minh, GroupRole::Member)
        .await;
    let report = group.read(&group.lan, "/statistic").await;
    // The others have been members for longer than they are here.
    assert_eq!(report["joined"]["value"], 1);
    assert_eq!(report["left"]["value"], 1);
    let start = report["membersAtStart"].as_i64().unwrap();
    assert_eq!(report["membersAtEnd"], start + 1 - 1);
    let movements = report["movements"].as_array().unwrap();
    let moved: Vec<_> = movements[..2]
        .iter()
        .map(|moved| {
            (
                moved["fullName"].as_str().unwrap(),
                moved["isJoining"] == true,
            )
        })
        .collect();
    assert_eq!(moved, [("Nguyễn minh", true), ("Nguyễn minh", false)]);
}

#[tokio::test]
async fn posts_and_comments_count_once_members_see_them() {
    let group = TestGroup::new().await;
    let post = async |who, text: &str| {
        let answer = group.call(who, Method::POST, "/post", json!({ "text": text }));
        format!("/post/{}", answer.await.data()["id"].as_str().unwrap())
    };
    post(&group.lan, "chờ duyệt").await;
    let seen = post(&group.owner, "chào").await;
    let comment = json!({ "text": "vâng" });
    let path = format!("{seen}/comment");
    group
        .call(&group.lan, Method::POST, &path, comment)
        .await
        .data();
    let report = group.read(&group.lan, "/statistic").await;
    assert_eq!(report["posts"], json!({ "value": 1, "previous": 0 }));
    assert_eq!(report["comments"], json!({ "value": 1, "previous": 0 }));
}

#[tokio::test]
async fn rows_of_members_are_for_leaders_of_groups_with_reports() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    group.approved(lan, bought(lan, minh, 500)).await;
    for who in [&group.owner, &group.manager, lan] {
        let report = group.read(who, "/statistic").await;
        assert_eq!(
            (&report["members"], &report["hasReport"]),
            (&Value::Null, &json!(false))
        );
    }
    let refused = group.export(&group.owner, "").await;
    assert_eq!(refused.code(), 5003);
    assert!(
        refused.json["messages"][0]
            .as_str()
            .unwrap()
            .contains("Please buy more")
    );
    // Administrators need no plan.
    let report = group.read(&group.admin, "/statistic").await;
    assert_eq!(report["members"].as_array().unwrap().len(), 4);

    group.sell_reports().await;
    assert_eq!(group.read(lan, "/statistic").await["members"], Value::Null);
    let report = group.read(&group.manager, "/statistic").await;
    let members = report["members"].as_array().unwrap();
    let names: Vec<_> = members
        .iter()
        .map(|member| member["fullName"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "Nguyễn lan",
            "Nguyễn manager",
            "Nguyễn minh",
            "Nguyễn owner"
        ]
    );
    assert_eq!(members[0]["sold"], json!({ "count": 1, "value": 500 }));
    assert_eq!(members[1]["sold"], json!({ "count": 0, "value": 0 }));
    assert_eq!(members[2]["buy"], json!({ "count": 1, "value": 500 }));
}

#[tokio::test]
async fn the_file_has_the_group_its_members_and_every_deal() {
    let group = TestGroup::new().await;
    group.sell_reports().await;
    let (lan, minh) = (&group.lan, &group.minh);
    group.approved(lan, bought(lan, minh, 123_456)).await;
    group.submitted(minh, introduced(lan, minh, 654_321)).await;
    let other = with(bought(minh, lan, 777), json!({ "dealDate": "2026-02-01" }));
    group.submitted(minh, other).await;
    let answer = group.export(&group.manager, "month=2026-03").await;
    assert!(answer.header("content-type").contains("spreadsheetml"));
    let sheets = sheets(&answer);
    let names: Vec<_> = sheets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Group", "Members", "Deals"]);
    for text in ["Hội Doanh nhân Đà Nẵng", "As of", "123456"] {
        assert!(sheets[0].1.contains(text), "{text}: {}", sheets[0].1);
    }
    assert!(sheets.iter().all(|(_, xml)| !xml.contains("groupReport.")));
    for name in ["lan", "minh", "owner", "manager"] {
        assert!(sheets[1].1.contains(name), "{name}");
    }
    for text in [
        "123456",
        "654321",
        "pending",
        "approved",
        "Công ty Sông Hàn",
    ] {
        assert!(sheets[2].1.contains(text), "{text}: {}", sheets[2].1);
    }
    assert!(!sheets[2].1.contains("777"));
    assert_eq!(group.export(lan, "").await.code(), 5016);
    for wrong in [
        "month=2026-3",
        "from=2026-03-01",
        "from=2026-03-02&to=2026-03-01",
        "to=x",
    ] {
        assert_eq!(
            group.export(&group.owner, wrong).await.code(),
            5002,
            "{wrong}"
        );
    }
}
