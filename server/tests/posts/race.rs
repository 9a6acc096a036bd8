//! Two leaders decide about one post at the same moment; many members react to it and comment on it.

use std::collections::BTreeSet;

use crate::support::TestGroup;
use axum::http::Method;
use futures::future::join_all;
use hoi_community::groups::GroupRole;
use hoi_community::posts::entity::{like, post};
use hoi_community::posts::{PostStatus, ReactionKind};
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait as _, EntityTrait as _, IntoActiveModel, QueryFilter as _, Set,
};
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

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_presses_of_a_member_leave_one_reaction() {
    let group = TestGroup::new().await;
    let react = async |path: &str, kind: &str| {
        let body = json!({ "kind": kind });
        let path = format!("{path}/reaction");
        group.call(&group.minh, Method::PUT, &path, body).await
    };
    for _ in 0..ROUNDS {
        let path = group.publish(&group.lan, "một").await;
        let (one, other) = tokio::join!(react(&path, "heart"), react(&path, "thanks"));
        assert_eq!((one.code(), other.code()), (2000, 2000));
        let seen = group.get(&group.minh, &path).await.data().clone();
        let own = seen["reactions"]["own"].clone();
        let counts = json!([{ "kind": own, "count": 1 }]);
        assert_eq!(seen["reactions"]["counts"], counts);
        assert_eq!(seen["likeCount"], i64::from(own == "heart"));
        assert_eq!(group.row(&path).await.like_count, seen["likeCount"]);
    }
}

/// The control: two presses that both read before either stores count one heart twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn presses_that_read_before_they_lock_count_twice() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    let post = group.row(&path).await;
    let barrier = Barrier::new(2);
    let presses = (0..2).map(|_| async {
        let key = (post.id.0, group.minh.id);
        let found = like::Entity::find_by_id(key).one(group.app.app.db.read());
        let is_new = found.await.unwrap().is_none();
        barrier.wait().await;
        let tx = group.app.app.db.write().await.unwrap();
        let row = like::ActiveModel {
            target_id: Set(post.id.0),
            user_id: Set(group.minh.id),
            kind: Set(ReactionKind::Heart),
            created_at: Set(group.app.app.clock.now()),
        };
        like::Entity::insert(row)
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .exec_without_returning(&tx)
            .await
            .unwrap();
        post::Entity::update_many()
            .col_expr(
                post::Column::LikeCount,
                Expr::col(post::Column::LikeCount).add(i64::from(is_new)),
            )
            .filter(post::Column::Id.eq(post.id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    });
    join_all(presses).await;
    assert_eq!(group.row(&path).await.like_count, 2);
}
