//! A visitor's own registration: the rights of its key, and their limits.

use std::time::Duration;

use axum::http::Method;
use hoi_ticketing::attendances::{PaymentStatus, attendance};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventAction, EventId};
use hoi_ticketing::registration::{self, own_key};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, EntityTrait};
use serde_json::{Value, json};

use super::support::{details, form, key_of, with};
use crate::support::{TestApp, subnet, typed};

#[tokio::test]
async fn the_key_opens_its_own_registration_and_nothing_else() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let other_event = app.open_event(&owner, 10).await;
    let hoa = app.register(event, form("Hoa")).await;
    let (hoa_key, hoa_row) = (key_of(&hoa), app.attendance(&hoa).await);
    let lan_key = key_of(&app.register(event, form("Lan")).await);

    let own = app.look(event, &hoa_key).await;
    assert_eq!(own.code(), 2000);
    assert_eq!(own.data()["fullName"], "Lê Thị Hoa");
    assert_eq!(own.data()["ticketCode"], hoa_row.ticket_code);
    assert_eq!(own.data()["canChange"], true);
    assert_eq!(own.data()["canCancel"], true);
    assert_eq!(own.data()["changesUntil"], "2026-03-03T02:00:00.000Z");

    let (hoa_id, hoa_signature) = hoa_key.split_once('.').unwrap();
    let (lan_id, lan_signature) = lan_key.split_once('.').unwrap();
    let mut forged = vec![
        String::new(),
        ".".to_owned(),
        hoa_id.to_owned(),
        hoa_row.ticket_code.clone(),
        format!("{hoa_id}."),
        format!("{hoa_id}.{}", "0".repeat(64)),
        format!("{hoa_id}.{lan_signature}"),
        format!("{lan_id}.{hoa_signature}"),
        format!("{hoa_id}.{}", &hoa_signature[..62]),
        format!("{hoa_key}00"),
    ];
    for at in [0, 31, 63] {
        let mut bytes = hoa_signature.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        forged.push(format!("{hoa_id}.{}", String::from_utf8(bytes).unwrap()));
    }
    for key in &forged {
        for method in [Method::GET, Method::DELETE] {
            let answer = app.own(method, event, key, Value::Null).await;
            assert_eq!(answer.code(), 5005, "{key}");
        }
        let answer = app.own(Method::PUT, event, key, details("Kẻ gian")).await;
        assert_eq!(answer.code(), 5005, "{key}");
    }
    assert_eq!(app.look(other_event, &hoa_key).await.code(), 5005);
    let without = app.get(&format!("/api/event/{event}/registration")).await;
    assert_eq!(without.code(), 5005);
    assert_eq!(app.look(event, &lan_key).await.code(), 2000);
}

#[tokio::test]
async fn a_corrected_address_makes_the_link_in_the_strangers_mail_worthless() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let answer = app.register(event, form("Hoa")).await;
    let row = app.attendance(&answer).await;
    let change = hoi_ticketing::registration::Change {
        email: Some("hoa.le@example.vn".to_owned()),
        ..Default::default()
    };
    app.desk
        .submit(registration::change(event, row.id, change))
        .await
        .unwrap();
    assert_eq!(app.look(event, &key_of(&answer)).await.code(), 5005);
    let row = app.attendance(&answer).await;
    let key = own_key(&app.app.secrets, &row);
    assert_eq!(app.look(event, &key).await.code(), 2000);
}

#[tokio::test]
async fn a_cancelled_or_deleted_event_does_not_exist_any_more() {
    for column in [event::Column::CancelledAt, event::Column::DeletedAt] {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 10).await;
        let key = key_of(&app.register(event, form("Hoa")).await);
        app.alter_event(event, column, Expr::value(1_i64)).await;
        let find = format!("/api/event/{event}/find-ticket");
        for answer in [
            app.look(event, &key).await,
            app.own(Method::PUT, event, &key, details("Hoa")).await,
            app.cancel_own(event, &key).await,
            app.post(&find, json!({ "email": "hoa@example.vn" })).await,
        ] {
            assert_eq!(answer.code(), 5005);
            assert_eq!(answer.json["messages"][0], "Sự kiện này không tồn tại");
        }
        assert_eq!(app.registered(event).await, 1);
    }
}

#[tokio::test]
async fn visitors_correct_what_they_said_of_themselves() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let scheme = json!([
        { "id": "size", "question": "Cỡ áo?", "required": "true", "type": "ONE_CHOICE", "choices": ["S", "M"] },
    ]);
    let event = app
        .event(&owner, |event| {
            event.form = Set(typed(json!({ "scheme": scheme })));
        })
        .await;
    let size = |choice: &str| json!([{ "questionId": "size", "answer": choice }]);
    let answer = app
        .register(event, with(form("Hoa"), "answers", size("S")))
        .await;
    let (key, before) = (key_of(&answer), app.attendance(&answer).await);

    let wrong = json!({ "fullName": " ", "phone": "12", "company": "", "answers": [] });
    let refused = app.own(Method::PUT, event, &key, wrong).await;
    assert_eq!(refused.code(), 5002);
    for field in ["fullName", "phone", "company"] {
        assert!(refused.json["fields"][field].is_array(), "{field}");
    }
    let refused = app.own(Method::PUT, event, &key, details("Hoa")).await;
    assert!(
        refused.json["fields"]["answers.size"].is_array(),
        "{}",
        refused.json
    );

    let wanted = with(details("Lê Thị Hòa"), "answers", size("M"));
    let others = json!({ "email": "other@example.vn", "paymentStatus": "paid" });
    for (name, value) in others.as_object().unwrap() {
        let refused = app
            .own(
                Method::PUT,
                event,
                &key,
                with(wanted.clone(), name, value.clone()),
            )
            .await;
        assert_eq!(refused.code(), 5002, "{name}");
        assert!(refused.json["fields"][name].is_array(), "{name}");
    }
    let changed = app.own(Method::PUT, event, &key, wanted.clone()).await;
    assert_eq!(changed.code(), 2000, "{}", changed.json);
    assert_eq!(changed.data()["fullName"], "Lê Thị Hòa");
    assert_eq!(changed.data()["answers"][0]["answer"], "M");
    let after = app.attendance(&answer).await;
    assert_eq!(after.email, before.email);
    assert_eq!(after.ticket_code, before.ticket_code);
    assert!(after.search_text.contains("le thi hoa"));
    assert!(after.search_text.contains("0987654321"));
    assert!(!after.search_text.contains("0912345678"));

    // Saving the same values changes nothing and is not logged.
    app.own(Method::PUT, event, &key, wanted).await;
    let logged = app.logged(event).await;
    let actions: Vec<_> = logged.iter().map(|entry| entry.action).collect();
    assert_eq!(
        actions,
        [
            EventAction::ParticipantRegistered,
            EventAction::ParticipantSelfChanged
        ]
    );
    assert_eq!(
        logged[0].data,
        json!({ "name": "Lê Thị Hoa", "source": "form" })
    );
    for entry in &logged {
        assert_eq!(entry.actor_id, None);
        assert_eq!(entry.subject_id, Some(after.id.0));
    }
    assert_eq!(
        logged[1].data,
        json!({ "name": "Lê Thị Hòa", "fields": ["fullName", "phone", "company", "answers"] })
    );
}

/// Two tabs of the same visitor.
#[tokio::test]
async fn an_older_page_does_not_overwrite_what_a_newer_one_saved() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let key = key_of(&app.register(event, form("Hoa")).await);
    let read = app.look(event, &key).await.data()["updatedAt"].clone();
    let change = |name: &str| with(details(name), "updatedAt", read.clone());
    app.pass(Duration::from_secs(1));
    let stored = app.own(Method::PUT, event, &key, change("Hòa")).await;
    assert_eq!(stored.code(), 2000, "{}", stored.json);
    let refused = app.own(Method::PUT, event, &key, change("Hoà Lê")).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, 5008));
    assert_eq!(&refused.json["data"], stored.data());
    assert_eq!(app.look(event, &key).await.data()["fullName"], "Hòa");
    // A value that is stored already overwrites nothing.
    let same = app.own(Method::PUT, event, &key, change("Hòa")).await;
    assert_eq!(same.code(), 2000, "{}", same.json);
    // The control: a page from before an update names no version.
    let taken = app.own(Method::PUT, event, &key, details("Hoà Lê")).await;
    assert_eq!(taken.data()["fullName"], "Hoà Lê");
}

#[tokio::test]
async fn the_organisers_time_for_changes_ends_to_the_millisecond() {
    let hours = Duration::from_hours;
    for (turned_off, until, end) in [
        (false, None, Some(hours(48))),
        (false, Some(hours(1)), Some(hours(1))),
        (true, Some(hours(1)), None),
    ] {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let now = app.app.clock.now();
        let start = now.plus(hours(48));
        let (until, end) = (
            until.map(|time| now.plus(time)),
            end.map(|time| now.plus(time)),
        );
        let event = app
            .event(&owner, |event| {
                event.event_start_date = Set(start);
                event.turn_off_visitor_changes = Set(turned_off);
                event.visitor_changes_until = Set(until);
            })
            .await;
        let key = key_of(&app.register(event, form("Hoa")).await);
        if let Some(end) = end {
            app.app.clock.set(end.minus(Duration::from_millis(1)));
            let changed = app.own(Method::PUT, event, &key, details("Hoa")).await;
            assert_eq!(changed.code(), 2000);
            assert_eq!(changed.data()["canCancel"], true);
            app.app.clock.set(end);
        }
        let own = app.look(event, &key).await;
        assert_eq!(own.data()["canChange"], false);
        assert_eq!(own.data()["canCancel"], false);
        let late = app.own(Method::PUT, event, &key, details("Hòa")).await;
        assert_eq!(late.code(), 5009);
        assert_eq!(app.cancel_own(event, &key).await.code(), 5009);
        assert_eq!(app.registered(event).await, 1);
    }
}

#[tokio::test]
async fn cancelling_gives_the_seat_back_once_and_the_invitation_not() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 1).await;
    let class = app.ticket(event, "Thường", 0, 1).await;
    let code = app
        .invitation(event, "MOI2026", |code| code.max_uses = Set(5))
        .await;
    let body = with(form("Hoa"), "ticketId", class.to_string());
    let answer = app
        .register(event, with(body.clone(), "invitationCode", "MOI2026"))
        .await;
    let key = key_of(&answer);
    assert_eq!((app.registered(event).await, app.sold(class).await), (1, 1));

    let cancelled = app.cancel_own(event, &key).await;
    assert_eq!(cancelled.code(), 2000);
    assert_eq!((app.registered(event).await, app.sold(class).await), (0, 0));
    let used = hoi_ticketing::events::entity::invitation_code::Entity::find_by_id(code)
        .one(app.app.db.read())
        .await;
    assert_eq!(used.unwrap().unwrap().times_used, 1);
    for again in [
        app.cancel_own(event, &key).await,
        app.look(event, &key).await,
    ] {
        assert_eq!(again.code(), 5005);
    }
    let logged = app.logged(event).await;
    let entry = logged.last().unwrap();
    assert_eq!(
        (entry.action, entry.actor_id),
        (EventAction::ParticipantSelfCancelled, None)
    );
    assert_eq!(entry.data, json!({ "name": "Lê Thị Hoa" }));
    // Seat and e-mail address are free again; the former key stays invalid.
    assert_eq!(app.register(event, body).await.code(), 2000);
    assert_eq!(app.look(event, &key).await.code(), 5005);
}

#[tokio::test]
async fn a_participant_who_came_in_or_paid_cannot_cancel_without_the_organiser() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| event.turn_off_payment = Set(false))
        .await;
    let class = app.ticket(event, "Thường", 250_000, -1).await;
    let cash = |name: &str| {
        let body = with(form(name), "ticketId", class.to_string());
        with(body, "paymentMethod", "CASH_AT_VENUE")
    };

    let answer = app.register(event, cash("Hoa")).await;
    let (key, row) = (key_of(&answer), app.attendance(&answer).await);
    assert_eq!(app.look(event, &key).await.data()["canCancel"], true);
    let paid = Expr::value(PaymentStatus::Paid);
    app.alter(&row, attendance::Column::PaymentStatus, paid)
        .await;
    let received = Expr::value(250_000_i64);
    app.alter(&row, attendance::Column::Received, received)
        .await;
    let own = app.look(event, &key).await;
    assert_eq!(own.data()["canChange"], true);
    assert_eq!(own.data()["canCancel"], false);
    let refused = app.cancel_own(event, &key).await;
    assert_eq!(refused.code(), 5008);
    assert!(
        refused.json["messages"][0]
            .as_str()
            .unwrap()
            .contains("ban tổ chức")
    );

    let answer = app.register(event, cash("Lan")).await;
    let (key, row) = (key_of(&answer), app.attendance(&answer).await);
    let came = Expr::value(app.app.clock.now());
    app.alter(&row, attendance::Column::CheckedInTime, came)
        .await;
    assert_eq!(app.look(event, &key).await.data()["canChange"], false);
    assert_eq!(app.cancel_own(event, &key).await.code(), 5008);
    let late = app.own(Method::PUT, event, &key, details("Lan")).await;
    assert_eq!(late.code(), 5008);
    assert_eq!(app.registered(event).await, 2);
}

#[tokio::test]
async fn looking_for_a_ticket_tells_nothing_about_who_is_registered() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let other = app.open_event(&owner, 10).await;
    let answer = app.register(event, form("Hoa")).await;
    let link = format!(
        "https://hoi.example/form/{event}/ticket#{}",
        key_of(&answer)
    );
    app.run_jobs().await;
    let find = async |event: EventId, email: &str, peer: u8| {
        app.request(Method::POST, &format!("/api/event/{event}/find-ticket"))
            .from([10, 0, 0, peer])
            .json(json!({ "email": email }))
            .send()
            .await
    };
    let known = find(event, " HOA@example.vn ", 1).await;
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to.email.to_string(), "Hoa@example.vn");
    assert!(mails[0].text.contains(&link), "{}", mails[0].text);

    let unknown = find(event, "khong-co@example.vn", 1).await;
    let elsewhere = find(other, "hoa@example.vn", 1).await;
    assert!(app.run_jobs().await.is_empty());
    for answer in [&unknown, &elsewhere] {
        assert_eq!(answer.status, known.status);
        assert_eq!(answer.bytes, known.bytes);
    }
    // The limit for an e-mail address is the same whether it is registered or not, and for all callers.
    for email in ["hoa@example.vn", "khong-co@example.vn"] {
        let mut codes = Vec::new();
        for peer in 10..14 {
            codes.push(find(event, email, peer).await.code());
        }
        assert_eq!(codes.last(), Some(&5003), "{email} {codes:?}");
    }
    let bad = find(event, "khong phai email", 1).await;
    assert!(bad.json["fields"]["email"].is_array());
}

#[tokio::test]
async fn one_peer_cannot_flood_mailboxes() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let mut codes = Vec::new();
    for number in 0..61 {
        let path = format!("/api/event/{event}/find-ticket");
        let body = json!({ "email": format!("a{number}@example.vn") });
        codes.push(app.post(&path, body).await.code());
    }
    assert!(codes[..60].iter().all(|code| *code == 2000), "{codes:?}");
    assert_eq!(codes[60], 5003);
    // A /48 twice as many, from however many of its networks.
    let mut found = 0;
    for at in 0..130 {
        let path = format!("/api/event/{event}/find-ticket");
        let request = app.request(Method::POST, &path).from(subnet(at * 256));
        let body = json!({ "email": format!("b{at}@example.vn") });
        found += u16::from(request.json(body).send().await.code() == 2000);
    }
    assert_eq!(found, 120);
}

#[tokio::test]
async fn the_page_behind_the_link_is_there_and_tells_no_other_site_its_address() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let policy = async |path: &str| app.get(path).await.header("referrer-policy");
    assert_eq!(
        policy(&format!("/form/{event}/ticket")).await,
        "no-referrer"
    );
    for path in ["/form/khong-co/ticket", "/form/ticket"] {
        assert_eq!(app.get(path).await.status, 404, "{path}");
        assert_ne!(policy(path).await, "no-referrer", "{path}");
    }
}
