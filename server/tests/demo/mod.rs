//! The data that `hoi demo` makes.

use std::collections::BTreeSet;

use axum::http::Method;
use hoi_community::groups::entity::group;
use hoi_jobs::entity as job;
use hoi_server::demo;
use hoi_server::operations::{Level, check};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::{event, event_mailing, event_visit};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{START, TestApp};

const HOUR: i64 = 60 * 60 * 1000;

struct Demo {
    app: TestApp,
    token: String,
}

impl Demo {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let told = demo::fill(&app.server).await.unwrap().to_string();
        assert!(told.contains("lan@hoi.example") && told.contains("hoi-dep-lam"));
        assert_eq!(app.app.clock.now(), START);
        let login = json!({ "email": "lan@hoi.example", "password": "hoi-dep-lam" });
        let answer = app.post("/api/auth/login", login).await;
        let token = answer.data()["token"]["accessToken"].as_str().unwrap();
        Self {
            token: token.to_owned(),
            app,
        }
    }

    async fn get(&self, path: &str) -> Value {
        let request = self.app.request(Method::GET, path).bearer(&self.token);
        request.send().await.data().clone()
    }

    /// Returns the event whose title begins like this.
    async fn event(&self, title: &str) -> event::Model {
        event::Entity::find()
            .filter(event::Column::Title.starts_with(title))
            .one(self.app.app.db.read())
            .await
            .unwrap()
            .unwrap()
    }

    async fn guests(&self, event: &event::Model) -> Vec<attendance::Model> {
        attendance::Entity::find()
            .filter(attendance::Column::EventId.eq(event.id))
            .all(self.app.app.db.read())
            .await
            .unwrap()
    }
}

/// Making the data takes seconds, so one test looks at all of them.
#[tokio::test]
async fn the_demo_is_sound_and_shows_what_happened_over_a_year() {
    let demo = Demo::new().await;
    let app = &demo.app.app;

    let report = check(&app.db, &app.storage, &app.config, START).await;
    let wrong = [Level::Problem, Level::Unchecked].map(|level| report.of(level).count());
    assert_eq!(wrong, [0, 0], "{report:?}");
    let dead = job::Entity::find()
        .filter(job::Column::State.eq(job::State::Dead))
        .all(app.db.read());
    assert_eq!(dead.await.unwrap(), []);

    let list = demo.get("/api/event?page=1&limit=100").await;
    let items = list["items"].as_array().unwrap();
    assert!(items.len() >= 10);
    for item in items {
        assert!(item["coverImage"].is_string(), "{}", item["title"]);
    }

    registrations_come_over_days(&demo).await;
    money_is_matched_or_waits(&demo).await;
    evenings_have_come(&demo).await;
    the_group_has_figures(&demo).await;

    let again = demo::fill(&demo.app.server).await.unwrap().to_string();
    assert!(again.contains("nothing was changed"), "{again}");
}

async fn registrations_come_over_days(demo: &Demo) {
    let festival = demo.event("Ngày hội").await;
    let guests = demo.guests(&festival).await;
    let days: BTreeSet<_> = guests
        .iter()
        .map(|guest| (guest.registration_time.0 + 7 * HOUR).div_euclid(24 * HOUR))
        .collect();
    assert!(days.len() >= 8, "{days:?}");
    let first = festival.open_registration_date;
    for guest in &guests {
        let at = guest.registration_time;
        assert!(first <= at && at.0 <= START.0 + HOUR, "{at}");
    }
    let visits = event_visit::Entity::find()
        .filter(event_visit::Column::EventId.eq(festival.id))
        .all(demo.app.app.db.read())
        .await
        .unwrap();
    let visits: i64 = visits.iter().map(|day| day.visits).sum();
    assert!(visits > 2 * i64::try_from(guests.len()).unwrap());
    assert!(guests.iter().any(|guest| guest.deleted_at.is_some()));
}

async fn money_is_matched_or_waits(demo: &Demo) {
    let festival = demo.event("Ngày hội").await;
    let of_state = |state: &str| {
        format!(
            "/api/transfers?eventId={}&state={state}&limit=100",
            festival.id
        )
    };
    let used = demo.get(&of_state("used")).await;
    assert!(used["items"].as_array().unwrap().len() >= 20);
    let waiting = demo.get(&of_state("waiting")).await;
    let waiting = waiting["items"].as_array().unwrap();
    let reasons: BTreeSet<_> = waiting
        .iter()
        .filter_map(|it| it["reason"].as_str())
        .collect();
    assert_eq!(reasons, BTreeSet::from(["over", "unknown"]));
    assert!(waiting.iter().all(|it| it["suggestion"].is_object()));
    let refunds = demo
        .get(&format!("/api/event/{}/refunds?state=owed", festival.id))
        .await;
    assert_eq!(refunds["items"].as_array().unwrap().len(), 1, "{refunds}");
}

async fn evenings_have_come(demo: &Demo) {
    let talk = demo.event("Trò chuyện").await;
    let guests = demo.guests(&talk).await;
    let entries: Vec<_> = guests
        .iter()
        .filter_map(|guest| guest.checked_in_time)
        .collect();
    assert!(entries.len() >= 20 && entries.len() < guests.len());
    let (first, last) = (entries.iter().min().unwrap(), entries.iter().max().unwrap());
    assert!(last.0 - first.0 > HOUR, "{first} {last}");
    let mailings = event_mailing::Entity::find()
        .filter(event_mailing::Column::EventId.eq(talk.id))
        .all(demo.app.app.db.read());
    assert_eq!(mailings.await.unwrap().len(), 1);

    let workshop = demo.event("Workshop").await;
    assert!(workshop.event_start_date < START);
    let guests = demo.guests(&workshop).await;
    assert!(guests.iter().any(|guest| guest.checked_in_time.is_some()));
    assert!(guests.iter().any(|guest| guest.checked_in_time.is_none()));
}

async fn the_group_has_figures(demo: &Demo) {
    let group = group::Entity::find().one(demo.app.app.db.read()).await;
    let group = group.unwrap().unwrap().id;
    // The tests begin on the first day of a month.
    let path = format!("/api/group/{group}/statistic?month=2026-02");
    let report = demo.get(&path).await;
    for figure in ["posts", "comments", "events", "checkIns", "activeMembers"] {
        assert!(report[figure]["value"].as_i64().unwrap() > 0, "{figure}");
    }
    assert!(report["membersAtEnd"].as_i64().unwrap() >= 20);
    assert!(report["pending"].as_i64().unwrap() >= 3);
    let months = report["months"].as_array().unwrap();
    let with_deals = months
        .iter()
        .filter(|month| month["count"].as_i64() > Some(0));
    assert!(with_deals.count() >= 10, "{months:?}");
    assert!(report["members"].as_array().unwrap().len() >= 20);

    let asking = demo
        .get(&format!("/api/group/{group}/join-request?status=pending"))
        .await;
    assert_eq!(asking["items"].as_array().unwrap().len(), 2);
}
