//! The real program on a disk that fails on demand.

use std::fs::File;
use std::net::TcpListener;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, Response, StatusCode};
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};
use tempfile::TempDir;

const ADMIN: &str = "admin@example.vn";
const PASSWORD: &str = "correct horse battery";

/// A kind of failed write, with its number in `faults.c`.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    NoSpace = 1,
    IoError = 2,
    ShortWrite = 3,
}

impl Fault {
    /// Returns the number of failing writes. A full disk stays full; a failing sector may fail once.
    fn failures(self) -> i64 {
        match self {
            Self::NoSpace | Self::ShortWrite => i64::MAX,
            Self::IoError => 1,
        }
    }
}

pub struct Program {
    process: Child,
    address: String,
    client: Client,
    token: String,
    control: File,
    folder: TempDir,
    uploads: u32,
}

impl Program {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("libfaults.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/faults.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
            .args([&library, &source])
            .arg("-ldl")
            .status()
            .unwrap();
        assert!(
            compiled.success(),
            "the library that fails writes does not compile"
        );
        let control = File::options()
            .create(true)
            .truncate(true)
            .read(true)
            .write(true)
            .open(folder.path().join("control"))
            .unwrap();
        control.write_all_at(&[0; 32], 0).unwrap();
        let address = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        // The HTTP client requires a provider, though nothing here uses TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut program = Self {
            process: launch(folder.path(), &address.to_string()),
            address: address.to_string(),
            client: Client::builder()
                .timeout(Duration::from_secs(30))
                .build()
                .unwrap(),
            token: String::new(),
            control,
            folder,
            uploads: 0,
        };
        program.log_in().await;
        program
    }

    /// Waits until the program answers, and logs in.
    async fn log_in(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while self.client.get(self.url("/health")).send().await.is_err() {
            assert!(Instant::now() < deadline, "the server does not answer");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let login = json!({ "email": ADMIN, "password": PASSWORD });
        let answer = self
            .client
            .post(self.url("/auth/login"))
            .json(&login)
            .send()
            .await;
        let answer: Value = answer.unwrap().json().await.unwrap();
        answer["data"]["token"]["accessToken"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .clone_into(&mut self.token);
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/api{path}", self.address)
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(self.url(path)).bearer_auth(&self.token)
    }

    pub fn put(&self, path: &str) -> RequestBuilder {
        self.client.put(self.url(path)).bearer_auth(&self.token)
    }

    pub fn delete(&self, path: &str) -> RequestBuilder {
        self.client.delete(self.url(path)).bearer_auth(&self.token)
    }

    /// Sends a request that must succeed and returns its `data`.
    pub async fn data(&self, request: RequestBuilder) -> Value {
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let body: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{body}");
        body["data"].clone()
    }

    /// Returns the number of acknowledged avatars.
    pub fn uploads(&self) -> u32 {
        self.uploads
    }

    /// Counts an acknowledged upload.
    pub fn count_upload(&mut self) {
        self.uploads += 1;
    }

    /// Makes writes fail from the `call`-th one on, counted from now.
    pub fn fail_from(&self, call: i64, fault: Fault) {
        let numbers = [0, call, fault.failures(), fault as i64];
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i64::to_ne_bytes).collect();
        self.control.write_all_at(&bytes, 0).unwrap();
    }

    /// Makes writes succeed again, and returns how many there were since [`Self::fail_from`].
    pub fn heal(&self) -> i64 {
        let mut calls = [0; 8];
        self.control.read_exact_at(&mut calls, 0).unwrap();
        self.control.write_all_at(&[0; 8], 8).unwrap();
        i64::from_ne_bytes(calls)
    }

    /// Returns whether `sql` finds a row, through a connection of this process.
    pub async fn stores(&self, sql: &str) -> bool {
        let file = self.folder.path().join("data/hoi.db");
        let database = Database::connect(format!("sqlite://{}?mode=ro", file.display()));
        let database = database.await.unwrap();
        let statement = Statement::from_string(database.get_database_backend(), sql);
        let found = database.query_one_raw(statement).await.unwrap();
        database.close().await.unwrap();
        found.is_some()
    }

    /// Stops the program, by force or like an operator, and starts it on the same data.
    pub async fn restart(&mut self, by_force: bool) {
        self.stop(by_force);
        self.process = launch(self.folder.path(), &self.address);
        self.log_in().await;
    }

    fn stop(&mut self, by_force: bool) {
        let signal = if by_force { "-KILL" } else { "-TERM" };
        let id = self.process.id().to_string();
        Command::new("kill").args([signal, &id]).status().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn launch(folder: &Path, address: &str) -> Child {
    let data: PathBuf = folder.join("data");
    let log = File::options()
        .create(true)
        .append(true)
        .open(folder.join("log"))
        .unwrap();
    // HOI_BINARY selects another build of the program, such as a release.
    let binary = std::env::var_os("HOI_BINARY");
    Command::new(binary.unwrap_or_else(|| env!("CARGO_BIN_EXE_hoi").into()))
        .env("HOI_LISTEN", address)
        .env("HOI_DATA_DIR", &data)
        .env("HOI_ADMIN_EMAIL", ADMIN)
        .env("HOI_ADMIN_PASSWORD", PASSWORD)
        .env("HOI_LOG", "warn")
        .env("LD_PRELOAD", folder.join("libfaults.so"))
        .env("FAULT_CONTROL", folder.join("control"))
        .env("FAULT_FOLDER", &data)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap()
}

/// Returns whether the request was acknowledged. A refusal must tell that repeating may help.
pub async fn is_acknowledged(answer: reqwest::Result<Response>) -> bool {
    let answer = answer.unwrap();
    let status = answer.status();
    let can_repeat = answer.headers().contains_key("retry-after");
    let body = answer.text().await.unwrap();
    assert!(
        status.is_success() || (status == StatusCode::SERVICE_UNAVAILABLE && can_repeat),
        "{status} {body}"
    );
    status.is_success()
}
