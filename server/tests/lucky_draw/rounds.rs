//! The commitment before a draw, and that it is kept.

use hoi_organising::lucky_draw::entity::round;
use ring::{digest, hmac};
use sea_orm::{ConnectionTrait, EntityTrait, Statement};
use serde_json::{Value, json};

use super::support::Evening;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

fn sha256(bytes: &[u8]) -> String {
    hex(digest::digest(&digest::SHA256, bytes).as_ref())
}

/// The computation of the verification panel, implemented once more from the method's description.
pub fn recompute(round: &Value) -> String {
    let pool: Vec<&str> = round["pool"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one.as_str().unwrap())
        .collect();
    let text: String = pool.iter().map(|one| format!("{one}\n")).collect();
    let pool_hash = sha256(text.as_bytes());
    assert_eq!(round["poolHash"], pool_hash.as_str());
    assert_eq!(round["poolSize"], pool.len());
    let seed = unhex(round["seed"].as_str().unwrap());
    assert_eq!(round["seedHash"], sha256(&seed).as_str());
    let key = hmac::Key::new(hmac::HMAC_SHA256, &seed);
    let (number, word) = (&round["number"], round["word"].as_str().unwrap());
    let size = pool.len() as u64;
    for attempt in 0.. {
        let message = format!("hoi-lucky-draw-1\n{pool_hash}\n{number}\n{attempt}\n{word}");
        let tag = hmac::sign(&key, message.as_bytes());
        let value = u64::from(u32::from_be_bytes(tag.as_ref()[..4].try_into().unwrap()));
        if value < (1 << 32) / size * size {
            return pool[usize::try_from(value % size).unwrap()].to_owned();
        }
    }
    unreachable!()
}

#[tokio::test]
async fn the_winner_follows_from_what_was_published() {
    let evening = Evening::with_guests(7).await;
    evening.set_up(json!({ "excludeWinners": false })).await;
    for word in ["", "hoa sen", "  Chúc mừng năm mới 🎉 "] {
        let opened = evening.open().await;
        let promised = opened.data().clone();
        let won = evening
            .draw(json!({ "roundId": promised["id"], "word": word }))
            .await;
        let won = won.data().clone();
        let round = evening.round(&promised["id"]).await;
        let round = round.data();
        for field in ["number", "seedHash", "poolHash", "poolSize", "openedAt"] {
            assert_eq!(round[field], promised[field], "{field}");
        }
        assert_eq!(round["word"], word.trim());
        assert_eq!(recompute(round), won["attendanceId"].as_str().unwrap());
        assert_eq!(round["winner"], won["attendanceId"]);
    }
}

#[tokio::test]
async fn the_seed_is_secret_before_the_draw() {
    let evening = Evening::with_guests(3).await;
    let opened = evening.open().await;
    let id = opened.data()["id"].clone();
    let conn = evening.app.app.db.read();
    let statement = Statement::from_string(
        conn.get_database_backend(),
        "select seed from lucky_draw_round",
    );
    let row = conn.query_one_raw(statement).await.unwrap().unwrap();
    let seed: String = row.try_get("", "seed").unwrap();
    assert_eq!(seed.len(), 64);

    let view = evening.view().await;
    assert_eq!(view.data()["round"], *opened.data());
    let round = evening.round(&id).await;
    assert!(round.data()["seed"].is_null() && round.data()["winner"].is_null());
    assert_eq!(round.data()["pool"].as_array().unwrap().len(), 3);
    let path = format!("/api/event/{}/activities", evening.event);
    let log = evening.app.request(axum::http::Method::GET, &path);
    let log = log.bearer(&evening.owner.token).send().await;
    let row = round::Entity::find().one(conn).await.unwrap().unwrap();
    for text in [
        opened.json.to_string(),
        view.json.to_string(),
        round.json.to_string(),
        evening.settings().await.to_string(),
        log.json.to_string(),
        format!("{row:?}"),
    ] {
        assert!(!text.contains(&seed), "{text}");
    }
    // Drawn without a prize, and then public.
    evening.draw(json!({ "roundId": id })).await.data();
    assert_eq!(evening.round(&id).await.data()["seed"], seed.as_str());
    assert!(evening.view().await.data()["round"].is_null());
}

#[tokio::test]
async fn a_participant_who_comes_in_later_is_in_the_next_list() {
    let evening = Evening::with_guests(2).await;
    let first = evening.open().await.data().clone();
    assert_eq!(first["number"], 1);
    // The same participants give the same commitment.
    assert_eq!(*evening.open().await.data(), first);
    evening.guest("muộn").await;
    assert_eq!(evening.view().await.data()["total"], 3);
    assert_eq!(evening.view().await.data()["round"]["poolSize"], 2);
    let second = evening.open().await.data().clone();
    assert_eq!(second["number"], 2);
    assert_eq!(second["poolSize"], 3);
    assert_ne!(second["seedHash"], first["seedHash"]);
    assert_ne!(second["poolHash"], first["poolHash"]);
    // The first round can no longer be drawn, and its seed is never published.
    let old = evening.draw(json!({ "roundId": first["id"] })).await;
    assert_eq!(old.code(), 5008);
    let given_up = evening.round(&first["id"]).await;
    assert_eq!(given_up.data()["pool"], json!([]));
    assert!(given_up.data()["seed"].is_null());
}

#[tokio::test]
async fn a_list_with_a_removed_participant_is_not_drawn_from() {
    let evening = Evening::with_guests(3).await;
    let gone = evening.guest("bỏ").await;
    let round = evening.open().await.data()["id"].clone();
    evening.remove(gone.id).await;
    // Refused regardless of the winner, so that the refusal gives no second chance.
    let answer = evening.draw(json!({ "roundId": round })).await;
    assert_eq!(answer.code(), 5008);
    assert!(evening.round(&round).await.data()["seed"].is_null());
    let answer = evening.draw(json!({})).await;
    assert_ne!(answer.data()["attendanceId"], gone.id.to_string());
    assert_eq!(answer.data()["round"], 2);
}

#[tokio::test]
async fn a_round_is_drawn_once_and_belongs_to_its_event() {
    let evening = Evening::with_guests(3).await;
    let round = evening.open().await.data()["id"].clone();
    evening.draw(json!({ "roundId": round })).await.data();
    let again = evening.draw(json!({ "roundId": round })).await;
    assert_eq!(again.code(), 5008);

    let other = Evening {
        event: evening.app.open_event(&evening.owner, 5).await,
        owner: evening.owner.clone(),
        app: evening.app,
    };
    other.set_up(json!({ "isOpen": true })).await.data();
    other.guest("khác").await;
    assert_eq!(other.round(&round).await.code(), 5005);
    let foreign = other.draw(json!({ "roundId": round })).await;
    assert_eq!(foreign.code(), 5005);
}
