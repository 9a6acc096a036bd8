//! The administrator's list has what waits for them, and nothing of what was solved.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_platform::audit::{AuditAction, record_daily};
use hoi_ticketing::events::EventId;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::Office;
use crate::operations::jobs::store;
use crate::plans::support::{offer, with};
use crate::registration::support::form;
use crate::support::{START, TestUser, subnet};

const DAY: Duration = Duration::from_hours(24);

impl Office {
    async fn needs(&self) -> Vec<Value> {
        let answer = self.get("/system/needs").await;
        answer.data().as_array().unwrap().clone()
    }

    /// Returns a page of all things of a kind.
    async fn things(&self, query: &str) -> Value {
        let path = format!("/system/needs/things?kind={query}");
        self.get(&path).await.data().clone()
    }

    async fn kinds(&self) -> Vec<String> {
        let needs = self.needs().await.into_iter();
        let kinds = needs.map(|need| need["kind"].as_str().unwrap().to_owned());
        kinds.collect()
    }

    /// Returns the only thing that waits.
    async fn need(&self) -> Value {
        let needs = self.needs().await;
        let [need] = needs.as_slice() else {
            panic!("{needs:?}");
        };
        need.clone()
    }

    async fn suspend(&self, who: &TestUser, is_active: bool) {
        let tx = self.app.app.db.write().await.unwrap();
        user::Entity::update_many()
            .col_expr(user::Column::IsActive, Expr::value(is_active))
            .filter(user::Column::Id.eq(who.id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// The account searches for people more often than it may.
    async fn search_too_often(&self, who: &TestUser) {
        let now = self.app.app.clock.now();
        let tx = self.app.app.db.write().await.unwrap();
        let ip = IpAddr::from([203, 0, 113, 9]);
        let action = AuditAction::SearchedTooOften;
        assert!(record_daily(&tx, action, who.id, ip, now).await.unwrap());
        tx.commit().await.unwrap();
    }

    /// Registers more people from one address than the organiser is not told of.
    async fn burst(&self, event: EventId) {
        for at in 0..21 {
            let path = format!("/api/event/{event}/register");
            let request = self.app.request(Method::POST, &path);
            let request = request
                .from([198, 51, 100, 7])
                .json(form(&format!("g{at}")));
            request.send().await.data();
        }
    }

    /// Sells a plan that ends on this day. Returns the plan's identifier.
    async fn sell(&self, who: &TestUser, end: &str) -> String {
        let name = json!({ "baseName": format!("Gói {end}") });
        let call = async |method, path: &str, body| {
            let path = format!("/api/plan{path}");
            let answer = self.app.call(&self.admin, method, &path, body).await;
            answer.data().clone()
        };
        let plan = call(Method::POST, "", with(offer(), name)).await;
        let id = plan["id"].as_str().unwrap().to_owned();
        let users = format!("/{id}/users");
        call(Method::POST, &users, json!({ "userIds": [who.id] })).await;
        let end = json!({ "expirationDate": end });
        call(Method::PUT, &format!("{users}/{}", who.id), end).await;
        id
    }
}

#[tokio::test]
async fn nothing_waits_on_a_platform_that_is_well() {
    let office = Office::new().await;
    let an = office.app.committee("an").await;
    office.app.group(&an).await;
    office.app.open_event(&an, 10).await;
    store(&office.app, "mail.ticket", "waiting", None).await;
    assert_eq!(office.needs().await, [] as [Value; 0]);
}

#[tokio::test]
async fn jobs_and_mails_that_do_not_go_on_wait_with_their_age() {
    let office = Office::new().await;
    store(&office.app, "mail.ticket", "dead", None).await;
    let tried = store(&office.app, "mail.ticket", "dead", None).await;
    let tx = office.app.app.db.write().await.unwrap();
    let sql = "insert into outage (service, since, failures, probed_at, reason) values ('mail', 7, 1, 7, '535 no')";
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        office.needs().await,
        [
            json!({
                "kind": "mailOutage", "count": 1, "at": "1970-01-01T00:00:00.007Z", "thingCount": 0, "things": [],
            }),
            // The stored ones were never tried, so they count from when they were made.
            json!({
                "kind": "deadJobs", "count": 2, "at": "1970-01-01T00:00:00.000Z", "thingCount": 0, "things": [],
            }),
        ]
    );
    let again = office.post(&format!("/system/jobs/{tried}/retry")).await;
    assert_eq!(again.data()["retried"], 1);
    assert_eq!(office.needs().await[1]["count"], 1);
}

#[tokio::test]
async fn a_burst_waits_until_its_organiser_has_dismissed_it() {
    let office = Office::new().await;
    let an = office.app.committee("an").await;
    let event = office.app.open_event(&an, 100).await;
    office.app.open_event(&an, 100).await;
    office.burst(event).await;
    let need = office.need().await;
    assert_eq!(
        (&need["kind"], &need["count"]),
        (&"bursts".into(), &1.into())
    );
    assert_eq!(need["at"], START.to_string());
    assert_eq!(need["things"].as_array().unwrap().len(), 1);
    assert_eq!(need["things"][0]["id"], event.to_string());
    assert!(!need["things"][0]["name"].as_str().unwrap().is_empty());

    let path = format!("/api/event/{event}/registration-bursts");
    let bursts = office.app.get_as(&an, &path).await;
    let id = bursts.data()[0]["id"].as_str().unwrap();
    let one = format!("{path}/{id}");
    let dismissed = office
        .app
        .call(&an, Method::DELETE, &one, Value::Null)
        .await;
    dismissed.data();
    assert_eq!(office.needs().await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_burst_from_the_parts_of_an_ipv6_network_waits() {
    let office = Office::new().await;
    let an = office.app.committee("an").await;
    let event = office.app.open_event(&an, 100).await;
    for part in 0..31 {
        let path = format!("/api/event/{event}/register");
        let request = office.app.request(Method::POST, &path);
        let request = request.from(subnet(part)).json(form(&format!("g{part}")));
        request.send().await.data();
    }
    let need = office.need().await;
    assert_eq!(
        (&need["kind"], &need["count"]),
        (&"bursts".into(), &1.into())
    );
}

#[tokio::test]
async fn a_group_waits_while_its_owner_is_suspended() {
    let office = Office::new().await;
    let (an, binh) = (
        office.app.committee("an").await,
        office.app.committee("binh").await,
    );
    let group = office.app.group(&an).await;
    office.app.group(&binh).await;
    office.suspend(&an, false).await;
    let need = office.need().await;
    assert_eq!(
        need,
        json!({
            "kind": "ownerlessGroups", "count": 1, "at": null, "thingCount": 1,
            "things": [{ "id": group, "name": "Hội Doanh nhân Đà Nẵng" }],
        })
    );
    office.suspend(&an, true).await;
    assert_eq!(office.needs().await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_request_for_a_group_waits_until_it_is_decided() {
    let office = Office::new().await;
    let an = office.app.committee("an").await;
    let asked = json!({ "name": "Hội Hồ Gươm" });
    let asked = office
        .app
        .call(&an, Method::POST, "/api/group-requests", asked)
        .await;
    let id = asked.data()["id"].as_str().unwrap();
    let need = office.need().await;
    assert_eq!(
        (&need["kind"], &need["count"]),
        (&"groupRequests".into(), &1.into())
    );
    assert_eq!(need["things"], json!([{ "id": id, "name": "Hội Hồ Gươm" }]));
    let approved = office.post(&format!("/group-requests/{id}/approve")).await;
    approved.data();
    assert_eq!(office.needs().await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_plan_waits_from_two_weeks_before_its_end_until_it_has_ended() {
    let office = Office::new().await;
    let (an, binh) = (
        office.app.committee("an").await,
        office.app.committee("binh").await,
    );
    // Tests begin on the first of March.
    let later = office.sell(&an, "2026-03-15").await;
    office.sell(&binh, "2026-03-16").await;
    let first = office.sell(&binh, "2026-03-01").await;
    let need = office.need().await;
    assert_eq!(
        need,
        json!({
            "kind": "endingPlans", "count": 2, "at": "2026-03-01T16:59:00.000Z", "thingCount": 2,
            "things": [
                { "id": first, "name": "Gói 2026-03-01 · Nguyễn binh" },
                { "id": later, "name": "Gói 2026-03-15 · Nguyễn an" },
            ],
        })
    );
    office.app.pass(DAY);
    let need = office.need().await;
    assert_eq!(need["count"], 2);
    assert_eq!(need["things"][1]["name"], "Gói 2026-03-16 · Nguyễn binh");
}

#[tokio::test]
async fn requests_about_data_wait_with_their_next_deadline_until_they_are_closed() {
    let office = Office::new().await;
    let an = office.app.committee("an").await;
    for kind in ["correction", "erasure"] {
        let body = json!({ "kind": kind, "content": "Xin xử lý" });
        let path = "/api/users/me/data-requests";
        office.app.call(&an, Method::POST, path, body).await.data();
    }
    let requests = office.get("/system/data-requests").await;
    let requests = requests.data()["items"].as_array().unwrap().clone();
    let expected = |count, at: &Value| json!({ "kind": "dataRequests", "count": count, "at": at, "thingCount": 0, "things": [] });
    assert_eq!(office.need().await, expected(2, &requests[0]["answerBy"]));
    // A request that is answered has to be done by its second day.
    let call = async |request: &Value, act: &str, body: Value| {
        let path = format!(
            "/api/system/data-requests/{}/{act}",
            request["id"].as_str().unwrap()
        );
        let done = office
            .app
            .call(&office.admin, Method::POST, &path, body)
            .await;
        assert_eq!(done.code(), 2000, "{}", done.json);
    };
    for request in &requests {
        call(request, "answer", json!({ "text": "Đã nhận." })).await;
    }
    assert_eq!(office.need().await, expected(2, &requests[0]["doneBy"]));
    for request in &requests {
        let refused = json!({ "result": "refused", "reason": "Không đúng người." });
        call(request, "close", refused).await;
    }
    assert!(office.needs().await.is_empty());
}

#[tokio::test]
async fn an_account_that_searched_too_often_is_named_for_a_week_unless_it_is_suspended() {
    let office = Office::new().await;
    let (an, binh) = (
        office.app.committee("an").await,
        office.app.committee("binh").await,
    );
    office.search_too_often(&an).await;
    office.app.pass(DAY);
    office.search_too_often(&an).await;
    office.search_too_often(&binh).await;
    let need = office.need().await;
    assert_eq!(
        (&need["kind"], &need["count"]),
        (&"searchedTooOften".into(), &2.into())
    );
    assert_eq!(need["at"], START.to_string());
    assert_eq!(need["things"].as_array().unwrap().len(), 2);

    office.suspend(&binh, false).await;
    let things = office.need().await["things"].clone();
    assert_eq!(things, json!([{ "id": an.id, "name": "Nguyễn an" }]));
    office.app.pass(7 * DAY);
    assert_eq!(office.need().await["count"], 1, "to the millisecond");
    office.app.pass(Duration::from_millis(1));
    assert_eq!(office.needs().await, [] as [Value; 0]);
}

#[tokio::test]
async fn at_most_five_things_are_named_and_all_are_counted() {
    let office = Office::new().await;
    let an = office.app.committee("an").await;
    for _ in 0..6 {
        office.app.group(&an).await;
    }
    office.search_too_often(&an).await;
    assert_eq!(office.kinds().await, ["searchedTooOften"]);
    office.suspend(&an, false).await;
    let need = office.need().await;
    assert_eq!(
        (&need["count"], &need["thingCount"]),
        (&6.into(), &6.into())
    );
    assert_eq!(need["things"].as_array().unwrap().len(), 5);
    let all = office.things("ownerlessGroups&limit=100").await;
    assert_eq!(all["total"], 6);
    assert_eq!(all["items"].as_array().unwrap().len(), 6);
    assert_eq!(
        all["items"].as_array().unwrap()[..5],
        need["things"].as_array().unwrap()[..]
    );
    let rest = office.things("ownerlessGroups&limit=4&page=2").await;
    assert_eq!(
        rest["items"].as_array().unwrap()[..],
        all["items"].as_array().unwrap()[4..]
    );
}

#[tokio::test]
async fn all_things_of_a_kind_can_be_listed_and_no_others() {
    let office = Office::new().await;
    let (an, binh) = (
        office.app.committee("an").await,
        office.app.committee("binh").await,
    );
    let event = office.app.open_event(&an, 100).await;
    office.app.open_event(&an, 100).await;
    office.burst(event).await;
    office.search_too_often(&binh).await;
    let plan = office.sell(&an, "2026-03-15").await;
    office.sell(&an, "2026-03-16").await;
    let asked = json!({ "name": "Hội Hồ Gươm" });
    let asked = office
        .app
        .call(&binh, Method::POST, "/api/group-requests", asked)
        .await;
    let asked = asked.data()["id"].as_str().unwrap();
    for (kind, id) in [
        ("bursts", event.to_string()),
        ("searchedTooOften", binh.id.to_string()),
        ("groupRequests", asked.to_owned()),
        ("endingPlans", plan),
    ] {
        let things = office.things(kind).await;
        assert_eq!(things["total"], 1, "{kind}");
        assert_eq!(things["items"][0]["id"], id, "{kind}");
        let past = office.things(&format!("{kind}&page=2")).await;
        assert_eq!(past, json!({ "items": [], "total": 1 }), "{kind}");
    }
    for kind in [
        "lowSpace",
        "mailOutage",
        "deadJobs",
        "dataRequests",
        "ownerlessGroups",
    ] {
        let things = office.things(kind).await;
        assert_eq!(things, json!({ "items": [], "total": 0 }), "{kind}");
    }
    for wrong in [
        "",
        "?kind=unknown",
        "?kind=bursts&limit=101",
        "?kind=bursts&page=0",
    ] {
        let answer = office.get(&format!("/system/needs/things{wrong}")).await;
        assert_eq!(answer.code(), 5002, "{wrong}");
    }
}

#[tokio::test]
async fn several_bursts_of_an_event_name_it_once() {
    let office = Office::new().await;
    let an = office.app.committee("an").await;
    let event = office.app.open_event(&an, 100).await;
    office.burst(event).await;
    let tx = office.app.app.db.write().await.unwrap();
    let copies = "insert into registration_burst (id, event_id, address_hash, started_at, noticed_at) \
        select event_id, event_id, address_hash, started_at, noticed_at from registration_burst";
    tx.execute_unprepared(copies).await.unwrap();
    tx.commit().await.unwrap();
    let need = office.need().await;
    assert_eq!(
        (&need["count"], &need["thingCount"]),
        (&2.into(), &1.into())
    );
    assert_eq!(office.things("bursts").await["total"], 1);
}
