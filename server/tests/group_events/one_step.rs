//! Registering with the data of a profile.

use axum::http::Method;
use hoi_ticketing::events::Asked;
use hoi_ticketing::events::entity::event;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Club, of_profile};
use crate::support::{TestUser, typed};

fn asks(required: &str) -> event::Scheme {
    let question = json!({ "id": "q1", "question": "Ăn chay?", "required": required, "type": "TEXT", "choices": [] });
    typed(json!({ "scheme": [question] }))
}

impl Club {
    /// Registers an account as the list says.
    async fn one_step(&self, caller: &TestUser, seen: &Value) -> u64 {
        let event = seen["id"].as_str().unwrap().parse().unwrap();
        let body = of_profile(caller, &seen["oneStep"]);
        self.register_as(caller, event, body).await.code()
    }
}

#[tokio::test]
async fn a_profile_needs_only_what_the_event_requires() {
    let registered_without = async |phone, company| {
        let club = Club::new().await;
        club.event(|event| {
            event.phone_question = Set(phone);
            event.company_question = Set(company);
        })
        .await;
        let seen = club.seen().await;
        let asked = &seen["oneStep"];
        assert_eq!(asked["phoneQuestion"], json!(phone));
        assert_eq!(asked["companyQuestion"], json!(company));
        let mut body = of_profile(&club.member, asked);
        body["phone"] = json!("");
        body["company"] = json!("");
        let event = seen["id"].as_str().unwrap().parse().unwrap();
        club.register_as(&club.member, event, body).await.code()
    };
    assert_eq!(registered_without(Asked::Off, Asked::Optional).await, 2000);
    assert_eq!(registered_without(Asked::Required, Asked::Off).await, 5002);
    assert_eq!(registered_without(Asked::Off, Asked::Required).await, 5002);
}

#[tokio::test]
async fn the_desk_decides_as_for_every_visitor() {
    let club = Club::new().await;
    let event = club.event(|event| event.total_participants = Set(1)).await;
    let seen = club.seen().await;
    assert!(seen["oneStep"]["ticketId"].is_null(), "{seen}");
    assert_eq!(club.one_step(&club.member, &seen).await, 2000);
    assert_eq!(club.one_step(&club.member, &seen).await, 5013);
    assert_eq!(club.one_step(&club.owner, &seen).await, 5003);
    assert_eq!(club.app.registered(event).await, 1);
    assert_eq!(club.seen().await["seatsLeft"], 0);
}

#[tokio::test]
async fn a_second_click_does_not_register_twice() {
    let club = Club::new().await;
    let event = club.members_event().await;
    let body = of_profile(&club.member, &club.seen().await["oneStep"]);
    let path = format!("/api/event/{event}/register");
    let click = || {
        let request = club.app.request(Method::POST, &path);
        let request = request.bearer(&club.member.token);
        request
            .header("idempotency-key", "one")
            .json(body.clone())
            .send()
    };
    let (first, second) = tokio::join!(click(), click());
    assert_eq!(first.data()["attendanceId"], second.data()["attendanceId"]);
    assert_eq!(club.app.registered(event).await, 1);
}

#[tokio::test]
async fn the_only_class_is_taken_until_it_is_sold_out() {
    let club = Club::new().await;
    let event = club.event(|_| {}).await;
    let class = club.app.ticket(event, "Thường", 100_000, 1).await;
    let seen = club.seen().await;
    // Nothing is paid through this event.
    assert_eq!(seen["oneStep"]["ticketId"], json!(class));
    assert_eq!(club.one_step(&club.member, &seen).await, 2000);
    assert_eq!(club.app.sold(class).await, 1);
    assert_eq!(club.one_step(&club.owner, &seen).await, 5011);
    assert_eq!(club.seen().await["seatsLeft"], 0);
}

#[tokio::test]
async fn the_limit_of_a_network_holds() {
    let club = Club::new().await;
    club.event(|event| event.registrations_per_address = Set(Some(1)))
        .await;
    let seen = club.seen().await;
    assert_eq!(club.one_step(&club.member, &seen).await, 2000);
    assert_eq!(club.one_step(&club.owner, &seen).await, 5003);
}

#[tokio::test]
async fn a_seat_that_needs_confirmation_is_held_until_then() {
    let club = Club::new().await;
    let event = club
        .event(|event| event.confirm_by_mail_minutes = Set(Some(30)))
        .await;
    let seen = club.seen().await;
    assert_eq!(club.one_step(&club.member, &seen).await, 2000);
    let registration = &club.seen().await["registration"];
    assert!(registration["confirmBy"].is_string(), "{registration}");
    let key = registration["ownKey"].as_str().unwrap();
    let path = format!("/api/event/{event}/registration/confirm");
    let request = club.app.request(Method::POST, &path);
    let request = request.header(hoi_ticketing::registration::OWN_KEY_HEADER, key);
    request.send().await.data();
    assert!(club.seen().await["registration"]["confirmBy"].is_null());
}

#[tokio::test]
async fn an_event_that_asks_for_more_than_a_profile_leads_to_the_form() {
    let one_step = async |change: fn(&mut event::ActiveModel), classes: &[(&str, i64)]| {
        let club = Club::new().await;
        let event = club.event(change).await;
        for (name, price) in classes {
            club.app.ticket(event, name, *price, -1).await;
        }
        club.seen().await["oneStep"].clone()
    };
    assert!(one_step(|_| {}, &[]).await.is_object());
    assert!(
        one_step(|event| event.form = Set(asks("")), &[])
            .await
            .is_object()
    );
    assert!(
        one_step(|event| event.form = Set(asks("true")), &[])
            .await
            .is_null()
    );
    assert!(one_step(|_| {}, &[("Một", 0), ("Hai", 0)]).await.is_null());
    let pays = |event: &mut event::ActiveModel| event.turn_off_payment = Set(false);
    assert!(one_step(pays, &[("Một", 0)]).await.is_object());
    assert!(one_step(pays, &[("Một", 100_000)]).await.is_null());
}
