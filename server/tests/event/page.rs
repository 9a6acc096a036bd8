//! The head of the registration page, for crawlers that do not run the application.

use axum::http::{Method, StatusCode};
use hoi_i18n::Lang;
use hoi_ticketing::events::{
    EventId, ShownPage, find_blocks, find_event, first_screen, give_missing_slugs, head,
};
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::id_in;
use crate::support::{TestApp, TestUser, typed};

async fn head_of(app: &TestApp, event: EventId, lang: Lang) -> String {
    let shown = ShownPage::find(app.app.db.read(), event, app.app.clock.now()).await;
    head(&shown.unwrap().unwrap(), &app.app.config.public_url, lang)
}

async fn first_screen_of(app: &TestApp, event: EventId, lang: Lang) -> String {
    let event = find_event(app.app.db.read(), event).await.unwrap().unwrap();
    let blocks = find_blocks(app.app.db.read(), event.id).await.unwrap();
    first_screen(&event, &blocks, lang)
}

/// Gives the event two days of programme, a speaker and a question.
async fn with_blocks(app: &TestApp, user: &TestUser, event: EventId, title: &str) {
    let speaker = "0198c5a1-7c00-7000-8000-000000000001";
    let body = json!({
        "version": 0,
        "programme": [
            { "start": "08:00", "end": "08:30", "title": title, "note": "Trà và bánh" },
            { "day": 2, "start": "09:00", "title": "Bế mạc", "speakers": [speaker] },
        ],
        "speakers": [{ "id": speaker, "name": "Lan & Dũng", "role": "Ca sĩ", "bio": "Sinh ở Huế." }],
        "questions": [{ "question": "Có chỗ gửi xe không?", "answer": "Có." }],
    });
    let path = format!("/api/event/{event}/page");
    app.send_as(user, Method::PUT, &path, body).await.data();
}

async fn event(app: &TestApp, user: &TestUser, title: &str, description: &str) -> EventId {
    app.event(user, |event| {
        event.title = Set(title.to_owned());
        event.description = Set(description.to_owned());
    })
    .await
}

#[tokio::test]
async fn a_link_introduces_its_event() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = event(
        &app,
        &user,
        "Đêm nhạc",
        "<p>Một đêm</p><p><b>đáng</b> nhớ</p>",
    )
    .await;
    let head = head_of(&app, id, Lang::VI).await;
    let picture = format!(
        "<meta property=\"og:image\" content=\"https://hoi.example/api/event/{id}/share-picture?lang=vi&amp;v="
    );
    assert!(head.lines().any(|is| is.starts_with(&picture)), "{head}");
    for line in [
        "<title>Đêm nhạc</title>".to_owned(),
        "<meta property=\"og:title\" content=\"Đêm nhạc\">".to_owned(),
        "<meta property=\"og:description\" content=\"Một đêm đáng nhớ\">".to_owned(),
        "<meta property=\"og:image:width\" content=\"1200\">".to_owned(),
        "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
        format!("<meta property=\"og:url\" content=\"https://hoi.example/form/{id}\">"),
        "<meta property=\"og:locale\" content=\"vi_VN\">".to_owned(),
    ] {
        assert!(head.lines().any(|is| is == line), "{line}\n{head}");
    }
    assert!(
        head_of(&app, id, Lang::EN)
            .await
            .contains("content=\"en_US\"")
    );
}

#[tokio::test]
async fn nothing_an_organiser_writes_leaves_its_attribute() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let attack = "\"><script>alert('1')</script>&amp;";
    let id = event(&app, &user, attack, "<p>\" onload=\"x &lt;b&gt;</p>").await;
    let head = head_of(&app, id, Lang::VI).await;
    assert!(!head.contains("<script>"));
    assert!(head.contains("&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;"));
    assert!(
        head.contains("content=\"&quot; onload=&quot;x &lt;b&gt;\""),
        "{head}"
    );
    for line in head.lines() {
        assert!(line.starts_with('<') && line.ends_with('>'), "{line}");
    }
}

#[tokio::test]
async fn a_long_description_ends_between_words_within_200_characters() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let description = |head: &str| {
        let start = head
            .split("og:description\" content=\"")
            .nth(1)
            .unwrap()
            .to_owned();
        start.split('"').next().unwrap().to_owned()
    };
    for (text, expected) in [
        ("ề".repeat(200), "ề".repeat(200)),
        ("ề".repeat(201), format!("{}…", "ề".repeat(199))),
        (
            "chữ ".repeat(60),
            format!("{}…", "chữ ".repeat(49).trim_end()),
        ),
    ] {
        let id = event(&app, &user, "Dài", &text).await;
        let found = description(&head_of(&app, id, Lang::VI).await);
        assert_eq!(found, expected);
        assert!(found.chars().count() <= 200);
    }
}

#[tokio::test]
async fn pages_of_no_event_are_not_found_and_not_in_the_envelope() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let cancelled = app
        .event(&user, |event| {
            event.cancelled_at = Set(Some(app.app.clock.now()))
        })
        .await;
    for path in [
        "/form/x".to_owned(),
        format!("/form/{cancelled}"),
        "/form/a/b/c".to_owned(),
        "/form/%FF".to_owned(),
    ] {
        let answer = app.get(&path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.json.is_null(), "{path}");
    }
}

/// The event as the page's data describe it.
fn data_in(head: &str) -> Value {
    let (_, rest) = head
        .split_once("<script type=\"application/ld+json\">")
        .unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

#[tokio::test]
async fn search_engines_get_the_event_as_data() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let attack = "</script><script>alert(1)</script>";
    let id = app
        .event(&user, |event| {
            event.title = Set(attack.to_owned());
            event.end_date = Set(Some(app.app.clock.now()));
            event.host_name = Set(Some("CLB Nhạc Xưa".to_owned()));
            event.host_contact = Set(Some("lan@nhacxua.example".to_owned()));
        })
        .await;
    let head = head_of(&app, id, Lang::VI).await;
    assert!(!head.contains("<script>"), "{head}");
    assert_eq!(head.matches("</script>").count(), 1);
    assert!(!head.contains("noindex"));
    let data = data_in(&head);
    assert_eq!(data["@type"], "Event");
    assert_eq!(data["name"], attack);
    assert_eq!(data["url"], format!("https://hoi.example/form/{id}"));
    assert_eq!(data["identifier"], json!(id));
    assert_eq!(data["location"]["name"], "Nhà hát Lớn, Hà Nội");
    assert_eq!(data["organizer"]["name"], "CLB Nhạc Xưa");
    assert_eq!(data["eventStatus"], "https://schema.org/EventScheduled");
    assert!(data["startDate"].is_string() && data["endDate"].is_string());
    assert_eq!(data["offers"][0]["price"], 0);
}

/// As Google asks for it: local times with their offset, a postal address, availability, and nothing that is unknown.
#[tokio::test]
async fn the_data_follow_the_rules_of_search_engines() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let at = |text: &str| text.parse::<hoi_db::Timestamp>().unwrap();
    let id = app
        .event(&user, |event| {
            event.slug = Set(Some("dem-nhac".to_owned()));
            event.title = Set("Đêm nhạc".to_owned());
            event.description = Set("<p>Một đêm</p>".to_owned());
            event.venue_address = Set("Nhà hát Lớn, Hà Nội".to_owned());
            event.event_start_date = Set(at("2026-03-20T12:30:00Z"));
            event.end_date = Set(Some(at("2026-03-20T15:00:00Z")));
            event.open_registration_date = Set(at("2026-02-01T01:00:00Z"));
            event.close_registration_date = Set(at("2026-03-19T17:00:00Z"));
            event.host_name = Set(Some("CLB Nhạc Xưa".to_owned()));
            event.host_contact = Set(None);
            event.contact_email = Set(None);
        })
        .await;
    let row = find_event(app.app.db.read(), id).await.unwrap().unwrap();
    let expected = json!({
        "@context": "https://schema.org",
        "@type": "Event",
        "identifier": id,
        "name": "Đêm nhạc",
        "description": "Một đêm",
        "startDate": "2026-03-20T19:30:00+07:00",
        "endDate": "2026-03-20T22:00:00+07:00",
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "url": "https://hoi.example/e/dem-nhac",
        "image": [format!("https://hoi.example{}", row.logo)],
        "location": {
            "@type": "Place",
            "name": "Nhà hát Lớn, Hà Nội",
            "address": {
                "@type": "PostalAddress",
                "streetAddress": "Nhà hát Lớn, Hà Nội",
                "addressCountry": "VN",
            },
        },
        "offers": [{
            "@type": "Offer",
            "price": 0,
            "priceCurrency": "VND",
            "availability": "https://schema.org/InStock",
            "url": "https://hoi.example/e/dem-nhac",
            "validFrom": "2026-02-01T08:00:00+07:00",
            "validThrough": "2026-03-20T00:00:00+07:00",
        }],
        "organizer": { "@type": "Organization", "name": "CLB Nhạc Xưa" },
    });
    let head = head_of(&app, id, Lang::VI).await;
    assert_eq!(data_in(&head), expected);
    // Registration is over.
    app.pass(std::time::Duration::from_hours(19 * 24));
    let data = data_in(&head_of(&app, id, Lang::VI).await);
    assert_eq!(
        data["offers"][0]["availability"],
        "https://schema.org/SoldOut"
    );
}

#[tokio::test]
async fn a_class_without_seats_is_sold_out_in_the_data() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = app.event(&user, |_| {}).await;
    let full = app.ticket(id, "Sớm", 0, 1).await;
    app.ticket(id, "Thường", 0, 10).await;
    let guest = json!({
        "fullName": "Lan", "email": "lan@example.vn", "phone": "0912345678", "company": "Sao", "consent": true,
        "ticketId": full,
    });
    let path = format!("/api/event/{id}/register");
    app.post(&path, guest).await.data();
    let offers = data_in(&head_of(&app, id, Lang::VI).await)["offers"].clone();
    let offers = offers.as_array().unwrap().iter();
    let available: Vec<_> = offers
        .map(|offer| {
            (
                offer["name"].as_str().unwrap(),
                offer["availability"].clone(),
            )
        })
        .collect();
    assert!(available.contains(&("Sớm", json!("https://schema.org/SoldOut"))));
    assert!(available.contains(&("Thường", json!("https://schema.org/InStock"))));
}

#[tokio::test]
async fn an_event_that_was_moved_says_when_it_was() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let id = id_in(&path);
    let before = data_in(&head_of(&app, id, Lang::VI).await);
    assert!(before.get("previousStartDate").is_none());
    app.participant(id, "binh", None, Lang::VI).await;
    app.pass(std::time::Duration::from_mins(1));
    let row = find_event(app.app.db.read(), id).await.unwrap().unwrap();
    let later = row
        .event_start_date
        .plus(std::time::Duration::from_hours(24));
    let change = json!({ "eventStartDate": later, "endDate": null, "section": "emailContent" });
    app.put(&user, &path, change).await.data();
    let data = data_in(&head_of(&app, id, Lang::VI).await);
    assert_eq!(data["eventStatus"], "https://schema.org/EventRescheduled");
    assert_eq!(data["previousStartDate"], before["startDate"]);
}

#[tokio::test]
async fn the_price_of_a_ticket_stands_in_the_data() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = app
        .event(&user, |event| event.turn_off_payment = Set(false))
        .await;
    app.ticket(id, "Thường", 250_000, 10).await;
    let offers = data_in(&head_of(&app, id, Lang::VI).await)["offers"].clone();
    assert_eq!(offers.as_array().unwrap().len(), 1);
    assert_eq!(
        (&offers[0]["name"], &offers[0]["price"]),
        (&json!("Thường"), &json!(250_000))
    );
    assert_eq!(offers[0]["priceCurrency"], "VND");
}

#[tokio::test]
async fn events_from_before_get_their_short_address_by_themselves() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let of_title = async |title: &str| {
        let title = title.to_owned();
        app.event(&user, |event| {
            event.title = Set(title);
            event.slug = Set(None);
        })
        .await
    };
    let (first, second) = (of_title("Hội làng").await, of_title("Hội làng").await);
    let slug = async |id| {
        let row = find_event(app.app.db.read(), id).await.unwrap().unwrap();
        (row.slug, row.version)
    };
    give_missing_slugs(&app.app).await.unwrap();
    let given = [slug(first).await, slug(second).await];
    assert_eq!(given[0].0.as_deref(), Some("hoi-lang"));
    assert!(given[1].0.as_ref().unwrap().starts_with("hoi-lang-"));
    assert_eq!(
        given[0].1, 1,
        "the version stays, so that open editors are not refused"
    );
    give_missing_slugs(&app.app).await.unwrap();
    assert_eq!([slug(first).await, slug(second).await], given, "for good");
}

#[tokio::test]
async fn a_cover_is_loaded_in_the_width_of_the_screen() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let cover = app.uploaded(&user, "eventCover").await;
    let id = app
        .event(&user, |event| {
            event.cover_image = Set(Some(typed(json!(cover))));
        })
        .await;
    let line = format!(
        "<link rel=\"preload\" as=\"image\" href=\"{cover}/960\" imagesrcset=\"{cover}/480 480w, {cover}/960 960w, \
         {cover}/1600 1600w\" imagesizes=\"(min-width: 1024px) 516px, 100vw\" fetchpriority=\"high\">"
    );
    let head = head_of(&app, id, Lang::VI).await;
    assert!(head.lines().any(|is| is == line), "{head}");
}

#[tokio::test]
async fn events_that_shall_not_be_found_say_so() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let hidden = app
        .event(&user, |event| event.hide_from_search = Set(true))
        .await;
    let members = app
        .event(&user, |event| {
            event.members_only = Set(true);
            event.host_contact = Set(Some("0912 345 678".to_owned()));
        })
        .await;
    for id in [hidden, members] {
        let head = head_of(&app, id, Lang::VI).await;
        assert!(head.contains("<meta name=\"robots\" content=\"noindex\">"));
    }
    let of_members = head_of(&app, members, Lang::VI).await;
    for secret in ["0912 345", "0912345678", "Nhà hát", "preload", "og:image"] {
        assert!(!of_members.contains(secret), "{secret}");
    }
    with_blocks(&app, &user, members, "Đón khách").await;
    let of_members = head_of(&app, members, Lang::VI).await;
    assert!(!of_members.contains("Đón khách") && !of_members.contains("Dũng"));
    let screen = first_screen_of(&app, members, Lang::VI).await;
    assert!(!screen.contains("Đón khách") && !screen.contains("Dũng"));
    assert!(screen.contains("<h1>Hội nghị Đổi mới</h1>"));
    assert!(!screen.contains("Nhà hát") && !screen.contains("gặp gỡ"));
}

#[tokio::test]
async fn the_first_screen_is_there_before_anything_runs() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = event(&app, &user, "Đêm <b>nhạc</b>", "<p>Một đêm</p>").await;
    let screen = first_screen_of(&app, id, Lang::VI).await;
    assert!(
        screen.contains("<h1>Đêm &lt;b&gt;nhạc&lt;/b&gt;</h1>"),
        "{screen}"
    );
    assert!(screen.contains("<p>Nhà hát Lớn, Hà Nội</p><p>Một đêm</p>"));
}

#[tokio::test]
async fn programme_speakers_and_questions_are_there_before_anything_runs() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = event(&app, &user, "Đêm nhạc", "<p>Một đêm</p>").await;
    let bare = first_screen_of(&app, id, Lang::VI).await;
    assert!(!bare.contains("<h2>") && !bare.contains("<ul>"));
    with_blocks(&app, &user, id, "Đón <i>khách</i>").await;
    let screen = first_screen_of(&app, id, Lang::VI).await;
    for list in [
        "<h2>Chương trình</h2><ul><li>Ngày 1, 08:00 Đón &lt;i&gt;khách&lt;/i&gt;</li><li>Ngày 2, 09:00 Bế mạc</li></ul>",
        "<h2>Diễn giả</h2><ul><li>Lan &amp; Dũng, Ca sĩ</li></ul>",
        "<h2>Câu hỏi thường gặp</h2><ul><li>Có chỗ gửi xe không?</li></ul>",
    ] {
        assert!(screen.contains(list), "{screen}");
    }
    let english = first_screen_of(&app, id, Lang::EN).await;
    assert!(
        english.contains("<h2>Program</h2><ul><li>Day 1, 08:00"),
        "{english}"
    );
}

#[tokio::test]
async fn search_engines_get_speakers_and_programme_as_data() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = event(&app, &user, "Đêm nhạc", "<p>Một đêm</p>").await;
    let bare = data_in(&head_of(&app, id, Lang::VI).await);
    assert!(bare.get("performer").is_none() && bare.get("subEvent").is_none());
    let attack = "</script><script>alert(1)</script>";
    with_blocks(&app, &user, id, attack).await;
    let head = head_of(&app, id, Lang::VI).await;
    assert!(!head.contains("<script>"), "{head}");
    let data = data_in(&head);
    assert_eq!(data["performer"][0]["name"], "Lan & Dũng");
    assert_eq!(data["performer"][0]["jobTitle"], "Ca sĩ");
    let row = find_event(app.app.db.read(), id).await.unwrap().unwrap();
    let first_day = hoi_i18n::format_date_time(Lang::EN, row.event_start_date.0);
    let part = &data["subEvent"][0];
    assert_eq!(part["name"], attack);
    assert_eq!(part["location"]["name"], "Nhà hát Lớn, Hà Nội");
    let at = |value: &Value| {
        value
            .as_str()
            .unwrap()
            .parse::<hoi_db::Timestamp>()
            .unwrap()
    };
    let (start, end) = (at(&part["startDate"]), at(&part["endDate"]));
    assert_eq!(end.0 - start.0, 30 * 60_000);
    let shown = hoi_i18n::format_date_time(Lang::EN, start.0);
    let day = |text: &str| text.split(',').next().unwrap().to_owned();
    assert_eq!(day(&shown), day(&first_day), "{shown} {first_day}");
    assert!(shown.contains("08:00"), "{shown}");
    let next = at(&data["subEvent"][1]["startDate"]);
    assert_eq!(next.0 - start.0, 25 * 3_600_000, "the day after, at nine");
    assert!(data["subEvent"][1].get("endDate").is_none());
}

#[tokio::test]
async fn a_cancelled_event_says_that_it_is_cancelled_and_nothing_else() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = app
        .event(&user, |event| {
            event.title = Set("Đêm nhạc Trịnh".to_owned());
            event.venue_address = Set("Nhà hát Lớn".to_owned());
            event.cancelled_at = Set(Some(app.app.clock.now()));
            event.cancel_reason = Set(Some("Mưa bão".to_owned()));
        })
        .await;
    for path in [format!("/form/{id}"), format!("/form/{id}/ticket")] {
        let page = app.get(&path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND);
        let html = String::from_utf8(page.bytes.to_vec()).unwrap();
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
        assert!(html.contains("<meta name=\"event-status\" content=\"cancelled\">"));
        for told in ["Đêm nhạc Trịnh", "Nhà hát Lớn", "Mưa bão", "og:", "ld+json"] {
            assert!(!html.contains(told), "{path} tells {told}");
        }
    }
    let picture = format!("/api/event/{id}/share-picture");
    assert_eq!(app.get(&picture).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_short_address_leads_to_its_event_whatever_the_title_becomes() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let second = app.created(&user).await;
    let id = id_in(&path);
    let slug_of = async |path: &str| {
        let public = app.get(&format!("{path}/public")).await;
        public.data()["slug"].as_str().unwrap().to_owned()
    };
    assert_eq!(slug_of(&path).await, "dem-nhac-trinh");
    let other = slug_of(&second).await;
    assert!(
        other.starts_with("dem-nhac-trinh-") && other.len() == 21,
        "{other}"
    );

    let change = json!({ "title": "Đêm nhạc Phạm Duy", "section": "eventInfo" });
    app.send_as(&user, Method::PUT, &path, change).await.data();
    assert_eq!(slug_of(&path).await, "dem-nhac-trinh");
    for address in [
        "/e/dem-nhac-trinh".to_owned(),
        "/e/Dem-Nhac-Trinh".to_owned(),
        "/e/dem-nhac-trinh?code=KHACH".to_owned(),
        format!("/form/{id}"),
    ] {
        let answer = app.get(&address).await;
        assert_eq!(answer.status, StatusCode::OK, "{address}");
        let html = String::from_utf8(answer.bytes).unwrap();
        for line in [
            "<link rel=\"canonical\" href=\"https://hoi.example/e/dem-nhac-trinh\">".to_owned(),
            format!("<meta name=\"event\" content=\"{id}\">"),
        ] {
            assert!(html.contains(&line), "{address}: {line}");
        }
    }
    app.send_as(&user, Method::DELETE, &path, json!({}))
        .await
        .data();
    for address in ["/e/dem-nhac-trinh", "/e/khong-co", "/e/%FF"] {
        assert_eq!(
            app.get(address).await.status,
            StatusCode::NOT_FOUND,
            "{address}"
        );
    }
}

#[tokio::test]
async fn an_event_from_before_short_addresses_gets_one_when_it_is_saved() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = app.open_event(&user, 10).await;
    let public = format!("/api/event/{id}/public");
    assert!(app.get(&public).await.data()["slug"].is_null());
    let change = json!({ "hostName": " CLB Nhạc Xưa ", "hostContact": "", "section": "eventInfo" });
    app.send_as(&user, Method::PUT, &format!("/api/event/{id}"), change)
        .await
        .data();
    let event = app.get(&public).await;
    assert_eq!(event.data()["slug"], "hoi-nghi-doi-moi");
    assert_eq!(event.data()["hostName"], "CLB Nhạc Xưa");
    assert!(event.data()["hostContact"].is_null());
}
