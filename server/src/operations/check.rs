//! Looks for contradictions in the data, which a nightly timer should find before a person does.
//!
//! Everything only reads. Each comparison of counters is one statement, so a running server cannot come in between.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Result;
use hoi_db::{Db, OpenError, Timestamp};
use hoi_jobs::entity::State;
use hoi_platform::config::Config;
use hoi_platform::files::file;
use hoi_platform::ids::FileId;
use hoi_platform::migrations::{self, MIGRATIONS};
use hoi_platform::secrets::Secrets;
use hoi_platform::storage::{Listed, Storage};
use hoi_platform::{installation, vitals};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Statement,
};
use uuid::Uuid;

use super::progress::size;
use super::report::Report;

/// How long content may be stored without a row, and stay when its row was removed. Both end within seconds, or with
/// the retries of a job.
const GRACE: Duration = Duration::from_hours(24);
/// The most identifiers that one line shows.
const SHOWN: usize = 5;

/// A stored count and the rows it counts, as an SQL query for identifier, stored count and number of rows.
struct Counter {
    name: &'static str,
    sql: &'static str,
}

const COUNTERS: [Counter; 10] = [
    Counter {
        name: "registered participants of events",
        sql: "select e.id, e.registered_count as stored, \
              (select count(*) from attendance a where a.event_id = e.id and a.deleted_at is null) as counted \
              from event e",
    },
    Counter {
        name: "sold seats of ticket classes",
        sql: "select t.id, t.sold as stored, coalesce(a.number, 0) as counted \
              from ticket t left join (select ticket_id, count(*) as number from attendance \
              where deleted_at is null group by ticket_id) a on a.ticket_id = t.id",
    },
    // A use of a code still counts after its participant was removed or cancelled, but not after the registration lapsed
    // because it was not confirmed or not paid in time. Only the event's log tells these apart for good: money that
    // arrives later changes the row.
    Counter {
        name: "uses of invitation codes",
        sql: "select c.id, c.times_used as stored, coalesce(u.number, 0) as counted \
              from invitation_code c left join (select a.invitation_code_id as code, count(*) as number \
              from attendance a where a.invitation_code_id is not null and (a.deleted_at is null or not exists \
              (select 1 from event_activity l where l.subject_id = a.id \
              and l.action in ('participant.unconfirmed', 'participant.unpaidReleased'))) \
              group by a.invitation_code_id) u on u.code = c.id",
    },
    // Refunds to participants who still come are deducted from the received money.
    Counter {
        name: "money received for registrations",
        sql: "select a.id, a.received as stored, coalesce(p.amount, 0) - coalesce(d.amount, 0) as counted \
              from attendance a \
              left join (select attendance_id, sum(amount) as amount from payment group by attendance_id) p \
              on p.attendance_id = a.id \
              left join (select attendance_id, sum(deducted) as amount from refund_decision group by attendance_id) d \
              on d.attendance_id = a.id",
    },
    Counter {
        name: "recipients of messages",
        sql: "select m.id, m.recipients as stored, \
              (select count(*) from message_delivery d where d.message_id = m.id) as counted \
              from message m where m.is_expanded",
    },
    Counter {
        name: "comments on posts",
        sql: "select p.id, p.comment_count as stored, \
              (select count(*) from post_comment c where c.post_id = p.id and c.deleted_at is null) as counted \
              from post p",
    },
    Counter {
        name: "likes of posts",
        sql: "select p.id, p.like_count as stored, \
              (select count(*) from post_like l where l.target_id = p.id and l.kind = 'heart') as counted from post p",
    },
    Counter {
        name: "likes of comments",
        sql: "select c.id, c.like_count as stored, \
              (select count(*) from post_like l where l.target_id = c.id) as counted from post_comment c",
    },
    Counter {
        name: "lists of lucky draws",
        sql: "select r.id, r.pool_size as stored, cast(length(r.pool) / 32 as bigint) as counted \
              from lucky_draw_round r where r.pool <> ''",
    },
    // Every group has one owner; a deleted group has none.
    Counter {
        name: "owners of groups",
        sql: "select g.id, cast(case when g.deleted_at is null then 1 else 0 end as bigint) as stored, \
              (select count(*) from group_member m where m.group_id = g.id and m.role = 'owner' and m.left_at is null) \
              as counted from \"group\" g",
    },
];

/// Opens the installation and checks everything.
///
/// # Errors
/// When there is nothing to check: no database, one of another version, or a storage that refuses.
pub async fn check_installation(config: &Config, now: Timestamp) -> Result<Report> {
    let db = match super::open_database(config).await {
        Err(error) if is_damage(&error) => {
            let mut report = Report::default();
            damaged(&mut report, &format!("{error:#}"));
            return Ok(report);
        }
        opened => opened?,
    };
    let storage = Storage::open(config).await?;
    let report = check(&db, &storage, config, now).await;
    db.close().await;
    Ok(report)
}

fn is_damage(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<OpenError>()
        .is_some_and(OpenError::is_damage)
}

fn damaged(report: &mut Report, fault: &str) {
    report.problem(
        "database",
        format!(
            "damaged: {fault}. Stop the server, keep a copy of the database, and restore the last backup"
        ),
    );
}

/// Checks everything. A check that fails to run is a line of the report, too.
pub async fn check(db: &Db, storage: &Storage, config: &Config, now: Timestamp) -> Report {
    let mut report = Report::default();
    let found = pages(db, &mut report).await;
    note_failure(&mut report, "database", found);
    let found = schema(db, &mut report).await;
    note_failure(&mut report, "schema", found);
    let found = references(db, &mut report).await;
    note_failure(&mut report, "references", found);
    let found = counters(db, &mut report).await;
    note_failure(&mut report, "counters", found);
    let found = files(db, storage, now, &mut report).await;
    note_failure(&mut report, "files", found);
    let found = dead_jobs(db, &mut report).await;
    note_failure(&mut report, "jobs", found);
    let found = secret(db, config, &mut report).await;
    note_failure(&mut report, "secret", found);
    space(config, &mut report);
    report
}

fn note_failure(report: &mut Report, subject: &'static str, checked: Result<()>) {
    if let Err(error) = checked {
        report.unchecked(subject, &error);
    }
}

async fn pages(db: &Db, report: &mut Report) -> Result<()> {
    let version = db.version().await?;
    let faults = db.find_faults().await?;
    if faults.is_empty() {
        report.fine("database", version);
    }
    for fault in faults {
        damaged(report, &fault);
    }
    Ok(())
}

async fn schema(db: &Db, report: &mut Report) -> Result<()> {
    let faults = db.schema_faults(MIGRATIONS).await?;
    match migrations::describe(&faults) {
        None => report.fine("schema", "it is as this program makes it"),
        Some(faults) => report.problem(
            "schema",
            format!(
                "the database is not as this program makes it: {faults}. Drop what does not belong, which may change data on \
                 its own; if anything is missing or was changed, stop the server and restore the last backup"
            ),
        ),
    }
    Ok(())
}

async fn references(db: &Db, report: &mut Report) -> Result<()> {
    let broken = db.broken_references().await?;
    if broken.is_empty() {
        report.fine("references", "every row that another one refers to exists");
    }
    for one in broken {
        report.problem(
            "references",
            format!(
                "{} rows of {} refer to rows of {} that do not exist. Somebody changed the database by hand: restore the \
                 last backup beside it and copy the missing rows",
                one.row_count, one.table_name, one.parent
            ),
        );
    }
    Ok(())
}

#[derive(FromQueryResult)]
struct Miscounted {
    id: Uuid,
    stored: i64,
    counted: i64,
}

async fn counters(db: &Db, report: &mut Report) -> Result<()> {
    let conn = db.read();
    let mut is_fine = true;
    for Counter { name, sql } in COUNTERS {
        let sql = format!(
            "select id, cast(stored as bigint) as stored, cast(counted as bigint) as counted \
             from ({sql}) compared where stored <> counted order by id"
        );
        let statement = Statement::from_string(conn.get_database_backend(), sql);
        let wrong = Miscounted::find_by_statement(statement).all(conn).await?;
        if wrong.is_empty() {
            continue;
        }
        is_fine = false;
        let shown = wrong.iter().map(|row| {
            format!(
                "{} (stored {}, counted {})",
                row.id, row.stored, row.counted
            )
        });
        report.problem(
            "counters",
            format!(
                "{} of the {name} do not equal their rows: {}. Stop the server, make a backup, set them to what was counted, \
                 and report this as a fault of the program",
                wrong.len(),
                list(shown)
            ),
        );
    }
    if is_fine {
        report.fine("counters", "every count equals its rows");
    }
    Ok(())
}

/// Returns the first entries, and how many more there are.
fn list(entries: impl ExactSizeIterator<Item = String>) -> String {
    let more = entries.len().saturating_sub(SHOWN);
    let shown: Vec<String> = entries.take(SHOWN).collect();
    match more {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn ids(files: &[FileId]) -> String {
    list(files.iter().map(ToString::to_string))
}

async fn files(db: &Db, storage: &Storage, now: Timestamp, report: &mut Report) -> Result<()> {
    // Listed before the rows are read: content is stored before its row, so content without a row now is left over.
    let listed = storage.list().await?;
    let listed: HashMap<FileId, Listed> = listed.into_iter().map(|one| (one.id, one)).collect();
    let rows: Vec<(FileId, i64, Option<Timestamp>)> = file::Entity::find()
        .select_only()
        .columns([
            file::Column::Id,
            file::Column::Bytes,
            file::Column::DeletedAt,
        ])
        .into_tuple()
        .all(db.read())
        .await?;
    let before = now.minus(GRACE);
    let (mut missing, mut altered) = (Vec::new(), Vec::new());
    let mut known: HashMap<FileId, Option<Timestamp>> = HashMap::new();
    for (id, bytes, deleted_at) in rows {
        known.insert(id, deleted_at);
        let content = listed.get(&id);
        match content {
            _ if deleted_at.is_some() => {}
            None => missing.push(id),
            Some(content) if i64::try_from(content.bytes) != Ok(bytes) => altered.push(id),
            Some(_) => {}
        }
    }
    let missing = still_missing(db, storage, missing).await?;
    let orphans: Vec<&Listed> = listed
        .values()
        .filter(|content| match known.get(&content.id) {
            None => content.at < before,
            Some(deleted_at) => deleted_at.is_some_and(|at| at < before),
        })
        .collect();
    if !missing.is_empty() {
        report.problem(
            "files",
            format!(
                "{} files of the database are not in the storage: {}. Copy them from a backup",
                missing.len(),
                ids(&missing)
            ),
        );
    }
    if !altered.is_empty() {
        report.problem(
            "files",
            format!(
                "{} stored files have another size than they were uploaded with: {}. Copy them from a backup",
                altered.len(),
                ids(&altered)
            ),
        );
    }
    if !orphans.is_empty() {
        let bytes = orphans.iter().map(|content| content.bytes).sum();
        let orphans: Vec<FileId> = orphans.iter().map(|content| content.id).collect();
        report.problem(
            "files",
            format!(
                "{} stored files ({}) belong to nothing anymore: {}. Remove them from the storage",
                orphans.len(),
                size(bytes),
                ids(&orphans)
            ),
        );
    }
    if missing.is_empty() && altered.is_empty() && orphans.is_empty() {
        report.fine("files", format!("{} stored files", listed.len()));
    }
    Ok(())
}

/// Returns the files of `missing` that are missing indeed: neither stored nor removed since the storage was listed.
async fn still_missing(db: &Db, storage: &Storage, missing: Vec<FileId>) -> Result<Vec<FileId>> {
    let mut still = Vec::new();
    for id in missing {
        let row = file::live().filter(file::Column::Id.eq(id));
        if storage.stream(id).await?.is_none() && row.one(db.read()).await?.is_some() {
            still.push(id);
        }
    }
    Ok(still)
}

async fn dead_jobs(db: &Db, report: &mut Report) -> Result<()> {
    use hoi_jobs::entity::Column;
    let dead: Vec<(String, i64)> = hoi_jobs::entity::Entity::find()
        .select_only()
        .column(Column::Name)
        .column_as(Expr::cust("count(*)"), "jobs")
        .filter(Column::State.eq(State::Dead))
        .group_by(Column::Name)
        .order_by_asc(Column::Name)
        .into_tuple()
        .all(db.read())
        .await?;
    if dead.is_empty() {
        report.fine("jobs", "none was given up");
        return Ok(());
    }
    let kinds = dead.iter().map(|(kind, jobs)| format!("{jobs} × {kind}"));
    report.problem(
        "jobs",
        format!(
            "jobs were given up: {}. See `hoi jobs list --dead`; when the cause is mended, `hoi jobs retry`",
            list(kinds)
        ),
    );
    Ok(())
}

async fn secret(db: &Db, config: &Config, report: &mut Report) -> Result<()> {
    let path = config.data_dir.join("secret");
    let known = installation::known_fingerprint(db.read()).await?;
    let Some(secrets) = Secrets::find(&config.data_dir)? else {
        report.problem(
            "secret",
            format!(
                "{} is missing: copy it from where you keep it",
                path.display()
            ),
        );
        return Ok(());
    };
    let own = installation::fingerprint(&secrets);
    if known.is_none_or(|known| known == own) {
        report.fine("secret", "it is the one that the database was used with");
    } else {
        report.problem(
            "secret",
            format!(
                "{} is not the one that the database was used with: put the right one there; if it is lost, see `hoi \
                 accept-secret --help`",
                path.display()
            ),
        );
    }
    Ok(())
}

fn space(config: &Config, report: &mut Report) {
    let needed = vitals::min_free_bytes(config);
    let folders = vitals::folders(config);
    let free = folders
        .iter()
        .filter_map(|folder| vitals::free_bytes(folder));
    match free.min() {
        None => report.note("space", "the free space is unknown"),
        Some(free) if free < needed => report.problem(
            "space",
            format!(
                "{} are free, and with less than {} registrations and uploads are refused: make room",
                size(free),
                size(needed)
            ),
        ),
        Some(free) => report.fine("space", format!("{} are free", size(free))),
    }
}
