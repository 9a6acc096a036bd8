//! The list of events: search, filter, pages and counts.

use std::time::Duration;

use hoi_ticketing::attendances::PaymentStatus;
use hoi_ticketing::events::entity::ticket;
use hoi_ticketing::events::{EventId, TicketId};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};
use serde_json::{Value, json};

use crate::support::{START, TestApp, TestUser, new_registration};

const DAY: Duration = Duration::from_hours(24);
const HOUR: Duration = Duration::from_hours(1);

async fn titles(app: &TestApp, user: &TestUser, query: &str) -> Vec<String> {
    let list = app.get_as(user, &format!("/api/event{query}")).await;
    let items = list.data()["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["title"].as_str().unwrap().to_owned())
        .collect()
}

async fn some_events(app: &TestApp, user: &TestUser) {
    for (title, open, close, cancelled) in [
        ("Hội nghị Đổi mới", -1, 1, false),
        ("Hội chợ Xuân 100%", 1, 2, false),
        ("Đêm nhạc", -2, -1, false),
        ("Chạy_bộ", 1, 2, true),
    ] {
        let at = |days: i32| {
            let span = DAY * days.unsigned_abs();
            if days < 0 {
                START.minus(span)
            } else {
                START.plus(span)
            }
        };
        app.event(user, |event| {
            event.title = Set(title.to_owned());
            event.search_text = Set(hoi_i18n::fold_for_search(title));
            event.open_registration_date = Set(at(open));
            event.close_registration_date = Set(at(close));
            event.cancelled_at = Set(cancelled.then_some(START));
        })
        .await;
        app.pass(Duration::from_secs(1));
    }
}

#[tokio::test]
async fn search_ignores_case_and_diacritics_and_takes_signs_literally() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    some_events(&app, &user).await;
    assert_eq!(
        titles(&app, &user, "").await,
        [
            "Hội nghị Đổi mới",
            "Hội chợ Xuân 100%",
            "Đêm nhạc",
            "Chạy_bộ"
        ],
        "the cancelled one last"
    );
    for (search, expected) in [
        ("hoi%20nghi", vec!["Hội nghị Đổi mới"]),
        ("H%E1%BB%98I", vec!["Hội nghị Đổi mới", "Hội chợ Xuân 100%"]),
        ("doi%20moi", vec!["Hội nghị Đổi mới"]),
        ("100%25", vec!["Hội chợ Xuân 100%"]),
        ("%25", vec!["Hội chợ Xuân 100%"]),
        ("_", vec!["Chạy_bộ"]),
        ("%5C", vec![]),
        ("khong%20co", vec![]),
        (
            "",
            vec![
                "Hội nghị Đổi mới",
                "Hội chợ Xuân 100%",
                "Đêm nhạc",
                "Chạy_bộ",
            ],
        ),
    ] {
        assert_eq!(
            titles(&app, &user, &format!("?search={search}")).await,
            expected,
            "{search}"
        );
    }
    assert_eq!(
        titles(&app, &user, "?search=hoi&status=open").await,
        ["Hội nghị Đổi mới"]
    );
}

#[tokio::test]
async fn the_next_event_comes_first_and_what_is_over_or_cancelled_last() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let now = START;
    for (title, start, end, cancelled) in [
        ("cancelled", now.plus(HOUR), None, true),
        ("long ago", now.minus(10 * DAY), None, false),
        ("in a week", now.plus(7 * DAY), None, false),
        ("just over", now.minus(3 * HOUR), None, false),
        ("tomorrow", now.plus(DAY), Some(now.plus(2 * DAY)), false),
        ("just begun", now.minus(2 * HOUR), None, false),
        ("for days", now.minus(2 * DAY), Some(now.plus(DAY)), false),
        ("cancelled before", now.minus(DAY), None, true),
    ] {
        app.event(&user, |event| {
            event.title = Set(title.to_owned());
            event.event_start_date = Set(start);
            event.end_date = Set(end);
            event.cancelled_at = Set(cancelled.then_some(now));
        })
        .await;
    }
    let list = app.get_as(&user, "/api/event").await;
    let items = list.data()["items"].as_array().unwrap();
    let shown = items.iter().map(|item| {
        let title = item["title"].as_str().unwrap();
        (title, item["isOver"].as_bool().unwrap())
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            ("for days", false),
            ("just begun", false),
            ("tomorrow", false),
            ("in a week", false),
            ("just over", true),
            ("long ago", true),
            ("cancelled", false),
            ("cancelled before", true),
        ]
    );
    let first = items[0]["id"].as_str().unwrap();
    let event = app.get_as(&user, &format!("/api/event/{first}")).await;
    assert_eq!(event.data()["isOver"], false);
}

#[tokio::test]
async fn a_list_shows_who_is_inside_and_the_money_of_each_event() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let busy = app
        .event(&user, |event| event.turn_off_payment = Set(false))
        .await;
    let empty = app.open_event(&user, 10).await;
    let class = app.ticket(busy, "VIP", 300_000, 10).await;
    for (name, ticket) in [
        ("an", Some(class)),
        ("binh", Some(class)),
        ("chi", Some(class)),
        ("dung", None),
        ("gone", Some(class)),
        ("unconfirmed", Some(class)),
    ] {
        let row = app.add(new_registration(busy, name, ticket)).await;
        if name != "binh" {
            app.set_checked_in(row.id, true).await;
        }
        let tx = app.app.db.write().await.unwrap();
        let mut row = row.into_active_model();
        match name {
            "an" => {
                row.payment_status = Set(PaymentStatus::Paid);
                row.received = Set(300_000);
                row.paid_at = Set(Some(START));
            }
            "gone" => row.deleted_at = Set(Some(START)),
            "unconfirmed" => row.confirm_by = Set(Some(START.plus(DAY))),
            _ => continue,
        }
        row.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }
    let list = app.get_as(&user, "/api/event").await;
    let of = |event: EventId| {
        let items = list.data()["items"].as_array().unwrap();
        let found = items.iter().find(|item| item["id"] == event.to_string());
        let item = found.unwrap();
        json!([item["checkedIn"], item["moneyReceived"], item["moneyDue"]])
    };
    assert_eq!(of(busy), json!([3, 300_000, 600_000]));
    assert_eq!(of(empty), json!([0, 0, 0]));
}

#[tokio::test]
async fn events_are_sorted_by_title_start_or_creation() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    for (title, days) in [("Đêm nhạc", 2), ("Ánh trăng", 3), ("Bóng đá", 2)] {
        app.event(&user, |event| {
            event.title = Set(title.to_owned());
            event.search_text = Set(hoi_i18n::fold_for_search(title));
            event.event_start_date = Set(START.plus(DAY * days));
        })
        .await;
        app.pass(Duration::from_secs(1));
    }
    for (sort, ascending) in [
        ("title", ["Ánh trăng", "Bóng đá", "Đêm nhạc"]),
        ("eventStartDate", ["Đêm nhạc", "Bóng đá", "Ánh trăng"]),
        ("createdAt", ["Đêm nhạc", "Ánh trăng", "Bóng đá"]),
    ] {
        let query = format!("?sort={sort}");
        let mut expected = ascending.map(str::to_owned);
        assert_eq!(titles(&app, &user, &query).await, expected, "{sort}");
        expected.reverse();
        let query = format!("?sort={sort}&order=desc");
        assert_eq!(titles(&app, &user, &query).await, expected, "{sort}");
        let mut paged = Vec::new();
        for page in 1..=3 {
            paged.extend(titles(&app, &user, &format!("{query}&limit=1&page={page}")).await);
        }
        assert_eq!(paged, expected, "{sort}, a page each");
    }
    for wrong in ["?sort=venueAddress", "?sort=title&order=down"] {
        let answer = app.get_as(&user, &format!("/api/event{wrong}")).await;
        assert_eq!(answer.code(), 5002, "{wrong}");
    }
}

#[tokio::test]
async fn cancelled_events_are_left_out_before_the_pages_are_made() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    some_events(&app, &user).await;
    let list = app
        .get_as(&user, "/api/event?isCancelled=false&limit=2")
        .await;
    assert_eq!(list.data()["total"], 3);
    assert_eq!(
        titles(&app, &user, "?isCancelled=false&limit=2").await,
        ["Hội nghị Đổi mới", "Hội chợ Xuân 100%"],
        "a whole page"
    );
    assert_eq!(
        titles(&app, &user, "?isCancelled=true&status=closed").await,
        ["Chạy_bộ"]
    );
}

#[tokio::test]
async fn counts_do_not_depend_on_search_and_filter() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    some_events(&app, &user).await;
    app.open_event(&other, 5).await;
    let counts = json!({ "total": 3, "open": 1, "upcoming": 1, "closed": 1, "cancelled": 1 });
    for (query, total) in [
        ("", 4),
        ("?status=closed", 2),
        ("?status=open&search=xuan", 0),
        ("?search=hoi", 2),
    ] {
        let list = app.get_as(&user, &format!("/api/event{query}")).await;
        assert_eq!(list.data()["counts"], counts, "{query}");
        assert_eq!(list.data()["total"], total, "{query}");
    }
    let all = app.get_as(&admin, "/api/event").await;
    assert_eq!(all.data()["counts"]["total"], 4);
    assert_eq!(all.data()["items"][0]["ownerName"], "Nguyễn an");
    assert_eq!(all.data()["eventsUsed"], 0, "an administrator's own");
    let empty = app.get_as(&app.committee("chi").await, "/api/event").await;
    assert_eq!(empty.data()["items"], json!([]));
    assert_eq!(
        empty.data()["counts"],
        json!({ "total": 0, "open": 0, "upcoming": 0, "closed": 0, "cancelled": 0 })
    );
}

#[tokio::test]
async fn pages_cover_everything_once() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    for at in 0..25 {
        app.event(&user, |event| event.title = Set(format!("Sự kiện {at}")))
            .await;
    }
    let whole = titles(&app, &user, "").await;
    assert_eq!(whole.len(), 25, "all of one's own by default");
    assert_eq!(titles(&app, &user, "?limit=-1").await, whole);
    let mut paged = Vec::new();
    for page in 1..=4 {
        paged.extend(titles(&app, &user, &format!("?limit=10&page={page}")).await);
    }
    assert_eq!(paged, whole);
    let list = app.get_as(&user, "/api/event?limit=10&page=3").await;
    assert_eq!(list.data()["total"], 25);
    for wrong in [
        "?limit=0",
        "?limit=1001",
        "?page=0",
        "?limit=x",
        "?page=one",
        "?status=cancelled",
        "?isCancelled=maybe",
    ] {
        let answer = app.get_as(&user, &format!("/api/event{wrong}")).await;
        assert_eq!(answer.code(), 5002, "{wrong}");
    }
}

/// The state shown in the list must agree with the public page.
#[tokio::test]
async fn a_list_says_what_is_on_offer_to_visitors() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let set = |id: TicketId, sold: i64, is_hidden: bool| {
        let app = &app;
        async move {
            let change = ticket::ActiveModel {
                id: Set(id),
                sold: Set(sold),
                is_hidden: Set(is_hidden),
                ..Default::default()
            };
            let tx = app.app.db.write().await.unwrap();
            change.update(&tx).await.unwrap();
            tx.commit().await.unwrap();
        }
    };
    // Seats of the event, seats taken, and its classes with quantity, seats sold and hidden.
    type Case = (
        &'static str,
        i64,
        i64,
        &'static [(i64, i64, bool)],
        i64,
        bool,
    );
    let cases: [Case; 8] = [
        ("no classes", 10, 4, &[], 6, false),
        ("full", 10, 10, &[(-1, 10, false)], 0, false),
        ("no limit of its own", 10, 4, &[(-1, 4, false)], 6, false),
        (
            "fewer than the event",
            10,
            4,
            &[(5, 4, false), (1, 0, false)],
            2,
            false,
        ),
        (
            "more than the event",
            10,
            8,
            &[(50, 8, false), (9, 0, false)],
            2,
            false,
        ),
        (
            "sold out, and a hidden one",
            10,
            4,
            &[(4, 4, false), (20, 0, true)],
            0,
            false,
        ),
        (
            "one sold out",
            10,
            4,
            &[(4, 4, false), (3, 0, false)],
            3,
            false,
        ),
        ("hidden", 10, 4, &[(-1, 4, true), (5, 0, true)], 0, true),
    ];
    for (title, seats, taken, classes, ..) in &cases {
        let event = app
            .event(&user, |event| {
                event.title = Set((*title).to_owned());
                event.total_participants = Set(*seats);
                event.registered_count = Set(*taken);
            })
            .await;
        for (at, (quantity, sold, is_hidden)) in classes.iter().enumerate() {
            let class = app.ticket(event, &format!("{at}"), 0, *quantity).await;
            set(class, *sold, *is_hidden).await;
        }
        // A deleted class is not on offer.
        let gone = app.ticket(event, "gone", 0, -1).await;
        let tx = app.app.db.write().await.unwrap();
        let change = ticket::ActiveModel {
            id: Set(gone),
            deleted_at: Set(Some(START)),
            ..Default::default()
        };
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }
    let list = app.get_as(&user, "/api/event").await;
    let items = list.data()["items"].as_array().unwrap();
    for (title, .., on_offer, needs_code) in cases {
        let item = items.iter().find(|item| item["title"] == title).unwrap();
        assert_eq!(item["seatsOnOffer"], on_offer, "{title}");
        assert_eq!(item["needsCode"], needs_code, "{title}");
        // The public page shows the same total.
        let path = format!("/api/event/{}/public", item["id"].as_str().unwrap());
        let page = app.get(&path).await;
        let page = page.data();
        let shown = page["tickets"].as_array().unwrap();
        let nothing = page["isFull"] == true
            || needs_code
            || (!shown.is_empty() && shown.iter().all(|class| class["soldOut"] == true));
        assert_eq!(nothing, on_offer == 0, "{title}");
    }
}

#[tokio::test]
async fn a_list_does_not_carry_bank_details_or_mails() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    app.created(&user).await;
    let list = app.get_as(&user, "/api/event").await;
    let names: Vec<&String> = list.data()["items"][0]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    for hidden in [
        "accountNumber",
        "paymentEmailContent",
        "eventForm",
        "description",
    ] {
        assert!(!names.iter().any(|name| *name == hidden), "{hidden}");
    }
    assert_eq!(list.data()["items"][0]["registeredCount"], Value::from(0));
}
