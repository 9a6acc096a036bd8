//! The organiser of an event and its list of participants.

use axum::http::Method;
use hoi_community::accounts;
use hoi_platform::files::Visibility;
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use sea_orm::{ActiveModelTrait, EntityTrait, Set};
use serde_json::{Value, json};

use crate::support::uploads::multipart;
use crate::support::{Answer, TestApp, TestUser, typed};

/// The titles of an imported file with the columns that every file needs.
pub const HEADER: &str = "Họ và tên,Email,SĐT,Công ty";

/// An open event with payment, and its owner.
pub struct Organiser {
    pub app: TestApp,
    pub owner: TestUser,
    pub event: EventId,
}

impl Organiser {
    pub async fn new(seats: i64) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.event(&owner, |event| {
            event.total_participants = Set(seats);
            event.turn_off_payment = Set(false);
        });
        let event = event.await;
        Self { app, owner, event }
    }

    /// Creates an event that also sends its mails.
    pub async fn with_mails(seats: i64) -> Self {
        let organiser = Self::new(seats).await;
        let tx = organiser.app.app.db.write().await.unwrap();
        let change = event::ActiveModel {
            id: Set(organiser.event),
            send_email_after_register: Set(true),
            ..Default::default()
        };
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
        organiser
    }

    pub async fn call(&self, method: Method, tail: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/attendances{tail}", self.event);
        let token = self.app.fresh_token(&self.owner);
        let request = self.app.request(method, &path).bearer(&token);
        if body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    /// Adds a participant by hand, with `more` fields.
    pub async fn add(&self, name: &str, more: Value) -> Answer {
        let mut body = json!({
            "fullName": name,
            "email": format!("{}@example.vn", hoi_i18n::fold_for_search(name).replace(' ', ".")),
            "phone": "0912345678",
            "company": "Công ty Sao",
        });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().cloned().unwrap_or_default());
        self.call(Method::POST, "", body).await
    }

    /// Creates a file row without content.
    pub async fn file(&self, owner: &TestUser, visibility: Visibility) -> String {
        self.app.file(owner, "avatar", visibility).await.to_string()
    }

    /// Returns the names on the page that `query` asks for.
    pub async fn names(&self, query: &str) -> Vec<String> {
        let page = self.call(Method::GET, query, Value::Null).await;
        let items = page.data()["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|item| item["fullName"].as_str().unwrap().to_owned())
            .collect()
    }

    pub async fn registered(&self) -> i64 {
        self.app.registered(self.event).await
    }

    /// Returns the newest log entries about participants.
    pub async fn log(&self) -> Vec<Value> {
        let path = format!("/api/event/{}/activities", self.event);
        let log = self
            .app
            .request(Method::GET, &path)
            .bearer(&self.owner.token)
            .send()
            .await;
        log.data()["items"].as_array().unwrap().clone()
    }

    pub async fn change(&self, id: &str, body: Value) -> Answer {
        self.call(Method::PUT, &format!("/{id}"), body).await
    }

    /// Lets a participant in.
    pub async fn check_in(&self, id: &str) {
        let body = json!({ "eventId": self.event, "attendanceId": id, "checkedIn": true });
        let token = self.app.fresh_token(&self.owner);
        let answer = self.app.request(Method::POST, "/api/event/checkin");
        let answer = answer.bearer(&token).json(body).send().await;
        assert_eq!(answer.code(), 2001);
    }

    pub async fn mails_left(&self) -> u64 {
        let app = &self.app.app;
        let now = app.clock.now();
        let allowance = accounts::allowance(app.db.read(), self.owner.id, now);
        allowance.await.unwrap().left
    }

    pub async fn import_people(&self, people: usize, send_mail: bool) -> Answer {
        self.import_people_once(people, send_mail, None).await
    }

    pub async fn import_people_once(
        &self,
        people: usize,
        send_mail: bool,
        key: Option<&str>,
    ) -> Answer {
        let mut file = format!("{HEADER}\n");
        for at in 0..people {
            file += &format!("Khách {at},k{at}@example.vn,0912345678,Sao\n");
        }
        let fields = [("sendMail", if send_mail { "true" } else { "false" })];
        self.import_once("khách.csv", file.as_bytes(), &fields, key)
            .await
    }

    pub async fn export(&self, query: &str, lang: &str) -> Answer {
        let path = format!("/api/event/{}/attendances/export{query}", self.event);
        let request = self.app.request(Method::GET, &path).lang(lang);
        request.bearer(&self.owner.token).send().await
    }

    pub async fn bulk(&self, action: &str, ids: &[&str], more: Value) -> Answer {
        let mut body = json!({ "action": action, "ids": ids });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().cloned().unwrap_or_default());
        self.call(Method::POST, "/bulk", body).await
    }

    /// Adds three participants and returns their identifiers.
    pub async fn three(&self, more: Value) -> [String; 3] {
        let mut ids = Vec::new();
        for name in ["An", "Bình", "Chi"] {
            ids.push(id_of(&self.add(name, more.clone()).await));
        }
        ids.try_into().unwrap()
    }

    /// Returns one participant.
    pub async fn one(&self, id: &str) -> Answer {
        self.call(Method::GET, &format!("/{id}"), Value::Null).await
    }

    /// Registers on the public page with an invitation code.
    pub async fn register(&self, name: &str, code: &str) -> Answer {
        let path = format!("/api/event/{}/register", self.event);
        let body = json!({
            "fullName": name, "email": format!("{}@khach.vn", name.to_lowercase()), "phone": "0912345678",
            "company": "Sao", "invitationCode": code, "consent": true,
        });
        self.app
            .request(Method::POST, &path)
            .json(body)
            .send()
            .await
    }

    /// Returns the actions of a participant's history, newest first.
    pub async fn history(&self, id: &str, query: &str) -> (Vec<String>, Value) {
        let answer = self
            .call(Method::GET, &format!("/{id}/history{query}"), Value::Null)
            .await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        let items = answer.data()["items"].as_array().unwrap().iter();
        let actions = items.map(|item| item["action"].as_str().unwrap().to_owned());
        (actions.collect(), answer.data()["nextCursor"].clone())
    }

    pub async fn undelivered(&self) -> Value {
        let answer = self.call(Method::GET, "/undelivered", Value::Null).await;
        let mails = answer.data().clone();
        let todo = self.app.todo(&self.owner, self.event).await;
        assert_eq!(todo["undelivered"], mails["total"]);
        mails
    }

    pub async fn resend_undelivered(&self) -> u64 {
        let rest = "/undelivered/resend";
        self.call(Method::POST, rest, Value::Null).await.code()
    }

    pub async fn health(&self) -> Value {
        self.app.get("/api/health").await.data().clone()
    }

    /// Sends a file with other parts of the form.
    pub async fn import_as(&self, name: &str, file: &[u8], more: &[(&str, &str)]) -> Answer {
        self.import_once(name, file, more, None).await
    }

    /// Sends a file with an `Idempotency-Key`, if there is one.
    pub async fn import_once(
        &self,
        name: &str,
        file: &[u8],
        more: &[(&str, &str)],
        key: Option<&str>,
    ) -> Answer {
        let mut parts: Vec<(&str, Option<&str>, &[u8])> = more
            .iter()
            .map(|(name, text)| (*name, None, text.as_bytes()))
            .collect();
        parts.push(("file", Some(name), file));
        let path = format!("/api/event/{}/attendances/import", self.event);
        let mut request = self
            .app
            .request(Method::POST, &path)
            .bearer(&self.owner.token)
            .lang("en")
            .form(multipart(&parts));
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        request.send().await
    }

    pub async fn import(&self, rows: &str) -> Answer {
        let file = format!("{HEADER}\n{rows}");
        self.import_as("khách.csv", file.as_bytes(), &[]).await
    }

    pub async fn preview(&self, file: &[u8], more: &[(&str, &str)]) -> Value {
        let more = [more, &[("dryRun", "true")]].concat();
        let answer = self.import_as("khách.csv", file, &more).await;
        answer.data()["preview"].clone()
    }

    pub async fn everyone(&self) -> Vec<Value> {
        let page = self.call(Method::GET, "?limit=100", Value::Null).await;
        let mut items = page.data()["items"].as_array().unwrap().clone();
        items.sort_by_key(|item| item["fullName"].as_str().unwrap().to_owned());
        items
    }

    /// Gives the event these questions.
    pub async fn ask(&self, scheme: Value) {
        let tx = self.app.app.db.write().await.unwrap();
        let change = event::ActiveModel {
            form: Set(typed(json!({ "scheme": scheme }))),
            ..Default::default()
        };
        let change = event::Entity::update_many().set(change);
        change.exec(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }
}

/// Returns how many people of a preview are added, change, stay, are left out, wait for a decision and have errors, which
/// are all its rows.
pub fn counts(preview: &Value) -> [u64; 6] {
    let names = [
        "added",
        "updated",
        "unchanged",
        "leftOutCount",
        "open",
        "failed",
    ];
    let counts = names.map(|name| preview[name].as_u64().unwrap());
    assert_eq!(preview["rows"], counts.iter().sum::<u64>(), "{preview}");
    counts
}

pub fn id_of(answer: &Answer) -> String {
    answer.data()["id"].as_str().unwrap().to_owned()
}

pub fn question(id: &str, text: &str, kind: &str, choices: &[&str]) -> Value {
    json!({ "id": id, "question": text, "required": "true", "type": kind, "choices": choices })
}
