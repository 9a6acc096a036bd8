//! Leaders who decide about the same point at the same moment.

use futures::future::join_all;
use hoi_community::points::entity::{Column, Entity};
use hoi_community::points::{PointId, PointStatus};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;
use tokio::sync::Barrier;

use super::support::bought;
use crate::support::TestGroup;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_point_is_decided_once() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    for value in 1..=5 {
        let path = group.submitted(lan, bought(lan, minh, value)).await;
        let (approve, reject) = (format!("{path}/approve"), format!("{path}/reject"));
        let reason = json!({ "reason": "x", "version": 1 });
        let (one, other, third) = tokio::join!(
            group.put(&group.owner, &approve, json!({ "version": 1 })),
            group.put(&group.manager, &reject, reason.clone()),
            group.put(&group.admin, &approve, json!({ "version": 1 })),
        );
        let mut codes = [one.code(), other.code(), third.code()];
        codes.sort_unstable();
        assert_eq!(codes, [2000, 5008, 5008]);
    }
    let log = group.read(&group.owner, "/log?limit=100").await;
    let items = log["items"].as_array().unwrap().iter();
    let decided = items.filter(|item| item["action"] != "point.submitted");
    assert_eq!(decided.count(), 5);
}

/// The control: reading first and deciding afterwards, without expecting the state, decides more than once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_expected_state_a_point_is_decided_twice() {
    let group = TestGroup::new().await;
    let path = group
        .submitted(&group.lan, bought(&group.lan, &group.minh, 1))
        .await;
    let id: PointId = path.trim_start_matches("/point/").parse().unwrap();
    let barrier = Barrier::new(2);
    let decisions = [PointStatus::Approved, PointStatus::Rejected].map(|status| {
        let (group, barrier) = (&group, &barrier);
        async move {
            let db = &group.app.app.db;
            let found = Entity::find_by_id(id)
                .one(db.read())
                .await
                .unwrap()
                .unwrap();
            barrier.wait().await;
            if found.status != PointStatus::Pending {
                return 0;
            }
            let tx = db.write().await.unwrap();
            let decided = Entity::update_many()
                .col_expr(Column::Status, Expr::value(status))
                .col_expr(Column::DecidedAt, Expr::value(group.app.app.clock.now()))
                .filter(Column::Id.eq(id))
                .exec(&tx)
                .await
                .unwrap();
            tx.commit().await.unwrap();
            decided.rows_affected
        }
    });
    let decided: u64 = join_all(decisions).await.into_iter().sum();
    assert_eq!(decided, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn only_the_seen_version_is_approved() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    for value in 1..=5 {
        let path = group.submitted(lan, bought(lan, minh, value)).await;
        let approve = format!("{path}/approve");
        let (approved, changed) = tokio::join!(
            group.put(&group.owner, &approve, json!({ "version": 1 })),
            group.put(lan, &path, bought(lan, minh, 1_000 + value)),
        );
        let mut codes = [approved.code(), changed.code()];
        codes.sort_unstable();
        assert_eq!(codes, [2000, 5008]);
        let point = group.read(&group.owner, &path).await;
        let expected = match approved.code() {
            2000 => (json!("approved"), json!(value)),
            _ => (json!("pending"), json!(1_000 + value)),
        };
        assert_eq!(
            (&point["status"], &point["value"]),
            (&expected.0, &expected.1)
        );
    }
}

/// The control: a decision about the version that is stored when it arrives approves a change that its leader has not read.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_seen_version_an_unseen_change_is_approved() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let path = group.submitted(lan, bought(lan, minh, 1)).await;
    let seen = group.read(&group.owner, &path).await;
    group.put(lan, &path, bought(lan, minh, 8_000)).await.data();
    let approved = group.decide(&group.owner, &path, "approve", json!({}));
    assert_ne!(approved.await.data()["value"], seen["value"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_deal_is_entered_once() {
    let group = TestGroup::new().await;
    let (lan, minh) = (&group.lan, &group.minh);
    let deals = (0..8).map(|at| group.submit([lan, minh][at % 2], bought(lan, minh, 100)));
    let codes: Vec<_> = join_all(deals)
        .await
        .iter()
        .map(|answer| answer.code())
        .collect();
    assert_eq!(
        codes.iter().filter(|code| **code == 2000).count(),
        1,
        "{codes:?}"
    );
    assert_eq!(
        codes.iter().filter(|code| **code == 5008).count(),
        7,
        "{codes:?}"
    );
}
