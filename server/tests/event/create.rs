//! Creating an event.

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::json;

use crate::support::{TestApp, TestUser};

#[tokio::test]
async fn an_event_is_created_with_all_four_parts() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    body["coverImage"] = app.uploaded(&user, "eventCover").await.into();
    body["attachmentImage"] = app.uploaded(&user, "attachment").await.into();
    body["backgroundColor"] = "#0F766E".into();
    body["eventForm"] = json!({ "scheme": [
        { "id": "fullName", "question": "Tên", "required": "true", "type": "TEXT" },
        { "question": "Cỡ áo?", "required": true, "type": "ONE_CHOICE", "choices": ["S", "M"] },
    ] });
    body["tickets"] = json!([
        { "name": "Thường", "price": 250_000, "quantity": 50 },
        { "name": "Vip", "description": "Hàng đầu", "price": 1_000_000, "quantity": null, "isHidden": true },
    ]);
    let answer = app.create(&user, body.clone()).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::CREATED, 2002));
    assert_eq!(answer.json["messages"], json!(["Event created"]));
    let path = format!("/api/event/{}", answer.data()["id"].as_str().unwrap());
    let event = app.get_as(&user, &path).await;
    let event = event.data();
    assert_eq!(event, answer.data());
    for same in [
        "title",
        "totalParticipants",
        "logo",
        "coverImage",
        "attachmentImage",
        "turnOffPayment",
        "accountNumber",
        "accountHolderName",
        "bankName",
        "bankBin",
        "paymentEmailContent",
        "sendEmailAfterRegister",
        "venueAddress",
        "registerEmailContent",
        "description",
    ] {
        assert_eq!(event[same], body[same], "{same}");
    }
    assert_eq!(event["backgroundColor"], "#0f766e");
    assert_eq!(event["openRegistrationDate"], "2026-02-28T02:00:00.000Z");
    assert_eq!(event["closeRegistrationDate"], "2026-03-02T02:00:00.000Z");
    assert_eq!(event["eventStartDate"], "2026-03-05T12:30:00.000Z");
    assert_eq!(event["status"], "open");
    assert_eq!(event["isCancelled"], false);
    assert_eq!(event["ownerId"], user.id.to_string());
    assert_eq!(
        (&event["version"], &event["registeredCount"]),
        (&json!(1), &json!(0))
    );
    let scheme = event["eventForm"]["scheme"].as_array().unwrap();
    assert_eq!(
        scheme.len(),
        1,
        "the four fixed questions are not stored: {scheme:?}"
    );
    assert_eq!(scheme[0]["required"], "true");
    assert!(!scheme[0]["id"].as_str().unwrap().is_empty());
    let tickets = event["tickets"].as_array().unwrap();
    assert_eq!(tickets[0]["name"], "Thường");
    assert_eq!(
        (&tickets[0]["remaining"], &tickets[0]["sold"]),
        (&json!(50), &json!(0))
    );
    assert_eq!(
        (&tickets[1]["quantity"], &tickets[1]["remaining"]),
        (&json!(-1), &json!(-1))
    );
    assert_eq!(tickets[1]["isHidden"], true);
}

#[tokio::test]
async fn two_classes_of_one_name_are_refused() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    body["tickets"] = json!([
        { "name": "Vé thường", "price": 0, "quantity": 5 },
        { "name": " vÉ THƯỜNG ", "price": 0, "quantity": 5 },
    ]);
    let answer = app.create(&user, body).await;
    assert_eq!(answer.code(), 5012);
    assert_eq!(
        answer.json["messages"],
        json!(["Ticket name already exists"])
    );
    assert_eq!(app.get_as(&user, "/api/event").await.data()["total"], 0);
}

#[tokio::test]
async fn files_of_others_and_private_ones_cannot_be_used() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let gone = "/api/upload/0198c5a1-7c00-7000-8000-000000000000".to_owned();
    let foreign = app.uploaded(&other, "eventLogo").await;
    let private = app.uploaded(&user, "businessLicense").await;
    for url in [&gone, &foreign, &private] {
        for field in ["logo", "coverImage", "attachmentImage"] {
            let mut body = app.event_body(&user).await;
            body[field] = url.clone().into();
            let answer = app.create(&user, body).await;
            assert_eq!(answer.code(), 5002);
            assert!(
                answer.json["fields"][field].is_array(),
                "{field} {}",
                answer.json
            );
        }
        let mut body = app.event_body(&user).await;
        body["eventForm"] =
            json!({ "scheme": [{ "question": "?", "type": "READ_ONLY", "image": url }] });
        let answer = app.create(&user, body).await;
        assert!(answer.json["fields"]["eventForm.scheme.0.image"].is_array());
    }
    // Images shared by an administrator are usable by everyone while they are shared.
    let shared = app.uploaded(&admin, "eventCover").await;
    let added = app
        .send_as(
            &admin,
            Method::POST,
            "/api/cover",
            json!({ "fileId": shared }),
        )
        .await;
    let mut body = app.event_body(&user).await;
    body["coverImage"] = shared.clone().into();
    app.create(&user, body.clone()).await.data();
    let cover = format!("/api/cover/{}", added.data()["id"].as_str().unwrap());
    app.send_as(&admin, Method::DELETE, &cover, json!({}))
        .await
        .data();
    let mut late = app.event_body(&other).await;
    late["coverImage"] = shared.into();
    assert_eq!(app.create(&other, late).await.code(), 5002);
}

/// A copy is a new event with the images of another one, some of which an administrator uploaded.
#[tokio::test]
async fn a_copy_of_ones_own_event_may_have_its_images_from_any_uploader() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let original = app.created(&user).await;
    let image = |purpose: &'static str| {
        let (app, admin) = (&app, &admin);
        async move { app.uploaded(admin, purpose).await }
    };
    let images = json!({
        "logo": image("eventLogo").await,
        "coverImage": image("eventCover").await,
        "attachmentImage": image("attachment").await,
        "eventForm": { "scheme": [
            { "question": "?", "type": "READ_ONLY", "image": image("attachment").await },
        ] },
    });
    app.put(&admin, &original, images.clone()).await.data();
    let copy = |body: serde_json::Value| {
        let mut body = body;
        let fields = body.as_object_mut().unwrap();
        fields.extend(images.as_object().unwrap().clone());
        body
    };

    let own = copy(app.event_body(&user).await);
    let copied = app.create(&user, own.clone()).await;
    assert_eq!(copied.code(), 2002, "{}", copied.json);
    assert_eq!(copied.data()["logo"], images["logo"]);

    // Another owner's event is no source of images, and naming a file in a text does not make it an image.
    let foreign = copy(app.event_body(&other).await);
    let refused = app.create(&other, foreign).await;
    assert_eq!(refused.code(), 5002);
    let fields = refused.json["fields"].as_object().unwrap();
    assert_eq!(fields.len(), 4, "{fields:?}");
    let mut named = app.event_body(&other).await;
    named["eventForm"] = json!({ "scheme": [{ "question": images["logo"], "type": "TEXT" }] });
    app.create(&other, named).await.data();
    let mut body = app.event_body(&other).await;
    body["logo"] = images["logo"].clone();
    assert_eq!(app.create(&other, body).await.code(), 5002);

    // Without an event that shows them, only the administrator may use them again.
    let second = format!("/api/event/{}", copied.data()["id"].as_str().unwrap());
    for path in [&original, &second] {
        app.send_as(&user, Method::DELETE, path, json!({}))
            .await
            .data();
    }
    assert_eq!(app.create(&user, own).await.code(), 5002);
}

async fn allow_events(app: &TestApp, who: &TestUser, limit: i64) {
    let tx = app.app.db.write().await.unwrap();
    let change = user::ActiveModel {
        id: Set(who.id),
        event_limit: Set(limit),
        ..Default::default()
    };
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn an_account_may_have_as_many_events_as_its_limit_says() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    allow_events(&app, &user, 2).await;
    let first = app.created(&user).await;
    let second = app.created(&user).await;
    let body = app.event_body(&user).await;
    let third = app.create(&user, body.clone()).await;
    assert_eq!((third.status, third.code()), (StatusCode::CONFLICT, 5003));
    let list = app.get_as(&user, "/api/event").await;
    assert_eq!(list.data()["eventLimit"], 2);
    assert_eq!(list.data()["eventsUsed"], 2);
    assert_eq!(list.data()["participantLimit"], -1);

    // A deleted event frees its place only if it had no registrations.
    let language = hoi_i18n::Lang::VI;
    app.participant(super::support::id_in(&first), "chi", None, language)
        .await;
    app.send_as(&user, Method::DELETE, &first, json!({}))
        .await
        .data();
    assert_eq!(app.create(&user, body.clone()).await.code(), 5003);
    app.send_as(&user, Method::DELETE, &second, json!({}))
        .await
        .data();
    assert_eq!(app.create(&user, body.clone()).await.code(), 2002);
    allow_events(&app, &user, 0).await;
    assert_eq!(app.create(&user, body.clone()).await.code(), 5003);
    allow_events(&app, &user, -1).await;
    assert_eq!(app.create(&user, body).await.code(), 2002);
}

#[tokio::test]
async fn parallel_creates_cannot_pass_the_limit_together() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    allow_events(&app, &user, 3).await;
    let body = app.event_body(&user).await;
    let answers = futures::future::join_all((0..12).map(|_| app.create(&user, body.clone()))).await;
    let created = answers
        .iter()
        .filter(|answer| answer.code() == 2002)
        .count();
    let refused = answers
        .iter()
        .filter(|answer| answer.code() == 5003)
        .count();
    assert_eq!((created, refused), (3, 9));
    // Control: without a limit the same twelve requests all succeed.
    allow_events(&app, &user, -1).await;
    let answers = futures::future::join_all((0..12).map(|_| app.create(&user, body.clone()))).await;
    assert!(answers.iter().all(|answer| answer.code() == 2002));
}

#[tokio::test]
async fn administrators_have_no_limit() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    allow_events(&app, &admin, 0).await;
    let body = app.event_body(&admin).await;
    assert_eq!(app.create(&admin, body).await.code(), 2002);
    assert_eq!(
        app.get_as(&admin, "/api/event").await.data()["eventLimit"],
        -1
    );
}
