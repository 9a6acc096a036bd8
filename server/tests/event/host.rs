//! The host that an event names, and the address that visitors see: the account's only if the organiser chooses it.

use axum::http::Method;
use hoi_ticketing::events::EventId;
use serde_json::{Value, json};

use super::support::id_in;
use crate::support::ics::Entry;
use crate::support::{TestApp, TestUser};

/// The address with which the organiser logs in.
const LOGIN: &str = "an@hoi.example";

/// Everything that visitors and guests get of an event, as one text.
async fn published(app: &TestApp, event: EventId, name: &str) -> String {
    let mut all = String::new();
    for path in [
        format!("/api/event/{event}/public"),
        format!("/api/event/{event}/calendar.ics"),
        format!("/api/event/{event}/opening.ics"),
        format!("/form/{event}"),
    ] {
        let answer = app.get(&path).await;
        assert!(answer.status.is_success(), "{path}");
        all.push_str(
            &String::from_utf8(answer.bytes)
                .unwrap()
                .replace("\r\n ", ""),
        );
    }
    let guest = json!({
        "fullName": name, "email": format!("{name}@example.vn"), "phone": "0912345678", "company": "Sao", "consent": true,
    });
    app.post(&format!("/api/event/{event}/register"), guest)
        .await;
    for mail in app.run_jobs().await {
        all.push_str(&format!("{:?} {} {}", mail.reply_to, mail.text, mail.html));
        for file in &mail.attachments {
            all.push_str(&String::from_utf8_lossy(&file.bytes).replace("\r\n ", ""));
        }
    }
    all
}

async fn change(app: &TestApp, user: &TestUser, path: &str, body: Value) {
    let changed = app.put(user, path, body).await;
    assert!(changed.status.is_success(), "{}", changed.json);
}

#[tokio::test]
async fn the_address_of_the_account_is_published_only_on_purpose() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let event = id_in(&path);
    let all = published(&app, event, "Binh").await;
    assert!(!all.contains(LOGIN), "{all}");
    assert!(all.contains("không trả lời thư này"), "said in the mail");

    // Answers reach the organiser, whose address visitors of the page still do not see.
    change(
        &app,
        &user,
        &path,
        json!({ "contactEmail": LOGIN, "hideContactEmail": true }),
    )
    .await;
    let public = app.get(&format!("{path}/public")).await;
    assert!(public.data()["hostContact"].is_null());
    let head = String::from_utf8(app.get(&format!("/form/{event}")).await.bytes).unwrap();
    assert!(!head.contains(LOGIN));
    let file = app.get(&format!("{path}/calendar.ics")).await;
    assert!(!Entry::read(&file.bytes).get("ORGANIZER").contains(LOGIN));
    app.post(
        &format!("{path}/register"),
        json!({ "fullName": "Lan", "email": "lan@example.vn", "phone": "0912345678", "company": "Sao", "consent": true }),
    )
    .await;
    let mails = app.run_jobs().await;
    let answers = mails[0].reply_to.as_ref().unwrap().email.to_string();
    assert_eq!(answers, LOGIN);

    // Ticked: the page, search engines and calendars are told it.
    change(&app, &user, &path, json!({ "hideContactEmail": false })).await;
    let public = app.get(&format!("{path}/public")).await;
    assert_eq!(public.data()["hostContact"], LOGIN);
    let head = String::from_utf8(app.get(&format!("/form/{event}")).await.bytes).unwrap();
    assert!(head.contains(LOGIN));
    let file = app.get(&format!("{path}/calendar.ics")).await;
    let organizer = format!("mailto:{LOGIN}");
    assert_eq!(Entry::read(&file.bytes).get("ORGANIZER"), organizer);
}

#[tokio::test]
async fn without_answers_a_mail_names_the_contact() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    change(&app, &user, &path, json!({ "hostContact": "0912 345 678" })).await;
    let all = published(&app, id_in(&path), "Binh").await;
    assert!(
        all.contains("Bạn liên hệ Nguyễn an · Hội: 0912 345 678"),
        "{all}"
    );
    assert!(!all.contains("không trả lời thư này"));
}

#[tokio::test]
async fn the_host_has_the_name_and_company_given_at_sign_up_unless_another_is_named() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    let made = app.create(&user, body.clone()).await;
    assert_eq!(made.data()["hostName"], "Nguyễn an · Hội");
    for (named, host) in [
        (json!("CLB Nhạc Xưa"), json!("CLB Nhạc Xưa")),
        (Value::Null, Value::Null),
    ] {
        body["hostName"] = named;
        let made = app.create(&user, body.clone()).await;
        assert_eq!(made.data()["hostName"], host);
    }
    // A visitor reads it on the page, in the calendar and as the sender.
    let id = made.data()["id"].as_str().unwrap().to_owned();
    let public = app.get(&format!("/api/event/{id}/public")).await;
    assert_eq!(public.data()["hostName"], "Nguyễn an · Hội");
    let file = app.request(Method::GET, &format!("/api/event/{id}/calendar.ics"));
    let entry = Entry::read(&file.send().await.bytes);
    assert_eq!(entry.parameters("ORGANIZER"), ";CN=\"Nguyễn an · Hội\"");
}
