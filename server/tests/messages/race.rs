//! With two servers and jobs that run twice, no recipient is mailed twice. The control takes recipients without
//! advancing them, and must find the same ones twice.

use std::collections::HashMap;

use futures::future::join_all;
use hoi_organising::messages::entity::delivery;
use hoi_organising::messages::{DeliveryState, PER_TICK, SendMails, TICK};
use hoi_server::background;
use hoi_ticketing::registration::AppWithDesk;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::json;

use super::support::Mailing;

const GUESTS: usize = 30;

/// Returns the servers: two on `PostgreSQL`; `SQLite` allows one, which then works twice at once.
async fn servers(mailing: &Mailing) -> Vec<AppWithDesk> {
    let second = mailing.app.second_server().await;
    let second = second.map_or_else(
        |_| mailing.app.server.clone(),
        |second| second.server.clone(),
    );
    vec![mailing.app.server.clone(), second]
}

async fn started() -> (Mailing, String) {
    let mailing = Mailing::with_guests(GUESTS).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    assert_eq!(mailing.send(&id).await.code(), 2000);
    (mailing, id)
}

#[tokio::test]
async fn two_servers_write_to_everyone_once() {
    let (mailing, id) = started().await;
    let servers = servers(&mailing).await;
    let mut copies: HashMap<String, usize> = HashMap::new();
    for _ in 0..4 {
        // Far more jobs than there should be.
        let now = mailing.app.app.clock.now();
        let tx = mailing.app.app.db.write().await.unwrap();
        let jobs: Vec<_> = (0..10)
            .map(|_| SendMails {
                event: mailing.event,
            })
            .collect();
        hoi_jobs::enqueue_all(&tx, &jobs, now).await.unwrap();
        tx.commit().await.unwrap();
        let running = servers.iter().map(|app| async move {
            let runner = background::runner(&app.app);
            runner.run_due(app, now).await.unwrap();
        });
        join_all(running).await;
        let mails = mailing.app.mails.take();
        assert!(u64::try_from(mails.len()).unwrap() <= PER_TICK);
        for mail in mails {
            *copies.entry(mail.message_id).or_default() += 1;
        }
        mailing.app.pass(TICK);
    }
    assert_eq!(copies.len(), GUESTS);
    assert!(copies.values().all(|copies| *copies == 1));
    let message = mailing.show(&id).await;
    assert_eq!(message["status"], "sent");
    assert_eq!(message["deliveries"]["sent"], GUESTS);
}

#[tokio::test]
async fn without_taking_them_two_servers_find_the_same_people() {
    let (mailing, _) = started().await;
    mailing.app.run_jobs().await;
    mailing.app.pass(TICK);
    let found = servers(&mailing).await.into_iter().map(|app| async move {
        delivery::Entity::find()
            .filter(delivery::Column::State.eq(DeliveryState::Waiting))
            .order_by_asc(delivery::Column::AttendanceId)
            .limit(PER_TICK)
            .all(app.app.db.read())
            .await
            .unwrap()
    });
    let found = join_all(found).await;
    assert_eq!(found[0].len(), GUESTS - 20);
    assert_eq!(found[0], found[1]);
}
