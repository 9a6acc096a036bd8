//! Opens rounds, draws them, and voids wins.

use hoi_db::Tx;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::Envelope;
use hoi_platform::idempotency::Once;
use hoi_platform::ids::EventId;
use hoi_platform::{clock, secrets};
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use sea_orm::{EntityTrait, Set};
use serde::Serialize;
use serde_json::json;

use super::dto::{DrawBody, DrawWinner, OwnWinner};
use super::entity::{round, winner};
use super::seed::Seed;
use super::setup::Setup;
use super::{DrawRoundId, DrawSource, DrawWinnerId, rules, store, view};
use crate::checkin;

/// Opens a round for the current participants of the draw, and sends its commitment to every screen. Returns the open
/// round instead while the list has not changed. `after` is the number of the last draw that the caller knows of; None to
/// open a round after any.
pub async fn open_round(
    app: &App,
    caller: &InEvent<rights::Draw>,
    after: Option<i64>,
) -> Result<round::Model> {
    let event = caller.event.id;
    let setup = Setup::of(app.db.read(), event).await?;
    let pool = store::find_pool(app.db.read(), event, &setup).await?;
    if pool.len() == 0 {
        events::check_not_cancelled(caller.event.cancelled_at.is_some())?;
        return Err(nobody_left(app, event, &setup).await?);
    }
    let pool_hash = pool.hash();
    let seed = Seed::new(secrets::random()?);
    let now = app.clock.now();

    let tx = app.db.write().await?;
    lock(&tx, event).await?;
    if let Some(known) = after
        && store::last_drawn(&tx, event).await? != known
    {
        return Err(Error::Conflict(LocalizedText::new(
            "luckyDraw.drawnMeanwhile",
        )));
    }
    if let Some(open) = store::find_open_round(&tx, event).await? {
        if open.pool_hash == pool_hash {
            return Ok(open);
        }
        store::give_up_round(&tx, open.id).await?;
    }
    let row = round::Model {
        id: clock::new_id(),
        event_id: event,
        number: store::last_number(&tx, event).await? + 1,
        seed_hash: seed.hash(),
        seed,
        pool: pool.write(),
        pool_hash,
        pool_size: i64::try_from(pool.len()).unwrap_or(i64::MAX),
        word: String::new(),
        opened_at: now,
        opened_by: caller.user.id,
        drawn_at: None,
    };
    round::Entity::insert(round::ActiveModel::from(row.clone()))
        .exec_without_returning(&tx)
        .await?;
    let data = json!({ "round": row.number, "count": row.pool_size });
    let entry = LogEntry::new(event, EventAction::DrawOpened)
        .by(caller.user.id)
        .with(data);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    tell(app, &setup, event, "drawOpened", &view::commitment(&row)).await;
    Ok(row)
}

/// Draws the winner of a round. The data stored when the round was opened, and the word, determine the winner.
pub async fn draw(
    app: &App,
    caller: &InEvent<rights::Draw>,
    once: Once,
    body: DrawBody,
) -> Result<Envelope<OwnWinner>> {
    let event = caller.event.id;
    let asked = match body.round_id {
        Some(id) => id,
        None => open_round(app, caller, None).await?.id,
    };
    let now = app.clock.now();
    let word = body.word.unwrap_or_default();

    let tx = once.begin().await?;
    lock(&tx, event).await?;
    let setup = Setup::of(&tx, event).await?;
    let drawn = store::count_drawn(&tx, event).await?;
    let prize = match body.prize_id {
        Some(id) => {
            let won = drawn.get(&id).copied().unwrap_or(0);
            Some(rules::check_left(&setup.prizes, id, won)?)
        }
        None => None,
    };
    let round = find_drawable(&tx, event, asked).await?;
    let pool = rules::Pool::read(&round.pool);
    // Checked before the winner is computed: otherwise a refusal could be used to draw until the result suits.
    let eligible = store::find_pool(&tx, event, &setup).await?;
    if !pool.is_within(&eligible) {
        return Err(Error::Conflict(LocalizedText::new("luckyDraw.listChanged")));
    }
    let Some(person) = pool.winner(&round.seed, round.number, &word) else {
        return Err(Error::Conflict(LocalizedText::new("luckyDraw.nobodyLeft")));
    };
    store::close_round(&tx, round.id, &word, now).await?;
    let id: DrawWinnerId = clock::new_id();
    let row = winner::ActiveModel {
        id: Set(id),
        event_id: Set(event),
        round_id: Set(round.id),
        attendance_id: Set(person),
        prize_id: Set(prize.map(|prize| prize.id)),
        drawn_at: Set(now),
        drawn_by: Set(caller.user.id),
        voided_at: Set(None),
        voided_by: Set(None),
        stays_out: Set(false),
    };
    winner::Entity::insert(row)
        .exec_without_returning(&tx)
        .await?;
    let found = store::find_winner(&tx, event, id)
        .await?
        .ok_or_else(Error::not_found)?;
    let data = json!({
        "round": round.number,
        "prize": prize.map(|prize| &prize.name),
        "name": found.1.full_name,
    });
    let entry = LogEntry::new(event, EventAction::DrawDrawn)
        .by(caller.user.id)
        .about(person.0)
        .with(data);
    events::log(&tx, entry, now).await?;
    let won = Envelope::ok(view::own_winner(&setup, found));
    let won = once.commit(tx, won).await?;
    tell::<DrawWinner>(app, &setup, event, "drawn", &won.data.winner).await;
    Ok(won)
}

/// Voids a win. The row stays, and the prize can be drawn again.
pub async fn void(
    app: &App,
    caller: &InEvent<rights::Draw>,
    id: DrawWinnerId,
    stays_out: bool,
) -> Result<()> {
    let event = caller.event.id;
    let now = app.clock.now();
    let tx = app.db.write().await?;
    lock(&tx, event).await?;
    let setup = Setup::of(&tx, event).await?;
    let (row, person, number) = store::find_winner(&tx, event, id)
        .await?
        .ok_or_else(Error::not_found)?;
    if !store::void_winner(&tx, id, caller.user.id, stays_out, now).await? {
        return Err(Error::Conflict(LocalizedText::new(
            "luckyDraw.voidedBefore",
        )));
    }
    let prize = setup.prize(row.prize_id).map(|prize| &prize.name);
    let data = json!({
        "round": number,
        "prize": prize,
        "name": person.full_name,
        "staysOut": stays_out,
    });
    let entry = LogEntry::new(event, EventAction::DrawVoided)
        .by(caller.user.id)
        .about(person.id.0)
        .with(data);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    tell(app, &setup, event, "drawVoided", &json!({ "id": id })).await;
    Ok(())
}

/// Locks the event, so that the draws of one event happen one after the other and no prize is given out twice.
async fn lock(tx: &Tx, event: EventId) -> Result<()> {
    let event = events::lock_event(tx, event)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    events::check_not_cancelled(event.cancelled_at.is_some())
}

async fn find_drawable(tx: &Tx, event: EventId, id: DrawRoundId) -> Result<round::Model> {
    let round = store::find_round(tx, event, id)
        .await?
        .ok_or_else(Error::not_found)?;
    if round.drawn_at.is_some() {
        return Err(Error::Conflict(LocalizedText::new("luckyDraw.roundDrawn")));
    }
    if round.pool.is_empty() {
        return Err(Error::Conflict(LocalizedText::new("luckyDraw.listChanged")));
    }
    Ok(round)
}

/// Returns the reason why there is no participant to draw.
async fn nobody_left(app: &App, event: EventId, setup: &Setup) -> Result<Error> {
    let is_empty_hall = setup.source == DrawSource::CheckedIn
        && store::count_inside(app.db.read(), event).await? == 0;
    let key = if is_empty_hall {
        "luckyDraw.nobodyInside"
    } else {
        "luckyDraw.nobodyLeft"
    };
    Ok(Error::Conflict(LocalizedText::new(key)))
}

/// Makes every screen of the draw load it again.
pub async fn tell_changed(app: &App, event: EventId) {
    checkin::tell_screens(app, event, "drawChanged", &json!({})).await;
}

/// Sends a message to the screens, which anyone may watch. While the draw is not open, they only learn that it changed.
async fn tell<T: Serialize>(app: &App, setup: &Setup, event: EventId, name: &str, data: &T) {
    if setup.is_open {
        checkin::tell_screens(app, event, name, data).await;
    } else {
        tell_changed(app, event).await;
    }
}
