use sea_orm::{ConnectionTrait, DbErr, RuntimeErr, Statement};

use crate::{Db, Engine, OpenError};

/// Result codes of a damaged embedded database: `SQLITE_CORRUPT` (the pages contradict one another) and `SQLITE_NOTADB`
/// (the file is not a database of this engine).
const DAMAGE: [&str; 2] = ["11", "26"];

impl OpenError {
    /// Returns whether the embedded database is so damaged that it cannot be opened.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Engine(error) if is_damage(error))
    }
}

fn is_damage(error: &sqlx::Error) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| DAMAGE.contains(&&*code))
}

impl Db {
    /// Reads every page of an embedded database. Returns the engine's description of the first damage; None if every
    /// page is sound, and always on `PostgreSQL`, which checks its pages as it reads them. Takes about as long as
    /// reading the file.
    ///
    /// # Errors
    /// When the file could not be read to its end; this does not mean that it is damaged.
    pub async fn find_damage(&self) -> Result<Option<String>, DbErr> {
        if self.engine() == Engine::Postgres {
            return Ok(None);
        }
        match self.quick_check().await {
            Err(DbErr::Query(RuntimeErr::SqlxError(error))) if is_damage(&error) => {
                Ok(Some(error.to_string()))
            }
            said => Ok(said?.filter(|said| said != "ok")),
        }
    }

    async fn quick_check(&self) -> Result<Option<String>, DbErr> {
        let conn = self.read();
        let statement =
            Statement::from_string(conn.get_database_backend(), "pragma quick_check(1)");
        let row = conn.query_one_raw(statement).await?;
        row.map(|row| row.try_get_by_index(0)).transpose()
    }
}
