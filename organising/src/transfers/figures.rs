//! Amounts due and received, counted on request.

use std::collections::{BTreeMap, HashMap};
use std::slice;

use axum::extract::State;
use hoi_community::accounts::Signed;
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::Result;
use hoi_platform::http::Envelope;
use hoi_platform::ids::{EventId, TicketId};
use hoi_ticketing::attendances::{PaidWay, attendance, payment};
use hoi_ticketing::bank_accounts::{self, TransferState};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{self, InEvent, rights};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select,
};

use super::dto::{
    ClassMoney, DayMoney, EventAccount, EventMoney, Money, MoneyOfEvent, Sum, WayMoney,
};
use super::store::{self, Scope};
use super::surplus;
use super::{invoices, refunds};

/// Days with receipts that are shown.
const DAYS: usize = 60;
/// Events that are listed.
const EVENTS: u64 = 200;

/// Returns the amounts due and received for an event, by class, by day and by way of paying.
#[utoipa::path(get, path = "/event/{eventId}/money", tag = "money", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<EventMoney>)), security(("bearer" = [])))]
pub async fn get_event_money(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Money>,
) -> Result<Envelope<EventMoney>> {
    event_money(app.db.read(), &event).await.map(Envelope::ok)
}

/// The numbers of decisions about an event's money that wait for its organiser.
#[derive(Debug)]
pub struct OpenDecisions {
    /// Transfers to review.
    pub transfers: i64,
    /// People to whom something is owed back.
    pub refunds: u64,
    /// Invoices asked for by people who have paid.
    pub invoices: u64,
}

/// Counts the decisions about an event's money that wait for its organiser.
pub async fn count_open_decisions(
    conn: &impl ConnectionTrait,
    event: &event::Model,
) -> Result<OpenDecisions> {
    let scope = Scope::Event(Box::new(event.clone()));
    let waiting = store::sum(conn, &scope, TransferState::Waiting).await?;
    Ok(OpenDecisions {
        transfers: waiting.count,
        refunds: refunds::count_owed(conn, event).await?,
        invoices: invoices::count_waiting(conn, event.id).await?,
    })
}

/// Returns the amounts due and received for an event.
pub async fn event_money(conn: &impl ConnectionTrait, event: &event::Model) -> Result<EventMoney> {
    let paid = || {
        let of_event = attendance::Column::EventId.eq(event.id);
        attendance::with_money().filter(of_event)
    };
    let by_class = by_class(conn, event).await?;
    let total = |of: fn(&ClassMoney) -> Sum| by_class.iter().map(of).fold(Sum::default(), add);
    let accounts = bank_accounts::find_accounts(conn, event.owner_id).await?;
    let account = accounts
        .into_iter()
        .find(|account| Some(&account.account_number) == event.account_number.as_ref());
    let events = slice::from_ref(event);
    let owed_back = refunds::sum_owed(conn, events).await?;
    let returned = refunds::sum_returned(conn, events).await?;
    let of_event = |sums: HashMap<_, Sum>| sums.into_values().next().unwrap_or_default();
    let beyond = surplus::of_people(conn, paid()).await?;
    let days = by_day(conn, paid(), &beyond).await?;
    let ways = by_way(conn, paid(), &beyond).await?;
    let scope = Scope::Event(Box::new(event.clone()));
    Ok(EventMoney {
        due: total(|class| class.due),
        received: total(|class| class.received),
        surplus: total(|class| class.surplus),
        by_day: days,
        by_way: ways,
        refunds: of_event(owed_back),
        returned: of_event(returned),
        refunds_decided: refunds::count_decided(conn, event.id).await?,
        account: account.map(|account| EventAccount {
            id: account.id,
            bank_name: account.bank_name,
            account_number: account.account_number,
            service: account.service,
        }),
        by_class,
        waiting: store::sum(conn, &scope, TransferState::Waiting).await?,
    })
}

fn add(one: Sum, two: Sum) -> Sum {
    Sum {
        amount: one.amount.saturating_add(two.amount),
        count: one.count + two.count,
    }
}

/// Sums the amounts still due of people who owe something.
fn summed_due(found: Select<attendance::Entity>) -> Select<attendance::Entity> {
    found
        .select_only()
        .expr_as(attendance::sum_outstanding(), "amount")
        .expr_as(Expr::cust("count(*)"), "number")
}

/// Sums the money held of people beyond the prices of their tickets.
fn summed_surplus(found: Select<attendance::Entity>) -> Select<attendance::Entity> {
    found
        .select_only()
        .expr_as(attendance::sum_surplus(), "amount")
        .expr_as(Expr::cust("count(*)"), "number")
}

/// Sums the money received from people for their tickets.
fn summed_received(found: Select<attendance::Entity>) -> Select<attendance::Entity> {
    found
        .select_only()
        .expr_as(attendance::sum_received(), "amount")
        .expr_as(Expr::cust("count(*)"), "number")
}

async fn by_class(conn: &impl ConnectionTrait, event: &event::Model) -> Result<Vec<ClassMoney>> {
    use attendance::Column::{EventId as Event, TicketId as Ticket};
    let of_class = |found: Select<attendance::Entity>| {
        found
            .filter(Event.eq(event.id))
            .column(Ticket)
            .group_by(Ticket)
            .into_tuple::<(i64, i64, Option<TicketId>)>()
    };
    // Nothing is due any more for an event that does not take place.
    let due = match event.cancelled_at {
        None => of_class(summed_due(attendance::owing())).all(conn).await?,
        Some(_) => Vec::new(),
    };
    let received = of_class(summed_received(attendance::with_money()));
    let received = received.all(conn).await?;
    let more = of_class(summed_surplus(attendance::with_surplus()));
    let more = more.all(conn).await?;
    let names = events::find_ticket_rows(conn, event.id).await?;
    let names: HashMap<_, _> = names.into_iter().map(|row| (row.id, row.name)).collect();
    let mut classes: BTreeMap<Option<TicketId>, ClassMoney> = BTreeMap::new();
    let mut class = |ticket_id: Option<TicketId>, put: &dyn Fn(&mut ClassMoney)| {
        let class = classes.entry(ticket_id).or_insert_with(|| ClassMoney {
            ticket_id,
            name: ticket_id
                .and_then(|id| names.get(&id).cloned())
                .unwrap_or_default(),
            due: Sum::default(),
            received: Sum::default(),
            surplus: Sum::default(),
        });
        put(class);
    };
    for (amount, count, ticket) in due {
        class(ticket, &|class| class.due = Sum { amount, count });
    }
    for (amount, count, ticket) in received {
        class(ticket, &|class| class.received = Sum { amount, count });
    }
    for (amount, count, ticket) in more {
        class(ticket, &|class| class.surplus = Sum { amount, count });
    }
    Ok(classes.into_values().collect())
}

/// Selects the payments of people.
fn payments_of(people: Select<attendance::Entity>) -> Select<payment::Entity> {
    let people = people
        .select_only()
        .column(attendance::Column::Id)
        .into_query();
    payment::Entity::find()
        .select_only()
        .expr_as(
            // PostgreSQL gives sums of `bigint` a wider type.
            Expr::cust("cast(sum(payment.amount) as bigint)"),
            "amount",
        )
        .filter(payment::Column::AttendanceId.in_subquery(people))
}

/// Payments with the part of each beyond the price.
type Beyond = [(payment::Model, i64)];

/// In milliseconds, like a moment.
const DAY: i64 = 86_400_000;

async fn by_day(
    conn: &impl ConnectionTrait,
    people: Select<attendance::Entity>,
    beyond: &Beyond,
) -> Result<Vec<DayMoney>> {
    // Days of Vietnam since 1970.
    let ahead = VIETNAM.ahead();
    let day = || Expr::cust(format!("(payment.paid_at + {ahead}) / {DAY}"));
    let sums: Vec<(i64, i64)> = payments_of(people)
        .expr_as(day(), "day")
        .group_by(day())
        .into_tuple()
        .all(conn)
        .await?;
    let mut days: BTreeMap<i64, i64> = sums
        .into_iter()
        .map(|(amount, day)| (day, amount))
        .collect();
    for (payment, part) in beyond {
        if let Some(sum) = days.get_mut(&((payment.paid_at.0 + ahead) / DAY)) {
            *sum -= part;
        }
    }
    days.retain(|_, sum| *sum > 0);
    let first = days.len().saturating_sub(DAYS);
    let days = days.into_iter().skip(first).map(|(day, amount)| {
        let moment = jiff::Timestamp::from_second(day * 86_400).unwrap_or_default();
        DayMoney {
            day: jiff::tz::Offset::UTC.to_datetime(moment).date().to_string(),
            amount,
        }
    });
    Ok(days.collect())
}

async fn by_way(
    conn: &impl ConnectionTrait,
    people: Select<attendance::Entity>,
    beyond: &Beyond,
) -> Result<Vec<WayMoney>> {
    let sums: Vec<(i64, i64, PaidWay)> = payments_of(people)
        .expr_as(
            Expr::cust("count(distinct payment.attendance_id)"),
            "number",
        )
        .column(payment::Column::Way)
        .group_by(payment::Column::Way)
        .into_tuple()
        .all(conn)
        .await?;
    let ways = [
        PaidWay::Webhook,
        PaidWay::Statement,
        PaidWay::Hand,
        PaidWay::Door,
    ];
    let of = |way: PaidWay| {
        let (amount, count, _) = sums.iter().find(|(.., of)| *of == way)?;
        let of_way = beyond.iter().filter(|(payment, _)| payment.way == way);
        let more: i64 = of_way.map(|(_, part)| part).sum();
        let (amount, count) = (*amount - more, *count);
        Some(WayMoney {
            way,
            sum: Sum { amount, count },
        })
    };
    Ok(ways.into_iter().filter_map(of).collect())
}

/// Returns the amounts due and received for all events of the caller.
#[utoipa::path(get, path = "/money", tag = "money",
    responses((status = 200, body = Envelope<Money>)), security(("bearer" = [])))]
pub async fn get_money(State(app): State<App>, caller: Signed) -> Result<Envelope<Money>> {
    let (conn, owner) = (app.db.read(), caller.user.id);
    let rows = event::owned_by(owner)
        .order_by_desc(event::Column::EventStartDate)
        .order_by_desc(event::Column::Id)
        .limit(EVENTS)
        .all(conn)
        .await?;
    let of_events = attendance::Column::EventId.is_in(rows.iter().map(|row| row.id));
    let by_event = |found: Select<attendance::Entity>| {
        found
            .filter(of_events.clone())
            .column(attendance::Column::EventId)
            .group_by(attendance::Column::EventId)
            .into_tuple::<(i64, i64, EventId)>()
    };
    let due = by_event(summed_due(attendance::owing())).all(conn).await?;
    let received = by_event(summed_received(attendance::with_money()));
    let received = received.all(conn).await?;
    let more = by_event(summed_surplus(attendance::with_surplus()));
    let more = more.all(conn).await?;
    let paid = || attendance::with_money().filter(of_events.clone());
    let waiting = store::waiting_of_events(conn, owner).await?;
    let owed_back = refunds::sum_owed(conn, &rows).await?;
    let returned = refunds::sum_returned(conn, &rows).await?;
    let returned = returned.into_values().fold(Sum::default(), add);
    let beyond = surplus::of_people(conn, paid()).await?;
    let days = by_day(conn, paid(), &beyond).await?;
    let ways = by_way(conn, paid(), &beyond).await?;
    let by_id = |sums: Vec<(i64, i64, EventId)>| -> HashMap<EventId, Sum> {
        let sums = sums.into_iter();
        sums.map(|(amount, count, event)| (event, Sum { amount, count }))
            .collect()
    };
    let (due, received, more) = (by_id(due), by_id(received), by_id(more));
    let sum_of = |sums: &HashMap<EventId, Sum>, id| sums.get(&id).copied().unwrap_or_default();
    let listed = rows.into_iter().filter_map(|row| {
        let of = MoneyOfEvent {
            due: match row.cancelled_at {
                None => sum_of(&due, row.id),
                Some(_) => Sum::default(),
            },
            received: sum_of(&received, row.id),
            surplus: sum_of(&more, row.id),
            waiting: sum_of(&waiting, row.id),
            refunds: sum_of(&owed_back, row.id),
            id: row.id,
            title: row.title,
            event_start_date: row.event_start_date,
        };
        let sums = [of.due, of.received, of.surplus, of.waiting, of.refunds];
        let has_money = sums.iter().any(|sum| sum.count > 0);
        has_money.then_some(of)
    });
    let events: Vec<_> = listed.collect();
    let total = |of: fn(&MoneyOfEvent) -> Sum| events.iter().map(of).fold(Sum::default(), add);
    let money = Money {
        due: total(|event| event.due),
        received: total(|event| event.received),
        surplus: total(|event| event.surplus),
        refunds: total(|event| event.refunds),
        returned,
        waiting: store::sum(conn, &Scope::Organiser(owner), TransferState::Waiting).await?,
        events,
        by_day: days,
        by_way: ways,
    };
    Ok(Envelope::ok(money))
}
