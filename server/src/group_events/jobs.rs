//! Telling the members of a group that its coming meetings have changed.

use hoi_jobs::{Attempt, Job, JobError};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::calendar;
use crate::error::Error;
use crate::events::{EventId, find_event};
use crate::groups;
use crate::ids::UserId;
use crate::notifications::{Kind, News};

/// Tells the members of a group what was done to the coming meetings of a series.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellOfSeries {
    pub kind: Kind,
    /// One of the meetings.
    pub event: EventId,
    pub by: UserId,
    /// The meetings take place on other days, or only later ones have changed.
    #[serde(default)]
    pub is_moved: bool,
}

impl Job for TellOfSeries {
    const NAME: &'static str = "groupEvents.tellOfSeries";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let Some(event) = find_event(conn, self.event)
            .await
            .map_err(Error::to_be_retried)?
        else {
            return Ok(());
        };
        let group = match event.group_id {
            Some(id) => groups::find(conn, id).await.map_err(Error::to_be_retried)?,
            None => None,
        };
        let Some(group) = group else {
            return Ok(());
        };
        let (_, time) = calendar::day_and_time(event.event_start_date);
        let link = format!("/my-group/{}?tab=events", group.id);
        let news = News::new(self.kind, event.id, link)
            .by(self.by)
            .text("event", event.title)
            .text("group", group.name)
            .text("venue", event.venue_address);
        let news = if self.is_moved {
            news.moment("time", event.event_start_date)
        } else {
            news.text("time", time.strftime("%H:%M").to_string())
        };
        groups::tell_members(app, group.id, &news)
            .await
            .map_err(Error::to_be_retried)
    }
}
