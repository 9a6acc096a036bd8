use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};

use crate::{Db, Engine, Timestamp, Tx};

/// Makes the table of the steps that were run.
pub(crate) const STEPS_TABLE: &str = "create table if not exists schema_migration \
    (name text primary key, checksum bigint not null, applied_at bigint not null)";

/// One step of the schema: a plain SQL file that runs on both engines and never changes once it has landed.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// The file's name without extension; steps run in the order of their names.
    pub name: &'static str,
    pub sql: &'static str,
}

impl Migration {
    pub(crate) fn failed(&self, source: DbErr) -> MigrateError {
        MigrateError::Step {
            name: self.name.to_owned(),
            source,
        }
    }
}

/// Why the schema could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database has a step that this program does not know, because a newer version has used it.
    #[error(
        "the database was used by another version (it has the step {0}, which this one does not know); start that version"
    )]
    TooNew(String),
    /// The text of a step differs from the one that was run on this database.
    #[error("the step {0} differs from the one that was run on this database")]
    Changed(String),
    /// A step failed and was rolled back.
    #[error("the step {name} failed")]
    Step { name: String, source: DbErr },
    /// The engine refused to read or write the table of applied steps.
    #[error("cannot read the schema's state")]
    Engine(#[from] DbErr),
}

#[derive(FromQueryResult)]
pub(crate) struct Applied {
    pub name: String,
    checksum: i64,
}

impl Db {
    /// Runs the steps that have not been run yet, each in its own transaction, and returns their names. Servers that
    /// start together wait for one another.
    pub async fn migrate(
        &self,
        migrations: &[Migration],
        now: Timestamp,
    ) -> Result<Vec<&'static str>, MigrateError> {
        let mut done = Vec::new();
        let tx = self.locked_for_migration().await?;
        tx.execute_unprepared(STEPS_TABLE).await?;
        tx.commit().await?;
        for migration in migrations {
            let tx = self.locked_for_migration().await?;
            let applied = applied(&tx, migrations).await?;
            if applied.iter().any(|step| step.name == migration.name) {
                continue;
            }
            let failed = |source| migration.failed(source);
            tx.execute_unprepared(migration.sql).await.map_err(failed)?;
            tx.execute_raw(Statement::from_sql_and_values(
                tx.get_database_backend(),
                "insert into schema_migration (name, checksum, applied_at) values ($1, $2, $3)",
                [
                    migration.name.into(),
                    checksum(migration.sql).into(),
                    now.0.into(),
                ],
            ))
            .await
            .map_err(failed)?;
            tx.commit().await.map_err(failed)?;
            done.push(migration.name);
        }
        Ok(done)
    }

    /// Returns the steps that [`Db::migrate`] would run; changes nothing.
    ///
    /// # Errors
    /// When the database was never migrated, was used by a newer version, or a step differs from the one that was run.
    pub async fn missing_steps(
        &self,
        migrations: &[Migration],
    ) -> Result<Vec<&'static str>, MigrateError> {
        let applied = applied(self.read(), migrations).await?;
        let is_missing = |name: &str| applied.iter().all(|step| step.name != name);
        let names = migrations.iter().map(|step| step.name);
        Ok(names.filter(|name| is_missing(name)).collect())
    }

    async fn locked_for_migration(&self) -> Result<Tx, DbErr> {
        let tx = self.write().await?;
        if self.engine() == Engine::Postgres {
            tx.execute_unprepared("select pg_advisory_xact_lock(7201604)")
                .await?;
        }
        Ok(tx)
    }
}

/// Returns the steps that were run.
///
/// # Errors
/// When one of them is not among `migrations`, or has another text there.
pub(crate) async fn applied(
    conn: &impl ConnectionTrait,
    migrations: &[Migration],
) -> Result<Vec<Applied>, MigrateError> {
    let applied = Applied::find_by_statement(Statement::from_string(
        conn.get_database_backend(),
        "select name, checksum from schema_migration order by name",
    ))
    .all(conn)
    .await?;
    for step in &applied {
        let known = migrations.iter().find(|known| known.name == step.name);
        let Some(known) = known else {
            return Err(MigrateError::TooNew(step.name.clone()));
        };
        if checksum(known.sql) != step.checksum {
            return Err(MigrateError::Changed(step.name.clone()));
        }
    }
    Ok(applied)
}

/// FNV-1a over the text. Detects edited files; it is no protection against deliberate collisions.
pub(crate) fn checksum(text: &str) -> i64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    i64::from_ne_bytes(hash.to_ne_bytes())
}
