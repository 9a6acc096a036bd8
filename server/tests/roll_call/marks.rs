//! Marking members: present, excused, substituted, and back.

use axum::http::Method;
use hoi_ticketing::events::entity::event;
use sea_orm::{ActiveModelTrait as _, Set};
use serde_json::{Value, json};

use super::support::Meeting;

#[tokio::test]
async fn a_present_member_is_registered_and_checked_in() {
    let meeting = Meeting::new().await;
    let (member, manager) = (&meeting.circle.member, &meeting.circle.manager);
    let before = meeting.on_roll(member).await;
    assert_eq!(
        (&before["mark"], &before["isRegistered"]),
        (&Value::Null, &json!(false))
    );
    assert_eq!(
        meeting.mark(manager, member, None, Some("present")).await,
        2000
    );
    assert_eq!(meeting.counters().await, (1, 1));
    let after = meeting.on_roll(member).await;
    assert_eq!(
        (&after["mark"], &after["isRegistered"]),
        (&json!("present"), &json!(true))
    );
    assert!(after["checkedInTime"].is_string());
    // No mail is sent, and the event's log names the actor.
    assert!(meeting.circle.app.run_jobs().await.is_empty());
    let path = format!("/api/event/{}/activities", meeting.event);
    let log = meeting
        .circle
        .app
        .call(&meeting.circle.owner, Method::GET, &path, Value::Null)
        .await;
    let items = log.data()["items"].as_array().unwrap();
    assert_eq!(items[0]["action"], "participant.checkedIn");
    assert_eq!(items[0]["actorId"], json!(manager.id));
    assert_eq!(items[1]["action"], "participant.added");
    // A second tap for the same mark by another leader changes nothing.
    let owner = &meeting.circle.owner;
    assert_eq!(
        meeting.mark(owner, member, None, Some("present")).await,
        2000
    );
    assert_eq!(meeting.counters().await, (1, 1));
    assert_eq!(
        meeting.mark(owner, member, Some("present"), None).await,
        2000
    );
    assert_eq!(meeting.counters().await, (1, 0));
    assert_eq!(meeting.on_roll(member).await["mark"], Value::Null);
}

#[tokio::test]
async fn a_member_who_left_after_the_meeting_stays_on_its_roll() {
    let meeting = Meeting::new().await;
    let (member, owner) = (&meeting.circle.member, &meeting.circle.owner);
    let code = meeting.mark(owner, member, None, Some("present")).await;
    assert_eq!(code, 2000);
    meeting.begin_before_now().await;
    meeting.circle.remove(owner, member).await;
    assert_eq!(meeting.on_roll(member).await["mark"], "present");
    assert_eq!(meeting.roll().await["guests"], json!([]));
    let code = meeting.mark(owner, member, Some("present"), Some("late"));
    assert_eq!(code.await, 2000, "it can still be put right");

    // A member who left before the meeting is not on its roll.
    let manager = &meeting.circle.manager;
    meeting.begin_after_now().await;
    meeting.circle.remove(owner, manager).await;
    let code = meeting.mark(owner, manager, None, Some("present")).await;
    assert_eq!(code, 5005);
    let roll = meeting.call(owner, Method::GET, "", Value::Null).await;
    let members = roll.data()["members"].as_array().unwrap().len();
    assert_eq!(members, 1, "the owner");
}

#[tokio::test]
async fn a_member_let_in_at_the_door_is_present() {
    let meeting = Meeting::new().await;
    let (member, owner) = (&meeting.circle.member, &meeting.circle.owner);
    let body = json!({ "fullName": "Nguyễn Bình", "email": member.email, "phone": "0912345678", "company": "Hội", "consent": true });
    let path = format!("/api/event/{}/register", meeting.event);
    let registered = meeting
        .circle
        .app
        .call(member, Method::POST, &path, body)
        .await;
    let code = &registered.data()["ticketCode"];
    assert_eq!(meeting.on_roll(member).await["isRegistered"], true);
    let body = json!({ "eventId": meeting.event, "code": code });
    meeting
        .circle
        .app
        .call(owner, Method::POST, "/api/event/checkin", body)
        .await
        .data();
    assert_eq!(meeting.on_roll(member).await["mark"], "present");
}

#[tokio::test]
async fn a_registration_that_waits_for_a_mail_is_confirmed() {
    let meeting = Meeting::new().await;
    let member = &meeting.circle.member;
    let tx = meeting.circle.app.app.db.write().await.unwrap();
    let change = event::ActiveModel {
        id: Set(meeting.event),
        confirm_by_mail_minutes: Set(Some(30)),
        ..Default::default()
    };
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let body = json!({ "fullName": "Nguyễn Bình", "email": member.email, "phone": "0912345678", "company": "Hội", "consent": true });
    let path = format!("/api/event/{}/register", meeting.event);
    meeting
        .circle
        .app
        .call(member, Method::POST, &path, body)
        .await
        .data();
    assert_eq!(
        meeting
            .mark(&meeting.circle.owner, member, None, Some("present"))
            .await,
        2000
    );
    assert_eq!(meeting.on_roll(member).await["mark"], "present");
}

#[tokio::test]
async fn an_excused_member_takes_no_seat() {
    let meeting = Meeting::new().await;
    let (member, owner) = (&meeting.circle.member, &meeting.circle.owner);
    assert_eq!(
        meeting.mark(owner, member, None, Some("excused")).await,
        2000
    );
    assert_eq!(meeting.on_roll(member).await["mark"], "excused");
    assert_eq!(meeting.counters().await, (0, 0));
    // The member comes after all.
    assert_eq!(
        meeting
            .mark(owner, member, Some("excused"), Some("present"))
            .await,
        2000
    );
    assert_eq!(meeting.on_roll(member).await["mark"], "present");
    assert_eq!(
        meeting
            .mark(owner, member, Some("present"), Some("excused"))
            .await,
        2000
    );
    assert_eq!(meeting.counters().await, (1, 0));
    assert_eq!(
        meeting.mark(owner, member, Some("excused"), None).await,
        2000
    );
    assert_eq!(meeting.on_roll(member).await["mark"], Value::Null);
}

#[tokio::test]
async fn a_substitute_takes_a_seat_and_gives_it_back() {
    let meeting = Meeting::new().await;
    let (member, owner) = (&meeting.circle.member, &meeting.circle.owner);
    assert_eq!(
        meeting.mark(owner, member, None, Some("substituted")).await,
        2000
    );
    let seen = meeting.on_roll(member).await;
    assert_eq!(seen["mark"], "substituted");
    assert_eq!(seen["substitute"]["fullName"], "Lê Thay");
    assert_eq!(meeting.counters().await, (1, 1));
    // A substitute is no guest.
    assert_eq!(meeting.roll().await["guests"], json!([]));
    // Another member may have a substitute without an address as well.
    let manager = &meeting.circle.manager;
    assert_eq!(
        meeting
            .mark(owner, manager, None, Some("substituted"))
            .await,
        2000
    );
    assert_eq!(meeting.counters().await, (2, 2));
    assert_eq!(
        meeting
            .mark(owner, member, Some("substituted"), Some("excused"))
            .await,
        2000
    );
    assert_eq!(meeting.counters().await, (1, 1));
    assert_eq!(meeting.on_roll(member).await["mark"], "excused");
    let nobody = json!({ "mark": "substituted", "seen": "excused" });
    let tail = format!("/{}", member.id);
    let refused = meeting.call(owner, Method::PUT, &tail, nobody).await;
    assert!(
        refused.json["fields"]["substitute"].is_array(),
        "{}",
        refused.json
    );
}

#[tokio::test]
async fn an_old_view_overwrites_nothing() {
    let meeting = Meeting::new().await;
    let (member, owner, manager) = (
        &meeting.circle.member,
        &meeting.circle.owner,
        &meeting.circle.manager,
    );
    assert_eq!(
        meeting.mark(owner, member, None, Some("substituted")).await,
        2000
    );
    for mark in [Some("present"), Some("excused"), Some("substituted")] {
        assert_eq!(meeting.mark(manager, member, None, mark).await, 5008);
    }
    assert_eq!(
        meeting.mark(manager, member, Some("excused"), None).await,
        5008
    );
    assert_eq!(
        meeting.on_roll(member).await["substitute"]["fullName"],
        "Lê Thay"
    );
}

#[tokio::test]
async fn a_closed_roll_takes_no_marks() {
    let meeting = Meeting::new().await;
    let (member, owner) = (&meeting.circle.member, &meeting.circle.owner);
    assert_eq!(
        meeting.mark(member, member, None, Some("present")).await,
        5016
    );
    let stranger = meeting.circle.app.committee("la").await;
    assert_eq!(
        meeting.mark(owner, &stranger, None, Some("present")).await,
        5005
    );
    let other = Meeting::new().await;
    assert_eq!(
        other
            .call(&other.circle.owner, Method::GET, "", Value::Null)
            .await
            .code(),
        2000
    );
    let tail = format!("/event/{}/roll-call", other.event);
    assert_eq!(meeting.circle.get(owner, &tail).await.code(), 5005);
    meeting
        .circle
        .app
        .ticket(meeting.event, "Thường", 0, -1)
        .await;
    assert_eq!(
        meeting.mark(owner, member, None, Some("present")).await,
        5008
    );
    let path = format!("/api/event/{}/cancel", meeting.event);
    meeting
        .circle
        .app
        .call(owner, Method::POST, &path, json!({}))
        .await
        .data();
    assert_eq!(
        meeting.mark(owner, member, None, Some("excused")).await,
        5009
    );
    assert_eq!(meeting.roll().await["isCancelled"], true);
}

#[tokio::test]
async fn late_members_count_as_there_and_absent_ones_do_not() {
    let meeting = Meeting::new().await;
    let (member, owner) = (&meeting.circle.member, &meeting.circle.owner);
    for (seen, mark, counters) in [
        (None, Some("late"), (1, 1)),
        (Some("late"), Some("present"), (1, 1)),
        (Some("present"), Some("late"), (1, 1)),
        (Some("late"), Some("absent"), (1, 0)),
        (Some("absent"), Some("excused"), (1, 0)),
        (Some("excused"), Some("late"), (1, 1)),
        (Some("late"), None, (1, 0)),
    ] {
        assert_eq!(meeting.mark(owner, member, seen, mark).await, 2000);
        assert_eq!(meeting.on_roll(member).await["mark"], json!(mark));
        assert_eq!(meeting.counters().await, counters);
    }
}
