//! Cancelling an event.

use axum::http::Method;
use hoi_i18n::Lang;
use serde_json::json;

use super::support::{id_in, refuses};
use crate::support::TestApp;

#[tokio::test]
async fn participants_are_told_why_in_their_language() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let event = id_in(&path);
    app.participant(event, "binh", None, Lang::VI).await;
    app.participant(event, "carol", None, Lang::EN).await;
    let gone = app.participant(event, "gone", None, Lang::VI).await;
    app.remove(event, gone, user.id).await;
    app.run_jobs().await;

    let body = json!({ "reason": "Bão số 5 <đổ bộ>" });
    let answer = app
        .send_as(&user, Method::POST, &format!("{path}/cancel"), body)
        .await;
    assert_eq!(answer.code(), 2000);
    assert_eq!(answer.data()["isCancelled"], true);
    assert_eq!(answer.data()["status"], "closed");
    assert_eq!(answer.data()["cancelReason"], "Bão số 5 <đổ bộ>");

    let mut mails = app.run_jobs().await;
    mails.sort_by_key(|mail| mail.to.email.to_string());
    let to: Vec<_> = mails.iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(to, ["binh@example.vn", "carol@example.vn"]);
    assert_eq!(mails[0].subject, "Đã huỷ: Đêm nhạc Trịnh");
    assert_eq!(mails[1].subject, "Canceled: Đêm nhạc Trịnh");
    assert!(mails[0].text.contains("Trần binh"), "{}", mails[0].text);
    assert!(
        mails[0]
            .text
            .contains("Ban tổ chức cho biết: Bão số 5 <đổ bộ>")
    );
    assert!(
        mails[1]
            .text
            .contains("The organizer writes: Bão số 5 <đổ bộ>")
    );
    assert!(
        mails[1].html.contains("Bão số 5 &lt;đổ bộ&gt;"),
        "{}",
        mails[1].html
    );
    assert!(mails[0].text.contains("Nhà hát Lớn, Hà Nội"));
    assert!(
        mails[0].text.contains("05/03/2026 19:30"),
        "{}",
        mails[0].text
    );
    assert_ne!(mails[0].message_id, mails[1].message_id);
    assert!(app.run_jobs().await.is_empty(), "once");
}

#[tokio::test]
async fn mails_are_mentioned_only_with_recipients() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    for guests in [0, 1] {
        let path = app.created(&user).await;
        if guests > 0 {
            app.participant(id_in(&path), "binh", None, Lang::VI).await;
        }
        let cancelled = app
            .send_as(&user, Method::POST, &format!("{path}/cancel"), json!({}))
            .await;
        let said = if guests > 0 {
            "Event canceled. Everyone who registered is being told by mail."
        } else {
            "Event canceled. Nobody had registered, so no mail is sent."
        };
        assert_eq!(cancelled.json["messages"], json!([said]));
        assert_eq!(app.run_jobs().await.len(), guests);
        let preview = app.get_as(&user, &format!("{path}/preview")).await;
        assert_eq!(preview.data()["isCancelled"], true);
    }
}

#[tokio::test]
async fn cancelling_is_final() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let too_long = json!({ "reason": "ề".repeat(501) });
    let cancel = format!("{path}/cancel");
    let answer = app.send_as(&user, Method::POST, &cancel, too_long).await;
    refuses(&answer, "reason", "Use at most 500 characters");
    let body = json!({ "reason": "ề".repeat(500) });
    app.send_as(&user, Method::POST, &cancel, body).await.data();

    let tickets = format!("{path}/tickets");
    let ticket = json!({ "name": "Muộn", "price": 0, "quantity": 1 });
    let until = json!({ "newClosedDate": "2030-01-01T00:00:00Z" });
    for (method, path, body) in [
        (Method::POST, cancel.clone(), json!({})),
        (Method::PUT, path.clone(), json!({ "title": "Mới" })),
        (Method::PUT, format!("{path}/form"), json!({ "scheme": [] })),
        (Method::POST, format!("{path}/reopen"), until),
        (Method::POST, tickets, ticket),
    ] {
        let answer = app.send_as(&user, method.clone(), &path, body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (409, 5009),
            "{method} {path}"
        );
    }
    let public = app
        .request(Method::GET, &format!("{path}/public"))
        .lang("en")
        .send()
        .await;
    assert_eq!(public.code(), 5005);
    assert_eq!(public.json["messages"], json!(["This event doesn't exist"]));
    assert_eq!(
        app.get_as(&user, &format!("{path}/preview")).await.code(),
        2000
    );
    let list = app.get_as(&user, "/api/event").await;
    assert_eq!(
        list.data()["counts"],
        json!({ "total": 0, "open": 0, "upcoming": 0, "closed": 0, "cancelled": 1 })
    );
    app.send_as(&user, Method::DELETE, &path, json!({}))
        .await
        .data();
}

#[tokio::test]
async fn paid_participants_are_told_about_the_money() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let event = id_in(&path);
    let ticket = app.ticket(event, "Thường", 1_250_000, -1).await;
    let payer = app
        .participant(event, "payer", Some(ticket), Lang::VI)
        .await;
    app.participant(event, "debtor", Some(ticket), Lang::VI)
        .await;
    let tx = app.app.db.write().await.unwrap();
    use sea_orm::ActiveModelTrait;
    let paid = hoi_ticketing::attendances::attendance::ActiveModel {
        id: sea_orm::Set(payer),
        payment_status: sea_orm::Set(hoi_ticketing::attendances::PaymentStatus::Paid),
        received: sea_orm::Set(1_250_000),
        ..Default::default()
    };
    paid.update(&tx).await.unwrap();
    let contact = hoi_ticketing::events::entity::event::ActiveModel {
        id: sea_orm::Set(event),
        contact_email: sea_orm::Set(Some("hoi@congty.vn".to_owned())),
        ..Default::default()
    };
    contact.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    app.run_jobs().await;
    app.send_as(&user, Method::POST, &format!("{path}/cancel"), json!({}))
        .await
        .data();
    let mut mails = app.run_jobs().await;
    mails.sort_by_key(|mail| mail.to.email.to_string());
    assert_eq!(mails.len(), 2);
    assert!(!mails[0].text.contains("1.250.000") && !mails[0].text.contains("/ticket#"));
    let page = format!("https://hoi.example/form/{event}/ticket#");
    assert!(mails[1].text.contains(&page), "{}", mails[1].text);
    assert!(mails[1].html.replace("&#x2f;", "/").contains(&page));
    assert!(mails[1].text.contains("Liên hệ ban tổ chức: hoi@congty.vn"));
    assert!(
        mails[1].text.contains("Bạn đã thanh toán 1.250.000"),
        "{}",
        mails[1].text
    );
    assert!(
        !mails[1].text.contains("Ban tổ chức cho biết"),
        "no reason was given"
    );
}
