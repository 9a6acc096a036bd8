//! The events that cause notifications: registrations, seats that run out, mails that do not arrive, plans that end.

use std::sync::Arc;
use std::time::Duration;

use hoi_community::notifications::Kind;
use hoi_mail::SendError;
use hoi_server::background::clean_up;
use hoi_ticketing::attendances::Source;
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::{self, own_key, tell_owners};
use sea_orm::Set;
use serde_json::json;
use tokio::sync::Barrier;

use super::support::{contents, kinds, listed, prefer, read};
use crate::participants::support::Organiser;
use crate::plans::support::Shop;
use crate::registration::support::{Party, form, with};
use crate::support::{TestApp, TestUser, new_registration};

async fn told(app: &TestApp, who: &TestUser) -> Vec<String> {
    tell_owners(&app.app).await.unwrap();
    contents(app, who).await
}

#[tokio::test]
async fn registrations_are_one_notification_to_the_owner_until_it_is_read() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let event = app.open_event(&an, 50).await;
    assert_eq!(told(&app, &an).await, Vec::<String>::new());
    app.register(event, form("Hoa")).await.data();
    assert_eq!(
        told(&app, &an).await,
        ["Lê Thị Hoa registered for “Hội nghị Đổi mới”."]
    );
    for name in ["Lan", "Mai", "Chi"] {
        app.register(event, form(name)).await.data();
    }
    let list = listed(&app, &an, "").await;
    assert_eq!(
        list["items"][0]["link"],
        format!("/participant-management/{event}?sort=registrationTime&order=desc")
    );
    let together = "Lê Thị Chi and 3 others registered for “Hội nghị Đổi mới”.";
    assert_eq!(told(&app, &an).await, [together]);
    read(&app, &an, 0).await;
    app.pass(Duration::from_secs(1));
    app.register(event, form("Anh")).await.data();
    let alone = "Lê Thị Anh registered for “Hội nghị Đổi mới”.";
    assert_eq!(told(&app, &an).await, [alone, together]);
    assert_eq!(
        told(&app, &an).await.len(),
        2,
        "each registration is told of once"
    );
    assert!(contents(&app, &binh).await.is_empty());
}

#[tokio::test]
async fn participants_added_by_the_organiser_are_no_news() {
    let organiser = Organiser::new(50).await;
    organiser.add("Hoa", json!({})).await.data();
    organiser.import_people(5, false).await.data();
    assert!(told(&organiser.app, &organiser.owner).await.is_empty());
}

#[tokio::test]
async fn a_registration_to_be_confirmed_is_news_after_the_confirmation() {
    let party = Party::confirming(5).await;
    let answer = party.app.register(party.event, form("Hoa")).await;
    assert!(told(&party.app, &party.owner).await.is_empty());
    let row = party.app.attendance(&answer).await;
    let key = own_key(&party.app.app.secrets, &row);
    party.confirm(&key).await.data();
    party.confirm(&key).await.data();
    assert_eq!(told(&party.app, &party.owner).await.len(), 1);
    let list = listed(&party.app, &party.owner, "").await;
    assert_eq!(list["items"][0]["type"], "registration.new");
    assert_eq!(
        list["items"][0]["content"],
        "Lê Thị Hoa registered for “Hội nghị Đổi mới”."
    );
    let newest = format!(
        "/participant-management/{}?sort=registrationTime&order=desc",
        party.event
    );
    assert_eq!(list["items"][0]["link"], newest.as_str());
}

/// Every visitor of a rush is counted once, however many servers give seats and tell owners meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_rush_is_counted_exactly() {
    const VISITORS: usize = 60;
    let app = Arc::new(TestApp::new().await);
    let an = app.committee("an").await;
    let event = app.open_event(&an, 1000).await;
    let second = app.second_server().await.map(Arc::new);
    let servers = [
        Arc::clone(&app),
        second.unwrap_or_else(|_| Arc::clone(&app)),
    ];
    let start = Arc::new(Barrier::new(VISITORS + 4));
    let mut tasks = tokio::task::JoinSet::new();
    for at in 0..VISITORS {
        let (app, start) = (Arc::clone(&servers[at % 2]), Arc::clone(&start));
        tasks.spawn(async move {
            start.wait().await;
            app.desk
                .submit(registration::register(visitor(event, at), None))
                .await
                .unwrap();
        });
    }
    for at in 0..4 {
        let (app, start) = (Arc::clone(&servers[at % 2]), Arc::clone(&start));
        tasks.spawn(async move {
            start.wait().await;
            for _ in 0..10 {
                tell_owners(&app.app).await.unwrap();
            }
        });
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
    let told = told(&app, &an).await;
    assert_eq!(told.len(), 1);
    let others = format!(" and {} others registered", VISITORS - 1);
    assert!(told[0].contains(&others), "{told:?}");
}

fn visitor(event: EventId, at: usize) -> hoi_ticketing::registration::NewRegistration {
    let mut person = new_registration(event, &format!("Khách {at}"), None);
    person.source = Source::Form;
    person
}

#[tokio::test]
async fn the_owner_is_told_when_a_class_and_when_the_event_have_no_seat_left() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let event = app
        .event(&an, |event| event.total_participants = Set(3))
        .await;
    let vip = app.ticket(event, "VIP", 0, 1).await;
    let usual = app.ticket(event, "Thường", 0, 2).await;
    let register = async |name: &str, ticket| {
        let body = with(form(name), "ticketId", json!(ticket));
        app.register(event, body).await.data();
    };
    register("Hoa", usual).await;
    assert!(contents(&app, &an).await.is_empty());
    register("Lan", vip).await;
    assert_eq!(
        contents(&app, &an).await,
        ["All seats of “VIP” for “Hội nghị Đổi mới” are taken."]
    );
    app.pass(Duration::from_secs(1));
    register("Mai", usual).await;
    let mut told = contents(&app, &an).await;
    told.sort();
    assert_eq!(
        told,
        [
            "All seats of “Hội nghị Đổi mới” are taken.",
            "All seats of “Thường” for “Hội nghị Đổi mới” are taken.",
            "All seats of “VIP” for “Hội nghị Đổi mới” are taken.",
        ]
    );
}

#[tokio::test]
async fn an_organiser_who_fills_the_event_knows_it() {
    let organiser = Organiser::new(1).await;
    organiser.add("Hoa", json!({})).await.data();
    assert!(contents(&organiser.app, &organiser.owner).await.is_empty());
}

#[tokio::test]
async fn the_owner_is_told_of_mails_that_were_given_up() {
    let organiser = Organiser::with_mails(10).await;
    for name in ["Hoa", "Lan"] {
        let refused = SendError::Permanent("550 5.1.1 no such user".to_owned());
        organiser.app.mails.fail_next(refused);
        organiser.add(name, json!({})).await.data();
        organiser.app.run_jobs().await;
    }
    let told = contents(&organiser.app, &organiser.owner).await;
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("and 1 other (“"), "{told:?}");
}

#[tokio::test]
async fn the_end_of_a_plan_is_in_the_list_and_mailed_once() {
    let shop = Shop::new().await;
    let app = &shop.app;
    let an = app.committee("an").await;
    let plan = shop
        .plan(json!({ "duration": 1, "numberOfPackages": -1 }))
        .await;
    shop.sell(&plan, &[&an]).await.data();
    app.pass(Duration::from_hours(17 * 24));
    clean_up(&app.app).await;
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0]
            .headers
            .iter()
            .any(|(name, _)| name == "List-Unsubscribe")
    );
    let list = listed(app, &an, "").await;
    assert_eq!(list["items"][0]["type"], json!(Kind::PlanExpiring));
    let content = "Your plan “Gói Đồng” ends on Apr 1, 2026, 23:59.";
    assert_eq!(list["items"][0]["content"], content);
    let off = json!({ "items": [{ "type": "plan.ended", "email": "off" }] });
    prefer(app, &an, off).await;
    app.pass(Duration::from_hours(15 * 24));
    clean_up(&app.app).await;
    assert!(app.run_jobs().await.is_empty());
    assert_eq!(kinds(app, &an).await, [Kind::PlanExpiring, Kind::PlanEnded]);
}
