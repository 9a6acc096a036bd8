//! Addresses that no mail reaches, and the two forms of a domain with other letters than ASCII.

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_db::Timestamp;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::registration::join_forms_of_domains;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use super::support::{form, key_of, with};
use crate::support::TestApp;

const READABLE: &str = "Lan@CôngTy.vn";
const ENCODED: &str = "lan@xn--cngty-6ta.vn";

#[tokio::test]
async fn an_address_with_accents_is_refused_with_the_one_without() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 5).await;
    let sent = |email: &str| {
        let body = with(form("An"), "email", email);
        let path = format!("/api/event/{event}/register");
        app.request(Method::POST, &path)
            .lang("en")
            .json(body)
            .send()
    };
    for (typed, said) in [
        ("nguyễnvăna@gmail.com", "Is it nguyenvana@gmail.com?"),
        ("Đỗ.Lan@gmail.com", "Is it do.lan@gmail.com?"),
        ("李@gmail.com", "only letters without accents"),
    ] {
        let answer = sent(typed).await;
        assert_eq!(answer.code(), 5002, "{typed}");
        let fault = answer.json["fields"]["email"][0].as_str().unwrap();
        assert!(fault.contains(said), "{fault}");
    }
    assert_eq!(sent("nguyenvana@gmail.com").await.code(), 2000);
}

#[tokio::test]
async fn accents_are_refused_wherever_an_address_is_typed() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let admin = app.admin().await;
    let event = app.open_event(&owner, 5).await;
    let email = "nguyễnvăna@gmail.com";
    let person = json!({ "fullName": "Nguyễn Văn A", "phone": "0912345678", "company": "Sao", "email": email });
    let (sign_up, account) = (
        with(person.clone(), "password", "mot hai ba bon"),
        with(person.clone(), "eventLimit", 1),
    );
    let find = json!({ "email": email });
    for (user, path, body) in [
        (None, "/api/auth/register".to_owned(), sign_up),
        (None, format!("/api/event/{event}/find-ticket"), find),
        (
            Some(&owner),
            format!("/api/event/{event}/attendances"),
            person.clone(),
        ),
        (Some(&admin), "/api/users".to_owned(), account),
    ] {
        let answer = match user {
            Some(user) => app.send_as(user, Method::POST, &path, body).await,
            None => app.post(&path, body).await,
        };
        assert_eq!(answer.code(), 5002, "{path}: {}", answer.json);
        let fault = answer.json["fields"]["email"][0]
            .as_str()
            .unwrap_or_default();
        assert!(
            fault.contains("nguyenvana@gmail.com"),
            "{path}: {}",
            answer.json
        );
    }
}

#[tokio::test]
async fn both_forms_of_a_domain_are_one_person() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.send_email_after_register = sea_orm::Set(true);
            event.register_email_content = sea_orm::Set(Some("<p>Chào</p>".to_owned()));
        })
        .await;
    let first = app
        .register(event, with(form("Lan"), "email", READABLE))
        .await;
    assert_eq!(first.code(), 2000, "{}", first.json);
    let again = app
        .register(event, with(form("Lan"), "email", ENCODED))
        .await;
    assert_eq!(again.code(), 5013, "{}", again.json);
    // Mail servers understand the encoded form alone.
    let mails = app.run_jobs().await;
    let eml = String::from_utf8(mails[0].to_eml().unwrap()).unwrap();
    assert!(eml.contains("<Lan@xn--cngty-6ta.vn>"), "{eml}");
    for search in ["côngty.vn", "lan@congty", ENCODED, "xn--cngty-6ta.vn"] {
        let path = format!(
            "/api/event/{event}/attendances?search={}",
            search.replace('ô', "%C3%B4")
        );
        let found = app.get_as(&owner, &path).await;
        assert_eq!(found.data()["total"], 1, "{search}: {}", found.json);
    }
    let find = json!({ "email": ENCODED });
    app.post(&format!("/api/event/{event}/find-ticket"), find)
        .await;
    assert_eq!(app.run_jobs().await.len(), 1);
}

#[tokio::test]
async fn rows_from_before_get_the_key_of_both_forms() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 5).await;
    let registered = app
        .register(event, with(form("Lan"), "email", ENCODED))
        .await;
    let row = app.attendance(&registered).await;
    // As it was stored before, with the link that was mailed then.
    let before = attendance::Model {
        email_key: ENCODED.to_owned(),
        ..row.clone()
    };
    app.alter(&row, attendance::Column::EmailKey, Expr::value(ENCODED))
        .await;
    app.alter(
        &row,
        attendance::Column::SearchText,
        Expr::value(format!("le thi lan {ENCODED} 0912")),
    )
    .await;
    let old_key = hoi_ticketing::registration::own_key(&app.app.secrets, &before);
    let tx = app.app.db.write().await.unwrap();
    user::Entity::update_many()
        .col_expr(user::Column::EmailKey, Expr::value("an@xn--cngty-6ta.vn"))
        .filter(user::Column::Id.eq(owner.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();

    join_forms_of_domains(&app.app).await.unwrap();
    let row: attendance::Model = app.row(row.id).await;
    assert_eq!(row.email_key, "lan@côngty.vn");
    assert_eq!(row.search_text, "le thi lan lan@congty.vn 0912");
    assert_eq!(
        app.look(event, &old_key).await.code(),
        2000,
        "links of then still work"
    );
    assert_eq!(app.look(event, &key_of(&registered)).await.code(), 2000);
    let again = app
        .register(event, with(form("Lan"), "email", READABLE))
        .await;
    assert_eq!(again.code(), 5013);
    let account = user::Entity::find_by_id(owner.id)
        .one(app.app.db.read())
        .await;
    assert_eq!(account.unwrap().unwrap().email_key, "an@côngty.vn");

    // Where both forms have a row, both stay.
    let second = app.register(event, form("Mai")).await;
    let second = app.attendance(&second).await;
    app.alter(&second, attendance::Column::EmailKey, Expr::value(ENCODED))
        .await;
    join_forms_of_domains(&app.app).await.unwrap();
    let second: attendance::Model = app.row(second.id).await;
    assert_eq!(second.email_key, ENCODED);
    assert!(second.updated_at > Timestamp(0));
}
