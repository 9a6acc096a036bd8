//! Registrations that require confirmation by mail: they hold a seat, show no ticket, and expire by themselves.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_ticketing::registration::{add_by_hand, own_key, release_unconfirmed};
use sea_orm::{ActiveValue::Set, ConnectionTrait, FromQueryResult, Statement};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::support::{Party, form, with};
use crate::support::{TestApp, new_registration, seated};

const MINUTE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn the_ticket_comes_only_after_the_link_in_the_mail_was_opened() {
    let party = Party::confirming(5).await;
    let answer = party.app.register(party.event, form("Hoa")).await;
    for field in ["ticketCode", "qr", "ownKey", "paymentInfo"] {
        assert!(answer.data()[field].is_null(), "{field}");
    }
    assert!(answer.data()["confirmBy"].is_string());
    let row = party.app.attendance(&answer).await;
    let key = own_key(&party.app.app.secrets, &row);
    assert!(!answer.json.to_string().contains(&row.ticket_code));
    assert_eq!(party.seats().await, 1, "the seat is held");

    let mails = party.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].message_id.starts_with("confirm-"));
    assert!(mails[0].text.contains(&key));
    assert!(!mails[0].text.contains(&row.ticket_code));
    assert!(mails[0].attachments.is_empty());

    let shown = party
        .app
        .own(Method::GET, party.event, &key, Value::Null)
        .await;
    assert!(shown.data()["ticketCode"].is_null() && shown.data()["qr"].is_null());
    assert_eq!(party.confirm("nonsense").await.code(), 5005);
    let confirmed = party.confirm(&key).await;
    assert_eq!(confirmed.data()["ticketCode"], row.ticket_code);
    assert!(confirmed.data()["confirmBy"].is_null());
    let mails = party.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].message_id.starts_with("ticket-"));
    // Confirming again does nothing.
    assert_eq!(party.confirm(&key).await.code(), 2000);
    assert!(party.app.run_jobs().await.is_empty());
    party.app.pass(31 * MINUTE);
    assert_eq!(
        release_unconfirmed(&party.app.app, &party.app.desk)
            .await
            .unwrap(),
        0
    );
    assert_eq!(party.seats().await, 1);
}

#[tokio::test]
async fn sending_the_form_again_shows_no_more_than_the_first_time() {
    let party = Party::confirming(5).await;
    let (app, event) = (&party.app, party.event);
    let first = app.register_once(event, "lan-1", form("Hoa")).await;
    let row = app.attendance(&first).await;
    let confirmed = party.confirm(&own_key(&app.app.secrets, &row)).await;
    assert_eq!(confirmed.data()["ticketCode"], row.ticket_code);
    let again = app.register_once(event, "lan-1", form("Hoa")).await;
    assert_eq!(again.data()["attendanceId"], first.data()["attendanceId"]);
    for field in ["ticketCode", "qr", "ownKey", "paymentInfo"] {
        assert!(again.data()[field].is_null(), "{field}");
    }
}

#[tokio::test]
async fn an_address_is_not_asked_to_confirm_again_and_again() {
    let party = Party::confirming(5).await;
    for _ in 0..5 {
        let (row, _) = party.pending("Hoa").await;
        party.app.pass(31 * MINUTE);
        assert_eq!(
            release_unconfirmed(&party.app.app, &party.app.desk)
                .await
                .unwrap(),
            1
        );
        assert!(party.app.row(row.id).await.deleted_at.is_some());
    }
    let refused = party.app.register(party.event, form("Hoa")).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 429));
    // Other visitors need not wait.
    party.pending("Lan").await;
}

#[tokio::test]
async fn a_paid_participant_keeps_the_seat_and_gets_the_ticket() {
    let party = Party::confirming(5).await;
    let class = party.app.ticket(party.event, "VIP", 500_000, 5).await;
    let wanted = with(form("Hoa"), "ticketId", class.to_string());
    let wanted = with(wanted, "paymentMethod", "CASH_AT_VENUE");
    let answer = party.app.register(party.event, wanted).await;
    let row = party.app.attendance(&answer).await;
    assert_eq!((row.amount, row.confirm_by.is_some()), (500_000, true));
    party.app.run_jobs().await;
    let path = format!("/attendances/{}", row.id);
    let paid = json!({ "paymentStatus": "paid" });
    let paid = party.by_owner(Method::PUT, &path, paid).await;
    assert_eq!(paid.code(), 2000, "{}", paid.json);
    assert!(party.app.row(row.id).await.confirm_by.is_none());
    let mails = party.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].message_id.starts_with("ticket-"));
    party.app.pass(31 * MINUTE);
    assert_eq!(
        release_unconfirmed(&party.app.app, &party.app.desk)
            .await
            .unwrap(),
        0
    );
    assert_eq!(party.seats().await, 1);
}

#[tokio::test]
async fn a_seat_that_is_not_confirmed_is_free_again_with_its_class_code_and_address() {
    let party = Party::confirming(1).await;
    let class = party.app.ticket(party.event, "Thường", 0, 1).await;
    party
        .app
        .invitation(party.event, "MOI-BAN", |code| code.max_uses = Set(1))
        .await;
    let body = with(form("Hoa"), "ticketId", class.to_string());
    let body = with(body, "invitationCode", "moi-ban");
    let answer = party.app.register(party.event, body.clone()).await;
    let row = party.app.attendance(&answer).await;
    let other = with(form("Lan"), "ticketId", class.to_string());
    assert_eq!(party.app.register(party.event, other).await.code(), 5011);
    party.app.pass(30 * MINUTE - Duration::from_millis(1));
    assert_eq!(
        release_unconfirmed(&party.app.app, &party.app.desk)
            .await
            .unwrap(),
        0
    );
    party.app.pass(Duration::from_millis(1));
    assert_eq!(
        release_unconfirmed(&party.app.app, &party.app.desk)
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        release_unconfirmed(&party.app.app, &party.app.desk)
            .await
            .unwrap(),
        0
    );
    assert_eq!((party.seats().await, party.app.sold(class).await), (0, 0));
    assert!(party.app.row(row.id).await.deleted_at.is_some());
    let key = own_key(&party.app.app.secrets, &row);
    assert_eq!(party.confirm(&key).await.code(), 5005);
    assert_eq!(party.app.register(party.event, body).await.code(), 2000);
}

#[tokio::test]
async fn an_unconfirmed_participant_neither_comes_in_nor_wins_nor_gets_mail() {
    let party = Party::confirming(5).await;
    let (row, _) = party.pending("Hoa").await;
    party.app.run_jobs().await;
    for body in [
        json!({ "eventId": party.event, "code": row.ticket_code }),
        json!({ "eventId": party.event, "attendanceId": row.id, "checkedIn": true }),
    ] {
        let owner = &party.owner;
        let scan = party
            .app
            .send_as(owner, Method::POST, "/api/event/checkin", body);
        let scan = scan.await;
        assert_eq!(scan.code(), 5001);
        assert_eq!(scan.json["data"]["reason"], "NOT_CONFIRMED");
    }
    let draw = json!({ "source": "all", "isOpen": true });
    let draw = party.by_owner(Method::PUT, "/lucky-draw", draw).await;
    assert_eq!(draw.data()["total"], 0);
    let count = party
        .by_owner(Method::GET, "/messages/count?segment=all", Value::Null)
        .await;
    assert_eq!(count.data()["recipients"], 0, "{}", count.json);
    let list = party
        .by_owner(Method::GET, "/attendances", Value::Null)
        .await;
    assert_eq!(
        list.data()["total"],
        1,
        "the organiser sees whom the seat waits for"
    );
    assert!(list.data()["items"][0]["confirmBy"].is_string());

    let by_hand = format!("/attendances/{}/confirm", row.id);
    let confirmed = party.by_owner(Method::POST, &by_hand, json!({})).await;
    assert!(confirmed.data()["confirmBy"].is_null());
    assert_eq!(party.app.run_jobs().await.len(), 1, "the ticket");
    let scan = json!({ "eventId": party.event, "code": row.ticket_code });
    let scan = party
        .app
        .send_as(&party.owner, Method::POST, "/api/event/checkin", scan);
    assert_eq!(scan.await.code(), 2001);
}

#[tokio::test]
async fn whom_the_organiser_adds_need_not_confirm_and_a_lost_mail_is_sent_again() {
    let party = Party::confirming(5).await;
    let by_hand = new_registration(party.event, "binh", None);
    let desk = &party.app.desk;
    let row = seated(
        desk.submit(add_by_hand(by_hand, party.owner.id, None))
            .await,
    );
    assert!(row.confirm_by.is_none());
    party.app.run_jobs().await;

    let (row, key) = party.pending("Hoa").await;
    party.app.run_jobs().await;
    let path = format!("/api/event/{}/find-ticket", party.event);
    party
        .app
        .post(&path, json!({ "email": row.email }))
        .await
        .data();
    let mails = party.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text.contains(&key) && !mails[0].text.contains(&row.ticket_code));
    assert_eq!(row.lang, Lang::VI);
}

/// Their mails have no ticket and no entry for a calendar, so there is nothing to take back.
#[tokio::test]
async fn a_visitor_who_has_not_confirmed_is_removed_without_a_mail() {
    let party = Party::confirming(5).await;
    let (pending, _) = party.pending("Hoa").await;
    let (confirmed, key) = party.pending("Lan").await;
    party.confirm(&key).await.data();
    party.app.run_jobs().await;
    let body = json!({ "action": "delete", "ids": [pending.id, confirmed.id], "sendMail": true });
    let removed = party.by_owner(Method::POST, "/attendances/bulk", body);
    assert_eq!(removed.await.data()["done"], 2);
    let mails = party.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to.email.to_string(), "Lan@example.vn");
}

#[tokio::test]
async fn the_time_to_confirm_has_bounds() {
    let party = Party::confirming(5).await;
    for (minutes, is_good) in [
        (json!(4), false),
        (json!(5), true),
        (json!(1440), true),
        (json!(1441), false),
        (json!(null), true),
    ] {
        let body = json!({ "confirmByMailMinutes": minutes, "section": "formInfo" });
        let answer = party.by_owner(Method::PUT, "", body).await;
        assert_eq!(
            answer.code(),
            if is_good { 2000 } else { 5002 },
            "{minutes}"
        );
    }
}

/// When confirmation and expiry happen at the same moment, exactly one of them succeeds, and the count agrees with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_seat_is_either_confirmed_or_given_back() {
    let party = Arc::new(Party::confirming(40).await);
    let mut pending = Vec::new();
    for at in 0..20 {
        pending.push(party.pending(&format!("g{at}")).await);
    }
    party.app.pass(30 * MINUTE);
    let barrier = Arc::new(Barrier::new(21));
    let confirming: Vec<_> = pending
        .iter()
        .map(|(_, key)| {
            let (party, barrier, key) = (Arc::clone(&party), Arc::clone(&barrier), key.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                party.confirm(&key).await.code()
            })
        })
        .collect();
    let sweeping = {
        let (party, barrier) = (Arc::clone(&party), Arc::clone(&barrier));
        tokio::spawn(async move {
            barrier.wait().await;
            release_unconfirmed(&party.app.app, &party.app.desk)
                .await
                .unwrap()
        })
    };
    let mut confirmed = 0;
    for ((row, _), task) in pending.iter().zip(confirming) {
        let code = task.await.unwrap();
        assert!(matches!(code, 2000 | 5005), "{code}");
        let after = party.app.row(row.id).await;
        if code == 2000 {
            assert!(after.deleted_at.is_none() && after.confirm_by.is_none());
            confirmed += 1;
        }
    }
    let released = sweeping.await.unwrap();
    assert_eq!(confirmed + released, 20);
    assert_eq!(party.seats().await, i64::try_from(confirmed).unwrap());
}

#[derive(FromQueryResult)]
struct Number {
    number: i64,
}

/// The control: checking whether a seat is confirmed and giving it back afterwards, on tables without the desk, removes
/// confirmed seats.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_desk_confirmed_seats_are_given_back() {
    let app = Arc::new(TestApp::new().await);
    let write = async |statement: &str| {
        let tx = app.app.db.write().await.unwrap();
        tx.execute_unprepared(statement).await.unwrap();
        tx.commit().await.unwrap();
    };
    let read = async |statement: &str| {
        let conn = app.app.db.read();
        let statement = Statement::from_string(conn.get_database_backend(), statement);
        let found = Number::find_by_statement(statement).one(conn).await;
        found.unwrap().unwrap().number
    };
    write("create table naive_seat (pending bigint not null, gone bigint not null)").await;
    write("insert into naive_seat values (1, 0)").await;
    let pending = read("select pending as number from naive_seat").await;
    write("update naive_seat set pending = 0").await;
    if pending == 1 {
        write("update naive_seat set gone = 1").await;
    }
    let lost = read("select count(*) as number from naive_seat where pending = 0 and gone = 1");
    assert_eq!(lost.await, 1);
}
