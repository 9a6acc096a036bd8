//! An event with payment on an organiser's connected bank account.

use std::time::Duration;

use axum::http::Method;
use hoi_platform::ids::TicketId;
use hoi_server::operations::{self, Level};
use hoi_ticketing::attendances::{PaymentMethod, attendance};
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{AppWithDesk, NewRegistration};
use sea_orm::{ActiveModelTrait as _, EntityTrait, QueryOrder as _, Set};
use serde_json::{Value, json};

use crate::support::uploads::multipart;
use crate::support::{Answer, TestApp, TestUser, new_registration};

pub const DAY: Duration = Duration::from_hours(24);
pub const PRICE: i64 = 250_000;
pub const NUMBER: &str = "0123456789";
pub const KEY: &str = "a-key-of-the-service";

pub struct Till {
    pub app: TestApp,
    pub owner: TestUser,
    pub event: EventId,
    pub class: TicketId,
    /// The bank account's identifier.
    pub account: String,
    /// The path that the service calls.
    pub hook: String,
}

impl Till {
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        Self::of(app, owner).await
    }

    /// Creates an event of `owner`, and an account that is connected with `SePay`.
    pub async fn of(app: TestApp, owner: TestUser) -> Self {
        let event = app.event(&owner, with_payment).await;
        let class = app.ticket(event, "Thường", PRICE, -1).await;
        let account = json!({ "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": NUMBER, "holderName": "NGUYEN VAN AN" });
        let made = app
            .send_as(&owner, Method::POST, "/api/bank-accounts", account)
            .await;
        let account = made.data()["id"].as_str().unwrap().to_owned();
        let path = format!("/api/bank-accounts/{account}/connection");
        let connection = json!({ "service": "sepay", "key": KEY });
        let connected = app.send_as(&owner, Method::PUT, &path, connection).await;
        let address = connected.data()["webhookAddress"]
            .as_str()
            .unwrap()
            .to_owned();
        let hook = address
            .strip_prefix("https://hoi.example")
            .unwrap()
            .to_owned();
        Self {
            app,
            owner,
            event,
            class,
            account,
            hook,
        }
    }

    /// Gives visitors three days to pay for an event that begins in a month.
    pub async fn with_deadline(change: impl FnOnce(&mut event::ActiveModel)) -> Self {
        let till = Self::new().await;
        let mut row = event::ActiveModel {
            id: Set(till.event),
            event_start_date: Set(till.app.app.clock.now().plus(30 * DAY)),
            close_registration_date: Set(till.app.app.clock.now().plus(29 * DAY)),
            payment_email_content: Set(Some("<p>Chuyển khoản nhé.</p>".to_owned())),
            payment_days: Set(Some(3)),
            release_unpaid: Set(true),
            ..Default::default()
        };
        change(&mut row);
        let tx = till.app.app.db.write().await.unwrap();
        row.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
        till.app.app.snapshots.forget_all();
        till
    }

    /// Registers a visitor on the public page.
    pub async fn visitor(&self, name: &str, method: &str) -> (attendance::Model, Value) {
        let body = json!({
            "fullName": name, "email": format!("{name}@khach.vn"), "phone": "0912345678", "company": "Sao",
            "ticketId": self.class, "paymentMethod": method, "consent": true,
        });
        let path = format!("/api/event/{}/register", self.event);
        let answer = self.app.request(Method::POST, &path).json(body).send();
        let confirmed = answer.await.data().clone();
        let id = serde_json::from_value(confirmed["attendanceId"].clone()).unwrap();
        (self.app.row(id).await, confirmed)
    }

    /// Registers a participant who owes [`PRICE`] by transfer.
    pub async fn guest(&self, name: &str) -> attendance::Model {
        self.guest_of(self.event, self.class, name).await
    }

    /// Registers a participant who owes the price of `class` at another event by transfer.
    pub async fn guest_of(&self, event: EventId, class: TicketId, name: &str) -> attendance::Model {
        let person = NewRegistration {
            payment_method: Some(PaymentMethod::BankTransfer),
            mails: false,
            ..new_registration(event, name, Some(class))
        };
        self.app.add(person).await
    }

    /// Creates another event on the same account.
    pub async fn second_event(&self) -> EventId {
        let event = self.app.event(&self.owner, with_payment);
        event.await
    }

    /// Returns the servers: two on `PostgreSQL`; `SQLite` allows one, which then works twice at once.
    pub async fn servers(&self) -> Vec<AppWithDesk> {
        let own = self.app.server.clone();
        let second = self.app.second_server().await;
        vec![
            own.clone(),
            second.map_or(own, |second| second.server.clone()),
        ]
    }

    /// Returns the row of a guest as it is now.
    pub async fn now(&self, guest: &attendance::Model) -> attendance::Model {
        self.app.row(guest.id).await
    }

    pub async fn deliver(&self, body: &Value) -> Answer {
        self.deliver_with(KEY, body).await
    }

    pub async fn deliver_with(&self, key: &str, body: &Value) -> Answer {
        let request = self
            .app
            .request(Method::POST, &self.hook)
            .json(body.clone());
        request
            .header("authorization", &format!("Apikey {key}"))
            .send()
            .await
    }

    /// Delivers a transfer and works on it.
    pub async fn receive(&self, id: u32, amount: i64, content: &str) {
        self.deliver(&sepay(id, amount, content)).await;
        self.app.run_jobs().await;
    }

    pub async fn call(&self, method: Method, path: &str, body: Value) -> Answer {
        self.app.call(&self.owner, method, path, body).await
    }

    /// Lists the event's transfers in this state.
    pub async fn listed(&self, state: &str) -> Vec<Value> {
        let path = format!("/api/transfers?eventId={}&state={state}", self.event);
        let answer = self.call(Method::GET, &path, Value::Null).await;
        if state == "waiting" {
            let todo = self.app.todo(&self.owner, self.event).await;
            assert_eq!(todo["transfers"], answer.data()["total"]);
        }
        answer.data()["items"].as_array().unwrap().clone()
    }

    pub async fn decide(&self, action: &str, ids: &[&Value]) -> Answer {
        let body = json!({ "action": action, "ids": ids });
        self.call(Method::POST, "/api/transfers/decide", body).await
    }

    pub async fn statement(&self, file: &str, parts: &[(&str, &str)]) -> Answer {
        let mut form = vec![("file", Some("saoke.csv"), file.as_bytes())];
        form.extend(
            parts
                .iter()
                .map(|(name, text)| (*name, None, text.as_bytes())),
        );
        let path = format!("/api/bank-accounts/{}/statement", self.account);
        let token = self.app.fresh_token(&self.owner);
        let request = self
            .app
            .request(Method::POST, &path)
            .bearer(&token)
            .lang("en");
        request.form(multipart(&form)).send().await
    }

    /// Returns all transfers in the order in which they were taken in.
    pub async fn transfers(&self) -> Vec<transfer::Model> {
        let rows = transfer::Entity::find().order_by_asc(transfer::Column::Id);
        rows.all(self.app.app.db.read()).await.unwrap()
    }

    /// Asserts that the stored counters agree with their rows: received amounts with payments and decisions, the uses of
    /// codes with registrations.
    pub async fn assert_counted(&self) {
        let app = &self.app.app;
        let report = operations::check(&app.db, &app.storage, &app.config, app.clock.now()).await;
        let counters = report.lines.iter();
        let counters = counters.filter(|finding| finding.subject == "counters");
        for finding in counters {
            assert_eq!(finding.level, Level::Fine, "{}", finding.text);
        }
    }
}

fn with_payment(event: &mut event::ActiveModel) {
    event.turn_off_payment = Set(false);
    event.bank_name = Set(Some("Vietcombank".to_owned()));
    event.bank_bin = Set(Some("970436".to_owned()));
    event.account_number = Set(Some(NUMBER.to_owned()));
    event.account_holder_name = Set(Some("NGUYEN VAN AN".to_owned()));
    event.send_email_after_register = Set(true);
    event.register_email_content = Set(Some("<p>Chào!</p>".to_owned()));
}

/// Returns the delivery of `SePay` for a transfer on the first day of the tests.
pub fn sepay(id: u32, amount: i64, content: &str) -> Value {
    json!({
        "id": id, "gateway": "Vietcombank", "transactionDate": "2026-03-01 10:02:37", "accountNumber": NUMBER,
        "code": null, "content": content, "transferType": "in", "transferAmount": amount, "accumulated": 0,
        "subAccount": null, "referenceCode": format!("MBVCB.{id}"),
    })
}
