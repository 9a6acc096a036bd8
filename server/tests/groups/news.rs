//! Notifications about membership.

use std::time::Duration;

use axum::http::Method;
use hoi_community::notifications::entity::notification;
use sea_orm::{ColumnTrait as _, EntityTrait as _, PaginatorTrait as _, QueryFilter as _};
use serde_json::{Value, json};

use super::support::Circle;
use crate::support::TestUser;

/// Asserts that an account has heard just this since the last time, newest first: content and link.
async fn assert_heard(circle: &Circle, who: &TestUser, expected: &[(&str, &str)]) {
    let token = circle.app.fresh_token(who);
    let call = |method, path| circle.app.request(method, path).lang("en").bearer(&token);
    let unread = call(Method::GET, "/api/notification?unread=true")
        .send()
        .await;
    let items = unread.data()["items"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let told = items
        .iter()
        .map(|item| (text(&item["content"]), text(&item["link"])));
    let told: Vec<_> = told.collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|(content, link)| ((*content).to_owned(), (*link).to_owned()))
        .collect();
    assert_eq!(told, expected);
    call(Method::PUT, "/api/notification/read-all")
        .send()
        .await
        .data();
}

#[tokio::test]
async fn leaders_hear_of_a_request_and_the_applicant_of_its_rejection() {
    let circle = Circle::new().await;
    let name = group_name(&circle).await;
    let an = circle.app.committee("an").await;
    let id = circle.ask(&an).await;
    let waiting = format!(
        "/my-group/{}?tab=members&view=waiting&request={id}",
        circle.id
    );
    let asked = format!("Nguyễn an asks to join “{name}”.");
    for leader in [&circle.owner, &circle.manager] {
        assert_heard(&circle, leader, &[(&asked, &waiting)]).await;
    }
    assert_heard(&circle, &circle.member, &[]).await;
    assert_heard(&circle, &an, &[]).await;

    let body = json!({ "action": "reject", "reason": "Đã đủ người" });
    let tail = format!("/join-request/{id}");
    let rejection = circle.call(&circle.owner, Method::PUT, &tail, body).await;
    rejection.data();
    let rejected = format!("Your request to join “{name}” was rejected. Reason: Đã đủ người");
    let group = format!("/my-group/{}", circle.id);
    assert_heard(&circle, &an, &[(&rejected, &group)]).await;
}

#[tokio::test]
async fn a_rejection_by_a_hidden_group_does_not_link_to_it() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let id = circle.ask(&an).await;
    let hidden = json!({ "isListed": false });
    let change = circle.call(&circle.owner, Method::PUT, "", hidden).await;
    change.data();
    circle.decide(&circle.manager, &id, "reject").await.data();
    let name = group_name(&circle).await;
    let rejected = format!("Your request to join “{name}” was rejected. Reason: none given");
    assert_heard(&circle, &an, &[(&rejected, "/notifications")]).await;
    assert_eq!(circle.get(&an, "").await.code(), 5005);
}

#[tokio::test]
async fn an_applicant_hears_of_the_acceptance_and_is_led_to_the_group() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let id = circle.ask(&an).await;
    circle.decide(&circle.manager, &id, "accept").await.data();
    let accepted = format!("You are now a member of “{}”.", group_name(&circle).await);
    let group = format!("/my-group/{}", circle.id);
    assert_heard(&circle, &an, &[(&accepted, &group)]).await;
    // Nothing waits for the other leader any more.
    assert_heard(&circle, &circle.owner, &[]).await;
}

#[tokio::test]
async fn an_account_added_while_asking_leaves_no_notification_of_the_request() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    circle.ask(&an).await;
    circle.add(&circle.owner, &[&an], "member").await.data();
    for leader in [&circle.owner, &circle.manager] {
        assert_heard(&circle, leader, &[]).await;
    }
}

#[tokio::test]
async fn a_removed_member_has_nothing_left_to_read_of_the_group() {
    let circle = Circle::new().await;
    let name = group_name(&circle).await;
    let an = circle.app.committee("an").await;
    let id = circle.ask(&an).await;
    circle.decide(&circle.manager, &id, "accept").await.data();
    let tail = format!("/member/{}", an.id);
    let removal = circle.call(&circle.owner, Method::DELETE, &tail, Value::Null);
    removal.await.data();
    let removed = format!("You are no longer a member of “{name}”.");
    assert_heard(&circle, &an, &[(&removed, "/my-group")]).await;
}

#[tokio::test]
async fn inviter_and_invited_account_hear_of_each_other() {
    let circle = Circle::new().await;
    let name = group_name(&circle).await;
    let members = format!("/my-group/{}?tab=members", circle.id);
    let invited = format!("Nguyễn owner invites you to join “{name}”.");
    let an = circle.app.committee("an").await;
    let id = circle.invite(&an, "member").await;
    let answering = |id: &str| format!("/my-group?invitation={id}");
    assert_heard(&circle, &an, &[(&invited, &answering(&id))]).await;
    circle.decide(&an, &id, "accept").await.data();
    let accepted = format!("Nguyễn an has joined “{name}”.");
    let member = format!("{members}&member={}", an.id);
    assert_heard(&circle, &circle.owner, &[(&accepted, &member)]).await;
    let tail = format!("/member?userId={}", an.id);
    let found = circle.get(&circle.owner, &tail).await;
    assert_eq!(found.data()["total"], 1);
    assert_eq!(found.data()["items"][0]["fullName"], "Nguyễn an");

    let binh = circle.app.committee("binh").await;
    let id = circle.invite(&binh, "member").await;
    circle.decide(&binh, &id, "decline").await.data();
    let declined = format!("Nguyễn binh does not want to join “{name}”.");
    let answer = format!("{members}&view=history&request={id}");
    assert_heard(&circle, &circle.owner, &[(&declined, &answer)]).await;
    let tail = format!("/join-request?id={id}");
    let found = circle.get(&circle.owner, &tail).await;
    assert_eq!(found.data()["total"], 1);
    assert_eq!(found.data()["items"][0]["status"], "declined");

    // An invitation that is taken back, and a request that is cancelled, are no news.
    let chi = circle.app.committee("chi").await;
    let id = circle.invite(&chi, "member").await;
    assert_heard(&circle, &chi, &[(&invited, &answering(&id))]).await;
    withdraw(&circle, &circle.owner, &id).await;
    assert_heard(&circle, &chi, &[]).await;
}

#[tokio::test]
async fn members_hear_that_they_were_added_given_a_role_or_removed() {
    let circle = Circle::new().await;
    let name = group_name(&circle).await;
    let group = format!("/my-group/{}", circle.id);
    let an = circle.app.committee("an").await;
    circle.acquaint(&[&circle.owner, &an]).await;
    circle.add(&circle.owner, &[&an], "member").await.data();
    let added = format!("You are now a member of “{name}”. A leader added you.");
    assert_heard(&circle, &an, &[(&added, &group)]).await;

    let role = format!("Your role in “{name}” is now: Manager.");
    let tail = format!("/member/{}", an.id);
    let manager = json!({ "role": "manager" });
    // The same role again is no news.
    for expected in [&[(role.as_str(), group.as_str())][..], &[]] {
        let change = circle.call(&circle.owner, Method::PUT, &tail, manager.clone());
        change.await.data();
        assert_heard(&circle, &an, expected).await;
    }

    circle.remove(&circle.owner, &an).await;
    let removed = format!("You are no longer a member of “{name}”.");
    assert_heard(&circle, &an, &[(&removed, "/my-group")]).await;
    // A member who leaves is not notified.
    circle.remove(&circle.member, &circle.member).await;
    assert_heard(&circle, &circle.member, &[]).await;

    let heir = json!({ "userId": circle.manager.id });
    circle.post(&circle.owner, "/transfer", heir).await.data();
    let role = format!("Your role in “{name}” is now: Owner.");
    assert_heard(&circle, &circle.manager, &[(&role, &group)]).await;
    assert_heard(&circle, &circle.owner, &[]).await;
}

#[tokio::test]
async fn requests_and_invitations_in_a_row_pause() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    for _ in 0..30 {
        let id = circle.ask(&an).await;
        withdraw(&circle, &an, &id).await;
    }
    let refused = circle.post(&an, "/join-request", json!({})).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 429));
    circle.app.pass(Duration::from_mins(11));
    circle.ask(&an).await;

    let chi = circle.app.committee("chi").await;
    for _ in 0..60 {
        let id = circle.invite(&chi, "member").await;
        withdraw(&circle, &circle.owner, &id).await;
    }
    let body = json!({ "userIds": [chi.id], "role": "member" });
    let refused = circle.post(&circle.owner, "/invitation", body).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 429));
}

async fn group_name(circle: &Circle) -> String {
    let group = circle.get(&circle.owner, "").await;
    group.data()["name"].as_str().unwrap().to_owned()
}

async fn withdraw(circle: &Circle, who: &TestUser, request: &str) {
    let tail = format!("/join-request/{request}");
    circle
        .call(who, Method::DELETE, &tail, Value::Null)
        .await
        .data();
}

#[tokio::test]
async fn mails_beyond_the_allowance_of_their_cause_wait_for_a_digest() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    circle.app.allow_mails(&an, Some(1)).await;
    circle.ask(&an).await;
    // Owner and manager want mails at once; one of them gets it.
    assert_eq!(circle.app.run_jobs().await.len(), 1);
    let unread = async |who: &TestUser| {
        let list = circle.app.get_as(who, "/api/notification").await;
        list.data()["items"].as_array().unwrap().len()
    };
    assert_eq!(unread(&circle.owner).await, 1);
    assert_eq!(unread(&circle.manager).await, 1);
    let waiting = notification::Entity::find()
        .filter(notification::Column::InDigest.eq(true))
        .count(circle.app.app.db.read())
        .await;
    assert_eq!(waiting.unwrap(), 1);
}
