//! The pace of sending, and the allowance of mails.

use std::collections::HashSet;
use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::{NEW_ACCOUNT_MAILS, charge_mails};
use hoi_organising::messages::{PER_TICK, TICK};
use hoi_platform::clock::new_id;
use hoi_ticketing::attendances::attendance;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use serde_json::{Value, json};

use super::support::{Mailing, recipients};

/// Adds `more` participants like `one`.
async fn multiply(mailing: &Mailing, one: &attendance::Model, more: usize) {
    let tx = mailing.app.app.db.write().await.unwrap();
    let rows = (0..more).map(|at| {
        let email = format!("copy{at}@example.vn");
        attendance::Model {
            id: new_id(),
            email: email.clone(),
            email_key: email,
            ticket_code: format!("C{at}"),
            payment_ref: format!("P{at}"),
            ..one.clone()
        }
    });
    let rows: Vec<_> = rows
        .map(|row| row.into_active_model().reset_all())
        .collect();
    for rows in rows.chunks(400) {
        attendance::Entity::insert_many(rows.to_vec())
            .exec_without_returning(&tx)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn the_mails_of_an_event_leave_at_an_even_pace() {
    let mailing = Mailing::with_guests(1).await;
    let one = attendance::Entity::find();
    let one = one.one(mailing.app.app.db.read()).await.unwrap().unwrap();
    multiply(&mailing, &one, 29).await;
    let (first, second) = (
        mailing.write(json!({ "kind": "all" })).await,
        mailing.write(json!({ "kind": "all" })).await,
    );
    mailing.send(&first).await;
    mailing.send(&second).await;
    let mut seen = HashSet::new();
    for expected in [20, 20, 20, 0] {
        let mails = mailing.app.run_jobs().await;
        assert_eq!(recipients(&mails).len(), expected);
        for mail in mails {
            assert!(seen.insert(mail.message_id), "written to twice");
        }
        // No mail is sent before the pause is over, however many jobs ask.
        mailing.app.pass(TICK - Duration::from_millis(1));
        assert!(mailing.app.run_jobs().await.is_empty());
        mailing.app.pass(Duration::from_millis(1));
    }
    assert_eq!(seen.len(), 60);
    for id in [first, second] {
        assert_eq!(mailing.show(&id).await["status"], "sent");
    }
}

#[tokio::test]
async fn another_event_does_not_wait() {
    let mailing = Mailing::with_guests(20).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    mailing.app.run_jobs().await;
    let other = Mailing {
        event: mailing.app.open_event(&mailing.owner, 5).await,
        ..mailing
    };
    other.guest("x").await;
    let id = other.write(json!({ "kind": "all" })).await;
    other.send(&id).await;
    assert_eq!(recipients(&other.app.run_jobs().await), ["x"]);
}

/// More recipients than the rows of one transaction.
#[tokio::test]
async fn every_participant_of_a_congress_gets_the_message() {
    let mailing = Mailing::with_guests(1).await;
    let one = attendance::Entity::find();
    let one = one.one(mailing.app.app.db.read()).await.unwrap().unwrap();
    multiply(&mailing, &one, 2_099).await;
    mailing.app.allow_mails(&mailing.owner, Some(2_100)).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    let answer = mailing.send(&id).await;
    assert_eq!(answer.data()["deliveries"]["total"], 2_100);
    assert_eq!(answer.data()["deliveries"]["waiting"], 2_100);
    let mails = mailing.app.run_jobs().await;
    assert_eq!(u64::try_from(mails.len()).unwrap(), PER_TICK);
    let page = format!("/{id}/deliveries?limit=100&page=21");
    let page = mailing.call(Method::GET, &page, Value::Null).await;
    assert_eq!(page.data()["total"], 2_100);
    assert_eq!(page.data()["items"].as_array().unwrap().len(), 100);
    let counts = json!({ "total": 2_100, "waiting": 2_080, "sent": 20, "failed": 0, "skipped": 0 });
    assert_eq!(mailing.show(&id).await["deliveries"], counts);
}

/// Uses up this many mails of the account's allowance.
async fn used(mailing: &Mailing, mails: u64) {
    let now = mailing.app.app.clock.now();
    let tx = mailing.app.app.db.write().await.unwrap();
    charge_mails(&tx, mailing.owner.id, mails, now)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn an_account_writes_to_so_many_people_a_day() {
    let mailing = Mailing::with_guests(3).await;
    used(&mailing, NEW_ACCOUNT_MAILS - 2).await;
    let count = mailing.call(Method::GET, "/count?segment=all", Value::Null);
    assert_eq!(count.await.data()["leftToday"], 2);
    let id = mailing.write(json!({ "kind": "all" })).await;
    let refused = mailing.send(&id).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 409));
    let said = refused.json["messages"][0].as_str().unwrap();
    assert!(said.contains("3 thư"), "{said}");
    assert!(said.contains("2 thư (tối đa 200 thư một ngày)"), "{said}");
    assert!(said.contains("sau 24 giờ"), "{said}");
    assert_eq!(mailing.show(&id).await["status"], "draft");
    // The allowance is shared by all events of the account.
    let other = Mailing {
        event: mailing.app.open_event(&mailing.owner, 5).await,
        ..mailing
    };
    for name in ["x", "y", "z"] {
        other.guest(name).await;
    }
    let elsewhere = other.write(json!({ "kind": "all" })).await;
    assert_eq!(other.send(&elsewhere).await.code(), 5003);
    other.app.pass(Duration::from_hours(24));
    assert_eq!(other.send(&elsewhere).await.code(), 2000);
}

#[tokio::test]
async fn a_scheduled_message_that_is_too_much_at_its_time_is_a_draft_again() {
    let mailing = Mailing::with_guests(3).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    let hour = Duration::from_hours(1);
    let at = mailing.app.app.clock.now().plus(hour);
    assert_eq!(mailing.schedule(&id, at).await.code(), 2000);
    used(&mailing, NEW_ACCOUNT_MAILS).await;
    mailing.app.pass(hour);
    assert!(mailing.app.run_jobs().await.is_empty());
    let message = mailing.show(&id).await;
    assert_eq!(message["status"], "draft");
    assert_eq!(message["problem"], "dailyLimit");
    assert_eq!(message["sendAt"], Value::Null);
    assert_eq!(mailing.log().await.last().unwrap(), "message.heldBack");
    let stopped = async || mailing.app.todo(&mailing.owner, mailing.event).await["stopped"].clone();
    assert_eq!(stopped().await, json!([id]));
    mailing.app.pass(Duration::from_hours(24));
    assert_eq!(mailing.send(&id).await.code(), 2000);
    assert_eq!(stopped().await, json!([]));
    assert_eq!(recipients(&mailing.app.run_jobs().await).len(), 3);
    assert_eq!(mailing.show(&id).await["problem"], Value::Null);
}

#[tokio::test]
async fn a_message_without_recipients_is_not_sent() {
    let mailing = Mailing::with_guests(1).await;
    let id = mailing.write(json!({ "kind": "vip" })).await;
    assert_eq!(mailing.send(&id).await.code(), 5008);
    mailing.vip("v").await;
    assert_eq!(mailing.send(&id).await.code(), 2000);
}
