//! Mails as files: written by a server without a mail server, and read again for display.

use std::{
    fs, io,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use mail_parser::{MessageParser, MimeHeaders as _};

use crate::{Attachment, Email, SendError};

/// A folder of `.eml` files, one for each mail. Their names sort by time.
#[derive(Debug, Clone)]
pub struct MailFolder {
    path: PathBuf,
}

/// The headers of a stored mail as [`MailFolder::list`] returns them, without text and attachments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSummary {
    /// The file's name, by which [`MailFolder::read`] finds it.
    pub file: String,
    /// The recipient's address.
    pub to: String,
    pub subject: String,
    /// When the mail was written, in milliseconds since 1970 UTC, rounded down to the second.
    pub epoch_ms: i64,
}

/// A mail read from its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMail {
    pub summary: MailSummary,
    pub text: String,
    pub html: String,
    /// Attached files and inline pictures.
    pub attachments: Vec<Attachment>,
}

/// The headers of our mails are much shorter than this many bytes.
const HEADER_BYTES: u64 = 64 * 1024;

impl MailFolder {
    /// Opens the folder at this path. Creates it, readable by its owner alone, if it does not exist.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn create(path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&path)?;
        Ok(Self { path })
    }

    /// Opens the folder at this path; `None` if it does not exist, so that no mail was ever written into it.
    #[must_use]
    pub fn find(path: impl Into<PathBuf>) -> Option<Self> {
        let path = path.into();
        path.is_dir().then_some(Self { path })
    }

    /// Writes a mail completely or not at all, readable by its owner alone. The same mail written twice is one file.
    pub(crate) async fn write(&self, message: &Email) -> Result<(), SendError> {
        let eml = message.to_eml()?;
        let path = self.path.join(file_name(message));
        let folder = self.path.clone();
        let written = blocking(move || {
            let mut file = tempfile::NamedTempFile::new_in(folder)?; // mode 0600
            file.write_all(&eml)?;
            file.persist(path)?;
            Ok(())
        });
        written
            .await
            .map_err(|error| SendError::Temporary(format!("cannot write the file: {error}")))
    }

    /// Returns the newest mails, newest first, at most `limit`.
    ///
    /// # Errors
    /// When the folder cannot be read. Skips files that are not mails.
    pub async fn list(&self, limit: usize) -> io::Result<Vec<MailSummary>> {
        let path = self.path.clone();
        blocking(move || {
            let mut names = mail_names(&path)?;
            names.sort_unstable_by(|a, b| b.cmp(a));
            Ok(names
                .into_iter()
                .filter_map(|name| summary(&path, name))
                .take(limit)
                .collect())
        })
        .await
    }

    /// Returns the mail in this file; `None` if no such file exists or it is not a mail.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn read(&self, file: &str) -> io::Result<Option<StoredMail>> {
        if !is_mail(file) {
            return Ok(None);
        }
        let (path, name) = (self.path.join(file), file.to_owned());
        blocking(move || match fs::read(path) {
            Ok(eml) => Ok(parse(name, &eml)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        })
        .await
    }

    /// Looks at the next `limit` mails in the order of their files' names, behind the name `after`, and removes those of
    /// which `is_meant` holds. Returns the last name, to go on behind it; `None` when there are no more mails.
    ///
    /// # Errors
    /// When the folder cannot be read or a file cannot be removed. Skips files that are not mails.
    pub async fn remove(
        &self,
        after: Option<String>,
        limit: usize,
        is_meant: impl Fn(&MailSummary) -> bool + Send + 'static,
    ) -> io::Result<Option<String>> {
        let path = self.path.clone();
        blocking(move || {
            let mut names = mail_names(&path)?;
            names.retain(|name| after.as_ref().is_none_or(|after| name > after));
            names.sort_unstable();
            let has_more = names.len() > limit;
            names.truncate(limit);
            let last = names.last().cloned().filter(|_| has_more);
            let mails = names.into_iter().filter_map(|name| summary(&path, name));
            for mail in mails.filter(is_meant) {
                match fs::remove_file(path.join(&mail.file)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            Ok(last)
        })
        .await
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(io::Error::other)?
}

/// Returns the time, then the message id: names sort by time, and the same mail has the same name.
fn file_name(message: &Email) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let id: String = message.message_id.chars().take(120).map(safe).collect();
    format!("{:014}-{id}.eml", message.epoch_ms.max(0))
}

/// Returns whether `file_name` can have made this name. This also keeps callers inside the folder.
fn is_mail(name: &str) -> bool {
    let stem = name.strip_suffix(".eml");
    stem.is_some_and(|stem| stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
}

fn mail_names(folder: &Path) -> io::Result<Vec<String>> {
    let names =
        fs::read_dir(folder)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Ok(names.filter(|name| is_mail(name)).collect())
}

fn summary(folder: &Path, file: String) -> Option<MailSummary> {
    let mut head = Vec::new();
    fs::File::open(folder.join(&file))
        .ok()?
        .take(HEADER_BYTES)
        .read_to_end(&mut head)
        .ok()?;
    summary_of(&MessageParser::default().parse_headers(&head)?, file)
}

fn summary_of(mail: &mail_parser::Message<'_>, file: String) -> Option<MailSummary> {
    Some(MailSummary {
        file,
        to: mail.to()?.first()?.address()?.to_owned(),
        subject: mail.subject().unwrap_or_default().to_owned(),
        epoch_ms: mail.date()?.to_timestamp() * 1000,
    })
}

fn parse(file: String, eml: &[u8]) -> Option<StoredMail> {
    let mail = MessageParser::default().parse(eml)?;
    let attachment = |part: &mail_parser::MessagePart<'_>| Attachment {
        name: part.attachment_name().unwrap_or_default().to_owned(),
        mime: part.content_type().map(mime).unwrap_or_default(),
        bytes: part.contents().to_vec(),
        content_id: part.content_id().map(str::to_owned),
    };
    Some(StoredMail {
        summary: summary_of(&mail, file)?,
        text: mail.body_text(0).unwrap_or_default().into_owned(),
        html: mail.body_html(0).unwrap_or_default().into_owned(),
        attachments: mail.attachments().map(attachment).collect(),
    })
}

fn mime(content_type: &mail_parser::ContentType<'_>) -> String {
    let subtype = content_type.subtype().unwrap_or_default();
    format!("{}/{subtype}", content_type.ctype())
}
