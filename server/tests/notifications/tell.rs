//! The recipients of notifications, and the repetition of notifications.

use std::collections::BTreeSet;
use std::time::Duration;

use hoi_community::notifications::{self, Kind, Live};
use serde_json::json;

use super::support::{contents, listed, news, prefer, read, tell};
use crate::support::{Heard, Socket, TestApp};

const MOMENT: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn the_actor_is_not_told() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let news = news(Kind::CommentNew, 1, "An").by(an.id);
    tell(&app, &[&an, &binh, &binh], news).await;
    assert!(contents(&app, &an).await.is_empty());
    assert_eq!(contents(&app, &binh).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_second_alert_of_the_same_thing_within_ten_minutes() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let address = app.listen().await;
    let auth = json!({ "token": an.token });
    let mut socket = Socket::connect(address, "/notification", auth)
        .await
        .unwrap();
    let mut live = Live::new(app.app.clock.now());
    let mut alerted = Vec::new();
    // Read after the third: the next one is a row of its own, without an alert.
    for (minutes, is_read, is_told) in [
        (0, false, true),
        (3, false, false),
        (3, true, false),
        (3, false, false),
        (3, false, true),
    ] {
        app.pass(Duration::from_mins(minutes));
        let mailed = tell(&app, &[&an], news(Kind::JoinRequestCreated, 1, "Lan")).await;
        live.deliver(&app.app).await.unwrap();
        let patience = if is_told { PATIENCE } else { MOMENT };
        let heard = socket.next_within(patience).await != Heard::Nothing;
        alerted.push((mailed, heard));
        if is_read {
            read(&app, &an, 0).await;
        }
    }
    let (yes, no) = ((1, true), (0, false));
    assert_eq!(alerted, [yes, no, no, no, yes]);
    let list = listed(&app, &an, "").await;
    assert_eq!(list["items"].as_array().unwrap().len(), 2, "{list}");
    assert_eq!(list["unread"], 1);
    tell(&app, &[&an], news(Kind::JoinRequestCreated, 2, "Mai")).await;
    tell(&app, &[&an], news(Kind::InvitationCreated, 1, "Mai")).await;
    assert_eq!(listed(&app, &an, "").await["unread"], 3, "other things");
}

#[tokio::test]
async fn reactions_are_counted_in_one_row_until_it_is_read() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    for name in ["Lan", "Mai", "Hoa"] {
        tell(&app, &[&an], news(Kind::LikeNew, 1, name)).await;
    }
    tell(&app, &[&an], news(Kind::LikeNew, 1, "Chi").times(4)).await;
    let together = "Chi and 6 others reacted to your post “Hội Trăng” in “Hội Trăng”.";
    assert_eq!(contents(&app, &an).await, [together]);
    read(&app, &an, 0).await;
    app.pass(Duration::from_secs(1));
    tell(&app, &[&an], news(Kind::LikeNew, 1, "Tú")).await;
    let alone = "Tú reacted to your post “Hội Trăng” in “Hội Trăng”.";
    assert_eq!(contents(&app, &an).await, [alone, together]);
}

/// Only grouped kinds are counted: another rejection of the same post is one rejection, with its own reason.
#[tokio::test]
async fn a_repeated_notification_replaces_the_unread_one() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    for reason in [Some("Dài quá"), Some("Sai chủ đề"), None] {
        let news = notifications::News::new(Kind::PostRejected, uuid::Uuid::from_u128(1), "/")
            .text("group", "Hội")
            .text("post", "Chào")
            .reason(reason);
        tell(&app, &[&an], news).await;
    }
    let last = "Your post “Chào” in “Hội” was rejected. Reason: none given";
    assert_eq!(contents(&app, &an).await, [last]);
}

#[tokio::test]
async fn everyone_hears_on_the_ways_they_chose() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let off = json!({ "items": [{ "type": "member.removed", "inApp": false, "email": "off" }] });
    prefer(&app, &an, off).await;
    let mailed = tell(&app, &[&an, &binh], news(Kind::MemberRemoved, 1, "")).await;
    assert_eq!(mailed, 1);
    assert!(contents(&app, &an).await.is_empty());
    assert_eq!(contents(&app, &binh).await.len(), 1);
    // By mail alone: there is nothing to read in the application.
    let mail =
        json!({ "items": [{ "type": "member.removed", "inApp": false, "email": "instant" }] });
    prefer(&app, &an, mail).await;
    assert_eq!(
        tell(&app, &[&an], news(Kind::MemberRemoved, 2, "")).await,
        1
    );
    assert!(contents(&app, &an).await.is_empty());
    assert_eq!(listed(&app, &an, "").await["unread"], 0);
}

#[tokio::test]
async fn a_text_with_other_placeholders_is_not_told() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let tx = app.app.db.write().await.unwrap();
    let news = news(Kind::PostNew, 1, "Lan").text("extra", "x");
    let refused = notifications::tell(&tx, [an.id], news, app.app.clock.now()).await;
    assert!(refused.is_err());
}

/// The statement has chunks; every recipient is in one of them.
#[tokio::test]
async fn many_people_are_told_at_once() {
    let app = TestApp::new().await;
    let first = app.committee("an").await;
    let many = (0..1200).map(|_| hoi_platform::clock::new_id());
    let tx = app.app.db.write().await.unwrap();
    let to = many.chain([first.id]);
    let news = news(Kind::PostNew, 1, "Lan");
    notifications::tell(&tx, to, news, app.app.clock.now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(contents(&app, &first).await.len(), 1);
    use hoi_community::notifications::entity::notification;
    use sea_orm::{EntityTrait, PaginatorTrait};
    let rows = notification::Entity::find().count(app.app.db.read()).await;
    assert_eq!(rows.unwrap(), 1201);
}

/// A job that crashes after its first part goes on with the second.
#[tokio::test]
async fn a_job_that_begins_again_tells_each_recipient_once() {
    let app = TestApp::new().await;
    let mut people = Vec::new();
    for name in ["an", "binh", "chi", "dung", "em"] {
        people.push(app.committee(name).await);
    }
    let to: BTreeSet<_> = people.iter().map(|user| user.id).collect();
    let job = hoi_platform::clock::new_id();
    let mut parts = Vec::new();
    for is_stored in [true, false, true, true, true] {
        let tx = app.app.db.write().await.unwrap();
        let (news, now) = (news(Kind::PostNew, 1, "Lan"), app.app.clock.now());
        let is_left = notifications::tell_next(&tx, job, &to, 2, news, now).await;
        parts.push(is_left.unwrap());
        if is_stored {
            tx.commit().await.unwrap();
        }
    }
    assert_eq!(parts, [true, true, true, false, false]);
    for person in &people {
        let told = contents(&app, person).await;
        assert_eq!(told, ["Lan has written a post in “Hội Trăng”."]);
    }
}
