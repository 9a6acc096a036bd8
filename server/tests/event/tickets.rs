//! Ticket classes: creating, changing and removing them.

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_platform::clock::new_id;
use hoi_ticketing::attendances::ParticipationType;
use hoi_ticketing::events::entity::invitation_code;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use super::support::refuses;
use crate::support::TestApp;

fn class(name: &str) -> Value {
    json!({ "name": name, "description": "Có chỗ ngồi", "price": 250_000, "quantity": 20 })
}

#[tokio::test]
async fn classes_are_made_changed_and_removed() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = format!("/api/event/{}/tickets", app.open_event(&user, 50).await);
    let made = app
        .send_as(&user, Method::POST, &path, class(" Thường "))
        .await;
    assert_eq!(made.json["messages"], json!(["Ticket created"]));
    let ticket = made.data().clone();
    assert_eq!(ticket["name"], "Thường");
    for (name, value) in [
        ("description", json!("Có chỗ ngồi")),
        ("price", json!(250_000)),
        ("quantity", json!(20)),
        ("sold", json!(0)),
        ("remaining", json!(20)),
        ("isHidden", json!(false)),
        ("sortOrder", json!(0)),
        ("invitationCode", Value::Null),
        ("timesUsed", json!(0)),
    ] {
        assert_eq!(ticket[name], value, "{name}");
    }
    let second = app
        .send_as(&user, Method::POST, &path, class("Cao cấp"))
        .await;
    assert_eq!(second.data()["sortOrder"], 1);

    let one = format!("{path}/{}", ticket["id"].as_str().unwrap());
    let body = json!({ "price": 0, "quantity": -1, "description": "", "sortOrder": 5 });
    let changed = app.put(&user, &one, body).await;
    assert_eq!(changed.json["messages"], json!(["Ticket updated"]));
    assert_eq!(changed.data()["name"], "Thường", "absent fields stay");
    assert_eq!(
        (&changed.data()["price"], &changed.data()["remaining"]),
        (&json!(0), &json!(-1))
    );
    assert_eq!(changed.data()["description"], Value::Null);
    let list = app.get_as(&user, &path).await;
    let names: Vec<_> = list
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t["name"].clone())
        .collect();
    assert_eq!(names, ["Cao cấp", "Thường"], "in the chosen order");
    app.put(&user, &one, json!({ "name": "THƯỜNG" }))
        .await
        .data();

    let removed = app.send_as(&user, Method::DELETE, &one, json!({})).await;
    assert_eq!(removed.json["messages"], json!(["Delete successful"]));
    assert_eq!(
        app.send_as(&user, Method::DELETE, &one, json!({}))
            .await
            .code(),
        5005
    );
    // Removing a class frees its name.
    app.send_as(&user, Method::POST, &path, class("Thường"))
        .await
        .data();
}

#[tokio::test]
async fn how_many_seats_a_class_has_must_be_said() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 50).await;
    let path = format!("/api/event/{event}/tickets");
    let unsaid = json!({ "name": "Thường", "price": 0 });
    let answer = app.send_as(&user, Method::POST, &path, unsaid).await;
    refuses(&answer, "quantity", "This field is required");
    for (name, quantity) in [("Một", json!(-1)), ("Hai", Value::Null)] {
        let said = json!({ "name": name, "price": 0, "quantity": quantity });
        let made = app.send_as(&user, Method::POST, &path, said).await;
        assert_eq!(made.data()["quantity"], -1, "{quantity}");
        let one = format!("{path}/{}", made.data()["id"].as_str().unwrap());
        let limited = app.put(&user, &one, json!({ "quantity": 5 })).await;
        assert_eq!(limited.data()["quantity"], 5);
        let kept = app.put(&user, &one, json!({ "price": 1000 })).await;
        assert_eq!(kept.data()["quantity"], 5, "absent fields stay");
        let cleared = json!({ "quantity": null, "description": null });
        let cleared = app.put(&user, &one, cleared).await;
        assert_eq!(cleared.data()["quantity"], -1);
        for field in ["name", "price", "isHidden", "sortOrder"] {
            let answer = app.put(&user, &one, json!({ field: null })).await;
            refuses(&answer, field, "This field is required");
        }
    }
}

#[tokio::test]
async fn names_are_unique_in_an_event_whatever_their_case() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = format!("/api/event/{}/tickets", app.open_event(&user, 50).await);
    app.send_as(&user, Method::POST, &path, class("Vé Đẹp"))
        .await
        .data();
    let twice = app
        .send_as(&user, Method::POST, &path, class("vé ĐẸP"))
        .await;
    assert_eq!((twice.status.as_u16(), twice.code()), (409, 5012));
    assert_eq!(
        twice.json["messages"],
        json!(["Ticket name already exists"])
    );
    let other = app
        .send_as(&user, Method::POST, &path, class("Ve dep"))
        .await;
    let other = format!("{path}/{}", other.data()["id"].as_str().unwrap());
    assert_eq!(
        app.put(&user, &other, json!({ "name": "VÉ ĐẸP" }))
            .await
            .code(),
        5012
    );
    let elsewhere = format!("/api/event/{}/tickets", app.open_event(&user, 50).await);
    app.send_as(&user, Method::POST, &elsewhere, class("Vé Đẹp"))
        .await
        .data();
    let racing = (0..6).map(|_| app.send_as(&user, Method::POST, &path, class("Cùng lúc")));
    let codes: Vec<u64> = futures::future::join_all(racing)
        .await
        .iter()
        .map(|a| a.code())
        .collect();
    assert_eq!(
        codes.iter().filter(|code| **code == 2000).count(),
        1,
        "{codes:?}"
    );
    assert_eq!(
        codes.iter().filter(|code| **code == 5012).count(),
        5,
        "{codes:?}"
    );
}

#[tokio::test]
async fn bounds_of_a_class() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 50).await;
    let path = format!("/api/event/{event}/tickets");
    let number = |min: i64, max: i64| format!("Enter a number from {min} to {max}");
    let one = app.send_as(&user, Method::POST, &path, class("Đầu")).await;
    let one = format!("{path}/{}", one.data()["id"].as_str().unwrap());
    let long = |count: usize| json!("ề".repeat(count));
    for (field, good, bad, text) in [
        (
            "name",
            vec![long(255)],
            vec![long(256)],
            "Use at most 255 characters".to_owned(),
        ),
        (
            "description",
            vec![long(2000)],
            vec![long(2001)],
            "Use at most 2000 characters".to_owned(),
        ),
        (
            "price",
            vec![json!(0), json!(9_999_999_999_999_i64)],
            vec![json!(-1), json!(10_000_000_000_000_i64)],
            number(0, 9_999_999_999_999),
        ),
        (
            "quantity",
            vec![json!(1), json!(1_000_000), json!(-1)],
            vec![json!(0), json!(-2), json!(1_000_001)],
            number(1, 1_000_000),
        ),
    ] {
        for (at, value) in good.into_iter().enumerate() {
            let mut body = class(&format!("{field} {at}"));
            body[field] = value.clone();
            let made = app.send_as(&user, Method::POST, &path, body).await;
            let made = format!("{path}/{}", made.data()["id"].as_str().unwrap());
            app.send_as(&user, Method::DELETE, &made, json!({}))
                .await
                .data();
            app.put(&user, &one, json!({ field: value })).await.data();
        }
        for value in bad {
            let mut body = class("Mới");
            body[field] = value.clone();
            refuses(
                &app.send_as(&user, Method::POST, &path, body).await,
                field,
                &text,
            );
            refuses(
                &app.put(&user, &one, json!({ field: value })).await,
                field,
                &text,
            );
        }
    }
    for field in ["name", "price", "quantity"] {
        let mut body = class("Mới");
        body.as_object_mut().unwrap().remove(field);
        refuses(
            &app.send_as(&user, Method::POST, &path, body).await,
            field,
            "This field is required",
        );
    }
    for at in 1..50 {
        app.ticket(event, &format!("Hạng {at}"), 0, -1).await;
    }
    assert_eq!(
        app.send_as(&user, Method::POST, &path, class("Thừa"))
            .await
            .code(),
        5003
    );
}

#[tokio::test]
async fn sold_tickets_cannot_be_taken_back() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 50).await;
    let ticket = app.ticket(event, "Thường", 100_000, 5).await;
    let path = format!("/api/event/{event}/tickets/{ticket}");
    for name in ["a", "b"] {
        app.participant(event, name, Some(ticket), Lang::VI).await;
    }
    assert_eq!(
        app.put(&user, &path, json!({ "quantity": 1 })).await.code(),
        5008
    );
    assert_eq!(
        app.send_as(&user, Method::DELETE, &path, json!({}))
            .await
            .code(),
        5008
    );
    let two = app.put(&user, &path, json!({ "quantity": 2 })).await;
    assert_eq!(
        (&two.data()["sold"], &two.data()["remaining"]),
        (&json!(2), &json!(0))
    );
    app.put(&user, &path, json!({ "quantity": -1 }))
        .await
        .data();
}

#[tokio::test]
async fn classes_belong_to_their_event() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let (mine, theirs) = (
        app.open_event(&user, 5).await,
        app.open_event(&other, 5).await,
    );
    let ticket = app.ticket(theirs, "Của họ", 0, 5).await;
    let path = format!("/api/event/{mine}/tickets/{ticket}");
    assert_eq!(
        app.put(&user, &path, json!({ "price": 5 })).await.code(),
        5005
    );
    assert_eq!(
        app.send_as(&user, Method::DELETE, &path, json!({}))
            .await
            .code(),
        5005
    );
    let path = format!("/api/event/{theirs}/tickets/{ticket}");
    assert_eq!(
        app.put(&user, &path, json!({ "price": 5 })).await.code(),
        5016
    );
}

#[tokio::test]
async fn a_class_shows_its_code_and_how_often_it_was_used() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 5).await;
    let ticket = app.ticket(event, "Khách mời", 0, 5).await;
    let tx = app.app.db.write().await.unwrap();
    for (code, times_used, is_active) in [("DONGHO", 3, true), ("CU", 2, false)] {
        let row = invitation_code::ActiveModel {
            id: Set(new_id()),
            event_id: Set(event),
            ticket_id: Set(Some(ticket)),
            code: Set(code.to_owned()),
            code_key: Set(code.to_lowercase()),
            participation_type: Set(ParticipationType::Invited),
            max_uses: Set(-1),
            times_used: Set(times_used),
            is_active: Set(is_active),
            created_at: Set(app.app.clock.now()),
            ..Default::default()
        };
        invitation_code::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    let list = app
        .get_as(&user, &format!("/api/event/{event}/tickets"))
        .await;
    assert_eq!(list.data()[0]["invitationCode"], "DONGHO");
    assert_eq!(list.data()[0]["timesUsed"], 5);
}
