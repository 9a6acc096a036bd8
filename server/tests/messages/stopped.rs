//! Reasons why a mail is not sent after its message was sent, and how interrupted messages resume.

use std::time::Duration;

use hoi_server::accounts::entity::user;
use hoi_server::attendances::{PaymentStatus, attendance};
use hoi_server::background;
use hoi_server::messages::OVERDUE;
use hoi_server::registration::NewRegistration;
use sea_orm::{ActiveModelTrait, EntityTrait, Set};
use serde_json::json;

use super::{Desk, recipients};

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn cancelling_the_event_stops_what_waits() {
    let desk = Desk::with_guests(25).await;
    let scheduled = desk.write(json!({ "kind": "all" })).await;
    desk.schedule(&scheduled, desk.app.app.clock.now().plus(HOUR))
        .await;
    let running = desk.write(json!({ "kind": "all" })).await;
    desk.send(&running).await;
    assert_eq!(recipients(&desk.app.run_jobs().await).len(), 20);
    desk.cancel_event().await;
    let message = desk.show(&scheduled).await;
    assert_eq!(message["status"], "cancelled");
    assert_eq!(message["problem"], "eventCancelled");
    desk.app.pass(HOUR);
    assert!(recipients(&desk.app.run_jobs().await).is_empty());
    let message = desk.show(&running).await;
    assert_eq!(message["status"], "cancelled");
    let counts = json!({ "total": 25, "waiting": 0, "sent": 20, "failed": 0, "skipped": 5 });
    assert_eq!(message["deliveries"], counts);
    let skipped = desk.deliveries(&running, "?state=skipped").await;
    assert_eq!(skipped.len(), 5);
    assert_eq!(skipped[0]["reason"], "eventCancelled");
}

#[tokio::test]
async fn whoever_left_meanwhile_is_skipped() {
    let desk = Desk::with_guests(20).await;
    let gone = desk.guest("gone").await;
    let silent = desk.guest("silent").await;
    let id = desk.write(json!({ "kind": "all" })).await;
    desk.send(&id).await;
    assert_eq!(recipients(&desk.app.run_jobs().await).len(), 20);
    desk.remove(gone.id).await;
    desk.change(attendance::ActiveModel {
        id: Set(silent.id),
        email: Set(String::new()),
        ..Default::default()
    })
    .await;
    desk.app.pass(Duration::from_secs(5));
    assert!(recipients(&desk.app.run_jobs().await).is_empty());
    let skipped = desk.deliveries(&id, "?state=skipped").await;
    let reasons: Vec<_> = skipped.iter().map(|one| one["reason"].clone()).collect();
    assert_eq!(reasons, ["removed", "noEmail"]);
    assert_eq!(skipped[0]["fullName"], "Trần gone");
    assert_eq!(desk.show(&id).await["status"], "sent");
}

/// 21 people get a reminder, so one of them has to wait for the next mails and meanwhile does what the reminder is
/// about.
#[tokio::test]
async fn whoever_has_paid_meanwhile_is_not_reminded() {
    let desk = Desk::with_payment().await;
    let class = desk.app.ticket(desk.event, "Có phí", 100_000, -1).await;
    let mut last = None;
    for at in 0..21 {
        let name = format!("g{at}");
        let person = NewRegistration {
            ticket_id: Some(class),
            ..desk.new_registration(&name)
        };
        last = Some(desk.registered(person).await.id);
    }
    let id = desk.write(json!({ "kind": "unpaid" })).await;
    desk.send(&id).await;
    assert_eq!(recipients(&desk.app.run_jobs().await).len(), 20);
    desk.change(attendance::ActiveModel {
        id: Set(last.unwrap()),
        payment_status: Set(PaymentStatus::Paid),
        ..Default::default()
    })
    .await;
    not_any_more(&desk, &id).await;
}

#[tokio::test]
async fn whoever_has_come_in_meanwhile_is_not_called() {
    let desk = Desk::with_guests(20).await;
    let last = desk.guest("last").await;
    let id = desk.write(json!({ "kind": "notCheckedIn" })).await;
    desk.send(&id).await;
    assert_eq!(recipients(&desk.app.run_jobs().await).len(), 20);
    desk.check_in(last.id).await;
    not_any_more(&desk, &id).await;
}

async fn not_any_more(desk: &Desk, id: &str) {
    desk.app.pass(Duration::from_secs(5));
    assert!(recipients(&desk.app.run_jobs().await).is_empty());
    let skipped = desk.deliveries(id, "?state=skipped").await;
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0]["reason"], "notAnyMore");
    assert_eq!(desk.show(id).await["status"], "sent");
}

#[tokio::test]
async fn while_the_owner_is_suspended_nothing_leaves() {
    let desk = Desk::with_guests(25).await;
    let scheduled = desk.write(json!({ "kind": "all" })).await;
    let running = desk.write(json!({ "kind": "all" })).await;
    let at = desk.app.app.clock.now().plus(HOUR);
    desk.schedule(&scheduled, at).await;
    desk.send(&running).await;
    assert_eq!(recipients(&desk.app.run_jobs().await).len(), 20);
    set_active(&desk, false).await;
    for _ in 0..3 {
        desk.app.pass(HOUR);
        background::clean_up(&desk.app.app).await;
        assert!(recipients(&desk.app.run_jobs().await).is_empty());
    }
    set_active(&desk, true).await;
    assert_eq!(desk.show(&scheduled).await["status"], "scheduled");
    background::clean_up(&desk.app.app).await;
    let mut left = Vec::new();
    for _ in 0..3 {
        left.extend(recipients(&desk.app.run_jobs().await));
        desk.app.pass(Duration::from_secs(5));
    }
    assert_eq!(left.len(), 5 + 25);
    for id in [scheduled, running] {
        assert_eq!(desk.show(&id).await["deliveries"]["sent"], 25);
    }
}

async fn set_active(desk: &Desk, is_active: bool) {
    let tx = desk.app.app.db.write().await.unwrap();
    let change = user::ActiveModel {
        id: Set(desk.owner.id),
        is_active: Set(is_active),
        ..Default::default()
    };
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn lose_jobs(desk: &Desk) {
    let tx = desk.app.app.db.write().await.unwrap();
    hoi_jobs::entity::Entity::delete_many()
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_scheduled_message_whose_job_was_lost_leaves_late() {
    let desk = Desk::with_guests(1).await;
    let id = desk.write(json!({ "kind": "all" })).await;
    desk.schedule(&id, desk.app.app.clock.now().plus(HOUR))
        .await;
    lose_jobs(&desk).await;
    // Its job may be running.
    desk.app.pass(HOUR + OVERDUE);
    background::clean_up(&desk.app.app).await;
    assert!(recipients(&desk.app.run_jobs().await).is_empty());
    desk.app.pass(Duration::from_millis(1));
    background::clean_up(&desk.app.app).await;
    assert_eq!(recipients(&desk.app.run_jobs().await), ["g0"]);
    assert_eq!(desk.show(&id).await["status"], "sent");
}

#[tokio::test]
async fn a_message_whose_jobs_were_lost_goes_on() {
    let desk = Desk::with_guests(1).await;
    let id = desk.write(json!({ "kind": "all" })).await;
    desk.send(&id).await;
    lose_jobs(&desk).await;
    assert!(desk.app.run_jobs().await.is_empty());
    background::clean_up(&desk.app.app).await;
    assert_eq!(recipients(&desk.app.run_jobs().await), ["g0"]);
    assert_eq!(desk.show(&id).await["status"], "sent");
}
