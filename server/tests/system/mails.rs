//! The mail log has the outcome of each mail, and nothing of its content.

use std::time::Duration;

use hoi_mail::SendError;
use hoi_platform::mail_log;
use hoi_server::background;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

use super::Office;
use crate::auth::support::token_of;

const DAY: Duration = Duration::from_hours(24);

impl Office {
    /// An account forgets its password, and the mail is tried.
    async fn mail_link(&self, email: &str) {
        let body = json!({ "email": email });
        self.app
            .post("/api/auth/forget-password", body)
            .await
            .data();
    }

    async fn mails(&self, query: &str) -> Vec<Value> {
        self.items(&format!("/system/mails{query}")).await
    }
}

fn refusal(words: &str) -> SendError {
    SendError::Permanent(words.to_owned())
}

fn obstacle(words: &str) -> SendError {
    SendError::Temporary(words.to_owned())
}

#[tokio::test]
async fn a_mail_is_one_entry_from_its_first_attempt_to_its_last() {
    let office = Office::new().await;
    office.app.committee("lan").await;
    office.app.mails.fail_next(obstacle("451 try later"));
    office.mail_link("lan@hoi.example").await;
    assert!(office.mails("").await.is_empty(), "it was not tried yet");
    office.app.run_jobs().await;
    let [waiting] = office.mails("").await.try_into().unwrap();
    assert_eq!(waiting["recipient"], "lan@hoi.example");
    assert_eq!(waiting["template"], "reset_password");
    assert_eq!(waiting["state"], "waiting");
    assert_eq!(waiting["attempts"], 1);
    assert!(waiting["error"].as_str().unwrap().contains("451 try later"));

    office.app.pass(Duration::from_mins(1));
    let [mail] = office.app.run_jobs().await.try_into().unwrap();
    let [sent] = office.mails("").await.try_into().unwrap();
    assert_eq!(
        (&sent["id"], &sent["state"]),
        (&waiting["id"], &"sent".into())
    );
    assert_eq!(
        (&sent["attempts"], &sent["error"]),
        (&2.into(), &Value::Null)
    );
    assert_eq!(sent["createdAt"], waiting["createdAt"]);
    assert_ne!(sent["triedAt"], waiting["triedAt"]);
    let token = token_of(&mail, "/auth/reset-password/");
    assert!(!sent.to_string().contains(&token));
}

#[tokio::test]
async fn a_mail_that_is_given_up_stands_in_both_lists_until_it_is_tried_again() {
    let office = Office::new().await;
    office.app.committee("lan").await;
    let said = "554 spam <lan@hoi.example> https://hoi.example/auth/reset-password/geheim";
    office.app.mails.fail_next(refusal(said));
    office.mail_link("lan@hoi.example").await;
    office.app.run_jobs().await;
    let [given_up] = office.mails("?state=givenUp").await.try_into().unwrap();
    let error = given_up["error"].as_str().unwrap();
    assert!(error.contains("554 spam <address> <link>"), "{error}");
    let [dead] = office
        .items("/system/jobs?state=dead")
        .await
        .try_into()
        .unwrap();
    assert_eq!(dead["id"], given_up["id"]);
    assert_eq!(dead["kind"], "accounts.sendLink");

    let path = format!("/system/jobs/{}/retry", dead["id"].as_str().unwrap());
    assert_eq!(office.post(&path).await.data()["retried"], 1);
    assert!(office.mails("?state=givenUp").await.is_empty());
    assert_eq!(office.mails("?state=waiting").await.len(), 1);
    office.app.run_jobs().await;
    let [sent] = office.mails("?state=sent").await.try_into().unwrap();
    assert_eq!((&sent["id"], &sent["attempts"]), (&dead["id"], &2.into()));
}

#[tokio::test]
async fn the_log_is_searched_and_filtered() {
    let office = Office::new().await;
    office.app.committee("lan_1").await;
    office.app.committee("lanx1").await;
    office.mail_link("lan_1@hoi.example").await;
    office.mail_link("lanx1@hoi.example").await;
    office.app.run_jobs().await;
    assert_eq!(office.mails("?search=hoi.example").await.len(), 2);
    assert_eq!(office.mails("?search=LAN_1").await.len(), 1, "no wildcard");
    assert_eq!(office.mails("?template=reset_password").await.len(), 2);
    assert!(office.mails("?template=ticket").await.is_empty());
    assert_eq!(office.mails("?limit=1&page=2").await.len(), 1);
    assert_eq!(office.get("/system/mails?state=lost").await.code(), 5002);
}

#[tokio::test]
async fn an_entry_is_kept_for_ninety_days() {
    let office = Office::new().await;
    office.app.committee("lan").await;
    office.mail_link("lan@hoi.example").await;
    office.app.run_jobs().await;
    office.app.pass(90 * DAY);
    background::clean_up(&office.app.app).await;
    let kept = || mail_log::Entity::find().count(office.app.app.db.read());
    assert_eq!(kept().await.unwrap(), 1);
    office.app.pass(Duration::from_millis(1));
    background::clean_up(&office.app.app).await;
    assert_eq!(kept().await.unwrap(), 0);
}

/// The erasure of a person removes the jobs of the person's mails, also of those on their way.
#[tokio::test]
async fn a_mail_whose_job_is_gone_names_no_recipient() {
    let office = Office::new().await;
    office.app.verified("lan@b.vn").await;
    let job = hoi_community::accounts::SendLink {
        kind: hoi_community::accounts::TokenKind::ResetPassword,
        email: "lan@b.vn".to_owned(),
        link: hoi_platform::clock::new_id(),
    };
    let attempt = hoi_jobs::Attempt {
        job: hoi_platform::clock::new_id(),
        number: 1,
        due_at: office.app.app.clock.now(),
    };
    hoi_jobs::Job::run(&job, &office.app.app, attempt)
        .await
        .unwrap();
    let [sent] = office
        .mails("?template=reset_password")
        .await
        .try_into()
        .unwrap();
    assert_eq!(
        (&sent["recipient"], &sent["state"]),
        (&"".into(), &"sent".into())
    );
}
