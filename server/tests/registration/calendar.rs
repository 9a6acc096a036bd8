//! The event in a visitor's calendar: page, own page, mails and link say the same, and replace one another.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_mail::Email;
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::{OWN_KEY_HEADER, look_at_unpaid, release_unconfirmed};
use sea_orm::ActiveValue::Set;
use serde_json::json;

use super::support::{Party, form, key_of};
use crate::support::ics::{Calendar, Entry};
use crate::support::{Answer, START, TestApp, TestUser};
use crate::transfers::support::{DAY, PRICE, Till};

const MINUTE: Duration = Duration::from_mins(1);

async fn event_of(app: &TestApp, owner: &TestUser) -> EventId {
    let text = "<p>Một đêm, với <strong>nhạc</strong>; và thơ</p>".repeat(20);
    app.event(owner, |event| {
        event.title = Set("Đêm nhạc; Trịnh, và bạn\\bè — một buổi tối rất dài ở Hà Nội".to_owned());
        event.description = Set(text);
        event.host_name = Set(Some("CLB \"Nhạc Xưa\"".to_owned()));
        event.send_email_after_register = Set(true);
        event.register_email_content = Set(Some("<p>Chào {{fullName}}</p>".to_owned()));
    })
    .await
}

async fn public_entry(app: &TestApp, event: EventId) -> Entry {
    let answer = app.get(&format!("/api/event/{event}/calendar.ics")).await;
    assert_eq!(answer.status, StatusCode::OK);
    let entry = Entry::read(&answer.bytes);
    expect_type(&answer, &entry);
    entry
}

async fn own_entry(app: &TestApp, event: EventId, key: &str) -> Entry {
    let path = format!("/api/event/{event}/registration/calendar.ics");
    let request = app.request(Method::GET, &path).header(OWN_KEY_HEADER, key);
    let answer = request.send().await;
    let entry = Entry::read(&answer.bytes);
    expect_type(&answer, &entry);
    entry
}

#[track_caller]
fn expect_type(answer: &Answer, entry: &Entry) {
    let mime = format!("text/calendar; charset=utf-8; method={}", entry.method);
    assert_eq!(answer.headers["content-type"], mime.as_str());
}

/// The entry in the mail, which goes out as a part of its own with its method.
#[track_caller]
fn entry_in(mail: &Email) -> Entry {
    let is_calendar = |file: &&hoi_mail::Attachment| file.mime.starts_with("text/calendar");
    let mut files = mail.attachments.iter().filter(is_calendar);
    let (file, None) = (files.next().expect("a calendar file"), files.next()) else {
        panic!("two calendar files");
    };
    let entry = Entry::read(&file.bytes);
    let mime = format!("text/calendar; charset=utf-8; method={}", entry.method);
    assert_eq!(file.mime, mime);
    let eml = String::from_utf8(mail.to_eml().unwrap()).unwrap();
    assert!(eml.contains(&format!("Content-Type: {mime}\r\n")), "{eml}");
    entry
}

/// The entry in the mail whose identifier begins so.
#[track_caller]
fn entry_of(mails: &[Email], kind: &str) -> Entry {
    let mut found = mails
        .iter()
        .filter(|mail| mail.message_id.starts_with(kind));
    let (Some(mail), None) = (found.next(), found.next()) else {
        panic!("not one mail {kind}");
    };
    entry_in(mail)
}

/// A calendar that got the entry of the ticket, then this one, loses the event; in the other order, too.
#[track_caller]
fn expect_taken_out(ticket: &Entry, last: &Entry) {
    assert_eq!((&*ticket.method, &*last.method), ("PUBLISH", "CANCEL"));
    assert_eq!(ticket.get("UID"), last.get("UID"));
    assert_eq!(ticket.get("SUMMARY"), last.get("SUMMARY"));
    assert!(!last.get("DESCRIPTION").contains('#'), "the page is gone");
    assert!(last.age().0 > ticket.age().0, "{last:?}");
    for order in [[ticket, last], [last, ticket]] {
        let mut calendar = Calendar::default();
        for entry in order {
            calendar.take(entry.clone());
        }
        assert_eq!(calendar.only().method, "CANCEL");
    }
}

async fn move_to(app: &TestApp, owner: &TestUser, event: EventId, start: &str, venue: &str) {
    app.pass(MINUTE);
    let body = json!({ "eventStartDate": start, "venueAddress": venue });
    let path = format!("/api/event/{event}");
    let moved = app.send_as(owner, Method::PUT, &path, body).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.json);
}

#[tokio::test]
async fn registered_moved_and_cancelled_become_one_entry() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_of(&app, &owner).await;
    app.pass(MINUTE);
    let registered = app.register(event, form("Hoa")).await;
    let key = key_of(&registered);
    let mailed = entry_in(&app.run_jobs().await[0]);
    let (public, own) = (
        public_entry(&app, event).await,
        own_entry(&app, event, &key).await,
    );
    for other in [&public, &own] {
        for same in [
            "UID",
            "DTSTART",
            "DTEND",
            "SUMMARY",
            "LOCATION",
            "ORGANIZER",
            "SEQUENCE",
            "URL",
        ] {
            assert_eq!(mailed.get(same), other.get(same), "{same}");
        }
    }
    assert_eq!(mailed.get("DESCRIPTION"), own.get("DESCRIPTION"));
    assert_eq!(public.get("UID"), format!("event-{event}@hoi.example"));
    assert_eq!(public.get("DTSTART"), "20260303T020000Z");
    assert_eq!(
        public.get("SUMMARY"),
        "Đêm nhạc; Trịnh, và bạn\\bè — một buổi tối rất dài ở Hà Nội"
    );
    assert_eq!(public.parameters("ORGANIZER"), ";CN=\"CLB 'Nhạc Xưa'\"");
    let from = format!("mailto:{}", app.app.config.mail_from.email);
    assert_eq!(public.get("ORGANIZER"), from);
    // Only the visitor's own entry leads to their page.
    let link = format!("https://hoi.example/form/{event}/ticket#{key}");
    assert!(
        own.get("DESCRIPTION").ends_with(&link),
        "{}",
        own.get("DESCRIPTION")
    );
    let description = public.get("DESCRIPTION");
    assert!(
        description.ends_with(&format!("https://hoi.example/form/{event}")),
        "{description}"
    );
    assert!(
        description.starts_with("Một đêm, với nhạc; và thơ Một đêm"),
        "{description}"
    );
    assert!(description.chars().count() < 600 && !description.contains('#'));

    move_to(
        &app,
        &owner,
        event,
        "2026-03-04T19:30:00+07:00",
        "Cung Việt Xô",
    )
    .await;
    let moved = public_entry(&app, event).await;
    assert_eq!(moved.get("DTSTART"), "20260304T123000Z");
    assert_eq!(moved.get("LOCATION"), "Cung Việt Xô");
    let own_moved = own_entry(&app, event, &key).await;
    assert_eq!(own_moved.get("DTSTART"), "20260304T123000Z");
    for (newer, older) in [(&moved, &mailed), (&own_moved, &mailed), (&moved, &public)] {
        assert!(newer.age().0 > older.age().0 && newer.age().1 > older.age().1);
    }

    app.pass(MINUTE);
    let body = json!({ "reason": "Bão" });
    let path = format!("/api/event/{event}/cancel");
    app.send_as(&owner, Method::POST, &path, body).await;
    let cancelled = entry_in(&app.run_jobs().await[0]);
    assert_eq!(cancelled.method, "CANCEL");
    assert_eq!(cancelled.get("SUMMARY"), mailed.get("SUMMARY"));
    assert!(
        !cancelled.get("DESCRIPTION").contains('#'),
        "the page is gone"
    );
    let gone = public_entry(&app, event).await;
    assert_eq!(gone.method, "CANCEL");
    for hidden in ["SUMMARY", "LOCATION", "DESCRIPTION", "URL"] {
        assert_eq!(gone.get(hidden), "", "as on the page of a cancelled event");
    }

    // A calendar that got them in any order ends with the last one.
    let versions = [&public, &mailed, &moved, &own_moved, &cancelled, &gone];
    for first in 0..versions.len() {
        let mut calendar = Calendar::default();
        for at in 0..versions.len() {
            calendar.take(versions[(first + at) % versions.len()].clone());
        }
        assert_eq!(calendar.only().method, "CANCEL");
    }
    let mut calendar = Calendar::default();
    calendar.take(own_moved);
    calendar.take(mailed);
    assert_eq!(calendar.only().get("LOCATION"), "Cung Việt Xô");
}

#[tokio::test]
async fn giving_a_seat_back_and_registering_again_leaves_one_entry() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_of(&app, &owner).await;
    let mut calendar = Calendar::default();
    for round in 1..=3 {
        let key = key_of(&app.register(event, form("Hoa")).await);
        let mail = &app.run_jobs().await[0];
        calendar.take(entry_in(mail));
        assert_eq!(calendar.only().method, "PUBLISH", "round {round}");
        assert!(calendar.only().get("DESCRIPTION").ends_with(&key));
        app.cancel_own(event, &key).await;
        let mail = &app.run_jobs().await[0];
        assert!(mail.message_id.starts_with("given-back-"));
        calendar.take(entry_in(mail));
        assert_eq!(calendar.only().method, "CANCEL", "round {round}");
    }
    // Another participant's entry, and the next version of the event, are not behind these.
    let other = key_of(&app.register(event, form("Lan")).await);
    let other = own_entry(&app, event, &other).await;
    assert_eq!(other.age().0, public_entry(&app, event).await.age().0);
    move_to(
        &app,
        &owner,
        event,
        "2026-03-04T19:30:00+07:00",
        "Cung Việt Xô",
    )
    .await;
    calendar.take(public_entry(&app, event).await);
    assert_eq!(calendar.only().get("LOCATION"), "Cung Việt Xô");
}

#[tokio::test]
async fn a_removal_by_the_organiser_takes_the_entry_out() {
    let till = Till::new().await;
    let (hoa, _) = till.visitor("hoa", "BANK_TRANSFER").await;
    let ticket = entry_of(&till.app.run_jobs().await, "ticket-");
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.app.pass(MINUTE);
    till.app.remove(till.event, hoa.id, till.owner.id).await;
    let removed = entry_of(&till.app.run_jobs().await, "removed-");
    expect_taken_out(&ticket, &removed);
}

#[tokio::test]
async fn a_free_guest_who_is_removed_and_told_loses_the_entry() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_of(&app, &owner).await;
    let registered = app.register(event, form("Hoa")).await;
    let guest = app.attendance(&registered).await.id;
    let ticket = entry_of(&app.run_jobs().await, "ticket-");
    app.pass(MINUTE);
    let body = json!({ "action": "delete", "ids": [guest], "sendMail": true });
    let path = format!("/api/event/{event}/attendances/bulk");
    let removed = app.send_as(&owner, Method::POST, &path, body).await;
    assert_eq!(removed.data()["done"], 1, "{}", removed.json);
    let removed = entry_of(&app.run_jobs().await, "removed-");
    expect_taken_out(&ticket, &removed);
}

#[tokio::test]
async fn a_seat_that_was_not_paid_in_time_takes_the_entry_out() {
    let till = Till::with_deadline(|event| event.turn_off_payment_reminder = Set(true)).await;
    till.visitor("hoa", "BANK_TRANSFER").await;
    let ticket = entry_of(&till.app.run_jobs().await, "ticket-");
    till.app.pass(4 * DAY);
    let look = look_at_unpaid(&till.app.app, &till.app.desk).await.unwrap();
    assert_eq!(look.released, 1);
    let released = entry_of(&till.app.run_jobs().await, "seat-released-");
    expect_taken_out(&ticket, &released);
}

/// Nothing has to be taken out: the entry comes with the ticket, which waits for the confirmation.
#[tokio::test]
async fn a_seat_that_was_not_confirmed_in_time_never_had_an_entry() {
    let party = Party::confirming(5).await;
    party.pending("Hoa").await;
    let mails = party.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].message_id.starts_with("confirm-"));
    assert!(mails[0].attachments.is_empty());
    party.app.pass(31 * MINUTE);
    let released = release_unconfirmed(&party.app.app, &party.app.desk).await;
    assert_eq!(released.unwrap(), 1);
    assert!(party.app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn the_link_into_googles_calendar_says_the_same() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_of(&app, &owner).await;
    let entry = public_entry(&app, event).await;
    let public = app.get(&format!("/api/event/{event}/public")).await;
    let link = public.data()["googleCalendar"].as_str().unwrap();
    assert!(link.len() < 8_000, "{} bytes", link.len());
    let link: reqwest::Url = link.parse().unwrap();
    let of = |name: &str| {
        let mut pairs = link.query_pairs();
        pairs.find(|(key, _)| key == name).unwrap().1.into_owned()
    };
    assert_eq!(link.host_str(), Some("calendar.google.com"));
    assert_eq!(of("text"), entry.get("SUMMARY"));
    assert_eq!(
        of("dates"),
        format!("{}/{}", entry.get("DTSTART"), entry.get("DTEND"))
    );
    assert_eq!(of("location"), entry.get("LOCATION"));
    assert_eq!(of("details"), entry.get("DESCRIPTION"));
}

#[tokio::test]
async fn the_opening_of_registration_has_an_entry_that_reminds() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let opening = START.plus(Duration::from_hours(2));
    let event = app
        .event(&owner, |event| event.open_registration_date = Set(opening))
        .await;
    for (lang, title) in [
        ("vi", "Mở đăng ký: Hội nghị Đổi mới"),
        ("en", "Registration opens: Hội nghị Đổi mới"),
    ] {
        let path = format!("/api/event/{event}/opening.ics?lang={lang}");
        let answer = app.get(&path).await;
        let entry = Entry::read(&answer.bytes);
        assert_eq!(entry.get("SUMMARY"), title);
        assert_eq!(
            entry.get("UID"),
            format!("event-{event}-opening@hoi.example")
        );
        assert_eq!(entry.get("DTSTART"), "20260301T040000Z");
        assert_eq!(
            entry.get("LOCATION"),
            format!("https://hoi.example/form/{event}")
        );
        let file = String::from_utf8(answer.bytes).unwrap();
        assert!(
            file.contains("BEGIN:VALARM\r\nACTION:DISPLAY\r\n"),
            "{file}"
        );
        assert!(file.contains("TRIGGER:-PT10M\r\nEND:VALARM\r\n"), "{file}");
    }
}

#[tokio::test]
async fn only_what_has_a_page_has_an_entry() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_of(&app, &owner).await;
    let key = key_of(&app.register(event, form("Hoa")).await);
    let strange = app.register(event, form("Lan")).await;
    let own = |key: String| {
        let path = format!("/api/event/{event}/registration/calendar.ics");
        app.request(Method::GET, &path)
            .header(OWN_KEY_HEADER, &key)
            .send()
    };
    let forged = format!(
        "{}{}",
        &key[..key.len() - 1],
        if key.ends_with('0') { '1' } else { '0' }
    );
    for wrong in [String::new(), "x".to_owned(), forged] {
        assert_eq!(own(wrong).await.code(), 5005);
    }
    let entry = own_entry(&app, event, &key_of(&strange)).await;
    assert!(!entry.get("DESCRIPTION").contains(&key));
    let event = event_of(&app, &owner).await;
    let deleted = app
        .send_as(
            &owner,
            Method::DELETE,
            &format!("/api/event/{event}"),
            serde_json::Value::Null,
        )
        .await;
    assert_eq!(deleted.status, StatusCode::OK);
    for path in ["calendar.ics", "opening.ics"] {
        for id in [event.to_string(), "0".to_owned()] {
            let answer = app.get(&format!("/api/event/{id}/{path}")).await;
            assert_eq!(answer.code(), 5005, "{id} {path}");
        }
    }
}
