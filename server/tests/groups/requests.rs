//! Requests and invitations: the states between a stranger and a member.

use std::time::Duration;

use axum::http::Method;
use hoi_community::groups::entity::group_member;
use hoi_community::groups::{GroupRole, JoinPolicy, forget_documents};
use hoi_platform::files::Visibility;
use hoi_server::uploads::remove_orphans;
use sea_orm::{EntityTrait, PaginatorTrait, Set};
use serde_json::{Value, json};

use super::support::{Circle, describe, sell};
use crate::support::TestUser;

const HOUR: Duration = Duration::from_hours(1);

/// An account's relation to the group, and the identifier of the request or invitation that waits.
async fn state(circle: &Circle, who: &TestUser) -> (String, Value) {
    let card = circle.get(who, "").await;
    let card = card.data();
    let state = card["myState"].as_str().unwrap().to_owned();
    (state, card["requestId"].clone())
}

#[tokio::test]
async fn documents_are_required_and_stay_among_the_leaders() {
    let circle = Circle::with(|group| {
        group.require_membership_certificate = Set(true);
        group.require_business_license = Set(true);
    })
    .await;
    let an = circle.app.committee("an").await;
    let ask = async |body: Value| circle.post(&an, "/join-request", body).await;
    let missing = ask(json!({ "message": "Xin chào" })).await;
    assert_eq!(missing.code(), 5002);
    assert_eq!(
        missing.json["fields"],
        json!({
            "membershipCertificate": ["Please upload a membership certificate when requesting to join"],
            "businessLicense": ["Please upload a business license when requesting to join"],
        })
    );
    let certificate = circle.app.uploaded(&an, "membershipCertificate").await;
    let license = circle.app.uploaded(&an, "businessLicense").await;
    let public = circle.app.uploaded(&an, "avatar").await;
    let others = circle
        .app
        .file(&circle.member, "businessLicense", Visibility::Private)
        .await;
    for wrong in [json!(public), json!(others)] {
        let body = json!({ "membershipCertificate": certificate, "businessLicense": wrong });
        assert_eq!(ask(body).await.code(), 5002);
    }
    assert_eq!(state(&circle, &an).await.0, "none");
    let body = json!({
        "message": "Xin chào", "membershipCertificate": certificate, "businessLicense": license,
        "businessField": "Xây dựng", "position": "Giám đốc",
    });
    let asked = ask(body.clone()).await;
    assert_eq!(asked.json["messages"][0], "Join request sent");
    assert_eq!(asked.data()["myState"], "requested");
    let id = asked.data()["request"]["id"].clone();
    assert_eq!(
        state(&circle, &an).await,
        ("requested".to_owned(), id.clone())
    );
    let again = ask(body).await;
    assert_eq!(again.code(), 5008);
    assert_eq!(
        again.json["messages"][0],
        "Cannot request to join group: your earlier request is still waiting"
    );
    // Leaders see that a request waits.
    for leader in [&circle.owner, &circle.manager] {
        let group = circle.get(leader, "").await;
        assert_eq!(group.data()["details"]["pendingRequests"], 1);
        let mine = circle.app.get_as(leader, "/api/group/mine").await;
        assert_eq!(mine.data()[0]["pendingRequests"], 1);
        let list = circle
            .get(leader, "/join-request?status=pending&kind=request")
            .await;
        assert_eq!(list.data()["total"], 1);
        let request = &list.data()["items"][0];
        assert_eq!(request["user"]["fullName"], "Nguyễn an");
        assert_eq!(request["membershipCertificate"], json!(certificate));
        assert_eq!(request["message"], "Xin chào");
    }
    let group = circle.get(&circle.member, "").await;
    assert_eq!(group.data()["details"]["pendingRequests"], Value::Null);
    let mine = circle.app.get_as(&circle.member, "/api/group/mine").await;
    assert_eq!(mine.data()[0]["pendingRequests"], 0);

    let stranger = circle.app.committee("stranger").await;
    let admin = circle.app.admin().await;
    let readers = [
        (&an, 200),
        (&circle.owner, 200),
        (&circle.manager, 200),
        (&admin, 200),
        (&circle.member, 403),
        (&stranger, 403),
    ];
    for file in [&certificate, &license] {
        for (reader, status) in readers {
            let answer = circle.app.get_as(reader, file).await;
            assert_eq!(answer.status, status, "{}: {}", reader.email, answer.json);
        }
        assert_eq!(circle.app.get(file).await.code(), 5018);
    }
    // They are in use.
    let answer = circle
        .app
        .call(&an, Method::DELETE, &certificate, json!({}))
        .await;
    assert_eq!(answer.code(), 5008);
    // A removed leader can no longer read them.
    circle.remove(&circle.owner, &circle.manager).await.data();
    assert_eq!(
        circle
            .app
            .get_as(&circle.manager, &certificate)
            .await
            .code(),
        5016
    );
    let accepted = circle
        .decide(&circle.owner, id.as_str().unwrap(), "accept")
        .await;
    assert_eq!(accepted.data()["status"], "accepted");
    assert_eq!(accepted.data()["decidedByName"], "Nguyễn owner");
    let list = circle
        .get(&circle.owner, "/member?search=an&role=member")
        .await;
    let an = list.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|m| m["fullName"] == "Nguyễn an")
        .unwrap()
        .clone();
    assert_eq!(an["businessField"], "Xây dựng");
    assert_eq!(an["position"], "Giám đốc");
}

#[tokio::test]
async fn a_request_is_cancelled_by_its_maker_and_its_documents_go() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let file = circle.app.uploaded(&an, "businessLicense").await;
    let asked = circle
        .post(&an, "/join-request", json!({ "businessLicense": file }))
        .await;
    let id = asked.data()["request"]["id"].as_str().unwrap().to_owned();
    let tail = format!("/join-request/{id}");
    let delete = async |who: &TestUser| circle.call(who, Method::DELETE, &tail, Value::Null).await;
    for who in [&circle.owner, &circle.manager, &circle.member] {
        assert_eq!(delete(who).await.code(), 5016);
    }
    assert_eq!(circle.decide(&an, &id, "accept").await.code(), 5016);
    assert_eq!(
        circle.decide(&circle.member, &id, "accept").await.code(),
        5016
    );
    let cancelled = delete(&an).await;
    assert_eq!(cancelled.json["messages"][0], "Join request canceled");
    assert_eq!(state(&circle, &an).await, ("none".to_owned(), Value::Null));
    assert_eq!(delete(&an).await.code(), 5008);
    let late = circle.decide(&circle.owner, &id, "accept").await;
    assert_eq!(late.code(), 5008);
    assert_eq!(
        late.json["messages"][0],
        "Nguyễn an has already taken this back."
    );
    assert_eq!(circle.app.get_as(&circle.owner, &file).await.code(), 5016);
    circle.app.pass(25 * HOUR);
    assert!(remove_orphans(&circle.app.app).await.unwrap() > 0);
    circle.ask(&an).await;
}

#[tokio::test]
async fn a_rejected_applicant_is_told_why_and_may_ask_again_after_a_day() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let files = [
        circle.app.uploaded(&an, "businessLicense").await,
        circle.app.uploaded(&an, "businessLicense").await,
    ];
    let ask = async |file: &str| {
        let body = json!({ "businessLicense": file });
        circle.post(&an, "/join-request", body).await
    };
    let asked = ask(&files[0]).await;
    let id = asked.data()["request"]["id"].as_str().unwrap().to_owned();
    let tail = format!("/join-request/{id}");
    let long = json!({ "action": "reject", "reason": "x".repeat(501) });
    assert_eq!(
        circle
            .call(&circle.owner, Method::PUT, &tail, long)
            .await
            .code(),
        5002
    );
    assert_eq!(
        circle.decide(&circle.owner, &id, "decline").await.code(),
        5002
    );
    let reject = json!({ "action": "reject", "reason": "Chưa đủ hồ sơ" });
    let rejected = circle
        .call(&circle.manager, Method::PUT, &tail, reject)
        .await;
    assert_eq!(rejected.data()["status"], "rejected");
    let late = circle.decide(&circle.owner, &id, "accept").await;
    assert_eq!(late.code(), 5008);
    assert_eq!(
        late.json["messages"][0],
        "Nguyễn manager has already rejected this request."
    );
    let mine = circle.app.get_as(&an, "/api/group/request/mine").await;
    assert_eq!(mine.data()["items"][0]["reason"], "Chưa đủ hồ sơ");
    assert_eq!(
        mine.data()["items"][0]["group"]["name"],
        "Hội Doanh nhân Đà Nẵng"
    );
    assert_eq!(ask(&files[1]).await.code(), 5008);
    circle.app.pass(24 * HOUR);
    ask(&files[1]).await.data();
    // The new request replaces the documents of the old one.
    let list = circle.get(&circle.owner, "/join-request").await;
    let items = list.data()["items"].as_array().unwrap();
    let kept: Vec<_> = items.iter().map(|item| &item["businessLicense"]).collect();
    assert_eq!(kept, [&json!(files[1]), &Value::Null]);
    assert_eq!(
        circle.log().await,
        [
            "joinRequest.created",
            "joinRequest.rejected",
            "joinRequest.created"
        ]
    );
}

#[tokio::test]
async fn documents_of_a_rejected_request_are_kept_for_ninety_days() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let file = circle.app.uploaded(&an, "businessLicense").await;
    let asked = circle
        .post(&an, "/join-request", json!({ "businessLicense": file }))
        .await;
    let id = asked.data()["request"]["id"].as_str().unwrap().to_owned();
    circle.decide(&circle.owner, &id, "reject").await.data();
    circle.app.pass(90 * 24 * HOUR - Duration::from_millis(1));
    // Sessions end after 30 days.
    let leader = circle.app.committee("leader").await;
    circle
        .app
        .join_group(circle.id, &leader, GroupRole::Manager)
        .await;
    let kept = async || {
        forget_documents(&circle.app.app).await.unwrap();
        let list = circle.get(&leader, "/join-request").await;
        list.data()["items"][0]["businessLicense"].clone()
    };
    assert_eq!(kept().await, json!(file));
    circle.app.pass(Duration::from_millis(1));
    assert_eq!(kept().await, Value::Null);
    remove_orphans(&circle.app.app).await.unwrap();
    let token = circle.app.fresh_token(&leader);
    let gone = circle
        .app
        .request(Method::GET, &file)
        .bearer(&token)
        .send()
        .await;
    assert_eq!(gone.code(), 5005);
}

#[tokio::test]
async fn an_invitation_is_accepted_declined_or_revoked() {
    let circle = Circle::with(|group| group.is_listed = Set(false)).await;
    let [an, binh, cuong] = [
        circle.app.committee("an").await,
        circle.app.committee("binh").await,
        circle.app.committee("cuong").await,
    ];
    let ids = json!([an.id, binh.id, cuong.id]);
    let body = json!({ "userIds": ids, "role": "manager" });
    assert_eq!(
        circle
            .post(&circle.manager, "/invitation", body.clone())
            .await
            .code(),
        5016
    );
    assert_eq!(
        circle
            .post(&circle.member, "/invitation", body.clone())
            .await
            .code(),
        5016
    );
    let invited = circle
        .post(&circle.owner, "/invitation", body.clone())
        .await;
    assert_eq!(invited.json["messages"][0], "Invitations sent");
    let id_of = |whom: &TestUser| {
        let all = invited.data().as_array().unwrap();
        let own = all
            .iter()
            .find(|one| one["user"]["id"] == json!(whom.id))
            .unwrap();
        assert_eq!(
            (&own["kind"], &own["role"]),
            (&json!("invitation"), &json!("manager"))
        );
        own["id"].as_str().unwrap().to_owned()
    };
    let again = circle.post(&circle.owner, "/invitation", body).await;
    assert_eq!(again.code(), 5008);
    // An invited account sees a group that is not listed.
    assert_eq!(
        state(&circle, &an).await,
        ("invited".to_owned(), json!(id_of(&an)))
    );
    let mine = circle
        .app
        .get_as(&an, "/api/group/request/mine?status=pending")
        .await;
    assert_eq!(mine.data()["items"][0]["createdByName"], "Nguyễn owner");
    for other in [&binh, &circle.owner, &circle.manager] {
        assert_eq!(
            circle.decide(other, &id_of(&an), "accept").await.code(),
            5016
        );
    }
    assert_eq!(circle.decide(&an, &id_of(&an), "reject").await.code(), 5002);
    let joined = circle.decide(&an, &id_of(&an), "accept").await;
    assert_eq!(
        joined.json["messages"][0],
        "You are now a member of the group"
    );
    assert_eq!(
        circle.get(&an, "").await.data()["details"]["myRole"],
        "manager"
    );

    circle.decide(&binh, &id_of(&binh), "decline").await.data();
    assert_eq!(circle.get(&binh, "").await.code(), 5005, "not listed");
    for (who, known) in [(&an, 1), (&binh, 0)] {
        let mine = circle.app.get_as(who, "/api/group/request/mine").await;
        assert_eq!(mine.data()["total"], known);
    }
    let tail = format!("/join-request/{}", id_of(&cuong));
    assert_eq!(
        circle
            .call(&cuong, Method::DELETE, &tail, Value::Null)
            .await
            .code(),
        5016
    );
    let revoked = circle
        .call(&circle.manager, Method::DELETE, &tail, Value::Null)
        .await;
    assert_eq!(revoked.json["messages"][0], "Invitation withdrawn");
    assert_eq!(circle.get(&cuong, "").await.code(), 5005);
    assert_eq!(
        circle.log().await[3..],
        [
            "invitation.accepted",
            "invitation.declined",
            "invitation.revoked"
        ]
    );
}

/// Both sides want it, so neither has to decide again.
#[tokio::test]
async fn a_request_and_an_invitation_settle_one_another() {
    let circle = Circle::with(|group| group.require_business_license = Set(true)).await;
    let (an, binh) = (
        circle.app.committee("an").await,
        circle.app.committee("binh").await,
    );
    describe(&circle.app, &binh, "Bình", Some("Vận tải")).await;
    let file = circle.app.uploaded(&an, "businessLicense").await;
    circle
        .post(&an, "/join-request", json!({ "businessLicense": file }))
        .await
        .data();
    let body = json!({ "userIds": [an.id], "role": "manager" });
    let invited = circle.post(&circle.owner, "/invitation", body).await;
    assert_eq!(invited.data()[0]["status"], "accepted");
    assert_eq!(invited.data()[0]["kind"], "request");
    assert_eq!(
        circle.get(&an, "").await.data()["details"]["myRole"],
        "manager"
    );

    let invitation = circle.invite(&binh, "member").await;
    // The group asks an invited account for nothing more.
    let joined = circle.post(&binh, "/join-request", json!({})).await;
    assert_eq!(joined.data()["myState"], "member");
    assert_eq!(joined.data()["request"]["id"], json!(invitation));
    assert_eq!(joined.data()["request"]["status"], "accepted");
    let list = circle.get(&circle.owner, "/member?search=binh").await;
    assert_eq!(list.data()["items"][0]["businessField"], "Vận tải");

    // Adding settles a waiting request or invitation, too.
    let (cuong, dung) = (
        circle.app.committee("cuong").await,
        circle.app.committee("dung").await,
    );
    let file = circle.app.uploaded(&cuong, "businessLicense").await;
    circle
        .post(&cuong, "/join-request", json!({ "businessLicense": file }))
        .await
        .data();
    circle.invite(&dung, "member").await;
    circle.acquaint(&[&circle.manager, &cuong, &dung]).await;
    circle
        .add(&circle.manager, &[&cuong, &dung], "member")
        .await
        .data();
    let pending = circle
        .get(&circle.owner, "/join-request?status=pending")
        .await;
    assert_eq!(pending.data()["total"], 0);
    let again = circle
        .post(&cuong, "/join-request", json!({ "businessLicense": file }))
        .await;
    assert_eq!(again.code(), 5008);
    assert_eq!(
        again.json["messages"][0],
        "Cannot request to join group: you are already a member"
    );
    let invited = circle
        .post(
            &circle.owner,
            "/invitation",
            json!({ "userIds": [cuong.id], "role": "member" }),
        )
        .await;
    assert_eq!(
        invited.json["messages"][0],
        "Member already exists: Nguyễn cuong"
    );
}

#[tokio::test]
async fn an_open_group_admits_every_account_and_a_closed_one_only_by_invitation() {
    let open = Circle::with(|group| {
        group.join_policy = Set(JoinPolicy::Open);
        group.require_business_license = Set(true);
    })
    .await;
    let an = open.app.committee("an").await;
    assert_eq!(
        open.post(&an, "/join-request", json!({})).await.code(),
        5002
    );
    let file = open.app.uploaded(&an, "businessLicense").await;
    let joined = open
        .post(&an, "/join-request", json!({ "businessLicense": file }))
        .await;
    assert_eq!(joined.data()["myState"], "member");
    assert_eq!(joined.data()["request"]["decidedByName"], Value::Null);
    assert_eq!(open.app.get_as(&open.manager, &file).await.status, 200);
    assert_eq!(open.log().await, ["member.joined"]);

    let closed = Circle::with(|group| group.join_policy = Set(JoinPolicy::Invite)).await;
    let an = closed.app.committee("an").await;
    let refused = closed.post(&an, "/join-request", json!({})).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(
        refused.json["messages"][0],
        "Cannot request to join group: you need an invitation"
    );
    closed.invite(&an, "member").await;
    closed.post(&an, "/join-request", json!({})).await.data();
}

#[tokio::test]
async fn a_removed_member_comes_back_only_by_invitation_and_one_who_left_may_ask() {
    let circle = Circle::new().await;
    circle.remove(&circle.member, &circle.member).await.data();
    let left = circle.get(&circle.member, "").await;
    assert_eq!(left.data()["wasRemoved"], false, "left");
    circle.ask(&circle.member).await;
    circle
        .add(&circle.owner, &[&circle.member], "member")
        .await
        .data();
    circle.remove(&circle.manager, &circle.member).await.data();
    let refused = circle
        .post(&circle.member, "/join-request", json!({}))
        .await;
    assert_eq!(refused.code(), 5008);
    // So the group is not offered to them before a leader invites them.
    let removed = async || circle.get(&circle.member, "").await.data()["wasRemoved"].clone();
    assert_eq!(removed().await, true);
    circle.invite(&circle.member, "member").await;
    assert_eq!(removed().await, false, "invited");
    circle
        .post(&circle.member, "/join-request", json!({}))
        .await
        .data();
    let rows = group_member::Entity::find().count(circle.app.app.db.read());
    assert_eq!(rows.await.unwrap(), 5, "past memberships stay");
}

#[tokio::test]
async fn a_full_group_takes_no_member() {
    let circle = Circle::new().await;
    let [an, binh, cuong] = [
        circle.app.committee("an").await,
        circle.app.committee("binh").await,
        circle.app.committee("cuong").await,
    ];
    let request = circle.ask(&an).await;
    let invitation = circle.invite(&binh, "member").await;
    sell(&circle.app, &circle.owner, 1, 3).await;
    let refused = circle.post(&cuong, "/join-request", json!({})).await;
    assert_eq!(refused.code(), 5008);
    assert!(
        refused.json["messages"][0]
            .as_str()
            .unwrap()
            .starts_with("Cannot request to join group")
    );
    assert_eq!(
        circle
            .decide(&circle.owner, &request, "accept")
            .await
            .code(),
        5003
    );
    assert_eq!(
        circle.decide(&binh, &invitation, "accept").await.code(),
        5003
    );
    assert_eq!(
        circle.post(&binh, "/join-request", json!({})).await.code(),
        5003
    );
    // Nothing was decided by that.
    assert_eq!(state(&circle, &an).await.0, "requested");
    circle.remove(&circle.owner, &circle.member).await.data();
    circle
        .decide(&circle.owner, &request, "accept")
        .await
        .data();
    assert_eq!(
        circle.decide(&binh, &invitation, "accept").await.code(),
        5003
    );
}

#[tokio::test]
async fn a_rejected_applicant_reads_why_and_when_to_ask_again() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let id = circle.ask(&an).await;
    let body = json!({ "action": "reject", "reason": "Đã đủ người" });
    let tail = format!("/join-request/{id}");
    let rejected = circle.call(&circle.owner, Method::PUT, &tail, body).await;
    rejected.data();
    let found = circle.app.get_as(&an, "/api/group/search").await;
    assert_eq!(
        found.data()["items"][0]["rejection"],
        json!({ "reason": "Đã đủ người", "askAgainAt": "2026-03-02T02:00:00.000Z" })
    );
    let others = circle.get(&circle.member, "").await;
    assert_eq!(others.data()["rejection"], Value::Null);
    circle.app.pass(24 * HOUR);
    let token = circle.app.fresh_token(&an);
    let path = format!("/api/group/{}", circle.id);
    let card = circle.app.request(Method::GET, &path).bearer(&token);
    assert_eq!(card.send().await.data()["rejection"], Value::Null);
}
