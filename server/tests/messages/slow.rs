//! Slow mail servers, and a database that fails after mails were sent.

use std::time::Duration;

use hoi_jobs::Lane;
use hoi_mail::SendError;
use hoi_organising::messages::{AT_ONCE, TICK};
use sea_orm::{ConnectionTrait, EntityTrait};
use serde_json::json;

use super::mail_server::{DELAY, MailServer};
use super::support::Mailing;
use crate::support::TestApp;

#[tokio::test]
async fn a_mail_server_gets_a_few_mails_at_a_time() {
    let (server, address) = MailServer::start().await;
    let mailing = Mailing::of(TestApp::mailing_to(address).await).await;
    mailing.invite(20).await;
    let before = server.taken();
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    mailing.app.run_jobs().await;
    assert_eq!(server.taken() - before, 20);
    assert_eq!(server.most(), Lane::Bulk.slots());
    assert_eq!(mailing.show(&id).await["deliveries"]["sent"], 20);
}

#[tokio::test]
async fn no_more_mails_are_begun_than_a_slow_server_takes() {
    let mailing = Mailing::with_guests(100).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    for _ in 0..20 {
        for _ in 0..20 {
            let busy = SendError::Temporary("451 4.3.2 busy".to_owned());
            mailing.app.mails.fail_next(busy);
        }
        mailing.app.run_jobs().await;
        mailing.app.pass(TICK);
    }
    let jobs = hoi_jobs::entity::Entity::find().all(mailing.app.app.db.read());
    let jobs = jobs.await.unwrap();
    let mails = jobs.iter().filter(|job| job.name == "messages.mailMessage");
    assert_eq!(u64::try_from(mails.count()).unwrap(), AT_ONCE);
}

/// The database fails while the mails are being sent, and again when their results are first recorded.
#[tokio::test]
async fn sent_mails_are_not_sent_again_when_the_database_was_away() {
    let (server, address) = MailServer::start().await;
    let mailing = Mailing::of(TestApp::mailing_to(address).await).await;
    mailing.invite(3).await;
    let before = server.taken();
    let id = mailing.write(json!({ "kind": "all" })).await;
    let held = server.hold().await;
    mailing.send(&id).await;
    let away = async {
        server.arrivals(3).await;
        rename(&mailing, "message_delivery", "away").await;
        drop(held);
        tokio::time::sleep(4 * DELAY).await;
        assert_eq!(server.taken() - before, 3);
        rename(&mailing, "away", "message_delivery").await;
    };
    tokio::join!(mailing.app.run_jobs(), away);
    assert_eq!(mailing.show(&id).await["deliveries"]["sent"], 3);
    mailing.app.pass(Duration::from_hours(1));
    mailing.app.run_jobs().await;
    assert_eq!(server.taken() - before, 3);
    assert_eq!(mailing.show(&id).await["status"], "sent");
}

async fn rename(mailing: &Mailing, from: &str, to: &str) {
    let tx = mailing.app.app.db.write().await.unwrap();
    let statement = format!("alter table {from} rename to {to}");
    tx.execute_unprepared(&statement).await.unwrap();
    tx.commit().await.unwrap();
}
