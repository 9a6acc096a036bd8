//! The feed of all groups of a member.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::Method;
use hoi_community::groups::{GroupId, GroupRole};
use hoi_community::posts::entity::post;
use hoi_community::posts::{FeedCursor, FeedSort, PostId, PostStatus, feed_statement};
use hoi_db::Engine;
use hoi_platform::clock::new_id;
use hoi_platform::http::Cursor;
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
async fn the_feed_shows_all_groups_of_the_member_and_no_other() {
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
        let request = group.app.request(Method::POST, &path);
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

impl TestGroup {
    /// Reads the feed by activity to its end, three posts at a time. Before each further part `meanwhile` happens.
    async fn read_all(&self, who: &TestUser, mut meanwhile: impl AsyncFnMut(usize)) -> Vec<String> {
        let mut seen = Vec::new();
        let mut query = "limit=3&sort=active".to_owned();
        for part in 0.. {
            let list = self.feed(who, &query).await;
            seen.extend(texts(&list));
            let Some(cursor) = list["nextCursor"].as_str() else {
                break;
            };
            query = format!("limit=3&sort=active&cursor={cursor}");
            self.app.pass(Duration::from_mins(1));
            meanwhile(part).await;
        }
        seen
    }
}

/// Twelve posts in two groups, the oldest first, with their paths.
async fn two_groups(group: &TestGroup) -> Vec<(GroupId, String)> {
    let other = group.app.group(&group.owner).await;
    group
        .app
        .join_group(other, &group.lan, GroupRole::Member)
        .await;
    let mut posts = Vec::new();
    for number in 0..12 {
        group.app.pass(Duration::from_secs(1));
        let id = if number % 3 == 0 { other } else { group.id };
        let path = format!("/api/group/{id}/post");
        let body = json!({ "text": number.to_string() });
        let written = group
            .app
            .call(&group.owner, Method::POST, &path, body)
            .await;
        let post = written.data()["id"].as_str().unwrap().to_owned();
        posts.push((id, format!("{path}/{post}")));
    }
    group.app.pass(Duration::from_mins(1));
    posts
}

async fn comment(group: &TestGroup, path: &str) -> String {
    let path = format!("{path}/comment");
    let body = json!({ "text": "lên đầu" });
    let added = group.app.call(&group.lan, Method::POST, &path, body).await;
    format!("{path}/{}", added.data()["id"].as_str().unwrap())
}

#[tokio::test]
async fn comments_that_arrive_between_two_parts_repeat_and_hide_nothing() {
    let group = TestGroup::new().await;
    let posts = two_groups(&group).await;
    // Comments of before give places, too.
    comment(&group, &posts[2].1).await;
    group.app.pass(Duration::from_mins(1));
    let order: Vec<String> = [2, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 0]
        .iter()
        .map(i32::to_string)
        .collect();
    let seen = group
        .read_all(&group.lan, async |part| {
            // Posts that were not shown yet, posts that were, and the last one of all, again and again.
            for number in [8 - part, 11 - part, 0] {
                comment(&group, &posts[number].1).await;
            }
            let path = format!("/api/group/{}/post", group.id);
            let body = json!({ "text": "mới" });
            let new = group.app.call(&group.owner, Method::POST, &path, body);
            new.await.data();
        })
        .await;
    assert_eq!(seen, order);
    // A reader who starts again sees the new posts.
    let now = texts(&group.feed(&group.lan, "sort=active&limit=4").await);
    assert_eq!(now, ["mới", "9", "6", "0"]);
}

/// The control: in the order of the moment at which each part is read, posts are missing.
#[tokio::test]
async fn without_the_moment_of_the_first_part_posts_are_missed() {
    let group = TestGroup::new().await;
    let posts = two_groups(&group).await;
    let mut seen = BTreeSet::new();
    let mut last: Option<Cursor> = None;
    for part in 0..4 {
        let now = group.app.app.clock.now();
        let cursor = last.map(|last| format!("{}-{last}", now.0));
        let groups = [group.id, posts[0].0];
        let from = cursor.map(|cursor| FeedCursor::read(&cursor, FeedSort::Active, now).unwrap());
        let query = feed_statement(&groups, FeedSort::Active, from, 3).unwrap();
        let rows = group.app.app.db.read().query_all(&query).await.unwrap();
        for row in &rows {
            let (at, id) = (
                row.try_get("", "at").unwrap(),
                row.try_get("", "id").unwrap(),
            );
            last = Some(Cursor { at, id });
            seen.insert(id);
        }
        group.app.pass(Duration::from_mins(1));
        comment(&group, &posts[5 - part].1).await;
    }
    assert!(seen.len() < 12, "{}", seen.len());
}

#[tokio::test]
async fn removed_comments_and_posts_hide_no_others() {
    let group = TestGroup::new().await;
    let posts = two_groups(&group).await;
    let early = comment(&group, &posts[1].1).await;
    group.app.pass(Duration::from_mins(1));
    let seen = group
        .read_all(&group.lan, async |part| match part {
            // Shown first because of this comment.
            0 => {
                let remove = group
                    .app
                    .call(&group.lan, Method::DELETE, &early, json!({}));
                remove.await.data();
                comment(&group, &posts[4].1).await;
            }
            1 => {
                let path = &posts[2].1;
                let remove = group
                    .app
                    .call(&group.owner, Method::DELETE, path, json!({}));
                remove.await.data();
            }
            _ => {}
        })
        .await;
    let mut once: Vec<&str> = Vec::new();
    for text in &seen {
        if !once.contains(&text.as_str()) {
            once.push(text);
        }
    }
    // The removed one is missing, nothing else.
    assert_eq!(
        once,
        ["1", "11", "10", "9", "8", "7", "6", "5", "4", "3", "0"]
    );
}

/// The order of the first part is kept for twelve hours.
#[tokio::test]
async fn an_old_cursor_goes_on_with_the_present_order() {
    let group = TestGroup::new().await;
    let posts = two_groups(&group).await;
    for (hours, number, expected) in [
        (11, 5, ["8", "7", "6", "5", "4"]),
        (12, 5, ["8", "7", "6", "4", "3"]),
    ] {
        let list = group.feed(&group.lan, "sort=active&limit=3").await;
        let cursor = list["nextCursor"].as_str().unwrap().to_owned();
        group.app.pass(Duration::from_mins(1));
        let lift = comment(&group, &posts[number].1).await;
        group.app.pass(Duration::from_hours(hours));
        let rest = group
            .feed(&group.lan, &format!("sort=active&limit=5&cursor={cursor}"))
            .await;
        let rest = texts(&rest);
        assert_eq!(rest, expected, "{hours}");
        group
            .app
            .call(&group.lan, Method::DELETE, &lift, json!({}))
            .await
            .data();
    }
    for bad in ["x", "1-2", "1-2-3", "-1-2-3"] {
        let path = format!("/api/group/feed?sort=active&cursor={bad}");
        let answer = group
            .app
            .call(&group.lan, Method::GET, &path, json!(null))
            .await;
        assert_eq!(answer.code(), 5002, "{bad}");
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
            let as_of = before.map_or(START, |before| before.at.plus(Duration::from_hours(1)));
            let cursor = before.map(|before| match sort {
                FeedSort::Newest => before.to_string(),
                FeedSort::Active => format!("{}-{before}", as_of.0),
            });
            let from = cursor.map(|cursor| FeedCursor::read(&cursor, sort, as_of).unwrap());
            let query = feed_statement(&groups, sort, from, 21).unwrap();
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
