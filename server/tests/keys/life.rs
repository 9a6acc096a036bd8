//! Making, listing and revoking keys, and when they end.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use hoi_platform::audit::entity as audit_log;
use hoi_platform::secrets;
use hoi_server::api_keys::{ApiRight, entity};
use hoi_server::background::clean_up;
use hoi_ticketing::events::entity::event;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde_json::{Value, json};

use super::{Office, get};
use crate::auth::support::{PASSWORD, access};
use crate::support::{Answer, TestApp, TestUser};

const KEYS: &str = "/api/users/me/api-keys";
const DAY: Duration = Duration::from_hours(24);

/// An account with a password, logged in.
struct Person {
    app: TestApp,
    token: String,
}

impl Person {
    async fn new() -> Self {
        let app = TestApp::new().await;
        app.verified("lan@b.vn").await;
        let token = access(&app.log_in("lan@b.vn", PASSWORD).await);
        Self { app, token }
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> Answer {
        let request = self.app.request(method, path).bearer(&self.token);
        request.lang("en").json(body).send().await
    }

    async fn make(&self, change: Value) -> Answer {
        let mut body =
            json!({ "name": "Máy in thẻ", "rights": ["events:read"], "password": PASSWORD });
        for (field, value) in change.as_object().unwrap() {
            body[field] = value.clone();
        }
        self.call(Method::POST, KEYS, body).await
    }

    async fn list(&self) -> Vec<Value> {
        let request = self.app.request(Method::GET, KEYS).bearer(&self.token);
        request.send().await.data().as_array().unwrap().clone()
    }

    async fn revoke(&self, id: &Value, password: &str) -> Answer {
        let path = format!("{KEYS}/{}", id.as_str().unwrap());
        let body = json!({ "password": password });
        self.call(Method::DELETE, &path, body).await
    }

    async fn actions(&self) -> Vec<String> {
        let log = audit_log::Entity::find()
            .filter(audit_log::Column::Action.contains("apiKey"))
            .order_by_asc(audit_log::Column::Id)
            .all(self.app.app.db.read());
        let log = log.await.unwrap();
        log.into_iter().map(|row| row.action).collect()
    }
}

#[tokio::test]
async fn a_key_is_shown_once_and_kept_as_a_hash() {
    let person = Person::new().await;
    assert!(person.list().await.is_empty());
    let made = person.make(json!({})).await;
    let made = made.data();
    let secret = made["secret"].as_str().unwrap();
    assert_eq!((secret.len(), &secret[..4]), (68, "hoi_"));
    assert_eq!(made["shown"], secret[..10]);

    let list = person.list().await;
    assert_eq!(list.len(), 1);
    assert!(!json!(list).to_string().contains(secret));
    for (field, value) in [
        ("id", made["id"].clone()),
        ("name", json!("Máy in thẻ")),
        ("shown", made["shown"].clone()),
        ("rights", json!(["events:read"])),
        ("events", Value::Null),
        ("isExpired", json!(false)),
        ("lastUsedAt", Value::Null),
        ("expiresAt", json!("2027-03-01T02:00:00.000Z")),
    ] {
        assert_eq!(list[0][field], value, "{field}");
    }
    let conn = person.app.app.db.read();
    let row = entity::Entity::find().one(conn).await.unwrap().unwrap();
    assert_eq!(row.hash, secrets::hash(secret));
    assert!(!format!("{row:?}").contains(secret));
    get(&person.app, secret, "/events").await.data();

    assert_eq!(person.revoke(&made["id"], PASSWORD).await.code(), 2000);
    assert!(person.list().await.is_empty());
    let refused = get(&person.app, secret, "/events").await;
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::UNAUTHORIZED, 5018)
    );
    assert_eq!(person.revoke(&made["id"], PASSWORD).await.code(), 5005);
    assert_eq!(person.actions().await, ["apiKeyCreated", "apiKeyRevoked"]);
}

#[tokio::test]
async fn making_and_revoking_ask_for_the_password() {
    let person = Person::new().await;
    let wrong = person.make(json!({ "password": "không phải" })).await;
    assert_eq!(wrong.code(), 5019);
    assert!(wrong.json["fields"]["password"].is_array());
    assert!(person.list().await.is_empty());
    let made = person.make(json!({})).await;
    let id = &made.data()["id"];
    assert_eq!(person.revoke(id, "không phải").await.code(), 5019);
    assert_eq!(person.list().await.len(), 1);
    assert_eq!(person.actions().await, ["apiKeyCreated"]);
}

#[tokio::test]
async fn an_invalid_key_is_refused_at_its_field() {
    let person = Person::new().await;
    let other = person.app.committee("binh").await;
    let foreign = person.app.open_event(&other, 5).await;
    for (change, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(101) }), "name"),
        (json!({ "rights": [] }), "rights"),
        (json!({ "rights": ["keys:write"] }), "rights"),
        (json!({ "events": [] }), "events"),
        (json!({ "events": [foreign] }), "events"),
        (json!({ "lifetime": "century" }), "lifetime"),
        (json!({ "password": "" }), "password"),
    ] {
        let refused = person.make(change.clone()).await;
        assert_eq!(refused.code(), 5002, "{change}: {}", refused.json);
        let fields = refused.json["fields"].as_object().unwrap();
        let is_named = fields.keys().any(|name| name.starts_with(field));
        assert!(is_named, "{change}: {}", refused.json);
    }
    assert!(person.list().await.is_empty());
}

#[tokio::test]
async fn an_account_has_at_most_twenty_keys_that_are_good() {
    let person = Person::new().await;
    let first = person.make(json!({ "lifetime": "month" })).await;
    for _ in 0..19 {
        person.make(json!({})).await.data();
    }
    let over = person.make(json!({})).await;
    assert_eq!((over.status, over.code()), (StatusCode::CONFLICT, 5003));
    // One that has ended takes no place, and is listed.
    let id = first.data()["id"].as_str().unwrap();
    let row = entity::Entity::find_by_id(id.parse::<hoi_platform::ids::ApiKeyId>().unwrap());
    let row = row.one(person.app.app.db.read()).await.unwrap().unwrap();
    let now = person.app.app.clock.now();
    let tx = person.app.app.db.write().await.unwrap();
    let mut row: entity::ActiveModel = row.into();
    row.expires_at = Set(Some(now));
    row.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    person.make(json!({})).await.data();
    let list = person.list().await;
    let ended: Vec<_> = list.iter().filter(|key| key["isExpired"] == true).collect();
    assert_eq!((list.len(), ended.len()), (21, 1));
}

#[tokio::test]
async fn a_key_ends_at_the_moment_that_was_chosen_and_is_removed_later() {
    let person = Person::new().await;
    let mut secrets = Vec::new();
    for lifetime in ["month", "quarter", "unlimited"] {
        let made = person.make(json!({ "lifetime": lifetime })).await;
        secrets.push(made.data()["secret"].as_str().unwrap().to_owned());
    }
    let codes = async || {
        let mut codes = Vec::new();
        for secret in &secrets {
            codes.push(get(&person.app, secret, "/events").await.code());
        }
        codes
    };
    person.app.pass(DAY * 30 - Duration::from_millis(1));
    assert_eq!(codes().await, [2000, 2000, 2000]);
    person.app.pass(Duration::from_millis(1));
    assert_eq!(codes().await, [5018, 2000, 2000]);
    person.app.pass(DAY * 60);
    assert_eq!(codes().await, [5018, 5018, 2000]);
    let rows = async || {
        clean_up(&person.app.app).await;
        let rows = entity::Entity::find().all(person.app.app.db.read()).await;
        rows.unwrap().len()
    };
    person.app.pass(DAY * 30);
    assert_eq!(rows().await, 3);
    person.app.pass(Duration::from_millis(1));
    assert_eq!(rows().await, 2);
    person.app.pass(DAY * 60);
    assert_eq!(rows().await, 1);
    assert_eq!(codes().await, [5018, 5018, 2000]);
}

async fn change(app: &TestApp, who: &TestUser, what: impl FnOnce(&mut user::ActiveModel)) {
    let tx = app.app.db.write().await.unwrap();
    let mut row = user::ActiveModel {
        id: Set(who.id),
        ..Default::default()
    };
    what(&mut row);
    row.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_key_stops_while_its_account_may_not_be_used() {
    let office = Office::new().await;
    let key = office.app.full_key(&office.owner).await;
    let path = office.path("");
    office.get(&key, &path).await.data();
    let (app, owner) = (&office.app, &office.owner);
    change(app, owner, |row| row.is_active = Set(false)).await;
    let suspended = office.get(&key, &path).await;
    assert_eq!(
        (suspended.status, suspended.code()),
        (StatusCode::FORBIDDEN, 5020)
    );
    change(app, owner, |row| row.is_active = Set(true)).await;
    change(app, owner, |row| row.must_change_password = Set(true)).await;
    let restricted = office.get(&key, &path).await;
    assert_eq!(restricted.code(), 5016);
    assert_eq!(restricted.json["data"]["reason"], "MUST_CHANGE_PASSWORD");
    change(app, owner, |row| row.must_change_password = Set(false)).await;
    office.get(&key, &path).await.data();
    let now = app.app.clock.now();
    change(app, owner, |row| row.deleted_at = Set(Some(now))).await;
    assert_eq!(office.get(&key, &path).await.code(), 5018);
}

async fn change_event(app: &TestApp, row: event::ActiveModel) {
    let tx = app.app.db.write().await.unwrap();
    row.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_key_loses_an_event_that_is_handed_over_or_deleted() {
    let office = Office::new().await;
    let other = office.app.committee("binh").await;
    let own = office.app.open_event(&office.owner, 5).await;
    let events = Some(vec![office.event, own]);
    let key = office
        .app
        .key_of(&office.owner, [ApiRight::ReadEvents], events);
    let key = key.await;
    let titles = async || {
        let list = office.get(&key, "/events").await;
        list.data()["items"].as_array().unwrap().len()
    };
    assert_eq!(titles().await, 2);
    let handed_over = event::ActiveModel {
        id: Set(office.event),
        owner_id: Set(other.id),
        ..Default::default()
    };
    change_event(&office.app, handed_over).await;
    assert_eq!(office.get(&key, &office.path("")).await.code(), 5016);
    assert_eq!(titles().await, 1);
    // The owner sees only the events that the key still opens.
    let listed = office.app.get_as(&office.owner, KEYS).await;
    let shown = listed.data()[0]["events"].as_array().unwrap().clone();
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0]["id"], own.to_string());
    let deleted = event::ActiveModel {
        id: Set(office.event),
        deleted_at: Set(Some(office.app.app.clock.now())),
        ..Default::default()
    };
    change_event(&office.app, deleted).await;
    assert_eq!(office.get(&key, &office.path("")).await.code(), 5005);
}
