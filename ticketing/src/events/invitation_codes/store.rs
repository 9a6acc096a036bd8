//! Rows of invitation codes. `times_used` is written by the registration desk alone.

use std::collections::{BTreeSet, HashMap, HashSet};

use hoi_db::{OnUnique, Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Page, PageQuery, sorted};
use hoi_platform::ids::{AttendanceId, EventId, InvitationCodeId, TicketId};
use hoi_platform::quota::{Quota, UNLIMITED};
use hoi_platform::{clock, secrets};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Set, Statement,
};

use super::dto::{CodeQuery, CodeSort, InvitationCode, NewCodes};
use super::invitation_code::{self, Column};
use super::{CodeState, code_key, rules};
use crate::attendances::attendance;
use crate::events::tickets::ticket;

/// Values in one statement, well below what an engine may bind.
const CHUNK: usize = 5000;

/// Returns the allowed and the made uses of `code`.
#[must_use]
pub fn quota(code: &invitation_code::Model) -> Quota {
    Quota::new(code.max_uses, code.times_used)
}

/// Returns the requested page of codes.
#[tracing::instrument(name = "invitation_codes.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: &CodeQuery,
    now: Timestamp,
) -> Result<(Vec<invitation_code::Model>, u64)> {
    let page = PageQuery::new(query.limit, query.page)?;
    let found = matching(event, query, now);
    let total = found.clone().count(conn).await?;
    let rows = in_order(found, query)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    Ok((rows, total))
}

/// Returns all codes that match `query`, whatever its page.
#[tracing::instrument(name = "invitation_codes.find_matching", skip_all)]
pub async fn find_matching(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: &CodeQuery,
    now: Timestamp,
) -> Result<Vec<invitation_code::Model>> {
    let found = matching(event, query, now);
    Ok(in_order(found, query).all(conn).await?)
}

/// The codes named by `ids`, newest first; 5005 when one is not a live code of this event.
#[tracing::instrument(name = "invitation_codes.find_named", skip_all)]
pub async fn find_named(
    conn: &impl ConnectionTrait,
    event: EventId,
    ids: &[InvitationCodeId],
) -> Result<Vec<invitation_code::Model>> {
    let rows = newest_first(live(event))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .all(conn)
        .await?;
    if rows.len() == ids.len() {
        Ok(rows)
    } else {
        Err(Error::NotFound(LocalizedText::new("invitation.notFound")))
    }
}

/// The codes named by `ids`, locked until the transaction ends. The event must be locked before.
#[tracing::instrument(name = "invitation_codes.lock_named", skip_all)]
pub async fn lock_named(
    tx: &Tx,
    event: EventId,
    ids: &[InvitationCodeId],
) -> Result<Vec<invitation_code::Model>> {
    let rows = live(event)
        .filter(Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(Column::Id)
        .lock_exclusive()
        .all(tx)
        .await?;
    if rows.len() == ids.len() {
        Ok(rows)
    } else {
        Err(Error::NotFound(LocalizedText::new("invitation.notFound")))
    }
}

fn live(event: EventId) -> Select<invitation_code::Entity> {
    invitation_code::live().filter(Column::EventId.eq(event))
}

fn in_order(
    found: Select<invitation_code::Entity>,
    query: &CodeQuery,
) -> Select<invitation_code::Entity> {
    let value = match query.sort {
        None => return newest_first(found),
        Some(CodeSort::Code) => Column::CodeKey,
        Some(CodeSort::TimesUsed) => Column::TimesUsed,
        Some(CodeSort::CreatedAt) => Column::CreatedAt,
    };
    sorted(found, [Expr::col(value)], query.order.unwrap_or_default())
}

fn newest_first(found: Select<invitation_code::Entity>) -> Select<invitation_code::Entity> {
    found
        .order_by_desc(Column::CreatedAt)
        .order_by_asc(Column::Id)
}

fn matching(event: EventId, query: &CodeQuery, now: Timestamp) -> Select<invitation_code::Entity> {
    let mut found = live(event);
    let search = query.search.as_deref().unwrap_or_default();
    if !search.trim().is_empty() {
        let owners = attendance::Entity::find()
            .select_only()
            .column(attendance::Column::Id)
            .filter(attendance::Column::EventId.eq(event))
            .filter(
                Expr::col(attendance::Column::SearchText)
                    .like(containing(&fold_for_search(search))),
            )
            .into_query();
        found = found.filter(
            Condition::any()
                .add(Expr::col(Column::CodeKey).like(containing(&code_key(search))))
                .add(Column::OwnerAttendanceId.in_subquery(owners)),
        );
    }
    if let Some(ticket) = query.ticket_id {
        found = found.filter(Column::TicketId.eq(ticket));
    }
    if let Some(kind) = query.participation_type {
        found = found.filter(Column::ParticipationType.eq(kind));
    }
    if let Some(owner) = query.owner_attendance_id {
        found = found.filter(Column::OwnerAttendanceId.eq(owner));
    }
    match query.state {
        Some(state) => found.filter(in_state(state, now)),
        None => found,
    }
}

/// Returns [`CodeState::of`] as an SQL condition.
fn in_state(state: CodeState, now: Timestamp) -> Condition {
    let expired = || {
        Condition::all()
            .add(Column::ExpiresAt.is_not_null())
            .add(Column::ExpiresAt.lte(now))
    };
    let in_time = || {
        Condition::any()
            .add(Column::ExpiresAt.is_null())
            .add(Column::ExpiresAt.gt(now))
    };
    let used_up = Condition::all()
        .add(Column::MaxUses.ne(UNLIMITED))
        .add(Expr::col(Column::TimesUsed).gte(Expr::col(Column::MaxUses)));
    let active = Condition::all().add(Column::IsActive.eq(true));
    match state {
        CodeState::Inactive => Condition::all().add(Column::IsActive.eq(false)),
        CodeState::Expired => active.add(expired()),
        CodeState::UsedUp => active.add(in_time()).add(used_up),
        CodeState::Active => active.add(in_time()).add(used_up.not()),
    }
}

/// Counts the live codes of the event.
#[tracing::instrument(name = "invitation_codes.count", skip_all)]
pub async fn count(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    Ok(live(event).count(conn).await?)
}

/// Creates the codes. The event must be locked, so that no other call creates one meanwhile. 5008 when the chosen one
/// is taken.
#[tracing::instrument(name = "invitation_codes.insert", skip_all)]
pub async fn insert(
    tx: &Tx,
    event: EventId,
    new: &NewCodes,
    now: Timestamp,
) -> Result<Vec<invitation_code::Model>> {
    let codes = match &new.code {
        Some(code) => vec![code.clone()],
        None => draw(tx, event, usize::try_from(new.count()).unwrap_or(1)).await?,
    };
    let rows = codes.into_iter().map(|code| invitation_code::Model {
        id: clock::new_id(),
        event_id: event,
        ticket_id: new.ticket_id,
        code_key: code_key(&code),
        code,
        owner_attendance_id: new.owner_attendance_id,
        participation_type: new.participation_type,
        max_uses: new.max_uses,
        times_used: 0,
        is_active: true,
        expires_at: new.expires_at,
        version: 1,
        created_at: now,
        deleted_at: None,
    });
    let rows: Vec<_> = rows.collect();
    let inserted = rows
        .iter()
        .map(|row| invitation_code::ActiveModel::from(row.clone()).reset_all());
    invitation_code::Entity::insert_many(inserted)
        .exec_without_returning(tx)
        .await
        .on_unique(Error::Conflict(LocalizedText::new("invitation.taken")).at("code"))?;
    Ok(rows)
}

/// Draws as many codes as wanted that the event does not have yet.
async fn draw(tx: &Tx, event: EventId, count: usize) -> Result<Vec<String>> {
    let mut codes: BTreeSet<String> = BTreeSet::new();
    while codes.len() < count {
        while codes.len() < count {
            codes.insert(rules::drawn(u64::from_ne_bytes(secrets::random::<8>()?)));
        }
        let keys = codes.iter().map(|code| code_key(code));
        let taken: HashSet<String> = live(event)
            .select_only()
            .column(Column::CodeKey)
            .filter(Column::CodeKey.is_in(keys))
            .into_tuple()
            .all(tx)
            .await?
            .into_iter()
            .collect();
        codes.retain(|code| !taken.contains(&code_key(code)));
    }
    Ok(codes.into_iter().collect())
}

/// Switches codes on or off; returns how many were the other way.
#[tracing::instrument(name = "invitation_codes.switch", skip_all)]
pub async fn switch(tx: &Tx, ids: &[InvitationCodeId], is_active: bool) -> Result<u64> {
    let changed = invitation_code::Entity::update_many()
        .col_expr(Column::IsActive, Expr::value(is_active))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::IsActive.eq(!is_active))
        .exec(tx)
        .await?;
    Ok(changed.rows_affected)
}

/// Deletes codes; the registrations made through them keep naming them.
#[tracing::instrument(name = "invitation_codes.delete", skip_all)]
pub async fn delete(tx: &Tx, ids: &[InvitationCodeId], now: Timestamp) -> Result<u64> {
    let deleted = invitation_code::Entity::update_many()
        .set(invitation_code::ActiveModel {
            deleted_at: Set(Some(now)),
            ..Default::default()
        })
        .filter(Column::Id.is_in(ids.iter().copied()))
        .exec(tx)
        .await?;
    Ok(deleted.rows_affected)
}

/// Puts the names of classes and owners, and the links, to the rows.
#[tracing::instrument(name = "invitation_codes.describe", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    rows: Vec<invitation_code::Model>,
    public_url: &str,
    now: Timestamp,
) -> Result<Vec<InvitationCode>> {
    let classes: BTreeSet<_> = rows.iter().filter_map(|row| row.ticket_id).collect();
    let classes: HashMap<_, _> = ticket::Entity::find()
        .filter(ticket::Column::Id.is_in(classes))
        .all(conn)
        .await?
        .into_iter()
        .map(|class| (class.id, class.name))
        .collect();
    let owners: BTreeSet<_> = rows
        .iter()
        .filter_map(|row| row.owner_attendance_id)
        .collect();
    let owners: Vec<_> = owners.into_iter().collect();
    let mut names = HashMap::new();
    for owners in owners.chunks(CHUNK) {
        let found: Vec<(AttendanceId, String)> = attendance::Entity::find()
            .select_only()
            .columns([attendance::Column::Id, attendance::Column::FullName])
            .filter(attendance::Column::Id.is_in(owners.iter().copied()))
            .into_tuple()
            .all(conn)
            .await?;
        names.extend(found);
    }
    let describe = |row: invitation_code::Model| InvitationCode {
        id: row.id,
        link: format!("{public_url}/form/{}#code={}", row.event_id, row.code),
        ticket_id: row.ticket_id,
        ticket_name: row.ticket_id.and_then(|id| classes.get(&id).cloned()),
        participation_type: row.participation_type,
        max_uses: row.max_uses,
        times_used: row.times_used,
        remaining_uses: quota(&row).left_or_unlimited(),
        is_active: row.is_active,
        expires_at: row.expires_at,
        state: CodeState::of(row.is_active, row.expires_at, quota(&row), now),
        owner_attendance_id: row.owner_attendance_id,
        owner_name: row
            .owner_attendance_id
            .and_then(|id| names.get(&id).cloned()),
        version: row.version,
        created_at: row.created_at,
        code: row.code,
    };
    Ok(rows.into_iter().map(describe).collect())
}

/// A page of described codes.
#[tracing::instrument(name = "invitation_codes.page", skip_all)]
pub async fn page(
    conn: &impl ConnectionTrait,
    event: EventId,
    query: &CodeQuery,
    public_url: &str,
    now: Timestamp,
) -> Result<Page<InvitationCode>> {
    let (rows, total) = list(conn, event, query, now).await?;
    let items = describe(conn, rows, public_url, now).await?;
    Ok(Page { items, total })
}

/// Returns whether visitors are asked for an invitation code. Also true while all of them are expired or used up, so
/// that a visitor with such a code is told so.
#[tracing::instrument(name = "invitation_codes.takes_codes", skip_all)]
pub async fn takes_codes(conn: &impl ConnectionTrait, event: EventId) -> Result<bool> {
    let found = live(event).filter(Column::IsActive.eq(true));
    Ok(found
        .select_only()
        .column(Column::Id)
        .into_tuple::<InvitationCodeId>()
        .one(conn)
        .await?
        .is_some())
}

/// Returns whether `code` shows a guest the page of an event that is for members: they can register with it, or its
/// last use is taken, perhaps by the same guest.
#[tracing::instrument(name = "invitation_codes.opens_page", skip_all)]
pub async fn opens_page(
    conn: &impl ConnectionTrait,
    event: EventId,
    code: &str,
    now: Timestamp,
) -> Result<bool> {
    let found = live(event).filter(Column::CodeKey.eq(code_key(code)));
    Ok(found.one(conn).await?.is_some_and(|code| {
        let state = CodeState::of(code.is_active, code.expires_at, quota(&code), now);
        matches!(state, CodeState::Active | CodeState::UsedUp)
    }))
}

/// The codes of one ticket class.
#[derive(FromQueryResult)]
pub struct CodesOfClass {
    ticket_id: TicketId,
    /// A code that may be passed on to everyone, not one that belongs to a participant.
    pub code: Option<String>,
    /// Registrations ever made through codes of the class.
    pub times_used: i64,
}

/// Returns an active code and the total uses of each class that has live codes.
#[tracing::instrument(name = "invitation_codes.find_by_class", skip_all)]
pub async fn find_by_class(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<HashMap<TicketId, CodesOfClass>> {
    let statement = Statement::from_sql_and_values(
        conn.get_database_backend(),
        "select ticket_id, \
         min(case when is_active and owner_attendance_id is null then code end) as code, \
         cast(sum(times_used) as bigint) as times_used \
         from invitation_code \
         where event_id = $1 and ticket_id is not null and deleted_at is null \
         group by ticket_id",
        [event.into()],
    );
    let rows = CodesOfClass::find_by_statement(statement).all(conn).await?;
    Ok(rows.into_iter().map(|row| (row.ticket_id, row)).collect())
}

/// Deletes the live codes of a class; returns how many there were.
#[tracing::instrument(name = "invitation_codes.delete_of_class", skip_all)]
pub async fn delete_of_class(tx: &Tx, class: TicketId, now: Timestamp) -> Result<u64> {
    let deleted = invitation_code::Entity::update_many()
        .col_expr(Column::DeletedAt, Expr::value(now))
        .filter(Column::TicketId.eq(class))
        .filter(Column::DeletedAt.is_null())
        .exec(tx)
        .await?;
    Ok(deleted.rows_affected)
}
