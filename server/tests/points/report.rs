//! The figures of a group and their file.

use std::time::Duration;

use axum::http::Method;
use hoi_community::groups::GroupRole;
use hoi_community::groups::entity::group_member::Column;
use hoi_community::posts::entity::{comment, post};
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
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
    // A member of many years is not new in the month in which leaders enter the day.
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
async fn the_page_of_a_group_has_the_deals_of_the_month() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let empty = group.read(&group.owner, "/front").await;
    assert_eq!(empty["deals"], json!({ "count": 0, "value": 0 }));
    group.set_first_day(lan, "2026-02-01").await;
    group.set_first_day(minh, "2026-02-01").await;
    let february = json!({ "dealDate": "2026-02-28" });
    group.approved(lan, bought(lan, minh, 100)).await;
    group.approved(minh, introduced(minh, lan, 400)).await;
    group
        .approved(lan, with(bought(lan, minh, 800), february))
        .await;
    group.submitted(lan, bought(lan, minh, 1600)).await;
    for (reader, value) in [
        (&group.owner, Some(500)),
        (&group.manager, Some(500)),
        (&group.admin, Some(500)),
        (lan, None),
    ] {
        let front = group.read(reader, "/front").await;
        assert_eq!(front["deals"], json!({ "count": 2, "value": value }));
    }
}

/// Figures of the report with the rows that each counts.
const FIGURES: [(&str, &str); 9] = [
    ("members", "/membersAtEnd"),
    ("joined", "/joined/value"),
    ("left", "/left/value"),
    ("posts", "/posts/value"),
    ("comments", "/comments/value"),
    ("events", "/events/value"),
    ("registrations", "/registrations/value"),
    ("checkIns", "/checkIns/value"),
    ("activeMembers", "/activeMembers/value"),
];

/// Calls of a group with one thing of each kind in the last and the first moment of each month.
struct AtEdges {
    group: TestGroup,
}

impl AtEdges {
    /// The last millisecond of February, the first of March, the last of March and the first of April in Vietnam.
    const EDGES: [&'static str; 4] = [
        "2026-02-28T16:59:59.999Z",
        "2026-02-28T17:00:00Z",
        "2026-03-31T16:59:59.999Z",
        "2026-03-31T17:00:00Z",
    ];

    async fn new() -> Self {
        let group = TestGroup::new().await;
        let app = &group.app;
        for (at, edge) in Self::EDGES.into_iter().enumerate() {
            let moment: hoi_db::Timestamp = edge.parse().unwrap();
            let path = group.publish(&group.lan, edge).await;
            group.comment(&group.minh, &path, edge).await.data();
            let guest = app.committee(&format!("guest{at}")).await;
            app.join_group(group.id, &guest, GroupRole::Member).await;
            let event = app
                .event(&group.owner, |event| {
                    event.group_id = Set(Some(group.id));
                    event.title = Set(edge.to_owned());
                })
                .await;
            for (at, who) in [&group.lan, &group.minh].into_iter().enumerate() {
                let path = format!("/api/event/{event}/register");
                let body = json!({ "fullName": who.email, "email": who.email, "phone": "0912345678", "company": "A", "consent": true });
                let answer = app.call(who, Method::POST, &path, body).await;
                assert_eq!(answer.code(), 2000, "{}", answer.json);
                if at == 0 {
                    let body = json!({ "eventId": event, "attendanceId": answer.data()["attendanceId"], "checkedIn": true });
                    let path = "/api/event/checkin";
                    app.call(&group.owner, Method::POST, path, body)
                        .await
                        .data();
                }
            }
            let leave = format!("/member/{}", guest.id);
            group
                .call(&guest, Method::DELETE, &leave, json!({}))
                .await
                .data();
            let tx = app.app.db.write().await.unwrap();
            post::Entity::update_many()
                .col_expr(post::Column::ApprovedAt, Expr::value(moment))
                .col_expr(post::Column::ActiveAt, Expr::value(moment))
                .filter(post::Column::Text.eq(edge))
                .exec(&tx)
                .await
                .unwrap();
            comment::Entity::update_many()
                .col_expr(comment::Column::CreatedAt, Expr::value(moment))
                .filter(comment::Column::Text.eq(edge))
                .exec(&tx)
                .await
                .unwrap();
            event::Entity::update_many()
                .col_expr(event::Column::EventStartDate, Expr::value(moment))
                .filter(event::Column::Id.eq(event))
                .exec(&tx)
                .await
                .unwrap();
            tx.commit().await.unwrap();
            let days = ["2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01"];
            group.set_first_day(&guest, days[at]).await;
            group
                .change_member(&guest, Column::LeftAt, moment.0.into())
                .await;
        }
        app.app.snapshots.forget_all();
        app.pass(Duration::from_hours(24 * 60));
        Self { group }
    }

    async fn rows(&self, who: &TestUser, query: &str) -> Answer {
        let path = format!("/api/group/{}/statistic/rows?{query}", self.group.id);
        let request = self.group.app.request(Method::GET, &path);
        request
            .bearer(&self.group.app.fresh_token(who))
            .send()
            .await
    }
}

#[tokio::test]
async fn each_figure_has_as_many_rows_as_it_says_at_the_edges_of_months() {
    let test = AtEdges::new().await;
    let group = &test.group;
    for month in ["2026-02", "2026-03", "2026-04"] {
        let path = format!("/api/group/{}/statistic?month={month}", group.id);
        let request = group.app.request(Method::GET, &path);
        let report = request.bearer(&group.app.fresh_token(&group.owner));
        let report = report.send().await;
        for (figure, pointer) in FIGURES {
            let query = format!("figure={figure}&month={month}&limit=100");
            let answer = test.rows(&group.owner, &query).await;
            let rows = answer.data();
            let number = report.data().pointer(pointer).unwrap();
            assert_eq!(&rows["total"], number, "{figure} in {month}");
            let items = rows["items"].as_array().unwrap();
            assert_eq!(json!(items.len()), *number, "{figure} in {month}");
            // One of each kind lies in February and April, two in March.
            let expected = match (figure, month) {
                ("members" | "activeMembers", _) => continue,
                ("registrations", "2026-03") => 4,
                ("registrations", _) | (_, "2026-03") => 2,
                _ => 1,
            };
            assert_eq!(*number, json!(expected), "{figure} in {month}");
        }
    }
    let posts = test.rows(&group.lan, "figure=posts&month=2026-03").await;
    let items = posts.data()["items"].as_array().unwrap().clone();
    let texts: Vec<_> = items.iter().map(|item| item["about"].clone()).collect();
    assert_eq!(
        texts,
        [AtEdges::EDGES[2], AtEdges::EDGES[1]],
        "latest first"
    );
    assert!(items[0]["postId"].is_string());
    let second = test
        .rows(&group.lan, "figure=posts&month=2026-03&limit=1&page=2")
        .await;
    assert_eq!(second.data()["items"], json!([items[1]]));
}

#[tokio::test]
async fn rows_of_one_member_and_names_of_participants_are_for_leaders() {
    let test = AtEdges::new().await;
    let group = &test.group;
    let names = async |who: &TestUser| {
        let rows = test.rows(who, "figure=registrations&month=2026-03").await;
        let items = rows.data()["items"].as_array().unwrap().clone();
        items.iter().filter(|item| item["name"].is_string()).count()
    };
    assert_eq!(names(&group.manager).await, 4);
    assert_eq!(names(&group.lan).await, 0);
    let of = format!("month=2026-03&memberId={}", group.lan.id);
    let posts = format!("figure=posts&{of}");
    assert_eq!(test.rows(&group.owner, &posts).await.code(), 5003);
    group.sell_reports().await;
    for (figure, number) in [
        ("posts", 2),
        ("comments", 0),
        ("registrations", 2),
        ("checkIns", 2),
    ] {
        let query = format!("figure={figure}&{of}");
        let rows = test.rows(&group.owner, &query).await;
        assert_eq!(rows.data()["total"], number, "{figure}");
        assert_eq!(test.rows(&group.lan, &query).await.code(), 5016);
    }
    let active = "figure=activeMembers&month=2026-03";
    assert_eq!(test.rows(&group.manager, active).await.code(), 2000);
    let refused = test.rows(&group.lan, active).await;
    assert_eq!(refused.code(), 5016, "activity reveals attendance");
}

#[tokio::test]
async fn a_returning_member_counts_once() {
    let group = TestGroup::new().await;
    let an = group.app.committee("an").await;
    let join = async || group.app.join_group(group.id, &an, GroupRole::Member).await;
    join().await;
    let leave = format!("/member/{}", an.id);
    let left = group.call(&an, Method::DELETE, &leave, json!({}));
    left.await.data();
    join().await;
    // The first day of both memberships, which leaders may set.
    group.set_first_day(&an, "2026-02-01").await;
    let report = group.read(&group.owner, "/statistic").await;
    assert_eq!(report["membersAtEnd"], 5);
    let rows = group.read(&group.owner, "/statistic/rows?figure=members");
    assert_eq!(rows.await["total"], 5);
}

#[tokio::test]
async fn the_pending_points_of_a_report_are_those_that_its_reader_finds() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    group.submitted(lan, bought(lan, minh, 100)).await;
    group
        .submitted(&group.owner, bought(&group.owner, &group.manager, 200))
        .await;
    for (who, number) in [(&group.owner, 2), (&group.manager, 2), (lan, 1)] {
        let report = group.read(who, "/statistic").await;
        let listed = group.read(who, "/point?status=pending&month=2026-03").await;
        let board = group.read(who, "/leaderboard?period=month").await;
        assert_eq!(report["pending"], number);
        assert_eq!(board["pending"], number);
        assert_eq!(listed["total"], number);
    }
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
    assert_eq!(names, ["Group", "Members", "Attendance", "Deals"]);
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
        assert!(sheets[3].1.contains(text), "{text}: {}", sheets[3].1);
    }
    assert!(!sheets[3].1.contains("777"));
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
