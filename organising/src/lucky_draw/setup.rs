//! The settings of a draw: its participants and prizes.

use hoi_community::accounts::Role;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::files::{self, Visibility};
use hoi_platform::ids::EventId;
use hoi_ticketing::attendances::ParticipationType;
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use sea_orm::{ConnectionTrait, Set};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::dto::{ChangeLuckyDraw, PrizeState};
use super::entity::lucky_draw;
use super::rules::Prize;
use super::{DrawSource, NameForm, PrizeId, rules, store, view};

/// The owner's settings of the draw, or the defaults.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Which registrations take part.
    pub source: DrawSource,
    /// Whether winners do not take part in later draws.
    pub exclude_winners: bool,
    /// Participation types that do not take part.
    pub excluded_types: Vec<ParticipationType>,
    pub prizes: Vec<Prize>,
    /// How the public pages name people.
    pub name_form: NameForm,
    /// Whether the public page shows the draw.
    pub is_open: bool,
    /// The number of changes.
    pub version: i64,
}

impl Default for Setup {
    /// Excludes the committee, because the prizes are for guests.
    fn default() -> Self {
        Self {
            source: DrawSource::CheckedIn,
            exclude_winners: true,
            excluded_types: vec![ParticipationType::Committee],
            prizes: Vec::new(),
            name_form: NameForm::GivenInitial,
            is_open: false,
            version: 0,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Types {
    types: Vec<ParticipationType>,
}

#[derive(Serialize, Deserialize)]
struct Prizes {
    prizes: Vec<Prize>,
}

impl Setup {
    /// Returns the settings of the event's draw.
    pub async fn of(conn: &impl ConnectionTrait, event: EventId) -> Result<Self> {
        let Some(row) = store::find_setup(conn, event).await? else {
            return Ok(Self::default());
        };
        let read = |error: serde_json::Error| Error::Internal(error.into());
        let Types { types } = serde_json::from_value(row.excluded_types).map_err(read)?;
        let Prizes { prizes } = serde_json::from_value(row.prizes).map_err(read)?;
        Ok(Self {
            source: row.source,
            exclude_winners: row.exclude_winners,
            excluded_types: types,
            prizes,
            name_form: row.name_form,
            is_open: row.is_open,
            version: row.version,
        })
    }

    /// Returns the prize; None if it is not part of this draw.
    #[must_use]
    pub fn prize(&self, id: Option<PrizeId>) -> Option<&Prize> {
        self.prizes.iter().find(|prize| Some(prize.id) == id)
    }

    /// Returns the prizes with the numbers of their winners.
    pub async fn prize_states(
        &self,
        conn: &impl ConnectionTrait,
        event: EventId,
    ) -> Result<Vec<PrizeState>> {
        let drawn = store::count_drawn(conn, event).await?;
        let states = self.prizes.iter().map(|prize| PrizeState {
            prize: prize.clone(),
            drawn: drawn.get(&prize.id).copied().unwrap_or(0),
        });
        Ok(states.collect())
    }
}

/// Changes the settings of the draw. An open round keeps its list.
pub async fn change(
    app: &App,
    caller: &InEvent<rights::Draw>,
    body: ChangeLuckyDraw,
) -> Result<()> {
    let now = app.clock.now();
    let id = caller.event.id;
    let tx = app.db.write().await?;
    let event = events::lock_event(&tx, id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    let mut setup = Setup::of(&tx, id).await?;
    if is_stale(body.version, setup.version) {
        drop(tx);
        let stored = view::show_settings(app, caller.event.clone()).await?;
        return Err(Error::changed_meanwhile(&stored));
    }
    if let Some(source) = body.source {
        setup.source = source;
    }
    if let Some(exclude) = body.exclude_winners {
        setup.exclude_winners = exclude;
    }
    if let Some(form) = body.name_form {
        setup.name_form = form;
    }
    if let Some(is_open) = body.is_open {
        setup.is_open = is_open;
    }
    if let Some(types) = body.excluded_types {
        setup.excluded_types = Vec::new();
        for kind in types {
            if !setup.excluded_types.contains(&kind) {
                setup.excluded_types.push(kind);
            }
        }
    }
    if let Some(prizes) = body.prizes {
        let prizes: Vec<Prize> = prizes.into_iter().map(Prize::from).collect();
        let drawn = store::count_drawn(&tx, id).await?;
        rules::check_prizes(&setup.prizes, &prizes, |prize| {
            drawn.get(&prize).copied().unwrap_or(0)
        })?;
        for (at, prize) in prizes.iter().enumerate() {
            let Some(image) = prize.image else { continue };
            if setup.prizes.iter().any(|known| known.image == Some(image)) {
                continue;
            }
            let is_admin = caller.user.role == Role::Admin;
            let user = caller.user.id;
            if !files::is_usable(&tx, image.0, user, is_admin, Visibility::Public).await? {
                return Err(Error::field(
                    &format!("prizes.{at}.image"),
                    LocalizedText::new("file.notAvailable"),
                ));
            }
        }
        setup.prizes = prizes;
    }
    let data = json!({
        "prizes": setup.prizes.len(),
        "source": setup.source,
        "nameForm": setup.name_form,
        "isOpen": setup.is_open,
    });
    let row = lucky_draw::ActiveModel {
        event_id: Set(id),
        source: Set(setup.source),
        exclude_winners: Set(setup.exclude_winners),
        excluded_types: Set(json!({ "types": setup.excluded_types })),
        prizes: Set(json!({ "prizes": setup.prizes })),
        name_form: Set(setup.name_form),
        is_open: Set(setup.is_open),
        version: Set(setup.version + 1),
        updated_at: Set(now),
    };
    store::save_setup(&tx, row).await?;
    let entry = LogEntry::new(id, EventAction::DrawChanged)
        .by(caller.user.id)
        .with(data);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    Ok(())
}
