//! Money that is owed back to people who paid and do not come.

use axum::http::Method;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::registration::{OWN_KEY_HEADER, own_key, release};
use sea_orm::{EntityTrait as _, Set};
use serde_json::{Value, json};

use super::support::{PRICE, Till};

impl Till {
    /// Registers a participant who pays by transfer and is removed.
    async fn paid_and_removed(&self, id: u32, name: &str) -> attendance::Model {
        let guest = self.guest(name).await;
        self.receive(id, PRICE, &guest.payment_ref).await;
        let removed = self
            .app
            .desk
            .submit(release(self.event, vec![guest.id], self.owner.id));
        removed.await.unwrap();
        guest
    }

    async fn refunds(&self, state: &str) -> Vec<Value> {
        let path = format!("/api/event/{}/refunds?state={state}", self.event);
        let answer = self.call(Method::GET, &path, Value::Null).await;
        if state == "owed" {
            let todo = self.app.todo(&self.owner, self.event).await;
            assert_eq!(todo["refunds"], answer.data()["total"]);
        }
        answer.data()["items"].as_array().unwrap().clone()
    }

    async fn change_refund(
        &self,
        guest: &attendance::Model,
        body: Value,
    ) -> crate::support::Answer {
        let path = format!("/api/event/{}/refunds/{}", self.event, guest.id);
        self.call(Method::PUT, &path, body).await
    }

    async fn decide_refunds(&self, body: Value) -> Value {
        let path = format!("/api/event/{}/refunds/decide", self.event);
        self.call(Method::POST, &path, body).await.data().clone()
    }

    async fn own_refund(
        &self,
        method: Method,
        guest: &attendance::Model,
        body: Value,
    ) -> crate::support::Answer {
        let key = own_key(&self.app.app.secrets, guest);
        let path = format!("/api/event/{}/registration/refund", self.event);
        let request = self.app.request(method, &path).header(OWN_KEY_HEADER, &key);
        let request = if body.is_null() {
            request
        } else {
            request.json(body)
        };
        request.send().await
    }

    async fn owed(&self) -> Value {
        let path = format!("/api/event/{}/money", self.event);
        let money = self.call(Method::GET, &path, Value::Null).await;
        money.data()["refunds"].clone()
    }
}

/// The dialog sends amount and account together: without the version a new amount would bring back the account that the
/// person has replaced meanwhile.
#[tokio::test]
async fn an_account_that_the_person_named_meanwhile_is_not_overwritten() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let path = format!("/api/event/{}/cancel", till.event);
    till.call(Method::POST, &path, json!({})).await.data();
    let read = till.refunds("owed").await[0].clone();
    assert_eq!(read["version"], 0);
    let account = |number: &str| json!({ "bankName": "Techcombank", "accountNumber": number, "holderName": "LE THI HOA" });
    let named = till.own_refund(Method::PUT, &hoa, account("190011")).await;
    assert_eq!(named.code(), 2000, "{}", named.json);
    let body = |version: &Value| json!({ "amount": 100_000, "account": account("8888"), "version": version });
    let refused = till.change_refund(&hoa, body(&read["version"])).await;
    assert_eq!(refused.code(), 5008, "{}", refused.json);
    let now = till.refunds("owed").await[0].clone();
    assert_eq!(refused.json["data"], now);
    assert_eq!(now["account"]["accountNumber"], "190011");
    let stored = till.change_refund(&hoa, body(&now["version"])).await;
    assert_eq!(stored.data()["account"]["accountNumber"], "8888");
    assert_eq!(stored.data()["version"], 2);
    let refused = till.change_refund(&hoa, body(&now["version"])).await;
    assert_eq!(refused.code(), 5008);
    // The control: without a version it is stored.
    let without = json!({ "amount": 50_000, "account": null });
    let stored = till.change_refund(&hoa, without).await;
    assert_eq!(stored.data()["version"], 3, "{}", stored.json);
}

/// The organiser corrects the account on the telephone while the person's page is open. Without a version, as pages of an
/// earlier release send it, the account is stored in any case.
#[tokio::test]
async fn an_account_that_the_organiser_corrected_meanwhile_is_not_overwritten() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let path = format!("/api/event/{}/cancel", till.event);
    till.call(Method::POST, &path, json!({})).await.data();
    let account =
        |number: &str| json!({ "bankName": "MB", "accountNumber": number, "holderName": "LE HOA" });
    let read = till.own_refund(Method::GET, &hoa, Value::Null).await;
    assert_eq!(read.data()["version"], 0);
    let corrected = json!({ "amount": PRICE, "account": account("77"), "version": 0 });
    till.change_refund(&hoa, corrected).await.data();
    let name = async |number: &str, version: &Value| {
        let mut body = account(number);
        body["version"] = version.clone();
        till.own_refund(Method::PUT, &hoa, body).await
    };
    let refused = name("78", &read.data()["version"]).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(refused.json["data"]["account"]["accountNumber"], "77");
    let again = name("78", &refused.json["data"]["version"]).await;
    assert_eq!(again.data()["account"]["accountNumber"], "78");
    let without = till.own_refund(Method::PUT, &hoa, account("79")).await;
    assert_eq!(without.data()["account"]["accountNumber"], "79");
}

/// The dialog names the most that can be given back. An amount below it means that the rest is kept.
#[tokio::test]
async fn an_amount_is_refused_if_another_sum_can_be_given_back_than_was_read() {
    let till = Till::new().await;
    let hoa = till.paid_and_removed(1, "hoa").await;
    let body =
        |most: i64| json!({ "amount": 100_000, "account": null, "version": 0, "most": most });
    let refused = till.change_refund(&hoa, body(PRICE - 50_000)).await;
    assert_eq!(refused.code(), 5008, "{}", refused.json);
    assert_eq!(refused.json["data"]["most"], PRICE);
    let stored = till.change_refund(&hoa, body(PRICE)).await;
    assert_eq!(stored.data()["amount"], 100_000);
}

#[tokio::test]
async fn an_open_dialog_does_not_bring_an_erased_account_back() {
    let till = Till::new().await;
    let hoa = till.paid_and_removed(1, "hoa").await;
    let typed =
        json!({ "bankName": "Techcombank", "accountNumber": "190011", "holderName": "LE THI HOA" });
    let body = |version: &Value| json!({ "amount": PRICE, "account": typed, "version": version });
    let read = till.change_refund(&hoa, body(&json!(0))).await;
    let read = read.data()["version"].clone();
    let path = format!("/api/event/{}/attendances/{}/erase", till.event, hoa.id);
    let removed = till.now(&hoa).await;
    let seen = json!({ "fullName": removed.full_name, "updatedAt": removed.updated_at });
    let erased = till.call(Method::POST, &path, seen).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    let refused = till.change_refund(&hoa, body(&read)).await;
    assert_ne!(refused.code(), 2000, "{}", refused.json);
    let listed = till.refunds("owed").await;
    assert!(
        listed
            .iter()
            .all(|refund| refund["account"]["accountNumber"] != "190011")
    );
}

#[tokio::test]
async fn money_goes_back_to_the_account_from_which_it_came() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    assert!(till.refunds("owed").await.is_empty(), "she still comes");
    let tx = till.app.app.db.write().await.unwrap();
    let payer = transfer::ActiveModel {
        payer: Set(Some("LE THI HOA".to_owned())),
        payer_account: Set(Some("19001234".to_owned())),
        payer_bank: Set(Some("970407".to_owned())),
        ..Default::default()
    };
    transfer::Entity::update_many()
        .set(payer)
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let removed = till
        .app
        .desk
        .submit(release(till.event, vec![hoa.id], till.owner.id));
    removed.await.unwrap();

    let owed = till.refunds("owed").await;
    assert_eq!(owed.len(), 1);
    assert_eq!(
        (&owed[0]["received"], &owed[0]["amount"]),
        (&json!(PRICE), &json!(PRICE))
    );
    let account = json!({
        "bankName": "Techcombank", "bankBin": "970407", "accountNumber": "19001234", "holderName": "LE THI HOA",
        "isTyped": false,
    });
    assert_eq!(owed[0]["account"], account);
    let code = owed[0]["vietQr"].as_str().unwrap();
    assert!(code.contains("19001234") && code.contains(&format!("HOAN {}", hoa.payment_ref)));
    assert_eq!(till.owed().await, json!({ "amount": PRICE, "count": 1 }));

    // A part of it, to an account that she named.
    let typed = json!({ "bankName": "MB", "bankBin": "970422", "accountNumber": "0909 111", "holderName": "LE VAN BINH" });
    let changed = till
        .change_refund(&hoa, json!({ "amount": 100_000, "account": typed }))
        .await;
    assert_eq!(changed.data()["account"]["accountNumber"], "0909111");
    assert_eq!(changed.data()["account"]["isTyped"], true);
    assert!(
        changed.data()["vietQr"]
            .as_str()
            .unwrap()
            .contains("5406100000")
    );
    assert_eq!(till.owed().await, json!({ "amount": 100_000, "count": 1 }));
    for (amount, code) in [(0, 5002), (PRICE + 1, 5002), (1, 2000), (PRICE, 2000)] {
        let answer = till.change_refund(&hoa, json!({ "amount": amount })).await;
        assert_eq!(answer.code(), code, "{amount}");
    }
    let again = till.refunds("owed").await;
    assert_eq!(
        again[0]["account"], account,
        "without a typed account it is the payer's"
    );
}

#[tokio::test]
async fn many_are_marked_at_once_and_taken_back() {
    let till = Till::new().await;
    let hoa = till.paid_and_removed(1, "hoa").await;
    let lan = till.paid_and_removed(2, "lan").await;
    let stays = till.guest("mai").await;
    let ids = json!([hoa.id, lan.id, stays.id]);
    let returned = json!({ "action": "return", "way": "transfer", "ids": ids });
    let result = till.decide_refunds(returned.clone()).await;
    assert_eq!(
        result,
        json!({ "done": [hoa.id, lan.id], "failed": [stays.id] })
    );
    let listed = till.refunds("returned").await;
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0]["decidedByName"], "Nguyễn an");
    assert_eq!(listed[0]["way"], "transfer");
    assert!(listed[0]["vietQr"].is_null(), "a refund is not paid twice");
    assert_eq!(till.owed().await, json!({ "amount": 0, "count": 0 }));
    // A second press changes nothing, and a refund that was given back can no longer be changed.
    let result = till.decide_refunds(returned).await;
    assert_eq!(result["done"], json!([]));
    assert_eq!(
        till.change_refund(&hoa, json!({ "amount": 1 }))
            .await
            .code(),
        5008
    );

    till.decide_refunds(json!({ "action": "undo", "ids": [hoa.id] }))
        .await;
    assert_eq!(till.owed().await, json!({ "amount": PRICE, "count": 1 }));
    let waived = json!({ "action": "waive", "reason": "Vé không hoàn tiền", "ids": [hoa.id] });
    till.decide_refunds(waived).await;
    assert_eq!(
        till.refunds("notOwed").await[0]["reason"],
        "Vé không hoàn tiền"
    );
    assert!(till.refunds("owed").await.is_empty());
    let log = format!("/api/event/{}/activities", till.event);
    let log = till.call(Method::GET, &log, Value::Null).await;
    let actions = log.data()["items"].as_array().unwrap().iter();
    let actions: Vec<_> = actions
        .take(4)
        .map(|entry| entry["action"].clone())
        .collect();
    let expected = [
        "participant.refundWaived",
        "participant.refundUndone",
        "participant.refunded",
        "participant.refunded",
    ];
    assert_eq!(actions, expected);

    let path = format!("/api/event/{}/refunds/export?format=csv", till.event);
    let csv = till.call(Method::GET, &path, Value::Null).await;
    let csv = String::from_utf8(csv.bytes).unwrap();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(csv.contains("Vé không hoàn tiền"));
}

#[tokio::test]
async fn a_cancelled_event_owes_every_payer() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.receive(2, PRICE - 1000, &lan.payment_ref).await;
    let waiting = till.listed("waiting").await;
    till.decide("accept", &[&waiting[0]["id"]]).await.data();
    till.guest("mai").await;
    let sums = async || {
        let path = format!("/api/event/{}/money", till.event);
        let of_event = till.call(Method::GET, &path, Value::Null).await;
        let of_all = till.call(Method::GET, "/api/money", Value::Null).await;
        let list = till.call(Method::GET, "/api/event", Value::Null).await;
        let overview = format!("/api/statistic/overview?eventId={}", till.event);
        let overview = till.call(Method::GET, &overview, Value::Null).await;
        let due = json!([
            of_event.data()["due"]["amount"],
            of_all.data()["due"]["amount"],
            list.data()["items"][0]["moneyDue"],
            overview.data()["moneyDue"],
        ]);
        (due, of_event.data()["received"].clone())
    };
    let (due, received) = sums().await;
    let still_due = PRICE + 1000;
    assert_eq!(
        due,
        json!([still_due, still_due, still_due, still_due]),
        "mai owes all of it, and lan the rest"
    );
    let path = format!("/api/event/{}/cancel", till.event);
    let cancelled = till
        .call(Method::POST, &path, json!({ "reason": "Bão" }))
        .await;
    assert_eq!(cancelled.code(), 2000, "{}", cancelled.json);
    assert_eq!(
        till.owed().await,
        json!({ "amount": 2 * PRICE - 1000, "count": 2 })
    );
    assert_eq!(
        sums().await,
        (json!([0, 0, 0, 0]), received),
        "nothing is due any more, and the received amounts stay"
    );
    let ledger = format!("/api/event/{}/money/export?format=csv", till.event);
    let ledger = till.call(Method::GET, &ledger, Value::Null).await;
    let ledger = String::from_utf8(ledger.bytes).unwrap();
    let mai = ledger.lines().find(|line| line.contains("Trần mai"));
    assert!(!mai.unwrap().contains("250000"), "{ledger}");
    let owed = till.refunds("owed").await;
    let amounts: Vec<_> = owed.iter().map(|row| row["received"].clone()).collect();
    assert_eq!(
        amounts,
        [json!(PRICE), json!(PRICE - 1000)],
        "the received amounts, not the price"
    );
    // A participant of another event, to whom this one owes nothing.
    let other = till.app.event(&till.owner, |_| {}).await;
    let other = Till {
        event: other,
        ..till
    };
    assert_eq!(
        other
            .change_refund(&hoa, json!({ "amount": 1 }))
            .await
            .code(),
        5005
    );
}

#[tokio::test]
async fn decisions_have_bounds() {
    let till = Till::new().await;
    let path = format!("/api/event/{}/refunds/decide", till.event);
    let ids = |number| vec![till.event.to_string(); number];
    for (body, code) in [
        (json!({ "action": "undo", "ids": [] }), 5002),
        (json!({ "action": "undo", "ids": ids(200) }), 2000),
        (json!({ "action": "undo", "ids": ids(201) }), 5002),
        (json!({ "action": "return", "ids": ids(1) }), 5002),
        (
            json!({ "action": "waive", "ids": ids(1), "reason": " " }),
            5002,
        ),
        (
            json!({ "action": "waive", "ids": ids(1), "reason": "x".repeat(500) }),
            2000,
        ),
        (
            json!({ "action": "waive", "ids": ids(1), "reason": "x".repeat(501) }),
            5002,
        ),
    ] {
        let answer = till.call(Method::POST, &path, body.clone()).await;
        assert_eq!(answer.code(), code, "{body}");
    }
}

#[tokio::test]
async fn a_guest_of_a_cancelled_event_names_the_account_for_the_refund() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let before = till.own_refund(Method::GET, &hoa, Value::Null).await;
    assert_eq!(
        before.code(),
        5005,
        "she comes and paid no more than the price"
    );
    let cancel = format!("/api/event/{}/cancel", till.event);
    let silently = json!({ "withoutMails": true, "reason": "Bão" });
    till.call(Method::POST, &cancel, silently).await.data();

    let shown = till.own_refund(Method::GET, &hoa, Value::Null).await;
    assert_eq!(shown.data()["amount"], PRICE);
    assert_eq!(shown.data()["cancelReason"], "Bão");
    assert_eq!(shown.data()["account"], Value::Null);
    let unpaid = till.own_refund(Method::GET, &lan, Value::Null).await;
    assert_eq!(unpaid.code(), 5005);

    let account = json!({ "bankName": "techcombank", "bankBin": "970422", "accountNumber": "1900 1234", "holderName": "LE THI HOA" });
    for wrong in [
        json!({ "bankName": "", "accountNumber": "1", "holderName": "A" }),
        json!({ "bankName": "A", "accountNumber": "1".repeat(20), "holderName": "A" }),
        json!({ "bankName": "A", "accountNumber": "1", "holderName": "A".repeat(101) }),
    ] {
        let refused = till.own_refund(Method::PUT, &hoa, wrong).await;
        assert_eq!(refused.code(), 5002);
    }
    let other = format!("/api/event/{}/registration/refund", till.event);
    let forged = till
        .app
        .request(Method::PUT, &other)
        .header(OWN_KEY_HEADER, &format!("{}.00", hoa.id.0.simple()))
        .json(account.clone());
    assert_eq!(forged.send().await.code(), 5005);
    let named = till.own_refund(Method::PUT, &hoa, account.clone()).await;
    assert_eq!(named.data()["account"]["accountNumber"], "19001234");
    let log = format!("/api/event/{}/activities", till.event);
    let log = till.call(Method::GET, &log, Value::Null).await;
    assert_eq!(
        log.data()["items"][0]["action"],
        "participant.refundAccount"
    );
    assert!(!log.data().to_string().contains("19001234"));

    let owed = till.refunds("owed").await;
    assert_eq!(owed[0]["account"]["isTyped"], true);
    let code = owed[0]["vietQr"].as_str().unwrap();
    assert!(
        code.contains("970407") && code.contains("19001234"),
        "the code is for the bank that is shown: {code}"
    );

    // The withheld amount stays when the guest corrects the account.
    let part = json!({ "amount": 100_000, "account": account });
    till.change_refund(&hoa, part).await.data();
    let corrected = json!({ "bankName": "MB", "accountNumber": "77", "holderName": "LE THI HOA" });
    let shown = till.own_refund(Method::PUT, &hoa, corrected.clone()).await;
    assert_eq!(shown.data()["amount"], 100_000);

    let returned = json!({ "action": "return", "way": "transfer", "ids": [hoa.id] });
    till.decide_refunds(returned).await;
    let late = till.own_refund(Method::PUT, &hoa, corrected).await;
    assert_eq!(late.code(), 5008);
    let shown = till.own_refund(Method::GET, &hoa, Value::Null).await;
    assert_eq!(
        (&shown.data()["amount"], &shown.data()["returned"]),
        (&json!(0), &json!(100_000))
    );
    assert_eq!(shown.data()["account"], Value::Null);
}
