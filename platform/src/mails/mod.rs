//! Mails: composed off the threads that serve requests, and sent the way that the operator chose. The outcome of each
//! is kept in the mail log.

mod log;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use axum::http::Uri;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, JobError, Retry};
use hoi_mail::{Address, Attachment, Email, MailFolder, Mailbox, Rendered, SendError, Transport};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

pub use log::{find_recipients, forget_recipients, impersonal, remove_old};

use crate::app::App;
use crate::config::Config;
use crate::error::{Error, LocalizedText};

/// The name of the mail server among the services that jobs need; see [`hoi_jobs::outage`].
pub const SERVICE: &str = "mail";
/// When mails that could not be sent are repeated, as RFC 5321 §4.5.4.1 asks for: quickly at first, later every two hours,
/// for four days.
pub const RETRY: Retry = Retry {
    first_pause: Duration::from_secs(10),
    longest_pause: Duration::from_hours(2),
    give_up_after: Duration::from_hours(4 * 24),
};

/// Returns the configured transport: a mail server, whose mails are signed if a key is configured, or by default `.eml`
/// files in the data folder.
pub fn transport(config: &Config) -> Result<Transport> {
    match &config.smtp_url {
        Some(url) => {
            let server = Transport::smtp(url)
                .context("HOI_SMTP_URL: write it like smtps://user:password@mail.example.vn")?;
            Ok(match config.dkim_signer()? {
                Some(signer) => server.signing(signer),
                None => server,
            })
        }
        None => Ok(Transport::File(
            MailFolder::create(config.data_dir.join(FOLDER))
                .context("cannot make the mail folder")?,
        )),
    }
}

/// Returns the folder with the mails that were stored as files without a mail server, perhaps before there was one; None
/// where there never were any.
#[must_use]
pub fn stored(config: &Config) -> Option<MailFolder> {
    MailFolder::find(config.data_dir.join(FOLDER))
}

/// The folder of mails as files, in the data folder.
const FOLDER: &str = "mail";

/// Mails to people whose data was erased, whom the mail log does not name.
const TO_ERASED: &[&str] = &["data_erased"];

/// The most characters of an organiser's name in the sender of a mail, so that the words after it are seen.
const MAX_SENDER: usize = 60;

/// The sender of a mail, and its design.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Dress {
    /// The name of the sender.
    pub host: String,
    /// The address for answers; None where answers are not read.
    pub reply_to: Option<String>,
    /// Another way to reach the sender, in the sender's own words.
    pub contact: Option<String>,
    pub title: String,
    /// Address of the page that the mail is about.
    pub page: String,
    /// Address of a wide picture.
    pub cover: Option<String>,
    /// Address of a square picture.
    pub logo: String,
    /// The ground of the head and of buttons, as `#rrggbb`.
    pub colour: String,
    /// A colour that can be read on it, as `#rrggbb`.
    pub ink: &'static str,
}

impl Dress {
    /// The sender: the installation's address under the organiser's name. Without the signs of an address, so that the
    /// name is not taken for one, and short enough for the words that name the sending server.
    fn sender(&self, own: &Mailbox, lang: Lang) -> Mailbox {
        let plain: String = self
            .host
            .chars()
            .map(|char| match char {
                '@' | '<' | '>' | '"' | ',' | ';' | ':' => ' ',
                char if char.is_control() => ' ',
                char => char,
            })
            .collect();
        let words: Vec<_> = plain.split_whitespace().collect();
        let name: String = words.join(" ").chars().take(MAX_SENDER).collect();
        if name.is_empty() {
            return own.clone();
        }
        let name = LocalizedText::new("mail.via").with("name", name.trim_end());
        Mailbox::new(Some(name.in_language(lang)), own.email.clone())
    }

    fn answers(&self) -> Option<Mailbox> {
        let address = self.reply_to.as_ref()?.parse::<Address>().ok()?;
        Some(Mailbox::new(None, address))
    }
}

/// One mail to one person, before it is rendered.
pub struct OutgoingMail<'a> {
    /// The name of the template's folder.
    pub template: &'static str,
    /// The recipient's address.
    pub to: &'a str,
    /// The recipient's name; may be empty.
    pub name: &'a str,
    pub lang: Lang,
    /// The values that the template uses.
    pub values: Value,
    pub attachments: Vec<Attachment>,
    /// None for mails of the installation itself.
    pub dress: Option<Dress>,
    /// Equal for repeated attempts, so that a mail server or reader can drop a second copy.
    pub message_id: String,
    /// The address at which a POST stops mails of this kind, of which mail programs make a button (RFC 8058); None for
    /// mails that are always sent.
    pub unsubscribe: Option<String>,
    /// The registration or account of the recipient, or the invitation of one without an account. An erasure finds by
    /// it what is kept of the mail, whichever address the person had. None for mails of which nothing is kept that
    /// names the person.
    pub about: Option<Uuid>,
}

impl OutgoingMail<'_> {
    /// The Message-ID without its host. It names whom the mail is about, because mails as files are called after it.
    fn whole_id(&self) -> String {
        match self.about {
            Some(about) if !self.message_id.contains(&about.to_string()) => {
                format!("{}-{about}", self.message_id)
            }
            _ => self.message_id.clone(),
        }
    }
}

/// Runs `work`, which renders a mail, on threads that do not serve requests.
///
/// # Errors
/// When `work` panics.
pub async fn compose<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JobError> {
    let permit = Arc::clone(&app.composers).acquire_owned().await;
    let permit = permit.context("mails are not composed any more")?;
    let composed = tokio::task::spawn_blocking(move || {
        let composed = work();
        drop(permit);
        composed
    });
    Ok(composed.await.context("a mail could not be composed")?)
}

/// Renders and sends a mail, and records the outcome. A permanent refusal makes the job a dead letter; other failures
/// are repeated. Every copy of a mail has the same Message-ID and the date at which it was first due.
pub async fn send(app: &App, attempt: Attempt, mail: OutgoingMail<'_>) -> Result<(), JobError> {
    let template = mail.template;
    let recipient = if TO_ERASED.contains(&template) {
        String::new()
    } else {
        mail.to.to_owned()
    };
    let about = mail.about;
    let sent = hand_over(app, attempt, mail).await;
    app.metrics.mail(match &sent {
        Ok(()) => "sent",
        Err(JobError::Dead(_)) => "refused",
        Err(JobError::Retry(_)) => "failed",
        Err(JobError::Outage(_)) => "outage",
    });
    let (job, outcome) = (attempt.job, sent.as_ref().copied());
    log::record(app, job, (recipient, about), template, outcome).await;
    sent
}

async fn render(
    app: &App,
    template: &'static str,
    lang: Lang,
    mut values: Value,
    dress: Option<&Dress>,
) -> Result<Rendered, JobError> {
    if let Some(values) = values.as_object_mut() {
        values.insert("dress".to_owned(), json!(dress));
    }
    let composer = app.clone();
    let rendered = compose(app, move || {
        composer.templates.render(template, lang, &values)
    });
    rendered
        .await?
        .map_err(|error| JobError::Dead(error.into()))
}

/// A mail as its reader sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MailPreview {
    pub subject: String,
    /// A whole page. It loads only the event's pictures from elsewhere.
    pub html: String,
}

impl MailPreview {
    /// Shows the pictures that the mail brings along, to which browsers cannot follow its links.
    #[must_use]
    pub fn with_pictures(mut self, pictures: &[Attachment]) -> Self {
        for picture in pictures {
            if let Some(id) = &picture.content_id {
                let data = format!(
                    "data:{};base64,{}",
                    picture.mime,
                    BASE64.encode(&picture.bytes)
                );
                self.html = self.html.replace(&format!("cid:{id}"), &data);
            }
        }
        self
    }
}

/// Renders a mail that is not sent.
///
/// # Errors
/// When the template fails, which is a bug.
pub async fn preview(
    app: &App,
    template: &'static str,
    lang: Lang,
    values: Value,
    dress: Dress,
) -> Result<MailPreview, Error> {
    match render(app, template, lang, values, Some(&dress)).await {
        Ok(Rendered { subject, html, .. }) => Ok(MailPreview { subject, html }),
        Err(JobError::Retry(error) | JobError::Dead(error) | JobError::Outage(error)) => {
            Err(Error::Internal(error))
        }
    }
}

async fn hand_over(app: &App, attempt: Attempt, mail: OutgoingMail<'_>) -> Result<(), JobError> {
    let lang = mail.lang;
    let message_id = format!("{}@{}", mail.whole_id(), host(&app.config));
    let Rendered {
        subject,
        text,
        html,
    } = render(app, mail.template, lang, mail.values, mail.dress.as_ref()).await?;
    let address = mail
        .to
        .parse::<Address>()
        .map_err(|error| JobError::Dead(error.into()))?;
    let name = if mail.name.is_empty() {
        None
    } else {
        Some(mail.name.to_owned())
    };
    let own = &app.config.mail_from;
    let message = Email {
        to: Mailbox::new(name, address),
        from: mail
            .dress
            .as_ref()
            .map_or_else(|| own.clone(), |dress| dress.sender(own, lang)),
        reply_to: mail.dress.as_ref().and_then(Dress::answers),
        subject,
        text,
        html,
        attachments: mail.attachments,
        message_id,
        epoch_ms: attempt.due_at.0,
        headers: mail.unsubscribe.map(one_click).unwrap_or_default(),
    };
    let sent = app.mail.send(&message).await;
    let server_works = match &sent {
        Ok(()) => true,
        Err(error) => error.shows_a_working_server(),
    };
    // The mail was sent or refused, so a failure to record this must not send it again.
    if server_works && let Err(error) = hoi_jobs::outage::end(&app.db, SERVICE).await {
        tracing::warn!(%error, "the end of an outage could not be noted");
    }
    match sent {
        Ok(()) => Ok(()),
        Err(error @ SendError::Permanent(_)) => Err(JobError::Dead(error.into())),
        Err(error @ SendError::Temporary(_)) => Err(JobError::Retry(error.into())),
        // The reason is shown to administrators in the server's own words.
        Err(SendError::Outage(reason)) => Err(JobError::Outage(anyhow!(reason))),
    }
}

fn one_click(address: String) -> Vec<(String, String)> {
    let post = "List-Unsubscribe=One-Click".to_owned();
    vec![
        ("List-Unsubscribe".to_owned(), format!("<{address}>")),
        ("List-Unsubscribe-Post".to_owned(), post),
    ]
}

/// Returns the server's public host without the brackets of an IPv6 address, for the right side of Message-IDs.
#[must_use]
pub fn host(config: &Config) -> String {
    let address = config.public_url.parse::<Uri>().ok();
    let host = address.as_ref().and_then(Uri::host).unwrap_or("localhost");
    host.trim_matches(['[', ']']).to_owned()
}
