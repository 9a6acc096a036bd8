//! The post that sums up a month of a group. Tests begin on the first day of March 2026.

use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use hoi_community::groups::PointValueVisibility;
use hoi_community::groups::entity::group;
use hoi_community::posts::entity::{post, recap};
use hoi_community::posts::{PostId, PostStatus};
use hoi_organising::group_statistics::write_recaps;
use hoi_platform::clock::new_id;
use hoi_server::background::clean_up;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::support::{bought, with};
use crate::support::{START, TestGroup, TestUser};

const DAY: Duration = Duration::from_hours(24);

/// A group that was there in February, when nothing happened.
async fn quiet(change: impl FnOnce(&mut group::ActiveModel)) -> TestGroup {
    TestGroup::with(|row| {
        row.created_at = Set(START.minus(DAY * 60));
        change(row);
    })
    .await
}

/// A group in which Lan became a member in February.
async fn grown(change: impl FnOnce(&mut group::ActiveModel)) -> TestGroup {
    let group = quiet(change).await;
    group.set_first_day(&group.lan, "2026-02-10").await;
    group
}

/// The posts of the group, of people and of the program.
async fn posts(group: &TestGroup) -> Vec<post::Model> {
    let posts = post::live().filter(post::Column::GroupId.eq(group.id));
    posts.all(group.app.app.db.read()).await.unwrap()
}

#[tokio::test]
async fn the_first_day_of_a_month_sums_up_the_month_before() {
    let group = grown(|row| row.point_value_visibility = Set(PointValueVisibility::Members)).await;
    let (lan, minh, owner) = (&group.lan, &group.minh, &group.owner);
    let on = |day: &str, deal| with(deal, json!({ "dealDate": day }));
    let february = "2026-02-28";
    group
        .approved(lan, on(february, bought(lan, minh, 3_000_000)))
        .await;
    group
        .approved(owner, on(february, bought(owner, lan, 2_000_000)))
        .await;
    // Neither a deal of another month nor one that waits.
    group.approved(minh, bought(minh, lan, 9_000_000)).await;
    group
        .submitted(minh, on(february, bought(minh, owner, 8_000_000)))
        .await;
    group
        .app
        .event(owner, |event| {
            event.group_id = Set(Some(group.id));
            event.event_start_date = Set(START.minus(DAY * 2));
        })
        .await;
    for _ in 0..2 {
        clean_up(&group.app.app).await;
    }
    group.app.run_jobs().await;

    let listed = group.read(minh, "/post").await;
    let listed = listed["items"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
    let written = &listed[0];
    assert_eq!(
        written["text"],
        "Tổng kết tháng 02/2026\n• 2 giao dịch, tổng giá trị 5.000.000 ₫\n• 1 sự kiện đã diễn ra\n\
         • 1 thành viên mới"
    );
    assert_eq!(written["author"]["id"], json!(owner.id));
    assert_eq!(written["status"], "approved");
    let member = |who: &TestUser| json!(who.id);
    let recap = &written["recap"];
    assert_eq!(recap["month"], "2026-02");
    let best = recap["best"].as_array().unwrap();
    let best: Vec<_> = best
        .iter()
        .map(|place| {
            let figures = (&place["rank"], &place["count"], &place["value"]);
            (place["member"]["id"].clone(), figures)
        })
        .collect();
    let figures = |rank: i64, value: i64| (json!(rank), json!(1), json!(value));
    let (first, second) = (figures(1, 3_000_000), figures(2, 2_000_000));
    assert_eq!(
        best,
        [
            (member(lan), (&first.0, &first.1, &first.2)),
            (member(owner), (&second.0, &second.1, &second.2)),
        ]
    );

    // Members hear of it, and it is no post of the owner in the group's figures.
    let news = group.app.get_as(minh, "/api/notification").await;
    let kinds: Vec<_> = news.data()["items"].as_array().unwrap().iter().collect();
    assert!(kinds.iter().any(|item| item["type"] == "post.new"));
    let report = group.read(owner, "/statistic").await;
    assert_eq!(report["posts"]["value"], 0);
}

#[tokio::test]
async fn sums_stay_out_where_only_leaders_see_values() {
    let group = quiet(|_| ()).await;
    let (lan, minh) = (&group.lan, &group.minh);
    let deal = with(
        bought(lan, minh, 987_654_321),
        json!({ "dealDate": "2026-02-01" }),
    );
    group.approved(lan, deal).await;
    clean_up(&group.app.app).await;
    let listed = group.read(&group.owner, "/post").await;
    // Three digits alone stand in an identifier by chance.
    for value in ["987654", "987.654", "987,654"] {
        assert!(!listed.to_string().contains(value), "{listed}");
    }
    let written = &listed["items"][0];
    assert_eq!(written["text"], "Tổng kết tháng 02/2026\n• 1 giao dịch");
    let best = &written["recap"]["best"][0];
    assert_eq!((&best["count"], &best["value"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn no_recap_where_nothing_happened_or_none_is_wished() {
    let new = TestGroup::new().await;
    new.set_first_day(&new.lan, "2026-02-10").await;
    for (why, group) in [
        ("quiet", quiet(|_| ()).await),
        ("off", grown(|row| row.writes_recap = Set(false)).await),
        (
            "archived",
            grown(|row| row.archived_at = Set(Some(START))).await,
        ),
        ("new", new),
    ] {
        clean_up(&group.app.app).await;
        assert!(posts(&group).await.is_empty(), "{why}");
    }
    let late = grown(|_| ()).await;
    late.app.pass(DAY * 3);
    clean_up(&late.app.app).await;
    assert!(posts(&late).await.is_empty(), "the fourth day");
}

#[tokio::test]
async fn a_recap_that_was_removed_does_not_come_back() {
    let group = grown(|_| ()).await;
    clean_up(&group.app.app).await;
    let written = posts(&group).await;
    assert_eq!(written.len(), 1);
    let path = format!("/post/{}", written[0].id);
    group
        .call(&group.manager, Method::DELETE, &path, json!({}))
        .await
        .data();
    group.app.pass(DAY);
    clean_up(&group.app.app).await;
    assert!(posts(&group).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_servers_write_one_recap() {
    for _ in 0..3 {
        let group = grown(|_| ()).await;
        let app = &group.app.app;
        let (one, other) = tokio::join!(write_recaps(app), write_recaps(app));
        one.unwrap();
        other.unwrap();
        assert_eq!(posts(&group).await.len(), 1);
        let months = recap::Entity::find().all(app.db.read()).await.unwrap();
        assert_eq!(months.len(), 1);
    }
}

/// The control: looking for the post first and writing it afterwards, without a row for the month, writes two.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_row_of_the_month_two_servers_write_two() {
    let group = grown(|_| ()).await;
    let barrier = Barrier::new(2);
    let servers = [1, 2].map(|server| {
        let (group, barrier) = (&group, &barrier);
        async move {
            let found = posts(group).await;
            barrier.wait().await;
            if !found.is_empty() {
                return;
            }
            let tx = group.app.app.db.write().await.unwrap();
            let row = post::ActiveModel {
                id: Set(new_id::<PostId>()),
                group_id: Set(group.id),
                author_id: Set(group.owner.id),
                text: Set(format!("Tổng kết của máy chủ {server}")),
                status: Set(PostStatus::Approved),
                is_closed: Set(false),
                submitted_at: Set(START),
                approved_at: Set(Some(START)),
                active_at: Set(Some(START)),
                version: Set(1),
                comment_count: Set(0),
                like_count: Set(0),
                created_at: Set(START),
                ..Default::default()
            };
            row.insert(&tx).await.unwrap();
            tx.commit().await.unwrap();
        }
    });
    join_all(servers).await;
    assert_eq!(posts(&group).await.len(), 2);
}
