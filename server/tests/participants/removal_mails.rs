//! The mails to people whom the organiser removes.

use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::NEW_ACCOUNT_MAILS;
use hoi_mail::Email;
use serde_json::{Value, json};

use super::support::{Organiser, id_of};

const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);
const PRICE: i64 = 250_000;

/// An event with mails, and three guests whose tickets were mailed.
async fn with_guests(price: i64, more: Value) -> (Organiser, [String; 3]) {
    let organiser = Organiser::with_mails(10).await;
    let class = organiser
        .app
        .ticket(organiser.event, "Thường", price, -1)
        .await;
    let mut fields = json!({ "ticketId": class });
    let all = fields.as_object_mut().unwrap();
    all.extend(more.as_object().cloned().unwrap_or_default());
    let ids = organiser.three(fields).await;
    organiser.app.run_jobs().await;
    organiser.app.pass(MINUTE);
    (organiser, ids)
}

async fn remove(organiser: &Organiser, id: &str, more: Value) -> Vec<Email> {
    let answer = organiser.bulk("delete", &[id], more).await;
    assert_eq!(answer.data()["done"], 1, "{}", answer.json);
    organiser.app.run_jobs().await
}

#[track_caller]
fn calendar_of(mail: &Email) -> String {
    let is_calendar = |file: &&hoi_mail::Attachment| file.mime.starts_with("text/calendar");
    let file = mail.attachments.iter().find(is_calendar).unwrap();
    String::from_utf8(file.bytes.clone()).unwrap()
}

#[tokio::test]
async fn a_guest_without_a_payment_is_told_only_if_asked_and_once() {
    let (organiser, [an, binh, chi]) = with_guests(0, json!({})).await;
    for (guest, more) in [
        (&binh, json!({ "sendMail": false })),
        (&chi, json!({ "sendMail": null })),
    ] {
        assert!(remove(&organiser, guest, more).await.is_empty());
    }
    let left = organiser.mails_left().await;

    let path = format!("/api/event/{}/attendances/bulk", organiser.event);
    let body = json!({ "action": "delete", "ids": [an], "sendMail": true });
    for _ in 0..2 {
        let token = organiser.app.fresh_token(&organiser.owner);
        let request = organiser.app.request(Method::POST, &path).bearer(&token);
        let request = request.header("idempotency-key", "tap").json(body.clone());
        assert_eq!(request.send().await.data()["done"], 1);
    }
    let mut log = organiser.log().await;
    log.retain(|entry| entry["data"]["told"] == true);
    let told: Vec<&Value> = log.iter().map(|entry| &entry["subjectId"]).collect();
    assert_eq!(told, [&json!(an)]);
    let mails = organiser.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert!(mail.message_id.starts_with("removed-"));
    assert_eq!(mail.to.email.to_string(), "an@example.vn");
    assert!(!mail.text.contains('₫') && !mail.html.contains('₫'));
    let calendar = calendar_of(mail);
    assert!(calendar.contains("METHOD:CANCEL") && calendar.contains("SEQUENCE:1\r\n"));
    assert_eq!(organiser.mails_left().await, left - 1);

    // Neither again, nor by a server that is started later.
    let again = organiser
        .bulk("delete", &[&an], json!({ "sendMail": true }))
        .await;
    assert_eq!(again.data()["done"], 0);
    assert!(organiser.app.run_jobs().await.is_empty());
    if let Ok(started) = organiser.app.second_server().await {
        assert!(started.run_jobs().await.is_empty());
    }
    assert_eq!(organiser.mails_left().await, left - 1);
}

#[tokio::test]
async fn a_guest_who_has_paid_is_told_of_the_money_unless_no_mail_is_wanted() {
    let (organiser, [an, binh, chi]) = with_guests(PRICE, json!({ "paymentStatus": "paid" })).await;
    assert!(
        remove(&organiser, &an, json!({ "sendMail": false }))
            .await
            .is_empty()
    );
    let left = organiser.mails_left().await;
    for (guest, more) in [(&binh, json!({})), (&chi, json!({ "sendMail": true }))] {
        let mails = remove(&organiser, guest, more).await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains("250.000") || mails[0].text.contains("250,000"));
        assert!(calendar_of(&mails[0]).contains("METHOD:CANCEL"));
    }
    assert_eq!(organiser.mails_left().await, left);
}

#[tokio::test]
async fn people_without_an_address_and_of_an_event_that_is_over_are_not_told() {
    let (organiser, [an, binh, _]) = with_guests(0, json!({})).await;
    let class = organiser.app.ticket(organiser.event, "Khác", 0, -1).await;
    let silent = json!({ "ticketId": class, "email": "" });
    let silent = id_of(&organiser.add("Dũng", silent).await);
    let left = organiser.mails_left().await;
    let wanted = json!({ "sendMail": true });
    assert!(remove(&organiser, &silent, wanted.clone()).await.is_empty());
    let log = organiser.log().await;
    assert!(log.iter().all(|entry| entry["data"]["told"].is_null()));
    assert_eq!(organiser.mails_left().await, left);
    // The event begins two days after it was made and lasts three hours.
    organiser
        .app
        .pass(2 * DAY + Duration::from_hours(3) - 2 * MINUTE);
    assert_eq!(remove(&organiser, &an, wanted.clone()).await.len(), 1);
    organiser.app.pass(MINUTE);
    assert!(remove(&organiser, &binh, wanted).await.is_empty());
}

#[tokio::test]
async fn a_calendar_that_another_guest_shares_keeps_the_event() {
    let shares = json!({ "email": "nha@example.vn", "sharesEmail": true });
    let (organiser, [an, binh, chi]) = with_guests(0, shares).await;
    let wanted = json!({ "sendMail": true });
    for guest in [&an, &binh] {
        let mails = remove(&organiser, guest, wanted.clone()).await;
        assert!(mails[0].attachments.is_empty(), "others still come");
    }
    let mails = remove(&organiser, &chi, wanted).await;
    assert!(calendar_of(&mails[0]).contains("METHOD:CANCEL"));
}

#[tokio::test]
async fn more_people_than_the_account_may_mail_are_neither_removed_nor_told() {
    let organiser = Organiser::with_mails(5_000).await;
    let most = usize::try_from(NEW_ACCOUNT_MAILS).unwrap();
    organiser.import_people(most + 1, false).await.data();
    let listed = organiser.call(Method::GET, "/ids", Value::Null).await;
    let ids = listed.data()["ids"].as_array().unwrap().clone();
    let ids: Vec<_> = ids.iter().map(|id| id.as_str().unwrap()).collect();
    let refused = organiser
        .bulk("delete", &ids, json!({ "sendMail": true }))
        .await;
    assert_eq!(refused.code(), 5003, "{}", refused.json);
    assert_eq!(
        organiser.registered().await,
        i64::try_from(ids.len()).unwrap()
    );
    assert!(organiser.app.run_jobs().await.is_empty());
    assert_eq!(organiser.mails_left().await, NEW_ACCOUNT_MAILS);
    let told = organiser
        .bulk("delete", &ids[..most], json!({ "sendMail": true }))
        .await;
    assert_eq!(told.data()["done"], most);
    assert_eq!(organiser.app.run_jobs().await.len(), most);
    assert_eq!(organiser.mails_left().await, 0);
    // Without mails the allowance does not matter.
    let silent = organiser
        .bulk("delete", &ids[most..], json!({ "sendMail": false }))
        .await;
    assert_eq!(silent.data()["done"], 1);
}
