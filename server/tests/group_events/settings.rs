//! Giving an event to a group, and taking it away.

use axum::http::Method;
use hoi_community::groups::GroupRole;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::Club;
use crate::support::{Answer, TestUser};

const NOT_LED: &str = "Choose a group that you lead and that is not archived";

impl Club {
    async fn create(&self, owner: &TestUser, change: Value) -> Answer {
        let mut body = self.app.event_body(owner).await;
        let fields = body.as_object_mut().unwrap();
        fields.extend(change.as_object().unwrap().clone());
        self.app.create(owner, body).await
    }
}

#[track_caller]
fn refused_at(answer: &Answer, field: &str, text: &str) {
    assert_eq!(answer.code(), 5002, "{}", answer.json);
    assert_eq!(answer.json["fields"], json!({ field: [text] }));
}

#[tokio::test]
async fn leaders_give_events_to_their_group() {
    let club = Club::new().await;
    let manager = club.app.committee("dung").await;
    club.app
        .join_group(club.group, &manager, GroupRole::Manager)
        .await;
    let of_group = json!({ "groupId": club.group, "membersOnly": true });
    for leader in [&club.owner, &manager] {
        let event = club.create(leader, of_group.clone()).await;
        assert_eq!(event.data()["groupId"], club.group.to_string());
        assert_eq!(event.data()["groupName"], "Hội Doanh nhân Đà Nẵng");
        assert_eq!(event.data()["membersOnly"], true);
    }
    for other in [&club.member, &club.stranger] {
        let refused = club.create(other, of_group.clone()).await;
        refused_at(&refused, "groupId", NOT_LED);
    }
    let own = club.app.get_as(&manager, "/api/event").await;
    assert_eq!(
        own.data()["items"][0]["groupName"],
        "Hội Doanh nhân Đà Nẵng"
    );
    assert_eq!(own.data()["items"][0]["membersOnly"], true);
}

#[tokio::test]
async fn members_are_told_of_a_new_event_once() {
    let club = Club::new().await;
    let event = club
        .create(&club.owner, json!({ "groupId": club.group }))
        .await;
    let path = format!("/api/event/{}", event.data()["id"].as_str().unwrap());
    club.app.run_jobs().await;
    let title = json!({ "title": "Đêm nhạc khác", "section": "eventInfo" });
    club.app.put(&club.owner, &path, title).await.data();
    club.app.run_jobs().await;
    let told = async |who: &TestUser| {
        let request = club.app.request(Method::GET, "/api/notification");
        let answer = request.lang("en").bearer(&who.token).send().await;
        answer.data()["items"].clone()
    };
    let news = told(&club.member).await;
    assert_eq!(news.as_array().unwrap().len(), 1);
    assert_eq!(
        news[0]["content"],
        "“Hội Doanh nhân Đà Nẵng” has a new event: “Đêm nhạc Trịnh”, Mar 5, 2026, 19:30."
    );
    let id = event.data()["id"].as_str().unwrap();
    let link = format!("/my-group/{}?tab=events&event={id}", club.group);
    assert_eq!(news[0]["link"], link);
    assert_eq!(told(&club.owner).await, json!([]));
}

#[tokio::test]
async fn a_group_that_is_archived_or_unknown_takes_no_event() {
    let club = Club::new().await;
    let now = club.app.app.clock.now();
    let archive = club
        .app
        .group_with(&club.owner, |group| group.archived_at = Set(Some(now)));
    let unknown = club.owner.id.to_string();
    for group in [archive.await.to_string(), unknown] {
        let refused = club.create(&club.owner, json!({ "groupId": group })).await;
        refused_at(&refused, "groupId", NOT_LED);
    }
}

#[tokio::test]
async fn only_events_of_a_group_are_for_members() {
    let club = Club::new().await;
    let refused = club.create(&club.owner, json!({ "membersOnly": true }));
    let text = "Choose the group whose members can register";
    refused_at(&refused.await, "membersOnly", text);
    let event = club.members_event().await;
    let path = format!("/api/event/{event}");
    let alone = json!({ "groupId": null, "section": "eventInfo" });
    let refused = club.app.put(&club.owner, &path, alone).await;
    refused_at(&refused, "membersOnly", text);
    let both = json!({ "groupId": null, "membersOnly": false, "section": "eventInfo" });
    let open = club.app.put(&club.owner, &path, both).await;
    assert!(open.data()["groupId"].is_null() && open.data()["groupName"].is_null());
}

#[tokio::test]
async fn an_event_keeps_its_group_until_its_owner_takes_it_away() {
    let club = Club::new().await;
    let event = club.event(|_| {}).await;
    let path = format!("/api/event/{event}");
    let group = format!("/api/group/{}", club.group);
    let heir = json!({ "userId": club.member.id });
    let transfer = format!("{group}/transfer");
    let transfer = club.app.send_as(&club.owner, Method::POST, &transfer, heir);
    transfer.await.data();
    let leave = format!("{group}/member/{}", club.owner.id);
    let left = club
        .app
        .send_as(&club.owner, Method::DELETE, &leave, json!({}));
    left.await.data();
    let title = json!({ "title": "Hội nghị khác", "section": "eventInfo" });
    let changed = club.app.put(&club.owner, &path, title).await;
    assert_eq!(changed.data()["groupId"], club.group.to_string());
    assert_eq!(club.seen().await["title"], "Hội nghị khác");
    let name = json!({ "confirmName": "Hội Doanh nhân Đà Nẵng" });
    let deleted = club.app.send_as(&club.member, Method::DELETE, &group, name);
    deleted.await.data();
    let kept = club.app.get_as(&club.owner, &path).await;
    assert_eq!(kept.data()["groupId"], club.group.to_string());
    assert!(kept.data()["groupName"].is_null());
    let without = json!({ "groupId": null, "section": "eventInfo" });
    let changed = club.app.put(&club.owner, &path, without).await;
    assert!(changed.data()["groupId"].is_null());
    let again = json!({ "groupId": club.group, "section": "eventInfo" });
    let refused = club.app.put(&club.owner, &path, again).await;
    refused_at(&refused, "groupId", NOT_LED);
}
