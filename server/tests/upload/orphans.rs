//! Files without references are removed after a day; all others stay.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::Method;
use hoi_server::uploads::{references, remove_orphans};
use image::ImageFormat;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;

use crate::support::uploads::{multipart, picture};
use crate::support::{START, TestApp, typed};

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn an_unused_file_is_kept_for_a_day() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let forgotten = app.uploaded(&user, "avatar").await;
    let cover = app.uploaded(&user, "eventCover").await;
    let sponsor = app.uploaded(&user, "sponsorLogo").await;
    let illustration = app.uploaded(&user, "attachment").await;
    let portrait = app.uploaded(&user, "avatar").await;
    let body = json!({ "fileId": cover });
    app.send_as(&user, Method::POST, "/api/cover", body)
        .await
        .data();
    let event = app
        .event(&user, |event| {
            let id = sponsor.rsplit('/').next().unwrap();
            event.sponsor_logos = sea_orm::Set(typed(json!({ "ids": [id] })));
            event.form = sea_orm::Set(typed(json!({ "scheme": [
                { "id": "a", "question": "?", "type": "TEXT", "image": illustration }
            ] })));
        })
        .await;
    let speaker = json!({ "id": event, "name": "Lan", "photo": portrait });
    app.send_as(
        &user,
        Method::PUT,
        &format!("/api/event/{event}/page"),
        json!({ "speakers": [speaker], "version": 0 }),
    )
    .await
    .data();

    app.pass(24 * HOUR);
    assert_eq!(
        remove_orphans(&app.app).await.unwrap(),
        0,
        "not before a day is over"
    );
    app.pass(Duration::from_millis(1));
    assert_eq!(remove_orphans(&app.app).await.unwrap(), 1);
    assert_eq!(app.get(&forgotten).await.code(), 5005);
    let folder = app.app.config.data_dir.join("files");
    let stored = || {
        let folders = std::fs::read_dir(&folder).unwrap();
        folders
            .map(|entry| std::fs::read_dir(entry.unwrap().path()).unwrap().count())
            .sum::<usize>()
    };
    assert_eq!(stored(), 5);
    app.run_jobs().await;
    assert_eq!(stored(), 4);
    for url in [&cover, &sponsor, &illustration, &portrait] {
        assert_eq!(app.get(url).await.status, 200, "{url}");
    }
    assert_eq!(remove_orphans(&app.app).await.unwrap(), 0, "once is enough");

    let admin = app.admin().await;
    // An image that only a deleted event showed is removed too, with the fixture's logo.
    app.send_as(
        &admin,
        Method::DELETE,
        &format!("/api/event/{event}"),
        json!({}),
    )
    .await
    .data();
    assert_eq!(remove_orphans(&app.app).await.unwrap(), 4);
    app.run_jobs().await;
    assert_eq!(stored(), 1);
    assert_eq!(app.get(&cover).await.status, 200);
}

/// A visitor's image lives as long as their registration.
#[tokio::test]
async fn an_answers_image_goes_with_the_participant() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.form = sea_orm::Set(typed(json!({ "scheme": [
                { "id": "photo", "question": "Ảnh thẻ", "type": "IMAGE", "required": "true" }
            ] })));
            event.close_registration_date = sea_orm::Set(START.plus(100 * HOUR));
        })
        .await;
    let png = picture(8, 8, ImageFormat::Png);
    let body = multipart(&[("file", Some("anh.png"), &png)]);
    let upload = format!("/api/event/{event}/upload");
    let kept = app.send_form(&upload, None, body.clone()).await;
    let kept = kept.data()["url"].as_str().unwrap().to_owned();
    let left = app.send_form(&upload, None, body).await;
    let left = left.data()["url"].as_str().unwrap().to_owned();
    let registered = app
        .post(
            &format!("/api/event/{event}/register"),
            json!({
                "fullName": "Trần Bình", "email": "binh@example.vn", "phone": "0912345678", "company": "Một",
                "answers": [{ "questionId": "photo", "answer": kept }], "consent": true,
            }),
        )
        .await;
    let attendance = registered.data()["attendanceId"]
        .as_str()
        .unwrap()
        .to_owned();

    app.pass(25 * HOUR);
    let owner = app.admin().await;
    assert_eq!(remove_orphans(&app.app).await.unwrap(), 1);
    assert_eq!(app.get_as(&owner, &left).await.code(), 5005);
    assert_eq!(app.get_as(&owner, &kept).await.status, 200);
    let path = format!("/api/event/{event}/attendances");
    let body = json!({ "ids": [attendance] });
    app.send_as(&owner, Method::DELETE, &path, body)
        .await
        .data();
    assert_eq!(remove_orphans(&app.app).await.unwrap(), 1);
    assert_eq!(app.get_as(&owner, &kept).await.code(), 5005);
}

/// The list in `files/references.rs` must match the schema.
#[tokio::test]
async fn every_column_that_holds_a_file_is_known() {
    let app = TestApp::new().await;
    let conn = app.app.db.read();
    let from_sqlite = "select m.name as t, p.name as c from sqlite_master m, pragma_table_info(m.name) p \
         where m.type = 'table' and (p.name like '%file_id' or p.name like '%file_ids')";
    let from_postgres = "select table_name::text as t, column_name::text as c from information_schema.columns \
         where table_schema = 'public' and (column_name like '%file_id' or column_name like '%file_ids')";
    let sql = match app.app.db.engine() {
        hoi_db::Engine::Sqlite => from_sqlite,
        hoi_db::Engine::Postgres => from_postgres,
    };
    let rows = conn
        .query_all_raw(Statement::from_string(conn.get_database_backend(), sql))
        .await
        .unwrap();
    let actual: BTreeSet<(String, String)> = rows
        .iter()
        .map(|row| (row.try_get("", "t").unwrap(), row.try_get("", "c").unwrap()))
        .collect();
    let listed: BTreeSet<(String, String)> = references::COLUMNS
        .iter()
        .chain(references::JSON_COLUMNS)
        .filter(|known| known.column.contains("file_id"))
        .map(|known| (known.table.replace('"', ""), known.column.to_owned()))
        .collect();
    assert_eq!(actual, listed);
}
