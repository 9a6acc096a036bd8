//! Several statements in one message to the database.
//!
//! `SQLite` works on a thread of its own, and the way there and back takes longer than a small statement itself: there
//! all statements go in one message. `PostgreSQL` takes one statement with values at a time.

use std::mem;

use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, FromQueryResult, QueryResult, QueryTrait, Statement,
    StatementBuilder, TryGetableMany, Value, Values,
};

/// The most values in one message with several statements; more are sent in several. Each text of a message stays prepared,
/// and one for each number of rows of an import would fill the memory.
const MOST_VALUES: usize = 8_000;
/// The column in which a row says which of the queries it answers.
const QUERY: &str = "of_query";

/// Changes of one transaction that need no answer, collected and then written together in their order.
#[derive(Debug)]
pub struct Writes {
    engine: DbBackend,
    statements: Vec<Statement>,
}

impl Writes {
    /// Collects changes for the engine of `conn`.
    #[must_use]
    pub fn new(conn: &impl ConnectionTrait) -> Self {
        Self {
            engine: conn.get_database_backend(),
            statements: Vec::new(),
        }
    }

    /// Adds an insert, update or delete. An insert must have rows.
    pub fn add(&mut self, change: &impl QueryTrait) {
        self.statements.push(change.build(self.engine));
    }

    /// Writes what was added since the last time.
    ///
    /// # Errors
    /// That of the first change that failed. Then the transaction must be rolled back, because the changes before it are
    /// in it.
    pub async fn flush(&mut self, conn: &impl ConnectionTrait) -> Result<(), DbErr> {
        let statements = mem::take(&mut self.statements);
        if self.engine != DbBackend::Sqlite {
            for statement in statements {
                conn.execute_raw(statement).await?;
            }
            return Ok(());
        }
        let mut small = Vec::new();
        let mut values = 0;
        for statement in statements {
            values += count_values(&statement);
            if values > MOST_VALUES {
                if let Some(together) = joined(mem::take(&mut small)) {
                    conn.execute_raw(together).await?;
                }
                values = count_values(&statement);
            }
            small.push(statement);
        }
        if let Some(together) = joined(small) {
            conn.execute_raw(together).await?;
        }
        Ok(())
    }
}

fn count_values(statement: &Statement) -> usize {
    statement.values.as_ref().map_or(0, |values| values.0.len())
}

/// Queries that do not depend on one another, collected and then made together in their order.
#[derive(Debug)]
pub struct Reads {
    engine: DbBackend,
    statements: Vec<Statement>,
}

/// A query that was added to [`Reads`].
#[derive(Debug, Clone, Copy)]
pub struct Asked(usize);

/// The rows that [`Reads`] found.
#[derive(Debug)]
pub struct Answers(Vec<Vec<QueryResult>>);

impl Reads {
    /// Collects queries for the engine of `conn`.
    #[must_use]
    pub fn new(conn: &impl ConnectionTrait) -> Self {
        Self {
            engine: conn.get_database_backend(),
            statements: Vec::new(),
        }
    }

    /// Adds a query.
    pub fn add(&mut self, query: impl QueryTrait<QueryStatement = SelectStatement>) -> Asked {
        let asked = self.statements.len();
        let mut query = query.into_query();
        let number = i64::try_from(asked).unwrap_or(i64::MAX);
        query.expr_as(Expr::val(number), QUERY);
        let statement = StatementBuilder::build(&query, &self.engine);
        self.statements.push(statement);
        Asked(asked)
    }

    /// Makes the queries.
    ///
    /// # Errors
    /// That of the first query that failed.
    pub async fn fetch(self, conn: &impl ConnectionTrait) -> Result<Answers, DbErr> {
        let mut answers = Vec::with_capacity(self.statements.len());
        if self.engine != DbBackend::Sqlite {
            for statement in self.statements {
                answers.push(conn.query_all_raw(statement).await?);
            }
            return Ok(Answers(answers));
        }
        answers.resize_with(self.statements.len(), Vec::new);
        if let Some(together) = joined(self.statements) {
            for row in conn.query_all_raw(together).await? {
                let number: i64 = row.try_get("", QUERY)?;
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                if let Some(rows) = answers.get_mut(number) {
                    rows.push(row);
                }
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
        let rows = self.of(asked).iter();
        rows.map(|row| T::from_query_result(row, "")).collect()
    }

    /// As [`Self::rows`], of a query whose columns are read by their order.
    ///
    /// # Errors
    /// When a row is no `T`.
    pub fn tuples<T: TryGetableMany>(&self, asked: Option<Asked>) -> Result<Vec<T>, DbErr> {
        let rows = self.of(asked).iter();
        rows.map(|row| T::try_get_many_by_index(row).map_err(DbErr::from))
            .collect()
    }

    fn of(&self, asked: Option<Asked>) -> &[QueryResult] {
        asked
            .and_then(|Asked(number)| self.0.get(number))
            .map_or(&[], Vec::as_slice)
    }
}

/// Joins statements whose values are bound by their order. None for none.
fn joined(statements: Vec<Statement>) -> Option<Statement> {
    let mut statements = statements.into_iter();
    let Statement {
        mut sql,
        values,
        db_backend,
    } = statements.next()?;
    let mut all: Vec<Value> = values.map(|values| values.0).unwrap_or_default();
    for Statement {
        sql: next, values, ..
    } in statements
    {
        sql.push_str("; ");
        sql.push_str(&next);
        all.extend(values.into_iter().flat_map(|values| values.0));
    }
    Some(Statement {
        sql,
        values: Some(Values(all)),
        db_backend,
    })
}
