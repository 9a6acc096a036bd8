//! Several statements in one message to the database.
//!
//! The way to the database and back takes longer than a small statement itself: `SQLite` works on a thread of its own,
//! `PostgreSQL` in another program. `SQLite` takes all statements in one message. `PostgreSQL` takes one statement with
//! values at a time; changes of different tables are the parts of one, and so are queries that do not lock rows.

use std::fmt::Write as _;
use std::mem;

use sea_orm::sea_query::{Expr, IntoIden as _, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ConnectionTrait, DbBackend, DbErr, DeleteMany, EntityName, EntityTrait,
    FromQueryResult, IdenStatic, InsertMany, IntoActiveModel, Iterable, ModelTrait,
    PrimaryKeyToColumn, QueryResult, QueryTrait, Statement, StatementBuilder, TryGetableMany,
    UpdateMany, Value, Values,
};

use crate::Tx;

/// The most values in one message with several statements; more are sent in several. Each text of a message stays prepared,
/// and an import has large ones.
const MOST_VALUES: usize = 8_000;
/// The most rows of one insert. The values of all their columns stay below the 32,766 that one statement may bind.
const MOST_ROWS: usize = 512;
/// Rows of one insert from which on columns that are null in all of them are left out.
const LARGE: usize = 8;
/// The column in which a row says which of the queries it answers.
const QUERY: &str = "of_query";

/// Returns `values` with the last one repeated until there are 1, 2, 4, 8 … of them: for a condition that a column is
/// one of them. Statements are kept prepared, and there would be one for each number of values. Very many values stay as
/// they are.
pub fn padded<T: Clone>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    if values.len() <= MOST_ROWS
        && let Some(last) = values.last().cloned()
    {
        values.resize(values.len().next_power_of_two(), last);
    }
    values
}

/// A change of the rows of one table.
pub trait Change: QueryTrait {
    type Entity: EntityTrait;
}

impl<A: ActiveModelTrait> Change for InsertMany<A> {
    type Entity = A::Entity;
}

impl<E: EntityTrait> Change for UpdateMany<E> {
    type Entity = E;
}

impl<E: EntityTrait> Change for DeleteMany<E> {
    type Entity = E;
}

/// A row that can be inserted.
pub trait Row: ModelTrait + IntoActiveModel<<Self::Entity as EntityTrait>::ActiveModel> {}

impl<M> Row for M where M: ModelTrait + IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> {}

/// Changes of one transaction that need no answer, collected and then written together in their order.
#[derive(Debug)]
pub struct Writes {
    engine: DbBackend,
    collected: Vec<Collected>,
}

#[derive(Debug)]
struct Collected {
    table: &'static str,
    /// Whether it adds rows and does nothing else.
    only_adds: bool,
    statement: Statement,
}

impl Writes {
    /// Collects changes for the engine of `conn`.
    #[must_use]
    pub fn new(conn: &impl ConnectionTrait) -> Self {
        Self {
            engine: conn.get_database_backend(),
            collected: Vec::new(),
        }
    }

    /// Adds an insert, update or delete. An insert must have rows.
    pub fn add<C: Change>(&mut self, change: &C) {
        self.collected.push(Collected {
            table: C::Entity::default().table_name(),
            only_adds: false,
            statement: change.build(self.engine),
        });
    }

    /// Adds new rows of a table whose first column is never null.
    pub fn insert<M: Row>(&mut self, rows: Vec<M>) {
        self.insert_all(rows, "", true);
    }

    /// As [`Self::insert`], of those rows of which the database finds that `condition` holds, so that nothing has to be read
    /// before. It is SQL that calls the columns of a row `new_row.column1`, `new_row.column2` … in the order of the table's;
    /// those before the first one that may be null can be named.
    pub fn insert_where<M: Row>(&mut self, rows: Vec<M>, condition: &str) {
        self.insert_all(rows, &format!(" and {condition}"), true);
    }

    /// As [`Self::insert`]; a row with the same primary key is replaced.
    pub fn insert_or_replace<M: Row>(&mut self, rows: Vec<M>) {
        let key: Vec<_> = <M::Entity as EntityTrait>::PrimaryKey::iter()
            .map(|key| key.into_column().as_str())
            .collect();
        let others = columns::<M>().filter(|column| !key.contains(column));
        let others: Vec<_> = others
            .map(|column| format!("\"{column}\" = excluded.\"{column}\""))
            .collect();
        let replace = format!(
            " on conflict (\"{}\") do update set {}",
            key.join("\", \""),
            others.join(", ")
        );
        self.insert_all(rows, &replace, false);
    }

    fn insert_all<M: Row>(&mut self, rows: Vec<M>, end: &str, only_adds: bool) {
        let mut rows = rows.into_iter();
        while !rows.as_slice().is_empty() {
            let some: Vec<_> = rows.by_ref().take(MOST_ROWS).collect();
            self.collected.push(Collected {
                table: M::Entity::default().table_name(),
                only_adds,
                statement: insert_statement(self.engine, some, end),
            });
        }
    }

    /// Writes the changes added since the last time.
    ///
    /// # Errors
    /// That of the first change that failed. Then the transaction must be rolled back, because the changes before it are
    /// in it.
    pub async fn flush(&mut self, conn: &impl ConnectionTrait) -> Result<(), DbErr> {
        for message in self.messages() {
            conn.execute_raw(message).await?;
        }
        Ok(())
    }

    /// Writes the changes added since the last time, and commits.
    ///
    /// # Errors
    /// That of the first change that failed; then none is stored. Or that of [`Tx::commit`].
    pub async fn commit(mut self, tx: Tx) -> Result<(), DbErr> {
        let mut messages = self.messages();
        let last = messages.pop();
        for message in messages {
            tx.execute_raw(message).await?;
        }
        tx.commit_with(last).await
    }

    fn messages(&mut self) -> Vec<Statement> {
        let mut messages = Vec::new();
        let mut message = Message::default();
        for collected in mem::take(&mut self.collected) {
            if !message.has_room_for(&collected, self.engine) {
                messages.extend(mem::take(&mut message).statement(self.engine));
            }
            message.values += count_values(&collected.statement);
            message.changes.push(collected);
        }
        messages.extend(message.statement(self.engine));
        messages
    }
}

/// Changes that are written in one message.
#[derive(Default)]
struct Message {
    changes: Vec<Collected>,
    values: usize,
}

impl Message {
    fn has_room_for(&self, change: &Collected, engine: DbBackend) -> bool {
        let fits = self.values + count_values(&change.statement) <= MOST_VALUES;
        // The parts of one statement do not see the changes of the others.
        let depends = |earlier: &Collected| {
            earlier.table == change.table && !(earlier.only_adds && change.only_adds)
        };
        fits && (engine == DbBackend::Sqlite || !self.changes.iter().any(depends))
    }

    /// None if there are no changes.
    fn statement(self, engine: DbBackend) -> Option<Statement> {
        let statements = self.changes.into_iter().map(|change| change.statement);
        if engine == DbBackend::Sqlite {
            joined(statements)
        } else {
            nested(statements)
        }
    }
}

fn count_values(statement: &Statement) -> usize {
    statement.values.as_ref().map_or(0, |values| values.0.len())
}

fn columns<M: ModelTrait>() -> impl Iterator<Item = &'static str> {
    <M::Entity as EntityTrait>::Column::iter().map(|column| column.as_str())
}

/// Inserts rows by one of few statements, for 1, 2, 4, 8 … rows, so that all of them are soon prepared: preparing one
/// takes longer than carrying it out. The rows that are too many are null and left out. So are the columns that are null
/// in all of many rows; no column that may be null has another default.
fn insert_statement<M: Row>(engine: DbBackend, rows: Vec<M>, end: &str) -> Statement {
    let mut columns: Vec<_> = <M::Entity as EntityTrait>::Column::iter().collect();
    let number_of_rows = rows.len();
    let size = number_of_rows.next_power_of_two();
    let mut values = Vec::with_capacity(size * columns.len());
    for row in rows {
        // An active model gives its values away, while those of a model would be copied.
        let mut row = row.into_active_model();
        let given = columns.iter().map(|column| row.take(*column).into_value());
        values.extend(given.map(|value| value.unwrap_or(Value::Bool(None))));
    }
    // Small ones keep all columns: there would be a statement for each form that few people fill in at the same moment.
    let mut is_used = vec![size < LARGE; columns.len()];
    for row in values.chunks(columns.len()) {
        for (is_used, value) in is_used.iter_mut().zip(row) {
            *is_used = *is_used || !is_null(value);
        }
    }
    let mut of_values = is_used.iter().copied().cycle();
    values.retain(|_| of_values.next().unwrap_or(true));
    let mut of_columns = is_used.iter().copied();
    columns.retain(|_| of_columns.next().unwrap_or(true));
    let nothing = values.iter().take(columns.len()).map(Value::as_null);
    let nothing: Vec<_> = nothing
        .cycle()
        .take((size - number_of_rows) * columns.len())
        .collect();
    values.extend(nothing);
    let table = M::Entity::default().table_name();
    let names: Vec<_> = columns.iter().map(IdenStatic::as_str).collect();
    let mut sql = format!(
        "insert into \"{table}\" (\"{}\") select * from (values ",
        names.join("\", \"")
    );
    let mut number = 0;
    for row in 0..size {
        sql.push_str(if row == 0 { "(" } else { "), (" });
        for column in 0..columns.len() {
            number += 1;
            sql.push_str(if column == 0 { "" } else { ", " });
            if engine == DbBackend::Sqlite {
                sql.push('?');
            } else {
                let _ = write!(sql, "${number}");
            }
        }
    }
    sql.push_str(")) as new_row where column1 is not null");
    sql.push_str(end);
    Statement {
        sql,
        values: Some(Values(values)),
        db_backend: engine,
    }
}

/// Whether a value of one of the usual types is null.
fn is_null(value: &Value) -> bool {
    matches!(
        value,
        Value::Bool(None)
            | Value::Int(None)
            | Value::BigInt(None)
            | Value::String(None)
            | Value::Bytes(None)
            | Value::Json(None)
            | Value::Uuid(None)
    )
}

/// Queries that do not depend on one another, collected and then made together in their order. The first one may lock rows:
/// the others see all changes committed until then. The order of the rows of the others is not kept.
#[derive(Debug)]
pub struct Reads {
    engine: DbBackend,
    queries: Vec<Query>,
}

#[derive(Debug)]
struct Query {
    statement: Statement,
    columns: Columns,
}

/// The names of the columns of a query in the answer.
#[derive(Debug, Default)]
struct Columns {
    /// Stands before each name.
    prefix: String,
    /// The names, in their order; none where a query has rows of its own.
    names: Vec<String>,
}

/// A query that was added to [`Reads`].
#[derive(Debug, Clone, Copy)]
pub struct Asked(usize);

/// The rows that [`Reads`] found.
#[derive(Debug)]
pub struct Answers(Vec<(Columns, Vec<QueryResult>)>);

impl Reads {
    /// Collects queries for the engine of `conn`.
    #[must_use]
    pub fn new(conn: &impl ConnectionTrait) -> Self {
        Self {
            engine: conn.get_database_backend(),
            queries: Vec::new(),
        }
    }

    /// Adds a query.
    pub fn add(&mut self, query: impl QueryTrait<QueryStatement = SelectStatement>) -> Asked {
        let asked = self.queries.len();
        let mut query = query.into_query();
        let number = i64::try_from(asked).unwrap_or(i64::MAX);
        query.expr_as(Expr::val(number), QUERY);
        let columns = if self.engine == DbBackend::Sqlite || asked == 0 {
            Columns::default()
        } else {
            name_columns(&mut query, format!("q{asked}_"))
        };
        let statement = StatementBuilder::build(&query, &self.engine);
        self.queries.push(Query { statement, columns });
        Asked(asked)
    }

    /// Makes the queries.
    ///
    /// # Errors
    /// That of the first query that failed.
    pub async fn fetch(self, conn: &impl ConnectionTrait) -> Result<Answers, DbErr> {
        let (statements, columns): (Vec<_>, Vec<_>) = self
            .queries
            .into_iter()
            .map(|query| (query.statement, query.columns))
            .unzip();
        let mut statements = statements.into_iter();
        let mut answers: Vec<_> = columns
            .into_iter()
            .map(|columns| (columns, Vec::new()))
            .collect();
        let together = if self.engine == DbBackend::Sqlite {
            joined(statements)
        } else {
            if let (Some(first), Some((_, rows))) = (statements.next(), answers.first_mut()) {
                *rows = conn.query_all_raw(first).await?;
            }
            side_by_side(statements)
        };
        let Some(together) = together else {
            return Ok(Answers(answers));
        };
        for row in conn.query_all_raw(together).await? {
            let number = if self.engine == DbBackend::Sqlite {
                usize::try_from(row.try_get::<i64>("", QUERY)?).ok()
            } else {
                number_of(&row, &answers)?
            };
            if let Some((_, rows)) = number.and_then(|number| answers.get_mut(number)) {
                rows.push(row);
            }
        }
        Ok(Answers(answers))
    }
}

impl Answers {
    /// Returns the rows that answer a query; none if it was not asked.
    ///
    /// # Errors
    /// When a row is no `T`.
    pub fn rows<T: FromQueryResult>(&self, asked: Option<Asked>) -> Result<Vec<T>, DbErr> {
        let Some((columns, rows)) = self.of(asked) else {
            return Ok(Vec::new());
        };
        let rows = rows.iter();
        rows.map(|row| T::from_query_result(row, &columns.prefix))
            .collect()
    }

    /// As [`Self::rows`], of a query whose columns are read by their order.
    ///
    /// # Errors
    /// When a row is no `T`.
    pub fn tuples<T: TryGetableMany>(&self, asked: Option<Asked>) -> Result<Vec<T>, DbErr> {
        let Some((Columns { prefix, names }, rows)) = self.of(asked) else {
            return Ok(Vec::new());
        };
        let read = |row: &QueryResult| match names.as_slice() {
            [] => T::try_get_many_by_index(row),
            names => T::try_get_many(row, prefix, names),
        };
        rows.iter().map(|row| Ok(read(row)?)).collect()
    }

    fn of(&self, asked: Option<Asked>) -> Option<&(Columns, Vec<QueryResult>)> {
        asked.and_then(|Asked(number)| self.0.get(number))
    }
}

/// Returns the number of the query that a row answers, of those whose columns have a prefix.
fn number_of(
    row: &QueryResult,
    queries: &[(Columns, Vec<QueryResult>)],
) -> Result<Option<usize>, DbErr> {
    for (number, (columns, _)) in queries.iter().enumerate().skip(1) {
        let is_answer: Option<i64> = row.try_get(&columns.prefix, QUERY)?;
        if is_answer.is_some() {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Puts `prefix` before the names of a query's columns, so that they differ from those of the queries beside it.
fn name_columns(query: &mut SelectStatement, prefix: String) -> Columns {
    let mut names = Vec::new();
    query.exprs_mut_for_each(|selected| {
        let own = match &selected.expr {
            Expr::Column(column) => column.column(),
            _ => None,
        };
        let name = selected.alias.as_ref().or(own).map(ToString::to_string);
        let name = name.unwrap_or_else(|| format!("column{}", names.len()));
        selected.alias = Some(format!("{prefix}{name}").into_iden());
        names.push(name);
    });
    Columns { prefix, names }
}

/// Joins queries whose values are bound by their numbers: each returned row answers one of them, and the columns
/// of the others are null. None for none.
fn side_by_side(statements: impl Iterator<Item = Statement>) -> Option<Statement> {
    let mut together: Option<Statement> = None;
    for (number, mut next) in statements.enumerate() {
        let together = together.get_or_insert_with(|| Statement {
            sql: "select * from (".to_owned(),
            values: Some(Values(Vec::new())),
            db_backend: next.db_backend,
        });
        let all = together.values.get_or_insert_with(|| Values(Vec::new()));
        if number > 0 {
            together.sql.push_str(" full join (");
        }
        push_renumbered(&mut together.sql, &next.sql, all.0.len());
        let _ = write!(together.sql, ") as query_{number}");
        if number > 0 {
            together.sql.push_str(" on false");
        }
        all.0.append(&mut values_of(&mut next));
    }
    together
}

/// Joins statements whose values are bound by their order. None for none.
fn joined(mut statements: impl Iterator<Item = Statement>) -> Option<Statement> {
    let mut together = statements.next()?;
    let mut all = values_of(&mut together);
    for mut next in statements {
        all.append(&mut values_of(&mut next));
        together.sql.push_str("; ");
        together.sql.push_str(&next.sql);
    }
    together.values = Some(Values(all));
    Some(together)
}

/// Joins changes whose values are bound by their numbers, as parts of one statement. None for none.
fn nested(statements: impl Iterator<Item = Statement>) -> Option<Statement> {
    let mut statements: Vec<_> = statements.collect();
    let mut last = statements.pop()?;
    if statements.is_empty() {
        return Some(last);
    }
    let (mut sql, mut all) = (String::new(), Vec::new());
    for (part, mut statement) in statements.into_iter().enumerate() {
        sql.push_str(if part == 0 { "with " } else { ", " });
        let _ = write!(sql, "part_{part} as (");
        push_renumbered(&mut sql, &statement.sql, all.len());
        sql.push(')');
        all.append(&mut values_of(&mut statement));
    }
    sql.push(' ');
    push_renumbered(&mut sql, &last.sql, all.len());
    all.append(&mut values_of(&mut last));
    Some(Statement {
        sql,
        values: Some(Values(all)),
        db_backend: last.db_backend,
    })
}

/// Adds a statement whose values have the numbers after the `before` first ones.
fn push_renumbered(sql: &mut String, statement: &str, before: usize) {
    // No name and no literal of a statement has a dollar sign.
    let mut parts = statement.split('$');
    sql.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        let number: usize = number.parse().unwrap_or_default();
        let _ = write!(sql, "${}{rest}", before + number);
    }
}

fn values_of(statement: &mut Statement) -> Vec<Value> {
    statement
        .values
        .take()
        .map(|values| values.0)
        .unwrap_or_default()
}
