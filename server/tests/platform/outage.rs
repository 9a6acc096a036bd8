//! While the database or the disk cannot be used, refused requests can be repeated, and the health route reports it.

use axum::http::{Method, StatusCode};
use hoi_db::DatabaseUrl;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use serde_json::json;

use crate::registration::support::form;
use crate::support::{Answer, TestApp, TestUser};

/// Opens another program's connection to the same database.
async fn another_program(app: &TestApp) -> DatabaseConnection {
    let url = match &app.app.config.database_url {
        DatabaseUrl::Sqlite(file) => format!("sqlite://{}", file.display()),
        DatabaseUrl::Postgres(url) => url.clone(),
    };
    Database::connect(url).await.unwrap()
}

async fn change_profile(app: &TestApp, user: &TestUser) -> Answer {
    app.request(Method::PUT, "/api/users/profile")
        .bearer(&user.token)
        .json(json!({ "fullName": "Lê An" }))
        .send()
        .await
}

fn is_worth_repeating(answer: &Answer) -> bool {
    answer.status == StatusCode::SERVICE_UNAVAILABLE
        && answer.code() == 5003
        && answer.header("retry-after").parse::<u32>().is_ok()
}

#[tokio::test]
async fn a_nearly_full_disk_takes_nothing_new_and_lets_people_in() {
    let app = TestApp::configured(|config| config.min_free_mb = u64::MAX).await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let before = app.register(event, form("binh")).await;
    assert_eq!(before.code(), 2000, "nothing is known of the disk yet");
    let person = app.attendance(&before).await;

    app.app.vitals.look(&app.app.db).await;
    let refused = app.register(event, form("chi")).await;
    assert!(is_worth_repeating(&refused), "{:?}", refused.json);
    let by_hand = app
        .request(Method::POST, &format!("/api/event/{event}/attendances"))
        .bearer(&owner.token)
        .json(json!({ "fullName": "Dũng", "email": "dung@b.vn" }))
        .send()
        .await;
    assert!(is_worth_repeating(&by_hand), "{:?}", by_hand.json);
    let upload = app
        .request(Method::POST, &format!("/api/event/{event}/upload"))
        .header("content-type", "multipart/form-data; boundary=x")
        .send()
        .await;
    assert!(is_worth_repeating(&upload), "{:?}", upload.json);
    let health = app.get("/api/health").await;
    assert!(is_worth_repeating(&health), "{:?}", health.json);
    assert_eq!(health.json["data"]["database"], true);
    assert_eq!(health.json["data"]["space"], false);

    let checked_in = app
        .request(Method::POST, "/api/event/checkin")
        .bearer(&owner.token)
        .json(json!({ "eventId": event, "code": person.ticket_code }))
        .send()
        .await;
    assert_eq!(checked_in.code(), 2001);
}

#[tokio::test]
async fn a_database_that_another_program_holds_can_be_asked_again() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let other = another_program(&app).await;
    let is_sqlite = matches!(app.app.config.database_url, DatabaseUrl::Sqlite(_));
    if is_sqlite {
        other.execute_unprepared("begin immediate").await.unwrap();
        let refused = change_profile(&app, &user).await;
        assert!(is_worth_repeating(&refused), "{:?}", refused.json);
        let refused = app.get("/api/health").await;
        assert_eq!(refused.data()["database"], true, "reading still works");
        app.app.vitals.look(&app.app.db).await;
        let refused = app.get("/api/health").await;
        assert_eq!(refused.json["data"]["database"], false);
        other.execute_unprepared("rollback").await.unwrap();
    } else {
        // Ends every connection of the server, as an administrator of the database or a restart does.
        for _ in 0..3 {
            other
                .execute_unprepared(
                    "select pg_terminate_backend(pid) from pg_stat_activity \
                     where datname = current_database() and pid <> pg_backend_pid()",
                )
                .await
                .unwrap();
            for _ in 0..20 {
                let answer = change_profile(&app, &user).await;
                assert!(
                    answer.code() == 2000 || is_worth_repeating(&answer),
                    "{:?}",
                    answer.json
                );
            }
        }
    }
    assert_eq!(change_profile(&app, &user).await.code(), 2000);
    app.app.vitals.look(&app.app.db).await;
    assert_eq!(app.get("/api/health").await.code(), 2000);
}
