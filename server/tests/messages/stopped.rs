//! Reasons why a mail is not sent after its message was sent, and how interrupted messages resume.

use std::time::Duration;

use hoi_community::accounts::entity::user;
use hoi_organising::messages::OVERDUE;
use hoi_server::background;
use hoi_ticketing::attendances::{PaymentStatus, attendance};
use hoi_ticketing::registration::NewRegistration;
use sea_orm::{ActiveModelTrait, EntityTrait, Set};
use serde_json::json;

use super::support::{Mailing, recipients};

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn cancelling_the_event_stops_what_waits() {
    let mailing = Mailing::with_guests(25).await;
    let scheduled = mailing.write(json!({ "kind": "all" })).await;
    mailing
        .schedule(&scheduled, mailing.app.app.clock.now().plus(HOUR))
        .await;
    let running = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&running).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await).len(), 20);
    mailing.cancel_event().await;
    let message = mailing.show(&scheduled).await;
    assert_eq!(message["status"], "cancelled");
    assert_eq!(message["problem"], "eventCancelled");
    mailing.app.pass(HOUR);
    assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    let message = mailing.show(&running).await;
    assert_eq!(message["status"], "cancelled");
    let counts = json!({ "total": 25, "waiting": 0, "sent": 20, "failed": 0, "skipped": 5 });
    assert_eq!(message["deliveries"], counts);
    let skipped = mailing.deliveries(&running, "?state=skipped").await;
    assert_eq!(skipped.len(), 5);
    assert_eq!(skipped[0]["reason"], "eventCancelled");
}

#[tokio::test]
async fn a_participant_who_left_meanwhile_is_skipped() {
    let mailing = Mailing::with_guests(20).await;
    let gone = mailing.guest("gone").await;
    let silent = mailing.guest("silent").await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await).len(), 20);
    mailing.remove(gone.id).await;
    mailing
        .change(attendance::ActiveModel {
            id: Set(silent.id),
            email: Set(String::new()),
            ..Default::default()
        })
        .await;
    mailing.app.pass(Duration::from_secs(5));
    assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    let skipped = mailing.deliveries(&id, "?state=skipped").await;
    let reasons: Vec<_> = skipped.iter().map(|one| one["reason"].clone()).collect();
    assert_eq!(reasons, ["removed", "noEmail"]);
    assert_eq!(skipped[0]["fullName"], "Trần gone");
    assert_eq!(mailing.show(&id).await["status"], "sent");
}

/// 21 participants get a reminder, so one of them waits for the next mails and pays meanwhile.
#[tokio::test]
async fn a_participant_who_has_paid_meanwhile_is_not_reminded() {
    let mailing = Mailing::with_payment().await;
    let class = mailing
        .app
        .ticket(mailing.event, "Có phí", 100_000, -1)
        .await;
    let mut last = None;
    for at in 0..21 {
        let name = format!("g{at}");
        let person = NewRegistration {
            ticket_id: Some(class),
            ..mailing.new_registration(&name)
        };
        last = Some(mailing.registered(person).await.id);
    }
    let id = mailing.write(json!({ "kind": "unpaid" })).await;
    mailing.send(&id).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await).len(), 20);
    mailing
        .change(attendance::ActiveModel {
            id: Set(last.unwrap()),
            payment_status: Set(PaymentStatus::Paid),
            ..Default::default()
        })
        .await;
    not_any_more(&mailing, &id).await;
}

#[tokio::test]
async fn a_participant_who_has_come_in_meanwhile_is_not_called() {
    let mailing = Mailing::with_guests(20).await;
    let last = mailing.guest("last").await;
    let id = mailing.write(json!({ "kind": "notCheckedIn" })).await;
    mailing.send(&id).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await).len(), 20);
    mailing.app.set_checked_in(last.id, true).await;
    not_any_more(&mailing, &id).await;
}

async fn not_any_more(mailing: &Mailing, id: &str) {
    mailing.app.pass(Duration::from_secs(5));
    assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    let skipped = mailing.deliveries(id, "?state=skipped").await;
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0]["reason"], "notAnyMore");
    assert_eq!(mailing.show(id).await["status"], "sent");
}

#[tokio::test]
async fn while_the_owner_is_suspended_nothing_leaves() {
    let mailing = Mailing::with_guests(25).await;
    let scheduled = mailing.write(json!({ "kind": "all" })).await;
    let running = mailing.write(json!({ "kind": "all" })).await;
    let at = mailing.app.app.clock.now().plus(HOUR);
    mailing.schedule(&scheduled, at).await;
    mailing.send(&running).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await).len(), 20);
    set_active(&mailing, false).await;
    for _ in 0..3 {
        mailing.app.pass(HOUR);
        background::clean_up(&mailing.app.app).await;
        assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    }
    set_active(&mailing, true).await;
    assert_eq!(mailing.show(&scheduled).await["status"], "scheduled");
    background::clean_up(&mailing.app.app).await;
    let mut left = Vec::new();
    for _ in 0..3 {
        left.extend(recipients(&mailing.app.run_jobs().await));
        mailing.app.pass(Duration::from_secs(5));
    }
    assert_eq!(left.len(), 5 + 25);
    for id in [scheduled, running] {
        assert_eq!(mailing.show(&id).await["deliveries"]["sent"], 25);
    }
}

async fn set_active(mailing: &Mailing, is_active: bool) {
    let tx = mailing.app.app.db.write().await.unwrap();
    let change = user::ActiveModel {
        id: Set(mailing.owner.id),
        is_active: Set(is_active),
        ..Default::default()
    };
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn lose_jobs(mailing: &Mailing) {
    let tx = mailing.app.app.db.write().await.unwrap();
    hoi_jobs::entity::Entity::delete_many()
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_scheduled_message_whose_job_was_lost_leaves_late() {
    let mailing = Mailing::with_guests(1).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing
        .schedule(&id, mailing.app.app.clock.now().plus(HOUR))
        .await;
    lose_jobs(&mailing).await;
    // Its job may be running.
    mailing.app.pass(HOUR + OVERDUE);
    background::clean_up(&mailing.app.app).await;
    assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    mailing.app.pass(Duration::from_millis(1));
    background::clean_up(&mailing.app.app).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await), ["g0"]);
    assert_eq!(mailing.show(&id).await["status"], "sent");
}

#[tokio::test]
async fn a_message_whose_jobs_were_lost_goes_on() {
    let mailing = Mailing::with_guests(1).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    lose_jobs(&mailing).await;
    assert!(mailing.app.run_jobs().await.is_empty());
    background::clean_up(&mailing.app.app).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await), ["g0"]);
    assert_eq!(mailing.show(&id).await["status"], "sent");
}
