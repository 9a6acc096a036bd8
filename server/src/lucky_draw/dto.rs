//! What the lucky draw's calls take and answer.

use std::collections::HashSet;

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{DrawSource, NameForm};
use crate::attendances::ParticipationType;
use crate::clock;
use crate::error::LocalizedText;
use crate::files::FileUrl;
use crate::http::{Check, Validate, not_null};
use crate::ids::{AttendanceId, DrawRoundId, DrawWinnerId, PrizeId};

/// Prizes of one draw, at most.
const MAX_PRIZES: usize = 50;
/// Of one prize, at most.
const MAX_QUANTITY: i64 = 10_000;
/// Characters of a prize's name, at most.
const MAX_NAME: usize = 200;
/// Characters of the hall's word, at most.
const MAX_WORD: usize = 100;

/// Something to win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prize {
    /// Names it when it is drawn.
    pub id: PrizeId,
    /// What it is.
    pub name: String,
    /// How many of it there are.
    pub quantity: i64,
    /// What it looks like.
    #[schema(required)]
    pub image: Option<FileUrl>,
}

/// A prize with what is left of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrizeState {
    /// The prize.
    #[serde(flatten)]
    pub prize: Prize,
    /// How many of it are won.
    pub drawn: i64,
}

/// A prize as it is sent; without an identifier it is a new one.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PrizeBody {
    /// Of a prize that is there already.
    pub id: Option<PrizeId>,
    /// What it is, at most 200 characters.
    pub name: String,
    /// How many of it there are, 1–10,000.
    pub quantity: i64,
    /// What it looks like.
    pub image: Option<FileUrl>,
}

impl From<PrizeBody> for Prize {
    fn from(body: PrizeBody) -> Self {
        Self {
            id: body.id.unwrap_or_else(clock::new_id),
            name: body.name,
            quantity: body.quantity,
            image: body.image,
        }
    }
}

/// Changes the draw; what is absent stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeLuckyDraw {
    /// Whose names are in the pot.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub source: Option<DrawSource>,
    /// Whether whoever has won is out of the later draws.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub exclude_winners: Option<bool>,
    /// Participation types that do not take part.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub excluded_types: Option<Vec<ParticipationType>>,
    /// All prizes, in order; at most 50.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub prizes: Option<Vec<PrizeBody>>,
    /// How the public page, its screens and its sockets name people.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub name_form: Option<NameForm>,
    /// Whether the public page shows the draw at all.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub is_open: Option<bool>,
}

impl Validate for ChangeLuckyDraw {
    fn validate(&mut self, check: &mut Check) {
        let Some(prizes) = &mut self.prizes else {
            return;
        };
        check.ensure(
            prizes.len() <= MAX_PRIZES,
            "prizes",
            LocalizedText::new("field.tooMany").with("max", MAX_PRIZES),
        );
        let mut seen = HashSet::new();
        for (at, prize) in prizes.iter_mut().enumerate().take(MAX_PRIZES) {
            check.required_text(&format!("prizes.{at}.name"), &mut prize.name, MAX_NAME);
            check.between(
                &format!("prizes.{at}.quantity"),
                prize.quantity,
                1,
                MAX_QUANTITY,
            );
            check.ensure(
                prize.id.is_none_or(|id| seen.insert(id)),
                &format!("prizes.{at}.id"),
                LocalizedText::new("luckyDraw.samePrize"),
            );
        }
    }
}

/// Draws a winner.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawBody {
    /// What is drawn for; without it, a name is drawn for nothing in particular.
    pub prize_id: Option<PrizeId>,
    /// The round that was opened for it. Without it, a round is opened first.
    pub round_id: Option<DrawRoundId>,
    /// A word from the hall, said after the round was opened, that decides as well; at most 100 characters.
    pub word: Option<String>,
}

impl Validate for DrawBody {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("word", &mut self.word, MAX_WORD);
    }
}

/// Takes back a win.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct VoidQuery {
    /// Whether they take part in no later draw of the event, because they are not there.
    pub stays_out: Option<bool>,
}

/// Somebody in the pot, as everyone may see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawEntry {
    /// The registration; says nothing about the person.
    pub id: AttendanceId,
    /// The name in the form that the organiser chose.
    pub name: String,
    /// Their ticket code, but for its end hidden: tells people of one name apart.
    pub masked_code: String,
}

/// A winner, as everyone may see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawWinner {
    /// Names the win when it is voided.
    pub id: DrawWinnerId,
    /// The round it was drawn in.
    pub round_id: DrawRoundId,
    /// That round's number.
    pub round: i64,
    /// The winner's registration.
    pub attendance_id: AttendanceId,
    /// The name in the form that the organiser chose.
    pub name: String,
    /// Their ticket code, but for its end hidden.
    pub masked_code: String,
    /// What they won.
    #[schema(required)]
    pub prize_id: Option<PrizeId>,
    /// Its name.
    #[schema(required)]
    pub prize: Option<String>,
    /// What it looks like.
    #[schema(required)]
    pub prize_image: Option<FileUrl>,
    /// When.
    pub drawn_at: Timestamp,
}

/// What is promised before a draw.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawCommitment {
    /// Names the round.
    pub id: DrawRoundId,
    /// Counts the event's rounds, from 1.
    pub number: i64,
    /// SHA-256 of the secret seed.
    pub seed_hash: String,
    /// SHA-256 of the list of those who take part.
    pub pool_hash: String,
    /// How many take part.
    pub pool_size: i64,
    /// When it was promised.
    pub opened_at: Timestamp,
}

/// The lucky draw as everyone may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LuckyDraw {
    /// The event's name.
    pub title: String,
    /// Its logo.
    pub logo: FileUrl,
    /// Its cover.
    #[schema(required)]
    pub cover_image: Option<FileUrl>,
    /// Whether the organiser has opened the draw. Until then there are no people, prizes, winners, counts and rounds.
    pub is_open: bool,
    /// How people are named here.
    pub name_form: NameForm,
    /// Whose names are in the pot.
    pub source: DrawSource,
    /// How many take part.
    pub total: i64,
    /// All who take part, or a random few hundred of them when they are more. The draw is always among all.
    pub entries: Vec<DrawEntry>,
    /// The newest winners first, at most 500; without those whose win was voided.
    pub winners: Vec<DrawWinner>,
    /// What there is to win.
    pub prizes: Vec<PrizeState>,
    /// The round that was opened and not drawn yet.
    #[schema(required)]
    pub round: Option<DrawCommitment>,
}

/// A winner, as the event's owner sees them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnWinner {
    /// What everyone sees.
    #[serde(flatten)]
    pub winner: DrawWinner,
    /// The winner's name as it was registered.
    pub full_name: String,
    /// The winner's company.
    pub company: String,
    /// When the win was taken back.
    #[schema(required)]
    pub voided_at: Option<Timestamp>,
}

/// The lucky draw as the event's owner sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LuckyDrawSettings {
    /// Whose names are in the pot.
    pub source: DrawSource,
    /// Whether whoever has won is out of the later draws.
    pub exclude_winners: bool,
    /// Participation types that do not take part.
    pub excluded_types: Vec<ParticipationType>,
    /// What there is to win.
    pub prizes: Vec<PrizeState>,
    /// Everyone who won, the newest first, voided wins too; at most 500.
    pub winners: Vec<OwnWinner>,
    /// How many take part now.
    pub total: i64,
    /// How many are in the hall.
    pub checked_in: i64,
    /// How the public page names people.
    pub name_form: NameForm,
    /// Whether the public page shows the draw.
    pub is_open: bool,
    /// What the public page shows, or would show once the draw is open.
    pub draw: LuckyDraw,
}

/// A round with everything that is needed to check it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawRound {
    /// What was promised.
    #[serde(flatten)]
    pub commitment: DrawCommitment,
    /// The registrations on the list, in their order. Empty for a round that was never drawn and gave way to another.
    pub pool: Vec<AttendanceId>,
    /// The hall's word; empty when there was none.
    pub word: String,
    /// When it was drawn.
    #[schema(required)]
    pub drawn_at: Option<Timestamp>,
    /// The seed; null before the draw.
    #[schema(required)]
    pub seed: Option<String>,
    /// Who won; null before the draw.
    #[schema(required)]
    pub winner: Option<AttendanceId>,
}
