//! Queries on jobs and on the mail log.

use std::collections::HashSet;

use hoi_db::{Timestamp, containing};
use hoi_jobs::{Progress, entity as job};
use hoi_platform::error::Result;
use hoi_platform::files::entity::file;
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::mail_log;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait as _,
};
use uuid::Uuid;

use super::dto::{FileCounts, Job, JobQuery, Mail, MailQuery, MailState};

/// Returns one page of jobs, the newest first.
#[tracing::instrument(name = "system.jobs", skip_all)]
pub async fn jobs(
    conn: &impl ConnectionTrait,
    query: JobQuery,
    now: Timestamp,
) -> Result<Page<Job>> {
    let jobs = job::Entity::find()
        .apply_if(query.state, |jobs, state| {
            jobs.filter(Progress::from(state).condition(now))
        })
        .apply_if(query.kind, |jobs, kind| {
            jobs.filter(job::Column::Name.eq(kind))
        });
    let page = PageQuery::new(query.limit, query.page)?;
    let total = jobs.clone().count(conn).await?;
    let rows = jobs
        .order_by_desc(job::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let items = rows.into_iter().map(|row| Job::new(row, now)).collect();
    Ok(Page { items, total })
}

/// Selects the job of a mail of the outer query if the job waits.
fn waiting_job() -> SelectStatement {
    let of_mail =
        Expr::col((job::Entity, job::Column::Id)).equals((mail_log::Entity, mail_log::Column::Id));
    job::Entity::find()
        .select_only()
        .column(job::Column::Id)
        .filter(of_mail)
        .filter(job::Column::State.eq(job::State::Waiting))
        .into_query()
}

/// Returns one page of the mail log, the mail that was tried last first.
#[tracing::instrument(name = "system.mails", skip_all)]
pub async fn mails(conn: &impl ConnectionTrait, query: MailQuery) -> Result<Page<Mail>> {
    use mail_log::Column::{Id, IsSent, Recipient, Template, TriedAt};
    let mails = mail_log::Entity::find()
        .apply_if(query.search, |mails, part| {
            let recipient = Func::lower(Expr::col(Recipient));
            mails.filter(Expr::from(recipient).like(containing(&part.trim().to_lowercase())))
        })
        .apply_if(query.template, |mails, template| {
            mails.filter(Template.eq(template))
        })
        .apply_if(query.state, |mails, state| match state {
            MailState::Sent => mails.filter(IsSent.eq(true)),
            MailState::Waiting => mails
                .filter(IsSent.eq(false))
                .filter(Expr::exists(waiting_job())),
            MailState::GivenUp => mails
                .filter(IsSent.eq(false))
                .filter(Expr::exists(waiting_job()).not()),
        });
    let page = PageQuery::new(query.limit, query.page)?;
    let total = mails.clone().count(conn).await?;
    let rows = mails
        .order_by_desc(TriedAt)
        .order_by_desc(Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let unsent = rows.iter().filter(|row| !row.is_sent).map(|row| row.id);
    let waiting: Vec<Uuid> = job::Entity::find()
        .select_only()
        .column(job::Column::Id)
        .filter(job::Column::Id.is_in(unsent))
        .filter(job::Column::State.eq(job::State::Waiting))
        .into_tuple()
        .all(conn)
        .await?;
    let waiting: HashSet<Uuid> = waiting.into_iter().collect();
    let items = rows.into_iter().map(|row| {
        let will_be_tried = waiting.contains(&row.id);
        Mail::new(row, will_be_tried)
    });
    Ok(Page {
        items: items.collect(),
        total,
    })
}

/// Returns the number of uploaded files and their size.
pub async fn count_files(conn: &impl ConnectionTrait) -> Result<FileCounts> {
    let bytes = file::Column::Bytes.sum().cast_as("bigint");
    let found: Option<(i64, Option<i64>)> = file::live()
        .select_only()
        .column_as(file::Column::Id.count(), "files")
        .expr_as(bytes, "bytes")
        .into_tuple()
        .one(conn)
        .await?;
    let (count, bytes) = found.unwrap_or_default();
    Ok(FileCounts {
        count: u64::try_from(count).unwrap_or(0),
        bytes: bytes.unwrap_or(0),
    })
}
