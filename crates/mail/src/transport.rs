//! The ways out, and how sending can fail.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor, transport::smtp};

use crate::{MailFolder, Message};

/// How long a mail server may take for one mail, from the connection to its last word. The timeout of the connection
/// itself covers nothing that follows.
const SEND_TIMEOUT: Duration = Duration::from_secs(45);

/// How mails leave.
#[derive(Clone)]
pub enum Transport {
    /// To a mail server. Made by [`Transport::smtp`].
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    /// Into a folder, where nobody but this machine's users receives them.
    File(MailFolder),
    /// Into memory, for tests.
    Memory(Memory),
}

/// Why a mail was not sent. The reason may quote the recipient's address: show it to administrators,
/// keep it out of logs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Sending the same mail again cannot help: the address does not exist, the server refuses the
    /// content (5xx), or the message is malformed.
    #[error("the mail was refused for good: {0}")]
    Permanent(String),
    /// Worth another try later: the server cannot be reached, is busy (4xx), or does not accept our
    /// login, which is a mistake in the configuration and not in the mail.
    #[error("the mail could not be sent now: {0}")]
    Temporary(String),
}

/// A mail server's URL that cannot be used. Its text does not repeat the URL, which holds a password.
#[derive(Debug, thiserror::Error)]
#[error("not a mail server's URL (smtp://user:password@host:port?tls=required or smtps://…): {0}")]
pub struct SmtpUrlError(smtp::Error);

impl Transport {
    /// A mail server: `smtps://user:password@host` encrypts from the start (port 465),
    /// `smtp://…?tls=required` upgrades by STARTTLS (port 587) and refuses to go on without,
    /// `smtp://host` does not encrypt (port 25; for a server on the same machine). Certificates are
    /// checked against the system's store.
    ///
    /// Must be called within a Tokio runtime; it does not connect yet.
    ///
    /// # Errors
    /// [`SmtpUrlError`] when the URL is of another form.
    pub fn smtp(url: &str) -> Result<Self, SmtpUrlError> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(SmtpUrlError)?;
        // Each mail has a connection of its own: one that is given up in the middle would leave its connection to the
        // next mail, with an answer still to come.
        let alone = smtp::PoolConfig::new().max_size(0);
        let builder = builder
            .timeout(Some(Duration::from_secs(30)))
            .pool_config(alone);
        Ok(Self::Smtp(builder.build()))
    }

    /// Sends one mail.
    ///
    /// # Errors
    /// [`SendError`], which says whether trying again makes sense.
    pub async fn send(&self, message: &Message) -> Result<(), SendError> {
        match self {
            Self::Smtp(server) => {
                let sent = tokio::time::timeout(SEND_TIMEOUT, server.send(message.build()?));
                match sent.await {
                    Ok(sent) => sent.map(drop).map_err(|error| refusal(&error, message)),
                    Err(_) => Err(SendError::Temporary(
                        "the mail server took too long".to_owned(),
                    )),
                }
            }
            Self::File(folder) => folder.write(message).await,
            Self::Memory(memory) => memory.send(message),
        }
    }
}

fn refusal(error: &smtp::Error, message: &Message) -> SendError {
    let about_our_login = matches!(error.status().map(u16::from), Some(530 | 534 | 535 | 538));
    // The one refusal of our own side that lies in the mail: a server that takes ASCII addresses only.
    let about_the_address = error.is_client() && !message.to.email.to_string().is_ascii();
    let mut reason = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        let source = source.to_string();
        if !reason.contains(&source) {
            reason = format!("{reason}: {source}");
        }
    }
    if about_the_address || (error.is_permanent() && !about_our_login) {
        SendError::Permanent(reason)
    } else {
        SendError::Temporary(reason)
    }
}

/// Says which way, and nothing of logins.
impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smtp(_) => "Transport::Smtp",
            Self::File(_) => "Transport::File",
            Self::Memory(_) => "Transport::Memory",
        })
    }
}

/// Keeps what it is given, and fails when it is told to. Clones share one box.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    state: Arc<Mutex<MemoryState>>,
}

#[derive(Debug, Default)]
struct MemoryState {
    sent: Vec<Message>,
    failures: VecDeque<SendError>,
}

impl Memory {
    /// The mails sent so far, oldest first.
    #[must_use]
    pub fn sent(&self) -> Vec<Message> {
        self.lock().sent.clone()
    }

    /// The mails sent since the last call, oldest first.
    #[must_use]
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut self.lock().sent)
    }

    /// Makes the next send fail; called twice, the next two.
    pub fn fail_next(&self, error: SendError) {
        self.lock().failures.push_back(error);
    }

    fn send(&self, message: &Message) -> Result<(), SendError> {
        message.build()?;
        let mut state = self.lock();
        if let Some(failure) = state.failures.pop_front() {
            return Err(failure);
        }
        state.sent.push(message.clone());
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, MemoryState> {
        // A test that panicked while holding the lock has left a whole list behind.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
