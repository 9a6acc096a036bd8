//! Compares the objects of a database with those that the steps of its schema make.
//!
//! A database may come from an archive, or may have been changed by hand: a trigger or a rule in it acts on its own.
//! The expectation is made by running the steps: in memory, or in a schema of a transaction that is undone.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, FromQueryResult, QueryResult, RuntimeErr, Statement,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor as _};
use tokio::sync::Mutex;

use crate::migrate::{STEPS_TABLE, applied, checksum};
use crate::{Db, Engine, MigrateError, Migration};

/// Every object with the text that made it, which the engine keeps as it was written, and the columns of tables. The text
/// is compared as it is: without its line ends a column could hide behind a comment. The engine runs the text alone,
/// whatever kind and name stand beside it. So only the text decides what is left out: the texts of the engine's own
/// tables, and rows without a text, which are the indexes of constraints.
const SQLITE: &str = "with own as (select cast(coalesce(type, '') as text) as kind, \
    cast(coalesce(name, '') as text) as name, cast(sql as text) as definition from sqlite_master \
    where sql is not null and sql not in ('CREATE TABLE sqlite_sequence(name,seq)', \
    'CREATE TABLE sqlite_stat1(tbl,idx,stat)', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')) \
    select kind, name, definition from own union all \
    select 'column', o.name || '.' || c.name, c.type || ' ' || c.\"notnull\" || ' ' || coalesce(c.dflt_value, '') \
    || ' ' || c.pk || ' ' || c.hidden from own o, pragma_table_xinfo(o.name) c \
    where o.kind = 'table' and o.definition like 'create table%'";

/// The objects of this schema that belong to no extension.
const POSTGRES_OWN: &str = "with own as (select c.oid, c.relname::text as name, c.relkind from pg_class c \
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and not exists (select 1 from pg_depend d \
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))";

/// Objects that act on their own or in place of a table. No step makes any of them.
const POSTGRES_ACTIVE: &str = "select 'trigger' as kind, o.name || '.' || t.tgname::text as name, \
    pg_get_triggerdef(t.oid, true) as definition \
    from own o join pg_trigger t on t.tgrelid = o.oid where not t.tgisinternal union all \
    select 'rule', o.name || '.' || r.rulename::text, pg_get_ruledef(r.oid, true) \
    from own o join pg_rewrite r on r.ev_class = o.oid where r.rulename <> '_RETURN' union all \
    select 'policy', o.name || '.' || p.polname::text, '' from own o join pg_policy p on p.polrelid = o.oid union all \
    select 'view', name, '' from own where relkind in ('v', 'm')";

const POSTGRES_PASSIVE: &str = "select 'table', name, '' from own where relkind in ('r', 'p', 'f') union all \
    select 'column', o.name || '.' || a.attname::text, format_type(a.atttypid, a.atttypmod) || ' ' \
    || a.attnotnull::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || a.attgenerated::text \
    || ' ' || a.attidentity::text from own o join pg_attribute a on a.attrelid = o.oid \
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum \
    where o.relkind in ('r', 'p', 'f') and a.attnum > 0 and not a.attisdropped union all \
    select 'index', name, pg_get_indexdef(oid, 0, true) from own where relkind in ('i', 'I') union all \
    select 'constraint', o.name || '.' || k.conname::text, pg_get_constraintdef(k.oid, true) \
    from own o join pg_constraint k on k.conrelid = o.oid where k.contype <> 'n'";

/// The objects that steps make, by the engine and the checksums of the steps: a process that opens many databases, as
/// tests do, runs them once.
static MADE: Mutex<BTreeMap<MadeBy, Arc<Vec<Object>>>> = Mutex::const_new(BTreeMap::new());

/// Whether the engine is the embedded one, and the checksums of the steps.
type MadeBy = (bool, Vec<i64>);

#[derive(Debug, FromQueryResult)]
struct Object {
    kind: String,
    /// Of a part of a table: the name of the table, a dot, and its own.
    name: String,
    definition: String,
}

/// How an object differs from that of the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// No step makes it.
    Foreign,
    /// A step makes it, and it is not there.
    Missing,
    /// It has another definition.
    Changed,
}

/// An object of the database that is not as the steps make it. The names come from the database and may hold anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaFault {
    /// `table`, `column`, `index`, `trigger`, `view` and others of the engine.
    pub kind: String,
    /// The name; that of a column begins with its table and a dot.
    pub name: String,
    pub difference: Difference,
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            name,
            difference,
        } = self;
        let how = match difference {
            Difference::Foreign => "does not belong to it",
            Difference::Missing => "is missing",
            Difference::Changed => "was changed",
        };
        write!(f, "the {kind:.20} `{name:.100}` {how}")
    }
}

impl Db {
    /// Compares tables, columns, indexes, constraints, triggers, views and rules with what those of `migrations` make
    /// that were run on this database. Leaves no change, but on `PostgreSQL` needs the right to create a schema.
    ///
    /// # Errors
    /// When the database has a step that is not among `migrations` or differs from it, or cannot be read.
    pub async fn schema_faults(
        &self,
        migrations: &[Migration],
    ) -> Result<Vec<SchemaFault>, MigrateError> {
        let found = objects(self.read()).await?;
        let is_used = found
            .iter()
            .any(|object| object.kind == "table" && object.name == "schema_migration");
        let made = if is_used {
            let applied = applied(self.read(), migrations).await?;
            let was_run = |step: &&Migration| applied.iter().any(|one| one.name == step.name);
            let steps: Vec<&Migration> = migrations.iter().filter(was_run).collect();
            self.made_by(&steps).await?
        } else {
            Arc::default()
        };
        Ok(differences(&found, &made))
    }

    /// Like [`Self::schema_faults`], for every start of a server. On `PostgreSQL` it finds only triggers, rules, policies
    /// and views, because the expectation for the others takes a second, and another server may be running a step.
    ///
    /// # Errors
    /// Those of [`Self::schema_faults`].
    pub async fn quick_schema_faults(
        &self,
        migrations: &[Migration],
    ) -> Result<Vec<SchemaFault>, MigrateError> {
        if self.engine() == Engine::Sqlite {
            return self.schema_faults(migrations).await;
        }
        let sql = format!("{POSTGRES_OWN} {POSTGRES_ACTIVE}");
        let active = Statement::from_string(DbBackend::Postgres, sql);
        let found = Object::find_by_statement(active).all(self.read()).await?;
        Ok(differences(&found, &[]))
    }

    async fn made_by(&self, steps: &[&Migration]) -> Result<Arc<Vec<Object>>, MigrateError> {
        let is_embedded = self.engine() == Engine::Sqlite;
        let sums: Vec<i64> = steps.iter().map(|step| checksum(step.sql)).collect();
        let key = (is_embedded, sums);
        let mut known = MADE.lock().await;
        if let Some(made) = known.get(&key) {
            return Ok(Arc::clone(made));
        }
        let made = if is_embedded {
            made_in_memory(steps).await?
        } else {
            self.made_and_undone(steps).await?
        };
        let made = Arc::new(made);
        known.insert(key, Arc::clone(&made));
        Ok(made)
    }

    async fn made_and_undone(&self, steps: &[&Migration]) -> Result<Vec<Object>, MigrateError> {
        let tx = self.write().await?;
        tx.execute_unprepared("create schema hoi_expected; set local search_path = hoi_expected")
            .await?;
        tx.execute_unprepared(STEPS_TABLE).await?;
        for step in steps {
            let done = tx.execute_unprepared(step.sql).await;
            done.map_err(|source| step.failed(source))?;
        }
        let made = objects(&tx).await?;
        tx.rollback().await?;
        Ok(made)
    }
}

async fn made_in_memory(steps: &[&Migration]) -> Result<Vec<Object>, MigrateError> {
    let failed = |error: sqlx::Error| DbErr::Query(RuntimeErr::SqlxError(Arc::new(error)));
    let options = SqliteConnectOptions::new()
        .in_memory(true)
        .foreign_keys(true);
    let mut connection = SqliteConnection::connect_with(&options)
        .await
        .map_err(failed)?;
    connection.execute(STEPS_TABLE).await.map_err(failed)?;
    for step in steps {
        let done = connection.execute(step.sql).await;
        done.map_err(|error| step.failed(failed(error)))?;
    }
    let rows = sqlx::query(SQLITE)
        .fetch_all(&mut connection)
        .await
        .map_err(failed)?;
    connection.close().await.map_err(failed)?;
    let rows = rows.into_iter().map(QueryResult::from);
    let made = rows.map(|row| Object::from_query_result(&row, ""));
    Ok(made.collect::<Result<Vec<Object>, DbErr>>()?)
}

async fn objects(conn: &impl ConnectionTrait) -> Result<Vec<Object>, DbErr> {
    let backend = conn.get_database_backend();
    let sql = if backend == DbBackend::Postgres {
        format!("{POSTGRES_OWN} {POSTGRES_ACTIVE} union all {POSTGRES_PASSIVE}")
    } else {
        SQLITE.to_owned()
    };
    Object::find_by_statement(Statement::from_string(backend, sql))
        .all(conn)
        .await
}

fn differences(found: &[Object], made: &[Object]) -> Vec<SchemaFault> {
    let key = |object: &Object| (object.kind.clone(), object.name.clone());
    let expected: HashMap<_, &str> = made
        .iter()
        .map(|object| (key(object), &*object.definition))
        .collect();
    let fault = |object: &Object, difference| SchemaFault {
        kind: object.kind.clone(),
        name: object.name.clone(),
        difference,
    };
    let mut faults = Vec::new();
    // Names may stand twice in a file that was written by hand, so each row is compared.
    for object in found {
        match expected.get(&key(object)) {
            None => faults.push(fault(object, Difference::Foreign)),
            Some(definition) if *definition != object.definition => {
                faults.push(fault(object, Difference::Changed));
            }
            Some(_) => {}
        }
    }
    let present: HashSet<_> = found.iter().map(key).collect();
    let missing = made.iter().filter(|object| !present.contains(&key(object)));
    faults.extend(missing.map(|object| fault(object, Difference::Missing)));
    // A table that is missing or foreign says enough.
    let whole: HashSet<String> = faults
        .iter()
        .filter(|fault| fault.kind == "table" && fault.difference != Difference::Changed)
        .map(|fault| fault.name.clone())
        .collect();
    faults.retain(|fault| {
        let is_part = matches!(&*fault.kind, "column" | "constraint");
        let table = fault.name.split_once('.').map_or("", |(table, _)| table);
        !(is_part && whole.contains(table))
    });
    faults
}
