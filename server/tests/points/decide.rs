//! Who decides about a point.

use axum::http::Method;
use serde_json::{Value, json};

use super::support::{Guild, bought};

#[tokio::test]
async fn leaders_decide_once_what_others_submitted() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    let own = guild
        .submitted(&guild.manager, bought(&guild.manager, minh, 100))
        .await;
    let approve = format!("{own}/approve");
    let reject = format!("{own}/reject");
    let reason = json!({ "reason": "Nhầm nhóm" });
    for who in [&guild.manager, lan, minh, &guild.stranger] {
        assert_eq!(guild.put(who, &approve, json!({})).await.code(), 5016);
        assert_eq!(guild.put(who, &reject, reason.clone()).await.code(), 5016);
    }
    // Another leader decides, even when the other party has confirmed.
    let confirmed = json!({ "answer": "confirmed" });
    guild
        .put(minh, &format!("{own}/answer"), confirmed)
        .await
        .data();
    assert_eq!(
        guild.put(&guild.manager, &approve, json!({})).await.code(),
        5016
    );
    for wrong in [
        json!({}),
        json!({ "reason": " " }),
        json!({ "reason": "x".repeat(501) }),
    ] {
        assert_eq!(guild.put(&guild.owner, &reject, wrong).await.code(), 5002);
    }
    guild
        .put(&guild.owner, &reject, reason.clone())
        .await
        .data();
    for path in [&approve, &reject] {
        let late = guild.put(&guild.admin, path, reason.clone()).await;
        assert_eq!(late.code(), 5008);
        assert_eq!(
            late.json["messages"][0],
            "Nguyễn owner has already rejected this point."
        );
    }
    let missing = "/point/00000000-0000-0000-0000-000000000007/approve";
    assert_eq!(
        guild.put(&guild.owner, missing, json!({})).await.code(),
        5005
    );

    let other = guild.submitted(lan, bought(lan, minh, 5)).await;
    let approved = guild
        .put(&guild.admin, &format!("{other}/approve"), json!({}))
        .await;
    assert_eq!(approved.data()["decidedByName"], "Nguyễn admin");
}

#[tokio::test]
async fn a_lone_leader_needs_the_confirmation_of_the_other_party() {
    let guild = Guild::new().await;
    let demote = json!({ "role": "member" });
    let manager = format!("/member/{}", guild.manager.id);
    guild.put(&guild.owner, &manager, demote).await.data();
    let (owner, minh) = (&guild.owner, &guild.minh);
    let own = guild.submitted(owner, bought(owner, minh, 100)).await;
    let approve = format!("{own}/approve");
    let answer = format!("{own}/answer");
    assert_eq!(guild.put(owner, &approve, json!({})).await.code(), 5016);
    for who in [owner, &guild.lan] {
        let confirmed = json!({ "answer": "confirmed" });
        assert_eq!(guild.put(who, &answer, confirmed).await.code(), 5016);
    }
    let disputed = guild
        .put(minh, &answer, json!({ "answer": "disputed" }))
        .await;
    assert_eq!(disputed.data()["otherPartyAnswer"], "disputed");
    assert_eq!(guild.put(owner, &approve, json!({})).await.code(), 5016);
    assert_eq!(
        guild
            .put(minh, &answer, json!({ "answer": "yes" }))
            .await
            .code(),
        5002
    );
    guild
        .put(minh, &answer, json!({ "answer": "confirmed" }))
        .await
        .data();
    guild.put(owner, &approve, json!({})).await.data();
    let late = guild
        .put(minh, &answer, json!({ "answer": "disputed" }))
        .await;
    assert_eq!(late.code(), 5008);

    // Without a confirmation an administrator decides.
    let second = guild.submitted(owner, bought(owner, minh, 200)).await;
    guild
        .put(&guild.admin, &format!("{second}/approve"), json!({}))
        .await
        .data();
}

#[tokio::test]
async fn the_owner_voids_what_was_approved() {
    let guild = Guild::new().await;
    let (lan, minh) = (&guild.lan, &guild.minh);
    let path = guild.submitted(lan, bought(lan, minh, 100)).await;
    let void = format!("{path}/void");
    let reason = json!({ "reason": "Hủy hợp đồng" });
    let early = guild.put(&guild.owner, &void, reason.clone()).await;
    assert_eq!(early.code(), 5008);
    assert_eq!(
        early.json["messages"][0],
        "This point still waits for a decision."
    );
    guild
        .put(&guild.manager, &format!("{path}/approve"), json!({}))
        .await
        .data();
    for who in [&guild.manager, lan] {
        assert_eq!(guild.put(who, &void, reason.clone()).await.code(), 5016);
    }
    assert_eq!(guild.put(&guild.owner, &void, json!({})).await.code(), 5002);
    guild.put(&guild.owner, &void, reason.clone()).await.data();
    let again = guild.put(&guild.owner, &void, reason).await;
    assert_eq!(again.code(), 5008);
    assert_eq!(
        again.json["messages"][0],
        "Nguyễn owner has already voided this point."
    );
}

#[tokio::test]
async fn points_of_another_group_are_not_there() {
    let guild = Guild::new().await;
    let other = Guild::new().await;
    let path = guild
        .submitted(&guild.lan, bought(&guild.lan, &guild.minh, 1))
        .await;
    let group = guild.app.group(&guild.stranger).await;
    let approve = format!("/api/group/{group}{path}/approve");
    let answer = guild
        .app
        .send_as(&guild.stranger, Method::PUT, &approve, Value::Null)
        .await;
    assert_eq!(answer.code(), 5005);
    assert_eq!(other.get(&other.owner, "/point").await["total"], 0);
}
