//! The audit log names actor, action and object, and can be filtered.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use super::Office;
use crate::auth::support::PASSWORD;
use crate::plans::support::offer;
use crate::support::START;

impl Office {
    async fn entries(&self, query: &str) -> Vec<Value> {
        self.items(&format!("/system/audit{query}")).await
    }

    async fn actions(&self, query: &str) -> Vec<String> {
        let entries = self.entries(query).await;
        let names = entries
            .iter()
            .map(|entry| entry["action"].as_str().unwrap());
        names.map(ToOwned::to_owned).collect()
    }

    /// An organiser signs up, logs in, mistypes the password twice and gets a plan. Returns the account's identifier.
    async fn organiser(&self) -> String {
        self.app.verified("lan@b.vn").await;
        self.app.pass(Duration::from_secs(60));
        let login = self.app.log_in("lan@b.vn", PASSWORD).await;
        let id = login.data()["user"]["id"].as_str().unwrap().to_owned();
        self.app.pass(Duration::from_secs(60));
        for _ in 0..2 {
            self.app.log_in("lan@b.vn", "wrong").await;
        }
        let send = |path: String, body: Value| async move {
            let token = self.app.fresh_token(&self.admin);
            let request = self.app.request(Method::POST, &path).bearer(&token);
            request.json(body).send().await.data().clone()
        };
        let plan = send("/api/plan".to_owned(), offer()).await;
        let path = format!("/api/plan/{}/users", plan["id"].as_str().unwrap());
        send(path, json!({ "userIds": [id] })).await;
        id
    }
}

#[tokio::test]
async fn entries_name_who_did_what_to_what() {
    let office = Office::new().await;
    let lan = office.organiser().await;
    let entries = office.entries("").await;
    let entry = |action: &str| {
        let found = entries.iter().find(|entry| entry["action"] == action);
        found.unwrap_or_else(|| panic!("{action}: {entries:?}"))
    };
    assert_eq!(entry("loggedIn")["actor"]["email"], "lan@b.vn");
    assert_eq!(entry("loggedIn")["subject"]["name"], "Nguyễn Thị Lan");
    let failed = entry("loginFailed");
    assert_eq!(failed["actor"], Value::Null);
    assert_eq!(
        failed["subject"],
        json!({ "kind": "account", "id": lan, "name": "Nguyễn Thị Lan" })
    );
    assert_eq!(failed["times"], 2);
    let plan = entry("planCreated");
    assert_eq!(plan["actor"]["fullName"], "Nguyễn admin");
    assert_eq!(
        (&plan["subject"]["kind"], &plan["subject"]["name"]),
        (&"plan".into(), &"Gói Đồng".into())
    );
    let sold = entry("personalPlanAdded");
    assert_eq!(sold["subject"]["kind"], "personalPlan");
    assert_eq!(sold["subject"]["name"], "Gói Đồng · Nguyễn Thị Lan");
    // Newest first.
    let times: Vec<_> = entries
        .iter()
        .map(|entry| entry["createdAt"].as_str().unwrap())
        .collect();
    assert!(
        times.is_sorted_by(|newer, older| newer >= older),
        "{times:?}"
    );
}

#[tokio::test]
async fn filters_combine() {
    let office = Office::new().await;
    let lan = office.organiser().await;
    let admin = office.admin.id;
    assert_eq!(
        office.actions("?action=loggedIn,loginFailed").await,
        ["loginFailed", "loggedIn"]
    );
    assert_eq!(
        office.actions(&format!("?actor={admin}")).await,
        ["personalPlanAdded", "planCreated"]
    );
    let done_to = office
        .actions(&format!("?subject={lan}&action=loginFailed,planCreated"))
        .await;
    assert_eq!(done_to, ["loginFailed"]);
    assert!(office.actions("?ip=198.51").await.is_empty());
    assert!(!office.actions("?ip=127.0").await.is_empty());

    // The first moment counts, the last does not.
    let login = START.plus(Duration::from_secs(60));
    let period = |from, until| format!("?action=loggedIn&from={from}&until={until}");
    let after = login.plus(Duration::from_millis(1));
    assert_eq!(office.actions(&period(login, after)).await.len(), 1);
    let before = login.minus(Duration::from_millis(1));
    assert!(office.actions(&period(before, login)).await.is_empty());
    assert!(office.actions(&period(after, after)).await.is_empty());

    let first = office.entries("?limit=1").await;
    let second = office.entries("?limit=1&page=2").await;
    assert_ne!(first[0]["id"], second[0]["id"]);
    for wrong in ["action=danced", "actor=lan", "from=yesterday", "subject=x"] {
        assert_eq!(
            office.get(&format!("/system/audit?{wrong}")).await.code(),
            5002,
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn an_account_shows_when_it_was_here_and_what_it_has_done() {
    let office = Office::new().await;
    let lan = office.organiser().await;
    let answer = office.get(&format!("/users/{lan}/activity")).await;
    let activity = answer.data();
    assert_eq!(activity["fullName"], "Nguyễn Thị Lan");
    assert_eq!(activity["sessions"], 1);
    assert_eq!(
        (&activity["events"], &activity["plans"]),
        (&0.into(), &1.into())
    );
    assert_eq!(
        activity["lastSeenAt"],
        START.plus(Duration::from_secs(60)).to_string()
    );
    let items = activity["entries"]["items"].as_array().unwrap();
    let actions: Vec<_> = items
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    for done in ["registered", "loggedIn", "loginFailed", "personalPlanAdded"] {
        assert!(actions.contains(&done), "{done}: {actions:?}");
    }
    assert!(
        !actions.contains(&"planCreated"),
        "of another account: {actions:?}"
    );
    let unknown = hoi_platform::clock::new_id::<uuid::Uuid>();
    assert_eq!(
        office
            .get(&format!("/users/{unknown}/activity"))
            .await
            .code(),
        5005
    );
}
