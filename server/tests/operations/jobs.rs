//! Jobs are listed without personal data, and tried again when the operator says so.

use hoi_jobs::entity;
use hoi_platform::clock::new_id;
use hoi_server::operations::{Retried, list_jobs, retry_all_dead, retry_job};
use sea_orm::{ConnectionTrait, EntityTrait, Statement};
use uuid::Uuid;

use crate::support::{START, TestApp};

/// Stores a job of a kind that no server knows.
pub async fn store(app: &TestApp, name: &str, state: &str, error: Option<&str>) -> Uuid {
    let id: Uuid = new_id();
    let tx = app.app.db.write().await.unwrap();
    let sql = "insert into job (id, name, payload, state, attempts, run_at, due_at, last_error, created_at) \
               values ($1, $2, '{\"name\": \"Trần Bình\"}', $3, 7, $4, 0, $5, 0)";
    let values = [
        id.into(),
        name.into(),
        state.into(),
        START.0.into(),
        error.into(),
    ];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    tx.execute_raw(statement).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn row(app: &TestApp, id: Uuid) -> entity::Model {
    let row = entity::Entity::find_by_id(id).one(app.app.db.read()).await;
    row.unwrap().unwrap()
}

#[tokio::test]
async fn a_list_tells_kind_state_attempts_and_reason_without_names() {
    let app = TestApp::new().await;
    let db = &app.app.db;
    assert_eq!(
        list_jobs(db, false).await.unwrap(),
        "There are no such jobs."
    );
    let said = "550 5.1.1 <binh@example.vn>: no such user";
    let dead = store(&app, "mail.ticket", "dead", Some(said)).await;
    let waiting = store(&app, "mail.payment", "waiting", None).await;
    let all = list_jobs(db, false).await.unwrap();
    assert_eq!(all.lines().count(), 3, "{all}");
    assert!(all.contains(&waiting.to_string()), "{all}");
    let only_dead = list_jobs(db, true).await.unwrap();
    let lines: Vec<&str> = only_dead.lines().collect();
    assert_eq!(lines.len(), 2, "{only_dead}");
    let words: Vec<&str> = lines[1].split_whitespace().collect();
    let id = dead.to_string();
    assert_eq!(
        words,
        [
            &*id,
            "mail.ticket",
            "dead",
            "7",
            "2026-03-01T02:00:00.000Z",
            "550",
            "5.1.1",
            "<address>",
            "no",
            "such",
            "user"
        ]
    );
    assert!(!all.contains("binh@") && !all.contains("Bình"), "{all}");
}

#[tokio::test]
async fn one_or_all_dead_jobs_are_tried_again() {
    let app = TestApp::new().await;
    let db = &app.app.db;
    let (one, other, waiting) = (
        store(&app, "mail.ticket", "dead", None).await,
        store(&app, "mail.ticket", "dead", None).await,
        store(&app, "mail.ticket", "waiting", None).await,
    );
    let now = START.plus(std::time::Duration::from_secs(5));
    assert_eq!(
        retry_job(db, one, None, now).await.unwrap(),
        Retried::Waiting
    );
    let tried = row(&app, one).await;
    assert_eq!((tried.state, tried.attempts), (entity::State::Waiting, 0));
    assert_eq!((tried.run_at, tried.due_at), (now, now));
    assert_eq!(row(&app, other).await.state, entity::State::Dead);
    assert_eq!(
        retry_job(db, one, None, now).await.unwrap(),
        Retried::WasWaiting
    );
    assert_eq!(
        retry_job(db, new_id(), None, now).await.unwrap(),
        Retried::Unknown
    );

    assert_eq!(retry_all_dead(db, None, now).await.unwrap(), 1);
    assert_eq!(row(&app, other).await.state, entity::State::Waiting);
    assert_eq!(row(&app, waiting).await.run_at, START, "left as it was");
    assert_eq!(retry_all_dead(db, None, now).await.unwrap(), 0);
}
