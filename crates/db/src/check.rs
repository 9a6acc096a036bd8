use sea_orm::{ConnectionTrait, DbErr, Statement};

use crate::{Db, Engine, OpenError};

/// What the embedded engine answers when pages contradict one another (`SQLITE_CORRUPT`), and when the file is none of its
/// own (`SQLITE_NOTADB`).
const DAMAGE: [&str; 2] = ["11", "26"];

impl OpenError {
    /// Whether an embedded database is damaged so far that it cannot be opened.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        let Self::Engine(sqlx::Error::Database(error)) = self else {
            return false;
        };
        error.code().is_some_and(|code| DAMAGE.contains(&&*code))
    }
}

impl Db {
    /// Reads every page of an embedded database and returns what is damaged first, in the engine's words; none when it is
    /// sound. Takes about as long as reading the file. `PostgreSQL` checks its pages itself, as they are read.
    pub async fn find_damage(&self) -> Option<String> {
        if self.engine() == Engine::Postgres {
            return None;
        }
        let said = self.quick_check().await;
        said.map_or_else(
            |error| Some(error.to_string()),
            |said| said.filter(|said| said != "ok"),
        )
    }

    async fn quick_check(&self) -> Result<Option<String>, DbErr> {
        let conn = self.read();
        let statement =
            Statement::from_string(conn.get_database_backend(), "pragma quick_check(1)");
        let row = conn.query_one_raw(statement).await?;
        row.map(|row| row.try_get_by_index(0)).transpose()
    }
}
