//! Rows of events.

use std::collections::HashMap;

use hoi_db::{Only as _, Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{SortOrder, sorted};
use hoi_platform::ids::{FileId, GroupId, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, Func, LockType};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QuerySelect, QueryTrait as _, Select, Set,
};

use super::details::EventDetails;
use super::dto::{EventCounts, EventSort};
use super::entity::event;
use super::{EventId, EventStatus, rules, sealing, slug};
use crate::attendances::attendance;

/// Returns the event; None if it does not exist or was deleted.
#[tracing::instrument(name = "events.find_event", skip_all)]
pub async fn find_event(conn: &impl ConnectionTrait, id: EventId) -> Result<Option<event::Model>> {
    Ok(event::live()
        .filter(event::Column::Id.eq(id))
        .only(conn)
        .await?)
}

/// Returns the event, locked until the transaction ends. Every transaction that changes an event, its classes or its
/// seats locks this row first. Rows that only refer to the event, such as a scan at the door, need not wait.
#[tracing::instrument(name = "events.lock_event", skip_all)]
pub async fn lock_event(tx: &Tx, id: EventId) -> Result<Option<event::Model>> {
    Ok(event::live()
        .filter(event::Column::Id.eq(id))
        .lock(LockType::NoKeyUpdate)
        .only(tx)
        .await?)
}

/// As [`lock_event`], for changes that a cancelled event does not take: 5005 when it is gone, 5009 when cancelled.
#[tracing::instrument(name = "events.lock_not_cancelled", skip_all)]
pub async fn lock_not_cancelled(tx: &Tx, id: EventId) -> Result<event::Model> {
    let event = lock_event(tx, id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    rules::check_not_cancelled(event.cancelled_at.is_some())?;
    Ok(event)
}

/// Returns the state of registration for the event at `now`.
#[must_use]
pub fn status_of(event: &event::Model, now: Timestamp) -> EventStatus {
    rules::status(
        event.cancelled_at.is_some() || event.deleted_at.is_some(),
        event.open_registration_date,
        event.close_registration_date,
        now,
    )
}

/// Returns the end of the time in which visitors may change or cancel their own registration; `None` when they never
/// may.
#[must_use]
pub fn visitor_changes_end(event: &event::Model) -> Option<Timestamp> {
    rules::changes_end(
        event.turn_off_visitor_changes,
        event.visitor_changes_until,
        event.event_start_date,
    )
}

/// Whether an event of this owner refers to the file.
#[tracing::instrument(name = "events.is_in_event_of", skip_all)]
pub(super) async fn is_in_event_of(tx: &Tx, owner: UserId, file: FileId) -> Result<bool> {
    use event::Column::{AttachmentImage, CoverImage, Form, Logo};
    // That a form holds the identifier somewhere does not make it one of its images.
    let in_form = Expr::col(Form).cast_as("text").like(format!("%{file}%"));
    let found = event::owned_by(owner)
        .filter(
            Condition::any()
                .add(Logo.eq(file))
                .add(CoverImage.eq(file))
                .add(AttachmentImage.eq(file))
                .add(in_form),
        )
        .all(tx)
        .await?;
    let refers = |event| {
        let files = EventDetails::from(event).files();
        files.iter().any(|(_, id)| *id == file)
    };
    Ok(found.iter().any(refers))
}

/// Stores a new event and returns its identifier.
#[tracing::instrument(name = "events.insert", skip_all)]
pub(super) async fn insert(
    tx: &Tx,
    owner: UserId,
    details: &EventDetails,
    now: Timestamp,
) -> Result<EventId> {
    let id: EventId = clock::new_id();
    let mut row = event::ActiveModel {
        id: Set(id),
        owner_id: Set(owner),
        new_closed_date: Set(None),
        cancelled_at: Set(None),
        cancel_reason: Set(None),
        checkin_waiting_time: Set(5),
        sponsor_logos: Set(event::SponsorLogos::default()),
        form_version: Set(1),
        registered_count: Set(0),
        search_text: Set(fold_for_search(&details.info.title)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
        ..Default::default()
    };
    details.write(None, &mut row);
    event::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    slug::give(tx, id, &details.info.title, details.info.members_only).await?;
    Ok(id)
}

/// Writes the differences from `before` over the locked row and returns the names of these fields, as the API calls
/// them. The counters are left out: they belong to the registration desk.
#[tracing::instrument(name = "events.update_details", skip_all)]
pub(super) async fn update_details(
    tx: &Tx,
    locked: event::Model,
    before: &EventDetails,
    details: &EventDetails,
    now: Timestamp,
) -> Result<Vec<String>> {
    let info = &details.info;
    if info.members_only && !before.info.members_only {
        slug::replace(tx, locked.id, &info.title).await?;
    } else if locked.slug.is_none() {
        slug::give(tx, locked.id, &info.title, info.members_only).await?;
    }
    let (version, form_version) = (locked.version, locked.form_version);
    let mut row = locked.into_active_model();
    let written = details.write(Some(before), &mut row);
    row.search_text = Set(fold_for_search(&details.info.title));
    row.updated_at = Set(now);
    row.version = Set(version + 1);
    if before.scheme != details.scheme {
        row.form_version = Set(form_version + 1);
    }
    let is_deadline_new = before.payment.deadline() != details.payment.deadline();
    if is_deadline_new {
        row.payment_deadline_set_at = Set(Some(now));
    }
    let row = row.update(tx).await?;
    sealing::follow_change(tx, row.id, (&before.scheme, &details.scheme), now).await?;
    if is_deadline_new {
        // Visitors learn of the new deadline by a reminder of their own.
        attendance::Entity::update_many()
            .col_expr(
                attendance::Column::PaymentRemindedAt,
                Expr::value(Option::<i64>::None),
            )
            .filter(attendance::Column::EventId.eq(row.id))
            .filter(attendance::Column::PaymentRemindedAt.is_not_null())
            .exec(tx)
            .await?;
    }
    Ok(written)
}

/// Opens registration again until `until`.
#[tracing::instrument(name = "events.reopen", skip_all)]
pub(super) async fn reopen(
    tx: &Tx,
    locked: event::Model,
    until: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let version = locked.version;
    let mut row = locked.into_active_model();
    row.close_registration_date = Set(until);
    row.new_closed_date = Set(Some(until));
    row.updated_at = Set(now);
    row.version = Set(version + 1);
    row.update(tx).await?;
    Ok(())
}

/// Cancels the event; it cannot be undone.
#[tracing::instrument(name = "events.cancel", skip_all)]
pub(super) async fn cancel(
    tx: &Tx,
    locked: event::Model,
    reason: Option<String>,
    now: Timestamp,
) -> Result<()> {
    let version = locked.version;
    let mut row = locked.into_active_model();
    row.cancelled_at = Set(Some(now));
    row.cancel_reason = Set(reason);
    row.updated_at = Set(now);
    row.version = Set(version + 1);
    row.update(tx).await?;
    Ok(())
}

/// Hides the event from all callers; its rows stay for the log and the plan's count.
#[tracing::instrument(name = "events.mark_deleted", skip_all)]
pub(super) async fn mark_deleted(tx: &Tx, locked: event::Model, now: Timestamp) -> Result<()> {
    let mut row = locked.into_active_model();
    row.deleted_at = Set(Some(now));
    row.updated_at = Set(now);
    row.update(tx).await?;
    Ok(())
}

/// Restricts and sorts the events of a list.
pub(super) struct Filter {
    /// Which events the caller may see.
    pub visible: Condition,
    /// A part of the title, as typed.
    pub search: Option<String>,
    /// Only those in this state.
    pub status: Option<EventStatus>,
    /// True: only cancelled events; false: only those that are not cancelled; None: both.
    pub is_cancelled: Option<bool>,
    /// Only those of this group.
    pub group: Option<GroupId>,
    /// True: only events of groups; false: only those of no group; None: both.
    pub is_of_group: Option<bool>,
    /// None: events that are not over by their start, then past ones, the latest first, then cancelled ones.
    pub order: Option<(EventSort, SortOrder)>,
}

/// The events of one page, and how many match in all.
#[tracing::instrument(name = "events.list", skip_all)]
pub(super) async fn list(
    conn: &impl ConnectionTrait,
    filter: Filter,
    now: Timestamp,
    limit: u64,
    offset: u64,
) -> Result<(Vec<event::Model>, u64)> {
    let mut found = event::live().filter(filter.visible);
    if let Some(search) = filter.search {
        let pattern = containing(&fold_for_search(&search));
        found = found.filter(Expr::col(event::Column::SearchText).like(pattern));
    }
    if let Some(status) = filter.status {
        found = found.filter(in_state(status, now));
    }
    if let Some(is_cancelled) = filter.is_cancelled {
        found = found.filter(if is_cancelled {
            event::Column::CancelledAt.is_not_null()
        } else {
            event::Column::CancelledAt.is_null()
        });
    }
    if let Some(is_of_group) = filter.is_of_group {
        let group = event::Column::GroupId;
        found = found.filter(if is_of_group {
            group.is_not_null()
        } else {
            group.is_null()
        });
    }
    if let Some(group) = filter.group {
        found = found.filter(event::Column::GroupId.eq(group));
    }
    let total = found.clone().count(conn).await?;
    let in_order = match filter.order {
        Some((sort, order)) => {
            let value = match sort {
                // The folded title.
                EventSort::Title => event::Column::SearchText,
                EventSort::EventStartDate => event::Column::EventStartDate,
                EventSort::CreatedAt => event::Column::CreatedAt,
            };
            sorted(found, [Expr::col(value)], order)
        }
        None => sorted(found, next_first(now), SortOrder::Asc),
    };
    let items = in_order.limit(limit).offset(offset).all(conn).await?;
    Ok((items, total))
}

/// Returns the sort keys that put the next event first.
fn next_first(now: Timestamp) -> [Expr; 2] {
    use event::Column::{CancelledAt, EventStartDate};
    let group = Expr::case(CancelledAt.is_not_null(), 2).case(is_over(now), 1);
    let past = Condition::any()
        .add(CancelledAt.is_not_null())
        .add(is_over(now));
    let start = || Expr::col(EventStartDate);
    let latest_first = Expr::case(past, Expr::val(0).sub(start()));
    [
        group.finally(0).into(),
        latest_first.finally(start()).into(),
    ]
}

/// Returns whether an event is over, by [`rules::end_of`], as a condition on rows.
pub fn is_over(now: Timestamp) -> Condition {
    use event::Column::{EndDate, EventStartDate};
    let without_end = Condition::all()
        .add(EndDate.is_null())
        .add(EventStartDate.lte(now.minus(rules::USUAL_LENGTH)));
    Condition::any().add(EndDate.lte(now)).add(without_end)
}

/// Figures about the participants of an event; the room `statistics` defines participants.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Figures {
    pub checked_in: i64,
    /// In dong.
    pub money_received: i64,
    /// In dong.
    pub money_due: i64,
}

/// Returns the figures of these events, each kind counted from its index; events without any are not in it.
#[tracing::instrument(name = "events.find_figures", skip_all)]
pub(super) async fn find_figures(
    conn: &impl ConnectionTrait,
    events: &[EventId],
) -> Result<HashMap<EventId, Figures>> {
    use attendance::Column::{CheckedInTime, ConfirmBy, EventId as Event};
    let of_events = |found: Select<attendance::Entity>| {
        found
            .select_only()
            .column(Event)
            .filter(Event.is_in(events.iter().copied()))
            .group_by(Event)
    };
    let entered: Vec<(EventId, i64)> = of_events(attendance::live())
        .expr_as(Expr::cust("count(*)"), "entered")
        .filter(ConfirmBy.is_null())
        .filter(CheckedInTime.is_not_null())
        .into_tuple()
        .all(conn)
        .await?;
    let cancelled = event::Entity::find()
        .select_only()
        .column(event::Column::Id)
        .filter(event::Column::Id.is_in(events.iter().copied()))
        .filter(event::Column::CancelledAt.is_not_null());
    let due: Vec<(EventId, i64)> = of_events(attendance::owing())
        .filter(Event.not_in_subquery(cancelled.into_query()))
        .expr_as(attendance::sum_outstanding(), "amount")
        .into_tuple()
        .all(conn)
        .await?;
    let received: Vec<(EventId, i64)> = of_events(attendance::with_money())
        .expr_as(attendance::sum_received(), "amount")
        .into_tuple()
        .all(conn)
        .await?;
    let mut figures: HashMap<EventId, Figures> = HashMap::new();
    for (event, number) in entered {
        figures.entry(event).or_default().checked_in = number;
    }
    for (event, amount) in due {
        figures.entry(event).or_default().money_due = amount;
    }
    for (event, amount) in received {
        figures.entry(event).or_default().money_received = amount;
    }
    Ok(figures)
}

/// Returns [`rules::status`] as a condition on rows.
fn in_state(status: EventStatus, now: Timestamp) -> Condition {
    use event::Column::{CancelledAt, CloseRegistrationDate, OpenRegistrationDate};
    match status {
        EventStatus::Closed => Condition::any()
            .add(CancelledAt.is_not_null())
            .add(CloseRegistrationDate.lte(now)),
        EventStatus::Upcoming => Condition::all()
            .add(CancelledAt.is_null())
            .add(OpenRegistrationDate.gt(now))
            .add(CloseRegistrationDate.gt(now)),
        EventStatus::Open => Condition::all()
            .add(CancelledAt.is_null())
            .add(OpenRegistrationDate.lte(now))
            .add(CloseRegistrationDate.gt(now)),
    }
}

/// Returns how many of the events that fulfil `which` are in which state.
#[tracing::instrument(name = "events.count_by_state", skip_all)]
pub async fn count_by_state(
    conn: &impl ConnectionTrait,
    which: Condition,
    now: Timestamp,
) -> Result<EventCounts> {
    use event::Column::CancelledAt;
    let count = |condition: Condition| Func::count(Expr::case(condition, 1));
    let ended = Condition::all()
        .add(CancelledAt.is_null())
        .add(in_state(EventStatus::Closed, now));
    let counted: Option<(i64, i64, i64, i64)> = event::live()
        .filter(which)
        .select_only()
        .expr_as(count(in_state(EventStatus::Open, now)), "open")
        .expr_as(count(in_state(EventStatus::Upcoming, now)), "upcoming")
        .expr_as(count(ended), "closed")
        .expr_as(
            count(Condition::all().add(CancelledAt.is_not_null())),
            "cancelled",
        )
        .into_tuple()
        .one(conn)
        .await?;
    let (open, upcoming, closed, cancelled) = counted.unwrap_or_default();
    let number = |count: i64| u64::try_from(count).unwrap_or(0);
    Ok(EventCounts {
        total: number(open + upcoming + closed),
        open: number(open),
        upcoming: number(upcoming),
        closed: number(closed),
        cancelled: number(cancelled),
    })
}
