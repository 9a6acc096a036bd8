//! Two servers sell the seats of one event. That the race is one, and oversells without the desk, is shown in
//! `registration::race`.

use std::collections::BTreeMap;

use futures::future::join_all;

use crate::support::{Api, Machines};

const VISITORS: usize = 400;
/// More than half of the visitors, so that neither server can sell them all to its own half.
const SEATS: usize = 240;

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_sell_every_seat_and_none_twice() {
    let Some(machines) = Machines::new().await else {
        return;
    };
    let (one, two) = machines.start_both().await;
    let here = Api::of(&one).await;
    let there = here.at(two.address);
    let event = here.event(SEATS as i64).await;
    let visitors = (0..VISITORS).map(|number| {
        let api = [&here, &there][number % 2].clone();
        let event = event.clone();
        tokio::spawn(async move {
            let answer = api.register(&event, &format!("khach{number}"), None).await;
            (number % 2, answer["code"].as_u64().unwrap())
        })
    });
    let mut answers = BTreeMap::<_, usize>::new();
    for answer in join_all(visitors).await {
        *answers.entry(answer.unwrap()).or_default() += 1;
    }
    let count = |server, code| answers.get(&(server, code)).copied().unwrap_or(0);
    assert_eq!(count(0, 2000) + count(1, 2000), SEATS, "{answers:?}");
    assert_eq!(
        count(0, 5011) + count(1, 5011),
        VISITORS - SEATS,
        "{answers:?}"
    );
    assert!(
        count(0, 2000) > 0 && count(1, 2000) > 0,
        "both have sold: {answers:?}"
    );
    for what in [
        "count(*) from attendance where deleted_at is null",
        "sold from ticket",
        "registered_count from event",
    ] {
        assert_eq!(machines.count(what).await, SEATS as i64, "{what}");
    }
}
