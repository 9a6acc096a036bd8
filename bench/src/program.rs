//! The program under load: started as an operator starts it, filled through its API.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, RequestBuilder, Response};
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

/// The administrator, created at the first start.
pub const ADMIN: &str = "admin@example.vn";
const PASSWORD: &str = "correct horse battery";
/// The same at every start, so that a database can be measured again.
const SECRET: &[u8] = b"a secret of nobody, for measurements";
/// How long the first answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// A grey square, used as logo.
const LOGO: &[u8] = include_bytes!("logo.png");

/// A data folder and the configuration of the servers that are started on it, one after the other. The folder is removed
/// with its last copy.
#[derive(Clone)]
pub struct Place {
    folder: Arc<TempDir>,
    address: SocketAddr,
    environment: Vec<(String, String)>,
}

impl Place {
    /// Makes a data folder for a server on this database; by default an embedded one in the folder.
    pub fn new(database_url: Option<&str>) -> Result<Self> {
        Self::within(&std::env::temp_dir(), database_url)
    }

    /// Does so in a folder that exists.
    pub fn within(folder: &Path, database_url: Option<&str>) -> Result<Self> {
        let folder = Arc::new(tempfile::tempdir_in(folder)?);
        fs::write(folder.path().join("secret"), SECRET)?;
        let mut place = Self {
            folder,
            address: TcpListener::bind("127.0.0.1:0")?.local_addr()?,
            environment: Vec::new(),
        };
        if let Some(url) = database_url {
            place.set("HOI_DATABASE_URL", url);
        }
        Ok(place)
    }

    /// Sets a variable of the environment of servers and commands.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.environment.push((name.to_owned(), value.into()));
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the server's address, `http://…`, the same at every start.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns a command of `hoi`, which lies in the same folder as this program.
    pub fn command(&self, name: &str) -> Result<Command> {
        let program = std::env::current_exe()?.with_file_name("hoi");
        ensure!(
            program.is_file(),
            "there is no {}; build it first",
            program.display()
        );
        let mut command = Command::new(program);
        command
            .arg(name)
            .env("HOI_LISTEN", self.address.to_string())
            .env("HOI_DATA_DIR", self.folder())
            .env("HOI_ADMIN_EMAIL", ADMIN)
            .env("HOI_ADMIN_PASSWORD", PASSWORD)
            .env("HOI_TRUSTED_PROXIES", "127.0.0.1")
            .env("HOI_LOG", "warn")
            .envs(self.environment.iter().cloned())
            .stdout(Stdio::null())
            .kill_on_drop(true);
        Ok(command)
    }

    /// Starts a server and waits until it answers.
    pub async fn start(&self) -> Result<Program> {
        Program::launch(self, self.command("serve")?).await
    }

    /// Starts a server that appends its log to this file.
    pub async fn start_logging(&self, log: &Path) -> Result<Program> {
        let log = fs::File::options().create(true).append(true).open(log)?;
        let mut command = self.command("serve")?;
        command.stderr(log);
        Program::launch(self, command).await
    }
}

/// A running server.
pub struct Program {
    process: Child,
    url: String,
    client: Client,
    /// The administrator's access token; empty until logged in.
    token: String,
    started_in: Duration,
    _place: Place,
}

impl Program {
    /// Starts a server in a data folder of its own and waits until it answers.
    pub async fn start(database_url: Option<&str>) -> Result<Self> {
        Self::start_with(database_url, &[]).await
    }

    /// As [`Self::start`], with more configuration.
    pub async fn start_with(database_url: Option<&str>, more: &[(&str, &str)]) -> Result<Self> {
        let mut place = Place::new(database_url)?;
        for (name, value) in more {
            place.set(name, *value);
        }
        place.start().await
    }

    async fn launch(place: &Place, mut command: Command) -> Result<Self> {
        let began = Instant::now();
        let process = command.spawn().context("cannot start hoi")?;
        let mut started = Self {
            process,
            url: place.url(),
            client: Client::new(),
            token: String::new(),
            started_in: Duration::ZERO,
            _place: place.clone(),
        };
        while began.elapsed() < PATIENCE {
            let health = started.client.get(format!("{}/api/health", started.url));
            // A server that is not well answers 503.
            if health.send().await.is_ok() {
                started.started_in = began.elapsed();
                started.token = started.log_in(ADMIN).await?;
                return Ok(started);
            }
            if let Some(status) = started.process.try_wait()? {
                bail!("the server ended: {status}");
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        bail!("the server did not answer within {PATIENCE:?}")
    }

    /// Returns the server's address, `http://…`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns how long it was from the start to the first answer.
    pub fn started_in(&self) -> Duration {
        self.started_in
    }

    /// Returns the administrator's access token.
    pub fn admin(&self) -> &str {
        &self.token
    }

    /// Returns the access token of an account that has the administrator's password.
    pub async fn log_in(&self, email: &str) -> Result<String> {
        let login = self.client.post(format!("{}/api/auth/login", self.url));
        let login = data_of(login.json(&json!({ "email": email, "password": PASSWORD }))).await?;
        Ok(text(&login, "/token/accessToken")?.to_owned())
    }

    /// Reads the data at this path with an access token.
    pub async fn get(&self, token: &str, path: &str) -> Result<Value> {
        let request = self.client.get(format!("{}{path}", self.url));
        data_of(request.bearer_auth(token)).await
    }

    /// Sends a body to this path with an access token and returns the data of the answer.
    pub async fn post(&self, token: &str, path: &str, body: &Value) -> Result<Value> {
        let request = self.client.post(format!("{}{path}", self.url));
        data_of(request.bearer_auth(token).json(body)).await
    }

    /// Creates an event that is open now, with the given seats, questions and ticket classes. Returns its identifier.
    pub async fn open_event(
        &self,
        seats: usize,
        mails: bool,
        scheme: Value,
        tickets: Value,
    ) -> Result<String> {
        let payment = json!({ "turnOffPayment": true });
        self.open_event_with(seats, mails, scheme, tickets, payment)
            .await
    }

    /// Does the same for an event with other fields, such as those of its payment.
    pub async fn open_event_with(
        &self,
        seats: usize,
        mails: bool,
        scheme: Value,
        tickets: Value,
        more: Value,
    ) -> Result<String> {
        let event = self
            .create_event(seats, mails, scheme, tickets, more)
            .await?;
        Ok(text(&event, "/id")?.to_owned())
    }

    /// As [`Self::open_event_with`]; returns the event as the organiser sees it.
    pub async fn create_event(
        &self,
        seats: usize,
        mails: bool,
        scheme: Value,
        tickets: Value,
        more: Value,
    ) -> Result<Value> {
        let logo = Part::bytes(LOGO)
            .file_name("logo.png")
            .mime_str("image/png")?;
        let upload = self
            .client
            .post(format!("{}/api/upload", self.url))
            .bearer_auth(&self.token)
            .multipart(Form::new().text("purpose", "eventLogo").part("file", logo));
        let logo = data_of(upload).await?;
        let mut body = json!({
                "title": "Hội nghị Đổi mới",
                "description": "<p>Một ngày gặp gỡ</p>",
                "totalParticipants": seats,
                "openRegistrationDate": "2020-01-01T00:00:00Z",
                "closeRegistrationDate": "2100-01-01T00:00:00Z",
                "logo": text(&logo, "/url")?,
                "sendEmailAfterRegister": mails,
                "registerEmailContent": "<p>Xin chào {{fullName}}!</p>",
                "eventStartDate": "2100-01-02T00:00:00Z",
                "venueAddress": "Nhà hát Lớn, Hà Nội",
                "eventForm": { "scheme": scheme },
                "tickets": tickets,
        });
        if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
            body.extend(more);
        }
        let event = self.client.post(format!("{}/api/event", self.url));
        data_of(event.bearer_auth(&self.token).json(&body)).await
    }

    /// Imports a CSV file into the event and returns the number of participants created.
    pub async fn import(&self, event: &str, csv: String) -> Result<u64> {
        let file = Part::bytes(csv.into_bytes()).file_name("khach.csv");
        let import = self
            .client
            .post(format!("{}/api/event/{event}/attendances/import", self.url))
            .bearer_auth(&self.token)
            .multipart(Form::new().part("file", file));
        let imported = data_of(import).await?;
        let count = imported.get("imported").and_then(Value::as_u64);
        count.ok_or_else(|| anyhow!("{imported} has no count"))
    }

    /// Takes in a statement of a bank account and returns the number of its new transfers.
    pub async fn statement(&self, account: &str, csv: String) -> Result<u64> {
        let file = Part::bytes(csv.into_bytes()).file_name("saoke.csv");
        let path = format!("{}/api/bank-accounts/{account}/statement", self.url);
        let taken = self.client.post(path).bearer_auth(&self.token);
        let taken = data_of(taken.multipart(Form::new().part("file", file))).await?;
        let count = taken.get("new").and_then(Value::as_u64);
        count.ok_or_else(|| anyhow!("{taken} has no count"))
    }

    /// Starts the download of all participants with all optional columns.
    pub async fn export(&self, token: &str, event: &str, format: &str) -> Result<Response> {
        let export = self
            .client
            .get(format!(
                "{}/api/event/{event}/attendances/export?format={format}&sensitive=true",
                self.url
            ))
            .bearer_auth(token);
        Ok(export.send().await?.error_for_status()?)
    }

    /// Returns the memory that the server holds now, in kibibytes.
    pub fn memory(&self) -> Result<u64> {
        self.status_of("VmRSS:")
    }

    /// Returns the most memory that the server has held since [`Self::forget_peak`], in kibibytes.
    pub fn peak_memory(&self) -> Result<u64> {
        self.status_of("VmHWM:")
    }

    /// Resets the peak to the memory held now.
    pub fn forget_peak(&self) -> Result<()> {
        Ok(fs::write(self.proc("clear_refs")?, "5")?)
    }

    /// Returns how many files and sockets the server has open.
    pub fn open_files(&self) -> Result<usize> {
        Ok(fs::read_dir(self.proc("fd")?)?.count())
    }

    fn status_of(&self, name: &str) -> Result<u64> {
        let status = fs::read_to_string(self.proc("status")?)?;
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.split_whitespace().next());
        Ok(number.with_context(|| format!("no {name}"))?.parse()?)
    }

    /// Returns the path of a file in `/proc` about the server.
    fn proc(&self, file: &str) -> Result<String> {
        let id = self.process.id().context("the server has ended")?;
        Ok(format!("/proc/{id}/{file}"))
    }

    /// Ends the server at once, as a power switch does. Returns when the process is gone.
    pub async fn stop(mut self) -> Result<()> {
        Ok(self.process.kill().await?)
    }

    /// Asks the server to stop, as an operator does, and waits until it has.
    pub async fn ask_to_stop(mut self) -> Result<ExitStatus> {
        let id = self.process.id().context("the server has ended")?;
        let asked = Command::new("kill").arg(id.to_string()).status().await?;
        ensure!(asked.success(), "the server could not be asked to stop");
        let ended = tokio::time::timeout(PATIENCE, self.process.wait()).await;
        Ok(ended.context("the server does not stop")??)
    }
}

async fn data_of(request: RequestBuilder) -> Result<Value> {
    let answer: Value = request.send().await?.json().await?;
    match answer.get("data") {
        Some(data) if !data.is_null() => Ok(data.clone()),
        _ => bail!("{answer}"),
    }
}

/// Returns the text at a JSON pointer.
pub fn text<'a>(value: &'a Value, pointer: &str) -> Result<&'a str> {
    let found = value.pointer(pointer).and_then(Value::as_str);
    found.ok_or_else(|| anyhow!("{value} has no text at {pointer}"))
}

/// Creates a database on the server and returns its address.
pub async fn new_database(server: &str, name: &str, more: &str) -> Result<String> {
    let name = format!(
        "bench_{}_{}",
        name.replace('.', "_"),
        rand::random_range(0..u32::MAX)
    );
    let db = Database::connect(server).await?;
    let create = format!("create database {name} {more}");
    db.execute_unprepared(&create).await?;
    db.close().await?;
    let (base, query) = server.split_once('?').unwrap_or((server, ""));
    let (host, _) = base
        .rsplit_once('/')
        .context("the address names no database")?;
    Ok(format!("{host}/{name}?{query}"))
}
