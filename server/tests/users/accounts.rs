//! Administrators' calls on accounts.

use axum::http::{Method, StatusCode};
use hoi_community::accounts::UserId;
use hoi_community::accounts::entity::user;
use hoi_platform::audit::entity as audit_log;
use sea_orm::{ActiveModelTrait, EntityTrait, QueryOrder, Set};
use serde_json::{Value, json};

use crate::auth::support::{PASSWORD, access, password_in, refresh};
use crate::support::{Answer, START, TestApp, TestUser};

async fn create(app: &TestApp, admin: &TestUser, body: Value) -> Answer {
    let request = app.request(Method::POST, "/api/users").bearer(&admin.token);
    request.json(body).send().await
}

async fn change(app: &TestApp, admin: &TestUser, id: &str, body: Value) -> Answer {
    app.put_as(&format!("/api/users/{id}"), &admin.token, body)
        .await
}

async fn list(app: &TestApp, admin: &TestUser, query: &str) -> Answer {
    let request = app.request(Method::GET, &format!("/api/users{query}"));
    request.bearer(&admin.token).send().await
}

fn organiser(email: &str) -> Value {
    json!({ "fullName": "Trần Đức", "phone": "0912345678", "country": "Việt Nam", "email": email, "company": "Sen Vàng", "eventLimit": 3 })
}

#[tokio::test]
async fn an_administrator_opens_an_account_and_its_owner_gets_the_password() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let answer = create(&app, &admin, organiser("Duc@sen.vn")).await;
    let account = answer.data();
    assert_eq!(account["role"], "COMMITTEE");
    assert_eq!(account["eventLimit"], 3);
    assert_eq!(
        (&account["isActive"], &account["isEmailVerified"]),
        (&json!(true), &json!(true))
    );
    assert!(
        !answer
            .json
            .to_string()
            .to_lowercase()
            .contains("password\"")
    );
    let [mail] = app.run_jobs().await.try_into().unwrap();
    assert_eq!(mail.to.email.to_string(), "Duc@sen.vn");
    assert!(mail.text.contains("Email: Duc@sen.vn"));
    let login = app.log_in("duc@sen.vn", &password_in(&mail.text)).await;
    assert_eq!(login.data()["user"]["mustChangePassword"], true);

    let twice = create(&app, &admin, organiser("DUC@SEN.VN")).await;
    assert_eq!((twice.status, twice.code()), (StatusCode::CONFLICT, 5013));
    assert_eq!(twice.json["fields"]["email"][0], twice.json["messages"][0]);
}

#[tokio::test]
async fn an_account_needs_name_phone_email_company_and_limit() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for field in ["fullName", "phone", "email", "company", "eventLimit"] {
        let mut body = organiser("duc@sen.vn");
        body.as_object_mut().unwrap().remove(field);
        let answer = create(&app, &admin, body).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{field}"
        );
        assert!(
            answer.json["fields"][field][0].is_string(),
            "{}",
            answer.json
        );
    }
    for (field, value) in [
        ("fullName", json!("  ")),
        ("fullName", json!("ề".repeat(1000))),
        ("phone", json!("1".repeat(100))),
        ("email", json!("a@")),
        ("company", json!("")),
        ("eventLimit", json!(-2)),
        ("eventLimit", json!(1.5)),
        ("eventLimit", json!("3")),
    ] {
        let mut body = organiser("duc@sen.vn");
        body[field] = value.clone();
        let answer = create(&app, &admin, body).await;
        assert_eq!(answer.code(), 5002, "{field} {value}");
        assert!(
            answer.json["fields"][field][0].is_string(),
            "{}",
            answer.json
        );
    }
    let mut unlimited = organiser("duc@sen.vn");
    unlimited["eventLimit"] = json!(-1);
    let mut raised = unlimited.clone();
    raised["role"] = json!("ADMIN");
    let refused = create(&app, &admin, raised).await;
    assert_eq!(refused.code(), 5002);
    assert!(
        refused.json["fields"]["role"].is_array(),
        "{}",
        refused.json
    );
    assert_eq!(
        create(&app, &admin, unlimited).await.data()["role"],
        "COMMITTEE"
    );
}

#[tokio::test]
async fn the_list_is_searched_filtered_and_paged() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (name, email) in [
        ("Trần Đức", "duc@sen.vn"),
        ("Đỗ Ánh", "anh@mai.vn"),
        ("100% Vui_vẻ", "vui@mai.vn"),
    ] {
        let mut body = organiser(email);
        body["fullName"] = json!(name);
        if email == "anh@mai.vn" {
            body["country"] = json!("Lào");
        }
        create(&app, &admin, body).await.data();
    }
    let names = |answer: Answer| -> Vec<String> {
        let items = answer.data()["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|item| item["fullName"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = ["100% Vui_vẻ", "Đỗ Ánh", "Trần Đức", "Nguyễn admin"];
    assert_eq!(names(list(&app, &admin, "").await), all);
    for (query, found) in [
        ("?search=do%20anh", vec!["Đỗ Ánh"]),
        ("?search=%C4%90%E1%BB%97", vec!["Đỗ Ánh"]),
        ("?search=DUC@sen", vec!["Trần Đức"]),
        ("?search=0912345678", all.to_vec()),
        ("?search=%25", vec!["100% Vui_vẻ"]),
        ("?search=_", vec!["100% Vui_vẻ"]),
        ("?search=%5C", vec![]),
        (
            "?search=sen%20vang",
            vec!["100% Vui_vẻ", "Đỗ Ánh", "Trần Đức"],
        ),
        ("?role=ADMIN", vec!["Nguyễn admin"]),
        ("?role=COMMITTEE&country=L%C3%A0o", vec!["Đỗ Ánh"]),
        ("?isActive=false", vec![]),
        ("?isActive=true&limit=1&page=2", vec!["Đỗ Ánh"]),
        ("?limit=-1", all.to_vec()),
        ("?page=9", vec![]),
    ] {
        let answer = list(&app, &admin, query).await;
        let total = answer.data()["total"].as_u64().unwrap();
        let shown = names(answer);
        assert_eq!(shown, found, "{query}");
        if !query.contains("page") {
            assert_eq!(total, shown.len() as u64, "{query}");
        }
    }
    assert_eq!(list(&app, &admin, "?limit=1").await.data()["total"], 4);
    // All accounts were created at the same moment, and only the administrator was seen.
    let tx = app.app.db.write().await.unwrap();
    let seen = user::ActiveModel {
        id: Set(admin.id),
        last_seen_at: Set(Some(START)),
        ..Default::default()
    };
    seen.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    for (sort, ascending) in [
        (
            "fullName",
            ["Nguyễn admin", "Đỗ Ánh", "Trần Đức", "100% Vui_vẻ"],
        ),
        (
            "email",
            ["Nguyễn admin", "Đỗ Ánh", "Trần Đức", "100% Vui_vẻ"],
        ),
        (
            "createdAt",
            ["Nguyễn admin", "Trần Đức", "Đỗ Ánh", "100% Vui_vẻ"],
        ),
        (
            "lastSeenAt",
            ["Trần Đức", "Đỗ Ánh", "100% Vui_vẻ", "Nguyễn admin"],
        ),
    ] {
        let mut expected = ascending;
        for order in ["asc", "desc"] {
            let mut paged = Vec::new();
            for page in 1..=4 {
                let query = format!("?sort={sort}&order={order}&limit=1&page={page}");
                paged.extend(names(list(&app, &admin, &query).await));
            }
            assert_eq!(paged, expected, "{sort} {order}");
            expected.reverse();
        }
    }
    for query in [
        "?role=BOSS",
        "?role=",
        "?isActive=maybe",
        "?limit=ten",
        "?sort=phone",
        "?sort=email&order=up",
    ] {
        let answer = list(&app, &admin, query).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{query}"
        );
    }
}

#[tokio::test]
async fn a_suspended_account_is_out_at_once_and_stays_out() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let id = login.data()["user"]["id"].as_str().unwrap().to_owned();

    let answer = change(&app, &admin, &id, json!({ "isActive": false })).await;
    assert_eq!(answer.data()["isActive"], false);
    assert_eq!(
        answer.json["messages"][0],
        "Đã thay đổi trạng thái người dùng"
    );
    for refused in [
        app.me(&access(&login)).await,
        app.refresh(&refresh(&login)).await,
        app.log_in("lan@b.vn", PASSWORD).await,
    ] {
        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::FORBIDDEN, 5020)
        );
        assert_eq!(refused.json["data"]["reason"], "SUSPENDED");
    }
    // A caller without the password does not learn that the account is suspended.
    assert_eq!(app.log_in("lan@b.vn", "đoán mò").await.code(), 5019);
    let body = json!({ "email": "lan@b.vn" });
    app.post("/api/auth/forget-password", body).await.data();
    let [told] = app.run_jobs().await.try_into().unwrap();
    assert_eq!(told.subject, "Tài khoản Hội của bạn đã bị tạm khoá");

    change(&app, &admin, &id, json!({ "isActive": true }))
        .await
        .data();
    let [told] = app.run_jobs().await.try_into().unwrap();
    assert_eq!(told.subject, "Tài khoản Hội của bạn đã hoạt động trở lại");
    assert_eq!(app.me(&access(&login)).await.code(), 5018);
    assert_eq!(app.refresh(&refresh(&login)).await.code(), 5017);
    app.log_in("lan@b.vn", PASSWORD).await.data();

    let conn = app.app.db.read();
    let log = audit_log::Entity::find()
        .order_by_asc(audit_log::Column::Id)
        .all(conn)
        .await
        .unwrap();
    let by_admin: Vec<_> = log
        .iter()
        .filter(|row| row.actor_id == Some(admin.id))
        .map(|row| row.action.as_str())
        .collect();
    assert_eq!(by_admin, ["accountSuspended", "accountActivated"]);

    // The same once more is no news, and neither is a change undone before the mail.
    for is_active in [true, false, true] {
        let body = json!({ "isActive": is_active });
        change(&app, &admin, &id, body).await.data();
    }
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, told.subject);
}

#[tokio::test]
async fn only_what_is_given_changes() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let created = create(&app, &admin, organiser("duc@sen.vn")).await;
    let id = created.data()["id"].as_str().unwrap().to_owned();
    let answer = change(
        &app,
        &admin,
        &id,
        json!({ "eventLimit": -1, "country": null, "fullName": "  Trần Ánh " }),
    )
    .await;
    let account = answer.data();
    assert_eq!(
        (
            &account["eventLimit"],
            &account["country"],
            &account["fullName"]
        ),
        (&json!(-1), &Value::Null, &json!("Trần Ánh"))
    );
    assert_eq!(
        (&account["phone"], &account["company"], &account["email"]),
        (
            &json!("0912345678"),
            &json!("Sen Vàng"),
            &json!("duc@sen.vn")
        )
    );
    assert_eq!(
        list(&app, &admin, "?search=tran%20anh").await.data()["total"],
        1
    );

    let taken = change(&app, &admin, &id, json!({ "email": admin.email })).await;
    assert_eq!((taken.status, taken.code()), (StatusCode::CONFLICT, 5013));
    for body in [
        json!({ "eventLimit": -2 }),
        json!({ "fullName": "" }),
        json!({ "isActive": "no" }),
        json!({ "email": "x" }),
    ] {
        assert_eq!(
            change(&app, &admin, &id, body.clone()).await.code(),
            5002,
            "{body}"
        );
    }
    for (misspelt, name) in [
        (json!({ "role": "ADMIN" }), "role"),
        (json!({ "isActve": false }), "isActve"),
    ] {
        let refused = change(&app, &admin, &id, misspelt).await;
        assert_eq!(refused.code(), 5002, "{name}");
        let said = refused.json["fields"][name][0].as_str().unwrap();
        assert!(said.contains(name), "{said}");
    }
    let same = change(&app, &admin, &id, json!({})).await;
    assert_eq!(same.data()["role"], "COMMITTEE");
    assert_eq!(same.data()["isActive"], true);
    for id in ["0198c5a1-7c00-7000-8000-000000000000", "nobody"] {
        let missing = change(&app, &admin, id, json!({})).await;
        assert_eq!(
            (missing.status, missing.code()),
            (StatusCode::NOT_FOUND, 5005),
            "{id}"
        );
    }
}

/// The link in an old mailbox must not open the account of the new address.
#[tokio::test]
async fn a_new_address_voids_links_to_the_old_one() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let id = login.data()["user"]["id"].as_str().unwrap().to_owned();
    app.post("/api/auth/forget-password", json!({ "email": "lan@b.vn" }))
        .await
        .data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    change(&app, &admin, &id, json!({ "email": "moi@b.vn" }))
        .await
        .data();
    let token = crate::auth::support::token_of(&mail, "/auth/reset-password/");
    let body = json!({ "token": token, "password": "của kẻ khác" });
    assert_eq!(
        app.post("/api/auth/reset-password", body).await.code(),
        5005
    );
    app.log_in("moi@b.vn", PASSWORD).await.data();
}

async fn suspend(app: &TestApp, by: &TestUser, whom: UserId) -> u64 {
    change(app, by, &whom.to_string(), json!({ "isActive": false }))
        .await
        .code()
}

#[tokio::test]
async fn the_last_active_administrator_stays() {
    let app = TestApp::new().await;
    let first = app.admin().await;
    assert_eq!(suspend(&app, &first, first.id).await, 5008);
    let second = app.admin_called("second").await;
    assert_eq!(suspend(&app, &first, second.id).await, 2000);
    assert_eq!(suspend(&app, &first, first.id).await, 5008);
}

/// Two administrators suspend each other at the same moment. Without the lock on all of them both would succeed.
#[tokio::test]
async fn administrators_cannot_suspend_each_other_to_the_last() {
    for round in 0..5 {
        let app = TestApp::new().await;
        let first = app.admin_called("first").await;
        let second = app.admin_called("second").await;
        let both = tokio::join!(
            suspend(&app, &first, second.id),
            suspend(&app, &second, first.id)
        );
        let done = [both.0, both.1]
            .into_iter()
            .filter(|code| *code == 2000)
            .count();
        assert_eq!(done, 1, "{both:?} in round {round}");
    }
}
