//! Decisions about points.

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_community::groups::GroupRole;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use super::support::bought;
use crate::support::TestGroup;

#[tokio::test]
async fn leaders_decide_once_what_others_submitted() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let own = group
        .submitted(&group.manager, bought(&group.manager, minh, 100))
        .await;
    let approve = format!("{own}/approve");
    let reject = format!("{own}/reject");
    let reason = json!({ "reason": "Nhầm nhóm" });
    for who in [&group.manager, lan, minh, &group.stranger] {
        assert_eq!(group.put(who, &approve, json!({})).await.code(), 5016);
        assert_eq!(group.put(who, &reject, reason.clone()).await.code(), 5016);
    }
    // While there is another leader, the submitter may not decide, even when the other party has confirmed.
    let confirmed = json!({ "answer": "confirmed" });
    group.decide(minh, &own, "answer", confirmed).await.data();
    assert_eq!(
        group.put(&group.manager, &approve, json!({})).await.code(),
        5016
    );
    for wrong in [
        json!({ "version": 2 }),
        json!({ "reason": " ", "version": 2 }),
        json!({ "reason": "x".repeat(501), "version": 2 }),
    ] {
        assert_eq!(group.put(&group.owner, &reject, wrong).await.code(), 5002);
    }
    group
        .decide(&group.owner, &own, "reject", reason.clone())
        .await
        .data();
    for call in ["approve", "reject"] {
        let body = if call == "reject" {
            reason.clone()
        } else {
            json!({})
        };
        let late = group.decide(&group.admin, &own, call, body);
        let late = late.await;
        assert_eq!(late.code(), 5008);
        assert_eq!(
            late.json["messages"][0],
            "Nguyễn owner has already rejected this deal."
        );
    }
    let missing = "/point/00000000-0000-0000-0000-000000000007/approve";
    assert_eq!(
        group.put(&group.owner, missing, json!({})).await.code(),
        5005
    );

    let other = group.submitted(lan, bought(lan, minh, 5)).await;
    let approved = group
        .decide(&group.admin, &other, "approve", json!({}))
        .await;
    assert_eq!(approved.data()["decidedByName"], "Nguyễn admin");
}

#[tokio::test]
async fn a_lone_leader_needs_the_confirmation_of_the_other_party() {
    let group = TestGroup::new().await;
    let demote = json!({ "role": "member" });
    let manager = format!("/member/{}", group.manager.id);
    group.put(&group.owner, &manager, demote).await.data();
    let (owner, minh) = (&group.owner, &group.minh);
    let own = group.submitted(owner, bought(owner, minh, 100)).await;
    let approve = format!("{own}/approve");
    let answer = format!("{own}/answer");
    let waiting = async || {
        let mine = group.app.get_as(owner, "/api/group/mine").await;
        mine.data()[0]["pendingPoints"].as_i64().unwrap()
    };
    assert_eq!(group.put(owner, &approve, json!({})).await.code(), 5016);
    assert_eq!(waiting().await, 0, "it waits for the other party");
    for who in [owner, &group.lan] {
        let confirmed = json!({ "answer": "confirmed" });
        assert_eq!(group.put(who, &answer, confirmed).await.code(), 5016);
    }
    let disputed = json!({ "answer": "disputed" });
    let disputed = group.decide(minh, &own, "answer", disputed).await;
    assert_eq!(disputed.data()["otherPartyAnswer"], "disputed");
    assert_eq!(group.put(owner, &approve, json!({})).await.code(), 5016);
    assert_eq!(
        group
            .put(minh, &answer, json!({ "answer": "yes", "version": 2 }))
            .await
            .code(),
        5002
    );
    let confirmed = json!({ "answer": "confirmed" });
    group.decide(minh, &own, "answer", confirmed).await.data();
    assert_eq!(waiting().await, 1);
    group.decide(owner, &own, "approve", json!({})).await.data();
    assert_eq!(waiting().await, 0);
    let late = json!({ "answer": "disputed" });
    let late = group.decide(minh, &own, "answer", late).await;
    assert_eq!(late.code(), 5008);

    // Without a confirmation an administrator decides.
    let second = group.submitted(owner, bought(owner, minh, 200)).await;
    group
        .decide(&group.admin, &second, "approve", json!({}))
        .await
        .data();
}

#[tokio::test]
async fn no_party_decides_while_another_leader_can() {
    let group = TestGroup::new().await;
    let (owner, manager, lan, minh) = (&group.owner, &group.manager, &group.lan, &group.minh);
    // The other party has submitted and the owner has confirmed: still, the manager decides.
    let sold = group.submitted(lan, bought(lan, owner, 1)).await;
    let confirmed = json!({ "answer": "confirmed" });
    group
        .decide(owner, &sold, "answer", confirmed.clone())
        .await
        .data();
    let reason = json!({ "reason": "Sai" });
    for call in ["approve", "reject"] {
        let refused = group.decide(owner, &sold, call, reason.clone()).await;
        assert_eq!(refused.code(), 5016, "{call}");
    }
    assert_eq!(group.read(owner, &sold).await["allowed"]["decide"], false);
    assert_eq!(group.read(manager, &sold).await["allowed"]["decide"], true);
    group
        .decide(manager, &sold, "approve", json!({}))
        .await
        .data();

    // Both leaders are parties, so the submitter needs the other's confirmation. The other needs none.
    let between = group.submitted(owner, bought(owner, manager, 2)).await;
    let may = async |point: &str| {
        let mut may = Vec::new();
        for who in [owner, manager] {
            let shown = group.read(who, point).await["allowed"]["decide"] == true;
            let path = format!("{point}/approve");
            let call = group.put(who, &path, json!({}));
            // Permission is checked before the body, which is refused for lack of a version.
            let code = call.await.code();
            assert_eq!(code, if shown { 5002 } else { 5016 }, "{point}");
            may.push(shown);
        }
        may
    };
    assert_eq!(may(&between).await, [false, true]);
    group
        .decide(manager, &between, "answer", confirmed.clone())
        .await
        .data();
    assert_eq!(may(&between).await, [true, true]);
    group
        .decide(owner, &between, "approve", json!({}))
        .await
        .data();

    // The owner is a party, and the manager has entered the deal: each of them needs the other party's word.
    let entered = group.submitted(manager, bought(owner, lan, 3)).await;
    assert_eq!(may(&entered).await, [false, false]);
    group
        .decide(lan, &entered, "answer", confirmed.clone())
        .await
        .data();
    assert_eq!(may(&entered).await, [true, true]);
    let asked = group.submitted(manager, bought(lan, owner, 4)).await;
    group
        .decide(owner, &asked, "answer", confirmed)
        .await
        .data();
    // The seller has said nothing.
    assert_eq!(may(&asked).await, [false, true]);

    // Nothing of that keeps an uninvolved leader from deciding.
    let theirs = group.submitted(lan, bought(lan, minh, 5)).await;
    assert_eq!(may(&theirs).await, [true, true]);
    let waiting = async |who| {
        let mine = group.app.get_as(who, "/api/group/mine").await;
        mine.data()[0]["pendingPoints"].as_i64().unwrap()
    };
    assert_eq!((waiting(owner).await, waiting(manager).await), (2, 3));
}

#[tokio::test]
async fn a_lone_leader_approves_what_the_other_party_has_submitted() {
    let group = TestGroup::new().await;
    let demote = json!({ "role": "member" });
    let manager = format!("/member/{}", group.manager.id);
    group.put(&group.owner, &manager, demote).await.data();
    let (owner, lan) = (&group.owner, &group.lan);
    let sold = group.submitted(lan, bought(lan, owner, 1)).await;
    assert_eq!(group.read(owner, &sold).await["allowed"]["decide"], true);
    group
        .decide(owner, &sold, "approve", json!({}))
        .await
        .data();
}

#[tokio::test]
async fn a_suspended_leader_does_not_block_decisions() {
    let group = TestGroup::new().await;
    let (owner, minh) = (&group.owner, &group.minh);
    let own = group.submitted(owner, bought(owner, minh, 100)).await;
    let answer = json!({ "answer": "confirmed" });
    group.decide(minh, &own, "answer", answer).await.data();
    let approve = format!("{own}/approve");
    assert_eq!(group.put(owner, &approve, json!({})).await.code(), 5016);
    let tx = group.app.app.db.write().await.unwrap();
    let suspended = user::ActiveModel {
        id: Set(group.manager.id),
        is_active: Set(false),
        ..Default::default()
    };
    suspended.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(group.read(owner, &own).await["allowed"]["decide"], true);
    group.decide(owner, &own, "approve", json!({})).await.data();
}

#[tokio::test]
async fn a_deal_is_read_by_those_who_find_it_in_the_list() {
    let group = TestGroup::new().await;
    let (owner, lan, minh) = (&group.owner, &group.lan, &group.minh);
    let dau = group.app.committee("dau").await;
    group
        .app
        .join_group(group.id, &dau, GroupRole::Member)
        .await;
    let path = group.submitted(lan, bought(lan, minh, 100)).await;
    for who in [owner, &group.manager, lan, minh, &group.admin] {
        assert_eq!(group.get(who, &path).await.code(), 2000);
    }
    assert_eq!(group.get(&dau, &path).await.code(), 5005);
    assert_eq!(group.get(&group.stranger, &path).await.code(), 5016);
    group
        .decide(owner, &path, "approve", json!({}))
        .await
        .data();
    let seen = group.read(&dau, &path).await;
    assert_eq!(
        (&seen["status"], &seen["value"]),
        (&json!("approved"), &Value::Null)
    );
}

#[tokio::test]
async fn notifications_lead_to_the_deal_and_cards_count_those_that_wait() {
    let group = TestGroup::new().await;
    let (owner, manager) = (&group.owner, &group.manager);
    let (lan, minh) = (&group.lan, &group.minh);
    let waiting = async || {
        let mut numbers = Vec::new();
        for who in [owner, manager, lan, minh] {
            let mine = group.app.get_as(who, "/api/group/mine").await;
            numbers.push(mine.data()[0]["pendingPoints"].as_i64().unwrap());
        }
        numbers
    };
    assert_eq!(waiting().await, [0, 0, 0, 0]);
    // The leaders decide, and the counterparty is asked.
    let path = group.submitted(lan, bought(lan, minh, 100)).await;
    assert_eq!(waiting().await, [1, 1, 0, 1]);
    let link = format!(
        "/my-group/{}?tab=statistics&point={}",
        group.id,
        path.trim_start_matches("/point/")
    );
    for who in [owner, manager, minh] {
        let news = group.app.get_as(who, "/api/notification").await;
        assert_eq!(news.data()["items"][0]["link"], link);
    }
    // A deal that the counterparty submits waits for the seller. A leader does not decide about an own deal, also when
    // the other party has submitted it.
    group.submitted(owner, bought(lan, owner, 200)).await;
    assert_eq!(waiting().await, [1, 2, 1, 1]);
    let answer = json!({ "answer": "confirmed" });
    group.decide(minh, &path, "answer", answer).await.data();
    assert_eq!(waiting().await, [1, 2, 1, 0]);
    group
        .decide(owner, &path, "approve", json!({}))
        .await
        .data();
    assert_eq!(waiting().await, [0, 1, 1, 0]);
}

#[tokio::test]
async fn the_owner_voids_what_was_approved() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let path = group.submitted(lan, bought(lan, minh, 100)).await;
    let void = format!("{path}/void");
    let reason = json!({ "reason": "Hủy hợp đồng" });
    let early = group.decide(&group.owner, &path, "void", reason.clone());
    let early = early.await;
    assert_eq!(early.code(), 5008);
    assert_eq!(
        early.json["messages"][0],
        "This deal still waits for a decision."
    );
    group
        .decide(&group.manager, &path, "approve", json!({}))
        .await
        .data();
    for who in [&group.manager, lan] {
        assert_eq!(group.put(who, &void, reason.clone()).await.code(), 5016);
    }
    assert_eq!(group.put(&group.owner, &void, json!({})).await.code(), 5002);
    let stale = json!({ "reason": "Hủy hợp đồng", "version": 1 });
    assert_eq!(group.put(&group.owner, &void, stale).await.code(), 5008);
    group
        .decide(&group.owner, &path, "void", reason.clone())
        .await
        .data();
    let again = group.decide(&group.owner, &path, "void", reason).await;
    assert_eq!(again.code(), 5008);
    assert_eq!(
        again.json["messages"][0],
        "Nguyễn owner has already voided this deal."
    );
}

#[tokio::test]
async fn points_of_another_group_are_not_there() {
    let group = TestGroup::new().await;
    let other = TestGroup::new().await;
    let path = group
        .submitted(&group.lan, bought(&group.lan, &group.minh, 1))
        .await;
    let foreign = group.app.group(&group.stranger).await;
    let approve = format!("/api/group/{foreign}{path}/approve");
    let answer = group
        .app
        .send_as(&group.stranger, Method::PUT, &approve, Value::Null)
        .await;
    assert_eq!(answer.code(), 5005);
    assert_eq!(other.read(&other.owner, "/point").await["total"], 0);
}

#[tokio::test]
async fn an_unseen_change_is_not_decided() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let path = group.submitted(lan, bought(lan, minh, 5)).await;
    let list = group.get(&group.owner, "/point").await;
    let seen = list.data()["items"][0]["version"].clone();
    group.put(lan, &path, bought(lan, minh, 8_000)).await.data();
    let approve = format!("{path}/approve");
    for (who, path, mut body) in [
        (&group.owner, approve.clone(), json!({})),
        (
            &group.owner,
            format!("{path}/reject"),
            json!({ "reason": "Sai" }),
        ),
        (
            minh,
            format!("{path}/answer"),
            json!({ "answer": "confirmed" }),
        ),
    ] {
        body["version"] = seen.clone();
        let refused = group.put(who, &path, body).await;
        assert_eq!(refused.code(), 5008);
        assert_eq!(
            refused.json["messages"][0],
            "This deal was changed meanwhile. Please read it again."
        );
        assert!(refused.json["data"].is_null());
    }
    let list = group.get(&group.owner, "/point").await;
    let now = list.data()["items"][0]["version"].clone();
    let approved = group.put(&group.owner, &approve, json!({ "version": now }));
    assert_eq!(approved.await.data()["status"], "approved");
}

#[tokio::test]
async fn an_answer_and_a_decision_say_which_version_was_seen() {
    let group = TestGroup::new().await;
    let (owner, lan, minh) = (&group.owner, &group.lan, &group.minh);
    let path = group.submitted(lan, bought(lan, minh, 5)).await;
    for (who, call, body) in [
        (owner, "approve", json!({})),
        (owner, "approve", Value::Null),
        (owner, "reject", json!({ "reason": "Sai" })),
        (minh, "answer", json!({ "answer": "confirmed" })),
        (owner, "void", json!({ "reason": "Sai" })),
    ] {
        let refused = group.put(who, &format!("{path}/{call}"), body).await;
        assert_eq!(refused.code(), 5002, "{call}");
    }
    // A leader who read the deal before the other party disputed it cannot approve it.
    let seen = group.read(owner, &path).await["version"].clone();
    let disputed = json!({ "answer": "disputed" });
    group.decide(minh, &path, "answer", disputed).await.data();
    let approve = format!("{path}/approve");
    let refused = group.put(owner, &approve, json!({ "version": seen })).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(group.read(owner, &path).await["status"], "pending");
}

#[tokio::test]
async fn points_in_a_row_pause() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    for value in 1..=60 {
        group.submitted(lan, bought(lan, minh, value)).await;
    }
    let refused = group.submit(lan, bought(lan, minh, 61)).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 429));
}
