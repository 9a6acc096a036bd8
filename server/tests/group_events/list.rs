//! The list of a group's events, as its members see it.

use std::collections::BTreeSet;
use std::time::Duration;

use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Club, of_profile};
use crate::support::TestApp;

const DAY: Duration = Duration::from_hours(24);

fn titles(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn upcoming_events_come_first_and_past_ones_on_demand() {
    let club = Club::new().await;
    let now = club.app.app.clock.now();
    let hours = |hours: u64| Duration::from_hours(hours);
    // The usual length of an event without an end is three hours.
    for (title, start, end) in [
        ("sắp tới", now.plus(2 * DAY), None),
        ("đang mở", now.minus(hours(2)), None),
        ("đã qua", now.minus(hours(4)), None),
        ("nhiều ngày", now.minus(3 * DAY), Some(now.plus(DAY))),
        ("cũ", now.minus(9 * DAY), Some(now.minus(8 * DAY))),
        ("đã huỷ", now.plus(DAY), None),
    ] {
        club.event(|event| {
            event.title = Set(title.to_owned());
            event.event_start_date = Set(start);
            event.end_date = Set(end);
            event.cancelled_at = Set((title == "đã huỷ").then_some(now));
        })
        .await;
    }
    club.event(|event| event.deleted_at = Set(Some(now))).await;
    club.app.open_event(&club.owner, 5).await;
    let upcoming = club.list(&club.member, "").await;
    assert_eq!(
        titles(upcoming.data()),
        ["nhiều ngày", "đang mở", "sắp tới"]
    );
    let past = club.list(&club.member, "?period=past").await;
    assert_eq!(titles(past.data()), ["đã huỷ", "đã qua", "cũ"]);
    for (list, over) in [(&upcoming, [false; 3]), (&past, [false, true, true])] {
        let items = list.data()["items"].as_array().unwrap().iter();
        let seen: Vec<bool> = items.map(|event| event["isOver"] == true).collect();
        assert_eq!(seen, over, "by the server's clock");
    }
    let second = club.list(&club.member, "?limit=1&page=2").await;
    assert_eq!(titles(second.data()), ["đang mở"]);
    assert_eq!(second.data()["total"], 3);
    assert!(second.data()["consent"]["text"].is_string());
}

#[tokio::test]
async fn one_event_of_the_group_is_found_in_whichever_period() {
    let club = Club::new().await;
    let now = club.app.app.clock.now();
    let coming = club.event(|_| {}).await;
    let over = club
        .event(|event| event.end_date = Set(Some(now.minus(DAY))))
        .await;
    let deleted = club.event(|event| event.deleted_at = Set(Some(now))).await;
    let foreign = club.app.open_event(&club.owner, 5).await;
    for event in [coming, over] {
        let found = club.list(&club.member, &format!("?event={event}")).await;
        let ids: Vec<&Value> = found.data()["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["id"])
            .collect();
        assert_eq!(ids, [&json!(event)]);
        assert_eq!(found.data()["total"], 1);
    }
    for event in [deleted, foreign] {
        let none = club.list(&club.member, &format!("?event={event}")).await;
        assert_eq!(none.data()["items"], json!([]));
        assert_eq!(none.data()["total"], 0);
    }
    let refused = club.list(&club.stranger, &format!("?event={coming}")).await;
    assert_eq!(refused.code(), 5016);
    let unreadable = club.list(&club.member, "?event=x").await;
    assert_eq!(unreadable.status, 400);
}

#[tokio::test]
async fn a_member_sees_their_own_registration_and_nothing_private() {
    let club = Club::new().await;
    let event = club.event(|event| event.total_participants = Set(3)).await;
    let seen = club.seen().await;
    assert_eq!(seen["seatsLeft"], 3);
    assert_eq!(seen["isScarce"], true);
    assert_eq!(seen["isOwn"], false);
    assert!(seen["registration"].is_null());
    let body = of_profile(&club.member, &seen["oneStep"]);
    club.register_as(&club.member, event, body).await.data();
    let seen = club.seen().await;
    assert_eq!(seen["seatsLeft"], 2);
    let key = seen["registration"]["ownKey"].as_str().unwrap();
    assert_eq!(
        club.app.look(event, key).await.data()["fullName"],
        "Nguyễn Bình"
    );
    let own = club.list(&club.owner, "").await;
    assert!(own.data()["items"][0]["registration"].is_null());
    assert_eq!(own.data()["items"][0]["isOwn"], true);
    let names: BTreeSet<&str> = seen
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    for private in [
        "ownerId",
        "registeredCount",
        "accountNumber",
        "eventForm",
        "version",
    ] {
        assert!(!names.contains(private), "{private}");
    }
}

#[tokio::test]
async fn only_members_see_it_and_only_while_they_are() {
    let club = Club::new().await;
    club.event(|_| {}).await;
    let admin = club.app.admin().await;
    assert_eq!(club.list(&admin, "").await.data()["total"], 1);
    assert_eq!(club.list(&club.stranger, "").await.code(), 5016);
    assert_eq!(club.list(&club.member, "").await.data()["total"], 1);
    club.remove_member().await;
    assert_eq!(club.list(&club.member, "").await.code(), 5016);
}

#[tokio::test]
async fn an_unlisted_group_has_no_events_for_strangers() {
    let app = TestApp::new().await;
    let (owner, stranger) = (app.committee("an").await, app.committee("chi").await);
    let group = app
        .group_with(&owner, |group| group.is_listed = Set(false))
        .await;
    let path = format!("/api/group/{group}/event");
    assert_eq!(app.get_as(&stranger, &path).await.code(), 5005);
    assert_eq!(app.get_as(&owner, &path).await.data()["total"], 0);
}

#[tokio::test]
async fn an_organiser_narrows_the_own_events_down_to_a_group() {
    let club = Club::new().await;
    club.event(|_| {}).await;
    club.app.open_event(&club.owner, 5).await;
    let path = format!("/api/event?groupId={}", club.group);
    assert_eq!(club.app.get_as(&club.owner, &path).await.data()["total"], 1);
    let others = club.app.get_as(&club.member, &path).await;
    assert_eq!(others.data()["items"], json!([]));
}
