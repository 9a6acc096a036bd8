//! Composes the mail: the organiser's text, filled in for one person, in a template in that person's language.

use anyhow::anyhow;
use hoi_community::accounts::entity::user;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, JobError};
use hoi_platform::app::App;
use hoi_platform::mails::{self, OutgoingMail};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events;
use hoi_ticketing::events::entity::{event, ticket};
use hoi_ticketing::registration::{Content, Guest, Variables, own_page};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::entity::message;
use super::jobs::MailTest;
use super::opt_out::{self, Addresses};

/// Mails `message` to one recipient.
pub async fn send(
    app: &App,
    message: &message::Model,
    event: &event::Model,
    to: &attendance::Model,
    ticket_name: Option<&str>,
    attempt: Attempt,
) -> Result<(), JobError> {
    let lang = to.lang;
    let own_link = own_page(&app.config.public_url, &app.secrets, to);
    let guest = Guest {
        full_name: &to.full_name,
        ticket_name,
        ticket_code: &to.ticket_code,
        own_link: &own_link,
        amount: to.outstanding_or_price(),
        payment_reference: &to.payment_ref,
    };
    let dress = events::dress(app.db.read(), event, &app.config.public_url).await;
    let dress = dress.map_err(|error| anyhow!("{error:?}"))?;
    let stop = Addresses::of(&app.config.public_url, &opt_out::key(&app.secrets, to));
    let mail = OutgoingMail {
        template: "message",
        to: &to.email,
        name: &to.full_name,
        lang,
        values: values(app, message, event, &guest, lang, Some(stop.page)).await?,
        attachments: Vec::new(),
        dress: Some(dress),
        message_id: format!("message-{}-{}", message.id, to.id),
        unsubscribe: Some(stop.one_click),
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
    let class = ticket::live()
        .filter(ticket::Column::EventId.eq(event.id))
        .order_by_asc(ticket::Column::SortOrder)
        .one(conn)
        .await?;
    let lang = to.lang;
    let name = hoi_platform::language::texts().text(lang, "messages.sampleName", &[]);
    // A fictitious guest has no page, so the event's own page stands for it.
    let own_link = format!("{}/form/{}", app.config.public_url, event.id);
    let guest = Guest {
        full_name: &name,
        ticket_name: class.as_ref().map(|class| class.name.as_str()),
        ticket_code: "K7QM2X9RTB4C",
        own_link: &own_link,
        amount: class.as_ref().map_or(0, |class| class.price),
        payment_reference: "EV7K2Q9XAB",
    };
    let dress = events::dress(conn, &event, &app.config.public_url).await;
    let dress = dress.map_err(|error| anyhow!("{error:?}"))?;
    let mail = OutgoingMail {
        template: "message",
        to: &to.email,
        name: &to.full_name,
        lang,
        values: values(app, &message, &event, &guest, lang, None).await?,
        attachments: Vec::new(),
        dress: Some(dress),
        message_id: format!("message-test-{}-{}", message.id, test.asked.0),
        unsubscribe: None,
    };
    mails::send(app, attempt, mail).await
}

async fn values(
    app: &App,
    message: &message::Model,
    event: &event::Model,
    guest: &Guest<'_>,
    lang: Lang,
    stop_page: Option<String>,
) -> Result<Value, JobError> {
    let variables = Variables::of(event, guest, lang);
    let subject = variables.fill_text(&message.subject);
    let content = Content::fill(app, variables, Some(message.content.clone())).await?;
    Ok(json!({
        "subject": subject,
        "eventTitle": event.title,
        "isTest": stop_page.is_none(),
        "stopPage": stop_page,
        "contentText": content.text,
        "contentHtml": content.html,
    }))
}
