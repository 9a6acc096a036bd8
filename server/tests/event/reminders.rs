//! Reminders: a day and three hours before an event begins.

use std::collections::HashMap;

use axum::http::Method;
use futures::future::join_all;
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_mail::Email;
use hoi_platform::ids::AttendanceId;
use hoi_server::background;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventId, TicketId};
use hoi_ticketing::registration::{NewRegistration, look_for_reminders};
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::id_in;
use crate::support::{TestApp, TestUser, new_registration};

fn at(moment: &str) -> Timestamp {
    format!("{moment}:00+07:00").parse().unwrap()
}

/// Begins on 5 March at 19:30; looked for reminders at once.
struct Coming {
    app: TestApp,
    owner: TestUser,
    path: String,
    event: EventId,
}

impl Coming {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let path = app.created(&owner).await;
        let event = id_in(&path);
        assert_eq!(look_for_reminders(&app.app).await.unwrap(), 0);
        Self {
            app,
            owner,
            path,
            event,
        }
    }

    async fn guest(&self, name: &str) -> AttendanceId {
        self.in_class(name, None).await
    }

    async fn in_class(&self, name: &str, ticket: Option<TicketId>) -> AttendanceId {
        let person = NewRegistration {
            mails: false,
            ..new_registration(self.event, name, ticket)
        };
        self.app.add(person).await.id
    }

    /// Returns the mails that were sent until then, when was looked at short intervals.
    async fn mails_until(&self, moment: &str) -> Vec<Email> {
        let end = at(moment);
        let before = end.minus(std::time::Duration::from_mins(1));
        let mut mails = Vec::new();
        for now in [before, end] {
            if now > self.app.app.clock.now() {
                self.app.app.clock.set(now);
            }
            look_for_reminders(&self.app.app).await.unwrap();
            mails.extend(self.app.run_jobs().await);
        }
        mails.sort_by_key(|mail| mail.to.email.to_string());
        mails
    }

    async fn change(&self, body: Value) {
        let call = self.app.call(&self.owner, Method::PUT, &self.path, body);
        call.await.data();
    }

    async fn log(&self) -> Vec<Value> {
        let path = format!("{}/activities", self.path);
        let log = self.app.call(&self.owner, Method::GET, &path, Value::Null);
        log.await.data()["items"].as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn guests_are_reminded_twice_with_ticket_place_and_what_is_due() {
    let coming = Coming::new().await;
    let class = coming.app.ticket(coming.event, "Thường", 200_000, -1).await;
    coming.in_class("binh", Some(class)).await;
    coming.app.run_jobs().await;
    assert!(coming.mails_until("2026-03-04T19:29").await.is_empty());
    let day = coming.mails_until("2026-03-04T19:30").await;
    assert_eq!(day.len(), 1);
    assert_eq!(day[0].subject, "Nhắc bạn: Đêm nhạc Trịnh, 05/03/2026 19:30");
    for words in [
        "Nhà hát Lớn, Hà Nội",
        "https://www.google.com/maps/search/?api=1&query=Nh%C3%A0",
        "/ticket#",
        "200.000",
        "Mã vé",
    ] {
        assert!(day[0].text.contains(words), "{words} in {}", day[0].text);
    }
    let picture = day[0].attachments.first().unwrap();
    assert_eq!(picture.content_id.as_deref(), Some("ticket-qr"));
    assert!(coming.mails_until("2026-03-05T16:29").await.is_empty());
    let hours = coming.mails_until("2026-03-05T16:30").await;
    assert_eq!(hours.len(), 1);
    assert_ne!(hours[0].message_id, day[0].message_id);
    assert!(coming.mails_until("2026-03-05T19:30").await.is_empty());
    let reminded: Vec<_> = coming
        .log()
        .await
        .into_iter()
        .filter(|entry| entry["action"] == "event.reminded")
        .map(|entry| entry["data"].clone())
        .collect();
    assert_eq!(
        reminded,
        [
            json!({ "kind": "hoursBefore", "count": 1, "missed": 0 }),
            json!({ "kind": "dayBefore", "count": 1, "missed": 0 }),
        ]
    );
}

#[tokio::test]
async fn a_participant_who_pays_by_transfer_reads_how() {
    let coming = Coming::new().await;
    let class = coming.app.ticket(coming.event, "Thường", 200_000, -1).await;
    let body = json!({
        "fullName": "Trần Hoa", "email": "hoa@example.vn", "phone": "0912345678",
        "company": "Sao", "ticketId": class, "paymentMethod": "BANK_TRANSFER",
        "consent": true,
    });
    let path = format!("/api/event/{}/register", coming.event);
    let registered = coming.app.post(&path, body).await;
    assert!(registered.status.is_success(), "{}", registered.json);
    coming.app.run_jobs().await;
    let mails = coming.mails_until("2026-03-04T19:30").await;
    let mail = mails.first().unwrap();
    for words in [
        "Vietcombank",
        "0123456789",
        "NGUYEN VAN AN",
        "Nội dung chuyển khoản: ",
    ] {
        assert!(mail.text.contains(words), "{words} in {}", mail.text);
        let words = words.trim_end_matches(": ");
        assert!(mail.html.contains(words), "{words} in {}", mail.html);
    }
}

#[tokio::test]
async fn late_guests_those_inside_and_those_who_gave_back_get_none() {
    let coming = Coming::new().await;
    let gone = coming.guest("gone").await;
    let inside = coming.guest("inside").await;
    coming.guest("binh").await;
    coming.app.run_jobs().await;
    assert!(coming.mails_until("2026-03-04T19:00").await.is_empty());
    let owner = coming.owner.id;
    coming.app.remove(coming.event, gone, owner).await;
    coming.app.set_checked_in(inside, true).await;
    coming.app.app.clock.set(at("2026-03-04T19:30"));
    // At the very moment.
    coming.guest("late").await;
    coming.app.run_jobs().await;
    let mails = coming.mails_until("2026-03-04T19:31").await;
    let to: Vec<_> = mails.iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(to, ["binh@example.vn"]);
    // The later reminder is for the late one, too.
    let mails = coming.mails_until("2026-03-05T16:30").await;
    assert_eq!(mails.len(), 2);
}

#[tokio::test]
async fn each_reminder_can_be_turned_off() {
    for (field, day, hours) in [("turnOffDayReminder", 0, 1), ("turnOffHoursReminder", 1, 0)] {
        let coming = Coming::new().await;
        coming.guest("binh").await;
        coming.change(json!({ field: true })).await;
        coming.app.run_jobs().await;
        let sent = coming.mails_until("2026-03-04T19:30").await;
        assert_eq!(sent.len(), day, "{field}");
        let sent = coming.mails_until("2026-03-05T16:30").await;
        assert_eq!(sent.len(), hours, "{field}");
    }
}

#[tokio::test]
async fn a_moved_event_reminds_of_its_new_time_and_never_late() {
    let coming = Coming::new().await;
    coming.guest("binh").await;
    coming.app.run_jobs().await;
    assert_eq!(coming.mails_until("2026-03-04T19:30").await.len(), 1);
    // A week later: again a day before it.
    coming
        .change(json!({ "eventStartDate": "2026-03-12T19:30:00+07:00" }))
        .await;
    assert!(coming.mails_until("2026-03-05T16:30").await.is_empty());
    assert_eq!(coming.mails_until("2026-03-11T19:30").await.len(), 1);
    // And back to in twenty hours: a day before is over.
    coming.app.app.clock.set(at("2026-03-11T20:00"));
    coming
        .change(json!({ "eventStartDate": "2026-03-12T16:00:00+07:00" }))
        .await;
    assert!(coming.mails_until("2026-03-12T12:59").await.is_empty());
    assert_eq!(coming.mails_until("2026-03-12T13:00").await.len(), 1);
}

#[tokio::test]
async fn no_reminder_of_events_that_were_near_when_reminders_began_or_are_cancelled() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let near = app
        .event(&owner, |event: &mut event::ActiveModel| {
            event.event_start_date = Set(at("2026-03-02T08:00"));
        })
        .await;
    let cancelled = app
        .event(&owner, |event| {
            event.event_start_date = Set(at("2026-03-03T12:00"));
        })
        .await;
    for event in [near, cancelled] {
        app.participant(event, "binh", None, Lang::VI).await;
    }
    app.run_jobs().await;
    // The first look of this version, 23 hours before it.
    assert_eq!(look_for_reminders(&app.app).await.unwrap(), 0);
    let path = format!("/api/event/{cancelled}/cancel");
    app.send_as(&owner, Method::POST, &path, json!({}))
        .await
        .data();
    assert_eq!(app.run_jobs().await.len(), 1);
    // Three hours before it is night; its guests are reminded in the evening.
    app.app.clock.set(at("2026-03-01T21:00"));
    assert_eq!(look_for_reminders(&app.app).await.unwrap(), 1);
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].subject.contains("02/03/2026 08:00"));
    app.app.clock.set(at("2026-03-03T11:00"));
    assert_eq!(look_for_reminders(&app.app).await.unwrap(), 0);
    assert!(app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn a_cancellation_between_the_look_and_the_mail_stops_it() {
    let coming = Coming::new().await;
    coming.guest("binh").await;
    coming.app.run_jobs().await;
    coming.app.app.clock.set(at("2026-03-04T19:30"));
    assert_eq!(look_for_reminders(&coming.app.app).await.unwrap(), 1);
    let path = format!("{}/cancel", coming.path);
    let cancelled = coming
        .app
        .call(&coming.owner, Method::POST, &path, json!({}));
    cancelled.await.data();
    let mails = coming.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].subject.starts_with("Đã huỷ"),
        "{}",
        mails[0].subject
    );
}

#[tokio::test]
async fn beyond_the_allowance_the_log_says_how_many_were_missed() {
    let coming = Coming::new().await;
    for name in ["binh", "chi", "dung"] {
        coming.guest(name).await;
    }
    coming.app.run_jobs().await;
    coming.change(json!({ "turnOffDayReminder": true })).await;
    coming.app.allow_mails(&coming.owner, Some(2)).await;
    assert_eq!(coming.mails_until("2026-03-05T16:30").await.len(), 2);
    let newest = coming.log().await[0].clone();
    assert_eq!(newest["action"], "event.reminded");
    assert_eq!(
        newest["data"],
        json!({ "kind": "hoursBefore", "count": 2, "missed": 1 })
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn servers_that_look_at_once_remind_each_participant_once() {
    let coming = Coming::new().await;
    for number in 0..20 {
        coming.guest(&format!("khach{number}")).await;
    }
    coming.app.run_jobs().await;
    let second = coming.app.second_server().await;
    let second = second.map_or_else(
        |_| coming.app.server.clone(),
        |second| second.server.clone(),
    );
    let servers = [coming.app.server.clone(), second];
    let now = at("2026-03-04T19:30");
    coming.app.app.clock.set(now);
    let looks = servers
        .iter()
        .cycle()
        .take(6)
        .map(|server| look_for_reminders(&server.app));
    let ordered: usize = join_all(looks).await.into_iter().map(Result::unwrap).sum();
    assert_eq!(ordered, 1);
    let running = servers.iter().map(|server| async move {
        let runner = background::runner(&server.app);
        runner.run_due(server, now).await.unwrap();
    });
    join_all(running).await;
    // A clock that was set back does not remind again.
    coming.app.app.clock.set(at("2026-03-04T15:00"));
    look_for_reminders(&coming.app.app).await.unwrap();
    coming.app.app.clock.set(at("2026-03-04T19:30"));
    look_for_reminders(&coming.app.app).await.unwrap();
    let mut copies: HashMap<String, usize> = HashMap::new();
    let mut mails = coming.app.mails.take();
    mails.extend(coming.app.run_jobs().await);
    for mail in mails {
        *copies.entry(mail.to.email.to_string()).or_default() += 1;
    }
    assert_eq!(copies.len(), 20);
    assert!(copies.values().all(|copies| *copies == 1), "{copies:?}");
}
