//! Background jobs of messages.

use anyhow::anyhow;
use hoi_db::Timestamp;
use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use hoi_platform::app::App;
use hoi_platform::error::Error;
use hoi_platform::ids::{AttendanceId, EventId, MessageId, UserId};
use hoi_platform::mails;
use serde::{Deserialize, Serialize};

use super::{delivery, mail, sending};

/// Sends a scheduled message at its time.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendScheduled {
    pub event: EventId,
    pub message: MessageId,
    /// The scheduled time. If the message has another time by now, another job sends it.
    pub send_at: Timestamp,
}

/// Creates the delivery rows of a message that is being sent.
#[derive(Debug, Serialize, Deserialize)]
pub struct ExpandMessage {
    pub event: EventId,
    pub message: MessageId,
}

/// Creates mail jobs for the next recipients of an event's messages.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMails {
    pub event: EventId,
}

/// Mails a message to one recipient.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailMessage {
    pub event: EventId,
    pub message: MessageId,
    /// The recipient's registration.
    pub attendance: AttendanceId,
}

/// Mails a message to its organiser, with the data of a fictitious guest.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailTest {
    pub event: EventId,
    pub message: MessageId,
    /// The organiser's account.
    pub to: UserId,
    /// When the test was requested; makes every test a separate mail.
    pub asked: Timestamp,
}

impl Job for SendScheduled {
    const NAME: &'static str = "messages.sendScheduled";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let tx = app.db.write().await?;
        sending::begin_scheduled(&tx, self, app.clock.now())
            .await
            .map_err(Error::to_be_retried)?;
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
                .map_err(Error::to_be_retried)?;
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
        delivery::tick(app, self.event)
            .await
            .map_err(Error::to_be_retried)
    }
}

impl Job for MailMessage {
    const NAME: &'static str = "messages.mailMessage";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        delivery::mail(app, self, attempt).await
    }

    /// The result of a delivery is recorded in its own row.
    async fn on_dead(&self, app: &App, attempt: Attempt, error: &JobError) -> anyhow::Result<bool> {
        let failed = delivery::give_up(app, self, attempt, error).await;
        failed.map_err(|error| anyhow!("{error:?}"))?;
        Ok(false)
    }
}

impl Job for MailTest {
    const NAME: &'static str = "messages.mailTest";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        mail::send_test(app, self, attempt).await
    }
}
