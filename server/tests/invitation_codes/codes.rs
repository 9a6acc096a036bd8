//! Creating, listing, changing and deleting codes.

use std::collections::HashSet;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_ticketing::attendances::ParticipationType;
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};

use super::support::{also, new_codes, path};
use crate::registration::support::{form, with};
use crate::support::TestApp;

/// Shorter than the lifetime of a login.
const SOON: Duration = Duration::from_mins(10);

#[tokio::test]
async fn five_hundred_codes_are_made_at_once_and_five_hundred_and_one_are_not() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;

    let one = app.codes(&owner, event, new_codes()).await;
    assert_eq!(one.len(), 1);
    assert_eq!(one[0]["maxUses"], 1);
    assert_eq!(one[0]["timesUsed"], 0);
    assert_eq!(one[0]["remainingUses"], 1);
    assert_eq!(one[0]["state"], "active");
    assert_eq!(one[0]["participationType"], "INVITED");
    let code = one[0]["code"].as_str().unwrap();
    assert_eq!(
        one[0]["link"],
        format!("https://hoi.example/form/{event}#code={code}")
    );

    let answer = app
        .make_codes(&owner, event, also(new_codes(), json!({ "count": 500 })))
        .await;
    let many = answer.data().as_array().unwrap();
    let distinct: HashSet<&str> = many
        .iter()
        .map(|code| code["code"].as_str().unwrap())
        .collect();
    assert_eq!(distinct.len(), 500);
    assert!(distinct.iter().all(|code| {
        code.len() == 8
            && code
                .chars()
                .all(|char| char.is_ascii_uppercase() || char.is_ascii_digit())
            && !code.contains(['0', 'O', '1', 'I', 'L'])
    }));
    assert_eq!(
        answer.json["messages"],
        json!(["Invitation codes created: 500"])
    );

    for count in [501, 0, -1] {
        let refused = app
            .make_codes(&owner, event, also(new_codes(), json!({ "count": count })))
            .await;
        assert_eq!(refused.code(), 5002, "{count}");
        assert!(refused.json["fields"]["count"].is_array());
    }
    let list = app.get_as(&owner, &path(event)).await;
    assert_eq!(list.data()["total"], 501);
}

#[tokio::test]
async fn a_chosen_code_has_4_to_32_characters_and_is_taken_once_in_any_letter_case() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let chosen = |code: &str| also(new_codes(), json!({ "code": code }));

    for code in ["Tet1", "vip-2026_A", &"x".repeat(32)] {
        let made = app.codes(&owner, event, chosen(code)).await;
        assert_eq!(made[0]["code"], code);
    }
    for code in ["abc", &"x".repeat(33), "tết 2026", "a/b#c"] {
        let refused = app.make_codes(&owner, event, chosen(code)).await;
        assert_eq!(refused.code(), 5002, "{code}");
        assert!(refused.json["fields"]["code"].is_array());
    }
    for code in ["TET1", "tet1", " teT1 "] {
        let taken = app.make_codes(&owner, event, chosen(code)).await;
        assert_eq!(
            (taken.status, taken.code()),
            (StatusCode::CONFLICT, 5008),
            "{code}"
        );
        assert!(taken.json["fields"]["code"][0].is_string(), "{code}");
    }
    let two = app
        .make_codes(&owner, event, also(chosen("HAI2"), json!({ "count": 2 })))
        .await;
    assert!(two.json["fields"]["count"].is_array(), "{}", two.json);

    // Another event may use the code, and this event may use it again after its deletion.
    let other = app.open_event(&owner, 10).await;
    app.codes(&owner, other, chosen("TET1")).await;
    let list = app
        .get_as(&owner, &format!("{}?search=tet1", path(event)))
        .await;
    let id = list.data()["items"][0]["id"].as_str().unwrap().to_owned();
    app.send_as(
        &owner,
        Method::DELETE,
        &format!("{}/{id}", path(event)),
        json!({}),
    )
    .await
    .data();
    app.codes(&owner, event, chosen("TET1")).await;
}

#[tokio::test]
async fn references_and_limits_of_a_code_are_checked() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let other = app.open_event(&owner, 10).await;
    let foreign = app.ticket(other, "Thường", 0, -1).await;
    let vip = app.guest(event, "vip", ParticipationType::Vip, None).await;
    let plain = app
        .guest(event, "thuong", ParticipationType::Ordinary, None)
        .await;
    let elsewhere = app.guest(other, "xa", ParticipationType::Vip, None).await;

    let now = app.app.clock.now();
    for (field, value) in [
        ("ticketId", json!(foreign)),
        ("ownerAttendanceId", json!(plain)),
        ("ownerAttendanceId", json!(elsewhere)),
        ("expiresAt", json!(now)),
        ("maxUses", json!(0)),
        ("maxUses", json!(-2)),
        ("maxUses", json!(1_000_001)),
        ("participationType", json!("KING")),
    ] {
        let refused = app
            .make_codes(&owner, event, also(new_codes(), json!({ field: value })))
            .await;
        assert_eq!(refused.code(), 5002, "{field} {value}");
        assert!(refused.json["fields"][field].is_array(), "{}", refused.json);
    }
    let owned = also(
        new_codes(),
        json!({ "ownerAttendanceId": vip, "maxUses": -1, "expiresAt": now.plus(SOON) }),
    );
    let made = app.codes(&owner, event, owned).await;
    assert_eq!(made[0]["ownerName"], "Trần vip");
    assert_eq!(made[0]["remainingUses"], -1);
}

#[tokio::test]
async fn the_list_is_searched_filtered_and_paged() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    let class = app.ticket(event, "Khách mời", 0, -1).await;
    let vip = app
        .guest(event, "Đức", ParticipationType::Vip, Some(class))
        .await;
    app.codes(&owner, event, also(new_codes(), json!({ "count": 30 })))
        .await;
    let chosen = |code: &str, more: Value| also(also(new_codes(), json!({ "code": code })), more);
    for (code, more) in [
        ("OWNED_1", json!({ "ownerAttendanceId": vip })),
        ("CLASS-1", json!({ "ticketId": class })),
        ("SPONSOR1", json!({ "participationType": "SPONSOR" })),
        (
            "SOON",
            json!({ "expiresAt": app.app.clock.now().plus(SOON) }),
        ),
    ] {
        app.codes(&owner, event, chosen(code, more)).await;
    }
    app.register(event, with(form("a"), "invitationCode", "class-1"))
        .await
        .data();
    let off = app
        .get_as(&owner, &format!("{}?search=sponsor1", path(event)))
        .await;
    let off = off.data()["items"][0]["id"].as_str().unwrap().to_owned();
    app.send_as(
        &owner,
        Method::PUT,
        &format!("{}/{off}", path(event)),
        json!({ "isActive": false }),
    )
    .await
    .data();
    app.pass(SOON);

    for (query, total) in [
        ("", 34),
        ("search=owned_", 1),
        ("search=tran duc", 1),
        ("search=%25", 0),
        ("search=%20", 34),
        (&format!("ticketId={class}"), 1),
        ("participationType=SPONSOR", 1),
        (&format!("ownerAttendanceId={vip}"), 1),
        ("state=usedUp", 1),
        ("state=inactive", 1),
        ("state=expired", 1),
        ("state=active", 31),
        ("state=active&search=soon", 0),
    ] {
        let query = query.replace(' ', "%20");
        let list = app
            .get_as(&owner, &format!("{}?{query}", path(event)))
            .await;
        assert_eq!(list.data()["total"], total, "{query}");
        let wanted = query
            .strip_prefix("state=")
            .filter(|rest| !rest.contains('&'));
        for item in list.data()["items"].as_array().unwrap() {
            assert!(wanted.is_none_or(|state| item["state"] == state), "{item}");
        }
    }
    let mut seen = HashSet::new();
    for (page, count) in [(1, 20), (2, 14), (3, 0)] {
        let list = app
            .get_as(&owner, &format!("{}?limit=20&page={page}", path(event)))
            .await;
        let items = list.data()["items"].as_array().unwrap();
        assert_eq!(items.len(), count);
        seen.extend(items.iter().map(|item| item["id"].to_string()));
    }
    assert_eq!(seen.len(), 34);
    // The newest codes come first.
    let first = app.get_as(&owner, &path(event)).await;
    assert_eq!(first.data()["items"][0]["ticketName"], Value::Null);
}

#[tokio::test]
async fn codes_are_sorted_by_code_uses_or_creation() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    for code in ["TET2", "tet3", "TET1", "SOON"] {
        let new = also(new_codes(), json!({ "code": code, "maxUses": 5 }));
        app.codes(&owner, event, new).await;
        app.pass(Duration::from_secs(1));
    }
    for name in ["a", "b"] {
        app.register(event, with(form(name), "invitationCode", "tet2"))
            .await
            .data();
    }
    for (sort, ascending) in [
        ("code", ["SOON", "TET1", "TET2", "tet3"]),
        ("timesUsed", ["tet3", "TET1", "SOON", "TET2"]),
        ("createdAt", ["TET2", "tet3", "TET1", "SOON"]),
    ] {
        let mut expected = ascending;
        for order in ["asc", "desc"] {
            let mut paged = Vec::new();
            for page in 1..=2 {
                let query = format!("?sort={sort}&order={order}&limit=2&page={page}");
                let list = app.get_as(&owner, &(path(event) + &query)).await;
                let items = list.data()["items"].as_array().unwrap();
                paged.extend(items.iter().map(|item| item["code"].clone()));
            }
            assert_eq!(paged, expected, "{sort} {order}");

            let query = format!("/export?format=csv&sort={sort}&order={order}");
            let file = app.get_as(&owner, &(path(event) + &query)).await;
            let text = String::from_utf8(file.bytes).unwrap();
            let exported: Vec<_> = text
                .lines()
                .skip(1)
                .filter_map(|line| line.split(',').next())
                .collect();
            assert_eq!(exported, expected, "{sort} {order}");
            expected.reverse();
        }
    }
    for wrong in ["sort=state", "sort=code&order=1"] {
        let answer = app
            .get_as(&owner, &format!("{}?{wrong}", path(event)))
            .await;
        assert_eq!(answer.code(), 5002, "{wrong}");
    }
}

#[tokio::test]
async fn a_code_is_changed_within_what_was_used_of_it() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let made = app
        .codes(
            &owner,
            event,
            also(new_codes(), json!({ "code": "BATCH", "maxUses": 3 })),
        )
        .await;
    let one = format!("{}/{}", path(event), made[0]["id"].as_str().unwrap());
    for name in ["a", "b"] {
        app.register(event, with(form(name), "invitationCode", "batch"))
            .await
            .data();
    }
    let too_few = app.put(&owner, &one, json!({ "maxUses": 1 })).await;
    assert_eq!(
        (too_few.status, too_few.code()),
        (StatusCode::CONFLICT, 5008)
    );
    let used_up = app.put(&owner, &one, json!({ "maxUses": 2 })).await;
    assert_eq!(used_up.data()["state"], "usedUp");
    assert_eq!(used_up.data()["timesUsed"], 2);
    let refused = app
        .register(event, with(form("c"), "invitationCode", "batch"))
        .await;
    assert_eq!(refused.code(), 5002);
    assert_eq!(
        refused.json["fields"]["invitationCode"],
        json!(["Mã mời không hợp lệ"])
    );

    let unlimited = app.put(&owner, &one, json!({ "maxUses": -1 })).await;
    assert_eq!(unlimited.data()["remainingUses"], -1);
    let past = app
        .put(&owner, &one, json!({ "expiresAt": "2020-01-01T00:00:00Z" }))
        .await;
    assert!(past.json["fields"]["expiresAt"].is_array());
    let soon = app.app.clock.now().plus(SOON);
    app.put(&owner, &one, json!({ "expiresAt": soon }))
        .await
        .data();
    app.pass(SOON);
    let look = |code: &'static str| format!("/api/event/{event}/invitation/{code}");
    assert_eq!(app.get(&look("BATCH")).await.code(), 5002);
    // Saving unchanged values is allowed, even for an expired code.
    let same = app
        .put(&owner, &one, json!({ "expiresAt": soon, "isActive": true }))
        .await;
    assert_eq!(same.data()["state"], "expired");
    let forever = app.put(&owner, &one, json!({ "expiresAt": null })).await;
    assert_eq!(forever.data()["expiresAt"], Value::Null);
    assert_eq!(app.get(&look("batch")).await.data()["remainingUses"], -1);

    app.put(&owner, &one, json!({ "isActive": false }))
        .await
        .data();
    assert_eq!(app.get(&look("BATCH")).await.code(), 5002);

    // A used code stays for its history.
    let used = app.send_as(&owner, Method::DELETE, &one, json!({})).await;
    assert_eq!((used.status, used.code()), (StatusCode::CONFLICT, 5008));
}

#[tokio::test]
async fn many_are_switched_and_deleted_together_or_not_at_all() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let other = app.open_event(&owner, 10).await;
    let made = app
        .codes(&owner, event, also(new_codes(), json!({ "count": 4 })))
        .await;
    let ids: Vec<_> = made.iter().map(|code| code["id"].clone()).collect();
    let foreign = app.codes(&owner, other, new_codes()).await[0]["id"].clone();

    let switch = |ids: Value, is_active: bool| json!({ "ids": ids, "isActive": is_active });
    let mixed = app
        .put(
            &owner,
            &path(event),
            switch(json!([ids[0], foreign]), false),
        )
        .await;
    assert_eq!(mixed.code(), 5005);
    let off = app
        .put(&owner, &path(event), switch(json!(ids[..3]), false))
        .await;
    assert_eq!(off.data()["changed"], 3);
    let on = app
        .put(&owner, &path(event), switch(json!(ids), true))
        .await;
    assert_eq!(on.data()["changed"], 3);
    let nobody = app.put(&owner, &path(event), switch(json!([]), true)).await;
    assert!(nobody.json["fields"]["ids"].is_array());

    let code = made[0]["code"].clone();
    app.register(event, with(form("a"), "invitationCode", code))
        .await
        .data();
    let all = app
        .send_as(&owner, Method::DELETE, &path(event), json!({ "ids": ids }))
        .await;
    assert_eq!(all.code(), 5008);
    let rest = app
        .send_as(
            &owner,
            Method::DELETE,
            &path(event),
            json!({ "ids": ids[1..] }),
        )
        .await;
    assert_eq!(rest.data()["deleted"], 3);
    let again = app
        .send_as(
            &owner,
            Method::DELETE,
            &path(event),
            json!({ "ids": ids[1..] }),
        )
        .await;
    assert_eq!(again.code(), 5005);
    assert_eq!(app.get_as(&owner, &path(event)).await.data()["total"], 1);

    let log = app
        .get_as(
            &owner,
            &format!("/api/event/{event}/activities?kind=invitationCode"),
        )
        .await;
    let log: Vec<_> = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["action"].as_str().unwrap().to_owned(),
                item["data"]["count"].clone(),
            )
        })
        .collect();
    assert_eq!(
        log,
        [
            ("invitationCode.deleted".to_owned(), json!(3)),
            ("invitationCode.activated".to_owned(), json!(3)),
            ("invitationCode.deactivated".to_owned(), json!(3)),
            ("invitationCode.created".to_owned(), json!(4)),
        ]
    );
}

#[tokio::test]
async fn codes_of_a_cancelled_event_stay_as_they_are_and_those_of_a_deleted_class_go_with_it() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let hidden = app.ticket(event, "Khách mời", 0, -1).await;
    let for_class = app
        .codes(
            &owner,
            event,
            also(new_codes(), json!({ "ticketId": hidden })),
        )
        .await;
    let code = for_class[0]["code"].as_str().unwrap();
    let look = format!("/api/event/{event}/invitation/{code}");
    assert_eq!(app.get(&look).await.data()["ticket"]["name"], "Khách mời");
    let class = format!("/api/event/{event}/tickets/{hidden}");
    app.send_as(&owner, Method::DELETE, &class, json!({}))
        .await
        .data();
    assert_eq!(app.get(&look).await.code(), 5002);
    assert_eq!(app.get_as(&owner, &path(event)).await.data()["total"], 0);

    let cancelled = app
        .event(&owner, |event| {
            event.cancelled_at = Set(Some(app.app.clock.now()));
        })
        .await;
    let refused = app.make_codes(&owner, cancelled, new_codes()).await;
    assert_eq!(refused.code(), 5009);
}

#[tokio::test]
async fn visitors_are_asked_for_a_code_when_there_is_one() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let public = format!("/api/event/{event}/public");
    let asks = async || {
        let answer = app.get(&public).await;
        answer.data()["takesInvitationCodes"].as_bool().unwrap()
    };
    assert!(!asks().await);
    let made = app.codes(&owner, event, new_codes()).await;
    assert!(asks().await);
    let one = format!("{}/{}", path(event), made[0]["id"].as_str().unwrap());
    app.put(&owner, &one, json!({ "isActive": false }))
        .await
        .data();
    assert!(!asks().await);
}

#[tokio::test]
async fn guessing_codes_is_braked_by_address() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let mut last = StatusCode::OK;
    for guess in 0..301 {
        let answer = app
            .request(
                Method::GET,
                &format!("/api/event/{event}/invitation/GUESS{guess}"),
            )
            .from([10, 1, 1, 1])
            .send()
            .await;
        last = answer.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}
