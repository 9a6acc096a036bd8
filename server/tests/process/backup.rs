//! A backup of a server at work restores to one moment of it, and nothing but a sound backup is restored.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use hoi_db::{DatabaseUrl, Db};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::program::{ADMIN, PASSWORD, Place, Program, client, signal};

/// Runs a command. Returns its exit code and everything it printed.
pub async fn output(command: &mut tokio::process::Command) -> (i32, String) {
    let done = tokio::time::timeout(Duration::from_secs(120), command.output());
    let done = done.await.unwrap().unwrap();
    let printed = [done.stdout, done.stderr].concat();
    let printed = String::from_utf8(printed).unwrap();
    (done.status.code().unwrap_or(-1), printed)
}

pub async fn start_with_admin(place: &Place) -> Program {
    let mut command = place.command("serve");
    command
        .env("HOI_ADMIN_EMAIL", ADMIN)
        .env("HOI_ADMIN_PASSWORD", PASSWORD);
    Program::start(command).await
}

#[derive(Clone)]
struct Event {
    id: String,
    class: String,
}

/// A client of the API with the administrator's login.
#[derive(Clone)]
pub struct Api {
    pub client: reqwest::Client,
    pub base: String,
    token: String,
}

impl Api {
    pub async fn of(program: &Program) -> Self {
        Self {
            client: client(),
            base: format!("http://{}/api", program.address),
            token: program.log_in().await,
        }
    }

    pub async fn data(&self, request: reqwest::RequestBuilder) -> Value {
        let answer = request.bearer_auth(&self.token).send().await.unwrap();
        let body: Value = answer.json().await.unwrap();
        assert!(body["data"].is_object(), "{body}");
        body["data"].clone()
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let request = self.client.post(format!("{}{path}", self.base));
        self.data(request.json(body)).await
    }

    /// Uploads a small picture, another one for each number, and returns its address.
    pub async fn upload(&self, number: u8) -> String {
        let picture = image::RgbImage::from_pixel(64, 64, image::Rgb([number, 80, 160]));
        let mut png = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let part = reqwest::multipart::Part::bytes(png.into_inner());
        let part = part.file_name("a.png").mime_str("image/png").unwrap();
        let form = reqwest::multipart::Form::new()
            .text("purpose", "eventLogo")
            .part("file", part);
        let request = self.client.post(format!("{}/upload", self.base));
        let uploaded = self.data(request.multipart(form)).await;
        uploaded["url"].as_str().unwrap().to_owned()
    }

    /// Creates an event with one ticket class.
    async fn event(&self) -> Event {
        let logo = self.upload(1).await;
        let body = json!({
            "title": "Hội nghị", "description": "<p>Một ngày</p>", "totalParticipants": 100_000,
            "openRegistrationDate": "2020-01-01T00:00:00Z", "closeRegistrationDate": "2100-01-01T00:00:00Z",
            "logo": logo, "turnOffPayment": true, "sendEmailAfterRegister": false,
            "eventStartDate": "2100-01-02T00:00:00Z", "venueAddress": "Nhà hát Lớn, Hà Nội",
            "eventForm": { "scheme": [] }, "tickets": [{ "name": "Thường", "price": 0, "quantity": -1 }],
        });
        let event = self.post("/event", &body).await;
        let id = event["id"].as_str().unwrap().to_owned();
        let path = format!("{}/event/{id}/public", self.base);
        let public = self.data(self.client.get(path)).await;
        let class = public["tickets"][0]["id"].as_str().unwrap().to_owned();
        Event { id, class }
    }

    async fn add(&self, event: &Event, number: usize) {
        let Event { id, class } = event;
        let person = json!({
            "fullName": format!("Trần {number}"), "email": format!("{number}@example.vn"), "phone": "0912345678",
            "company": "Một", "ticketId": class,
        });
        self.post(&format!("/event/{id}/attendances"), &person)
            .await;
    }
}

impl Api {
    /// Returns the first participant of the list.
    async fn first_of(&self, event: &Event) -> Value {
        let path = format!("{}/event/{}/attendances", self.base, event.id);
        let list = self.data(self.client.get(path)).await;
        list["items"][0].clone()
    }
}

fn backup_to(place: &Place, file: &Path) -> tokio::process::Command {
    let mut command = place.command("backup");
    command.arg(file);
    command
}

/// Returns the command that restores `file` into `folder`.
fn restore_into(folder: &Path, file: &Path) -> tokio::process::Command {
    let mut command = hoi("restore", folder);
    command.arg(file);
    command
}

/// The same for an archive that cannot be verified there.
fn restore_unverified(folder: &Path, file: &Path) -> tokio::process::Command {
    let mut command = restore_into(folder, file);
    command.arg("--unverified");
    command
}

/// Returns the command on the embedded database in `folder`.
fn hoi(name: &str, folder: &Path) -> tokio::process::Command {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_hoi"));
    command
        .arg(name)
        .env_clear()
        .env("HOI_DATA_DIR", folder)
        .env("HOI_LISTEN", "127.0.0.1:0")
        .kill_on_drop(true)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    command
}

/// Returns all rows of all tables, each row as text.
async fn tables(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let db = Db::open_beside(&DatabaseUrl::Sqlite(folder.join("hoi.db")))
        .await
        .unwrap();
    let conn = db.read();
    let statement = |sql: String| Statement::from_string(conn.get_database_backend(), sql);
    let names = "select name from sqlite_master where type = 'table' order by name".to_owned();
    let mut tables = BTreeMap::new();
    for row in conn.query_all_raw(statement(names)).await.unwrap() {
        let table: String = row.try_get("", "name").unwrap();
        let columns = format!(
            "select group_concat('quote(\"' || name || '\")', ' || char(10) || ') as c from pragma_table_info('{table}')"
        );
        let columns = conn
            .query_one_raw(statement(columns))
            .await
            .unwrap()
            .unwrap();
        let columns: String = columns.try_get("", "c").unwrap();
        let rows = format!("select {columns} as r from \"{table}\" order by 1");
        let rows = conn.query_all_raw(statement(rows)).await.unwrap();
        let rows = rows
            .iter()
            .map(|row| row.try_get("", "r").unwrap())
            .collect();
        tables.insert(table, rows);
    }
    db.close().await;
    tables
}

/// Returns the content of a file row's file, which must have the row's hash.
async fn assert_files_are_whole(folder: &Path) -> usize {
    let db = Db::open_beside(&DatabaseUrl::Sqlite(folder.join("hoi.db")))
        .await
        .unwrap();
    let sql = "select lower(hex(id)) as id, sha256 from file where deleted_at is null";
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let rows = db.read().query_all_raw(statement).await.unwrap();
    for row in &rows {
        let id: String = row.try_get("", "id").unwrap();
        let content = fs::read(folder.join("files").join(&id[30..]).join(&id)).unwrap();
        let expected: String = row.try_get("", "sha256").unwrap();
        assert_eq!(hoi_platform::secrets::digest(&content), expected, "{id}");
    }
    db.close().await;
    rows.len()
}

/// Returns a new folder with a copy of the installation's secret.
fn folder_with_secret(place: &Place) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let secret = place.folder.path().join("secret");
    fs::copy(secret, folder.path().join("secret")).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_beside_writes_restores_to_one_moment() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    let program = start_with_admin(&place).await;
    let api = Api::of(&program).await;
    let event = api.event().await;
    for number in 2..40 {
        api.upload(number).await;
    }
    let (stop, added) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    let registering = tokio::spawn({
        let (api, event, stop, added) = (api.clone(), event.clone(), stop.clone(), added.clone());
        async move {
            while !stop.load(Ordering::SeqCst) {
                api.add(&event, added.load(Ordering::SeqCst)).await;
                added.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    let uploading = tokio::spawn({
        let (api, stop) = (api.clone(), stop.clone());
        async move {
            for number in 0..250 {
                if stop.load(Ordering::SeqCst) {
                    break;
                }
                let url = api.upload(number).await;
                let id = url.rsplit('/').next().unwrap();
                let remove = api.client.delete(format!("{}/upload/{id}", api.base));
                let removed = remove.bearer_auth(&api.token).send().await.unwrap();
                assert!(removed.status().is_success());
            }
        }
    });
    while added.load(Ordering::SeqCst) < 5 && !registering.is_finished() {
        sleep(Duration::from_millis(10)).await;
    }
    let file = place.folder.path().join("hoi.tar.gz");
    let before = added.load(Ordering::SeqCst);
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    let after = added.load(Ordering::SeqCst) + 1;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("secret"), "{said}");
    assert!(after > before + 1, "nothing was written meanwhile");
    stop.store(true, Ordering::SeqCst);
    registering.await.unwrap();
    uploading.await.unwrap();

    let restored = folder_with_secret(&place);
    let (code, said) = output(&mut restore_into(restored.path(), &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("will not start"), "{said}");
    assert!(said.contains("This installation made it"), "{said}");
    assert!(assert_files_are_whole(restored.path()).await >= 39);
    let (live, kept) = (
        tables(place.folder.path()).await,
        tables(restored.path()).await,
    );
    assert_eq!(
        live.keys().collect::<Vec<_>>(),
        kept.keys().collect::<Vec<_>>()
    );
    // One client added them one after the other: any moment holds the first of them, with the rows of each.
    let count = kept["attendance"].len();
    assert!(
        (before..=after).contains(&count),
        "{before} <= {count} <= {after}"
    );
    let others = |tables: &BTreeMap<String, Vec<String>>| {
        tables["event_activity"].len() - tables["attendance"].len()
    };
    assert_eq!(
        others(&kept),
        others(&live),
        "each with its entry in the log"
    );
    for table in ["event_activity", "installation", "schema_migration"] {
        for row in &kept[table] {
            assert!(live[table].contains(row), "{table}: {row}");
        }
    }
    // Identifiers grow with time.
    assert_eq!(kept["attendance"], live["attendance"][..count]);
    let (code, said) = output(&mut hoi("check", restored.path())).await;
    assert_eq!(code, 0, "{said}");
    let again = Program::start(hoi("serve", restored.path())).await;
    assert!(again.stop().await.0.success());
    program.stop().await;
}

/// The archive was made before the erasure, so it brings the name back; the list in the data folder takes it out again.
#[tokio::test]
async fn participants_erased_since_a_backup_are_erased_again_after_a_restore() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    let program = start_with_admin(&place).await;
    let api = Api::of(&program).await;
    let event = api.event().await;
    api.add(&event, 1).await;
    let person = api.first_of(&event).await;
    assert_eq!(person["fullName"], "Trần 1");
    let file = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    let id = person["id"].as_str().unwrap();
    let path = format!("/event/{}/attendances/{id}/erase", event.id);
    let seen = json!({ "fullName": "Trần 1", "updatedAt": person["updatedAt"] });
    api.post(&path, &seen).await;
    let list = place.folder.path().join("erased");
    tokio::time::timeout(Duration::from_secs(60), async {
        while !fs::read_to_string(&list).is_ok_and(|list| list.contains(id)) {
            sleep(Duration::from_millis(50)).await;
        }
    })
    .await
    .unwrap();
    let newer = place.folder.path().join("newer.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &newer)).await;
    assert_eq!(code, 0, "{said}");
    let entries = unpacked(&newer);
    let erased = entries.iter().find(|(name, _)| name == "erased").unwrap();
    assert!(String::from_utf8_lossy(&erased.1).contains(id));
    program.stop().await;

    let restored = folder_with_secret(&place);
    fs::copy(&list, restored.path().join("erased")).unwrap();
    let (code, said) = output(&mut restore_into(restored.path(), &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("erased again"), "{said}");
    let again = Program::start(hoi("serve", restored.path())).await;
    let person = Api::of(&again).await.first_of(&event).await;
    assert_eq!(
        (&person["fullName"], &person["email"]),
        (&json!("—"), &json!(""))
    );
    again.stop().await;
}

/// Participants erased since would be back, so the operator has to give the list of them, or state that none is left.
#[tokio::test]
async fn an_old_backup_asks_for_the_list_of_erased_people() {
    const ID: &str = "0198c5a1-7c00-7000-8000-000000000000";
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 1).await;
    let file = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    // As an older version made it.
    let mut entries = unpacked(&file);
    entries.pop();
    entries.retain(|(name, _)| name != "erased");
    let manifest = entries.last_mut().unwrap();
    let mut text: Value = serde_json::from_slice(&manifest.1).unwrap();
    text["format"] = 1.into();
    text["createdAt"] = "2020-01-01T00:00:00Z".into();
    text.as_object_mut().unwrap().remove("erased").unwrap();
    manifest.1 = text.to_string().into_bytes();
    let old = place.folder.path().join("old.tar.gz");
    packed(&old, &entries, |_, _| {});

    let list = place.folder.path().join("list");
    let folder = folder_with_secret(&place);
    let restored = || folder.path().join("hoi.db").exists();
    let refused = async |more: &[&str], word: &str| {
        let mut command = restore_unverified(folder.path(), &old);
        let (code, said) = output(command.args(more)).await;
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(word) && !said.contains("panicked"), "{said}");
        assert!(said.lines().count() < 5 && !restored(), "{said}");
    };
    refused(&[], "--without-erased").await;
    let erased = ["--erased", list.to_str().unwrap()];
    refused(&erased, "cannot read").await;
    fs::write(&list, format!("{ID}\nnobody\n")).unwrap();
    refused(&erased, "line 2").await;
    fs::write(&list, [0xff, 0xfe, 0x30, 0]).unwrap();
    refused(&erased, "line 1").await;

    fs::write(&list, format!("\u{feff}{ID}\n")).unwrap();
    let mut command = restore_unverified(folder.path(), &old);
    let (code, said) = output(command.args(erased)).await;
    assert_eq!(code, 0, "{said}");
    let kept = fs::read_to_string(folder.path().join("erased")).unwrap();
    assert_eq!(kept.trim(), ID);

    let other = folder_with_secret(&place);
    let mut command = restore_unverified(other.path(), &old);
    let (code, said) = output(command.arg("--without-erased")).await;
    assert_eq!(code, 0, "{said}");
    assert!(other.path().join("hoi.db").exists());
    // A list that cannot be read stops the server with a word about it.
    fs::write(other.path().join("erased"), "nobody\n").unwrap();
    let (code, said) = output(&mut hoi("serve", other.path())).await;
    assert_eq!(code, 1, "{said}");
    let error = said.lines().find(|line| line.starts_with("hoi: ")).unwrap();
    assert!(error.contains("line 1, `nobody`"), "{said}");
    assert!(!said.contains("stack backtrace"), "{said}");
}

/// With nothing written meanwhile the restored database equals the backed-up one in every row of every table.
#[tokio::test]
async fn a_backup_holds_every_row_of_every_table() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    let file = place.folder.path().join("hoi.tar.gz");
    prepare(&place, 3).await;
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    let left: Vec<_> = fs::read_dir(place.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("hoi.tar.gz"))
        .collect();
    assert_eq!(left, ["hoi.tar.gz"], "nothing is left beside it");
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "personal data are for the owner alone");
    let secret = fs::read(place.folder.path().join("secret")).unwrap();
    let archive = unpacked(&file);
    assert!(
        archive
            .iter()
            .all(|(_, content)| !content.windows(32).any(|part| part == secret))
    );

    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("exists already"), "{said}");

    let restored = tempfile::tempdir().unwrap();
    let into = restored.path().join("new");
    let (code, said) = output(&mut restore_into(&into, &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("secret is missing") && said.contains("--unverified"),
        "{said}"
    );
    assert!(!into.exists());
    let (code, said) = output(&mut restore_unverified(&into, &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("NOT verified"), "{said}");
    assert!(
        said.contains("no secret yet") && said.contains("accept-secret"),
        "{said}"
    );
    assert_eq!(tables(place.folder.path()).await, tables(&into).await);
    fs::write(into.join("secret"), [7; 32]).unwrap();
    let (code, said) = output(&mut hoi("check", &into)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("PROBLEM  secret"), "{said}");

    // Another secret is named as such.
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("secret"), [7; 32]).unwrap();
    let (code, said) = output(&mut restore_into(other.path(), &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("another installation made it"), "{said}");
    assert!(!other.path().join("hoi.db").exists());
    let (code, said) = output(&mut restore_unverified(other.path(), &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("another secret") && said.contains("accept-secret"),
        "{said}"
    );
}

/// Makes an installation with some participants and files, and stops its server.
async fn prepare(place: &Place, files: u8) {
    let program = start_with_admin(place).await;
    let api = Api::of(&program).await;
    let event = api.event().await;
    for number in 0..files {
        api.upload(100 + number).await;
        api.add(&event, number.into()).await;
    }
    program.stop().await;
}

/// A file that the storage had lost before does not keep the rest from being saved, and is told.
#[tokio::test]
async fn a_lost_file_is_told_and_the_rest_is_saved() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 3).await;
    let mut folders = fs::read_dir(place.folder.path().join("files")).unwrap();
    fs::remove_dir_all(folders.next().unwrap().unwrap().path()).unwrap();
    let file = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("not in the storage"), "{said}");
    let restored = folder_with_secret(&place);
    let (code, said) = output(&mut restore_into(restored.path(), &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("were missing when"), "{said}");
    assert_eq!(
        tables(place.folder.path()).await,
        tables(restored.path()).await
    );
    let (code, said) = output(&mut hoi("check", restored.path())).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("not in the storage"), "{said}");
}

fn unpacked(file: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(GzDecoder::new(File::open(file).unwrap()));
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        let name = entry.path().unwrap().to_str().unwrap().to_owned();
        (name, content)
    });
    entries.collect()
}

/// Writes an archive, in which names may be anything.
fn packed(file: &Path, entries: &[(String, Vec<u8>)], change: impl Fn(&str, &mut tar::Header)) {
    let compressed = GzEncoder::new(File::create(file).unwrap(), Compression::fast());
    let mut archive = tar::Builder::new(compressed);
    for (name, content) in entries {
        let mut header = tar::Header::new_ustar();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(tar::EntryType::Regular);
        header.set_size(content.len() as u64);
        change(name, &mut header);
        header.set_cksum();
        archive.append(&header, &content[..]).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap();
}

/// Checks that nothing is restored, and why.
async fn assert_refused(file: &Path, word: &str) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data");
    let (code, said) = output(&mut restore_into(&folder, file)).await;
    assert_eq!(code, 1, "{word}: {said}");
    assert!(
        said.contains(word) && said.contains("nothing was restored"),
        "{word}: {said}"
    );
    assert!(!folder.exists(), "{word}");
}

#[tokio::test]
async fn archives_that_are_not_sound_are_refused() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 2).await;
    let sound = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &sound)).await;
    assert_eq!(code, 0, "{said}");
    let other = place.folder.path().join("other.tar.gz");

    let bytes = fs::read(&sound).unwrap();
    for length in [0, 5, bytes.len() / 2, bytes.len() - 9, bytes.len() - 1] {
        fs::write(&other, &bytes[..length]).unwrap();
        assert_refused(&other, "not complete, or damaged").await;
    }
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 0x10;
    fs::write(&other, flipped).unwrap();
    assert_refused(&other, "no sound backup").await;

    // Bytes after the end: another archive, or anything else.
    for behind in [&bytes[..], b"x", &[0]] {
        fs::write(&other, [&bytes[..], behind].concat()).unwrap();
        assert_refused(&other, "something follows its end").await;
    }
    let mut plain = Vec::new();
    let mut unpacking = GzDecoder::new(&bytes[..]);
    unpacking.read_to_end(&mut plain).unwrap();
    plain.extend(b"hidden");
    let mut again = GzEncoder::new(File::create(&other).unwrap(), Compression::fast());
    again.write_all(&plain).unwrap();
    again.finish().unwrap();
    assert_refused(&other, "something follows its end").await;

    let entries = unpacked(&sound);
    let signature = entries.len() - 1;
    let last = signature - 1;
    let names: Vec<&str> = entries[last - 2..].iter().map(|entry| &*entry.0).collect();
    assert_eq!(
        names,
        ["hoi.db", "erased", "manifest.json", "manifest.signature"]
    );
    let changed = |at: usize| {
        let mut entries = entries.clone();
        let middle = entries[at].1.len() / 2;
        entries[at].1[middle] ^= 1;
        entries
    };
    let as_is = |_: &str, _: &mut tar::Header| {};
    packed(&other, &changed(0), as_is);
    assert_refused(&other, "was changed since").await;
    packed(&other, &changed(last - 2), as_is);
    assert_refused(&other, "`hoi.db` is missing, or was changed since").await;
    packed(&other, &changed(last - 1), as_is);
    assert_refused(&other, "`erased` is missing, or was changed since").await;
    packed(&other, &entries[..last], as_is);
    assert_refused(&other, "not complete").await;
    packed(&other, &entries[..signature], as_is);
    assert_refused(&other, "not complete").await;
    packed(&other, &entries[1..], as_is);
    assert_refused(&other, "was changed since").await;
    let twice = [&entries[..1], &entries[..]].concat();
    packed(&other, &twice, as_is);
    assert_refused(&other, "twice").await;
    let behind = [&entries[1..], &entries[..1]].concat();
    packed(&other, &behind, as_is);
    assert_refused(&other, "wrong side of the manifest").await;
    let before = [&entries[..last], &entries[signature..]].concat();
    packed(&other, &before, as_is);
    assert_refused(&other, "wrong side of the manifest").await;

    let added = |name: &str| [&[(name.to_owned(), b"x".to_vec())], &entries[..]].concat();
    for name in [
        "../evil",
        "/etc/evil",
        "files/../evil",
        "files/x",
        "secret",
        "files/",
    ] {
        packed(&other, &added(name), as_is);
        assert_refused(&other, "does not belong").await;
    }
    let name = "files/\u{1b}[2J\u{202e}x";
    packed(&other, &added(name), as_is);
    assert_refused(&other, "`files/\\u{1b}[2J\\u{202e}x` does not belong").await;
    for kind in [
        tar::EntryType::Symlink,
        tar::EntryType::Link,
        tar::EntryType::Directory,
        tar::EntryType::GNULongName,
        tar::EntryType::XHeader,
        tar::EntryType::GNUSparse,
        tar::EntryType::Char,
    ] {
        let first = entries[0].0.clone();
        packed(&other, &entries, |name, header| {
            if name == first {
                header.set_entry_type(kind);
                let _ = header.set_link_name("/etc/passwd");
            }
        });
        assert_refused(&other, "not a plain file").await;
    }
    let first = entries[0].0.clone();
    packed(&other, &entries, |name, header| {
        if name == first {
            header.set_size(1 << 40);
        }
    });
    assert_refused(&other, "too large").await;
    packed(&other, &entries, |name, header| {
        if name == "hoi.db" {
            header.set_size(1 << 60);
        }
    });
    assert_refused(&other, "than there is room for").await;

    let mut newer = entries.clone();
    let mut manifest: Value = serde_json::from_slice(&newer[last].1).unwrap();
    manifest["format"] = 3.into();
    manifest["version"] = "9.1.0\u{1b}[2J".into();
    newer[last].1 = manifest.to_string().into_bytes();
    packed(&other, &newer, as_is);
    assert_refused(&other, "made by version 9.1.0\\u{1b}[2J;").await;

    // The same tools write a sound one.
    packed(&other, &entries, as_is);
    let folder = folder_with_secret(&place);
    let (code, said) = output(&mut restore_into(folder.path(), &other)).await;
    assert_eq!(code, 0, "{said}");
}

/// The signature tells a backup that was changed from one that another installation made, which a flag restores.
#[tokio::test]
async fn a_backup_is_known_by_its_signature() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 1).await;
    let sound = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &sound)).await;
    assert_eq!(code, 0, "{said}");
    let entries = unpacked(&sound);
    let manifest_at = entries.len() - 2;
    let with_manifest = |change: &dyn Fn(&mut Value)| {
        let mut entries = entries.clone();
        let mut manifest: Value = serde_json::from_slice(&entries[manifest_at].1).unwrap();
        change(&mut manifest);
        entries[manifest_at].1 = manifest.to_string().into_bytes();
        entries
    };
    let as_is = |_: &str, _: &mut tar::Header| {};
    let other = place.folder.path().join("other.tar.gz");
    let refused = async |restore: &mut tokio::process::Command, word: &str| {
        let (code, said) = output(restore).await;
        assert_eq!(code, 1, "{said}");
        assert!(
            said.to_lowercase().contains("nothing was restored") && said.contains(word),
            "{word}: {said}"
        );
    };

    // One that calls itself this installation's and was changed is refused in any case.
    let changed = with_manifest(&|manifest| manifest["version"] = "0.0.1".into());
    packed(&other, &changed, as_is);
    let folder = folder_with_secret(&place);
    refused(
        &mut restore_into(folder.path(), &other),
        "was changed since this",
    )
    .await;
    refused(
        &mut restore_unverified(folder.path(), &other),
        "was changed since this",
    )
    .await;

    // An older version signed none.
    let mut old = with_manifest(&|manifest| manifest["format"] = 1.into());
    old.pop();
    packed(&other, &old, as_is);
    refused(
        &mut restore_into(folder.path(), &other),
        "it has no signature",
    )
    .await;
    let (code, said) = output(&mut restore_unverified(folder.path(), &other)).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("NOT verified: it has no signature"), "{said}");

    // Without the secret the backup is made unsigned, and the output says so.
    let secret = place.folder.path().join("secret");
    fs::rename(&secret, place.folder.path().join("moved")).unwrap();
    let unsigned = place.folder.path().join("unsigned.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &unsigned)).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("NOT signed") && !secret.exists(), "{said}");
    assert_eq!(unpacked(&unsigned).last().unwrap().0, "manifest.json");
}

/// A trigger acts on its own, so that a database with a foreign one is not restored, signed or not.
#[tokio::test]
async fn a_database_with_a_foreign_trigger_is_not_restored() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 1).await;
    change_schema(&place, PROMOTE).await;
    let file = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("REFUSE") && said.contains("trigger `promote"),
        "{said}"
    );
    let folder = folder_with_secret(&place);
    let (code, said) = output(&mut restore_into(folder.path(), &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("nothing was restored")
            && said.contains("the trigger `promote\\u{1b}[2J` does not belong to it"),
        "{said}"
    );
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["hoi.lock", "secret"]);

    // The way out: without it, the same folder takes the next backup.
    change_schema(&place, "drop trigger \"promote\u{1b}[2J\"").await;
    fs::remove_file(&file).unwrap();
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("REFUSE"), "{said}");
    let (code, said) = output(&mut restore_into(folder.path(), &file)).await;
    assert_eq!(code, 0, "{said}");
}

const PROMOTE: &str = "create trigger \"promote\u{1b}[2J\" after insert on session \
                       begin update \"user\" set role = 'ADMIN'; end";

async fn change_schema(place: &Place, sql: &str) {
    let db = Db::open_beside(&place.database).await.unwrap();
    let tx = db.write().await.unwrap();
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

#[tokio::test]
async fn a_backup_is_restored_into_an_empty_folder_only() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 1).await;
    let aside = tempfile::tempdir().unwrap();
    let file = aside.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    let before = tables(place.folder.path()).await;
    let (code, said) = output(&mut restore_into(place.folder.path(), &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("is not empty"), "{said}");
    let program = place.start().await;
    let (code, said) = output(&mut restore_into(place.folder.path(), &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("another server is running"), "{said}");
    program.stop().await;
    let kept = tables(place.folder.path()).await;
    assert_eq!(before["attendance"], kept["attendance"]);

    let foreign = tempfile::tempdir().unwrap();
    fs::write(foreign.path().join("notes.txt"), "of others").unwrap();
    let (code, said) = output(&mut restore_into(foreign.path(), &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("notes.txt"), "{said}");
    assert_eq!(fs::read_dir(foreign.path()).unwrap().count(), 1);
}

/// A kill leaves the folder empty, restored, or marked; a marked one gives instructions and is not used.
#[tokio::test]
async fn a_restore_that_was_killed_leaves_no_half_installation() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 30).await;
    let file = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    let mut was_marked = false;
    for _ in 0..5 {
        let folder = folder_with_secret(&place);
        let marker = folder.path().join("restore-unfinished");
        let mut restore = restore_into(folder.path(), &file).spawn().unwrap();
        while !marker.exists() && restore.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        if let Some(id) = restore.id() {
            signal(id, "KILL");
        }
        restore.wait().await.unwrap();
        if !marker.exists() {
            continue;
        }
        was_marked = true;
        assert!(!folder.path().join("hoi.db").exists());
        for command in ["serve", "check", "migrate", "doctor"] {
            let (code, said) = output(&mut hoi(command, folder.path())).await;
            assert!(
                code != 0 && said.contains("was broken off; remove everything"),
                "{command}: {said}"
            );
        }
        let (code, said) = output(&mut restore_into(folder.path(), &file)).await;
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("then run `hoi restore` again"), "{said}");
        for entry in fs::read_dir(folder.path()).unwrap() {
            let path = entry.unwrap().path();
            match path.file_name().unwrap().to_str().unwrap() {
                "secret" => {}
                _ if path.is_dir() => fs::remove_dir_all(path).unwrap(),
                _ => fs::remove_file(path).unwrap(),
            }
        }
        let (code, said) = output(&mut restore_into(folder.path(), &file)).await;
        assert_eq!(code, 0, "{said}");
        assert_eq!(
            tables(place.folder.path()).await,
            tables(folder.path()).await
        );
        break;
    }
    assert!(was_marked, "every restore ended before it was killed");
}

/// A backup that fails leaves nothing under its name.
#[tokio::test]
async fn a_backup_that_cannot_be_written_is_refused() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    let file = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("there is no database"), "{said}");
    prepare(&place, 1).await;
    let (code, said) = output(backup_to(&place, &file).env("HOI_MIN_FREE_MB", "999999999")).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("make room"), "{said}");
    let nowhere = place.folder.path().join("missing/hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &nowhere)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("cannot write"), "{said}");
    // The files that a killed backup left are replaced.
    let mut left: File = File::create(beside(&file, ".partial")).unwrap();
    left.write_all(&[1; 100_000_000]).unwrap();
    fs::write(beside(&file, ".database"), "old").unwrap();
    let held = left.try_lock();
    held.unwrap();
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("another backup"), "{said}");
    drop(left);
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 0, "{said}");
    let folder = folder_with_secret(&place);
    let (code, said) = output(&mut restore_into(folder.path(), &file)).await;
    assert_eq!(code, 0, "{said}");
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[tokio::test]
async fn files_in_a_bucket_are_not_in_the_backup_which_says_so() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    prepare(&place, 1).await;
    let file = place.folder.path().join("hoi.tar.gz");
    let mut command = backup_to(&place, &file);
    command
        .env("HOI_STORAGE_URL", "s3://files")
        .env("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
        .env("AWS_REGION", "x")
        .env("AWS_ACCESS_KEY_ID", "x")
        .env("AWS_SECRET_ACCESS_KEY", "x");
    let (code, said) = output(&mut command).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("are NOT in it"), "{said}");
    let folder = folder_with_secret(&place);
    let (code, said) = output(&mut restore_into(folder.path(), &file)).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("HOI_STORAGE_URL name that bucket"), "{said}");
}

#[tokio::test]
async fn postgres_has_tools_of_its_own() {
    let place = Place::new().await;
    if place.is_embedded() {
        return;
    }
    let file = place.folder.path().join("hoi.tar.gz");
    let (code, said) = output(&mut backup_to(&place, &file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("pg_dump") && !file.exists(), "{said}");
    let mut restore = place.command("restore");
    fs::write(&file, "x").unwrap();
    let (code, said) = output(restore.arg(&file)).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("pg_restore"), "{said}");
}

/// The script of the nightly timer (`deploy/backup`).
#[tokio::test]
async fn the_nightly_backup_keeps_the_newest_and_removes_nothing_when_it_fails() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    place.start().await.stop().await;
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_hoi")).parent().unwrap();
    let nightly = |keep: &str| {
        let mut command = tokio::process::Command::new("sh");
        command
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/backup"))
            .arg(folder.path())
            .arg(keep)
            .current_dir(place.folder.path())
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", program.display()))
            .env("HOI_DATA_DIR", place.folder.path());
        command
    };
    let names = || {
        let entries = fs::read_dir(folder.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let older = ["hoi-20200101T020000Z.tar.gz", "hoi-20200102T020000Z.tar.gz"];
    let mine = "hoi-before-the-move.tar.gz";
    for name in [older[0], older[1], mine] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    let before = names();
    for (keep, database) in [("2", "sqlite:///nowhere/hoi.db"), ("0", ""), ("two", "")] {
        let (code, said) = output(nightly(keep).env("HOI_DATABASE_URL", database)).await;
        assert_ne!(code, 0, "{keep}: {said}");
        assert_eq!(names(), before, "{keep}: {said}");
    }
    let (code, said) = output(&mut nightly("2")).await;
    assert_eq!(code, 0, "{said}");
    let left = names();
    let [kept, new, other] = &left[..] else {
        panic!("{left:?}")
    };
    assert_eq!((&**kept, &**other), (older[1], mine));
    let unpacked = GzDecoder::new(File::open(folder.path().join(new)).unwrap());
    assert!(tar::Archive::new(unpacked).entries().unwrap().count() >= 3);
}
