//! The program with its own folder.

use std::hash::{BuildHasher as _, RandomState};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use hoi_db::{DatabaseUrl, test_support};
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub const ADMIN: &str = "admin@example.vn";
pub const PASSWORD: &str = "correct horse battery";
/// The time after which an operation counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// A data folder and its database.
pub struct Place {
    pub folder: TempDir,
    pub database: DatabaseUrl,
}

/// A running program.
pub struct Program {
    child: Child,
    pub address: SocketAddr,
    /// The rest of its log. It is read continuously, because the program would block on a full pipe.
    log: JoinHandle<String>,
}

impl Place {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = match test_support::postgres_url() {
            Some(_) => test_support::fresh_database(folder.path(), &[]).await,
            None => DatabaseUrl::Sqlite(folder.path().join("hoi.db")),
        };
        Self { folder, database }
    }

    pub fn is_embedded(&self) -> bool {
        matches!(self.database, DatabaseUrl::Sqlite(_))
    }

    /// Returns the command that starts the program without this test's environment, on a port that the system chooses.
    pub fn command(&self, name: &str) -> Command {
        self.command_in(name, self.folder.path())
    }

    /// Returns the command for the same database with another data folder.
    pub fn command_in(&self, name: &str, data: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hoi"));
        command
            .arg(name)
            .current_dir(data)
            .env_clear()
            .env("HOI_LISTEN", "127.0.0.1:0")
            .env("HOI_DATA_DIR", data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        match &self.database {
            DatabaseUrl::Postgres(url) => command.env("HOI_DATABASE_URL", url),
            DatabaseUrl::Sqlite(path) => {
                command.env("HOI_DATABASE_URL", format!("sqlite://{}", path.display()))
            }
        };
        command
    }

    pub async fn start(&self) -> Program {
        Program::start(self.command("serve")).await
    }

    /// Moves the write-ahead log into the file of an embedded database.
    pub async fn gather(&self) {
        let url = format!("sqlite://{}", self.folder.path().join("hoi.db").display());
        let db = sea_orm::Database::connect(url).await.unwrap();
        let gather = db.execute_unprepared("pragma wal_checkpoint(truncate)");
        gather.await.unwrap();
        db.close().await.unwrap();
    }

    /// Runs a command that ends by itself. Returns whether it succeeded, and its standard error.
    pub async fn run(&self, command: &mut Command) -> (bool, String) {
        let output = timeout(PATIENCE, command.output()).await.unwrap().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    }
}

impl Program {
    /// Waits until the program listens.
    pub async fn start(mut command: Command) -> Self {
        Self::try_start(&mut command).await.unwrap()
    }

    /// Returns `Err` with the program's output if it ends instead.
    pub async fn try_start(command: &mut Command) -> Result<Self, String> {
        let mut child = command.spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        loop {
            let begin = said.len();
            let read = timeout(PATIENCE, log.read_line(&mut said)).await.unwrap();
            if read.unwrap() == 0 {
                return Err(said);
            }
            let line: serde_json::Value = serde_json::from_str(&said[begin..]).unwrap_or_default();
            if line["message"] == "listening" {
                let address = line["address"].as_str().unwrap().parse().unwrap();
                let log = tokio::spawn(async move {
                    let mut rest = String::new();
                    log.read_to_string(&mut rest).await.unwrap();
                    rest
                });
                return Ok(Self {
                    child,
                    address,
                    log,
                });
            }
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id().unwrap()
    }

    pub fn signal(&self, name: &str) {
        signal(self.id(), name);
    }

    /// Waits for the end. Returns the exit status, the log, and the time it took.
    pub async fn end(mut self) -> (ExitStatus, String, Duration) {
        let began = Instant::now();
        let said = timeout(PATIENCE, self.log).await.unwrap().unwrap();
        let status = timeout(PATIENCE, self.child.wait()).await.unwrap().unwrap();
        (status, said, began.elapsed())
    }

    pub async fn stop(self) -> (ExitStatus, String, Duration) {
        let began = Instant::now();
        self.signal("TERM");
        let (status, said, _) = self.end().await;
        (status, said, began.elapsed())
    }

    /// Opens a connection from `source`, one of this machine's addresses.
    pub async fn connect_from(&self, source: [u8; 4]) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket
            .bind(SocketAddr::from((Ipv4Addr::from(source), 0)))
            .unwrap();
        socket.connect(self.address).await.unwrap()
    }

    pub async fn connect(&self) -> TcpStream {
        self.connect_from([127, 0, 0, 1]).await
    }

    /// Sends these bytes on a new connection, which stays open.
    pub async fn say(&self, bytes: &str) -> TcpStream {
        let mut connection = self.connect().await;
        connection.write_all(bytes.as_bytes()).await.unwrap();
        connection
    }

    /// Returns the status of `GET path`; None if the connection is closed without an answer, or nothing arrives within
    /// ten seconds.
    pub async fn get_from(&self, source: [u8; 4], path: &str) -> Option<u16> {
        let asked = async {
            let mut connection = self.connect_from(source).await;
            let request = format!("GET {path} HTTP/1.1\r\nhost: hoi\r\nconnection: close\r\n\r\n");
            connection.write_all(request.as_bytes()).await.ok()?;
            let mut answer = Vec::new();
            connection.read_to_end(&mut answer).await.ok()?;
            let text = String::from_utf8_lossy(&answer);
            text.split(' ').nth(1)?.parse().ok()
        };
        timeout(Duration::from_secs(10), asked).await.ok()?
    }

    /// Logs the administrator in and returns the access token.
    pub async fn log_in(&self) -> String {
        let login = client()
            .post(format!("http://{}/api/auth/login", self.address))
            .json(&json!({ "email": ADMIN, "password": PASSWORD }));
        let login: Value = login.send().await.unwrap().json().await.unwrap();
        let token = login["data"]["token"]["accessToken"].as_str();
        token.unwrap_or_else(|| panic!("{login}")).to_owned()
    }

    /// Uploads a public picture of some megabytes and returns its path.
    pub async fn upload_large_picture(&self) -> String {
        let token = self.log_in().await;
        let mut seed = 1_u32;
        let noise = image::RgbImage::from_fn(2000, 2000, |_, _| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [red, green, blue, _] = seed.to_be_bytes();
            image::Rgb([red, green, blue])
        });
        let mut jpeg = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 70);
        noise.write_with_encoder(encoder).unwrap();
        let path = self.upload(&token, &jpeg).await;
        let url = format!("http://{}{path}", self.address);
        let file = client().get(url).send().await.unwrap();
        assert!(file.content_length().unwrap() > 2_000_000);
        path
    }

    /// Uploads a public picture and returns its path.
    pub async fn upload(&self, token: &str, picture: &[u8]) -> String {
        let mut body =
            b"--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\neventCover\r\n--b\r\n\
            Content-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
                .to_vec();
        body.extend(picture);
        body.extend(b"\r\n--b--\r\n");
        let upload = client()
            .post(format!("http://{}/api/upload", self.address))
            .bearer_auth(token)
            .header("content-type", "multipart/form-data; boundary=b")
            .body(body);
        let upload: Value = upload.send().await.unwrap().json().await.unwrap();
        let path = upload["data"]["url"].as_str();
        path.unwrap_or_else(|| panic!("{upload}")).to_owned()
    }

    /// Returns the process's memory according to Linux, in kibibytes.
    pub fn memory(&self) -> u64 {
        self.status_of_memory("VmRSS:")
    }

    /// Returns the most memory that the process has had, in kibibytes.
    pub fn most_memory(&self) -> u64 {
        self.status_of_memory("VmHWM:")
    }

    fn status_of_memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.unwrap().split_whitespace().next();
        number.unwrap().parse().unwrap()
    }
}

pub fn signal(id: u32, name: &str) {
    let sent = std::process::Command::new("kill")
        .args(["-s", name, &id.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

pub fn was_killed_by(status: ExitStatus, signal: i32) -> bool {
    status.signal() == Some(signal)
}

/// Returns an address on which nothing listens, for a program that is to listen there. Its port is below those that the
/// system gives to connections, which could take it meanwhile.
pub fn free_address() -> SocketAddr {
    loop {
        let random = RandomState::new().hash_one(());
        let port = 20_000 + u16::try_from(random % 12_000).unwrap();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        if std::net::TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}

pub fn client() -> reqwest::Client {
    // The HTTP client requires a provider, though nothing here uses TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}
