//! The pace of sending, and the allowance of mails.

use std::collections::HashSet;
use std::time::Duration;

use axum::http::Method;
use hoi_server::accounts::{NEW_ACCOUNT_MAILS, charge_mails};
use hoi_server::clock::new_id;
use hoi_server::messages::{PER_TICK, TICK};
use hoi_server::registration::entity::attendance;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use serde_json::{Value, json};

use super::{Desk, recipients};

/// Adds `more` participants like `one`.
async fn multiply(desk: &Desk, one: &attendance::Model, more: usize) {
    let tx = desk.app.app.db.write().await.unwrap();
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
    let desk = Desk::with_guests(1).await;
    let one = attendance::Entity::find();
    let one = one.one(desk.app.app.db.read()).await.unwrap().unwrap();
    multiply(&desk, &one, 29).await;
    let (first, second) = (
        desk.write(json!({ "kind": "all" })).await,
        desk.write(json!({ "kind": "all" })).await,
    );
    desk.send(&first).await;
    desk.send(&second).await;
    let mut seen = HashSet::new();
    for expected in [20, 20, 20, 0] {
        let mails = desk.app.run_jobs().await;
        assert_eq!(recipients(&mails).len(), expected);
        for mail in mails {
            assert!(seen.insert(mail.message_id), "written to twice");
        }
        // No mail is sent before the pause is over, however many jobs ask.
        desk.app.pass(TICK - Duration::from_millis(1));
        assert!(desk.app.run_jobs().await.is_empty());
        desk.app.pass(Duration::from_millis(1));
    }
    assert_eq!(seen.len(), 60);
    for id in [first, second] {
        assert_eq!(desk.show(&id).await["status"], "sent");
    }
}

#[tokio::test]
async fn another_event_does_not_wait() {
    let desk = Desk::with_guests(20).await;
    let id = desk.write(json!({ "kind": "all" })).await;
    desk.send(&id).await;
    desk.app.run_jobs().await;
    let other = Desk {
        event: desk.app.open_event(&desk.owner, 5).await,
        ..desk
    };
    other.guest("x").await;
    let id = other.write(json!({ "kind": "all" })).await;
    other.send(&id).await;
    assert_eq!(recipients(&other.app.run_jobs().await), ["x"]);
}

/// More recipients than the rows of one transaction.
#[tokio::test]
async fn nobody_of_a_congress_is_forgotten() {
    let desk = Desk::with_guests(1).await;
    let one = attendance::Entity::find();
    let one = one.one(desk.app.app.db.read()).await.unwrap().unwrap();
    multiply(&desk, &one, 2_099).await;
    desk.app.allow_mails(&desk.owner, Some(2_100)).await;
    let id = desk.write(json!({ "kind": "all" })).await;
    let answer = desk.send(&id).await;
    assert_eq!(answer.data()["deliveries"]["total"], 2_100);
    assert_eq!(answer.data()["deliveries"]["waiting"], 2_100);
    let mails = desk.app.run_jobs().await;
    assert_eq!(u64::try_from(mails.len()).unwrap(), PER_TICK);
    let page = format!("/{id}/deliveries?limit=100&page=21");
    let page = desk.call(Method::GET, &page, Value::Null).await;
    assert_eq!(page.data()["total"], 2_100);
    assert_eq!(page.data()["items"].as_array().unwrap().len(), 100);
    let counts = json!({ "total": 2_100, "waiting": 2_080, "sent": 20, "failed": 0, "skipped": 0 });
    assert_eq!(desk.show(&id).await["deliveries"], counts);
}

/// Uses up this many mails of the account's allowance.
async fn used(desk: &Desk, mails: u64) {
    let now = desk.app.app.clock.now();
    let tx = desk.app.app.db.write().await.unwrap();
    charge_mails(&tx, desk.owner.id, mails, now).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn an_account_writes_to_so_many_people_a_day() {
    let desk = Desk::with_guests(3).await;
    used(&desk, NEW_ACCOUNT_MAILS - 2).await;
    let count = desk.call(Method::GET, "/count?segment=all", Value::Null);
    assert_eq!(count.await.data()["leftToday"], 2);
    let id = desk.write(json!({ "kind": "all" })).await;
    let refused = desk.send(&id).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 409));
    let said = refused.json["messages"][0].as_str().unwrap();
    assert!(said.contains("3 thư"), "{said}");
    assert!(said.contains("2 thư (tối đa 200 thư một ngày)"), "{said}");
    assert!(said.contains("sau 24 giờ"), "{said}");
    assert_eq!(desk.show(&id).await["status"], "draft");
    // The allowance is shared by all events of the account.
    let other = Desk {
        event: desk.app.open_event(&desk.owner, 5).await,
        ..desk
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
    let desk = Desk::with_guests(3).await;
    let id = desk.write(json!({ "kind": "all" })).await;
    let hour = Duration::from_hours(1);
    let at = desk.app.app.clock.now().plus(hour);
    assert_eq!(desk.schedule(&id, at).await.code(), 2000);
    used(&desk, NEW_ACCOUNT_MAILS).await;
    desk.app.pass(hour);
    assert!(desk.app.run_jobs().await.is_empty());
    let message = desk.show(&id).await;
    assert_eq!(message["status"], "draft");
    assert_eq!(message["problem"], "dailyLimit");
    assert_eq!(message["sendAt"], Value::Null);
    assert_eq!(desk.log().await.last().unwrap(), "message.heldBack");
    desk.app.pass(Duration::from_hours(24));
    assert_eq!(desk.send(&id).await.code(), 2000);
    assert_eq!(recipients(&desk.app.run_jobs().await).len(), 3);
    assert_eq!(desk.show(&id).await["problem"], Value::Null);
}

#[tokio::test]
async fn a_message_for_nobody_is_not_sent() {
    let desk = Desk::with_guests(1).await;
    let id = desk.write(json!({ "kind": "vip" })).await;
    assert_eq!(desk.send(&id).await.code(), 5008);
    desk.vip("v").await;
    assert_eq!(desk.send(&id).await.code(), 2000);
}
