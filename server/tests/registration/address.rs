//! Many registrations from one network address: the organiser's limit, and reports to the organiser.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::registration::{add_by_hand, release};
use sea_orm::EntityTrait;
use serde_json::json;
use tokio::sync::Barrier;

use super::support::Party;
use crate::support::{new_registration, subnet};

const HOME: [u8; 4] = [203, 0, 113, 7];
const OFFICE: [u8; 4] = [203, 0, 113, 8];

#[tokio::test]
async fn only_so_many_register_from_one_address_within_a_day() {
    let party = Party::limited(2).await;
    for name in ["a", "b"] {
        assert_eq!(party.register(name, HOME).await.code(), 2000);
    }
    let refused = party.register("c", HOME).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, 5003));
    assert!(
        refused.header("retry-after").is_empty(),
        "a client must not wait for a day"
    );
    let text = refused.json["messages"][0].as_str().unwrap();
    assert!(text.contains("Nothing you typed is lost"), "{text}");
    assert_eq!(party.register("c", OFFICE).await.code(), 2000);
    // People added by the organiser do not count, removed registrations do.
    let by_hand = new_registration(party.event, "d", None);
    let desk = &party.app.desk;
    desk.submit(add_by_hand(by_hand, party.owner.id, None))
        .await
        .unwrap();
    let all = attendance::Entity::find().all(party.app.app.db.read());
    let gone = all
        .await
        .unwrap()
        .into_iter()
        .find(|row| row.email.starts_with("a@"));
    let gone = gone.unwrap().id;
    desk.submit(release(party.event, vec![gone], party.owner.id))
        .await
        .unwrap();
    assert_eq!(party.register("e", HOME).await.code(), 5003);
    // Allowed a day later, or without the limit.
    party.limit(json!(null)).await.data();
    assert_eq!(party.register("e", HOME).await.code(), 2000);
    party.limit(json!(1)).await.data();
    assert_eq!(party.register("f", HOME).await.code(), 5003);
    party.app.pass(Duration::from_hours(24));
    assert_eq!(party.register("f", HOME).await.code(), 2000);
}

/// Registers from each of the IPv6 networks until it is refused, and returns how many got a seat.
async fn seats_from(party: &Party, networks: impl Iterator<Item = u16>) -> u64 {
    let before = party.count().await;
    for at in networks {
        loop {
            let name = format!("g{}", party.count().await);
            if party.register(&name, subnet(at)).await.code() != 2000 {
                break;
            }
        }
    }
    party.count().await - before
}

#[tokio::test]
async fn an_ipv6_network_is_limited_however_many_parts_it_has() {
    let party = Party::limited(3).await;
    // A household's /64 has what an address has, its /56 half as much again, and a /48 twice as much.
    assert_eq!(seats_from(&party, 0..1).await, 3);
    assert_eq!(seats_from(&party, 1..20).await, 2);
    assert_eq!(seats_from(&party, (1..20).map(|at| at * 256)).await, 1);
    // Others are not concerned.
    let elsewhere = [0x2001, 0xdb8, 2, 0, 0, 0, 0, 1_u16];
    assert_eq!(party.register("other", elsewhere).await.code(), 2000);
    assert_eq!(party.register("home", HOME).await.code(), 2000);
    party.app.pass(Duration::from_hours(24));
    assert_eq!(seats_from(&party, 300..301).await, 3);
}

#[tokio::test]
async fn a_limit_that_is_set_later_counts_the_ipv6_network_too() {
    let party = Party::new().await;
    for at in 0..6 {
        let name = format!("n{at}");
        assert_eq!(party.register(&name, subnet(at * 256)).await.code(), 2000);
    }
    party.limit(json!(3)).await.data();
    assert_eq!(party.register("late", subnet(9 * 256)).await.code(), 5003);
    party.limit(json!(4)).await.data();
    assert_eq!(party.register("late", subnet(9 * 256)).await.code(), 2000);
}

#[tokio::test]
async fn the_limit_has_bounds_and_none_is_the_default() {
    let party = Party::new().await;
    let path = format!("/api/event/{}", party.event);
    let event = party.app.get_as(&party.owner, &path).await;
    assert!(event.data()["registrationsPerAddress"].is_null());
    for (limit, is_good) in [(0, false), (1, true), (1000, true), (1001, false)] {
        let answer = party.limit(json!(limit)).await;
        assert_eq!(answer.code(), if is_good { 2000 } else { 5002 }, "{limit}");
        if is_good {
            assert_eq!(answer.data()["registrationsPerAddress"], limit);
        } else {
            assert!(answer.json["fields"]["registrationsPerAddress"].is_array());
        }
    }
    let public = party.app.get(&format!("{path}/public")).await;
    assert!(
        public.data().get("registrationsPerAddress").is_none(),
        "the organiser's business"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_rush_from_one_address_takes_exactly_the_limit() {
    let party = Arc::new(Party::limited(5).await);
    let tasks = (0..40).map(|at| {
        let party = Arc::clone(&party);
        tokio::spawn(async move { party.register(&format!("g{at}"), HOME).await.code() })
    });
    let mut seats = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            2000 => seats += 1,
            code => assert_eq!(code, 5003),
        }
    }
    assert_eq!((seats, party.count().await), (5, 5));
}

/// The control: counting first and registering afterwards exceeds the limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counting_before_the_desk_lets_too_many_in() {
    let party = Arc::new(Party::new().await);
    let barrier = Arc::new(Barrier::new(40));
    let tasks = (0..40).map(|at| {
        let (party, barrier) = (Arc::clone(&party), Arc::clone(&barrier));
        tokio::spawn(async move {
            let used = party.count().await;
            barrier.wait().await;
            if used < 5 {
                party.register(&format!("g{at}"), HOME).await.data();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    assert!(party.count().await > 5);
}

#[tokio::test]
async fn a_burst_is_told_once_and_its_registrations_are_found() {
    let party = Party::new().await;
    for at in 0..20 {
        party.register(&format!("g{at}"), HOME).await.data();
        party.register(&format!("o{at}"), OFFICE).await.data();
        party.app.pass(Duration::from_secs(20));
    }
    assert_eq!(party.bursts().await, json!([]));
    for at in 20..30 {
        party.register(&format!("g{at}"), HOME).await.data();
    }
    let bursts = party.bursts().await;
    assert_eq!(bursts.as_array().unwrap().len(), 1, "{bursts}");
    assert_eq!(bursts[0]["registrations"], 30);
    assert_eq!(party.logged_bursts().await, 1);

    let id = bursts[0]["id"].as_str().unwrap();
    let list = format!("/api/event/{}/attendances", party.event);
    let found = party
        .app
        .get_as(&party.owner, &format!("{list}?burst={id}"))
        .await;
    assert_eq!(found.data()["total"], 30);
    let ids = party
        .app
        .get_as(&party.owner, &format!("{list}/ids?burst={id}"))
        .await;
    let ids = ids.data()["ids"].clone();
    assert_eq!(ids.as_array().unwrap().len(), 30);
    let other = party.app.open_event(&party.owner, 5).await;
    let elsewhere = format!("/api/event/{other}/attendances?burst={id}");
    assert_eq!(
        party.app.get_as(&party.owner, &elsewhere).await.data()["total"],
        0
    );

    // After removing them in bulk, the rest of the burst is not reported.
    let body = json!({ "action": "delete", "ids": ids });
    let path = format!("{list}/bulk");
    party
        .app
        .send_as(&party.owner, Method::POST, &path, body)
        .await
        .data();
    assert_eq!(party.bursts().await, json!([]));
}

#[tokio::test]
async fn a_burst_from_the_parts_of_an_ipv6_network_is_told_once() {
    // Half as many again come from a /56 unnoticed as from one address, and twice as many from a /48.
    for (most, apart) in [(30, 1), (40, 256)] {
        let party = Party::new().await;
        let register = async |at: u16| {
            let name = format!("g{at}");
            let answer = party.register(&name, subnet(at * apart)).await;
            assert_eq!(answer.code(), 2000);
        };
        for at in 0..most {
            register(at).await;
        }
        assert_eq!(party.bursts().await, json!([]), "{most}");
        for at in most..most + 3 {
            register(at).await;
        }
        let bursts = party.bursts().await;
        assert_eq!(bursts.as_array().unwrap().len(), 1, "{bursts}");
        assert_eq!(bursts[0]["registrations"], most + 3);
        assert_eq!(party.logged_bursts().await, 1);
        party.register("home", HOME).await.data();
        let id = bursts[0]["id"].as_str().unwrap();
        let list = format!("/api/event/{}/attendances?burst={id}", party.event);
        let found = party.app.get_as(&party.owner, &list).await;
        assert_eq!(found.data()["total"], most + 3);
    }
}

#[tokio::test]
async fn a_burst_is_dismissed_and_a_later_one_is_told_again() {
    let party = Party::new().await;
    for at in 0..21 {
        party.register(&format!("g{at}"), HOME).await.data();
    }
    let id = party.bursts().await[0]["id"].as_str().unwrap().to_owned();
    let other = party.app.open_event(&party.owner, 5).await;
    let foreign = format!("/api/event/{other}/registration-bursts/{id}");
    let own = format!("/api/event/{}/registration-bursts/{id}", party.event);
    let dismiss = async |path: &str| {
        let owner = &party.owner;
        party
            .app
            .send_as(owner, Method::DELETE, path, json!({}))
            .await
            .code()
    };
    assert_eq!(dismiss(&foreign).await, 5005);
    assert_eq!(party.bursts().await.as_array().unwrap().len(), 1);
    assert_eq!(dismiss(&own).await, 2000);
    assert_eq!(party.bursts().await, json!([]));
    party.app.pass(Duration::from_hours(1));
    for at in 21..42 {
        party.register(&format!("g{at}"), HOME).await.data();
    }
    assert_eq!(party.bursts().await[0]["registrations"], 21);
    assert_eq!(party.logged_bursts().await, 2);
}

#[tokio::test]
async fn the_address_of_a_registration_is_hashed_and_forgotten_after_a_week() {
    let party = Party::new().await;
    for at in 0..21 {
        party.register(&format!("g{at}"), HOME).await.data();
    }
    let rows = async || {
        let all = attendance::Entity::find().all(party.app.app.db.read());
        all.await.unwrap()
    };
    let hashes: std::collections::BTreeSet<_> = rows()
        .await
        .into_iter()
        .filter_map(|row| row.address_hash)
        .collect();
    assert_eq!(hashes.len(), 1);
    assert!(!hashes.first().unwrap().contains("203.0.113"));
    let list = format!("/api/event/{}/attendances", party.event);
    let shown = party.app.get_as(&party.owner, &list).await.json.to_string();
    assert!(!shown.contains(hashes.first().unwrap()));
    party.app.pass(Duration::from_hours(7 * 24));
    hoi_ticketing::registration::forget_addresses(&party.app.app)
        .await
        .unwrap();
    assert!(rows().await.iter().all(|row| row.address_hash.is_none()));
    assert_eq!(party.bursts().await, json!([]));
}
