//! Visitors who do not pay in time: they are reminded, and their seats are given back where the organiser wants it.

use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use hoi_community::accounts;
use hoi_db::Timestamp;
use hoi_jobs::outage;
use hoi_ticketing::registration::{self, look_at_unpaid};
use sea_orm::{ActiveModelTrait as _, Set};
use serde_json::{Value, json};

use super::support::{DAY, PRICE, Till, sepay};

impl Till {
    fn at(&self, moment: &str) {
        self.app.app.clock.set(moment.parse().unwrap());
    }

    /// Returns how many were reminded and how many seats were given back.
    async fn look(&self) -> (usize, usize) {
        let look = look_at_unpaid(&self.app.app, &self.app.desk).await.unwrap();
        (look.reminded, look.released)
    }
}

#[tokio::test]
async fn a_visitor_is_reminded_once_and_loses_the_seat_after_the_last_day() {
    let till = Till::with_deadline(|_| {}).await;
    let (hoa, confirmed) = till.visitor("hoa", "BANK_TRANSFER").await;
    let pay_by = "2026-03-04T16:59:59.999Z";
    assert_eq!(confirmed["paymentInfo"]["payBy"], pay_by);
    assert_eq!(confirmed["paymentInfo"]["isReleasedUnpaid"], true);
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 2, "the ticket and how to pay");
    for mail in &mails {
        assert!(mail.text.contains("04/03/2026 23:59"), "{}", mail.text);
    }

    till.at("2026-03-03T07:59:59+07:00");
    assert_eq!(till.look().await, (0, 0));
    till.at("2026-03-03T08:00:00+07:00");
    assert_eq!(till.look().await, (1, 0));
    assert_eq!(till.look().await, (0, 0), "a restarted server looks again");
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].subject.starts_with("Nhắc thanh toán"));
    assert!(mails[0].text.contains("04/03/2026 23:59"));

    till.at(pay_by);
    assert_eq!(till.look().await, (0, 0));
    till.at("2026-03-05T00:00:00+07:00");
    assert_eq!(till.look().await, (0, 1));
    assert_eq!(till.look().await, (0, 0));
    assert!(till.now(&hoa).await.deleted_at.is_some());
    assert_eq!(till.app.registered(till.event).await, 0);
    assert_eq!(till.app.sold(till.class).await, 0);
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to.email.to_string(), "hoa@khach.vn");
    let expected = "Đăng ký đã huỷ vì chưa thanh toán: Hội nghị Đổi mới";
    assert_eq!(mails[0].subject, expected);
    let log = format!("/api/event/{}/activities", till.event);
    let log = till.call(Method::GET, &log, Value::Null).await;
    let last = &log.data()["items"][0];
    assert_eq!(last["action"], "participant.unpaidReleased");
    assert_eq!(last["data"]["name"], "hoa");

    // Money that arrives afterwards waits for the organiser, as for any cancelled registration.
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let waiting = till.listed("waiting").await;
    assert_eq!(waiting[0]["reason"], "cancelled");
    assert_eq!(waiting[0]["proposal"], "giveBack");
    // A visitor who lost a seat may take one again.
    till.visitor("hoa", "BANK_TRANSFER").await;
}

/// The nightly check agrees, also after money has arrived for the lost seat.
#[tokio::test]
async fn a_code_can_be_used_again_when_its_seat_was_not_paid() {
    let till = Till::with_deadline(|event| event.turn_off_payment_reminder = Set(true)).await;
    let codes = format!("/api/event/{}/invitation-codes", till.event);
    let code = json!({ "code": "HOASEN", "participationType": "INVITED", "maxUses": 1 });
    let made = till.call(Method::POST, &codes, code).await;
    assert_eq!(made.data()[0]["code"], "HOASEN");
    let register = async |name: &str| {
        let body = json!({
            "fullName": name, "email": format!("{name}@khach.vn"), "phone": "0912345678", "company": "Sao",
            "ticketId": till.class, "paymentMethod": "BANK_TRANSFER", "invitationCode": "HOASEN", "consent": true,
        });
        let path = format!("/api/event/{}/register", till.event);
        let answer = till
            .app
            .request(Method::POST, &path)
            .json(body)
            .send()
            .await;
        let id = serde_json::from_value(answer.data()["attendanceId"].clone()).unwrap();
        till.app.row(id).await
    };
    let hoa = register("hoa").await;
    till.app.run_jobs().await;
    till.app.pass(4 * DAY);
    assert_eq!(till.look().await, (0, 1));
    till.assert_counted().await;

    till.receive(1, PRICE, &hoa.payment_ref).await;
    let waiting = till.listed("waiting").await;
    let accepted = till.decide("accept", &[&waiting[0]["id"]]).await;
    assert_eq!(accepted.data()["done"], json!([waiting[0]["id"]]));
    assert_eq!(till.now(&hoa).await.received, PRICE);
    till.assert_counted().await;

    let lan = register("lan").await;
    till.assert_counted().await;
    // A participant whom the organiser removes has used it.
    till.app.remove(till.event, lan.id, till.owner.id).await;
    till.assert_counted().await;
}

/// All servers look at the same moment, and transfers arrive meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn seats_are_released_once_however_many_servers_look() {
    let till = Till::with_deadline(|event| event.turn_off_payment_reminder = Set(true)).await;
    let mut guests = Vec::new();
    for at in 0..12 {
        let (guest, _) = till.visitor(&format!("k{at}"), "BANK_TRANSFER").await;
        guests.push(guest);
    }
    till.app.run_jobs().await;
    till.app.pass(4 * DAY);
    let bodies: Vec<_> = (0..6)
        .zip(&guests)
        .map(|(at, guest)| sepay(at, PRICE, &guest.payment_ref))
        .collect();
    join_all(bodies.iter().map(|body| till.deliver(body))).await;
    let servers = till.servers().await;
    let looks = servers.iter().chain(&servers);
    let looks = looks.map(|server| look_at_unpaid(&server.app, &server.desk));
    let (looks, mut mails) = tokio::join!(join_all(looks), till.app.run_jobs());
    let told: usize = looks.into_iter().map(|look| look.unwrap().released).sum();

    let mut released = 0;
    for guest in &guests {
        let row = till.now(guest).await;
        released += usize::from(row.deleted_at.is_some());
    }
    assert_eq!(told, released, "each seat is released by one server");
    let left = i64::try_from(guests.len() - released).unwrap();
    assert_eq!(till.app.registered(till.event).await, left);
    assert_eq!(till.app.sold(till.class).await, left);
    assert!(released >= 6, "control: these seats were not paid");
    mails.extend(till.app.run_jobs().await);
    let gone = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Đăng ký đã huỷ"));
    assert_eq!(gone.count(), released);
}

#[tokio::test]
async fn many_released_seats_are_one_notification() {
    let till = Till::with_deadline(|event| event.turn_off_payment_reminder = Set(true)).await;
    for name in ["hoa", "lan", "mai"] {
        till.visitor(name, "BANK_TRANSFER").await;
    }
    till.app.pass(4 * DAY);
    assert_eq!(till.look().await, (0, 3));
    let told = till
        .call(Method::GET, "/api/notification", Value::Null)
        .await;
    let told = told.data()["items"].as_array().unwrap().clone();
    let of_seats = told.iter().filter(|row| row["type"] == "seats.released");
    let contents: Vec<_> = of_seats.map(|row| row["content"].clone()).collect();
    assert_eq!(contents.len(), 1);
    assert!(
        contents[0].as_str().unwrap().contains("2 others"),
        "{contents:?}"
    );
}

#[tokio::test]
async fn a_participant_who_pays_comes_or_never_was_told_keeps_the_seat() {
    let till = Till::with_deadline(|event| event.turn_off_payment_reminder = Set(true)).await;
    let (paid, _) = till.visitor("hoa", "BANK_TRANSFER").await;
    let (inside, _) = till.visitor("lan", "BANK_TRANSFER").await;
    let (cash, _) = till.visitor("mai", "CASH_AT_VENUE").await;
    let (late, _) = till.visitor("tam", "BANK_TRANSFER").await;
    let added = till.guest("nam").await;
    till.receive(1, PRICE, &paid.payment_ref).await;
    till.app.set_checked_in(inside.id, true).await;
    till.app.pass(10 * DAY);
    // Even if all of them are named.
    let all = [&paid, &inside, &cash, &added].map(|row| row.id).to_vec();
    assert_eq!(
        till.app
            .desk
            .submit(registration::release_unpaid(till.event, all))
            .await
            .unwrap(),
        0
    );
    assert_eq!(till.look().await, (0, 1));
    assert!(till.now(&late).await.deleted_at.is_some());
    for row in [&paid, &inside, &cash, &added] {
        assert!(
            till.now(row).await.deleted_at.is_none(),
            "{}",
            row.full_name
        );
    }
}

#[tokio::test]
async fn a_changed_deadline_leaves_each_debtor_a_day_and_a_reminder() {
    let till = Till::with_deadline(|event| event.payment_days = Set(None)).await;
    let (hoa, confirmed) = till.visitor("hoa", "BANK_TRANSFER").await;
    assert!(confirmed["paymentInfo"]["payBy"].is_null());
    till.app.pass(9 * DAY);
    assert_eq!(till.look().await, (0, 0));
    let path = format!("/api/event/{}", till.event);
    let shown = till.call(Method::GET, &path, Value::Null).await;
    let version = shown.data()["version"].clone();
    let change = json!({ "section": "paymentInfo", "version": version, "paymentDays": 2 });
    let changed = till.call(Method::PUT, &path, change).await;
    assert_eq!(changed.data()["paymentDays"], 2);
    assert!(till.app.app.clock.now() > hoa.registration_time.plus(2 * DAY));
    // Changed on 10 March at nine: the reminder is due at once, and the seat is kept until the end of the 11th.
    assert_eq!(till.look().await, (1, 0));
    let mails = till.app.run_jobs().await;
    let reminder = mails.iter().find(|mail| mail.subject.starts_with("Nhắc"));
    assert!(reminder.unwrap().text.contains("11/03/2026 23:59"));
    till.at("2026-03-11T23:59:59+07:00");
    assert_eq!(till.look().await, (0, 0));
    till.at("2026-03-12T00:00:00+07:00");
    assert_eq!(till.look().await, (0, 1));
}

#[tokio::test]
async fn a_server_that_was_down_reminds_late_and_waits_another_day() {
    let till = Till::with_deadline(|_| {}).await;
    let (hoa, _) = till.visitor("hoa", "BANK_TRANSFER").await;
    till.app.pass(20 * DAY);
    assert_eq!(till.look().await, (1, 0));
    till.app.pass(DAY);
    assert_eq!(till.look().await, (0, 0));
    till.app.pass(DAY);
    assert_eq!(till.look().await, (0, 1));
    assert!(till.now(&hoa).await.deleted_at.is_some());
}

#[tokio::test]
async fn the_deadline_has_bounds_and_starts_anew_with_a_new_debt() {
    let till = Till::with_deadline(|event| event.turn_off_payment_reminder = Set(true)).await;
    let path = format!("/api/event/{}", till.event);
    for (days, code) in [(0, 5002), (1, 2000), (60, 2000), (61, 5002)] {
        let shown = till.call(Method::GET, &path, Value::Null).await;
        let version = shown.data()["version"].clone();
        let change = json!({ "section": "paymentInfo", "version": version, "paymentDays": days });
        let answer = till.call(Method::PUT, &path, change).await;
        assert_eq!(answer.code(), code, "{days}: {}", answer.json);
    }
    let till = Till::with_deadline(|event| event.turn_off_payment_reminder = Set(true)).await;
    let (hoa, _) = till.visitor("hoa", "BANK_TRANSFER").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.app.pass(20 * DAY);
    let used = till.listed("used").await;
    till.decide("undo", &[&used[0]["id"]]).await.data();
    let since: Timestamp = till.app.app.clock.now();
    assert_eq!(till.now(&hoa).await.due_since, Some(since));
    assert_eq!(till.look().await, (0, 0));
    till.app.pass(4 * DAY);
    assert_eq!(till.look().await, (0, 0), "the transfer waits again");
    till.decide("setAside", &[&used[0]["id"]]).await.data();
    assert_eq!(till.look().await, (0, 1));
}

#[tokio::test]
async fn no_seat_is_lost_while_its_transfer_waits_for_a_decision() {
    let till = Till::with_deadline(|_| {}).await;
    let (hoa, _) = till.visitor("hoa", "BANK_TRANSFER").await;
    till.receive(1, PRICE - 1_000, &hoa.payment_ref).await;
    till.at("2026-03-03T08:00:00+07:00");
    assert_eq!(till.look().await, (1, 0));
    till.at("2026-03-05T00:00:00+07:00");
    assert_eq!(till.look().await, (0, 0));
    let waiting = till.listed("waiting").await;
    assert_eq!(waiting[0]["reason"], "under");
    till.decide("setAside", &[&waiting[0]["id"]]).await.data();
    assert_eq!(till.look().await, (0, 1));
}

#[tokio::test]
async fn no_seat_is_lost_while_mails_do_not_arrive() {
    let till = Till::with_deadline(|_| {}).await;
    till.visitor("hoa", "BANK_TRANSFER").await;
    till.at("2026-03-03T08:00:00+07:00");
    assert_eq!(till.look().await, (1, 0));
    let db = &till.app.app.db;
    let now = till.app.app.clock.now();
    let tx = db.write().await.unwrap();
    let down = outage::ActiveModel {
        service: Set("mail".to_owned()),
        since: Set(now),
        failures: Set(1),
        probed_at: Set(now),
        reason: Set("refused".to_owned()),
    };
    down.insert(&tx).await.unwrap();
    tx.commit().await.unwrap();
    till.at("2026-03-05T00:00:00+07:00");
    assert_eq!(till.look().await, (0, 0));
    outage::end(db, "mail").await.unwrap();
    assert_eq!(till.look().await, (0, 1));
}

#[tokio::test]
async fn a_participant_with_a_new_way_of_paying_has_the_whole_time() {
    let till = Till::with_deadline(|_| {}).await;
    let (hoa, _) = till.visitor("hoa", "CASH_AT_VENUE").await;
    till.at("2026-03-20T10:00:00+07:00");
    let path = format!("/api/event/{}/attendances/{}", till.event, hoa.id);
    let change = till.call(
        Method::PUT,
        &path,
        json!({ "paymentMethod": "BANK_TRANSFER" }),
    );
    change.await.data();
    assert_eq!(till.look().await, (0, 0));
    till.at("2026-03-22T08:00:00+07:00");
    assert_eq!(till.look().await, (1, 0));
    till.at("2026-03-23T23:59:00+07:00");
    assert_eq!(till.look().await, (0, 0));
    till.at("2026-03-24T00:00:00+07:00");
    assert_eq!(till.look().await, (0, 1));
}

#[tokio::test]
async fn cash_is_due_at_the_door_unless_the_deadline_holds_for_it() {
    for holds in [false, true] {
        let till = Till::with_deadline(|event| event.cash_has_deadline = Set(holds)).await;
        let (_, confirmed) = till.visitor("hoa", "CASH_AT_VENUE").await;
        let info = &confirmed["paymentInfo"];
        let mails = till.app.run_jobs().await;
        if holds {
            assert_eq!(info["payBy"], "2026-03-04T16:59:59.999Z");
            assert_eq!(info["amount"], PRICE);
            assert_eq!(mails.len(), 2, "the ticket and how to pay");
            let payment = mails
                .iter()
                .find(|mail| mail.message_id.starts_with("payment-"))
                .unwrap();
            let account = info["accountNumber"].as_str().unwrap();
            for body in [&payment.text, &payment.html] {
                let said = body.find("theo thông tin dưới đây").unwrap();
                assert!(body.find(account).unwrap() > said, "{body}");
            }
        } else {
            assert!(info.is_null());
            assert_eq!(mails.len(), 1, "the ticket");
        }
        till.at("2026-03-03T08:00:00+07:00");
        assert_eq!(till.look().await, (usize::from(holds), 0));
        till.app.run_jobs().await;
        till.at("2026-03-05T00:00:00+07:00");
        assert_eq!(till.look().await, (0, usize::from(holds)));
    }
}

#[tokio::test]
async fn a_deadline_that_holds_for_cash_later_is_told_before_it_costs_a_seat() {
    let till = Till::with_deadline(|event| {
        event.payment_days = Set(Some(1));
        event.turn_off_payment_reminder = Set(true);
    })
    .await;
    till.visitor("hoa", "CASH_AT_VENUE").await;
    assert_eq!(till.app.run_jobs().await.len(), 1, "the ticket");
    till.at("2026-03-10T10:00:00+07:00");
    assert_eq!(till.look().await, (0, 0));
    let path = format!("/api/event/{}", till.event);
    let shown = till.call(Method::GET, &path, Value::Null).await;
    let version = shown.data()["version"].clone();
    let change = json!({ "section": "paymentInfo", "version": version, "cashHasDeadline": true });
    let changed = till.call(Method::PUT, &path, change).await;
    assert_eq!(changed.code(), 2000, "{}", changed.json);
    assert_eq!(till.look().await, (1, 0));
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].text.contains("11/03/2026 23:59"),
        "{}",
        mails[0].text
    );
    till.at("2026-03-11T23:59:59+07:00");
    assert_eq!(till.look().await, (0, 0));
    till.at("2026-03-12T00:00:00+07:00");
    assert_eq!(till.look().await, (0, 1));
}

#[tokio::test]
async fn cash_under_a_deadline_is_asked_for_again_with_the_ticket_and_only_of_visitors() {
    let till = Till::with_deadline(|event| event.cash_has_deadline = Set(true)).await;
    let (hoa, _) = till.visitor("hoa", "CASH_AT_VENUE").await;
    till.app.run_jobs().await;
    till.app.pass(Duration::from_mins(2));
    let resend = format!("/api/event/{}/attendances/{}/resend", till.event, hoa.id);
    let again = till.call(Method::POST, &resend, Value::Null).await;
    assert_eq!(again.code(), 2000, "{}", again.json);
    assert_eq!(
        till.app.run_jobs().await.len(),
        2,
        "the ticket and how to pay"
    );
    let left = async || {
        let app = &till.app.app;
        let allowance = accounts::allowance(app.db.read(), till.owner.id, app.clock.now());
        allowance.await.unwrap().left
    };
    let before = left().await;
    let added = json!({
        "fullName": "Lan", "email": "lan@khach.vn", "ticketId": till.class, "paymentMethod": "CASH_AT_VENUE",
    });
    let path = format!("/api/event/{}/attendances", till.event);
    let added = till.call(Method::POST, &path, added).await;
    assert_eq!(added.code(), 2000, "{}", added.json);
    assert_eq!(till.app.run_jobs().await.len(), 1, "the ticket");
    assert_eq!(left().await, before - 1);
}
