//! `hoi check` and `hoi jobs` beside a running server, with their exit codes.

use std::fs;
use std::time::Duration;

use hoi_db::Db;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;
use tokio::time::sleep;
use uuid::Uuid;

use crate::backup::{output, start_with_admin};
use crate::program::Place;

#[tokio::test]
async fn a_check_beside_a_server_ends_with_what_it_found() {
    let place = Place::new().await;
    let (code, said) = output(&mut place.command("check")).await;
    assert_eq!(code, 2, "{said}");
    let program = start_with_admin(&place).await;
    let (code, said) = output(&mut place.command("check")).await;
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.lines().count(), 8, "{said}");
    assert!(said.lines().all(|line| line.starts_with("fine ")), "{said}");
    let (code, said) = output(place.command("check").env("HOI_MIN_FREE_MB", "999999999")).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("PROBLEM  space"), "{said}");
    let (code, said) = output(place.command("check").env("HOI_LISTEN", "here")).await;
    assert_eq!(code, 2, "{said}");
    assert!(program.stop().await.0.success());
}

#[tokio::test]
async fn a_check_finds_damaged_pages() {
    let place = Place::new().await;
    if !place.is_embedded() {
        return;
    }
    place.start().await.stop().await;
    place.gather().await;
    let database = place.folder.path().join("hoi.db");
    let sound = fs::read(&database).unwrap();
    let mut bytes = sound.clone();
    for page in bytes.chunks_mut(4096).skip(20).take(40) {
        page.fill(0xAB);
    }
    fs::write(&database, &bytes).unwrap();
    let (code, said) = output(&mut place.command("check")).await;
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("PROBLEM  database") && said.contains("damaged"),
        "{said}"
    );
    // So damaged that it does not open.
    fs::write(&database, &sound).unwrap();
    for ending in ["-wal", "-shm"] {
        let _ = fs::remove_file(place.folder.path().join(format!("hoi.db{ending}")));
    }
    fs::write(&database, [0xAB; 8192]).unwrap();
    let (code, said) = output(&mut place.command("check")).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("PROBLEM  database"), "{said}");
}

/// Stores a job of the kind that removes the content of a file.
async fn store_dead_job(place: &Place) -> Uuid {
    let id = hoi_platform::clock::new_id();
    let db = Db::open_beside(&place.database).await.unwrap();
    let tx = db.write().await.unwrap();
    let sql = "insert into job (id, name, payload, state, attempts, run_at, due_at, last_error, created_at) values \
               ($1, 'files.removeStored', '{\"id\": \"01890000-0000-7000-8000-000000000000\"}', 'dead', 9, 0, 0, \
               'no space for binh@example.vn', 0)";
    let backend = tx.get_database_backend();
    let insert = Statement::from_sql_and_values(backend, sql, [Uuid::into(id)]);
    tx.execute_raw(insert).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    id
}

async fn list(place: &Place) -> String {
    let (code, said) = output(place.command("jobs").args(["list", "--dead"])).await;
    assert_eq!(code, 0, "{said}");
    said
}

#[tokio::test]
async fn a_dead_job_is_listed_and_a_running_server_tries_it_again() {
    let place = Place::new().await;
    let program = place.start().await;
    for all in [false, true] {
        let id = store_dead_job(&place).await.to_string();
        let listed = list(&place).await;
        assert!(
            listed.contains(&id) && listed.contains("no space for <address>"),
            "{listed}"
        );
        let mut retry = place.command("jobs");
        retry.args(["retry", if all { "--all-dead" } else { &*id }]);
        let (code, said) = output(&mut retry).await;
        assert_eq!(code, 0, "{said}");
        let mut left = 100;
        loop {
            let (_, listed) = output(place.command("jobs").arg("list")).await;
            if !listed.contains(&id) {
                break;
            }
            left -= 1;
            assert!(left > 0, "{listed}");
            sleep(Duration::from_millis(100)).await;
        }
        let (code, said) = output(place.command("jobs").args(["retry", &id])).await;
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("there is no job"), "{said}");
    }
    for wrong in [
        &["retry"][..],
        &["retry", "x"],
        &["retry", "--all-dead", &Uuid::nil().to_string()],
    ] {
        assert_eq!(
            output(place.command("jobs").args(wrong)).await.0,
            2,
            "{wrong:?}"
        );
    }
    assert!(program.stop().await.0.success());
}

#[tokio::test]
async fn the_components_are_printed_without_a_configuration() {
    let place = Place::new().await;
    let mut command = place.command("licenses");
    let (code, said) = output(command.env("HOI_DATABASE_URL", "nonsense")).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\naxum ") && said.contains("\npreact "));
}

#[tokio::test]
async fn the_version_names_commit_day_and_engines_without_a_configuration() {
    let place = Place::new().await;
    let mut command = place.command("--version");
    let (code, said) = output(command.env("HOI_DATABASE_URL", "nonsense")).await;
    assert_eq!(code, 0, "{said}");
    let is_given = ["HOI_BUILD_COMMIT", "SOURCE_DATE_EPOCH"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    let begin = format!("hoi {} (commit ", env!("CARGO_PKG_VERSION"));
    let end = format!(
        "; SQLite {}; PostgreSQL {} or newer)\n",
        hoi_db::SQLITE_VERSION,
        hoi_db::LOWEST_POSTGRES_VERSION
    );
    let built = said
        .strip_prefix(&begin)
        .and_then(|rest| rest.strip_suffix(&end));
    let (commit, day) = built.and_then(|built| built.split_once(", ")).expect(&said);
    // Only the build of a release asks git; `scripts/release` checks that output.
    if cfg!(debug_assertions) && !is_given {
        assert_eq!((commit, day), ("unknown", "unknown"));
    }
}

#[tokio::test]
async fn the_log_begins_with_the_version() {
    let place = Place::new().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = place.command("serve");
    let (_, said) = place.run(command.env("HOI_LISTEN", address)).await;
    let first: Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!(first["message"], "starting", "{said}");
    assert_eq!(first["version"], env!("CARGO_PKG_VERSION"), "{said}");
    assert_eq!(first["sqlite"], hoi_db::SQLITE_VERSION, "{said}");
    assert_eq!(first["lowest_postgres"], "15", "{said}");
}

#[tokio::test]
async fn every_command_has_a_help_text() {
    let place = Place::new().await;
    for command in [
        "backup",
        "restore",
        "check",
        "doctor",
        "config",
        "completions",
        "man",
        "jobs",
        "licenses",
    ] {
        let (code, said) = output(place.command(command).arg("--help")).await;
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("Usage: hoi"), "{said}");
    }
}

#[tokio::test]
async fn the_settings_in_force_are_shown_without_secrets() {
    const SECRETS: [&str; 4] = ["secret-admin", "secret-smtp", "secret-s3", "secret-file"];
    let place = Place::new().await;
    let file = place.folder.path().join("other.toml");
    fs::write(
        &file,
        "landing_page = true\nsmtp_url = \"smtps://hoi:secret-file@mail.example.vn\"",
    )
    .unwrap();
    let asking = || {
        let mut command = place.command("config");
        command.arg("--config").arg(&file);
        command
            .env("HOI_ADMIN_PASSWORD", "secret-admin")
            .env("AWS_SECRET_ACCESS_KEY", "secret-s3");
        command
    };
    let (code, said) = output(&mut asking()).await;
    assert_eq!(code, 0, "{said}");
    let file_line = format!("file         {}", file.display());
    for line in [
        &*file_line,
        "file         HOI_LANDING_PAGE        true",
        "file         HOI_SMTP_URL            smtps://hoi:***@mail.example.vn",
        "environment  HOI_ADMIN_PASSWORD      ***",
        "environment  AWS_SECRET_ACCESS_KEY   ***",
        "default      HOI_LOG                 info",
    ] {
        assert!(said.lines().any(|shown| shown == line), "{line}\n{said}");
    }
    let mut wrong = asking();
    wrong
        .env("HOI_SMTP_URL", "nonsense://hoi:secret-smtp@mail")
        .env("HOI_LISTEN", "here")
        .env("HOI_LISTN", "x");
    let (code, told) = output(&mut wrong).await;
    assert_eq!(code, 1, "{told}");
    for word in [
        "PROBLEM      HOI_SMTP_URL",
        "PROBLEM      HOI_LISTEN: `here`",
        "PROBLEM      HOI_LISTN is not",
    ] {
        assert!(told.contains(word), "{word}\n{told}");
    }
    fs::write(&file, "admin_password = secret-file").unwrap();
    let (code, broken) = output(&mut asking()).await;
    assert_eq!(code, 1, "{broken}");
    assert!(broken.contains("line 1"), "{broken}");
    for secret in SECRETS {
        assert!(
            ![&said, &told, &broken]
                .iter()
                .any(|text| text.contains(secret)),
            "{secret}"
        );
    }
    assert!(
        !place.folder.path().join("mail").exists(),
        "it changes nothing"
    );
}

#[tokio::test]
async fn another_file_of_settings_is_read_and_must_be_there() {
    let place = Place::new().await;
    let other = place.folder.path().join("other.toml");
    fs::write(place.folder.path().join("hoi.toml"), "min_free_mb = 1").unwrap();
    fs::write(&other, "min_free_mb = 999999999").unwrap();
    let program = place.start().await;
    assert_eq!(output(&mut place.command("check")).await.0, 0);
    let (code, said) = output(place.command("check").arg("--config").arg(&other)).await;
    assert_eq!(code, 1, "{said}");
    assert!(program.stop().await.0.success());
    let (code, said) = output(place.command("migrate").args(["--config", "none.toml"])).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("there is no file none.toml"), "{said}");
}

#[tokio::test]
async fn completions_and_manual_name_every_command_without_a_configuration() {
    let place = Place::new().await;
    for shell in ["bash", "zsh", "fish"] {
        let mut command = place.command("completions");
        let (code, script) = output(command.arg(shell).env("HOI_LISTEN", "here")).await;
        assert_eq!(code, 0, "{script}");
        assert!(
            script.contains("create-admin") && script.contains("dkim-selector"),
            "{script}"
        );
    }
    let (code, page) = output(&mut place.command("man")).await;
    assert_eq!(code, 0, "{page}");
    assert!(
        page.contains(".TH hoi 1") && page.replace('\\', "").contains("hoi-create-admin(1)"),
        "{page}"
    );
    let folder = place.folder.path().join("man1");
    fs::create_dir(&folder).unwrap();
    let (code, said) = output(place.command("man").arg(&folder)).await;
    assert_eq!(code, 0, "{said}");
    for page in ["hoi.1", "hoi-backup.1", "hoi-jobs-retry.1"] {
        assert!(folder.join(page).exists(), "{page}");
    }
}
