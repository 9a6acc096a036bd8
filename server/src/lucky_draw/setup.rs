//! What is drawn, and from whom.

use sea_orm::{ConnectionTrait, Set};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::dto::{ChangeLuckyDraw, Prize, PrizeState};
use super::entity::lucky_draw;
use super::{DrawSource, NameForm, PrizeId, rules, store};
use crate::accounts::Role;
use crate::app::App;
use crate::attendances::ParticipationType;
use crate::error::{Error, LocalizedText, Result};
use crate::events::EventOwner;
use crate::events::{self, EventAction};
use crate::files::{self, Visibility};
use crate::ids::EventId;

/// The draw as the owner set it up, or as it is without that.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Whose names are in the pot.
    pub source: DrawSource,
    /// Whether winners are out of the later draws.
    pub exclude_winners: bool,
    /// Those who do not take part.
    pub excluded_types: Vec<ParticipationType>,
    /// What there is to win.
    pub prizes: Vec<Prize>,
    /// How the public pages name people.
    pub name_form: NameForm,
    /// Whether the public page shows the draw; false until the owner saves it as open.
    pub is_open: bool,
}

impl Default for Setup {
    /// Staff do not win what the guests came for.
    fn default() -> Self {
        Self {
            source: DrawSource::CheckedIn,
            exclude_winners: true,
            excluded_types: vec![ParticipationType::Committee],
            prizes: Vec::new(),
            name_form: NameForm::GivenInitial,
            is_open: false,
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
    /// The event's draw.
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
        })
    }

    /// The prize, if it is one of this draw's.
    #[must_use]
    pub fn prize(&self, id: Option<PrizeId>) -> Option<&Prize> {
        self.prizes.iter().find(|prize| Some(prize.id) == id)
    }

    /// The prizes with what is left of them.
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

/// Changes what is drawn and from whom. A round that is open keeps its list.
pub async fn change(app: &App, owner: &EventOwner, body: ChangeLuckyDraw) -> Result<()> {
    let now = app.clock.now();
    let id = owner.event.id;
    let tx = app.db.write().await?;
    let event = events::lock_event(&tx, id)
        .await?
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))?;
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    let mut setup = Setup::of(&tx, id).await?;
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
            let is_admin = owner.user.role == Role::Admin;
            let user = owner.user.id;
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
        updated_at: Set(now),
    };
    store::save_setup(&tx, row).await?;
    let by = Some(owner.user.id);
    events::log(&tx, id, by, EventAction::DrawChanged, None, data, now).await?;
    tx.commit().await?;
    Ok(())
}
