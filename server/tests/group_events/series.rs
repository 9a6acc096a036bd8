//! Meetings that leaders plan, change and cancel together.

use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use hoi_community::accounts::entity::user;
use hoi_community::groups::GroupRole;
use hoi_i18n::Lang;
use hoi_mail::Email;
use hoi_platform::clock::new_id;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::find_event;
use sea_orm::{ActiveModelTrait as _, EntityTrait as _, QueryOrder as _, QuerySelect as _, Set};
use serde_json::{Value, json};
use tokio::sync::Barrier;
use uuid::Uuid;

use crate::groups::support::Circle;
use crate::registration::support::{form, with};
use crate::support::{Answer, TestUser};

const DAY: Duration = Duration::from_hours(24);
/// The Thursdays of March 2026.
const THURSDAYS: [&str; 4] = ["2026-03-05", "2026-03-12", "2026-03-19", "2026-03-26"];

fn meetings(days: &[&str]) -> Value {
    json!({
        "title": "Họp chapter", "days": days, "startTime": "06:30", "endTime": "08:30",
        "venueAddress": "Khách sạn Sông Hàn",
    })
}

impl Circle {
    async fn plan(&self, who: &TestUser, days: &[&str]) -> Value {
        let answer = self.post(who, "/series", meetings(days)).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        self.series().await[0].clone()
    }

    async fn series(&self) -> Vec<Value> {
        let series = self.get(&self.owner, "/series").await;
        series.data().as_array().unwrap().clone()
    }

    async fn upcoming(&self) -> Vec<Value> {
        let list = self.get(&self.member, "/event").await;
        list.data()["items"].as_array().unwrap().clone()
    }

    /// Returns the cancelled events, whenever they were to be: they stand among the past ones.
    async fn cancelled(&self) -> Vec<Value> {
        let list = self.get(&self.member, "/event?period=past").await;
        let events = list.data()["items"].as_array().unwrap();
        let cancelled = events.iter().filter(|event| event["isCancelled"] == true);
        cancelled.cloned().collect()
    }

    /// Returns the newest notification of the member.
    async fn told(&self) -> Value {
        let path = "/api/notification";
        let news = self.app.call(&self.member, Method::GET, path, Value::Null);
        news.await.data()["items"][0].clone()
    }

    /// Changes the series as it is by now.
    async fn change(&self, who: &TestUser, series: &Value, body: Value) -> u64 {
        let now = self.series().await;
        let now = now.iter().find(|now| now["id"] == series["id"]);
        self.change_read(who, now.unwrap_or(series), body)
            .await
            .code()
    }

    /// Changes the series as `read` shows it.
    async fn change_read(&self, who: &TestUser, read: &Value, body: Value) -> Answer {
        let tail = format!("/series/{}", read["id"].as_str().unwrap());
        let body = with(body, "version", read["version"].clone());
        self.call(who, Method::PUT, &tail, body).await
    }

    async fn cancel(&self, who: &TestUser, series: &Value) -> u64 {
        let tail = format!("/series/{}/cancel", series["id"].as_str().unwrap());
        let body = json!({ "reason": "Nghỉ lễ" });
        self.call(who, Method::POST, &tail, body).await.code()
    }

    async fn limit_events(&self, who: &TestUser, limit: i64) {
        let tx = self.app.app.db.write().await.unwrap();
        let change = user::ActiveModel {
            id: Set(who.id),
            event_limit: Set(limit),
            ..Default::default()
        };
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }
}

fn starts(events: &[Value]) -> Vec<&str> {
    let starts = events.iter().map(|event| event["eventStartDate"].as_str());
    starts.map(Option::unwrap).collect()
}

#[tokio::test]
async fn each_day_becomes_an_event_of_the_group() {
    let circle = Circle::new().await;
    // Their order and repetitions do not matter.
    let days = ["2026-03-12", "2026-03-05", "2026-03-12", "2026-03-19"];
    let series = circle.plan(&circle.manager, &days).await;
    assert_eq!(series["title"], "Họp chapter");
    assert_eq!(
        (&series["startTime"], &series["endTime"]),
        (&json!("06:30"), &json!("08:30"))
    );
    assert_eq!(series["coming"].as_array().unwrap().len(), 3);
    let events = circle.upcoming().await;
    let in_vietnam = [
        "2026-03-04T23:30:00.000Z",
        "2026-03-11T23:30:00.000Z",
        "2026-03-18T23:30:00.000Z",
    ];
    assert_eq!(starts(&events), in_vietnam);
    let first = &events[0];
    assert_eq!(first["closeRegistrationDate"], "2026-03-05T01:30:00.000Z");
    assert!(events.iter().all(|event| event["seriesId"] == series["id"]));
    assert_eq!(
        (&first["status"], &first["membersOnly"]),
        (&json!("open"), &json!(true))
    );
    assert!(first["oneStep"]["ticketId"].is_null(), "{first}");
    let id = first["id"].as_str().unwrap();
    let path = format!("/api/event/{id}/register");
    let body = with(form("binh"), "email", circle.member.email.as_str());
    let member = circle
        .app
        .call(&circle.member, Method::POST, &path, body)
        .await;
    assert_eq!(member.code(), 2000, "{}", member.json);
    // It is an ordinary event of the leader that planned it.
    let path = format!("/api/event/{id}");
    let own = circle
        .app
        .call(&circle.manager, Method::GET, &path, Value::Null)
        .await;
    assert_eq!(
        own.data()["description"],
        "<p>A meeting of Hội Doanh nhân Đà Nẵng.</p>"
    );
    let log = circle
        .app
        .call(
            &circle.manager,
            Method::GET,
            &format!("{path}/activities"),
            Value::Null,
        )
        .await;
    let items = log.data()["items"].as_array().unwrap();
    assert_eq!(items.last().unwrap()["action"], "event.created");
    assert_eq!(circle.log().await.last().unwrap(), "series.created");
    circle.app.run_jobs().await;
    let path = "/api/notification";
    let news = circle
        .app
        .call(&circle.member, Method::GET, path, Value::Null)
        .await;
    assert_eq!(
        news.data()["items"].as_array().unwrap().len(),
        1,
        "{}",
        news.json
    );
}

#[tokio::test]
async fn guests_can_be_let_in() {
    let circle = Circle::new().await;
    let mut body = meetings(&THURSDAYS);
    body["membersOnly"] = json!(false);
    circle.post(&circle.owner, "/series", body).await.data();
    let events = circle.upcoming().await;
    assert!(events.iter().all(|event| event["membersOnly"] == false));
}

#[tokio::test]
async fn impossible_plans_are_named_at_their_fields() {
    let circle = Circle::new().await;
    let many: Vec<String> = (0..53)
        .map(|at| format!("2026-{:02}-{:02}", 4 + at / 28, 1 + at % 28))
        .collect();
    for (field, value) in [
        ("title", json!(" ")),
        ("days", json!([])),
        ("days", json!(["2026-02-30"])),
        ("days", json!(["2026-02-26", "2026-03-05"])),
        // Today at 06:30 has passed: tests begin at 09:00.
        ("days", json!(["2026-03-01"])),
        ("days", json!(many)),
        ("startTime", json!("6h30")),
        ("endTime", json!("06:30")),
        ("endTime", json!("05:00")),
        ("venueAddress", json!("")),
    ] {
        let mut body = meetings(&THURSDAYS);
        body[field] = value.clone();
        let answer = circle.post(&circle.owner, "/series", body).await;
        assert_eq!(answer.code(), 5002, "{field} {value}");
        assert!(
            answer.json["fields"][field].is_array(),
            "{field} {}",
            answer.json
        );
    }
    let admin = circle.app.admin().await;
    let answer = circle.post(&admin, "/series", meetings(&THURSDAYS)).await;
    assert!(
        answer.json["fields"]["groupId"].is_array(),
        "{}",
        answer.json
    );
    circle
        .call(&circle.owner, Method::POST, "/archive", json!({}))
        .await
        .data();
    let answer = circle
        .post(&circle.owner, "/series", meetings(&THURSDAYS))
        .await;
    assert_eq!(answer.code(), 5009, "{}", answer.json);
    assert!(circle.upcoming().await.is_empty());
}

#[tokio::test]
async fn all_meetings_fit_into_the_plan_or_none_is_made() {
    let circle = Circle::new().await;
    circle.limit_events(&circle.owner, 3).await;
    let answer = circle
        .post(&circle.owner, "/series", meetings(&THURSDAYS))
        .await;
    assert_eq!(answer.code(), 5003);
    let said = answer.json["messages"][0].as_str().unwrap();
    assert!(said.contains("no room for these 4 meetings"), "{said}");
    assert!(circle.upcoming().await.is_empty());
    circle.plan(&circle.owner, &THURSDAYS[..3]).await;
    let one = circle
        .post(&circle.owner, "/series", meetings(&THURSDAYS[3..]))
        .await;
    assert_eq!(one.code(), 5003);
}

#[tokio::test]
async fn the_same_meeting_is_not_planned_twice() {
    let circle = Circle::new().await;
    circle.plan(&circle.owner, &THURSDAYS[..2]).await;
    let again = circle.post(&circle.manager, "/series", meetings(&THURSDAYS[1..]));
    let again = again.await;
    assert_eq!(again.code(), 5008);
    let said = again.json["messages"][0].as_str().unwrap();
    assert!(
        said.contains("“Họp chapter” at Mar 12, 2026, 06:30"),
        "{said}"
    );
    assert_eq!(circle.upcoming().await.len(), 2);
    for title in ["HỌP  Chapter", "hop chapter"] {
        let same = with(meetings(&THURSDAYS[1..]), "title", title);
        let again = circle.post(&circle.manager, "/series", same).await;
        assert_eq!(again.code(), 5008, "{title}");
    }
    // A single event at one of the moments counts like a meeting.
    alone(&circle, "Gặp mặt", THURSDAYS[3]).await;
    let same = with(meetings(&THURSDAYS[2..]), "title", "gặp mặt");
    let again = circle.post(&circle.manager, "/series", same).await;
    assert_eq!(again.code(), 5008, "{}", again.json);
    let other = with(meetings(&THURSDAYS[1..]), "title", "Họp ban điều hành");
    circle.post(&circle.owner, "/series", other).await.data();
    assert_eq!(circle.upcoming().await.len(), 6);
}

/// Stores an event of the group at the time of a meeting, like the one that was planned first.
async fn alone(circle: &Circle, title: &str, day: &str) {
    let tx = circle.app.app.db.write().await.unwrap();
    let like = event::Entity::find().one(&tx).await.unwrap().unwrap();
    let start: hoi_db::Timestamp = format!("{day}T06:30:00+07:00").parse().unwrap();
    let single = event::ActiveModel {
        id: Set(new_id()),
        slug: Set(None),
        title: Set(title.to_owned()),
        event_start_date: Set(start),
        ..like.into()
    };
    let single = single.reset_all();
    event::Entity::insert(single)
        .exec_without_returning(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn leaders_who_plan_the_same_at_once_plan_it_once() {
    let circle = Circle::new().await;
    for round in 0..5 {
        let body = with(meetings(&THURSDAYS), "title", format!("Họp {round}"));
        let answers = join_all([
            circle.post(&circle.owner, "/series", body.clone()),
            circle.post(&circle.manager, "/series", body.clone()),
            circle.post(&circle.owner, "/series", body.clone()),
            circle.post(&circle.manager, "/series", body),
        ]);
        let answers = answers.await;
        let mut codes: Vec<u64> = answers.iter().map(|answer| answer.code()).collect();
        codes.sort_unstable();
        assert_eq!(codes, [2000, 5008, 5008, 5008], "{round}");
    }
}

/// The control: looking first and storing afterwards, without the group's lock, stores the same meeting twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_the_same_is_planned_twice() {
    let circle = Circle::new().await;
    circle.plan(&circle.owner, &THURSDAYS[..1]).await;
    let barrier = Barrier::new(2);
    join_all([&circle.owner, &circle.manager].map(|_| async {
        let there = circle.upcoming().await;
        barrier.wait().await;
        if there.iter().all(|event| event["title"] != "Gặp mặt") {
            alone(&circle, "Gặp mặt", THURSDAYS[1]).await;
        }
    }))
    .await;
    assert_eq!(circle.upcoming().await.len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn series_planned_at_once_stay_within_the_plan() {
    let circle = Circle::new().await;
    circle.limit_events(&circle.owner, 9).await;
    let plans = (0..6).map(|at| {
        let body = with(meetings(&THURSDAYS), "title", format!("Họp {at}"));
        circle.post(&circle.owner, "/series", body)
    });
    let answers = join_all(plans).await;
    let mut codes: Vec<u64> = answers.iter().map(|answer| answer.code()).collect();
    codes.sort_unstable();
    assert_eq!(codes, [2000, 2000, 5003, 5003, 5003, 5003]);
    assert_eq!(circle.upcoming().await.len(), 8);
}

/// The control: counting first and storing afterwards, without the account's lock, exceeds the limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_more_meetings_are_planned() {
    let circle = Circle::new().await;
    let barrier = Barrier::new(6);
    join_all((0..6).map(|_| async {
        let used =
            hoi_ticketing::events::count_used(circle.app.app.db.read(), circle.owner.id).await;
        barrier.wait().await;
        if used.unwrap() + 4 <= 9 {
            for _ in THURSDAYS {
                circle.app.open_event(&circle.owner, 5).await;
            }
        }
    }))
    .await;
    let used = hoi_ticketing::events::count_used(circle.app.app.db.read(), circle.owner.id).await;
    assert_eq!(used.unwrap(), 24);
}

#[tokio::test]
async fn participants_of_a_meeting_that_moves_get_the_letter() {
    let circle = Circle::new().await;
    let series = circle.plan(&circle.owner, &THURSDAYS).await;
    let meeting = circle.upcoming().await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let id = meeting.parse().unwrap();
    circle.app.participant(id, "binh", None, Lang::VI).await;
    circle.app.run_jobs().await;
    circle.app.pass(Duration::from_mins(1));
    let place =
        json!({ "startTime": "18:00", "endTime": "20:00", "venueAddress": "Nhà hàng Biển" });
    assert_eq!(circle.change(&circle.owner, &series, place).await, 2000);
    let mails = circle.app.run_jobs().await;
    let letters: Vec<_> = mails
        .iter()
        .filter(|mail| mail.to.email.to_string() == "binh@example.vn")
        .collect();
    assert_eq!(letters.len(), 1);
    assert!(
        letters[0].text.contains("Nhà hàng Biển"),
        "{}",
        letters[0].text
    );
    let path = format!("/api/event/{meeting}/letter");
    let waits = circle
        .app
        .call(&circle.owner, Method::GET, &path, Value::Null);
    assert_eq!(waits.await.data()["letter"], Value::Null);
}

#[tokio::test]
async fn coming_meetings_are_changed_together_and_past_ones_stay() {
    let circle = Circle::new().await;
    let series = circle.plan(&circle.owner, &THURSDAYS).await;
    circle.app.run_jobs().await;
    circle.app.pass(10 * DAY);
    let single = circle.upcoming().await[1]["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let place =
        json!({ "startTime": "18:00", "endTime": "20:00", "venueAddress": "Nhà hàng Biển" });
    assert_eq!(
        circle.change(&circle.member, &series, place.clone()).await,
        5016
    );
    // A manager changes a meeting that the owner planned.
    assert_eq!(
        circle.change(&circle.manager, &series, place.clone()).await,
        2000
    );
    let events = circle.upcoming().await;
    let evenings = [
        "2026-03-12T11:00:00.000Z",
        "2026-03-19T11:00:00.000Z",
        "2026-03-26T11:00:00.000Z",
    ];
    assert_eq!(starts(&events), evenings);
    assert_eq!(
        events[0]["closeRegistrationDate"],
        "2026-03-12T13:00:00.000Z"
    );
    assert!(
        events
            .iter()
            .all(|event| event["venueAddress"] == "Nhà hàng Biển")
    );
    let past = circle.get(&circle.member, "/event?period=past").await;
    assert_eq!(
        past.data()["items"][0]["venueAddress"],
        "Khách sạn Sông Hàn"
    );
    assert_eq!(circle.log().await.last().unwrap(), "series.changed");
    circle.app.run_jobs().await;
    let told = circle.told().await;
    assert_eq!(told["type"], "series.changed", "{told}");
    let first = events[0]["id"].as_str().unwrap();
    let link = told["link"].as_str().unwrap();
    assert!(
        link.ends_with(&format!("?tab=events&event={first}")),
        "{link}"
    );
    assert!(
        told["content"]
            .as_str()
            .unwrap()
            .contains("18:00, Nhà hàng Biển"),
        "{told}"
    );
    let row = find_event(circle.app.app.db.read(), single)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.version, 2);
    // A change that changes nothing makes no new version.
    assert_eq!(
        circle.change(&circle.owner, &series, place.clone()).await,
        2000
    );
    let row = find_event(circle.app.app.db.read(), single)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.version, 2);
    let mut wrong = place;
    wrong["endTime"] = json!("17:00");
    assert_eq!(circle.change(&circle.owner, &series, wrong).await, 5002);
    assert_eq!(
        circle
            .change(
                &circle.owner,
                &json!({ "id": "0198c5a1-7c00-7000-8000-000000000000" }),
                json!({})
            )
            .await,
        5005
    );
}

/// Leaders who read the same series: the second change is refused with what is stored, and so is one after a meeting was
/// changed by itself. Registrations and the passing of a meeting are no changes.
#[tokio::test]
async fn a_series_that_was_changed_meanwhile_is_not_overwritten() {
    let circle = Circle::new().await;
    let read = circle.plan(&circle.owner, &THURSDAYS).await;
    let other = meetings(&["2026-04-02"]);
    let other = circle.post(&circle.owner, "/series", with(other, "title", "Họp ban"));
    other.await.data();
    let place =
        |venue: &str| json!({ "startTime": "18:00", "endTime": "20:00", "venueAddress": venue });
    let change = async |who: &TestUser, read: &Value, venue: &str| {
        let answer = circle.change_read(who, read, place(venue)).await;
        (answer.code(), answer.json["data"].clone())
    };
    let (code, _) = change(&circle.owner, &read, "Nhà hàng Biển").await;
    assert_eq!(code, 2000);
    let stored = circle.series().await[0].clone();
    let refused = change(&circle.manager, &read, "Nhà hàng Sông").await;
    assert_eq!(refused, (5008, stored.clone()));
    assert_eq!(stored["venueAddress"], "Nhà hàng Biển");
    assert_eq!(circle.series().await[0], stored);

    // An organiser changes one of the meetings.
    let meeting = circle.upcoming().await[1]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/event/{meeting}");
    let body = json!({ "section": "eventInfo", "title": "Họp đặc biệt" });
    let own = circle.app.call(&circle.owner, Method::PUT, &path, body);
    own.await.data();
    let (code, now) = change(&circle.manager, &stored, "Nhà hàng Sông").await;
    assert_eq!(code, 5008);

    // A meeting passes, and a member registers for another one.
    let id = meeting.parse().unwrap();
    circle.app.participant(id, "binh", None, Lang::VI).await;
    circle.app.pass(5 * DAY);
    assert_eq!(circle.series().await[0]["version"], now["version"]);
    let (code, _) = change(&circle.manager, &now, "Nhà hàng Sông").await;
    assert_eq!(code, 2000);

    let without = place("Nhà hàng Núi");
    let tail = format!("/series/{}", read["id"].as_str().unwrap());
    let refused = circle
        .call(&circle.owner, Method::PUT, &tail, without)
        .await;
    assert_eq!(refused.code(), 5002);
    assert!(refused.json["fields"]["version"].is_array());
}

#[tokio::test]
async fn a_meeting_is_not_moved_into_the_past() {
    let circle = Circle::new().await;
    let mut body = meetings(&["2026-03-01", "2026-03-08"]);
    body["startTime"] = json!("18:00");
    body["endTime"] = json!("20:00");
    circle.post(&circle.owner, "/series", body).await.data();
    let series = circle.series().await[0].clone();
    let place = json!({ "startTime": "07:00", "endTime": "20:00", "venueAddress": "Nhà hàng" });
    assert_eq!(circle.change(&circle.owner, &series, place).await, 5002);
    assert_eq!(circle.series().await[0]["startTime"], "18:00");
}

#[tokio::test]
async fn members_see_the_whole_course_of_a_series() {
    let circle = Circle::new().await;
    let series = circle.plan(&circle.owner, &THURSDAYS).await;
    circle.plan(&circle.owner, &["2026-04-02"]).await;
    let events = circle.upcoming().await;
    let id = |at: usize| events[at]["id"].as_str().unwrap();
    let path = format!("/api/event/{}/register", id(2));
    let body = with(form("binh"), "email", circle.member.email.as_str());
    let registered = circle.app.call(&circle.member, Method::POST, &path, body);
    registered.await.data();
    let path = format!("/api/event/{}/cancel", id(3));
    let cancelled = circle.app.call(
        &circle.owner,
        Method::POST,
        &path,
        json!({ "reason": "Tết" }),
    );
    cancelled.await.data();
    circle.app.pass(10 * DAY);
    let list = circle.get(&circle.member, "/event?limit=1").await;
    let course = list.data()["series"].as_array().unwrap();
    assert_eq!(course.len(), 1, "only the series of this page");
    assert_eq!(course[0]["id"], series["id"]);
    let meetings = course[0]["meetings"].as_array().unwrap();
    let seen = meetings.iter().map(|meeting| {
        let is = |state: &str| meeting[state] == true;
        (is("isOver"), is("isCancelled"), is("isRegistered"))
    });
    assert_eq!(
        seen.collect::<Vec<_>>(),
        [
            (true, false, false),
            (false, false, false),
            (false, false, true),
            (false, true, false),
        ]
    );
    assert_eq!(meetings[0]["id"], id(0));
    assert_eq!(meetings[2]["cancelReason"], json!(null));
    assert_eq!(meetings[3]["cancelReason"], "Tết");
    let other = circle.get(&circle.owner, "/event").await;
    assert_eq!(other.data()["series"].as_array().unwrap().len(), 2);
    assert_eq!(
        other.data()["series"][0]["meetings"][2]["isRegistered"],
        false
    );
}

#[tokio::test]
async fn coming_meetings_are_cancelled_together() {
    let circle = Circle::new().await;
    let series = circle.plan(&circle.owner, &THURSDAYS).await;
    let event = circle.upcoming().await[3]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/event/{event}/register");
    circle
        .app
        .call(
            &circle.member,
            Method::POST,
            &path,
            with(form("binh"), "email", circle.member.email.as_str()),
        )
        .await
        .data();
    circle.app.run_jobs().await;
    circle.app.pass(10 * DAY);
    assert_eq!(circle.series().await[0]["registered"], 1);
    assert_eq!(circle.cancel(&circle.member, &series).await, 5016);
    assert_eq!(circle.cancel(&circle.manager, &series).await, 2000);
    assert_eq!(circle.upcoming().await.len(), 0);
    let cancelled = circle.cancelled().await;
    assert_eq!(cancelled.len(), 3);
    let past = circle.get(&circle.member, "/event?period=past").await;
    let items = past.data()["items"].as_array().unwrap();
    let held = items.iter().filter(|event| event["isCancelled"] == false);
    assert_eq!(held.count(), 1, "a past meeting is not cancelled");
    let mails = circle.app.run_jobs().await;
    let told = circle.told().await;
    assert_eq!(told["type"], "series.cancelled");
    let link = told["link"].as_str().unwrap();
    let leads_to = |event: &Value| link.ends_with(event["id"].as_str().unwrap());
    assert!(cancelled.iter().any(leads_to), "{link}");
    let of_registration = |mail: &&Email| mail.message_id.contains("event-cancelled");
    assert_eq!(mails.iter().filter(of_registration).count(), 1);
    assert!(circle.series().await.is_empty());
    assert_eq!(circle.cancel(&circle.owner, &series).await, 5008);
    assert_eq!(circle.log().await.last().unwrap(), "series.cancelled");
}

#[tokio::test]
async fn another_group_has_nothing_to_do_with_a_series() {
    let circle = Circle::new().await;
    let series = circle.plan(&circle.owner, &THURSDAYS).await;
    let stranger = circle.app.committee("la").await;
    let other = circle.app.group(&stranger).await;
    circle
        .app
        .join_group(other, &circle.member, GroupRole::Manager)
        .await;
    let path = format!(
        "/api/group/{other}/series/{}/cancel",
        series["id"].as_str().unwrap()
    );
    let answer = circle
        .app
        .call(&stranger, Method::POST, &path, json!({}))
        .await;
    assert_eq!(answer.code(), 5005);
    assert_eq!(circle.series().await.len(), 1);
}

#[tokio::test]
async fn meetings_move_to_another_weekday_from_a_day_on() {
    let circle = Circle::new().await;
    let series = circle.plan(&circle.owner, &THURSDAYS).await;
    circle.app.run_jobs().await;
    let mut change = json!({
        "startTime": "07:00", "endTime": "08:30", "venueAddress": "Nhà hàng Biển",
        "from": "2026-03-12", "weekday": "tuesday",
    });
    assert_eq!(
        circle.change(&circle.owner, &series, change.clone()).await,
        2000
    );
    let moved = [
        "2026-03-04T23:30:00.000Z",
        "2026-03-10T00:00:00.000Z",
        "2026-03-17T00:00:00.000Z",
        "2026-03-24T00:00:00.000Z",
    ];
    let events = circle.upcoming().await;
    assert_eq!(starts(&events), moved);
    assert_eq!(events[0]["venueAddress"], "Khách sạn Sông Hàn");
    circle.app.run_jobs().await;
    let news = circle.app.get_as(&circle.member, "/api/notification").await;
    let told = news.data()["items"][0]["content"].as_str().unwrap();
    assert!(told.contains("10/03/2026"), "{told}");
    // A meeting cannot move into the past, and there must be one to move.
    change["from"] = Value::Null;
    change["weekday"] = json!("sunday");
    assert_eq!(
        circle.change(&circle.owner, &series, change.clone()).await,
        2000
    );
    change["from"] = json!("2026-04-01");
    assert_eq!(
        circle.change(&circle.owner, &series, change.clone()).await,
        5008
    );
    change["from"] = json!("31/03/2026");
    assert_eq!(circle.change(&circle.owner, &series, change).await, 5002);
}

#[tokio::test]
async fn no_two_meetings_move_to_the_same_moment() {
    let circle = Circle::new().await;
    let twice_a_week = ["2026-03-10", "2026-03-12"];
    let series = circle.plan(&circle.owner, &twice_a_week).await;
    let mut change = json!({
        "startTime": "06:30", "endTime": "08:30", "venueAddress": "Nhà hàng Biển",
        "weekday": "friday",
    });
    let answer = circle.change(&circle.owner, &series, change.clone()).await;
    assert_eq!(answer, 5008);
    // Nothing has moved; one of them may.
    let unmoved = ["2026-03-09T23:30:00.000Z", "2026-03-11T23:30:00.000Z"];
    assert_eq!(starts(&circle.upcoming().await), unmoved);
    change["from"] = json!("2026-03-12");
    assert_eq!(
        circle.change(&circle.owner, &series, change.clone()).await,
        2000
    );
    // The other meeting would move onto this one. A change that keeps the weekday moves none, so none collide.
    change["from"] = Value::Null;
    assert_eq!(
        circle.change(&circle.owner, &series, change.clone()).await,
        5008
    );
    change["weekday"] = Value::Null;
    assert_eq!(circle.change(&circle.owner, &series, change).await, 2000);

    // Another event of the group with the same title, and one with another.
    alone(&circle, "HOP CHAPTER", "2026-03-11").await;
    alone(&circle, "Họp ban", "2026-03-12").await;
    for (weekday, code) in [("wednesday", 5008), ("thursday", 2000)] {
        let change = json!({
            "startTime": "06:30", "endTime": "08:30", "venueAddress": "Biển",
            "from": "2026-03-13", "weekday": weekday,
        });
        let answer = circle.change(&circle.owner, &series, change).await;
        assert_eq!(answer, code, "{weekday}");
    }
}

#[tokio::test]
async fn coming_meetings_of_the_owner_move_with_the_group() {
    let circle = Circle::new().await;
    circle.plan(&circle.owner, &THURSDAYS[..2]).await;
    circle.plan(&circle.manager, &THURSDAYS[2..3]).await;
    circle.app.pass(5 * DAY);
    let call = async |who: &TestUser, tail: &str, body: Value| {
        let token = circle.app.fresh_token(who);
        let path = format!("/api/group/{}{tail}", circle.id);
        let call = circle.app.request(Method::POST, &path).bearer(&token);
        call.json(body).send().await.data().clone()
    };
    call(
        &circle.owner,
        "/transfer",
        json!({ "userId": circle.member.id }),
    )
    .await;
    let owners: Vec<(String, Uuid)> = event::Entity::find()
        .select_only()
        .columns([event::Column::Title, event::Column::OwnerId])
        .order_by_asc(event::Column::EventStartDate)
        .into_tuple()
        .all(circle.app.app.db.read())
        .await
        .unwrap();
    let owners: Vec<_> = owners.into_iter().map(|(_, owner)| owner).collect();
    let (owner, heir, manager) = (circle.owner.id, circle.member.id, circle.manager.id);
    assert_eq!(owners, [owner.0, heir.0, manager.0]);
}

#[tokio::test]
async fn meetings_of_an_archived_or_deleted_group_are_cancelled() {
    for delete in [false, true] {
        let circle = Circle::new().await;
        circle.plan(&circle.owner, &THURSDAYS).await;
        circle.app.run_jobs().await;
        let first = circle.upcoming().await[0]["id"].clone();
        let path = format!("/api/event/{}/register", first.as_str().unwrap());
        let body = with(form("binh"), "email", circle.member.email.as_str());
        let registered = circle.app.call(&circle.member, Method::POST, &path, body);
        registered.await.data();
        circle.app.run_jobs().await;
        if delete {
            let body = json!({ "confirmName": "Hội Doanh nhân Đà Nẵng" });
            let deleted = circle.call(&circle.owner, Method::DELETE, "", body).await;
            deleted.data();
        } else {
            circle
                .post(&circle.owner, "/archive", json!({}))
                .await
                .data();
            assert_eq!(circle.upcoming().await.len(), 0);
            assert_eq!(circle.cancelled().await.len(), 4);
            let log = circle.log().await;
            assert_eq!(log[log.len() - 2..], ["series.cancelled", "group.archived"]);
        }
        let mut mails = circle.app.run_jobs().await;
        mails.extend(circle.app.run_jobs().await);
        let to_member = |mail: &&Email| {
            mail.to.email.to_string() == circle.member.email && mail.subject.contains("Họp chapter")
        };
        assert_eq!(mails.iter().filter(to_member).count(), 1);
    }
}
