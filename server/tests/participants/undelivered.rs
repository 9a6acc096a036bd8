//! Mails that were given up: the organiser sees the recipients, and has the mails sent again.

use std::time::Duration;

use axum::http::Method;
use hoi_mail::SendError;
use hoi_platform::version::ProgramVersion;
use serde_json::{Value, json};

use super::support::Organiser;

#[tokio::test]
async fn a_ticket_that_is_refused_is_told_and_can_be_sent_again() {
    let organiser = Organiser::with_mails(10).await;
    assert_eq!(organiser.undelivered().await["total"], 0);
    assert_eq!(organiser.resend_undelivered().await, 5008);
    organiser
        .app
        .mails
        .fail_next(SendError::Permanent("550 5.1.1 no such user".to_owned()));
    assert_eq!(organiser.add("Hoa", json!({})).await.code(), 2000);
    assert_eq!(organiser.add("Lan", json!({})).await.code(), 2000);
    assert_eq!(organiser.app.run_jobs().await.len(), 1);
    let failed = organiser.undelivered().await;
    assert_eq!(failed["total"], 1);
    let one = &failed["items"][0];
    assert_eq!(
        (&one["kind"], &one["reason"]),
        (&json!("ticket"), &json!("refused"))
    );
    assert_eq!(organiser.health().await["deadLetters"], 1);
    assert_eq!(organiser.resend_undelivered().await, 2000);
    assert_eq!(organiser.undelivered().await["total"], 0);
    let mails = organiser.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(
        mails[0].to.email.to_string(),
        one["email"].as_str().unwrap()
    );
    assert_eq!(organiser.health().await["deadLetters"], 0);
    let log = organiser.log().await;
    assert_eq!(log[0]["action"], "participant.resent");
}

#[tokio::test]
async fn a_guest_without_an_address_is_no_failed_mail() {
    let organiser = Organiser::with_mails(10).await;
    let added = organiser.add("Hoa", json!({ "email": "" })).await;
    assert_eq!(added.code(), 2000, "{}", added.json);
    assert!(organiser.app.run_jobs().await.is_empty());
    assert_eq!(organiser.undelivered().await["total"], 0);
    assert_eq!(organiser.health().await["deadLetters"], 0);
}

#[tokio::test]
async fn an_outage_ends_when_the_server_refuses_a_single_mail() {
    let organiser = Organiser::with_mails(10).await;
    let mails = &organiser.app.mails;
    assert_eq!(organiser.add("Hoa", json!({})).await.code(), 2000);
    mails.fail_next(SendError::Outage("connection refused".to_owned()));
    assert!(organiser.app.run_jobs().await.is_empty());
    assert_eq!(organiser.health().await["mail"], false);
    organiser.app.pass(Duration::from_secs(11));
    // A server that refuses a recipient works.
    mails.fail_next(SendError::Permanent("550 5.1.1 no such user".to_owned()));
    organiser.app.run_jobs().await;
    assert_eq!(organiser.health().await["mail"], true);
    assert_eq!(organiser.undelivered().await["total"], 1);
    assert_eq!(organiser.add("Lan", json!({})).await.code(), 2000);
    assert_eq!(
        organiser.app.run_jobs().await.len(),
        1,
        "no other mail waits"
    );
}

#[tokio::test]
async fn a_ticket_is_tried_for_four_days_before_it_is_told() {
    let organiser = Organiser::with_mails(10).await;
    assert_eq!(organiser.add("Hoa", json!({})).await.code(), 2000);
    let hour = Duration::from_hours(1);
    for at in 0..100 {
        for _ in 0..2 {
            let full = SendError::Temporary("452 4.2.2 mailbox full".to_owned());
            organiser.app.mails.fail_next(full);
        }
        assert!(organiser.app.run_jobs().await.is_empty());
        organiser.app.mails.works_again();
        let total = &organiser.undelivered().await["total"];
        if at <= 92 {
            assert_eq!(*total, 0, "after {at} h");
        }
        organiser.app.pass(hour);
    }
    let failed = organiser.undelivered().await;
    assert_eq!(failed["items"][0]["reason"], "unreachable");
}

#[tokio::test]
async fn sending_a_ticket_again_by_itself_settles_it_too() {
    let organiser = Organiser::with_mails(10).await;
    let refused = SendError::Permanent("550 5.1.1 no such user".to_owned());
    organiser.app.mails.fail_next(refused);
    let added = organiser.add("Hoa", json!({})).await;
    organiser.app.run_jobs().await;
    assert_eq!(organiser.undelivered().await["total"], 1);
    organiser.app.pass(Duration::from_mins(1));
    let path = format!("/{}/resend", super::support::id_of(&added));
    let again = organiser.call(Method::POST, &path, Value::Null).await;
    assert_eq!(again.code(), 2000);
    assert_eq!(organiser.undelivered().await["total"], 0);
    assert_eq!(organiser.app.run_jobs().await.len(), 1);
}

#[tokio::test]
async fn administrators_learn_that_no_mail_leaves_and_strangers_only_whether() {
    let organiser = Organiser::with_mails(10).await;
    let admin = organiser.app.admin().await;
    let denied = SendError::Outage("554 5.7.1 relay denied".to_owned());
    organiser.app.mails.fail_next(denied);
    organiser.add("Hoa", json!({})).await;
    let ask = || async {
        let request = organiser.app.request(Method::GET, "/api/health/mail");
        let token = organiser.app.fresh_token(&admin);
        request.bearer(&token).send().await.data().clone()
    };
    assert_eq!(ask().await["pausedSince"], Value::Null);
    organiser.app.run_jobs().await;
    let state = ask().await;
    assert_eq!(state["pausedSince"], json!(crate::support::START));
    let reason = state["reason"].as_str().unwrap();
    assert!(reason.contains("relay denied"), "{reason}");
    let mut told = serde_json::to_value(ProgramVersion::current()).unwrap();
    told["database"] = json!(true);
    told["space"] = json!(true);
    told["mail"] = json!(false);
    told["deadLetters"] = json!(0);
    told["stopping"] = json!(false);
    assert_eq!(organiser.health().await, told);
    organiser.app.pass(Duration::from_secs(10));
    assert_eq!(organiser.app.run_jobs().await.len(), 1);
    assert_eq!(ask().await["pausedSince"], Value::Null);
    assert_eq!(organiser.health().await["mail"], true);
}
