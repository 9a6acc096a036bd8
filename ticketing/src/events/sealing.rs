//! Answers to sensitive questions. They are sealed in the database; a job seals and opens them when the organiser
//! changes which questions are sensitive.

use std::collections::HashSet;
use std::time::Duration;

use hoi_db::{Timestamp, Tx, containing};
use hoi_jobs::{Attempt, Job, JobError};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::secrets::Secrets;
use sea_orm::sea_query::{Expr, ExprTrait as _, LockType};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait as _, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait as _, Set,
};
use serde::{Deserialize, Serialize};

use super::entity::event;
use super::form::Question;
use crate::attendances::attendance::{self, Answers};
use crate::attendances::{Answer, QuestionType, SEALED, open_number, seal_number};

/// Registrations in one transaction.
const AT_ONCE: u64 = 500;
/// How long after a change of the form a registration that was checked against the former one may still arrive.
const ON_THE_WAY: Duration = Duration::from_mins(5);

/// Seals the answers to sensitive questions of `scheme`. An answer equal to a sealed one of `former` keeps that one's
/// sealed form, so that it does not seem changed.
pub fn seal_answers(
    secrets: &Secrets,
    event: EventId,
    scheme: &[Question],
    answers: &mut [Answer],
    former: &[Answer],
) -> Result<()> {
    for answer in answers {
        if is_sensitive(scheme, answer) != Some(true) {
            continue;
        }
        let same = former.iter().find(|one| {
            let mut opened = (*one).clone();
            one.sensitive && opened.open(secrets, event).is_ok() && opened == *answer
        });
        match same {
            Some(same) => answer.clone_from(same),
            None => answer.seal(secrets, event)?,
        }
    }
    Ok(())
}

/// Opens the sealed answers that can be opened; the others stay sealed.
pub fn open_answers(secrets: &Secrets, event: EventId, answers: &mut [Answer]) {
    for answer in answers {
        if let Err(error) = answer.open(secrets, event) {
            tracing::warn!(%error, %event, "a sealed answer stays sealed");
        }
    }
}

/// Opens the sealed answers and numbers of a registration that can be opened.
pub fn open_row(secrets: &Secrets, row: &mut attendance::Model) {
    open_answers(secrets, row.event_id, &mut row.answers.answers);
    open_numbers(secrets, row);
}

/// Opens the numbers of a registration that can be opened.
pub fn open_numbers(secrets: &Secrets, row: &mut attendance::Model) {
    for number in [&mut row.identification_number, &mut row.tax_number] {
        if let Err(error) = open_number(secrets, row.event_id, number) {
            tracing::warn!(%error, event = %row.event_id, "a sealed number stays sealed");
        }
    }
}

/// Seals the numbers of registrations from before they were sealed.
pub async fn seal_numbers_from_before(app: &App) -> Result<()> {
    use attendance::Column::{Id, IdentificationNumber, TaxNumber};
    let is_plain = |column: attendance::Column| {
        let plain = column.is_not_null();
        plain.and(column.starts_with(SEALED).not())
    };
    let mut last: Option<AttendanceId> = None;
    loop {
        let tx = app.db.write().await?;
        let rows = attendance::Entity::find()
            .filter(is_plain(IdentificationNumber).or(is_plain(TaxNumber)))
            .apply_if(last, |found, last| found.filter(Id.gt(last)))
            .order_by_asc(Id)
            .limit(AT_ONCE)
            .lock(LockType::NoKeyUpdate)
            .all(&tx)
            .await?;
        let Some(end) = rows.last() else {
            return Ok(tx.rollback().await?);
        };
        last = Some(end.id);
        for mut row in rows {
            seal_number(&app.secrets, row.event_id, &mut row.identification_number)?;
            seal_number(&app.secrets, row.event_id, &mut row.tax_number)?;
            let columns = attendance::ActiveModel {
                identification_number: Set(row.identification_number),
                tax_number: Set(row.tax_number),
                ..Default::default()
            };
            attendance::Entity::update_many()
                .set(columns)
                .filter(Id.eq(row.id))
                .exec(&tx)
                .await?;
        }
        tx.commit().await?;
    }
}

/// Returns whether the answer's question is sensitive; `None` if the form no longer has it. A picture given before the
/// question changed its type stays as it is: otherwise its file would lose its only reference.
fn is_sensitive(scheme: &[Question], answer: &Answer) -> Option<bool> {
    let mut asked = scheme.iter().filter(|_| answer.kind != QuestionType::Image);
    let question = asked.find(|one| one.id == answer.question_id)?;
    Some(question.sensitive)
}

/// Returns how many registrations answered questions that have come to be sensitive, and are being sealed.
pub(super) async fn count_to_seal(
    conn: &impl ConnectionTrait,
    event: EventId,
    (before, after): (&[Question], &[Question]),
) -> Result<u64, DbErr> {
    let was = |id: &str| before.iter().any(|one| one.sensitive && one.id == id);
    let new = after.iter().filter(|one| one.sensitive && !was(&one.id));
    let asked = new.fold(Condition::any(), |any, question| {
        let answers = Expr::col(attendance::Column::Answers).cast_as("text");
        any.add(answers.like(containing(&format!("\"{}\"", question.id))))
    });
    if asked.is_empty() {
        return Ok(0);
    }
    attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(asked)
        .count(conn)
        .await
}

/// Returns the questions that were sensitive `before` and are asked openly now: the answers to them are opened.
pub(super) fn find_opened<'a>(before: &'a [Question], after: &[Question]) -> Vec<&'a Question> {
    let is_open = |id: &str| after.iter().any(|now| !now.sensitive && now.id == id);
    let sensitive = before.iter().filter(|one| one.sensitive);
    sensitive.filter(|one| is_open(&one.id)).collect()
}

/// Has the answers of an event sealed and opened, if a change of its form requires it.
pub(super) async fn follow_change(
    tx: &Tx,
    event: EventId,
    (before, after): (&[Question], &[Question]),
    now: Timestamp,
) -> Result<(), DbErr> {
    fn sensitive(scheme: &[Question]) -> HashSet<&str> {
        let questions = scheme.iter().filter(|question| question.sensitive);
        questions.map(|question| question.id.as_str()).collect()
    }
    if sensitive(before) == sensitive(after) {
        return Ok(());
    }
    let opened = find_opened(before, after);
    let job = SealAnswers {
        event,
        opened: opened.into_iter().map(|one| one.id.clone()).collect(),
        after: None,
    };
    hoi_jobs::enqueue(tx, &job, now).await?;
    hoi_jobs::enqueue_at(tx, &job, now, now.plus(ON_THE_WAY)).await
}

/// Seals and opens the answers of an event's registrations as its form requires. Answers to questions that the form no
/// longer has stay as they are, also if a question with the same identifier is added later that is not sensitive.
#[derive(Debug, Serialize, Deserialize)]
pub struct SealAnswers {
    pub event: EventId,
    /// The questions whose answers are opened, each named in the event's log.
    #[serde(default)]
    pub opened: Vec<String>,
    /// The registration after which to continue; None at the beginning.
    pub after: Option<AttendanceId>,
}

impl Job for SealAnswers {
    const NAME: &'static str = "events.sealAnswers";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> std::result::Result<(), JobError> {
        let tx = app.db.write().await?;
        // First, as the desk does.
        let found = event::Entity::find_by_id(self.event).lock(LockType::NoKeyUpdate);
        let Some(event) = found.one(&tx).await? else {
            return Ok(());
        };
        let rows: Vec<(AttendanceId, Answers)> = attendance::Entity::find()
            .select_only()
            .columns([attendance::Column::Id, attendance::Column::Answers])
            .filter(attendance::Column::EventId.eq(self.event))
            .apply_if(self.after, |found, after| {
                found.filter(attendance::Column::Id.gt(after))
            })
            .order_by_asc(attendance::Column::Id)
            .limit(AT_ONCE)
            .lock(LockType::NoKeyUpdate)
            .into_tuple()
            .all(&tx)
            .await?;
        let last = rows.last().map(|(id, _)| *id);
        let has_more = u64::try_from(rows.len()).unwrap_or(0) == AT_ONCE;
        for (id, before) in rows {
            let mut answers = before.clone();
            for answer in &mut answers.answers {
                match is_sensitive(&event.form.scheme, answer) {
                    Some(true) => answer.seal(&app.secrets, self.event)?,
                    Some(false) if self.opened.contains(&answer.question_id) => {
                        open_answers(&app.secrets, self.event, std::slice::from_mut(answer));
                    }
                    Some(false) | None => {}
                }
            }
            if answers != before {
                let columns = attendance::ActiveModel {
                    answers: Set(answers),
                    ..Default::default()
                };
                attendance::Entity::update_many()
                    .set(columns)
                    .filter(attendance::Column::Id.eq(id))
                    .exec(&tx)
                    .await?;
            }
        }
        if has_more {
            let rest = Self {
                event: self.event,
                opened: self.opened.clone(),
                after: last,
            };
            hoi_jobs::enqueue(&tx, &rest, app.clock.now()).await?;
        }
        tx.commit().await?;
        app.jobs.notify_one();
        app.snapshots.forget_event(self.event);
        Ok(())
    }
}
