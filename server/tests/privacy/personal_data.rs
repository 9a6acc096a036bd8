//! The document about personal data lists the personal content of every column with text.

use std::collections::{BTreeMap, BTreeSet};

use hoi_db::{DatabaseUrl, Db, Timestamp};
use hoi_platform::migrations::MIGRATIONS;
use sea_orm::{ConnectionTrait as _, QueryResult, Statement};

const DOCUMENT: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../docs/personal-data.md"
));
/// Purpose, duration, readers and erasure.
const CELLS: usize = 5;
const UNLISTED: &str = "Columns without personal data";

type Column = (String, String);

/// Returns the columns that the document names, each as often as it does, and the faults of its rows.
fn documented(document: &str) -> (Vec<Column>, Vec<String>) {
    let (mut columns, mut faults) = (Vec::new(), Vec::new());
    let (mut table, mut has_no_data) = (None, false);
    for line in document.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            (table, has_no_data) = (None, title == UNLISTED);
        } else if let Some(name) = line.strip_prefix("### ") {
            table = Some(name.to_owned());
        }
        let Some(row) = line.strip_prefix("| `") else {
            continue;
        };
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').collect();
        if has_no_data {
            let of = cells[0].trim().trim_end_matches('`').to_owned();
            columns.extend(quoted(cells[1]).map(|column| (of.clone(), column)));
        } else if let Some(of) = &table {
            let is_complete = cells.iter().all(|cell| !cell.trim().is_empty());
            if cells.len() != CELLS || !is_complete {
                faults.push(line.to_owned());
            }
            let names = format!("`{}", cells[0]);
            columns.extend(quoted(&names).map(|column| (of.clone(), column)));
        }
    }
    (columns, faults)
}

/// The parts of a cell between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// Returns the columns that can hold text, as all migrations make them on the embedded engine.
async fn columns_with_text() -> BTreeSet<Column> {
    let folder = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::Sqlite(folder.path().join("hoi.db"));
    let db = Db::open(&url).await.unwrap();
    db.migrate(MIGRATIONS, Timestamp(0)).await.unwrap();
    // `PostgreSQL` and the embedded engine have one text of each step; types that hold no text are named.
    let sql = "select m.name as at, c.name as part from sqlite_master m, pragma_table_info(m.name) c \
               where m.type = 'table' and m.name not like 'sqlite_%' \
               and lower(c.type) not in ('bigint', 'boolean', 'uuid')";
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let rows = db.read().query_all_raw(statement).await.unwrap();
    let column = |row: &QueryResult| {
        let name = |part: &str| row.try_get::<String>("", part).unwrap();
        (name("at"), name("part"))
    };
    let columns = rows.iter().map(column).collect();
    db.close().await;
    columns
}

#[tokio::test]
async fn every_column_with_text_is_in_the_document_once() {
    let (columns, faults) = documented(DOCUMENT);
    assert!(
        faults.is_empty(),
        "rows without a purpose, a duration, readers or erasure: {faults:#?}"
    );
    let mut times: BTreeMap<&Column, usize> = BTreeMap::new();
    for column in &columns {
        *times.entry(column).or_default() += 1;
    }
    times.retain(|_, times| *times > 1);
    assert!(times.is_empty(), "named more than once: {times:#?}");
    let named: BTreeSet<Column> = columns.into_iter().collect();
    let stored = columns_with_text().await;
    assert!(stored.len() > 200, "{}", stored.len());
    let missing: Vec<_> = stored.difference(&named).collect();
    assert!(
        missing.is_empty(),
        "docs/personal-data.md says nothing of {missing:#?}"
    );
    let gone: Vec<_> = named.difference(&stored).collect();
    assert!(
        gone.is_empty(),
        "docs/personal-data.md names columns that are not there: {gone:#?}"
    );
}

#[test]
fn a_row_that_lacks_something_is_a_fault() {
    let document = "### person\n\n| Columns | Why |\n|---|---|\n| `name`, `email` | why | long | all | no |\n\
                    | `phone` | why | | all | no |\n| `note` | why | all | no |\n\
                    ## Columns without personal data\n| `person` | `state` |\n";
    let (columns, faults) = documented(document);
    let names: Vec<&str> = columns.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["name", "email", "phone", "note", "state"]);
    assert_eq!(faults.len(), 2, "{faults:?}");
}
