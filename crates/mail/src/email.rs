//! One mail, before it is encoded.

use std::time::{Duration, SystemTime};

use lettre::message::{
    Attachment as Part, Mailbox, MultiPart, SinglePart,
    header::{ContentType, HeaderName, HeaderValue},
};

use crate::SendError;
use crate::domain::for_servers;

/// A mail to one person, with a text and an HTML part.
///
/// The values of headers (subject, names, [`Email::headers`]) are joined to one line, so that a line break in a name
/// neither adds a header nor prevents the mail.
#[derive(Debug, Clone)]
pub struct Email {
    pub to: Mailbox,
    pub from: Mailbox,
    /// Where answers go; None for the sender.
    pub reply_to: Option<Mailbox>,
    pub subject: String,
    pub text: String,
    /// Refers to an inline attachment as `cid:` followed by its content id.
    pub html: String,
    /// The attachments in the order in which a reader sees them.
    pub attachments: Vec<Attachment>,
    /// `local@domain`, without angle brackets. Repeated sending of the same mail must use the same id, so that a
    /// receiver drops the second copy.
    pub message_id: String,
    /// When the mail was written, in milliseconds since 1970 UTC.
    pub epoch_ms: i64,
    /// Further headers, e.g. `List-Unsubscribe`. Every mail also has `Auto-Submitted: auto-generated` (RFC 3834), so
    /// that holiday replies are not sent.
    pub headers: Vec<(String, String)>,
}

/// A file attached to an [`Email`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    /// The media type, e.g. `image/png`.
    pub mime: String,
    pub bytes: Vec<u8>,
    /// Set for a picture that the HTML shows as `cid:<content id>`.
    pub content_id: Option<String>,
}

impl Email {
    /// Encodes the mail (RFC 5322, MIME), as in an `.eml` file.
    ///
    /// # Errors
    /// [`SendError::Permanent`] when a media type, a header's name or an id is invalid. Repeating cannot help.
    pub fn to_eml(&self) -> Result<Vec<u8>, SendError> {
        Ok(self.build()?.formatted())
    }

    pub(crate) fn build(&self) -> Result<lettre::Message, SendError> {
        let date = u64::try_from(self.epoch_ms).unwrap_or(0).min(LAST_DATE_MS);
        let mut builder = lettre::Message::builder()
            .from(mailbox(&self.from))
            .to(mailbox(&self.to))
            .date(SystemTime::UNIX_EPOCH + Duration::from_millis(date))
            .message_id(Some(format!("<{}>", id(&self.message_id)?)))
            .subject(one_line(&self.subject));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(mailbox(reply_to));
        }
        let automatic = ("Auto-Submitted".to_owned(), "auto-generated".to_owned());
        for (name, value) in self.headers.iter().chain([&automatic]) {
            let name = HeaderName::new_from_ascii(name.clone())
                .map_err(|_| refused(format!("{name:?} is no header")))?;
            builder = builder.raw_header(HeaderValue::new(name, one_line(value)));
        }
        builder
            .multipart(self.body()?)
            .map_err(|error| refused(error.to_string()))
    }

    /// Nests the parts as mail programs expect: attached files around the text and the HTML, inline pictures around the
    /// HTML.
    fn body(&self) -> Result<MultiPart, SendError> {
        let (inline, files): (Vec<_>, Vec<_>) = self
            .attachments
            .iter()
            .partition(|file| file.content_id.is_some());
        let html = SinglePart::html(with_crlf(&self.html));
        let text_or_html =
            MultiPart::alternative().singlepart(SinglePart::plain(with_crlf(&self.text)));
        let text_or_html = if inline.is_empty() {
            text_or_html.singlepart(html)
        } else {
            let related = MultiPart::related().singlepart(html);
            text_or_html.multipart(inline.into_iter().try_fold(related, with_file)?)
        };
        if files.is_empty() {
            return Ok(text_or_html);
        }
        files
            .into_iter()
            .try_fold(MultiPart::mixed().multipart(text_or_html), with_file)
    }
}

/// The end of the year 9999, the latest date that a mail can have.
const LAST_DATE_MS: u64 = 253_402_300_799_000;

fn with_file(parts: MultiPart, file: &Attachment) -> Result<MultiPart, SendError> {
    let mime = ContentType::parse(&file.mime)
        .map_err(|_| refused(format!("{:?} is no media type", file.mime)))?;
    let name = one_line(&file.name);
    let part = match &file.content_id {
        Some(content_id) => Part::new_inline_with_name(id(content_id)?.to_owned(), name),
        None => Part::new(name),
    };
    Ok(parts.singlepart(part.body(file.bytes.clone(), mime)))
}

/// Converts to the line ends of mails. The encoder would insert them one by one, moving the rest of the text each time.
fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

fn mailbox(mailbox: &Mailbox) -> Mailbox {
    let name = one_line(mailbox.name.as_deref().unwrap_or_default());
    let address = for_servers(&mailbox.email).into_owned();
    Mailbox::new((!name.is_empty()).then_some(name), address)
}

/// Joins the words with one space. A line break in a header would let its author add headers, and repeated spaces
/// beside an encoded word are lost in transit.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Checks an id that is written between angle brackets.
fn id(text: &str) -> Result<&str, SendError> {
    let allowed =
        |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '(' | ')' | '"' | '\\');
    if text.is_empty() || !text.chars().all(allowed) {
        return Err(refused(format!("{text:?} is no message or content id")));
    }
    Ok(text)
}

fn refused(reason: impl Into<String>) -> SendError {
    SendError::Permanent(reason.into())
}
