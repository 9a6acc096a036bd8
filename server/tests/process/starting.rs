//! Requirements at the start of the program, and its messages when one is not met.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::Path;
use std::time::Duration;

use hoi_db::Db;
use sea_orm::ConnectionTrait as _;
use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::program::{ADMIN, PASSWORD, Place, Program, client, free_address};

/// Checks for one line that names the problem and the remedy, and nothing else.
#[track_caller]
fn assert_refused((succeeded, said): (bool, String), words: &[&str]) {
    assert!(!succeeded, "{said}");
    let own: Vec<&str> = said.lines().filter(|line| !line.starts_with('{')).collect();
    assert_eq!(own.len(), 1, "{said}");
    assert!(own[0].starts_with("hoi: "), "{said}");
    for word in words {
        assert!(own[0].contains(word), "{word}: {said}");
    }
}

fn copy_of_secret(place: &Place) -> TempDir {
    let other = tempfile::tempdir().unwrap();
    let secret = place.folder.path().join("secret");
    fs::copy(secret, other.path().join("secret")).unwrap();
    other
}

#[tokio::test]
async fn mistakes_in_the_configuration_are_named() {
    let place = Place::new().await;
    for (name, value, words) in [
        (
            "HOI_SMTP_ULR",
            "smtp://localhost",
            ["HOI_SMTP_ULR", "HOI_SMTP_URL"],
        ),
        (
            "HOI_PUBLIC_URL",
            "events.example.vn",
            ["HOI_PUBLIC_URL", "https://"],
        ),
        (
            "HOI_ADMIN_EMAIL",
            ADMIN,
            ["HOI_ADMIN_PASSWORD", "create-admin"],
        ),
        ("HOI_LISTEN", "here", ["HOI_LISTEN", "here"]),
        ("HOI_LOG_FORMAT", "xml", ["HOI_LOG_FORMAT", "json or text"]),
        (
            "HOI_TRUSTED_PROXIES",
            "0.0.0.0/0",
            ["HOI_TRUSTED_PROXIES", "`0.0.0.0/0`"],
        ),
        (
            "HOI_METRICS_LISTEN",
            "9090",
            ["HOI_METRICS_LISTEN", "127.0.0.1:9090"],
        ),
    ] {
        let ended = place.run(place.command("serve").env(name, value)).await;
        assert_refused(ended, &words);
    }
    // A folder in place of the file cannot be read, whatever user runs the test.
    fs::create_dir(place.folder.path().join("hoi.toml")).unwrap();
    assert_refused(place.run(&mut place.command("serve")).await, &["hoi.toml"]);
}

#[tokio::test]
async fn an_address_in_use_is_named() {
    let place = Place::new().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ended = place
        .run(place.command("serve").env("HOI_LISTEN", &address))
        .await;
    assert_refused(ended, &["cannot listen", "HOI_LISTEN", &address]);
    let mut command = place.command("serve");
    let ended = place.run(command.env("HOI_METRICS_LISTEN", &address)).await;
    assert_refused(ended, &["cannot listen", "HOI_METRICS_LISTEN", &address]);
}

#[tokio::test]
async fn metrics_are_served_at_their_own_address_alone() {
    let place = Place::new().await;
    let address = free_address();
    let mut command = place.command("serve");
    command.env("HOI_METRICS_LISTEN", address.to_string());
    let program = Program::start(command).await;
    let health = program.get_from([127, 0, 0, 1], "/api/health").await;
    assert_eq!(health, Some(200));
    let page = client()
        .get(format!("http://{address}/metrics"))
        .send()
        .await;
    let page = page.unwrap().text().await.unwrap();
    let counted = r#"hoi_http_requests_total{method="GET",route="/api/health",status="200"} 1"#;
    assert!(page.contains(counted), "{page}");
    let other = client()
        .get(format!("http://{address}/api/health"))
        .send()
        .await;
    assert_eq!(other.unwrap().status(), 404);
    let public = client()
        .get(format!("http://{}/metrics", program.address))
        .send()
        .await;
    let public = public.unwrap().text().await.unwrap();
    assert!(!public.contains("hoi_http_requests"), "{public}");
    // It takes 16 connections, so one of 17 is refused. Those it takes and that say nothing are closed after 30 s.
    let mut first_bytes = JoinSet::new();
    for _ in 0..17 {
        let mut connection = TcpStream::connect(address).await.unwrap();
        first_bytes.spawn(async move {
            let mut bytes = [0; 12];
            connection.read_exact(&mut bytes).await.map(|_| bytes)
        });
    }
    let first = timeout(Duration::from_secs(20), first_bytes.join_next()).await;
    let first = first.expect("no connection was refused").unwrap();
    let refusal = first.unwrap().unwrap();
    assert_eq!(&refusal, b"HTTP/1.1 503");
    drop(first_bytes);
    assert!(program.stop().await.0.success());
}

/// On one embedded database the second server is refused. On PostgreSQL both work, whichever creates the schema and the
/// first administrator.
#[tokio::test]
async fn two_servers_may_start_at_once_on_an_empty_database() {
    for _ in 0..5 {
        let place = Place::new().await;
        let start = || {
            let mut command = place.command("serve");
            command
                .env("HOI_ADMIN_EMAIL", ADMIN)
                .env("HOI_ADMIN_PASSWORD", PASSWORD);
            async move { Program::try_start(&mut command).await }
        };
        let (one, two) = tokio::join!(start(), start());
        if place.is_embedded() {
            let said = match (one, two) {
                (Ok(_), Err(said)) | (Err(said), Ok(_)) => said,
                (one, two) => panic!("{:?} {:?}", one.err(), two.err()),
            };
            assert_refused((false, said), &["another server is running"]);
        } else {
            let (one, two) = (one.unwrap(), two.unwrap());
            for program in [one, two] {
                assert_eq!(
                    program.get_from([127, 0, 0, 1], "/api/health").await,
                    Some(200)
                );
                assert!(program.stop().await.0.success());
            }
        }
    }
}

#[tokio::test]
async fn a_database_keeps_to_its_secret() {
    let place = Place::new().await;
    place.start().await.stop().await;
    let secret = place.folder.path().join("secret");
    let own = fs::read(&secret).unwrap();
    // The secret is lost. The newly created one is removed again, so that the next start reports the same.
    fs::remove_file(&secret).unwrap();
    for _ in 0..2 {
        let ended = place.run(&mut place.command("serve")).await;
        assert_refused(ended, &["secret", "backup", "hoi accept-secret"]);
    }
    assert!(!secret.exists());
    // A foreign secret stays unchanged.
    fs::write(&secret, [7; 32]).unwrap();
    assert_refused(
        place.run(&mut place.command("serve")).await,
        &["accept-secret"],
    );
    assert_eq!(fs::read(&secret).unwrap(), [7; 32]);
    // The right secret is back.
    fs::write(&secret, &own).unwrap();
    place.start().await.stop().await;
    // The present secret is accepted.
    fs::write(&secret, [7; 32]).unwrap();
    let (accepted, said) = place.run(&mut place.command("accept-secret")).await;
    assert!(accepted, "{said}");
    place.start().await.stop().await;
    fs::write(&secret, &own).unwrap();
    assert_refused(
        place.run(&mut place.command("serve")).await,
        &["accept-secret"],
    );
}

#[tokio::test]
async fn servers_on_one_database_share_the_secret() {
    let place = Place::new().await;
    if place.is_embedded() {
        return;
    }
    let first = place.start().await;
    let other = copy_of_secret(&place);
    let second = Program::start(place.command_in("serve", other.path())).await;
    assert!(second.stop().await.0.success());
    let stranger = tempfile::tempdir().unwrap();
    let ended = place
        .run(&mut place.command_in("serve", stranger.path()))
        .await;
    assert_refused(ended, &["another server on the same database"]);
    assert!(first.stop().await.0.success());
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[tokio::test]
async fn the_data_folder_is_private_also_where_it_was_not() {
    let place = Place::new().await;
    let folder = place.folder.path();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    let program = place.start().await;
    let all = || {
        let mut found = vec![folder.to_owned()];
        let mut at = 0;
        while let Some(path) = found.get(at).cloned() {
            if path.is_dir() {
                found.extend(
                    fs::read_dir(path)
                        .unwrap()
                        .map(|entry| entry.unwrap().path()),
                );
            }
            at += 1;
        }
        found
    };
    let assert_private = |made: &str| {
        for path in all() {
            assert_eq!(mode(&path) & 0o077, 0, "{made}: {}", path.display());
        }
    };
    assert_private("new");
    program.stop().await;
    // Modes as left by an earlier version, or by a copy without modes.
    fs::create_dir(folder.join("files/ab")).unwrap();
    fs::write(folder.join("files/ab/private"), "private").unwrap();
    fs::write(folder.join("mail/a.eml"), "private").unwrap();
    for path in all() {
        let wide = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(wide)).unwrap();
    }
    let program = place.start().await;
    assert_private("existing");
    assert_eq!(mode(&folder.join("files/ab/private")), 0o600);
    assert_eq!(mode(folder), 0o700);
    program.stop().await;
}

/// The mode of a folder with other contents stays, but Hội's own files in it become private.
#[tokio::test]
async fn a_folder_of_others_keeps_its_mode() {
    let place = Place::new().await;
    let folder = place.folder.path();
    fs::write(folder.join("notes.txt"), "of others").unwrap();
    for (path, wide) in [
        (folder.to_owned(), 0o755),
        (folder.join("notes.txt"), 0o644),
    ] {
        fs::set_permissions(path, fs::Permissions::from_mode(wide)).unwrap();
    }
    let program = place.start().await;
    assert_eq!(mode(folder), 0o755);
    assert_eq!(mode(&folder.join("notes.txt")), 0o644);
    assert_eq!(mode(&folder.join("secret")), 0o600);
    program.stop().await;
}

#[tokio::test]
async fn a_database_that_cannot_be_written_is_named() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    place.start().await.stop().await;
    place.gather().await;
    let (folder, database) = (place.folder.path(), place.folder.path().join("hoi.db"));
    let mut command = place.command("serve");
    // The superuser ignores file modes.
    if fs::metadata(folder).unwrap().uid() == 0 {
        let nobody = 65_534;
        for entry in fs::read_dir(folder).unwrap() {
            chown(entry.unwrap().path(), Some(nobody), Some(nobody)).unwrap();
        }
        chown(folder, Some(nobody), Some(nobody)).unwrap();
        command.uid(nobody).gid(nobody);
    }
    fs::set_permissions(&database, fs::Permissions::from_mode(0o400)).unwrap();
    let ended = place.run(&mut command).await;
    assert_refused(ended, &["hoi.db", "cannot be written"]);
    fs::set_permissions(&database, fs::Permissions::from_mode(0o600)).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o500)).unwrap();
    let ended = place.run(&mut command).await;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).unwrap();
    assert_refused(ended, &["cannot be written", "denied"]);
}

#[tokio::test]
async fn damaged_pages_are_found_at_the_start() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    place.start().await.stop().await;
    place.gather().await;
    let database = place.folder.path().join("hoi.db");
    let mut bytes = fs::read(&database).unwrap();
    // The first page contains the schema, the following ones tables and indexes.
    for page in bytes.chunks_mut(4096).skip(20).take(40) {
        page.fill(0xAB);
    }
    fs::write(&database, bytes).unwrap();
    let ended = place.run(&mut place.command("serve")).await;
    assert_refused(ended, &["damaged", "backup"]);
}

/// The trigger would make all accounts administrators at the next login.
#[tokio::test]
async fn a_database_with_a_foreign_trigger_is_refused_until_it_is_dropped() {
    let place = Place::new().await;
    place.start().await.stop().await;
    let change = async |sql: &str| {
        let db = Db::open_beside(&place.database).await.unwrap();
        let tx = db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
    };
    let (create, drop) = if place.is_embedded() {
        (
            "create trigger promote after insert on session begin update \"user\" set role = 'ADMIN'; end",
            "drop trigger promote",
        )
    } else {
        (
            "create function promote() returns trigger language plpgsql as \
             'begin update \"user\" set role = ''ADMIN''; return new; end'; \
             create trigger promote after insert on session for each row execute function promote()",
            "drop trigger promote on session",
        )
    };
    change(create).await;
    let ended = place.run(&mut place.command("serve")).await;
    assert_refused(ended, &["the trigger", "promote`", "does not belong"]);
    change(drop).await;
    place.start().await.stop().await;
    if place.is_embedded() {
        change("drop table message_delivery").await;
        let ended = place.run(&mut place.command("serve")).await;
        assert_refused(ended, &["the table `message_delivery` is missing"]);
    }
}
