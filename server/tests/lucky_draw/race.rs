//! Two organisers draw one prize.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::Method;
use hoi_organising::lucky_draw::entity::{round, winner};
use hoi_platform::clock::new_id;
use hoi_platform::ids::{AttendanceId, DrawRoundId, DrawWinnerId};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, Set};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::support::Evening;

const PRESSES: usize = 24;
const QUANTITY: usize = 3;

async fn winners(evening: &Evening) -> Vec<AttendanceId> {
    winner::Entity::find()
        .filter(winner::Column::EventId.eq(evening.event))
        .filter(winner::Column::VoidedAt.is_null())
        .order_by_asc(winner::Column::Id)
        .all(evening.app.app.db.read())
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.attendance_id)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_prize_is_drawn_beyond_its_quantity_and_no_participant_wins_twice() {
    let evening = Arc::new(Evening::with_guests(8).await);
    let prize = evening.prize("Xe máy", 3).await;
    let presses = (0..PRESSES).map(|_| {
        let (evening, prize) = (Arc::clone(&evening), prize.clone());
        tokio::spawn(async move { evening.draw(json!({ "prizeId": prize })).await.code() })
    });
    let mut codes = Vec::new();
    for press in presses.collect::<Vec<_>>() {
        codes.push(press.await.unwrap());
    }
    assert!(
        codes.iter().all(|code| matches!(code, 2000 | 5008)),
        "{codes:?}"
    );
    // The organiser who lost a round may try again; the prize is given out exactly as often as it exists.
    while evening.draw(json!({ "prizeId": prize })).await.code() == 2000 {
        codes.push(2000);
    }
    let drawn = codes.iter().filter(|code| **code == 2000).count();
    assert_eq!(drawn, QUANTITY, "{codes:?}");
    let winners = winners(&evening).await;
    assert_eq!(winners.len(), QUANTITY);
    assert_eq!(winners.iter().collect::<BTreeSet<_>>().len(), QUANTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_round_pressed_by_many_at_once_has_one_winner() {
    let evening = Arc::new(Evening::with_guests(8).await);
    let round = evening.open().await.data()["id"].clone();
    let presses = (0..PRESSES).map(|_| {
        let (evening, round) = (Arc::clone(&evening), round.clone());
        tokio::spawn(async move { evening.draw(json!({ "roundId": round })).await.code() })
    });
    let mut codes = Vec::new();
    for press in presses.collect::<Vec<_>>() {
        codes.push(press.await.unwrap());
    }
    assert_eq!(
        codes.iter().filter(|code| **code == 2000).count(),
        1,
        "{codes:?}"
    );
    assert_eq!(
        codes.iter().filter(|code| **code == 5008).count(),
        PRESSES - 1
    );
    assert_eq!(winners(&evening).await.len(), 1);
}

/// A press on a device: opens a round after the last draw that the device knows of, and draws it.
async fn press(evening: &Evening, after: &str) -> u64 {
    let opened = evening
        .call(Method::POST, &format!("/rounds{after}"), Value::Null)
        .await;
    if opened.code() != 2000 {
        return opened.code();
    }
    let round = json!({ "roundId": opened.data()["id"] });
    evening.draw(round).await.code()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_wall_and_its_remotes_draw_once_when_they_are_pressed_for_the_same_draw() {
    let evening = Arc::new(Evening::with_guests(8).await);
    for draws in 1..=3 {
        let last = evening.settings().await["winners"][0]["round"].clone();
        let after = format!("?after={}", last.as_i64().unwrap_or(0));
        let presses = (0..PRESSES).map(|_| {
            let (evening, after) = (Arc::clone(&evening), after.clone());
            tokio::spawn(async move { press(&evening, &after).await })
        });
        let mut codes = Vec::new();
        for press in presses.collect::<Vec<_>>() {
            codes.push(press.await.unwrap());
        }
        // A press that comes late, from a device that has not heard of the draw yet.
        assert_eq!(press(&evening, &after).await, 5008);
        assert_eq!(winners(&evening).await.len(), draws, "{codes:?}");
    }
    // A win that was taken back was drawn all the same.
    let settings = evening.settings().await;
    let won = &settings["winners"][0];
    evening.void(&won["id"], "").await.data();
    assert_eq!(
        press(&evening, &format!("?after={}", won["round"])).await,
        2000
    );
}

/// The control: a press that does not say which draw its device knows of draws again.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_last_known_draw_a_late_press_draws_a_second_time() {
    let evening = Evening::with_guests(8).await;
    assert_eq!(press(&evening, "").await, 2000);
    assert_eq!(press(&evening, "").await, 2000);
    assert_eq!(winners(&evening).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn all_of_a_small_pot_win_once_however_hard_it_is_pressed() {
    let evening = Arc::new(Evening::with_guests(5).await);
    let presses = (0..PRESSES).map(|_| {
        let evening = Arc::clone(&evening);
        tokio::spawn(async move { evening.draw(json!({})).await.code() })
    });
    for press in presses.collect::<Vec<_>>() {
        press.await.unwrap();
    }
    while evening.draw(json!({})).await.code() == 2000 {}
    let winners = winners(&evening).await;
    assert_eq!(winners.len(), 5);
    assert_eq!(winners.iter().collect::<BTreeSet<_>>().len(), 5);
}

/// The control: counting first and writing afterwards, without the event's lock, gives out more prizes than exist. If
/// it did not, the tests above would prove nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_the_same_presses_give_out_too_many() {
    let evening = Arc::new(Evening::with_guests(8).await);
    let prize = evening.prize("Xe máy", 3).await;
    let prize = serde_json::from_value(prize).unwrap();
    evening.draw(json!({ "prizeId": prize })).await.data();
    let first = round::Entity::find().one(evening.app.app.db.read()).await;
    let first = first.unwrap().unwrap();
    let person = winners(&evening).await[0];
    let barrier = Arc::new(Barrier::new(PRESSES));
    let presses = (0..PRESSES).map(|at| {
        let (evening, barrier) = (Arc::clone(&evening), Arc::clone(&barrier));
        let mut round = round::ActiveModel::from(first.clone());
        tokio::spawn(async move {
            let db = &evening.app.app.db;
            let drawn = winner::Entity::find()
                .filter(winner::Column::PrizeId.eq(prize))
                .count(db.read())
                .await
                .unwrap();
            barrier.wait().await;
            if drawn >= QUANTITY as u64 {
                return;
            }
            let id: DrawRoundId = new_id();
            round.id = Set(id);
            round.number = Set(100 + at as i64);
            let tx = db.write().await.unwrap();
            round::Entity::insert(round)
                .exec_without_returning(&tx)
                .await
                .unwrap();
            let row = winner::ActiveModel {
                id: Set(new_id::<DrawWinnerId>()),
                event_id: Set(evening.event),
                round_id: Set(id),
                attendance_id: Set(person),
                prize_id: Set(Some(prize)),
                drawn_at: Set(evening.app.app.clock.now()),
                drawn_by: Set(evening.owner.id),
                voided_at: Set(None),
                voided_by: Set(None),
                stays_out: Set(false),
            };
            winner::Entity::insert(row)
                .exec_without_returning(&tx)
                .await
                .unwrap();
            tx.commit().await.unwrap();
        })
    });
    for press in presses.collect::<Vec<_>>() {
        press.await.unwrap();
    }
    let given_out = winners(&evening).await.len();
    assert!(given_out > QUANTITY, "the control gave out {given_out}");
}
