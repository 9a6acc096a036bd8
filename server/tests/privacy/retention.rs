//! The data of an event's participants is erased some time after it, when that was announced a month before.

use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_db::Timestamp;
use hoi_mail::Email;
use hoi_platform::files::entity::file;
use hoi_platform::files::{FileUrl, Visibility};
use hoi_platform::ids::AttendanceId;
use hoi_server::privacy::retention::entity::{erasure_notice, event_retention};
use hoi_server::privacy::retention::{EraseDue, Part, look_for_due};
use hoi_ticketing::attendances::{ERASED_NAME, attendance};
use hoi_ticketing::events::entity::{event, event_activity};
use hoi_ticketing::events::{EventAction, EventId};
use hoi_ticketing::registration::NewRegistration;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait as _, EntityTrait as _, PaginatorTrait as _,
    QueryFilter as _, QueryOrder as _, Set,
};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser, new_registration};

const DAY: Duration = Duration::from_hours(24);

/// An event of `an` that ends two days after the tests begin.
struct Gala {
    app: TestApp,
    owner: TestUser,
    event: EventId,
    end: Timestamp,
    people: Vec<AttendanceId>,
}

impl Gala {
    async fn new(people: usize) -> Self {
        Self::on(TestApp::new().await, people).await
    }

    async fn on(app: TestApp, number: usize) -> Self {
        let owner = app.committee("an").await;
        let end = app.app.clock.now().plus(2 * DAY);
        let event = app.event(&owner, |row| {
            row.event_start_date = Set(end.minus(Duration::from_hours(3)));
            row.end_date = Set(Some(end));
        });
        let event = event.await;
        let mut people = Vec::new();
        for at in 0..number {
            let person = NewRegistration {
                mails: false,
                ..new_registration(event, &format!("khach{at}"), None)
            };
            people.push(app.add(person).await.id);
        }
        app.run_jobs().await;
        Self {
            app,
            owner,
            event,
            end,
            people,
        }
    }

    /// Sets the clock to this many days after the end.
    fn on_day(&self, days: u32) {
        self.app.app.clock.set(self.end.plus(DAY * days));
    }

    /// Looks on a day, has the jobs done, and returns the mails.
    async fn look_on(&self, days: u32) -> Vec<Email> {
        self.on_day(days);
        look_for_due(&self.app.app).await.unwrap();
        self.app.run_jobs().await
    }

    /// Returns the number of people whose name is still there.
    async fn left(&self) -> u64 {
        let rows = attendance::Entity::find()
            .filter(attendance::Column::EventId.eq(self.event))
            .filter(attendance::Column::FullName.ne(ERASED_NAME));
        rows.count(self.app.app.db.read()).await.unwrap()
    }

    /// Returns the entries of the event's log about retention, without the registrations.
    async fn log(&self) -> Vec<(EventAction, Value)> {
        let rows = event_activity::Entity::find()
            .filter(event_activity::Column::EventId.eq(self.event))
            .filter(event_activity::Column::Action.ne(EventAction::ParticipantAdded))
            .order_by_asc(event_activity::Column::Id)
            .all(self.app.app.db.read())
            .await
            .unwrap();
        rows.into_iter().map(|row| (row.action, row.data)).collect()
    }

    async fn call(&self, method: Method, rest: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/retention{rest}", self.event);
        self.app.call(&self.owner, method, &path, body).await
    }

    async fn get(&self) -> Value {
        let answer = self.call(Method::GET, "", Value::Null).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        let retention = answer.data().clone();
        let todo = self.app.todo(&self.owner, self.event).await;
        assert_eq!(todo["retention"], retention);
        retention
    }

    async fn choose(&self, keep_days: Value, reason: Value) -> Answer {
        let shown = self.call(Method::GET, "", Value::Null).await;
        let version = &shown.data()["version"];
        let body = json!({ "keepDays": keep_days, "documentsReason": reason, "version": version });
        self.call(Method::PUT, "", body).await
    }

    /// Changes the event as no call can any more.
    async fn change(&self, change: event::ActiveModel) {
        let tx = self.app.app.db.write().await.unwrap();
        let row = event::ActiveModel {
            id: Set(self.event),
            ..change
        };
        row.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Gives the first person an identity number and a licence, which are kept until they are erased.
    async fn with_documents(&self) -> FileUrl {
        let licence = self
            .app
            .file(&self.owner, "businessLicense", Visibility::Private);
        let licence = licence.await;
        let tx = self.app.app.db.write().await.unwrap();
        let row = attendance::ActiveModel {
            id: Set(self.people[0]),
            identification_number: Set(Some("001099012345".to_owned())),
            business_license: Set(Some(licence)),
            ..Default::default()
        };
        row.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
        licence
    }

    async fn has(&self, file: FileUrl) -> bool {
        let row = file::Entity::find_by_id(file.0).one(self.app.app.db.read());
        row.await.unwrap().unwrap().deleted_at.is_none()
    }

    /// Has the batches of an erasure done, of which each waits after the one before.
    async fn finish(&self) {
        for _ in 0..4 {
            self.app.run_jobs().await;
            self.app.pass(Duration::from_secs(2));
        }
    }
}

fn about(mails: &[Email], gala: &Gala, words: &str) {
    let [mail] = mails else {
        panic!("{} mails", mails.len());
    };
    assert!(mail.subject.contains("Sắp xoá"), "{}", mail.subject);
    let link = format!(
        "https://hoi.example/event-management/{}?retention=true",
        gala.event
    );
    assert!(mail.text.contains(&link), "{}", mail.text);
    assert!(mail.text.contains(words), "{}", mail.text);
}

#[tokio::test]
async fn everything_is_erased_a_year_after_the_event_and_accounts_are_not_touched() {
    let gala = Gala::new(3).await;
    let member = gala.app.committee("binh").await;
    let tx = gala.app.app.db.write().await.unwrap();
    let row = attendance::ActiveModel {
        id: Set(gala.people[0]),
        user_id: Set(Some(member.id)),
        ..Default::default()
    };
    row.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let account = user::Entity::find_by_id(member.id).one(gala.app.app.db.read());
    let account = account.await.unwrap().unwrap();

    assert!(gala.look_on(334).await.is_empty());
    about(&gala.look_on(335).await, &gala, "3 người");
    for day in [335, 336, 364] {
        assert!(gala.look_on(day).await.is_empty(), "told twice");
        assert_eq!(gala.left().await, 3, "on day {day}");
    }
    assert!(
        gala.look_on(365).await.is_empty(),
        "an erasure sends no mail"
    );
    assert_eq!(gala.left().await, 0);
    let registered = gala.app.registered(gala.event).await;
    assert_eq!(registered, 3, "totals stay");
    let log = gala.log().await;
    let actions: Vec<_> = log.iter().map(|(action, _)| *action).collect();
    assert_eq!(
        actions,
        [
            EventAction::EventErasureAnnounced,
            EventAction::EventDataErased
        ]
    );
    assert_eq!(
        (&log[0].1["count"], &log[1].1["count"]),
        (&json!(3), &json!(3))
    );
    assert_eq!(log[0].1["at"], json!(gala.end.plus(365 * DAY)));
    let now = user::Entity::find_by_id(member.id).one(gala.app.app.db.read());
    assert_eq!(now.await.unwrap().unwrap(), account);

    gala.look_on(380).await;
    assert_eq!(gala.log().await, log);
}

#[tokio::test]
async fn an_event_from_before_is_announced_first() {
    let gala = Gala::new(2).await;
    about(&gala.look_on(900).await, &gala, "2 người");
    gala.look_on(929).await;
    assert_eq!(gala.left().await, 2);
    gala.look_on(930).await;
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn an_erasure_that_was_announced_can_be_postponed() {
    let gala = Gala::new(2).await;
    about(&gala.look_on(335).await, &gala, "2 người");
    let chosen = gala.choose(json!(400), Value::Null).await;
    assert_eq!(chosen.code(), 2000, "{}", chosen.json);
    assert_eq!(
        chosen.data()["erasedAt"],
        json!(gala.end.plus(400 * DAY)),
        "{}",
        chosen.json
    );
    assert_eq!(chosen.data()["announcedAt"], Value::Null);
    assert!(gala.look_on(369).await.is_empty());
    assert_eq!(gala.left().await, 2);
    about(&gala.look_on(370).await, &gala, "2 người");
    gala.look_on(399).await;
    assert_eq!(gala.left().await, 2);
    gala.look_on(400).await;
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn a_date_that_comes_back_is_announced_anew() {
    let gala = Gala::new(1).await;
    let licence = gala.with_documents().await;
    gala.look_on(0).await;
    let why = json!("Thuế yêu cầu giữ hồ sơ");
    assert_eq!(gala.choose(Value::Null, why).await.code(), 2000);
    gala.look_on(100).await;
    let chosen = gala.choose(Value::Null, Value::Null).await;
    assert_eq!(
        chosen.data()["documentsErasedAt"],
        json!(gala.end.plus(130 * DAY))
    );
    about(&gala.look_on(100).await, &gala, "1 người");
    gala.look_on(129).await;
    assert!(gala.has(licence).await);
    gala.look_on(130).await;
    assert!(!gala.has(licence).await);

    about(&gala.look_on(335).await, &gala, "1 người");
    assert_eq!(gala.choose(json!(500), Value::Null).await.code(), 2000);
    gala.look_on(340).await;
    let chosen = gala.choose(Value::Null, Value::Null).await;
    assert_eq!(chosen.data()["erasedAt"], json!(gala.end.plus(370 * DAY)));
    about(&gala.look_on(340).await, &gala, "1 người");
    gala.look_on(369).await;
    assert_eq!(gala.left().await, 1);
    gala.look_on(370).await;
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn a_job_that_waits_erases_nothing_after_the_date_was_postponed() {
    let gala = Gala::new(25).await;
    gala.look_on(70).await;
    assert_eq!(gala.choose(json!(100), Value::Null).await.code(), 2000);
    gala.look_on(71).await;
    gala.on_day(101);
    look_for_due(&gala.app.app).await.unwrap();
    gala.app.run_jobs().await;
    assert_eq!(gala.left().await, 5, "one batch");
    assert_eq!(gala.choose(json!(300), Value::Null).await.code(), 2000);
    gala.finish().await;
    assert_eq!(gala.left().await, 5);
}

#[tokio::test]
async fn documents_are_erased_after_a_month_unless_the_organiser_says_why_not() {
    let gala = Gala::new(2).await;
    let licence = gala.with_documents().await;
    let shown = gala.get().await;
    assert_eq!(shown["documentsErasedAt"], json!(gala.end.plus(30 * DAY)));
    about(&gala.look_on(0).await, &gala, "1 người");
    gala.look_on(29).await;
    assert!(gala.has(licence).await);
    gala.look_on(30).await;
    assert!(!gala.has(licence).await);
    let row = gala.app.row(gala.people[0]).await;
    assert_eq!(
        (row.identification_number, row.business_license),
        (None, None)
    );
    assert_eq!(gala.left().await, 2, "the rest stays");
    let log = gala.log().await;
    assert_eq!(
        log.last().map(|(action, _)| *action),
        Some(EventAction::EventDocumentsErased)
    );
}

#[tokio::test]
async fn a_reason_keeps_documents_and_stands_in_the_log() {
    let gala = Gala::new(1).await;
    let licence = gala.with_documents().await;
    let empty = gala.choose(Value::Null, json!("  ")).await;
    assert_eq!(empty.code(), 5002, "{}", empty.json);
    assert!(empty.json["fields"]["documentsReason"].is_array());
    let why = "Thuế yêu cầu giữ hồ sơ";
    let chosen = gala.choose(Value::Null, json!(why)).await;
    assert_eq!(chosen.code(), 2000, "{}", chosen.json);
    assert_eq!(chosen.data()["documentsErasedAt"], Value::Null);
    // Once more changes nothing, and says nothing.
    gala.choose(Value::Null, json!(why)).await;
    assert_eq!(
        gala.log().await,
        [(
            EventAction::EventRetentionChanged,
            json!({ "count": 365, "reason": why })
        )]
    );
    for day in [0, 30, 60] {
        assert!(gala.look_on(day).await.is_empty());
    }
    assert!(gala.has(licence).await);
    gala.look_on(335).await;
    gala.look_on(365).await;
    assert!(!gala.has(licence).await);
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn the_platforms_maximum_bounds_what_is_chosen_and_what_was_chosen() {
    let app = TestApp::configured(|config| config.retention_max_days = 60).await;
    let gala = Gala::on(app, 1).await;
    let shown = gala.get().await;
    assert_eq!(
        (&shown["minDays"], &shown["usualDays"], &shown["maxDays"]),
        (&json!(30), &json!(60), &json!(60))
    );
    assert_eq!(shown["erasedAt"], json!(gala.end.plus(60 * DAY)));
    for (days, code) in [(29, 5002), (30, 2000), (60, 2000), (61, 5002)] {
        let answer = gala.choose(json!(days), Value::Null).await;
        assert_eq!(answer.code(), code, "{days}: {}", answer.json);
        let is_named = answer.json["fields"]["keepDays"].is_array();
        assert_eq!(is_named, code == 5002, "{}", answer.json);
    }
    // Chosen when the maximum was longer.
    let tx = gala.app.app.db.write().await.unwrap();
    let row = event_retention::ActiveModel {
        event_id: Set(gala.event),
        keep_days: Set(Some(1000)),
        ..Default::default()
    };
    row.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(gala.look_on(30).await.len(), 1);
    gala.look_on(59).await;
    assert_eq!(gala.left().await, 1);
    gala.look_on(60).await;
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn an_event_that_was_moved_counts_from_its_new_end_and_a_cancelled_one_from_its_planned_end()
{
    let gala = Gala::new(1).await;
    gala.look_on(335).await;
    gala.change(event::ActiveModel {
        end_date: Set(Some(gala.end.plus(100 * DAY))),
        cancelled_at: Set(Some(gala.end)),
        ..Default::default()
    })
    .await;
    for day in [365, 434] {
        assert!(gala.look_on(day).await.is_empty());
    }
    about(&gala.look_on(435).await, &gala, "1 người");
    assert_eq!(gala.left().await, 1);
    gala.look_on(465).await;
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn the_data_of_a_deleted_event_is_erased_without_a_mail() {
    let gala = Gala::new(1).await;
    gala.change(event::ActiveModel {
        deleted_at: Set(Some(gala.end)),
        ..Default::default()
    })
    .await;
    assert!(gala.look_on(335).await.is_empty());
    assert_eq!(gala.left().await, 1);
    gala.look_on(365).await;
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn an_erasure_goes_on_after_a_kill_and_two_servers_do_it_once() {
    let gala = Gala::new(45).await;
    let second = gala.app.second_server().await;
    // An embedded database has one server, which then looks twice at once.
    let other = second.as_ref().map_or(&gala.app, |second| second);
    gala.on_day(335);
    let both = tokio::join!(look_for_due(&gala.app.app), look_for_due(&other.app));
    both.0.unwrap();
    both.1.unwrap();
    assert_eq!(gala.app.run_jobs().await.len(), 1, "told once");
    gala.on_day(365);
    let both = tokio::join!(look_for_due(&gala.app.app), look_for_due(&other.app));
    both.0.unwrap();
    both.1.unwrap();
    let ordered = hoi_jobs::entity::Entity::find()
        .filter(hoi_jobs::entity::Column::Name.eq("privacy.eraseDue"));
    assert_eq!(ordered.count(gala.app.app.db.read()).await.unwrap(), 1);
    gala.app.run_jobs().await;
    assert_eq!(gala.left().await, 25, "a batch, then a pause");

    // The job is lost, and the next day's look orders it again; a copy of it runs beside it.
    let tx = gala.app.app.db.write().await.unwrap();
    hoi_jobs::entity::Entity::delete_many()
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    gala.look_on(365).await;
    gala.finish().await;
    assert_eq!(gala.left().await, 25, "ordered again within a day");
    gala.on_day(366);
    look_for_due(&gala.app.app).await.unwrap();
    let copy = EraseDue {
        event: gala.event,
        part: Part::Everything,
        due_at: gala.end.plus(365 * DAY),
    };
    let tx = gala.app.app.db.write().await.unwrap();
    let now = gala.app.app.clock.now();
    hoi_jobs::enqueue(&tx, &copy, now).await.unwrap();
    tx.commit().await.unwrap();
    gala.finish().await;
    assert_eq!(gala.left().await, 0);
    let log = gala.log().await;
    let erased: Vec<_> = log
        .iter()
        .filter(|(action, _)| *action == EventAction::EventDataErased)
        .collect();
    assert_eq!(erased.len(), 1, "{log:?}");
    assert_eq!(erased[0].1["count"], 45);
}

#[tokio::test]
async fn participants_added_after_the_erasure_are_announced_and_erased_later() {
    let gala = Gala::new(1).await;
    gala.look_on(335).await;
    gala.look_on(365).await;
    let tx = gala.app.app.db.write().await.unwrap();
    let late = attendance::ActiveModel {
        id: Set(gala.people[0]),
        full_name: Set("Trần Muộn".to_owned()),
        erased_at: Set(None),
        ..Default::default()
    };
    late.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert!(gala.look_on(394).await.is_empty());
    about(&gala.look_on(395).await, &gala, "1 người");
    gala.look_on(424).await;
    assert_eq!(gala.left().await, 1);
    gala.look_on(425).await;
    assert_eq!(gala.left().await, 0);
}

#[tokio::test]
async fn a_dry_run_counts_and_changes_nothing() {
    let gala = Gala::new(3).await;
    gala.with_documents().await;
    let before = gala.app.row(gala.people[0]).await;
    let counted = gala.call(Method::GET, "/preview", Value::Null).await;
    assert_eq!(
        counted.data(),
        &json!({ "people": 3, "files": 1, "documents": 2 }),
        "{}",
        counted.json
    );
    assert_eq!(gala.app.row(gala.people[0]).await, before);
    let shown = gala.get().await;
    assert_eq!(
        (&shown["people"], &shown["announcedAt"], &shown["keepDays"]),
        (&json!(3), &Value::Null, &Value::Null)
    );
    let notices = erasure_notice::Entity::find().count(gala.app.app.db.read());
    assert_eq!(notices.await.unwrap(), 0);
}
