//! Participants' requests about their own data, and the organiser's decisions on them.

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_db::Timestamp;
use hoi_server::background::clean_up;
use hoi_server::privacy::entity as data_request;
use hoi_ticketing::attendances::{ERASED_NAME, attendance};
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::OWN_KEY_HEADER;
use sea_orm::EntityTrait as _;
use sea_orm::sea_query::Expr;
use serde_json::{Value, json};

use crate::registration::support::{form, key_of};
use crate::support::{Answer, TestApp, TestUser};

struct Desk {
    app: TestApp,
    owner: TestUser,
    event: EventId,
    hoa: attendance::Model,
    key: String,
}

impl Desk {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 10).await;
        let hoa = app.register(event, form("Hoa")).await;
        let (key, hoa) = (key_of(&hoa), app.attendance(&hoa).await);
        app.run_jobs().await;
        Self {
            app,
            owner,
            event,
            hoa,
            key,
        }
    }

    async fn own(&self, method: Method, rest: &str, key: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/registration/{rest}", self.event);
        let request = self.app.request(method, &path).header(OWN_KEY_HEADER, key);
        if body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    async fn data(&self) -> Value {
        let answer = self.own(Method::GET, "data", &self.key, Value::Null).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        answer.data().clone()
    }

    async fn ask(&self, kind: &str, content: &str) -> Answer {
        let body = json!({ "kind": kind, "content": content });
        self.own(Method::POST, "data-requests", &self.key, body)
            .await
    }

    async fn call(&self, method: Method, rest: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/data-requests{rest}", self.event);
        self.app.call(&self.owner, method, &path, body).await
    }

    async fn list(&self, is_closed: bool) -> Value {
        let rest = format!("?isClosed={is_closed}");
        let answer = self.call(Method::GET, &rest, Value::Null).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        answer.data().clone()
    }

    /// Asks, and returns the identifier with which the organiser acts.
    async fn asked(&self, kind: &str, content: &str) -> String {
        let asked = self.ask(kind, content).await;
        assert_eq!(asked.code(), 2000, "{}", asked.json);
        let list = self.list(false).await;
        let mut items = list["items"].as_array().unwrap().iter();
        let request = items.find(|item| item["kind"] == kind).unwrap();
        request["id"].as_str().unwrap().to_owned()
    }

    async fn owner_name(&self) -> String {
        let conn = self.app.app.db.read();
        let owner = user::Entity::find_by_id(self.owner.id).one(conn).await;
        owner.unwrap().unwrap().full_name
    }

    fn set(&self, at: &str) {
        self.app.app.clock.set(at.parse::<Timestamp>().unwrap());
    }
}

#[tokio::test]
async fn a_visitor_sees_and_downloads_everything_about_themselves_and_nothing_about_others() {
    let desk = Desk::new().await;
    let of_others = [
        (attendance::Column::InvitedBy, "Chị Người Mời 0900111222"),
        (attendance::Column::CheckedInBy, "Anh Soát Vé"),
    ];
    for (column, text) in of_others {
        desk.app.alter(&desk.hoa, column, Expr::value(text)).await;
    }
    let page = desk.data().await;
    let fact = |name: &str| {
        let facts = page["data"]["facts"].as_array().unwrap();
        let found = facts.iter().find(|fact| fact["name"] == name);
        found.map(|fact| fact["value"].clone())
    };
    assert_eq!(fact("fullName"), Some(json!("Lê Thị Hoa")));
    assert_eq!(fact("email"), Some(json!(desk.hoa.email)));
    assert_eq!(fact("ticketCode"), Some(json!(desk.hoa.ticket_code)));
    assert!(fact("consent").is_some());
    assert_eq!(page["givesPlaceBack"], true);
    assert_eq!(page["areMessagesStopped"], false);

    let json = desk
        .own(Method::GET, "data/file?format=json", &desk.key, Value::Null)
        .await;
    assert!(json.header("content-disposition").contains(".json"));
    assert_eq!(json.json["facts"], page["data"]["facts"]);
    let all = json.json.to_string() + &page.to_string();
    for (_, text) in of_others {
        assert!(!all.contains(text), "{text}");
    }
    let pdf = desk
        .own(Method::GET, "data/file?format=pdf", &desk.key, Value::Null)
        .await;
    assert_eq!(pdf.header("content-type"), "application/pdf");
    let wrong = desk
        .own(Method::GET, "data/file?format=xml", &desk.key, Value::Null)
        .await;
    assert_eq!(wrong.code(), 5002);

    let stop = page["messagesKey"].as_str().unwrap();
    let stop = format!("/api/messages/unsubscribe/{stop}");
    let stopped = desk.app.post(&stop, json!({})).await;
    assert_eq!(stopped.code(), 2000);
    assert_eq!(desk.data().await["areMessagesStopped"], true);
}

#[tokio::test]
async fn another_key_opens_and_asks_nothing() {
    let desk = Desk::new().await;
    let other = desk.app.open_event(&desk.owner, 10).await;
    let lan = key_of(&desk.app.register(other, form("Lan")).await);
    let body = json!({ "kind": "erasure" });
    for key in ["", "x.y", lan.as_str(), &format!("{}00", desk.key)] {
        for rest in ["data", "data/file"] {
            let answer = desk.own(Method::GET, rest, key, Value::Null).await;
            assert_eq!(answer.code(), 5005, "{rest} {key}");
        }
        let answer = desk
            .own(Method::POST, "data-requests", key, body.clone())
            .await;
        assert_eq!(answer.code(), 5005, "{key}");
    }
    assert_eq!(desk.list(false).await["total"], 0);

    // A request of one event is none of another, also for the same organiser.
    let id = desk.asked("consent", "").await;
    for (rest, body) in [
        ("answer", json!({ "text": "Vâng" })),
        ("close", json!({ "result": "done" })),
        ("erase", json!({})),
    ] {
        let path = format!("/api/event/{other}/data-requests/{id}/{rest}");
        let answer = desk.app.call(&desk.owner, Method::POST, &path, body).await;
        assert_eq!(answer.code(), 5005, "{rest}");
    }
}

#[tokio::test]
async fn requests_are_bounded_and_one_of_a_kind_is_open() {
    let desk = Desk::new().await;
    let long = "ố".repeat(1001);
    for (kind, content) in [
        ("correction", ""),
        ("other", " "),
        ("other", &long),
        ("erasure", &long),
    ] {
        assert_eq!(desk.ask(kind, content).await.code(), 5002, "{kind}");
    }
    assert_eq!(desk.ask("nonsense", "").await.code(), 5002);
    assert_eq!(desk.ask("other", &"ố".repeat(1000)).await.code(), 2000);
    assert_eq!(desk.ask("other", "Thêm").await.code(), 5008);
    assert_eq!(desk.ask("consent", "").await.code(), 2000);
    let mut last = 0;
    for _ in 0..20 {
        last = desk.ask("consent", "").await.code();
    }
    assert_eq!(last, 5003, "asking again and again is slowed down");
}

#[tokio::test]
async fn an_organiser_is_told_answers_and_closes() {
    let desk = Desk::new().await;
    // A Friday afternoon.
    desk.set("2026-03-06T15:00:00+07:00");
    let id = desk.asked("correction", "Tên tôi là Lê Thị Hoà").await;
    let told = desk.app.run_jobs().await;
    let to_owner = told.iter().any(|mail| mail.text.contains("data-requests"));
    assert!(
        to_owner,
        "{:?}",
        told.iter().map(|mail| &mail.text).collect::<Vec<_>>()
    );
    let open = desk.list(false).await["items"][0].clone();
    assert_eq!(open["answerBy"], "2026-03-10T16:59:59.999Z");
    assert_eq!(open["doneBy"], "2026-03-21T16:59:59.999Z");
    assert_eq!(open["fullName"], "Lê Thị Hoa");

    let answer = format!("/{id}/answer");
    let empty = desk
        .call(Method::POST, &answer, json!({ "text": " " }))
        .await;
    assert_eq!(empty.code(), 5002);
    let text = json!({ "text": "Chúng tôi sẽ sửa trong hôm nay." });
    assert_eq!(
        desk.call(Method::POST, &answer, text.clone()).await.code(),
        2000
    );
    let mails = desk.app.run_jobs().await;
    let [mail] = mails.as_slice() else {
        panic!("{}", mails.len())
    };
    assert!(
        mail.text.contains("Chúng tôi sẽ sửa trong hôm nay."),
        "{}",
        mail.text
    );
    assert_eq!(desk.call(Method::POST, &answer, text).await.code(), 5008);
    assert_eq!(
        desk.data().await["data"]["requests"][0]["answer"],
        "Chúng tôi sẽ sửa trong hôm nay."
    );

    let close = format!("/{id}/close");
    let refused = desk
        .call(Method::POST, &close, json!({ "result": "refused" }))
        .await;
    assert_eq!(refused.code(), 5002);
    let done = desk
        .call(Method::POST, &close, json!({ "result": "done" }))
        .await;
    assert_eq!(done.code(), 2000, "{}", done.json);
    assert_eq!(done.data()["closedBy"], desk.owner_name().await);
    assert_eq!(desk.app.run_jobs().await.len(), 1);
    assert_eq!(
        desk.call(Method::POST, &close, json!({ "result": "done" }))
            .await
            .code(),
        5008
    );
    assert_eq!(desk.list(false).await["total"], 0);
    assert_eq!(desk.list(true).await["items"][0]["result"], "done");
}

#[tokio::test]
async fn reminders_come_once_before_each_date() {
    let desk = Desk::new().await;
    desk.set("2026-03-06T15:00:00+07:00");
    desk.asked("other", "Xin bản sao").await;
    desk.app.run_jobs().await;
    let mut told = Vec::new();
    for at in [
        "2026-03-09T23:00:00+07:00",
        "2026-03-10T07:00:00+07:00",
        "2026-03-10T20:00:00+07:00",
        "2026-03-18T23:00:00+07:00",
        "2026-03-19T07:00:00+07:00",
        "2026-03-25T07:00:00+07:00",
    ] {
        desk.set(at);
        clean_up(&desk.app.app).await;
        let mails = desk.app.run_jobs().await;
        let due = mails
            .iter()
            .filter(|mail| mail.text.contains("data-requests"));
        told.push(due.count());
    }
    assert_eq!(told, [0, 1, 0, 0, 1, 0]);
}

#[tokio::test]
async fn an_erasure_is_carried_out_gives_the_place_back_and_leaves_an_anonymous_record() {
    let desk = Desk::new().await;
    let registered = desk.app.registered(desk.event).await;
    let other = desk.asked("other", "Gọi Hoa theo số 0912 345 678").await;
    let told = json!({ "text": "Gửi chị Hoa" });
    assert_eq!(
        desk.call(Method::POST, &format!("/{other}/answer"), told)
            .await
            .code(),
        2000
    );
    let id = desk.asked("erasure", "Xoá hết về Hoa giúp tôi").await;
    desk.app.run_jobs().await;
    let done = json!({ "result": "done" });
    let closed = desk.call(Method::POST, &format!("/{id}/close"), done).await;
    assert_eq!(closed.code(), 5008, "an erasure is not done by saying so");
    let wrong = desk
        .call(Method::POST, &format!("/{other}/erase"), json!({}))
        .await;
    assert_eq!(wrong.code(), 5008);

    for _ in 0..2 {
        let erased = desk
            .call(Method::POST, &format!("/{id}/erase"), json!({}))
            .await;
        assert_eq!(erased.code(), 2000, "{}", erased.json);
    }
    assert_eq!(desk.app.registered(desk.event).await, registered - 1);
    let mails = desk.app.run_jobs().await;
    let to: Vec<_> = mails.iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(to.len(), 1, "one last mail: {to:?}");
    assert_eq!(to[0].to_lowercase(), desk.hoa.email.to_lowercase());
    let own = desk.own(Method::GET, "data", &desk.key, Value::Null).await;
    assert_eq!(own.code(), 5005);

    let list = desk.list(true).await;
    assert_eq!(list["total"], 2);
    for item in list["items"].as_array().unwrap() {
        assert_eq!(item["fullName"], ERASED_NAME);
        assert_eq!(item["isErased"], true);
        assert_eq!(item["result"], "done");
        assert_eq!(item["closedBy"], desk.owner_name().await);
        assert_eq!((&item["content"], &item["email"]), (&json!(""), &json!("")));
        assert!(item["answer"].is_null() && item["reason"].is_null());
    }
    let conn = desk.app.app.db.read();
    let rows = data_request::Entity::find().all(conn).await.unwrap();
    let kept = format!("{rows:?}");
    assert!(!kept.contains("Hoa") && !kept.contains("0912"), "{kept}");
    let jobs = hoi_jobs::entity::Entity::find().all(conn).await.unwrap();
    let log = hoi_platform::mail_log::Entity::find()
        .all(conn)
        .await
        .unwrap();
    let kept = format!("{jobs:?} {log:?}").to_lowercase();
    assert!(!kept.contains(&desk.hoa.email.to_lowercase()), "{kept}");
}

#[tokio::test]
async fn a_refused_erasure_is_not_carried_out() {
    let desk = Desk::new().await;
    let id = desk.asked("erasure", "").await;
    let refused = json!({ "result": "refused", "reason": "Hoá đơn phải giữ mười năm." });
    let closed = desk
        .call(Method::POST, &format!("/{id}/close"), refused)
        .await;
    assert_eq!(closed.code(), 2000);
    let erased = desk
        .call(Method::POST, &format!("/{id}/erase"), json!({}))
        .await;
    assert_eq!(erased.code(), 5008);
    let page = desk.data().await;
    assert_eq!(
        page["data"]["requests"][0]["reason"],
        "Hoá đơn phải giữ mười năm."
    );
    // Another one may follow.
    assert_eq!(desk.ask("erasure", "").await.code(), 2000);
}

#[tokio::test]
async fn a_cancelled_event_still_shows_data_and_erases_it_on_request() {
    let desk = Desk::new().await;
    let path = format!("/api/event/{}/cancel", desk.event);
    let cancelled = desk.app.call(&desk.owner, Method::POST, &path, json!({}));
    assert_eq!(cancelled.await.code(), 2000);
    assert!(desk.data().await.to_string().contains("Hoa"));
    let id = desk.asked("erasure", "").await;
    let path = format!("/{id}/erase");
    assert_eq!(desk.call(Method::POST, &path, json!({})).await.code(), 2000);
    let hoa = attendance::Entity::find_by_id(desk.hoa.id).one(desk.app.app.db.read());
    assert!(hoa.await.unwrap().unwrap().erased_at.is_some());
}

#[tokio::test]
async fn cancelled_and_removed_participants_see_their_data_and_can_be_forgotten() {
    for by_organiser in [false, true] {
        let desk = Desk::new().await;
        if by_organiser {
            let path = format!("/api/event/{}/attendances", desk.event);
            let body = json!({ "ids": [desk.hoa.id] });
            let removed = desk
                .app
                .call(&desk.owner, Method::DELETE, &path, body)
                .await;
            assert_eq!(removed.code(), 2000, "{}", removed.json);
        } else {
            let path = format!("/api/event/{}/registration", desk.event);
            let cancelled = desk.app.request(Method::DELETE, &path);
            let cancelled = cancelled.header(OWN_KEY_HEADER, &desk.key).send().await;
            assert_eq!(cancelled.code(), 2000, "{}", cancelled.json);
        }
        desk.app.run_jobs().await;
        let page = desk.data().await;
        assert_eq!(page["givesPlaceBack"], false);
        let file = desk.own(Method::GET, "data/file", &desk.key, Value::Null);
        assert_eq!(file.await.json["facts"], page["data"]["facts"]);
        let id = desk.asked("erasure", "").await;
        let rest = format!("/{id}/erase");
        let erased = desk.call(Method::POST, &rest, json!({})).await;
        assert_eq!(erased.code(), 2000, "{}", erased.json);
        let row = desk.app.row(desk.hoa.id).await;
        assert!(row.erased_at.is_some() && row.deleted_at.is_some());
        assert_eq!(
            (row.full_name.as_str(), row.email.as_str()),
            (ERASED_NAME, "")
        );
        let own = desk.own(Method::GET, "data", &desk.key, Value::Null).await;
        assert_eq!(own.code(), 5005, "an erased person's link opens nothing");
    }
}

#[tokio::test]
async fn an_organiser_erases_a_removed_participant_without_a_request() {
    let desk = Desk::new().await;
    let path = format!("/api/event/{}/attendances", desk.event);
    let erase = format!("{path}/{}/erase", desk.hoa.id);
    let named = json!({ "fullName": desk.hoa.full_name });
    let early = desk
        .app
        .call(&desk.owner, Method::POST, &erase, named.clone());
    assert_eq!(early.await.code(), 5008, "a participant who is not removed");
    let body = json!({ "ids": [desk.hoa.id] });
    let removed = desk
        .app
        .call(&desk.owner, Method::DELETE, &path, body)
        .await;
    assert_eq!(removed.code(), 2000);
    let other = json!({ "fullName": "Lê Thị Hoà" });
    let refused = desk
        .app
        .call(&desk.owner, Method::POST, &erase, other)
        .await;
    assert_eq!(refused.code(), 5002);
    let erased = desk
        .app
        .call(&desk.owner, Method::POST, &erase, named)
        .await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    assert!(desk.app.row(desk.hoa.id).await.erased_at.is_some());
}

#[tokio::test]
async fn a_guest_of_a_cancelled_event_reads_why() {
    let desk = Desk::new().await;
    let page = desk.data().await;
    assert_eq!(page["cancelReason"], Value::Null);
    let path = format!("/api/event/{}/cancel", desk.event);
    let because = json!({ "reason": "Bão" });
    let cancelled = desk
        .app
        .call(&desk.owner, Method::POST, &path, because)
        .await;
    assert_eq!(cancelled.code(), 2000, "{}", cancelled.json);
    let cancelled = desk.data().await;
    assert_eq!(cancelled["cancelReason"], "Bão");
    assert_eq!(cancelled["eventStartDate"], page["eventStartDate"]);
    assert!(page["eventStartDate"].is_string());
}

#[tokio::test]
async fn the_people_of_a_deleted_event_can_be_forgotten() {
    let desk = Desk::new().await;
    let path = format!("/api/event/{}", desk.event);
    let deleted = desk
        .app
        .call(&desk.owner, Method::DELETE, &path, Value::Null);
    assert_eq!(deleted.await.code(), 2000);
    assert_eq!(desk.data().await["givesPlaceBack"], false);
    let id = desk.asked("erasure", "").await;
    let rest = format!("/{id}/erase");
    let erased = desk.call(Method::POST, &rest, json!({})).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    assert!(desk.app.row(desk.hoa.id).await.erased_at.is_some());
}

#[tokio::test]
async fn a_withdrawn_consent_is_shown_and_ends_messages_but_not_mails_about_the_ticket() {
    let desk = Desk::new().await;
    let lan = desk.app.register(desk.event, form("Lan")).await;
    let lan = desk.app.attendance(&lan).await;
    let refused = desk.asked("consent", "").await;
    let close = format!("/{refused}/close");
    let no = json!({ "result": "refused", "reason": "Chưa rõ" });
    assert_eq!(desk.call(Method::POST, &close, no).await.code(), 2000);
    assert!(
        desk.app
            .row(desk.hoa.id)
            .await
            .consent_withdrawn_at
            .is_none()
    );

    let id = desk.asked("consent", "").await;
    let close = format!("/{id}/close");
    let done = json!({ "result": "done" });
    assert_eq!(desk.call(Method::POST, &close, done).await.code(), 2000);
    desk.app.run_jobs().await;
    let path = format!("/api/event/{}/attendances/{}", desk.event, desk.hoa.id);
    let shown = desk
        .app
        .call(&desk.owner, Method::GET, &path, Value::Null)
        .await;
    assert!(
        shown.data()["consentWithdrawnAt"].is_string(),
        "{}",
        shown.json
    );
    let page = desk.data().await;
    let mut facts = page["data"]["facts"].as_array().unwrap().iter();
    assert!(
        facts.any(|fact| fact["name"] == "consentWithdrawnAt"),
        "{page}"
    );
    assert_eq!(page["areMessagesStopped"], true);
    assert!(page["messagesKey"].is_null());

    let message = json!({
        "subject": "Giờ đón khách", "content": "<p>Chào</p>", "segment": { "kind": "all" },
    });
    let messages = format!("/api/event/{}/messages", desk.event);
    let written = desk
        .app
        .call(&desk.owner, Method::POST, &messages, message)
        .await;
    let send = format!("{messages}/{}/send", written.data()["id"].as_str().unwrap());
    let sent = desk
        .app
        .call(&desk.owner, Method::POST, &send, json!({ "version": 1 }))
        .await;
    assert_eq!(sent.code(), 2000, "{}", sent.json);
    let to = |mails: &[hoi_mail::Email]| -> Vec<String> {
        let to = mails.iter().map(|mail| mail.to.email.to_string());
        to.map(|to| to.to_lowercase()).collect()
    };
    let mails = desk.app.run_jobs().await;
    assert_eq!(to(&mails), [lan.email.to_lowercase()]);

    let resend = format!("{path}/resend");
    let resent = desk
        .app
        .call(&desk.owner, Method::POST, &resend, json!({}))
        .await;
    assert_eq!(resent.code(), 2000, "{}", resent.json);
    assert_eq!(
        to(&desk.app.run_jobs().await),
        [desk.hoa.email.to_lowercase()]
    );
}

#[tokio::test]
async fn a_restored_participant_with_an_open_request_is_erased_again_without_another_last_mail() {
    let desk = Desk::new().await;
    desk.asked("erasure", "").await;
    desk.app.run_jobs().await;
    let app = &desk.app.app;
    // As a server finds it after a restore: the list names a person who still waits.
    let list = app.config.data_dir.join("erased");
    std::fs::write(&list, format!("{}\n", desk.hoa.id)).unwrap();
    assert_eq!(hoi_server::privacy::erase_again(app).await.unwrap(), 1);
    assert!(desk.app.row(desk.hoa.id).await.erased_at.is_some());
    assert!(desk.app.run_jobs().await.is_empty());
    assert_eq!(desk.list(true).await["items"][0]["result"], "done");
    let path = format!("/api/event/{}/retention", desk.event);
    let kept = desk
        .app
        .call(&desk.owner, Method::GET, &path, Value::Null)
        .await;
    assert_eq!(kept.data()["people"], 0);
    assert!(kept.data()["documentsErasedAt"].is_null(), "{}", kept.json);
}
