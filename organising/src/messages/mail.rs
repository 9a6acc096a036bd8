//! Composes the mail: the organiser's text, filled in for one person, in a template in that person's language. To people
//! who owe it also shows how to pay, as of the moment at which it is made.

use anyhow::anyhow;
use hoi_community::accounts::entity::user;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, JobError};
use hoi_mail::Attachment;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::language;
use hoi_platform::mails::{self, OutgoingMail};
use hoi_ticketing::attendances::{PaymentMethod, attendance};
use hoi_ticketing::events;
use hoi_ticketing::events::entity::{event, ticket};
use hoi_ticketing::registration::{Content, Guest, PaymentCard, PaymentInfo, Variables, own_page};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::dto::{MessagePreview, NewMessage};
use super::entity::message;
use super::jobs::MailTest;
use super::opt_out::{self, Addresses};
use super::segment::Segment;
use super::store;

/// The organiser's words, with variables.
#[derive(Clone, Copy)]
struct Words<'a> {
    subject: &'a str,
    content: &'a str,
}

/// The person whom a mail addresses, with what it tells them.
struct Addressee {
    full_name: String,
    lang: Lang,
    ticket_name: Option<String>,
    ticket_code: String,
    own_link: String,
    amount: i64,
    payment_reference: String,
    /// `None` unless the message is about the payment, and something is due.
    payment: Option<PaymentInfo>,
    pays_in_cash: bool,
    /// They do not exist, so nothing is to be paid with the mail.
    is_sample: bool,
}

impl Addressee {
    fn of(
        event: &event::Model,
        segment: Segment,
        person: &attendance::Model,
        ticket_name: Option<String>,
        own_link: String,
    ) -> Self {
        let payment = PaymentInfo::of_owing(event, person);
        Self {
            full_name: person.full_name.clone(),
            lang: person.lang,
            ticket_name,
            ticket_code: person.ticket_code.clone(),
            own_link,
            amount: person.outstanding_or_price(),
            payment_reference: person.payment_ref.clone(),
            payment: payment.filter(|_| segment.is_about_payment()),
            pays_in_cash: person.payment_method == Some(PaymentMethod::CashAtVenue),
            is_sample: false,
        }
    }

    /// A guest who does not exist, with a ticket of the event's first class.
    async fn sample(
        conn: &impl ConnectionTrait,
        event: &event::Model,
        segment: Segment,
        public_url: &str,
        lang: Lang,
    ) -> Result<Self> {
        let class = ticket::live()
            .filter(ticket::Column::EventId.eq(event.id))
            .order_by_asc(ticket::Column::SortOrder)
            .one(conn)
            .await?;
        let amount = class.as_ref().map_or(0, |class| class.price);
        let reference = LocalizedText::new("messages.sampleReference").in_language(lang);
        let payment = PaymentInfo::of_sample(event, amount, &reference);
        Ok(Self {
            full_name: LocalizedText::new("messages.sampleName").in_language(lang),
            lang,
            ticket_name: class.map(|class| class.name),
            ticket_code: "K7QM2X9RTB4C".to_owned(),
            own_link: event_page(public_url, event),
            amount,
            payment_reference: reference,
            payment: payment.filter(|_| segment.is_about_payment() && amount > 0),
            pays_in_cash: false,
            is_sample: true,
        })
    }

    fn variables(&self, event: &event::Model) -> Variables {
        let guest = Guest {
            full_name: &self.full_name,
            ticket_name: self.ticket_name.as_deref(),
            ticket_code: &self.ticket_code,
            own_link: &self.own_link,
            amount: self.amount,
            payment_reference: &self.payment_reference,
        };
        Variables::of(event, &guest, self.lang)
    }

    fn card(&self, app: &App) -> anyhow::Result<Option<PaymentCard>> {
        let now = app.clock.now();
        let card = |payment: &PaymentInfo| {
            if self.is_sample {
                Ok(PaymentCard::sample(payment, now))
            } else {
                PaymentCard::of(payment, self.pays_in_cash, now)
            }
        };
        self.payment.as_ref().map(card).transpose()
    }
}

/// The page that stands for the own page of a guest who does not exist, or whose link only the guest may have.
fn event_page(public_url: &str, event: &event::Model) -> String {
    format!("{public_url}/form/{}", event.id)
}

/// Mails `message` to one recipient.
pub async fn send(
    app: &App,
    message: &message::Model,
    event: &event::Model,
    to: &attendance::Model,
    ticket_name: Option<String>,
    attempt: Attempt,
) -> Result<(), JobError> {
    let segment = Segment::from_column(&message.segment).map_err(Error::to_be_retried)?;
    let own_link = own_page(&app.config.public_url, &app.secrets, to);
    let reader = Addressee::of(event, segment, to, ticket_name, own_link);
    let dress = events::dress(app.db.read(), event, &app.config.public_url).await;
    let dress = dress.map_err(|error| anyhow!("{error:?}"))?;
    let stop = Addresses::of(&app.config.public_url, &opt_out::key(&app.secrets, to));
    // Opting out does not stop mails about the ticket.
    let stop = (!segment.is_about_payment()).then_some(stop);
    let stop_page = stop.as_ref().map(|stop| stop.page.as_str());
    let (values, attachments) =
        compose(app, words(message), event, &reader, stop_page, false).await?;
    let mail = OutgoingMail {
        template: "message",
        to: &to.email,
        name: &to.full_name,
        lang: reader.lang,
        values,
        attachments,
        dress: Some(dress),
        message_id: format!("message-{}-{}", message.id, to.id),
        unsubscribe: stop.map(|stop| stop.one_click),
        about: Some(to.id.0),
    };
    mails::send(app, attempt, mail).await
}

/// Mails a message to its organiser with the data of a fictitious guest.
pub async fn send_test(app: &App, test: &MailTest, attempt: Attempt) -> Result<(), JobError> {
    let conn = app.db.read();
    let message = message::Entity::find_by_id(test.message).one(conn).await?;
    let event = event::Entity::find_by_id(test.event).one(conn).await?;
    let to = user::Entity::find_by_id(test.to).one(conn).await?;
    // Nothing is sent if one of them was deleted meanwhile.
    let (Some(message), Some(event), Some(to)) = (message, event, to) else {
        return Ok(());
    };
    let public_url = &app.config.public_url;
    let segment = Segment::from_column(&message.segment).map_err(Error::to_be_retried)?;
    let reader = Addressee::sample(conn, &event, segment, public_url, to.lang).await;
    let reader = reader.map_err(Error::to_be_retried)?;
    let dress = events::dress(conn, &event, public_url).await;
    let dress = dress.map_err(|error| anyhow!("{error:?}"))?;
    let (values, attachments) = compose(app, words(&message), &event, &reader, None, true).await?;
    let mail = OutgoingMail {
        template: "message",
        to: &to.email,
        name: &to.full_name,
        lang: reader.lang,
        values,
        attachments,
        dress: Some(dress),
        message_id: format!("message-test-{}-{}", message.id, test.asked.0),
        unsubscribe: None,
        about: Some(to.id.0),
    };
    mails::send(app, attempt, mail).await
}

/// Shows the mail that the first recipient would get now, without the link that only the recipient may have; that of a
/// fictitious guest where there is no recipient.
///
/// # Errors
/// 5002 at `content` if the text is too long once it is filled in.
pub async fn preview(
    app: &App,
    event: &event::Model,
    written: &NewMessage,
) -> Result<MessagePreview> {
    let (conn, segment) = (app.db.read(), written.segment);
    let public_url = &app.config.public_url;
    let first = segment
        .recipients(event, app.clock.now())
        .order_by_asc(attendance::Column::Id)
        .one(conn)
        .await?;
    let reader = match &first {
        Some(person) => {
            let class = store::class_name(conn, person.ticket_id).await?;
            Addressee::of(event, segment, person, class, event_page(public_url, event))
        }
        None => Addressee::sample(conn, event, segment, public_url, language::current()).await?,
    };
    let words = Words {
        subject: &written.subject,
        content: &written.content,
    };
    let stop_page = event_page(public_url, event);
    let stop_page = (!segment.is_about_payment()).then_some(stop_page.as_str());
    let (values, pictures) = compose(app, words, event, &reader, stop_page, false)
        .await
        .map_err(|error| match error {
            JobError::Dead(_) => {
                Error::field("content", LocalizedText::new("messages.tooLongFilled"))
            }
            JobError::Retry(error) | JobError::Outage(error) => Error::Internal(error),
        })?;
    let dress = events::dress(conn, event, public_url).await?;
    let mail = mails::preview(app, "message", reader.lang, values, dress).await?;
    Ok(MessagePreview {
        mail: mail.with_pictures(&pictures),
        full_name: first.map(|person| person.full_name),
        lacking: store::lacking(conn, event, written, app.clock.now()).await?,
    })
}

fn words(message: &message::Model) -> Words<'_> {
    Words {
        subject: &message.subject,
        content: &message.content,
    }
}

/// Returns the values of the template, and the pictures in the mail.
async fn compose(
    app: &App,
    words: Words<'_>,
    event: &event::Model,
    reader: &Addressee,
    stop_page: Option<&str>,
    is_test: bool,
) -> Result<(Value, Vec<Attachment>), JobError> {
    let variables = reader.variables(event);
    let subject = variables.fill_text(words.subject);
    let content = Content::fill(app, variables, Some(words.content.to_owned())).await?;
    let card = reader.card(app)?;
    let (payment, picture) = match card {
        Some(card) => (Some(card.values), card.picture),
        None => (None, None),
    };
    let values = json!({
        "subject": subject,
        "eventTitle": event.title,
        "isTest": is_test,
        "stopPage": stop_page,
        "contentText": content.text,
        "contentHtml": content.html,
        "payment": payment,
        "ownPage": reader.own_link,
    });
    Ok((values, picture.into_iter().collect()))
}
