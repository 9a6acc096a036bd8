//! Administrators who sell the last packages or change the same thing at the same moment, and an organiser who creates
//! many events at once.

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use hoi_community::plans::entity::personal_plan;
use hoi_community::plans::{PersonalPlanId, PlanId};
use hoi_platform::clock::new_id;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::support::{Shop, with};
use crate::support::{Answer, TestUser};

const BUYERS: usize = 24;
const PACKAGES: usize = 5;

async fn buyers(shop: &Shop) -> Vec<TestUser> {
    let mut buyers = Vec::new();
    for at in 0..BUYERS {
        buyers.push(shop.app.committee(&format!("u{at}")).await);
    }
    buyers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_more_packages_are_sold_than_exist() {
    let shop = Shop::new().await;
    let plan = shop.plan(json!({ "numberOfPackages": PACKAGES })).await;
    let buyers = buyers(&shop).await;
    let (shop, plan) = (&shop, &plan);
    let sales = buyers
        .iter()
        .map(|buyer| async move { shop.sell(plan, &[buyer]).await.code() });
    let codes = join_all(sales).await;
    assert_eq!(codes.iter().filter(|code| **code == 2000).count(), PACKAGES);
    assert_eq!(
        codes.iter().filter(|code| **code == 5003).count(),
        BUYERS - PACKAGES
    );
    let shown = shop.get(plan).await;
    assert_eq!(shown.data()["soldPackages"], PACKAGES);
}

/// The control: counting first and selling afterwards, without the plan's lock, sells more packages than exist. If it
/// did not, the test above would prove nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_more_packages_are_sold() {
    let shop = Shop::new().await;
    let path = shop.plan(json!({ "numberOfPackages": PACKAGES })).await;
    let plan: PlanId = path.trim_start_matches('/').parse().unwrap();
    let buyers = buyers(&shop).await;
    let barrier = Barrier::new(BUYERS);
    join_all(buyers.iter().map(|buyer| {
        let (shop, barrier) = (&shop, &barrier);
        async move {
            let db = &shop.app.app.db;
            let sold = personal_plan::Entity::find()
                .filter(personal_plan::Column::PlanId.eq(plan))
                .count(db.read())
                .await
                .unwrap();
            barrier.wait().await;
            if sold >= PACKAGES as u64 {
                return;
            }
            let now = shop.app.app.clock.now();
            let row = personal_plan::ActiveModel {
                id: Set(new_id::<PersonalPlanId>()),
                plan_id: Set(plan),
                user_id: Set(buyer.id),
                start_date: Set("2026-03-01".to_owned()),
                expiration_date: Set("2026-06-01".to_owned()),
                event_limit: Set(1),
                max_attendees_per_event: Set(1),
                group_limit: Set(1),
                max_members_per_group: Set(1),
                has_report: Set(false),
                version: Set(1),
                created_by: Set(shop.admin.id),
                created_at: Set(now),
                updated_at: Set(now),
                deleted_at: Set(None),
            };
            let tx = db.write().await.unwrap();
            personal_plan::Entity::insert(row)
                .exec_without_returning(&tx)
                .await
                .unwrap();
            tx.commit().await.unwrap();
        }
    }))
    .await;
    let shown = shop.get(&path).await;
    assert_eq!(shown.data()["soldPackages"], BUYERS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_buyer_gets_a_plan_once_and_a_sale_never_meets_a_smaller_plan() {
    let shop = Shop::new().await;
    let plan = shop.plan(json!({ "numberOfPackages": -1 })).await;
    let an = shop.app.committee("an").await;
    let (shop, plan, an) = (&shop, &plan, &an);
    let answers =
        join_all((0..8).map(|_| async move { shop.sell(plan, &[an]).await.code() })).await;
    assert_eq!(answers.iter().filter(|code| **code == 2000).count(), 1);
    assert_eq!(answers.iter().filter(|code| **code == 5008).count(), 7);

    let buyers = buyers(shop).await;
    let sales = join_all(
        buyers
            .iter()
            .map(|buyer| async move { shop.sell(plan, &[buyer]).await }),
    );
    let smaller = json!({ "numberOfPackages": 3 });
    let change = shop.call(Method::PUT, plan, smaller);
    let (_, change) = tokio::join!(sales, change);
    let shown = shop.get(plan).await;
    let sold = shown.data()["soldPackages"].as_i64().unwrap();
    let packages = shown.data()["numberOfPackages"].as_i64().unwrap();
    assert!(matches!(change.code(), 2000 | 5008), "{}", change.json);
    assert!(packages == -1 || sold <= packages, "{sold} of {packages}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn events_created_at_once_stay_within_the_plan() {
    let shop = Shop::new().await;
    let an = super::limits::organiser(&shop, "an", 1).await;
    let three = json!({ "eventItem": { "numberOfEvents": 3, "attendeesPerEvent": 100 } });
    let plan = shop.plan(three).await;
    shop.sell(&plan, &[&an]).await.data();
    let body = shop.app.event_body(&an).await;
    let answers = join_all((0..12).map(|_| shop.app.create(&an, body.clone()))).await;
    let created = answers.iter().filter(|answer| answer.code() == 2002);
    assert_eq!(created.count(), 4);
    let refused = answers.iter().filter(|answer| answer.code() == 5003);
    assert_eq!(refused.count(), 8);
}

/// The control: counting first and creating afterwards, without the account's lock, exceeds the limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_more_events_are_created() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let barrier = Barrier::new(12);
    join_all((0..12).map(|_| async {
        let used = hoi_ticketing::events::count_used(shop.app.app.db.read(), an.id).await;
        barrier.wait().await;
        if used.unwrap() < 4 {
            shop.app.open_event(&an, 10).await;
        }
    }))
    .await;
    let used = &shop.mine(&an).await["planSummary"]["eventsUsed"];
    assert_eq!(used, 12);
}

const EDITORS: i64 = 8;

/// The paths that administrators change in dialogs, each with a change of it.
async fn edited(shop: &Shop) -> Vec<(String, fn(i64) -> Value)> {
    let an = shop.app.committee("an").await;
    let plan = shop.plan(json!({})).await;
    shop.sell(&plan, &[&an]).await.data();
    vec![
        (
            format!("/api/plan{plan}"),
            |at| json!({ "price": 1000 + at }),
        ),
        (
            format!("/api/plan{plan}/users/{}", an.id),
            |at| json!({ "eventLimit": 10 + at }),
        ),
        (
            format!("/api/users/{}", an.id),
            |at| json!({ "eventLimit": 10 + at }),
        ),
    ]
}

/// All editors save at the same moment; returns their answers.
async fn save(
    shop: &Shop,
    path: &str,
    body: fn(i64) -> Value,
    version: Option<i64>,
) -> Vec<Answer> {
    let token = shop.app.fresh_token(&shop.admin);
    // No save repeats the stored value, which would be no change.
    let from = version.unwrap_or_default() * EDITORS;
    let saves = (from..from + EDITORS).map(|at| {
        let body = with(body(at), json!({ "version": version }));
        let request = shop.app.request(Method::PUT, path).bearer(&token);
        request.json(body).send()
    });
    join_all(saves).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_changes_of_one_version_a_single_one_is_stored() {
    let shop = Shop::new().await;
    for (path, body) in edited(&shop).await {
        let answers = save(&shop, &path, body, Some(1)).await;
        let (stored, refused): (Vec<_>, Vec<_>) =
            answers.iter().partition(|answer| answer.code() == 2000);
        assert_eq!(stored.len(), 1, "{path}");
        assert_eq!(stored[0].data()["version"], 2, "{path}");
        for answer in refused {
            assert_eq!(
                (answer.status, answer.code()),
                (StatusCode::CONFLICT, 5008),
                "{path}"
            );
            // The refusal has the stored values, which the dialog compares with the typed ones.
            assert_eq!(&answer.json["data"], stored[0].data(), "{path}");
        }
        let again = save(&shop, &path, body, Some(2)).await;
        let stored = again.iter().filter(|answer| answer.code() == 2000);
        assert_eq!(stored.count(), 1, "{path}");
    }
}

/// The control: without a version every change is stored, and all but the last are undone unseen.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_a_version_changes_undo_each_other() {
    let shop = Shop::new().await;
    for (path, body) in edited(&shop).await {
        let answers = save(&shop, &path, body, None).await;
        let stored = answers.iter().filter(|answer| answer.code() == 2000);
        assert_eq!(stored.count(), usize::try_from(EDITORS).unwrap(), "{path}");
    }
}

/// A sale is no change of the plan, and a new day seen is none of the account.
#[tokio::test]
async fn use_of_a_plan_refuses_no_editor() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let plan = shop.plan(json!({})).await;
    shop.sell(&plan, &[&an]).await.data();
    shop.mine(&an).await;
    let change = json!({ "price": 5, "version": 1 });
    shop.call(Method::PUT, &plan, change).await.data();
    let same = json!({ "price": 5, "version": 2 });
    let kept = shop.call(Method::PUT, &plan, same).await;
    assert_eq!(kept.data()["version"], 2, "nothing was changed");
    let path = format!("/api/users/{}", an.id);
    let token = shop.app.fresh_token(&shop.admin);
    let request = shop.app.request(Method::PUT, &path).bearer(&token);
    let change = json!({ "eventLimit": 3, "version": 1 });
    request.json(change).send().await.data();

    // The owner's page was open meanwhile. Data that only the owner sees is a change, too: the owner may have two devices.
    let token = shop.app.fresh_token(&an);
    let profile = |body: Value| {
        let request = shop.app.request(Method::PUT, "/api/users/profile");
        request.bearer(&token).json(body).send()
    };
    let stale = profile(json!({ "company": "Sen", "version": 1 })).await;
    assert_eq!(stale.code(), 5008);
    assert_eq!(stale.json["data"]["version"], 2);
    let own = json!({ "position": "Giám đốc", "version": 2 });
    assert_eq!(profile(own).await.data()["version"], 3);
    let other = json!({ "position": "Kế toán", "version": 2 });
    let stale = profile(other).await;
    assert_eq!(stale.code(), 5008);
    assert_eq!(stale.json["data"]["position"], "Giám đốc");
    let taken = profile(json!({ "company": "Sen", "version": 3 })).await;
    assert_eq!(taken.data()["version"], 4);
}
