//! Several changes in one message to the database.

use std::mem;

use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryTrait, Statement, Value, Values};

/// Changes of one transaction that need no answer, collected and then written together in their order.
///
/// `SQLite` works on a thread of its own, and the way there and back takes longer than a small change itself: there all
/// changes go in one message. `PostgreSQL` takes one statement with values at a time.
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
        if let Some(together) = joined(statements) {
            conn.execute_raw(together).await?;
        }
        Ok(())
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
