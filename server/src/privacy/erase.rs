//! Erasing one registration's person, in one transaction.

use std::collections::HashSet;
use std::time::Duration;

use hoi_community::accounts::email_key;
use hoi_community::{accounts, notifications};
use hoi_db::{Timestamp, Tx, Writes, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{FileUrl, file};
use hoi_platform::idempotency::{self, IdempotencyKey};
use hoi_platform::ids::{AttendanceId, EventId, FileId, UserId};
use hoi_platform::outbox::{self, News, Scope, WebhookKind};
use hoi_platform::{clock, files, mails};
use hoi_ticketing::attendances::ERASED_NAME;
use hoi_ticketing::attendances::attendance::{self, Answers};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventAction, LogEntry};
use hoi_ticketing::registration::entity::untold_registrations;
use hoi_ticketing::{events, invoice_requests, registration};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select, Set,
};
use uuid::Uuid;

use super::own_data::MAILS;
use super::store::Person;
use super::{KeepInList, MailErased, RemoveStoredMails, store};
use crate::uploads::{RemoveStored, references};
use hoi_organising::checkin::entity::scan;
use hoi_organising::transfers::{ErasedPeople, FoundBefore, Mark, Search};
use hoi_organising::{messages, transfers};

/// Texts in one statement, below the engines' limits on bound values.
const CHUNK: usize = 500;

/// How long before an erasure begins its transaction looks again for texts: longer than any transaction that stores some.
pub(super) const LOOKED_AT_AGAIN: Duration = Duration::from_mins(5);

/// A participant as the caller has seen them.
#[derive(Debug, Clone)]
pub struct Seen {
    pub full_name: String,
    /// Required of one who was not removed.
    pub updated_at: Option<Timestamp>,
}

/// Why people are erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// Erased on a decision: of this organiser, or of another authority if None.
    Decided(Option<UserId>),
    /// The time is over for which the event's data is kept.
    Due,
    /// They were erased before, and a backup brought them back.
    Restored,
}

/// Erases the person behind a registration, whether it was removed or not, together with removed registrations of the
/// same person for the event. For a person erased before, erases the texts that banks reported since. `by` is the
/// organiser; None if another decided. Their files are removed after the commit, by jobs. Ends the person's requests; a
/// person who asked to be erased gets a last mail.
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
    erase_people(app, event, &[id], seen, Cause::Decided(by)).await
}

/// As [`erase`], because the time is over for which the event's data is kept: one entry of the event's log tells of all.
/// All in one transaction, because each look through a table of the whole installation costs as much for one as for many.
pub async fn erase_due(app: &App, event: EventId, ids: &[AttendanceId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    erase_people(app, event, ids, None, Cause::Due).await
}

/// As [`erase`], because a backup brought them back: they got the last mail before.
pub async fn erase_restored(app: &App, event: EventId, id: AttendanceId) -> Result<()> {
    erase_people(app, event, &[id], None, Cause::Restored).await
}

/// A registration that is erased, with the removed ones of the same person.
struct Subject {
    rows: Vec<attendance::Model>,
}

/// The texts by which people are found where nothing links to them.
struct Words {
    /// The registrations, by which mails about them are found.
    ids: Vec<Uuid>,
    names: HashSet<String>,
    emails: Vec<String>,
    /// References of their payments, which transfers name.
    references: Vec<String>,
    /// The search of the texts of transfers.
    search: Search,
    /// All texts, for the search of stored answers.
    all: HashSet<String>,
}

/// Records of people that were found before the transaction that erases the people. Finding them takes seconds where there
/// is much, and meanwhile the transaction would keep out all others.
struct Before {
    words: Words,
    /// The transaction looks again at everything that was stored from then on.
    since: Timestamp,
    transfers: FoundBefore,
    /// Entries of the mail log.
    mails: Vec<Uuid>,
    answers: Vec<IdempotencyKey>,
}

impl Words {
    fn of(
        owner: UserId,
        people: &[&attendance::Model],
        names: HashSet<String>,
        cause: Cause,
    ) -> Self {
        // When the time of an event is over, all of its rows are erased, and the texts of transfers have a time of their
        // own.
        let mut marks = HashSet::new();
        if cause != Cause::Due {
            let of_rows = people
                .iter()
                .flat_map(|row| Mark::of(&row.email, &row.phone));
            marks.extend(of_rows.chain(names.iter().filter_map(|name| Mark::name(name))));
        }
        let mut all = names.clone();
        for row in people {
            let id = row.id.to_string();
            let own = [&row.email, &row.phone, &row.ticket_code].map(Clone::clone);
            all.extend(own.into_iter().chain([id]));
        }
        all.remove("");
        let emails: HashSet<&String> = people.iter().map(|row| &row.email).collect();
        let emails = emails.into_iter().filter(|email| !email.is_empty());
        let references = people.iter().map(|row| row.payment_ref.clone());
        Self {
            ids: people.iter().map(|row| row.id.0).collect(),
            emails: emails.cloned().collect(),
            references: references.filter(|text| !text.is_empty()).collect(),
            search: Search::of_participants(owner, marks),
            names,
            all,
        }
    }

    fn emails(&self) -> Vec<&str> {
        self.emails.iter().map(String::as_str).collect()
    }

    /// Whether a stored answer is about the people.
    fn is_in(&self, answer: &str) -> bool {
        let mut words = self.all.iter();
        words.any(|word| answer.contains(word.as_str()))
    }
}

impl Before {
    /// Looks for the people in the tables of the whole installation. None if the event has no such registrations.
    #[tracing::instrument(name = "privacy.look_before", skip_all)]
    async fn look(
        app: &App,
        event: EventId,
        wanted: &[AttendanceId],
        cause: Cause,
        now: Timestamp,
    ) -> Result<Option<Self>> {
        let conn = app.db.read();
        let since = now.minus(LOOKED_AT_AGAIN);
        let rows = registrations(event, wanted).all(conn).await?;
        let Some(owner) = find_owner(conn, event).await? else {
            return Ok(None);
        };
        if rows.is_empty() {
            return Ok(None);
        }
        let (erased, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_erased);
        let subjects = with_removed(conn, rows, false).await?;
        let people: Vec<&attendance::Model> = subjects.iter().flat_map(|of| &of.rows).collect();
        let mut ids: Vec<AttendanceId> = people.iter().map(|row| row.id).collect();
        let logged = events::find_names(conn, &ids).await?;
        let words = Words::of(owner, &people, names_of(&people, logged), cause);
        ids.extend(erased.iter().map(|row| row.id));
        let known = ErasedPeople {
            ids: &ids,
            names: &words.names,
            references: &words.references,
            search: &words.search,
        };
        let transfers = transfers::find_before(conn, known, since).await?;
        let mails = find_mails(conn, &words, None).await?;
        let answers = find_answers(app, conn, (event, owner), &words, None).await?;
        Ok(Some(Self {
            words,
            since,
            transfers,
            mails,
            answers,
        }))
    }
}

/// Returns these registrations for the event, in the order in which they are locked.
fn registrations(event: EventId, wanted: &[AttendanceId]) -> Select<attendance::Entity> {
    attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(wanted.iter().copied()))
        .filter(attendance::Column::EventId.eq(event))
        .order_by_asc(attendance::Column::Id)
}

fn is_erased(row: &attendance::Model) -> bool {
    row.erased_at.is_some()
}

/// Returns the names of the people, with those that stand in the event's log.
fn names_of(people: &[&attendance::Model], logged: Vec<String>) -> HashSet<String> {
    let names = people.iter().map(|row| row.full_name.clone());
    let mut names: HashSet<String> = names.chain(logged).collect();
    names.remove(ERASED_NAME);
    names
}

#[tracing::instrument(name = "privacy.erase", skip_all)]
async fn erase_people(
    app: &App,
    event: EventId,
    wanted: &[AttendanceId],
    seen: Option<Seen>,
    cause: Cause,
) -> Result<()> {
    let now = app.clock.now();
    let before = Before::look(app, event, wanted, cause, now).await?;
    let found = before.as_ref().map(|before| &before.transfers);
    let tx = app.db.write().await?;
    // First, as the desk does, so that it decides nothing with the name meanwhile. A deleted event has nothing to decide.
    events::lock_event(&tx, event).await?;
    let rows = registrations(event, wanted);
    let rows = rows.lock_exclusive().all(&tx).await?;
    if rows.is_empty() {
        return Err(Error::NotFound(LocalizedText::new("participant.notFound")));
    }
    let owner = find_owner(&tx, event).await?;
    let owner = owner.ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    let (erased, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_erased);
    if !erased.is_empty() {
        let ids: Vec<AttendanceId> = erased.iter().map(|row| row.id).collect();
        let nothing_known = ErasedPeople {
            ids: &ids,
            names: &HashSet::new(),
            references: &[],
            search: &Search::of_participants(owner, HashSet::new()),
        };
        transfers::erase_texts(&tx, nothing_known, found, now).await?;
    }
    if rows.is_empty() {
        return Ok(tx.commit().await?);
    }
    if let (Some(seen), [row]) = (seen, rows.as_slice()) {
        check_seen(&seen, row)?;
    }
    let subjects = with_removed(&tx, rows, true).await?;
    let people: Vec<&attendance::Model> = subjects.iter().flat_map(|of| &of.rows).collect();
    let ids: Vec<AttendanceId> = people.iter().map(|row| row.id).collect();
    let logged = events::erase_names(&tx, &ids).await?;
    let words = Words::of(owner, &people, names_of(&people, logged), cause);

    clear_rows(&tx, &people, now).await?;
    clear_inviter(&tx, &ids).await?;
    if cause != Cause::Due {
        clear_typed_inviter(&tx, event, &words.names).await?;
    }
    invoice_requests::erase_buyers(&tx, &ids).await?;
    let known = ErasedPeople {
        ids: &ids,
        names: &words.names,
        references: &words.references,
        search: &words.search,
    };
    transfers::erase_texts(&tx, known, found, now).await?;
    hoi_jobs::remove_about(&tx, ids.iter().map(|id| id.0)).await?;
    let by = match cause {
        Cause::Decided(by) => by,
        Cause::Due | Cause::Restored => None,
    };
    for subject in &subjects {
        end_requests(&tx, event, subject, (by, cause), now).await?;
    }
    forget_elsewhere(app, &tx, (event, owner), &people, &words).await?;
    forget_records(app, &tx, (event, owner), &words, before).await?;
    let mut shown: HashSet<FileId> = people.iter().flat_map(|row| files_of(row)).collect();
    shown.extend(files::former_files_of(&tx, &ids).await?);
    remove_unused(&tx, shown, now).await?;
    if cause != Cause::Due {
        let entries = subjects.iter().filter_map(|subject| subject.rows.last());
        for row in entries {
            let entry = LogEntry::new(event, EventAction::ParticipantErased);
            events::log(&tx, entry.by(by).about(row.id.0), now).await?;
        }
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

async fn find_owner(conn: &impl ConnectionTrait, event: EventId) -> Result<Option<UserId>, DbErr> {
    event::Entity::find_by_id(event)
        .select_only()
        .column(event::Column::OwnerId)
        .into_tuple()
        .one(conn)
        .await
}

/// Finds the entries of the mail log about these people or with their addresses; see [`mails::find_recipients`].
async fn find_mails(
    conn: &impl ConnectionTrait,
    words: &Words,
    since: Option<Timestamp>,
) -> Result<Vec<Uuid>, DbErr> {
    // Other mails belong to an account with the same address.
    let templates: Vec<&str> = MAILS.iter().map(|(template, _)| *template).collect();
    let templates = [&templates[..], &["message"]].concat();
    mails::find_recipients(conn, &words.ids, &words.emails(), &templates, since).await
}

/// Finds the stored answers to the owner, and to calls about the event, that are about these people; see
/// [`idempotency::find_answers`].
async fn find_answers(
    app: &App,
    conn: &impl ConnectionTrait,
    (event, owner): (EventId, UserId),
    words: &Words,
    since: Option<Timestamp>,
) -> Result<Vec<IdempotencyKey>> {
    // Of people who were erased before.
    if words.all.is_empty() {
        return Ok(Vec::new());
    }
    let part = event.to_string();
    let is_about = |answer: &str| words.is_in(answer);
    idempotency::find_answers(conn, &app.secrets, (owner, &[&part]), since, is_about).await
}

/// Removes the people from the mail log and from stored answers: what was found before, and what was stored since. Looks
/// for everything if other words were looked for before, because the people were changed meanwhile.
async fn forget_records(
    app: &App,
    tx: &Tx,
    (event, owner): (EventId, UserId),
    words: &Words,
    before: Option<Before>,
) -> Result<()> {
    let before = before.filter(|before| {
        before.words.search.owner == owner && before.words.all.is_superset(&words.all)
    });
    let since = before.as_ref().map(|before| before.since);
    let mut mails = find_mails(tx, words, since).await?;
    let mut answers = find_answers(app, tx, (event, owner), words, since).await?;
    if let Some(before) = before {
        mails.extend(before.mails);
        answers.extend(before.answers);
    }
    mails::forget_recipients(tx, &mails).await?;
    idempotency::forget_answers(tx, answers).await
}

/// Removes the people from other features' records: notifications, opt-outs, stored mails, scans.
async fn forget_elsewhere(
    app: &App,
    tx: &Tx,
    (event, owner): (EventId, UserId),
    people: &[&attendance::Model],
    words: &Words,
) -> Result<()> {
    let ids: Vec<AttendanceId> = people.iter().map(|row| row.id).collect();
    let mut about: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    about.push(event.0);
    notifications::replace_texts(tx, &about, &words.names, ERASED_NAME).await?;
    untold_registrations::Entity::update_many()
        .col_expr(
            untold_registrations::Column::FullName,
            Expr::value(ERASED_NAME),
        )
        .filter(untold_registrations::Column::EventId.eq(event))
        .filter(untold_registrations::Column::FullName.is_in(words.names.iter().cloned()))
        .exec(tx)
        .await?;
    let emails = words.emails();
    forget_addresses(tx, owner, &emails).await?;
    RemoveStoredMails::order(app, tx, words.ids.clone(), &emails).await?;
    clear_scans(tx, event, people).await
}

fn check_seen(seen: &Seen, row: &attendance::Model) -> Result<()> {
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
    Ok(())
}

/// Ends a person's requests. A person who waited to be erased gets the last mail, once.
async fn end_requests(
    tx: &Tx,
    event: EventId,
    subject: &Subject,
    (by, cause): (Option<UserId>, Cause),
    now: Timestamp,
) -> Result<()> {
    let ids = subject.rows.iter().map(|row| row.id);
    let persons: Vec<_> = ids.map(Person::Participant).collect();
    let has_asked = store::end_of_erased(tx, &persons, by, now).await?;
    let Some(row) = subject.rows.last().filter(|row| !row.email.is_empty()) else {
        return Ok(());
    };
    if has_asked && cause != Cause::Restored {
        let mail = MailErased {
            event: Some(event),
            to: row.email.clone(),
            lang: row.lang,
        };
        hoi_jobs::enqueue(tx, &mail, now).await?;
    }
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
    let mut found: HashSet<FileId> = documents.map(|FileUrl(id)| id).collect();
    let people: Vec<AttendanceId> = people.iter().map(|row| row.id).collect();
    found.extend(files::former_files_of(&tx, &people).await?);
    remove_unused(&tx, found, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    app.realtime.event_changed(event);
    Ok(())
}

/// Each registration with those of the same address and name for the event that were removed before, locked if the people
/// are erased now.
async fn with_removed(
    conn: &impl ConnectionTrait,
    rows: Vec<attendance::Model>,
    is_locked: bool,
) -> Result<Vec<Subject>> {
    use attendance::Column::{DeletedAt, EmailKey, ErasedAt, EventId, FullName, Id};
    let mut taken: HashSet<AttendanceId> = rows.iter().map(|row| row.id).collect();
    let mut subjects = Vec::new();
    for row in rows {
        let mut rows = Vec::new();
        if !row.email.is_empty() {
            let mut removed = attendance::Entity::find()
                .filter(EventId.eq(row.event_id))
                .filter(EmailKey.eq(row.email_key.as_str()))
                .filter(FullName.eq(row.full_name.as_str()))
                .filter(DeletedAt.is_not_null())
                .filter(ErasedAt.is_null())
                .filter(Id.is_not_in(taken.iter().copied()))
                .order_by_asc(Id);
            if is_locked {
                removed = removed.lock_exclusive();
            }
            rows = removed.all(conn).await?;
        }
        taken.extend(rows.iter().map(|row| row.id));
        rows.push(row);
        subjects.push(Subject { rows });
    }
    Ok(subjects)
}

/// Keeps class, kind, price, money, times and door; and the inviter, as an identifier.
async fn clear_rows(tx: &Tx, people: &[&attendance::Model], now: Timestamp) -> Result<()> {
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
            consent_withdrawn_at: Set(None),
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

/// A code that opens no door: as long as the former one, and with nothing of it.
fn code_instead(code: &str) -> String {
    let random = clock::new_id::<Uuid>().simple().to_string().to_uppercase();
    // The end of an identifier is random, its beginning the time.
    let random = random.get(16..).unwrap_or_default();
    random.chars().rev().take(code.chars().count()).collect()
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

/// Guests for whom one of these `names` was typed, in whatever spelling, lose it unless another participant of the event
/// has it.
async fn clear_typed_inviter(tx: &Tx, event: EventId, names: &HashSet<String>) -> Result<()> {
    use attendance::Column::{
        ErasedAt, EventId as OfEvent, FullName, InvitedBy, InvitedByAttendanceId, SearchText,
    };
    let names: HashSet<String> = names.iter().map(|name| fold_for_search(name)).collect();
    // The engines do not fold: a name was typed in several ways.
    let typed: Vec<String> = attendance::Entity::find()
        .select_only()
        .column(InvitedBy)
        .distinct()
        .filter(OfEvent.eq(event))
        .filter(InvitedBy.is_not_null())
        .filter(InvitedByAttendanceId.is_null())
        .into_tuple()
        .all(tx)
        .await?;
    let typed = typed.into_iter().map(|text| (fold_for_search(&text), text));
    let typed: Vec<(String, String)> = typed.filter(|(name, _)| names.contains(name)).collect();
    let meant: HashSet<&String> = typed.iter().map(|(name, _)| name).collect();
    let mut of_others = HashSet::new();
    for name in meant {
        let people: Vec<String> = attendance::live()
            .select_only()
            .column(FullName)
            .filter(OfEvent.eq(event))
            .filter(ErasedAt.is_null())
            .filter(SearchText.like(containing(name)))
            .into_tuple()
            .all(tx)
            .await?;
        of_others.extend(people.iter().map(|name| fold_for_search(name)));
    }
    let theirs = typed
        .into_iter()
        .filter(|(name, _)| !of_others.contains(name));
    let theirs: Vec<String> = theirs.map(|(_, text)| text).collect();
    for texts in theirs.chunks(CHUNK) {
        attendance::Entity::update_many()
            .col_expr(InvitedBy, Expr::value(Option::<String>::None))
            .filter(OfEvent.eq(event))
            .filter(InvitedByAttendanceId.is_null())
            .filter(InvitedBy.is_in(texts.iter().cloned()))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Forgets what strangers did with the addresses, and that they want no messages unless another participant of this
/// organiser has them.
async fn forget_addresses(tx: &Tx, owner: UserId, emails: &[&str]) -> Result<()> {
    for email in emails {
        let key = email_key(email);
        accounts::forget_address(tx, &key).await?;
        let events = Query::select()
            .column(event::Column::Id)
            .from(event::Entity)
            .and_where(event::Column::OwnerId.eq(owner))
            .to_owned();
        let keys = registration::keys_of_address(&key, true);
        let others = attendance::Entity::find()
            .filter(attendance::Column::EmailKey.is_in(keys))
            .filter(attendance::Column::EventId.in_subquery(events));
        if others.count(tx).await? == 0 {
            messages::forget_opt_out(tx, owner, &key).await?;
        }
    }
    Ok(())
}

/// A code that was read before its registration stands in the log of scans; and one that was typed with more around it.
async fn clear_scans(tx: &Tx, event: EventId, people: &[&attendance::Model]) -> Result<()> {
    let codes = people.iter().map(|row| row.ticket_code.to_uppercase());
    let codes = codes.filter(|code| !code.is_empty());
    let is_theirs = codes.fold(Condition::any(), |any, code| {
        let read = Expr::expr(Func::upper(Expr::col(scan::Column::Code)));
        any.add(read.like(containing(&code)))
    });
    if is_theirs.is_empty() {
        return Ok(());
    }
    scan::Entity::update_many()
        .col_expr(scan::Column::Code, Expr::value(Option::<String>::None))
        .filter(scan::Column::EventId.eq(event))
        .filter(is_theirs)
        .exec(tx)
        .await?;
    Ok(())
}

/// Marks these files as deleted unless something else shows them, and has jobs remove the stored content.
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
    own.chain(row.answers.pictures()).collect()
}
