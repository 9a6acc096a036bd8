//! Mails about a registration: the ticket, the request to confirm, how to pay, and the cancellation.

use anyhow::anyhow;
use hoi_community::accounts::email_key;
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, Job, JobError, Retry};
use hoi_mail::Attachment;
use hoi_platform::app::App;
use hoi_platform::files::FileUrl;
use hoi_platform::mails::{self, Dress, OutgoingMail};
use hoi_platform::{files, qr};
use sea_orm::{ConnectionTrait, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::task;
use uuid::Uuid;

use super::payment_card::PaymentCard;
use super::payment_info::PaymentInfo;
use super::receipt::Receipt;
use super::rows;
use super::variables::{Content, Guest, Variables};
use crate::attendances::{AttendanceId, PaymentMethod, PaymentStatus, attendance, own_page};
use crate::events;
use crate::events::CalendarEntry;
use crate::events::entity::event;

/// Mails the ticket: the organiser's text, the code as a picture and as text, the organiser's image, a calendar file,
/// and the receipt if the ticket was paid.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailTicket {
    pub attendance: AttendanceId,
    /// When the mail was requested again, which makes it a new mail; None for the first one.
    pub again: Option<Timestamp>,
    /// Whether it is sent because the ticket has been paid, which the subject then says.
    #[serde(default)]
    pub is_receipt: bool,
}

/// Mails how to pay by bank transfer: the organiser's text, account, amount, reference and VietQR code.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailPayment {
    pub attendance: AttendanceId,
    /// When the mail was requested again, which makes it a new mail; None for the first one.
    pub again: Option<Timestamp>,
    /// Whether it reminds of the deadline.
    #[serde(default)]
    pub is_reminder: bool,
}

/// Tells a visitor that their registration was cancelled because it was not paid in time.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailSeatReleased {
    /// The cancelled registration.
    pub attendance: AttendanceId,
}

/// Tells a participant that the organiser removed the registration, and what happens to money that was received for it.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailRemoved {
    /// The removed registration.
    pub attendance: AttendanceId,
    /// Whether it is also sent if no money was received.
    #[serde(default)]
    pub without_money: bool,
}

/// Tells a visitor that their registration was cancelled with the link in their mails, because the link may have been
/// forwarded.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailGivenBack {
    /// The cancelled registration.
    pub attendance: AttendanceId,
}

/// Mails these participants of the event their tickets again and, if they are to pay before the event, how to. Returns the
/// number of mails. The caller wakes the job runner after its commit.
pub async fn mail_again(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    people: &[&attendance::Model],
    now: Timestamp,
) -> Result<u64, DbErr> {
    let ids = || people.iter().map(|row| row.id.0);
    hoi_jobs::remove_dead::<MailTicket>(conn, ids()).await?;
    hoi_jobs::remove_dead::<MailPayment>(conn, ids()).await?;
    let again = Some(now);
    let tickets = people.iter().map(|row| MailTicket {
        attendance: row.id,
        again,
        is_receipt: false,
    });
    store_mails(conn, &tickets.collect::<Vec<_>>(), now).await?;
    let asked = people
        .iter()
        .filter(|row| PaymentInfo::of(event, row).is_some());
    let payments: Vec<_> = asked
        .map(|row| MailPayment {
            attendance: row.id,
            again,
            is_reminder: false,
        })
        .collect();
    store_mails(conn, &payments, now).await?;
    Ok(u64::try_from(people.len() + payments.len()).unwrap_or(u64::MAX))
}

/// Reminds these participants of the amount that they have to pay. The caller wakes the job runner after its commit.
pub async fn remind_to_pay(
    conn: &impl ConnectionTrait,
    people: &[AttendanceId],
    now: Timestamp,
) -> Result<(), DbErr> {
    hoi_jobs::remove_dead::<MailPayment>(conn, people.iter().map(|id| id.0)).await?;
    let mails = people.iter().map(|id| MailPayment {
        attendance: *id,
        again: Some(now),
        is_reminder: true,
    });
    store_mails(conn, &mails.collect::<Vec<_>>(), now).await
}

/// Stores several mails in the bulk lane, so that single tickets do not wait for them.
async fn store_mails<J: Job>(
    conn: &impl ConnectionTrait,
    mails: &[J],
    now: Timestamp,
) -> Result<(), DbErr> {
    if mails.len() > 1 {
        hoi_jobs::enqueue_bulk(conn, mails, now).await
    } else {
        hoi_jobs::enqueue_all(conn, mails, now).await
    }
}

impl MailTicket {
    /// Creates the mail that follows the registration.
    pub(super) fn first(attendance: AttendanceId) -> Self {
        Self {
            attendance,
            again: None,
            is_receipt: false,
        }
    }
}

impl MailPayment {
    /// Creates the mail that follows the registration.
    pub(super) fn first(attendance: AttendanceId) -> Self {
        Self {
            attendance,
            again: None,
            is_reminder: false,
        }
    }
}

impl Job for MailTicket {
    const NAME: &'static str = "registration.mailTicket";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some(data) = MailData::find(app, self.attendance).await? else {
            return Ok(());
        };
        let MailData {
            attendance, event, ..
        } = &data;
        if let Some(until) = attendance.confirm_by {
            return ask_to_confirm(app, &data, until, self.again, attempt).await;
        }
        let own_page = own_page(&app.config.public_url, &app.secrets, attendance);
        let content = data
            .fill(app, event.register_email_content.as_deref(), &own_page)
            .await?;
        let due = attendance.payment_status == PaymentStatus::Unpaid;
        let payment = PaymentInfo::of(event, attendance);
        let mut attachments = vec![Attachment {
            name: format!("{}.png", attendance.ticket_code),
            mime: "image/png".to_owned(),
            bytes: qr::png(&attendance.ticket_code, qr::ON_SCREEN)?,
            content_id: Some("ticket-qr".to_owned()),
        }];
        attachments.extend(attached_image(app, event).await?);
        if !due && attendance.received > 0 {
            attachments.push(receipt_of(app, &data).await?);
        }
        attachments.push(data.calendar(app, Some(&own_page)).await?);
        let values = json!({
            "fullName": attendance.full_name,
            "eventTitle": event.title,
            "eventStartDate": event.event_start_date.0,
            "eventEndDate": event.end_date.map(|end| end.0),
            "venueAddress": event.venue_address,
            "ticketName": data.ticket_name,
            "ticketCode": attendance.ticket_code,
            "due": if due { attendance.outstanding() } else { 0 },
            "received": if due { 0 } else { attendance.received },
            "surplus": if due { 0 } else { attendance.surplus() },
            "isReceipt": self.is_receipt && !due && attendance.received > 0,
            "payBy": payment.as_ref().and_then(|payment| payment.pay_by).map(|end| end.0),
            "canPayNow": payment.is_some(),
            "ownPage": own_page,
            "canChange": events::visitor_changes_end(event).is_some_and(|end| app.clock.now() < end),
            "contentHtml": content.html,
            "contentText": content.text,
        });
        let id = message_id("ticket", self.attendance, self.again);
        mails::send(app, attempt, data.mail("ticket", id, values, attachments)).await
    }

    async fn on_dead(&self, app: &App, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        events::tell_undelivered(app, self.attendance).await?;
        Ok(true)
    }
}

impl Job for MailPayment {
    const NAME: &'static str = "registration.mailPayment";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some(data) = MailData::find(app, self.attendance).await? else {
            return Ok(());
        };
        if data.attendance.confirm_by.is_some() {
            return Ok(());
        }
        // Nothing is due any more: the participant has paid, or was moved to a free class.
        let payment = if self.is_reminder {
            PaymentInfo::of_owing(&data.event, &data.attendance)
        } else {
            PaymentInfo::of(&data.event, &data.attendance)
        };
        let Some(payment) = payment else {
            return Ok(());
        };
        let own_page = own_page(&app.config.public_url, &app.secrets, &data.attendance);
        let content = data
            .fill(app, data.event.payment_email_content.as_deref(), &own_page)
            .await?;
        let is_in_cash = data.attendance.payment_method == Some(PaymentMethod::CashAtVenue);
        let card = PaymentCard::of(&payment, is_in_cash, app.clock.now())?;
        let values = json!({
            "fullName": data.attendance.full_name,
            "eventTitle": data.event.title,
            "payment": card.values,
            "isReminder": self.is_reminder,
            "ownPage": own_page,
            "contentHtml": content.html,
            "contentText": content.text,
        });
        let id = message_id("payment", self.attendance, self.again);
        let attachments = card.picture.into_iter().collect();
        mails::send(app, attempt, data.mail("payment", id, values, attachments)).await
    }

    async fn on_dead(&self, app: &App, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        events::tell_undelivered(app, self.attendance).await?;
        Ok(true)
    }
}

impl Job for MailSeatReleased {
    const NAME: &'static str = "registration.mailSeatReleased";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some(data) = MailData::find_ever(app, self.attendance).await? else {
            return Ok(());
        };
        let event = &data.event;
        let values = json!({
            "fullName": data.attendance.full_name,
            "eventTitle": event.title,
            "eventStartDate": event.event_start_date.0,
            "venueAddress": event.venue_address,
            "amount": data.attendance.amount,
            "reference": data.attendance.payment_ref,
            "hostContact": event.host_contact,
            "eventPage": format!("{}/form/{}", app.config.public_url, event.id),
        });
        let id = message_id("seat-released", self.attendance, None);
        let calendar = data.cancelled_entry(app).await?;
        let mail = data.mail("seat_released", id, values, calendar);
        mails::send(app, attempt, mail).await
    }
}

impl Job for MailRemoved {
    const NAME: &'static str = "registration.mailRemoved";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some(data) = MailData::find_ever(app, self.attendance).await? else {
            return Ok(());
        };
        let received = data.attendance.received;
        // The transfer may have been taken back meanwhile.
        let has_news = self.without_money || received > 0;
        if !has_news {
            return Ok(());
        }
        let event = &data.event;
        let values = json!({
            "fullName": data.attendance.full_name,
            "eventTitle": event.title,
            "eventStartDate": event.event_start_date.0,
            "venueAddress": event.venue_address,
            "received": received,
            "reference": data.attendance.payment_ref,
            "hostContact": event.host_contact,
        });
        // Money may arrive later, and more than once; each mail about it is another one.
        let id = format!("removed-{}-{}", self.attendance, attempt.job);
        let calendar = data.cancelled_entry(app).await?;
        let mail = data.mail("removed", id, values, calendar);
        mails::send(app, attempt, mail).await
    }
}

impl Job for MailGivenBack {
    const NAME: &'static str = "registration.mailGivenBack";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some(data) = MailData::find_ever(app, self.attendance).await? else {
            return Ok(());
        };
        let event = &data.event;
        let values = json!({
            "fullName": data.attendance.full_name,
            "eventTitle": event.title,
            "eventStartDate": event.event_start_date.0,
            "venueAddress": event.venue_address,
            "ticketCode": data.attendance.ticket_code,
            "eventPage": format!("{}/form/{}", app.config.public_url, event.id),
        });
        let id = message_id("given-back", self.attendance, None);
        let calendar = data.cancelled_entry(app).await?;
        let mail = data.mail("given_back", id, values, calendar);
        mails::send(app, attempt, mail).await
    }
}

/// Mails the request to confirm with the visitor's link. Before the confirmation, only this mail contains the link.
async fn ask_to_confirm(
    app: &App,
    data: &MailData,
    until: Timestamp,
    again: Option<Timestamp>,
    attempt: Attempt,
) -> Result<(), JobError> {
    let MailData {
        attendance, event, ..
    } = data;
    let values = json!({
        "fullName": attendance.full_name,
        "eventTitle": event.title,
        "eventStartDate": event.event_start_date.0,
        "venueAddress": event.venue_address,
        "until": until.0,
        "ownPage": own_page(&app.config.public_url, &app.secrets, attendance),
    });
    let id = message_id("confirm", attendance.id, again);
    mails::send(app, attempt, data.mail("confirm", id, values, Vec::new())).await
}

/// Returns the same identifier for every attempt at the same mail, so that a second copy is dropped on the way.
fn message_id(kind: &str, attendance: AttendanceId, again: Option<Timestamp>) -> String {
    match again {
        None => format!("{kind}-{attendance}"),
        Some(asked) => format!("{kind}-{attendance}-{}", asked.0),
    }
}

/// A registration with the data that mails about it contain.
pub(super) struct MailData {
    pub attendance: attendance::Model,
    pub event: event::Model,
    pub ticket_name: Option<String>,
    lang: Lang,
    dress: Dress,
}

impl MailData {
    /// Returns the registration's data; `None` if the registration was removed, the event cancelled or no address given,
    /// so that no mail is sent.
    pub async fn find(app: &App, id: AttendanceId) -> Result<Option<Self>, JobError> {
        match rows::find_attendance(app.db.read(), id).await? {
            Some(attendance) => Self::of(app, attendance).await,
            None => Ok(None),
        }
    }

    /// Returns the data also of a removed registration; `None` if the event was cancelled or no address given.
    async fn find_ever(app: &App, id: AttendanceId) -> Result<Option<Self>, JobError> {
        match rows::find_ever(app.db.read(), id).await? {
            Some(attendance) => Self::of(app, attendance).await,
            None => Ok(None),
        }
    }

    /// Returns the registration's data; `None` if the event was cancelled, about which participants get another mail, or
    /// if the participant was erased or has no address.
    async fn of(app: &App, attendance: attendance::Model) -> Result<Option<Self>, JobError> {
        let conn = app.db.read();
        let event = events::find_event(conn, attendance.event_id)
            .await
            .map_err(|error| anyhow!("{error:?}"))?;
        let Some(event) = event.filter(|event| event.cancelled_at.is_none()) else {
            return Ok(None);
        };
        if attendance.erased_at.is_some() || attendance.email.is_empty() {
            return Ok(None);
        }
        let ticket = match attendance.ticket_id {
            Some(id) => rows::find_class(conn, id).await?,
            None => None,
        };
        let dress = events::dress(conn, &event, &app.config.public_url).await;
        Ok(Some(Self {
            dress: dress.map_err(|error| anyhow!("{error:?}"))?,
            ticket_name: ticket.map(|ticket| ticket.name),
            lang: attendance.lang,
            attendance,
            event,
        }))
    }

    /// Fills the variables in the organiser's text.
    async fn fill(
        &self,
        app: &App,
        html: Option<&str>,
        own_link: &str,
    ) -> Result<Content, JobError> {
        let guest = Guest {
            full_name: &self.attendance.full_name,
            ticket_name: self.ticket_name.as_deref(),
            ticket_code: &self.attendance.ticket_code,
            own_link,
            amount: self.attendance.outstanding_or_price(),
            payment_reference: &self.attendance.payment_ref,
        };
        let variables = Variables::of(&self.event, &guest, self.lang);
        Content::fill(app, variables, html.map(ToOwned::to_owned)).await
    }

    /// Returns the event as an entry for the visitor's calendar, which takes it out again when the registration is over.
    pub async fn calendar(
        &self,
        app: &App,
        own_page: Option<&str>,
    ) -> Result<Attachment, JobError> {
        let (conn, config) = (app.db.read(), &app.config);
        let (event, visitor) = (&self.event, &self.attendance);
        let entry =
            CalendarEntry::of_visitor(conn, event, visitor, own_page, config, self.lang).await?;
        Ok(entry.attachment())
    }

    /// Returns the entry that takes the event out of the calendar of a visitor whose registration is over; none while
    /// another participant has the same address, because both have the same entry.
    async fn cancelled_entry(&self, app: &App) -> Result<Vec<Attachment>, JobError> {
        let key = email_key(&self.attendance.email);
        let others = rows::find_by_email(app.db.read(), self.event.id, &key).await?;
        if others.is_empty() {
            Ok(vec![self.calendar(app, None).await?])
        } else {
            Ok(Vec::new())
        }
    }

    pub fn mail(
        &self,
        template: &'static str,
        message_id: String,
        values: Value,
        attachments: Vec<Attachment>,
    ) -> OutgoingMail<'_> {
        OutgoingMail {
            template,
            to: &self.attendance.email,
            name: &self.attendance.full_name,
            lang: self.lang,
            values,
            attachments,
            dress: Some(self.dress.clone()),
            message_id,
            unsubscribe: None,
            about: Some(self.attendance.id.0),
        }
    }
}

/// Returns the receipt for the amount received.
async fn receipt_of(app: &App, data: &MailData) -> Result<Attachment, JobError> {
    let lang = data.lang;
    let receipt = Receipt::of(app, data.event.clone(), data.attendance.clone())
        .await
        .map_err(|error| anyhow!("{error:?}"))?;
    let name = receipt.name(lang);
    let drawn = task::spawn_blocking(move || receipt.draw(lang));
    Ok(Attachment {
        name: format!("{name}.pdf"),
        mime: "application/pdf".to_owned(),
        bytes: drawn.await.map_err(anyhow::Error::from)??,
        content_id: None,
    })
}

/// Returns the organiser's image for this mail; None if there is none.
async fn attached_image(app: &App, event: &event::Model) -> Result<Option<Attachment>, JobError> {
    let Some(FileUrl(id)) = event.attachment_image else {
        return Ok(None);
    };
    let Some((mime, bytes)) = files::read(app, id).await? else {
        return Ok(None);
    };
    Ok(Some(Attachment {
        name: format!("{}.{}", id, mime.rsplit('/').next().unwrap_or("png")),
        mime,
        bytes: bytes.to_vec(),
        content_id: None,
    }))
}
