//! A database with the tables that jobs need.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::time::Duration;

use hoi_db::{Db, Migration, Timestamp, test_support};
use hoi_jobs::{Job, enqueue_all, entity};
use sea_orm::EntityTrait;

const SCHEMA: &[Migration] = &[Migration {
    name: "0002_jobs",
    sql: include_str!("../../../../platform/migrations/0002_jobs.sql"),
}];

pub const NOW: Timestamp = Timestamp(1_700_000_000_000);

pub async fn database(folder: &tempfile::TempDir) -> Db {
    Db::open(&test_support::fresh_database(folder.path(), SCHEMA).await)
        .await
        .unwrap()
}

pub async fn store<J: Job>(db: &Db, jobs: &[J], now: Timestamp) {
    let tx = db.write().await.unwrap();
    enqueue_all(&tx, jobs, now).await.unwrap();
    tx.commit().await.unwrap();
}

pub async fn rows(db: &Db) -> Vec<entity::Model> {
    entity::Entity::find().all(db.read()).await.unwrap()
}

/// Waits until `is_so` returns true, for at most 20 seconds.
pub async fn until(is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let came_true = tokio::time::timeout(Duration::from_secs(20), waiting).await;
    assert!(came_true.is_ok(), "it does not come true");
}
