//! The mails of mailings, one to each person.

use anyhow::anyhow;
use hoi_db::Timestamp;
use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use hoi_mail::Attachment;
use hoi_platform::app::App;
use hoi_platform::error::Error;
use hoi_platform::ids::{AttendanceId, EventId, MailingId};
use hoi_platform::{mails, qr};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::attendances::{PaymentStatus, own_page};
use crate::events;
use crate::events::entity::{event, event_mailing};
use crate::events::letters::{self, MailingKind, TimeAndPlace};
use crate::registration::jobs::MailData;
use crate::registration::payment_info::PaymentInfo;

/// Tells a participant of a new time or place.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailChange {
    pub mailing: MailingId,
    pub attendance: AttendanceId,
}

/// Reminds a participant of the event: time, place, ticket and amount due.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailReminder {
    pub mailing: MailingId,
    pub attendance: AttendanceId,
}

async fn find(app: &App, id: MailingId) -> Result<Option<event_mailing::Model>, JobError> {
    let mailing = event_mailing::Entity::find_by_id(id);
    Ok(mailing.one(app.db.read()).await?)
}

async fn last_change(app: &App, event: EventId) -> Result<Option<Timestamp>, JobError> {
    let changed_at = letters::last_change(app.db.read(), event).await;
    changed_at.map_err(Error::to_be_retried)
}

impl MailChange {
    /// Returns whether a newer letter has come to this person: it has a mail of its own for them, or nothing to say.
    async fn is_superseded(&self, app: &App, event: EventId) -> Result<bool, JobError> {
        let newest = letters::newest_sent(app.db.read(), event).await;
        let newest = newest.map_err(Error::to_be_retried)?;
        Ok(newest.is_some_and(|newest| {
            let has_come = newest.ended_at.is_some() || newest.told_until >= Some(self.attendance);
            newest.id != self.mailing && has_come
        }))
    }
}

impl Job for MailChange {
    const NAME: &'static str = "registration.mailChange";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some(mailing) = find(app, self.mailing).await? else {
            return Ok(());
        };
        if self.is_superseded(app, mailing.event_id).await? {
            return Ok(());
        }
        let changed_at = last_change(app, mailing.event_id).await?;
        let data = MailData::find(app, self.attendance).await?;
        // The change noted below has to be the one in the mail.
        if last_change(app, mailing.event_id).await? != changed_at {
            let reason = anyhow!("the event was changed while the mail about a change was made");
            return Err(JobError::Retry(reason));
        }
        let (Some(known), Some(changed_at), Some(data)) = (mailing.known, changed_at, data) else {
            return Ok(());
        };
        let (event, person) = (&data.event, &data.attendance);
        let was = known.of(person.known_since());
        // Told by another letter, or changed back, while the mail was on its way.
        let Some(was) = was.filter(|was| **was != TimeAndPlace::from(event)) else {
            return Ok(());
        };
        let page = own_page(&app.config.public_url, &app.secrets, person);
        let values = changed(event, was, &person.full_name, &page, app.clock.now());
        let attachments = vec![data.calendar(app, Some(&page)).await?];
        // Two letters that meet at one person tell of the same change.
        let id = format!("change-{}-{}", changed_at.0, self.attendance);
        let mail = data.mail("event_changed", id, values, attachments);
        mails::send(app, attempt, mail).await?;
        let tx = app.db.write().await?;
        let noted = letters::note_told(&tx, self.attendance, changed_at).await;
        noted.map_err(Error::to_be_retried)?;
        tx.commit().await?;
        Ok(())
    }

    async fn on_dead(&self, app: &App, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        events::tell_undelivered(app, self.attendance).await?;
        Ok(true)
    }
}

impl Job for MailReminder {
    const NAME: &'static str = "registration.mailReminder";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let mailing = find(app, self.mailing).await?;
        let data = MailData::find(app, self.attendance).await?;
        let (Some(mailing), Some(data)) = (mailing, data) else {
            return Ok(());
        };
        let (event, person, now) = (&data.event, &data.attendance, app.clock.now());
        let is_coming = event.event_start_date == mailing.about && now < mailing.about;
        if !is_coming || person.checked_in_time.is_some() || person.confirm_by.is_some() {
            return Ok(());
        }
        let is_due = person.payment_status == PaymentStatus::Unpaid;
        let payment = PaymentInfo::of(event, person);
        let (directions, is_online) = directions(&event.venue_address);
        let values = json!({
            "fullName": person.full_name,
            "eventTitle": event.title,
            "eventStartDate": event.event_start_date.0,
            "venueAddress": event.venue_address,
            "directions": directions,
            "isOnline": is_online,
            "ticketName": data.ticket_name,
            "ticketCode": person.ticket_code,
            "due": if is_due { person.outstanding() } else { 0 },
            "payment": payment.as_ref().map(|payment| json!({
                "bankName": payment.bank_name,
                "accountNumber": payment.account_number,
                "accountHolderName": payment.account_holder_name,
                "reference": payment.reference,
                "payBy": payment.pay_by.filter(|end| now < *end).map(|end| end.0),
            })),
            "ownPage": own_page(&app.config.public_url, &app.secrets, person),
            "canChange": can_change(event, now),
        });
        let attachments = vec![Attachment {
            name: format!("{}.png", person.ticket_code),
            mime: "image/png".to_owned(),
            bytes: qr::png(&person.ticket_code, qr::ON_SCREEN)?,
            content_id: Some("ticket-qr".to_owned()),
        }];
        let kind = match mailing.kind {
            MailingKind::DayBefore => "day",
            _ => "hours",
        };
        let id = format!("reminder-{kind}-{}-{}", self.attendance, mailing.about.0);
        let mail = data.mail("event_reminder", id, values, attachments);
        mails::send(app, attempt, mail).await
    }

    async fn on_dead(&self, app: &App, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        events::tell_undelivered(app, self.attendance).await?;
        Ok(true)
    }
}

/// Returns the values of the letter about a change for a recipient who knows the event as `was`.
pub fn changed(
    event: &event::Model,
    was: &TimeAndPlace,
    full_name: &str,
    own_page: &str,
    now: Timestamp,
) -> Value {
    let is = TimeAndPlace::from(event);
    let (directions, is_online) = directions(&is.venue_address);
    let side = |state: &TimeAndPlace| {
        json!({
            "start": state.event_start_date.0,
            "end": state.end_date.map(|end| end.0),
            "venue": state.venue_address,
        })
    };
    json!({
        "fullName": full_name,
        "eventTitle": event.title,
        "was": side(was),
        "is": side(&is),
        "isMoved": (was.event_start_date, was.end_date) != (is.event_start_date, is.end_date),
        "isElsewhere": is.is_elsewhere(was),
        "directions": directions,
        "isOnline": is_online,
        "ownPage": own_page,
        "canChange": can_change(event, now),
    })
}

fn can_change(event: &event::Model, now: Timestamp) -> bool {
    events::visitor_changes_end(event).is_some_and(|end| now < end)
}

/// Returns the link by which a venue is found, and whether it leads to somewhere online: the link that the venue names, or
/// a search in a map.
#[must_use]
pub fn directions(venue: &str) -> (String, bool) {
    if let Some(link) = venue
        .split_whitespace()
        .find(|word| word.starts_with("https://") || word.starts_with("http://"))
    {
        return (link.to_owned(), true);
    }
    let query: String = venue.bytes().map(percent_encoded).collect();
    let map = format!("https://www.google.com/maps/search/?api=1&query={query}");
    (map, false)
}

/// Returns a byte as it stands in a query (RFC 3986, 2.3).
fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

#[cfg(test)]
mod tests {
    use super::directions;

    #[test]
    fn a_venue_is_found_in_a_map_or_online() {
        let map =
            "https://www.google.com/maps/search/?api=1&query=Nh%C3%A0%20h%C3%A1t%20%26%20Co%2C%201";
        assert_eq!(directions("Nhà hát & Co, 1"), (map.to_owned(), false));
        let room = "https://zoom.us/j/12?pwd=a";
        assert_eq!(
            directions(&format!("Zoom: {room}")),
            (room.to_owned(), true)
        );
    }
}
