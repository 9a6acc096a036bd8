//! Blocks of an event's public page that the organiser may add: programme, speakers, sponsors, questions with their
//! answers. They say nothing that registration depends on.

mod routes;
mod rules;
mod store;

use hoi_db::Timestamp;
use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

pub use routes::routes;
pub use store::{copy, find_blocks};

use hoi_platform::days::VIETNAM;
use hoi_platform::fields::sent;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::FileId;

/// The blocks of a page; an empty one is not shown.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult, ToSchema,
)]
pub struct PageBlocks {
    /// The program, by day and time, at most 60 items.
    pub programme: Vec<ProgrammeItem>,
    /// The speakers, in the organizer's order, at most 40.
    pub speakers: Vec<Speaker>,
    /// Frequent questions, in the organizer's order, at most 30.
    pub questions: Vec<AnsweredQuestion>,
    /// The sponsors, in the organizer's order, at most 40.
    #[serde(default)]
    #[schema(required)]
    pub sponsors: Vec<Sponsor>,
}

/// A point of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProgrammeItem {
    /// The day of the event, from 1, at most 31.
    #[serde(default = "first_day")]
    #[schema(minimum = 1, default = 1, extensions(("max" = json!(rules::MAX_DAYS))))]
    pub day: i64,
    /// When it begins, as the clocks of Vietnam show it: `HH:MM`.
    pub start: String,
    /// When it ends, `HH:MM`; before `start` means after midnight, at most 12 hours later. Null = not said.
    #[serde(default)]
    #[schema(required)]
    pub end: Option<String>,
    /// The title, 1–120 characters.
    #[schema(extensions(("max" = json!(rules::MAX_LINE))))]
    pub title: String,
    /// More about it, at most 500 characters; null = nothing.
    #[serde(default)]
    #[schema(required)]
    #[schema(extensions(("max" = json!(rules::MAX_NOTE))))]
    pub note: Option<String>,
    /// Identifiers of its speakers, at most 10 of those of the page.
    #[serde(default)]
    #[schema(example = json!({ "max": rules::MAX_SPEAKERS_OF_ITEM }))]
    pub speakers: Vec<Uuid>,
}

fn first_day() -> i64 {
    1
}

/// A person who speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Speaker {
    /// Chosen by the client, unique on its page and kept when anything else changes: items of the program refer to
    /// it.
    pub id: Uuid,
    /// The person's name, 1–100 characters.
    #[schema(extensions(("max" = json!(super::rules::MAX_NAME))))]
    pub name: String,
    /// The person's position and organization, at most 120 characters; null = not said.
    #[serde(default)]
    #[schema(required)]
    #[schema(extensions(("max" = json!(rules::MAX_LINE))))]
    pub role: Option<String>,
    /// A few sentences about the person, at most 600 characters; null = none.
    #[serde(default)]
    #[schema(required)]
    #[schema(extensions(("max" = json!(rules::MAX_BIO))))]
    pub bio: Option<String>,
    /// Address of an uploaded image; null = none.
    #[serde(default)]
    #[schema(required)]
    pub photo: Option<FileUrl>,
}

/// A frequent question with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnsweredQuestion {
    /// 1–200 characters.
    #[schema(extensions(("max" = json!(rules::MAX_QUESTION))))]
    pub question: String,
    /// Plain text with line breaks, 1–2,000 characters.
    #[schema(extensions(("max" = json!(rules::MAX_ANSWER))))]
    pub answer: String,
}

/// A supporter of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Sponsor {
    /// 1–100 characters.
    #[schema(extensions(("max" = json!(super::rules::MAX_NAME))))]
    pub name: String,
    /// Address of an uploaded image; null = the name is shown instead.
    #[serde(default)]
    #[schema(required)]
    pub logo: Option<FileUrl>,
    /// Where the logo leads, `https://…` or `http://…`, at most 500 characters; without a scheme, `https://` is added.
    /// Null = nowhere.
    #[serde(default)]
    #[schema(required)]
    #[schema(extensions(("max" = json!(rules::MAX_WEBSITE))))]
    pub website: Option<String>,
}

/// The blocks of an event's page, as its owner edits them.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventPage {
    #[serde(flatten)]
    pub blocks: PageBlocks,
    /// Send it back with a change; a change that names an older one is refused; 0 before the first change.
    pub version: i64,
}

/// A change of the blocks: each one sent replaces the former one, absent ones stay.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EventPageBody {
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(example = json!({ "max": rules::MAX_ITEMS }))]
    pub programme: Option<Vec<ProgrammeItem>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(example = json!({ "max": rules::MAX_SPEAKERS }))]
    pub speakers: Option<Vec<Speaker>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(example = json!({ "max": rules::MAX_QUESTIONS }))]
    pub questions: Option<Vec<AnsweredQuestion>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(example = json!({ "max": rules::MAX_SPONSORS }))]
    pub sponsors: Option<Vec<Sponsor>>,
    /// The version that was read, 0 before the first change. The call is refused with 5008 if it is no longer the current
    /// one.
    pub version: i64,
}

impl PageBlocks {
    /// Every photo and logo, with the field that refers to it.
    pub fn files(&self) -> Vec<(String, FileId)> {
        let speakers = self.speakers.iter().enumerate();
        let files = speakers
            .filter_map(|(at, speaker)| Some((format!("speakers.{at}.photo"), speaker.photo?.0)));
        let sponsors = self.sponsors.iter().enumerate();
        let logos = sponsors
            .filter_map(|(at, sponsor)| Some((format!("sponsors.{at}.logo"), sponsor.logo?.0)));
        files.chain(logos).collect()
    }

    /// The names of the blocks that differ from `before`, as the API calls them.
    pub fn changed_since(&self, before: &Self) -> Vec<&'static str> {
        [
            ("programme", self.programme != before.programme),
            ("speakers", self.speakers != before.speakers),
            ("questions", self.questions != before.questions),
            ("sponsors", self.sponsors != before.sponsors),
        ]
        .into_iter()
        .filter_map(|(name, differs)| differs.then_some(name))
        .collect()
    }
}

impl ProgrammeItem {
    /// Returns when the item begins, and when it ends if that is said, at an event that begins at `event_start`.
    #[must_use]
    pub fn moments(&self, event_start: Timestamp) -> Option<(Timestamp, Option<Timestamp>)> {
        let first = VIETNAM.shown(event_start).date();
        let (start, end) = rules::times(self)?;
        let day = rules::later(first, self.day - 1);
        let end = end.map(|end| {
            let day = rules::later(day, i64::from(end < start));
            VIETNAM.moment(day.to_datetime(end))
        });
        Some((VIETNAM.moment(day.to_datetime(start)), end))
    }
}
