//! The mail log: for each mail its recipient, its template and the outcome of the last attempt; never its content.
//!
//! Whether a mail that was not sent will be tried again is not stored here: the job with the same identifier tells.

use std::collections::HashSet;
use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_jobs::{JobError, entity as job};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, LockType, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect as _, Set,
};
use uuid::Uuid;

use crate::app::App;
use crate::error::Result;
use crate::mail_log::{ActiveModel, Column, Entity};

const KEPT: Duration = Duration::from_hours(90 * 24);
/// The most characters kept of an error.
const ERROR: usize = 200;
/// Entries in one statement, below the engines' limits on bound values.
const CHUNK: usize = 500;

/// Records an attempt of the job `job` to send a mail to an address, about whom `about` says. Failures are only logged:
/// the mail has been sent or not, with or without a record.
pub async fn record(
    app: &App,
    job: Uuid,
    to: (String, Option<Uuid>),
    template: &str,
    sent: Result<(), &JobError>,
) {
    if let Err(error) = write(app, job, to, template, sent).await {
        tracing::warn!(?error, "a mail could not be put into the mail log");
    }
}

async fn write(
    app: &App,
    job: Uuid,
    (recipient, about): (String, Option<Uuid>),
    template: &str,
    sent: Result<(), &JobError>,
) -> Result<()> {
    let now = app.clock.now();
    let error = sent.err().map(|error| format!("{:#}", error.error()));
    let row = ActiveModel {
        id: Set(job),
        recipient: Set(recipient),
        template: Set(template.to_owned()),
        is_sent: Set(error.is_none()),
        attempts: Set(1),
        error: Set(error.as_deref().map(impersonal)),
        created_at: Set(now),
        tried_at: Set(now),
        about: Set(about),
    };
    Ok(app.mail_log.commit(&app.db, row, store).await?)
}

async fn store(tx: &Tx, mut rows: Vec<ActiveModel>) -> Result<(), DbErr> {
    // The erasure of a person removes the jobs about the person, also those whose mail is on its way. It waits for these
    // rows, and then takes the recipient out of the log itself.
    let jobs: HashSet<Uuid> = job::Entity::find()
        .select_only()
        .column(job::Column::Id)
        .filter(job::Column::Id.is_in(rows.iter().map(|row| *row.id.as_ref())))
        .lock(LockType::KeyShare)
        .into_tuple()
        .all(tx)
        .await?
        .into_iter()
        .collect();
    for row in rows
        .iter_mut()
        .filter(|row| !jobs.contains(row.id.as_ref()))
    {
        row.recipient = Set(String::new());
    }
    let attempts = Expr::col((Entity, Column::Attempts)).add(1);
    let again = OnConflict::column(Column::Id)
        .update_columns([
            Column::Recipient,
            Column::IsSent,
            Column::Error,
            Column::TriedAt,
            Column::About,
        ])
        .value(Column::Attempts, attempts)
        .to_owned();
    let rows = Entity::insert_many(rows).on_conflict(again);
    rows.exec_without_returning(tx).await?;
    Ok(())
}

/// Finds the entries of mails about these registrations, accounts and invitations; and those to these addresses, where
/// they got mails of these templates. No index has either; `since` limits it to mails that were tried from then on,
/// which an index finds.
pub async fn find_recipients(
    conn: &impl ConnectionTrait,
    about: &[Uuid],
    addresses: &[&str],
    templates: &[&str],
    since: Option<Timestamp>,
) -> Result<Vec<Uuid>, DbErr> {
    if about.is_empty() && addresses.is_empty() {
        return Ok(Vec::new());
    }
    let recipient = Expr::expr(Func::lower(Expr::col(Column::Recipient)));
    // The embedded engine makes nothing but ASCII lower case.
    let same = Condition::any()
        .add(Column::Recipient.is_in(addresses.iter().copied()))
        .add(recipient.is_in(addresses.iter().map(|address| address.to_lowercase())));
    let to_address = Condition::all()
        .add(same)
        .add(Column::Template.is_in(templates.iter().copied()));
    let is_theirs = Condition::any()
        .add(Column::About.is_in(about.iter().copied()))
        .add(to_address);
    let mut theirs = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(is_theirs);
    if let Some(since) = since {
        theirs = theirs.filter(Column::TriedAt.gte(since));
    }
    theirs.into_tuple().all(conn).await
}

/// Takes the recipients out of these entries, which stay.
pub async fn forget_recipients(tx: &Tx, entries: &[Uuid]) -> Result<(), DbErr> {
    for ids in entries.chunks(CHUNK) {
        Entity::update_many()
            .col_expr(Column::Recipient, Expr::value(""))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Removes entries that are older than [`KEPT`].
pub async fn remove_old(app: &App) -> Result<()> {
    let tx = app.db.write().await?;
    Entity::delete_many()
        .filter(Column::TriedAt.lt(app.clock.now().minus(KEPT)))
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Returns the error of a job on one line without anything that may identify a person or give access: addresses,
/// numbers as long as a telephone's, links.
#[must_use]
pub fn impersonal(error: &str) -> String {
    let words = error.split(|char: char| char.is_whitespace() || char.is_control());
    let words = words.filter(|word| !word.is_empty()).map(|word| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        match word {
            word if word.contains('@') => "<address>",
            word if word.contains("://") => "<link>",
            _ if digits >= 9 => "<number>",
            word => word,
        }
    });
    let line = words.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(ERROR) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_error_has_no_address_number_or_link() {
        let said = "550 5.1.1\n<binh@example.vn>: no such user,\u{1b}[31m call +84912345678 or (Bình) b@c.vn";
        assert_eq!(
            impersonal(said),
            "550 5.1.1 <address> no such user, [31m call <number> or (Bình) <address>"
        );
        let said = "554 spam: (https://hoi.example/auth/reset-password/q1w2e3)";
        assert_eq!(impersonal(said), "554 spam: <link>");
        assert_eq!(impersonal(&"ố ".repeat(300)).chars().count(), ERROR + 1);
        let longest = "ố".repeat(ERROR);
        assert_eq!(impersonal(&longest), longest);
    }
}
