//! Erasing one registration's person, in one transaction.

use std::collections::HashSet;

use hoi_db::{Only as _, Timestamp, Tx, Writes};
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use uuid::Uuid;

use super::store::Person;
use super::{KeepInList, MailErased, store};
use crate::accounts::email_key;
use crate::app::App;
use crate::attendances::attendance::{self, Answers};
use crate::attendances::{AnswerValue, ERASED_NAME, QuestionType};
use crate::checkin::entity::scan;
use crate::error::{Error, LocalizedText, Result};
use crate::events::entity::event;
use crate::events::{EventAction, LogEntry};
use crate::files::{FileUrl, file};
use crate::ids::{AttendanceId, EventId, FileId, UserId};
use crate::outbox::{self, News, Scope, WebhookKind};
use crate::registration::entity::untold_registrations;
use crate::uploads::{RemoveStored, references};
use crate::{
    accounts, clock, events, files, idempotency, invoices, mails, messages, notifications,
    registration, transfers,
};

/// The mails that a registration can cause; an account with the same address gets others.
const TEMPLATES: [&str; 11] = [
    "confirm",
    "data_answer",
    "event_cancelled",
    "event_changed",
    "event_reminder",
    "given_back",
    "message",
    "payment",
    "removed",
    "seat_released",
    "ticket",
];

/// A participant as the caller has seen them.
#[derive(Debug, Clone)]
pub struct Seen {
    pub full_name: String,
    /// Required of one who was not removed.
    pub updated_at: Option<Timestamp>,
}

/// Erases the person behind a registration, whether it was removed or not, together with removed registrations of the same
/// person for the event. Does nothing if they are erased. `by` is the organiser; None if another decided. Their files are
/// removed after the commit, by jobs. Ends what the person asked for; who asked to be erased gets a last mail.
///
/// # Errors
/// 5005 (the event has no such registration); 5002 (`seen` has another name); 5008 (changed since it was seen).
pub async fn erase(
    app: &App,
    event: EventId,
    id: AttendanceId,
    seen: Option<Seen>,
    by: Option<UserId>,
) -> Result<()> {
    erase_person(app, event, id, seen, by, true).await
}

/// As [`erase`], because the time is over for which the event's data is kept: one entry of the event's log tells of all.
pub async fn erase_due(app: &App, event: EventId, id: AttendanceId) -> Result<()> {
    erase_person(app, event, id, None, None, false).await
}

#[tracing::instrument(name = "privacy.erase", skip_all)]
async fn erase_person(
    app: &App,
    event: EventId,
    id: AttendanceId,
    seen: Option<Seen>,
    by: Option<UserId>,
    is_logged: bool,
) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // First, as the desk does, so that it decides nothing with the name meanwhile. A deleted event has nothing to decide.
    events::lock_event(&tx, event).await?;
    let row = attendance::Entity::find_by_id(id)
        .filter(attendance::Column::EventId.eq(event))
        .lock_exclusive()
        .only(&tx)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("participant.notFound")))?;
    if row.erased_at.is_some() {
        return Ok(tx.rollback().await?);
    }
    if let Some(seen) = seen {
        if seen.full_name.trim() != row.full_name.trim() {
            let message = LocalizedText::new("participant.otherName");
            return Err(Error::field("fullName", message));
        }
        let is_as_seen = match seen.updated_at {
            Some(at) => at == row.updated_at,
            None => row.deleted_at.is_some(),
        };
        if !is_as_seen {
            let message = LocalizedText::new("participant.changedMeanwhile");
            return Err(Error::Conflict(message));
        }
    }
    let owner: Option<UserId> = event::Entity::find_by_id(event)
        .select_only()
        .column(event::Column::OwnerId)
        .into_tuple()
        .one(&tx)
        .await?;
    let owner = owner.ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    let people = with_removed(&tx, row).await?;
    let ids: Vec<AttendanceId> = people.iter().map(|row| row.id).collect();
    let subjects: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let last = people.last().map(|row| (row.email.clone(), row.lang));
    let mut names: HashSet<String> = people.iter().map(|row| row.full_name.clone()).collect();
    names.extend(events::erase_names(&tx, &ids).await?);
    names.remove(ERASED_NAME);

    clear_rows(&tx, &people, now).await?;
    clear_inviter(&tx, &ids).await?;
    invoices::erase_buyers(&tx, &ids).await?;
    transfers::erase_texts(&tx, &ids, &names, now).await?;
    hoi_jobs::remove_about(&tx, subjects.iter().copied()).await?;
    let persons: Vec<_> = ids.iter().copied().map(Person::Participant).collect();
    let has_asked = store::end_of_erased(&tx, &persons, by, now).await?;
    if let Some((to, lang)) = last.filter(|(to, _)| has_asked && !to.is_empty()) {
        let event = Some(event);
        hoi_jobs::enqueue(&tx, &MailErased { event, to, lang }, now).await?;
    }
    let objects = [subjects, vec![event.0]].concat();
    notifications::replace_texts(&tx, &objects, &names, ERASED_NAME).await?;
    untold_registrations::Entity::update_many()
        .col_expr(
            untold_registrations::Column::FullName,
            Expr::value(ERASED_NAME),
        )
        .filter(untold_registrations::Column::EventId.eq(event))
        .filter(untold_registrations::Column::FullName.is_in(names.iter().cloned()))
        .exec(&tx)
        .await?;
    let emails: HashSet<&str> = people.iter().map(|row| row.email.as_str()).collect();
    for email in emails.into_iter().filter(|email| !email.is_empty()) {
        forget_address(&tx, owner, email).await?;
    }
    clear_scans(&tx, event, &people).await?;
    let mut words: HashSet<String> = names;
    words.extend(ids.iter().map(ToString::to_string));
    for row in &people {
        words.extend([&row.email, &row.phone, &row.ticket_code].map(Clone::clone));
    }
    words.remove("");
    let is_about = |answer: &str| words.iter().any(|word| answer.contains(word.as_str()));
    let part = event.to_string();
    idempotency::forget_answers(&tx, &app.secrets, owner, &part, is_about).await?;
    remove_unused(&tx, people.iter().flat_map(files_of).collect(), now).await?;
    if is_logged {
        let entry = LogEntry::new(event, EventAction::ParticipantErased);
        events::log(&tx, entry.by(by).about(id.0), now).await?;
    }
    let news = ids.iter().map(|id| {
        let news = News::new(WebhookKind::ParticipantErased, "attendanceId", id.0);
        (Scope::Event(event), news)
    });
    let mut writes = Writes::new(&tx);
    outbox::add(&mut writes, news, now);
    writes.flush(&tx).await?;
    hoi_jobs::enqueue(&tx, &KeepInList::participants(ids), now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    app.snapshots.forget_event(event);
    app.realtime.event_changed(event);
    Ok(())
}

/// Erases identity numbers and documents of these registrations, removed ones included, and leaves everything else. Their
/// files are removed after the commit, by jobs.
#[tracing::instrument(name = "privacy.erase_documents", skip_all)]
pub async fn erase_documents(app: &App, event: EventId, ids: &[AttendanceId]) -> Result<()> {
    use attendance::Column::{EventId as OfEvent, Id};
    let now = app.clock.now();
    let tx = app.db.write().await?;
    events::lock_event(&tx, event).await?;
    let people = attendance::Entity::find()
        .filter(OfEvent.eq(event))
        .filter(Id.is_in(ids.iter().copied()))
        .order_by_asc(Id)
        .lock_exclusive()
        .all(&tx)
        .await?;
    let columns = attendance::ActiveModel {
        identification_number: Set(None),
        tax_number: Set(None),
        business_license: Set(None),
        updated_at: Set(now),
        ..Default::default()
    };
    attendance::Entity::update_many()
        .set(columns)
        .filter(Id.is_in(people.iter().map(|row| row.id)))
        .exec(&tx)
        .await?;
    let documents = people.iter().filter_map(|row| row.business_license);
    remove_unused(&tx, documents.map(|FileUrl(id)| id).collect(), now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    app.realtime.event_changed(event);
    Ok(())
}

/// The registration and those of the same address and name for the event that were removed before.
async fn with_removed(tx: &Tx, row: attendance::Model) -> Result<Vec<attendance::Model>> {
    use attendance::Column::{DeletedAt, EmailKey, ErasedAt, EventId, FullName, Id};
    let mut people = Vec::new();
    if !row.email.is_empty() {
        people = attendance::Entity::find()
            .filter(EventId.eq(row.event_id))
            .filter(EmailKey.eq(row.email_key.as_str()))
            .filter(FullName.eq(row.full_name.as_str()))
            .filter(DeletedAt.is_not_null())
            .filter(ErasedAt.is_null())
            .filter(Id.ne(row.id))
            .order_by_asc(Id)
            .lock_exclusive()
            .all(tx)
            .await?;
    }
    people.push(row);
    Ok(people)
}

/// What stays is class, kind, price, money, times and door; and through whom others came, as an identifier.
async fn clear_rows(tx: &Tx, people: &[attendance::Model], now: Timestamp) -> Result<()> {
    for row in people {
        let columns = attendance::ActiveModel {
            user_id: Set(None),
            full_name: Set(ERASED_NAME.to_owned()),
            email: Set(String::new()),
            // As of everybody without an address. The key of their own page was made of the former one.
            email_key: Set(clock::new_id::<Uuid>().to_string()),
            phone: Set(String::new()),
            country: Set(None),
            company: Set(String::new()),
            role: Set(None),
            note: Set(None),
            invited_by: Set(None),
            ticket_code: Set(code_instead(&row.ticket_code)),
            payment_ref: Set(String::new()),
            date_of_birth: Set(None),
            gender: Set(None),
            identification_number: Set(None),
            tax_number: Set(None),
            business_license: Set(None),
            avatar: Set(None),
            logo: Set(None),
            answers: Set(Answers::default()),
            consent: Set(None),
            consent_address: Set(None),
            search_text: Set(String::new()),
            address_hash: Set(None),
            counted_address: Set(None),
            imported: Set(None),
            updated_at: Set(now),
            erased_at: Set(Some(now)),
            ..Default::default()
        };
        attendance::Entity::update_many()
            .set(columns)
            .filter(attendance::Column::Id.eq(row.id))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// A code that opens no door: as long as the former one and with its end, because a lucky draw shows that.
fn code_instead(code: &str) -> String {
    let end = code.char_indices().rev().nth(2).map_or(0, |(at, _)| at);
    let end = code.get(end..).unwrap_or_default();
    let random = clock::new_id::<Uuid>().simple().to_string().to_uppercase();
    // The end of an identifier is random, its beginning the time.
    format!("{}{end}", random.get(23..).unwrap_or_default())
}

/// Their guests keep the identifier of the registration through which they came, and lose the name.
async fn clear_inviter(tx: &Tx, ids: &[AttendanceId]) -> Result<()> {
    let nothing = Expr::value(Option::<String>::None);
    attendance::Entity::update_many()
        .col_expr(attendance::Column::InvitedBy, nothing)
        .filter(attendance::Column::InvitedByAttendanceId.is_in(ids.iter().copied()))
        .exec(tx)
        .await?;
    Ok(())
}

/// Forgets the address in the mail log, and that it wants no messages unless another participant of this organiser has it.
async fn forget_address(tx: &Tx, owner: UserId, email: &str) -> Result<()> {
    mails::forget_recipient(tx, email, &TEMPLATES).await?;
    let key = email_key(email);
    accounts::forget_address(tx, &key).await?;
    let events = Query::select()
        .column(event::Column::Id)
        .from(event::Entity)
        .and_where(event::Column::OwnerId.eq(owner))
        .to_owned();
    let others = attendance::Entity::find()
        .filter(attendance::Column::EmailKey.is_in(registration::keys_of_address(&key, true)))
        .filter(attendance::Column::EventId.in_subquery(events));
    if others.count(tx).await? == 0 {
        messages::forget_opt_out(tx, owner, &key).await?;
    }
    Ok(())
}

/// A code that was read before its registration stands in the log of scans.
async fn clear_scans(tx: &Tx, event: EventId, people: &[attendance::Model]) -> Result<()> {
    let codes = people.iter().map(|row| row.ticket_code.clone());
    scan::Entity::update_many()
        .col_expr(scan::Column::Code, Expr::value(Option::<String>::None))
        .filter(scan::Column::EventId.eq(event))
        .filter(scan::Column::Code.is_in(codes))
        .exec(tx)
        .await?;
    Ok(())
}

/// Marks these files as deleted unless something else shows them, and has jobs remove what is stored.
pub(super) async fn remove_unused(tx: &Tx, found: HashSet<FileId>, now: Timestamp) -> Result<()> {
    let mut jobs = Vec::new();
    for id in found {
        if files::lock(tx, id).await?.is_none() || references::is_referenced(tx, id).await? {
            continue;
        }
        let columns = file::ActiveModel {
            // Both are made of the content.
            sha256: Set(String::new()),
            preview: Set(None),
            deleted_at: Set(Some(now)),
            ..Default::default()
        };
        file::Entity::update_many()
            .set(columns)
            .filter(file::Column::Id.eq(id))
            .exec(tx)
            .await?;
        jobs.push(RemoveStored { id });
    }
    Ok(hoi_jobs::enqueue_all(tx, &jobs, now).await?)
}

/// Returns the files that are removed with a registration.
pub fn files_of(row: &attendance::Model) -> Vec<FileId> {
    let own = [row.avatar, row.logo, row.business_license];
    let own = own.into_iter().flatten().map(|FileUrl(id)| id);
    let answers = row.answers.answers.iter();
    let pictures = answers.filter_map(|answer| match &answer.answer {
        AnswerValue::Text(text) if answer.kind == QuestionType::Image => {
            text.rsplit('/').next()?.parse().ok()
        }
        _ => None,
    });
    own.chain(pictures).collect()
}
