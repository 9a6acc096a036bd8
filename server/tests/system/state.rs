use std::time::Duration;

use sea_orm::{ConnectionTrait, Statement, Value};
use serde_json::json;

use super::Office;
use crate::operations::jobs::store;
use crate::support::START;

#[tokio::test]
async fn the_state_tells_sizes_queues_and_what_is_wrong() {
    let office = Office::new().await;
    let db = &office.app.app.db;
    store(&office.app, "mail.ticket", "dead", Some("no")).await;
    let running = store(&office.app, "mail.ticket", "waiting", None).await;
    let later = store(&office.app, "mail.ticket", "waiting", None).await;
    let urgent = store(&office.app, "mail.link", "waiting", None).await;
    store(&office.app, "mail.link", "waiting", None).await;
    let tx = db.write().await.unwrap();
    let hour = START.0 + 3_600_000;
    for (id, change) in [
        (running, format!("leased_until = {hour}")),
        (later, format!("run_at = {hour}")),
        (
            urgent,
            format!("lane = 'urgent', run_at = {}", START.0 - 60_000),
        ),
    ] {
        let sql = format!("update job set {change} where id = $1");
        let backend = tx.get_database_backend();
        let statement = Statement::from_sql_and_values(backend, sql, [Value::from(id)]);
        tx.execute_raw(statement).await.unwrap();
    }
    let sql = "insert into outage (service, since, failures, probed_at, reason) values ('mail', 7, 1, 7, '535 no')";
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
    office.app.pass(Duration::from_secs(30));

    let state = office.get("/system").await.data().clone();
    assert_eq!(state["version"], env!("CARGO_PKG_VERSION"));
    let health = office.get("/health").await.data().clone();
    for part in ["name", "commit", "builtOn", "sqlite", "lowestPostgres"] {
        assert!(state.get(part).is_some(), "{part}: {state}");
        assert_eq!(state[part], health[part], "{part}");
    }
    assert_eq!(state["startedAt"], START.to_string());
    let engine = state["database"]["engine"].as_str().unwrap();
    assert!(
        engine.starts_with("SQLite ") || engine.starts_with("PostgreSQL "),
        "{engine}"
    );
    assert!(state["database"]["bytes"].as_u64().unwrap() > 100_000);
    assert!(state["disk"]["freeBytes"].as_u64().unwrap() > 0);
    assert_eq!(state["disk"]["minFreeBytes"], 64 * 1024 * 1024);
    assert_eq!(state["files"], json!({ "count": 0, "bytes": 0 }));
    assert_eq!(state["deadJobs"], 1);
    assert_eq!(
        state["outages"],
        json!([{ "service": "mail", "since": "1970-01-01T00:00:00.007Z", "reason": "535 no" }])
    );
    assert_eq!(
        state["lanes"],
        json!([
            { "lane": "urgent", "waiting": 1, "running": 0, "later": 0, "dead": 0,
              "oldestDueAt": "2026-03-01T01:59:00.000Z" },
            { "lane": "normal", "waiting": 1, "running": 1, "later": 1, "dead": 1,
              "oldestDueAt": "2026-03-01T02:00:00.000Z" },
            { "lane": "bulk", "waiting": 0, "running": 0, "later": 0, "dead": 0, "oldestDueAt": null },
        ])
    );
    // The list calls each job as the counts do.
    for (state, count) in [("waiting", 2), ("running", 1), ("later", 1), ("dead", 1)] {
        let jobs = office.items(&format!("/system/jobs?state={state}")).await;
        assert_eq!(jobs.len(), count, "{state}");
        assert!(jobs.iter().all(|job| job["state"] == state), "{jobs:?}");
    }
}

#[tokio::test]
async fn files_are_counted_with_their_bytes() {
    let office = Office::new().await;
    office.app.open_event(&office.admin, 10).await;
    office.app.open_event(&office.admin, 10).await;
    let state = office.get("/system").await.data().clone();
    assert_eq!(state["files"], json!({ "count": 2, "bytes": 2 }));
}
