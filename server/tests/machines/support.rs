//! Two programs with a data folder each, and helpers to call them.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hoi_db::Db;
use sea_orm::{ConnectionTrait as _, Statement};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::sync::{Mutex, MutexGuard};

use crate::program::{ADMIN, PASSWORD, Place, Program, client};

pub const SECOND: Duration = Duration::from_secs(1);
/// A second, and some time for a busy machine.
pub const SOON: Duration = Duration::from_secs(3);

/// One test at a time measures: each has two programs.
static TURN: Mutex<()> = Mutex::const_new(());

/// Two machines that share a database, a folder of files and the secret.
pub struct Machines {
    pub place: Place,
    folders: [TempDir; 2],
    /// Held, and never read.
    _turn: Option<MutexGuard<'static, ()>>,
}

impl Machines {
    /// Returns None where the database is embedded. Waits until the other tests have ended.
    pub async fn new() -> Option<Self> {
        let turn = TURN.lock().await;
        let mut machines = Self::beside_others().await?;
        machines._turn = Some(turn);
        Some(machines)
    }

    /// For a test that mostly waits.
    pub async fn beside_others() -> Option<Self> {
        let place = Place::new().await;
        if place.is_embedded() {
            return None;
        }
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for folder in &folders {
            std::fs::write(folder.path().join("secret"), [7; 32]).unwrap();
        }
        Some(Self {
            place,
            folders,
            _turn: None,
        })
    }

    /// Returns the command that starts the server on this machine, 0 or 1.
    pub fn command(&self, machine: usize) -> Command {
        let files = self.place.folder.path().join("files");
        let mut command = self.place.command_in("serve", self.folders[machine].path());
        command
            .env("HOI_ADMIN_EMAIL", ADMIN)
            .env("HOI_ADMIN_PASSWORD", PASSWORD)
            .env("HOI_STORAGE_URL", format!("file://{}", files.display()))
            .env("HOI_TRUSTED_PROXIES", "127.0.0.1");
        command
    }

    pub async fn start(&self, machine: usize) -> Program {
        Program::start(self.command(machine)).await
    }

    /// Starts both at the same moment.
    pub async fn start_both(&self) -> (Program, Program) {
        tokio::join!(self.start(0), self.start(1))
    }

    /// Returns the number that `select {what}` finds.
    pub async fn count(&self, what: &str) -> i64 {
        let db = Db::open_beside(&self.place.database).await.unwrap();
        let sql = format!("select {what}");
        let statement = Statement::from_string(db.read().get_database_backend(), sql);
        let row = db.read().query_one_raw(statement).await.unwrap().unwrap();
        let number = row.try_get_by_index(0).unwrap();
        db.close().await;
        number
    }
}

/// A client of one server, or of a proxy, with a login.
#[derive(Clone)]
pub struct Api {
    pub client: reqwest::Client,
    pub address: SocketAddr,
    pub token: String,
}

impl Api {
    pub async fn of(program: &Program) -> Self {
        Self {
            client: client(),
            address: program.address,
            token: program.log_in().await,
        }
    }

    /// The same login at another server.
    pub fn at(&self, address: SocketAddr) -> Self {
        Self {
            address,
            ..self.clone()
        }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/api{path}", self.address)
    }

    pub async fn send(&self, request: reqwest::RequestBuilder) -> Value {
        let request = request.bearer_auth(&self.token);
        request.send().await.unwrap().json().await.unwrap()
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(self.client.get(self.url(path))).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.send(self.client.post(self.url(path)).json(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Value {
        self.send(self.client.put(self.url(path)).json(body)).await
    }

    pub async fn delete(&self, path: &str) -> Value {
        self.send(self.client.delete(self.url(path))).await
    }

    /// Returns the body with which an event of this many participants is made.
    pub async fn event_body(&self, seats: i64) -> Value {
        let picture = image::RgbImage::from_pixel(64, 64, image::Rgb([40, 80, 160]));
        let mut png = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let part = reqwest::multipart::Part::bytes(png.into_inner());
        let part = part.file_name("a.png").mime_str("image/png").unwrap();
        let form = reqwest::multipart::Form::new()
            .text("purpose", "eventLogo")
            .part("file", part);
        let upload = self.client.post(self.url("/upload")).multipart(form);
        let uploaded = self.send(upload).await;
        assert!(uploaded["data"].is_object(), "{uploaded}");
        json!({
            "title": "Hội nghị", "description": "<p>Một ngày</p>", "totalParticipants": 100_000,
            "openRegistrationDate": "2020-01-01T00:00:00Z", "closeRegistrationDate": "2100-01-01T00:00:00Z",
            "logo": uploaded["data"]["url"], "turnOffPayment": true, "sendEmailAfterRegister": false,
            "eventStartDate": "2100-01-02T00:00:00Z", "venueAddress": "Nhà hát Lớn, Hà Nội",
            "eventForm": { "scheme": [] },
            "tickets": [{ "name": "Thường", "price": 0, "quantity": seats }],
        })
    }

    /// Makes an event with one class of this many seats; -1 for any number.
    pub async fn event(&self, seats: i64) -> Event {
        let body = self.event_body(seats).await;
        let made = self.post("/event", &body).await;
        assert!(made["data"].is_object(), "{made}");
        Event {
            id: made["data"]["id"].as_str().unwrap().to_owned(),
            class: made["data"]["tickets"][0]["id"]
                .as_str()
                .unwrap()
                .to_owned(),
        }
    }

    /// Registers a visitor from an own address, and returns the whole answer.
    pub async fn register(&self, event: &Event, name: &str, key: Option<&str>) -> Value {
        let path = self.url(&format!("/event/{}/register", event.id));
        let mut request = self
            .client
            .post(path)
            .header("x-forwarded-for", visitor_address())
            .json(&event.visitor(name));
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        request.send().await.unwrap().json().await.unwrap()
    }

    /// Registers a visitor, and returns the registration's identifier.
    pub async fn guest(&self, event: &Event, name: &str) -> String {
        let registered = self.register(event, name, None).await;
        let id = registered["data"]["attendanceId"].as_str();
        id.unwrap_or_else(|| panic!("{registered}")).to_owned()
    }

    /// Checks a participant in or out as the event's owner.
    pub async fn check_in(&self, event: &Event, guest: &str, is_in: bool) -> Value {
        let body = json!({ "eventId": event.id, "attendanceId": guest, "checkedIn": is_in });
        self.post("/event/checkin", &body).await
    }
}

/// Visitors come from different addresses, because one address may not register any number of people.
pub fn visitor_address() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let [_, a, b, c] = NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    format!("10.{a}.{b}.{c}")
}

#[derive(Clone)]
pub struct Event {
    pub id: String,
    pub class: String,
}

impl Event {
    pub fn visitor(&self, name: &str) -> Value {
        json!({
            "fullName": format!("Trần {name}"), "email": format!("{name}@example.vn"), "phone": "0912345678",
            "company": "Một", "ticketId": self.class, "answers": [], "consent": true,
        })
    }
}
