//! The public form: `POST /event/{eventId}/register`.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_i18n::Lang;
use hoi_platform::clock::new_id;
use hoi_ticketing::attendances::{ParticipationType, PaymentStatus, Source};
use hoi_ticketing::events::{Asked, EventId, TicketId};
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};

use super::support::{form, with};
use crate::support::{TestApp, new_registration, subnet, typed};

/// Names without visible characters are refused, and no name changes how the text around it is displayed.
#[tokio::test]
async fn names_are_what_is_seen_of_them() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    for nothing in [
        "\u{200b}\u{200b}",
        "\u{3164}",
        "\u{2800}",
        "\u{202e}",
        "\u{feff} \u{ad}",
        "\u{301}",
    ] {
        for field in ["fullName", "company"] {
            let answer = app.register(event, with(form("a"), field, nothing)).await;
            assert_eq!(answer.code(), 5002, "{nothing:?}");
            assert!(answer.json["fields"][field].is_array(), "{}", answer.json);
        }
    }
    let tower = format!("L{}an", "\u{20d2}".repeat(50));
    for (at, (name, kept)) in [
        ("\u{202e}Nguyễn\u{202c} Lan", "Nguyễn Lan"),
        (
            "Nguye\u{302}\u{303}n Thi\u{323} A\u{301}nh",
            "Nguyễn Thị Ánh",
        ),
        ("Nguyễn\u{200b} Lan", "Nguyễn Lan"),
        ("Nguyễn\r\nLan\tAnh", "Nguyễn Lan Anh"),
        ("Lan 👩\u{200d}🔬", "Lan 👩\u{200d}🔬"),
        ("مُحَمَّد", "مُحَمَّد"),
        ("สมชาย ใจดี", "สมชาย ใจดี"),
        ("श्रीकृष्ण", "श्रीकृष्ण"),
        (tower.as_str(), "L\u{20d2}\u{20d2}\u{20d2}\u{20d2}an"),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = app
            .register(event, with(form(&format!("g{at}")), "fullName", name))
            .await;
        assert_eq!(app.attendance(&answer).await.full_name, kept);
    }
    // A company may be called like its address, which is read as a browser would read it.
    for (at, (company, kept)) in [
        ("Hoa Sen\nchi nhánh 2", "Hoa Sen chi nhánh 2"),
        ("Base．vn", "Base.vn"),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = app
            .register(event, with(form(&format!("c{at}")), "company", company))
            .await;
        assert_eq!(app.attendance(&answer).await.company, kept);
    }
    for address in [
        "Lan evil．com",
        "ｅｖｉｌ．ｃｏｍ",
        "ev\u{200b}il.com",
        "𝗲𝘃𝗶𝗹.𝘃𝗻",
    ] {
        let answer = app
            .register(event, with(form("b"), "fullName", address))
            .await;
        assert_eq!(answer.code(), 5002, "{address}");
        assert!(answer.json["fields"]["fullName"].is_array(), "{address}");
    }
    // Both Unicode forms of a name are found with either.
    for search in [
        "Nguyễn Thị Ánh",
        "nguye\u{302}\u{303}n thi\u{323}",
        "nguyen\u{200b} thi anh",
    ] {
        let search: String = search.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let path = format!("/api/event/{event}/attendances?search={search}");
        let found = app.get_as(&owner, &path).await;
        assert_eq!(found.data()["total"], 1, "{}", found.json);
    }
}

/// The answer, and the page before it, announce only mails that are really sent.
#[tokio::test]
async fn a_visitor_is_promised_the_mails_that_are_sent() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    for (mails_tickets, is_due, promise) in [
        (true, false, "The ticket is on its way to "),
        (
            true,
            true,
            "The ticket and the transfer instructions are on",
        ),
        (false, true, "Keep this ticket to enter; the transfer inst"),
        (false, false, "Keep this ticket; it lets you in."),
    ] {
        let event = app
            .event(&owner, |event| {
                event.send_email_after_register = Set(mails_tickets);
                event.turn_off_payment = Set(false);
                event.account_number = Set(Some("0123456789".to_owned()));
                event.account_holder_name = Set(Some("CONG TY HOI".to_owned()));
                event.bank_name = Set(Some("MB".to_owned()));
            })
            .await;
        let mut body = form("hoa");
        if is_due {
            let ticket = app.ticket(event, "Thường", 250_000, -1).await;
            body["ticketId"] = ticket.to_string().into();
            body["paymentMethod"] = "BANK_TRANSFER".into();
        }
        let page = app.get(&format!("/api/event/{event}/public")).await;
        assert_eq!(page.data()["sendEmailAfterRegister"], mails_tickets);
        let answer = app
            .request(Method::POST, &format!("/api/event/{event}/register"))
            .lang("en")
            .json(body)
            .send()
            .await;
        let message = answer.json["messages"][0].as_str().unwrap();
        assert!(message.starts_with(promise), "{message}");
    }
}

/// Creates an event that takes payment for its only class.
async fn paid_event(app: &TestApp) -> (EventId, TicketId) {
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.turn_off_payment = Set(false);
            event.account_number = Set(Some("0123456789".to_owned()));
            event.account_holder_name = Set(Some("CONG TY HOI".to_owned()));
            event.bank_name = Set(Some("MB".to_owned()));
            event.bank_bin = Set(Some("970422".to_owned()));
        })
        .await;
    let ticket = app.ticket(event, "Thường", 250_000, -1).await;
    (event, ticket)
}

#[tokio::test]
async fn a_visitor_gets_a_ticket() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let answer = app.register(event, form("Hoa")).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::OK, 2000));
    let ticket = answer.data();
    assert_eq!(ticket["ticketCode"].as_str().unwrap().len(), 12);
    assert_eq!(ticket["qr"], ticket["ticketCode"]);
    assert_eq!(ticket["ticket"], Value::Null);
    assert_eq!(ticket["paymentInfo"], Value::Null);
    assert_eq!(ticket["message"], answer.json["messages"][0]);

    let row = app.attendance(&answer).await;
    assert_eq!(row.email_key, "hoa@example.vn");
    assert_eq!(row.phone, "0912 345 678");
    assert_eq!(row.payment_status, PaymentStatus::Paid);
    assert_eq!((row.source, row.lang), (Source::Form, Lang::VI));
    let consent = row.consent.unwrap();
    let page = app.get(&format!("/api/event/{event}/public")).await;
    assert_eq!(consent["wording"], page.data()["consent"]["text"]);
    assert_eq!(consent["version"], page.data()["consent"]["version"]);
    assert_eq!(consent["at"], "2026-03-01T02:00:00.000Z");
}

#[tokio::test]
async fn everything_that_is_wrong_is_said_at_its_field() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let scheme = json!([
        { "id": "size", "question": "Cỡ áo?", "required": "true", "type": "ONE_CHOICE", "choices": ["S", "M"] },
        { "id": "diet", "question": "Ăn chay?", "required": "", "type": "TEXT", "choices": [] },
    ]);
    let event = app
        .event(&owner, |event| {
            event.form = Set(typed(json!({ "scheme": scheme })));
            event.turn_off_payment = Set(false);
        })
        .await;
    let dear = app.ticket(event, "Thường", 250_000, -1).await;

    let nothing = app.register(event, json!({})).await;
    assert_eq!(
        (nothing.status, nothing.code()),
        (StatusCode::BAD_REQUEST, 5002)
    );
    let fields = nothing.json["fields"].as_object().unwrap();
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    for field in [
        "fullName",
        "email",
        "phone",
        "company",
        "consent",
        "ticketId",
        "answers.size",
    ] {
        assert!(names.contains(&field), "{field} in {names:?}");
    }
    assert!(!names.contains(&"answers.diet"));

    let mut body = with(form("Hoa"), "ticketId", dear.to_string());
    body["answers"] = json!([{ "questionId": "size", "answer": "XXL" }]);
    let answer = app.register(event, body.clone()).await;
    let names: Vec<_> = answer.json["fields"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(names, ["answers.size", "paymentMethod"]);

    body["answers"] = json!([{ "questionId": "size", "answer": "M" }]);
    body["paymentMethod"] = "CASH_AT_VENUE".into();
    let answer = app.register(event, body).await;
    let row = app.attendance(&answer).await;
    assert_eq!(
        json!(row.answers),
        json!({ "answers": [{ "questionId": "size", "question": "Cỡ áo?", "type": "ONE_CHOICE", "answer": "M" }] })
    );
    assert_eq!(answer.data()["ticket"]["name"], "Thường");
    assert_eq!(
        answer.data()["paymentInfo"],
        Value::Null,
        "cash is paid at the door"
    );
}

#[tokio::test]
async fn fields_have_limits() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 100).await;
    let phone = |length: usize| format!("+84{}", " ".repeat(length - 12) + "123456789");
    let email = |length: usize| format!("{}@b.vn", "a".repeat(length - 5));
    for (field, good, bad) in [
        ("fullName", "ề".repeat(999), "ề".repeat(1000)),
        ("company", "c".repeat(999), "c".repeat(1000)),
        ("email", email(999), email(1000)),
        ("phone", phone(99), phone(100)),
    ] {
        let refused = app
            .register(event, with(form(&format!("x{field}")), field, bad))
            .await;
        assert_eq!(refused.code(), 5002, "{field}");
        assert!(refused.json["fields"][field].is_array(), "{field}");
        let taken = app
            .register(event, with(form(&format!("y{field}")), field, good))
            .await;
        assert_eq!(taken.code(), 2000, "{field}: {}", taken.json);
    }
    for (field, bad) in [("fullName", " \t "), ("email", "a@"), ("phone", "call me")] {
        let refused = app.register(event, with(form("z"), field, bad)).await;
        assert!(refused.json["fields"][field].is_array(), "{field}");
    }
}

#[tokio::test]
async fn registration_opens_and_closes_at_the_minute() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 100).await;
    let opens = app.app.clock.now().minus(Duration::from_hours(24));
    let closes = app.app.clock.now().plus(Duration::from_hours(24));
    let moment = Duration::from_millis(1);
    for (at, name, code) in [
        (opens.minus(moment), "a", 5014),
        (opens, "b", 2000),
        (closes.minus(moment), "c", 2000),
        (closes, "d", 5015),
    ] {
        app.app.clock.set(at);
        let answer = app.register(event, form(name)).await;
        assert_eq!(answer.code(), code, "{name}");
    }
}

#[tokio::test]
async fn a_cancelled_or_unknown_event_does_not_exist() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let now = app.app.clock.now();
    let cancelled = app
        .event(&owner, |event| event.cancelled_at = Set(Some(now)))
        .await;
    let unknown: EventId = new_id();
    for event in [cancelled.to_string(), unknown.to_string(), "x".to_owned()] {
        let answer = app
            .post(&format!("/api/event/{event}/register"), json!({}))
            .await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::NOT_FOUND, 5005)
        );
    }
}

#[tokio::test]
async fn one_address_registers_once_whatever_its_letter_case() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let (event, other) = (
        app.open_event(&owner, 5).await,
        app.open_event(&owner, 5).await,
    );
    assert_eq!(app.register(event, form("Hoa")).await.code(), 2000);
    let again = app
        .register(event, with(form("Mai"), "email", "HOA@Example.VN"))
        .await;
    assert_eq!((again.status, again.code()), (StatusCode::CONFLICT, 5013));
    assert_eq!(app.register(other, form("Hoa")).await.code(), 2000);
}

#[tokio::test]
async fn sold_out_and_full_are_told_apart() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 2).await;
    let small = app.ticket(event, "Nhỏ", 0, 1).await;
    let large = app.ticket(event, "Lớn", 0, -1).await;
    let seat = |name: &str, class: TicketId| with(form(name), "ticketId", class.to_string());
    assert_eq!(app.register(event, seat("a", small)).await.code(), 2000);
    assert_eq!(app.register(event, seat("b", small)).await.code(), 5011);
    assert_eq!(app.register(event, seat("c", large)).await.code(), 2000);
    assert_eq!(app.register(event, seat("d", large)).await.code(), 5003);
    assert_eq!(
        app.register(event, seat("e", small)).await.code(),
        5011,
        "the class comes before the event"
    );
    assert_eq!(
        (
            app.registered(event).await,
            app.sold(small).await,
            app.sold(large).await
        ),
        (2, 1, 1)
    );
}

#[tokio::test]
async fn a_transfer_comes_with_everything_needed_to_make_it() {
    let app = TestApp::new().await;
    let (event, ticket) = paid_event(&app).await;
    let mut body = with(form("Hoa"), "ticketId", ticket.to_string());
    body["paymentMethod"] = "BANK_TRANSFER".into();
    let answer = app.register(event, body).await;
    let row = app.attendance(&answer).await;
    assert_eq!(row.payment_status, PaymentStatus::Unpaid);
    let info = &answer.data()["paymentInfo"];
    assert_eq!(info["amount"], 250_000);
    assert_eq!(info["accountNumber"], "0123456789");
    let reference = info["reference"].as_str().unwrap();
    assert!(hoi_vietqr::reference::is_valid(reference));
    assert_ne!(reference, row.ticket_code);
    let payload = info["vietQr"].as_str().unwrap();
    assert!(
        payload.contains("5406250000") && payload.contains(reference),
        "{payload}"
    );
}

#[tokio::test]
async fn an_unknown_bank_gets_words_and_no_code() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.turn_off_payment = Set(false);
            event.account_number = Set(Some("0123456789".to_owned()));
            event.account_holder_name = Set(Some("CONG TY HOI".to_owned()));
            event.bank_name = Set(Some("Quỹ tín dụng xã".to_owned()));
        })
        .await;
    let ticket = app.ticket(event, "Thường", 250_000, -1).await;
    let mut body = with(form("Hoa"), "ticketId", ticket.to_string());
    body["paymentMethod"] = "BANK_TRANSFER".into();
    let answer = app.register(event, body).await;
    let info = &answer.data()["paymentInfo"];
    assert_eq!(info["bankName"], "Quỹ tín dụng xã");
    assert_eq!(info["vietQr"], Value::Null);
}

#[tokio::test]
async fn a_free_class_asks_for_no_payment_method_and_keeps_none() {
    let app = TestApp::new().await;
    let (event, _) = paid_event(&app).await;
    let free = app.ticket(event, "Miễn phí", 0, -1).await;
    let mut body = with(form("Hoa"), "ticketId", free.to_string());
    body["paymentMethod"] = "BANK_TRANSFER".into();
    let row = app.attendance(&app.register(event, body).await).await;
    assert_eq!(
        (row.payment_status, row.payment_method, row.amount),
        (PaymentStatus::Paid, None, 0)
    );
}

#[tokio::test]
async fn a_code_opens_a_hidden_class_and_says_who_invited() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let hidden = app.ticket(event, "Khách mời", 0, -1).await;
    let shown = app.ticket(event, "Thường", 0, -1).await;
    let host = new_registration(event, "chu", Some(shown));
    let host = app.add(host).await;
    app.invitation(event, "Tet2026", |code| {
        code.ticket_id = Set(Some(hidden));
        code.owner_attendance_id = Set(Some(host.id));
        code.participation_type = Set(ParticipationType::Vip);
        code.max_uses = Set(1);
    })
    .await;

    let look = app
        .get(&format!("/api/event/{event}/invitation/TET2026"))
        .await;
    assert_eq!(look.data()["ticketId"], hidden.to_string());
    assert_eq!(look.data()["ticket"]["name"], "Khách mời");
    assert_eq!(look.data()["remainingUses"], 1);
    assert_eq!(look.data()["invitedBy"], "Trần chu");
    assert_eq!(look.data()["participationType"], "VIP");

    let elsewhere = with(
        with(form("a"), "invitationCode", "tet2026"),
        "ticketId",
        shown.to_string(),
    );
    let refused = app.register(event, elsewhere).await;
    assert_eq!(refused.code(), 5002);
    assert!(refused.json["fields"]["invitationCode"].is_array());

    // Without a class, the code's own class is used.
    let row = app
        .attendance(
            &app.register(event, with(form("b"), "invitationCode", " tet 2026 "))
                .await,
        )
        .await;
    assert_eq!(
        (row.ticket_id, row.participation_type, row.source),
        (Some(hidden), ParticipationType::Vip, Source::Invitation)
    );
    assert_eq!(
        (row.invited_by.as_deref(), row.invited_by_attendance_id),
        (Some("Trần chu"), Some(host.id))
    );

    let used_up = app
        .register(event, with(form("c"), "invitationCode", "tet2026"))
        .await;
    assert_eq!(used_up.code(), 5002);
    let english = app
        .request(
            Method::GET,
            &format!("/api/event/{event}/invitation/tet2026"),
        )
        .lang("en")
        .send()
        .await;
    assert_eq!(english.code(), 5002);
    assert_eq!(english.json["messages"], json!(["Invalid invitation code"]));
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer() {
    let app = TestApp::new().await;
    let (event, ticket) = paid_event(&app).await;
    let mut body = with(form("Hoa"), "ticketId", ticket.to_string());
    body["paymentMethod"] = "BANK_TRANSFER".into();
    let first = app.register_once(event, "k1", body.clone()).await;
    let second = app.register_once(event, "k1", body.clone()).await;
    assert_eq!(first.data(), second.data());
    assert_eq!(app.registered(event).await, 1);

    let other_body = app
        .register_once(event, "k1", with(body.clone(), "fullName", "Khác"))
        .await;
    assert_eq!(
        (other_body.status, other_body.code()),
        (StatusCode::CONFLICT, 5008)
    );
    let other_key = app.register_once(event, "k2", body.clone()).await;
    assert_eq!(other_key.code(), 5013);

    app.pass(Duration::from_hours(24));
    app.app
        .clock
        .set(app.app.clock.now().minus(Duration::from_secs(1)));
    assert_eq!(
        app.register_once(event, "k1", body.clone()).await.data(),
        first.data()
    );
}

#[tokio::test]
async fn the_same_request_twice_at_once_takes_one_seat() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let same = (0..20).map(|_| app.register_once(event, "same", form("Hoa")));
    let answers = futures::future::join_all(same).await;
    let first = answers[0].data();
    assert!(answers.iter().all(|answer| answer.data() == first));
    assert_eq!(app.registered(event).await, 1);
}

#[tokio::test]
async fn a_refused_request_may_be_sent_again_with_its_key() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 1).await;
    let first = app.attendance(&app.register(event, form("a")).await).await;
    assert_eq!(app.register_once(event, "k", form("b")).await.code(), 5003);
    app.remove(event, first.id, owner.id).await;
    assert_eq!(app.register_once(event, "k", form("b")).await.code(), 2000);
}

#[tokio::test]
async fn a_flood_from_one_address_is_braked_and_a_school_is_not() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 5).await;
    for _ in 0..600 {
        let answer = app
            .post(&format!("/api/event/{event}/register"), json!({}))
            .await;
        assert_eq!(answer.code(), 5002);
    }
    let braked = app.register(event, form("a")).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    assert_eq!(braked.header("retry-after"), "1");
    app.pass(Duration::from_secs(1));
    assert_eq!(app.register(event, form("a")).await.code(), 2000);
}

#[tokio::test]
async fn an_ipv6_network_is_braked_however_many_parts_it_has() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 5).await;
    let register = format!("/api/event/{event}/register");
    let look = format!("/api/event/{event}/invitation/SAI00000");
    // One number of requests in a /64, 1.5 times as many in a /56, twice as many in a /48.
    for (method, path, limit) in [(Method::POST, register, 600), (Method::GET, look, 300)] {
        let let_through = async |networks: Vec<u16>, each: u16| {
            let mut through = 0;
            for at in networks {
                for _ in 0..each {
                    let request = app.request(method.clone(), &path).from(subnet(at));
                    let answer = request.json(json!({})).send().await;
                    match answer.status {
                        StatusCode::TOO_MANY_REQUESTS => {}
                        _ => through += 1,
                    }
                }
            }
            through
        };
        assert_eq!(let_through(vec![0], limit + 1).await, limit, "{path}");
        let neighbours = (1..=200).collect();
        assert_eq!(let_through(neighbours, 2).await, limit / 2, "{path}");
        let further = (1..=250).map(|at| at * 256).collect();
        assert_eq!(let_through(further, 2).await, limit / 2, "{path}");
        let elsewhere = [0x2001, 0xdb8, 2, 0, 0, 0, 0, 1_u16];
        for peer in [IpAddr::from(elsewhere), IpAddr::from([10, 0, 0, 7])] {
            let request = app.request(method.clone(), &path).from(peer);
            assert_eq!(request.json(json!({})).send().await.code(), 5002, "{path}");
        }
    }
}

/// Otherwise codes could be guessed faster through the form.
#[tokio::test]
async fn wrong_codes_on_the_form_are_braked_like_those_asked_for() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 5).await;
    app.invitation(event, "TET2026", |_| {}).await;
    for _ in 0..300 {
        let guess = app.register(event, with(form("a"), "invitationCode", "SAI00000"));
        assert_eq!(guess.await.code(), 5002);
    }
    let braked = app.register(event, with(form("a"), "invitationCode", "SAI00000"));
    assert_eq!(braked.await.status, StatusCode::TOO_MANY_REQUESTS);
    // A valid code does not count as a guess.
    let invited = app.register(event, with(form("a"), "invitationCode", "TET2026"));
    assert_eq!(invited.await.code(), 2000);
}

#[tokio::test]
async fn bad_bodies_are_refused_in_the_envelope() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 5).await;
    let path = format!("/api/event/{event}/register");
    for body in [
        "",
        "{",
        "[]",
        "7",
        "null",
        r#"{"fullName":1}"#,
        r#"{"answers":{}}"#,
        r#"{"ticketId":"x"}"#,
        r#"{"paymentMethod":"GOLD"}"#,
    ] {
        let answer = app
            .request(Method::POST, &path)
            .header("content-type", "application/json")
            .body(body)
            .send()
            .await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{body}"
        );
    }
    let foreign: TicketId = new_id();
    let answer = app
        .register(event, with(form("a"), "ticketId", foreign.to_string()))
        .await;
    assert!(answer.json["fields"]["ticketId"].is_array());
    let key = "k".repeat(256);
    assert_eq!(app.register_once(event, &key, form("a")).await.code(), 5002);
    assert_eq!(app.registered(event).await, 0);
}

#[tokio::test]
async fn the_form_requires_phone_and_company_as_the_organiser_says() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let asks = async |asked: Asked| {
        app.event(&owner, |event| {
            event.phone_question = Set(asked);
            event.company_question = Set(asked);
        })
        .await
    };
    let shown = async |event: EventId| {
        let public = app.get(&format!("/api/event/{event}/public")).await;
        let scheme = public.data()["eventForm"]["scheme"]
            .as_array()
            .unwrap()
            .clone();
        let questions = scheme.iter().map(|question| {
            let required = question["required"] == "true";
            (question["id"].as_str().unwrap().to_owned(), required)
        });
        questions.collect::<Vec<_>>()
    };
    let question = |id: &str, required| (id.to_owned(), required);
    let always = [question("fullName", true), question("email", true)];
    let both = |required| [question("phone", required), question("company", required)];
    let without = |name: &str| {
        let mut body = form(name);
        body.as_object_mut().unwrap().remove("phone");
        body["company"] = " ".into();
        body
    };

    let required = asks(Asked::Required).await;
    assert_eq!(shown(required).await, [always.clone(), both(true)].concat());
    let answer = app.register(required, without("a")).await;
    let fields = answer.json["fields"].as_object().unwrap();
    assert!(fields.contains_key("phone") && fields.contains_key("company"));

    let optional = asks(Asked::Optional).await;
    assert_eq!(
        shown(optional).await,
        [always.clone(), both(false)].concat()
    );
    let row = app
        .attendance(&app.register(optional, without("b")).await)
        .await;
    assert_eq!((row.phone.as_str(), row.company.as_str()), ("", ""));
    let row = app
        .attendance(&app.register(optional, form("c")).await)
        .await;
    assert!(!row.phone.is_empty() && !row.company.is_empty());
    let answer = app.register(optional, with(form("d"), "phone", "12")).await;
    assert!(answer.json["fields"]["phone"].is_array(), "{}", answer.json);

    let off = asks(Asked::Off).await;
    assert_eq!(shown(off).await, always);
    // Values of fields that the form does not show are dropped.
    let row = app.attendance(&app.register(off, form("e")).await).await;
    assert_eq!((row.phone.as_str(), row.company.as_str()), ("", ""));
}

#[tokio::test]
async fn cash_can_be_turned_off() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    for (turn_off, expected) in [(false, 2000), (true, 5002)] {
        let event = app
            .event(&owner, |event| {
                event.turn_off_payment = Set(false);
                event.turn_off_cash = Set(turn_off);
            })
            .await;
        let dear = app.ticket(event, "Thường", 250_000, 10).await;
        let free = app.ticket(event, "Miễn phí", 0, 10).await;
        let public = app.get(&format!("/api/event/{event}/public")).await;
        assert_eq!(public.data()["takesCash"], !turn_off);
        let cash = |name: &str, class: TicketId| {
            let body = with(form(name), "ticketId", class.to_string());
            with(body, "paymentMethod", "CASH_AT_VENUE")
        };
        let answer = app.register(event, cash("a", dear)).await;
        assert_eq!(answer.code(), expected, "{}", answer.json);
        if turn_off {
            assert!(answer.json["fields"]["paymentMethod"].is_array());
        }
        // The way of paying is not checked where nothing is to be paid.
        assert_eq!(app.register(event, cash("b", free)).await.code(), 2000);
    }
}
