//! Adding, changing and removing participants by hand.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_platform::files::Visibility;
use hoi_ticketing::attendances::MASK;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Organiser, id_of};
use crate::registration::support::{form, with};
use crate::support::{START, TestApp};

#[tokio::test]
async fn every_field_comes_back_as_it_was_given() {
    let organiser = Organiser::new(10).await;
    let class = organiser
        .app
        .ticket(organiser.event, "Thường", 250_000, 5)
        .await;
    let fields = json!({
        "country": "Việt Nam",
        "role": "Giám đốc",
        "note": "Ăn chay",
        "participationType": "SPONSOR",
        "invitedBy": "Chị Hoa",
        "paymentStatus": "paid",
        "paymentMethod": "CASH_AT_VENUE",
        "dateOfBirth": "1990-05-31",
        "gender": "OTHERS",
        "identificationNumber": "001090012345",
        "taxNumber": "0101234567",
        "avatar": organiser.file(&organiser.owner, Visibility::Public).await,
        "logo": organiser.file(&organiser.owner, Visibility::Public).await,
        "businessLicense": organiser.file(&organiser.owner, Visibility::Private).await,
    });
    let mut body = fields.clone();
    body["ticketId"] = json!(class);
    let made = organiser.add("  Nguyễn Văn Đức ", body).await;
    assert_eq!(made.code(), 2000, "{}", made.json);
    let masked = json!(MASK);
    for (field, value) in fields.as_object().unwrap() {
        let is_masked = ["identificationNumber", "taxNumber"].contains(&field.as_str());
        let shown = if is_masked { &masked } else { value };
        assert_eq!(&made.data()[field], shown, "{field}");
    }
    assert_eq!(made.data()["fullName"], "Nguyễn Văn Đức");
    assert_eq!(made.data()["phone"], "0912345678");
    assert_eq!(
        made.data()["ticket"],
        json!({ "id": class, "name": "Thường" })
    );
    assert_eq!(
        (&made.data()["amount"], &made.data()["source"]),
        (&json!(250_000), &json!("manual"))
    );
    assert_eq!(
        (
            organiser.registered().await,
            organiser.app.sold(class).await
        ),
        (1, 1)
    );

    // Fields changed one by one, and cleared.
    let id = id_of(&made);
    for (field, value) in [
        ("fullName", json!("Lê Thị Ổi")),
        ("phone", json!("+84 912 000 111")),
        ("company", json!("Công ty Trăng")),
        ("country", json!("Lào")),
        ("role", Value::Null),
        ("note", Value::Null),
        ("participationType", json!("VIP")),
        ("invitedBy", Value::Null),
        ("dateOfBirth", Value::Null),
        ("gender", json!("FEMALE")),
        ("identificationNumber", Value::Null),
        ("taxNumber", Value::Null),
        ("avatar", Value::Null),
        ("logo", Value::Null),
        ("businessLicense", Value::Null),
    ] {
        let changed = organiser.change(&id, json!({ field: value })).await;
        assert_eq!(changed.code(), 2000, "{field}: {}", changed.json);
        assert_eq!(changed.data()[field], value, "{field}");
    }
    let shown = organiser
        .call(Method::GET, &format!("/{id}"), Value::Null)
        .await;
    assert_eq!(shown.data()["country"], "Lào", "absent fields stay");
    assert_eq!(organiser.names("?search=trang%20oi").await, ["Lê Thị Ổi"]);
    assert_eq!(
        organiser.names("?search=duc").await.len(),
        1,
        "the address still says so"
    );
}

#[tokio::test]
async fn guests_need_no_address_and_may_share_one() {
    let organiser = Organiser::new(30).await;
    let nameless = json!({ "email": "", "phone": "", "company": "" });
    for name in ["Vợ An", "Con An"] {
        let guest = organiser.add(name, nameless.clone()).await;
        assert_eq!(guest.data()["email"], "", "{}", guest.json);
    }
    let address = json!({ "email": "an@example.vn" });
    organiser.add("An", address.clone()).await.data();
    assert_eq!(organiser.add("Bình", address).await.code(), 5013);
    let shared = json!({ "email": "AN@example.vn", "sharesEmail": true });
    let mut guests = Vec::new();
    for at in 2..=20 {
        let guest = organiser.add(&format!("Khách {at}"), shared.clone()).await;
        guests.push(id_of(&guest));
    }
    let beyond = organiser.add("Khách 21", shared).await;
    assert_eq!(beyond.code(), 5013, "twenty have it");

    // Another address, none, and one that is shared again.
    let last = guests.last().unwrap();
    for (email, shares, code) in [
        ("khac@example.vn", false, 2000),
        ("", false, 2000),
        ("an@example.vn", false, 5013),
        ("an@example.vn", true, 2000),
        ("An@example.vn", true, 2000),
    ] {
        let body = json!({ "email": email, "sharesEmail": shares });
        let changed = organiser.change(last, body).await;
        assert_eq!(changed.code(), code, "{email} {shares}");
        if code == 2000 {
            assert_eq!(changed.data()["email"], email);
        }
    }
    // The first one's address stays taken for visitors, also when others have it.
    let path = format!("/api/event/{}/register", organiser.event);
    let visitor = with(form("an"), "email", "an@example.vn");
    let register = organiser.app.request(Method::POST, &path).json(visitor);
    assert_eq!(register.send().await.code(), 5013);
}

#[tokio::test]
async fn looking_for_a_ticket_finds_all_with_the_address() {
    let organiser = Organiser::new(30).await;
    organiser.add("An", json!({})).await.data();
    let shared = json!({ "email": "an@example.vn", "sharesEmail": true });
    organiser.add("Vợ An", shared).await.data();
    // Only looks as if it shared the address.
    let other = json!({ "email": "an@example.vn2.com" });
    organiser.add("Ân", other).await.data();
    organiser.app.run_jobs().await;
    let path = format!("/api/event/{}/find-ticket", organiser.event);
    let body = json!({ "email": "AN@example.vn" });
    let find = organiser.app.request(Method::POST, &path).json(body);
    find.send().await.data();
    let mails = organiser.app.run_jobs().await;
    assert_eq!(mails.len(), 2);
    let to = |mail: &hoi_mail::Email| mail.to.email.to_string();
    assert!(mails.iter().all(|mail| to(mail) == "an@example.vn"));
}

#[tokio::test]
async fn paid_in_the_same_save_as_a_dearer_class_pays_the_rest() {
    let organiser = Organiser::new(10).await;
    let (app, event) = (&organiser.app, organiser.event);
    let free = app.ticket(event, "Mời", 0, -1).await;
    let cheap = app.ticket(event, "Thường", 300_000, -1).await;
    let dear = app.ticket(event, "VIP", 500_000, -1).await;
    let id = id_of(&organiser.add("An", json!({ "ticketId": free })).await);
    for (class, received) in [(cheap, 300_000), (dear, 500_000)] {
        let body = json!({ "ticketId": class, "paymentStatus": "paid" });
        let moved = organiser.change(&id, body).await;
        assert_eq!(moved.data()["paymentStatus"], "paid");
        assert_eq!(moved.data()["received"], received);
    }
}

#[tokio::test]
async fn payments_that_the_organiser_collects_are_owed() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| event.turn_off_payment = Set(true))
        .await;
    let class = app.ticket(event, "Thường", 250_000, 5).await;
    let organiser = Organiser { app, owner, event };
    let path = format!("/api/event/{event}/register");
    let visitor = with(form("binh"), "ticketId", class.to_string());
    let register = organiser.app.request(Method::POST, &path).json(visitor);
    let registered = register.send().await;
    assert_eq!(
        registered.data()["paymentInfo"],
        Value::Null,
        "no transfer is asked for"
    );
    let id = registered.data()["attendanceId"].as_str().unwrap();
    let list = organiser.call(Method::GET, "", Value::Null).await;
    let row = &list.data()["items"][0];
    assert_eq!(row["amount"], 250_000);
    assert_eq!(row["paymentStatus"], "unpaid");
    assert_eq!(row["paymentMethod"], Value::Null);
    let paid = organiser
        .change(id, json!({ "paymentStatus": "paid" }))
        .await;
    assert_eq!(paid.data()["received"], 250_000);
}

#[tokio::test]
async fn fields_have_limits() {
    let organiser = Organiser::new(10).await;
    for (field, value, is_good) in [
        ("fullName", json!("ề".repeat(999)), true),
        ("fullName", json!("ề".repeat(1000)), false),
        ("fullName", json!("   "), false),
        ("company", json!("x".repeat(1000)), false),
        ("phone", json!("0".repeat(100)), false),
        ("phone", json!("gọi tôi"), false),
        ("phone", json!(912345678), false),
        ("email", json!("a@"), false),
        ("email", json!("a+b@c.vn"), true),
        ("dateOfBirth", json!("31/05/1990"), false),
        ("dateOfBirth", json!("1990-02-30"), false),
        ("gender", json!("X"), false),
        ("participationType", json!("KING"), false),
        ("paymentStatus", json!("later"), false),
        ("paymentMethod", json!("GOLD"), false),
        ("note", json!("x".repeat(2001)), false),
        ("role", json!("a\u{0}b"), false),
        ("avatar", json!("not a file"), false),
    ] {
        let answer = organiser.add("An", json!({ field: value })).await;
        let code = if is_good { 2000 } else { 5002 };
        assert_eq!(answer.code(), code, "{field}: {value}");
        if !is_good {
            assert!(
                answer.json["fields"][field].is_array(),
                "{field}: {}",
                answer.json
            );
            let id = organiser.names("").await.len();
            assert!(id <= 2);
        } else {
            let id = id_of(&answer);
            organiser
                .call(Method::DELETE, "", json!({ "ids": [id] }))
                .await;
        }
    }
    assert_eq!(organiser.registered().await, 0);
    let last = &organiser.log().await[0];
    assert_eq!(last["action"], "participant.removed");
    assert_eq!(last["data"], json!({ "name": "An" }), "{last}");
}

#[tokio::test]
async fn seats_are_those_of_the_desk() {
    let organiser = Organiser::new(2).await;
    let class = organiser.app.ticket(organiser.event, "Thường", 0, 1).await;
    let wide = organiser
        .app
        .ticket(organiser.event, "Rộng", 100_000, -1)
        .await;
    let unseated = organiser.add("An", json!({})).await;
    assert_eq!(
        (
            unseated.code(),
            unseated.json["fields"]["ticketId"].is_array()
        ),
        (5002, true)
    );
    let first = organiser.add("An", json!({ "ticketId": class })).await;
    let (sold_out, twice) = (
        organiser.add("Bình", json!({ "ticketId": class })).await,
        organiser.add("an", json!({ "ticketId": wide })).await,
    );
    assert_eq!(
        (sold_out.status, sold_out.code()),
        (StatusCode::CONFLICT, 5011)
    );
    assert_eq!((twice.status, twice.code()), (StatusCode::CONFLICT, 5013));
    assert!(twice.json["fields"]["email"][0].is_string());
    let second = organiser.add("Bình", json!({ "ticketId": wide })).await;
    assert_eq!(
        organiser
            .add("Chi", json!({ "ticketId": wide }))
            .await
            .code(),
        5003
    );

    // A move takes one seat and gives back the other.
    let (first, second) = (id_of(&first), id_of(&second));
    assert_eq!(
        organiser
            .change(&second, json!({ "ticketId": class }))
            .await
            .code(),
        5011
    );
    assert_eq!(
        organiser
            .change(&second, json!({ "email": "AN@example.vn" }))
            .await
            .code(),
        5013
    );
    let moved = organiser
        .change(
            &first,
            json!({ "ticketId": wide, "email": "moi@example.vn" }),
        )
        .await;
    assert_eq!(
        (&moved.data()["amount"], &moved.data()["paymentStatus"]),
        (&json!(100_000), &json!("unpaid"))
    );
    assert_eq!(
        (
            organiser.app.sold(class).await,
            organiser.app.sold(wide).await
        ),
        (0, 2)
    );
    assert_eq!(
        organiser
            .change(&first, json!({ "ticketId": null }))
            .await
            .code(),
        5002
    );
    assert_eq!(
        organiser
            .change(&second, json!({ "ticketId": class }))
            .await
            .data()["paymentStatus"],
        "paid"
    );
    assert_eq!(
        (
            organiser.app.sold(class).await,
            organiser.app.sold(wide).await,
            organiser.registered().await
        ),
        (1, 1, 2)
    );
}

#[tokio::test]
async fn a_way_through_a_free_class_keeps_the_payment_method() {
    let organiser = Organiser::new(5).await;
    let free = organiser
        .app
        .ticket(organiser.event, "Miễn phí", 0, -1)
        .await;
    let dear = organiser
        .app
        .ticket(organiser.event, "Thường", 100_000, -1)
        .await;
    let person = json!({ "ticketId": dear, "paymentMethod": "CASH_AT_VENUE" });
    let id = id_of(&organiser.add("An", person).await);
    for (body, method) in [
        (json!({ "ticketId": free }), Value::Null),
        // The unchanged values of the side panel's form, sent back.
        (json!({ "paymentMethod": null, "note": "x" }), Value::Null),
        (json!({ "ticketId": dear }), json!("CASH_AT_VENUE")),
        (
            json!({ "ticketId": free, "paymentMethod": null }),
            Value::Null,
        ),
        (json!({ "ticketId": dear }), json!("CASH_AT_VENUE")),
        (json!({ "paymentMethod": null }), Value::Null),
    ] {
        let changed = organiser.change(&id, body.clone()).await;
        assert_eq!(changed.data()["paymentMethod"], method, "{body}");
    }
}

#[tokio::test]
async fn a_reference_is_drawn_when_something_is_due_and_kept() {
    let organiser = Organiser::new(5).await;
    let class = async |name, price| {
        let class = organiser.app.ticket(organiser.event, name, price, -1);
        class.await
    };
    let (free, dear) = (class("Miễn phí", 0).await, class("Thường", 100_000).await);
    let added = organiser.add("An", json!({ "ticketId": free })).await;
    assert_eq!(added.data()["paymentRef"], "");
    let id = id_of(&added);
    let moved = organiser.change(&id, json!({ "ticketId": dear })).await;
    let reference = moved.data()["paymentRef"].clone();
    assert!(hoi_vietqr::reference::is_valid(reference.as_str().unwrap()));
    let search = format!("?search={}", reference.as_str().unwrap());
    assert_eq!(organiser.names(&search).await, ["An"]);
    for class in [free, dear] {
        let moved = organiser.change(&id, json!({ "ticketId": class })).await;
        assert_eq!(moved.data()["paymentRef"], reference);
    }
    // Several participants without a debt have none.
    organiser
        .add("Bình", json!({ "ticketId": free }))
        .await
        .data();
}

#[tokio::test]
async fn null_is_refused_where_there_must_be_a_value() {
    let organiser = Organiser::new(5).await;
    let id = id_of(&organiser.add("An", json!({})).await);
    for field in [
        "fullName",
        "email",
        "phone",
        "company",
        "participationType",
        "paymentStatus",
    ] {
        let answer = organiser
            .change(&id, json!({ field: null, "note": "x" }))
            .await;
        assert_eq!(answer.code(), 5002, "{field}");
        assert!(answer.json["fields"][field].is_array(), "{}", answer.json);
    }
    let shown = organiser
        .call(Method::GET, &format!("/{id}"), Value::Null)
        .await;
    assert!(shown.data()["note"].is_null(), "nothing was changed");
}

#[tokio::test]
async fn walk_ins_are_added_when_registration_is_over_but_not_to_a_cancelled_event() {
    let organiser = Organiser::new(10).await;
    let tx = organiser.app.app.db.write().await.unwrap();
    let over = hoi_ticketing::events::entity::event::ActiveModel {
        id: Set(organiser.event),
        close_registration_date: Set(START),
        ..Default::default()
    };
    sea_orm::ActiveModelTrait::update(over, &tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(organiser.add("An", json!({})).await.code(), 2000);
    let path = format!("/api/event/{}/cancel", organiser.event);
    let cancelled = organiser
        .app
        .request(Method::POST, &path)
        .bearer(&organiser.owner.token)
        .json(json!({}));
    assert_eq!(cancelled.send().await.code(), 2000);
    assert_eq!(organiser.add("Bình", json!({})).await.code(), 5009);
}

#[tokio::test]
async fn payment_goes_both_ways_and_is_noted() {
    let organiser = Organiser::new(10).await;
    let class = organiser
        .app
        .ticket(organiser.event, "Thường", 250_000, -1)
        .await;
    let free = organiser
        .app
        .ticket(organiser.event, "Miễn phí", 0, -1)
        .await;
    let id = id_of(&organiser.add("An", json!({ "ticketId": class })).await);
    let paid = organiser
        .change(&id, json!({ "paymentStatus": "paid" }))
        .await;
    assert_eq!(
        (&paid.data()["paymentStatus"], &paid.data()["paidAt"]),
        (&json!("paid"), &json!(START.to_string()))
    );
    organiser
        .change(&id, json!({ "paymentStatus": "paid" }))
        .await;
    let unpaid = organiser
        .change(&id, json!({ "paymentStatus": "unpaid" }))
        .await;
    assert_eq!(
        (&unpaid.data()["paymentStatus"], &unpaid.data()["paidAt"]),
        (&json!("unpaid"), &Value::Null)
    );
    let log = organiser.log().await;
    let actions: Vec<&str> = log
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        actions,
        [
            "participant.unpaid",
            "participant.paid",
            "participant.added"
        ],
        "a change to the current value is none"
    );
    assert_eq!(
        log[1]["data"],
        json!({ "name": "An", "amount": 250_000, "way": "hand" })
    );

    let free = id_of(&organiser.add("Bình", json!({ "ticketId": free })).await);
    assert_eq!(
        organiser
            .change(&free, json!({ "paymentStatus": "unpaid" }))
            .await
            .code(),
        5002
    );
}

#[tokio::test]
async fn changes_are_noted_by_name_of_field_without_contact_data() {
    let organiser = Organiser::new(10).await;
    let id = id_of(&organiser.add("An", json!({})).await);
    organiser.change(&id, json!({ "phone": "0900000001", "email": "moi@example.vn", "role": "Trưởng nhóm", "note": null })).await;
    let log = organiser.log().await;
    assert_eq!(log[0]["action"], "participant.changed");
    assert_eq!(
        log[0]["data"],
        json!({ "name": "An", "fields": ["phone", "role", "email"] })
    );
    assert!(!json!(log).to_string().contains("0900000001"));
}

#[tokio::test]
async fn only_files_of_ones_own_are_attached() {
    let organiser = Organiser::new(10).await;
    let stranger = organiser.app.committee("em").await;
    let foreign = organiser.file(&stranger, Visibility::Public).await;
    let private = organiser.file(&organiser.owner, Visibility::Private).await;
    let public = organiser.file(&organiser.owner, Visibility::Public).await;
    let id = id_of(&organiser.add("An", json!({})).await);
    for (field, file) in [
        ("avatar", &foreign),
        ("logo", &private),
        ("businessLicense", &public),
    ] {
        for answer in [
            organiser.add("Bình", json!({ field: file })).await,
            organiser.change(&id, json!({ field: file })).await,
        ] {
            assert_eq!(answer.code(), 5002, "{field}");
            assert!(answer.json["fields"][field].is_array());
        }
    }
    assert_eq!(organiser.registered().await, 1);
    // An administrator's attachment stays when the owner saves.
    let admin = organiser.app.admin().await;
    let path = format!("/api/event/{}/attendances/{id}", organiser.event);
    let put = organiser
        .app
        .request(Method::PUT, &path)
        .bearer(&admin.token)
        .json(json!({ "avatar": foreign }));
    assert_eq!(put.send().await.code(), 2000);
    let saved = organiser
        .change(&id, json!({ "avatar": foreign, "role": "Khách" }))
        .await;
    assert_eq!(
        (saved.code(), &saved.data()["avatar"]),
        (2000, &json!(foreign))
    );
}

#[tokio::test]
async fn removing_takes_ids_in_every_form_and_gives_seats_back() {
    let organiser = Organiser::new(10).await;
    let class = organiser.app.ticket(organiser.event, "Thường", 0, 8).await;
    let mut ids = Vec::new();
    for at in 0..8 {
        ids.push(id_of(
            &organiser
                .add(&format!("Khách {at}"), json!({ "ticketId": class }))
                .await,
        ));
    }
    for (tail, body, deleted) in [
        (String::new(), json!({ "ids": [ids[0], ids[0]] }), 1),
        (String::new(), json!([ids[1], ids[2]]), 2),
        (format!("?ids={}", ids[3]), Value::Null, 1),
        (format!("?ids={},{}", ids[4], ids[5]), Value::Null, 2),
        (String::new(), json!({ "id": ids[6] }), 1),
    ] {
        let answer = organiser.call(Method::DELETE, &tail, body).await;
        assert_eq!(answer.data()["deleted"], deleted, "{tail}");
    }
    assert_eq!(
        (
            organiser.registered().await,
            organiser.app.sold(class).await
        ),
        (1, 1)
    );
    let words = organiser.app.request(
        Method::DELETE,
        &format!("/api/event/{}/attendances?ids={}", organiser.event, ids[7]),
    );
    let words = words.bearer(&organiser.owner.token).lang("en").send().await;
    assert_eq!(words.json["messages"], json!(["Delete successful"]));
    // The e-mail address is free again.
    assert_eq!(
        organiser
            .add("Khách 0", json!({ "ticketId": class }))
            .await
            .code(),
        2000
    );
}

#[tokio::test]
async fn removing_is_all_or_nothing() {
    let organiser = Organiser::new(10).await;
    let id = id_of(&organiser.add("An", json!({})).await);
    let elsewhere = organiser.app.open_event(&organiser.owner, 5).await;
    let path = format!("/api/event/{elsewhere}/attendances");
    let body =
        json!({ "fullName": "Em", "email": "em@x.vn", "phone": "0912345678", "company": "X" });
    let foreign = organiser
        .app
        .request(Method::POST, &path)
        .bearer(&organiser.owner.token)
        .json(body)
        .send()
        .await;
    let foreign = id_of(&foreign);
    for ids in [
        json!([id, foreign]),
        json!([id, "01999999-0000-7000-8000-000000000000"]),
        json!([id, "nothing"]),
    ] {
        let answer = organiser
            .call(Method::DELETE, "", json!({ "ids": ids }))
            .await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::NOT_FOUND, 5005),
            "{ids}"
        );
    }
    for body in [
        json!({ "ids": [] }),
        json!([]),
        json!({}),
        Value::Null,
        json!({ "ids": "all" }),
    ] {
        let answer = organiser.call(Method::DELETE, "", body.clone()).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{body}"
        );
    }
    let many: Vec<String> = (0..5001)
        .map(|at| format!("01999999-0000-7000-8000-{at:012}"))
        .collect();
    assert_eq!(
        organiser.call(Method::DELETE, "", json!(many)).await.code(),
        5002
    );
    assert_eq!(organiser.registered().await, 1);
    assert_eq!(
        organiser.call(Method::DELETE, "", json!([id])).await.code(),
        2000
    );
    assert_eq!(
        organiser.call(Method::DELETE, "", json!([id])).await.code(),
        5005,
        "a participant is removed once"
    );
    assert_eq!(organiser.registered().await, 0);
}

#[tokio::test]
async fn a_ticket_is_mailed_once_more_but_not_all_the_time() {
    let organiser = Organiser::new(10).await;
    let id = id_of(&organiser.add("An", json!({ "sendMail": false })).await);
    assert!(organiser.app.run_jobs().await.is_empty());
    let path = format!("/{id}/resend");
    let resend = || organiser.call(Method::POST, &path, Value::Null);
    assert_eq!(resend().await.code(), 2000);
    let mails = organiser.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to.email.to_string(), "an@example.vn");
    let soon = resend().await;
    assert_eq!(
        (soon.status, soon.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    organiser.app.pass(Duration::from_mins(1));
    assert_eq!(resend().await.code(), 2000);
    assert_eq!(organiser.app.run_jobs().await.len(), 1);
    assert_eq!(organiser.log().await[0]["action"], "participant.resent");
    organiser.call(Method::DELETE, "", json!([id])).await;
    assert_eq!(resend().await.code(), 5005);
}
