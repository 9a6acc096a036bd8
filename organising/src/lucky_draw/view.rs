//! The data of a draw for everyone, and for the event's owner.

use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::EventId;
use hoi_ticketing::events::entity::event;

use super::dto::{
    DrawCommitment, DrawEntry, DrawRound, DrawWinner, LuckyDraw, LuckyDrawSettings, OwnWinner,
};
use super::entity::round;
use super::rules::{Pool, mask_code, public_name};
use super::setup::Setup;
use super::store::FoundWinner;
use super::{DrawRoundId, store};

/// Returns the public data: names in the chosen form and hidden codes, and nothing before the draw is open.
pub async fn show(app: &App, event: event::Model) -> Result<LuckyDraw> {
    let setup = Setup::of(app.db.read(), event.id).await?;
    if !setup.is_open {
        return Ok(closed(event, &setup));
    }
    show_open(app, event, &setup).await
}

fn closed(event: event::Model, setup: &Setup) -> LuckyDraw {
    LuckyDraw {
        title: event.title,
        logo: event.logo,
        cover_image: event.cover_image,
        is_open: false,
        name_form: setup.name_form,
        source: setup.source,
        total: 0,
        entries: Vec::new(),
        winners: Vec::new(),
        prizes: Vec::new(),
        round: None,
    }
}

async fn show_open(app: &App, event: event::Model, setup: &Setup) -> Result<LuckyDraw> {
    let conn = app.db.read();
    let prizes = setup.prize_states(conn, event.id).await?;
    let total = store::count_pool(conn, event.id, setup).await?;
    // In the order of the list from which the winner is drawn.
    let entries = store::find_entries(conn, event.id, setup, total).await?;
    let winners = store::find_winners(conn, event.id, false).await?;
    let round = store::find_open_round(conn, event.id).await?;
    Ok(LuckyDraw {
        title: event.title,
        logo: event.logo,
        cover_image: event.cover_image,
        is_open: setup.is_open,
        name_form: setup.name_form,
        source: setup.source,
        total,
        entries: entries
            .into_iter()
            .map(|(id, name, code)| DrawEntry {
                id,
                name: public_name(setup.name_form, &name, &code),
                masked_code: mask_code(&code),
            })
            .collect(),
        winners: winners
            .into_iter()
            .map(|found| winner(setup, &found))
            .collect(),
        prizes,
        round: round.as_ref().map(commitment),
    })
}

/// Returns the settings and wins for the event's owner.
pub async fn show_settings(app: &App, shown: event::Model) -> Result<LuckyDrawSettings> {
    let conn = app.db.read();
    let event = shown.id;
    let setup = Setup::of(conn, event).await?;
    let winners = store::find_winners(conn, event, true).await?;
    Ok(LuckyDrawSettings {
        prizes: setup.prize_states(conn, event).await?,
        winners: winners
            .into_iter()
            .map(|found| own_winner(&setup, found))
            .collect(),
        total: store::count_pool(conn, event, &setup).await?,
        checked_in: store::count_inside(conn, event).await?,
        draw: show_open(app, shown, &setup).await?,
        name_form: setup.name_form,
        is_open: setup.is_open,
        version: setup.version,
        source: setup.source,
        exclude_winners: setup.exclude_winners,
        excluded_types: setup.excluded_types,
    })
}

/// Returns the data needed to verify the round; the seed only once it is drawn.
///
/// # Errors
/// 5005 while the draw is not open, because the list reveals how many take part.
pub async fn show_round(app: &App, event: EventId, id: DrawRoundId) -> Result<DrawRound> {
    let conn = app.db.read();
    if !Setup::of(conn, event).await?.is_open {
        return Err(Error::not_found());
    }
    let round = store::find_round(conn, event, id)
        .await?
        .ok_or_else(Error::not_found)?;
    Ok(DrawRound {
        commitment: commitment(&round),
        pool: Pool::read(&round.pool).people().to_vec(),
        seed: round.drawn_at.map(|_| round.seed.reveal()),
        winner: match round.drawn_at {
            Some(_) => store::find_winner_of(conn, id).await?,
            None => None,
        },
        drawn_at: round.drawn_at,
        word: round.word,
    })
}

/// Returns the commitment of the round.
#[must_use]
pub fn commitment(round: &round::Model) -> DrawCommitment {
    DrawCommitment {
        id: round.id,
        number: round.number,
        seed_hash: round.seed_hash.clone(),
        pool_hash: round.pool_hash.clone(),
        pool_size: round.pool_size,
        opened_at: round.opened_at,
    }
}

/// Returns the win for the event's owner.
#[must_use]
pub fn own_winner(setup: &Setup, found: FoundWinner) -> OwnWinner {
    OwnWinner {
        winner: winner(setup, &found),
        full_name: found.1.full_name,
        company: found.1.company,
        voided_at: found.0.voided_at,
    }
}

fn winner(setup: &Setup, (row, person, round): &FoundWinner) -> DrawWinner {
    let prize = setup.prize(row.prize_id);
    DrawWinner {
        id: row.id,
        round_id: row.round_id,
        round: *round,
        attendance_id: row.attendance_id,
        name: public_name(setup.name_form, &person.full_name, &person.ticket_code),
        masked_code: mask_code(&person.ticket_code),
        prize_id: row.prize_id,
        prize: prize.map(|prize| prize.name.clone()),
        prize_image: prize.and_then(|prize| prize.image),
        drawn_at: row.drawn_at,
    }
}
