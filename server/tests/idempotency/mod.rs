//! Requests that are repeated under an idempotency key. That each call which takes a key answers a repeated request as
//! the first one is checked by [`TestRequest::send`](crate::support::TestRequest) in the tests of all features; the tests
//! here are about the rows, and about other uses of keys.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use hoi_community::groups::{GroupId, GroupRole};
use hoi_db::Engine;
use hoi_server::background::clean_up;
use hoi_ticketing::events::EventId;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use crate::plans::support::offer;
use crate::support::{Answer, TestApp, TestUser, new_registration, operations};

/// Changing calls that take no key.
#[rustfmt::skip]
const WITHOUT_KEY: &[(&str, &str)] = &[
    // The result is a state that a repeated call leaves as it is, or reaches again.
    ("/auth/logout", "ends what has ended"),
    ("/auth/password/generate", "the last password counts"),
    ("/auth/verify-email/{token}", "verified stays verified"),
    ("/bank-accounts/{id}/address", "the last address counts"),
    ("/cover", "the same image is one entry"),
    ("/event/{eventId}/attendances/{id}/confirm", "confirmed stays confirmed"),
    ("/event/{eventId}/attendances/{id}/erase", "erased stays erased"),
    ("/event/{eventId}/data-requests/{id}/erase", "erased stays erased"),
    ("/system/data-requests/{id}/erase", "erased stays erased"),
    ("/event/{eventId}/registration/data-requests", "one open request of a kind"),
    ("/event/{eventId}/lucky-draw/rounds", "an open round is returned"),
    ("/event/{eventId}/registration/confirm", "confirmed stays confirmed"),
    ("/group/{groupId}/join-link", "the last link counts"),
    ("/group/{groupId}/transfer", "who has handed over has no right any more"),
    ("/group-invitation/{token}/decline", "declined stays declined, and there is no account"),
    ("/notification/push-subscription", "a subscription is known by its address"),
    ("/messages/unsubscribe/{token}", "stopped stays stopped"),
    ("/notification/mail/unsubscribe/{token}", "switched off stays switched off"),
    ("/system/jobs/{id}/retry", "a waiting job stays waiting"),
    ("/system/jobs/retry-dead", "what waits is not dead"),
    ("/users/me/second-factor", "the last secret counts until it is confirmed"),
    ("/users/me/second-factor/remove", "removed stays removed"),
    ("/event/{eventId}/webhooks/{id}/replay", "what waits is not given up"),
    ("/event/{eventId}/webhooks/{id}/deliveries/{deliveryId}/replay", "what waits stays waiting"),
    ("/group/{groupId}/webhooks/{id}/replay", "what waits is not given up"),
    ("/group/{groupId}/webhooks/{id}/deliveries/{deliveryId}/replay", "what waits stays waiting"),
    // Known by something in the request itself.
    ("/bank-accounts/{id}/deliveries/{deliveryId}/replay", "transfers are known by their number"),
    ("/bank-accounts/{id}/statement", "transfers are known by their number"),
    ("/bank-webhook/{token}", "transfers are known by their number"),
    ("/event/checkin", "the scan's nonce"),
    ("/v1/events/{eventId}/check-ins", "the scan's nonce"),
    // Without effect on anything that is counted or kept: a test, or a file that is removed unless something uses it.
    ("/bank-accounts/{id}/test", "counts for nothing"),
    ("/event/{eventId}/webhooks/{id}/test", "counts for nothing"),
    ("/group/{groupId}/webhooks/{id}/test", "counts for nothing"),
    ("/event/{eventId}/registration/upload", "unused files are removed"),
    ("/event/{eventId}/upload", "unused files are removed"),
    ("/upload", "unused files are removed"),
    // Read by POST, because the ids do not fit into an address.
    ("/event/{eventId}/attendances/export", "changes nothing"),
    ("/event/{eventId}/attendances/{id}/answer", "shows an answer, and logs each look"),
    ("/event/{eventId}/checkin/practice", "changes nothing"),
    ("/event/{eventId}/invitation-codes/export", "changes nothing"),
    ("/auth/reset-password/check", "changes nothing"),
    // Likewise the reason of a cancellation, and the text of a message.
    ("/event/{eventId}/cancel/preview", "changes nothing"),
    ("/event/{eventId}/messages/preview", "changes nothing"),
    // Before there is an account, or a session: throttled, and one mail more does no harm.
    ("/auth/forget-password", "sends the same kind of link"),
    ("/auth/login", "a session more"),
    ("/auth/login/second-factor", "a code is good once"),
    ("/auth/refresh-token", "the token stays"),
    ("/auth/register", "an unverified address registers anew"),
    ("/auth/resend-verification", "sends the same kind of link"),
    ("/auth/reset-password", "the link is good once"),
    ("/event/{eventId}/find-ticket", "sends the same link"),
];

#[test]
fn every_post_takes_a_key_or_says_why_not() {
    let posts = operations();
    let posts = posts.iter().filter(|call| call.method == Method::POST);
    let without: BTreeSet<&str> = posts
        .filter(|call| !call.takes_key())
        .map(|call| call.path.as_str())
        .collect();
    let listed: BTreeSet<&str> = WITHOUT_KEY.iter().map(|(path, _)| *path).collect();
    assert_eq!(without, listed);
}

/// An event with a guest and a group, and the accounts with rights in them.
struct World {
    app: TestApp,
    owner: TestUser,
    manager: TestUser,
    stranger: TestUser,
    admin: TestUser,
    event: EventId,
    group: GroupId,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let manager = app.committee("binh").await;
        let event = app.open_event(&owner, 50).await;
        app.add(new_registration(event, "chi", None)).await;
        let group = app.group(&owner).await;
        app.join_group(group, &manager, GroupRole::Manager).await;
        Self {
            stranger: app.committee("dung").await,
            admin: app.admin().await,
            app,
            owner,
            manager,
            event,
            group,
        }
    }

    async fn send(&self, who: &TestUser, path: &str, body: &Value, key: &str) -> Answer {
        let token = self.app.fresh_token(who);
        let request = self.app.request(Method::POST, &format!("/api{path}"));
        let request = request.bearer(&token).header("idempotency-key", key);
        request.json(body.clone()).send().await
    }

    fn event_path(&self, rest: &str) -> String {
        format!("/event/{}{rest}", self.event)
    }

    fn group_path(&self, rest: &str) -> String {
        format!("/group/{}{rest}", self.group)
    }

    fn letter(&self) -> (String, Value) {
        let body = json!({
            "subject": "Giờ đón khách", "content": "<p>Chào {{fullName}}</p>", "segment": { "kind": "all" },
        });
        (self.event_path("/messages"), body)
    }

    /// Returns how many rows each table has.
    async fn rows(&self) -> BTreeMap<String, i64> {
        let db = &self.app.app.db;
        let conn = db.read();
        let names = match db.engine() {
            Engine::Sqlite => "select name from sqlite_master where type = 'table'",
            Engine::Postgres => {
                "select table_name::text as name from information_schema.tables where table_schema = 'public'"
            }
        };
        let statement = |sql: &str| Statement::from_string(conn.get_database_backend(), sql);
        let names = conn.query_all_raw(statement(names)).await.unwrap();
        let mut rows = BTreeMap::new();
        for name in names {
            let name: String = name.try_get("", "name").unwrap();
            let sql = format!("select count(*) as rows from \"{name}\"");
            let count = conn.query_one_raw(statement(&sql)).await.unwrap().unwrap();
            rows.insert(name, count.try_get("", "rows").unwrap());
        }
        rows
    }
}

/// Another body that the same call takes.
fn altered(body: &Value) -> Value {
    let mut other = body.clone();
    let fields = other.as_object_mut().unwrap();
    for (name, value) in fields {
        *value = match (name.as_str(), &*value) {
            ("role", _) => json!("manager"),
            ("count" | "value", _) => json!(4),
            (
                "subject" | "title" | "name" | "baseName" | "label" | "holderName" | "url" | "text"
                | "fullName" | "reason",
                Value::String(text),
            ) => json!(format!("{text}X")),
            _ => continue,
        };
    }
    assert_ne!(&other, body);
    other
}

#[tokio::test]
async fn a_repeated_call_makes_no_row_more() {
    let world = World::new().await;
    let deal = json!({
        "sellerId": world.owner.id, "counterpartyId": world.manager.id, "roleType": "buyer", "value": 5_000_000,
        "dealDate": "2026-03-01", "force": true,
    });
    let meetings = json!({
        "title": "Họp chapter", "days": ["2026-03-05"], "startTime": "06:30", "endTime": "08:30",
        "venueAddress": "Khách sạn Sông Hàn",
    });
    let bank = json!({
        "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": "0123456789", "holderName": "NGUYEN VAN AN",
    });
    let plan = offer();
    let invited = json!({ "people": [{ "email": "moi@example.vn" }], "role": "member" });
    let codes = json!({ "count": 3, "participationType": "INVITED", "maxUses": 1 });
    let account = json!({
        "fullName": "Trần Huy", "phone": "0912345678", "email": "huy@sen.vn", "company": "Sen Vàng", "eventLimit": 3,
    });
    let (letters, letter) = world.letter();
    let (owner, admin) = (&world.owner, &world.admin);
    let calls = [
        (owner, letters, letter),
        (
            owner,
            "/event-draft".to_owned(),
            json!({ "title": "Nháp", "content": {} }),
        ),
        (
            owner,
            world.event_path("/tickets"),
            json!({ "name": "Phổ thông", "price": 0, "quantity": 10 }),
        ),
        (owner, world.event_path("/invitation-codes"), codes),
        (
            owner,
            world.event_path("/checkin-keys"),
            json!({ "label": "Cửa chính" }),
        ),
        (owner, "/bank-accounts".to_owned(), bank),
        (
            owner,
            world.event_path("/webhooks"),
            json!({ "url": "https://hooks.example.vn/x", "kinds": ["payment.received"] }),
        ),
        (owner, world.group_path("/series"), meetings),
        (
            owner,
            world.group_path("/post"),
            json!({ "text": "Chào cả nhà" }),
        ),
        (owner, world.group_path("/point"), deal),
        (owner, world.group_path("/invitation/email"), invited),
        (
            owner,
            world.group_path("/member"),
            json!({ "userIds": [world.stranger.id], "role": "member" }),
        ),
        (admin, "/plan".to_owned(), plan),
        (admin, "/users".to_owned(), account),
        // Last, because it ends rows that the others need.
        (
            owner,
            world.event_path("/cancel"),
            json!({ "reason": "Mưa bão" }),
        ),
    ];
    for (who, path, body) in calls {
        let before = world.rows().await;
        let first = world.send(who, &path, &body, "once").await;
        assert!(first.status.is_success(), "{path}: {}", first.json);
        let after = world.rows().await;
        assert_ne!(before, after, "{path} stores nothing");
        let again = world.send(who, &path, &body, "once").await;
        assert_eq!(
            (again.status, &again.json),
            (first.status, &first.json),
            "{path}"
        );
        assert_eq!(world.rows().await, after, "{path} was carried out twice");

        let other = altered(&body);
        let reused = world.send(who, &path, &other, "once").await;
        assert_eq!(reused.code(), 5008, "{path}: {}", reused.json);
        assert_eq!(world.rows().await, after, "{path}");

        // Without the key the same request is another one, or is refused.
        let anew = world.send(who, &path, &body, "twice").await;
        assert!(
            !anew.status.is_success() || anew.json != first.json,
            "{path} is not told apart by its key"
        );
    }
}

#[tokio::test]
async fn equal_keys_of_others_and_elsewhere_are_independent() {
    let world = World::new().await;
    let (path, letter) = world.letter();
    let first = world.send(&world.owner, &path, &letter, "k").await;
    let other = world.send(&world.admin, &path, &letter, "k").await;
    assert_ne!(first.data()["id"], other.data()["id"]);
    let elsewhere = world.app.open_event(&world.owner, 5).await;
    let path = format!("/event/{elsewhere}/messages");
    let there = world.send(&world.owner, &path, &letter, "k").await;
    assert_ne!(first.data()["id"], there.data()["id"]);
}

#[tokio::test]
async fn a_caller_without_the_right_any_more_gets_no_earlier_answer() {
    let world = World::new().await;
    let path = world.group_path("/invitation/email");
    let body = json!({ "people": [{ "email": "moi@example.vn" }], "role": "member" });
    let send = || world.send(&world.manager, &path, &body, "k");
    let first = send().await;
    assert_eq!(send().await.json, first.json);
    let member = format!("/api/group/{}/member/{}", world.group, world.manager.id);
    let (app, owner) = (&world.app, &world.owner);
    let removed = app.call(owner, Method::DELETE, &member, Value::Null).await;
    removed.data();
    assert_eq!(send().await.code(), 5016);
}

#[tokio::test]
async fn an_answer_is_kept_for_a_day() {
    let world = World::new().await;
    let (path, letter) = world.letter();
    let send = || world.send(&world.owner, &path, &letter, "k");
    let first = send().await;
    world
        .app
        .pass(Duration::from_hours(24) - Duration::from_secs(1));
    assert_eq!(send().await.json, first.json);
    world.app.pass(Duration::from_secs(1));
    let second = send().await;
    assert_ne!(second.data()["id"], first.data()["id"]);
    assert_eq!(send().await.json, second.json);
    // Where the answer to a commit can be lost, the desk added the guest under a key of its own.
    let of_the_guest = i64::from(world.app.app.db.is_shared());
    assert_eq!(world.rows().await["idempotency"], 1 + of_the_guest);
    world.app.pass(Duration::from_hours(24));
    clean_up(&world.app.app).await;
    assert_eq!(world.rows().await["idempotency"], 0);
}

#[tokio::test]
async fn a_device_key_is_stored_nowhere_in_the_clear() {
    let world = World::new().await;
    let path = world.event_path("/checkin-keys");
    let label = json!({ "label": "Cửa chính" });
    let send = || world.send(&world.owner, &path, &label, "k");
    let first = send().await;
    let key = first.data()["key"].as_str().unwrap();
    assert_eq!(send().await.data()["key"], key);
    let conn = world.app.app.db.read();
    let sql =
        format!("select count(*) as found from idempotency where body like '%{key}%' or body = ''");
    let statement = Statement::from_string(conn.get_database_backend(), sql);
    let row = conn.query_one_raw(statement).await.unwrap().unwrap();
    assert_eq!(row.try_get::<i64>("", "found").unwrap(), 0);
}

/// Returns how many of several letters, written at the same moment, are there.
async fn written_at_once(key_of: impl Fn(usize) -> String) -> (usize, Vec<Value>) {
    let world = World::new().await;
    let (path, letter) = world.letter();
    let keys: Vec<String> = (0..8).map(key_of).collect();
    let send = |key| world.send(&world.owner, &path, &letter, key);
    let answers = join_all(keys.iter().map(|key| send(key))).await;
    let answers = answers.iter().map(|answer| answer.data()["id"].clone());
    let ids: Vec<Value> = answers.collect();
    let rows = world.rows().await["message"];
    (usize::try_from(rows).unwrap(), ids)
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_requests_at_the_same_moment_are_carried_out_once() {
    let (rows, ids) = written_at_once(|_| "same".to_owned()).await;
    assert_eq!(rows, 1);
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    // The control: with keys of their own, they are as many letters.
    let (rows, _) = written_at_once(|at| at.to_string()).await;
    assert_eq!(rows, 8);
}
