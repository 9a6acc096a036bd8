//! An operator's view of a database as a whole: version, settings, faults, size, copies.

use std::path::Path;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};

use crate::{Db, Engine, Inner, Timestamp};

/// The most findings that a full check of an embedded database lists.
const MOST_FINDINGS: u32 = 20;

/// Rows that refer to rows which do not exist, by table.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct BrokenReference {
    pub table_name: String,
    /// The table in which the rows are missing.
    pub parent: String,
    pub row_count: i64,
}

/// A pool of open connections to the database, which requests and jobs take turns to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pool {
    /// The use of the connections: `read`, `write`, or `all` where both use one pool.
    pub name: &'static str,
    pub open: u32,
    /// Open connections that are not in use now.
    pub idle: usize,
}

#[derive(FromQueryResult)]
struct ForeignKey {
    table_name: String,
    column_name: String,
    parent: String,
    parent_column: String,
}

impl Db {
    fn statement(&self, sql: impl Into<String>) -> Statement {
        Statement::from_string(self.read().get_database_backend(), sql)
    }

    async fn texts(&self, sql: impl Into<String>) -> Result<Vec<String>, DbErr> {
        let rows = self.read().query_all_raw(self.statement(sql)).await?;
        rows.iter().map(|row| row.try_get_by_index(0)).collect()
    }

    /// Returns name and version of the engine.
    pub async fn version(&self) -> Result<String, DbErr> {
        let (name, sql) = match self.engine() {
            Engine::Sqlite => ("SQLite", "select sqlite_version()"),
            Engine::Postgres => ("PostgreSQL", "select current_setting('server_version')"),
        };
        let version = self.texts(sql).await?;
        Ok(format!("{name} {}", version.concat()))
    }

    /// Returns the settings of the engine with which a power failure could lose acknowledged changes, as `name =
    /// value`.
    pub async fn risky_settings(&self) -> Result<Vec<String>, DbErr> {
        match self.engine() {
            Engine::Sqlite => {
                let mode = self.texts("pragma journal_mode").await?.concat();
                let level = self
                    .texts("select cast(synchronous as text) from pragma_synchronous")
                    .await?
                    .concat();
                let mut risky = Vec::new();
                if mode != "wal" {
                    risky.push(format!("journal_mode = {mode}"));
                }
                if !matches!(level.as_str(), "2" | "3") {
                    risky.push(format!("synchronous = {level}"));
                }
                Ok(risky)
            }
            Engine::Postgres => {
                self.texts(
                    "select name || ' = ' || setting from pg_settings where setting = 'off' \
                     and name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name",
                )
                .await
            }
        }
    }

    /// Returns the time of the machine that the database runs on; None if that is this one.
    pub async fn remote_time(&self) -> Result<Option<Timestamp>, DbErr> {
        if self.engine() == Engine::Sqlite {
            return Ok(None);
        }
        let sql = "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
        let row = self.read().query_one_raw(self.statement(sql)).await?;
        let time = row.map(|row| row.try_get_by_index(0)).transpose()?;
        Ok(time.map(Timestamp))
    }

    /// Has an embedded database check all its pages, indexes and constraints on rows, and returns the faults.
    /// Returns nothing on `PostgreSQL`, which checks its pages as it reads them.
    ///
    /// # Errors
    /// When the file could not be read to its end; this does not mean that it is damaged.
    pub async fn find_faults(&self) -> Result<Vec<String>, DbErr> {
        if self.engine() == Engine::Postgres {
            return Ok(Vec::new());
        }
        // Damage of which the full check dies is described by the quick one.
        if let Some(damage) = self.find_damage().await? {
            return Ok(vec![damage]);
        }
        let said = self
            .texts(format!("pragma integrity_check({MOST_FINDINGS})"))
            .await?;
        Ok(said.into_iter().filter(|said| said != "ok").collect())
    }

    /// Returns references to rows that do not exist. An engine refuses such rows while its foreign keys are switched
    /// on.
    pub async fn broken_references(&self) -> Result<Vec<BrokenReference>, DbErr> {
        let conn = self.read();
        if self.engine() == Engine::Sqlite {
            let sql = "select \"table\" as table_name, parent, count(*) as row_count \
                       from pragma_foreign_key_check group by 1, 2 order by 1, 2";
            return BrokenReference::find_by_statement(self.statement(sql))
                .all(conn)
                .await;
        }
        let sql = "select c.conrelid::regclass::text as table_name, quote_ident(a.attname) as column_name, \
                   c.confrelid::regclass::text as parent, quote_ident(p.attname) as parent_column \
                   from pg_constraint c \
                   join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] \
                   join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1] \
                   where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 1, 2";
        let keys = ForeignKey::find_by_statement(self.statement(sql))
            .all(conn)
            .await?;
        let mut broken = Vec::new();
        for key in keys {
            let ForeignKey {
                table_name,
                column_name,
                parent,
                parent_column,
            } = key;
            let sql = format!(
                "select count(*) as row_count from {table_name} r where r.{column_name} is not null \
                 and not exists (select 1 from {parent} p where p.{parent_column} = r.{column_name})"
            );
            let row = conn.query_one_raw(self.statement(sql)).await?;
            let row_count = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
            if row_count > 0 {
                broken.push(BrokenReference {
                    table_name,
                    parent,
                    row_count,
                });
            }
        }
        Ok(broken)
    }

    /// Writes a copy of an embedded database to the new file `to`: one moment of it, complete and without free pages.
    /// Nothing that writes waits for this; only the write-ahead log grows until it is done.
    ///
    /// # Errors
    /// When the file exists, or on `PostgreSQL`, which has tools of its own.
    pub async fn copy_to(&self, to: &Path) -> Result<(), DbErr> {
        if self.engine() == Engine::Postgres {
            return Err(DbErr::Custom(
                "PostgreSQL is copied with pg_dump".to_owned(),
            ));
        }
        let path = to.to_str().ok_or_else(|| {
            DbErr::Custom("the path of the copy is not written in UTF-8".to_owned())
        })?;
        let conn = self.read();
        let backend = conn.get_database_backend();
        let copy = Statement::from_sql_and_values(backend, "vacuum into $1", [path.into()]);
        conn.execute_raw(copy).await.map(drop)
    }

    /// Returns the bytes that the database takes on its disk, without the logs of its engine.
    pub async fn size_bytes(&self) -> Result<u64, DbErr> {
        if self.engine() == Engine::Sqlite {
            return self.copy_bytes().await;
        }
        let sql = "select pg_database_size(current_database())";
        let row = self.read().query_one_raw(self.statement(sql)).await?;
        let bytes: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        Ok(u64::try_from(bytes).unwrap_or(0))
    }

    /// Returns the pools of connections.
    #[must_use]
    pub fn pools(&self) -> Vec<Pool> {
        let Inner { pool, embedded } = &*self.inner;
        let Some(embedded) = embedded else {
            let pool = pool.get_postgres_connection_pool();
            return vec![Pool {
                name: "all",
                open: pool.size(),
                idle: pool.num_idle(),
            }];
        };
        let readers = pool.get_sqlite_connection_pool();
        vec![
            Pool {
                name: "read",
                open: readers.size(),
                idle: readers.num_idle(),
            },
            Pool {
                name: "write",
                open: 1,
                idle: usize::from(embedded.writer.is_idle()),
            },
        ]
    }

    /// Returns how large the file of [`Db::copy_to`] may become at most, in bytes; 0 on `PostgreSQL`.
    pub async fn copy_bytes(&self) -> Result<u64, DbErr> {
        if self.engine() == Engine::Postgres {
            return Ok(0);
        }
        let sql = "select page_count * page_size from pragma_page_count, pragma_page_size";
        let row = self.read().query_one_raw(self.statement(sql)).await?;
        let bytes: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        Ok(u64::try_from(bytes).unwrap_or(0))
    }
}
