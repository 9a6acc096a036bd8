//! Rights that end while a request arrives.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::uploads::multipart;
use crate::support::{TestGroup, TestUser, held_body};

/// Sends a call whose body arrives in two halves, and makes `meanwhile` happen between them. Returns the code.
async fn code_after(
    group: &TestGroup,
    who: &TestUser,
    call: (Method, &str, Value),
    meanwhile: impl Future<Output = ()>,
) -> u64 {
    let (method, path, body) = call;
    let (body, release) = held_body(body.to_string());
    let request = group.app.request(method, path).bearer(&who.token);
    let request = request
        .header("content-type", "application/json")
        .body(body);
    let call = tokio::spawn(request.send());
    tokio::task::yield_now().await;
    meanwhile.await;
    release.send(()).unwrap();
    call.await.unwrap().code()
}

#[tokio::test]
async fn an_administrator_who_is_suspended_meanwhile_changes_nothing() {
    let group = TestGroup::new().await;
    let (app, admin) = (&group.app, &group.admin);
    let other = app.admin_called("other").await;
    let path = format!("/api/users/{}", other.id);
    let activate = || (Method::PUT, path.as_str(), json!({ "isActive": true }));
    let code = code_after(&group, &other, activate(), async {}).await;
    assert_eq!(code, 2000);
    let suspend = async {
        let body = json!({ "isActive": false });
        app.call(admin, Method::PUT, &path, body).await.data();
    };
    assert_eq!(code_after(&group, &other, activate(), suspend).await, 5020);
    let accounts = app.get_as(admin, "/api/users?isActive=false").await;
    assert_eq!(accounts.data()["total"], 1);
}

#[tokio::test]
async fn a_member_who_is_removed_meanwhile_writes_nothing() {
    let group = TestGroup::new().await;
    let post = group.publish(&group.owner, "Chào cả nhà").await;
    let comment = format!("/api/group/{}{post}/comment", group.id);
    let call = || {
        (
            Method::POST,
            comment.as_str(),
            json!({ "text": "Chào anh" }),
        )
    };
    let code = code_after(&group, &group.lan, call(), async {}).await;
    assert_eq!(code, 2000);
    let remove = async {
        let path = format!("/member/{}", group.lan.id);
        let removed = group.call(&group.owner, Method::DELETE, &path, Value::Null);
        removed.await.data();
    };
    assert_eq!(code_after(&group, &group.lan, call(), remove).await, 5016);
}

#[tokio::test]
async fn a_leader_who_is_suspended_meanwhile_imports_no_member() {
    let group = TestGroup::new().await;
    let app = &group.app;
    let path = format!("/api/group/{}/member/import", group.id);
    for (name, suspend, expected) in [("an", false, 2000), ("binh", true, 5020)] {
        let added = app.committee(name).await;
        let file = format!("Email\n{name}@hoi.example\n");
        let form = multipart(&[("file", Some("x.csv"), file.as_bytes())]);
        let (body, release) = held_body(form);
        let import = app.request(Method::POST, &path).form(body);
        let import = tokio::spawn(import.bearer(&group.owner.token).send());
        tokio::task::yield_now().await;
        if suspend {
            let owner = format!("/api/users/{}", group.owner.id);
            let body = json!({ "isActive": false });
            let suspended = app.call(&group.admin, Method::PUT, &owner, body).await;
            suspended.data();
        }
        release.send(()).unwrap();
        assert_eq!(import.await.unwrap().code(), expected, "{name}");
        let invited = app.get_as(&added, "/api/group/request/mine").await;
        assert_eq!(invited.data()["total"] == 0, suspend);
    }
}
