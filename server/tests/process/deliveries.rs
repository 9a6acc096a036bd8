//! Deliveries of a bank service survive the death of the program.

use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use hoi_db::Db;
use sea_orm::{ConnectionTrait as _, Statement};
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::backup::{Api, start_with_admin};
use crate::program::{Place, Program, client};

const PEOPLE: usize = 40;
const KILLS: usize = 5;
const PRICE: i64 = 250_000;
const NUMBER: &str = "0123456789";
const KEY: &str = "a-key-of-the-service";
/// The time in which the last program has to finish.
const PATIENCE: Duration = Duration::from_secs(60);

/// An event of which [`PEOPLE`] owe a transfer.
struct Till {
    /// The path that the service calls.
    hook: String,
    references: Vec<String>,
}

impl Till {
    async fn open(program: &Program) -> Self {
        let api = Api::of(program).await;
        let logo = api.upload(1).await;
        let event = json!({
            "title": "Hội nghị", "description": "<p>Một ngày</p>", "totalParticipants": PEOPLE,
            "openRegistrationDate": "2020-01-01T00:00:00Z", "closeRegistrationDate": "2100-01-01T00:00:00Z",
            "logo": logo, "eventStartDate": "2100-01-02T00:00:00Z", "venueAddress": "Nhà hát Lớn, Hà Nội",
            "turnOffPayment": false, "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": NUMBER,
            "accountHolderName": "NGUYEN VAN AN", "paymentEmailContent": "<p>Chào!</p>",
            "sendEmailAfterRegister": true, "registerEmailContent": "<p>Chào!</p>",
            "eventForm": { "scheme": [] }, "tickets": [{ "name": "Thường", "price": PRICE, "quantity": -1 }],
        });
        let event = api.post("/event", &event).await;
        let path = format!("/event/{}/attendances", event["id"].as_str().unwrap());
        let class = &event["tickets"][0]["id"];
        for number in 0..PEOPLE {
            let person = json!({
                "fullName": format!("Trần {number}"), "email": format!("khach{number}@example.vn"),
                "phone": "0912345678", "company": "Một", "ticketId": class, "paymentMethod": "BANK_TRANSFER",
                "sendMail": false,
            });
            api.post(&path, &person).await;
        }
        let people = api.client.get(format!("{}{path}?limit=100", api.base));
        let people = api.data(people).await;
        let people = people["items"].as_array().unwrap();
        let references = people
            .iter()
            .map(|person| person["paymentRef"].as_str().unwrap().to_owned());
        let references: Vec<_> = references.collect();
        assert_eq!(references.len(), PEOPLE);
        let account = json!({ "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": NUMBER, "holderName": "NGUYEN VAN AN" });
        let account = api.post("/bank-accounts", &account).await;
        let id = account["id"].as_str().unwrap();
        let connection = api
            .client
            .put(format!("{}/bank-accounts/{id}/connection", api.base));
        let connection = connection.json(&json!({ "service": "sepay", "key": KEY }));
        let connected = api.data(connection).await;
        let address = connected["webhookAddress"].as_str().unwrap();
        let (_, hook) = address.split_once("/api/").unwrap();
        Self {
            hook: format!("/api/{hook}"),
            references,
        }
    }

    /// Reports the transfer with this number, and returns whether the service is content with the answer.
    async fn report(&self, client: &reqwest::Client, base: &str, number: usize) -> bool {
        let body = json!({
            "id": number + 1, "gateway": "Vietcombank", "transactionDate": "2100-01-01 10:02:37",
            "accountNumber": NUMBER, "code": null, "content": format!("IBFT {} GD", self.references[number]),
            "transferType": "in", "transferAmount": PRICE, "accumulated": 0, "subAccount": null,
            "referenceCode": format!("MB.{number}"),
        });
        let request = client
            .post(format!("{base}{}", self.hook))
            .header("authorization", format!("Apikey {KEY}"))
            .timeout(Duration::from_secs(10))
            .json(&body);
        request
            .send()
            .await
            .is_ok_and(|answer| answer.status().is_success())
    }

    /// Repeats unanswered reports, until the program does not answer any more or everything is answered.
    async fn report_all(&self, base: &str, answered: &mut BTreeSet<usize>) {
        let client = client();
        let open: Vec<_> = (0..PEOPLE)
            .filter(|number| !answered.contains(number))
            .collect();
        for number in open {
            if !self.report(&client, base, number).await {
                return;
            }
            answered.insert(number);
            // Services also repeat answered reports.
            self.report(&client, base, number / 2).await;
        }
    }
}

async fn count(db: &Db, what: &str) -> i64 {
    let conn = db.read();
    let sql = format!("select {what}");
    let statement = Statement::from_string(conn.get_database_backend(), sql);
    let row = conn.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn a_program_killed_during_deliveries_loses_and_doubles_nothing() {
    let place = Place::new().await;
    let mut program = start_with_admin(&place).await;
    let till = Till::open(&program).await;
    let mut answered = BTreeSet::new();
    for kill in 0..KILLS {
        let base = format!("http://{}", program.address);
        let random = RandomState::new().hash_one(kill);
        let life = Duration::from_millis(20 + random % 200);
        eprintln!("killed after {life:?}, {} answered before", answered.len());
        let ((), ()) = tokio::join!(till.report_all(&base, &mut answered), async {
            sleep(life).await;
            program.signal("KILL");
        });
        program.end().await;
        program = place.start().await;
    }
    let base = format!("http://{}", program.address);
    till.report_all(&base, &mut answered).await;
    assert_eq!(answered.len(), PEOPLE);

    let db = Db::open_beside(&place.database).await.unwrap();
    let mailed = "count(*) from mail_log where recipient like 'khach%'";
    let people = i64::try_from(PEOPLE).unwrap();
    let began = Instant::now();
    while count(&db, mailed).await < people || count(&db, UNDER_WAY).await > 0 {
        assert!(began.elapsed() < PATIENCE, "not all is done");
        sleep(Duration::from_millis(100)).await;
    }
    for once in [
        "count(*) from transfer",
        "count(*) from transfer where state = 'used'",
        "count(*) from payment",
        "count(distinct attendance_id) from payment",
        "count(*) from attendance where payment_status = 'paid'",
        "count(*) from event_activity where action = 'participant.paid'",
        "count(distinct subject_id) from event_activity where action = 'participant.paid'",
        mailed,
        "count(distinct recipient) from mail_log where recipient like 'khach%' and is_sent",
    ] {
        assert_eq!(count(&db, once).await, people, "{once}");
    }
    program.stop().await;
}

/// Work that a delivery causes and that is not done.
const UNDER_WAY: &str = "count(*) from job where state = 'waiting' and name like 'transfers.%'";
