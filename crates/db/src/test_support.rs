//! Temporary databases for tests: a file each on `SQLite`, a database each on `PostgreSQL`.
//!
//! `HOI_TEST_DATABASE_URL` selects `PostgreSQL` and names an address whose role may create databases. Without it tests
//! run on `SQLite`. The same tests run on both.

#![expect(
    clippy::expect_used,
    reason = "a test cannot go on without its database"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "names of throw-away databases are not identifiers of the product"
)]

use std::fs;
use std::path::Path;

use sea_orm::ConnectionTrait;
use tokio::sync::OnceCell;

use crate::{DatabaseUrl, Db, Migration, Timestamp};

/// The name of the migrated database that others are copied from, on `PostgreSQL`.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();
/// The file of a migrated database, on `SQLite`.
static TEMPLATE_FILE: OnceCell<Vec<u8>> = OnceCell::const_new();

/// Returns the address of the `PostgreSQL` server to test on; None selects `SQLite`.
#[must_use]
pub fn postgres_url() -> Option<String> {
    std::env::var("HOI_TEST_DATABASE_URL")
        .ok()
        .filter(|address| !address.is_empty())
}

/// Creates an empty, migrated database; on `SQLite` inside `folder`.
///
/// # Panics
/// When the database cannot be created.
pub async fn fresh_database(folder: &Path, migrations: &[Migration]) -> DatabaseUrl {
    let Some(server) = postgres_url() else {
        let file = folder.join("hoi.db");
        let url = DatabaseUrl::Sqlite(file.clone());
        let template = TEMPLATE_FILE
            .get_or_init(|| async {
                migrate(&url, migrations).await;
                fs::read(&file).expect("a closed database is one file")
            })
            .await;
        fs::write(&file, template).expect("a file can be written");
        return url;
    };
    let template = TEMPLATE
        .get_or_init(|| async {
            let name = format!("hoi_template_{}", uuid::Uuid::now_v7().simple());
            create(&server, &format!("create database {name}")).await;
            let url = DatabaseUrl::Postgres(with_database(&server, &name));
            migrate(&url, migrations).await;
            name
        })
        .await;
    let name = format!("hoi_test_{}", uuid::Uuid::now_v7().simple());
    // Copying the files is several times faster than writing the copy to the log, the default.
    let copy = format!("create database {name} template {template} strategy file_copy");
    create(&server, &copy).await;
    DatabaseUrl::Postgres(with_database(&server, &name))
}

async fn migrate(url: &DatabaseUrl, migrations: &[Migration]) {
    let db = Db::open(url).await.expect("a database opens");
    db.migrate(migrations, Timestamp(0))
        .await
        .expect("migrations run");
    db.close().await;
}

async fn create(server: &str, statement: &str) {
    let db = Db::open(&DatabaseUrl::Postgres(server.to_owned()))
        .await
        .expect("the server answers");
    db.read()
        .execute_unprepared(statement)
        .await
        .expect("a database can be created");
    db.close().await;
}

fn with_database(server: &str, name: &str) -> String {
    let (base, query) = server
        .split_once('?')
        .map_or((server, ""), |(base, query)| (base, query));
    let host = base.rsplit_once('/').map_or(base, |(host, _)| host);
    if query.is_empty() {
        format!("{host}/{name}")
    } else {
        format!("{host}/{name}?{query}")
    }
}
