//! The public data of a draw: none before it is open, then names in the form that the organiser chose.

use serde_json::{Value, json};

use super::support::Evening;
use crate::support::{Heard, Socket};

#[tokio::test]
async fn nothing_is_shown_before_a_draw_is_saved_and_opened() {
    let evening = Evening::new().await;
    let guest = evening.guest("Hoa").await;
    let nothing = |view: &Value| {
        assert_eq!(view["isOpen"], false);
        assert_eq!(view["total"], 0);
        for list in ["entries", "winners", "prizes"] {
            assert_eq!(view[list], json!([]), "{list}");
        }
        assert!(view["round"].is_null());
        for known in [&guest.full_name, &guest.id.to_string()] {
            assert!(!view.to_string().contains(known.as_str()), "{view}");
        }
    };
    nothing(evening.view().await.data());
    // Saved and drawn, but not public.
    let prize = evening.prize("Nón", 1).await;
    let round = evening.open().await.data()["id"].clone();
    let won = evening.draw(json!({ "roundId": round, "prizeId": prize }));
    assert_eq!(won.await.data()["fullName"], "Trần Hoa");
    nothing(evening.view().await.data());
    assert_eq!(evening.round(&round).await.code(), 5005);
    let settings = evening.settings().await;
    assert_eq!(settings["draw"]["winners"][0]["name"], "Hoa T.");
    assert_eq!(settings["winners"][0]["fullName"], "Trần Hoa");

    let opened = evening.set_up(json!({ "isOpen": true })).await;
    assert_eq!(opened.data()["isOpen"], true);
    let view = evening.view().await;
    assert_eq!(view.data()["winners"][0]["name"], "Hoa T.");
    assert_eq!(*view.data(), opened.data()["draw"]);
    assert_eq!(evening.round(&round).await.data()["id"], round);
    // Closed again.
    evening.set_up(json!({ "isOpen": false })).await.data();
    nothing(evening.view().await.data());
    assert_eq!(evening.round(&round).await.code(), 5005);
}

#[tokio::test]
async fn people_are_named_as_the_organiser_chose() {
    let evening = Evening::with_guests(0).await;
    let guest = evening.guest("Hoa").await;
    let id = evening.draw(json!({})).await.data()["id"].clone();
    evening.set_up(json!({ "excludeWinners": false })).await;
    let code = format!("•••••••••{}", &guest.ticket_code[9..]);
    for (form, name) in [
        ("full", "Trần Hoa"),
        ("code", code.as_str()),
        ("givenInitial", "Hoa T."),
    ] {
        let saved = evening.set_up(json!({ "nameForm": form })).await;
        assert_eq!(saved.data()["nameForm"], form);
        assert_eq!(saved.data()["winners"][0]["fullName"], "Trần Hoa");
        let view = evening.view().await;
        assert_eq!(view.data()["nameForm"], form);
        assert_eq!(view.data()["entries"][0]["name"], name);
        assert_eq!(view.data()["winners"][0]["name"], name);
        assert_eq!(view.data()["winners"][0]["id"], id);
        let shows_all = view.json.to_string().contains("Trần");
        assert_eq!(shows_all, form == "full", "{form}");
    }
    let wrong = evening.set_up(json!({ "nameForm": "nickname" })).await;
    assert_eq!(wrong.code(), 5002);
}

#[tokio::test(flavor = "multi_thread")]
async fn screens_hear_names_in_the_chosen_form_and_nothing_of_a_draw_that_is_not_open() {
    let evening = Evening::new().await;
    evening.guest("Hoa").await;
    let address = evening.app.listen().await;
    let auth = json!({ "eventId": evening.event });
    let mut screen = Socket::connect(address, "/checkin", auth).await.unwrap();
    let next = async |screen: &mut Socket| loop {
        let Heard::Event(name, data) = screen.next().await else {
            panic!("the screen heard nothing");
        };
        if name.starts_with("draw") {
            return (name, data);
        }
    };
    let won = evening.draw(json!({})).await.data()["id"].clone();
    evening.void(&won, "").await.data();
    for _ in 0..3 {
        assert_eq!(
            next(&mut screen).await,
            ("drawChanged".to_owned(), json!({}))
        );
    }
    evening.set_up(json!({ "isOpen": true })).await.data();
    assert_eq!(next(&mut screen).await.0, "drawChanged");
    evening.draw(json!({})).await.data();
    assert_eq!(next(&mut screen).await.0, "drawOpened");
    let (name, data) = next(&mut screen).await;
    assert_eq!((name.as_str(), &data["name"]), ("drawn", &json!("Hoa T.")));
    assert!(data.get("fullName").is_none(), "for the organiser alone");
}
