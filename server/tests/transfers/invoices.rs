//! Invoices that participants ask for.

use axum::http::Method;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::invoice_requests::entity as invoice_request;
use hoi_ticketing::registration::{OWN_KEY_HEADER, own_key, release};
use sea_orm::{EntityTrait as _, Set};
use serde_json::{Value, json};

use super::support::{PRICE, Till};
use crate::support::workbook::sheets;
use crate::support::{Answer, TestApp};

fn company() -> Value {
    json!({
        "buyer": "company", "name": "Công ty Cổ phần Sao Mai", "taxNumber": "0100109106-001",
        "address": "1 Tràng Tiền, Hà Nội", "email": "ketoan@saomai.example",
    })
}

fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

impl Till {
    async fn with_invoices() -> Self {
        let till = Self::new().await;
        till.offer(true).await;
        till
    }

    async fn offer(&self, offers: bool) {
        let tx = self.app.app.db.write().await.unwrap();
        let change = event::ActiveModel {
            offers_invoices: Set(offers),
            ..Default::default()
        };
        event::Entity::update_many()
            .set(change)
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        self.app.app.snapshots.forget_all();
    }

    /// Registers on the public page, asking for this invoice.
    async fn register(&self, name: &str, invoice: Value) -> Answer {
        let body = json!({
            "fullName": format!("Lê Thị {name}"), "email": format!("{name}@example.vn"), "phone": "0912 345 678",
            "company": "Công ty Hai", "ticketId": self.class, "paymentMethod": "BANK_TRANSFER", "consent": true,
            "invoice": invoice,
        });
        let path = format!("/api/event/{}/register", self.event);
        self.app.post(&path, body).await
    }

    async fn own_invoice(&self, method: Method, guest: &attendance::Model, body: Value) -> Answer {
        let key = own_key(&self.app.app.secrets, guest);
        let path = format!("/api/event/{}/registration/invoice", self.event);
        let request = self.app.request(method, &path).header(OWN_KEY_HEADER, &key);
        if body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    async fn own_page(&self, guest: &attendance::Model) -> Value {
        let key = own_key(&self.app.app.secrets, guest);
        let path = format!("/api/event/{}/registration", self.event);
        let request = self.app.request(Method::GET, &path);
        let answer = request.header(OWN_KEY_HEADER, &key).send().await;
        answer.data().clone()
    }

    async fn invoice_of(&self, method: Method, guest: &attendance::Model, body: Value) -> Answer {
        let path = format!("/api/event/{}/attendances/{}/invoice", self.event, guest.id);
        self.call(method, &path, body).await
    }

    async fn invoices(&self, state: &str) -> Value {
        let path = format!("/api/event/{}/invoices?state={state}", self.event);
        let answer = self.call(Method::GET, &path, Value::Null).await;
        let todo = self.app.todo(&self.owner, self.event).await;
        assert_eq!(todo["invoices"], answer.data()["waiting"]);
        answer.data().clone()
    }

    async fn decide_invoices(&self, body: Value) -> Answer {
        let path = format!("/api/event/{}/invoices/decide", self.event);
        self.call(Method::POST, &path, body).await
    }

    async fn export_invoices(&self, query: &str) -> Answer {
        let path = format!("/api/event/{}/invoices/export?{query}", self.event);
        self.call(Method::GET, &path, Value::Null).await
    }
}

async fn stored(app: &TestApp) -> Vec<invoice_request::Model> {
    let rows = invoice_request::Entity::find();
    rows.all(app.app.db.read()).await.unwrap()
}

fn numbers(page: &Value) -> [u64; 3] {
    ["waiting", "unpaid", "issued"].map(|state| page[state].as_u64().unwrap())
}

#[tokio::test]
async fn a_request_comes_along_with_the_registration() {
    let till = Till::with_invoices().await;
    let typed = with(company(), "taxNumber", " 0100109106001 ");
    let answer = till.register("hoa", typed).await;
    let id = answer.data()["attendanceId"].as_str().unwrap();
    let hoa = till.app.row(id.parse().unwrap()).await;
    let own = till.own_page(&hoa).await;
    assert_eq!(own["offersInvoice"], true);
    for field in ["buyer", "name", "taxNumber", "address", "email"] {
        assert_eq!(own["invoice"][field], company()[field], "{field}");
    }
    assert!(own["invoice"]["issuedAt"].is_null());
    // Sent again with the same key, it is stored once.
    assert_eq!(stored(&till.app).await.len(), 1);
    assert_eq!(numbers(&till.invoices("unpaid").await), [0, 1, 0]);
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let waiting = till.invoices("waiting").await;
    assert_eq!(numbers(&waiting), [1, 0, 0]);
    let item = &waiting["items"][0];
    assert_eq!(item["name"], "Công ty Cổ phần Sao Mai");
    assert_eq!(
        (&item["amount"], &item["class"]),
        (&json!(PRICE), &json!("Thường"))
    );
    assert_eq!(item["state"], "waiting");
}

#[tokio::test]
async fn no_invoice_form_where_no_invoices_are_offered_or_nothing_is_due() {
    let till = Till::new().await;
    let path = format!("/api/event/{}/public", till.event);
    assert_eq!(till.app.get(&path).await.data()["offersInvoices"], false);
    // Details typed before the organiser withdrew the offer are no fault.
    let answer = till.register("hoa", with(company(), "name", "")).await;
    let id = answer.data()["attendanceId"].as_str().unwrap();
    let hoa = till.app.row(id.parse().unwrap()).await;
    assert!(stored(&till.app).await.is_empty());
    assert_eq!(till.own_page(&hoa).await["offersInvoice"], false);
    let refused = till.own_invoice(Method::PUT, &hoa, company()).await;
    assert_eq!(refused.code(), 5008);
    let refused = till.invoice_of(Method::PUT, &hoa, company()).await;
    assert_eq!(refused.code(), 5008);

    till.offer(true).await;
    assert_eq!(till.app.get(&path).await.data()["offersInvoices"], true);
    let asked = till.own_invoice(Method::PUT, &hoa, company()).await;
    assert_eq!(asked.code(), 2000, "also later");
    let free = till.app.ticket(till.event, "Miễn phí", 0, -1).await;
    let lan = crate::support::new_registration(till.event, "lan", Some(free));
    let lan = till.app.add(lan).await;
    let refused = till.own_invoice(Method::PUT, &lan, company()).await;
    assert_eq!(refused.code(), 5008);
    let of_lan = till.invoice_of(Method::GET, &lan, Value::Null).await;
    assert_eq!(
        of_lan.data(),
        &json!({ "isOffered": false, "invoice": null })
    );
}

#[tokio::test]
async fn every_field_has_its_bounds() {
    let till = Till::with_invoices().await;
    let hoa = till.guest("hoa").await;
    let person = json!({ "buyer": "person", "name": "Lê Thị Hoa" });
    let long = |length: usize| "ạ".repeat(length);
    let email = |length: usize| format!("{}@example.vn", "a".repeat(length - 11));
    for right in [
        person.clone(),
        with(person.clone(), "taxNumber", "001099123456"),
        with(person.clone(), "taxNumber", "0100109106"),
        with(company(), "name", long(400)),
        with(company(), "address", long(400)),
        with(company(), "email", email(999)),
        with(company(), "email", " "),
    ] {
        let saved = till.own_invoice(Method::PUT, &hoa, right.clone()).await;
        assert_eq!(saved.code(), 2000, "{right}: {}", saved.json);
    }
    for (field, wrong) in [
        ("name", with(company(), "name", long(401))),
        ("name", with(company(), "name", " ")),
        ("address", with(company(), "address", long(401))),
        ("address", with(company(), "address", "")),
        ("email", with(company(), "email", email(1000))),
        ("email", with(company(), "email", "ketoan")),
        ("taxNumber", with(company(), "taxNumber", "0100109107")),
        ("taxNumber", with(company(), "taxNumber", "0100109106-01")),
        ("taxNumber", with(company(), "taxNumber", "001099123456")),
        ("taxNumber", with(company(), "taxNumber", Value::Null)),
        ("taxNumber", with(company(), "taxNumber", long(31))),
        ("taxNumber", with(person, "taxNumber", "00109912345")),
    ] {
        let refused = till.own_invoice(Method::PUT, &hoa, wrong.clone()).await;
        assert_eq!(refused.code(), 5002, "{wrong}");
        assert!(refused.json["fields"][field].is_array(), "{}", refused.json);
        let on_form = till.register("lan", wrong).await;
        let field = format!("invoice.{field}");
        assert!(
            on_form.json["fields"][&field].is_array(),
            "{}",
            on_form.json
        );
    }
}

#[tokio::test]
async fn a_participant_changes_and_withdraws_the_request_until_it_is_issued() {
    let till = Till::with_invoices().await;
    let hoa = till.guest("hoa").await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.own_invoice(Method::PUT, &hoa, company()).await;
    let other = with(company(), "name", "Công ty Khác");
    till.own_invoice(Method::PUT, &hoa, other.clone()).await;
    assert_eq!(
        till.invoices("waiting").await["items"][0]["name"],
        "Công ty Khác"
    );
    let removed = till.own_invoice(Method::DELETE, &hoa, Value::Null).await;
    assert_eq!(removed.code(), 2000);
    assert!(stored(&till.app).await.is_empty());
    let again = till.own_invoice(Method::DELETE, &hoa, Value::Null).await;
    assert_eq!(again.code(), 2000, "nothing to withdraw");

    // The organiser enters it for a participant who asked by phone.
    let saved = till.invoice_of(Method::PUT, &hoa, other).await;
    assert_eq!(saved.data()["name"], "Công ty Khác");
    till.decide_invoices(json!({ "action": "issue", "ids": [hoa.id] }))
        .await;
    for refused in [
        till.own_invoice(Method::PUT, &hoa, company()).await,
        till.own_invoice(Method::DELETE, &hoa, Value::Null).await,
        till.invoice_of(Method::PUT, &hoa, company()).await,
        till.invoice_of(Method::DELETE, &hoa, Value::Null).await,
    ] {
        assert_eq!(refused.code(), 5008);
    }
    let own = till.own_page(&hoa).await;
    assert_eq!(own["invoice"]["name"], "Công ty Khác");
    assert!(own["invoice"]["issuedAt"].is_string());
    let nonsense = till.app.request(
        Method::PUT,
        &format!("/api/event/{}/registration/invoice", till.event),
    );
    let nonsense = nonsense.header(OWN_KEY_HEADER, "nonsense").json(company());
    assert_eq!(nonsense.send().await.code(), 5005);
    // A participant of another event.
    let another = till.app.event(&till.owner, |_| {}).await;
    let path = format!("/api/event/{another}/attendances/{}/invoice", hoa.id);
    assert_eq!(
        till.call(Method::GET, &path, Value::Null).await.code(),
        5005
    );
}

#[tokio::test]
async fn a_change_of_an_earlier_version_is_refused_to_participant_and_organiser() {
    let till = Till::with_invoices().await;
    let hoa = till.guest("hoa").await;
    let of = |name: &str, version: &Value| {
        let body = with(company(), "name", name);
        with(body, "version", version.clone())
    };
    let asked = till.own_invoice(Method::PUT, &hoa, of("Sen", &json!(0)));
    let asked = asked.await;
    assert_eq!(asked.code(), 2000, "{}", asked.json);
    let first = &asked.data()["version"];
    // Both had seen no request before.
    let refused = till.invoice_of(Method::PUT, &hoa, of("Mai", &json!(0)));
    let refused = refused.await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(&refused.json["data"], asked.data());

    let changed = till.invoice_of(Method::PUT, &hoa, of("Mai", first)).await;
    assert_eq!(changed.code(), 2000, "{}", changed.json);
    for refused in [
        till.own_invoice(Method::PUT, &hoa, of("Sen Hồng", first))
            .await,
        till.invoice_of(Method::PUT, &hoa, of("Sen Hồng", first))
            .await,
    ] {
        assert_eq!(refused.code(), 5008);
        assert_eq!(&refused.json["data"], changed.data());
    }
    assert_eq!(till.own_page(&hoa).await["invoice"], *changed.data());
    let second = &changed.data()["version"];
    let changed = till.own_invoice(Method::PUT, &hoa, of("Sen", second)).await;
    assert_eq!(changed.data()["name"], "Sen");

    // Withdrawn, and asked for again at another time.
    let third = &changed.data()["version"];
    till.own_invoice(Method::DELETE, &hoa, Value::Null).await;
    let refused = till.invoice_of(Method::PUT, &hoa, of("Mai", third)).await;
    assert_eq!(
        (refused.code(), &refused.json["data"]),
        (5008, &Value::Null)
    );
    till.app.pass(std::time::Duration::from_secs(1));
    let again = till.own_invoice(Method::PUT, &hoa, of("Cúc", &json!(0)));
    let again = again.await;
    for stale in [first, second, third] {
        let refused = till.invoice_of(Method::PUT, &hoa, of("Mai", stale)).await;
        assert_eq!(refused.code(), 5008);
        assert_eq!(&refused.json["data"], again.data());
    }
}

#[tokio::test]
async fn many_are_issued_at_once_and_taken_back() {
    let till = Till::with_invoices().await;
    let mut ids = Vec::new();
    for (number, name) in ["hoa", "lan", "mai"].into_iter().enumerate() {
        let guest = till.guest(name).await;
        till.own_invoice(Method::PUT, &guest, company()).await;
        if name != "mai" {
            let number = u32::try_from(number).unwrap();
            till.receive(number, PRICE, &guest.payment_ref).await;
        }
        ids.push(guest.id);
    }
    assert_eq!(numbers(&till.invoices("waiting").await), [2, 1, 0]);
    let stranger = till.guest("nga").await;
    let chosen = json!([ids[0], ids[1], stranger.id]);
    let decided = till
        .decide_invoices(json!({ "action": "issue", "ids": chosen }))
        .await;
    assert_eq!(decided.data()["done"], json!([ids[0], ids[1]]));
    assert_eq!(decided.data()["failed"], json!([stranger.id]));
    let issued = till.invoices("issued").await;
    assert_eq!(numbers(&issued), [0, 1, 2]);
    assert!(issued["items"][0]["issuedByName"].is_string());
    let again = till
        .decide_invoices(json!({ "action": "issue", "ids": [ids[0]] }))
        .await;
    assert_eq!(again.data()["failed"], json!([ids[0]]), "decided already");

    let number = json!({ "action": "issue", "ids": [ids[0]], "number": "1C26TAA-000123" });
    assert_eq!(
        till.decide_invoices(number).await.data()["done"],
        json!([ids[0]])
    );
    let of_hoa = till
        .invoice_of(Method::GET, &till.app.row(ids[0]).await, Value::Null)
        .await;
    assert_eq!(of_hoa.data()["invoice"]["invoiceNumber"], "1C26TAA-000123");
    let undone = till
        .decide_invoices(json!({ "action": "undo", "ids": ids }))
        .await;
    assert_eq!(undone.data()["done"], json!([ids[0], ids[1]]));
    assert_eq!(numbers(&till.invoices("waiting").await), [2, 1, 0]);
    assert!(
        stored(&till.app)
            .await
            .iter()
            .all(|row| row.invoice_number.is_none())
    );

    let unknown = hoi_platform::clock::new_id::<uuid::Uuid>();
    let many = |count: usize| json!({ "action": "issue", "ids": vec![unknown; count] });
    assert_eq!(till.decide_invoices(many(200)).await.code(), 2000);
    assert_eq!(till.decide_invoices(many(201)).await.code(), 5002);
    assert_eq!(till.decide_invoices(many(0)).await.code(), 5002);
    let number = |length: usize, ids: Value| json!({ "action": "issue", "ids": ids, "number": "9".repeat(length) });
    assert_eq!(
        till.decide_invoices(number(50, json!([ids[1]])))
            .await
            .code(),
        2000
    );
    assert_eq!(
        till.decide_invoices(number(51, json!([ids[1]])))
            .await
            .code(),
        5002
    );
    assert_eq!(
        till.decide_invoices(number(5, json!(ids))).await.code(),
        5002,
        "one number for many"
    );
}

#[tokio::test]
async fn a_request_goes_with_the_participant_unless_it_was_issued() {
    let till = Till::with_invoices().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    for guest in [&hoa, &lan] {
        till.own_invoice(Method::PUT, guest, company()).await;
    }
    till.receive(1, PRICE, &lan.payment_ref).await;
    till.decide_invoices(json!({ "action": "issue", "ids": [lan.id] }))
        .await;
    let removed = till
        .app
        .desk
        .submit(release(till.event, vec![hoa.id, lan.id], till.owner.id));
    removed.await.unwrap();
    let left = stored(&till.app).await;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].attendance_id, lan.id);
    let issued = till.invoices("issued").await;
    assert_eq!(issued["items"][0]["isRemoved"], true);
    // A late request does not bring it back.
    assert_eq!(
        till.own_invoice(Method::PUT, &hoa, company()).await.code(),
        5005
    );
}

#[tokio::test]
async fn the_file_holds_what_an_accountant_needs() {
    let till = Till::with_invoices().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    till.own_invoice(Method::PUT, &hoa, company()).await;
    let person = json!({ "buyer": "person", "name": "=1+1", "taxNumber": "001099123456" });
    till.own_invoice(Method::PUT, &lan, person).await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.decide_invoices(json!({ "action": "issue", "ids": [hoa.id], "number": "000123" }))
        .await;
    let csv = till.export_invoices("format=csv").await;
    let text = String::from_utf8_lossy(&csv.bytes).into_owned();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    for part in [
        "Công ty Cổ phần Sao Mai",
        "0100109106-001",
        "ketoan@saomai.example",
        "Thường",
        "250000",
        "000123",
    ] {
        assert!(lines[1].contains(part), "{part} in {}", lines[1]);
    }
    assert!(lines[1].contains(&hoa.payment_ref), "{}", lines[1]);
    assert!(
        lines[2].contains(&lan.email),
        "without an own address: {}",
        lines[2]
    );
    assert!(
        lines[2].contains("001099123456") && !lines[2].contains(",=1"),
        "{}",
        lines[2]
    );
    let issued = till.export_invoices("state=issued").await;
    let found = sheets(&issued);
    assert!(!found[0].1.is_empty());
    let waiting = till.export_invoices("format=csv&state=waiting").await;
    assert_eq!(String::from_utf8_lossy(&waiting.bytes).lines().count(), 1);
}
