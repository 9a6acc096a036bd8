//! Telling the members of a group that its coming meetings have changed.

use hoi_community::groups;
use hoi_community::notifications::{Kind, News};
use hoi_jobs::{Attempt, Job, JobError};
use hoi_platform::app::App;
use hoi_platform::error::Error;
use hoi_platform::ids::UserId;
use hoi_ticketing::events::{EventId, find_event};
use serde::{Deserialize, Serialize};

/// Tells the members of a group that coming meetings of a series were changed or cancelled.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellOfSeries {
    pub kind: Kind,
    /// The first of the meetings.
    pub event: EventId,
    pub by: UserId,
}

impl Job for TellOfSeries {
    const NAME: &'static str = "groupEvents.tellOfSeries";
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
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
        let link = format!("/my-group/{}?tab=events&event={}", group.id, event.id);
        let news = News::new(self.kind, event.id, link)
            .by(self.by)
            .text("event", event.title)
            .text("group", group.name)
            .text("venue", event.venue_address)
            .moment("first", event.event_start_date);
        groups::tell_members(app, attempt, group.id, &news)
            .await
            .map_err(Error::to_be_retried)
    }
}
