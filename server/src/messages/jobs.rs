//! The background work of messages.

use anyhow::anyhow;
use hoi_db::Timestamp;
use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use serde::{Deserialize, Serialize};

use super::{delivery, letter, sending};
use crate::app::App;
use crate::error::Error;
use crate::ids::{AttendanceId, EventId, MessageId, UserId};
use crate::mails;

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

/// Makes a job for each of the next recipients of an event's messages.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMails {
    /// Whose event.
    pub event: EventId,
}

/// Mails a message to one of its recipients.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailMessage {
    /// Whose event.
    pub event: EventId,
    /// The message.
    pub message: MessageId,
    /// The recipient.
    pub attendance: AttendanceId,
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

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
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
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
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
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        delivery::tick(app, self.event).await.map_err(later)
    }
}

impl Job for MailMessage {
    const NAME: &'static str = "messages.mailMessage";
    const RETRY: Retry = Retry::MAIL;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        delivery::mail(app, self, attempt).await
    }

    /// What became of a delivery stands in its own row.
    async fn on_dead(&self, app: &App, attempt: Attempt, error: &JobError) -> anyhow::Result<bool> {
        let failed = delivery::give_up(app, self, attempt, error).await;
        failed.map_err(|error| anyhow!("{error:?}"))?;
        Ok(false)
    }
}

impl Job for MailTest {
    const NAME: &'static str = "messages.mailTest";
    const RETRY: Retry = Retry::MAIL;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        letter::mail_test(app, self, attempt).await
    }
}

fn later(error: Error) -> JobError {
    JobError::Retry(anyhow!("{error:?}"))
}
