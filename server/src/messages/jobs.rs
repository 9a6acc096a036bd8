//! The background work of messages.

use anyhow::anyhow;
use hoi_db::Timestamp;
use hoi_jobs::{Job, JobError};
use serde::{Deserialize, Serialize};

use super::{delivery, letter, sending};
use crate::app::App;
use crate::error::Error;
use crate::ids::{EventId, MessageId, UserId};

/// Sends a scheduled message when its time has come.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendScheduled {
    /// Whose event.
    pub event: EventId,
    /// The message.
    pub message: MessageId,
    /// Its time; another one by now means another job.
    pub send_at: Timestamp,
}

/// Gives every recipient of a message that is being sent their row.
#[derive(Debug, Serialize, Deserialize)]
pub struct ExpandMessage {
    /// Whose event.
    pub event: EventId,
    /// The message.
    pub message: MessageId,
}

/// Mails the next recipients of an event's messages.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMails {
    /// Whose event.
    pub event: EventId,
}

/// Mails a message to its organiser, filled in for a made-up guest.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailTest {
    /// Whose event.
    pub event: EventId,
    /// The message.
    pub message: MessageId,
    /// The organiser.
    pub to: UserId,
    /// When it was asked for; a mail of its own each time.
    pub asked: Timestamp,
}

impl Job for SendScheduled {
    const NAME: &'static str = "messages.sendScheduled";
    type Context = App;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        let tx = app.db.write().await?;
        sending::begin_scheduled(&tx, self, app.clock.now())
            .await
            .map_err(later)?;
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

impl Job for ExpandMessage {
    const NAME: &'static str = "messages.expand";
    const IS_BULK: bool = true;
    type Context = App;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        loop {
            let tx = app.db.write().await?;
            let has_more = sending::expand(&tx, self.event, self.message, app.clock.now())
                .await
                .map_err(later)?;
            tx.commit().await?;
            if !has_more {
                app.jobs.notify_one();
                return Ok(());
            }
        }
    }
}

impl Job for SendMails {
    const NAME: &'static str = "messages.sendMails";
    const IS_BULK: bool = true;
    type Context = App;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        delivery::tick(app, self.event).await.map_err(later)
    }
}

impl Job for MailTest {
    const NAME: &'static str = "messages.mailTest";
    type Context = App;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        letter::mail_test(app, self).await
    }
}

fn later(error: Error) -> JobError {
    JobError::Retry(anyhow!("{error:?}"))
}
