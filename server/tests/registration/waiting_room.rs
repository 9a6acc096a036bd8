//! The waiting room: a visitor without room at the desk gets a place and is called in order of arrival.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use hoi_db::Tx;
use hoi_platform::error::{Error, Result};
use hoi_platform::snapshots::MAX_AGE;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{
    MOST_AT_DESK, PLACE_HEADER, PLACE_VALID, Registered, TICK, TURN, add_by_hand,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::race::hold;
use super::support::{form, with};
use crate::support::{Answer, TestApp, new_registration};

/// An event whose desk is held, with so many people in its queue that visitors have to wait.
struct Rush {
    app: TestApp,
    event: EventId,
    held: Tx,
    queue: Vec<JoinHandle<Result<Registered>>>,
}

impl Rush {
    async fn new(app: TestApp, event: EventId) -> Self {
        let owner = app.committee("owner").await;
        let held = hold(&app.app.db, event).await;
        let queue = (0..MOST_AT_DESK + 300).map(|number| {
            let (desk, owner) = (Arc::clone(&app.desk), owner.id);
            let person = new_registration(event, &format!("khach{number}"), None);
            tokio::spawn(async move { desk.submit(add_by_hand(person, owner, None)).await })
        });
        let queue: Vec<_> = queue.collect();
        while app.desk.waiting() < MOST_AT_DESK {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Self {
            app,
            event,
            held,
            queue,
        }
    }

    async fn of_seats(seats: i64) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, seats).await;
        Self::new(app, event).await
    }

    /// Lets the desk answer all in its queue.
    async fn release(self) -> (TestApp, EventId) {
        self.held.rollback().await.unwrap();
        for answered in join_all(self.queue).await {
            match answered.unwrap() {
                // On a slow machine the desk gives up registrations that it could not write in time.
                Ok(_) | Err(Error::ResourceExceeded(_) | Error::Busy) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
        self.app.pass(TICK);
        (self.app, self.event)
    }
}

async fn come(app: &TestApp, event: EventId, name: &str, place: Option<&str>) -> Answer {
    come_with(app, event, name, place, form(name)).await
}

async fn come_with(
    app: &TestApp,
    event: EventId,
    key: &str,
    place: Option<&str>,
    body: Value,
) -> Answer {
    let path = format!("/api/event/{event}/register");
    let request = app.request(Method::POST, &path);
    let request = request.header("idempotency-key", key).json(body);
    let request = match place {
        Some(place) => request.header(PLACE_HEADER, place),
        None => request,
    };
    request.send().await
}

/// Comes and has to wait; returns the place.
async fn wait(app: &TestApp, event: EventId, name: &str) -> Value {
    let answer = come(app, event, name, None).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.code(), 5003);
    answer.json["data"]["place"].clone()
}

async fn ask(app: &TestApp, event: EventId, place: &str, query: &str) -> Answer {
    let path = format!("/api/event/{event}/registration/place{query}");
    let request = app.request(Method::GET, &path);
    request.header(PLACE_HEADER, place).send().await
}

fn token(place: &Value) -> &str {
    place["token"].as_str().unwrap()
}

async fn registered_names(app: &TestApp, event: EventId, name: &str) -> u64 {
    attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::Email.eq(format!("{name}@example.vn")))
        .count(app.app.db.read())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_without_room_gets_a_place_and_comes_in_when_called() {
    let rush = Rush::of_seats(1_000_000).await;
    let (app, event) = (&rush.app, rush.event);
    let answer = come(app, event, "Hoa", None).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.header("retry-after"), "1");
    assert!(
        answer.json["messages"][0]
            .as_str()
            .unwrap()
            .contains("hàng chờ")
    );
    let hoa = answer.json["data"]["place"].clone();
    assert_eq!((&hoa["called"], &hoa["ahead"]), (&json!(false), &json!(0)));
    let minh = wait(app, event, "Minh").await;
    assert_eq!(minh["ahead"], 1);
    assert!((1000..1250).contains(&minh["pollAfterMs"].as_u64().unwrap()));
    let told = ask(app, event, token(&minh), "").await;
    assert_eq!(told.data()["called"], false);
    // Coming uncalled changes nothing.
    let again = come(app, event, "Minh", Some(token(&minh))).await;
    assert_eq!(again.json["data"]["place"]["token"], minh["token"]);

    let (hoa, minh) = (token(&hoa).to_owned(), token(&minh).to_owned());
    let (app, event) = rush.release().await;
    assert_eq!(ask(&app, event, &minh, "").await.data()["called"], true);
    assert_eq!(ask(&app, event, &hoa, "").await.data()["called"], true);
    // A new visitor stays behind the called ones until their turn is over.
    let late = wait(&app, event, "Lan").await;
    for (name, place) in [("Minh", &minh), ("Hoa", &hoa)] {
        let answer = come(&app, event, name, Some(place)).await;
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    }
    app.pass(TURN);
    assert_eq!(
        ask(&app, event, token(&late), "").await.data()["called"],
        true
    );
    assert_eq!(
        come(&app, event, "Lan", Some(token(&late))).await.code(),
        2000
    );
    app.pass(TURN);
    assert_eq!(come(&app, event, "Nam", None).await.code(), 2000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_for_one_seat_and_for_its_event_and_two_hours() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let (event, other) = (
        app.open_event(&an, 1_000_000).await,
        app.open_event(&an, 10).await,
    );
    let rush = Rush::new(app, event).await;
    let (app, event) = (&rush.app, rush.event);
    let foreign = wait(app, other, "Hoa").await;
    let hoa = wait(app, event, "Hoa").await;
    let mut forged = token(&hoa).to_owned();
    let end = if forged.ends_with('0') { '1' } else { '0' };
    forged.pop();
    forged.push(end);
    let earlier = token(&hoa).split_once('.').unwrap().1;
    let earlier = format!("1.{earlier}");
    for worthless in [
        token(&foreign),
        &forged,
        &earlier,
        "",
        ".",
        "1.2",
        &"9".repeat(500),
    ] {
        assert_eq!(
            ask(app, event, worthless, "").await.code(),
            5005,
            "{worthless}"
        );
        // A new place at the end, and the reason.
        let answer = come(app, event, "Minh", Some(worthless)).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        let place = &answer.json["data"]["place"];
        assert!(place["ahead"].as_u64().unwrap() >= 1, "{place}");
        assert!(
            answer.json["messages"][0]
                .as_str()
                .unwrap()
                .contains("cuối hàng")
        );
    }

    let hoa = token(&hoa).to_owned();
    let (app, event) = rush.release().await;
    assert_eq!(come(&app, event, "Hoa", Some(&hoa)).await.code(), 2000);
    // It has brought its seat, and is of no use to another registration.
    assert_eq!(come(&app, event, "Hoa", Some(&hoa)).await.code(), 2000);
    assert_eq!(registered_names(&app, event, "Hoa").await, 1);
    let next = come(&app, event, "Nam", Some(&hoa)).await;
    assert_eq!(next.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(
        next.json["messages"][0]
            .as_str()
            .unwrap()
            .contains("cuối hàng")
    );
    let place = token(&next.json["data"]["place"]).to_owned();

    app.pass(PLACE_VALID.checked_sub(Duration::from_millis(1)).unwrap());
    assert_eq!(ask(&app, event, &place, "").await.code(), 2000);
    app.pass(Duration::from_millis(1));
    assert_eq!(ask(&app, event, &place, "").await.code(), 5005);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_form_keeps_its_place() {
    let rush = Rush::of_seats(1_000_000).await;
    let hoa = wait(&rush.app, rush.event, "Hoa").await;
    let (app, event) = rush.release().await;
    // The address has a seat; with another one the same place is good.
    let taken = with(form("Hoa"), "email", "khach1@example.vn");
    let refused = come_with(&app, event, "Hoa", Some(token(&hoa)), taken).await;
    assert_eq!(refused.code(), 5013, "{:?}", refused.json);
    let unreadable = with(form("Hoa"), "email", "hoa");
    let answer = come_with(&app, event, "Hoa", Some(token(&hoa)), unreadable).await;
    assert_eq!(answer.code(), 5002);
    assert_eq!(
        come(&app, event, "Hoa", Some(token(&hoa))).await.code(),
        2000
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_place_brings_one_seat_however_often_it_is_shown_at_once() {
    let rush = Rush::of_seats(1_000_000).await;
    let hoa = wait(&rush.app, rush.event, "Hoa").await;
    let (app, event) = rush.release().await;
    let before = app.registered(event).await;
    let shown = (0..40).map(|number| {
        let (app, hoa) = (&app, token(&hoa));
        let body = with(form("Hoa"), "email", format!("khac{number}@example.vn"));
        async move { come_with(app, event, "Hoa", Some(hoa), body).await.code() }
    });
    let answers = join_all(shown).await;
    assert_eq!(answers.iter().filter(|code| **code == 2000).count(), 1);
    assert_eq!(app.registered(event).await, before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registration_without_a_key_gets_no_place() {
    let rush = Rush::of_seats(1_000_000).await;
    let path = format!("/api/event/{}/register", rush.event);
    let request = rush.app.request(Method::POST, &path).json(form("Hoa"));
    let answer = request.send().await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.code(), 5003);
    assert!(
        answer.json["data"].get("place").is_none(),
        "{:?}",
        answer.json
    );
    rush.release().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn work_that_can_wait_waits_while_visitors_do() {
    let rush = Rush::of_seats(1_000_000).await;
    assert!(!rush.app.desk.has_rush());
    for number in 0..200 {
        wait(&rush.app, rush.event, &format!("Minh{number}")).await;
    }
    assert!(rush.app.desk.has_rush());
    rush.release().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_visitors_hear_that_the_seats_are_gone() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    let class = app.ticket(event, "Thường", 0, 1).await;
    let other = app.ticket(event, "Đẹp", 0, 40).await;
    let with_class = |name: &str| with(form(name), "ticketId", class.to_string());
    let rush = Rush::new(app, event).await;
    let (app, event) = (&rush.app, rush.event);
    let answer = come_with(app, event, "Hoa", None, with_class("Hoa")).await;
    let hoa = answer.json["data"]["place"].clone();
    let query = format!("?ticketId={class}");
    assert_eq!(ask(app, event, token(&hoa), &query).await.code(), 2000);
    let unreadable = ask(app, event, token(&hoa), "?ticketId=x").await;
    assert_eq!(unreadable.code(), 5002);

    let hoa = token(&hoa).to_owned();
    let (app, event) = rush.release().await;
    // Organisers have filled the event: the participants they added name no class.
    assert_eq!(app.registered(event).await, 50);
    app.pass(MAX_AGE);
    let full = ask(&app, event, &hoa, "").await;
    assert_eq!((full.status, full.code()), (StatusCode::CONFLICT, 5003));
    app.alter_event(event, event::Column::TotalParticipants, Expr::value(60))
        .await;
    app.pass(MAX_AGE);
    assert_eq!(ask(&app, event, &hoa, &query).await.code(), 2000);
    app.pass(TURN);
    assert_eq!(
        come_with(&app, event, "Nam", None, with_class("Nam"))
            .await
            .code(),
        2000
    );
    app.pass(MAX_AGE);
    let sold_out = ask(&app, event, &hoa, &query).await;
    assert_eq!(
        (sold_out.status, sold_out.code()),
        (StatusCode::CONFLICT, 5011)
    );
    // Another class can be had, and the place is kept.
    let query = format!("?ticketId={other}");
    assert_eq!(ask(&app, event, &hoa, &query).await.code(), 2000);

    app.alter_event(
        event,
        event::Column::CloseRegistrationDate,
        Expr::value(app.app.clock.now()),
    )
    .await;
    app.pass(MAX_AGE);
    assert_eq!(ask(&app, event, &hoa, &query).await.code(), 5015);
    app.alter_event(
        event,
        event::Column::CancelledAt,
        Expr::value(app.app.clock.now()),
    )
    .await;
    app.pass(MAX_AGE);
    assert_eq!(ask(&app, event, &hoa, &query).await.code(), 5005);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_queue_for_an_event_that_is_not_open() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let event = app.open_event(&an, 1_000_000).await;
    let now = app.app.clock.now();
    let later = app.event(&an, |event| {
        event.open_registration_date = Set(now.plus(Duration::from_hours(1)));
        event.close_registration_date = Set(now.plus(Duration::from_hours(2)));
    });
    let later = later.await;
    let rush = Rush::new(app, event).await;
    let app = &rush.app;
    assert_eq!(come(app, later, "Hoa", None).await.code(), 5014);
    app.pass(Duration::from_hours(3));
    assert_eq!(come(app, later, "Hoa", None).await.code(), 5015);
    rush.release().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registered_visitor_gets_the_first_answer_without_waiting() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 1_000_000).await;
    let first = come(&app, event, "Hoa", None).await;
    assert_eq!(first.code(), 2000);
    let rush = Rush::new(app, event).await;
    let place = wait(&rush.app, event, "Hoa").await;
    let stranger = wait(&rush.app, event, "Minh").await;
    let waits = come(&rush.app, event, "Minh", Some(token(&stranger))).await;
    assert_eq!(waits.status, StatusCode::SERVICE_UNAVAILABLE);
    // The desk is held, so only whether it was asked can be seen.
    let waiting = rush.app.desk.waiting();
    let (second, _) = tokio::join!(come(&rush.app, event, "Hoa", Some(token(&place))), async {
        while rush.app.desk.waiting() == waiting {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        rush.held.rollback().await.unwrap();
    });
    assert_eq!(second.code(), 2000);
    assert_eq!(second.data()["attendanceId"], first.data()["attendanceId"]);
    assert_eq!(registered_names(&rush.app, event, "Hoa").await, 1);
    join_all(rush.queue).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn organisers_do_not_wait_behind_visitors() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let (event, own) = (
        app.open_event(&owner, 1_000_000).await,
        app.open_event(&owner, 10).await,
    );
    let rush = Rush::new(app, event).await;
    wait(&rush.app, rush.event, "Hoa").await;
    let person = new_registration(own, "nguoinha", None);
    let desk = Arc::clone(&rush.app.desk);
    let added = tokio::spawn(async move { desk.submit(add_by_hand(person, owner.id, None)).await });
    rush.release().await;
    assert!(added.await.unwrap().is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_for_the_turn_do_not_count_as_registrations_and_are_limited() {
    let rush = Rush::of_seats(1_000_000).await;
    let (app, event) = (&rush.app, rush.event);
    let place = wait(app, event, "Hoa").await;
    let place = token(&place);
    // Of 600 registrations at once, one was counted; with a place no more are, but those with a place have a limit, too.
    for _ in 0..1200 {
        let answer = come(app, event, "Hoa", Some(place)).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    for _ in 0..4000 {
        assert_eq!(ask(app, event, place, "").await.code(), 2000);
    }
    for answer in [
        ask(app, event, place, "").await,
        come(app, event, "Hoa", Some(place)).await,
    ] {
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::TOO_MANY_REQUESTS, 5003)
        );
    }
    for number in 0..599 {
        wait(app, event, &format!("Minh{number}")).await;
    }
    let answer = come(app, event, "Nam", None).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    rush.release().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_good_on_every_server() {
    let rush = Rush::of_seats(1_000_000).await;
    let hoa = wait(&rush.app, rush.event, "Hoa").await;
    let hoa = token(&hoa).to_owned();
    let second = rush.app.second_server().await;
    let (app, event) = rush.release().await;
    let Ok(second) = second else {
        // The embedded database allows one server.
        assert!(hoi_db::test_support::postgres_url().is_none());
        assert_eq!(come(&app, event, "Hoa", Some(&hoa)).await.code(), 2000);
        return;
    };
    // The other server has no queue.
    assert_eq!(ask(&second, event, &hoa, "").await.data()["called"], true);
    assert_eq!(come(&second, event, "Hoa", Some(&hoa)).await.code(), 2000);
    assert_eq!(registered_names(&app, event, "Hoa").await, 1);
}
