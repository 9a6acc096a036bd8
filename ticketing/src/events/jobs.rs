//! Tells participants that an event will not take place, its owner that a mail did not arrive, and the members of a
//! group that it has a new event.

use std::time::Duration;

use anyhow::anyhow;
use hoi_community::accounts;
use hoi_community::groups;
use hoi_community::notifications::{self, Kind, News};
use hoi_db::Tx;
use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use hoi_mail::Attachment;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::Error;
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::mails::{self, Dress, OutgoingMail};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, DbErr, EntityTrait, IntoActiveModel as _, QueryFilter,
    QueryOrder, QuerySelect, Select, Set,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::calendar::CalendarEntry;
use super::dress::dress;
use super::entity::{event, event_mailing};
use super::letters::{self, MailingKind};
use crate::attendances::{Source, attendance, own_page};

/// Makes one mail for every participant of a cancelled event.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellParticipants {
    /// The cancelled event.
    pub event: EventId,
}

/// Makes mails for participants that the organiser entered, as many as the account may send a day.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellEntered {
    /// The cancelled event.
    pub event: EventId,
    /// The participant after whom to continue; None at the beginning.
    pub after: Option<AttendanceId>,
}

/// Tells one participant.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailCancellation {
    /// The cancelled event.
    pub event: EventId,
    pub attendance: AttendanceId,
}

/// Tells the members of a group of an event that was given to it.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellMembers {
    pub event: EventId,
}

impl Job for TellMembers {
    const NAME: &'static str = "events.tellMembers";
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let found = event::live()
            .filter(event::Column::Id.eq(self.event))
            .filter(event::Column::CancelledAt.is_null());
        let Some(event) = found.one(conn).await? else {
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
        let news = News::new(Kind::EventNew, event.id, link)
            .by(event.owner_id)
            .in_group(group.id)
            .text("event", event.title)
            .text("group", group.name)
            .moment("start", event.event_start_date);
        let told = groups::tell_members(app, attempt, group.id, &news);
        told.await.map_err(Error::to_be_retried)
    }
}

/// Selects the identifiers of an event's participants whose registration was made in one of these ways and is
/// confirmed.
fn participants(event: EventId, sources: [Source; 2]) -> Select<attendance::Entity> {
    letters::registered(event)
        .select_only()
        .column(attendance::Column::Id)
        .filter(attendance::Column::Source.is_in(sources))
        .order_by_asc(attendance::Column::Id)
}

/// Locks the row that says how far the mails about a cancellation have got; `None` before the first of them.
async fn lock_mailing(tx: &Tx, event: EventId) -> Result<Option<event_mailing::Model>, DbErr> {
    event_mailing::Entity::find()
        .filter(event_mailing::Column::EventId.eq(event))
        .filter(event_mailing::Column::Kind.eq(MailingKind::Cancellation))
        .lock_exclusive()
        .one(tx)
        .await
}

impl Job for TellParticipants {
    const NAME: &'static str = "events.tellParticipants";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let now = app.clock.now();
        let tx = app.db.write().await?;
        // An attempt before this one was committed, but its job was not removed.
        if lock_mailing(&tx, self.event).await?.is_some() {
            return Ok(());
        }
        let Some(event) = event::Entity::find_by_id(self.event).one(&tx).await? else {
            return Ok(());
        };
        let mailing = event_mailing::Model {
            id: clock::new_id(),
            event_id: self.event,
            kind: MailingKind::Cancellation,
            about: event.cancelled_at.unwrap_or(now),
            known: None,
            registered_before: now,
            told_until: None,
            mails: 0,
            ended_at: None,
        };
        event_mailing::Entity::insert(mailing.into_active_model().reset_all())
            .exec_without_returning(&tx)
            .await?;
        let participants = participants(self.event, [Source::Form, Source::Invitation])
            .into_tuple()
            .all(&tx)
            .await?;
        hoi_jobs::enqueue_all(&tx, &mails_to(self.event, &participants), now).await?;
        let entered = TellEntered {
            event: self.event,
            after: None,
        };
        hoi_jobs::enqueue(&tx, &entered, now).await?;
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

impl Job for TellEntered {
    const NAME: &'static str = "events.tellEntered";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    /// The organiser entered these people without asking them, so their mails count towards the account's allowance. Mails
    /// beyond it wait for the next day's.
    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let now = app.clock.now();
        let tx = app.db.write().await?;
        let Some(event) = event::Entity::find_by_id(self.event).one(&tx).await? else {
            return Ok(());
        };
        let mailing = lock_mailing(&tx, self.event).await?;
        let is_done = |mailing: &event_mailing::Model| mailing.told_until > self.after;
        if mailing.as_ref().is_some_and(is_done) {
            return Ok(());
        }
        let allowance = accounts::allowance(&tx, event.owner_id, now).await?;
        let most = allowance.left.min(AT_ONCE);
        let mut entered = participants(self.event, [Source::Manual, Source::Import]);
        if let Some(after) = self.after {
            entered = entered.filter(attendance::Column::Id.gt(after));
        }
        let mut found: Vec<AttendanceId> = entered.limit(most + 1).into_tuple().all(&tx).await?;
        let has_more = u64::try_from(found.len()).unwrap_or(0) > most;
        found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let number = u64::try_from(found.len()).unwrap_or(0);
        let charged = accounts::charge_mails(&tx, event.owner_id, number, now);
        charged.await.map_err(Error::to_be_retried)?;
        hoi_jobs::enqueue_all(&tx, &mails_to(self.event, &found), now).await?;
        if let (Some(mailing), Some(last)) = (mailing, found.last()) {
            let mut row = mailing.into_active_model();
            row.told_until = Set(Some(*last));
            row.update(&tx).await?;
        }
        if has_more {
            let rest = Self {
                event: self.event,
                after: found.last().copied().or(self.after),
            };
            let again = if most == AT_ONCE {
                now
            } else {
                allowance.renews_at.max(now.plus(Duration::from_hours(1)))
            };
            hoi_jobs::enqueue_at(&tx, &rest, now, again).await?;
        }
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

/// Mails that are made in one transaction.
const AT_ONCE: u64 = 1000;

fn mails_to(event: EventId, participants: &[AttendanceId]) -> Vec<MailCancellation> {
    let mail = |&attendance| MailCancellation { event, attendance };
    participants.iter().map(mail).collect()
}

impl Job for MailCancellation {
    const NAME: &'static str = "events.mailCancellation";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        // A participant who was removed meanwhile gets no mail.
        let Some(to) = attendance::live()
            .filter(attendance::Column::Id.eq(self.attendance))
            .filter(attendance::Column::EventId.eq(self.event))
            .one(conn)
            .await?
        else {
            return Ok(());
        };
        let Some(event) = event::Entity::find_by_id(self.event).one(conn).await? else {
            return Ok(());
        };
        let dress = dress(conn, &event, &app.config.public_url).await;
        let dress = dress.map_err(|error| anyhow!("{error:?}"))?;
        let (config, lang) = (&app.config, to.lang);
        let entry = CalendarEntry::of_visitor(conn, &event, &to, None, config, lang).await?;
        let own_page = own_page(&config.public_url, &app.secrets, &to);
        let mail = mail(&to, &event, dress, entry.attachment(), &own_page);
        mails::send(app, attempt, mail).await
    }

    async fn on_dead(&self, app: &App, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        tell_undelivered(app, self.attendance).await?;
        Ok(true)
    }
}

/// Tells the owner of the event that a mail to this participant was given up.
pub async fn tell_undelivered(app: &App, to: AttendanceId) -> Result<(), DbErr> {
    let tx = app.db.write().await?;
    let to = attendance::live().filter(attendance::Column::Id.eq(to));
    let Some(to) = to.one(&tx).await? else {
        return Ok(());
    };
    let Some(event) = event::Entity::find_by_id(to.event_id).one(&tx).await? else {
        return Ok(());
    };
    let link = format!("/participant-management/{}", event.id);
    let news = News::new(Kind::MailUndelivered, event.id, link)
        .text("name", to.full_name)
        .text("event", event.title);
    notifications::tell(&tx, [event.owner_id], news, app.clock.now()).await?;
    tx.commit().await
}

fn mail<'a>(
    to: &'a attendance::Model,
    event: &event::Model,
    dress: Dress,
    calendar: Attachment,
    own_page: &str,
) -> OutgoingMail<'a> {
    OutgoingMail {
        template: "event_cancelled",
        to: &to.email,
        name: &to.full_name,
        lang: to.lang,
        values: cancellation(
            event,
            event.cancel_reason.as_deref(),
            &to.full_name,
            to.received,
            Some(own_page),
        ),
        attachments: vec![calendar],
        dress: Some(dress),
        message_id: format!("event-cancelled-{}", to.id),
        unsubscribe: None,
        about: Some(to.id.0),
    }
}

/// Returns the values of the mail about a cancellation for a participant who has `paid` this amount and can name an
/// account for the refund on `own_page`.
pub fn cancellation(
    event: &event::Model,
    reason: Option<&str>,
    full_name: &str,
    paid: i64,
    own_page: Option<&str>,
) -> Value {
    json!({
        "fullName": full_name,
        "eventTitle": event.title,
        "eventStartDate": event.event_start_date.0,
        "venueAddress": event.venue_address,
        "reason": reason,
        "paid": paid,
        "ownPage": own_page,
        "contact": event.contact_email.as_ref().or(event.host_contact.as_ref()),
    })
}
