//! A database is compared with the objects that its steps make, on the engine chosen by `HOI_TEST_DATABASE_URL`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use hoi_db::{Db, Difference, Engine, MigrateError, Migration, Timestamp, test_support};
use sea_orm::ConnectionTrait as _;

const STEPS: &[Migration] = &[
    Migration {
        name: "0001_item",
        sql: "create table item (id bigint primary key, name text not null, count bigint not null check (count < 10)); \
              create table other (id bigint primary key, item bigint not null references item (id)); \
              create index item_name on item (name) where count > 0",
    },
    Migration {
        name: "0002_title",
        sql: "alter table item add column title text not null default 'x'; \
              create table note_new (id bigint primary key, body text); alter table note_new rename to note",
    },
];

async fn database(folder: &tempfile::TempDir, steps: &[Migration]) -> Db {
    let url = test_support::fresh_database(folder.path(), &[]).await;
    let db = Db::open(&url).await.unwrap();
    db.migrate(steps, Timestamp(0)).await.unwrap();
    db
}

async fn run(db: &Db, sql: &str) {
    let tx = db.write().await.unwrap();
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
}

async fn faults(db: &Db) -> Vec<String> {
    let faults = db.schema_faults(STEPS).await.unwrap();
    faults.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn the_schema_has_no_faults_at_any_step() {
    for steps in [&STEPS[..0], &STEPS[..1], STEPS] {
        let folder = tempfile::tempdir().unwrap();
        let db = database(&folder, steps).await;
        assert_eq!(faults(&db).await, Vec::<String>::new());
        assert!(db.quick_schema_faults(STEPS).await.unwrap().is_empty());
        // The comparison leaves nothing, and an engine's own notes are no fault.
        run(&db, "analyze").await;
        assert_eq!(faults(&db).await, Vec::<String>::new());
        db.close().await;
    }
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder, STEPS).await;
    let newer = db.schema_faults(&STEPS[..1]).await;
    assert!(matches!(newer, Err(MigrateError::TooNew(_))), "{newer:?}");
}

#[tokio::test]
async fn each_difference_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder, STEPS).await;
    let sql = match db.engine() {
        Engine::Sqlite => {
            "drop table other; create table other (id bigint primary key, item bigint not null)"
        }
        Engine::Postgres => "alter table other drop constraint other_item_fkey",
    };
    run(&db, sql).await;
    let found = faults(&db).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`other"), "{found:?}");

    for (sql, expected) in [
        ("drop table note", "the table `note` is missing"),
        ("drop index item_name", "the index `item_name` is missing"),
        (
            "drop index item_name; create index item_name on item (name)",
            "the index `item_name` was changed",
        ),
        (
            "create table stranger (id bigint primary key)",
            "the table `stranger` does not belong to it",
        ),
        (
            "create view stranger as select 1 as one",
            "the view `stranger` does not belong to it",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let db = database(&folder, STEPS).await;
        run(&db, sql).await;
        let found = faults(&db).await;
        assert_eq!(found[0], expected, "{found:?}");
        // The key of a foreign table is an index of its own on one engine.
        assert!(
            found[1..].iter().all(|fault| fault.contains("_pkey")),
            "{found:?}"
        );
    }
}

#[tokio::test]
async fn triggers_are_found_by_both_comparisons() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(&folder, STEPS).await;
    let sql = match db.engine() {
        Engine::Sqlite => {
            "create trigger own after insert on item begin update item set count = 0; end"
        }
        Engine::Postgres => {
            "create function own() returns trigger language plpgsql as 'begin return new; end'; \
             create trigger own after insert on item for each row execute function own()"
        }
    };
    run(&db, sql).await;
    let quick = db.quick_schema_faults(STEPS).await.unwrap();
    assert_eq!(quick.len(), 1, "{quick:?}");
    assert_eq!(
        (quick[0].kind.as_str(), quick[0].difference),
        ("trigger", Difference::Foreign)
    );
    assert_eq!(db.schema_faults(STEPS).await.unwrap(), quick);
}

/// An object of the embedded engine may say another kind and name than its text. Such a database is named, or the engine
/// refuses to read it; it is never fine.
#[tokio::test]
async fn a_trigger_under_another_kind_or_name_is_never_fine() {
    for (kind, name) in [
        ("index", "item_title"),
        ("table", "sqlite_stat1"),
        ("trigger", "sqlite_autoindex_x"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let db = database(&folder, STEPS).await;
        if db.engine() == Engine::Postgres {
            return;
        }
        let sql = format!(
            "create trigger own after insert on item begin update item set count = 0; end; \
             pragma writable_schema = on; update sqlite_master set type = '{kind}', name = '{name}' \
             where sql like 'create trigger%'; pragma writable_schema = off"
        );
        run(&db, &sql).await;
        match db.schema_faults(STEPS).await {
            Ok(found) => {
                assert_eq!(found.len(), 1, "{found:?}");
                assert_eq!(found[0].name, name);
            }
            Err(error) => assert!(format!("{error:?}").contains("malformed"), "{error:?}"),
        }
    }
}
