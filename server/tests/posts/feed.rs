//! The feed of all groups of somebody.

use std::collections::BTreeSet;
use std::time::Duration;

use hoi_db::Engine;
use hoi_server::clock::new_id;
use hoi_server::groups::{GroupId, GroupRole};
use hoi_server::http::Cursor;
use hoi_server::posts::entity::post;
use hoi_server::posts::{FeedSort, PostId, PostStatus, feed_statement};
use sea_orm::{ConnectionTrait, EntityTrait, Set};
use serde_json::json;

use super::support::texts;
use crate::support::{START, TestGroup, TestUser};

/// Stores approved posts, one a second.
async fn fill(group: &TestGroup, id: GroupId, author: &TestUser, count: usize) {
    let tx = group.app.app.db.write().await.unwrap();
    let rows: Vec<_> = (0..count)
        .map(|at| {
            let at = START.plus(Duration::from_secs(at as u64));
            post::ActiveModel {
                id: Set(new_id::<PostId>()),
                group_id: Set(id),
                author_id: Set(author.id),
                text: Set("bài".to_owned()),
                status: Set(PostStatus::Approved),
                is_closed: Set(false),
                submitted_at: Set(at),
                approved_at: Set(Some(at)),
                active_at: Set(Some(at)),
                version: Set(1),
                comment_count: Set(0),
                like_count: Set(0),
                created_at: Set(at),
                ..Default::default()
            }
        })
        .collect();
    for rows in rows.chunks(1000) {
        post::Entity::insert_many(rows.to_vec())
            .exec_without_returning(&tx)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn the_feed_shows_all_groups_of_somebody_and_no_other() {
    let group = TestGroup::new().await;
    let other = group.app.group(&group.minh).await;
    group
        .app
        .join_group(other, &group.lan, GroupRole::Member)
        .await;
    let foreign = group.app.group(&group.stranger).await;
    group.publish(&group.owner, "một").await;
    for (id, who, text) in [
        (other, &group.minh, "hai"),
        (foreign, &group.stranger, "xa"),
    ] {
        group.app.pass(Duration::from_secs(1));
        let path = format!("/api/group/{id}/post");
        let body = json!({ "text": text });
        let token = group.app.fresh_token(who);
        let request = group.app.request(axum::http::Method::POST, &path);
        request.bearer(&token).json(body).send().await.data();
    }
    group.publish(&group.owner, "ba").await;
    assert_eq!(
        texts(&group.feed(&group.lan, "").await),
        ["ba", "hai", "một"]
    );
    assert_eq!(texts(&group.feed(&group.manager, "").await), ["ba", "một"]);
    assert_eq!(texts(&group.feed(&group.stranger, "").await), ["xa"]);
}

#[tokio::test]
async fn posts_that_arrive_between_two_parts_repeat_and_hide_nothing() {
    for sort in ["newest", "active"] {
        let group = TestGroup::new().await;
        let other = group.app.group(&group.minh).await;
        group
            .app
            .join_group(other, &group.lan, GroupRole::Member)
            .await;
        // Several posts of the same moment, in two groups.
        fill(&group, group.id, &group.owner, 7).await;
        fill(&group, other, &group.minh, 7).await;
        let mut seen: Vec<String> = Vec::new();
        let mut query = format!("limit=3&sort={sort}");
        loop {
            let part = group.feed(&group.lan, &query).await;
            let items = part["items"].as_array().unwrap().iter();
            seen.extend(items.map(|post| post["id"].as_str().unwrap().to_owned()));
            group.app.pass(Duration::from_mins(1));
            group.publish(&group.owner, "mới").await;
            match part["nextCursor"].as_str() {
                Some(cursor) => query = format!("limit=3&sort={sort}&cursor={cursor}"),
                None => break,
            }
        }
        assert_eq!(seen.len(), 14, "{sort}");
        assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 14, "{sort}");
        assert_eq!(texts(&group.feed(&group.lan, "limit=1").await), ["mới"]);
    }
}

/// Each group is read from the index of the order, so that a part of the feed costs the same however many posts there
/// are.
#[tokio::test]
async fn the_feed_reads_along_an_index() {
    let group = TestGroup::new().await;
    let other = group.app.group(&group.minh).await;
    fill(&group, group.id, &group.owner, 20_000).await;
    fill(&group, other, &group.minh, 20_000).await;
    let db = &group.app.app.db;
    db.read().execute_unprepared("analyze").await.ok();
    let groups = [group.id, other];
    let middle = Cursor {
        at: START.plus(Duration::from_secs(10_000)),
        id: new_id(),
    };
    for (sort, index) in [
        (FeedSort::Newest, "post_newest"),
        (FeedSort::Active, "post_active"),
    ] {
        for before in [None, Some(middle)] {
            let query = feed_statement(&groups, sort, before, 21).unwrap();
            let (explain, column) = match db.engine() {
                Engine::Sqlite => ("explain query plan", 3),
                Engine::Postgres => ("explain analyze", 0),
            };
            let mut statement = db.read().get_database_backend().build(&query);
            statement.sql = format!("{explain} {}", statement.sql);
            let rows = db.read().query_all_raw(statement).await.unwrap();
            let lines = rows
                .iter()
                .map(|row| row.try_get_by_index::<String>(column).unwrap());
            let plan = lines.collect::<Vec<_>>().join("\n");
            assert_eq!(plan.matches(index).count(), 2, "{plan}");
            for slow in ["SCAN post", "Seq Scan", "Bitmap"] {
                assert!(!plan.contains(slow), "{slow}: {plan}");
            }
            if before.is_some() {
                // The index is read from the cursor on instead of from the newest post on.
                let bound = ["<?)", "approved_at <=", "active_at <="];
                assert!(bound.iter().any(|bound| plan.contains(bound)), "{plan}");
            }
        }
    }
}
