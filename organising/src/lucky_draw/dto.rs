//! Bodies and answers of the lucky draw.

use std::collections::HashSet;

use hoi_db::Timestamp;
use hoi_platform::clock;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::sent;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{AttendanceId, DrawRoundId, DrawWinnerId, PrizeId};
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::attendances::ParticipationType;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::rules::Prize;
use super::{DrawSource, NameForm};

/// The most prizes of one draw.
const MAX_PRIZES: usize = 50;
/// The highest quantity of one prize.
const MAX_QUANTITY: i64 = 10_000;
/// The most characters of a prize's name.
const MAX_NAME: usize = 200;
/// The most characters of the audience's word.
const MAX_WORD: usize = 100;

/// A prize and the number of its winners.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrizeState {
    #[serde(flatten)]
    pub prize: Prize,
    /// How many of this prize have been won.
    pub drawn: i64,
}

/// A prize in a request.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PrizeBody {
    /// The identifier of an existing prize; absent for a new one.
    pub id: Option<PrizeId>,
    /// The name of the prize, at most 200 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub name: String,
    /// How many of this prize are given out, 1–10,000.
    #[schema(minimum = 1, extensions(("max" = json!(MAX_QUANTITY))))]
    pub quantity: i64,
    /// A picture of the prize: a public image.
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

/// A change of the draw; absent fields stay unchanged.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeLuckyDraw {
    /// Which registrations take part.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub source: Option<DrawSource>,
    /// Whether winners do not take part in later draws.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub exclude_winners: Option<bool>,
    /// Participation types that do not take part.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub excluded_types: Option<Vec<ParticipationType>>,
    /// All prizes, in order; at most 50.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(example = json!({ "max": MAX_PRIZES }))]
    pub prizes: Option<Vec<PrizeBody>>,
    /// How people are named on the public page, its screens and its sockets.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub name_form: Option<NameForm>,
    /// Whether the public page shows the draw.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub is_open: Option<bool>,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
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
            check.required_line(&format!("prizes.{at}.name"), &mut prize.name, MAX_NAME);
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

/// A request to draw a winner.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawBody {
    /// The prize to draw for; absent to draw a winner without a prize.
    pub prize_id: Option<PrizeId>,
    /// The round that was opened for this draw. If absent, a round is opened first.
    pub round_id: Option<DrawRoundId>,
    /// A word from the audience, given after the round was opened, that influences the result; at most 100 characters.
    #[schema(extensions(("max" = json!(MAX_WORD))))]
    pub word: Option<String>,
}

impl Validate for DrawBody {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("word", &mut self.word, MAX_WORD);
    }
}

/// Options of opening a round.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct RoundQuery {
    /// The number of the last round that was drawn, as the caller knows it; 0 if none was. The call is refused if another
    /// was drawn since, so that two devices do not draw twice where one draw was meant. Absent: any.
    #[param(minimum = 0, maximum = 1_000_000)]
    pub after: Option<i64>,
}

/// Options of voiding a win.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct VoidQuery {
    /// True if the person takes part in no later draw of the event, for example because they are absent. Default false.
    pub stays_out: Option<bool>,
}

/// The public data of a participant of the draw.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawEntry {
    /// The identifier of the registration, which reveals nothing about the person.
    pub id: AttendanceId,
    /// The name in the form that the organizer chose.
    pub name: String,
    /// The ticket code, hidden except for its end, which distinguishes people of the same name.
    pub masked_code: String,
}

/// The public data of a winner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawWinner {
    /// Identifies the win when it is voided.
    pub id: DrawWinnerId,
    /// The round in which it was drawn.
    pub round_id: DrawRoundId,
    /// The number of that round.
    pub round: i64,
    /// The winner's registration.
    pub attendance_id: AttendanceId,
    /// The name in the form that the organizer chose.
    pub name: String,
    /// The ticket code, hidden except for its end.
    pub masked_code: String,
    /// The prize; null if the draw was for none.
    #[schema(required)]
    pub prize_id: Option<PrizeId>,
    /// The prize's name; null without a prize.
    #[schema(required)]
    pub prize: Option<String>,
    /// A picture of the prize; null if there is none.
    #[schema(required)]
    pub prize_image: Option<FileUrl>,
    pub drawn_at: Timestamp,
}

/// The commitment published before a draw.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawCommitment {
    /// The identifier of the round.
    pub id: DrawRoundId,
    /// The number of the round in the event, from 1.
    pub number: i64,
    /// SHA-256 of the secret seed, in hexadecimal.
    pub seed_hash: String,
    /// SHA-256 of the list of participants, in hexadecimal.
    pub pool_hash: String,
    /// The number of participants on the list.
    pub pool_size: i64,
    /// When the round was opened.
    pub opened_at: Timestamp,
}

/// The public data of the lucky draw.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LuckyDraw {
    /// The event's name.
    pub title: String,
    pub logo: FileUrl,
    #[schema(required)]
    pub cover_image: Option<FileUrl>,
    /// Whether the organizer has opened the draw. Until then all lists are empty, counts are zero, and there is no
    /// round.
    pub is_open: bool,
    /// How people are named here.
    pub name_form: NameForm,
    /// Which registrations take part.
    pub source: DrawSource,
    /// The number of participants of the draw.
    pub total: i64,
    /// Participants of the draw, or a random selection of 500 if there are more. The draw always includes all.
    pub entries: Vec<DrawEntry>,
    /// The newest winners first, at most 500; without voided wins.
    pub winners: Vec<DrawWinner>,
    pub prizes: Vec<PrizeState>,
    /// The round that is open and not drawn yet; null if there is none.
    #[schema(required)]
    pub round: Option<DrawCommitment>,
}

/// A winner with data for the event's owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnWinner {
    #[serde(flatten)]
    pub winner: DrawWinner,
    /// The winner's name as it was registered.
    pub full_name: String,
    pub company: String,
    /// When the win was voided; null if it is valid.
    #[schema(required)]
    pub voided_at: Option<Timestamp>,
}

/// The lucky draw with data for the event's owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LuckyDrawSettings {
    /// Which registrations take part.
    pub source: DrawSource,
    /// Whether winners do not take part in later draws.
    pub exclude_winners: bool,
    /// Participation types that do not take part.
    pub excluded_types: Vec<ParticipationType>,
    pub prizes: Vec<PrizeState>,
    /// All winners, the newest first, including voided wins; at most 500.
    pub winners: Vec<OwnWinner>,
    /// The current number of participants of the draw.
    pub total: i64,
    /// The number of people checked in.
    pub checked_in: i64,
    /// How the public page names people.
    pub name_form: NameForm,
    /// Whether the public page shows the draw.
    pub is_open: bool,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
    /// The content of the public page, also while it does not show the draw yet.
    pub draw: LuckyDraw,
}

/// A round with the data needed to verify it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawRound {
    #[serde(flatten)]
    pub commitment: DrawCommitment,
    /// The registrations on the list, in order. Empty for a round that was replaced before it was drawn.
    pub pool: Vec<AttendanceId>,
    /// A word called from the hall before the draw; the winner is derived from it, too. Empty if none was given.
    pub word: String,
    /// When the round was drawn; null before.
    #[schema(required)]
    pub drawn_at: Option<Timestamp>,
    /// The seed; null before the draw.
    #[schema(required)]
    pub seed: Option<String>,
    /// The winner's registration; null before the draw.
    #[schema(required)]
    pub winner: Option<AttendanceId>,
}
