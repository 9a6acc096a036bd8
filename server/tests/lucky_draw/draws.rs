//! Winners: their prizes, their visibility, and how wins are voided.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Value, json};

use super::support::Evening;
use crate::support::new_registration;

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[tokio::test]
async fn prizes_go_until_they_are_used_up_and_no_participant_wins_twice() {
    let evening = Evening::with_guests(5).await;
    let prize = evening.prize("Nón", 3).await;
    let mut winners = BTreeSet::new();
    for at in 1..=3 {
        let won = evening.draw(json!({ "prizeId": prize })).await;
        assert_eq!(won.data()["prize"], "Nón");
        assert_eq!(won.data()["company"], "Công ty Sao");
        winners.insert(won.data()["attendanceId"].to_string());
        assert_eq!(evening.view().await.data()["prizes"][0]["drawn"], at);
    }
    assert_eq!(winners.len(), 3);
    let answer = evening.draw(json!({ "prizeId": prize })).await;
    assert_eq!(answer.code(), 5008);
    assert!(answer.json["messages"][0].as_str().unwrap().contains("Nón"));
    let unknown = json!({ "prizeId": "01999999-0000-7000-8000-000000000000" });
    assert_eq!(evening.draw(unknown).await.code(), 5008);
    // Draws without a prize until there is no participant left.
    for _ in 0..2 {
        let won = evening.draw(json!({})).await;
        assert!(won.data()["prize"].is_null());
        winners.insert(won.data()["attendanceId"].to_string());
    }
    assert_eq!(winners.len(), 5);
    let answer = evening.draw(json!({})).await;
    assert_eq!(answer.code(), 5008);
    let message = answer.json["messages"][0].clone();
    // Winners take part again if the owner allows it.
    evening.set_up(json!({ "excludeWinners": false })).await;
    evening.draw(json!({})).await.data();

    let empty = Evening::new().await;
    let answer = empty.draw(json!({})).await;
    assert_eq!(answer.code(), 5008);
    assert_ne!(
        answer.json["messages"][0], message,
        "no participant is in the hall yet"
    );
    assert_eq!(empty.open().await.code(), 5008);
}

#[tokio::test]
async fn a_win_is_taken_back_and_kept_in_the_log() {
    let evening = Evening::with_guests(1).await;
    let prize = evening.prize("Nón", 1).await;
    let won = evening
        .draw(json!({ "prizeId": prize }))
        .await
        .data()
        .clone();
    let id = won["id"].clone();
    let answer = evening.void(&id, "").await;
    assert!(answer.data()["winners"][0]["voidedAt"].is_string());
    assert_eq!(answer.data()["prizes"][0]["drawn"], 0);
    assert_eq!(evening.view().await.data()["winners"], json!([]));
    assert_eq!(evening.void(&id, "").await.code(), 5008);
    // The person takes part again, and the prize can be drawn again.
    let again = evening
        .draw(json!({ "prizeId": prize }))
        .await
        .data()
        .clone();
    assert_eq!(again["attendanceId"], won["attendanceId"]);
    assert_eq!(again["round"], 2);
    // An absent person does not take part any more.
    let answer = evening.void(&again["id"], "?staysOut=true").await;
    assert_eq!(answer.data()["total"], 0);
    assert_eq!(evening.draw(json!({})).await.code(), 5008);
    evening.set_up(json!({ "excludeWinners": false })).await;
    assert_eq!(evening.draw(json!({})).await.code(), 5008);

    let path = format!("/api/event/{}/activities", evening.event);
    let log = evening.app.request(Method::GET, &path);
    let log = log.bearer(&evening.owner.token).send().await;
    let items = log.data()["items"].as_array().unwrap();
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item["action"].as_str().unwrap()).or_insert(0) += 1;
    }
    for (action, count) in [
        ("luckyDraw.changed", 3),
        ("luckyDraw.opened", 2),
        ("luckyDraw.drawn", 2),
        ("luckyDraw.voided", 2),
    ] {
        assert_eq!(counts.get(action), Some(&count), "{counts:?}");
    }
    let voided = items
        .iter()
        .find(|item| item["action"] == "luckyDraw.voided");
    let voided = voided.unwrap();
    assert_eq!(voided["data"]["prize"], "Nón");
    assert_eq!(voided["data"]["name"], "Trần g0");
    assert_eq!(voided["subjectId"], won["attendanceId"]);
}

#[tokio::test]
async fn a_win_of_another_event_is_not_found() {
    let evening = Evening::with_guests(1).await;
    let won = evening.draw(json!({})).await.data()["id"].clone();
    let other = Evening {
        event: evening.app.open_event(&evening.owner, 5).await,
        owner: evening.owner.clone(),
        app: evening.app,
    };
    assert_eq!(other.void(&won, "").await.code(), 5005);
}

#[tokio::test]
async fn everyone_sees_names_and_the_end_of_a_code_and_nothing_else() {
    let evening = Evening::with_guests(3).await;
    let prize = evening.prize("Nón", 1).await;
    evening.draw(json!({ "prizeId": prize })).await.data();
    let class = evening.app.ticket(evening.event, "Thường", 100_000, -1);
    let guest = new_registration(evening.event, "Hoa", Some(class.await));
    let guest = evening.app.add(guest).await;
    evening.app.set_checked_in(guest.id, true).await;
    let view = evening.view().await;
    let entry = view.data()["entries"].as_array().unwrap().last().unwrap();
    assert_eq!(keys(entry), ["id", "maskedCode", "name"]);
    assert_eq!(entry["name"], "Hoa T.");
    let winner = &view.data()["winners"][0];
    assert_eq!(
        keys(winner),
        [
            "attendanceId",
            "drawnAt",
            "id",
            "maskedCode",
            "name",
            "prize",
            "prizeId",
            "prizeImage",
            "round",
            "roundId"
        ]
    );
    let text = view.json.to_string();
    for secret in [
        &guest.email,
        &guest.phone,
        &guest.company,
        &guest.ticket_code,
        &guest.payment_ref,
    ] {
        assert!(!text.contains(secret.as_str()), "{secret} in {text}");
    }
}

#[tokio::test]
async fn of_many_a_glimpse_is_shown_and_all_are_drawn_from() {
    let evening = Evening::with_guests(520).await;
    let view = evening.view().await;
    assert_eq!(view.data()["total"], 520);
    let entries = view.data()["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 500);
    let shown: BTreeSet<_> = entries.iter().map(|one| one["id"].as_str()).collect();
    assert_eq!(shown.len(), 500);
    let round = evening.open().await.data()["id"].clone();
    let round = evening.round(&round).await;
    let pool = round.data()["pool"].as_array().unwrap();
    assert_eq!(pool.len(), 520);
    let pool: Vec<_> = pool.iter().map(serde_json::Value::as_str).collect();
    assert!(pool.is_sorted());
    assert!(shown.iter().all(|one| pool.contains(one)));
    // The participants that are left out are spread over the whole list.
    let (early, _) = pool.split_at(260);
    let early = early.iter().filter(|one| shown.contains(*one));
    assert_eq!(early.count(), 250);
}
