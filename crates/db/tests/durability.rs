//! Durability of commits on the embedded engine. `PostgreSQL` guarantees it by itself.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::time::Duration;

use hoi_db::{DatabaseUrl, Db, Migration, Timestamp};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use tempfile::TempDir;
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

const TABLE: &[Migration] = &[Migration {
    name: "0001_item",
    sql: "create table item (id bigint primary key); insert into item values (0)",
}];

#[derive(FromQueryResult)]
struct Item {
    id: i64,
}

async fn open(folder: &TempDir) -> Db {
    let file = folder.path().join("hoi.db");
    let db = Db::open(&DatabaseUrl::Sqlite(file)).await.unwrap();
    db.migrate(TABLE, Timestamp(0)).await.unwrap();
    db
}

async fn items(db: &Db) -> Vec<i64> {
    let sql = "select id from item order by id";
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let rows = Item::find_by_statement(statement).all(db.read()).await;
    rows.unwrap().into_iter().map(|item| item.id).collect()
}

async fn insert(db: &Db, id: i64) {
    let tx = db.write().await.unwrap();
    let sql = format!("insert into item values ({id})");
    tx.execute_unprepared(&sql).await.unwrap();
    tx.commit().await.unwrap();
}

/// Uses `or rollback`, which ends the transaction inside the engine, as a full disk does.
#[tokio::test]
async fn a_transaction_that_the_engine_ended_leaves_later_commits_durable() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    for attempt in 1..=3 {
        let tx = db.write().await.unwrap();
        let twice = "insert or rollback into item values (0)";
        tx.execute_unprepared(twice).await.unwrap_err();
        if attempt == 1 {
            // Dropped, as a handler that returns the error does.
            drop(tx);
        } else {
            tx.commit().await.unwrap_err();
        }
        // A refused request drops its transaction.
        drop(db.write().await.unwrap());
        insert(&db, attempt).await;
        assert_eq!(items(&db).await.last(), Some(&attempt), "read back at once");
    }
    db.close().await;
    drop(db);
    assert_eq!(items(&open(&folder).await).await, [0, 1, 2, 3]);
}

/// A full database ends the transaction inside the engine. A later statement would be stored by itself.
#[tokio::test]
async fn nothing_follows_in_a_transaction_that_may_have_ended() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    let tx = db.write().await.unwrap();
    tx.execute_unprepared("insert into item values (1)")
        .await
        .unwrap();
    tx.execute_unprepared("pragma max_page_count = 1")
        .await
        .unwrap();
    let large = "create table large as with recursive n (n) as (select 1 union all select n + 1 from n limit 9999) \
                 select n, hex(randomblob(99)) from n";
    let full = tx.execute_unprepared(large).await.unwrap_err();
    assert!(hoi_db::is_temporary(&full), "{full}");
    for sql in [
        "insert into item values (2)",
        "pragma max_page_count = 100000",
    ] {
        let refused = tx.execute_unprepared(sql).await.unwrap_err();
        assert_eq!(refused.to_string(), full.to_string());
    }
    let query = Statement::from_string(tx.get_database_backend(), "select id from item");
    tx.query_all_raw(query.clone()).await.unwrap_err();
    tx.query_one_raw(query).await.unwrap_err();
    tx.commit().await.unwrap_err();
    assert_eq!(items(&db).await, [0]);
    insert(&db, 3).await;
    assert_eq!(items(&db).await, [0, 3]);
}

/// Other programs write to the same file, and wait at most five seconds.
#[tokio::test]
async fn a_dropped_transaction_holds_up_no_other_program() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    let file = DatabaseUrl::Sqlite(folder.path().join("hoi.db"));
    let beside = Db::open_beside(&file).await.unwrap();
    for begins_with_query in [true, false] {
        let tx = db.write().await.unwrap();
        if begins_with_query {
            let query = Statement::from_string(tx.get_database_backend(), "select id from item");
            assert_eq!(tx.query_all_raw(query).await.unwrap().len(), 1);
        }
        tx.execute_unprepared("insert into item values (1)")
            .await
            .unwrap();
        let other = tokio::spawn({
            let beside = beside.clone();
            async move { insert(&beside, 2).await }
        });
        sleep(Duration::from_millis(100)).await;
        assert!(!other.is_finished(), "it waits for the transaction");
        drop(tx);
        timeout(Duration::from_secs(3), other)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(items(&db).await, [0, 2]);
        let tx = db.write().await.unwrap();
        tx.execute_unprepared("delete from item where id = 2")
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
    beside.close().await;
}

/// Callers stop waiting at any moment. Pairs are stored whole or not at all, and the next transaction begins anew.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_that_is_abandoned_at_any_moment_is_whole_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    let mut stored = Vec::new();
    let mut abandoned = 0;
    for attempt in 0..300 {
        let id = 10 * (attempt + 1);
        let pair = async {
            let tx = db.write().await.unwrap();
            let query = Statement::from_string(tx.get_database_backend(), "select id from item");
            tx.query_all_raw(query).await.unwrap();
            for id in [id, id + 1] {
                let sql = format!("insert into item values ({id})");
                tx.execute_unprepared(&sql).await.unwrap();
            }
            tx.commit().await.unwrap();
        };
        // Counted in turns and not in time: a timer's millisecond may be longer than the whole transaction.
        let patience = async {
            for _ in 0..attempt * 20 {
                yield_now().await;
            }
        };
        tokio::select! {
            biased;
            () = pair => stored.push(id),
            () = patience => abandoned += 1,
        }
    }
    assert!(abandoned > 0);
    insert(&db, 1).await;
    let found = items(&db).await;
    let pairs = found.iter().filter(|id| **id >= 10 && *id % 10 == 0);
    for id in pairs.clone() {
        assert!(found.contains(&(id + 1)), "{id} without its pair");
    }
    assert_eq!(found.len(), 2 + 2 * pairs.count());
    assert!(stored.iter().all(|id| found.contains(id)));
}

#[tokio::test]
async fn a_transaction_that_changes_nothing_and_one_after_the_end_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    db.write().await.unwrap().commit().await.unwrap();
    db.write().await.unwrap().rollback().await.unwrap();
    let tx = db.write().await.unwrap();
    tx.execute_unprepared("insert into item values (1)")
        .await
        .unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(items(&db).await, [0]);
    db.close().await;
    let closed = db.write().await.unwrap_err();
    assert!(hoi_db::is_temporary(&closed), "{closed}");
}

#[tokio::test]
async fn a_closed_database_is_complete_without_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    insert(&db, 1).await;
    assert_eq!(items(&db).await, [0, 1]);
    db.close().await;
    let copy = tempfile::tempdir().unwrap();
    std::fs::copy(folder.path().join("hoi.db"), copy.path().join("hoi.db")).unwrap();
    assert_eq!(items(&open(&copy).await).await, [0, 1]);
    let log = folder.path().join("hoi.db-wal");
    assert!(std::fs::metadata(log).map_or(0, |log| log.len()) == 0);
}

/// Texts longer than a page stand in pages of their own, which a shorter text or the end of the row frees.
#[tokio::test]
async fn freed_pages_hold_nothing_of_what_stood_in_them() {
    const WORD: &str = "Trinh Thi Quynh Giao";
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    let change = async |sql: &str| {
        let tx = db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    };
    change("create table answer (id bigint primary key, text text not null)").await;
    for id in 1..=3 {
        let text = WORD.repeat(1_000);
        change(&format!("insert into answer values ({id}, '{text}')")).await;
    }
    change("update answer set text = '' where id <= 2").await;
    change("delete from answer where id >= 2").await;
    db.close().await;
    let file = std::fs::read(folder.path().join("hoi.db")).unwrap();
    assert!(file.len() > 50_000, "the pages are free and not given back");
    let mut places = file.windows(WORD.len());
    assert!(!places.any(|place| place == WORD.as_bytes()));
}

#[tokio::test]
async fn closing_waits_for_the_transaction_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    let tx = db.write().await.unwrap();
    tx.execute_unprepared("insert into item values (1)")
        .await
        .unwrap();
    let closing = tokio::spawn({
        let db = db.clone();
        async move { db.close().await }
    });
    sleep(Duration::from_millis(50)).await;
    assert!(!closing.is_finished());
    tx.execute_unprepared("insert into item values (2)")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    closing.await.unwrap();
    drop(db);
    assert_eq!(items(&open(&folder).await).await, [0, 1, 2]);
}

/// Returns how many pages of the write-ahead log are not in the database's file yet.
async fn pages_to_copy(db: &Db) -> i64 {
    let sql = "pragma wal_checkpoint(noop)";
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let state = db.read().query_one_raw(statement).await.unwrap().unwrap();
    let log: i64 = state.try_get_by_index(1).unwrap();
    let copied: i64 = state.try_get_by_index(2).unwrap();
    log - copied
}

#[tokio::test]
async fn a_long_log_is_copied_beside_the_writer() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    let tx = db.write().await.unwrap();
    // About 2,000 pages in one commit: fewer than those after which the writer copies the log itself.
    let sql = "create table large (content blob);
        insert into large with recursive n(n) as (select 1 union all select n + 1 from n where n < 2000)
        select zeroblob(4000) from n";
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
    // The file keeps its length when it has been copied, which may be by now.
    let log = std::fs::metadata(folder.path().join("hoi.db-wal")).unwrap();
    assert!(log.len() >= 2_000 * 4096);
    timeout(Duration::from_secs(10), async {
        while pages_to_copy(&db).await > 0 {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    // A short log is left for later.
    insert(&db, 1).await;
    sleep(Duration::from_millis(300)).await;
    assert!(pages_to_copy(&db).await > 0);
    db.close().await;
}

#[tokio::test]
async fn the_log_is_emptied_when_nothing_is_written_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder).await;
    insert(&db, 1).await;
    let log = folder.path().join("hoi.db-wal");
    assert!(std::fs::metadata(&log).unwrap().len() > 0);
    timeout(Duration::from_mins(2), async {
        while std::fs::metadata(&log).unwrap().len() > 0 {
            sleep(Duration::from_millis(200)).await;
        }
    })
    .await
    .unwrap();
    insert(&db, 2).await;
    assert_eq!(items(&db).await, [0, 1, 2]);
    db.close().await;
}
