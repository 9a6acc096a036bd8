//! Prizes and participants of the draw.

use axum::http::Method;
use hoi_ticketing::attendances::ParticipationType;
use serde_json::json;

use super::support::Evening;

#[tokio::test]
async fn before_it_is_set_up_everyone_in_the_hall_but_the_staff_takes_part() {
    let evening = Evening::new().await;
    let settings = evening.settings().await;
    assert_eq!(settings["source"], "checkedIn");
    assert_eq!(settings["excludeWinners"], true);
    assert_eq!(settings["excludedTypes"], json!(["COMMITTEE"]));
    assert_eq!(settings["prizes"], json!([]));
    assert_eq!(settings["nameForm"], "givenInitial");
    assert_eq!(settings["isOpen"], false);
    assert_eq!(settings["total"], 0);
}

#[tokio::test]
async fn absent_fields_stay_and_prizes_keep_their_identity() {
    let evening = Evening::new().await;
    let prizes = json!([{ "name": " Xe máy ", "quantity": 1 }, { "name": "Nón", "quantity": 20 }]);
    let saved = evening.set_up(json!({ "prizes": prizes })).await;
    let saved = saved.data()["prizes"].clone();
    assert_eq!(saved[0]["name"], "Xe máy");
    assert_eq!(saved[1]["drawn"], 0);
    let changed = json!([
        { "id": saved[1]["id"], "name": "Nón lá", "quantity": 30 },
        { "id": saved[0]["id"], "name": "Xe máy", "quantity": 1 },
    ]);
    let answer = evening
        .set_up(json!({ "prizes": changed, "source": "all" }))
        .await;
    assert_eq!(answer.data()["prizes"][0]["id"], saved[1]["id"]);
    assert_eq!(answer.data()["prizes"][0]["name"], "Nón lá");
    let answer = evening
        .set_up(json!({ "excludedTypes": ["VIP", "VIP", "SPONSOR"] }))
        .await;
    assert_eq!(answer.data()["source"], "all");
    assert_eq!(answer.data()["prizes"][1]["name"], "Xe máy");
    assert_eq!(answer.data()["excludedTypes"], json!(["VIP", "SPONSOR"]));
}

#[tokio::test]
async fn invalid_prizes_are_named() {
    let evening = Evening::new().await;
    let one = json!({ "name": "Nón", "quantity": 1 });
    let many: Vec<_> = (0..51).map(|_| one.clone()).collect();
    let id = "01999999-0000-7000-8000-000000000000";
    let twice = json!({ "id": id, "name": "Nón", "quantity": 1 });
    for (prizes, field) in [
        (json!([{ "name": " ", "quantity": 1 }]), "prizes.0.name"),
        (
            json!([{ "name": "x".repeat(201), "quantity": 1 }]),
            "prizes.0.name",
        ),
        (
            json!([one, { "name": "Nón", "quantity": 0 }]),
            "prizes.1.quantity",
        ),
        (
            json!([{ "name": "Nón", "quantity": 10_001 }]),
            "prizes.0.quantity",
        ),
        (json!([twice, twice]), "prizes.1.id"),
        (json!(many), "prizes"),
        (
            json!([{ "name": "Nón", "quantity": 1, "image": format!("/api/upload/{id}") }]),
            "prizes.0.image",
        ),
    ] {
        let answer = evening.set_up(json!({ "prizes": prizes })).await;
        assert_eq!(answer.code(), 5002, "{field}");
        assert!(answer.json["fields"][field].is_array(), "{}", answer.json);
    }
}

#[tokio::test]
async fn a_prize_may_show_an_image_of_its_owner_and_keeps_it() {
    let evening = Evening::new().await;
    let stranger = evening.app.committee("em").await;
    let own = evening.app.uploaded(&evening.owner, "attachment").await;
    let foreign = evening.app.uploaded(&stranger, "attachment").await;
    let with =
        |image: &str| json!({ "prizes": [{ "name": "Nón", "quantity": 1, "image": image }] });
    assert_eq!(evening.set_up(with(&foreign)).await.code(), 5002);
    let saved = evening.set_up(with(&own)).await;
    assert_eq!(saved.data()["prizes"][0]["image"], own.as_str());
    evening.app.pass(std::time::Duration::from_hours(48));
    let removed = hoi_server::uploads::remove_orphans(&evening.app.app).await;
    assert_eq!(removed.unwrap(), 1, "the stranger's alone");
    assert_eq!(evening.app.get(&own).await.status, 200);
}

#[tokio::test]
async fn a_won_prize_can_be_neither_removed_nor_undercut() {
    let evening = Evening::with_guests(4).await;
    let prize = evening.prize("Nón", 3).await;
    for _ in 0..2 {
        evening.draw(json!({ "prizeId": prize })).await.data();
    }
    for prizes in [
        json!([]),
        json!([{ "id": prize, "name": "Nón", "quantity": 1 }]),
    ] {
        let answer = evening.set_up(json!({ "prizes": prizes })).await;
        assert_eq!(answer.code(), 5008);
    }
    let enough = json!([{ "id": prize, "name": "Nón", "quantity": 2 }]);
    let answer = evening.set_up(json!({ "prizes": enough })).await;
    assert_eq!(answer.data()["prizes"][0]["drawn"], 2);
}

#[tokio::test]
async fn the_owner_chooses_the_participants_of_the_draw() {
    let evening = Evening::with_guests(2).await;
    evening
        .registered("vắng", ParticipationType::Ordinary)
        .await;
    let vip = evening.registered("vip", ParticipationType::Vip).await;
    evening.app.set_checked_in(vip.id, true).await;
    let staff = evening.registered("nv", ParticipationType::Committee).await;
    evening.app.set_checked_in(staff.id, true).await;
    for (setup, total) in [
        (json!({}), 3),
        (json!({ "source": "all" }), 4),
        (json!({ "excludedTypes": [] }), 5),
        (json!({ "source": "checkedIn" }), 4),
        (json!({ "excludedTypes": ["VIP", "ORDINARY"] }), 1),
    ] {
        let answer = evening.set_up(setup.clone()).await;
        assert_eq!(answer.data()["total"], total, "{setup}");
        assert_eq!(answer.data()["checkedIn"], 4);
        let view = evening.view().await;
        assert_eq!(view.data()["total"], total, "{setup}");
        let entries = view.data()["entries"].as_array().unwrap().len();
        assert_eq!(entries, usize::try_from(total).unwrap());
    }
    let id = staff.id.to_string();
    assert_eq!(evening.view().await.data()["entries"][0]["id"], id);
}

#[tokio::test]
async fn a_cancelled_event_has_no_draw() {
    let evening = Evening::with_guests(2).await;
    let round = evening.open().await.data()["id"].clone();
    let path = format!("/api/event/{}/cancel", evening.event);
    let cancel = evening.app.request(Method::POST, &path);
    let cancel = cancel.bearer(&evening.owner.token).json(json!({}));
    cancel.send().await.data();
    assert_eq!(evening.view().await.code(), 5005);
    assert_eq!(evening.round(&round).await.code(), 5005);
    assert_eq!(evening.set_up(json!({})).await.code(), 5009);
    assert_eq!(evening.open().await.code(), 5009);
    assert_eq!(evening.draw(json!({})).await.code(), 5009);
    let drawn = evening.draw(json!({ "roundId": round })).await;
    assert_eq!(drawn.code(), 5009);
}
