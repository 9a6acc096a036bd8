//! A sound installation has no findings, and each fault is found.

use std::fs::File;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use hoi_db::Engine;
use hoi_platform::clock::{Clock, new_id};
use hoi_platform::files::FileId;
use hoi_platform::files::entity::file;
use hoi_server::operations::{Level, Report, check};
use hoi_ticketing::events::{EventId, TicketId};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, EntityTrait, Set, Statement, Value};
use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;

const TWO_DAYS: Duration = Duration::from_hours(48);

/// An installation with an event, one participant and one stored file.
struct Installation {
    app: TestApp,
    event: EventId,
    class: TicketId,
    logo: FileId,
    participant: Uuid,
}

impl Installation {
    async fn sound() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 10).await;
        let class = app.ticket(event, "Thường", 0, 5).await;
        let body = json!({
            "fullName": "Trần Bình", "email": "binh@example.vn", "phone": "0912345678", "company": "Một",
            "ticketId": class, "answers": [], "consent": true,
        });
        let path = format!("/api/event/{event}/register");
        let registered = app.post(&path, body).await;
        let participant = registered.data()["attendanceId"].as_str().unwrap();
        let participant = participant.parse().unwrap();
        let files = file::Entity::find().all(app.app.db.read()).await.unwrap();
        let logo = files[0].id;
        app.app
            .storage
            .put(logo, Bytes::from_static(b"1"))
            .await
            .unwrap();
        Self {
            app,
            event,
            class,
            logo,
            participant,
        }
    }

    async fn check(&self) -> Report {
        let app = &self.app.app;
        check(&app.db, &app.storage, &app.config, Clock::system().now()).await
    }

    async fn run(&self, sql: &str, values: impl IntoIterator<Item = Value>) {
        let tx = self.app.app.db.write().await.unwrap();
        let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
        tx.execute_raw(statement).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Runs a statement that the engine's foreign keys would refuse.
    async fn run_without_foreign_keys(&self, sql: &str, id: Uuid) {
        if self.app.app.db.engine() == Engine::Postgres {
            let tx = self.app.app.db.write().await.unwrap();
            let off = "set local session_replication_role = 'replica'";
            tx.execute_unprepared(off).await.unwrap();
            let statement =
                Statement::from_sql_and_values(tx.get_database_backend(), sql, [id.into()]);
            tx.execute_raw(statement).await.unwrap();
            tx.commit().await.unwrap();
            return;
        }
        let path = self.app.app.config.data_dir.join("hoi.db");
        let mut options = ConnectOptions::new(format!("sqlite://{}", path.display()));
        options.max_connections(1);
        let conn = Database::connect(options).await.unwrap();
        conn.execute_unprepared("pragma foreign_keys = off")
            .await
            .unwrap();
        let statement =
            Statement::from_sql_and_values(conn.get_database_backend(), sql, [id.into()]);
        conn.execute_raw(statement).await.unwrap();
        conn.close().await.unwrap();
    }

    async fn store_file(&self, id: FileId, deleted_before: Option<Duration>) {
        let now = Clock::system().now();
        let row = file::ActiveModel {
            id: Set(id),
            purpose: Set("avatar".to_owned()),
            mime: Set("image/png".to_owned()),
            bytes: Set(1),
            sha256: Set("-".to_owned()),
            visibility: Set(hoi_platform::files::Visibility::Public),
            preview: Set(None),
            created_at: Set(now),
            deleted_at: Set(deleted_before.map(|before| now.minus(before))),
            ..Default::default()
        };
        let tx = self.app.app.db.write().await.unwrap();
        file::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        self.put(id).await;
    }

    async fn put(&self, id: FileId) {
        let stored = self.app.app.storage.put(id, Bytes::from_static(b"1"));
        stored.await.unwrap();
    }

    fn path(&self, id: FileId) -> std::path::PathBuf {
        let name = id.0.simple().to_string();
        let files = self.app.app.config.data_dir.join("files");
        files.join(&name[30..]).join(name)
    }
}

#[track_caller]
fn assert_sound(report: &Report) {
    assert!(
        report.lines.iter().all(|line| line.level == Level::Fine),
        "{report}"
    );
}

/// The report has one problem, about `subject` and with these words, and everything else was checked.
#[track_caller]
fn assert_found(report: &Report, subject: &str, words: &[&str]) {
    let problems: Vec<_> = report.of(Level::Problem).collect();
    assert_eq!(problems.len(), 1, "{report}");
    assert_eq!(problems[0].subject, subject, "{report}");
    for word in words {
        assert!(problems[0].text.contains(word), "{word}: {report}");
    }
    assert!(report.of(Level::Unchecked).next().is_none(), "{report}");
}

#[tokio::test]
async fn a_sound_installation_has_no_findings() {
    let at = Installation::sound().await;
    let report = at.check().await;
    assert_sound(&report);
    let subjects: Vec<_> = report.lines.iter().map(|line| line.subject).collect();
    assert_eq!(
        subjects,
        [
            "database",
            "schema",
            "references",
            "counters",
            "files",
            "jobs",
            "secret",
            "space"
        ]
    );
}

/// A trigger acts on its own: this one makes all accounts administrators at the next login.
#[tokio::test]
async fn objects_outside_the_schema_are_found() {
    let at = Installation::sound().await;
    let (sql, name) = if at.app.app.db.engine() == Engine::Postgres {
        let sql = "create function promote() returns trigger language plpgsql as \
                   'begin update \"user\" set role = ''ADMIN''; return new; end'; \
                   create trigger promote after insert on session for each row execute function promote()";
        (sql, "`session.promote`")
    } else {
        let sql = "create trigger promote after insert on session begin update \"user\" set role = 'ADMIN'; end";
        (sql, "`promote`")
    };
    let tx = at.app.app.db.write().await.unwrap();
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
    let words = ["the trigger", name, "does not belong to it"];
    assert_found(&at.check().await, "schema", &words);

    for (sql, word) in [
        (
            "create view everyone as select * from session",
            "the view `everyone` does not belong to it",
        ),
        (
            "drop index attendance_received",
            "the index `attendance_received` is missing",
        ),
        (
            "alter table session add column role text",
            "the column `session.role` does not belong to it",
        ),
    ] {
        let at = Installation::sound().await;
        at.run(sql, []).await;
        assert_found(&at.check().await, "schema", &[word]);
    }
}

#[tokio::test]
async fn a_row_without_the_one_it_refers_to_is_found() {
    let at = Installation::sound().await;
    let sql = "update attendance set user_id = $1";
    at.run_without_foreign_keys(sql, new_id()).await;
    assert_found(
        &at.check().await,
        "references",
        &["1 rows of attendance", "user"],
    );
}

#[tokio::test]
async fn a_wrong_number_of_registered_participants_is_found() {
    let at = Installation::sound().await;
    at.run("update event set registered_count = 2", []).await;
    let event = at.event.to_string();
    let words = ["registered participants", &event, "stored 2, counted 1"];
    assert_found(&at.check().await, "counters", &words);
}

#[tokio::test]
async fn a_wrong_number_of_sold_seats_is_found() {
    let at = Installation::sound().await;
    at.run("update ticket set sold = 0", []).await;
    let class = at.class.to_string();
    let words = ["sold seats", &class, "stored 0, counted 1"];
    assert_found(&at.check().await, "counters", &words);
}

/// A use still counts after its participant was removed, but not after a registration that was not confirmed or paid
/// lapsed.
#[tokio::test]
async fn a_wrong_number_of_uses_of_a_code_is_found() {
    let at = Installation::sound().await;
    let code: Uuid = new_id();
    at.run(
        "insert into invitation_code (id, event_id, code, code_key, participation_type, max_uses, times_used, is_active, \
         created_at) values ($1, $2, 'VIP', 'vip', 'VIP', -1, 1, true, 0)",
        [code.into(), at.event.0.into()],
    )
    .await;
    assert_found(
        &at.check().await,
        "counters",
        &[
            "uses of invitation codes",
            &code.to_string(),
            "stored 1, counted 0",
        ],
    );
    at.run(
        "update attendance set invitation_code_id = $1",
        [code.into()],
    )
    .await;
    assert_sound(&at.check().await);
    at.run("update invitation_code set times_used = 2", [])
        .await;
    assert_found(&at.check().await, "counters", &["stored 2, counted 1"]);
    at.run("update event set registered_count = 0", []).await;
    at.run("update ticket set sold = 0", []).await;
    at.run("update attendance set deleted_at = 1, confirm_by = 1", [])
        .await;
    assert_found(&at.check().await, "counters", &["stored 2, counted 1"]);
    at.run("update invitation_code set times_used = 1", [])
        .await;
    assert_sound(&at.check().await);
    for action in ["participant.unconfirmed", "participant.unpaidReleased"] {
        at.run(
            "update event_activity set action = $1 where subject_id = $2",
            [action.into(), at.participant.into()],
        )
        .await;
        assert_found(&at.check().await, "counters", &["stored 1, counted 0"]);
    }
    at.run("update invitation_code set times_used = 0", [])
        .await;
    assert_sound(&at.check().await);
}

#[tokio::test]
async fn a_wrong_number_of_recipients_is_found() {
    let at = Installation::sound().await;
    let message: Uuid = new_id();
    at.run(
        "insert into message (id, event_id, author_id, subject, content, segment, status, is_expanded, recipients, version, \
         created_at, updated_at) select $1, id, owner_id, 'Chào', '', '{}', 'sent', true, 1, 1, 0, 0 from event",
        [message.into()],
    )
    .await;
    let words = ["recipients of messages", "stored 1, counted 0"];
    assert_found(&at.check().await, "counters", &words);
    at.run(
        "insert into message_delivery (message_id, attendance_id, state, attempts, next_at) values ($1, $2, 'sent', 1, 0)",
        [message.into(), at.participant.into()],
    )
    .await;
    assert_sound(&at.check().await);
}

#[tokio::test]
async fn a_lucky_draw_with_a_list_of_another_length_is_found() {
    let at = Installation::sound().await;
    at.run(
        "insert into lucky_draw_round (id, event_id, number, seed, seed_hash, pool, pool_hash, pool_size, word, opened_at, \
         opened_by) select $1, id, 1, '', '', $2, '', 2, '', 0, owner_id from event",
        [new_id::<Uuid>().into(), "0".repeat(32).into()],
    )
    .await;
    let words = ["lists of lucky draws", "stored 2, counted 1"];
    assert_found(&at.check().await, "counters", &words);
    at.run("update lucky_draw_round set pool = ''", []).await;
    assert_sound(&at.check().await);
}

#[tokio::test]
async fn a_row_whose_file_is_missing_is_found() {
    let at = Installation::sound().await;
    at.app.app.storage.remove(at.logo).await.unwrap();
    let words = ["1 files", "not in the storage", &at.logo.to_string()];
    assert_found(&at.check().await, "files", &words);
}

#[tokio::test]
async fn a_file_of_another_size_is_found() {
    let at = Installation::sound().await;
    std::fs::write(at.path(at.logo), "12").unwrap();
    let words = ["another size", &at.logo.to_string()];
    assert_found(&at.check().await, "files", &words);
}

/// Content without a row may be an upload under way; content whose row was removed may wait for its job.
#[tokio::test]
async fn files_that_belong_to_nothing_are_found_after_a_day() {
    let at = Installation::sound().await;
    let orphan: FileId = new_id();
    at.put(orphan).await;
    at.store_file(new_id(), Some(Duration::from_hours(1))).await;
    assert_sound(&at.check().await);
    let orphan_file = File::options().write(true).open(at.path(orphan)).unwrap();
    #[expect(
        clippy::disallowed_methods,
        reason = "the time of a file is the machine's"
    )]
    let before = SystemTime::now() - TWO_DAYS;
    orphan_file.set_modified(before).unwrap();
    let words = ["belong to nothing", "1 stored files", &orphan.to_string()];
    assert_found(&at.check().await, "files", &words);

    let at = Installation::sound().await;
    let removed: FileId = new_id();
    at.store_file(removed, Some(TWO_DAYS)).await;
    let words = ["belong to nothing", &removed.to_string()];
    assert_found(&at.check().await, "files", &words);
}

#[tokio::test]
async fn dead_jobs_are_found() {
    let at = Installation::sound().await;
    super::jobs::store(&at.app, "mail.ticket", "dead", None).await;
    super::jobs::store(&at.app, "mail.ticket", "waiting", None).await;
    let words = ["1 × mail.ticket", "hoi jobs list --dead"];
    assert_found(&at.check().await, "jobs", &words);
}

#[tokio::test]
async fn a_missing_or_another_secret_is_found() {
    let at = Installation::sound().await;
    let secret = at.app.app.config.data_dir.join("secret");
    std::fs::write(&secret, [7; 32]).unwrap();
    assert_found(
        &at.check().await,
        "secret",
        &["not the one", "accept-secret"],
    );
    std::fs::remove_file(&secret).unwrap();
    assert_found(&at.check().await, "secret", &["missing"]);
    assert!(!secret.exists(), "a check makes no secret");
}

#[tokio::test]
async fn too_little_space_is_found() {
    let at = Installation::sound().await;
    let mut config = at.app.app.config.clone();
    config.min_free_mb = 1 << 40;
    let app = &at.app.app;
    let report = check(&app.db, &app.storage, &config, Clock::system().now()).await;
    assert_found(&report, "space", &["registrations and uploads are refused"]);
}

/// One check that fails leaves the others.
#[tokio::test]
async fn skipped_checks_are_named() {
    let at = Installation::sound().await;
    at.run("drop table message_delivery", []).await;
    let report = at.check().await;
    let unknown: Vec<_> = report.of(Level::Unchecked).collect();
    assert_eq!(unknown.len(), 1, "{report}");
    assert_eq!(unknown[0].subject, "counters");
    let problems: Vec<_> = report.of(Level::Problem).collect();
    assert_eq!(problems.len(), 1, "{report}");
    assert!(
        problems[0]
            .text
            .contains("the table `message_delivery` is missing"),
        "{report}"
    );
    assert_eq!(report.of(Level::Fine).count(), 6, "{report}");
}
