//! People who were invited to a group by their address and never came.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::Method;
use hoi_mail::{MailFolder, Transport};
use hoi_server::background::clean_up;
use hoi_ticketing::attendances::ERASED_NAME;
use serde_json::{Value, json};

use super::tables_with;
use crate::auth::support::token_of;
use crate::support::TestGroup;

const DAY: Duration = Duration::from_hours(24);
/// Declines by the mailed link.
const MAI: [&str; 2] = ["mai@rieng.example", "Đỗ Mai Riêng"];
/// Does not answer until the invitation is withdrawn.
const TUNG: [&str; 2] = ["tung@rieng.example", "Đỗ Tùng Riêng"];

#[tokio::test]
async fn an_invited_person_who_never_came_is_forgotten() {
    let group = TestGroup::new().await;
    let app = &group.app;
    let people = [MAI, TUNG].map(|[email, name]| json!({ "email": email, "fullName": name }));
    let body = json!({ "people": people, "role": "member" });
    let invited = group.call(&group.owner, Method::POST, "/invitation/email", body);
    let invited = invited.await;
    let rows = invited.data().as_array().unwrap().iter();
    let of_tung = rows.clone().find(|row| row["email"] == TUNG[0]).unwrap();
    let of_tung = format!("/join-request/{}", of_tung["id"].as_str().unwrap());
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 2);
    let folder = MailFolder::create(app.app.config.data_dir.join("mail")).unwrap();
    for mail in &mails {
        let stored = Transport::File(folder.clone());
        stored.send(mail).await.unwrap();
    }

    let mut to = mails.iter();
    let to_mai = to.find(|mail| mail.to.email.to_string() == MAI[0]).unwrap();
    let decline = token_of(to_mai, "/invitation/");
    let decline = format!("/api/group-invitation/{decline}/decline");
    let declined = app.request(Method::POST, &decline).send().await;
    assert_eq!(declined.code(), 2000, "{}", declined.json);
    let revoked = group.call(&group.owner, Method::DELETE, &of_tung, Value::Null);
    revoked.await.data();
    let db = &app.app.db;
    for word in MAI {
        let tables = tables_with(db, word).await;
        assert!(!tables.contains("join_request"), "{word}: {tables:?}");
    }
    let list = group
        .get(&group.owner, "/join-request?status=declined")
        .await;
    let shown = &list.data()["items"][0];
    assert_eq!(shown["user"]["fullName"], ERASED_NAME);
    assert_eq!(shown["email"], Value::Null);

    // Leaders still see whom they invited.
    app.pass(29 * DAY);
    clean_up(&app.app).await;
    app.run_jobs().await;
    for word in TUNG {
        assert!(
            tables_with(db, word).await.contains("join_request"),
            "{word}"
        );
    }
    assert!(tables_with(db, MAI[1]).await.contains("notification"));
    for [email, _] in [MAI, TUNG] {
        assert!(tables_with(db, email).await.contains("mail_log"), "{email}");
    }
    assert_eq!(folder.list(10).await.unwrap().len(), 2);

    app.pass(2 * DAY);
    clean_up(&app.app).await;
    app.run_jobs().await;
    for word in MAI.into_iter().chain(TUNG) {
        assert_eq!(tables_with(db, word).await, BTreeSet::new(), "{word}");
    }
    assert!(folder.list(10).await.unwrap().is_empty());
    let admin = app.admin_called("late").await;
    let list = group.get(&admin, "/join-request?status=revoked").await;
    assert_eq!(list.data()["items"][0]["user"]["fullName"], ERASED_NAME);
}
