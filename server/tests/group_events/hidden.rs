//! Events for members of a group that is not listed: their visibility to others.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_ticketing::events::{EventId, find_event, give_missing_slugs};
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::Club;
use crate::registration::support::{form, with};
use crate::support::{Answer, Socket, TestUser};

/// Texts of an event beyond title and start.
const SECRETS: [&str; 2] = ["Một ngày gặp gỡ", "Nhà hát"];
const UNKNOWN: &str = "00000000-0000-0000-0000-000000000007";

impl Club {
    /// Reads below `/api/event/{event}` with a token and a code, where given.
    async fn read(
        &self,
        event: EventId,
        path: &str,
        caller: Option<&TestUser>,
        code: Option<&str>,
    ) -> Answer {
        let path = format!("/api/event/{event}/{path}");
        let mut request = self.app.request(Method::GET, &path);
        if let Some(caller) = caller {
            request = request.bearer(&self.app.fresh_token(caller));
        }
        if let Some(code) = code {
            request = request.header("x-invitation-code", code);
        }
        request.send().await
    }
}

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.bytes).replace("\r\n ", "")
}

#[tokio::test]
async fn strangers_learn_title_and_start() {
    let club = Club::new().await;
    let event = club.hidden_event().await;
    club.app.invitation(event, "KHACH", |_| ()).await;
    let row = find_event(club.app.app.db.read(), event).await;
    let start = row.unwrap().unwrap().event_start_date;
    let head = json!({
        "id": event, "title": "Hội nghị Đổi mới", "eventStartDate": start,
        "membersOnly": true, "needsCode": true,
    });
    for (caller, code) in [
        (None, None),
        (Some(&club.stranger), None),
        (None, Some("SAI1")),
    ] {
        let public = club.read(event, "public", caller, code).await;
        assert_eq!(public.data(), &head);
        let calendar = text(&club.read(event, "calendar.ics", caller, code).await);
        assert!(calendar.contains("SUMMARY:Hội nghị Đổi mới"), "{calendar}");
        for secret in SECRETS {
            assert!(!calendar.contains(secret), "{secret}: {calendar}");
        }
        for path in [
            "opening.ics",
            "checkin",
            "lucky-draw",
            &format!("lucky-draw/rounds/{UNKNOWN}"),
        ] {
            let refused = club.read(event, path, caller, code).await;
            assert_eq!(refused.code(), 5016, "{path}: {}", refused.json);
        }
        let picture = club.read(event, "share-picture", caller, code).await;
        assert_eq!(picture.code(), 5005);
    }
    let upload = format!("/api/event/{event}/upload");
    let upload = club.app.request(Method::POST, &upload).send().await;
    assert_eq!(upload.code(), 5016);
}

#[tokio::test]
async fn members_and_guests_with_a_code_read_the_event() {
    let club = Club::new().await;
    let event = club.hidden_event().await;
    let admin = club.app.admin().await;
    club.app
        .invitation(event, "KHACH", |code| code.max_uses = Set(1))
        .await;
    let readers = [
        (Some(&club.member), None, false),
        (Some(&club.owner), None, false),
        (Some(&admin), None, true),
        (None, Some("khach"), true),
        (Some(&club.stranger), Some("KHACH"), true),
    ];
    for (caller, code, needs_code) in readers {
        let public = club.read(event, "public", caller, code).await;
        assert_eq!(public.data()["description"], "Một ngày gặp gỡ");
        assert_eq!(public.data()["needsCode"], needs_code);
        let calendar = text(&club.read(event, "calendar.ics", caller, code).await);
        assert!(calendar.contains("Nhà hát"), "{calendar}");
        for path in ["opening.ics", "checkin"] {
            let shown = club.read(event, path, caller, code).await;
            assert_eq!(shown.status, StatusCode::OK, "{path}");
        }
    }
    // A used-up code still shows the event; a revoked one shows nothing.
    let guest = with(form("khach"), "invitationCode", "KHACH");
    club.app.register(event, guest).await.data();
    let used = club.read(event, "public", None, Some("KHACH")).await;
    assert_eq!(used.data()["venueAddress"], "Nhà hát Lớn, Hà Nội");
    club.app
        .invitation(event, "DONG", |code| code.is_active = Set(false))
        .await;
    let closed = club.read(event, "public", None, Some("DONG")).await;
    assert_eq!(closed.data()["venueAddress"], Value::Null);
}

#[tokio::test]
async fn a_removed_member_reads_no_more() {
    let club = Club::new().await;
    let event = club.hidden_event().await;
    let member = Some(&club.member);
    let before = club.read(event, "public", member, None).await;
    assert_eq!(before.data()["description"], "Một ngày gặp gỡ");
    club.remove_member().await;
    let after = club.read(event, "public", member, None).await;
    assert_eq!(after.data()["description"], Value::Null);
    assert_eq!(after.data()["title"], "Hội nghị Đổi mới");
    for path in ["opening.ics", "checkin", "lucky-draw"] {
        let refused = club.read(event, path, member, None).await;
        assert_eq!(refused.code(), 5016, "{path}");
    }
}

/// The control: the same event of a listed group is shown to every visitor with its link.
#[tokio::test]
async fn an_event_of_a_listed_group_is_read_with_its_link() {
    let club = Club::new().await;
    let event = club.members_event().await;
    let public = club.read(event, "public", None, None).await;
    assert_eq!(public.data()["description"], "Một ngày gặp gỡ");
    let screen = club.read(event, "checkin", None, None).await;
    assert_eq!(screen.code(), 2000);
}

#[tokio::test]
async fn a_wrong_code_learns_nothing_of_the_form() {
    let club = Club::new().await;
    let event = club.hidden_event().await;
    club.app.invitation(event, "KHACH", |_| ()).await;
    let blank = with(form("la"), "email", "");
    let wrong = with(blank.clone(), "invitationCode", "SAI1");
    let refused = club.app.register(event, wrong).await;
    assert_eq!(refused.code(), 5002, "{}", refused.json);
    let fields = refused.json["fields"].as_object().unwrap();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["invitationCode"]);
    let right = with(blank, "invitationCode", "KHACH");
    let refused = club.app.register(event, right).await;
    assert!(refused.json["fields"]["email"].is_array());
}

#[tokio::test]
async fn screens_of_strangers_are_refused() {
    let club = Club::new().await;
    let event = club.hidden_event().await;
    let address = club.app.listen().await;
    let connect = async |caller: Option<&TestUser>| {
        let token = caller.map(|caller| club.app.fresh_token(caller));
        let auth = json!({ "eventId": event, "token": token });
        Socket::connect(address, "/checkin", auth).await.is_ok()
    };
    assert!(!connect(None).await);
    assert!(!connect(Some(&club.stranger)).await);
    assert!(connect(Some(&club.member)).await);
    assert!(connect(Some(&club.owner)).await);
}

#[tokio::test]
async fn the_short_address_cannot_be_guessed() {
    let club = Club::new().await;
    let open = club.event(|event| event.slug = Set(None)).await;
    let first = club.members_event().await;
    let second = club.members_event().await;
    give_missing_slugs(&club.app.app).await.unwrap();
    let slug = async |event| {
        let row = find_event(club.app.app.db.read(), event).await;
        row.unwrap().unwrap().slug.unwrap()
    };
    assert_eq!(slug(open).await, "hoi-nghi-doi-moi");
    let (first, second) = (slug(first).await, slug(second).await);
    assert_ne!(first, second);
    for slug in [first, second] {
        let random = slug.strip_prefix("hoi-nghi-doi-moi-").unwrap();
        assert_eq!(random.len(), 12, "{slug}");
        let found = club.app.get(&format!("/e/{slug}")).await;
        assert_eq!(found.status, StatusCode::FOUND);
    }
}

#[tokio::test]
async fn an_open_event_that_becomes_one_for_members_gets_another_short_address() {
    let club = Club::new().await;
    let event = club.event(|event| event.slug = Set(None)).await;
    give_missing_slugs(&club.app.app).await.unwrap();
    let change = async |change: Value| {
        let path = format!("/api/event/{event}");
        let changed = club.app.put(&club.owner, &path, change).await;
        changed.data()["slug"].as_str().unwrap().to_owned()
    };
    let opens = async |slug: &str| club.app.get(&format!("/e/{slug}")).await.status;
    // The control: while it is open, its address is made of its title and stays.
    let open = change(json!({ "venueAddress": "Nhà hát Tuổi trẻ", "section": "eventInfo" })).await;
    assert_eq!(open, "hoi-nghi-doi-moi");
    assert_ne!(opens(&open).await, StatusCode::NOT_FOUND);

    let hidden = change(json!({ "membersOnly": true, "section": "eventInfo" })).await;
    let random = hidden.strip_prefix("hoi-nghi-doi-moi-").unwrap();
    assert_eq!(random.len(), 12, "{hidden}");
    assert_eq!(opens(&open).await, StatusCode::NOT_FOUND);
    assert_ne!(opens(&hidden).await, StatusCode::NOT_FOUND);

    // It then stays, whatever else changes.
    let later = change(json!({ "title": "Gặp mặt đầu năm", "section": "eventInfo" })).await;
    assert_eq!(later, hidden);
    let again = change(json!({ "membersOnly": false, "section": "eventInfo" })).await;
    assert_eq!(again, hidden);
}

#[tokio::test]
async fn addresses_and_codes_that_miss_are_limited_per_network() {
    let club = Club::new().await;
    let event = club.hidden_event().await;
    club.app.invitation(event, "KHACH", |_| ()).await;
    club.event(|event| event.slug = Set(Some("cong-khai".to_owned())))
        .await;
    give_missing_slugs(&club.app.app).await.unwrap();
    let row = find_event(club.app.app.db.read(), event).await;
    let right = format!("/e/{}", row.unwrap().unwrap().slug.unwrap());
    let from = async |peer: [u8; 4], path: &str| {
        let request = club.app.request(Method::GET, path).from(peer);
        request.send().await
    };
    let (one, other) = ([10, 0, 0, 1], [10, 0, 0, 2]);
    // Addresses that exist are not counted.
    for _ in 0..100 {
        assert_eq!(from(one, &right).await.status, StatusCode::FOUND);
    }
    let by_code = async |peer: [u8; 4], code: &str| {
        let path = format!("/api/event/{event}/public");
        let request = club.app.request(Method::GET, &path).from(peer);
        request.header("x-invitation-code", code).send().await
    };
    for at in 0..60 {
        let status = if at % 2 == 0 {
            from(one, &format!("/e/hoi-nghi-doi-moi-{at}")).await.status
        } else {
            by_code(one, &format!("SAI{at}")).await.status
        };
        assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "{at}");
    }
    for refused in [
        from(one, "/e/hoi-nghi").await,
        from(one, &right).await,
        by_code(one, "KHACH").await,
    ] {
        let answer = (refused.code(), refused.status);
        assert_eq!(answer, (5003, StatusCode::TOO_MANY_REQUESTS));
        assert!(!refused.header("retry-after").is_empty());
    }
    // The address of a public event works also in the network of a guesser.
    assert_eq!(from(one, "/e/cong-khai").await.status, StatusCode::OK);
    assert_eq!(from(other, &right).await.status, StatusCode::FOUND);
    club.app.pass(Duration::from_mins(1));
    assert_eq!(from(one, &right).await.status, StatusCode::FOUND);
}
