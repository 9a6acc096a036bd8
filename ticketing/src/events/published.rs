//! The data of an event that registration reads for every visitor.

use std::sync::Arc;

use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::snapshots::Snapshot;

use super::entity::{event, ticket};
use super::{EventId, store, tickets};

/// An event that anyone may see, with its classes, as they were at most a second ago. The numbers of seats in it may be
/// older: the desk alone knows them.
#[derive(Debug)]
pub struct PublishedEvent {
    /// Neither deleted nor cancelled.
    pub event: event::Model,
    /// All classes of the event, hidden ones too.
    pub classes: Vec<ticket::Model>,
}

impl Snapshot for PublishedEvent {
    const COUNTS_SEATS: bool = false;

    fn bytes(&self) -> usize {
        let event = &self.event;
        let mails = [&event.register_email_content, &event.payment_email_content];
        let mails = mails.into_iter().flatten().map(String::len);
        let form = serde_json::to_vec(&event.form).map_or(0, |form| form.len());
        let classes = self.classes.iter();
        let classes = classes.map(|class| size_of_val(class) + class.name.len());
        size_of_val(self)
            + event.description.len()
            + mails.sum::<usize>()
            + form
            + classes.sum::<usize>()
    }
}

impl PublishedEvent {
    /// # Errors
    /// 5005 if there is no such event, or if it was deleted or cancelled.
    pub async fn find(app: &App, id: EventId) -> Result<Arc<Self>> {
        let load = || {
            Box::pin(async {
                let event = find_visible(app, id).await?;
                let classes = tickets::find_rows(app.db.read(), id).await?;
                Ok(Self { event, classes })
            })
        };
        let now = app.clock.monotonic();
        app.snapshots.get(id, None, now, load).await
    }
}

/// Returns the event as it is stored now.
///
/// # Errors
/// 5005 if there is no such event, or if it was deleted or cancelled.
pub(super) async fn find_visible(app: &App, id: EventId) -> Result<event::Model> {
    let event = store::find_event(app.db.read(), id).await?;
    event
        .filter(|event| event.cancelled_at.is_none())
        .ok_or_else(|| Error::NotFound(LocalizedText::new("event.notFound")))
}
