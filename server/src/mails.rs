//! Mails: the templates inside the program, and the way out that the operator chose.

use std::sync::Arc;

use anyhow::{Context, Result};
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, JobError};
use hoi_mail::{
    Address, Attachment, MailFolder, Mailbox, Message, Rendered, SendError, Templates, Transport,
};
use rust_embed::RustEmbed;
use serde::Serialize;

use crate::app::App;
use crate::config::Config;

/// The name under which jobs say that they need the mail server; see [`hoi_jobs::outage`].
pub const SERVICE: &str = "mail";

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

/// Renders and sends. A refusal for good is a dead letter; anything else is tried again. Every copy of a mail carries the
/// same Message-ID and the date at which it was first due.
pub async fn send<V: Serialize>(
    app: &App,
    attempt: Attempt,
    letter: Letter<'_, V>,
) -> Result<(), JobError> {
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
        epoch_ms: attempt.due_at.0,
        headers: Vec::new(),
    };
    match app.mail.send(&message).await {
        Ok(()) => {
            // The mail has left: that this could not be noted is no reason to send it again.
            if let Err(error) = hoi_jobs::outage::end(&app.db, SERVICE).await {
                tracing::warn!(%error, "the end of an outage could not be noted");
            }
            Ok(())
        }
        Err(error @ SendError::Permanent(_)) => Err(JobError::Dead(error.into())),
        Err(error @ SendError::Temporary(_)) => Err(JobError::Retry(error.into())),
        Err(error @ SendError::Outage(_)) => Err(JobError::Outage(error.into())),
    }
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
