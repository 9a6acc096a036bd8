//! Telling people who have registered of a new time or place.

use std::collections::HashMap;
use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use hoi_community::accounts;
use hoi_i18n::Lang;
use hoi_mail::{Email, SendError};
use hoi_server::background;
use hoi_ticketing::events::entity::event_mailing;
use hoi_ticketing::events::{EventId, TellEntered, TellParticipants};
use hoi_ticketing::registration::{AppWithDesk, MailEverybody};
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use super::support::id_in;
use crate::support::{TestApp, TestUser, new_registration};

/// An event that begins on 5 March at 19:30, with a participant in each language.
struct Planned {
    app: TestApp,
    owner: TestUser,
    path: String,
    event: EventId,
}

impl Planned {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let path = app.created(&owner).await;
        let event = id_in(&path);
        app.participant(event, "binh", None, Lang::VI).await;
        app.participant(event, "carol", None, Lang::EN).await;
        let planned = Self {
            app,
            owner,
            path,
            event,
        };
        planned.app.run_jobs().await;
        planned.pass_a_minute();
        planned
    }

    fn pass_a_minute(&self) {
        self.app.pass(Duration::from_mins(1));
    }

    async fn change(&self, body: Value) {
        self.pass_a_minute();
        self.app.put(&self.owner, &self.path, body).await.data();
    }

    async fn letter(&self) -> Value {
        let path = format!("{}/letter", self.path);
        let answer = self.app.get_as(&self.owner, &path).await;
        let letter = answer.data()["letter"].clone();
        let todo = self.app.todo(&self.owner, self.event).await;
        assert_eq!(todo["untold"], letter["recipients"].as_u64().unwrap_or(0));
        letter
    }

    async fn send(&self, changed_at: &Value) -> u64 {
        let path = format!("{}/letter/send", self.path);
        let body = json!({ "changedAt": changed_at });
        let sent = self.app.send_as(&self.owner, Method::POST, &path, body);
        sent.await.code()
    }

    async fn dismiss(&self, changed_at: &Value) -> u64 {
        let at = changed_at.as_str().unwrap();
        let path = format!("{}/letter?changedAt={at}", self.path);
        let gone = self
            .app
            .send_as(&self.owner, Method::DELETE, &path, json!({}));
        gone.await.code()
    }

    /// Sends the letter that waits and returns its mails in the order of their addresses.
    async fn sent(&self) -> Vec<Email> {
        let letter = self.letter().await;
        assert_eq!(self.send(&letter["changedAt"]).await, 2000);
        self.mails().await
    }

    async fn mails(&self) -> Vec<Email> {
        let mut mails = self.app.run_jobs().await;
        mails.sort_by_key(|mail| mail.to.email.to_string());
        mails
    }

    async fn newest_entry(&self) -> Value {
        let path = format!("{}/activities", self.path);
        self.app.get_as(&self.owner, &path).await.data()["items"][0].clone()
    }
}

const LATER: &str = "2026-03-06T20:00:00+07:00";

fn addresses(mails: &[Email]) -> Vec<String> {
    mails.iter().map(|mail| mail.to.email.to_string()).collect()
}

#[tokio::test]
async fn a_moved_event_offers_the_letter_and_one_press_sends_it() {
    let planned = Planned::new().await;
    assert_eq!(planned.letter().await, Value::Null);
    planned
        .change(json!({ "eventStartDate": LATER, "venueAddress": "Cung Văn hoá" }))
        .await;
    assert!(
        planned.app.run_jobs().await.is_empty(),
        "no letter was requested yet"
    );
    let letter = planned.letter().await;
    assert_eq!(letter["recipients"], 2);
    assert_eq!(letter["was"]["venueAddress"], "Nhà hát Lớn, Hà Nội");
    assert_eq!(letter["is"]["venueAddress"], "Cung Văn hoá");
    assert_eq!(letter["leftToday"], 200);

    let path = format!("{}/letter/preview?lang=en", planned.path);
    let shown = planned.app.get_as(&planned.owner, &path).await;
    assert_eq!(
        shown.data()["subject"],
        "New time and place: Đêm nhạc Trịnh"
    );
    let html = shown.data()["html"].as_str().unwrap();
    assert!(html.contains("Nguyễn Thị Lan") && html.contains("<s>Mar 5, 2026, 19:30</s>"));

    // Registered after the change: they know.
    planned.pass_a_minute();
    let late = planned
        .app
        .participant(planned.event, "late", None, Lang::VI);
    late.await;
    planned.app.run_jobs().await;
    let mails = planned.sent().await;
    assert_eq!(addresses(&mails), ["binh@example.vn", "carol@example.vn"]);
    let (vi, en) = (&mails[0], &mails[1]);
    assert_eq!(vi.subject, "Đổi thời gian và địa điểm: Đêm nhạc Trịnh");
    assert_eq!(en.subject, "New time and place: Đêm nhạc Trịnh");
    for words in [
        "Thời gian: 06/03/2026 20:00",
        "Trước đây: 05/03/2026 19:30",
        "Địa điểm: Cung Văn hoá",
        "Trước đây: Nhà hát Lớn, Hà Nội",
        "https://www.google.com/maps/search/?api=1&query=Cung%20V%C4%83n%20ho%C3%A1",
        "/ticket#",
    ] {
        assert!(vi.text.contains(words), "{words} in {}", vi.text);
    }
    assert!(en.html.contains("<s>Mar 5, 2026, 19:30</s>"), "{}", en.html);
    assert!(vi.attachments.iter().any(|file| file.name == "event.ics"));
    let entry = planned.newest_entry().await;
    assert_eq!(entry["action"], "event.changeTold");
    assert_eq!(entry["data"]["count"], 2);
    assert_eq!(entry["actorId"], planned.owner.id.to_string());
    assert_eq!(planned.letter().await, Value::Null);
    assert_eq!(planned.send(&letter["changedAt"]).await, 5008);
    let path = format!("{}/letter/preview", planned.path);
    let none = planned.app.get_as(&planned.owner, &path).await;
    assert_eq!(none.code(), 5005);
}

#[tokio::test]
async fn several_changes_are_one_letter_and_a_change_back_is_none() {
    let planned = Planned::new().await;
    planned
        .change(json!({ "venueAddress": "Cung Văn hoá" }))
        .await;
    let first = planned.letter().await;
    planned.change(json!({ "eventStartDate": LATER })).await;
    let letter = planned.letter().await;
    assert_eq!(letter["was"]["venueAddress"], "Nhà hát Lớn, Hà Nội");
    assert_eq!(letter["was"]["eventStartDate"], "2026-03-05T12:30:00.000Z");
    // The letter has changed since the organiser read it.
    assert_eq!(planned.send(&first["changedAt"]).await, 5008);
    assert_eq!(planned.dismiss(&first["changedAt"]).await, 5008);
    planned
        .change(json!({
            "eventStartDate": "2026-03-05T19:30:00+07:00",
            "venueAddress": "Nhà hát Lớn, Hà Nội",
        }))
        .await;
    assert_eq!(planned.letter().await, Value::Null);
    assert_eq!(planned.send(&letter["changedAt"]).await, 5008);
    // The title is no time and no place.
    planned.change(json!({ "title": "Đêm nhạc mới" })).await;
    assert_eq!(planned.letter().await, Value::Null);
    assert!(planned.mails().await.is_empty());
}

#[tokio::test]
async fn a_registration_between_two_changes_is_told_of_the_second_alone() {
    let planned = Planned::new().await;
    planned
        .change(json!({ "venueAddress": "Cung Văn hoá" }))
        .await;
    planned.pass_a_minute();
    planned
        .app
        .participant(planned.event, "dung", None, Lang::VI)
        .await;
    planned
        .change(json!({ "venueAddress": "Nhà hát Tuổi trẻ" }))
        .await;
    assert_eq!(planned.letter().await["recipients"], 3);
    let mails = planned.sent().await;
    assert!(mails[0].text.contains("Trước đây: Nhà hát Lớn, Hà Nội"));
    assert!(
        mails[2].text.contains("Trước đây: Cung Văn hoá"),
        "{}",
        mails[2].text
    );
    // Back to where the last one registered: only the others know something else.
    planned
        .change(json!({ "venueAddress": "Cung Văn hoá" }))
        .await;
    planned
        .change(json!({ "venueAddress": "Nhà hát Tuổi trẻ" }))
        .await;
    assert_eq!(planned.letter().await, Value::Null);
}

#[tokio::test]
async fn participants_without_a_seat_or_an_address_are_neither_counted_nor_told() {
    let planned = Planned::new().await;
    let gone = planned
        .app
        .participant(planned.event, "gone", None, Lang::VI)
        .await;
    planned.change(json!({ "eventStartDate": LATER })).await;
    assert_eq!(planned.letter().await["recipients"], 3);
    let owner = planned.owner.id;
    planned.app.remove(planned.event, gone, owner).await;
    planned.app.run_jobs().await;
    assert_eq!(planned.letter().await["recipients"], 2);
    assert_eq!(planned.sent().await.len(), 2);
}

#[tokio::test]
async fn a_letter_is_dismissed_on_purpose_and_goes_with_the_event() {
    let planned = Planned::new().await;
    planned.change(json!({ "eventStartDate": LATER })).await;
    let letter = planned.letter().await;
    assert_eq!(planned.dismiss(&letter["changedAt"]).await, 2000);
    assert_eq!(planned.letter().await, Value::Null);
    assert_eq!(planned.newest_entry().await["action"], "event.changeUntold");
    assert_eq!(planned.dismiss(&letter["changedAt"]).await, 5008);

    planned
        .change(json!({ "venueAddress": "Cung Văn hoá" }))
        .await;
    let letter = planned.letter().await;
    let cancel = format!("{}/cancel", planned.path);
    planned
        .app
        .send_as(&planned.owner, Method::POST, &cancel, json!({}))
        .await
        .data();
    assert_eq!(planned.letter().await, Value::Null);
    assert_eq!(planned.send(&letter["changedAt"]).await, 5009);
    assert_eq!(planned.dismiss(&letter["changedAt"]).await, 5009);
    let mails = planned.mails().await;
    assert_eq!(mails.len(), 2, "only the cancellation");
    assert!(mails[0].subject.starts_with("Đã huỷ"));
}

#[tokio::test]
async fn no_letter_is_offered_without_participants_or_after_the_event() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let path = app.created(&owner).await;
    app.put(&owner, &path, json!({ "eventStartDate": LATER }))
        .await
        .data();
    let letter = app.get_as(&owner, &format!("{path}/letter")).await;
    assert_eq!(letter.data()["letter"], Value::Null);

    let planned = Planned::new().await;
    // Corrected afterwards.
    let past = json!({ "eventStartDate": "2026-02-27T19:30:00+07:00" });
    planned.change(past).await;
    assert_eq!(planned.letter().await, Value::Null);
}

#[tokio::test]
async fn beyond_the_allowance_the_others_are_told_when_it_renews() {
    let planned = Planned::new().await;
    planned
        .app
        .participant(planned.event, "dung", None, Lang::VI)
        .await;
    planned.app.run_jobs().await;
    planned.app.allow_mails(&planned.owner, Some(2)).await;
    planned.change(json!({ "eventStartDate": LATER })).await;
    let letter = planned.letter().await;
    assert_eq!(letter["recipients"], 3);
    assert_eq!(letter["leftToday"], 2);
    assert_eq!(planned.sent().await.len(), 2);
    planned.app.pass(Duration::from_hours(23));
    assert!(planned.mails().await.is_empty());
    planned.app.pass(Duration::from_hours(2));
    let rest = planned.mails().await;
    assert_eq!(addresses(&rest), ["dung@example.vn"]);
    planned.app.pass(Duration::from_hours(30));
    assert!(planned.mails().await.is_empty());
}

/// An event of three guests that was moved elsewhere: two were told today, `dung` waits for mails to be left.
async fn with_one_waiting() -> Planned {
    let planned = Planned::new().await;
    planned
        .app
        .participant(planned.event, "dung", None, Lang::VI)
        .await;
    planned.app.run_jobs().await;
    planned.app.allow_mails(&planned.owner, Some(2)).await;
    planned
        .change(json!({ "venueAddress": "Cung Văn hoá" }))
        .await;
    let told = planned.sent().await;
    assert_eq!(addresses(&told), ["binh@example.vn", "carol@example.vn"]);
    planned
}

#[tokio::test]
async fn a_recipient_still_waiting_when_the_next_letter_is_sent_gets_one_mail_with_all_changes() {
    let planned = with_one_waiting().await;
    planned
        .change(json!({ "venueAddress": "Nhà hát Tuổi trẻ" }))
        .await;
    planned.app.allow_mails(&planned.owner, Some(4)).await;
    let letter = planned.letter().await;
    assert_eq!(letter["recipients"], 3);
    assert_eq!(letter["leftToday"], 2);
    // Two of three know it.
    assert_eq!(letter["was"]["venueAddress"], "Cung Văn hoá");
    let told = planned.sent().await;
    assert_eq!(addresses(&told), ["binh@example.vn", "carol@example.vn"]);
    for mail in &told {
        assert!(mail.text.contains("Nhà hát Tuổi trẻ") && mail.text.contains("Cung Văn hoá"));
        assert!(!mail.text.contains("Nhà hát Lớn"), "{}", mail.text);
    }
    planned.app.pass(Duration::from_hours(25));
    let rest = planned.mails().await;
    assert_eq!(addresses(&rest), ["dung@example.vn"]);
    for words in [
        "Địa điểm: Nhà hát Tuổi trẻ",
        "Trước đây: Nhà hát Lớn, Hà Nội",
    ] {
        assert!(rest[0].text.contains(words), "{words} in {}", rest[0].text);
    }
    let (owner, now) = (planned.owner.id, planned.app.app.clock.now());
    let conn = planned.app.app.db.read();
    let allowance = accounts::allowance(conn, owner, now).await.unwrap();
    assert_eq!(allowance.left, 3, "one mail was charged");
    planned.app.pass(Duration::from_hours(30));
    assert!(planned.mails().await.is_empty());
}

#[tokio::test]
async fn whom_the_first_letter_tells_of_the_second_change_the_second_letter_leaves_out() {
    let mut planned = with_one_waiting().await;
    planned
        .change(json!({ "venueAddress": "Nhà hát Tuổi trẻ" }))
        .await;
    assert_eq!(planned.letter().await["recipients"], 3);
    planned.app.pass(Duration::from_hours(25));
    planned.owner.token = planned.app.fresh_token(&planned.owner);
    planned.app.allow_mails(&planned.owner, Some(5)).await;
    let rest = planned.mails().await;
    assert_eq!(addresses(&rest), ["dung@example.vn"]);
    for words in [
        "Địa điểm: Nhà hát Tuổi trẻ",
        "Trước đây: Nhà hát Lớn, Hà Nội",
    ] {
        assert!(rest[0].text.contains(words), "{words} in {}", rest[0].text);
    }
    assert_eq!(planned.letter().await["recipients"], 2);
    let told = planned.sent().await;
    assert_eq!(addresses(&told), ["binh@example.vn", "carol@example.vn"]);
    assert!(told[0].text.contains("Trước đây: Cung Văn hoá"));
    planned.app.pass(Duration::from_hours(30));
    assert!(planned.mails().await.is_empty());
}

#[tokio::test]
async fn a_recipient_still_waiting_when_the_event_is_changed_back_gets_no_letter() {
    let planned = with_one_waiting().await;
    planned
        .change(json!({ "venueAddress": "Nhà hát Lớn, Hà Nội" }))
        .await;
    planned.app.allow_mails(&planned.owner, Some(5)).await;
    assert_eq!(planned.letter().await["recipients"], 2);
    let told = planned.sent().await;
    assert_eq!(addresses(&told), ["binh@example.vn", "carol@example.vn"]);
    assert!(told[0].text.contains("Trước đây: Cung Văn hoá"));
    planned.app.pass(Duration::from_hours(25));
    assert!(planned.mails().await.is_empty());
}

#[tokio::test]
async fn a_letter_goes_on_when_the_next_change_is_undone_or_dismissed() {
    let planned = with_one_waiting().await;
    planned
        .change(json!({ "venueAddress": "Nhà hát Tuổi trẻ" }))
        .await;
    planned
        .change(json!({ "venueAddress": "Cung Văn hoá" }))
        .await;
    // The letter that was sent says it all.
    assert_eq!(planned.letter().await, Value::Null);
    planned
        .change(json!({ "venueAddress": "Nhà hát Tuổi trẻ" }))
        .await;
    let letter = planned.letter().await;
    assert_eq!(letter["recipients"], 3);
    assert_eq!(planned.dismiss(&letter["changedAt"]).await, 2000);
    planned.app.pass(Duration::from_hours(25));
    let rest = planned.mails().await;
    assert_eq!(addresses(&rest), ["dung@example.vn"]);
    for words in [
        "Địa điểm: Nhà hát Tuổi trẻ",
        "Trước đây: Nhà hát Lớn, Hà Nội",
    ] {
        assert!(rest[0].text.contains(words), "{words} in {}", rest[0].text);
    }
}

#[tokio::test]
async fn a_mail_that_is_still_on_its_way_gives_way_to_that_of_the_next_letter() {
    let planned = Planned::new().await;
    planned
        .change(json!({ "venueAddress": "Cung Văn hoá" }))
        .await;
    let busy = SendError::Temporary("450 4.2.1 try again later".to_owned());
    planned.app.mails.fail_next(busy);
    assert_eq!(planned.sent().await.len(), 1);
    // At the same moment, before the mail that failed is tried again.
    let body = json!({ "venueAddress": "Nhà hát Tuổi trẻ" });
    let moved = planned.app.put(&planned.owner, &planned.path, body).await;
    moved.data();
    assert_eq!(planned.letter().await["recipients"], 2);
    let told = planned.sent().await;
    assert_eq!(addresses(&told), ["binh@example.vn", "carol@example.vn"]);
    for (was, number) in [("Nhà hát Lớn, Hà Nội", 1), ("Cung Văn hoá", 1)] {
        let from = told.iter().filter(|mail| mail.text.contains(was));
        assert_eq!(from.count(), number, "{was}");
    }
    planned.pass_a_minute();
    assert!(planned.mails().await.is_empty());
}

#[tokio::test]
async fn a_letter_that_was_refused_is_shown_and_sent_again() {
    let planned = Planned::new().await;
    planned.change(json!({ "eventStartDate": LATER })).await;
    let refused = SendError::Permanent("550 5.1.1 no such user".to_owned());
    planned.app.mails.fail_next(refused);
    assert_eq!(planned.sent().await.len(), 1);
    let path = format!("{}/attendances/undelivered", planned.path);
    let list = planned.app.get_as(&planned.owner, &path).await;
    assert_eq!(list.data()["items"][0]["kind"], "change");
    let resend = format!("{path}/resend");
    let again = planned
        .app
        .send_as(&planned.owner, Method::POST, &resend, json!({}));
    again.await.data();
    assert_eq!(planned.mails().await.len(), 1);
}

/// Returns the servers: two on `PostgreSQL`; `SQLite` allows one, which then works twice at once.
async fn servers(app: &TestApp) -> Vec<AppWithDesk> {
    let second = app.second_server().await;
    let second = second.map_or_else(|_| app.server.clone(), |second| second.server.clone());
    vec![app.server.clone(), second]
}

async fn run_everywhere(app: &TestApp) {
    let now = app.app.clock.now();
    let servers = servers(app).await;
    let running = servers.iter().map(|server| async move {
        let runner = background::runner(&server.app);
        runner.run_due(server, now).await.unwrap();
    });
    join_all(running).await;
}

/// A job whose row outlives its commit, because its server was killed, begins again.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn jobs_that_run_again_on_two_servers_tell_each_participant_once() {
    const GUESTS: usize = 40;
    let planned = Planned::new().await;
    for number in 0..GUESTS {
        let name = format!("khach{number}");
        planned
            .app
            .add(new_registration(planned.event, &name, None))
            .await;
    }
    run_everywhere(&planned.app).await;
    let _ = planned.app.mails.take();
    planned.change(json!({ "eventStartDate": LATER })).await;
    let letter = planned.letter().await;
    assert_eq!(planned.send(&letter["changedAt"]).await, 2000);
    let db = &planned.app.app.db;
    let mailing = event_mailing::Entity::find().one(db.read()).await.unwrap();
    let again = MailEverybody {
        mailing: mailing.unwrap().id,
    };
    let mut copies: HashMap<String, usize> = HashMap::new();
    for _ in 0..3 {
        let now = planned.app.app.clock.now();
        let tx = db.write().await.unwrap();
        for _ in 0..4 {
            hoi_jobs::enqueue(&tx, &again, now).await.unwrap();
        }
        tx.commit().await.unwrap();
        run_everywhere(&planned.app).await;
        for mail in planned.app.mails.take() {
            *copies.entry(mail.to.email.to_string()).or_default() += 1;
        }
    }
    assert_eq!(copies.len(), GUESTS + 2);
    assert!(copies.values().all(|copies| *copies == 1), "{copies:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_letters_that_go_on_at_the_same_moment_tell_each_participant_once() {
    const GUESTS: usize = 40;
    const TOLD: usize = 20;
    let planned = Planned::new().await;
    for number in 0..GUESTS {
        let name = format!("khach{number}");
        planned
            .app
            .add(new_registration(planned.event, &name, None))
            .await;
    }
    run_everywhere(&planned.app).await;
    let _ = planned.app.mails.take();
    planned.app.allow_mails(&planned.owner, Some(20)).await;
    for (venue, mails) in [("Cung Văn hoá", TOLD), ("Nhà hát Tuổi trẻ", 0)] {
        planned.change(json!({ "venueAddress": venue })).await;
        let letter = planned.letter().await;
        assert_eq!(letter["recipients"], GUESTS + 2);
        assert_eq!(planned.send(&letter["changedAt"]).await, 2000);
        run_everywhere(&planned.app).await;
        assert_eq!(planned.app.mails.take().len(), mails, "{venue}");
    }
    planned.app.pass(Duration::from_hours(25));
    planned.app.allow_mails(&planned.owner, Some(100)).await;
    let db = &planned.app.app.db;
    let letters = event_mailing::Entity::find().all(db.read()).await.unwrap();
    assert_eq!(letters.len(), 2);
    let mut mails = Vec::new();
    for _ in 0..3 {
        let now = planned.app.app.clock.now();
        let tx = db.write().await.unwrap();
        for letter in &letters {
            let again = MailEverybody { mailing: letter.id };
            hoi_jobs::enqueue(&tx, &again, now).await.unwrap();
        }
        tx.commit().await.unwrap();
        run_everywhere(&planned.app).await;
        mails.extend(planned.app.mails.take());
        planned.pass_a_minute();
    }
    let mut told = addresses(&mails);
    told.sort_unstable();
    told.dedup();
    assert_eq!((mails.len(), told.len()), (GUESTS + 2, GUESTS + 2));
    let from = |was: &str| mails.iter().filter(|mail| mail.text.contains(was)).count();
    assert_eq!(from("Cung Văn hoá"), TOLD);
    assert_eq!(from("Nhà hát Lớn, Hà Nội"), GUESTS + 2 - TOLD);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn jobs_of_a_cancellation_that_run_again_tell_each_participant_once() {
    let planned = Planned::new().await;
    let cancel = format!("{}/cancel", planned.path);
    planned
        .app
        .send_as(&planned.owner, Method::POST, &cancel, json!({}))
        .await
        .data();
    let event = planned.event;
    let mut copies: HashMap<String, usize> = HashMap::new();
    for round in 0..3 {
        let now = planned.app.app.clock.now();
        let tx = planned.app.app.db.write().await.unwrap();
        let all = TellParticipants { event };
        hoi_jobs::enqueue_all(&tx, &[all], now).await.unwrap();
        // Stored by the other, so never there before it.
        if round > 0 {
            let entered = TellEntered { event, after: None };
            hoi_jobs::enqueue_all(&tx, &[entered], now).await.unwrap();
        }
        tx.commit().await.unwrap();
        run_everywhere(&planned.app).await;
        planned.app.pass(Duration::from_mins(1));
        for mail in planned.app.mails.take() {
            *copies.entry(mail.to.email.to_string()).or_default() += 1;
        }
    }
    assert_eq!(copies.len(), 2);
    assert!(copies.values().all(|copies| *copies == 1), "{copies:?}");
}

#[tokio::test]
async fn the_mail_of_a_cancellation_is_shown_before_and_left_out_only_on_purpose() {
    let planned = Planned::new().await;
    let path = format!("{}/cancel/preview", planned.path);
    let body = json!({ "reason": "Bão <số> 5" });
    let shown = planned
        .app
        .send_as(&planned.owner, Method::POST, &path, body);
    let shown = shown.await;
    assert_eq!(shown.data()["recipients"], 2);
    assert_eq!(shown.data()["subject"], "Canceled: Đêm nhạc Trịnh");
    let html = shown.data()["html"].as_str().unwrap();
    assert!(html.contains("Bão &lt;số&gt; 5"), "{html}");
    let long = json!({ "reason": "ề".repeat(501) });
    let long = planned
        .app
        .send_as(&planned.owner, Method::POST, &path, long);
    assert_eq!(long.await.code(), 5002);

    let cancel = format!("{}/cancel", planned.path);
    let body = json!({ "withoutMails": true });
    let cancelled = planned
        .app
        .send_as(&planned.owner, Method::POST, &cancel, body);
    assert_eq!(
        cancelled.await.json["messages"],
        json!(["Event canceled. No mail is sent."])
    );
    assert!(planned.mails().await.is_empty());
    let again = planned
        .app
        .send_as(&planned.owner, Method::POST, &path, json!({}));
    assert_eq!(again.await.code(), 5009);
}
