//! The daily allowance of mails of an account, and the pause for one address.

use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use hoi_community::accounts::{self, NEW_ACCOUNT_MAILS, charge_mails};
use hoi_ticketing::events::entity::event;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use super::support::Organiser;

#[tokio::test]
async fn a_new_account_cannot_mail_strangers_by_importing_them() {
    let organiser = Organiser::with_mails(5_000).await;
    let most = usize::try_from(NEW_ACCOUNT_MAILS).unwrap();
    let refused = organiser.import_people(most + 1, true).await;
    assert_eq!((refused.code(), refused.status.as_u16()), (5003, 409));
    let said = refused.json["messages"][0].as_str().unwrap();
    assert!(
        said.contains("201 mails") && said.contains("200 a day"),
        "{said}"
    );
    assert_eq!(
        organiser.registered().await,
        0,
        "an import is all or nothing"
    );
    assert!(organiser.app.run_jobs().await.is_empty());
    assert_eq!(
        organiser.mails_left().await,
        NEW_ACCOUNT_MAILS,
        "nothing is used up"
    );
    // Without mails the allowance does not matter.
    let listed = organiser.import_people(most + 1, false).await;
    assert_eq!(listed.code(), 2000);
    assert!(organiser.app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn an_import_that_is_sent_again_is_not_charged_again() {
    let organiser = Organiser::with_mails(5_000).await;
    for _ in 0..2 {
        let imported = organiser.import_people_once(150, true, Some("tap-1")).await;
        assert_eq!(imported.code(), 2000, "{}", imported.json);
        assert_eq!(organiser.registered().await, 150);
        assert_eq!(organiser.mails_left().await, NEW_ACCOUNT_MAILS - 150);
    }
    // Another list is another import; of its people 51 are new, and 50 mails are left.
    let other = organiser.import_people_once(201, true, Some("tap-2")).await;
    assert_eq!(other.code(), 5003);
}

#[tokio::test]
async fn a_person_added_again_is_one_person_and_charged_once() {
    let organiser = Organiser::with_mails(10).await;
    let add = async |key: &str, name: &str| {
        let path = format!("/api/event/{}/attendances", organiser.event);
        let token = organiser.app.fresh_token(&organiser.owner);
        let request = organiser.app.request(Method::POST, &path).bearer(&token);
        let request = request.header("idempotency-key", key);
        let body =
            json!({ "fullName": name, "email": format!("{key}@example.vn"), "sharesEmail": true });
        request.json(body).send().await
    };
    let first = add("k", "Lan").await;
    let again = add("k", "Lan").await;
    assert_eq!(first.data()["id"], again.data()["id"]);
    assert_eq!(organiser.registered().await, 1);
    assert_eq!(organiser.mails_left().await, NEW_ACCOUNT_MAILS - 1);
    assert_eq!(add("k", "Minh").await.code(), 5008, "another body");
    assert_eq!(organiser.mails_left().await, NEW_ACCOUNT_MAILS - 1);
    // The control: another key adds another person.
    add("l", "Lan").await.data();
    assert_eq!(organiser.registered().await, 2);
    let (one, two) = tokio::join!(add("m", "Mai"), add("m", "Mai"));
    assert_eq!(one.data()["id"], two.data()["id"]);
    assert_eq!(organiser.registered().await, 3, "at the same moment");
}

#[tokio::test]
async fn a_person_with_an_address_of_their_own_is_added_again_within_its_pause() {
    let organiser = Organiser::with_mails(10).await;
    organiser.app.allow_mails(&organiser.owner, Some(1)).await;
    let add = async |key: &str| {
        let path = format!("/api/event/{}/attendances", organiser.event);
        let token = organiser.app.fresh_token(&organiser.owner);
        let request = organiser.app.request(Method::POST, &path).bearer(&token);
        let body = json!({ "fullName": "Lan", "email": "lan@example.vn" });
        request
            .header("idempotency-key", key)
            .json(body)
            .send()
            .await
    };
    let first = add("k").await;
    let again = add("k").await;
    assert_eq!(again.code(), 2000, "{}", again.json);
    assert_eq!(first.data()["id"], again.data()["id"]);
    assert_eq!(organiser.mails_left().await, 0);
    // The control: another key is another person, for whom no mail is left.
    assert_eq!(add("l").await.code(), 5003);
}

#[tokio::test]
async fn the_ticket_and_how_to_pay_for_it_are_two_mails() {
    let organiser = Organiser::with_mails(10).await;
    let tx = organiser.app.app.db.write().await.unwrap();
    let takes_transfers = event::ActiveModel {
        id: Set(organiser.event),
        turn_off_payment: Set(false),
        account_number: Set(Some("0123456789".to_owned())),
        account_holder_name: Set(Some("CONG TY HOI".to_owned())),
        bank_name: Set(Some("MB".to_owned())),
        ..Default::default()
    };
    takes_transfers.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let class = organiser
        .app
        .ticket(organiser.event, "VIP", 500_000, 10)
        .await;
    let pays = json!({ "ticketId": class, "paymentMethod": "BANK_TRANSFER" });
    let added = organiser.add("Hoa", pays).await;
    assert_eq!(added.code(), 2000, "{}", added.json);
    assert_eq!(organiser.app.run_jobs().await.len(), 2);
    assert_eq!(organiser.mails_left().await, NEW_ACCOUNT_MAILS - 2);
    organiser.app.pass(accounts::ADDRESS_PAUSE);
    let resend = format!("/{}/resend", super::support::id_of(&added));
    let again = organiser.call(Method::POST, &resend, Value::Null).await;
    assert_eq!(again.code(), 2000, "{}", again.json);
    assert_eq!(organiser.app.run_jobs().await.len(), 2);
    assert_eq!(organiser.mails_left().await, NEW_ACCOUNT_MAILS - 4);
}

#[tokio::test]
async fn all_mails_share_one_allowance_that_an_administrator_raises_and_a_day_renews() {
    let organiser = Organiser::with_mails(5_000).await;
    organiser.app.allow_mails(&organiser.owner, Some(3)).await;
    assert_eq!(organiser.import_people(2, true).await.code(), 2000);
    assert_eq!(organiser.add("Hoa", json!({})).await.code(), 2000);
    let refused = organiser.add("Lan", json!({})).await;
    assert_eq!(refused.code(), 5003);
    let said = refused.json["messages"][0].as_str().unwrap();
    assert!(
        said.contains("còn gửi được 0 thư (tối đa 3 thư một ngày)"),
        "{said}"
    );
    let quiet = organiser.add("Lan", json!({ "sendMail": false })).await;
    assert_eq!(quiet.code(), 2000);
    let resend = format!("/{}/resend", super::support::id_of(&quiet));
    let again = organiser.call(Method::POST, &resend, Value::Null).await;
    assert_eq!(again.code(), 5003);
    let admin = organiser.app.admin().await;
    let path = format!("/api/users/{}", organiser.owner.id);
    for (mails, code) in [
        (json!(-1), 5002),
        (json!(1_000_001), 5002),
        (json!(4), 2000),
    ] {
        let request = organiser
            .app
            .request(Method::PUT, &path)
            .bearer(&admin.token);
        let answer = request.json(json!({ "dailyMails": mails })).send().await;
        assert_eq!(answer.code(), code, "{mails}");
        if code == 2000 {
            assert_eq!(answer.data()["dailyMails"], mails);
        }
    }
    let again = organiser.call(Method::POST, &resend, Value::Null).await;
    assert_eq!(again.code(), 2000);
    assert_eq!(organiser.mails_left().await, 0);
    organiser
        .app
        .pass(Duration::from_hours(24) - Duration::from_millis(1));
    assert_eq!(organiser.mails_left().await, 0);
    organiser.app.pass(Duration::from_millis(1));
    assert_eq!(organiser.mails_left().await, 4);
    organiser.app.allow_mails(&organiser.owner, None).await;
    organiser.app.pass(Duration::from_hours(6 * 24));
    assert_eq!(organiser.mails_left().await, accounts::DAILY_MAILS);
}

#[tokio::test]
async fn an_address_is_not_written_to_again_at_once() {
    let organiser = Organiser::with_mails(5_000).await;
    let added = organiser.add("Hoa", json!({})).await;
    assert_eq!(added.code(), 2000);
    let ids = json!({ "ids": [super::support::id_of(&added)] });
    organiser.call(Method::DELETE, "", ids).await;
    let again = organiser.add("Hoa", json!({})).await;
    assert_eq!((again.code(), again.status.as_u16()), (5003, 429));
    assert_eq!(
        organiser.app.run_jobs().await.len(),
        0,
        "they were removed meanwhile"
    );
    organiser.app.pass(accounts::ADDRESS_PAUSE);
    assert_eq!(organiser.add("Hoa", json!({})).await.code(), 2000);
}

#[tokio::test]
async fn an_addition_that_fails_uses_nothing_up() {
    let organiser = Organiser::with_mails(1).await;
    let first = organiser.add("Lan", json!({ "sendMail": false })).await;
    assert_eq!(first.code(), 2000);
    let left = organiser.mails_left().await;
    assert_eq!(organiser.add("Hoa", json!({})).await.code(), 5003);
    assert_eq!(organiser.mails_left().await, left);
    // The address has no pause either.
    let full = organiser.add("Hoa", json!({})).await;
    assert_eq!(full.status.as_u16(), 409, "full, not too early");
}

/// Sixteen requests at once for ten mails each, with an allowance of fifty.
#[tokio::test]
async fn requests_at_the_same_time_share_the_allowance() {
    let organiser = Organiser::with_mails(5_000).await;
    organiser.app.allow_mails(&organiser.owner, Some(50)).await;
    let app = &organiser.app.app;
    let charges = (0..16).map(|_| async {
        let tx = app.db.write().await.unwrap();
        let charged = charge_mails(&tx, organiser.owner.id, 10, app.clock.now()).await;
        tx.commit().await.unwrap();
        charged.is_ok()
    });
    let charged = join_all(charges).await;
    assert_eq!(charged.into_iter().filter(|charged| *charged).count(), 5);
    assert_eq!(organiser.mails_left().await, 0);
}

/// The control: reading first and writing later lets more through.
#[tokio::test]
async fn reading_first_and_writing_later_would_let_more_through() {
    let organiser = Organiser::with_mails(5_000).await;
    organiser.app.allow_mails(&organiser.owner, Some(50)).await;
    let app = &organiser.app.app;
    let now = app.clock.now();
    let seen =
        join_all((0..16).map(|_| accounts::allowance(app.db.read(), organiser.owner.id, now)));
    let fit = seen
        .await
        .into_iter()
        .filter(|seen| seen.as_ref().unwrap().left >= 10);
    assert!(fit.count() > 5);
}

#[tokio::test]
async fn a_name_that_would_be_a_link_is_refused() {
    let organiser = Organiser::with_mails(5_000).await;
    for name in ["Nhận quà tại www.evil.example", "Lan evil.com/qua"] {
        let body = json!({ "email": "lan@example.vn" });
        let answer = organiser.add(name, body).await;
        assert_eq!(answer.code(), 5002, "{name}");
        assert!(
            answer.json["fields"]["fullName"].is_array(),
            "{}",
            answer.json
        );
    }
    let doctor = json!({ "email": "lan@example.vn" });
    assert_eq!(organiser.add("ThS.BS. Lan", doctor).await.code(), 2000);
}

/// Visitors who registered themselves are mailed at once, people entered by the organiser within the allowance.
#[tokio::test]
async fn cancelling_mails_strangers_no_faster_than_importing_them() {
    let organiser = Organiser::with_mails(5_000).await;
    assert_eq!(organiser.import_people(5, false).await.code(), 2000);
    organiser.app.allow_mails(&organiser.owner, Some(3)).await;
    let path = format!("/api/event/{}/cancel", organiser.event);
    let request = organiser.app.request(Method::POST, &path);
    let cancelled = request.bearer(&organiser.owner.token).json(json!({}));
    assert_eq!(cancelled.send().await.code(), 2000);
    assert_eq!(organiser.app.run_jobs().await.len(), 3);
    organiser.app.pass(Duration::from_hours(23));
    assert!(organiser.app.run_jobs().await.is_empty());
    organiser.app.pass(Duration::from_hours(1));
    assert_eq!(
        organiser.app.run_jobs().await.len(),
        2,
        "every participant gets the mail"
    );
}
