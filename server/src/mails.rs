//! Mails: the templates inside the program, and the way out that the operator chose.

use std::sync::Arc;

use anyhow::{Context, Result};
use hoi_i18n::Lang;
use hoi_jobs::JobError;
use hoi_mail::{
    Address, Attachment, MailFolder, Mailbox, Message, Rendered, SendError, Templates, Transport,
};
use rust_embed::RustEmbed;
use serde::Serialize;

use crate::app::App;
use crate::config::Config;

#[derive(RustEmbed)]
#[folder = "templates/mail"]
struct Files;

/// The way out: a mail server when one is configured, otherwise `.eml` files in the data folder.
pub fn transport(config: &Config) -> Result<Transport> {
    match &config.smtp_url {
        Some(url) => Ok(Transport::smtp(url)?),
        None => Ok(Transport::File(
            MailFolder::create(config.data_dir.join("mail"))
                .context("cannot make the mail folder")?,
        )),
    }
}

/// All templates of the program.
pub fn templates() -> Result<Templates> {
    let files = Files::iter().filter_map(|path| {
        let file = Files::get(&path)?;
        Some((
            path.into_owned(),
            String::from_utf8_lossy(&file.data).into_owned(),
        ))
    });
    Ok(Templates::new(files, Arc::clone(crate::texts()))?)
}

/// One mail to one person, before it is put into words.
pub struct Letter<'a, V> {
    /// The name of the template's folder.
    pub template: &'a str,
    /// The recipient's address.
    pub to: &'a str,
    /// The recipient's name.
    pub name: &'a str,
    /// The recipient's language.
    pub lang: Lang,
    /// What the template needs.
    pub values: V,
    /// Files to add.
    pub attachments: Vec<Attachment>,
    /// Stable over repeated attempts, so that a mail server or reader can drop a repeated copy.
    pub message_id: String,
}

/// Renders and sends. A refusal for good is a dead letter; anything else is tried again.
pub async fn send<V: Serialize>(app: &App, letter: Letter<'_, V>) -> Result<(), JobError> {
    let Rendered {
        subject,
        text,
        html,
    } = app
        .templates
        .render(letter.template, letter.lang, &letter.values)
        .map_err(|error| JobError::Dead(error.into()))?;
    let address = letter
        .to
        .parse::<Address>()
        .map_err(|error| JobError::Dead(error.into()))?;
    let name = if letter.name.is_empty() {
        None
    } else {
        Some(letter.name.to_owned())
    };
    let message = Message {
        to: Mailbox::new(name, address),
        from: app.config.mail_from.clone(),
        subject,
        text,
        html,
        attachments: letter.attachments,
        message_id: format!("{}@{}", letter.message_id, host(&app.config)),
        epoch_ms: app.clock.now().0,
        headers: Vec::new(),
    };
    app.mail.send(&message).await.map_err(|error| match error {
        SendError::Permanent(_) => JobError::Dead(error.into()),
        SendError::Temporary(_) => JobError::Retry(error.into()),
    })
}

/// The server's public host: the right half of the identifiers in mails.
#[must_use]
pub fn host(config: &Config) -> &str {
    let address = &config.public_url;
    let after_scheme = address.split_once("://").map_or("", |(_, rest)| rest);
    match after_scheme.split(['/', ':']).next() {
        None | Some("") => "localhost",
        Some(host) => host,
    }
}
