//! Attendance over the last meetings, and in the report of the group.

use std::time::Duration;

use axum::http::Method;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::Meeting;
use crate::groups::support::{Circle, sell};
use crate::support::workbook::sheets;

const DAY: Duration = Duration::from_hours(24);

/// A group with three weekly meetings.
async fn weekly() -> (Circle, Vec<Value>) {
    let circle = Circle::new().await;
    let body = json!({
        "title": "Họp chapter", "days": ["2026-03-05", "2026-03-12", "2026-03-19"],
        "startTime": "06:30", "endTime": "08:30", "venueAddress": "Khách sạn",
    });
    circle.post(&circle.owner, "/series", body).await.data();
    let list = circle.get(&circle.owner, "/event").await;
    let events = list.data()["items"].as_array().unwrap();
    let ids = events.iter().map(|event| event["id"].clone()).collect();
    (circle, ids)
}

impl Circle {
    async fn mark(&self, event: &Value, whom: &crate::support::TestUser, mark: &str) {
        let tail = format!("/event/{}/roll-call/{}", event.as_str().unwrap(), whom.id);
        let body = json!({ "mark": mark, "substitute": { "fullName": "Lê Thay" } });
        self.call(&self.owner, Method::PUT, &tail, body)
            .await
            .data();
    }
}

#[tokio::test]
async fn each_meeting_has_an_outcome_for_each_member() {
    let (circle, events) = weekly().await;
    circle.mark(&events[0], &circle.member, "present").await;
    circle
        .mark(&events[0], &circle.manager, "substituted")
        .await;
    circle.mark(&events[1], &circle.member, "excused").await;
    // An event that was not planned as a meeting, and one that is still to come.
    let group = circle.id;
    circle
        .app
        .event(&circle.owner, |event| event.group_id = Set(Some(group)))
        .await;
    circle.app.pass(12 * DAY);
    let late = circle.app.committee("zung").await;
    circle
        .app
        .join_group(group, &late, hoi_community::groups::GroupRole::Member)
        .await;
    let table = circle.get(&circle.manager, "/attendance").await;
    let table = table.data();
    let starts: Vec<_> = table["meetings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|meeting| meeting["eventId"].clone())
        .collect();
    assert_eq!(starts, events[..2]);
    let outcomes: Vec<_> = table["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| {
            (
                member["fullName"].as_str().unwrap(),
                member["outcomes"].clone(),
            )
        })
        .collect();
    assert_eq!(
        outcomes,
        [
            ("Nguyễn manager", json!(["substituted", "absent"])),
            ("Nguyễn member", json!(["present", "excused"])),
            ("Nguyễn owner", json!(["absent", "absent"])),
            ("Nguyễn zung", json!([null, null])),
        ]
    );
    let last = circle.get(&circle.owner, "/attendance?limit=1").await;
    assert_eq!(last.data()["meetings"][0]["eventId"], events[1]);
    let all = circle.get(&circle.owner, "/attendance?all=true").await;
    assert_eq!(all.data()["meetings"].as_array().unwrap().len(), 3);
    // A member sees only themselves.
    let own = circle.get(&circle.member, "/attendance").await;
    assert_eq!(own.data()["members"].as_array().unwrap().len(), 1);
    assert_eq!(
        own.data()["members"][0]["outcomes"],
        json!(["present", "excused"])
    );
}

#[tokio::test]
async fn the_report_counts_events_and_who_came() {
    let (circle, events) = weekly().await;
    circle.mark(&events[0], &circle.member, "present").await;
    circle.mark(&events[1], &circle.member, "present").await;
    circle.mark(&events[1], &circle.owner, "substituted").await;
    circle.app.pass(12 * DAY);
    let admin = circle.app.admin().await;
    let report = circle.get(&admin, "/statistic?month=2026-03").await;
    let report = report.data();
    for (name, value) in [
        ("events", 2),
        ("registrations", 3),
        ("checkIns", 3),
        ("activeMembers", 1),
    ] {
        assert_eq!(
            report[name],
            json!({ "value": value, "previous": 0 }),
            "{name}"
        );
    }
    let member = report["members"]
        .as_array()
        .unwrap()
        .iter()
        .find(|member| member["fullName"] == "Nguyễn member");
    assert_eq!(member.unwrap()["events"], 2);
    let april = circle.get(&admin, "/statistic?month=2026-04").await;
    assert_eq!(april.data()["events"], json!({ "value": 0, "previous": 2 }));
    assert_eq!(
        april.data()["activeMembers"],
        json!({ "value": 0, "previous": 1 })
    );
    sell(&circle.app, &circle.owner, 1, 50).await;
    let file = circle.get(&admin, "/statistic/export?month=2026-03").await;
    let sheets = sheets(&file);
    for text in ["Events held", "Check-ins", "Active members"] {
        assert!(sheets[0].1.contains(text), "{text}");
    }
    assert!(sheets[1].1.contains("Events attended"));
    let (name, attendance) = &sheets[2];
    assert_eq!(name, "Attendance");
    for text in [
        "Họp chapter (Mar 5, 2026, 06:30)",
        "Họp chapter (Mar 12, 2026, 06:30)",
        "Present",
        "Substituted",
        "Absent",
    ] {
        assert!(attendance.contains(text), "{text}: {attendance}");
    }
    assert!(!attendance.contains("Mar 19"), "it has not begun");
}

#[tokio::test]
async fn a_cancelled_meeting_counts_nowhere() {
    let meeting = Meeting::new().await;
    let circle = &meeting.circle;
    let path = format!("/api/event/{}/cancel", meeting.event);
    circle
        .app
        .call(&circle.owner, Method::POST, &path, json!({}))
        .await
        .data();
    circle.app.pass(5 * DAY);
    let table = circle.get(&circle.owner, "/attendance?all=true").await;
    assert_eq!(table.data()["meetings"], json!([]));
    let report = circle.get(&circle.owner, "/statistic?month=2026-03").await;
    assert_eq!(report.data()["events"]["value"], 0);
}

#[tokio::test]
async fn attendance_counts_from_the_beginning_and_can_be_entered_afterwards() {
    let (circle, events) = weekly().await;
    // The first meeting has begun at 06:30 and is not over.
    circle.app.pass(3 * DAY + Duration::from_hours(22));
    let table = async || {
        let token = circle.app.fresh_token(&circle.owner);
        let path = format!("/api/group/{}/attendance", circle.id);
        let table = circle.app.request(Method::GET, &path).bearer(&token);
        let table = table.send().await;
        let members = table.data()["members"].as_array().unwrap().clone();
        let outcomes = members.iter().map(|member| member["outcomes"].clone());
        outcomes.collect::<Vec<_>>()
    };
    let mark = async |whom: &crate::support::TestUser, mark: &str| {
        let token = circle.app.fresh_token(&circle.owner);
        let event = events[0].as_str().unwrap();
        let path = format!(
            "/api/group/{}/event/{event}/roll-call/{}",
            circle.id, whom.id
        );
        let body = json!({ "mark": mark });
        let call = circle.app.request(Method::PUT, &path).bearer(&token);
        call.json(body).send().await.data();
    };
    mark(&circle.member, "late").await;
    let nobody_else = [json!([null]), json!(["late"]), json!([null])];
    assert_eq!(table().await, nobody_else);
    circle.app.pass(DAY);
    assert_eq!(
        table().await,
        [json!(["absent"]), json!(["late"]), json!(["absent"])]
    );
    mark(&circle.manager, "present").await;
    mark(&circle.owner, "absent").await;
    assert_eq!(
        table().await,
        [json!(["present"]), json!(["late"]), json!(["absent"])]
    );
}
