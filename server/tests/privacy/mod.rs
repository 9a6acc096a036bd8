//! Erasing a participant who went through everything: nothing of the person is left in any table or file, and every total
//! is as before.

mod accounts;
mod invited;
mod meanwhile;
mod own_data;
mod personal_data;
mod requests;
mod retention;
mod sensitive;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::Method;
use hoi_db::{DatabaseUrl, Db, Engine};
use hoi_mail::{Email, MailFolder, Transport};
use hoi_organising::checkin::entity::scan;
use hoi_organising::messages::entity::opt_out;
use hoi_platform::clock::new_id;
use hoi_platform::idempotency::entity as idempotency;
use hoi_platform::mail_log;
use hoi_server::background::clean_up;
use hoi_server::privacy;
use hoi_ticketing::attendances::{AnswerValue, ERASED_NAME, attendance};
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{NewRegistration, OWN_KEY_HEADER, own_key, tell_owners};
use image::ImageFormat;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait as _, ConnectionTrait as _, EntityTrait as _,
    QueryFilter as _, Set, Statement,
};
use serde_json::{Value, json};

use crate::lucky_draw::rounds::recompute;
use crate::participants::support::question;
use crate::support::uploads::{multipart, picture};
use crate::support::{Answer, new_registration, typed};
use crate::transfers::support::{PRICE, Till, sepay};

const NAME: &str = "Trịnh Thị Quỳnh Giao";
const FOLDED: &str = "trinh thi quynh giao";
const EMAIL: &str = "quynh.giao@rieng.example";
const PHONE: &str = "0987123654";
/// The key of Giao's registration.
const ATTEMPT: &str = "giao-dang-ky";

/// An event, its organiser, and Giao, who has registered for it.
struct Evening {
    till: Till,
    giao: attendance::Model,
    picture: String,
}

impl Evening {
    async fn new() -> Self {
        let till = Till::new().await;
        let scheme = json!({ "scheme": [
            question("home", "Bạn ở đâu?", "TEXT", &[]),
            question("photo", "Ảnh của bạn", "IMAGE", &[]),
        ] });
        let tx = till.app.app.db.write().await.unwrap();
        let change = event::ActiveModel {
            form: Set(typed(scheme)),
            offers_invoices: Set(true),
            ..Default::default()
        };
        event::Entity::update_many()
            .set(change)
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        till.app.app.snapshots.forget_all();
        let photo = picture(8, 8, ImageFormat::Png);
        let form = multipart(&[("file", Some("ảnh.png"), &photo)]);
        let path = format!("/api/event/{}/upload", till.event);
        let uploaded = till.app.send_form(&path, None, form).await;
        let picture = uploaded.data()["url"].as_str().unwrap().to_owned();
        let body = json!({
            "fullName": NAME, "email": EMAIL, "phone": PHONE, "company": "Tiệm hoa Quỳnh Giao",
            "ticketId": till.class, "paymentMethod": "BANK_TRANSFER", "consent": true,
            "invoice": { "buyer": "person", "name": NAME },
            "answers": [
                { "questionId": "home", "answer": format!("Nhà của {NAME}") },
                { "questionId": "photo", "answer": picture },
            ],
        });
        let path = format!("/api/event/{}/register", till.event);
        let request = till.app.request(Method::POST, &path).json(body);
        // As the form does: the answer is stored, in case it is asked for again.
        let request = request.header("idempotency-key", ATTEMPT);
        let registered = request.send().await;
        assert_eq!(registered.code(), 2000, "{}", registered.json);
        let id = registered.data()["attendanceId"].as_str().unwrap();
        let giao = till.app.row(id.parse().unwrap()).await;
        Self {
            till,
            giao,
            picture,
        }
    }

    async fn call(&self, method: Method, rest: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}{rest}", self.till.event);
        self.till.call(method, &path, body).await
    }

    async fn get(&self, rest: &str) -> Value {
        let answer = self.call(Method::GET, rest, Value::Null).await;
        assert_eq!(answer.code(), 2000, "{rest}: {}", answer.json);
        answer.data().clone()
    }

    fn transfer(&self) -> Value {
        let text = format!("{} {}", self.giao.payment_ref, FOLDED.to_uppercase());
        sepay(1, PRICE, &text)
    }

    /// Giao pays, comes, gets a message, wins, and the organiser writes about her.
    async fn live(&self) {
        let app = &self.till.app;
        app.run_jobs().await;
        tell_owners(&app.app).await.unwrap();
        self.till.deliver(&self.transfer()).await;
        app.run_jobs().await;
        assert_eq!(self.till.now(&self.giao).await.received, PRICE);
        let one = format!("/attendances/{}", self.giao.id);
        let note = json!({ "note": format!("Bạn của {NAME}"), "role": FOLDED });
        assert_eq!(self.call(Method::PUT, &one, note).await.code(), 2000);
        let entry =
            json!({ "eventId": self.till.event, "attendanceId": self.giao.id, "checkedIn": true });
        let entered = self.till.call(Method::POST, "/api/event/checkin", entry);
        assert_eq!(entered.await.code(), 2001);
        let message = json!({
            "subject": "Giờ đón khách", "content": "<p>Chào {{fullName}}</p>", "segment": { "kind": "all" },
        });
        let written = self.call(Method::POST, "/messages", message).await;
        let rest = format!("/messages/{}/send", written.data()["id"].as_str().unwrap());
        let sent = self.call(Method::POST, &rest, json!({ "version": 1 }));
        assert_eq!(sent.await.code(), 2000);
        app.run_jobs().await;
        let draw = json!({ "isOpen": true, "prizes": [{ "name": "Hoa", "quantity": 1 }] });
        let setup = self.call(Method::PUT, "/lucky-draw", draw).await;
        let prize = json!({ "prizeId": setup.data()["prizes"][0]["id"] });
        let drawn = self.call(Method::POST, "/lucky-draw/draw", prize).await;
        let won = &drawn.data()["attendanceId"];
        assert_eq!(won, &json!(self.giao.id), "{}", drawn.json);
        let tx = app.app.db.write().await.unwrap();
        let out = opt_out::ActiveModel {
            owner_id: Set(self.till.owner.id),
            email_key: Set(EMAIL.to_owned()),
            at: Set(app.app.clock.now()),
        };
        opt_out::Entity::insert(out)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    async fn erase_as(&self, name: &str, updated_at: &Value) -> Answer {
        let rest = format!("/attendances/{}/erase", self.giao.id);
        let body = json!({ "fullName": name, "updatedAt": updated_at });
        self.call(Method::POST, &rest, body).await
    }

    /// Erases Giao, and has the jobs done.
    async fn erase(&self) {
        let seen = self.get(&format!("/attendances/{}", self.giao.id)).await;
        let erased = self.erase_as(NAME, &seen["updatedAt"]).await;
        assert_eq!(erased.code(), 2000, "{}", erased.json);
        let mails = self.till.app.run_jobs().await;
        assert!(mails.is_empty(), "an erased participant gets no mail");
    }

    /// Adds another participant with the same name; returns the rest of the path.
    async fn add_namesake(&self) -> String {
        let namesake = json!({
            "fullName": NAME, "email": "giao.khac@hoi.example", "ticketId": self.till.class,
        });
        let added = self.call(Method::POST, "/attendances", namesake).await;
        self.till.app.run_jobs().await;
        format!("/attendances/{}", added.data()["id"].as_str().unwrap())
    }

    async fn erase_namesake(&self, rest: &str) {
        let seen = self.get(rest).await;
        let body = json!({ "fullName": NAME, "updatedAt": seen["updatedAt"] });
        let rest = format!("{rest}/erase");
        let erased = self.call(Method::POST, &rest, body).await;
        assert_eq!(erased.code(), 2000, "{}", erased.json);
    }

    /// Takes away what links transfers with registrations.
    async fn unlink_transfers(&self) {
        let tx = self.till.app.app.db.write().await.unwrap();
        let unlinked = transfer::ActiveModel {
            attendance_id: Set(None),
            event_id: Set(None),
            ..Default::default()
        };
        let unlinked = transfer::Entity::update_many().set(unlinked);
        unlinked.exec(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// All totals that include participants.
    async fn totals(&self) -> Vec<Value> {
        let list = self.get("/attendances").await;
        let overview = format!("/api/statistic/overview?eventId={}", self.till.event);
        let overview = self.till.call(Method::GET, &overview, Value::Null).await;
        let winners = self.get("/lucky-draw/settings").await["winners"].clone();
        let winners = winners.as_array().unwrap().iter();
        let mut verified = Vec::new();
        for won in winners.clone() {
            let round = format!("/lucky-draw/rounds/{}", won["roundId"].as_str().unwrap());
            let round = self.get(&round).await;
            assert_eq!(round["winner"], recompute(&round).as_str());
            assert_eq!(round["winner"], won["attendanceId"]);
            verified.push(round);
        }
        let ledger = format!("/api/event/{}/money/export?format=csv", self.till.event);
        vec![
            // Due, received, beyond the price, given back, and the amounts of transfers.
            self.sums(&ledger, &[4, 5, 6, 7, 11]).await,
            // The same with the bank's amounts.
            self.sums("/api/money/export?format=csv", &[5, 6, 7, 8, 9])
                .await,
            Value::Array(verified),
            json!([list["total"], list["checkedIn"]]),
            self.get("/money").await,
            self.get("/tickets").await,
            overview.data().clone(),
            winners.map(|won| won["attendanceId"].clone()).collect(),
        ]
    }

    /// Adds up these columns of a file.
    async fn sums(&self, path: &str, columns: &[usize]) -> Value {
        let csv = self.till.call(Method::GET, path, Value::Null).await;
        let csv = String::from_utf8(csv.bytes).unwrap();
        let sum = |column: &usize| -> i64 {
            let cells = csv.lines().skip(1).map(|line| line.split(',').nth(*column));
            let cells = cells
                .map(|cell| cell.unwrap())
                .filter(|cell| !cell.is_empty());
            cells.map(|cell| cell.parse::<i64>().unwrap()).sum()
        };
        let sums: Vec<i64> = columns.iter().map(sum).collect();
        assert!(sums.contains(&PRICE), "{csv}");
        json!(sums)
    }

    /// Returns the stored answer to Giao's registration.
    async fn stored_answer(&self) -> Option<String> {
        let stored = idempotency::Entity::find().filter(idempotency::Column::Key.eq(ATTEMPT));
        let stored = stored.one(self.till.app.app.db.read()).await.unwrap();
        stored.map(|row| row.body)
    }

    async fn tables_with(&self, text: &str) -> BTreeSet<String> {
        tables_with(&self.till.app.app.db, text).await
    }

    /// Returns the files of the data folder, without those of the embedded database, whose tables are searched.
    fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        collect(&self.till.app.app.config.data_dir, &mut found);
        found
    }

    fn has_picture(&self) -> bool {
        let id = self.picture.rsplit('/').next().unwrap().replace('-', "");
        let mut files = self.files().into_iter();
        files.any(|file| file.to_string_lossy().contains(&id))
    }
}

/// Returns the tables in which this text stands, whatever its case.
async fn tables_with(db: &Db, text: &str) -> BTreeSet<String> {
    let conn = db.read();
    let (columns, place) = match db.engine() {
        Engine::Sqlite => (
            "select m.name as at, c.name as part from sqlite_master m, pragma_table_info(m.name) c \
             where m.type = 'table'",
            "instr",
        ),
        Engine::Postgres => (
            "select table_name::text as at, column_name::text as part from information_schema.columns \
             where table_schema = 'public'",
            "strpos",
        ),
    };
    let columns = Statement::from_string(conn.get_database_backend(), columns);
    let mut found = BTreeSet::new();
    for row in conn.query_all_raw(columns).await.unwrap() {
        let (table, column): (String, String) = (
            row.try_get("", "at").unwrap(),
            row.try_get("", "part").unwrap(),
        );
        let sql = format!(
            "select count(*) as number from \"{table}\" \
             where {place}(lower(cast(\"{column}\" as text)), lower($1)) > 0"
        );
        let sql = Statement::from_sql_and_values(
            conn.get_database_backend(),
            sql,
            [text.to_owned().into()],
        );
        let row = conn.query_one_raw(sql).await.unwrap().unwrap();
        if row.try_get::<i64>("", "number").unwrap() > 0 {
            found.insert(table);
        }
    }
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, found);
        } else if !name.starts_with("hoi.") {
            found.push(path);
        }
    }
}

#[tokio::test]
async fn nothing_of_an_erased_participant_is_left_and_every_total_stays() {
    let evening = Evening::new().await;
    evening.live().await;
    let code = evening.giao.ticket_code.clone();
    let words = [NAME, FOLDED, EMAIL, PHONE, code.as_str()];
    let mut before = BTreeSet::new();
    for word in words {
        let found = evening.tables_with(word).await;
        assert!(!found.is_empty(), "{word} stands nowhere before");
        before.extend(found);
    }
    for table in [
        "attendance",
        "bank_delivery",
        "event_activity",
        "invoice_request",
        "mail_log",
        "message_opt_out",
        "notification",
        "transfer",
    ] {
        assert!(before.contains(table), "{table}: {before:?}");
    }
    assert!(evening.has_picture());
    let stored = evening.stored_answer().await;
    assert!(stored.is_some_and(|answer| !answer.is_empty()));
    let totals = evening.totals().await;

    evening.erase().await;
    for word in words {
        assert_eq!(evening.tables_with(word).await, BTreeSet::new(), "{word}");
    }
    assert!(!evening.has_picture());
    for file in evening.files() {
        let content = fs::read(&file).unwrap();
        let content = String::from_utf8_lossy(&content).to_lowercase();
        for word in words {
            let is_there = content.contains(&word.to_lowercase());
            assert!(!is_there, "{word} in {}", file.display());
        }
    }
    assert_eq!(evening.totals().await, totals);

    // The bank's service delivers the same transfer once more.
    evening.till.deliver(&evening.transfer()).await;
    evening.till.app.run_jobs().await;
    assert_eq!(evening.tables_with(FOLDED).await, BTreeSet::new());
    assert_eq!(evening.totals().await, totals);
}

#[tokio::test]
async fn mails_that_are_stored_as_files_go_with_the_person() {
    let evening = Evening::new().await;
    let app = &evening.till.app;
    let folder = MailFolder::create(app.app.config.data_dir.join("mail")).unwrap();
    let files = Transport::File(folder.clone());
    let mut mails = app.run_jobs().await;
    mails.retain(|mail| mail.to.email.to_string() == EMAIL);
    let own = mails.first().expect("Giao got a mail").clone();
    for (id, to) in [
        ("reset@x", "Quynh.Giao@Rieng.example"),
        ("of-hoa@x", "hoa@hoi.example"),
    ] {
        mails.push(Email {
            to: to.parse().unwrap(),
            message_id: id.to_owned(),
            ..own.clone()
        });
    }
    for mail in &mails {
        files.send(mail).await.unwrap();
    }
    let left = async || {
        let list = folder.list(100).await.unwrap();
        let to = list.into_iter().map(|mail| (mail.to, mail.file));
        to.collect::<Vec<_>>()
    };
    assert_eq!(left().await.len(), mails.len());

    // Another person has the address: what names neither registration stays.
    let other = NewRegistration {
        email: EMAIL.to_owned(),
        mails: false,
        ..new_registration(evening.till.second_event().await, "giao", None)
    };
    let other = app.add(other).await;
    evening.erase().await;
    let names: Vec<String> = left().await.into_iter().map(|(_, file)| file).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.iter().any(|name| name.contains("reset")), "{names:?}");

    privacy::erase(&app.app, other.event_id, other.id, None, None)
        .await
        .unwrap();
    app.run_jobs().await;
    let rest = left().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0].0, "hoa@hoi.example");
    assert_eq!(evening.tables_with(EMAIL).await, BTreeSet::new());
}

/// Everything else in the files of the database than its rows: pages that are free, and the log. `PostgreSQL` keeps its
/// files to itself.
#[tokio::test]
async fn no_byte_of_an_erased_participant_is_left_in_the_embedded_database() {
    let evening = Evening::new().await;
    let app = &evening.till.app.app;
    let DatabaseUrl::Sqlite(file) = app.config.database_url.clone() else {
        return;
    };
    evening.live().await;
    let code = evening.giao.ticket_code.clone();
    let words = [NAME, FOLDED, EMAIL, PHONE, code.as_str()].map(str::to_lowercase);
    let found = || {
        let mut content = Vec::new();
        for file in [file.clone(), file.with_extension("db-wal")] {
            content.extend(fs::read(file).unwrap_or_default());
        }
        let content = String::from_utf8_lossy(&content).to_lowercase();
        let found = words.iter().filter(|word| content.contains(*word));
        found.cloned().collect::<Vec<String>>()
    };
    // Two answers of 20 kilobytes, so that the first frees its pages before the erasure, and the second in it.
    for number in 1..=2 {
        let text = format!("{number} {NAME} {EMAIL} {PHONE} {code}; ").repeat(250);
        let mut answers = evening.till.now(&evening.giao).await.answers;
        answers.answers[0].answer = AnswerValue::Text(text);
        let tx = app.db.write().await.unwrap();
        let change = attendance::ActiveModel {
            id: Set(evening.giao.id),
            answers: Set(answers),
            ..Default::default()
        };
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }
    assert_eq!(found(), words);
    evening.erase().await;
    // Empties the log into the file, as the program does when it has been quiet.
    app.db.close().await;
    assert_eq!(found(), Vec::<String>::new());
}

#[tokio::test]
async fn others_keep_what_is_theirs() {
    let evening = Evening::new().await;
    let hoa = evening.till.guest("hoa").await;
    let receive = evening.till.receive(7, PRICE, &hoa.payment_ref);
    receive.await;
    evening.live().await;
    let log = evening.tables_with(&hoa.full_name).await;
    let (text, row) = (
        evening.tables_with(&hoa.payment_ref).await,
        evening.till.now(&hoa).await,
    );
    evening.erase().await;
    assert_eq!(evening.tables_with(&hoa.full_name).await, log);
    assert_eq!(evening.tables_with(&hoa.payment_ref).await, text);
    assert_eq!(evening.till.now(&hoa).await, row);
}

#[tokio::test]
async fn a_name_that_was_typed_as_the_inviter_goes_unless_another_participant_has_it() {
    let evening = Evening::new().await;
    let mut guests = Vec::new();
    for (number, inviter) in [NAME, "TRINH  thi Quỳnh Giao", "Quỳnh Giao", "Chị Hoa"]
        .into_iter()
        .enumerate()
    {
        let guest = json!({
            "fullName": format!("Khách {number}"), "email": format!("khach{number}@hoi.example"),
            "invitedBy": inviter, "ticketId": evening.till.class,
        });
        let added = evening.call(Method::POST, "/attendances", guest).await;
        assert!(added.json["data"]["id"].is_string(), "{}", added.json);
        guests.push(added.data()["id"].as_str().unwrap().to_owned());
    }
    let inviters = async || {
        let mut found = Vec::new();
        for guest in &guests {
            let row = evening.till.app.row(guest.parse().unwrap()).await;
            found.push(row.invited_by);
        }
        found
    };
    let other = [Some("Quỳnh Giao".to_owned()), Some("Chị Hoa".to_owned())];
    let namesake = evening.add_namesake().await;
    evening.erase().await;
    let before = inviters().await;
    assert!(before.iter().all(Option::is_some), "{before:?}");

    evening.erase_namesake(&namesake).await;
    let after = inviters().await;
    assert_eq!(after[..2], [None, None]);
    assert_eq!(after[2..], other);
}

#[tokio::test]
async fn an_erased_participant_is_shown_without_a_name_and_cannot_be_changed_or_found() {
    let evening = Evening::new().await;
    let one = format!("/attendances/{}", evening.giao.id);
    let seen = evening.get(&one).await;
    let other = evening.erase_as("Trịnh Thị Giao", &seen["updatedAt"]).await;
    assert_eq!(other.code(), 5002);
    assert!(
        other.json["fields"]["fullName"].is_array(),
        "{}",
        other.json
    );
    let stale = evening.erase_as(NAME, &json!("2026-01-01T00:00:00Z")).await;
    assert_eq!(stale.code(), 5008);
    assert_eq!(evening.till.now(&evening.giao).await.full_name, NAME);
    let key = own_key(&evening.till.app.app.secrets, &evening.giao);
    evening.erase().await;

    let shown = evening.get(&one).await;
    assert_eq!(shown["fullName"], ERASED_NAME);
    assert!(shown["erasedAt"].is_string(), "{shown}");
    assert_eq!(
        (&shown["email"], &shown["ticketCode"], &shown["answers"]),
        (&json!(""), &json!(""), &json!([]))
    );
    for search in ["Giao", "0987123654", "rieng"] {
        let list = evening.get(&format!("/attendances?search={search}")).await;
        assert_eq!(list["total"], 0, "{search}");
    }
    let change = json!({ "fullName": NAME });
    assert_eq!(evening.call(Method::PUT, &one, change).await.code(), 5008);
    let resend = format!("{one}/resend");
    let resent = evening.call(Method::POST, &resend, Value::Null).await;
    assert_eq!(resent.code(), 5008);
    let path = format!("/api/event/{}/registration", evening.till.event);
    let own = evening.till.app.request(Method::GET, &path);
    assert_eq!(own.header(OWN_KEY_HEADER, &key).send().await.code(), 5005);

    // Once more, as seen before.
    let again = evening.erase_as(NAME, &seen["updatedAt"]).await;
    assert_eq!(again.code(), 2000);
    let history = evening.get(&format!("{one}/history")).await;
    let actions = history["items"].as_array().unwrap().iter();
    let erased = actions.filter(|entry| entry["action"] == "participant.erased");
    assert_eq!(erased.count(), 1);
}

#[tokio::test]
async fn a_picture_is_erased_whose_question_has_come_to_ask_for_something_sensitive() {
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    let mut paper = question("photo", "Số giấy tờ", "TEXT", &[]);
    paper["sensitive"] = json!(true);
    let scheme = json!({ "scheme": [paper] });
    let changed = evening.call(Method::PUT, "/form", scheme).await;
    assert_eq!(changed.code(), 2000, "{}", changed.json);
    evening.till.app.run_jobs().await;
    assert!(evening.has_picture());
    evening.erase().await;
    assert!(!evening.has_picture());
}

#[tokio::test]
async fn an_address_beyond_ascii_goes_from_the_mail_log() {
    const WRITTEN: &str = "Giao@HỘI-ĐỒNG.example";
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    let tx = evening.till.app.app.db.write().await.unwrap();
    let written = attendance::ActiveModel {
        id: Set(evening.giao.id),
        email: Set(WRITTEN.to_owned()),
        ..Default::default()
    };
    written.update(&tx).await.unwrap();
    let now = evening.till.app.app.clock.now();
    let sent = mail_log::ActiveModel {
        id: Set(new_id()),
        recipient: Set(WRITTEN.to_owned()),
        template: Set("ticket".to_owned()),
        is_sent: Set(true),
        attempts: Set(1),
        error: Set(None),
        created_at: Set(now),
        tried_at: Set(now),
        about: Set(None),
    };
    mail_log::Entity::insert(sent)
        .exec_without_returning(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert!(evening.tables_with(WRITTEN).await.contains("mail_log"));
    evening.erase().await;
    assert!(!evening.tables_with(WRITTEN).await.contains("mail_log"));
}

#[tokio::test]
async fn mails_to_a_former_address_go_from_the_mail_log_with_the_person() {
    let evening = Evening::new().await;
    let app = &evening.till.app;
    app.run_jobs().await;
    let one = format!("/attendances/{}", evening.giao.id);
    let corrected = json!({ "email": "giao.moi@rieng.example" });
    let corrected = evening.call(Method::PUT, &one, corrected).await;
    assert_eq!(corrected.code(), 2000, "{}", corrected.json);
    app.run_jobs().await;
    assert!(evening.tables_with(EMAIL).await.contains("mail_log"));
    evening.erase().await;
    let tables = evening.tables_with(EMAIL).await;
    assert!(!tables.contains("mail_log"), "{tables:?}");
}

#[tokio::test]
async fn participants_in_a_restored_database_are_erased_again() {
    let evening = Evening::new().await;
    let before = evening.till.now(&evening.giao).await;
    evening.erase().await;
    let app = &evening.till.app.app;
    assert_eq!(privacy::erase_again(app).await.unwrap(), 0);
    let tx = app.db.write().await.unwrap();
    let back = attendance::ActiveModel {
        id: Set(before.id),
        full_name: Set(before.full_name),
        email: Set(before.email),
        erased_at: Set(None),
        ..Default::default()
    };
    back.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(privacy::erase_again(app).await.unwrap(), 1);
    let row = evening.till.now(&evening.giao).await;
    assert_eq!(
        (row.full_name.as_str(), row.email.as_str()),
        (ERASED_NAME, "")
    );
    assert!(row.erased_at.is_some());

    // The list is made anew from the database, as in the new folder of a server.
    let list = app.config.data_dir.join("erased");
    fs::remove_file(&list).unwrap();
    assert_eq!(privacy::erase_again(app).await.unwrap(), 0);
    let listed = fs::read_to_string(&list).unwrap();
    assert!(listed.contains(&evening.giao.id.to_string()));
}

#[tokio::test]
async fn a_picture_that_was_replaced_is_erased_with_the_person() {
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    let key = own_key(&evening.till.app.app.secrets, &evening.giao);
    let path = format!("/api/event/{}/registration", evening.till.event);
    let photo = picture(9, 9, ImageFormat::Png);
    let form = multipart(&[("file", Some("khác.png"), &photo)]);
    let upload = format!("/api/event/{}/upload", evening.till.event);
    let uploaded = evening.till.app.send_form(&upload, None, form).await;
    let other = uploaded.data()["url"].as_str().unwrap();
    let without = json!({
        "fullName": NAME, "phone": PHONE, "company": "Tiệm hoa Quỳnh Giao",
        "answers": [{ "questionId": "home", "answer": "Nhà mới" }, { "questionId": "photo", "answer": other }],
    });
    let own = evening.till.app.request(Method::PUT, &path);
    let changed = own.header(OWN_KEY_HEADER, &key).json(without).send().await;
    assert_eq!(changed.code(), 2000, "{}", changed.json);
    evening.till.app.run_jobs().await;
    assert!(evening.has_picture());
    evening.erase().await;
    assert!(!evening.has_picture());
}

#[tokio::test]
async fn money_that_is_linked_to_an_erased_participant_leaves_no_text() {
    const TEXT: &str = "chi Giao o tiem hoa";
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    // It has no full name and no reference, so neither a registration nor the erasure finds it before.
    evening.till.receive(1, PRICE, TEXT).await;
    evening.erase().await;
    let kept = BTreeSet::from(["bank_delivery".to_owned(), "transfer".to_owned()]);
    assert_eq!(evening.tables_with(TEXT).await, kept);
    let waiting = evening.till.transfers().await;
    let ids: Vec<_> = waiting.iter().map(|row| row.id).collect();
    let body = json!({ "action": "assign", "ids": ids, "attendanceId": evening.giao.id });
    let path = "/api/transfers/decide";
    let decided = evening.till.call(Method::POST, path, body).await;
    assert_eq!(decided.data()["done"], json!(ids), "{}", decided.json);
    assert_eq!(evening.till.now(&evening.giao).await.received, PRICE);
    assert_eq!(evening.tables_with(TEXT).await, BTreeSet::new());
    let linked = evening.till.transfers().await;
    assert!(linked.iter().all(|row| row.erased_at.is_some()));
}

#[tokio::test]
async fn open_transfers_that_name_a_person_lose_their_texts_unless_they_may_be_anothers() {
    let evening = Evening::new().await;
    let namesake = evening.add_namesake().await;
    let texts = [
        format!("{} dong hoc phi", FOLDED.to_uppercase()),
        format!("tien ve {EMAIL}"),
        "SDT 0987 123 654 tien ve".to_owned(),
        // One word of the name, another address and a longer number identify another person, or none.
        format!("Giao hang x{EMAIL} 1{PHONE}"),
    ];
    for (number, text) in (1..).zip(&texts) {
        evening.till.receive(number, PRICE * 3, text).await;
    }
    evening.unlink_transfers().await;
    let before = evening.till.transfers().await;
    let is_open = |row: &transfer::Model| row.erased_at.is_none();
    assert!(before.iter().all(is_open));
    evening.erase().await;
    let after = evening.till.transfers().await;
    let open: Vec<bool> = after.iter().map(is_open).collect();
    assert_eq!(open, [true, false, false, true]);
    evening.erase_namesake(&namesake).await;
    let after = evening.till.transfers().await;
    let open: Vec<bool> = after.iter().map(is_open).collect();
    assert_eq!(open, [false, false, false, true]);
    let kept = |row: &transfer::Model| (row.amount, row.day.clone(), row.state);
    assert_eq!(
        after.iter().map(kept).collect::<Vec<_>>(),
        before.iter().map(kept).collect::<Vec<_>>()
    );
    assert_eq!(evening.tables_with(FOLDED).await, BTreeSet::new());
    let other = BTreeSet::from(["bank_delivery".to_owned(), "transfer".to_owned()]);
    assert_eq!(evening.tables_with(EMAIL).await, other);
}

#[tokio::test]
async fn an_open_transfer_with_an_address_as_banks_write_it_loses_its_text() {
    const WRITTEN: &str = "QUYNH GIAO RIENG EXAMPLE";
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    let text = format!("{WRITTEN} tra tien");
    evening.till.receive(1, PRICE * 3, &text).await;
    let kept = BTreeSet::from(["bank_delivery".to_owned(), "transfer".to_owned()]);
    assert_eq!(evening.tables_with(WRITTEN).await, kept);
    evening.erase().await;
    assert_eq!(evening.tables_with(WRITTEN).await, BTreeSet::new());
}

#[tokio::test]
async fn an_open_transfer_with_the_reference_loses_its_text_in_the_erasure() {
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    let text = format!("{} {FOLDED}", evening.giao.payment_ref);
    // Not the due amount, so that it waits.
    evening.till.receive(1, PRICE * 3, &text).await;
    evening.unlink_transfers().await;
    evening.erase().await;
    assert_eq!(evening.tables_with(FOLDED).await, BTreeSet::new());
}

#[tokio::test]
async fn erasing_again_erases_what_banks_reported_since() {
    let evening = Evening::new().await;
    evening.live().await;
    let seen = evening
        .get(&format!("/attendances/{}", evening.giao.id))
        .await;
    evening.erase().await;
    let tx = evening.till.app.app.db.write().await.unwrap();
    let again = transfer::ActiveModel {
        content: Set(FOLDED.to_owned()),
        payer: Set(Some(NAME.to_owned())),
        erased_at: Set(None),
        ..Default::default()
    };
    let again = transfer::Entity::update_many().set(again);
    again.exec(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!evening.tables_with(FOLDED).await.is_empty());
    let erased = evening.erase_as(NAME, &seen["updatedAt"]).await;
    assert_eq!(erased.code(), 2000);
    for word in [FOLDED, NAME] {
        assert_eq!(evening.tables_with(word).await, BTreeSet::new(), "{word}");
    }
}

#[tokio::test]
async fn transfers_that_pay_for_nothing_lose_their_texts_after_a_year() {
    const TEXT: &str = "0911222333 tra tien";
    let evening = Evening::new().await;
    evening.till.receive(1, PRICE, TEXT).await;
    let clock = &evening.till.app.app.clock;
    let begin = clock.now();
    let day = Duration::from_hours(24);
    clock.set(begin.plus(31 * day));
    clean_up(&evening.till.app.app).await;
    let kept = BTreeSet::from(["transfer".to_owned()]);
    assert_eq!(evening.tables_with(TEXT).await, kept);
    clock.set(begin.plus(366 * day));
    clean_up(&evening.till.app.app).await;
    assert_eq!(evening.tables_with(TEXT).await, BTreeSet::new());
    assert_eq!(evening.till.transfers().await[0].amount, PRICE);
}

#[tokio::test]
async fn a_code_that_was_typed_with_more_around_it_goes_and_so_does_its_end() {
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    let code = evening.giao.ticket_code.clone();
    let tx = evening.till.app.app.db.write().await.unwrap();
    let read = scan::ActiveModel {
        id: Set(new_id()),
        event_id: Set(evening.till.event),
        attendance_id: Set(None),
        code: Set(Some(format!("X{}9", code.to_lowercase()))),
        device_id: Set(None),
        nonce: Set(None),
        occurred_at: Set(evening.till.app.app.clock.now()),
        received_at: Set(evening.till.app.app.clock.now()),
        result: Set("unknown".to_owned()),
        answer: Set(None),
        actor: Set("Cửa 1".to_owned()),
    };
    scan::Entity::insert(read)
        .exec_without_returning(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert!(evening.tables_with(&code).await.contains("scan"));
    evening.erase().await;
    assert_eq!(evening.tables_with(&code).await, BTreeSet::new());
    let row = evening.till.now(&evening.giao).await;
    assert_eq!(row.ticket_code.len(), code.len());
    // By chance in one of many thousands; the former code kept its end always.
    assert_ne!(row.ticket_code[code.len() - 3..], code[code.len() - 3..]);
}
