//! Decisions that are made at the same moment.

use axum::http::Method;
use futures::future::join_all;
use hoi_community::groups::GroupRole;
use hoi_community::groups::entity::{group_member, join_request};
use hoi_community::groups::{JoinRequestId, RequestStatus};
use hoi_platform::clock::new_id;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::json;
use tokio::sync::Barrier;

use super::support::{Circle, new_group, sell};
use crate::support::{TestApp, TestUser};

fn count(codes: &[u64], code: u64) -> usize {
    codes.iter().filter(|other| **other == code).count()
}

async fn applicants(circle: &Circle, number: usize) -> Vec<TestUser> {
    let mut people = Vec::new();
    for at in 0..number {
        people.push(circle.app.committee(&format!("u{at}")).await);
    }
    people
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_more_members_are_admitted_than_the_plan_allows() {
    let circle = Circle::new().await;
    let people = applicants(&circle, 8).await;
    let mut requests = Vec::new();
    for person in &people {
        requests.push(circle.ask(person).await);
    }
    sell(&circle.app, &circle.owner, 1, 5).await;
    let circle = &circle;
    let decisions = requests.iter().enumerate().map(|(at, request)| async move {
        let leader = if at % 2 == 0 {
            &circle.owner
        } else {
            &circle.manager
        };
        circle.decide(leader, request, "accept").await.code()
    });
    let codes = join_all(decisions).await;
    assert_eq!(
        (count(&codes, 2000), count(&codes, 5003)),
        (2, 6),
        "{codes:?}"
    );
    assert_eq!(circle.roles().await.len(), 5);
}

/// The control: counting first and admitting afterwards, without the group's lock, admits too many.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_more_members_are_admitted() {
    let circle = Circle::new().await;
    let people = applicants(&circle, 8).await;
    let barrier = Barrier::new(people.len());
    let (circle, barrier) = (&circle, &barrier);
    join_all(people.iter().map(|person| async move {
        let members = group_member::live()
            .filter(group_member::Column::GroupId.eq(circle.id))
            .count(circle.app.app.db.read())
            .await
            .unwrap();
        barrier.wait().await;
        if members < 5 {
            circle
                .app
                .join_group(circle.id, person, GroupRole::Member)
                .await;
        }
    }))
    .await;
    assert_eq!(circle.roles().await.len(), 11);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_request_is_decided_once() {
    let circle = Circle::new().await;
    let people = applicants(&circle, 6).await;
    let mut decided = 0;
    for person in &people {
        let request = circle.ask(person).await;
        let (accepted, rejected) = tokio::join!(
            circle.decide(&circle.owner, &request, "accept"),
            circle.decide(&circle.manager, &request, "reject"),
        );
        let codes = [accepted.code(), rejected.code()];
        assert_eq!(
            (count(&codes, 2000), count(&codes, 5008)),
            (1, 1),
            "{codes:?}"
        );
        decided += 1;
        let log = circle.log().await;
        let of_decisions = log.iter().filter(|action| !action.ends_with("created"));
        assert_eq!(of_decisions.count(), decided);
    }
}

/// The control: reading first and deciding afterwards decides twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_a_request_is_decided_twice() {
    let circle = Circle::new().await;
    let request: JoinRequestId = circle
        .ask(&circle.app.committee("an").await)
        .await
        .parse()
        .unwrap();
    let db = &circle.app.app.db;
    let barrier = Barrier::new(2);
    let decided = join_all(
        [RequestStatus::Accepted, RequestStatus::Rejected].map(|status| {
            let barrier = &barrier;
            async move {
                let found = join_request::Entity::find_by_id(request)
                    .one(db.read())
                    .await;
                barrier.wait().await;
                if found.unwrap().unwrap().status != RequestStatus::Pending {
                    return 0;
                }
                let tx = db.write().await.unwrap();
                let done = join_request::Entity::update_many()
                    .col_expr(join_request::Column::Status, Expr::value(status))
                    .filter(join_request::Column::Id.eq(request))
                    .exec(&tx)
                    .await
                    .unwrap();
                tx.commit().await.unwrap();
                done.rows_affected
            }
        }),
    )
    .await;
    assert_eq!(decided, [1, 1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_transfers_make_one_owner() {
    for _ in 0..5 {
        let circle = Circle::new().await;
        let transfer =
            |to: &TestUser| circle.post(&circle.owner, "/transfer", json!({ "userId": to.id }));
        let (one, other) = tokio::join!(transfer(&circle.manager), transfer(&circle.member));
        let codes = [one.code(), other.code()];
        assert_eq!(
            (count(&codes, 2000), count(&codes, 5016)),
            (1, 1),
            "{codes:?}"
        );
        let roles = circle.roles().await;
        let owners = roles.iter().filter(|(_, role)| role == "owner");
        assert_eq!(owners.count(), 1);
        assert!(roles.contains(&("Nguyễn owner".to_owned(), "manager".to_owned())));
    }
}

/// The control for the last line of defence: the schema refuses a second owner.
#[tokio::test]
async fn the_schema_refuses_a_second_owner_and_a_second_membership() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    for (who, role) in [(&an, GroupRole::Owner), (&circle.member, GroupRole::Member)] {
        let now = circle.app.app.clock.now();
        let row = group_member::Model {
            id: new_id(),
            group_id: circle.id,
            user_id: who.id,
            role,
            business_field: None,
            business_field_key: None,
            position: None,
            attend_date: "2026-03-01".to_owned(),
            invited_by: None,
            joined_at: now,
            left_at: None,
            removed_by: None,
            shows_email: false,
            shows_phone: false,
            version: 1,
        };
        let tx = circle.app.app.db.write().await.unwrap();
        let row = group_member::ActiveModel::from(row);
        let insert = group_member::Entity::insert(row)
            .exec_without_returning(&tx)
            .await;
        assert!(insert.is_err(), "{role:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn groups_created_at_once_stay_within_the_plan() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    sell(&app, &an, 3, 10).await;
    let body = new_group(&app, &an).await;
    let create = || app.call(&an, Method::POST, "/api/group", body.clone());
    let answers = join_all((0..10).map(|_| create())).await;
    let codes: Vec<u64> = answers.iter().map(crate::support::Answer::code).collect();
    assert_eq!(
        (count(&codes, 2000), count(&codes, 5003)),
        (3, 7),
        "{codes:?}"
    );
}

/// The control: counting first and creating afterwards, without the account's lock, exceeds the limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_more_groups_are_created() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let barrier = Barrier::new(10);
    join_all((0..10).map(|_| async {
        let used = hoi_community::groups::count_owned(app.app.db.read(), an.id).await;
        barrier.wait().await;
        if used.unwrap() < 3 {
            app.group(&an).await;
        }
    }))
    .await;
    let used = hoi_community::groups::count_owned(app.app.db.read(), an.id).await;
    assert_eq!(used.unwrap(), 10);
}

/// An account asks to join while a leader invites, adds and imports it: in any order it is a member once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_way_in_at_once_makes_one_member() {
    for _ in 0..5 {
        let circle = Circle::new().await;
        let an = circle.app.committee("an").await;
        let invitation = json!({ "userIds": [an.id], "role": "member" });
        let whom = [&an];
        let (asked, invited, added) = tokio::join!(
            circle.post(&an, "/join-request", json!({})),
            circle.post(&circle.owner, "/invitation", invitation),
            circle.add(&circle.manager, &whom, "member"),
        );
        for answer in [&asked, &invited, &added] {
            assert!(matches!(answer.code(), 2000 | 5008), "{}", answer.json);
        }
        let roles = circle.roles().await;
        let own = roles.iter().filter(|(name, _)| name == "Nguyễn an");
        assert_eq!(own.count(), 1);
        let pending = circle
            .get(&circle.owner, "/join-request?status=pending")
            .await;
        assert_eq!(pending.data()["total"], 0);
    }
}
