//! Files in an S3 bucket, with a server that implements its protocol and checks its signatures.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::{Method, Request, Response, StatusCode};
use bytes::Bytes;
use hoi_platform::clock::{self, Clock};
use hoi_platform::config::Config;
use hoi_platform::files::entity::file;
use hoi_platform::storage::Storage;
use hoi_server::operations::{self, DnsQuestions, Level, Report};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use image::ImageFormat;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use sea_orm::{EntityTrait as _, PaginatorTrait as _};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::Instant;

use crate::support::TestApp;
use crate::support::uploads::picture;

const KEY: &str = "hoi";
const SECRET: &str = "a secret of the bucket";

/// A server with one empty bucket, `files`.
struct Buckets {
    folder: TempDir,
    address: SocketAddr,
    server: JoinHandle<()>,
}

impl Buckets {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("files")).unwrap();
        let store = s3s_fs::FileSystem::new(folder.path()).unwrap();
        let mut builder = S3ServiceBuilder::new(store);
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tokio::spawn(async move {
            // Ends with this task, so that a stopped server does not answer on any connection.
            let mut connections = JoinSet::new();
            while let Ok((connection, _)) = listener.accept().await {
                let service = service.clone();
                let answer = service_fn(move |request| answer(service.clone(), request));
                let connection = TokioIo::new(connection);
                connections.spawn(http1::Builder::new().serve_connection(connection, answer));
            }
        });
        Self {
            folder,
            address,
            server,
        }
    }

    /// Stops answering, on open connections, too.
    async fn stop(&mut self) {
        self.server.abort();
        assert!((&mut self.server).await.unwrap_err().is_cancelled());
    }

    fn files(&self) -> usize {
        self.stored().len()
    }

    /// Returns the files of the bucket, in all its folders.
    fn stored(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        collect(&self.folder.path().join("files"), &mut found);
        found
    }
}

/// Refuses buckets other than `files`, which the service would create on demand, unlike real servers.
async fn answer(
    service: S3Service,
    request: Request<Incoming>,
) -> Result<Response<s3s::Body>, s3s::HttpError> {
    let path = request.uri().path();
    if path == "/files" || path.starts_with("/files/") {
        return service.call(request.map(s3s::Body::from)).await;
    }
    let code = s3s::Body::from(Bytes::from_static(
        b"<Error><Code>NoSuchBucket</Code></Error>",
    ));
    let mut missing = Response::new(code);
    *missing.status_mut() = StatusCode::NOT_FOUND;
    Ok(missing)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Makes `config` store its files in `bucket` of the server at `address`.
fn point(config: &mut Config, bucket: &str, address: SocketAddr, secret: &str) {
    config.storage_url = Some(format!("s3://{bucket}/of-hoi"));
    config.storage_options = [
        ("AWS_ACCESS_KEY_ID", KEY),
        ("AWS_SECRET_ACCESS_KEY", secret),
        ("AWS_ENDPOINT_URL", &format!("http://{address}")),
        ("AWS_PAGER", "less"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec();
}

async fn opened(bucket: &str, address: SocketAddr, secret: &str) -> anyhow::Result<Storage> {
    let mut config = Config::from("", |_| None).unwrap();
    point(&mut config, bucket, address, secret);
    Storage::open(&config).await
}

#[tokio::test]
async fn an_upload_is_stored_served_and_removed() {
    let buckets = Buckets::start().await;
    let app = TestApp::configured(|config| point(config, "files", buckets.address, SECRET)).await;
    assert_eq!(
        buckets.stored(),
        Vec::<PathBuf>::new(),
        "the probe is left behind"
    );
    let user = app.committee("an").await;
    let answer = app
        .upload(&user, "eventLogo", &picture(40, 20, ImageFormat::Png))
        .await;
    let url = answer.data()["url"].as_str().unwrap().to_owned();
    let [stored] = &buckets.stored()[..] else {
        panic!("{:?}", buckets.stored())
    };
    assert!(
        stored.starts_with(buckets.folder.path().join("files/of-hoi")),
        "{}",
        stored.display()
    );
    let served = app.get(&url).await;
    assert_eq!(served.bytes, std::fs::read(stored).unwrap());

    // A smaller version is stored and removed there, too.
    let smaller = format!("{url}/480");
    assert_eq!(app.get(&smaller).await.header("content-type"), "image/webp");
    assert_eq!(buckets.stored().len(), 2);

    let removed = app
        .request(Method::DELETE, &url)
        .bearer(&user.token)
        .send()
        .await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.json);
    assert_eq!(app.get(&url).await.status, StatusCode::NOT_FOUND);
    assert_eq!(buckets.stored(), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn a_bucket_that_stops_refuses_uploads_and_loses_none() {
    let mut buckets = Buckets::start().await;
    let app = TestApp::configured(|config| point(config, "files", buckets.address, SECRET)).await;
    let user = app.committee("an").await;
    let answer = app
        .upload(&user, "eventLogo", &picture(40, 20, ImageFormat::Png))
        .await;
    let url = answer.data()["url"].as_str().unwrap().to_owned();
    buckets.stop().await;
    let refused = app
        .upload(&user, "eventLogo", &picture(40, 20, ImageFormat::Png))
        .await;
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::SERVICE_UNAVAILABLE, 5006)
    );
    let said = refused.json["messages"][0].as_str().unwrap();
    assert!(!said.is_empty(), "{}", refused.json);
    // Nothing of it is stored.
    let rows = file::Entity::find().count(app.app.db.read()).await;
    assert_eq!((rows.unwrap(), buckets.files()), (1, 1));
    // A file that cannot be read now is not reported as missing, and everything but files works.
    assert_eq!(app.get(&url).await.code(), 5004);
    assert_eq!(app.get("/api/health").await.status, StatusCode::OK);
}

#[tokio::test]
async fn private_documents_in_a_bucket_are_read_by_their_owner_alone() {
    let buckets = Buckets::start().await;
    let app = TestApp::configured(|config| point(config, "files", buckets.address, SECRET)).await;
    let (owner, other) = (app.committee("an").await, app.committee("binh").await);
    let document = picture(40, 20, ImageFormat::Png);
    let answer = app.upload(&owner, "businessLicense", &document).await;
    let url = answer.data()["url"].as_str().unwrap().to_owned();
    let [stored] = &buckets.stored()[..] else {
        panic!("{:?}", buckets.stored())
    };
    let own = app.get_as(&owner, &url).await;
    assert_eq!(own.status, StatusCode::OK);
    assert_eq!(own.bytes, std::fs::read(stored).unwrap());
    assert_ne!(app.get_as(&other, &url).await.status, StatusCode::OK);
    assert_ne!(app.get(&url).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_operators_commands_work_on_a_bucket() {
    let mut buckets = Buckets::start().await;
    let app = TestApp::configured(|config| point(config, "files", buckets.address, SECRET)).await;
    let user = app.committee("an").await;
    app.upload(&user, "eventLogo", &picture(40, 20, ImageFormat::Png))
        .await;
    let config = &app.app.config;
    let check = async || {
        let now = Clock::system().now();
        operations::check(&app.app.db, &app.app.storage, config, now).await
    };
    let doctor = async || {
        let dns = DnsQuestions::default();
        let report = Box::pin(operations::doctor(config, &Clock::system(), &dns)).await;
        line(&report, "storage")
    };
    let (level, said) = line(&check().await, "files");
    assert_eq!(level, Level::Fine, "{said}");
    let (level, said) = doctor().await;
    assert_eq!(level, Level::Fine, "{said}");
    assert_eq!(
        buckets.files(),
        1,
        "the object that the doctor wrote is removed"
    );

    // An object that belongs to nothing, and a file whose object is gone.
    let [stored] = &buckets.stored()[..] else {
        panic!("{:?}", buckets.stored())
    };
    std::fs::remove_file(stored).unwrap();
    let (level, said) = line(&check().await, "files");
    assert_eq!(level, Level::Problem, "{said}");
    assert!(said.contains("1 files of the database"), "{said}");

    buckets.stop().await;
    let (level, said) = line(&check().await, "files");
    assert_eq!(level, Level::Unchecked, "{said}");
    let (level, said) = doctor().await;
    assert_eq!(level, Level::Problem, "{said}");
    assert!(
        said.contains("HOI_STORAGE_URL") && !said.contains(SECRET),
        "{said}"
    );
}

/// Returns the only line of the report about `subject`.
fn line(report: &Report, subject: &str) -> (Level, String) {
    let lines = report.lines.iter().filter(|line| line.subject == subject);
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines.len(), 1, "{report}");
    (lines[0].level, lines[0].text.clone())
}

#[tokio::test]
async fn wrong_credentials_and_a_missing_bucket_are_told_at_start() {
    let buckets = Buckets::start().await;
    assert!(opened("files", buckets.address, SECRET).await.is_ok());
    for (bucket, secret) in [("files", "another secret"), ("missing", SECRET)] {
        let refused = opened(bucket, buckets.address, secret).await.err().unwrap();
        let said = format!("{refused:#}");
        assert!(
            said.contains("HOI_STORAGE_URL") && said.contains("AWS_SECRET_ACCESS_KEY"),
            "{said}"
        );
        assert!(!said.contains(secret), "{said}");
    }
}

#[tokio::test]
async fn servers_that_start_at_once_find_the_same_folder_usable() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file://{}/files", folder.path().display());
    let starts = (0..16).map(|_| async {
        let config = Config::from("", |name| (name == "HOI_STORAGE_URL").then(|| url.clone()));
        Storage::open(&config.unwrap()).await.map(drop)
    });
    for started in futures::future::join_all(starts).await {
        started.unwrap();
    }
}

#[tokio::test]
async fn invalid_storage_urls_are_refused() {
    for url in [
        "memory:///",
        "gs://files",
        "http://127.0.0.1/files",
        "files",
        "s3://",
    ] {
        let config = Config::from("", |name| {
            (name == "HOI_STORAGE_URL").then(|| url.to_owned())
        });
        let refused = Storage::open(&config.unwrap()).await.err().unwrap();
        assert!(
            refused.to_string().contains("HOI_STORAGE_URL"),
            "{url}: {refused:#}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_waited_for_twenty_seconds() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    let held = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok(accepted) = silent.accept().await {
            held.push(accepted);
        }
    });
    // Everything except files works without the storage, so the server starts.
    let began = Instant::now();
    let storage = opened("files", address, SECRET).await.unwrap();
    assert!(
        began.elapsed() < Duration::from_secs(21),
        "{:?}",
        began.elapsed()
    );
    let id = clock::new_id();
    for call in ["put", "get", "stream", "remove"] {
        let began = Instant::now();
        let failed = match call {
            "put" => storage.put(id, Bytes::from_static(b"a")).await.is_err(),
            "get" => storage.get(id).await.is_err(),
            "stream" => storage.stream(id).await.is_err(),
            _ => storage.remove(id).await.is_err(),
        };
        assert!(failed, "{call}");
        assert!(
            began.elapsed() < Duration::from_secs(21),
            "{call}: {:?}",
            began.elapsed()
        );
    }
    held.abort();
}
