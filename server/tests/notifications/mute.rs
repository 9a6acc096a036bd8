//! Muted groups: no notifications about activities of others there, and all about those that concern the person.

use axum::http::Method;
use hoi_community::groups::GroupId;
use hoi_community::notifications::{self, Kind, Live, News};
use sea_orm::Iterable as _;
use serde_json::{Value, json};
use uuid::Uuid;

use super::support::{GROUP, contents, kinds, news, prefer, tell};
use crate::support::{Answer, Heard, Socket, TestApp, TestGroup, TestUser};

async fn mute(app: &TestApp, who: &TestUser, group: GroupId, is_muted: bool) -> Value {
    let change = json!({ "groups": [{ "id": group, "isMuted": is_muted }] });
    prefer(app, who, change).await
}

const STOPPED: [Kind; 5] = [
    Kind::PostNew,
    Kind::CommentNew,
    Kind::LikeNew,
    Kind::CommentLiked,
    Kind::EventNew,
];

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_group_is_silent_on_every_way() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let loud: Vec<_> = STOPPED
        .iter()
        .map(|kind| json!({ "type": kind, "inApp": true, "browser": true, "email": "instant" }))
        .collect();
    prefer(&app, &an, json!({ "items": loud })).await;
    let answer = mute(&app, &an, GROUP, true).await;
    assert_eq!(answer["mutedGroups"], json!([GROUP]));
    let again = mute(&app, &an, GROUP, true).await;
    assert_eq!(again["mutedGroups"], json!([GROUP]));

    let mut live = Live::new(app.app.clock.now());
    let auth = json!({ "token": an.token });
    let address = app.listen().await;
    let mut socket = Socket::connect(address, "/notification", auth)
        .await
        .unwrap();
    for kind in STOPPED {
        tell(&app, &[&an, &binh], news(kind, 1, "Lan")).await;
    }
    live.deliver(&app.app).await.unwrap();
    let moment = std::time::Duration::from_millis(300);
    assert_eq!(socket.next_within(moment).await, Heard::Nothing);
    assert!(app.run_jobs().await.is_empty());
    assert!(kinds(&app, &an).await.is_empty());
    assert_eq!(kinds(&app, &binh).await.len(), STOPPED.len());

    // Of another group everything is told, and of this one again as soon as it is not muted.
    let other = GroupId(Uuid::from_u128(8));
    tell(&app, &[&an], news(Kind::PostNew, 2, "Lan").in_group(other)).await;
    assert_eq!(contents(&app, &an).await.len(), 1);
    let answer = mute(&app, &an, GROUP, false).await;
    assert_eq!(answer["mutedGroups"], json!([]));
    mute(&app, &an, GROUP, false).await;
    tell(&app, &[&an], news(Kind::PostNew, 3, "Lan")).await;
    assert_eq!(contents(&app, &an).await.len(), 2);
}

#[tokio::test]
async fn requests_and_answers_to_the_person_are_told_in_muted_groups_too() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    mute(&app, &an, GROUP, true).await;
    let all: Vec<_> = Kind::iter()
        .filter(|kind| !STOPPED.contains(kind))
        .collect();
    for kind in &all {
        let params = kind.params().iter();
        let told = News::new(*kind, Uuid::from_u128(1), "/").in_group(GROUP);
        tell(
            &app,
            &[&an],
            params.fold(told, |news, name| news.text(name, "x")),
        )
        .await;
    }
    assert_eq!(kinds(&app, &an).await.len(), all.len());
}

#[tokio::test]
async fn news_of_what_can_be_muted_name_their_group() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let tx = app.app.db.write().await.unwrap();
    let news = News::new(Kind::EventNew, Uuid::from_u128(1), "/")
        .text("event", "Gala")
        .text("group", "Hội");
    let told = notifications::tell(&tx, [an.id], news, app.app.clock.now()).await;
    assert!(told.is_err());
}

#[tokio::test]
async fn posts_comments_and_likes_of_a_muted_group_are_not_told() {
    let group = TestGroup::new().await;
    for who in [&group.lan, &group.minh] {
        mute(&group.app, who, group.id, true).await;
    }
    let path = group.publish(&group.lan, "một").await;
    group.comment(&group.minh, &path, "hai").await.data();
    let like = format!("{path}/like");
    group.act(&group.minh, &like).await.data();
    group.app.run_jobs().await;
    assert_eq!(kinds(&group.app, &group.lan).await, [Kind::PostApproved]);
    assert!(kinds(&group.app, &group.minh).await.is_empty());
    assert!(
        kinds(&group.app, &group.manager)
            .await
            .contains(&Kind::PostNew)
    );
}

async fn mute_many(app: &TestApp, who: &TestUser, ids: std::ops::Range<u128>) -> Answer {
    let groups: Vec<_> = ids
        .map(|id| json!({ "id": Uuid::from_u128(id), "isMuted": true }))
        .collect();
    let body = json!({ "groups": groups });
    let path = "/api/notification/preference";
    app.send_as(who, Method::PUT, path, body).await
}

#[tokio::test]
async fn a_change_mutes_a_hundred_groups_and_an_account_five_hundred() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let refused = mute_many(&app, &an, 0..101).await;
    assert_eq!(refused.code(), 5002);
    assert!(refused.json["fields"]["groups"].is_array());
    for hundred in 0..5 {
        let answer = mute_many(&app, &an, hundred * 100..(hundred + 1) * 100).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
    }
    let refused = mute_many(&app, &an, 499..501).await;
    assert_eq!(refused.code(), 5002);
    assert!(refused.json["fields"]["groups"].is_array());
    let again = mute_many(&app, &an, 499..500).await;
    assert_eq!(again.data()["mutedGroups"].as_array().unwrap().len(), 500);
}
