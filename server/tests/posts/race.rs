//! Two leaders decide about one post at the same moment; many members like and comment on it.

use std::collections::BTreeSet;

use crate::support::TestGroup;
use axum::http::Method;
use futures::future::join_all;
use hoi_community::groups::GroupRole;
use hoi_community::posts::PostStatus;
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};
use serde_json::json;
use tokio::sync::Barrier;

const ROUNDS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_leaders_one_decides() {
    let group = TestGroup::new().await;
    for _ in 0..ROUNDS {
        let path = group.write(&group.lan, "một").await;
        let (approve, reject) = (format!("{path}/approve"), format!("{path}/reject"));
        let (one, other) = tokio::join!(
            group.act(&group.owner, &approve),
            group.act(&group.manager, &reject),
        );
        let codes = BTreeSet::from([one.code(), other.code()]);
        assert_eq!(codes, BTreeSet::from([2000, 5008]));
        let expected = if one.code() == 2000 {
            PostStatus::Approved
        } else {
            PostStatus::Rejected
        };
        assert_eq!(group.row(&path).await.status, expected);
    }
    assert_eq!(group.log().await.len(), ROUNDS, "one entry for each post");
}

/// The control: a decision that reads the status first, without the lock and the condition, is made twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_condition_both_decide() {
    let group = TestGroup::new().await;
    let path = group.write(&group.lan, "một").await;
    let barrier = Barrier::new(2);
    let decisions = [PostStatus::Approved, PostStatus::Rejected].map(|status| {
        let (group, path, barrier) = (&group, &path, &barrier);
        async move {
            let found = group.row(path).await;
            barrier.wait().await;
            if found.status != PostStatus::Pending {
                return 0;
            }
            let tx = group.app.app.db.write().await.unwrap();
            let mut row = found.into_active_model();
            row.status = Set(status);
            row.approved_at = Set(Some(group.app.app.clock.now()));
            row.active_at = Set(Some(group.app.app.clock.now()));
            row.update(&tx).await.unwrap();
            tx.commit().await.unwrap();
            1
        }
    });
    assert_eq!(join_all(decisions).await.iter().sum::<i32>(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_edit_and_an_approval_of_the_version_before_never_both_succeed() {
    let group = TestGroup::new().await;
    for _ in 0..ROUNDS {
        let path = group.write(&group.lan, "lành").await;
        let approve = format!("{path}/approve");
        let (edited, approved) = tokio::join!(
            group.call(&group.lan, Method::PUT, &path, json!({ "text": "dữ" })),
            group.call(&group.owner, Method::PUT, &approve, json!({ "version": 1 })),
        );
        edited.data();
        let row = group.row(&path).await;
        assert_eq!(row.status, PostStatus::Pending, "{}", approved.json);
        assert_eq!(row.text, "dữ");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counts_stay_right_when_many_answer() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    let mut members = Vec::new();
    for at in 0..12 {
        let member = group.app.committee(&format!("m{at}")).await;
        group
            .app
            .join_group(group.id, &member, GroupRole::Member)
            .await;
        members.push(member);
    }
    let (group, path) = (&group, &path);
    let like = &format!("{path}/like");
    join_all(members.iter().map(|member| async move {
        let (one, other, comment) = tokio::join!(
            group.act(member, like),
            group.act(member, like),
            group.comment(member, path, "đúng"),
        );
        assert_eq!((one.code(), other.code()), (2000, 2000));
        let comment = comment.data()["id"].as_str().unwrap().to_owned();
        if member.email.contains('0') {
            let comment = format!("{path}/comment/{comment}");
            let (one, other, unliked) = tokio::join!(
                group.delete(member, &comment),
                group.delete(&group.owner, &comment),
                group.delete(member, like),
            );
            assert!([one.code(), other.code()].contains(&2000));
            unliked.data();
        }
    }))
    .await;
    let removed = members.iter().filter(|member| member.email.contains('0'));
    let left = 12 - i64::try_from(removed.count()).unwrap();
    let row = group.row(path).await;
    assert_eq!((row.like_count, row.comment_count), (left, left));
}

/// The control: a count that is read first and stored afterwards loses likes.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_count_that_is_read_and_stored_loses_likes() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    let barrier = Barrier::new(4);
    let likes = (0..4).map(|_| async {
        let found = group.row(&path).await;
        barrier.wait().await;
        let tx = group.app.app.db.write().await.unwrap();
        let more = found.like_count + 1;
        let mut row = found.into_active_model();
        row.like_count = Set(more);
        row.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    });
    join_all(likes).await;
    assert_eq!(group.row(&path).await.like_count, 1);
}
