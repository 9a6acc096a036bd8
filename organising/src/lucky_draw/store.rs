//! Queries of the lucky draw, including those for participants.

use std::collections::HashMap;

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_ticketing::attendances::attendance;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, OnConflict, Order, Query, WindowStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};

use super::entity::{lucky_draw, round, winner};
use super::rules::Pool;
use super::setup::Setup;
use super::{DrawRoundId, DrawSource, DrawWinnerId, PrizeId};

/// The most winners shown. The log contains all.
const SHOWN_WINNERS: u64 = 500;
/// The most participants that the public page lists by name; `total` counts all.
pub const SHOWN_NAMES: u64 = 500;
/// The column with the number of a participant in the order of arrival.
const NUMBER: &str = "number";

/// Returns the owner's settings; None if the owner has saved none.
#[tracing::instrument(name = "lucky_draw.find_setup", skip_all)]
pub async fn find_setup(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<Option<lucky_draw::Model>> {
    Ok(lucky_draw::Entity::find_by_id(event).one(conn).await?)
}

/// Stores the owner's settings.
#[tracing::instrument(name = "lucky_draw.save_setup", skip_all)]
pub async fn save_setup(tx: &Tx, row: lucky_draw::ActiveModel) -> Result<()> {
    use lucky_draw::Column;
    let newer = OnConflict::column(Column::EventId)
        .update_columns([
            Column::Source,
            Column::ExcludeWinners,
            Column::ExcludedTypes,
            Column::Prizes,
            Column::NameForm,
            Column::IsOpen,
            Column::Version,
            Column::UpdatedAt,
        ])
        .to_owned();
    lucky_draw::Entity::insert(row)
        .on_conflict(newer)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Selects the participants of the draw.
fn eligible(event: EventId, setup: &Setup) -> Select<attendance::Entity> {
    let mut out = Condition::any().add(winner::Column::StaysOut.eq(true));
    if setup.exclude_winners {
        out = out.add(winner::Column::VoidedAt.is_null());
    }
    let out = winner::Entity::find()
        .select_only()
        .column(winner::Column::AttendanceId)
        .filter(winner::Column::EventId.eq(event))
        .filter(out)
        .into_query();
    let mut found = attendance::live()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::ConfirmBy.is_null())
        .filter(attendance::Column::Id.not_in_subquery(out));
    if setup.source == DrawSource::CheckedIn {
        found = found.filter(attendance::Column::CheckedInTime.is_not_null());
    }
    if !setup.excluded_types.is_empty() {
        let types = setup.excluded_types.iter().copied();
        found = found.filter(attendance::Column::ParticipationType.is_not_in(types));
    }
    found
}

/// Returns the list of all participants of the draw.
#[tracing::instrument(name = "lucky_draw.find_pool", skip_all)]
pub async fn find_pool(conn: &impl ConnectionTrait, event: EventId, setup: &Setup) -> Result<Pool> {
    let people = eligible(event, setup)
        .select_only()
        .column(attendance::Column::Id)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(Pool::new(people))
}

/// Counts the participants of the draw.
#[tracing::instrument(name = "lucky_draw.count_pool", skip_all)]
pub async fn count_pool(conn: &impl ConnectionTrait, event: EventId, setup: &Setup) -> Result<i64> {
    let count = eligible(event, setup).count(conn).await?;
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Counts the people checked in, including the committee.
#[tracing::instrument(name = "lucky_draw.count_inside", skip_all)]
pub async fn count_inside(conn: &impl ConnectionTrait, event: EventId) -> Result<i64> {
    let count = attendance::live()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::CheckedInTime.is_not_null())
        .filter(attendance::Column::ConfirmBy.is_null())
        .count(conn)
        .await?;
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Returns identifier, name and ticket code of participants of the draw, of whom there are `total`: of all if they are at
/// most [`SHOWN_NAMES`], else of as many from the first to the last who registered, at equal distances.
#[tracing::instrument(name = "lucky_draw.find_entries", skip_all)]
pub async fn find_entries(
    conn: &impl ConnectionTrait,
    event: EventId,
    setup: &Setup,
    total: i64,
) -> Result<Vec<(AttendanceId, String, String)>> {
    let shown = i64::try_from(SHOWN_NAMES).unwrap_or(i64::MAX);
    let found = if total > shown {
        let mut numbered = eligible(event, setup)
            .select_only()
            .column(attendance::Column::Id)
            .into_query();
        let by_arrival = WindowStatement::new()
            .order_by(attendance::Column::RegistrationTime, Order::Asc)
            .order_by(attendance::Column::Id, Order::Asc)
            .take();
        numbered.expr_window_as(Func::cust("row_number"), by_arrival, NUMBER);
        let chosen = Query::select()
            .column(attendance::Column::Id)
            .from_subquery(numbered, "numbered")
            .and_where(Expr::col(NUMBER).mul(shown).modulo(total).lt(shown))
            .to_owned();
        attendance::Entity::find().filter(attendance::Column::Id.in_subquery(chosen))
    } else {
        eligible(event, setup)
    };
    Ok(found
        .select_only()
        .column(attendance::Column::Id)
        .column(attendance::Column::FullName)
        .column(attendance::Column::TicketCode)
        .order_by_asc(attendance::Column::Id)
        .limit(SHOWN_NAMES)
        .into_tuple()
        .all(conn)
        .await?)
}

/// Returns how many of each prize are won. Prizes that are not won are missing.
#[tracing::instrument(name = "lucky_draw.count_drawn", skip_all)]
pub async fn count_drawn(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<HashMap<PrizeId, i64>> {
    let counts: Vec<(PrizeId, i64)> = winner::Entity::find()
        .select_only()
        .column(winner::Column::PrizeId)
        .column_as(winner::Column::Id.count(), "drawn")
        .filter(winner::Column::EventId.eq(event))
        .filter(winner::Column::PrizeId.is_not_null())
        .filter(winner::Column::VoidedAt.is_null())
        .group_by(winner::Column::PrizeId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(counts.into_iter().collect())
}

/// Returns the round of the event, drawn or not; None if there is none.
#[tracing::instrument(name = "lucky_draw.find_round", skip_all)]
pub async fn find_round(
    conn: &impl ConnectionTrait,
    event: EventId,
    id: DrawRoundId,
) -> Result<Option<round::Model>> {
    Ok(round::Entity::find_by_id(id)
        .filter(round::Column::EventId.eq(event))
        .one(conn)
        .await?)
}

/// Returns the open round, of which there is at most one.
#[tracing::instrument(name = "lucky_draw.find_open_round", skip_all)]
pub async fn find_open_round(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<Option<round::Model>> {
    Ok(round::Entity::find()
        .filter(round::Column::EventId.eq(event))
        .filter(round::Column::DrawnAt.is_null())
        .filter(round::Column::Pool.ne(""))
        .order_by_desc(round::Column::Number)
        .one(conn)
        .await?)
}

/// Returns the number of the event's last round; 0 before the first.
#[tracing::instrument(name = "lucky_draw.last_number", skip_all)]
pub async fn last_number(conn: &impl ConnectionTrait, event: EventId) -> Result<i64> {
    find_last(conn, event, Condition::all()).await
}

/// Returns the number of the event's last round that was drawn; 0 before the first draw.
#[tracing::instrument(name = "lucky_draw.last_drawn", skip_all)]
pub async fn last_drawn(conn: &impl ConnectionTrait, event: EventId) -> Result<i64> {
    let drawn = Condition::all().add(round::Column::DrawnAt.is_not_null());
    find_last(conn, event, drawn).await
}

async fn find_last(conn: &impl ConnectionTrait, event: EventId, among: Condition) -> Result<i64> {
    let last: Option<i64> = round::Entity::find()
        .select_only()
        .column(round::Column::Number)
        .filter(round::Column::EventId.eq(event))
        .filter(among)
        .order_by_desc(round::Column::Number)
        .into_tuple()
        .one(conn)
        .await?;
    Ok(last.unwrap_or(0))
}

/// Gives up an open round by removing its list. The row stays, so its number is not used again.
#[tracing::instrument(name = "lucky_draw.give_up_round", skip_all)]
pub async fn give_up_round(tx: &Tx, id: DrawRoundId) -> Result<()> {
    round::Entity::update_many()
        .col_expr(round::Column::Pool, Expr::value(""))
        .filter(round::Column::Id.eq(id))
        .filter(round::Column::DrawnAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Marks the round as drawn.
#[tracing::instrument(name = "lucky_draw.close_round", skip_all)]
pub async fn close_round(tx: &Tx, id: DrawRoundId, word: &str, now: Timestamp) -> Result<()> {
    round::Entity::update_many()
        .col_expr(round::Column::Word, Expr::value(word))
        .col_expr(round::Column::DrawnAt, Expr::value(now))
        .filter(round::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// A win, the winner's registration and the number of the round.
pub type FoundWinner = (winner::Model, attendance::Model, i64);

/// Returns the newest wins first, including voided ones if `with_voided` is set.
#[tracing::instrument(name = "lucky_draw.find_winners", skip_all)]
pub async fn find_winners(
    conn: &impl ConnectionTrait,
    event: EventId,
    with_voided: bool,
) -> Result<Vec<FoundWinner>> {
    let mut found = winner::Entity::find().filter(winner::Column::EventId.eq(event));
    if !with_voided {
        found = found.filter(winner::Column::VoidedAt.is_null());
    }
    let rows = found
        .order_by_desc(winner::Column::DrawnAt)
        .order_by_desc(winner::Column::Id)
        .limit(SHOWN_WINNERS)
        .all(conn)
        .await?;
    describe(conn, rows).await
}

/// Returns one win, voided or not.
#[tracing::instrument(name = "lucky_draw.find_winner", skip_all)]
pub async fn find_winner(
    conn: &impl ConnectionTrait,
    event: EventId,
    id: DrawWinnerId,
) -> Result<Option<FoundWinner>> {
    let row = winner::Entity::find_by_id(id)
        .filter(winner::Column::EventId.eq(event))
        .one(conn)
        .await?;
    let mut found = describe(conn, row.into_iter().collect()).await?;
    Ok(found.pop())
}

/// Returns the winner's registration of the round.
#[tracing::instrument(name = "lucky_draw.find_winner_of", skip_all)]
pub async fn find_winner_of(
    conn: &impl ConnectionTrait,
    id: DrawRoundId,
) -> Result<Option<AttendanceId>> {
    Ok(winner::Entity::find()
        .select_only()
        .column(winner::Column::AttendanceId)
        .filter(winner::Column::RoundId.eq(id))
        .into_tuple()
        .one(conn)
        .await?)
}

async fn describe(
    conn: &impl ConnectionTrait,
    rows: Vec<winner::Model>,
) -> Result<Vec<FoundWinner>> {
    let people = rows.iter().map(|row| row.attendance_id);
    let people: HashMap<AttendanceId, attendance::Model> = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(people))
        .all(conn)
        .await?
        .into_iter()
        .map(|person| (person.id, person))
        .collect();
    let rounds = rows.iter().map(|row| row.round_id);
    let rounds: Vec<(DrawRoundId, i64)> = round::Entity::find()
        .select_only()
        .column(round::Column::Id)
        .column(round::Column::Number)
        .filter(round::Column::Id.is_in(rounds))
        .into_tuple()
        .all(conn)
        .await?;
    let rounds: HashMap<DrawRoundId, i64> = rounds.into_iter().collect();
    let found = rows.into_iter().filter_map(|row| {
        let person = people.get(&row.attendance_id)?.clone();
        let number = *rounds.get(&row.round_id)?;
        Some((row, person, number))
    });
    Ok(found.collect())
}

/// Voids a win. Returns `false` if it was voided before.
#[tracing::instrument(name = "lucky_draw.void_winner", skip_all)]
pub async fn void_winner(
    tx: &Tx,
    id: DrawWinnerId,
    by: hoi_platform::ids::UserId,
    stays_out: bool,
    now: Timestamp,
) -> Result<bool> {
    let updated = winner::Entity::update_many()
        .col_expr(winner::Column::VoidedAt, Expr::value(now))
        .col_expr(winner::Column::VoidedBy, Expr::value(by.0))
        .col_expr(winner::Column::StaysOut, Expr::value(stays_out))
        .filter(winner::Column::Id.eq(id))
        .filter(winner::Column::VoidedAt.is_null())
        .exec(tx)
        .await?;
    Ok(updated.rows_affected == 1)
}
