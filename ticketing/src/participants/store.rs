//! Rows of participants.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use hoi_community::accounts::with_readable_domains;
use hoi_db::{Only as _, Timestamp, beginning_a_word, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{SortOrder, sorted};
use hoi_platform::ids::{AttendanceId, EventId, InvitationCodeId, TicketId};
use hoi_platform::snapshots::Snapshot;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};

use super::bursts;
use super::dto::{
    Named, Participant, ParticipantFilter, ParticipantIds, ParticipantPage, ParticipantQuery,
    ParticipantSort, TicketClass,
};
use crate::attendances::PaymentStatus;
use crate::attendances::attendance::{self, Answers};
use crate::events::EventAction;
use crate::events::entity::{event, event_activity, invitation_code, ticket};

/// The most words of a search that are used.
const MAX_WORDS: usize = 10;
/// A filter that leaves at most this many is looked at once, and then the rows of these people alone are read.
const FEW: u64 = 200;

/// The page of live participants that `query` asks for.
#[tracing::instrument(name = "participants.list", skip_all)]
pub async fn list(
    app: &App,
    event: &event::Model,
    query: ParticipantQuery,
) -> Result<ParticipantPage> {
    let conn = app.db.read();
    let page = query.page()?;
    let (sort, order) = match query.sort {
        Some(sort) => (sort, query.order.unwrap_or_default()),
        None => (ParticipantSort::CheckedInTime, SortOrder::Desc),
    };
    let filter = ParticipantFilter::from(query);
    let is_inside = filter.is_checked_in;
    let regardless_of_entry = ParticipantFilter {
        is_checked_in: None,
        ..filter.clone()
    };
    let is_whole_event = regardless_of_entry == ParticipantFilter::default();
    let few = if is_whole_event {
        None
    } else {
        find_few(conn, event.id, &filter).await?
    };
    let found = matching(event.id, filter);
    let (found, Tally { total, checked_in }) = match few {
        Some((ids, tally)) => {
            let these = attendance::Column::Id.is_in(ids);
            // Without the event, whose index would have all of it read in order.
            (attendance::live().filter(these), tally)
        }
        None if is_whole_event => {
            let count = || Box::pin(tally_of_everybody(conn, event.id));
            // Other servers could change participants without this one noticing.
            let tally = if app.db.is_shared() {
                count().await?
            } else {
                let now = app.clock.monotonic();
                *app.snapshots.get(event.id, None, now, count).await?
            };
            (found, tally.of(is_inside))
        }
        None if has_index(&regardless_of_entry) => {
            let everybody = matching(event.id, regardless_of_entry);
            (
                found,
                tally_from_indexes(conn, everybody).await?.of(is_inside),
            )
        }
        None => (found.clone(), tally(conn, found).await?),
    };
    let is_by_time = matches!(
        sort,
        ParticipantSort::CheckedInTime | ParticipantSort::RegistrationTime
    );
    // As the index of the page has it. Otherwise those who are inside would be passed over one by one.
    let found = found.apply_if(is_inside.filter(|_| is_by_time), |found, is_inside| {
        let inside = Expr::col(attendance::Column::CheckedInTime).is_not_null();
        found.filter(inside.eq(is_inside))
    });
    let mut rows = sorted(found, sort_values(sort, is_inside), order)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    // The network address behind a consent is proof in a dispute: shown one at a time and on request, not in lists.
    for row in &mut rows {
        row.consent_address = None;
    }
    Ok(ParticipantPage {
        items: describe(conn, rows).await?,
        total,
        checked_in,
    })
}

/// Returns the sort keys of a list that has only people who are inside, or only the others, if `is_inside` says so.
fn sort_values(sort: ParticipantSort, is_inside: Option<bool>) -> Vec<Expr> {
    use attendance::Column::{
        Amount, CheckedInTime, PaymentStatus as Status, RegistrationTime, SearchText,
    };
    match sort {
        // It begins with the folded name.
        ParticipantSort::FullName => vec![Expr::col(SearchText)],
        ParticipantSort::RegistrationTime => vec![Expr::col(RegistrationTime)],
        ParticipantSort::Amount => vec![Expr::col(Amount)],
        // Not the column itself: its index would have the rows read in another order than they are stored in.
        ParticipantSort::PaymentStatus => vec![
            Expr::col(Status).eq(PaymentStatus::Unpaid),
            Expr::col(Amount),
        ],
        ParticipantSort::CheckedInTime if is_inside.is_some() => {
            vec![Expr::col(CheckedInTime), Expr::col(RegistrationTime)]
        }
        ParticipantSort::CheckedInTime => vec![
            // The engines differ in where they put null.
            Expr::col(CheckedInTime).is_not_null(),
            Expr::col(CheckedInTime),
            Expr::col(RegistrationTime),
        ],
    }
}

/// How many there are, and how many of them are inside.
#[derive(Clone, Copy)]
struct Tally {
    total: u64,
    checked_in: u64,
}

impl Tally {
    /// Returns the tally of a part of these people: of those inside if true, of the others if false, of all if None.
    fn of(self, is_inside: Option<bool>) -> Self {
        let Self { total, checked_in } = self;
        let (total, checked_in) = match is_inside {
            None => (total, checked_in),
            Some(true) => (checked_in, checked_in),
            // Two reads without a transaction: after a change between them, more may be inside than are counted in all.
            Some(false) => (total.saturating_sub(checked_in), 0),
        };
        Self { total, checked_in }
    }
}

impl Snapshot for Tally {
    const COUNTS_SEATS: bool = true;

    fn bytes(&self) -> usize {
        size_of_val(self)
    }
}

async fn tally(conn: &impl ConnectionTrait, found: Select<attendance::Entity>) -> Result<Tally> {
    let counted: Option<(i64, i64)> = found
        .select_only()
        // Of a column that every index has, so that a search for words alone reads no rows.
        .column_as(attendance::Column::EventId.count(), "total")
        .column_as(attendance::Column::CheckedInTime.count(), "checked_in")
        .into_tuple()
        .one(conn)
        .await?;
    let (total, checked_in) = counted.unwrap_or_default();
    let unsigned = |count: i64| u64::try_from(count).unwrap_or(0);
    Ok(Tally {
        total: unsigned(total),
        checked_in: unsigned(checked_in),
    })
}

/// Whether the indexes that count have every column of a filter.
fn has_index(filter: &ParticipantFilter) -> bool {
    let other = ParticipantFilter {
        participation_type: None,
        payment_status: None,
        ticket_id: None,
        ..filter.clone()
    };
    other == ParticipantFilter::default()
}

/// As [`tally`]: all of them from the index of such filters, which no check-in changes, and those inside from theirs.
async fn tally_from_indexes(
    conn: &impl ConnectionTrait,
    found: Select<attendance::Entity>,
) -> Result<Tally> {
    Ok(Tally {
        total: found.clone().count(conn).await?,
        checked_in: inside(found).count(conn).await?,
    })
}

/// Restricts `found` to participants who are inside.
fn inside(found: Select<attendance::Entity>) -> Select<attendance::Entity> {
    found
        .filter(attendance::Column::CheckedInTime.is_not_null())
        // Only confirmed people are checked in; the index needs the condition.
        .filter(attendance::Column::ConfirmBy.is_null())
}

/// As [`tally`] of all of the event, whose registrations the desk counts.
async fn tally_of_everybody(conn: &impl ConnectionTrait, event: EventId) -> Result<Tally> {
    // Read here, so that it is not older than the last change that this snapshot was forgotten for.
    let registered: Option<i64> = event::Entity::find_by_id(event)
        .select_only()
        .column(event::Column::RegisteredCount)
        .into_tuple()
        .one(conn)
        .await?;
    Ok(Tally {
        total: u64::try_from(registered.unwrap_or(0)).unwrap_or(0),
        checked_in: inside(live(event)).count(conn).await?,
    })
}

/// Returns who matches a filter, and how many that is; None if it is more than [`FEW`].
#[tracing::instrument(name = "participants.find_few", skip_all)]
async fn find_few(
    conn: &impl ConnectionTrait,
    event: EventId,
    filter: &ParticipantFilter,
) -> Result<Option<(Vec<AttendanceId>, Tally)>> {
    let in_search_index = ParticipantFilter {
        search: filter.search.clone(),
        is_checked_in: filter.is_checked_in,
        ..Default::default()
    };
    if filter.search.is_some()
        && *filter != in_search_index
        && let Some((ids, _)) = few_of(conn, matching(event, in_search_index)).await?
    {
        // Otherwise the rows of everybody would be read for the rest.
        let these = attendance::live().filter(attendance::Column::Id.is_in(ids));
        let rest = ParticipantFilter {
            search: None,
            ..filter.clone()
        };
        return few_of(conn, restricted(these, event, rest)).await;
    }
    few_of(conn, matching(event, filter.clone())).await
}

/// Returns who is found, and how many that is; None if it is more than [`FEW`].
async fn few_of(
    conn: &impl ConnectionTrait,
    found: Select<attendance::Entity>,
) -> Result<Option<(Vec<AttendanceId>, Tally)>> {
    let people: Vec<(AttendanceId, Option<Timestamp>)> = found
        .select_only()
        .columns([attendance::Column::Id, attendance::Column::CheckedInTime])
        .limit(FEW + 1)
        .into_tuple()
        .all(conn)
        .await?;
    let total = u64::try_from(people.len()).unwrap_or(u64::MAX);
    let inside = people.iter().filter(|(_, entered)| entered.is_some());
    let checked_in = u64::try_from(inside.count()).unwrap_or(u64::MAX);
    let ids = people.into_iter().map(|(id, _)| id).collect();
    Ok((total <= FEW).then_some((ids, Tally { total, checked_in })))
}

/// Everybody who matches, at most `limit` at a time.
#[tracing::instrument(name = "participants.ids", skip_all)]
pub async fn ids(
    conn: &impl ConnectionTrait,
    event: EventId,
    filter: ParticipantFilter,
    limit: usize,
) -> Result<ParticipantIds> {
    let wanted = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut ids: Vec<AttendanceId> = matching(event, filter)
        .select_only()
        .column(attendance::Column::Id)
        .order_by_asc(attendance::Column::Id)
        .limit(wanted.saturating_add(1))
        .into_tuple()
        .all(conn)
        .await?;
    let has_more = ids.len() > limit;
    ids.truncate(limit);
    Ok(ParticipantIds { ids, has_more })
}

/// Returns the live participants of this event among `ids`.
#[tracing::instrument(name = "participants.find_many", skip_all)]
pub async fn find_many(
    conn: &impl ConnectionTrait,
    event: EventId,
    ids: &[AttendanceId],
) -> Result<Vec<attendance::Model>> {
    Ok(live(event)
        .filter(attendance::Column::Id.is_in(ids.iter().copied()))
        .all(conn)
        .await?)
}

fn live(event: EventId) -> Select<attendance::Entity> {
    attendance::live().filter(attendance::Column::EventId.eq(event))
}

/// The next participants after `last` that `query` and `ids` ask for, in the order in which they registered.
#[tracing::instrument(name = "participants.next", skip_all)]
pub async fn next(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: ParticipantQuery,
    ids: Option<&[AttendanceId]>,
    last: Option<AttendanceId>,
    limit: u64,
) -> Result<Vec<attendance::Model>> {
    let found = chosen(event, query, ids)
        .apply_if(last, |found, last| {
            found.filter(attendance::Column::Id.gt(last))
        })
        .order_by_asc(attendance::Column::Id)
        .limit(limit);
    Ok(found.all(conn).await?)
}

/// As [`next`], but only their identifiers and answers.
#[tracing::instrument(name = "participants.next_answers", skip_all)]
pub async fn next_answers(
    conn: &impl ConnectionTrait,
    event: EventId,
    last: Option<AttendanceId>,
    limit: u64,
) -> Result<Vec<(AttendanceId, Answers)>> {
    let found = live(event)
        .select_only()
        .columns([attendance::Column::Id, attendance::Column::Answers])
        .apply_if(last, |found, last| {
            found.filter(attendance::Column::Id.gt(last))
        })
        .order_by_asc(attendance::Column::Id)
        .limit(limit);
    Ok(found.into_tuple().all(conn).await?)
}

/// How many participants `query` and `ids` ask for.
#[tracing::instrument(name = "participants.count", skip_all)]
pub async fn count(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: ParticipantQuery,
    ids: Option<&[AttendanceId]>,
) -> Result<u64> {
    Ok(chosen(event, query, ids).count(conn).await?)
}

fn chosen(
    event: EventId,
    query: ParticipantQuery,
    ids: Option<&[AttendanceId]>,
) -> Select<attendance::Entity> {
    // An unconfirmed registration may have been made with another person's data.
    let confirmed = matching(event, query.into()).filter(attendance::Column::ConfirmBy.is_null());
    confirmed.apply_if(ids, |found, ids| {
        found.filter(attendance::Column::Id.is_in(ids.iter().copied()))
    })
}

/// Returns the part of a word to search for: of a phone number the part that is the same with `0`, `84` and `+84`
/// before it.
fn searched(word: &str) -> &str {
    let number = word.strip_prefix('+').unwrap_or(word);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let tail = number
        .strip_prefix("84")
        .filter(|tail| tail.len() == 9)
        .or_else(|| number.strip_prefix('0').filter(|tail| tail.len() == 9));
    tail.filter(|_| is_number).unwrap_or(word)
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded
        .split(' ')
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
}

/// The name stands first in the text that is searched, and folding keeps its length.
fn begins_name_or_is_phone(word: &str) -> Condition {
    let name = || {
        let text = Expr::col(attendance::Column::SearchText);
        let length = Func::char_length(Expr::col(attendance::Column::FullName));
        Expr::expr(Func::cust("substr").arg(text).arg(1).arg(length))
    };
    let begins = beginning_a_word(word)
        .into_iter()
        .fold(Condition::any(), |any, pattern| {
            any.add(name().like(pattern))
        });
    let number = searched(word);
    let is_phone = number.len() == 9 && number != word;
    if !is_phone {
        return begins;
    }
    begins.add(Expr::col(attendance::Column::SearchText).like(containing(&format!("{number} "))))
}

/// The live participants of an event who match a filter. Every word of the search must occur: "duc 0912" finds Đức by name
/// and phone.
pub fn matching(event: EventId, filter: ParticipantFilter) -> Select<attendance::Entity> {
    restricted(live(event), event, filter)
}

/// Restricts `found`, which selects participants of the event, to those who match a filter.
fn restricted(
    mut found: Select<attendance::Entity>,
    event: EventId,
    filter: ParticipantFilter,
) -> Select<attendance::Entity> {
    let search = with_readable_domains(&filter.search.unwrap_or_default());
    let search = fold_for_search(&search);
    let mut words: Vec<_> = words(&search).map(searched).collect();
    // The rarest words first: where one is missing, the engine looks for no other.
    words.sort_by_key(|word| {
        let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
        Reverse((has_digit, word.len()))
    });
    for word in words {
        found = found.filter(Expr::col(attendance::Column::SearchText).like(containing(word)));
    }
    if let Some(kind) = filter.participation_type {
        found = found.filter(attendance::Column::ParticipationType.eq(kind));
    } else if filter.ticket_id.is_some() {
        found = found.filter(attendance::has_any_type());
    }
    if let Some(status) = filter.payment_status {
        found = found.filter(attendance::Column::PaymentStatus.eq(status));
    } else if filter.participation_type.is_some() || filter.ticket_id.is_some() {
        found = found.filter(attendance::has_any_status());
    }
    if let Some(is_free) = filter.is_free {
        let amount = attendance::Column::Amount;
        found = found.filter(if is_free { amount.eq(0) } else { amount.gt(0) });
    }
    if let Some(ticket) = filter.ticket_id {
        found = found.filter(attendance::Column::TicketId.eq(ticket));
    }
    if let Some(inviter) = filter.invited_by {
        found = found.filter(attendance::Column::InvitedByAttendanceId.eq(inviter));
    }
    if let Some(burst) = filter.burst {
        found = bursts::in_burst(found, event, burst);
    }
    if let Some(last) = filter.after {
        found = found.filter(attendance::Column::Id.gt(last));
    }
    match filter.is_checked_in {
        Some(true) => found.filter(attendance::Column::CheckedInTime.is_not_null()),
        Some(false) => found.filter(attendance::Column::CheckedInTime.is_null()),
        None => found,
    }
}

/// Returns the first `limit` confirmed participants, by name, of whom every word of the search begins a part of the name or
/// is the whole phone number. No other column is searched, so that a caller cannot guess it letter by letter.
#[tracing::instrument(name = "participants.find_by_name", skip_all)]
pub async fn find_by_name(
    conn: &impl ConnectionTrait,
    event: EventId,
    search: &str,
    limit: u64,
) -> Result<Vec<attendance::Model>> {
    let mut found = live(event).filter(attendance::Column::ConfirmBy.is_null());
    for word in words(&fold_for_search(search)) {
        // The index of searches has no names: the conditions that it can test come first, so that few rows are read.
        found = found
            .filter(Expr::col(attendance::Column::SearchText).like(containing(searched(word))))
            .filter(begins_name_or_is_phone(word));
    }
    let found = found
        .order_by_asc(attendance::Column::SearchText)
        .order_by_asc(attendance::Column::Id)
        .limit(limit);
    Ok(found.all(conn).await?)
}

/// The live participant `id` of this event.
#[tracing::instrument(name = "participants.find", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    event: EventId,
    id: AttendanceId,
) -> Result<Option<attendance::Model>> {
    Ok(live(event)
        .filter(attendance::Column::Id.eq(id))
        .only(conn)
        .await?)
}

/// Returns the rows as participants, with the names of the ticket classes, codes and people to which they refer.
#[tracing::instrument(name = "participants.describe", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    rows: Vec<attendance::Model>,
) -> Result<Vec<Participant>> {
    let classes = classes_of(conn, &rows).await?;
    let codes = codes_of(conn, &rows).await?;
    let inviters = inviters_of(conn, &rows).await?;
    let guests = guests_of(conn, &rows).await?;
    let describe = |row: attendance::Model| {
        let ticket = row.ticket_id.and_then(|id| {
            let name = classes.get(&id)?.clone();
            Some(TicketClass { id, name })
        });
        let invitation_code = row
            .invitation_code_id
            .and_then(|id| codes.get(&id).cloned());
        let inviter = row
            .invited_by_attendance_id
            .and_then(|id| Some((id, inviters.get(&id)?.clone())));
        let guests = guests.get(&row.id).copied().unwrap_or_default();
        let named = Named {
            ticket,
            invitation_code,
            inviter,
            guests,
        };
        Participant::new(row, named)
    };
    Ok(rows.into_iter().map(describe).collect())
}

/// The names of the ticket classes of these, also of deleted ones.
async fn classes_of(
    conn: &impl ConnectionTrait,
    rows: &[attendance::Model],
) -> Result<HashMap<TicketId, String>> {
    let ids: HashSet<_> = rows.iter().filter_map(|row| row.ticket_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let names: Vec<(TicketId, String)> = ticket::Entity::find()
        .select_only()
        .columns([ticket::Column::Id, ticket::Column::Name])
        .filter(ticket::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(names.into_iter().collect())
}

/// The invitation codes with which these came.
async fn codes_of(
    conn: &impl ConnectionTrait,
    rows: &[attendance::Model],
) -> Result<HashMap<InvitationCodeId, String>> {
    let ids: HashSet<_> = rows
        .iter()
        .filter_map(|row| row.invitation_code_id)
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let codes: Vec<(InvitationCodeId, String)> = invitation_code::Entity::find()
        .select_only()
        .columns([invitation_code::Column::Id, invitation_code::Column::Code])
        .filter(invitation_code::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(codes.into_iter().collect())
}

/// The names of the live participants through whom these came.
async fn inviters_of(
    conn: &impl ConnectionTrait,
    rows: &[attendance::Model],
) -> Result<HashMap<AttendanceId, String>> {
    let ids: HashSet<_> = rows
        .iter()
        .filter_map(|row| row.invited_by_attendance_id)
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let names: Vec<(AttendanceId, String)> = attendance::live()
        .select_only()
        .columns([attendance::Column::Id, attendance::Column::FullName])
        .filter(attendance::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(names.into_iter().collect())
}

/// How many live participants came through each of these; absent means none.
async fn guests_of(
    conn: &impl ConnectionTrait,
    rows: &[attendance::Model],
) -> Result<HashMap<AttendanceId, i64>> {
    let counts: Vec<(AttendanceId, i64)> = attendance::live()
        .select_only()
        .column(attendance::Column::InvitedByAttendanceId)
        .column_as(attendance::Column::Id.count(), "guests")
        .filter(attendance::Column::InvitedByAttendanceId.is_in(rows.iter().map(|row| row.id)))
        .group_by(attendance::Column::InvitedByAttendanceId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(counts.into_iter().collect())
}

/// Whether the event has ticket classes to choose from.
#[tracing::instrument(name = "participants.has_classes", skip_all)]
pub async fn has_classes(conn: &impl ConnectionTrait, event: EventId) -> Result<bool> {
    let first = ticket::live()
        .filter(ticket::Column::EventId.eq(event))
        .limit(1)
        .one(conn)
        .await?;
    Ok(first.is_some())
}

/// The class `id`, if it is a live one of this event.
#[tracing::instrument(name = "participants.find_class", skip_all)]
pub async fn find_class(
    conn: &impl ConnectionTrait,
    event: EventId,
    id: TicketId,
) -> Result<Option<TicketId>> {
    Ok(ticket::live()
        .filter(ticket::Column::Id.eq(id))
        .select_only()
        .column(ticket::Column::Id)
        .filter(ticket::Column::EventId.eq(event))
        .into_tuple()
        .one(conn)
        .await?)
}

/// Returns the participants among `participants` for whom `action` was logged since `since`, with the last time.
#[tracing::instrument(name = "participants.logged_since", skip_all)]
pub async fn logged_since(
    conn: &impl ConnectionTrait,
    event: EventId,
    participants: &[AttendanceId],
    action: EventAction,
    since: Timestamp,
) -> Result<HashMap<AttendanceId, Timestamp>> {
    let logged: Vec<(AttendanceId, Timestamp)> = event_activity::Entity::find()
        .select_only()
        .column(event_activity::Column::SubjectId)
        .column_as(event_activity::Column::CreatedAt.max(), "last")
        .filter(event_activity::Column::EventId.eq(event))
        .filter(event_activity::Column::CreatedAt.gt(since))
        .filter(event_activity::Column::SubjectId.is_in(participants.iter().map(|id| id.0)))
        .filter(event_activity::Column::Action.eq(action))
        .group_by(event_activity::Column::SubjectId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(logged.into_iter().collect())
}
