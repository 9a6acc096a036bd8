//! Statements sent together, on the engine chosen by `HOI_TEST_DATABASE_URL`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hoi_db::{Db, Engine, GroupCommit, Migration, Reads, Tx, Writes, padded, test_support};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait as _;
use sea_orm::{QueryOrder, QuerySelect as _, Set};
use tokio::task::JoinSet;

const TABLE: &[Migration] = &[Migration {
    name: "0001_item",
    sql: "create table item (id bigint primary key, name text not null, count bigint not null check (count < 10)); \
          create table other (id bigint primary key, item bigint not null references item (id)); \
          create table note (id bigint primary key, title text, body text)",
}];

mod other {
    use sea_orm::entity::prelude::*;

    #[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "other")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        pub item: i64,
    }

    #[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod note {
    use sea_orm::entity::prelude::*;

    #[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "note")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        pub title: Option<String>,
        pub body: Option<String>,
    }

    #[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod item {
    use sea_orm::entity::prelude::*;

    #[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "item")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        pub name: String,
        pub count: i64,
    }

    #[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

fn insert(ids: std::ops::Range<i64>) -> sea_orm::InsertMany<item::ActiveModel> {
    item::Entity::insert_many(ids.map(|id| item::ActiveModel {
        id: Set(id),
        name: Set(format!("Lan; {id} '?")),
        count: Set(0),
    }))
}

fn count(ids: std::ops::Range<i64>, by: i64) -> sea_orm::UpdateMany<item::Entity> {
    item::Entity::update_many()
        .col_expr(item::Column::Count, Expr::col(item::Column::Count).add(by))
        .filter(item::Column::Id.is_in(ids))
}

async fn items(db: &Db) -> Vec<(i64, String, i64)> {
    let rows = item::Entity::find().order_by_asc(item::Column::Id);
    let rows = rows.all(db.read()).await.unwrap();
    rows.into_iter()
        .map(|row| (row.id, row.name, row.count))
        .collect()
}

#[tokio::test]
async fn changes_are_written_in_their_order_with_their_own_values() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let tx = db.write().await.unwrap();
    let mut writes = Writes::new(&tx);
    writes.flush(&tx).await.unwrap();
    writes.add(&insert(0..2));
    writes.add(&count(1..2, 3));
    writes.add(&insert(2..3));
    writes.add(&count(1..3, 4));
    writes.flush(&tx).await.unwrap();
    writes.add(&item::Entity::delete_many().filter(item::Column::Id.eq(0)));
    writes.flush(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let expected = [(1, 7), (2, 4)].map(|(id, count)| (id, format!("Lan; {id} '?"), count));
    assert_eq!(items(&db).await, expected);
}

fn rows(ids: std::ops::Range<i64>, count: i64) -> Vec<item::Model> {
    let row = |id| item::Model {
        id,
        name: format!("Lan $1; {id} '?"),
        count,
    };
    ids.map(row).collect()
}

#[tokio::test]
async fn any_number_of_rows_is_inserted_and_those_that_are_there_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let mut end = 0;
    for number in [0, 1, 2, 3, 5, 8, 511, 512, 513, 1100] {
        let tx = db.write().await.unwrap();
        let mut writes = Writes::new(&tx);
        writes.insert(rows(end..end + number, 0));
        writes.flush(&tx).await.unwrap();
        tx.commit().await.unwrap();
        end += number;
        let stored = items(&db).await;
        let expected = rows(0..end, 0).into_iter();
        let expected: Vec<_> = expected.map(|row| (row.id, row.name, row.count)).collect();
        assert_eq!(stored, expected, "after {number}");
    }
    let tx = db.write().await.unwrap();
    let mut writes = Writes::new(&tx);
    writes.insert_or_replace(rows(end - 2..end + 1, 7));
    writes.flush(&tx).await.unwrap();
    writes.insert(rows(0..1, 0));
    writes.flush(&tx).await.unwrap_err();
    drop(tx);
    let tx = db.write().await.unwrap();
    let mut writes = Writes::new(&tx);
    writes.insert_or_replace(rows(end - 2..end + 1, 7));
    writes.flush(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let counts = items(&db)
        .await
        .into_iter()
        .map(|(id, _, count)| (id, count));
    let counts: Vec<_> = counts.skip(usize::try_from(end).unwrap() - 3).collect();
    assert_eq!(counts, [(end - 3, 0), (end - 2, 7), (end - 1, 7), (end, 7)]);
}

#[tokio::test]
async fn rows_are_inserted_where_their_condition_holds() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let tx = db.write().await.unwrap();
    let mut writes = Writes::new(&tx);
    writes.insert(rows(0..3, 0));
    writes.flush(&tx).await.unwrap();
    let there = "exists (select 1 from item where item.id = new_row.column2)";
    let others = (0..20).map(|id| other::Model {
        id,
        item: id * 2 % 9,
    });
    writes.insert_where(others.collect(), there);
    writes.insert_where(Vec::<other::Model>::new(), there);
    writes.insert(rows(5..6, 0));
    writes.flush(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let stored = other::Entity::find().order_by_asc(other::Column::Id);
    let stored = stored.all(db.read()).await.unwrap().into_iter();
    let stored: Vec<_> = stored.map(|row| (row.id, row.item)).collect();
    assert_eq!(
        stored,
        [
            (0, 0),
            (1, 2),
            (5, 1),
            (9, 0),
            (10, 2),
            (14, 1),
            (18, 0),
            (19, 2)
        ]
    );
    assert_eq!(items(&db).await.len(), 4);
}

#[tokio::test]
async fn changes_of_different_tables_have_their_own_values() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let tx = db.write().await.unwrap();
    let mut writes = Writes::new(&tx);
    writes.insert(rows(0..3, 0));
    writes.insert(vec![
        other::Model { id: 5, item: 1 },
        other::Model { id: 6, item: 2 },
    ]);
    writes.insert(rows(3..4, 1));
    writes.add(&count(0..4, 2));
    writes.insert_or_replace(vec![other::Model { id: 6, item: 3 }]);
    writes.flush(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let counts: Vec<_> = items(&db).await.into_iter().map(|item| item.2).collect();
    assert_eq!(counts, [2, 2, 2, 3]);
    let others = other::Entity::find().order_by_asc(other::Column::Id);
    let others = others.all(db.read()).await.unwrap().into_iter();
    let others: Vec<_> = others.map(|other| (other.id, other.item)).collect();
    assert_eq!(others, [(5, 1), (6, 3)]);
}

/// Columns that are null in all of many rows are not part of the statement.
#[tokio::test]
async fn rows_are_stored_with_their_nulls() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let note = |id, title: Option<&str>, body: Option<&str>| note::Model {
        id,
        title: title.map(str::to_owned),
        body: body.map(str::to_owned),
    };
    let mut expected = Vec::new();
    // Four rows keep all columns; five are inserted by a statement for eight, which leaves some out.
    for number in [4, 5, 8] {
        for part in 0..4 {
            let first = i64::try_from(expected.len()).unwrap();
            let rows = (first..first + number).map(|id| {
                let is_odd = id % 2 == 1;
                let title = (part == 1 || part == 3 && is_odd).then_some("t");
                let body = (part == 2 || part == 3 && !is_odd).then_some("b");
                note(id, title, body)
            });
            expected.extend(rows);
        }
    }
    let tx = db.write().await.unwrap();
    let mut writes = Writes::new(&tx);
    let mut rows = expected.clone().into_iter();
    for number in [4, 5, 8] {
        for _ in 0..4 {
            writes.insert(rows.by_ref().take(number).collect());
        }
    }
    let nothing: Vec<_> = (4..12).map(|id| note(id, None, None)).collect();
    expected.splice(4..12, nothing.clone());
    writes.insert_or_replace(nothing);
    expected[0].body = Some("a".to_owned());
    writes.insert_or_replace(vec![expected[0].clone()]);
    writes.commit(tx).await.unwrap();
    let stored = note::Entity::find().order_by_asc(note::Column::Id);
    let stored = stored.all(db.read()).await.unwrap();
    assert_eq!(stored, expected);
}

#[test]
fn a_condition_has_one_of_few_numbers_of_values() {
    assert!(padded([0; 0]).is_empty());
    assert_eq!(padded([1]), [1]);
    assert_eq!(padded([1, 2, 3]), [1, 2, 3, 3]);
    for (number, length) in [(4, 4), (5, 8), (257, 512), (512, 512), (513, 513)] {
        assert_eq!(padded(0..number).len(), length);
    }
}

#[tokio::test]
async fn a_refused_change_is_told_and_none_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    for (refused, commits) in [(1, false), (2, false), (1, true), (2, true)] {
        let tx = db.write().await.unwrap();
        let mut writes = Writes::new(&tx);
        writes.add(&insert(0..2));
        if refused == 1 {
            writes.add(&insert(1..2));
        }
        writes.add(&count(0..1, 10));
        writes.add(&insert(2..3));
        if commits {
            writes.commit(tx).await.unwrap_err();
        } else {
            writes.flush(&tx).await.unwrap_err();
            drop(tx);
        }
        assert_eq!(items(&db).await, []);
    }
    let tx = db.write().await.unwrap();
    let mut writes = Writes::new(&tx);
    writes.add(&insert(0..2));
    writes.commit(tx).await.unwrap();
    assert_eq!(
        items(&db).await.len(),
        2,
        "the next transaction is a new one"
    );
}

#[tokio::test]
async fn every_query_gets_its_own_rows() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let tx = db.write().await.unwrap();
    assert!(Reads::new(&tx).fetch(&tx).await.is_ok());
    let mut writes = Writes::new(&tx);
    writes.add(&insert(0..5));
    writes.flush(&tx).await.unwrap();
    let mut reads = Reads::new(&tx);
    let items = item::Entity::find().order_by_desc(item::Column::Id);
    let all = reads.add(items.clone().filter(item::Column::Id.is_in([1, 3])));
    let none = reads.add(items.clone().filter(item::Column::Name.eq("nobody")));
    let names = items.select_only().column(item::Column::Name);
    let names = reads.add(names.filter(item::Column::Id.lt(2)));
    let answers = reads.fetch(&tx).await.unwrap();
    let all: Vec<item::Model> = answers.rows(Some(all)).unwrap();
    assert_eq!(all.iter().map(|row| row.id).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(answers.rows::<item::Model>(Some(none)).unwrap(), []);
    assert_eq!(answers.rows::<item::Model>(None).unwrap(), []);
    let names: Vec<(String,)> = answers.tuples(Some(names)).unwrap();
    assert_eq!(names, [1, 0].map(|id| (format!("Lan; {id} '?"),)));
}

async fn insert_all(tx: &Tx, ids: Vec<i64>) -> Result<(), DbErr> {
    let mut writes = Writes::new(tx);
    for id in ids {
        writes.add(&insert(id..id + 1));
    }
    writes.flush(tx).await
}

static TRANSACTIONS: AtomicUsize = AtomicUsize::new(0);

async fn insert_counted(tx: &Tx, ids: Vec<i64>) -> Result<(), DbErr> {
    TRANSACTIONS.fetch_add(1, Ordering::SeqCst);
    insert_all(tx, ids).await
}

#[tokio::test]
async fn changes_that_arrive_at_the_same_moment_share_a_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let group = Arc::new(GroupCommit::default());
    let mut tasks = JoinSet::new();
    for id in 0..50 {
        let (group, db) = (Arc::clone(&group), db.clone());
        tasks.spawn(async move { group.commit(&db, id, insert_counted).await });
    }
    while let Some(task) = tasks.join_next().await {
        task.unwrap().unwrap();
    }
    assert_eq!(items(&db).await.len(), 50);
    let transactions = TRANSACTIONS.load(Ordering::SeqCst);
    assert!(transactions < 10, "{transactions} transactions");
}

/// A change may be written a second time if its caller does not know of the first.
async fn insert_new(tx: &Tx, ids: Vec<i64>) -> Result<(), DbErr> {
    let known = item::Entity::find().filter(item::Column::Id.is_in(ids.clone()));
    let known = known.all(tx).await?;
    let new = ids
        .into_iter()
        .filter(|id| known.iter().all(|row| row.id != *id));
    insert_all(tx, new.collect()).await
}

/// One caller after the other is cancelled, whether it commits or waits for its turn.
#[tokio::test]
async fn a_cancelled_caller_takes_no_other_change_along() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let group = Arc::new(GroupCommit::default());
    for round in 0..10 {
        let mut tasks = JoinSet::new();
        let mut handles = Vec::new();
        for id in round * 10..round * 10 + 10 {
            let (group, db) = (Arc::clone(&group), db.clone());
            handles.push(tasks.spawn(async move {
                group.commit(&db, id, insert_new).await.unwrap();
                id
            }));
        }
        tokio::task::yield_now().await;
        handles[usize::try_from(round).unwrap()].abort();
        while let Some(task) = tasks.join_next().await {
            if let Ok(id) = task {
                let stored = item::Entity::find_by_id(id).one(db.read()).await;
                assert!(stored.unwrap().is_some(), "{id}");
            }
        }
    }
}

#[tokio::test]
async fn a_change_that_is_refused_is_told_to_all_that_shared_its_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let group = GroupCommit::default();
    let commit = |id| group.commit(&db, id, insert_all);
    let (first, second, again) = tokio::join!(commit(1), commit(2), commit(2));
    first.unwrap();
    assert!(second.is_err() && again.is_err());
    assert_eq!(items(&db).await.len(), 1);
}

#[tokio::test]
async fn a_table_is_analysed_whenever_it_has_doubled() {
    let folder = tempfile::tempdir().unwrap();
    let url = test_support::fresh_database(folder.path(), TABLE).await;
    let db = Db::open(&url).await.unwrap();
    let add = async |ids: std::ops::Range<i64>| {
        let tx = db.write().await.unwrap();
        for from in ids.step_by(1_000) {
            insert(from..from + 1_000)
                .exec_without_returning(&tx)
                .await
                .unwrap();
        }
        tx.commit().await.unwrap();
    };
    let known_rows = async || {
        db.analyze_grown_tables().await.unwrap();
        let known = "select reltuples::bigint as known from pg_class where relname = 'item'";
        let known = sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, known);
        let known = db.read().query_one_raw(known).await.unwrap().unwrap();
        known.try_get::<i64>("", "known").unwrap()
    };
    if db.engine() == Engine::Sqlite {
        return db.analyze_grown_tables().await.unwrap();
    }
    assert_eq!(known_rows().await, -1);
    add(0..3_000).await;
    assert_eq!(known_rows().await, 3_000);
    add(3_000..5_000).await;
    assert_eq!(known_rows().await, 3_000);
    add(5_000..7_000).await;
    assert_eq!(known_rows().await, 7_000);
}
