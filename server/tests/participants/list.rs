//! Searching and filtering participants.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_i18n::fold_for_search;
use hoi_ticketing::registration::{self, Change, add_by_hand, release};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::support::{Organiser, id_of};
use crate::support::{Answer, new_registration};

const MINUTE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn participants_inside_come_first_the_latest_on_top() {
    let organiser = Organiser::new(10).await;
    let mut ids = Vec::new();
    for name in ["An", "Bình", "Chi", "Dũng"] {
        ids.push(id_of(&organiser.add(name, json!({})).await));
        organiser.app.pass(MINUTE);
    }
    for at in [2, 0] {
        organiser.check_in(&ids[at]).await;
        organiser.app.pass(MINUTE);
    }
    assert_eq!(organiser.names("").await, ["An", "Chi", "Dũng", "Bình"]);
    let page = organiser.call(Method::GET, "", Value::Null).await;
    assert_eq!(
        (&page.data()["total"], &page.data()["checkedIn"]),
        (&json!(4), &json!(2))
    );
    assert_eq!(page.data()["items"][0]["isCheckedIn"], true);
    assert_eq!(page.data()["items"][0]["checkedInBy"], "Nguyễn an");
    assert_eq!(page.data()["items"][2]["checkedInTime"], Value::Null);

    assert_eq!(organiser.names("?isCheckedIn=true").await, ["An", "Chi"]);
    assert_eq!(
        organiser.names("?isCheckedIn=false").await,
        ["Dũng", "Bình"]
    );
    organiser.check_in(&ids[3]).await;
    for (query, total, inside) in [
        ("?isCheckedIn=true", 3, 3),
        ("?isCheckedIn=false", 1, 0),
        ("?isCheckedIn=true&search=dung", 1, 1),
        ("?isCheckedIn=false&isFree=true", 1, 0),
        ("?participationType=ORDINARY", 4, 3),
        ("?participationType=ORDINARY&isCheckedIn=true", 3, 3),
        ("?participationType=ORDINARY&isCheckedIn=false", 1, 0),
        ("?participationType=VIP", 0, 0),
    ] {
        let page = organiser.call(Method::GET, query, Value::Null).await;
        let counted = (&page.data()["total"], &page.data()["checkedIn"]);
        assert_eq!(counted, (&json!(total), &json!(inside)), "{query}");
    }
    assert_eq!(organiser.names("?limit=1&page=2").await, ["An"]);
    assert_eq!(organiser.names("?limit=3&page=2").await, ["Bình"]);
    assert_eq!(organiser.names("?page=9").await, [""; 0]);
    assert_eq!(organiser.names("?limit=-1").await.len(), 4);
}

#[tokio::test]
async fn a_list_is_sorted_by_what_is_asked_for_in_both_directions() {
    let desk = Organiser::new(10).await;
    let class = desk.app.ticket(desk.event, "Thường", 100_000, -1).await;
    let free = desk.app.ticket(desk.event, "Miễn phí", 0, -1).await;
    for (name, more) in [
        ("Đạt", json!({ "ticketId": class, "paymentStatus": "paid" })),
        ("Ánh", json!({ "ticketId": class })),
        ("Bảo", json!({ "ticketId": free })),
        ("an", json!({ "ticketId": free })),
    ] {
        let person = desk.add(name, more).await;
        desk.app.pass(MINUTE);
        if name != "Bảo" && name != "an" {
            desk.check_in(&id_of(&person)).await;
        }
    }
    for (sort, ascending) in [
        ("fullName", ["an", "Ánh", "Bảo", "Đạt"]),
        ("registrationTime", ["Đạt", "Ánh", "Bảo", "an"]),
        ("amount", ["Bảo", "an", "Đạt", "Ánh"]),
        ("paymentStatus", ["Bảo", "an", "Đạt", "Ánh"]),
        ("checkedInTime", ["Bảo", "an", "Đạt", "Ánh"]),
    ] {
        let mut names = desk.names(&format!("?sort={sort}")).await;
        assert_eq!(names, ascending, "{sort}, ascending by default");
        assert_eq!(desk.names(&format!("?sort={sort}&order=asc")).await, names);
        names.reverse();
        let descending = desk.names(&format!("?sort={sort}&order=desc")).await;
        assert_eq!(descending, names, "{sort}");
    }
    assert_eq!(
        desk.names("?order=asc").await,
        desk.names("").await,
        "no direction without a field to sort by"
    );
}

#[tokio::test]
async fn pages_of_equal_values_neither_repeat_nor_skip_a_participant() {
    let desk = Organiser::new(10).await;
    for name in ["Em", "An", "Dũng", "Bình", "Chi"] {
        desk.add(name, json!({})).await;
    }
    for sort in [
        "registrationTime",
        "amount",
        "paymentStatus",
        "checkedInTime",
    ] {
        for order in ["asc", "desc"] {
            let mut names = Vec::new();
            for page in 1..=3 {
                let query = format!("?sort={sort}&order={order}&limit=2&page={page}");
                names.extend(desk.names(&query).await);
            }
            if order == "desc" {
                names.reverse();
            }
            assert_eq!(names, ["Em", "An", "Dũng", "Bình", "Chi"], "{sort} {order}");
        }
    }
}

#[tokio::test]
async fn people_are_found_without_accents_by_any_of_their_words() {
    let organiser = Organiser::new(10).await;
    let class = organiser.app.ticket(organiser.event, "Vé", 100_000, -1);
    let class = class.await;
    let more = json!({
        "phone": "+84 912 345 678", "company": "Hội Doanh nhân 100%", "ticketId": class,
    });
    let duc = organiser.add("Nguyễn Văn Đức", more).await;
    organiser
        .add(
            "Trần Thị Ổi",
            json!({ "phone": "0987 000 111", "ticketId": class }),
        )
        .await;
    let reference = duc.data()["paymentRef"].as_str().unwrap().to_lowercase();
    let code = duc.data()["ticketCode"].as_str().unwrap().to_owned();
    for search in [
        "nguyen van duc",
        "văn ĐỨC",
        "duc nguyen",
        "nguyen.van.duc@",
        "doanh nhan",
        "345 678",
        "912345678",
        "0912345678",
        "+84912345678",
        &reference,
        &code,
        "100%",
    ] {
        let search = search
            .replace('%', "%25")
            .replace(' ', "%20")
            .replace('+', "%2B");
        assert_eq!(
            organiser.names(&format!("?search={search}")).await,
            ["Nguyễn Văn Đức"],
            "{search}"
        );
    }
    assert_eq!(organiser.names("?search=tran%20oi").await, ["Trần Thị Ổi"]);
    assert_eq!(organiser.names("?search=sao").await, ["Trần Thị Ổi"]);
    // Words that are in no ticket code and no reference by chance: these are random, but have no O.
    for nobody in ["xyzo", "%25%25", "_", "nguyen%20tran", "%5C"] {
        assert_eq!(
            organiser.names(&format!("?search={nobody}")).await,
            [""; 0],
            "{nobody}"
        );
    }
    let everybody = organiser.names("?search=%20").await;
    assert_eq!(everybody.len(), 2);
}

/// Returns the names that `list` shows and its counts, in all and inside.
fn found(list: &Answer) -> (BTreeSet<String>, Value, Value) {
    let items = list.data()["items"].as_array().unwrap();
    let names = items.iter().map(|item| item["fullName"].as_str().unwrap());
    let (total, inside) = (&list.data()["total"], &list.data()["checkedIn"]);
    (
        names.map(str::to_owned).collect(),
        total.clone(),
        inside.clone(),
    )
}

#[tokio::test]
async fn a_search_finds_exactly_those_with_all_of_its_words() {
    let names = |runner: &mut TestRunner| {
        let word = proptest::sample::select(vec![
            "Nguyễn", "Đức", "Ổi", "An", "Ánh", "Thị", "Ô", "Ăn", "Hội%", "Y_", "Duc", "ANH",
        ]);
        let name = proptest::collection::vec(word, 1..4);
        name.new_tree(runner).unwrap().current().join(" ")
    };
    let mut runner = TestRunner::deterministic();
    let organiser = Organiser::new(60).await;
    let mut people = BTreeMap::new();
    for at in 0..60 {
        let name = format!("{} {at}", names(&mut runner));
        let more = json!({ "email": format!("k{at}@example.vn") });
        let person = organiser.add(&name, more).await;
        let is_inside = at % 3 == 0;
        if is_inside {
            organiser.check_in(&id_of(&person)).await;
        }
        let text = |field: &str| person.data()[field].as_str().unwrap().to_owned();
        let said = [
            name.clone(),
            text("email"),
            text("phone"),
            text("company"),
            text("paymentRef"),
            text("ticketCode"),
        ];
        people.insert(name, (fold_for_search(&said.join(" ")), is_inside));
    }
    let letters = proptest::string::string_regex("[a-zđôáễ0-9%_]{1,3}").unwrap();
    let searches = proptest::collection::vec(letters, 1..3);
    for round in 0..120 {
        let search = match round % 3 {
            0 => names(&mut runner),
            _ => searches.new_tree(&mut runner).unwrap().current().join(" "),
        };
        let folded = fold_for_search(&search);
        let wanted: Vec<_> = people
            .iter()
            .filter(|(_, (text, _))| folded.split(' ').all(|word| text.contains(word)))
            .collect();
        let inside = wanted.iter().filter(|(_, (_, is_inside))| *is_inside);
        let query: String = search.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let list = organiser
            .call(
                Method::GET,
                &format!("?limit=100&search={query}"),
                Value::Null,
            )
            .await;
        let expected = (
            wanted.iter().map(|(name, _)| (*name).clone()).collect(),
            json!(wanted.len()),
            json!(inside.count()),
        );
        assert_eq!(found(&list), expected, "{search}");
    }
}

#[tokio::test]
async fn a_filter_counts_few_and_many_alike() {
    let organiser = Organiser::new(300).await;
    organiser.import_people(200, false).await;
    let list = organiser.call(Method::GET, "", Value::Null).await;
    let first = list.data()["items"][0]["id"].as_str().unwrap();
    organiser.check_in(first).await;
    let list = async |filter, page| {
        let query = format!("?{filter}&sort=fullName&page={page}");
        found(&organiser.call(Method::GET, &query, Value::Null).await)
    };
    // The last number that is read at once, and the first that is not.
    for people in [200, 201] {
        for (filter, entered) in [
            ("search=khach", 1),
            ("search=khach&isFree=true", 1),
            ("search=khach&isFree=true&isCheckedIn=true", 1),
            ("search=%20", 1),
            ("participationType=ORDINARY", 1),
            ("isFree=true", 1),
            ("isFree=true&isCheckedIn=true", 1),
            ("participationType=ORDINARY&isCheckedIn=true", 1),
            ("participationType=ORDINARY&isCheckedIn=false", 0),
        ] {
            let expected = match filter.split_once("isCheckedIn=") {
                None => people,
                Some((_, "true")) => 1,
                Some(_) => people - 1,
            };
            let mut all = BTreeSet::new();
            for page in 1..=11 {
                let (names, total, inside) = list(filter, page).await;
                assert_eq!(
                    (total, inside),
                    (json!(expected), json!(entered)),
                    "{filter}"
                );
                all.extend(names);
            }
            assert_eq!(all.len(), expected, "{filter}");
        }
        organiser.add("Khách cuối", json!({})).await;
    }
}

#[tokio::test]
async fn the_opening_list_shows_every_change_at_once() {
    let organiser = Organiser::new(10).await;
    let list = async || found(&organiser.call(Method::GET, "", Value::Null).await);
    let these = |names: &[&str], inside: usize| {
        let total = json!(names.len());
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        (names, total, json!(inside))
    };
    assert_eq!(list().await, these(&[], 0));
    let an = id_of(&organiser.add("An", json!({})).await);
    assert_eq!(list().await, these(&["An"], 0));
    organiser.check_in(&an).await;
    assert_eq!(list().await, these(&["An"], 1));
    organiser.change(&an, json!({ "fullName": "Ánh" })).await;
    assert_eq!(list().await, these(&["Ánh"], 1));

    // Changes through the desk by callers other than the organiser.
    let event = organiser.event;
    let desk = &organiser.app.desk;
    let person = new_registration(event, "binh", None);
    desk.submit(add_by_hand(person, organiser.owner.id, None))
        .await
        .unwrap();
    let (names, total, _) = list().await;
    assert_eq!((names.len(), total), (2, json!(2)));
    let id = an.parse().unwrap();
    let change = Change {
        full_name: Some("Bích".to_owned()),
        ..Change::default()
    };
    desk.submit(registration::change(event, id, change))
        .await
        .unwrap();
    assert!(list().await.0.contains("Bích"));
    let ids = vec![id];
    desk.submit(release(event, ids, organiser.owner.id))
        .await
        .unwrap();
    assert_eq!(list().await.1, json!(1));
}

#[tokio::test]
async fn filters_combine() {
    let organiser = Organiser::new(10).await;
    let class = organiser
        .app
        .ticket(organiser.event, "Thường", 100_000, -1)
        .await;
    let free = organiser
        .app
        .ticket(organiser.event, "Miễn phí", 0, -1)
        .await;
    organiser
        .add(
            "An",
            json!({ "ticketId": class, "participationType": "VIP" }),
        )
        .await;
    organiser
        .add(
            "Bình",
            json!({ "ticketId": class, "paymentStatus": "paid" }),
        )
        .await;
    organiser
        .add(
            "Chi",
            json!({ "ticketId": free, "participationType": "VIP" }),
        )
        .await;
    assert_eq!(
        organiser.names("?participationType=VIP").await,
        ["Chi", "An"]
    );
    assert_eq!(organiser.names("?paymentStatus=unpaid").await, ["An"]);
    assert_eq!(
        organiser
            .names("?paymentStatus=paid&participationType=VIP")
            .await,
        ["Chi"]
    );
    assert_eq!(organiser.names("?isFree=true").await, ["Chi"]);
    assert_eq!(organiser.names("?isFree=false").await, ["Bình", "An"]);
    assert_eq!(
        organiser.names("?paymentStatus=paid&isFree=false").await,
        ["Bình"]
    );
    assert_eq!(
        organiser.names(&format!("?ticketId={class}")).await,
        ["Bình", "An"]
    );
    assert_eq!(
        organiser
            .names(&format!("?ticketId={free}&paymentStatus=unpaid"))
            .await,
        [""; 0]
    );
    for wrong in [
        "?participationType=KING",
        "?paymentStatus=later",
        "?isCheckedIn=maybe",
        "?ticketId=5",
        "?limit=many",
        "?sort=email",
        "?sort=",
        "?sort=fullName&order=ASC",
    ] {
        let answer = organiser.call(Method::GET, wrong, Value::Null).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn the_list_ends_with_the_event_and_shows_no_one_elses_people() {
    let organiser = Organiser::new(10).await;
    let other = organiser.app.open_event(&organiser.owner, 10).await;
    let here = organiser.add("An", json!({})).await;
    let path = format!("/api/event/{other}/attendances");
    let list = organiser
        .app
        .request(Method::GET, &path)
        .bearer(&organiser.owner.token)
        .send()
        .await;
    assert_eq!(list.data()["total"], 0);
    let path = format!("{path}/{}", id_of(&here));
    let one = organiser
        .app
        .request(Method::GET, &path)
        .bearer(&organiser.owner.token)
        .send()
        .await;
    assert_eq!((one.status, one.code()), (StatusCode::NOT_FOUND, 5005));
    let one = organiser
        .call(Method::GET, &format!("/{}", id_of(&here)), Value::Null)
        .await;
    assert_eq!(one.data(), here.data());
}
