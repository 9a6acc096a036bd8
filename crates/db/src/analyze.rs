use sea_orm::{ConnectionTrait as _, DbBackend, DbErr, Statement, TryGetableMany as _};

use crate::{Db, Engine};

/// Tables of this schema with at least eight pages, and twice as many as when they were last analysed.
const GROWN: &str = "select format('analyze (skip_locked) %I', relname) as command from pg_class \
    where relkind = 'r' and relnamespace = current_schema()::regnamespace \
    and pg_relation_size(oid) >= 8 * current_setting('block_size')::bigint \
    and pg_relation_size(oid) >= 2 * relpages::bigint * current_setting('block_size')::bigint";

impl Db {
    /// Lets `PostgreSQL` analyse the tables that have doubled since it last did; nothing on `SQLite`, which needs no
    /// statistics for the queries here.
    ///
    /// It does so by itself, but only once a minute, and keeps its plans until then. For an empty table all indexes cost
    /// the same, so a rush on a new event would be served for a minute by plans that read all of the event for each batch.
    pub async fn analyze_grown_tables(&self) -> Result<(), DbErr> {
        if self.engine() == Engine::Sqlite {
            return Ok(());
        }
        let grown = Statement::from_string(DbBackend::Postgres, GROWN);
        for table in self.read().query_all_raw(grown).await? {
            let (command,) = <(String,)>::try_get_many(&table, "", &["command".to_owned()])?;
            self.read().execute_unprepared(&command).await?;
        }
        Ok(())
    }
}
