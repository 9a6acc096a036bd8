//! Durability of commits on the embedded engine. `PostgreSQL` guarantees it by itself.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::time::Duration;

use hoi_db::{DatabaseUrl, Db, Migration, Timestamp};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use tempfile::TempDir;
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
    assert!(pages_to_copy(&db).await >= 2_000);
    timeout(Duration::from_secs(10), async {
        while pages_to_copy(&db).await > 0 {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    // What is short is left for later.
    insert(&db, 1).await;
    sleep(Duration::from_millis(300)).await;
    assert!(pages_to_copy(&db).await > 0);
    db.close().await;
}
